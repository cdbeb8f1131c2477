//! A scene of a match as a position for analysis.

use super::{CurlingMoment, replayed, scene_at};
use crate::curling::wire::CurlingPosition;
use crate::fault::Fault;

/// The position before the shot that made a scene, or that of the first scene.
///
/// # Errors
/// If there is no such scene.
pub(super) fn position(asked: &CurlingMoment) -> Result<CurlingPosition, Fault> {
    let replay = replayed(&asked.text)?;
    let scene = scene_at(&replay, asked.at)?;
    let conditions = replay.curling.conditions();
    let game = if scene.game.outcome().is_some() {
        scene.done.as_ref().map_or(scene.game, |done| done.before)
    } else {
        scene.game
    };
    Ok(CurlingPosition::of(conditions, &game))
}
