//! The trajectory of a recorded shot, found by simulating it again.
//!
//! Places are in the house frame: metres, the tee is the origin, x to the thrower's right, y down
//! the sheet.

use super::{Record, ReplayError};
use crate::match_state::Command;
use curling::physics::Recording;
use curling::physics::{Throw, ThrowError};
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::trajectory::rounded;
use curling::{Shot, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The trajectory of a shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRecordedTrajectory")]
pub struct Trajectory {
    /// The end, from 1.
    pub end: u32,
    /// The stone, from 1.
    pub shot: u32,
    /// The team that threw it.
    pub team: Team,
    /// The shot after noise.
    pub thrown: Shot,
    /// Every stone that was on the sheet.
    pub paths: Vec<Path>,
}

/// The path of a stone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRecordedPath")]
pub struct Path {
    /// The number: that of the shot that delivered it, from 1.
    pub stone: u32,
    /// The team.
    pub team: Team,
    /// Time since the release in seconds, and place. A stone that lies still has one point; one
    /// that left play stops where it was last seen.
    pub points: Vec<(f64, f64, f64)>,
}

/// A shot that cannot be simulated again.
#[derive(Debug, thiserror::Error)]
pub enum TrajectoryError {
    /// The record is inconsistent.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An unknown shot.
    #[error("the match has no shot {shot} in end {end}: both are counted from 1")]
    NoSuchShot {
        /// The end, from 1.
        end: u32,
        /// The stone, from 1.
        shot: u32,
    },
    /// A shot that counted as a pass.
    #[error("shot {shot} of end {end} counted as a pass: nothing was thrown")]
    Pass {
        /// The end, from 1.
        end: u32,
        /// The stone, from 1.
        shot: u32,
    },
    /// A shot that cannot be simulated.
    #[error("the shot cannot be simulated: {0}")]
    Throw(#[from] ThrowError),
}

impl Record {
    /// The paths of all stones of a shot, with a point at least every `every` seconds. End and shot
    /// are counted from 1; in mixed doubles the first delivery is shot 7.
    ///
    /// # Errors
    /// If there is no such shot, or it cannot be simulated again.
    pub fn trajectory(
        &self,
        end: u32,
        shot: u32,
        every: f64,
    ) -> Result<Trajectory, TrajectoryError> {
        let replayed = self.replay()?;
        let here = replayed.iter().find(|step| {
            let before = &step.event.before;
            matches!(step.event.entry.command, Command::Throw(_))
                && (u32::from(before.end) + 1, u32::from(before.shot) + 1) == (end, shot)
        });
        let event = &here.ok_or(TrajectoryError::NoSuchShot { end, shot })?.event;
        let thrown = event.entry.delivery.and_then(|delivery| delivery.shot);
        let thrown = thrown.ok_or(TrajectoryError::Pass { end, shot })?;
        let curling_match = self.start().map_err(ReplayError::from)?;
        let physics = curling_match.curling().physics_of(&event.before);
        let throw = Throw {
            stones: event.before.stones,
            slot: usize::from(event.before.shot),
            shot: thrown,
        };
        let film = physics.record_every(self.setup.conditions.referee, &throw, every)?;
        Ok(Trajectory {
            end,
            shot,
            team: event.entry.team,
            thrown,
            paths: paths(&film, event.before.lead),
        })
    }
}

/// The path of every stone, with points where it moves.
fn paths(film: &Recording, lead: Team) -> Vec<Path> {
    let mut paths: [Vec<(f64, f64, f64)>; SLOTS] = Default::default();
    let mut before = 0.0;
    for (time, stones) in film.distinct() {
        let time = rounded(time);
        for (slot, stone) in stones.iter() {
            let Vector { x, y } = stone.at;
            let (x, y) = (rounded(x), rounded(y));
            let points = &mut paths[slot];
            match points.last() {
                Some(last) if (last.1, last.2) == (x, y) => continue,
                // It lay still until the last picture.
                Some(&(since, x, y)) if since < before => points.push((before, x, y)),
                _ => {}
            }
            points.push((time, x, y));
        }
        before = time;
    }
    let slots = paths.into_iter().enumerate();
    let visible = slots.filter(|(_, points)| !points.is_empty());
    let path = |(slot, points)| Path {
        stone: slot as u32 + 1,
        team: Team::of_slot(slot, lead),
        points,
    };
    visible.map(path).collect()
}
