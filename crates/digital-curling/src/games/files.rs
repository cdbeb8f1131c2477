//! Logs on the disk: which kind a file is, and reading any of them.

use super::PlayedMatch;
use crate::dc3::{self, log::LoggedMatch};
use crate::dc4::journal::{Journal, JournalError};
use crate::record::{self, ReadError, Record, ReplayError, Tail, dcl};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How much of a file is looked at to tell what it is, in bytes.
const GLANCE: u64 = 4096;

/// How deep folders are looked into, and how many logs are taken from them.
const DEEPEST: usize = 32;
const MOST_FOUND: usize = 1_000_000;

/// The game log in a folder of DC3.
const DC3_LOG: &str = "game.dcl2";

/// A kind of log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// [Ours](crate::record).
    Record,
    /// Of the first two generations: [`dcl`].
    Dcl,
    /// What a server of the fourth [keeps](crate::dc4::journal) of a match.
    Journal,
    /// Of the third: a folder with `game.dcl2`, or that file.
    Dc3,
}

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// It is no log.
    #[error("no log of a match: neither a record of ours nor .dcl nor of Digital Curling 3")]
    Unknown,
    /// Not a sound record of ours.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// A record of ours that contradicts itself.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Not a sound journal of a server of ours.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A match nobody came to.
    #[error("nobody came to this match: there is nothing in it")]
    Nobody,
    /// Not `.dcl`.
    #[error(transparent)]
    Dcl(#[from] dcl::DclError),
    /// Not a sound log of DC3.
    #[error(transparent)]
    Dc3(#[from] dc3::log::LogError),
}

/// What kind of log a file or folder is; nothing if it is none. Files are known by what they begin with, whatever they are called.
///
/// # Errors
/// If it cannot be looked at.
pub fn kind_of(path: &Path) -> io::Result<Option<Kind>> {
    if path.is_dir() {
        return Ok(path.join(DC3_LOG).is_file().then_some(Kind::Dc3));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(GLANCE).read_to_end(&mut bytes)?;
    Ok(kind_of_bytes(&bytes))
}

/// What kind of log begins like this; nothing if none does.
pub fn kind_of_bytes(bytes: &[u8]) -> Option<Kind> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if first.starts_with('{') {
        let has = |words: &str| first.contains(words);
        return if has("\"sakiyomi\"") && has(record::MARK) {
            Some(Kind::Record)
        } else if has("\"match\"") && has("\"settings\"") {
            Some(Kind::Journal)
        } else if has("\"tag\"") && has("\"log\"") && has("\"ver\"") {
            Some(Kind::Dc3)
        } else {
            None
        };
    }
    let section = first.strip_prefix('[')?.trim_end_matches(']');
    let shot = section.len() == 4 && section.bytes().all(|byte| byte.is_ascii_digit());
    (shot || section.eq_ignore_ascii_case("GameInfo")).then_some(Kind::Dcl)
}

/// A log that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What kind it is.
    pub kind: Kind,
    /// What it tells of.
    pub played: PlayedMatch,
    /// What was left out of it, in words.
    pub complaints: Vec<String>,
}

/// Reads a log of any kind.
///
/// # Errors
/// If it is none, or broken.
pub fn read(path: &Path) -> Result<Found, LogError> {
    let kind = kind_of(path)?.ok_or(LogError::Unknown)?;
    let (played, complaints) = match kind {
        Kind::Record => from_record(path)?,
        Kind::Dcl => from_dcl(path)?,
        Kind::Journal => from_journal(path)?,
        Kind::Dc3 => from_dc3(path)?,
    };
    Ok(Found {
        kind,
        played,
        complaints,
    })
}

type Told = (PlayedMatch, Vec<String>);

fn from_journal(path: &Path) -> Result<Told, LogError> {
    let record = Journal::record(path)?.ok_or(LogError::Nobody)?;
    told(&record)
}

fn from_record(path: &Path) -> Result<Told, LogError> {
    told(&Record::open(path)?)
}

fn told(record: &Record) -> Result<Told, LogError> {
    let mut complaints = Vec::new();
    if let Tail::Torn { line, .. } = record.tail {
        complaints.push(format!("line {line}: torn, and left out"));
    }
    Ok((PlayedMatch::from_record(record)?, complaints))
}

fn from_dcl(path: &Path) -> Result<Told, LogError> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(dcl::MOST_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    let log = dcl::read(&bytes)?;
    let complaints = log.complaints.iter().map(ToString::to_string).collect();
    Ok((log.played(), complaints))
}

fn from_dc3(path: &Path) -> Result<Told, LogError> {
    let log = LoggedMatch::open(path)?;
    Ok((PlayedMatch::from_dc3(&log), log.warnings))
}

/// Logs that were found in files and folders.
#[derive(Debug, Default)]
pub struct Search {
    /// The logs, in the order of their paths.
    pub logs: Vec<PathBuf>,
    /// What could not be looked at, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
}

/// The logs among files and in folders, and in folders of folders. A file that is named is taken whatever it is; of those in folders only logs are, and of a record
/// and a `.dcl` log that differ in nothing but their endings only the record: they are one match. Links to folders are not followed.
pub fn find(paths: &[PathBuf]) -> Search {
    let mut search = Search::default();
    for path in paths {
        if path.is_dir() {
            search.folder(path, 0);
        } else {
            search.logs.push(path.clone());
        }
    }
    search
}

impl Search {
    fn folder(&mut self, path: &Path, depth: usize) {
        if path.join(DC3_LOG).is_file() {
            self.logs.push(path.to_owned());
            return;
        }
        let listed = std::fs::read_dir(path).and_then(|entries| {
            let paths: io::Result<Vec<_>> = entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect();
            paths
        });
        let mut paths = match listed {
            Ok(paths) => paths,
            Err(why) => {
                self.failed.push((path.to_owned(), why));
                return;
            }
        };
        paths.sort();
        for path in paths {
            if self.logs.len() >= MOST_FOUND {
                return;
            }
            self.entry(path, depth);
        }
    }

    fn entry(&mut self, path: PathBuf, depth: usize) {
        let looked = std::fs::symlink_metadata(&path);
        match looked {
            Ok(meta) if meta.is_dir() && depth < DEEPEST => self.folder(&path, depth + 1),
            Ok(meta) if meta.is_file() || (meta.is_symlink() && path.is_file()) => {
                match kind_of(&path) {
                    Ok(Some(Kind::Dcl)) if has_record(&path) => {}
                    Ok(Some(_)) => self.logs.push(path),
                    Ok(None) => {}
                    Err(why) => self.failed.push((path, why)),
                }
            }
            Ok(_) => {}
            Err(why) => self.failed.push((path, why)),
        }
    }
}

/// Whether the record of the same match lies beside a log.
fn has_record(path: &Path) -> bool {
    let beside = path.with_extension("jsonl");
    matches!(kind_of(&beside), Ok(Some(Kind::Record)))
}
