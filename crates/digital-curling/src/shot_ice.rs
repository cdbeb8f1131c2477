//! The ice of the next shot, as the messages of Digital Curling 3 and 4 tell it: an extension.
//!
//! It is told only where the conditions change the ice or allow sweeping; elsewhere the messages
//! are those of the platforms, byte for byte. Programs that do not know it ignore it.

use curling::arena_game::Curling;
use curling::conditions::IceChanges;
use curling::passages::Passages;
use curling::rules::Game;
use serde::{Deserialize, Serialize};

/// The ice of the next shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShotIce {
    /// The changes of the match, as conditions have them; none where another message tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<IceChanges>,
    /// The factor on the friction of the next shot, wear apart.
    pub friction: f64,
    /// The stones that have run over each part of the sheet, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passages: Option<Passages>,
}

impl ShotIce {
    /// The ice of the next shot of a match; none if it never changes, or no shot comes.
    pub fn of(curling: &Curling, game: &Game) -> Option<Self> {
        let changes = &curling.conditions().changes;
        if changes.is_off() || game.outcome().is_some() {
            return None;
        }
        Some(ShotIce {
            changes: None,
            friction: changes.friction_of(game.shots_before(curling.rules())),
            passages: changes.wear.map(|_| game.passages),
        })
    }

    /// The same with the changes of the match, for messages that must say everything.
    #[must_use]
    pub fn with_changes(self, curling: &Curling) -> Self {
        let changes = Some(curling.conditions().changes.clone());
        ShotIce { changes, ..self }
    }

    /// The passages of told ice; none if nothing is told.
    pub fn passages_of(told: Option<&Self>) -> Passages {
        told.and_then(|ice| ice.passages).unwrap_or_default()
    }
}
