//! The journal of a cup: an append-only file of decisions, one a line, on disk before they count.
//!
//! ```text
//! {"cup":{"version":1,"id":"…","title":"…","divisions":[…]}}          what is played
//! {"round":{"division":0,"round":{"pairs":[[0,1]]}}}                   a Swiss round was paired
//! {"begun":{"match":"…","at":…}}                                       a match was begun
//! {"over":{"match":"…","at":…,"result":{…}}}                           it is over
//! {"void":{"match":"…","at":…}}                                        it is to be played again
//! {"paused":true}                                                      no further match begins
//! ```
//!
//! The matches themselves have journals of their own ([`crate::dc4::journal`]), from which a result
//! is read if a killed server had no time to write it here. A torn last line is dropped; any other
//! unreadable line is damage, to be examined by a person.

use super::pairing::Round;
use super::plan::{Cup, Division, Format};
use super::result::CupResult;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The name of the file in the folder of a cup.
pub const FILE: &str = "cup.jsonl";

/// The version of the format; others are not read.
const VERSION: u32 = 1;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The cup as it began.
    Cup(Box<Header>),
    /// A round of a Swiss division was paired.
    Round {
        /// The number of the division.
        division: usize,
        /// The round; its entrants are numbers in the division.
        round: Round,
    },
    /// A match was begun.
    Begun {
        /// The id.
        r#match: Uuid,
        /// The time, in milliseconds since 1970.
        at: u64,
    },
    /// A match is over.
    Over {
        /// The id.
        r#match: Uuid,
        /// The time, in milliseconds since 1970.
        at: u64,
        /// The result.
        result: CupResult,
    },
    /// A match is void and is played again.
    Void {
        /// The id.
        r#match: Uuid,
        /// The time, in milliseconds since 1970.
        at: u64,
    },
    /// Whether the cup is paused.
    Paused(bool),
}

/// The first line: what is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    version: u32,
    /// The id of the cup, from which those of its matches are derived.
    pub id: Uuid,
    title: String,
    divisions: Vec<WrittenDivision>,
}

/// A division as it began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct WrittenDivision {
    name: String,
    format: Format,
    rounds: u32,
    repetitions: u32,
    entrants: Vec<String>,
    conditions: serde_json::Value,
}

impl WrittenDivision {
    fn of(division: &Division, cup: &Cup) -> Self {
        let conditions = serde_json::to_value(division.plan.written());
        let name = |number: &usize| cup.entrants[*number].name.clone();
        WrittenDivision {
            name: division.name.clone(),
            format: division.format,
            rounds: division.rounds,
            repetitions: division.repetitions,
            entrants: division.entrants.iter().map(name).collect(),
            conditions: conditions.unwrap_or_default(),
        }
    }

    /// The key that differs from another form of the division.
    fn difference(&self, now: &Self) -> Option<&'static str> {
        [
            ("name", self.name == now.name),
            ("format", self.format == now.format),
            ("rounds", self.rounds == now.rounds),
            ("repetitions", self.repetitions == now.repetitions),
            ("entrants", self.entrants == now.entrants),
            ("conditions", self.conditions == now.conditions),
        ]
        .into_iter()
        .find_map(|(key, same)| (!same).then_some(key))
    }
}

impl Header {
    fn of(cup: &Cup, id: Uuid) -> Self {
        let divisions = cup.divisions.iter();
        Header {
            version: VERSION,
            id,
            title: cup.title.clone(),
            divisions: divisions
                .map(|division| WrittenDivision::of(division, cup))
                .collect(),
        }
    }

    /// Compares with the plan of now.
    fn check(&self, cup: &Cup) -> Result<(), String> {
        let now = Header::of(cup, self.id);
        let contradicts = |what: String| {
            Err(format!(
                "the cup file contradicts what was played: {what} has changed; take the former one, or another `data` folder for a new cup"
            ))
        };
        if self.version != VERSION {
            let version = self.version;
            return Err(format!(
                "unsupported version {version}: this program reads version {VERSION}"
            ));
        }
        if self.title != now.title {
            return contradicts("`title`".to_owned());
        }
        if self.divisions.len() != now.divisions.len() {
            return contradicts("the number of divisions".to_owned());
        }
        for (was, is) in self.divisions.iter().zip(&now.divisions) {
            if let Some(key) = was.difference(is) {
                return contradicts(format!("`{key}` of division `{}`", was.name));
            }
        }
        Ok(())
    }
}

/// An unusable journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("cannot use {path}: {why}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// An invalid line, or one that contradicts the cup file.
    #[error("{path}:{line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
}

/// A journal open for writing.
#[derive(Debug)]
pub struct CupJournal {
    file: File,
    length: u64,
}

impl CupJournal {
    /// Opens the journal of a cup in its folder, or begins it; with the lines so far.
    ///
    /// # Errors
    /// If it cannot be used, a line is damaged, or the cup file contradicts it.
    pub fn open(folder: &Path, cup: &Cup) -> Result<(Self, Header, Vec<Line>), JournalError> {
        let path = folder.join(FILE);
        let wrong = |why| JournalError::File {
            path: path.clone(),
            why,
        };
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let (header, lines, whole) = match std::fs::read(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => (None, Vec::new(), 0),
            Err(why) => return Err(wrong(why)),
            Ok(bytes) => read_lines(&bytes, cup).map_err(|(line, why)| JournalError::Line {
                path: path.clone(),
                line,
                why,
            })?,
        };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file = file.map_err(wrong)?;
        file.set_len(whole).map_err(wrong)?;
        let mut journal = CupJournal {
            file,
            length: whole,
        };
        let header = if let Some(header) = header {
            header
        } else {
            let header = Header::of(cup, Uuid::new_v4());
            let line = Line::Cup(Box::new(header.clone()));
            journal.write(&line).map_err(wrong)?;
            // The name of the file, too.
            let synced = File::open(folder).and_then(|folder| folder.sync_all());
            synced.map_err(wrong)?;
            header
        };
        Ok((journal, header, lines))
    }

    /// The lines of a cup that began in this folder, without changing anything; none if it did
    /// not begin.
    ///
    /// # Errors
    /// As [`CupJournal::open`].
    pub fn peek(folder: &Path, cup: &Cup) -> Result<Option<(Header, Vec<Line>)>, JournalError> {
        let path = folder.join(FILE);
        let bytes = match std::fs::read(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(JournalError::File { path, why }),
            Ok(bytes) => bytes,
        };
        let read = read_lines(&bytes, cup);
        let (header, lines, _) =
            read.map_err(|(line, why)| JournalError::Line { path, line, why })?;
        Ok(header.map(|header| (header, lines)))
    }

    /// Writes a line to the disk; all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let written = self.file.write_all(&text);
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Half a line would make the next one unreadable.
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += text.len() as u64;
        Ok(())
    }
}

type Lines = (Option<Header>, Vec<Line>, u64);

/// The complete lines, and their length in bytes.
fn read_lines(bytes: &[u8], cup: &Cup) -> Result<Lines, (usize, String)> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = end.map_or(0, |at| at + 1);
    let (mut header, mut lines) = (None, Vec::new());
    for (index, text) in bytes[..whole].split_inclusive(|&b| b == b'\n').enumerate() {
        let wrong = |why: String| (index + 1, why);
        let line: Line = serde_json::from_slice(text).map_err(|why| wrong(why.to_string()))?;
        match (line, index) {
            (Line::Cup(first), 0) => {
                first.check(cup).map_err(wrong)?;
                header = Some(*first);
            }
            (Line::Cup(_), _) | (_, 0) => {
                return Err(wrong("expected one `cup` line, the first".to_owned()));
            }
            (line, _) => lines.push(line),
        }
    }
    Ok((header, lines, whole as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cup::tests::small_cup;

    #[test]
    fn a_torn_last_line_is_dropped_and_writing_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let cup = small_cup(folder.path());
        let (mut journal, header, lines) = CupJournal::open(folder.path(), &cup).unwrap();
        assert!(lines.is_empty());
        journal.write(&Line::Paused(true)).unwrap();
        let path = folder.path().join(FILE);
        let whole = std::fs::read(&path).unwrap();
        let torn = [whole.as_slice(), b"{\"paus"].concat();
        std::fs::write(&path, torn).unwrap();
        let peeked = CupJournal::peek(folder.path(), &cup).unwrap().unwrap();
        assert_eq!(peeked, (header.clone(), vec![Line::Paused(true)]));
        let (mut journal, again, lines) = CupJournal::open(folder.path(), &cup).unwrap();
        assert_eq!((again, lines), (header, vec![Line::Paused(true)]));
        journal.write(&Line::Paused(false)).unwrap();
        let (_, _, lines) = CupJournal::open(folder.path(), &cup).unwrap();
        assert_eq!(lines, [Line::Paused(true), Line::Paused(false)]);
    }

    #[test]
    fn a_killed_first_line_is_a_cup_that_did_not_begin() {
        let folder = tempfile::tempdir().unwrap();
        let cup = small_cup(folder.path());
        std::fs::write(folder.path().join(FILE), "{\"cup\":{\"ver").unwrap();
        assert!(CupJournal::peek(folder.path(), &cup).unwrap().is_none());
        let (_, _, lines) = CupJournal::open(folder.path(), &cup).unwrap();
        assert!(lines.is_empty());
    }

    #[test]
    fn a_file_that_contradicts_what_was_played_is_refused_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let mut cup = small_cup(folder.path());
        CupJournal::open(folder.path(), &cup).unwrap();
        cup.wait = arena::clock::Span(std::time::Duration::from_secs(1));
        assert!(CupJournal::open(folder.path(), &cup).is_ok());
        let refused = |cup: &Cup| {
            CupJournal::open(folder.path(), cup)
                .unwrap_err()
                .to_string()
        };
        let mut other = cup.clone();
        other.divisions[0].repetitions = 7;
        let why = refused(&other);
        assert!(
            why.contains("cup.jsonl:1") && why.contains("`repetitions` of division `standard`")
        );
        let mut other = cup.clone();
        other.entrants[0].name = "somebody else".to_owned();
        assert!(refused(&other).contains("`entrants` of division"));
        let mut other = cup.clone();
        other.divisions[0].plan.conditions.rules.ends = 2;
        assert!(refused(&other).contains("`conditions` of division"));
        cup.title = "another".to_owned();
        assert!(refused(&cup).contains("`title`"));
    }

    #[test]
    fn damage_is_named_by_its_line_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cup = small_cup(folder.path());
        let (mut journal, ..) = CupJournal::open(folder.path(), &cup).unwrap();
        journal.write(&Line::Paused(true)).unwrap();
        let path = folder.path().join(FILE);
        let good = std::fs::read_to_string(&path).unwrap();
        for (text, line) in [
            (format!("{good}nonsense\n"), "cup.jsonl:3"),
            (format!("{good}{good}"), "cup.jsonl:3"),
            ("{\"paused\":true}\n".to_owned(), "cup.jsonl:1"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let why = CupJournal::open(folder.path(), &cup)
                .unwrap_err()
                .to_string();
            assert!(why.contains(line), "{why}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
