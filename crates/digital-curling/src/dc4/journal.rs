//! A match on disk: one file, one line for everything that happened, never changed afterwards.
//!
//! The first line says what the match is, the next ones who plays, then the settled [`Setup`], then
//! every [`Entry`]. A line is written before anybody is told of it, so a server that was killed
//! goes on from there: nothing that was answered is forgotten. What was being written at that
//! moment is a torn last line; it is dropped. Anything else that cannot be read is damage, and for
//! a person to look at. Written means handed to the operating system: a machine that loses its
//! power may lose the last moments.

use super::message::{Settings, TeamSettings};
use crate::bout::Entry;
use crate::record::{Closing, Record, Tail};
use crate::setup::Setup;
use curling::rules::Team;
use lookahead::Seed;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// How the files of matches end.
pub const EXTENSION: &str = "jsonl";

/// The form of the lines; one that is not known is not read.
const VERSION: u32 = 1;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A match was asked for.
    Match(Box<Header>),
    /// Somebody took a side.
    Side(Box<SideTaken>),
    /// Both sides are taken: what is played.
    Setup(Box<Setup>),
    /// Something was done.
    Entry(Box<Entry>),
    /// The match was given up by the server, because nobody came.
    Abandoned,
}

/// What a match is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form of the lines.
    pub version: u32,
    /// Its name to the world.
    pub id: Uuid,
    /// Who asked for it.
    pub owner: String,
    /// What was asked for.
    pub settings: Settings,
    /// Where its dice come from.
    pub seed: Seed,
}

impl Header {
    /// A new match.
    pub fn new(id: Uuid, owner: String, settings: Settings, seed: Seed) -> Self {
        Header {
            version: VERSION,
            id,
            owner,
            settings,
            seed,
        }
    }
}

/// Who plays on a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTaken {
    /// Which.
    pub team: Team,
    /// The user.
    pub user: String,
    /// The team.
    pub settings: TeamSettings,
}

/// A file being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    length: u64,
}

/// A file that cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system does not let us.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// It does not say what it should.
    #[error("line {line} of {path}: {why}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

/// What was read.
#[derive(Debug)]
pub struct Read {
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether a torn line was dropped.
    pub torn: bool,
    /// To be written on.
    pub journal: Journal,
}

impl Journal {
    /// The file of a match.
    pub fn path(folder: &Path, id: Uuid) -> PathBuf {
        folder.join(format!("{id}.{EXTENSION}"))
    }

    /// A new file with its first line.
    ///
    /// # Errors
    /// If it cannot be written, or is there already.
    pub fn create(folder: &Path, header: Header) -> io::Result<Self> {
        let path = Self::path(folder, header.id);
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)?;
        let mut journal = Journal { file, length: 0 };
        journal.write(&Line::Match(Box::new(header)))?;
        Ok(journal)
    }

    /// Writes a line; all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        if let Err(error) = self.file.write_all(&text) {
            // Half a line would make the next one unreadable.
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// One that cannot be written to.
    #[cfg(test)]
    pub(crate) fn broken(path: &Path) -> Self {
        let file = File::open(path).expect("there is a file");
        let length = file.metadata().expect("it has a length").len();
        Journal { file, length }
    }

    /// Reads a file, and cuts a torn last line off it.
    ///
    /// # Errors
    /// If it cannot be read or a line is damaged; it is left as it is.
    pub fn read(path: &Path) -> Result<Read, JournalError> {
        let unreadable = |why| JournalError::Unreadable {
            path: path.to_owned(),
            why,
        };
        let Whole {
            lines,
            length,
            torn,
        } = Whole::read(path)?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(unreadable)?;
        if torn {
            file.set_len(length).map_err(unreadable)?;
        }
        Ok(Read {
            lines,
            torn,
            journal: Journal { file, length },
        })
    }

    /// What was played, as a record; nothing if the sides were never taken. The file is only looked
    /// at, whoever writes on it.
    ///
    /// # Errors
    /// If it cannot be read or a line is damaged.
    pub fn record(path: &Path) -> Result<Option<Record>, JournalError> {
        Whole::read(path).map(Whole::record)
    }

    /// The same of a file that is in memory; its name is for errors.
    ///
    /// # Errors
    /// If a line is damaged.
    pub fn recorded(bytes: &[u8], path: &Path) -> Result<Option<Record>, JournalError> {
        Whole::of(bytes, path).map(Whole::record)
    }
}

/// The whole lines of a file.
struct Whole {
    lines: Vec<Line>,
    /// How long they are together, in bytes.
    length: u64,
    /// Whether part of a line comes after them.
    torn: bool,
}

impl Whole {
    /// What was played, as a record; nothing if the sides were never taken.
    fn record(self) -> Option<Record> {
        let Whole {
            lines,
            length,
            torn,
        } = self;
        let count = lines.len();
        let mut started = String::new();
        let (mut setup, mut entries) = (None, Vec::new());
        for line in lines {
            match line {
                Line::Match(header) => started = header.id.to_string(),
                Line::Setup(settled) => setup = Some(*settled),
                Line::Entry(entry) => entries.push(*entry),
                Line::Side(_) | Line::Abandoned => {}
            }
        }
        let setup = setup?;
        let tail = if torn {
            Tail::Torn {
                line: count + 1,
                at: length,
            }
        } else {
            Tail::Whole
        };
        let mut record = Record {
            started,
            setup,
            entries,
            result: None,
            tail,
        };
        // How it ended follows from what was done.
        let last = record
            .replay()
            .ok()
            .and_then(|steps| Some(steps.last()?.after));
        record.result = last.and_then(|game| Closing::of(&game));
        Some(record)
    }

    fn read(path: &Path) -> Result<Self, JournalError> {
        let unreadable = |why| JournalError::Unreadable {
            path: path.to_owned(),
            why,
        };
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Self::of(&bytes, path)
    }

    fn of(bytes: &[u8], path: &Path) -> Result<Self, JournalError> {
        let whole = bytes
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let mut lines = Vec::new();
        for (index, text) in bytes[..whole].split_inclusive(|&b| b == b'\n').enumerate() {
            let damaged = |why: String| JournalError::Damaged {
                path: path.to_owned(),
                line: index + 1,
                why,
            };
            let line: Line =
                serde_json::from_slice(text).map_err(|why| damaged(why.to_string()))?;
            match (&line, index) {
                (Line::Match(header), 0) if header.version != VERSION => {
                    let version = header.version;
                    return Err(damaged(format!(
                        "it is of form {version}, and this program reads form {VERSION}"
                    )));
                }
                (Line::Match(_), 0) | (_, 1..) => lines.push(line),
                _ => return Err(damaged("it does not say what match this is".to_owned())),
            }
        }
        Ok(Whole {
            lines,
            length: whole as u64,
            torn: whole < bytes.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let settings = Settings::standard(2);
        Header::new(Uuid::new_v4(), "user0".to_owned(), settings, Seed(3))
    }

    #[test]
    fn a_torn_last_line_is_dropped_and_writing_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let header = header();
        let path = Journal::path(folder.path(), header.id);
        let mut journal = Journal::create(folder.path(), header.clone()).unwrap();
        journal.write(&Line::Abandoned).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let mut torn = whole.clone();
        torn.extend_from_slice(b"{\"entry\":{\"te");
        std::fs::write(&path, torn).unwrap();
        let mut read = Journal::read(&path).unwrap();
        assert!(read.torn);
        assert_eq!(read.lines.len(), 2);
        read.journal.write(&Line::Abandoned).unwrap();
        let again = Journal::read(&path).unwrap();
        assert!(!again.torn);
        assert_eq!(again.lines[0], Line::Match(Box::new(header)));
        assert_eq!(again.lines[1..], [Line::Abandoned, Line::Abandoned]);
    }

    #[test]
    fn damage_is_named_by_its_line_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        Journal::create(folder.path(), header()).unwrap();
        for (text, words) in [
            ("\"abandoned\"\n", "line 1"),
            ("nonsense\ntorn", "line 1"),
            ("\u{0}\u{0}\n", "line 1"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Journal::read(&path).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_match_is_not_written_over_another() {
        let folder = tempfile::tempdir().unwrap();
        let header = header();
        Journal::create(folder.path(), header.clone()).unwrap();
        assert!(Journal::create(folder.path(), header).is_err());
    }
}
