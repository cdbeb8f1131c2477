//! Recorded matches of any platform: one type for all kinds of logs.
//!
//! [`PlayedMatch`] is what all kinds of logs have in common: names, ends with their lead and
//! points, shots where they are known. Statistics and replays start from it. [`Log::read`] reads
//! logs of any [`Kind`], [`find`] finds them in folders, a [`Replay`] is the match scene by scene,
//! a [`Curve`] its win probability, and [`statistics`] has tables of many matches. [`played_out`]
//! has the ends of people's matches for models of ends.
//!
//! What is absent: checking. A log is trusted; our own records can be
//! [verified](crate::Record::verify).
//!
//! ```
//! use curling::rules::Team;
//! use digital_curling::games::{Ending, PlayedMatch};
//!
//! let names = ["alpha", "beta"].map(str::to_owned);
//! let played = PlayedMatch::from_ends(names, &[Team::Zero, Team::One], &[-2, 1], Ending::Score);
//! assert_eq!((played.points, played.winner), ([1, 2], Some(Team::One)));
//! ```

pub mod curlit;
pub mod curve;
mod dc3_log;
pub mod dc4client_log;
mod files;
pub mod film;
mod log;
pub mod observed;
pub mod played_out;
pub mod replay;
pub mod statistics;

pub use curve::Curve;
pub use files::{Search, find, kind_of, text_of};
pub use film::Film;
pub use log::{Kind, Log, LogError, arena_games, kind_of_bytes};
pub use replay::Replay;

use crate::match_state::Command;
use crate::record::{Record, ReplayError, ReplayStep};
use curling::rules::{Reason, Team};
use curling::{Shot, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// A recorded match, possibly unfinished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedMatch {
    /// The names of team 0 and team 1. Team 0 throws first, unless a placement of mixed doubles
    /// changes that.
    pub names: [String; 2],
    /// The scheduled number of ends, without extra ends, if known.
    pub length: Option<u8>,
    /// The ends in their order; the last may not be finished.
    pub ends: Vec<PlayedEnd>,
    /// The total points of team 0 and team 1.
    pub points: [u32; 2],
    /// The winner; none if the match is drawn, unfinished or its result unknown.
    pub winner: Option<Team>,
    /// The way it ended.
    pub ending: Ending,
    /// The initial time of team 0 and team 1, if known and limited; written in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub left: [Option<Duration>; 2],
}

/// An end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedEnd {
    /// The team that threw first; the other had the hammer.
    pub lead: Team,
    /// The points, positive for team 0; none if it is unfinished.
    pub points: Option<i8>,
    /// The shots, where known.
    pub shots: Vec<PlayedShot>,
}

/// A shot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedShot {
    /// The slot of its stone: its number in the end from 0, in mixed doubles from 6.
    pub slot: u8,
    /// The team.
    pub team: Team,
    /// The intended shot.
    pub asked: Option<Shot>,
    /// The shot after noise; none if it counted as a pass, or is unknown.
    pub thrown: Option<Shot>,
    /// The stones before it, if known.
    pub before: Option<Stones>,
    /// The stones after it, as the rules left them.
    pub after: Option<Stones>,
    /// The notes of observers, in an [observed] match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<observed::Seen>,
    /// The time left of team 0 and team 1 after it, if known and limited; written in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub left: [Option<Duration>; 2],
}

/// The way a match ended, as far as its log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingEnding")]
pub enum Ending {
    /// By points.
    Score,
    /// Drawn.
    Draw,
    /// A team conceded.
    Concession,
    /// A team ran out of time.
    Time,
    /// A team crashed, or broke a rule of the match.
    Fault,
    /// The log ends before the match.
    Unfinished,
    /// Unknown.
    Unknown,
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Score => Ending::Score,
            Reason::Draw => Ending::Draw,
            Reason::Concession => Ending::Concession,
            Reason::Time => Ending::Time,
            Reason::Fault => Ending::Fault,
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Ending::Score => "by points",
            Ending::Draw => "drawn",
            Ending::Concession => "by concession",
            Ending::Time => "on time",
            Ending::Fault => "by a fault",
            Ending::Unfinished => "not finished",
            Ending::Unknown => "ending unknown",
        })
    }
}

impl PlayedMatch {
    /// A match of which only the ends are known: the lead of each, and its points, positive for
    /// team 0. The team with more points has won, if it ended [by points](Ending::Score); for other
    /// endings the caller sets the winner.
    pub fn from_ends(names: [String; 2], leads: &[Team], points: &[i8], ending: Ending) -> Self {
        let ends = leads.iter().zip(points).map(|(&lead, &points)| PlayedEnd {
            lead,
            points: Some(points),
            shots: Vec::new(),
        });
        Self::of(names, ends.collect(), ending)
    }

    /// A match with its ends and the shots that are known.
    pub fn of(names: [String; 2], ends: Vec<PlayedEnd>, ending: Ending) -> Self {
        let mut points = [0; 2];
        for end in &ends {
            let signed = end.points.unwrap_or(0);
            points[usize::from(signed < 0)] += u32::from(signed.unsigned_abs());
        }
        let winner = match (ending, points[0].cmp(&points[1])) {
            (Ending::Score, std::cmp::Ordering::Greater) => Some(Team::Zero),
            (Ending::Score, std::cmp::Ordering::Less) => Some(Team::One),
            _ => None,
        };
        PlayedMatch {
            names: names.map(|name| printable(&name)),
            length: None,
            ends,
            points,
            winner,
            ending,
            left: [None; 2],
        }
    }

    /// The match of one of our records.
    ///
    /// # Errors
    /// If the record is inconsistent.
    pub fn from_record(record: &Record) -> Result<Self, ReplayError> {
        let steps = record.replay()?;
        let mut ends = Vec::new();
        for step in &steps {
            take(&mut ends, step);
        }
        let last = steps.last().map(|step| step.after);
        let outcome = last.and_then(|game| game.outcome());
        let ending = outcome.map_or(Ending::Unfinished, |outcome| outcome.reason.into());
        let mut played = Self::of(record.setup.names.clone(), ends, ending);
        played.winner = outcome.and_then(|outcome| outcome.winner);
        played.length = Some(record.setup.conditions.rules.ends);
        played.left = record.setup.time.map(|time| time.game.map(|span| span.0));
        Ok(played)
    }

    /// The score of a team: 1, 1/2 or 0; none if the result is unknown.
    pub fn share(&self, team: Team) -> Option<f64> {
        match (self.winner, self.ending) {
            (Some(winner), _) => Some(f64::from(u8::from(winner == team))),
            (None, Ending::Draw) => Some(0.5),
            _ => None,
        }
    }
}

/// Adds a step of a replay to the ends so far.
fn take(ends: &mut Vec<PlayedEnd>, step: &ReplayStep) {
    let (before, after, entry) = (&step.event.before, &step.after, &step.event.entry);
    let thrown = matches!(entry.command, Command::Throw(_));
    // A team that stops may be charged for a shot, and that may finish the end.
    let closed = after.end > before.end;
    if !thrown && !closed {
        return;
    }
    if ends.last().is_none_or(|end| end.points.is_some()) {
        ends.push(PlayedEnd {
            lead: before.lead,
            points: None,
            shots: Vec::new(),
        });
    }
    let Some(end) = ends.last_mut() else { return };
    if let (Command::Throw(asked), Some(result)) = (&entry.command, &step.event.step) {
        end.shots.push(PlayedShot {
            slot: before.shot,
            team: entry.team,
            asked: Some(*asked),
            thrown: entry.delivery.and_then(|delivery| delivery.shot),
            before: Some(before.stones),
            after: Some(result.verdict.stones),
            seen: None,
            left: step.left,
        });
    }
    if closed {
        let points = after.scores.difference() - before.scores.difference();
        end.points = i8::try_from(points).ok();
    }
}

/// Writes times in seconds.
pub(crate) fn in_seconds<S: Serializer>(
    times: &[Option<Duration>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds = times.map(|time| time.map(|time| time.as_secs_f64()));
    seconds.serialize(serializer)
}

/// Reads times as [`in_seconds`] writes them.
pub(crate) fn from_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[Option<Duration>; 2], D::Error> {
    let seconds = <[Option<f64>; 2]>::deserialize(deserializer)?;
    Ok(seconds.map(|time| Duration::try_from_secs_f64(time?).ok()))
}

/// A name without control characters, of limited length.
pub(crate) fn printable(name: &str) -> String {
    let clean = name
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    clean.take(100).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
