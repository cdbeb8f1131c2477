//! Importance weights: weights of whole deals that do not factor into suits and hands, such as one
//! computed by a double-dummy solver.
//!
//! Deals are drawn by the weights that do factor, then either kept with their importance weights
//! (importance sampling) or accepted by weight (rejection, with a bound on the tries). Both are
//! unbiased; both waste draws where the weight varies much, as
//! [`WeightedSample::effective_sample_size`] and [`Accepted::BestOfTries`] show.

use super::Sampler;
use super::partial_deal::clamped;
use crate::Hand;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A sample of deals with importance weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedSample {
    /// The deals in the order they were drawn, including those of weight 0.
    pub deals: Vec<([Hand; 4], f64)>,
}

impl WeightedSample {
    /// Returns the effective sample size, the number of equally weighted deals with the same
    /// variance: `(Σw)² / Σw²`, and 0 if all weights are 0.
    pub fn effective_sample_size(&self) -> f64 {
        effective_sample_size(self.deals.iter().map(|(_, weight)| *weight))
    }

    /// Returns the weighted mean of a quantity; `None` if all weights are 0.
    pub fn mean(&self, quantity: impl Fn(&[Hand; 4]) -> f64) -> Option<f64> {
        let with_weight = self.deals.iter().filter(|(_, weight)| *weight > 0.0);
        let terms = with_weight.map(|(deal, weight)| (weight * quantity(deal), *weight));
        let (sum, total) = terms.fold((0.0, 0.0), |sums, term| (sums.0 + term.0, sums.1 + term.1));
        (total > 0.0).then(|| sum / total)
    }
}

/// Returns the effective size of a sample with these weights: `(Σw)² / Σw²`.
///
/// ```
/// use bridge::dealing::effective_sample_size;
///
/// assert_eq!(effective_sample_size([0.5, 0.5, 0.5]), 3.0);
/// assert_eq!(effective_sample_size([1.0, 0.0, 0.0]), 1.0);
/// ```
pub fn effective_sample_size(weights: impl IntoIterator<Item = f64>) -> f64 {
    let add = |(sum, squares), weight: f64| (sum + weight, squares + weight * weight);
    let (sum, squares) = weights.into_iter().fold((0.0, 0.0), add);
    if squares > 0.0 {
        sum * sum / squares
    } else {
        0.0
    }
}

/// A deal drawn by rejection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accepted {
    /// A deal drawn with exactly the right probability.
    Exact([Hand; 4]),
    /// The deal of the highest weight among all tries, with that weight, after the tries ran out.
    BestOfTries([Hand; 4], f64),
}

impl Accepted {
    /// Returns the deal, exact or not.
    pub fn deal(&self) -> [Hand; 4] {
        match self {
            Accepted::Exact(deal) | Accepted::BestOfTries(deal, _) => *deal,
        }
    }
}

impl Sampler {
    /// Draws `count` deals and weights each. Returns fewer only if drawing itself fails.
    ///
    /// Invalid weights (negative, infinite, not a number) count as 0.
    pub fn draw_weighted(
        &self,
        rng: &mut Pcg64Mcg,
        count: usize,
        weight: impl Fn(&[Hand; 4]) -> f64,
    ) -> WeightedSample {
        let draws = (0..count).map_while(|_| self.draw(rng));
        let deals = draws.map(|deal| (deal, clamped(weight(&deal)))).collect();
        WeightedSample { deals }
    }

    /// Draws deals until one is accepted with probability `weight`, at most 1; after `tries`
    /// returns the one of the highest weight.
    ///
    /// Returns `None` if drawing itself fails, or with 0 tries.
    pub fn accept(
        &self,
        rng: &mut Pcg64Mcg,
        tries: u32,
        weight: impl Fn(&[Hand; 4]) -> f64,
    ) -> Option<Accepted> {
        let mut best = None;
        for _ in 0..tries {
            let Some(deal) = self.draw(rng) else { break };
            let probability = clamped(weight(&deal));
            if rng.random::<f64>() < probability {
                return Some(Accepted::Exact(deal));
            }
            if best.is_none_or(|(_, highest)| probability > highest) {
                best = Some((deal, probability));
            }
        }
        best.map(|(deal, weight)| Accepted::BestOfTries(deal, weight))
    }
}
