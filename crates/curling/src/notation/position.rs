//! Written position: conditions and the state of a match.

use super::{Conditions, Game, NotationError, from_value, json_of, table_of};
use crate::{conditions, rules, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A position with its conditions: the contents of a saved position and of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPosition")]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The conditions of the match.
    pub conditions: Conditions,
    /// The state of the match.
    pub game: Game,
}

impl Position {
    /// Converts a position to the written form, without loss.
    pub fn of(conditions: &conditions::Conditions, game: &rules::Game) -> Self {
        Position {
            conditions: Conditions::of(conditions),
            game: Game::of(game, &conditions.rules),
        }
    }

    /// Reads a position from JSON or TOML.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let invalid = |why: &dyn std::fmt::Display| NotationError::new("", "", words::parser(why));
        if text.trim_start().starts_with('{') {
            let value = serde_json::from_str(text);
            return Self::from_json(value.map_err(|why| invalid(&why))?);
        }
        let table: Result<toml::Table, _> = text.parse();
        Self::from_json(json_of(&table.map_err(|why| invalid(&why))?)?)
    }

    /// Reads a position from JSON.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn from_json(value: Value) -> Result<Self, NotationError> {
        from_value("", value)
    }

    /// Converts to JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }

    /// Converts to TOML.
    pub fn to_toml(&self) -> String {
        table_of(self).to_string()
    }

    /// Converts to conditions and a match.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn to_parts(&self) -> Result<(conditions::Conditions, rules::Game), NotationError> {
        let conditions = self.conditions.to_conditions()?;
        let game = self.game.to_game(&conditions.rules)?;
        Ok((conditions, game))
    }
}
