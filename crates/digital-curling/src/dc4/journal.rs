//! The journal of a match: an append-only file with one line per event.
//!
//! The first line is the header, then come the sides, the [`Setup`] and every [`Entry`]. A line is
//! written before the event is published, so a server that was killed continues from there: nothing
//! that was answered is lost. A torn last line is dropped. Any other unreadable line is damage, to
//! be examined by a person. Written means handed to the operating system: a machine that loses its
//! power may lose the last lines, unless the journal is durable, which waits for the disk at every
//! line.
//!
//! A journal can be read by others while its match is played, so it has only the hash of drawn
//! dice; the seed is in a file of its own until the match is over, and then in the last line.

use super::message::{Settings, TeamSettings};
use super::seed_file::SeedFile;
use crate::dice::{Dice, DrawnSeed};
use crate::match_state::Entry;
use crate::record::{MatchResult, Record, Tail};
use crate::setup::Setup;
use crate::timestamp;
use curling::rules::Team;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The extension of journal files.
pub const EXTENSION: &str = "jsonl";

/// The version of the format; others are not read.
const VERSION: u32 = 1;

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A match was created.
    Match(Box<Header>),
    /// A user joined a side.
    Side(Box<SideEntry>),
    /// Both sides are taken: the setup.
    Setup(Box<Setup>),
    /// A command was applied: the form of version 0.1, without its time.
    Entry(Box<Entry>),
    /// A command was applied.
    Applied(Box<AppliedEntry>),
    /// The match was abandoned by the server.
    Abandoned,
    /// The match is over: the seed of its drawn dice.
    Seed(DrawnSeed),
}

/// The header of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The id of the match.
    pub id: Uuid,
    /// The user who created the match.
    pub owner: String,
    /// The settings.
    pub settings: Settings,
    /// The dice.
    #[serde(rename = "seed")]
    pub dice: Dice,
    /// The creation time, in milliseconds since 1970; not in journals of version 0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<u64>,
}

/// A command that was applied, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppliedEntry {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The command.
    pub entry: Entry,
}

impl Header {
    /// The header of a match that is created now.
    pub fn new(id: Uuid, owner: String, settings: Settings, dice: impl Into<Dice>) -> Self {
        Header {
            version: VERSION,
            id,
            owner,
            settings,
            dice: dice.into(),
            created: Some(timestamp::now()),
        }
    }
}

/// The user and team of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    /// The side.
    pub team: Team,
    /// The user.
    pub user: String,
    /// The settings of the team.
    pub settings: TeamSettings,
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    length: u64,
    seed_file: SeedFile,
    durable: bool,
}

/// An unreadable or damaged journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read.
    #[error("cannot read {path}: {why}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// An invalid line.
    #[error("line {line} of {path}: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
}

/// A journal that was read.
#[derive(Debug)]
pub struct LoadedJournal {
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether a torn line was dropped.
    pub torn: bool,
    /// The journal, open for further lines.
    pub journal: Journal,
}

impl Journal {
    /// The file of a match.
    pub fn path(folder: &Path, id: Uuid) -> PathBuf {
        folder.join(format!("{id}.{EXTENSION}"))
    }

    /// Creates a journal with its header, and the file of a secret seed before it. A durable one is
    /// on disk, line by line.
    ///
    /// # Errors
    /// If the file cannot be written, or exists already.
    pub fn create(folder: &Path, header: Header, durable: bool) -> io::Result<Self> {
        let path = Self::path(folder, header.id);
        let seed_file = SeedFile::beside(&path);
        if let Some(seed) = header.dice.secret() {
            seed_file.create(seed, durable)?;
        }
        let created = Self::begin(&path, seed_file.clone(), header, durable);
        if created.is_err() {
            seed_file.remove();
        }
        created
    }

    fn begin(path: &Path, seed_file: SeedFile, header: Header, durable: bool) -> io::Result<Self> {
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)?;
        let mut journal = Journal {
            file,
            length: 0,
            seed_file,
            durable,
        };
        journal.write(&Line::Match(Box::new(header)))?;
        if let (true, Some(folder)) = (durable, path.parent()) {
            // Its name, too.
            File::open(folder)?.sync_all()?;
        }
        Ok(journal)
    }

    /// Removes the files of a match of which nothing was played, if there are any: a killed server
    /// may have left a seed without a journal, or a journal without a setup.
    ///
    /// # Errors
    /// If one cannot be removed.
    pub(crate) fn discard(folder: &Path, id: Uuid) -> io::Result<()> {
        let path = Self::path(folder, id);
        SeedFile::beside(&path).remove();
        match std::fs::remove_file(&path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
            _ => Ok(()),
        }
    }

    /// Writes the seed, now that the match is over, and removes its file.
    ///
    /// # Errors
    /// If the line cannot be written; the file stays.
    pub fn reveal(&mut self, seed: DrawnSeed) -> io::Result<()> {
        self.write(&Line::Seed(seed))?;
        self.seed_file.remove();
        Ok(())
    }

    /// The secret seed, while the match is played.
    ///
    /// # Errors
    /// If its file cannot be read, in words that name it.
    pub(crate) fn secret_seed(&self) -> Result<DrawnSeed, String> {
        self.seed_file.read()
    }

    /// Whether a written line is on disk, and not only with the operating system.
    pub fn set_durable(&mut self, durable: bool) {
        self.durable = durable;
    }

    /// Writes a whole line, or nothing.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        if let Err(error) = self.put(&text) {
            // Half a line would make the next one unreadable.
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += text.len() as u64;
        Ok(())
    }

    fn put(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all(text)?;
        if self.durable {
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// A journal that cannot be written to.
    #[cfg(test)]
    pub(crate) fn read_only(path: &Path) -> Self {
        let file = File::open(path).expect("there is a file");
        let length = file.metadata().expect("it has a length").len();
        Journal {
            file,
            length,
            seed_file: SeedFile::beside(path),
            durable: false,
        }
    }

    /// Reads a journal and removes a torn last line from the file.
    ///
    /// # Errors
    /// If the file cannot be read or a line is damaged; the file is left unchanged.
    pub fn read(path: &Path) -> Result<LoadedJournal, JournalError> {
        let unreadable = |why| JournalError::Unreadable {
            path: path.to_owned(),
            why,
        };
        let CompleteLines {
            lines,
            length,
            torn,
        } = CompleteLines::read(path)?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(unreadable)?;
        if torn {
            file.set_len(length).map_err(unreadable)?;
        }
        Ok(LoadedJournal {
            lines,
            torn,
            journal: Journal {
                file,
                length,
                seed_file: SeedFile::beside(path),
                durable: false,
            },
        })
    }

    /// The complete lines of a journal. The file is not changed.
    ///
    /// # Errors
    /// If the file cannot be read or a line is damaged.
    pub fn lines(path: &Path) -> Result<Vec<Line>, JournalError> {
        Ok(CompleteLines::read(path)?.lines)
    }

    /// The match as a record; none if the sides were never taken. The file is not changed.
    ///
    /// # Errors
    /// If the file cannot be read or a line is damaged.
    pub fn record(path: &Path) -> Result<Option<Record>, JournalError> {
        CompleteLines::read(path).map(CompleteLines::record)
    }

    /// The match of a journal in memory as a record; the path is for errors.
    ///
    /// # Errors
    /// If a line is damaged.
    pub fn record_from_bytes(bytes: &[u8], path: &Path) -> Result<Option<Record>, JournalError> {
        CompleteLines::of(bytes, path).map(CompleteLines::record)
    }
}

/// The complete lines of a file.
struct CompleteLines {
    lines: Vec<Line>,
    /// The length in bytes.
    length: u64,
    /// Whether a torn line follows.
    torn: bool,
}

impl CompleteLines {
    /// The match as a record; none if the sides were never taken.
    fn record(self) -> Option<Record> {
        let CompleteLines {
            lines,
            length,
            torn,
        } = self;
        let count = lines.len();
        let (mut started, mut told) = (String::new(), None);
        let (mut setup, mut entries, mut revealed) = (None, Vec::new(), None);
        for line in lines {
            match line {
                Line::Match(header) => {
                    started = header.id.to_string();
                    told = header.dice.commitment();
                }
                Line::Setup(settled) => setup = Some(*settled),
                Line::Entry(entry) => entries.push(*entry),
                Line::Seed(seed) => revealed = Some(seed),
                Line::Applied(applied) => entries.push(applied.entry),
                Line::Side(_) | Line::Abandoned => {}
            }
        }
        let mut setup: Setup = setup?;
        if let Some(hash) = told {
            // The hash that was told first is the one that binds.
            setup.dice = Dice::Committed(hash);
        }
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
            revealed: None,
            tail,
        };
        if let Some(seed) = revealed {
            record.reveal(seed);
        }
        // The result follows from the entries.
        let last = record
            .replay()
            .ok()
            .and_then(|steps| Some(steps.last()?.after));
        record.result = last.and_then(|game| MatchResult::of(&game));
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
                        "unsupported journal version {version}: this program reads version {VERSION}"
                    )));
                }
                (Line::Match(_), 0) | (_, 1..) => lines.push(line),
                _ => return Err(damaged("expected a `match` line".to_owned())),
            }
        }
        Ok(CompleteLines {
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
        Header::new(
            Uuid::new_v4(),
            "user0".to_owned(),
            settings,
            lookahead::Seed(3),
        )
    }

    #[test]
    fn a_torn_last_line_is_dropped_and_writing_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let header = header();
        let path = Journal::path(folder.path(), header.id);
        let mut journal = Journal::create(folder.path(), header.clone(), false).unwrap();
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
    fn a_durable_journal_holds_the_same_lines() {
        let folder = tempfile::tempdir().unwrap();
        let header = header();
        let path = Journal::path(folder.path(), header.id);
        let mut journal = Journal::create(folder.path(), header.clone(), true).unwrap();
        journal.write(&Line::Abandoned).unwrap();
        let read = Journal::read(&path).unwrap();
        assert_eq!(read.lines, [Line::Match(Box::new(header)), Line::Abandoned]);
        let nowhere = folder.path().join("none");
        assert!(Journal::create(&nowhere, self::header(), true).is_err());
    }

    #[test]
    fn damage_is_named_by_its_line_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        Journal::create(folder.path(), header(), false).unwrap();
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
        Journal::create(folder.path(), header.clone(), false).unwrap();
        assert!(Journal::create(folder.path(), header, false).is_err());
    }
}
