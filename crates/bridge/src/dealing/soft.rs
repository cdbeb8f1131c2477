//! Weights that do not factor into suits and hands: what a double-dummy solver thinks of a deal,
//! for instance.
//!
//! Deals are drawn by what does factor, then either kept with all their weights (importance
//! sampling) or kept and thrown away by weight (rejection, with a bound on the tries). Neither
//! favours a deal; both waste draws where the weight varies much, which [`Weighted::effective`] and
//! [`Kept::Best`] tell.

use super::Sampler;
use super::open::usable;
use crate::Hand;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Deals with weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighted {
    /// The deals in the order they were drawn; those of weight 0 too.
    pub deals: Vec<([Hand; 4], f64)>,
}

impl Weighted {
    /// The effective sample size: as many deals of equal weight would tell as much. It is `(Σw)² /
    /// Σw²`, and 0 if nothing has a weight.
    pub fn effective(&self) -> f64 {
        effective(self.deals.iter().map(|(_, weight)| *weight))
    }

    /// The weighted mean of a quantity; none if nothing has a weight.
    pub fn mean(&self, quantity: impl Fn(&[Hand; 4]) -> f64) -> Option<f64> {
        let with_weight = self.deals.iter().filter(|(_, weight)| *weight > 0.0);
        let terms = with_weight.map(|(deal, weight)| (weight * quantity(deal), *weight));
        let (sum, total) = terms.fold((0.0, 0.0), |sums, term| (sums.0 + term.0, sums.1 + term.1));
        (total > 0.0).then(|| sum / total)
    }
}

/// The effective size of a sample with these weights: `(Σw)² / Σw²`.
///
/// ```
/// use bridge::dealing::effective;
///
/// assert_eq!(effective([0.5, 0.5, 0.5]), 3.0);
/// assert_eq!(effective([1.0, 0.0, 0.0]), 1.0);
/// ```
pub fn effective(weights: impl IntoIterator<Item = f64>) -> f64 {
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
pub enum Kept {
    /// Drawn with exactly the right probability.
    Fair([Hand; 4]),
    /// The tries ran out; this is the deal of the highest weight among them, with that weight.
    Best([Hand; 4], f64),
}

impl Kept {
    /// The deal, however it came about.
    pub fn deal(&self) -> [Hand; 4] {
        match self {
            Kept::Fair(deal) | Kept::Best(deal, _) => *deal,
        }
    }
}

impl Sampler {
    /// Draws `count` deals and weighs each. Fewer come back only if drawing itself fails.
    ///
    /// What is no weight (negative, infinite, not a number) counts as 0.
    pub fn draw_weighted(
        &self,
        rng: &mut Pcg64Mcg,
        count: usize,
        weight: impl Fn(&[Hand; 4]) -> f64,
    ) -> Weighted {
        let draws = (0..count).map_while(|_| self.draw(rng));
        let deals = draws.map(|deal| (deal, usable(weight(&deal)))).collect();
        Weighted { deals }
    }

    /// Draws deals until one is accepted with the probability `weight` gives, 1 at most; after
    /// `tries` the best of them is taken.
    ///
    /// None if drawing itself fails, or with 0 tries.
    pub fn accept(
        &self,
        rng: &mut Pcg64Mcg,
        tries: u32,
        weight: impl Fn(&[Hand; 4]) -> f64,
    ) -> Option<Kept> {
        let mut best = None;
        for _ in 0..tries {
            let Some(deal) = self.draw(rng) else { break };
            let likely = usable(weight(&deal));
            if rng.random::<f64>() < likely {
                return Some(Kept::Fair(deal));
            }
            if best.is_none_or(|(_, highest)| likely > highest) {
                best = Some((deal, likely));
            }
        }
        best.map(|(deal, weight)| Kept::Best(deal, weight))
    }
}
