//! Changes of the ice during a match: drift, wear and sweeping, all off by default.
//!
//! Mori's thesis (2019, section 7) leaves them to the future and proposes, as the simplest form, a
//! friction coefficient for every shot of a match. Their sizes are not known: all are parameters.

use crate::notation::NotationError;
use crate::physics::{ParameterError, Sweeping, WearRate};
use arena::{Phrase, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The range of a factor on friction.
const FACTORS: std::ops::RangeInclusive<f64> = 0.2..=3.0;
/// The most factors of single shots: an end of 16 stones for every end that can be counted.
const MOST_FACTORS: usize = 16 * 256;

/// The changes of the ice during a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingIceChanges")]
#[serde(deny_unknown_fields, default)]
pub struct IceChanges {
    /// Factors on friction, from 0.2 to 3, one for each shot of the match in their order; after the
    /// last of them the ice stays as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub friction: Vec<f64>,
    /// A factor on friction that changes evenly from shot to shot; both factors apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
    /// The change of friction where stones have run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wear: Option<WearRate>,
    /// The effect of sweeping; none if it is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweeping: Option<Sweeping>,
}

/// A factor on friction that changes evenly from shot to shot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingDrift")]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// The factor of the first shot, from 0.2 to 3.
    pub from: f64,
    /// The factor of the last of these shots; the ice then stays as it is.
    pub to: f64,
    /// The number of shots.
    pub shots: u16,
}

impl Drift {
    /// Returns the factor of the shot with this number, from 0.
    pub fn factor(&self, shot: usize) -> f64 {
        let steps = usize::from(self.shots).saturating_sub(1);
        if shot >= steps {
            return self.to;
        }
        self.from + (self.to - self.from) * shot as f64 / steps as f64
    }
}

impl IceChanges {
    /// Returns whether the ice never changes and is never swept.
    pub fn is_off(&self) -> bool {
        *self == IceChanges::default()
    }

    /// Returns whether friction changes from shot to shot or from place to place.
    pub fn changes_friction(&self) -> bool {
        self.drifts() || self.wear.is_some()
    }

    /// Returns whether friction changes from shot to shot.
    pub fn drifts(&self) -> bool {
        !self.friction.is_empty() || self.drift.is_some()
    }

    /// Returns the factor on friction of the shot with this number in the match, from 0.
    pub fn friction_of(&self, shot: usize) -> f64 {
        let last = self.friction.last().copied();
        let listed = self.friction.get(shot).copied().or(last).unwrap_or(1.0);
        listed * self.drift.map_or(1.0, |drift| drift.factor(shot))
    }

    /// Returns a lower and an upper bound of the factors of all shots.
    pub fn friction_range(&self) -> [f64; 2] {
        let bounds = |values: &[f64], of: fn(f64, f64) -> f64| {
            values.iter().copied().reduce(of).unwrap_or(1.0)
        };
        let drift = self.drift.map_or([1.0; 2], |drift| [drift.from, drift.to]);
        [f64::min, f64::max].map(|of| bounds(&self.friction, of) * bounds(&drift, of))
    }

    /// Checks all values.
    ///
    /// # Errors
    /// The path of the first value that is out of range, within `changes`.
    pub fn check(&self) -> Result<(), NotationError> {
        if self.friction.len() > MOST_FACTORS {
            let why = (
                format!("at most {MOST_FACTORS} factors are allowed"),
                format!("係数は{MOST_FACTORS}個までです"),
            );
            return invalid("friction", why);
        }
        for (index, &value) in self.friction.iter().enumerate() {
            factor(&format!("friction[{index}]"), value)?;
        }
        if let Some(Drift { from, to, .. }) = self.drift {
            factor("drift.from", from)?;
            factor("drift.to", to)?;
        }
        let part = |part: &'static str, checked: Result<(), ParameterError>| match checked {
            Ok(()) => Ok(()),
            Err(ParameterError::Impossible { name, value, must }) => {
                invalid(&format!("{part}.{name}"), range(value, must))
            }
            Err(other) => invalid(part, other),
        };
        part("wear", self.wear.map_or(Ok(()), |wear| wear.check()))?;
        let sweeping = self.sweeping.map_or(Ok(()), |sweeping| sweeping.check());
        part("sweeping", sweeping)
    }
}

fn factor(place: &str, value: f64) -> Result<(), NotationError> {
    if FACTORS.contains(&value) {
        return Ok(());
    }
    invalid(place, range(value, ("between 0.2 and 3", "0.2〜3").into()))
}

fn range(value: f64, must: Text) -> Phrase {
    let english = format!("{value} is out of range: it must be {}", must.en);
    (english, format!("{value}は範囲外です（{}）", must.ja)).into()
}

fn invalid(place: &str, why: impl Into<Phrase>) -> Result<(), NotationError> {
    Err(NotationError {
        part: "conditions",
        place: format!("changes.{place}"),
        why: why.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_shots_and_drift_multiply_and_stay_as_they_were_last() {
        let mut changes = IceChanges {
            friction: vec![1.0, 2.0],
            ..IceChanges::default()
        };
        assert_eq!(
            [0, 1, 2, 99].map(|n| changes.friction_of(n)),
            [1.0, 2.0, 2.0, 2.0]
        );
        let (from, to, shots) = (1.0, 1.2, 3);
        changes.drift = Some(Drift { from, to, shots });
        assert_eq!(
            [0, 1, 2, 99].map(|n| changes.friction_of(n)),
            [1.0, 2.2, 2.4, 2.4]
        );
        for shots in [0, 1] {
            assert_eq!(Drift { from, to, shots }.factor(0), to);
        }
        assert_eq!(IceChanges::default().friction_of(7), 1.0);
    }

    #[test]
    fn impossible_values_are_named_by_their_path() {
        for (json, place) in [
            (r#"{"friction":[1,0.1]}"#, "changes.friction[1]"),
            (
                r#"{"drift":{"from":1,"to":9,"shots":160}}"#,
                "changes.drift.to",
            ),
            (
                r#"{"drift":{"from":0,"to":1,"shots":160}}"#,
                "changes.drift.from",
            ),
            (r#"{"wear":{"each":2}}"#, "changes.wear.each"),
            (r#"{"wear":{"each":0.1,"most":1}}"#, "changes.wear.most"),
            (
                r#"{"sweeping":{"friction":0}}"#,
                "changes.sweeping.friction",
            ),
            (r#"{"sweeping":{"curl":-1}}"#, "changes.sweeping.curl"),
        ] {
            let changes: IceChanges = serde_json::from_str(json).unwrap();
            let error = changes.check().unwrap_err();
            assert_eq!(error.path(), format!("conditions.{place}"), "{error}");
        }
        let long = IceChanges {
            friction: vec![1.0; MOST_FACTORS + 1],
            ..IceChanges::default()
        };
        assert_eq!(long.check().unwrap_err().place, "changes.friction");
    }

    #[test]
    fn what_is_off_is_not_written() {
        assert_eq!(serde_json::to_string(&IceChanges::default()).unwrap(), "{}");
        let sweeping: IceChanges = serde_json::from_str(r#"{"sweeping":{}}"#).unwrap();
        assert_eq!(sweeping.sweeping, Some(Sweeping::default()));
        assert!(!sweeping.is_off() && !sweeping.changes_friction());
    }
}
