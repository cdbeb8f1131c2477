//! JSON with comments, as the platform's configuration files are written.
//!
//! Comments (`// to the end of the line` and `/* over several lines */`) become spaces, so that a
//! line number in a later error is that of the file.

/// A comment that is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: unclosed comment /*: add */")]
pub struct Unclosed {
    /// The line where it begins, from 1.
    pub line: usize,
}

/// The text with its comments blanked out.
///
/// # Errors
/// If a comment is never closed.
pub fn blanked(text: &str) -> Result<String, Unclosed> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => {
                let before = text.len() - rest.len();
                let line = || text[..before].matches('\n').count() + 1;
                let end = rest[2..].find("*/");
                end.ok_or_else(|| Unclosed { line: line() })? + 4
            }
            _ => c.len_utf8(),
        };
        let (piece, after) = rest.split_at(taken);
        if piece.starts_with("//") || piece.starts_with("/*") {
            out.extend(piece.chars().map(|c| if c == '\n' { c } else { ' ' }));
        } else {
            out.push_str(piece);
        }
        rest = after;
    }
    Ok(out)
}

/// The length of the string literal at the start of a text, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn comments_go_and_lines_stay() {
        let text =
            "{ // ends\n \"a\": 1, /* two\n lines */ \"b\": \"no // comment \\\" /* here */\" }";
        let blank = blanked(text).unwrap();
        assert_eq!(blank.lines().count(), text.lines().count());
        let value: Value = serde_json::from_str(&blank).unwrap();
        assert_eq!(value, json!({"a": 1, "b": "no // comment \" /* here */"}));
    }

    #[test]
    fn a_comment_must_be_closed() {
        assert_eq!(blanked("{}\n /* on and on"), Err(Unclosed { line: 2 }));
        assert_eq!(blanked("/*/"), Err(Unclosed { line: 1 }));
    }

    proptest! {
        #[test]
        fn json_without_comments_is_left_alone(text in "[a-z\"{}\\[\\]:, \n\\\\]{0,40}", any: String) {
            prop_assert_eq!(blanked(&text).unwrap(), text);
            let _ = blanked(&any);
        }
    }
}
