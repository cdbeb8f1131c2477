//! Match logs as text: recognition of their kind, and a reader for all kinds.
//!
//! A [`Log`] is one of our records, to which journals of our server and games of the arena are
//! converted, or a match of another platform. Ice and player skills that a foreign log lacks are
//! the defaults of its platform.

use super::PlayedMatch;
use super::dc4client_log::{self, Dc4ClientLogError, LoggedMatch as Dc4ClientMatch};
use super::observed::{self, ObservedError, ObservedMatch};
use crate::dc3::{self, log::LoggedMatch};
use crate::dc4::journal::{Journal, JournalError};
use crate::record::{self, ArenaError, ReadError, Record, ReplayError, Tail, dcl};
use arena::replay::{self, FileError};
use arena::{GameRecord, Phrase};
use curling::arena_game::ConditionsError;
use curling::conditions::Conditions;
use curling::rules::MAX_ENDS;
use curling::words::parser;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::path::Path;

/// A kind of log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CurlingLogKind")]
pub enum Kind {
    /// One of [our records](crate::record).
    Record,
    /// A log of the first two generations: [`dcl`].
    Dcl,
    /// A [journal](crate::dc4::journal) of our server of the fourth generation.
    Journal,
    /// A log of the third generation: a folder with `game.dcl2`, or that file.
    Dc3,
    /// A [log](super::dc4client_log) of the released Python client of the fourth generation.
    Dc4Client,
    /// A file of the arena, with all games of a match or tournament.
    Arena,
    /// A match of people, as what lay on the ice after every shot: [`super::observed`].
    Observed,
}

/// An unreadable log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read.
    #[error("cannot read the log: {0}")]
    Io(#[from] io::Error),
    /// The file is too long.
    #[error("longer than {most} bytes, the limit for logs")]
    TooLong {
        /// The limit in bytes.
        most: u64,
    },
    /// Not a log.
    #[error(
        "not a match log: a record begins with {{\"sakiyomi\":…, .dcl with [GameInfo] or [0000], logs of Digital Curling 3 and 4 and games of `match --records` with a line of JSON"
    )]
    Unknown,
    /// An invalid record.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// An inconsistent record.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Unplayable conditions.
    #[error("unplayable conditions in the log: {0}")]
    Conditions(#[from] ConditionsError),
    /// An invalid journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A journal of a match whose sides were never taken.
    #[error("the match was never played: its sides were not taken")]
    NotPlayed,
    /// An invalid `.dcl` log.
    #[error(transparent)]
    Dcl(#[from] dcl::DclError),
    /// An invalid log of DC3.
    #[error(transparent)]
    Dc3(#[from] dc3::log::LogError),
    /// An invalid log of `dc4client`.
    #[error(transparent)]
    Dc4Client(#[from] Dc4ClientLogError),
    /// An invalid file of an observed match.
    #[error(transparent)]
    Observed(#[from] ObservedError),
    /// An invalid file of arena games.
    #[error(transparent)]
    File(#[from] FileError),
    /// An arena game that is not a match of curling, or inconsistent.
    #[error("game {number}: {why}")]
    Game {
        /// The number, from 1.
        number: usize,
        /// The reason.
        why: ArenaError,
    },
    /// A game number out of range.
    #[error("the file has the games 1 to {games}")]
    NoGame {
        /// The number of games.
        games: usize,
    },
    /// Several games without a choice.
    #[error("the file has {games} games: choose one of them (`curling/game`, or --game N)")]
    Several {
        /// The number of games.
        games: usize,
    },
}

impl LogError {
    /// The place in the log, where known, and the message.
    pub fn place(&self) -> (Option<String>, Phrase) {
        let at = |line: usize, why: Phrase| (Some(format!("line {line}")), why);
        match self {
            LogError::Unknown => at(1, self.into()),
            LogError::Record(ReadError::Line { line, why }) => at(*line, why.clone()),
            LogError::Journal(JournalError::Damaged { line, why, .. })
            | LogError::Dc3(dc3::log::LogError::Line { line, why, .. })
            | LogError::Dc4Client(Dc4ClientLogError::Line { line, why })
            | LogError::Observed(ObservedError { line, why })
            | LogError::File(FileError::Line { line, why }) => at(*line, parser(why)),
            LogError::Replay(ReplayError::Entry { number, why }) => {
                (Some(format!("entry {number}")), why.into())
            }
            LogError::NoGame { .. } => (Some("game".to_owned()), self.into()),
            other => (None, other.into()),
        }
    }
}

/// The kind of log with this beginning; none if it is not a log.
pub fn kind_of_bytes(bytes: &[u8]) -> Option<Kind> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if first.starts_with('{') {
        let has = |words: &str| first.contains(words);
        return if has("\"sakiyomi\"") && has(record::MARK) {
            Some(Kind::Record)
        } else if has("\"sakiyomi\"") && has(observed::MARK) {
            Some(Kind::Observed)
        } else if has("\"match\"") && has("\"settings\"") {
            Some(Kind::Journal)
        } else if has("\"tag\"") && has("\"log\"") && has("\"ver\"") {
            Some(Kind::Dc3)
        } else if dc4client_log::is_log(first) {
            Some(Kind::Dc4Client)
        } else {
            replay::is_records(first).then_some(Kind::Arena)
        };
    }
    let section = first.strip_prefix('[')?.trim_end_matches(']');
    let shot = section.len() == 4 && section.bytes().all(|byte| byte.is_ascii_digit());
    (shot || section.eq_ignore_ascii_case("GameInfo")).then_some(Kind::Dcl)
}

/// A match log.
#[derive(Clone, Debug)]
pub struct Log {
    /// The kind.
    pub kind: Kind,
    /// Warnings about parts left out.
    pub complaints: Vec<String>,
    pub(super) content: Content,
}

/// The content of a log.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// All commands, with seed and conditions.
    Record(Box<Record>),
    /// A match of another platform.
    Played {
        played: PlayedMatch,
        conditions: Box<Conditions>,
        /// Whether the conditions are defaults.
        assumed: bool,
    },
}

/// The arena games in a text; none if it is another kind of log.
///
/// # Errors
/// With the line that cannot be read.
pub fn arena_games(text: &str) -> Result<Option<Vec<GameRecord>>, LogError> {
    let arena = kind_of_bytes(text.as_bytes()) == Some(Kind::Arena);
    Ok(arena.then(|| replay::read(text)).transpose()?)
}

impl Log {
    /// Reads a log of any kind: the game of this number, from 1, of a file with several.
    ///
    /// # Errors
    /// If it is not a log, is invalid, or has several games and no number is given.
    pub fn read(text: &str, game: Option<usize>) -> Result<Self, LogError> {
        let text = text.trim_start_matches('\u{feff}');
        let kind = kind_of_bytes(text.as_bytes()).ok_or(LogError::Unknown)?;
        let single = !matches!(kind, Kind::Arena | Kind::Dc4Client);
        if single && game.is_some_and(|game| game != 1) {
            return Err(LogError::NoGame { games: 1 });
        }
        match kind {
            Kind::Record => Ok(Self::of_record(Record::read(text.as_bytes())?, kind)),
            Kind::Journal => {
                let record = Journal::record_from_bytes(text.as_bytes(), Path::new("the journal"))?;
                Ok(Self::of_record(record.ok_or(LogError::NotPlayed)?, kind))
            }
            Kind::Arena => {
                let games = replay::read(text)?;
                match (game, games.len()) {
                    (None, games @ 2..) => Err(LogError::Several { games }),
                    (game, _) => Self::of_arena(&games, game.unwrap_or(1)),
                }
            }
            Kind::Dc4Client => {
                let mut matches = dc4client_log::read(text)?;
                match (game, matches.len()) {
                    (None, games @ 2..) => Err(LogError::Several { games }),
                    (game, games) => {
                        let at = game.unwrap_or(1).checked_sub(1);
                        let at = at.filter(|&at| at < games);
                        let at = at.ok_or(LogError::NoGame { games })?;
                        Ok(Self::of_dc4client(matches.swap_remove(at)))
                    }
                }
            }
            Kind::Observed => Ok(Self::of_observed(&ObservedMatch::read(text)?)),
            Kind::Dcl => Ok(Self::of_dcl(&dcl::read(text.as_bytes())?)),
            Kind::Dc3 => Ok(Self::of_dc3(LoggedMatch::read(text, Path::new("the log"))?)),
        }
    }

    /// All matches of a log of any kind, in order, or the error of each.
    ///
    /// # Errors
    /// If the file of games is invalid.
    pub fn all(text: &str) -> Result<Vec<Result<Self, LogError>>, LogError> {
        if kind_of_bytes(text.as_bytes()) == Some(Kind::Dc4Client) {
            let matches = dc4client_log::read(text.trim_start_matches('\u{feff}'))?;
            let logs = matches.into_iter().map(Self::of_dc4client);
            return Ok(logs.map(Ok).collect());
        }
        let Some(games) = arena_games(text)? else {
            return Ok(vec![Self::read(text, None)]);
        };
        let numbers = 1..=games.len();
        Ok(numbers
            .map(|number| Self::of_arena(&games, number))
            .collect())
    }

    /// The log of one of our records.
    pub fn of_record(record: Record, kind: Kind) -> Self {
        let torn = match record.tail {
            Tail::Torn { line, .. } => Some(format!("line {line}: torn line ignored")),
            _ => None,
        };
        Log {
            kind,
            complaints: torn.into_iter().collect(),
            content: Content::Record(Box::new(record)),
        }
    }

    fn of_arena(games: &[GameRecord], number: usize) -> Result<Self, LogError> {
        let game = number.checked_sub(1).and_then(|at| games.get(at));
        let game = game.ok_or(LogError::NoGame { games: games.len() })?;
        let record = Record::from_arena(game).map_err(|why| LogError::Game { number, why })?;
        Ok(Self::of_record(record, Kind::Arena))
    }

    /// The log of a `.dcl` file.
    pub fn of_dcl(log: &dcl::Log) -> Self {
        let name = match (log.variant, log.doubles) {
            // What was played counts: the published server has no limit of power plays.
            (_, true) => "dc2-mixed-doubles-unlimited",
            (dcl::Variant::Legacy, false) => "legacy",
            (dcl::Variant::Dc2, false) => "dc2",
        };
        let conditions = Conditions::named(name).unwrap_or_default();
        let complaints = log.complaints.iter().map(ToString::to_string);
        let complaints = complaints.collect();
        Self::of_played(log.played(), Kind::Dcl, conditions, true, complaints)
    }

    fn of_dc3(log: LoggedMatch) -> Self {
        let played = PlayedMatch::from_dc3(&log);
        let assumed = log.conditions.is_none();
        let conditions = log.conditions.unwrap_or_else(Conditions::dc3);
        Self::of_played(played, Kind::Dc3, conditions, assumed, log.warnings)
    }

    fn of_dc4client(log: Dc4ClientMatch) -> Self {
        // The guard rule and the skills of the players are not in the log.
        Self::of_played(
            log.played,
            Kind::Dc4Client,
            log.conditions,
            true,
            log.warnings,
        )
    }

    /// The log of an observed match.
    pub fn of_observed(observed: &ObservedMatch) -> Self {
        let conditions = ObservedMatch::conditions();
        Self::of_played(
            observed.played(),
            Kind::Observed,
            conditions,
            true,
            Vec::new(),
        )
    }

    /// The log of a match of which only the ends and shots are known.
    pub(super) fn of_played(
        played: PlayedMatch,
        kind: Kind,
        mut conditions: Conditions,
        assumed: bool,
        complaints: Vec<String>,
    ) -> Self {
        let ends = played.length.map_or(played.ends.len(), usize::from);
        conditions.rules.ends = ends.clamp(1, usize::from(MAX_ENDS)) as u8;
        let conditions = Box::new(conditions);
        Log {
            kind,
            complaints,
            content: Content::Played {
                played,
                conditions,
                assumed,
            },
        }
    }

    /// The conditions of the match, or defaults.
    pub fn conditions(&self) -> &Conditions {
        match &self.content {
            Content::Record(record) => &record.setup.conditions,
            Content::Played { conditions, .. } => conditions,
        }
    }

    /// The record, if the log is one of ours.
    pub fn record(&self) -> Option<&Record> {
        match &self.content {
            Content::Record(record) => Some(record),
            Content::Played { .. } => None,
        }
    }

    /// The match, end by end.
    ///
    /// # Errors
    /// If the record is inconsistent.
    pub fn played(&self) -> Result<PlayedMatch, LogError> {
        Ok(match &self.content {
            Content::Record(record) => PlayedMatch::from_record(record)?,
            Content::Played { played, .. } => played.clone(),
        })
    }
}
