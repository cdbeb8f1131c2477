//! A shot: velocity and rotation of a stone at release.

use crate::frame::flip;
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The sense of rotation of a delivered stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTurn")]
pub enum Turn {
    /// Clockwise; curls to the thrower's right. Angle 0 of the legacy platform.
    #[serde(rename = "cw")]
    Clockwise,
    /// Counter-clockwise; curls to the thrower's left. Angle 1 of the legacy platform.
    #[serde(rename = "ccw")]
    CounterClockwise,
}

impl Turn {
    /// Both turns.
    pub const BOTH: [Turn; 2] = [Turn::Clockwise, Turn::CounterClockwise];

    /// Returns +1 for counter-clockwise, -1 for clockwise.
    pub fn sign(self) -> f64 {
        match self {
            Turn::Clockwise => -1.0,
            Turn::CounterClockwise => 1.0,
        }
    }

    /// Returns the other turn.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Turn::Clockwise => Turn::CounterClockwise,
            Turn::CounterClockwise => Turn::Clockwise,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Turn::Clockwise => "cw",
            Turn::CounterClockwise => "ccw",
        })
    }
}

/// An unknown turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown turn `{0}`: write cw (clockwise) or ccw (counter-clockwise)")]
pub struct UnknownTurn(pub String);

impl FromStr for Turn {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Self, UnknownTurn> {
        let found = Turn::BOTH.into_iter().find(|turn| turn.to_string() == text);
        found.ok_or_else(|| UnknownTurn(text.to_owned()))
    }
}

/// Sweeping of the delivered stone: a stretch of the sheet and an effort. Its effect is a matter of
/// the conditions ([`physics::Sweeping`](crate::physics::Sweeping)), and so is whether it is
/// allowed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSweep")]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The start of the stretch: y in the house frame, in metres; negative before the tee.
    pub from: f64,
    /// The end of the stretch.
    pub to: f64,
    /// The effort, from 0 (none) to 1 (full).
    #[serde(default = "full_effort")]
    pub effort: f64,
}

fn full_effort() -> f64 {
    1.0
}

impl Sweep {
    /// Creates a stretch swept with full effort.
    pub const fn full(from: f64, to: f64) -> Self {
        let effort = 1.0;
        Sweep { from, to, effort }
    }
}

/// Written as in actions: `sweep FROM TO EFFORT`.
impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sweep {} {} {}", self.from, self.to, self.effort)
    }
}

/// Velocity and turn of a stone at release, and its sweeping.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingShot")]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// In metres a second, in the house frame: y is the weight, x the line.
    pub velocity: Vector,
    /// The sense of rotation.
    pub turn: Turn,
    /// The rate of rotation, in radians a second; the model's own if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// The sweeping; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Shot {
    /// Creates a shot with the model's own rate of rotation.
    pub const fn new(velocity: Vector, turn: Turn) -> Self {
        Shot {
            velocity,
            turn,
            rate: None,
            sweep: None,
        }
    }

    /// Reads the legacy platform's and DC2's form `vx vy angle`.
    pub fn legacy(vx: f32, vy: f32, angle: u8) -> Self {
        let turn = match angle {
            0 => Turn::Clockwise,
            _ => Turn::CounterClockwise,
        };
        Shot::new(flip(Vector::new(vx, vy)).wide(), turn)
    }

    /// Returns the three numbers of the legacy platform and DC2.
    pub fn to_legacy(&self) -> (f32, f32, u8) {
        let Vector { x, y } = flip(Vector::<f32>::of(self.velocity));
        (x, y, u8::from(self.turn == Turn::CounterClockwise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_read_as_it_is_written_and_in_no_other_way() {
        for turn in Turn::BOTH {
            assert_eq!(turn.to_string().parse(), Ok(turn));
        }
        assert_eq!("ccw".parse(), Ok(Turn::CounterClockwise));
        let error = "left".parse::<Turn>().unwrap_err().to_string();
        assert!(error.starts_with("unknown turn `left`"), "{error}");
    }

    #[test]
    fn the_legacy_form_comes_back() {
        let shot = Shot::legacy(-0.99074, -29.559775, 0);
        assert_eq!((shot.velocity.y > 0.0, shot.turn), (true, Turn::Clockwise));
        assert_eq!(shot.to_legacy(), (-0.99074, -29.559775, 0));
    }
}
