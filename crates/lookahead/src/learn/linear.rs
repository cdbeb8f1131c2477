//! The linear model, and the gradient of an episode.

use super::settings::Step;
use serde::{Deserialize, Serialize};

/// One component of a sparse feature vector: its index and its value. Components may come in any
/// order; an index that comes twice counts twice.
pub type Feature = (u32, f32);

/// Returns the logistic function `1 / (1 + exp(-x))`. Never overflows; the same on every machine.
pub fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + libm::exp(-x))
    } else {
        let e = libm::exp(x);
        e / (1.0 + e)
    }
}

/// A weight per feature, and the gain that turns values into probabilities.
///
/// ```
/// use lookahead::learn::Linear;
///
/// let model = Linear { weights: vec![3.0, -1.0], gain: 0.5 };
/// assert_eq!(model.value(&[(0, 1.0), (1, 3.0)]), 0.0);
/// assert_eq!(model.probability(&[(0, 1.0), (1, 3.0)]), 0.5);
/// assert!(model.probability(&[(0, 1.0)]) > 0.8);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// One weight per feature.
    pub weights: Vec<f64>,
    /// Steepness of the sigmoid.
    pub gain: f64,
}

impl Linear {
    /// Creates a model with `length` weights of zero.
    pub fn new(length: usize, gain: f64) -> Self {
        Linear {
            weights: vec![0.0; length],
            gain,
        }
    }

    /// Returns the inner product of weights and features. A feature without a weight counts 0.
    pub fn value(&self, features: &[Feature]) -> f64 {
        let weight = |index: u32| self.weights.get(index as usize).copied();
        let term = |&(index, x): &Feature| weight(index).map_or(0.0, |w| w * f64::from(x));
        features.iter().map(term).sum()
    }

    /// Returns the value as a probability of winning.
    pub fn probability(&self, features: &[Feature]) -> f64 {
        sigmoid(self.gain * self.value(features))
    }
}

/// A training example.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The features of the position.
    pub features: Vec<Feature>,
    /// The target winning rate, 0 to 1.
    pub target: f64,
}

/// The examples of one episode, summed under one set of weights.
///
/// ```
/// use lookahead::learn::{Episode, Linear, Step};
///
/// let mut model = Linear::new(1, 1.0);
/// let mut episode = Episode::new(1);
/// episode.add(&model, &[(0, 2.0)], 1.0);
/// assert_eq!(episode.loss(), 0.25);
/// episode.apply(&mut model, &Step { rate: 1.0, ..Step::default() });
/// assert_eq!(model.weights, [0.25]); // (1 - 1/2) · 1/2 · (1 - 1/2) · 2
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    direction: Vec<f64>,
    examples: u64,
    squared: f64,
    absolute: f64,
}

impl Episode {
    /// Creates an empty episode for a model of `length` weights.
    pub fn new(length: usize) -> Self {
        Episode {
            direction: vec![0.0; length],
            examples: 0,
            squared: 0.0,
            absolute: 0.0,
        }
    }

    /// Removes the examples and keeps the memory.
    pub fn clear(&mut self) {
        self.direction.fill(0.0);
        self.examples = 0;
        self.squared = 0.0;
        self.absolute = 0.0;
    }

    /// Adds one example. A feature without a weight is ignored.
    pub fn add(&mut self, model: &Linear, features: &[Feature], target: f64) {
        let guess = model.probability(features);
        let error = target - guess;
        let pull = error * guess * (1.0 - guess);
        for &(index, x) in features {
            if let Some(sum) = self.direction.get_mut(index as usize) {
                *sum += pull * f64::from(x);
            }
        }
        self.examples += 1;
        self.squared += error * error;
        self.absolute += error.abs();
    }

    /// Adds the examples of another episode for the same model. Sums depend on the order of
    /// addition in their last bits: parts computed in parallel are merged by index.
    pub fn merge(&mut self, other: &Episode) {
        for (sum, part) in self.direction.iter_mut().zip(&other.direction) {
            *sum += part;
        }
        self.examples += other.examples;
        self.squared += other.squared;
        self.absolute += other.absolute;
    }

    /// Moves the weights of `model` against the gradient of the loss.
    pub fn apply(&self, model: &mut Linear, step: &Step) {
        let scale = step.scale(model.gain, self.examples);
        for (weight, sum) in model.weights.iter_mut().zip(&self.direction) {
            *weight += scale * sum;
        }
    }

    /// Returns `Σ (P - σ) σ (1 - σ) φ`: the gradient of [`loss`](Self::loss) divided by `-2a`.
    pub fn direction(&self) -> &[f64] {
        &self.direction
    }

    /// Returns the number of examples.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// Returns `J`, the sum of the squared errors.
    pub fn loss(&self) -> f64 {
        self.squared
    }

    /// Returns the sum of the absolute errors.
    pub fn absolute(&self) -> f64 {
        self.absolute
    }

    /// Returns the root of the mean squared error; 0 without examples.
    pub fn rmse(&self) -> f64 {
        (self.squared / self.examples.max(1) as f64).sqrt()
    }

    /// Returns the mean absolute error; 0 without examples.
    pub fn mean_error(&self) -> f64 {
        self.absolute / self.examples.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Factor;
    use proptest::prelude::*;

    const LENGTH: usize = 5;

    fn model() -> impl Strategy<Value = Linear> {
        (prop::collection::vec(-3.0..3.0_f64, LENGTH), 0.05..2.0_f64)
            .prop_map(|(weights, gain)| Linear { weights, gain })
    }

    /// Examples with repeated and zero features among them.
    fn examples() -> impl Strategy<Value = Vec<Example>> {
        let feature = (0..LENGTH as u32, -2.0..2.0_f32);
        let features = prop::collection::vec(feature, 0..7);
        let example =
            (features, 0.0..=1.0_f64).prop_map(|(features, target)| Example { features, target });
        prop::collection::vec(example, 0..6)
    }

    fn episode(model: &Linear, examples: &[Example]) -> Episode {
        let mut episode = Episode::new(model.weights.len());
        for example in examples {
            episode.add(model, &example.features, example.target);
        }
        episode
    }

    /// Returns the loss straight from its definition, with the platform's exponential.
    fn loss(model: &Linear, examples: &[Example]) -> f64 {
        let squared = |e: &Example| {
            let terms = e.features.iter();
            let value: f64 = terms
                .map(|&(i, x)| model.weights[i as usize] * f64::from(x))
                .sum();
            (e.target - 1.0 / (1.0 + (-model.gain * value).exp())).powi(2)
        };
        examples.iter().map(squared).sum()
    }

    proptest! {
        #[test]
        fn the_direction_is_the_gradient_by_finite_differences(
            model in model(), examples in examples(),
        ) {
            let episode = episode(&model, &examples);
            prop_assert!((episode.loss() - loss(&model, &examples)).abs() < 1e-12);
            let h = 1e-5;
            for i in 0..LENGTH {
                let shifted = |by: f64| {
                    let mut other = model.clone();
                    other.weights[i] += by;
                    loss(&other, &examples)
                };
                let numeric = (shifted(h) - shifted(-h)) / (2.0 * h);
                let ours = -2.0 * model.gain * episode.direction()[i];
                prop_assert!((numeric - ours).abs() < 1e-7, "{} and {}", numeric, ours);
            }
        }

        #[test]
        fn an_episode_is_the_sum_of_its_examples(model in model(), examples in examples()) {
            let whole = episode(&model, &examples);
            let mut merged = Episode::new(LENGTH);
            for example in &examples {
                merged.merge(&episode(&model, std::slice::from_ref(example)));
            }
            prop_assert_eq!(merged.examples(), whole.examples());
            let sums = |e: &Episode| [e.direction(), &[e.loss(), e.absolute()]].concat();
            for (a, b) in sums(&merged).iter().zip(sums(&whole)) {
                prop_assert!((a - b).abs() < 1e-12);
            }
        }

        #[test]
        fn a_small_step_lowers_the_loss(model in model(), examples in examples()) {
            for factor in [Factor::Gain, Factor::TwiceGain, Factor::Plain] {
                let mut moved = model.clone();
                let step = Step { rate: 1e-3, factor, average: false };
                episode(&model, &examples).apply(&mut moved, &step);
                prop_assert!(loss(&moved, &examples) <= loss(&model, &examples) + 1e-15);
            }
        }

        #[test]
        fn the_sigmoid_is_a_rising_odd_probability(x in prop::num::f64::NORMAL | prop::num::f64::ZERO) {
            let p = sigmoid(x);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p + sigmoid(-x) - 1.0).abs() < 1e-15);
            prop_assert!(sigmoid(x + x.abs() * 0.01) >= p);
        }
    }

    #[test]
    fn the_sigmoid_survives_huge_values() {
        let values = [-1e308, -1000.0, 0.0, 1000.0, 1e308].map(sigmoid);
        assert_eq!(values, [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!([f64::NEG_INFINITY, f64::INFINITY].map(sigmoid), [0.0, 1.0]);
        let model = Linear {
            weights: vec![1e300],
            gain: 1e300,
        };
        let mut episode = Episode::new(1);
        episode.add(&model, &[(0, -1.0)], 1.0);
        assert_eq!(
            (episode.direction(), episode.loss()),
            ([0.0].as_slice(), 1.0)
        );
    }

    #[test]
    fn errors_are_means_over_the_examples() {
        let model = Linear::new(1, 1.0);
        let mut episode = Episode::new(1);
        assert_eq!((episode.rmse(), episode.mean_error()), (0.0, 0.0));
        episode.add(&model, &[], 0.5);
        episode.add(&model, &[], 1.0);
        assert_eq!(
            (episode.rmse(), episode.mean_error()),
            (0.125_f64.sqrt(), 0.25)
        );
        episode.clear();
        assert_eq!(episode, Episode::new(1));
    }

    #[test]
    fn a_feature_without_a_weight_counts_nothing() {
        let model = Linear {
            weights: vec![2.0],
            gain: 1.0,
        };
        assert_eq!(model.value(&[(0, 1.5), (1, 9.0), (u32::MAX, 9.0)]), 3.0);
        let mut episode = Episode::new(1);
        episode.add(&model, &[(7, 1.0)], 1.0);
        assert_eq!(episode.direction(), [0.0]);
    }
}
