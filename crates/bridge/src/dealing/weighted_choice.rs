//! Random choice of an index by weight.
//!
//! Cumulative sums and a binary search. A sampler is often built for a handful of deals only, and
//! the sums are filled in the same pass that computes the weights; an alias table would need a
//! second pass.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Draws an index from cumulative weights, each with probability proportional to its weight.
///
/// The list must not be empty, and its total must be positive.
pub(super) fn index(cumulative: &[f64], rng: &mut Pcg64Mcg) -> usize {
    let last = cumulative.len() - 1;
    let mark = rng.random::<f64>() * cumulative[last];
    // The mark is always below the total, so an index of weight 0 is never drawn, not even the
    // last.
    cumulative.partition_point(|&sum| sum <= mark).min(last)
}

/// Draws the index of a term of a short sum with probability proportional to the term; `total` is
/// the sum.
pub(super) fn term(
    terms: impl Iterator<Item = (usize, f64)>,
    total: f64,
    rng: &mut Pcg64Mcg,
) -> usize {
    let mut mark = rng.random::<f64>() * total;
    let mut last = 0;
    for (place, weight) in terms.filter(|(_, weight)| *weight > 0.0) {
        last = place;
        if mark < weight {
            break;
        }
        mark -= weight;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;

    #[test]
    fn places_come_up_by_their_shares() {
        let weights = [1.0, 0.0, 5.0, 2.0];
        let cumulative = [1.0, 1.0, 6.0, 8.0];
        let mut rng = Seed(1).rng();
        let mut counts = [[0.0; 4]; 2];
        for _ in 0..80_000 {
            counts[0][index(&cumulative, &mut rng)] += 1e-4;
            let terms = weights.into_iter().enumerate();
            counts[1][term(terms, 8.0, &mut rng)] += 1e-4;
        }
        for (weight, found) in (0..4).flat_map(|i| counts.map(|c| (weights[i], c[i]))) {
            // Six deviations of the widest share are 0.085.
            assert!((weight - found).abs() < 0.085, "{counts:?}");
        }
        assert_eq!((counts[0][1], counts[1][1]), (0.0, 0.0));
    }
}
