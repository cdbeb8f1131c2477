//! Parameters of the evaluation, and its terms that depend on nothing else.

use crate::vector::Vector;
use serde::{Deserialize, Serialize};

/// The parameters of equations 16 to 29; the defaults are the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// mu when the lead is to throw: the weight of the stones beside the score.
    pub mu_lead: f64,
    /// mu when the hammer is to throw.
    pub mu_hammer: f64,
    /// The weight of k, the rank among the stones.
    pub w1: f64,
    /// The weight of h, the place.
    pub w2: f64,
    /// The weight of protection by stones in front.
    pub w3: f64,
    /// The weight of protection by stones behind.
    pub w4: f64,
    /// The distance from the centre line at which a place has no value, in metres.
    pub alpha: f64,
    /// The distance behind the tee at which it has none, in metres.
    pub beta: f64,
    /// The distance in front of the tee at which it has none, in metres.
    pub gamma: f64,
    /// The distance at which two stones side by side are safe from a double take-out, in metres.
    pub a: f64,
    /// The additional distance for stones in line, in metres.
    pub b: f64,
    /// T of a stone without protection.
    pub c: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            mu_lead: 0.1,
            mu_hammer: 0.2,
            w1: 1.0,
            w2: 1.0,
            w3: 1.0,
            w4: 2.0,
            alpha: 1.83 + 0.145, // house and stone
            beta: 1.22,          // the 8-foot ring
            gamma: 1.83 + 0.145,
            a: 0.915,
            b: 1.83,
            c: 0.3,
        }
    }
}

/// An invalid weight.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("invalid weight {what} = {value}: weights must be finite, lengths positive")]
pub struct WeightsError {
    /// The name of the weight.
    pub what: &'static str,
    /// The value.
    pub value: f64,
}

impl Weights {
    /// Checks the weights.
    ///
    /// # Errors
    /// The first invalid weight.
    pub fn check(&self) -> Result<(), WeightsError> {
        let lengths = [
            ("alpha", self.alpha),
            ("beta", self.beta),
            ("gamma", self.gamma),
            ("a", self.a),
        ];
        let others = [
            ("mu_lead", self.mu_lead),
            ("mu_hammer", self.mu_hammer),
            ("w1", self.w1),
            ("w2", self.w2),
            ("w3", self.w3),
            ("w4", self.w4),
            ("c", self.c),
        ];
        let long = |&&(_, value): &&(_, f64)| !(value.is_finite() && value > 0.0);
        let invalid = lengths.iter().find(long);
        let invalid = invalid.or(others.iter().find(|(_, value)| !value.is_finite()));
        let invalid = match invalid {
            // The additional distance may be 0.
            None if !(self.b.is_finite() && self.b >= 0.0) => Some(&("b", self.b)),
            invalid => invalid,
        };
        invalid.map_or(Ok(()), |&(what, value)| Err(WeightsError { what, value }))
    }

    /// mu before the stone of this slot is thrown.
    #[inline]
    pub(super) fn mu(&self, next: usize) -> f64 {
        if next.is_multiple_of(2) {
            self.mu_lead
        } else {
            self.mu_hammer
        }
    }

    /// h: the quality of a place; better in front of the tee, since hit stones only go back.
    #[inline]
    pub(super) fn place(&self, at: Vector) -> f64 {
        let across = (1.0 - at.x.abs() / self.alpha).max(0.0);
        let before = -at.y;
        let along = if before >= -self.beta && before < 0.0 {
            let share = (before + self.beta) / self.beta;
            share * share
        } else if before >= 0.0 && before < self.gamma {
            let share = before / self.gamma;
            1.0 - share * share
        } else {
            0.0
        };
        across * along
    }

    /// D' for two stones of a team at this distance vector.
    #[inline]
    pub(super) fn separation(&self, away: Vector) -> f64 {
        safe_share(self.nearness(away.length_squared(), away.y))
    }

    /// d/D'': below 1, the stones are exposed to a double take-out. From the square of their
    /// distance and its component along the sheet.
    #[inline]
    pub(super) fn nearness(&self, square: f64, along: f64) -> f64 {
        // D'' = a + b |along| / d, multiplied by d. Stones in one place have 0.
        let reach = self.a * square.sqrt() + self.b * along.abs();
        if reach > 0.0 { square / reach } else { 0.0 }
    }
}

/// D' from d/D''.
#[inline]
pub(super) fn safe_share(nearness: f64) -> f64 {
    if nearness < 1.0 {
        0.5 + 0.5 * nearness * nearness
    } else {
        1.0
    }
}
