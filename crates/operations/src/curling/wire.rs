//! API names of curling's own types ([`curling::notation`], [`curling::trajectory`]).

pub(crate) use curling::notation::{
    Conditions as CurlingConditions, Game as CurlingGame, Position as CurlingPosition,
    Stone as CurlingStone, name_of, rounded_stones as stones_of,
};
#[cfg(test)]
pub(crate) use curling::notation::{
    Discipline as CurlingRules, Phase as CurlingPhase, Platform as CurlingPlatform,
};
#[cfg(test)]
pub(crate) use curling::trajectory::Track as CurlingTrack;
pub(crate) use curling::trajectory::{
    Path as CurlingPath, Trajectory as CurlingTrajectory, rounded,
};

use crate::{Fault, FaultCode};
use curling::notation::NotationError;

/// A value that is written as a word, as that word.
pub(crate) fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Self {
        Fault::wrong_at(error.path(), &error.why)
            .explained_by(FaultCode::InvalidPosition, &error.why)
    }
}
