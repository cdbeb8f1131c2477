//! JSON lines in the notation of curling, in which pages save positions.

use super::super::aiming::CurlingAimWay;
use super::super::simulator::{
    self, CurlingOutcome, CurlingScored, CurlingSimulated, CurlingTarget, CurlingTargets,
};
use crate::json_lines::{Object, plain};
use crate::{Fault, TaskHandle};
use curling::notation::{Conditions, Game, NotationError};
use curling::physics::Mode;
use curling::{Shot, Vector};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a field as a JSON value.
fn value(object: &Object<'_>, name: &str) -> Result<Value, String> {
    let wrong = |why: serde_json::Error| format!("`{name}`: {}", plain(&why));
    serde_json::from_str(object.need(name)?).map_err(wrong)
}

fn read<T: DeserializeOwned>(object: &Object<'_>, name: &str) -> Result<T, String> {
    let read = serde_json::from_value(value(object, name)?);
    read.map_err(|why| format!("`{name}`: {why}"))
}

/// Reads a field that may be absent.
fn optional<T: DeserializeOwned>(object: &Object<'_>, name: &str) -> Result<Option<T>, String> {
    let there = object.get(name)?.is_some();
    there.then(|| read(object, name)).transpose()
}

fn wrong(error: &NotationError) -> String {
    format!("`{}`: {}", error.path(), error.why)
}

/// Returns the conditions of a line, or the usual ones.
fn conditions(object: &Object<'_>, usual: &Conditions) -> Result<Conditions, String> {
    if object.get("conditions")?.is_none() {
        return Ok(usual.clone());
    }
    Conditions::from_json(value(object, "conditions")?).map_err(|why| wrong(&why))
}

fn game(object: &Object<'_>) -> Result<Game, String> {
    Game::from_json(value(object, "game")?).map_err(|why| wrong(&why))
}

/// Returns a fault with its place in the line.
fn refused(fault: &Fault) -> String {
    let Some(place) = &fault.place else {
        return fault.message.clone();
    };
    let place = place
        .replace("games[0]", "game")
        .replace("shots[0]", "shot");
    format!("`{place}`: {}", fault.message)
}

/// Returns a value as JSON.
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Reads the shot of a line.
pub(super) fn shot(object: &Object<'_>) -> Result<Shot, String> {
    read(object, "shot")
}

/// Simulates a shot in the position of a line.
pub(super) fn simulate(
    object: &Object<'_>,
    usual: &Conditions,
    shot: Shot,
    mode: Mode,
) -> Result<CurlingOutcome, String> {
    let asked = CurlingSimulated {
        conditions: conditions(object, usual)?,
        games: vec![game(object)?],
        shots: vec![shot],
        mode: Some(mode),
        seed: None,
    };
    let done = simulator::simulate(&asked, &TaskHandle::idle()).map_err(|fault| refused(&fault))?;
    let outcome = done.outcomes.into_iter().flatten().next();
    outcome.ok_or_else(|| "no outcome".to_owned())
}

/// The shot to the target of a line, as JSON.
pub(super) fn aim(
    object: &Object<'_>,
    usual: &Conditions,
    way: CurlingAimWay,
) -> Result<Vec<u8>, String> {
    let weight = optional(object, "weight")?;
    let target = CurlingTarget {
        at: read::<Vector>(object, "at")?,
        turn: read(object, "turn")?,
        weight,
        sweep: optional(object, "sweep")?,
    };
    let asked = CurlingTargets {
        conditions: conditions(object, usual)?,
        targets: vec![target],
        way,
        game: optional(object, "game")?,
    };
    let found = simulator::aim(asked, &TaskHandle::idle()).map_err(|fault| refused(&fault))?;
    let found = found.into_iter().next().ok_or("no answer")?;
    match (found.shot, found.why) {
        (Some(shot), _) => Ok(json(&shot)),
        (None, why) => Err(format!("`at`: {}", why.unwrap_or_default())),
    }
}

/// Scores the position of a line.
pub(super) fn score(object: &Object<'_>, usual: &Conditions) -> Result<i8, String> {
    let asked = CurlingScored {
        conditions: conditions(object, usual)?,
        games: vec![game(object)?],
    };
    let scores = simulator::score(&asked, &TaskHandle::idle()).map_err(|fault| refused(&fault))?;
    scores
        .points
        .first()
        .copied()
        .ok_or_else(|| "no score".to_owned())
}
