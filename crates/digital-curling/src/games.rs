//! Matches that were played, whoever wrote them down and how.
//!
//! [`PlayedMatch`] is what all kinds of logs have in common: names, ends with who threw first and
//! what they gave, shots where they are known. Whatever is counted or shown starts from it.
//! [`Log::read`] reads logs of any [`Kind`], [`find`] looks for them in folders, a [`Replay`] is
//! the match scene by scene, a [`Curve`] judges its chances of winning, and [`standing`] counts.
//!
//! What is absent: checking. A log is taken at its word; our own can be
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

pub mod curve;
mod files;
pub mod film;
mod log;
pub mod replay;
pub mod standing;
mod third;

pub use curve::Curve;
pub use files::{Search, find, kind_of, text_of};
pub use film::Film;
pub use log::{Kind, Log, LogError, arena_games, kind_of_bytes};
pub use replay::Replay;

use crate::bout::Act;
use crate::record::{Record, ReplayError, Replayed};
use curling::rules::{Reason, Team};
use curling::{Shot, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// A match that was played, or begun.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedMatch {
    /// What team 0 and team 1 are called. Team 0 throws first, unless a placement of mixed doubles
    /// says otherwise.
    pub names: [String; 2],
    /// How many ends it was to have, extra ends apart, if that is known.
    pub length: Option<u8>,
    /// The ends in their order; the last may not be finished.
    pub ends: Vec<PlayedEnd>,
    /// All points of team 0 and team 1.
    pub points: [u32; 2],
    /// Who won; nobody if it is drawn, not over or not known.
    pub winner: Option<Team>,
    /// How it ended.
    pub ending: Ending,
    /// The time team 0 and team 1 had in the beginning, if it is known and limited; written in
    /// seconds.
    #[serde(serialize_with = "in_seconds")]
    pub left: [Option<Duration>; 2],
}

/// An end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedEnd {
    /// The team that threw first; the other had the hammer.
    pub lead: Team,
    /// Its points, positive for team 0; none if it was not finished.
    pub points: Option<i8>,
    /// What was thrown, as far as it is known.
    pub shots: Vec<PlayedShot>,
}

/// A shot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedShot {
    /// The slot of its stone: its number in the end from 0, in mixed doubles from 6.
    pub slot: u8,
    /// Who threw it.
    pub team: Team,
    /// What was asked for.
    pub asked: Option<Shot>,
    /// What was thrown; nothing if it counted as a pass, or is not known.
    pub thrown: Option<Shot>,
    /// The stones before it, if that is known.
    pub before: Option<Stones>,
    /// The stones after it, as the rules left them.
    pub after: Option<Stones>,
    /// What team 0 and team 1 have left after it, if it is known and limited; written in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub left: [Option<Duration>; 2],
}

/// How a match ended, as far as its log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingEnding")]
pub enum Ending {
    /// By points.
    Score,
    /// With equally many.
    Draw,
    /// A team gave up.
    Concession,
    /// A team ran out of time.
    Time,
    /// A team could not go on, or did what nobody may.
    Fault,
    /// The log stops before.
    Unfinished,
    /// Somehow.
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
            Ending::Unknown => "nobody knows how",
        })
    }
}

impl PlayedMatch {
    /// A match of which only the ends are known: who threw first in each, and its points, positive
    /// for team 0. Whoever has more points has won, if it ended [by points](Ending::Score); for
    /// other endings the caller sets the winner.
    pub fn from_ends(names: [String; 2], leads: &[Team], points: &[i8], ending: Ending) -> Self {
        let ends = leads.iter().zip(points).map(|(&lead, &points)| PlayedEnd {
            lead,
            points: Some(points),
            shots: Vec::new(),
        });
        Self::of(names, ends.collect(), ending)
    }

    /// The same with whatever is known of shots.
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

    /// The match of a record of ours.
    ///
    /// # Errors
    /// If the record does not fit itself.
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

    /// What it is worth to a team: 1, 1/2 or 0; nothing if nobody knows.
    pub fn share(&self, team: Team) -> Option<f64> {
        match (self.winner, self.ending) {
            (Some(winner), _) => Some(f64::from(u8::from(winner == team))),
            (None, Ending::Draw) => Some(0.5),
            _ => None,
        }
    }
}

/// Adds a step of a replay to the ends so far.
fn take(ends: &mut Vec<PlayedEnd>, step: &Replayed) {
    let (before, after, entry) = (&step.news.before, &step.after, &step.news.entry);
    let thrown = matches!(entry.act, Act::Throw(_));
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
    if let (Act::Throw(asked), Some(result)) = (&entry.act, &step.news.step) {
        end.shots.push(PlayedShot {
            slot: before.shot,
            team: entry.team,
            asked: Some(*asked),
            thrown: entry.came.and_then(|came| came.shot),
            before: Some(before.stones),
            after: Some(result.verdict.stones),
            left: step.left,
        });
    }
    if closed {
        let points = after.scores.difference() - before.scores.difference();
        end.points = i8::try_from(points).ok();
    }
}

/// Times as others write them.
pub(crate) fn in_seconds<S: Serializer>(
    times: &[Option<Duration>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds = times.map(|time| time.map(|time| time.as_secs_f64()));
    seconds.serialize(serializer)
}

/// Times as [`in_seconds`] writes them.
pub(crate) fn from_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[Option<Duration>; 2], D::Error> {
    let seconds = <[Option<f64>; 2]>::deserialize(deserializer)?;
    Ok(seconds.map(|time| Duration::try_from_secs_f64(time?).ok()))
}

/// A name without what a terminal would take for orders, and not endless.
pub(crate) fn printable(name: &str) -> String {
    let clean = name
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    clean.take(100).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
