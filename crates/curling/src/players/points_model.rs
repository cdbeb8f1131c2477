//! Points model: the distribution of the hammer's points of an end of mixed doubles, before any of
//! its stones, as people play it.
//!
//! A [value model](super::value_model) tells how an end turns out between players that search; this
//! one is fitted to championships recorded shot by shot. For every stone of an end it is a
//! [multinomial logistic regression](Softmax) on the [features](super::evaluation::features) of the
//! sheet, the placement, the score and the end ([`View`]). Before the last stone it starts from a
//! look-ahead with [hands](Hands) like those of the players: the results of the shot that is best
//! for the match, thrown with their execution error. The regression learns only what that misses.
//!
//! The model knows neither who plays nor the ice of the day, and only positions in which all stones
//! of the end are played out. Fitting is in [`fit`], the comparison with results in [`trial`]. Not
//! here: tables of championships, which the platform reads.
//!
//! ```
//! use curling::players::points_model::{class_of, points_of, CLASSES};
//!
//! assert_eq!((class_of(-6), class_of(0), class_of(7)), (0, 4, CLASSES - 1));
//! assert_eq!(points_of(0), -4); // four stolen points, or more
//! ```

pub mod fit;
mod hands;
mod text;
pub mod trial;

pub use hands::{Hands, Observer, ObserverError};
pub use text::PointsModelError;

use super::evaluation::features::FEATURES;
use super::value_model::Chances;
use crate::stones::SLOTS;
use lookahead::learn::Softmax;
use std::sync::{Arc, LazyLock};

/// The fewest points of the hammer that are distinguished: four stolen, or more.
pub const LEAST: i8 = -4;
/// The number of results: up to five points, or more.
pub const CLASSES: usize = 10;
/// The slot of the last stone.
const LAST: usize = SLOTS - 1;
/// The inputs beside the features: placement, score and end.
const CIRCUMSTANCES: usize = 3;
/// The inputs of a position without look-ahead.
const SHEET: usize = FEATURES + CIRCUMSTANCES;
/// The inputs of the regression: those of the sheet, and the claim of the look-ahead.
pub const INPUTS: usize = SHEET + CLASSES;

/// The probabilities of the results, from [`LEAST`] points on.
pub type Distribution = [f64; CLASSES];

/// The regression of a stone.
type Regression = Softmax<INPUTS, CLASSES>;

/// The shipped model.
static SHIPPED: LazyLock<Arc<PointsModel>> = LazyLock::new(|| {
    let text = include_str!("../../experience/doubles-points.txt");
    Arc::new(text.parse().expect("a valid shipped model"))
});

/// Returns the shipped model, fitted to two championships of mixed doubles.
///
/// # Panics
/// Never: the shipped model is valid.
pub fn shipped() -> Arc<PointsModel> {
    Arc::clone(&SHIPPED)
}

/// Returns the index of the result with these points of the hammer.
pub fn class_of(points: i8) -> usize {
    let most = LEAST + CLASSES as i8 - 1;
    (points.clamp(LEAST, most) - LEAST) as usize
}

/// Returns the points of a result.
pub fn points_of(class: usize) -> i8 {
    LEAST + class as i8
}

/// What the model sees of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The slot that is thrown next.
    pub slot: usize,
    /// Whether the end is a power play.
    pub power_play: bool,
    /// The features of the sheet, and placement, score and end.
    sheet: [f64; SHEET],
    /// The look-ahead before the last stone.
    claim: Option<Chances>,
}

/// A points model with the command that fitted it.
#[derive(Clone, Debug, PartialEq)]
pub struct PointsModel {
    /// The command that fitted it.
    pub command: String,
    /// The hands of the look-ahead.
    pub hands: Hands,
    /// The frequencies of the results, without a power play and with one.
    frequencies: [Distribution; 2],
    /// The regressions of the slots.
    slots: [Option<Regression>; SLOTS],
}

impl PointsModel {
    /// Returns the frequencies of the results in the ends of the fit.
    pub fn frequencies(&self, power_play: bool) -> &Distribution {
        &self.frequencies[usize::from(power_play)]
    }

    /// Returns the distribution of the hammer's points; `None` if the model has no regression for
    /// this slot.
    pub fn predict(&self, view: &View) -> Option<Distribution> {
        let regression = self.slots.get(view.slot)?.as_ref()?;
        let (inputs, offsets) = self.inputs(view);
        Some(regression.probabilities(&inputs, &offsets))
    }

    /// Returns the inputs and offsets of the regression.
    fn inputs(&self, view: &View) -> ([f64; INPUTS], Distribution) {
        let offsets = self.offsets(view);
        let mut inputs = [0.0; INPUTS];
        inputs[..SHEET].copy_from_slice(&view.sheet);
        if view.claim.is_some() {
            let mean = offsets.iter().sum::<f64>() / CLASSES as f64;
            for (input, offset) in inputs[SHEET..].iter_mut().zip(offsets) {
                *input = offset - mean;
            }
        }
        (inputs, offsets)
    }

    /// Returns the logarithms of the probabilities before the regression: those of the look-ahead
    /// with some ends that go otherwise, or the frequencies.
    fn offsets(&self, view: &View) -> Distribution {
        let frequencies = self.frequencies(view.power_play);
        let before = match &view.claim {
            Some(claim) => self.hands.expected(claim, frequencies),
            None => *frequencies,
        };
        before.map(libm::log)
    }
}

#[cfg(test)]
mod tests;
