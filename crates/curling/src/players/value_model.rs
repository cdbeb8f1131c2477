//! Learned value model: the distribution of an end's results, learned backwards from the last
//! stone.
//!
//! The evaluation of Jiritsu-kun's paper scores the house as it stands and adds a little for stones
//! that lie well, with weights set by hand that are equal for the second stone and for the
//! fifteenth. Here the weights are learned, separately for every stone of an end: before a slot is
//! thrown, the probability that the hammer makes at least a given number of points is linear in
//! the [features](super::evaluation::features) of the position. The utility of the results is not
//! part of the model, so that one model serves first ends and last ones, for points or for the
//! match ([`Objective`](super::evaluation::Objective)).
//!
//! It is learned from the last stone backwards ([`training`]): after the sixteenth stone the score
//! is known; the outcomes of the best sixteenth stone are an expectation over the lattice, not a
//! sample; the weights for positions before it are fitted to that by least squares; then likewise
//! for the fifteenth stone, and so on. Learning values from searches that use the values learned
//! before is the idea of Blokus Duo's selective simulations (the paper of [`lookahead::learn`]);
//! targets without the variance of played games are particular to this lattice.
//!
//! A model holds for the ice and the noise it was trained with, which its file tells. Those of the
//! platforms are shipped with the crate ([`shipped_for`]). Files and the setting of players call a
//! model `experience`.

mod library;
mod text;
pub mod training;

pub use library::{Experience, shipped, shipped_for};
pub use text::ValueModelError;

use super::calibration::Corrections;
use super::evaluation::features::{FEATURES, Features, SCORES};
use crate::conditions::Conditions;
use crate::stones::SLOTS;
use lookahead::learn::Fit;

/// The fewest points of the hammer that the model distinguishes: two points stolen differ from
/// three, three do not from four.
pub const LEAST: i8 = -2;
/// The number of thresholds: at least [`LEAST`] points, at least one more, and so on.
pub const RESULTS: usize = 8;

/// The probabilities that the hammer makes at least each threshold of points, from [`LEAST`] on.
pub type Chances = [f64; RESULTS];

/// The weights for positions before one slot: one per feature and threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One row per feature.
    pub features: Vec<Chances>,
}

impl Weights {
    /// Returns weights of zero.
    fn zero() -> Self {
        Weights {
            features: vec![[0.0; RESULTS]; FEATURES],
        }
    }

    /// Adds weights to the first features.
    fn add(&mut self, more: &[Chances]) {
        for (weights, more) in self.features.iter_mut().zip(more) {
            for (weight, more) in weights.iter_mut().zip(more) {
                *weight += more;
            }
        }
    }

    /// Adds a fit. Exactly one score feature is set, so the constant is added to all of them.
    fn add_fit(&mut self, fit: &Fit<RESULTS>) {
        self.add(&fit.weights);
        self.add(&[fit.constant; SCORES]);
    }

    /// Returns the mean of two weights.
    fn mean(&self, other: &Weights) -> Weights {
        let mut mean = self.clone();
        mean.add(&other.features);
        for weight in mean.features.iter_mut().flatten() {
            *weight /= 2.0;
        }
        mean
    }

    /// Returns the linear predictions for a position: probabilities, not yet clamped to 0..1.
    fn sums(&self, features: &[f64; FEATURES]) -> Chances {
        let mut sums = [0.0; RESULTS];
        for (weights, feature) in self.features.iter().zip(features) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * feature;
            }
        }
        sums
    }

    /// Returns the probabilities in a position with these features, each from 0 to 1 and none above
    /// that of a lower threshold.
    pub fn chances(&self, features: &Features) -> Chances {
        let mut most = 1.0;
        self.sums(&features.0).map(|chance| {
            most = chance.clamp(0.0, most);
            most
        })
    }
}

/// A value model with the command that trained it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueModel {
    /// The command that trained it.
    pub command: String,
    /// The conditions it was trained for; files of the first version do not tell.
    pub learned_for: Option<Conditions>,
    /// The corrections of claims that are made with it one shot deep.
    pub corrections: Corrections,
    slots: [Option<Weights>; SLOTS],
}

impl ValueModel {
    /// Returns the weights for positions before a slot is thrown, if there are any.
    pub fn before(&self, slot: usize) -> Option<&Weights> {
        self.slots.get(slot)?.as_ref()
    }

    /// Sets the weights for positions before a slot.
    ///
    /// # Panics
    /// If the slot does not exist, or the number of rows is not that of the features.
    pub fn set(&mut self, slot: usize, weights: Weights) {
        assert_eq!(weights.features.len(), FEATURES, "a row for each feature");
        self.slots[slot] = Some(weights);
    }
}

impl ValueModel {
    /// Returns the mean of two models, for the slots that both have.
    fn mean(&self, other: &ValueModel) -> ValueModel {
        let mean = |slot| Some(self.before(slot)?.mean(other.before(slot)?));
        ValueModel {
            command: self.command.clone(),
            learned_for: self.learned_for.clone(),
            corrections: Corrections::default(),
            slots: std::array::from_fn(mean),
        }
    }
}

/// Returns the probabilities, 0 or 1, of a known result.
pub fn certain(points: i8) -> Chances {
    std::array::from_fn(|result| f64::from(u8::from(points >= LEAST + result as i8)))
}

#[cfg(test)]
mod tests;
