//! Curling as it is written on the wire: conditions and games as everywhere ([`curling::notation`]), shots and the ways of stones.
//!
//! Places are metres right of the tee (x) and behind it (y), as in the house frame of [`curling`]. Stones are named by their team and their
//! number within it, as on their handles. Conversions to the core check what they are given and say where it is wrong.

mod trajectory;

pub(crate) use curling::notation::{
    Conditions as CurlingConditions, Game as CurlingGame, Position as CurlingPosition,
    Stone as CurlingStone, name_of,
};
#[cfg(test)]
pub(crate) use curling::notation::{
    Discipline as CurlingRules, Phase as CurlingPhase, Platform as CurlingPlatform,
};
#[cfg(test)]
pub(crate) use trajectory::CurlingTrack;
pub(crate) use trajectory::{CurlingPath, CurlingTrajectory, film, paths};

use crate::Fault;
use curling::notation::{self, NotationError};
use curling::rules::Team;
use curling::sheet::{RADIUS, Sheet};
use curling::{Shot, Stones, Turn, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Self {
        Fault::wrong_at(error.path(), error.why)
    }
}

/// Stones to be drawn: to a tenth of a millimetre. A match goes on with those of [`CurlingGame`], which are exact.
pub(crate) fn stones_of(stones: &Stones, lead: Team) -> Vec<CurlingStone> {
    let stones = notation::stones_of(stones, lead).into_iter();
    let stones = stones.map(|stone| CurlingStone {
        x: rounded(stone.x),
        y: rounded(stone.y),
        angle: rounded(stone.angle),
        ..stone
    });
    stones.collect()
}

/// A place on the sheet, in metres: x right of the tee, y behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingPoint {
    /// Right of the tee.
    pub(crate) x: f64,
    /// Behind the tee; negative before it.
    pub(crate) y: f64,
}

impl From<Vector> for CurlingPoint {
    fn from(at: Vector) -> Self {
        CurlingPoint {
            x: rounded(at.x),
            y: rounded(at.y),
        }
    }
}

/// To a tenth of a millimetre.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The way a stone turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CurlingTurn {
    /// Clockwise; curls to the thrower's right.
    Cw,
    /// Counter-clockwise; curls to the thrower's left.
    Ccw,
}

impl From<Turn> for CurlingTurn {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Clockwise => CurlingTurn::Cw,
            Turn::CounterClockwise => CurlingTurn::Ccw,
        }
    }
}

impl From<CurlingTurn> for Turn {
    fn from(turn: CurlingTurn) -> Self {
        match turn {
            CurlingTurn::Cw => Turn::Clockwise,
            CurlingTurn::Ccw => Turn::CounterClockwise,
        }
    }
}

/// How a stone is let go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingShot {
    /// Speed to the right, in metres a second.
    pub(crate) vx: f64,
    /// Speed down the sheet, in metres a second.
    pub(crate) vy: f64,
    /// The way it turns.
    pub(crate) turn: CurlingTurn,
    /// How fast it turns, in radians a second; the ice's usual rate if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<f64>,
}

impl From<&Shot> for CurlingShot {
    fn from(shot: &Shot) -> Self {
        CurlingShot {
            vx: shot.velocity.x,
            vy: shot.velocity.y,
            turn: shot.turn.into(),
            rate: shot.rate,
        }
    }
}

impl CurlingShot {
    /// The shot in the core's words.
    ///
    /// # Errors
    /// If a number is none.
    pub(crate) fn core(&self) -> Result<Shot, Fault> {
        let velocity = Vector::new(self.vx, self.vy);
        let rate_is_sound = self.rate.is_none_or(f64::is_finite);
        if !velocity.is_finite() || !rate_is_sound {
            return Err(Fault::wrong_at("shot", "speeds must be finite numbers"));
        }
        Ok(Shot {
            velocity,
            turn: self.turn.into(),
            rate: self.rate,
        })
    }
}

/// The lines of a sheet, in metres from the tee.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CurlingSheet {
    /// From side line to side line.
    pub(crate) width: f64,
    /// Forward to the hog line.
    pub(crate) hog: f64,
    /// To the back line.
    pub(crate) back: f64,
    /// Radius of the house.
    pub(crate) house: f64,
    /// Radius of the 8-foot ring.
    pub(crate) eight_foot: f64,
    /// Radius of the 4-foot ring.
    pub(crate) four_foot: f64,
    /// Forward to where a stone is let go.
    pub(crate) delivery: f64,
    /// Radius of a stone.
    pub(crate) stone: f64,
}

impl From<&Sheet> for CurlingSheet {
    fn from(sheet: &Sheet) -> Self {
        CurlingSheet {
            width: sheet.width,
            hog: sheet.hog,
            back: sheet.back,
            house: sheet.house,
            eight_foot: sheet.eight_foot,
            four_foot: sheet.four_foot,
            delivery: sheet.delivery,
            stone: RADIUS,
        }
    }
}
