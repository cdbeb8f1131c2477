//! Objective of a search: the utility of the end's results and, optionally, a value model.
//!
//! A value model predicts the probability of each result linearly from the
//! [features](super::features) of a position. The utilities can therefore be folded into the
//! weights once per search: a position then costs one sum, as with the paper's evaluation, whatever
//! the number of results.

use super::super::end_utility::EndUtility;
use super::super::value_model::{LEAST, RESULTS, ValueModel, Weights};
use super::features::{HOUSE_ZONES, HouseScore, SCORES, TEAM_FEATURES, ZONES, score_index};
use crate::stones::SLOTS;

/// The utility of an end's results, with the weights of a value model for it.
#[derive(Clone, Debug)]
pub struct Objective {
    utility: EndUtility,
    learned: Vec<Option<LearnedWeights>>,
}

impl Objective {
    /// Creates the objective of the paper, without a value model.
    pub fn new(utility: EndUtility) -> Self {
        Objective {
            utility,
            learned: Vec::new(),
        }
    }

    /// Returns the objective with a value model, for the slots the model has.
    pub fn with_model(utility: EndUtility, model: &ValueModel) -> Self {
        let learned = (0..SLOTS)
            .map(|slot| model.before(slot))
            .map(|weights| weights.map(|weights| LearnedWeights::new(&utility, weights)))
            .collect();
        Objective { utility, learned }
    }

    /// Returns the utility of the end's results.
    pub fn utility(&self) -> &EndUtility {
        &self.utility
    }

    /// Returns the learned weights for positions before a slot is thrown, if there are any.
    #[inline]
    pub(super) fn learned(&self, next: usize) -> Option<&LearnedWeights> {
        self.learned.get(next)?.as_ref()
    }
}

/// The learned weights of a team's stones for a given utility. See [`super::features`] for the
/// letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TeamWeights {
    pub(super) k: f64,
    pub(super) h: f64,
    pub(super) ktd: f64,
    pub(super) htd: f64,
    /// 0 outside the house.
    pub(super) t: [f64; ZONES],
    /// 0 outside the house.
    pub(super) kt: [f64; ZONES],
    pub(super) zones: [f64; ZONES],
}

impl TeamWeights {
    fn new(of_team: &[f64]) -> Self {
        let in_house =
            |weight: f64| std::array::from_fn(|zone| if zone < HOUSE_ZONES { weight } else { 0.0 });
        TeamWeights {
            k: of_team[0],
            h: of_team[1],
            ktd: of_team[2],
            htd: of_team[3],
            t: in_house(of_team[4]),
            kt: in_house(of_team[5]),
            zones: std::array::from_fn(|zone| of_team.get(6 + zone).copied().unwrap_or(0.0)),
        }
    }
}

/// The learned weights for positions before one slot, for a given utility.
#[derive(Clone, Debug)]
pub(super) struct LearnedWeights {
    now: [f64; SCORES],
    threatened: [f64; SCORES],
    pub(super) teams: [TeamWeights; 2],
}

impl LearnedWeights {
    fn new(utility: &EndUtility, weights: &Weights) -> Self {
        // Each threshold adds the utility of one more point.
        let step = |result: usize| {
            let points = LEAST + result as i8;
            utility.of(points) - utility.of(points - 1)
        };
        let steps: [f64; RESULTS] = std::array::from_fn(step);
        let together = |feature: &[f64; RESULTS]| -> f64 {
            feature.iter().zip(steps).map(|(w, s)| w * s).sum()
        };
        let all: Vec<f64> = weights.features.iter().map(together).collect();
        let (scores, stones) = all.split_at(2 * SCORES);
        let base = utility.of(LEAST - 1);
        LearnedWeights {
            now: std::array::from_fn(|index| base + scores[index]),
            threatened: std::array::from_fn(|index| scores[SCORES + index]),
            teams: [0, 1]
                .map(|team| TeamWeights::new(&stones[team * TEAM_FEATURES..][..TEAM_FEATURES])),
        }
    }

    /// Returns the value of a position from its score and the sum over its stones. It may lie a
    /// little beyond the worst or the best result: clamped, different positions would have equal
    /// values.
    #[inline]
    pub(super) fn value(&self, score: HouseScore, stones: f64) -> f64 {
        let now = self.now[score_index(score.now)];
        now + self.threatened[score_index(score.threatened)] + stones
    }
}
