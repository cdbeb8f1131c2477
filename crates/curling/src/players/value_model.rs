//! Experience: how ends turn out, learned backwards from their last stone.
//!
//! The evaluation of Jiritsu-kun's paper scores the house as it stands and adds a little for stones
//! that lie well, with weights set by hand that are the same for the second stone and for the
//! fifteenth. Here the weights are learned, for every stone of an end by themselves: before a slot
//! is thrown, the chance that the hammer makes at least so many points is a sum over the
//! [signs](super::evaluation::signs) of the position. What is at stake is not part of it, so that
//! one experience serves first ends and last ones, for points or for the match
//! ([`Appraisal`](super::evaluation::Appraisal)).
//!
//! It is learned from the last stone backwards ([`lessons`]): after the sixteenth stone the score
//! is known; what may come of the best sixteenth stone is an expectation over the lattice, and not
//! a sample; the weights for positions before it are fitted to that by least squares; then the same
//! for the fifteenth stone, and so on. The idea of learning what a position is worth from searches
//! that use what was learned before is that of Blokus Duo's selective simulations (the paper of
//! [`lookahead::learn`]); that no games are lost or won by luck on the way is particular to this
//! lattice.
//!
//! Experience is of certain ice and certain hands, and depends on both. That of the contests up to
//! 2015 comes with the crate ([`shipped`]).

pub mod lessons;
mod text;

pub use text::ExperienceError;

use super::evaluation::signs::{SCORES, SIGNS, Signs};
use crate::stones::SLOTS;
use lookahead::learn::Fit;
use std::sync::{Arc, LazyLock};

/// The fewest points of the hammer that are told from fewer: two points stolen are told from three,
/// three are not from four.
pub const LEAST: i8 = -2;
/// How many results are told apart but the worst: at least [`LEAST`], at least one more, and so on.
pub const RESULTS: usize = 8;

/// For each result from [`LEAST`] on, the chance that the hammer makes at least so many points.
pub type Chances = [f64; RESULTS];

/// What the signs say of positions before one slot: for each sign, what it adds to the chance of
/// each result.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// As many as there are signs.
    pub signs: Vec<Chances>,
}

impl Weights {
    /// Nothing is known.
    fn none() -> Self {
        Weights {
            signs: vec![[0.0; RESULTS]; SIGNS],
        }
    }

    /// Adds what was learned on top.
    fn add(&mut self, more: &[Chances]) {
        for (sign, more) in self.signs.iter_mut().zip(more) {
            for (weight, more) in sign.iter_mut().zip(more) {
                *weight += more;
            }
        }
    }

    /// Adds what was fitted on top. One score always stands, so that a constant is the same for all
    /// of them.
    fn fitted(&mut self, fit: &Fit<RESULTS>) {
        self.add(&fit.weights);
        self.add(&[fit.constant; SCORES]);
    }

    /// Halfway between two.
    fn mean(&self, other: &Weights) -> Weights {
        let mut mean = self.clone();
        mean.add(&other.signs);
        for weight in mean.signs.iter_mut().flatten() {
            *weight /= 2.0;
        }
        mean
    }

    /// The sums for a position with these signs: chances, but for what lies beyond 0 and 1.
    fn sums(&self, signs: &[f64; SIGNS]) -> Chances {
        let mut sums = [0.0; RESULTS];
        for (weights, sign) in self.signs.iter().zip(signs) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * sign;
            }
        }
        sums
    }

    /// The chances in a position with these signs, each from 0 to 1, and none above that of a worse
    /// result.
    pub fn chances(&self, signs: &Signs) -> Chances {
        let mut most = 1.0;
        self.sums(&signs.0).map(|chance| {
            most = chance.clamp(0.0, most);
            most
        })
    }
}

/// How ends turn out, and how that was learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experience {
    /// The command that learned it.
    pub command: String,
    slots: [Option<Weights>; SLOTS],
}

impl Experience {
    /// What is known of positions before a slot is thrown.
    pub fn before(&self, slot: usize) -> Option<&Weights> {
        self.slots.get(slot)?.as_ref()
    }

    /// Has learned something of positions before a slot.
    ///
    /// # Panics
    /// If there is no such slot, or not a weight for each sign.
    pub fn learn(&mut self, slot: usize, weights: Weights) {
        assert_eq!(weights.signs.len(), SIGNS, "a weight for each sign");
        self.slots[slot] = Some(weights);
    }
}

impl Experience {
    /// Halfway between two, for the slots that both know.
    fn mean(&self, other: &Experience) -> Experience {
        let mean = |slot| Some(self.before(slot)?.mean(other.before(slot)?));
        Experience {
            command: self.command.clone(),
            slots: std::array::from_fn(mean),
        }
    }
}

/// The experience that comes with the crate: of the legacy platform's ice with its usual noise, the
/// conditions of the paper.
pub fn shipped() -> Arc<Experience> {
    static SHIPPED: LazyLock<Arc<Experience>> = LazyLock::new(|| {
        let text = include_str!("../../experience/legacy.txt");
        Arc::new(text.parse().expect("the file of the crate"))
    });
    Arc::clone(&SHIPPED)
}

/// The chances if the hammer makes so many points.
pub fn certain(points: i8) -> Chances {
    std::array::from_fn(|result| f64::from(u8::from(points >= LEAST + result as i8)))
}

#[cfg(test)]
mod tests;
