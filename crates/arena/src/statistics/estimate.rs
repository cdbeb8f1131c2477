//! Estimates: a value with its standard error, as in published tables.

use super::comparison::Comparison;
use super::interval::{Confidence, Interval};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A measured value and the standard error of the measurement. Both are finite and the error is
/// not negative.
///
/// ```
/// use arena::statistics::{Confidence, Estimate};
///
/// // Two published rates of 500 games each: do they differ?
/// let first = Estimate::new(0.653, 0.0213).unwrap();
/// let second = Estimate::new(0.616, 0.0218).unwrap();
/// let difference = first.minus(&second);
/// assert_eq!(format!("{difference:.3}"), "0.037 ± 0.030");
/// assert!(difference.interval(Confidence::P95).contains(0.0));
/// let test = difference.test(0.0).unwrap();
/// assert_eq!(format!("{:.1}", test.statistic), "1.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Estimate {
    value: f64,
    error: f64,
}

#[derive(Deserialize)]
struct Unchecked {
    value: f64,
    error: f64,
}

impl TryFrom<Unchecked> for Estimate {
    type Error = &'static str;

    fn try_from(Unchecked { value, error }: Unchecked) -> Result<Self, Self::Error> {
        Estimate::new(value, error).ok_or("a standard error is not negative")
    }
}

impl Estimate {
    /// `None` unless both are finite and the error is not negative.
    pub fn new(value: f64, error: f64) -> Option<Self> {
        (value.is_finite() && error.is_finite() && error >= 0.0)
            .then_some(Estimate { value, error })
    }

    /// Returns the value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the standard error.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Returns the difference from an independent `other`. Independent errors add as squares:
    /// √(e₁² + e₂²).
    #[must_use]
    pub fn minus(&self, other: &Estimate) -> Estimate {
        // Clamped, so that even the largest numbers leave it finite.
        Estimate {
            value: (self.value - other.value).clamp(f64::MIN, f64::MAX),
            error: libm::hypot(self.error, other.error).min(f64::MAX),
        }
    }

    /// Value ± z · error, by the normal approximation.
    pub fn interval(&self, confidence: Confidence) -> Interval {
        Interval::around(self.value, confidence.z() * self.error)
    }

    /// Returns whether the true value is `hypothesis`: the z-test, z = (value − hypothesis) /
    /// error.
    ///
    /// `None` if the error is 0 and the values differ, or if `hypothesis` is not finite.
    pub fn test(&self, hypothesis: f64) -> Option<Comparison> {
        let difference = Estimate::new(self.value - hypothesis, self.error)?;
        Comparison::new(difference, self.error, None)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        write!(f, "{:.digits$} ± {:.digits$}", self.value, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    #[test]
    fn what_is_not_a_value_with_an_error_is_refused() {
        assert_eq!(Estimate::new(f64::NAN, 0.1), None);
        assert_eq!(Estimate::new(0.5, -0.1), None);
        assert_eq!(Estimate::new(0.5, f64::INFINITY), None);
        assert!(serde_json::from_str::<Estimate>(r#"{"value":0.5,"error":-1}"#).is_err());
    }

    #[test]
    fn two_standard_errors_are_significant_at_five_percent() {
        // scipy 1.17.1: stats.norm.sf(2)
        let test = Estimate::new(0.6, 0.05).unwrap().test(0.5).unwrap();
        assert!(close(test.statistic, 2.0, 1e-12));
        assert!(close(test.p.greater, 0.02275013194817921, 1e-10));
        assert!(close(test.p.two_sided, 0.04550026389635842, 1e-10));
    }

    #[test]
    fn without_an_error_only_equality_can_be_tested() {
        let exact = Estimate::new(0.5, 0.0).unwrap();
        assert_eq!(exact.test(0.5).unwrap().p.two_sided, 1.0);
        assert_eq!(exact.test(0.4), None);
        assert_eq!(exact.test(f64::NAN), None);
    }
}
