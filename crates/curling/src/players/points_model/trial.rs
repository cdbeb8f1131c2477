//! Trial of a points model: predictions against results, by the stone of the end.
//!
//! The measure is the log loss in nats. The ends of one match are not independent, so intervals
//! come from a bootstrap over matches: matches are drawn with replacement, and the middle 95 % of
//! the means are the interval.

use super::fit::Example;
use super::{CLASSES, Distribution, PointsModel, class_of};
use crate::players::calibration::{Claim, Reliability};
use crate::stones::SLOTS;
use lookahead::Seed;
use rand::RngExt;
use std::collections::BTreeMap;

/// The resamples of a bootstrap.
const RESAMPLES: usize = 1000;
/// The share of resamples outside an interval, on either side.
const TAIL: f64 = 0.025;

/// A prediction with the result of its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The slot that was thrown next.
    pub slot: usize,
    /// The number of the match.
    pub of_match: usize,
    /// The predicted distribution.
    pub chances: Distribution,
    /// The frequencies of the model for such ends.
    pub frequencies: Distribution,
    /// The index of the result.
    pub class: usize,
}

impl Prediction {
    /// Returns the prediction for an example, if the model has one.
    pub fn of(model: &PointsModel, example: &Example) -> Option<Self> {
        Some(Prediction {
            slot: example.view.slot,
            of_match: example.of_match,
            chances: model.predict(&example.view)?,
            frequencies: *model.frequencies(example.view.power_play),
            class: example.class(),
        })
    }

    fn loss(&self) -> f64 {
        -libm::log(self.chances[self.class])
    }

    fn loss_of_frequencies(&self) -> f64 {
        -libm::log(self.frequencies[self.class])
    }
}

/// A mean with its interval of 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the mean of some numbers, each with the number of its match.
    pub fn of(numbers: impl Iterator<Item = (usize, f64)>, seed: Seed) -> Self {
        let mut matches: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (number, value) in numbers {
            let sums = matches.entry(number).or_default();
            *sums = (sums.0 + value, sums.1 + 1.0);
        }
        let sums: Vec<_> = matches.into_values().collect();
        if sums.is_empty() {
            return Interval::default();
        }
        let mean = |drawn: &mut dyn Iterator<Item = (f64, f64)>| {
            let (sum, count) = drawn.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
            sum / count
        };
        let rng = &mut seed.rng();
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| mean(&mut (0..sums.len()).map(|_| sums[rng.random_range(0..sums.len())])))
            .collect();
        means.sort_by(f64::total_cmp);
        let tail = (TAIL * RESAMPLES as f64) as usize;
        Interval {
            mean: mean(&mut sums.iter().copied()),
            low: means[tail],
            high: means[RESAMPLES - 1 - tail],
        }
    }
}

/// The losses before one stone, or before all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// The slot; none for all of them.
    pub slot: Option<usize>,
    /// The number of predictions.
    pub count: usize,
    /// The loss of the model.
    pub model: Interval,
    /// The loss of the frequencies by power play.
    pub frequencies: Interval,
    /// The loss of the model less that of the frequencies.
    pub difference: Interval,
}

/// Returns the losses by slot, then those of all slots.
pub fn losses(predictions: &[Prediction], seed: Seed) -> Vec<Losses> {
    let slots = (0..SLOTS).map(Some).chain([None]);
    let of = |slot: Option<usize>| {
        let here = predictions
            .iter()
            .filter(|one| slot.is_none_or(|slot| one.slot == slot));
        let mean = |loss: fn(&Prediction) -> f64| {
            Interval::of(here.clone().map(|one| (one.of_match, loss(one))), seed)
        };
        Losses {
            slot,
            count: here.clone().count(),
            model: mean(Prediction::loss),
            frequencies: mean(Prediction::loss_of_frequencies),
            difference: mean(|one| one.loss() - one.loss_of_frequencies()),
        }
    };
    slots.map(of).filter(|losses| losses.count > 0).collect()
}

/// The number of groups of chances: tenths.
pub const TENTHS: usize = 10;

/// Returns the reliability by tenths of the predicted chance that the hammer makes at least this
/// many points.
pub fn reliability(predictions: &[Prediction], points: i8) -> [Reliability; TENTHS] {
    let mut matches: BTreeMap<usize, Vec<Claim>> = BTreeMap::new();
    let least = class_of(points);
    for one in predictions {
        let chance: f64 = one.chances[least..CLASSES].iter().sum();
        let happened = one.class >= least;
        matches.entry(one.of_match).or_default().push(Claim {
            slot: one.slot as u8,
            chance,
            share: f64::from(u8::from(happened)),
        });
    }
    let tenth = |chance: f64| ((chance * TENTHS as f64) as usize).min(TENTHS - 1);
    std::array::from_fn(|number| {
        Reliability::of(matches.values(), |claim| tenth(claim.chance) == number)
    })
}
