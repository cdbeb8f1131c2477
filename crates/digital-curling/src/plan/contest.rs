//! Contests by name: their platforms, rules, noise and clocks, as they were announced.
//!
//! `contest = "gpw2018"` in a table of conditions stands for the keys of that contest; other keys
//! of the same table change them. Sources: Kato, Iizuka and Yamamoto (2016, sections 1 and 2) for
//! the contests until 2015, Mori (2019, sections 3.5.3 and 5.2) for those from 2016 on. Clocks are
//! those that were published; where none was, the match has none until `time` says so.
//!
//! ```
//! use digital_curling::plan::{Draft, Source};
//!
//! let mut draft = Draft::new("paper")?;
//! draft.add(&Source::CommandLine, &"contest = 'gpw2018'\nends = 4".parse()?)?;
//! let plan = draft.plan();
//! assert_eq!(plan.conditions.rules.ends, 4);
//! assert_eq!(plan.part("time of team 0").unwrap().value, "219s");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use arena::Phrase;
use toml::{Table, Value};

/// The key of a contest in a table of conditions.
pub const KEY: &str = "contest";

/// A contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The name, as it is written.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// The keys, in TOML.
    keys: &'static str,
}

/// All contests, in the order of their dates.
pub const CONTESTS: [Contest; 7] = [
    Contest {
        name: "cig2015",
        about: "IEEE-CIG 2015, September 2015: legacy, noise 0.145/0.145",
        keys: "platform = 'legacy'",
    },
    Contest {
        name: "gpw2015",
        about: "GPW cup, November 2015: legacy, noise 0.145/0.145",
        keys: "platform = 'legacy'",
    },
    Contest {
        name: "uec2015",
        about: "2nd UEC cup, 22 November 2015: legacy, noise 0.145/0.145",
        keys: "platform = 'legacy'",
    },
    Contest {
        name: "gpw2016",
        about: "2nd GPW cup, November 2016: legacy, noise 0.0725/0.29",
        keys: "platform = 'legacy'\nnoise = { kind = 'gat', size = 0.145 }",
    },
    Contest {
        name: "gat2016",
        about: "GAT contests from 2016 on: legacy, noise 0.0725/0.29, a pass above 33.7 m/s",
        keys: "platform = 'gat'",
    },
    Contest {
        name: "gpw2018",
        about: "GPW cup 2018: dc2, 8 ends, one player, noise 0.0725/0.29, 219 s",
        keys: "platform = 'dc2'\nends = 8\ntime = '219s'\nrules = { rota = 'alone' }\n\
               noise = { kind = 'rectangular', x = 0.0725, y = 0.29 }",
    },
    Contest {
        name: "gpw2018-mixed-doubles",
        about: "GPW cup 2018, mixed doubles: dc2, 8 ends, noise 0.0725/0.29, 219 s",
        keys: "platform = 'dc2-mixed-doubles'\nends = 8\ntime = '219s'\n\
               noise = { kind = 'rectangular', x = 0.0725, y = 0.29 }",
    },
];

impl Contest {
    /// The contest of this name.
    pub fn named(name: &str) -> Option<Self> {
        CONTESTS.into_iter().find(|contest| contest.name == name)
    }

    /// The keys.
    ///
    /// # Panics
    /// Never: the keys of all contests are valid.
    pub fn table(&self) -> Table {
        self.keys.parse().expect("the keys of a contest")
    }
}

/// The contest that a table names, if it names one.
///
/// # Errors
/// If the contest is unknown, or a platform is named as well.
pub fn of(table: &Table) -> Result<Option<Contest>, Phrase> {
    let Some(value) = table.get(KEY) else {
        return Ok(None);
    };
    let found = value.as_str().and_then(Contest::named);
    let contest = found.ok_or_else(|| {
        let known = CONTESTS.map(|contest| contest.name).join(", ");
        let name = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        Phrase::from((
            format!("unknown contest `{name}` (known: {known})"),
            format!("大会「{name}」はありません（使えるもの: {known}）"),
        ))
    })?;
    if table.contains_key("platform") || table.contains_key("teams") {
        let why = (
            "`contest` and `platform` name two sets of conditions: write one of them",
            "`contest`と`platform`はどちらか一方だけ書いてください",
        );
        return Err(why.into());
    }
    Ok(Some(contest))
}

/// A table with the keys of its contest in place of the name.
///
/// # Errors
/// As [`of`].
pub fn expanded(table: &Table) -> Result<Table, String> {
    let Some(contest) = of(table)? else {
        return Ok(table.clone());
    };
    let mut all = contest.table();
    let others = table.iter().filter(|(key, _)| *key != KEY);
    for (key, value) in others {
        merge(&mut all, key, value);
    }
    Ok(all)
}

/// Sets a key; rules given as a table change those of the contest one by one.
fn merge(all: &mut Table, key: &str, value: &Value) {
    match (all.get_mut(key), value) {
        (Some(Value::Table(known)), Value::Table(fields)) if key == "rules" => {
            known.extend(fields.clone());
        }
        _ => {
            all.insert(key.to_owned(), value.clone());
        }
    }
}

/// A list of all contests with a line about each, for a help text.
pub fn list() -> String {
    let lines = CONTESTS.map(|contest| format!("  {:<22} {}", contest.name, contest.about));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Draft, Source};
    use curling::delivery::Noise;
    use curling::rules::{PowerPlays, Rotation};

    fn plan(text: &str) -> Result<crate::plan::Plan, String> {
        let mut draft = Draft::new("paper").unwrap();
        let added = draft.add(&Source::CommandLine, &text.parse().unwrap());
        added.map_err(|error| error.to_string())?;
        Ok(draft.plan())
    }

    #[test]
    fn every_contest_can_be_played() {
        for contest in CONTESTS {
            let plan = plan(&format!("contest = '{}'", contest.name)).unwrap();
            let part = plan.part("team 0").unwrap();
            let said = contest.about.contains("0.0725/0.29");
            assert_eq!(part.value.contains("0.0725 m across, 0.29 m along"), said);
            assert!(part.source.contains(contest.name), "{}", part.source);
        }
    }

    #[test]
    fn the_cup_of_2018_has_its_noise_and_its_clocks() {
        let normal = plan("contest = 'gpw2018'").unwrap();
        let noise = *normal.conditions.teams[1].player(0).noise();
        assert_eq!(noise, Noise::Rectangular { x: 0.0725, y: 0.29 });
        assert_eq!(normal.conditions.rules.rotation, Rotation::Alone);
        assert_eq!(normal.conditions.rules.ends, 8);
        let seconds = normal
            .time
            .map(|time| time.game.map(|span| span.0.as_secs()));
        assert_eq!(seconds, [Some(219); 2]);
        let doubles = plan("contest = 'gpw2018-mixed-doubles'\ntime = 60").unwrap();
        let limit = doubles.conditions.rules.doubles.unwrap().power_plays;
        assert_eq!(limit, PowerPlays::OnceElseCentre);
        assert_eq!(doubles.part("time of team 0").unwrap().value, "60s");
        assert_eq!(
            doubles.part("time of team 0").unwrap().source,
            "command line"
        );
    }

    #[test]
    fn an_unknown_contest_is_refused_with_the_known_ones() {
        let error = plan("contest = 'gpw2030'").unwrap_err();
        assert!(
            error.contains("unknown contest `gpw2030` (known: cig2015"),
            "{error}"
        );
        let error = plan("contest = 3").unwrap_err();
        assert!(error.contains("unknown contest `3`"), "{error}");
        let error = plan("contest = 'gpw2018'\nplatform = 'dc3'").unwrap_err();
        assert!(error.contains("write one of them"), "{error}");
    }
}
