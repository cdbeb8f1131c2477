//! The features of games, counted line by line.

use super::feature_counts::{BlokusFeatureGame, feature_counts};
use crate::json_lines::{Object, Responder, plain};
use blokus::FeatureOptions;

/// The counting of features as a responder to JSON lines: a game in, its totals added.
pub struct FeatureLines(pub FeatureOptions);

impl Responder for FeatureLines {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        let question = BlokusFeatureGame {
            moves: moves(&object)?,
            colors: colors(&object)?,
            reading: self.0,
        };
        let found = feature_counts(&question).map_err(|fault| fault.message)?;
        let totals = serde_json::to_vec(&found.totals).map_err(|why| why.to_string())?;
        object.write(&[("totals_BW", totals)], out);
        Ok(())
    }
}

fn moves(object: &Object<'_>) -> Result<Vec<String>, String> {
    let moves = serde_json::from_str(object.need("moves")?);
    moves.map_err(|why| format!("`moves` is not a list of texts: {}", plain(&why)))
}

fn colors(object: &Object<'_>) -> Result<Option<String>, String> {
    let text = object.get("colors")?.map(serde_json::from_str);
    text.transpose()
        .map_err(|_| "`colors` is not a text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str) -> Result<String, String> {
        let mut out = Vec::new();
        FeatureLines(FeatureOptions::default()).answer(0, line, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn totals_are_added_and_everything_else_is_kept() {
        let line = r#"{"kind": 1.50,"moves":["f7,f8,f9,e10,f10","J4,L4,k4,j5,j6"],"colors":"BW"}"#;
        let totals = concat!(
            "[[[5,5,11,0,10,14,14,28,16],[0,0,0,0,0,0,0,0,0]],",
            "[[5,5,11,0,10,14,14,28,15],[5,5,11,0,10,15,12,24,9]]]"
        );
        let kept = line.replace(": ", ":").replace('}', "");
        assert_eq!(answer(line), Ok(format!("{kept},\"totals_BW\":{totals}}}")));
        let silent = line.replace(",\"colors\":\"BW\"", "");
        assert!(answer(&silent).unwrap().contains(totals));
        assert_eq!(
            answer(r#"{"moves":[]}"#).unwrap(),
            r#"{"moves":[],"totals_BW":[]}"#
        );
    }

    #[test]
    fn what_is_illegal_is_said() {
        for (line, words) in [
            (r#"{"colors":"B"}"#, "`moves` is missing"),
            (
                r#"{"moves":["e10",7]}"#,
                "`moves` is not a list of texts: invalid type: integer `7`",
            ),
            (
                r#"{"moves":["e10"],"colors":"BW"}"#,
                "`colors` has 2 letters for 1 moves",
            ),
            (
                r#"{"moves":["e10"],"colors":"X"}"#,
                "`colors` has `X`, which is neither B nor W",
            ),
            (r#"{"moves":["e10"],"colors":1}"#, "`colors` is not a text"),
            (
                r#"{"moves":["e10"],"colors":"W"}"#,
                "move 1: it is Black's turn, not White's",
            ),
            (r#"{"moves":["pass"]}"#, "move 1: `pass` is not a square"),
            (
                r#"{"moves":["a1,c1"]}"#,
                "move 1: `a1,c1` do not have the shape of a piece",
            ),
            (
                r#"{"moves":["e10","j5","f10"]}"#,
                "move 3: f10: Black has already played the piece 1",
            ),
            (
                r#"{"moves":["e10","e10,e11"]}"#,
                "move 2: e10,e11: e10 is occupied",
            ),
            ("nonsense", "not JSON"),
        ] {
            let error = answer(line).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }
}
