//! Fit of a points model to observed ends.
//!
//! The [hands](super::Hands) are those that make the results of last stones likeliest. The penalty
//! of a stone's regression is chosen by cross-validation over matches, since the ends of one match
//! are not independent; the regression is then fitted to all of them.

use super::{CLASSES, Distribution, Hands, LAST, PointsModel, Regression, View, class_of};
use crate::stones::SLOTS;
use lookahead::learn::{ClassExample, Softmax};
use rayon::prelude::*;

/// The penalties that are compared.
const PENALTIES: [f64; 3] = [30.0, 100.0, 300.0];
/// The parts of the cross-validation.
const FOLDS: usize = 3;
/// The shares of ends that do not follow the look-ahead, which are compared.
const OTHERWISE: [f64; 7] = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
/// The ends that every result is given beforehand.
const PRIOR: f64 = 0.5;

/// A position with the hammer's points of its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The position.
    pub view: View,
    /// The hammer's points.
    pub points: i8,
    /// The number of the match.
    pub of_match: usize,
}

impl Example {
    /// Returns the index of its result.
    pub(super) fn class(&self) -> usize {
        class_of(self.points)
    }
}

/// Hands with the likelihood of the last stones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandsTried {
    /// The hands; of those with this execution error the likeliest.
    pub hands: Hands,
    /// The mean loss of the look-ahead alone, in nats.
    pub loss: f64,
    /// The mean distribution of the look-ahead alone, to compare with the frequencies.
    pub expected: Distribution,
}

/// Returns the frequencies of results, without a power play and with one: every end counts once, at
/// its last stone.
pub fn frequencies<'e>(examples: impl Iterator<Item = &'e Example>) -> [Distribution; 2] {
    let mut counts = [[PRIOR; CLASSES]; 2];
    for example in examples.filter(|example| example.view.slot == LAST) {
        counts[usize::from(example.view.power_play)][example.class()] += 1.0;
    }
    counts.map(|counts| {
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    })
}

/// Returns the likeliest hands of this execution error, which the examples were seen with.
///
/// # Panics
/// Never: there are shares to compare.
pub fn try_hands(scale: f64, examples: &[&Example]) -> HandsTried {
    let frequencies = frequencies(examples.iter().copied());
    let tried = OTHERWISE.map(|otherwise| {
        let hands = Hands { scale, otherwise };
        let (mut loss, mut count) = (0.0, 0.0);
        let mut expected = [0.0; CLASSES];
        for example in examples {
            let Some(claim) = &example.view.claim else {
                continue;
            };
            let of_kind = &frequencies[usize::from(example.view.power_play)];
            let chances = hands.expected(claim, of_kind);
            loss -= libm::log(chances[example.class()]);
            count += 1.0;
            // The look-ahead alone: all ends follow it.
            let alone = Hands {
                otherwise: 0.0,
                ..hands
            };
            for (sum, chance) in expected.iter_mut().zip(alone.expected(claim, of_kind)) {
                *sum += chance;
            }
        }
        HandsTried {
            hands,
            loss: loss / f64::max(count, 1.0),
            expected: expected.map(|sum| sum / f64::max(count, 1.0)),
        }
    });
    let likeliest = tried.into_iter().min_by(|a, b| a.loss.total_cmp(&b.loss));
    likeliest.expect("shares to compare")
}

/// Fits a model with these hands.
pub fn fit(hands: Hands, examples: &[&Example]) -> PointsModel {
    let mut model = PointsModel {
        command: String::new(),
        hands,
        frequencies: frequencies(examples.iter().copied()),
        slots: [const { None }; SLOTS],
    };
    let regressions: Vec<_> = (0..SLOTS)
        .into_par_iter()
        .map(|slot| {
            let here = examples.iter().filter(|example| example.view.slot == slot);
            let here: Vec<_> = here.map(|example| known(&model, example)).collect();
            (!here.is_empty()).then(|| regression(&here))
        })
        .collect();
    for (slot, regression) in model.slots.iter_mut().zip(regressions) {
        *slot = regression;
    }
    model
}

/// An example of a regression, with the number of its match.
type Known = (usize, ClassExample<{ super::INPUTS }, CLASSES>);

fn known(model: &PointsModel, example: &Example) -> Known {
    let (inputs, offsets) = model.inputs(&example.view);
    let class = example.class();
    let known = ClassExample {
        inputs,
        offsets,
        class,
    };
    (example.of_match, known)
}

/// Fits the regression of a stone with the penalty that predicts other matches best.
fn regression(examples: &[Known]) -> Regression {
    let losses = PENALTIES.map(|penalty| (penalty, validated(examples, penalty)));
    let best = losses.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let penalty = best.map_or(PENALTIES[0], |(penalty, _)| penalty);
    Softmax::fit(examples.iter().map(|(_, example)| example), penalty)
}

/// Returns the loss in matches that were not fitted to.
fn validated(examples: &[Known], penalty: f64) -> f64 {
    let of_fold = |fold: usize| {
        let kept = examples.iter().filter(|(number, _)| number % FOLDS != fold);
        let fit = Softmax::fit(kept.clone().map(|(_, example)| example), penalty);
        let tested = examples.iter().filter(|(number, _)| number % FOLDS == fold);
        let losses = tested.map(|(_, example)| {
            let chances = fit.probabilities(&example.inputs, &example.offsets);
            -libm::log(chances[example.class])
        });
        losses.sum::<f64>()
    };
    (0..FOLDS).map(of_fold).sum()
}
