//! Test results: statistic and p-values.

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

    /// Returns the p-values with the two quantities swapped.
    #[must_use]
    pub fn swapped(self) -> PValues {
        PValues {
            less: self.greater,
            greater: self.less,
            ..self
        }
    }
}

/// The comparison of two quantities: their difference and its significance.
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
    /// The p-values of the statistic under the hypothesis of no difference.
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

    /// Returns the confidence interval of the difference.
    pub fn interval(&self, confidence: Confidence) -> Interval {
        let reach = self
            .freedom
            .map_or_else(|| confidence.z(), |f| confidence.t(f));
        Interval::around(self.difference.value(), reach * self.difference.error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
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
