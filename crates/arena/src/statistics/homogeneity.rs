//! Whether two lists of counts come from the same distribution.

use super::distribution::chi_square_above;
use serde::{Deserialize, Serialize};

/// The answer of [`homogeneity`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Homogeneity {
    /// Σ (seen − expected)² / expected.
    pub chi_square: f64,
    /// Categories in use, less one.
    pub freedom: u64,
    /// How likely so large a sum is if the distributions are the same.
    pub p: f64,
    /// The smallest expected count.
    pub smallest_expected: f64,
    /// The share of expected counts below five.
    pub below_five: f64,
}

impl Homogeneity {
    /// Whether the counts are large enough for `p` to be trusted: no expected count below one,
    /// and at most a fifth of them below five (Cochran, "Some methods for strengthening the
    /// common χ² tests", 1954). If not, join neighbouring categories and test again.
    pub fn is_reliable(&self) -> bool {
        self.smallest_expected >= 1.0 && self.below_five <= 0.2
    }
}

/// Whether two lists of counts, category by category, come from the same distribution: Pearson's
/// chi-square test of homogeneity, without continuity correction.
///
/// Categories that are empty in both say nothing and are left out. `None` if the lists differ in
/// length, if one of them counts nothing, or if fewer than two categories are in use.
///
/// ```
/// use arena::statistics::homogeneity;
///
/// // Points scored per round, from 0 to 4, in two simulators.
/// let ours = [120, 260, 90, 28, 2];
/// let theirs = [131, 248, 96, 24, 1];
/// let test = homogeneity(&ours, &theirs).unwrap();
/// assert_eq!(test.freedom, 4);
/// assert!(test.p > 0.5);
/// // One category in five has an expected count below five in both lists: just acceptable.
/// assert!(test.is_reliable());
/// ```
pub fn homogeneity(first: &[u64], second: &[u64]) -> Option<Homogeneity> {
    let total = |counts: &[u64]| counts.iter().map(|&n| n as f64).sum::<f64>();
    let (ours, theirs) = (total(first), total(second));
    if first.len() != second.len() || ours == 0.0 || theirs == 0.0 {
        return None;
    }
    let cells: Vec<(f64, f64)> = first
        .iter()
        .zip(second)
        .map(|(&a, &b)| (a as f64, b as f64))
        .filter(|(a, b)| a + b > 0.0)
        .flat_map(|(a, b)| {
            let share = (a + b) / (ours + theirs);
            [(a, share * ours), (b, share * theirs)]
        })
        .collect();
    summary(&cells)
}

/// From pairs of seen and expected counts, two per category.
fn summary(cells: &[(f64, f64)]) -> Option<Homogeneity> {
    let freedom = (cells.len() / 2).checked_sub(1).filter(|&f| f > 0)? as u64;
    let chi_square = cells
        .iter()
        .map(|(seen, expected)| (seen - expected) * (seen - expected) / expected)
        .sum();
    let few = cells.iter().filter(|(_, expected)| *expected < 5.0).count();
    Some(Homogeneity {
        chi_square,
        freedom,
        p: chi_square_above(chi_square, freedom as f64).clamp(0.0, 1.0),
        smallest_expected: cells.iter().map(|c| c.1).fold(f64::INFINITY, f64::min),
        below_five: few as f64 / cells.len() as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_test_agrees_with_scipy() {
        // scipy 1.17.1: stats.chi2_contingency([[10, 20, 30], [20, 20, 20]], correction=False)
        let test = homogeneity(&[10, 20, 30], &[20, 20, 20]).unwrap();
        assert!(close(test.chi_square, 5.333333333333334, 1e-12));
        assert!(close(test.p, 0.0694834512228015, 1e-10));
        assert_eq!((test.freedom, test.smallest_expected), (2, 15.0));
        assert!(test.is_reliable());
    }

    #[test]
    fn categories_empty_in_both_are_left_out_and_small_counts_are_flagged() {
        // scipy 1.17.1: stats.chi2_contingency([[3, 7, 12, 5], [1, 9, 20, 2]], correction=False)
        let test = homogeneity(&[3, 0, 7, 12, 5], &[1, 0, 9, 20, 2]).unwrap();
        assert_eq!(test.freedom, 3);
        assert!(close(test.chi_square, 4.141730737433862, 1e-12));
        assert!(close(test.p, 0.2465608781681438, 1e-10));
        assert!(close(test.smallest_expected, 1.8305084745762712, 1e-12));
        assert!(!test.is_reliable());
    }

    #[test]
    fn questions_without_an_answer_give_none() {
        assert_eq!(homogeneity(&[], &[]), None);
        assert_eq!(homogeneity(&[1, 2], &[1, 2, 3]), None);
        assert_eq!(homogeneity(&[0, 0], &[1, 2]), None);
        assert_eq!(homogeneity(&[5, 0], &[9, 0]), None);
    }

    #[test]
    fn equal_distributions_of_unequal_size_do_not_differ() {
        let test = homogeneity(&[10, 20, 30], &[100, 200, 300]).unwrap();
        assert!(test.chi_square < 1e-9 && test.p > 0.999);
    }

    #[test]
    fn enormous_counts_overflow_nothing() {
        let test = homogeneity(&[u64::MAX, 1], &[1, u64::MAX]).unwrap();
        assert!((0.0..=1.0).contains(&test.p) && test.chi_square.is_finite());
    }

    proptest! {
        #[test]
        fn two_categories_repeat_the_pooled_test_of_rates(
            a in 1_u64..200, b in 1_u64..200, c in 1_u64..200, d in 1_u64..200,
        ) {
            use super::super::Proportion;
            let rates = Proportion::new(a as f64, a + b).unwrap();
            let z = rates.compare(&Proportion::new(c as f64, c + d).unwrap());
            let test = homogeneity(&[a, b], &[c, d]).unwrap();
            prop_assert!((test.chi_square - z.statistic * z.statistic).abs() < 1e-8);
            prop_assert!((test.p - z.p.two_sided).abs() < 1e-8);
        }

        #[test]
        fn it_does_not_matter_which_list_comes_first(
            counts in prop::collection::vec((0_u64..50, 0_u64..50), 2..10),
        ) {
            let (first, second): (Vec<u64>, Vec<u64>) = counts.into_iter().unzip();
            let (test, back) = (homogeneity(&first, &second), homogeneity(&second, &first));
            prop_assert_eq!(test.is_some(), back.is_some());
            if let (Some(test), Some(back)) = (test, back) {
                prop_assert!((test.p - back.p).abs() < 1e-9);
                prop_assert!((0.0..=1.0).contains(&test.p));
            }
        }
    }
}
