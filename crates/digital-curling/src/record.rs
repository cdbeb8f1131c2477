//! Match records: our own format of JSON lines, small and sufficient for an exact replay.
//!
//! ```text
//! {"sakiyomi":"digital-curling match","version":1,"started":"2026-07-01T10:00:00Z","setup":{…}}
//! {"team":"team0","act":{"throw":{…}},"seconds":1.25,"came":{…}}        one line per command
//! {"result":{"winner":"team1","reason":"score","points":[3,4]}}
//! {"seed":"4c…"}                                                        if the dice were drawn
//! ```
//!
//! The lines between first and last are [entries](Entry) as the [`Match`] gives them. They have the
//! intended shot and the delivery, so a match can be [replayed](Record::replay) without simulation;
//! with the seed of its [dice](crate::dice) it can be [simulated again](Record::verify) and
//! compared, and the [trajectory of a shot](Record::trajectory) is computed on demand instead of
//! being stored.
//!
//! The seed is in the setup if it was given. If it was drawn, the setup has its hash, and the seed
//! follows when the match is over: until then the record does not tell the dice.
//!
//! Every line is flushed before the next shot is thrown. A killed server leaves a record without a
//! result, and perhaps with a torn last line: it can be [read](Record::read), and the match can be
//! [resumed](resume), by a server that has kept a drawn seed.
//!
//! Reading is bounded ([`MOST_BYTES`], [`MOST_ENTRIES`]) and trusts nothing. What is absent: logs
//! of other platforms; [`dcl`] is the one that programs of the first two generations know.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::{Turn, Vector};
//! use digital_curling::record::{Header, Record, Writer};
//! use digital_curling::{Command, Match, Setup};
//! use lookahead::Seed;
//! use std::time::Duration;
//!
//! let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let mut file = Vec::new();
//! let mut writer = Writer::begin(&mut file, &Header::new("2026-07-01T10:00:00Z", curling_match.setup()))?;
//! for turn in Turn::BOTH {
//!     let shot = curling_match.curling().draw(Vector::ZERO, turn)?;
//!     let team = curling_match.to_act().unwrap();
//!     writer.entry(&curling_match.apply(team, Command::Throw(shot), Duration::from_secs(1))?.entry)?;
//! }
//! let record = Record::read(file.as_slice())?;
//! assert_eq!((record.entries.len(), record.result), (2, None));
//! assert!(record.verify()?.holds());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dcl;
mod from_arena;
mod kept_seed;
mod reader;
mod replay;
mod trajectory;
mod writer;

pub use from_arena::ArenaError;
pub use kept_seed::{KeptSeed, reveal_killed};
pub use reader::ReadError;
pub use replay::{DiceCheck, Difference, ReplayError, ReplayStep, Verification};
pub use trajectory::{Path, Trajectory, TrajectoryError};
pub use writer::{Writer, resume};

use crate::dice::{Dice, DrawnSeed};
use crate::games::Ending;
use crate::match_state::{Entry, Match};
use crate::setup::Setup;
use curling::rules::{Game, Reason, Team};
use serde::{Deserialize, Serialize};

/// The format mark in the first line of a record.
pub const MARK: &str = "digital-curling match";

/// The version that is written; only this one is read.
pub const VERSION: u32 = 1;

/// The longest record, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most entries of a record: 255 ends of sixteen shots, orders and placements are not a third
/// of it.
pub const MOST_ENTRIES: usize = 20_000;

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    sakiyomi: String,
    version: u32,
    /// The start time of the match, as the caller writes it.
    pub started: String,
    /// The setup of the match.
    pub setup: Setup,
}

impl Header {
    /// The header of a match that begins now.
    pub fn new(started: impl Into<String>, setup: &Setup) -> Self {
        Header {
            sakiyomi: MARK.to_owned(),
            version: VERSION,
            started: started.into(),
            setup: setup.clone(),
        }
    }
}

/// The line after the entries: the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The winner; none if the match is drawn.
    pub winner: Option<Team>,
    /// The reason why it ended.
    pub reason: Reason,
    /// The total points of team 0 and team 1.
    pub points: [u16; 2],
}

impl std::fmt::Display for MatchResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([a, b], how) = (self.points, Ending::from(self.reason));
        match self.winner {
            Some(winner) => write!(f, "{a} : {b}, {winner} wins {how}"),
            None => write!(f, "{a} : {b}, {how}"),
        }
    }
}

impl MatchResult {
    /// The result of a match, if it is over.
    pub fn of(game: &Game) -> Option<Self> {
        game.outcome().map(|outcome| MatchResult {
            winner: outcome.winner,
            reason: outcome.reason,
            points: Team::BOTH.map(|team| game.total(team)),
        })
    }
}

/// The record of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The start time, as it was written.
    pub started: String,
    /// The setup of the match.
    pub setup: Setup,
    /// The entries.
    pub entries: Vec<Entry>,
    /// The result; none if the record is incomplete.
    pub result: Option<MatchResult>,
    /// The seed that was revealed when the match was over; it may be forged
    /// ([`Record::verify`]).
    pub revealed: Option<DrawnSeed>,
    /// The state of the last line.
    pub tail: Tail,
}

/// The state of the last line of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tail {
    /// Complete.
    #[default]
    Whole,
    /// Complete, but without a line end.
    Open,
    /// Torn, and ignored.
    Torn {
        /// The number, from 1.
        line: usize,
        /// The offset in the file, in bytes.
        at: u64,
    },
}

impl Record {
    /// The record as text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&self) -> Result<String, String> {
        let written = || {
            let header = Header::new(self.started.clone(), &self.setup);
            let mut writer = Writer::begin(Vec::new(), &header)?;
            self.entries
                .iter()
                .try_for_each(|entry| writer.entry(entry))?;
            if let Some(result) = &self.result {
                writer.close(result)?;
            }
            if let Some(seed) = &self.revealed {
                writer.reveal(seed)?;
            }
            Ok::<_, std::io::Error>(writer.into_inner())
        };
        let bytes = written().map_err(|why| why.to_string())?;
        String::from_utf8(bytes).map_err(|why| why.to_string())
    }

    /// The record of a match in memory.
    pub fn of(started: impl Into<String>, curling_match: &Match, entries: Vec<Entry>) -> Self {
        let (setup, result) = (curling_match.setup(), MatchResult::of(curling_match.game()));
        Record {
            started: started.into(),
            setup: setup.clone(),
            entries,
            result,
            revealed: result.and(setup.dice.secret().cloned()),
            tail: Tail::Whole,
        }
    }

    /// The seed of the dice, unless it is secret.
    pub fn public_seed(&self) -> Option<String> {
        match &self.setup.dice {
            Dice::Given(seed) => Some(seed.to_string()),
            Dice::Open(seed) => Some(seed.text()),
            Dice::Drawn(seed) => self.revealed.as_ref().map(|_| seed.text()),
            Dice::Committed(_) => None,
        }
    }

    /// Reveals the seed of the dice, now that the match is over. A seed without the hash of the
    /// setup is kept, and named by [`Record::verify`].
    pub(crate) fn reveal(&mut self, seed: DrawnSeed) {
        // Forged or not, it is part of the record.
        let _ = self.setup.dice.reveal(seed.clone());
        self.revealed = Some(seed);
    }

    /// The first entries of a record, to play on from there. A seed that was revealed is no secret
    /// in the new match.
    #[must_use]
    pub fn cut(mut self, entries: usize) -> Self {
        if entries < self.entries.len() {
            self.entries.truncate(entries);
            self.result = None;
        }
        if self.result.is_none() && self.revealed.take().is_some() {
            self.setup.dice = self.setup.dice.opened();
        }
        self.tail = Tail::Whole;
        self
    }
}

#[cfg(test)]
pub(crate) mod tests;
