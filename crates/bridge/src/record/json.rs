//! Boards in JSON: the written form of this program ([`Line`], [`At`]).
//!
//! A text has one value or several, one after the other: a board, a board at a step, a list of
//! boards, or an object whose `boards` are one, as the operations answer.

use super::{Complaint, Reading, Record};
use crate::line::{At, Line, LineError};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Whether a text is JSON rather than PBN, which begins with a tag or a comment.
pub(super) fn is_json(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let next = |open: char| Some(start.strip_prefix(open)?.trim_start().chars().next());
    match (next('{'), next('[')) {
        (Some(next), _) => matches!(next, Some('"' | '}')),
        (_, Some(next)) => matches!(next, Some('{' | ']')),
        _ => false,
    }
}

/// Reads all boards of a text; a value that is none is left out and complained of.
pub(super) fn read(text: &str) -> Reading {
    let text = text.trim_start_matches('\u{feff}');
    let mut reading = Reading::default();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut from = 0;
    while let Some(value) = values.next() {
        let start = from + text[from..].find(['{', '[']).unwrap_or(0);
        match value {
            Ok(value) => each(&value, "", &mut |found| match found {
                Ok(record) => reading.records.push(record),
                Err(why) => reading.complaints.push(complaint(&text[..start], &why)),
            }),
            Err(error) => reading.complaints.push(Complaint {
                line: error.line(),
                column: error.column(),
                message: format!("this is no JSON: {error}"),
            }),
        }
        from = values.byte_offset();
    }
    reading
}

/// A complaint about the value that begins after a text.
fn complaint(before: &str, why: &LineError) -> Complaint {
    let line = before.rsplit('\n').next().unwrap_or_default();
    Complaint {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        message: why.to_string(),
    }
}

/// Tells each board of a value that stands at a path.
fn each(value: &Value, path: &str, tell: &mut dyn FnMut(Result<Record, LineError>)) {
    let boards = value.as_array().map(|list| (list, path.to_owned()));
    let inner = || {
        let list = value.get("boards")?.as_array()?;
        Some((list, format!("{path}boards")))
    };
    match boards.or_else(inner) {
        Some((list, name)) => {
            for (index, value) in list.iter().enumerate() {
                each(value, &format!("{name}[{index}]."), tell);
            }
        }
        None if value.get("board").is_some_and(Value::is_object) => {
            tell(one(value, path, At::record));
        }
        None => tell(one(value, path, Line::record)),
    }
}

fn one<T: DeserializeOwned>(
    value: &Value,
    path: &str,
    record: fn(&T) -> Result<Record, LineError>,
) -> Result<Record, LineError> {
    let place = path.trim_end_matches('.');
    let read = T::deserialize(value).map_err(|why| LineError {
        place: if place.is_empty() { "board" } else { place }.to_owned(),
        why: why.to_string(),
    });
    record(&read?).map_err(|why| why.below(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::tests::example;
    use crate::record;
    use serde_json::json;

    #[test]
    fn boards_are_read_in_every_shape_they_are_written() {
        let board = example();
        let at = json!({"board": board, "step": 10});
        for (value, cards) in [
            (json!(board), vec![8]),
            (at.clone(), vec![2]),
            (json!([board, at]), vec![8, 2]),
            (json!({"boards": [board], "complaints": []}), vec![8]),
        ] {
            let reading = record::read(&value.to_string());
            assert!(reading.complaints.is_empty(), "{:?}", reading.complaints);
            let found: Vec<_> = reading.records.iter().map(|r| r.cards.len()).collect();
            assert_eq!(found, cards);
            assert_eq!(reading.records[0].number, Some(2));
        }
        let lines = format!("{}\n{}\n", json!(board), json!(board));
        assert_eq!(record::read(&lines).records.len(), 2);
    }

    #[test]
    fn what_is_no_board_is_named_by_its_place() {
        let mut board = example();
        board.auction[1] = "1C".to_owned();
        let text = format!("{}\n  {}", json!(example()), json!({"boards": [board]}));
        let reading = record::read(&text);
        assert_eq!(reading.records.len(), 1);
        let complaint = &reading.complaints[0];
        assert_eq!((complaint.line, complaint.column), (2, 3));
        assert!(
            complaint.message.starts_with("boards[0].auction[1]: "),
            "{complaint}"
        );
        for text in ["{\"number\":1", "[{]", "{\"x\":1}", "{}"] {
            let reading = record::read(text);
            assert_eq!(reading.complaints.len(), 1, "{text}");
        }
        assert!(!is_json("{a comment}\n[Event \"\"]") && !is_json("[Event \"x\"]"));
    }
}
