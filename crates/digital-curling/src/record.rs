//! Our own record of a match: JSON lines, small, and enough to do everything again.
//!
//! ```text
//! {"sakiyomi":"digital-curling match","version":1,"started":"2026-07-01T10:00:00Z","setup":{…}}
//! {"team":"team0","act":{"throw":{…}},"seconds":1.25,"came":{…}}        one line for everything that was done
//! {"result":{"winner":"team1","reason":"score","points":[3,4]}}
//! ```
//!
//! The lines between first and last are [entries](Entry) as the [`Bout`] gives them. They say what
//! was asked for and what came of it, so a match can be [shown](Record::replay) without simulating
//! anything; with the seed of the [`Setup`] it can be [simulated again](Record::verify) and
//! compared, and the [way of every stone](Record::trajectory) is found when somebody wants to see
//! it instead of being kept.
//!
//! Every line is on its way to the disk before the next shot is thrown. What a killed server leaves
//! is a record without a result, and perhaps with a torn last line: it can be [read](Record::read),
//! and the match can [go on](resume).
//!
//! Reading is bounded ([`MOST_BYTES`], [`MOST_ENTRIES`]) and trusts nothing. What is absent: logs
//! of other platforms; [`dcl`] is the one that programs of the first two generations know.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::{Turn, Vector};
//! use digital_curling::record::{Header, Record, Writer};
//! use digital_curling::{Act, Bout, Setup};
//! use lookahead::Seed;
//! use std::time::Duration;
//!
//! let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let mut file = Vec::new();
//! let mut writer = Writer::begin(&mut file, &Header::new("2026-07-01T10:00:00Z", bout.setup()))?;
//! for turn in Turn::BOTH {
//!     let shot = bout.curling().draw(Vector::ZERO, turn)?;
//!     let team = bout.to_act().unwrap();
//!     writer.entry(&bout.act(team, Act::Throw(shot), Duration::from_secs(1))?.entry)?;
//! }
//! let record = Record::read(file.as_slice())?;
//! assert_eq!((record.entries.len(), record.result), (2, None));
//! assert!(record.verify()?.holds());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dcl;
mod from_arena;
mod reader;
mod replay;
mod trajectory;
mod writer;

pub use from_arena::ArenaError;
pub use reader::ReadError;
pub use replay::{Difference, ReplayError, Replayed, Verification};
pub use trajectory::{Path, Trajectory, TrajectoryError};
pub use writer::{Writer, resume};

use crate::bout::{Bout, Entry};
use crate::games::Ending;
use crate::setup::Setup;
use curling::rules::{Game, Reason, Team};
use serde::{Deserialize, Serialize};

/// What the first line of a record says it is.
pub const MARK: &str = "digital-curling match";

/// The version that is written; only this one is read.
pub const VERSION: u32 = 1;

/// No record is longer than this, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// No match has more entries: 255 ends of sixteen shots, orders and placements are not a third of
/// it.
pub const MOST_ENTRIES: usize = 20_000;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    sakiyomi: String,
    version: u32,
    /// When the match began, as the caller writes it.
    pub started: String,
    /// What it is played under, by whom.
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

/// The last line: how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// Who won; nobody if it is drawn.
    pub winner: Option<Team>,
    /// Why it ended.
    pub reason: Reason,
    /// All points of team 0 and team 1.
    pub points: [u16; 2],
}

impl std::fmt::Display for Closing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([a, b], how) = (self.points, Ending::from(self.reason));
        match self.winner {
            Some(winner) => write!(f, "{a} : {b}, {winner} wins {how}"),
            None => write!(f, "{a} : {b}, {how}"),
        }
    }
}

impl Closing {
    /// How this match ended, if it has.
    pub fn of(game: &Game) -> Option<Self> {
        game.outcome().map(|outcome| Closing {
            winner: outcome.winner,
            reason: outcome.reason,
            points: Team::BOTH.map(|team| game.total(team)),
        })
    }
}

/// A match that was written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// When it began, in the words of whoever wrote it.
    pub started: String,
    /// What it was played under, by whom.
    pub setup: Setup,
    /// What was done.
    pub entries: Vec<Entry>,
    /// How it ended; nothing if it was cut off.
    pub result: Option<Closing>,
    /// What the last line is like.
    pub tail: Tail,
}

/// How a record stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tail {
    /// With the end of a line.
    #[default]
    Whole,
    /// With a whole line that nobody ended.
    Open,
    /// In the middle of a line, which is left out.
    Torn {
        /// Its number, from 1.
        line: usize,
        /// Where in the file it begins, in bytes.
        at: u64,
    },
}

impl Record {
    /// The record as its file has it.
    ///
    /// # Errors
    /// If it cannot be written, in words.
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
            Ok::<_, std::io::Error>(writer.into_inner())
        };
        let bytes = written().map_err(|why| why.to_string())?;
        String::from_utf8(bytes).map_err(|why| why.to_string())
    }

    /// The record of a match that is kept in memory.
    pub fn of(started: impl Into<String>, bout: &Bout, entries: Vec<Entry>) -> Self {
        Record {
            started: started.into(),
            setup: bout.setup().clone(),
            entries,
            result: Closing::of(bout.game()),
            tail: Tail::Whole,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
