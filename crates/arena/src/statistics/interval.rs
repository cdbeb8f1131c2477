//! Confidence levels and intervals.

use super::distribution::{normal_quantile, student_critical};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Confidence level: the long-run frequency with which an interval contains the true value.
///
/// ```
/// use arena::statistics::Confidence;
///
/// assert_eq!(Confidence::default().level(), 0.95);
/// assert!(Confidence::new(0.9).is_ok());
/// assert!(Confidence::new(95.0).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

/// A confidence level that is not strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("invalid confidence level {0}: expected a number between 0 and 1")]
pub struct InvalidConfidence(pub f64);

impl Confidence {
    /// 90 %.
    pub const P90: Confidence = Confidence(0.90);
    /// 95 %, the default.
    pub const P95: Confidence = Confidence(0.95);
    /// 99 %.
    pub const P99: Confidence = Confidence(0.99);

    /// Creates a level strictly between 0 and 1.
    ///
    /// # Errors
    ///
    /// Any other number.
    pub fn new(level: f64) -> Result<Self, InvalidConfidence> {
        if level > 0.0 && level < 1.0 {
            Ok(Confidence(level))
        } else {
            Err(InvalidConfidence(level))
        }
    }

    /// Returns the level as a number between 0 and 1.
    pub fn level(self) -> f64 {
        self.0
    }

    /// Returns the probability left outside on each side: (1 − level) / 2.
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }

    /// Returns the half-width of an interval in standard errors, under the normal
    /// distribution: 1.96 for 95 %.
    pub fn z(self) -> f64 {
        -normal_quantile(self.tail())
    }

    /// Returns the half-width of an interval in standard errors, under Student's distribution with
    /// `freedom` degrees of freedom.
    pub(super) fn t(self, freedom: f64) -> f64 {
        student_critical(self.tail(), freedom)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Confidence::P95
    }
}

impl TryFrom<f64> for Confidence {
    type Error = InvalidConfidence;

    fn try_from(level: f64) -> Result<Self, InvalidConfidence> {
        Confidence::new(level)
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> f64 {
        confidence.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded first: 100 · 0.57 is not quite 57.
        write!(f, "{} %", (self.0 * 1e8).round() / 1e6)
    }
}

/// A range of values. An end may be infinite; it is then `null` in JSON, which has no infinity.
///
/// Shown with two decimals unless the format asks for others:
///
/// ```
/// use arena::statistics::Interval;
///
/// let interval = Interval { low: 0.411, high: 0.619 };
/// assert_eq!(interval.to_string(), "0.41–0.62");
/// assert_eq!(format!("{interval:.1}"), "0.4–0.6");
/// assert_eq!(Interval { low: -12.0, high: 30.5 }.to_string(), "-12.00 to 30.50");
/// assert_eq!(Interval { low: 120.0, high: f64::INFINITY }.to_string(), "≥ 120.00");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The lower end; `null` if it is infinite.
    #[schemars(with = "Option<f64>")]
    #[serde(serialize_with = "finite_or_null", deserialize_with = "low_or_null")]
    pub low: f64,
    /// The upper end; `null` if it is infinite.
    #[schemars(with = "Option<f64>")]
    #[serde(serialize_with = "finite_or_null", deserialize_with = "high_or_null")]
    pub high: f64,
}

impl Interval {
    /// From `reach` below `centre` to `reach` above it.
    pub(super) fn around(centre: f64, reach: f64) -> Interval {
        Interval {
            low: centre - reach,
            high: centre + reach,
        }
    }

    /// Returns the part of the interval that lies within 0 and 1.
    #[must_use]
    pub fn within_unit(self) -> Interval {
        self.map(|end| end.clamp(0.0, 1.0))
    }

    /// Returns the interval between the images of the ends under an increasing function.
    #[must_use]
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval {
            low: increasing(self.low),
            high: increasing(self.high),
        }
    }

    /// Returns whether `value` lies inside or on an end.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Upper minus lower end.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let (low, high) = (self.low, self.high);
        match (low.is_finite(), high.is_finite()) {
            // A dash between negative numbers would read as one more sign.
            (true, true) if low < 0.0 => write!(f, "{low:.digits$} to {high:.digits$}"),
            (true, true) => write!(f, "{low:.digits$}–{high:.digits$}"),
            (true, false) => write!(f, "≥ {low:.digits$}"),
            (false, true) => write!(f, "≤ {high:.digits$}"),
            (false, false) => write!(f, "anything"),
        }
    }
}

fn finite_or_null<S: Serializer>(end: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    end.is_finite().then_some(*end).serialize(serializer)
}

fn low_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NEG_INFINITY))
}

fn high_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    #[test]
    fn the_usual_levels_have_the_usual_critical_values() {
        // scipy 1.17.1: stats.norm.ppf(1 - tail)
        assert!(close(Confidence::P90.z(), 1.6448536269514722, 1e-14));
        assert!(close(Confidence::P95.z(), 1.959963984540054, 1e-14));
        assert!(close(Confidence::P99.z(), 2.5758293035489004, 1e-13));
        assert_eq!(Confidence::P95.to_string(), "95 %");
        assert_eq!(Confidence(0.57).to_string(), "57 %");
        assert_eq!(Confidence(0.999).to_string(), "99.9 %");
    }

    #[test]
    fn a_level_outside_0_and_1_is_refused_from_code_and_from_text() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
        assert_eq!(
            serde_json::from_str::<Confidence>("0.9").unwrap(),
            Confidence::P90
        );
        assert!(serde_json::from_str::<Confidence>("95").is_err());
    }

    #[test]
    fn extreme_levels_still_have_finite_critical_values() {
        for level in [f64::MIN_POSITIVE, 1e-9, 1.0 - f64::EPSILON / 2.0] {
            let confidence = Confidence::new(level).unwrap();
            assert!(confidence.z().is_finite(), "{level}");
            assert!(confidence.t(0.5).is_finite(), "{level}");
        }
    }

    #[test]
    fn open_ends_survive_json() {
        let interval = Interval {
            low: -3.5,
            high: f64::INFINITY,
        };
        let text = serde_json::to_string(&interval).unwrap();
        assert_eq!(text, r#"{"low":-3.5,"high":null}"#);
        assert_eq!(serde_json::from_str::<Interval>(&text).unwrap(), interval);
    }

    #[test]
    fn an_interval_open_on_either_side_reads_as_a_bound() {
        let below = Interval {
            low: f64::NEG_INFINITY,
            high: -80.4,
        };
        assert_eq!(format!("{below:.0}"), "≤ -80");
    }
}
