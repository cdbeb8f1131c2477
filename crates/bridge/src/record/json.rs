//! Boards in JSON: the written form of this program ([`Line`], [`BoardAtStep`]).
//!
//! A text has one value or several, one after the other: a board, a board at a step, a list of
//! boards, or an object whose `boards` are one, as the operations answer.

use super::{Diagnostic, ParsedRecords, Record};
use crate::line::{BoardAtStep, Line, LineError};
use arena::Phrase;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Returns whether a text is JSON rather than PBN, which begins with a tag or a comment.
pub(super) fn is_json(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let next = |open: char| Some(start.strip_prefix(open)?.trim_start().chars().next());
    match (next('{'), next('[')) {
        (Some(next), _) => matches!(next, Some('"' | '}')),
        (_, Some(next)) => matches!(next, Some('{' | ']')),
        _ => false,
    }
}

/// Reads all boards of a text; a value that is not a board is skipped and reported.
pub(super) fn read(text: &str) -> ParsedRecords {
    let text = text.trim_start_matches('\u{feff}');
    let mut parsed = ParsedRecords::default();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut from = 0;
    while let Some(value) = values.next() {
        let start = from + text[from..].find(['{', '[']).unwrap_or(0);
        match value {
            Ok(value) => each(&value, "", &mut |found| match found {
                Ok(record) => parsed.records.push(record),
                Err(why) => parsed.diagnostics.push(diagnostic(&text[..start], &why)),
            }),
            Err(error) => {
                let english = format!("invalid JSON: {error}");
                let message = (english, format!("JSONとして読めません（{error}）")).into();
                let diagnostic = Diagnostic::at(error.line(), error.column(), &message);
                parsed.diagnostics.push(diagnostic);
            }
        }
        from = values.byte_offset();
    }
    parsed
}

/// Returns a diagnostic for the value after a text.
fn diagnostic(before: &str, why: &LineError) -> Diagnostic {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let (line, column) = (before.matches('\n').count() + 1, line.chars().count() + 1);
    let message = Phrase::from((why.to_string(), format!("{}: {}", why.place, why.why.ja())));
    Diagnostic::at(line, column, &message)
}

/// Calls `visit` for each board of a value at a path.
fn each(value: &Value, path: &str, visit: &mut dyn FnMut(Result<Record, LineError>)) {
    let boards = value.as_array().map(|list| (list, path.to_owned()));
    let inner = || {
        let list = value.get("boards")?.as_array()?;
        Some((list, format!("{path}boards")))
    };
    match boards.or_else(inner) {
        Some((list, name)) => {
            for (index, value) in list.iter().enumerate() {
                each(value, &format!("{name}[{index}]."), visit);
            }
        }
        None if value.get("board").is_some_and(Value::is_object) => {
            visit(one(value, path, BoardAtStep::record));
        }
        None => visit(one(value, path, Line::record)),
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
        why: why.to_string().into(),
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
            (json!({"boards": [board], "diagnostics": []}), vec![8]),
        ] {
            let parsed = record::read(&value.to_string());
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            let found: Vec<_> = parsed.records.iter().map(|r| r.cards.len()).collect();
            assert_eq!(found, cards);
            assert_eq!(parsed.records[0].number, Some(2));
        }
        let lines = format!("{}\n{}\n", json!(board), json!(board));
        assert_eq!(record::read(&lines).records.len(), 2);
    }

    #[test]
    fn what_is_no_board_is_named_by_its_place() {
        let mut board = example();
        board.auction[1] = "1C".to_owned();
        let text = format!("{}\n  {}", json!(example()), json!({"boards": [board]}));
        let parsed = record::read(&text);
        assert_eq!(parsed.records.len(), 1);
        let diagnostic = &parsed.diagnostics[0];
        assert_eq!((diagnostic.line, diagnostic.column), (2, 3));
        assert!(
            diagnostic.message.starts_with("boards[0].auction[1]: "),
            "{diagnostic}"
        );
        for text in ["{\"number\":1", "[{]", "{\"x\":1}", "{}"] {
            let parsed = record::read(text);
            assert_eq!(parsed.diagnostics.len(), 1, "{text}");
        }
        assert!(!is_json("{a comment}\n[Event \"\"]") && !is_json("[Event \"x\"]"));
    }
}
