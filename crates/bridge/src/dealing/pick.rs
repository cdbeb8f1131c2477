//! One of many, by weight.
//!
//! Running sums and a binary search. A sampler is often set up for a handful of deals only, and
//! sums are filled in the one pass that finds the weights; an alias table would take a second.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A place in running sums of weights, each with the probability of its own share.
///
/// The list must not be empty, nor all of it nothing.
pub(super) fn place(upto: &[f64], rng: &mut Pcg64Mcg) -> usize {
    let last = upto.len() - 1;
    let mark = rng.random::<f64>() * upto[last];
    // The mark is always below the whole, so a share of nothing is never met, not even the last.
    upto.partition_point(|&sum| sum <= mark).min(last)
}

/// The place of a term of a short sum, each with the probability of its own share; `total` is the
/// sum.
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
        let upto = [1.0, 1.0, 6.0, 8.0];
        let mut rng = Seed(1).rng();
        let mut counts = [[0.0; 4]; 2];
        for _ in 0..80_000 {
            counts[0][place(&upto, &mut rng)] += 1e-4;
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
