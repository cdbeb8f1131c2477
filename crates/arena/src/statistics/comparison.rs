//! What a test says: statistic, p-values, and what is left of them after many tests.

use super::distribution::{normal_below, student_below};
use super::estimate::Estimate;
use super::interval::{Confidence, Interval};
use serde::{Deserialize, Serialize};

/// The probability, if nothing but chance were at work, of a result at least as extreme as the
/// one seen. Which results count as extreme must be decided before looking at them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PValues {
    /// One-sided, for "the first is smaller".
    pub less: f64,
    /// One-sided, for "the first is greater".
    pub greater: f64,
    /// Two-sided, for "they differ".
    pub two_sided: f64,
}

impl PValues {
    /// Of a statistic with the normal distribution or, given degrees of freedom, Student's.
    fn of(statistic: f64, freedom: Option<f64>) -> PValues {
        let below =
            |x| freedom.map_or_else(|| normal_below(x), |freedom| student_below(x, freedom));
        PValues {
            less: below(statistic),
            greater: below(-statistic),
            two_sided: (2.0 * below(-statistic.abs())).min(1.0),
        }
    }

    /// The same seen from the other side.
    #[must_use]
    pub fn swapped(self) -> PValues {
        PValues {
            less: self.greater,
            greater: self.less,
            ..self
        }
    }
}

/// Two quantities compared: how much they differ and how surprising that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// First minus second, with the standard error estimated from both without assuming that
    /// they are equal.
    pub difference: Estimate,
    /// The difference in standard errors, z or t. The standard error here is that of the test's
    /// hypothesis, which may differ from the one in `difference`.
    pub statistic: f64,
    /// Degrees of freedom of Student's distribution; `None` if the statistic is normal.
    pub freedom: Option<f64>,
    /// How surprising the statistic is if there is no difference.
    pub p: PValues,
}

impl Comparison {
    /// Divides by `error`, the standard error under the hypothesis of no difference. If that is
    /// 0, only a difference of 0 has a meaning.
    pub(super) fn new(difference: Estimate, error: f64, freedom: Option<f64>) -> Option<Self> {
        let statistic = if difference.value() == 0.0 {
            0.0
        } else {
            difference.value() / error
        };
        statistic.is_finite().then(|| Comparison {
            difference,
            statistic,
            freedom,
            p: PValues::of(statistic, freedom),
        })
    }

    /// The range of plausible differences.
    pub fn interval(&self, confidence: Confidence) -> Interval {
        let reach = self
            .freedom
            .map_or_else(|| confidence.z(), |f| confidence.t(f));
        Interval::around(self.difference.value(), reach * self.difference.error())
    }
}

/// Holm's correction for many tests: p-values adjusted so that rejecting those below α errs
/// anywhere with probability at most α, whatever the tests have to do with each other.
///
/// The k-th smallest of m p-values is multiplied by m − k + 1, and never falls below the one before
/// it (Holm, "A simple sequentially rejective multiple test procedure", 1979). Order is kept.
/// `None` if something is not a probability.
///
/// ```
/// let adjusted = arena::statistics::holm(&[0.010, 0.040, 0.030, 0.005]).unwrap();
/// assert_eq!(adjusted, [0.030, 0.060, 0.060, 0.020]);
/// ```
pub fn holm(p_values: &[f64]) -> Option<Vec<f64>> {
    if !p_values.iter().all(|p| (0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut floor = 0.0_f64;
    for (smaller, &test) in order.iter().enumerate() {
        let remaining = (p_values.len() - smaller) as f64;
        floor = floor.max((p_values[test] * remaining).min(1.0));
        adjusted[test] = floor;
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn holms_correction_agrees_with_statsmodels() {
        // statsmodels 0.15.0: multipletests([...], method='holm')[1]
        let adjusted = holm(&[0.02, 0.5, 0.015, 0.6, 0.9]).unwrap();
        for (actual, expected) in adjusted.iter().zip([0.08, 1.0, 0.075, 1.0, 1.0]) {
            assert!(close(*actual, expected, 1e-12));
        }
        assert_eq!(holm(&[]), Some(vec![]));
    }

    #[test]
    fn what_is_not_a_probability_cannot_be_corrected() {
        assert_eq!(holm(&[0.1, f64::NAN]), None);
        assert_eq!(holm(&[0.1, 1.5]), None);
        assert_eq!(holm(&[-0.1]), None);
    }

    proptest! {
        #[test]
        fn correction_never_lowers_a_p_value_and_keeps_their_order(
            p in prop::collection::vec(0.0..=1.0_f64, 1..12),
        ) {
            let adjusted = holm(&p).unwrap();
            for i in 0..p.len() {
                prop_assert!(p[i] <= adjusted[i] && adjusted[i] <= 1.0);
                for j in 0..p.len() {
                    prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
                }
            }
        }

        #[test]
        fn p_values_are_probabilities_and_mirror_when_the_sides_swap(
            statistic in -40.0..40.0_f64, freedom in prop::option::of(0.1..1e9_f64),
        ) {
            let p = PValues::of(statistic, freedom);
            for value in [p.less, p.greater, p.two_sided] {
                prop_assert!((0.0..=1.0).contains(&value));
            }
            prop_assert_eq!(PValues::of(-statistic, freedom), p.swapped());
            prop_assert!((p.less + p.greater - 1.0).abs() < 1e-12);
        }
    }
}
