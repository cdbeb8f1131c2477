//! A position as it is written: conditions and a match at a moment.

use super::{Conditions, Game, NotationError, from_value, json_of, table_of};
use crate::conditions::Conditions as Core;
use crate::rules::Game as CoreGame;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A position with what it is played under: what a page saves and a link holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPosition")]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// What the match is played under.
    pub conditions: Conditions,
    /// The match.
    pub game: Game,
}

impl Position {
    /// A position as it is written, without loss.
    pub fn of(conditions: &Core, game: &CoreGame) -> Self {
        Position {
            conditions: Conditions::of(conditions),
            game: Game::of(game, &conditions.rules),
        }
    }

    /// A position from JSON or TOML.
    ///
    /// # Errors
    /// The place of what does not fit.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let wrong = |why: String| NotationError::new("", "", why);
        if text.trim_start().starts_with('{') {
            let value = serde_json::from_str(text);
            return Self::from_json(value.map_err(|why| wrong(why.to_string()))?);
        }
        let table: Result<toml::Table, _> = text.parse();
        Self::from_json(json_of(&table.map_err(|why| wrong(why.to_string()))?)?)
    }

    /// A position from JSON.
    ///
    /// # Errors
    /// The place of what does not fit.
    pub fn from_json(value: Value) -> Result<Self, NotationError> {
        from_value("", value)
    }

    /// The same as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }

    /// The same as TOML.
    pub fn to_toml(&self) -> String {
        table_of(self).to_string()
    }

    /// The conditions and the match.
    ///
    /// # Errors
    /// The place of what cannot be.
    pub fn core(&self) -> Result<(Core, CoreGame), NotationError> {
        let conditions = self.conditions.core()?;
        let game = self.game.core(&conditions.rules)?;
        Ok((conditions, game))
    }
}
