//! A scene of a match as a position to be analysed.

use super::CurlingMoment;
use super::story::Story;
use crate::curling::wire::{CurlingConditions, CurlingGame, CurlingPlatform, CurlingRules};
use crate::fault::Fault;
use curling::conditions::Conditions;
use curling::delivery::Noise;
use curling::delivery::noise::Hand;
use curling::rules::IfLevel;
use schemars::JsonSchema;
use serde::Serialize;

/// How unsteady the hands of the platforms with rectangular noise usually are, in metres.
const USUAL: f64 = 0.145;

/// A position with what it is played under.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingScenePosition {
    /// The conditions, as near as the form of the analysis can say them.
    pub(crate) conditions: CurlingConditions,
    /// The match.
    pub(crate) game: CurlingGame,
}

/// The position before the shot that made a scene, or that of the first scene.
///
/// # Errors
/// If there is no such scene.
pub(super) fn position(asked: &CurlingMoment) -> Result<CurlingScenePosition, Fault> {
    let story = Story::read(&asked.text)?;
    let scene = story.scene(asked.at)?;
    let conditions = story.curling.conditions();
    let game = if scene.game.outcome().is_some() {
        scene.done.as_ref().map_or(scene.game, |done| done.before)
    } else {
        scene.game
    };
    Ok(CurlingScenePosition {
        game: CurlingGame::of(&game, &conditions.rules),
        conditions: written(conditions),
    })
}

fn written(conditions: &Conditions) -> CurlingConditions {
    let noise = *conditions.teams[0].player(0).noise();
    let platform = match (conditions.nearest(), noise) {
        ("dc2" | "dc2-mixed-doubles", _) => CurlingPlatform::Dc2,
        ("dc3" | "dc4" | "dc4-mixed-doubles", Noise::Dc4 { .. }) => CurlingPlatform::Dc4,
        ("dc3" | "dc4" | "dc4-mixed-doubles", _) if conditions.rules.doubles.is_some() => {
            CurlingPlatform::Dc4
        }
        ("dc3" | "dc4" | "dc4-mixed-doubles", _) => CurlingPlatform::Dc3,
        (_, Noise::Gat { .. }) => CurlingPlatform::Gat,
        _ => CurlingPlatform::Paper,
    };
    let factor = match noise {
        Noise::None => 0.0,
        Noise::Rectangular { x, .. } => x / USUAL,
        Noise::Gat { size } => size / USUAL,
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => {
            hand.stddev_speed / Hand::default().stddev_speed
        }
        Noise::Polar { .. } => 1.0,
    };
    CurlingConditions {
        rules: if conditions.rules.doubles.is_some() {
            CurlingRules::MixedDoubles
        } else {
            CurlingRules::Normal
        },
        ends: conditions.rules.ends,
        extra_ends: conditions.rules.if_level != IfLevel::Draw,
        noise: (factor * 1e3).round() / 1e3,
        ..CurlingConditions::usual(platform)
    }
}
