//! Double-dummy problems solved line by line: deals and positions in the play, as JSON objects.

use super::solve::{Answer as Found, BridgeToSolve, SolvedBoard, pool};
use crate::json_lines::{Field, Object, Responder, plain};
use bridge::double_dummy::SolverPool;
use bridge::notation::STRAINS;
use bridge::table::TricksTable;
use bridge::{Ascii, Card, Line, Seat, Strain};
use rayon::prelude::*;
use serde::Deserialize;

/// Bytes of input for each thread at a time: some forty deals.
const SHARE: usize = 8 << 10;

/// The double-dummy solver as a responder to JSON lines, with one solver per thread.
pub struct SolveLines {
    solvers: SolverPool,
    best: bool,
}

impl SolveLines {
    /// With `best`, only the best cards of a position are answered.
    pub fn new(best: bool) -> Self {
        let solvers = pool();
        SolveLines { solvers, best }
    }

    /// The answers to a board in its written form: its table, and its cards if it is being played.
    fn board(&self, object: &Object<'_>) -> Result<Vec<Field<'static>>, String> {
        let record = board(object)?.record().map_err(|why| why.to_string())?;
        let solved = SolvedBoard::new(0, &record, self.best, &self.solvers)?;
        let now = solved.now.map(|(_, _, cards)| scores(&cards));
        let now = now.map(|scores| ("scores", scores.into_bytes()));
        let tables = ("tables", tables(&solved.tricks).into_bytes());
        Ok([tables].into_iter().chain(now).collect())
    }
}

/// The board of a line; fields that are not a board's are passed on.
fn board(object: &Object<'_>) -> Result<Line, String> {
    const FIELDS: [&str; 10] = [
        "number",
        "title",
        "names",
        "dealer",
        "vulnerable",
        "deal",
        "auction",
        "made_up",
        "play",
        "result",
    ];
    let mut fields = serde_json::Map::new();
    for name in FIELDS {
        if let Some(text) = object.get(name)? {
            let value = serde_json::from_str(text).map_err(|why| plain(&why))?;
            fields.insert(name.to_owned(), value);
        }
    }
    Line::deserialize(serde_json::Value::from(fields)).map_err(|why| why.to_string())
}

impl Responder for SolveLines {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        if object.get("deal")?.is_some() {
            object.write(&self.board(&object)?, out);
            return Ok(());
        }
        let question = question(&object)?.read()?;
        let (name, answer) = match question.answer(self.best, &self.solvers) {
            Found::Table(tricks) => ("tables", tables(&tricks)),
            Found::Cards(cards) => ("scores", scores(&cards)),
        };
        object.write(&[(name, answer.into_bytes())], out);
        Ok(())
    }

    /// Every line is enough work to be handed to a thread of its own.
    fn answer_all(&self, lines: &[(u64, &str)]) -> Vec<Result<Vec<u8>, String>> {
        let one = |&(index, line): &(u64, &str)| {
            let mut out = Vec::with_capacity(2 * line.len());
            self.answer(index, line, &mut out).map(|()| out)
        };
        lines.par_iter().map(one).collect()
    }

    fn block(&self) -> usize {
        SHARE * rayon::current_num_threads()
    }
}

/// The fields of a question, as far as its kind needs them: others are passed on, whatever they
/// are.
fn question(object: &Object<'_>) -> Result<BridgeToSolve, String> {
    let kind = text(object, "kind")?;
    let has = |name| Ok::<_, String>(object.get(name)?.is_some());
    let (pbn, remaining) = (has("pbn")?, has("remaining")?);
    let table = || {
        Ok(BridgeToSolve {
            kind: Some("table".to_owned()),
            pbn: text(object, "pbn")?,
            ..BridgeToSolve::default()
        })
    };
    match (kind.as_deref(), pbn, remaining) {
        (Some("table"), ..) | (None, true, false) => table(),
        (Some("position"), ..) | (None, false, true) => position(object),
        _ => Ok(BridgeToSolve {
            kind,
            pbn: pbn.then(String::new),
            remaining: remaining.then(String::new),
            ..BridgeToSolve::default()
        }),
    }
}

fn position(object: &Object<'_>) -> Result<BridgeToSolve, String> {
    Ok(BridgeToSolve {
        kind: Some("position".to_owned()),
        pbn: None,
        remaining: text(object, "remaining")?,
        trump: text(object, "trump")?,
        current_trick: trick(object)?,
        to_move: text(object, "to_move")?,
        leader: text(object, "leader")?,
    })
}

fn trick(object: &Object<'_>) -> Result<Vec<String>, String> {
    let Some(list) = object.get("current_trick")? else {
        return Ok(Vec::new());
    };
    serde_json::from_str(list)
        .map_err(|why| format!("`current_trick` is not a list of cards: {}", plain(&why)))
}

/// Reads a text field.
fn text(object: &Object<'_>, name: &str) -> Result<Option<String>, String> {
    let read = |json| serde_json::from_str(json).map_err(|_| format!("`{name}` is not a text"));
    object.get(name)?.map(read).transpose()
}

/// Returns the tricks of every declarer in every strain as JSON.
pub fn tables(tricks: &TricksTable) -> String {
    let cell = |(strain, tricks): (Strain, &u8)| format!("\"{}\":{tricks}", Ascii(strain));
    let row = |(seat, row): (Seat, &[u8; 5])| {
        let cells: Vec<_> = STRAINS.into_iter().zip(row).map(cell).collect();
        format!("\"{seat}\":{{{}}}", cells.join(","))
    };
    let rows: Vec<_> = Seat::ALL.into_iter().zip(tricks).map(row).collect();
    format!("{{{}}}", rows.join(","))
}

/// Returns the tricks of cards as JSON.
pub fn scores(cards: &[(Card, u8)]) -> String {
    let score = |(card, tricks): &(Card, u8)| format!("\"{}\":{tricks}", Ascii(*card));
    let scores: Vec<_> = cards.iter().map(score).collect();
    format!("{{{}}}", scores.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str, best: bool) -> Result<String, String> {
        let mut out = Vec::new();
        SolveLines::new(best).answer(0, line, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn every_card_of_a_position_is_answered_and_the_rest_kept() {
        let line = r#"{"id":1.50,"remaining":"N:K... Q2... J3... A...","trump":"NT","leader":"W","current_trick":["S5","S4"],"to_move":"E","more":[1]}"#;
        let told = line.replace('}', ",\"scores\":{\"SQ\":2,\"S2\":1}}");
        assert_eq!(answer(line, false), Ok(told));
        let best = line.replace('}', ",\"scores\":{\"SQ\":2}}");
        assert_eq!(answer(line, true), Ok(best));
    }

    #[test]
    fn who_leads_may_be_said_in_two_ways() {
        let line = r#"{"remaining":"N:A2... KQ... 43... 65...","trump":"NT","leader":"N"}"#;
        let told = |scores: &str| Ok(line.replace('}', &format!(",\"scores\":{scores}}}")));
        assert_eq!(answer(line, false), told(r#"{"SA":1,"S2":1}"#));
        let line = r#"{"remaining":"N:A..2. .K.K. .QJ.. .T9..","trump":"NT","to_move":"N"}"#;
        let told = |scores: &str| Ok(line.replace('}', &format!(",\"scores\":{scores}}}")));
        assert_eq!(answer(line, false), told(r#"{"SA":1,"D2":0}"#));
        assert_eq!(answer(line, true), told(r#"{"SA":1}"#));
    }

    #[test]
    fn a_table_takes_the_place_of_the_one_given() {
        let line = r#"{"pbn":"N:A... K... Q... J...","tables":7}"#;
        let row = r#"{"C":1,"D":1,"H":1,"S":1,"NT":1}"#;
        let none = row.replace(":1", ":0");
        let tables = format!(r#"{{"N":{row},"E":{none},"S":{row},"W":{none}}}"#);
        assert_eq!(answer(line, false), Ok(line.replace('7', &tables)));
    }

    #[test]
    fn a_board_is_answered_with_its_table_and_its_cards() {
        let line = r#"{"id":7,"number":1,"dealer":"N","vulnerable":"None","deal":"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432","auction":["1S","Pass","Pass","Pass"],"play":["HA"]}"#;
        let told = answer(line, false).unwrap();
        assert!(told.starts_with(line.trim_end_matches('}')), "{told}");
        assert!(told.contains("\"N\":{\"C\":0,\"D\":13"), "{told}");
        assert!(told.contains("\"scores\":{\"DA\":13,"), "{told}");
        let wrong = answer(&line.replace("HA", "XX"), false).unwrap_err();
        assert!(wrong.contains("play[0]"), "{wrong}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, words) in [
            ("{}", "neither `pbn` nor `remaining` is there"),
            (r#"{"kind":"table"}"#, "`pbn` is missing"),
            (r#"{"kind":"x","pbn":""}"#, "`kind` is `x`, neither"),
            (r#"{"kind":1}"#, "`kind` is not a text"),
            (r#"{"pbn":"","remaining":""}"#, "are both there"),
            (r#"{"pbn":"N:A... A... - -"}"#, "`pbn`: SA is there twice"),
            (
                r#"{"pbn":"N:A... K... - -"}"#,
                "`pbn`: hands of unequal size: 1, 1, 0 and 0 cards",
            ),
            (r#"{"pbn":"N:- - - -"}"#, "`pbn`: there are no cards"),
            (
                r#"{"remaining":"N:A... K... Q... J..."}"#,
                "`trump` is missing",
            ),
            (
                r#"{"remaining":"N:A... K... Q... J...","trump":"S"}"#,
                "neither `leader` nor `to_move`",
            ),
            (
                r#"{"remaining":"N:A... K... Q... J...","trump":"S","leader":"N","current_trick":["S2"]}"#,
                "hand of N: expected 0 left, found 1 (cards in the trick led by N: 1)",
            ),
            (
                r#"{"remaining":"N:A... K... Q... J...","trump":"S","leader":"N","current_trick":["1"]}"#,
                "`current_trick`: `1` is not a card",
            ),
            (
                r#"{"remaining":"N:A... K... Q... J...","trump":"S","leader":"N","current_trick":"S2"}"#,
                "`current_trick` is not a list of cards",
            ),
            (
                r#"{"remaining":"N:A... K... Q... J...","trump":"S","leader":"N","to_move":"S"}"#,
                "`to_move` is S, but with so many cards (0) in the trick led by N it is N's turn",
            ),
            ("nonsense", "not JSON"),
        ] {
            let error = answer(line, false).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }
}
