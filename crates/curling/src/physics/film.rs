//! The film of a shot: pictures of all stones on the way, taken at equal times.
//!
//! Whoever shows, writes or sends the way of stones starts from it; [`crate::trajectory`] is the
//! form of pages and files, platforms have theirs.

use super::{Mode, Outcome, Physics, Throw, ThrowError};
use crate::stones::SLOTS;
use crate::{Stones, Vector};

/// A shot, picture by picture.
#[derive(Clone, Debug)]
pub struct Film {
    /// What came of the shot.
    pub outcome: Outcome,
    /// Seconds from one picture to the next; the last may come sooner.
    pub seconds: f64,
    /// Seconds of a step of the simulation.
    pub step: f64,
    /// The pictures: how many steps had passed, and the stones. The one at the end comes twice if
    /// its time is that of a picture.
    pub pictures: Vec<(u32, Stones)>,
}

impl Physics {
    /// Delivers a stone with a picture after every `every` steps, as [`Physics::trace`] shows them.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn film(&self, mode: Mode, throw: &Throw, every: u32) -> Result<Film, ThrowError> {
        let (every, step) = (every.max(1), self.parameters().step);
        let mut pictures = Vec::new();
        let mut keep = |steps: u32, stones: &Stones| pictures.push((steps, *stones));
        let outcome = self.trace(mode, throw, every, &mut keep)?;
        Ok(Film {
            outcome,
            seconds: f64::from(every) * step,
            step,
            pictures,
        })
    }

    /// Delivers a stone with a picture about every `seconds`.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn film_every(&self, mode: Mode, throw: &Throw, seconds: f64) -> Result<Film, ThrowError> {
        let every = (seconds / self.parameters().step).round().clamp(1.0, 1e6);
        self.film(mode, throw, every as u32)
    }
}

impl Film {
    /// The pictures with their times in seconds, each once.
    pub fn distinct(&self) -> impl Iterator<Item = (f64, &Stones)> {
        let mut last = None;
        let fresh = move |&&(steps, _): &&(u32, Stones)| last.replace(steps) != Some(steps);
        let pictures = self.pictures.iter().filter(fresh);
        pictures.map(|(steps, stones)| (f64::from(*steps) * self.step, stones))
    }

    /// The places of every stone one after the other, by slot; one place for a stone that lies
    /// still.
    pub fn paths(&self) -> [Vec<Vector>; SLOTS] {
        let mut paths: [Vec<Vector>; SLOTS] = Default::default();
        for (slot, stone) in self.pictures.iter().flat_map(|(_, stones)| stones.iter()) {
            if paths[slot].last() != Some(&stone.at) {
                paths[slot].push(stone.at);
            }
        }
        paths
    }
}
