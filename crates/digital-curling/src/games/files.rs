//! Logs on the disk: which kind a file is, and reading any of them.

use super::PlayedMatch;
use crate::dc3::{self, log::LoggedMatch};
use crate::dc4::journal::{Journal, JournalError};
use crate::record::{self, ArenaError, ReadError, Record, ReplayError, Tail, dcl};
use arena::GameRecord;
use arena::replay::{self, FileError};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How much of a file is looked at to tell what it is, in bytes.
const GLANCE: u64 = 4096;

/// How deep folders are looked into, and how many logs are taken from them.
const DEEPEST: usize = 32;
const MOST_FOUND: usize = 1_000_000;

/// The most that is read of a file of games, in bytes.
const MOST_ARENA: u64 = 1 << 30;

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
    /// Of the arena, with all games of a match or tournament.
    Arena,
}

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// It is no log.
    #[error(
        "no log of a match: neither a record of ours nor .dcl nor of Digital Curling 3 nor games of `match --records`"
    )]
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
    /// Not a sound file of games.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game of the arena that does not fit.
    #[error("game {number}: {why}")]
    Game {
        /// Its number, from 1.
        number: usize,
        /// Why.
        why: ArenaError,
    },
    /// A number of a game that is not there.
    #[error("it has {games} games: name one of them with --game, from 1 to {games}")]
    NoGame {
        /// How many there are.
        games: usize,
    },
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
            replay::is_records(first).then_some(Kind::Arena)
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

/// Reads a log of any kind; of several games in one file the first.
///
/// # Errors
/// If it is none, or broken.
pub fn read(path: &Path) -> Result<Found, LogError> {
    read_game(path, 1)
}

/// The matches in a file of games of the arena, each by its number from 1, as they are asked for.
///
/// # Errors
/// If the file cannot be read or is broken.
pub fn arena_games(path: &Path) -> Result<Vec<GameRecord>, LogError> {
    let mut text = String::new();
    File::open(path)?
        .take(MOST_ARENA)
        .read_to_string(&mut text)?;
    Ok(replay::read(&text)?)
}

/// How many matches a log has: games of the arena come many in one file, and everything else has one.
///
/// # Errors
/// If it cannot be read.
pub fn count(path: &Path) -> Result<usize, LogError> {
    match kind_of(path)? {
        Some(Kind::Arena) => arena_games(path).map(|games| games.len()),
        _ => Ok(1),
    }
}

/// The record of a game of the arena, by its number from 1.
///
/// # Errors
/// If there is no such game, or it does not fit.
pub fn arena_record(games: &[GameRecord], number: usize) -> Result<Record, LogError> {
    let game = number.checked_sub(1).and_then(|at| games.get(at));
    let game = game.ok_or(LogError::NoGame { games: games.len() })?;
    Record::from_arena(game).map_err(|why| LogError::Game { number, why })
}

/// All matches of a log of any kind, each with its number, or why it cannot be read.
///
/// # Errors
/// If it is none, or broken.
pub fn read_all(path: &Path) -> Result<Vec<Result<Found, LogError>>, LogError> {
    if kind_of(path)? != Some(Kind::Arena) {
        return Ok(vec![read(path)]);
    }
    let games = arena_games(path)?;
    let numbers = 1..=games.len();
    Ok(numbers.map(|number| of_arena(&games, number)).collect())
}

fn of_arena(games: &[GameRecord], number: usize) -> Result<Found, LogError> {
    let (played, complaints) = told(&arena_record(games, number)?)?;
    let kind = Kind::Arena;
    Ok(Found {
        kind,
        played,
        complaints,
    })
}

/// The match of this number, from 1, in a log of any kind.
///
/// # Errors
/// If it is none, or broken, or has not so many.
pub fn read_game(path: &Path, number: usize) -> Result<Found, LogError> {
    let kind = kind_of(path)?.ok_or(LogError::Unknown)?;
    if kind != Kind::Arena && number != 1 {
        return Err(LogError::NoGame { games: 1 });
    }
    let (played, complaints) = match kind {
        Kind::Arena => return of_arena(&arena_games(path)?, number),
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
