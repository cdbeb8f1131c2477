//! A scene of a match as a position to be analysed.

use super::CurlingMoment;
use super::story::Story;
use crate::curling::wire::CurlingPosition;
use crate::fault::Fault;

/// The position before the shot that made a scene, or that of the first scene.
///
/// # Errors
/// If there is no such scene.
pub(super) fn position(asked: &CurlingMoment) -> Result<CurlingPosition, Fault> {
    let story = Story::read(&asked.text)?;
    let scene = story.scene(asked.at)?;
    let conditions = story.curling.conditions();
    let game = if scene.game.outcome().is_some() {
        scene.done.as_ref().map_or(scene.game, |done| done.before)
    } else {
        scene.game
    };
    Ok(CurlingPosition::of(conditions, &game))
}
