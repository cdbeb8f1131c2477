//! The film of a shot: frames of all stones on the way, taken at equal times.
//!
//! Whoever shows, writes or sends the way of stones starts from it; [`crate::trajectory`] is the
//! form of pages and files, platforms have theirs.

use super::{Mode, Outcome, Physics, Throw, ThrowError};
use crate::stones::SLOTS;
use crate::{Stones, Vector};

/// A shot, picture by picture.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What came of the shot.
    pub outcome: Outcome,
    /// Seconds from one picture to the next; the last may come sooner.
    pub seconds: f64,
    /// Seconds of a step of the simulation.
    pub step: f64,
    /// The frames: how many steps had passed, and the stones. The one at the end comes twice if
    /// its time is that of a picture.
    pub frames: Vec<(u32, Stones)>,
}

impl Physics {
    /// Delivers a stone with a picture after every `every` steps, as [`Physics::trace`] shows them.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn record(&self, mode: Mode, throw: &Throw, every: u32) -> Result<Recording, ThrowError> {
        let (every, step) = (every.max(1), self.parameters().step);
        let mut frames = Vec::new();
        let mut keep = |steps: u32, stones: &Stones| frames.push((steps, *stones));
        let outcome = self.trace(mode, throw, every, &mut keep)?;
        Ok(Recording {
            outcome,
            seconds: f64::from(every) * step,
            step,
            frames,
        })
    }

    /// Delivers a stone with a picture about every `seconds`.
    ///
    /// # Errors
    /// If the throw makes no sense.
    pub fn record_every(
        &self,
        mode: Mode,
        throw: &Throw,
        seconds: f64,
    ) -> Result<Recording, ThrowError> {
        let every = (seconds / self.parameters().step).round().clamp(1.0, 1e6);
        self.record(mode, throw, every as u32)
    }
}

impl Recording {
    /// The frames with their times in seconds, each once.
    pub fn distinct(&self) -> impl Iterator<Item = (f64, &Stones)> {
        let mut last = None;
        let fresh = move |&&(steps, _): &&(u32, Stones)| last.replace(steps) != Some(steps);
        let frames = self.frames.iter().filter(fresh);
        frames.map(|(steps, stones)| (f64::from(*steps) * self.step, stones))
    }

    /// The places of every stone one after the other, by slot; one place for a stone that lies
    /// still.
    pub fn paths(&self) -> [Vec<Vector>; SLOTS] {
        let mut paths: [Vec<Vector>; SLOTS] = Default::default();
        for (slot, stone) in self.frames.iter().flat_map(|(_, stones)| stones.iter()) {
            if paths[slot].last() != Some(&stone.at) {
                paths[slot].push(stone.at);
            }
        }
        paths
    }
}
