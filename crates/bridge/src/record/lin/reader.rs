//! Reader of LIN files.

use super::board::Draft;
use super::{LAYOUT, OF_MATCH};
use crate::record::cursor::{Cursor, Diagnostic, Place, excerpt, trimmed_lines};
use crate::record::{ParsedRecords, Tag};
use arena::Phrase;

/// Reads all boards of a text.
pub fn read(text: &str) -> ParsedRecords {
    let mut reader = Reader::default();
    let mut cursor = Cursor::new(text);
    while let Some((name, place, value)) = reader.pair(&mut cursor) {
        reader.take(name, place, value);
    }
    reader.finish();
    // Tags that belong to no board.
    if let Some(place) = reader.draft.begun {
        reader.report(place, ("no board follows", "この後にボードがありません"));
    }
    let mut parsed = reader.parsed;
    parsed.diagnostics.sort_by_key(|c| (c.line, c.column));
    parsed
}

#[derive(Default)]
struct Reader {
    parsed: ParsedRecords,
    draft: Draft,
    /// The names of the players, possibly of two tables, until others are given.
    names: Vec<String>,
    /// The tags of all boards.
    of_match: Vec<Tag>,
}

impl Reader {
    fn report(&mut self, place: Place, message: impl Into<Phrase>) {
        let diagnostic = Diagnostic::new(place, message);
        self.parsed.diagnostics.push(diagnostic);
    }

    /// Reads the next name, and its value with its place.
    fn pair<'a>(&mut self, cursor: &mut Cursor<'a>) -> Option<(&'a str, Place, &'a str)> {
        loop {
            cursor.skip_blanks();
            let start = cursor.place();
            let written = cursor.take_while(|letter| letter != '|');
            if cursor.take().is_none() {
                if !written.is_empty() {
                    let name = excerpt(written);
                    let japanese = format!("「{name}」に値がありません");
                    self.report(start, (format!("`{name}` has no value"), japanese));
                }
                return None;
            }
            let name = written.trim_end();
            // Text without its stroke: the name is the last word of it.
            let word = name.rsplit(char::is_whitespace).next().unwrap_or_default();
            if word.len() < name.len() {
                let lost = excerpt(&name[..name.len() - word.len()]);
                let japanese = format!("余分な「{lost}」があります");
                self.report(start, (format!("unexpected text `{lost}`"), japanese));
            }
            if word.chars().count() == 2 {
                return Some(self.value(cursor, word));
            }
            let word = excerpt(word);
            let japanese = format!("「{word}」はタグの名前ではありません");
            self.report(
                start,
                (format!("`{word}` is not the name of a tag"), japanese),
            );
        }
    }

    fn value<'a>(&mut self, cursor: &mut Cursor<'a>, name: &'a str) -> (&'a str, Place, &'a str) {
        let place = cursor.place();
        let value = cursor.take_while(|letter| letter != '|');
        if cursor.take().is_none() && !value.trim().is_empty() {
            let english = format!("the value of {name} is not closed by `|`");
            let japanese = format!("{name}の値が「|」で閉じられていません");
            self.report(place, (english, japanese));
        }
        (name, place, value)
    }

    fn take(&mut self, name: &str, place: Place, value: &str) {
        let name = name.to_ascii_lowercase();
        if self.draft.ends_before(&name) {
            self.finish();
        }
        let text = trimmed_lines(value);
        if name == "pn" {
            self.names = text.split(',').map(trimmed_lines).collect();
            if self.names.len() > 8 {
                let message = ("expected at most eight names", "名前は8人分までです");
                self.report(place, message);
            }
        } else if OF_MATCH.contains(&name.as_str()) {
            self.of_match.retain(|tag| tag.name != name);
            self.of_match.push(Tag::new(name, text));
        } else if !LAYOUT.contains(&name.as_str()) {
            let fault = self.draft.set(&name, place, text);
            if let Err(fault) = fault {
                self.report(place, fault);
            }
        }
    }

    fn finish(&mut self) {
        if !self.draft.is_board() {
            return;
        }
        let draft = std::mem::take(&mut self.draft);
        let mut record = draft.finish(&self.names);
        record.tags.splice(0..0, self.match_tags());
        self.parsed.records.push(record);
    }

    fn match_tags(&self) -> Vec<Tag> {
        let title = self.of_match.iter().find(|tag| tag.name == "vg");
        let title = title.and_then(|tag| tag.value.split(',').next());
        let event = title.filter(|title| !title.is_empty());
        let event = event.map(|title| Tag::new("Event", title));
        event.into_iter().chain(self.of_match.clone()).collect()
    }
}
