//! From the text of a LIN file to boards.

use super::board::Draft;
use super::{LAYOUT, OF_MATCH};
use crate::record::place::{Complaint, Cursor, Place, excerpt, tidy};
use crate::record::{Reading, Tag};

/// Reads all boards of a text.
pub fn read(text: &str) -> Reading {
    let mut reader = Reader::default();
    let mut cursor = Cursor::new(text);
    while let Some((name, place, value)) = reader.pair(&mut cursor) {
        reader.take(name, place, value);
    }
    reader.finish();
    // Something was said, but not about any board.
    if let Some(place) = reader.draft.begun {
        reader.complain(place, "no board follows");
    }
    let mut reading = reader.reading;
    reading.complaints.sort_by_key(|c| (c.line, c.column));
    reading
}

#[derive(Default)]
struct Reader {
    reading: Reading,
    draft: Draft,
    /// Names of the players, perhaps of two tables, until others are given.
    names: Vec<String>,
    /// What is said about all boards.
    of_match: Vec<Tag>,
}

impl Reader {
    fn complain(&mut self, place: Place, message: impl Into<String>) {
        let complaint = Complaint::new(place, message);
        self.reading.complaints.push(complaint);
    }

    /// The next name, and its value with its place.
    fn pair<'a>(&mut self, cursor: &mut Cursor<'a>) -> Option<(&'a str, Place, &'a str)> {
        loop {
            cursor.skip_blanks();
            let start = cursor.place();
            let written = cursor.take_while(|letter| letter != '|');
            if cursor.take().is_none() {
                if !written.is_empty() {
                    self.complain(start, format!("`{}` has no value", excerpt(written)));
                }
                return None;
            }
            let name = written.trim_end();
            // Text that lost its stroke: the name is the last word of it.
            let word = name.rsplit(char::is_whitespace).next().unwrap_or_default();
            if word.len() < name.len() {
                let lost = &name[..name.len() - word.len()];
                self.complain(start, format!("`{}` is not understood", excerpt(lost)));
            }
            if word.chars().count() == 2 {
                return Some(self.value(cursor, word));
            }
            self.complain(
                start,
                format!("`{}` is not the name of a tag", excerpt(word)),
            );
        }
    }

    fn value<'a>(&mut self, cursor: &mut Cursor<'a>, name: &'a str) -> (&'a str, Place, &'a str) {
        let place = cursor.place();
        let value = cursor.take_while(|letter| letter != '|');
        if cursor.take().is_none() && !value.trim().is_empty() {
            self.complain(place, format!("the value of {name} is not closed by `|`"));
        }
        (name, place, value)
    }

    fn take(&mut self, name: &str, place: Place, value: &str) {
        let name = name.to_ascii_lowercase();
        if self.draft.ends_before(&name) {
            self.finish();
        }
        let text = tidy(value);
        if name == "pn" {
            self.names = text.split(',').map(tidy).collect();
            if self.names.len() > 8 {
                self.complain(place, "there are more than eight names");
            }
        } else if OF_MATCH.contains(&name.as_str()) {
            self.of_match.retain(|tag| tag.name != name);
            self.of_match.push(Tag::new(name, text));
        } else if !LAYOUT.contains(&name.as_str()) {
            let fault = self.draft.set(&name, place, text);
            if let Err(fault) = fault {
                self.complain(place, fault);
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
        self.reading.records.push(record);
    }

    fn match_tags(&self) -> Vec<Tag> {
        let title = self.of_match.iter().find(|tag| tag.name == "vg");
        let title = title.and_then(|tag| tag.value.split(',').next());
        let event = title.filter(|title| !title.is_empty());
        let event = event.map(|title| Tag::new("Event", title));
        event.into_iter().chain(self.of_match.clone()).collect()
    }
}
