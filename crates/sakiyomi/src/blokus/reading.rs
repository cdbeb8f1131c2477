//! `--reading`: the interpretation of the paper's open points.

use blokus::FeatureOptions;
use serde_json::{Map, Value};

/// The interpretations, for the help.
pub(super) const FORMS: &str = "\
Readings of the paper, for --reading KEY=VALUE,KEY=VALUE; the first value is the default:
  path=all|any: the shortest paths from an effective square that must be free of the opponent \
for its influence to reach a square
  dead_for=own|either: the side for which an influenced square must not be dead
  covered_dead=false|true: whether a dead square stays dead when the opponent covers it
  start=false|true: whether the start square is effective before the first piece
  sides=difference|separate: whether both colours share the weights
  numbering=turned|mirrored|absolute: whether White's squares have the weights of Black's after \
half a turn of the board; those, and mirror images too; or those of the same squares
  tempo=false|true: whether the side that moved last has a weight
  stages=1|2|3|4|5|6: the number of stages of the game with weights of their own, added to the \
shared ones";

/// Parses an interpretation; keys left out have their defaults.
pub(super) fn parse(text: &str) -> Result<FeatureOptions, String> {
    let settings = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    settings
        .into_iter()
        .try_fold(FeatureOptions::default(), |reading, setting| {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("`{setting}`: write key=value"))?;
            let mut fields = fields(&reading);
            fields.insert(key.trim().to_owned(), value_of(value.trim()));
            serde_json::from_value(Value::Object(fields))
                .map_err(|why| format!("`{setting}`: {why}"))
        })
}

/// Returns the text of an interpretation; empty for the default.
pub(super) fn text(reading: &FeatureOptions) -> String {
    let usual = fields(&FeatureOptions::default());
    let unusual = fields(reading)
        .into_iter()
        .filter(|(key, value)| usual.get(key) != Some(value));
    let settings = unusual.map(|(key, value)| match value {
        Value::String(word) => format!("{key}={word}"),
        other => format!("{key}={other}"),
    });
    settings.collect::<Vec<_>>().join(",")
}

fn fields(reading: &FeatureOptions) -> Map<String, Value> {
    match serde_json::to_value(reading) {
        Ok(Value::Object(fields)) => fields,
        other => unreachable!("a reading has fields: {other:?}"),
    }
}

fn value_of(word: &str) -> Value {
    match word {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        word => word.parse::<u8>().map_or_else(|_| word.into(), Value::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blokus::features::{DeadFor, Path};

    #[test]
    fn readings_are_read_and_written_back() {
        assert_eq!(parse(""), Ok(FeatureOptions::default()));
        assert_eq!(text(&FeatureOptions::default()), "");
        let reading = parse("path=any, dead_for = either,tempo=true,start=false").unwrap();
        assert_eq!(reading.path, Path::Any);
        assert_eq!(reading.dead_for, DeadFor::Either);
        assert!(reading.tempo && !reading.start);
        assert_eq!(text(&reading), "dead_for=either,path=any,tempo=true");
        assert_eq!(parse(&text(&reading)), Ok(reading));
    }

    #[test]
    fn what_is_wrong_with_a_reading_is_said() {
        for (wrong, words) in [
            ("path", "`path`: write key=value"),
            (
                "path=some",
                "`path=some`: unknown variant `some`, expected `all` or `any`",
            ),
            (
                "road=all",
                "`road=all`: unknown field `road`, expected one of `path`",
            ),
            (
                "tempo=maybe",
                "`tempo=maybe`: invalid type: string \"maybe\", expected a boolean",
            ),
            ("path=true", "`path=true`: invalid type: boolean"),
            ("stages=7", "`stages=7`: 7 stages, expected 1 to 6"),
        ] {
            let error = parse(wrong).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }

    #[test]
    fn the_help_lists_every_setting_with_values_that_are_read() {
        let mut listed = 0;
        for line in FORMS.lines().skip(1) {
            let (setting, _) = line.trim().split_once(": ").unwrap();
            let (key, values) = setting.split_once('=').unwrap();
            for (index, value) in values.split('|').enumerate() {
                let reading = parse(&format!("{key}={value}")).unwrap();
                assert_eq!(
                    reading == FeatureOptions::default(),
                    index == 0,
                    "{key}={value}"
                );
            }
            listed += 1;
        }
        // The usual number of stages goes without saying.
        assert_eq!(listed, fields(&FeatureOptions::default()).len() + 1);
    }
}
