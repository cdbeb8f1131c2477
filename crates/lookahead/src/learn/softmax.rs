//! Multinomial logistic regression: the probabilities of classes from the inputs of an example.
//!
//! A class has the probability `softmax(offset + constant + w·x)`. Offsets are logarithms of
//! probabilities known beforehand, such as those of a simulation: without weights the prediction
//! is theirs, so that the fit learns only what they miss. Maximised is the likelihood of the
//! examples less a quadratic penalty of the weights. Inputs are standardised inside, so that the
//! penalty does not depend on their units; the weights returned are for inputs as they are.
//!
//! The Hessian has a bound that does not depend on the weights (Böhning, "Multinomial logistic
//! regression algorithm", 1992): steps by that bound never overshoot, need one Cholesky factor for
//! all of them, and have no step size to choose. Sums run over the examples in their order, so that
//! equal examples give equal bits.
//!
//! ```
//! use lookahead::learn::{ClassExample, Softmax};
//!
//! // The second of two classes has odds of three to one, whatever the input.
//! let example = |number: usize| ClassExample {
//!     inputs: [(number % 2) as f64],
//!     offsets: [0.0; 2],
//!     class: usize::from(number % 8 < 6),
//! };
//! let examples: Vec<_> = (0..800).map(example).collect();
//! let fit = Softmax::fit(examples.iter(), 1.0);
//! assert!((fit.probabilities(&[0.0], &[0.0; 2])[1] - 0.75).abs() < 0.01);
//! ```

use super::regression::{add, cholesky, solve};

/// The penalty of constants, which are otherwise undetermined: a shift of all changes nothing.
const CONSTANT_PENALTY: f64 = 0.5;
/// The addition to standard deviations that keeps inputs which hardly vary from becoming large.
const SOFTENING: f64 = 0.05;
/// The largest number of steps.
const STEPS: usize = 400;
/// The change of weights below which the steps end.
const STILL: f64 = 1e-6;

/// An example with its class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassExample<const INPUTS: usize, const CLASSES: usize> {
    /// The inputs.
    pub inputs: [f64; INPUTS],
    /// The offsets of the classes, in logarithms.
    pub offsets: [f64; CLASSES],
    /// The index of the class.
    pub class: usize,
}

/// A multinomial logistic regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Softmax<const INPUTS: usize, const CLASSES: usize> {
    /// The constant of every class.
    pub constant: [f64; CLASSES],
    /// The weights of every input.
    pub weights: Vec<[f64; CLASSES]>,
}

impl<const INPUTS: usize, const CLASSES: usize> Default for Softmax<INPUTS, CLASSES> {
    fn default() -> Self {
        Softmax {
            constant: [0.0; CLASSES],
            weights: vec![[0.0; CLASSES]; INPUTS],
        }
    }
}

impl<const INPUTS: usize, const CLASSES: usize> Softmax<INPUTS, CLASSES> {
    /// Fits the weights with this penalty, which must be positive.
    pub fn fit<'e>(
        examples: impl Iterator<Item = &'e ClassExample<INPUTS, CLASSES>> + Clone,
        penalty: f64,
    ) -> Self {
        let scale = Standard::of(examples.clone().map(|example| &example.inputs));
        let scaled: Vec<_> = examples
            .map(|example| ClassExample {
                inputs: scale.apply(&example.inputs),
                ..*example
            })
            .collect();
        let root = cholesky(curvature(&scaled, penalty));
        let mut fit = Self::default();
        for _ in 0..STEPS {
            let (gradient, of_constant) = fit.gradient(&scaled, penalty);
            let step = solve(&root, gradient);
            let bound = 0.5 * scaled.len() as f64 + CONSTANT_PENALTY;
            add(&mut fit.constant, &of_constant, 1.0 / bound);
            for (weights, step) in fit.weights.iter_mut().zip(&step) {
                add(weights, step, 1.0);
            }
            let constant = of_constant.iter().map(|slope| slope / bound);
            let largest = step.iter().flatten().copied().chain(constant);
            if largest.fold(0.0, |most: f64, step| most.max(step.abs())) < STILL {
                break;
            }
        }
        scale.unscaled(fit)
    }

    /// Returns the probabilities of the classes.
    pub fn probabilities(
        &self,
        inputs: &[f64; INPUTS],
        offsets: &[f64; CLASSES],
    ) -> [f64; CLASSES] {
        let mut sums = *offsets;
        add(&mut sums, &self.constant, 1.0);
        for (weights, &input) in self.weights.iter().zip(inputs) {
            if input != 0.0 {
                add(&mut sums, weights, input);
            }
        }
        let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds = sums.map(|sum| libm::exp(sum - most));
        let total: f64 = odds.iter().sum();
        odds.map(|odds| odds / total)
    }

    /// Returns the gradient of the penalised likelihood by the weights and by the constants.
    fn gradient(
        &self,
        examples: &[ClassExample<INPUTS, CLASSES>],
        penalty: f64,
    ) -> (Vec<[f64; CLASSES]>, [f64; CLASSES]) {
        let scaled = |weights: &[f64; CLASSES]| weights.map(|weight| -penalty * weight);
        let mut gradient: Vec<_> = self.weights.iter().map(scaled).collect();
        let mut of_constant = self.constant.map(|weight| -CONSTANT_PENALTY * weight);
        for example in examples {
            let mut missing = self
                .probabilities(&example.inputs, &example.offsets)
                .map(|probability| -probability);
            missing[example.class] += 1.0;
            add(&mut of_constant, &missing, 1.0);
            for (slope, &input) in gradient.iter_mut().zip(&example.inputs) {
                if input != 0.0 {
                    add(slope, &missing, input);
                }
            }
        }
        (gradient, of_constant)
    }
}

/// Returns the bound of the curvature in the weights of one class. Standardised inputs have the
/// mean 0, so that constants do not occur in it.
fn curvature<const INPUTS: usize, const CLASSES: usize>(
    examples: &[ClassExample<INPUTS, CLASSES>],
    penalty: f64,
) -> Vec<[f64; INPUTS]> {
    let mut sums = vec![[0.0; INPUTS]; INPUTS];
    for ClassExample { inputs, .. } in examples {
        for (row, &input) in sums.iter_mut().zip(inputs) {
            if input != 0.0 {
                add(row, inputs, 0.5 * input);
            }
        }
    }
    for (index, row) in sums.iter_mut().enumerate() {
        row[index] += penalty;
    }
    sums
}

/// The means of inputs and their softened standard deviations.
struct Standard<const INPUTS: usize> {
    means: [f64; INPUTS],
    deviations: [f64; INPUTS],
}

impl<const INPUTS: usize> Standard<INPUTS> {
    fn of<'e>(inputs: impl Iterator<Item = &'e [f64; INPUTS]> + Clone) -> Self {
        let share = 1.0 / inputs.clone().count().max(1) as f64;
        let mut means = [0.0; INPUTS];
        for one in inputs.clone() {
            add(&mut means, one, share);
        }
        let mut squares = [0.0; INPUTS];
        for one in inputs {
            let off: [f64; INPUTS] = std::array::from_fn(|index| one[index] - means[index]);
            add(&mut squares, &off.map(|off| off * off), share);
        }
        let deviations = squares.map(|square| libm::sqrt(square) + SOFTENING);
        Standard { means, deviations }
    }

    fn apply(&self, inputs: &[f64; INPUTS]) -> [f64; INPUTS] {
        std::array::from_fn(|index| (inputs[index] - self.means[index]) / self.deviations[index])
    }

    /// Returns a fit to standardised inputs as one for inputs as they are.
    fn unscaled<const CLASSES: usize>(
        &self,
        mut fit: Softmax<INPUTS, CLASSES>,
    ) -> Softmax<INPUTS, CLASSES> {
        let scales = self.means.iter().zip(self.deviations);
        for (weights, (mean, deviation)) in fit.weights.iter_mut().zip(scales) {
            *weights = weights.map(|weight| weight / deviation);
            add(&mut fit.constant, weights, -mean);
        }
        fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use rand::RngExt;

    type Example = ClassExample<2, 3>;

    /// Returns examples whose classes are drawn with the probabilities of `truth`.
    fn drawn(truth: &Softmax<2, 3>, count: usize) -> Vec<Example> {
        let rng = &mut Seed(5).rng();
        let one = |_| {
            let inputs = [rng.random_range(-2.0..2.0), rng.random_range(5.0..9.0)];
            let offsets = [rng.random_range(-1.0..1.0), 0.0, 0.0];
            let mut left: f64 = rng.random();
            let chances = truth.probabilities(&inputs, &offsets);
            let class = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            ClassExample {
                inputs,
                offsets,
                class: class.unwrap_or(2),
            }
        };
        (0..count).map(one).collect()
    }

    fn truth() -> Softmax<2, 3> {
        Softmax {
            constant: [0.5, 0.0, -3.5],
            weights: vec![[1.0, 0.0, -1.0], [-0.2, 0.0, 0.5]],
        }
    }

    #[test]
    fn a_fit_finds_the_probabilities_that_made_the_classes() {
        let examples = drawn(&truth(), 20_000);
        let fit = Softmax::fit(examples.iter(), 0.01);
        for inputs in [[-1.5, 5.5], [0.0, 7.0], [1.0, 8.5]] {
            let known = truth().probabilities(&inputs, &[0.3, 0.0, 0.0]);
            let found = fit.probabilities(&inputs, &[0.3, 0.0, 0.0]);
            for (known, found) in known.iter().zip(found) {
                assert!((known - found).abs() < 0.02, "{known} {found}");
            }
        }
    }

    #[test]
    fn no_other_weights_have_a_higher_penalised_likelihood() {
        let examples = drawn(&truth(), 300);
        let scale = Standard::of(examples.iter().map(|example| &example.inputs));
        let penalty = 3.0;
        let goal = |fit: &Softmax<2, 3>| -> f64 {
            let likelihood = examples.iter().map(|example| {
                let chances = fit.probabilities(&example.inputs, &example.offsets);
                libm::log(chances[example.class])
            });
            let size = fit.weights.iter().zip(scale.deviations);
            let size = size.map(|(weights, deviation)| {
                let squares = weights.iter().map(|weight| weight * weight);
                deviation * deviation * squares.sum::<f64>()
            });
            likelihood.sum::<f64>() - 0.5 * penalty * size.sum::<f64>()
        };
        let best = Softmax::fit(examples.iter(), penalty);
        for (input, class, step) in [(0, 0, 1e-2), (0, 2, -1e-2), (1, 1, 1e-2), (1, 0, -1e-2)] {
            let mut other = best.clone();
            other.weights[input][class] += step;
            // The constant of standardised inputs stays.
            other.constant[class] -= step * scale.means[input];
            assert!(goal(&other) < goal(&best), "{input} {class}");
        }
    }

    #[test]
    fn a_large_penalty_leaves_the_offsets_and_the_frequencies() {
        let example = |class| ClassExample {
            inputs: [class as f64],
            offsets: [0.0, libm::log(4.0)],
            class,
        };
        let examples = [[example(0)].as_slice(), &[example(1); 4]].concat();
        let fit = Softmax::<1, 2>::fit(examples.iter(), 1e9);
        let chances = fit.probabilities(&[1.0], &[0.0, libm::log(4.0)]);
        assert!((chances[1] - 0.8).abs() < 1e-3, "{chances:?}");
    }

    #[test]
    fn without_examples_the_offsets_are_the_prediction() {
        let fit = Softmax::<1, 2>::fit([].iter(), 1.0);
        assert_eq!(fit, Softmax::default());
    }
}
