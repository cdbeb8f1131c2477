//! Curling as it is written on the wire: conditions and games as everywhere ([`curling::notation`]), and the ways of stones.
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
use curling::Stones;
use curling::notation::{self, NotationError};
use curling::rules::Team;

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

/// To a tenth of a millimetre.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
