//! Recording of a shot: frames of all stones at equal times.
//!
//! The common source of everything that shows, writes or sends the paths of stones;
//! [`crate::trajectory`] is the form for pages and files, platforms have their own.

use super::{Mode, Outcome, Physics, Throw, ThrowError};
use crate::stones::SLOTS;
use crate::{Stones, Vector};

/// A shot, frame by frame.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The outcome of the shot.
    pub outcome: Outcome,
    /// Seconds between frames; the last interval may be shorter.
    pub seconds: f64,
    /// Seconds of a time step of the simulation.
    pub step: f64,
    /// The frames: elapsed time steps, and the stones. The final frame appears twice if it falls on
    /// a regular one.
    pub frames: Vec<(u32, Stones)>,
}

impl Physics {
    /// Simulates a delivery and records a frame after every `every` steps, like [`Physics::trace`].
    ///
    /// # Errors
    /// If the throw is invalid.
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

    /// Simulates a delivery and records a frame about every `seconds`.
    ///
    /// # Errors
    /// If the throw is invalid.
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
    /// Returns the frames with their times in seconds, each once.
    pub fn distinct(&self) -> impl Iterator<Item = (f64, &Stones)> {
        let mut last = None;
        let fresh = move |&&(steps, _): &&(u32, Stones)| last.replace(steps) != Some(steps);
        let frames = self.frames.iter().filter(fresh);
        frames.map(|(steps, stones)| (f64::from(*steps) * self.step, stones))
    }

    /// Returns the successive positions of every stone, by slot; a single one for a stone at rest.
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
