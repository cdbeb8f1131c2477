//! The way of every stone of a shot, found by throwing it again.
//!
//! Places are in the house frame: metres, the tee is the origin, x to the thrower's right, y down the sheet.

use super::{Record, ReplayError};
use crate::bout::Act;
use curling::physics::{Throw, ThrowError};
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Stones, Vector};
use serde::Serialize;

/// The ways of the stones of a shot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trajectory {
    /// The end, from 1.
    pub end: u32,
    /// The stone, from 1.
    pub shot: u32,
    /// The team that threw it.
    pub team: Team,
    /// How it was really thrown.
    pub thrown: Shot,
    /// Every stone that was on the sheet.
    pub paths: Vec<Path>,
}

/// The way of a stone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// Its number: that of the shot that delivered it, from 1.
    pub stone: u32,
    /// Whose it is.
    pub team: Team,
    /// Time since the release in seconds, and place. A stone that lies still has one point; one that left play stops where it was last seen.
    pub points: Vec<(f64, f64, f64)>,
}

/// A shot that cannot be thrown again.
#[derive(Debug, thiserror::Error)]
pub enum TrajectoryError {
    /// The record does not fit.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// There is no such shot.
    #[error("the match has no shot {shot} in end {end}: both are counted from 1")]
    NoSuchShot {
        /// The end, from 1.
        end: u32,
        /// The stone, from 1.
        shot: u32,
    },
    /// It counted as a pass.
    #[error("shot {shot} of end {end} counted as a pass: nothing was thrown")]
    Pass {
        /// The end, from 1.
        end: u32,
        /// The stone, from 1.
        shot: u32,
    },
    /// It cannot be simulated.
    #[error("the shot cannot be simulated: {0}")]
    Throw(#[from] ThrowError),
}

impl Record {
    /// The ways of all stones of a shot, with a point at least every so many seconds. End and shot are counted from 1; in mixed doubles the first delivery is shot
    /// 7.
    ///
    /// # Errors
    /// If there is no such shot, or it cannot be thrown again.
    pub fn trajectory(
        &self,
        end: u32,
        shot: u32,
        every: f64,
    ) -> Result<Trajectory, TrajectoryError> {
        let replayed = self.replay()?;
        let here = replayed.iter().find(|step| {
            let before = &step.news.before;
            matches!(step.news.entry.act, Act::Throw(_))
                && (u32::from(before.end) + 1, u32::from(before.shot) + 1) == (end, shot)
        });
        let news = &here.ok_or(TrajectoryError::NoSuchShot { end, shot })?.news;
        let thrown = news.entry.came.and_then(|came| came.shot);
        let thrown = thrown.ok_or(TrajectoryError::Pass { end, shot })?;
        let bout = self.start().map_err(ReplayError::from)?;
        let physics = bout.curling().physics();
        let step = physics.parameters().step;
        let throw = Throw {
            stones: news.before.stones,
            slot: usize::from(news.before.shot),
            shot: thrown,
        };
        let mut film = Film::default();
        let frames = (every / step).round().clamp(1.0, 1e6) as u32;
        let mode = self.setup.conditions.referee;
        physics.trace(mode, &throw, frames, &mut |steps, stones| {
            film.frame(f64::from(steps) * step, stones);
        })?;
        Ok(Trajectory {
            end,
            shot,
            team: news.entry.team,
            thrown,
            paths: film.paths(news.before.lead),
        })
    }
}

/// To a tenth of a millimetre, and of a millisecond.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[derive(Default)]
struct Film {
    points: [Vec<(f64, f64, f64)>; SLOTS],
    /// When the last frame was.
    before: f64,
}

impl Film {
    fn frame(&mut self, time: f64, stones: &Stones) {
        let time = rounded(time);
        for (slot, stone) in stones.iter() {
            let Vector { x, y } = stone.at;
            let (x, y) = (rounded(x), rounded(y));
            let points = &mut self.points[slot];
            match points.last() {
                Some(last) if (last.1, last.2) == (x, y) => continue,
                // It lay still until the last frame.
                Some(&(since, x, y)) if since < self.before => points.push((self.before, x, y)),
                _ => {}
            }
            points.push((time, x, y));
        }
        self.before = time;
    }

    fn paths(self, lead: Team) -> Vec<Path> {
        let slots = self.points.into_iter().enumerate();
        let seen = slots.filter(|(_, points)| !points.is_empty());
        seen.map(|(slot, points)| Path {
            stone: slot as u32 + 1,
            team: Team::of_slot(slot, lead),
            points,
        })
        .collect()
    }
}
