//! Ridge regression for many targets at once.
//!
//! Where [`Linear`](super::Linear) learns from one episode at a time, this uses all examples
//! together: the constant `c` and the weights `w` that make `Σ (y - c - w·x)² + Σ penalty w²`
//! least, in closed form. The constant is not penalised, or features that are never negative would
//! stand in for it. Several targets that depend on the same features share nearly all of the work.
//! Examples are added up in the order they come, so that equal examples give equal bits.
//!
//! ```
//! use lookahead::learn::LeastSquares;
//!
//! let mut fit = LeastSquares::<1, 1>::new();
//! for (x, y) in [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)] {
//!     fit.add(&[x], &[y]);
//! }
//! let line = fit.solve(1e-9);
//! assert!((line.constant[0] - 1.0).abs() < 1e-6 && (line.weights[0][0] - 2.0).abs() < 1e-6);
//! ```

/// Sums over examples of `FEATURES` features and `TARGETS` targets.
#[derive(Clone, Debug)]
pub struct LeastSquares<const FEATURES: usize, const TARGETS: usize> {
    examples: u64,
    features: [f64; FEATURES],
    targets: [f64; TARGETS],
    /// Of features with features.
    products: Vec<[f64; FEATURES]>,
    /// Of features with targets.
    crossed: Vec<[f64; TARGETS]>,
}

/// The fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<const TARGETS: usize> {
    /// The constant of every target.
    pub constant: [f64; TARGETS],
    /// The weight of each feature for every target.
    pub weights: Vec<[f64; TARGETS]>,
}

impl<const FEATURES: usize, const TARGETS: usize> Default for LeastSquares<FEATURES, TARGETS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const FEATURES: usize, const TARGETS: usize> LeastSquares<FEATURES, TARGETS> {
    /// Creates empty sums.
    pub fn new() -> Self {
        LeastSquares {
            examples: 0,
            features: [0.0; FEATURES],
            targets: [0.0; TARGETS],
            products: vec![[0.0; FEATURES]; FEATURES],
            crossed: vec![[0.0; TARGETS]; FEATURES],
        }
    }

    /// Returns the number of examples.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// Adds an example.
    pub fn add(&mut self, features: &[f64; FEATURES], targets: &[f64; TARGETS]) {
        self.examples += 1;
        add(&mut self.features, features, 1.0);
        add(&mut self.targets, targets, 1.0);
        for (index, &x) in features.iter().enumerate().filter(|&(_, &x)| x != 0.0) {
            add(&mut self.products[index], features, x);
            add(&mut self.crossed[index], targets, x);
        }
    }

    /// Returns the best constant and weights. The penalty must be positive; it decides where the
    /// examples leave weights undetermined.
    pub fn solve(&self, penalty: f64) -> Fit<TARGETS> {
        let share = 1.0 / self.examples.max(1) as f64;
        let (mut products, mut crossed) = (self.products.clone(), self.crossed.clone());
        for (index, &sum) in self.features.iter().enumerate() {
            // Centred at the means, where the constant is 0.
            add(&mut products[index], &self.features, -sum * share);
            add(&mut crossed[index], &self.targets, -sum * share);
            products[index][index] += penalty;
        }
        let weights = solve(&cholesky(products), crossed);
        let mut constant = self.targets.map(|sum| sum * share);
        for (weights, sum) in weights.iter().zip(self.features) {
            add(&mut constant, weights, -sum * share);
        }
        Fit { constant, weights }
    }
}

/// Adds `times` times `more`.
pub(super) fn add<const N: usize>(sums: &mut [f64; N], more: &[f64; N], times: f64) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += times * more;
    }
}

/// Returns the Cholesky factor: the lower triangle whose product with its transpose is the matrix.
pub(super) fn cholesky<const N: usize>(mut matrix: Vec<[f64; N]>) -> Vec<[f64; N]> {
    for row in 0..N {
        for column in 0..=row {
            let inner: f64 = (0..column)
                .map(|index| matrix[row][index] * matrix[column][index])
                .sum();
            let rest = matrix[row][column] - inner;
            matrix[row][column] = if row == column {
                // Rounding may leave a negative pivot for a feature that depends on others.
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    matrix
}

/// Solves by forward and backward substitution.
pub(super) fn solve<const N: usize, const T: usize>(
    root: &[[f64; N]],
    mut sides: Vec<[f64; T]>,
) -> Vec<[f64; T]> {
    for row in 0..N {
        for (column, &factor) in root[row].iter().enumerate().take(row) {
            let known = sides[column];
            add(&mut sides[row], &known, -factor);
        }
        sides[row] = sides[row].map(|side| side / root[row][row]);
    }
    for row in (0..N).rev() {
        for (below, lower) in root.iter().enumerate().skip(row + 1) {
            let known = sides[below];
            add(&mut sides[row], &known, -lower[row]);
        }
        sides[row] = sides[row].map(|side| side / root[row][row]);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use rand::RngExt;

    #[test]
    fn no_other_weights_come_nearer() {
        let mut rng = Seed(3).rng();
        let mut draw = || rng.random_range(-1.0..1.0);
        let examples: Vec<([f64; 4], [f64; 2])> = (0..40)
            .map(|_| (std::array::from_fn(|_| draw()), [draw(), draw()]))
            .collect();
        let mut fit = LeastSquares::new();
        for (features, targets) in &examples {
            fit.add(features, targets);
        }
        assert_eq!(fit.examples(), 40);
        let penalty = 0.7;
        let cost = |fit: &Fit<2>, target: usize| -> f64 {
            let off = |(x, y): &([f64; 4], [f64; 2])| {
                let sum: f64 = x.iter().zip(&fit.weights).map(|(x, w)| x * w[target]).sum();
                (y[target] - fit.constant[target] - sum).powi(2)
            };
            let size: f64 = fit.weights.iter().map(|w| w[target].powi(2)).sum();
            examples.iter().map(off).sum::<f64>() + penalty * size
        };
        let best = fit.solve(penalty);
        for (target, step) in [(0, -1e-3), (0, 1e-3), (1, -1e-3), (1, 1e-3)] {
            let mut other = best.clone();
            other.constant[target] += step;
            assert!(cost(&other, target) > cost(&best, target));
            for feature in 0..4 {
                let mut other = best.clone();
                other.weights[feature][target] += step;
                assert!(cost(&other, target) > cost(&best, target));
            }
        }
    }

    #[test]
    fn a_penalty_leaves_the_mean_alone() {
        let mut fit = LeastSquares::<1, 1>::new();
        for (x, y) in [(4.0, 6.0), (6.0, 8.0)] {
            fit.add(&[x], &[y]);
        }
        let fit = fit.solve(1e9);
        assert!(fit.weights[0][0].abs() < 1e-6 && (fit.constant[0] - 7.0).abs() < 1e-6);
    }

    #[test]
    fn a_feature_that_is_never_seen_gets_no_weight_and_a_copy_shares_it() {
        let mut fit = LeastSquares::<3, 1>::new();
        for x in [1.0, 2.0, 3.0] {
            fit.add(&[x, x, 0.0], &[x]);
        }
        let weights = fit.solve(1e-6).weights;
        assert!((weights[0][0] - 0.5).abs() < 1e-3 && (weights[1][0] - 0.5).abs() < 1e-3);
        assert_eq!(weights[2][0], 0.0);
    }
}
