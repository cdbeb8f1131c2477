//! Places in a text, diagnostics, and the reading cursor.

use arena::Phrase;
use schemars::JsonSchema;
use serde::Serialize;

/// A message about text that could not be read or is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
#[schemars(rename = "BridgeComplaint")]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The message.
    pub message: String,
    /// The message in Japanese.
    pub japanese: String,
}

impl Diagnostic {
    pub(super) fn new(place: Place, message: impl Into<Phrase>) -> Self {
        Self::at(place.line, place.column, &message.into())
    }

    pub(super) fn at(line: usize, column: usize, message: &Phrase) -> Self {
        Diagnostic {
            line,
            column,
            message: message.en().to_owned(),
            japanese: message.ja().to_owned(),
        }
    }
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(super) fn column(self) -> usize {
        self.column
    }

    pub(super) fn line(self) -> usize {
        self.line
    }

    /// Returns the place after this text, which is part of one line.
    pub(super) fn past(self, text: &str) -> Self {
        let column = self.column + text.chars().count();
        Place { column, ..self }
    }
}

/// A text and the reading position. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning of a text, after its byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        Cursor {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: Place { line: 1, column: 1 },
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        let in_pair = letter == '\r' && self.peek() == Some('\n');
        if is_line_end(letter) && !in_pair {
            self.place.line += 1;
            self.place.column = 1;
        } else if !in_pair {
            self.place.column += 1;
        }
        Some(letter)
    }

    /// Takes characters as long as they match.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.take();
        }
        &start[..start.len() - self.rest.len()]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }
}

pub(super) fn is_line_end(letter: char) -> bool {
    letter == '\n' || letter == '\r'
}

/// Returns the beginning of a text, for messages: one line, not too long.
pub(super) fn excerpt(text: &str) -> String {
    let line = text.trim().split(is_line_end).next().unwrap_or_default();
    let mut short: String = line.chars().take(40).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// Returns a text with all its lines ended by `\n`, and nothing blank around it.
pub(super) fn trimmed_lines(text: &str) -> String {
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    unix.trim().to_owned()
}

/// Returns a text on one line, with nothing blank around it.
pub(super) fn one_line(text: &str) -> String {
    let spaced = text.replace(|c: char| c.is_control(), " ");
    spaced.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_ends_of_lines_are_counted_once() {
        let mut cursor = Cursor::new("\u{feff}a\nb\r\nc\rd");
        let mut places = Vec::new();
        while let Some(letter) = cursor.peek() {
            if letter.is_alphabetic() {
                places.push((letter, cursor.place.line, cursor.place.column));
            }
            cursor.take();
        }
        let expected = [('a', 1, 1), ('b', 2, 1), ('c', 3, 1), ('d', 4, 1)];
        assert_eq!(places, expected);
    }

    #[test]
    fn excerpts_end_between_letters() {
        assert_eq!(excerpt(" é\nx"), "é");
        assert_eq!(excerpt(&"ü".repeat(41)), format!("{}…", "ü".repeat(40)));
    }
}
