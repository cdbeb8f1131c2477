//! Written form of conditions and positions: for pages, links, files and command line.
//!
//! [`Conditions`] is the short form, as in a form on a page: a platform and the differences from
//! it. What the short form cannot express follows as a whole (`rule_set`, `ice`, a player's
//! `skill`), so that any [`conditions::Conditions`](crate::conditions::Conditions) is written and
//! read again without loss. [`Position`] is such conditions and the state of a [`Game`].
//!
//! Both are plain values for [`serde`], in JSON and in TOML alike. Errors name the path of the
//! invalid value. Other forms (Digital Curling's configuration files) are read elsewhere; a table
//! of overrides (`--set`, experiment files) is read by
//! [`Conditions::changed`](crate::conditions::Conditions::changed).
//!
//! ```
//! use curling::notation::Position;
//! use curling::rules::{Game, Rules};
//! use curling::conditions::Conditions;
//!
//! let conditions = Conditions::gat();
//! let game = Game::new(&conditions.rules)?;
//! let text = Position::of(&conditions, &game).to_json();
//! let read = Position::read(&text)?;
//! assert_eq!(read.conditions.to_conditions()?, conditions);
//! assert_eq!(read.game.to_game(&conditions.rules)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod conditions;
mod game;
mod ice;
mod players;
mod position;
#[cfg(test)]
mod tests;

pub use conditions::{Conditions, Discipline, Platform};
pub(crate) use game::slot_of;
pub use game::{Game, Phase, Stone, StoneName, name_of, rounded_stones, stones_of};
pub use ice::{Ice, Model};
pub(crate) use players::{MOST_NOISE, scaled};
pub use players::{Player, Team};
pub use position::Position;

use crate::words;
use arena::Phrase;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// An invalid value in a written form, and its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The part, `conditions` or `game`.
    pub part: &'static str,
    /// The path within it, such as `teams[0].players[1].noise`; empty for the whole.
    pub place: String,
    /// The error, in English and Japanese.
    pub why: Phrase,
}

impl NotationError {
    fn new(part: &'static str, place: impl fmt::Display, why: impl Into<Phrase>) -> Self {
        NotationError {
            part,
            place: place.to_string(),
            why: why.into(),
        }
    }

    /// Returns the path within a position: `conditions.ice.friction`.
    pub fn path(&self) -> String {
        match (self.part, self.place.as_str()) {
            ("", place) => place.to_owned(),
            (part, "") => part.to_owned(),
            (part, place) => format!("{part}.{place}"),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(self.why.en()),
            place => write!(f, "`{place}`: {}", self.why),
        }
    }
}

impl std::error::Error for NotationError {}

/// Deserialises a value; errors name the path.
fn from_value<T: DeserializeOwned>(
    part: &'static str,
    value: serde_json::Value,
) -> Result<T, NotationError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { path };
        NotationError::new(part, place, words::parser(error.into_inner()))
    })
}

/// Converts TOML to JSON.
fn json_of(table: &toml::Table) -> Result<serde_json::Value, NotationError> {
    serde_json::to_value(table).map_err(|why| NotationError::new("", "", words::parser(why)))
}

/// Converts a value to a TOML table. TOML has no null: a field without a value is omitted, and a
/// list entry without one is `"none"`.
fn table_of(value: &impl Serialize) -> toml::Table {
    let value = serde_json::to_value(value).expect("plain data can be written");
    match toml_of(value) {
        Some(toml::Value::Table(table)) => table,
        _ => toml::Table::new(),
    }
}

fn toml_of(value: serde_json::Value) -> Option<toml::Value> {
    use serde_json::Value;
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => flag.into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Value::String(text) => text.into(),
        Value::Array(entries) => {
            let none = || toml::Value::String("none".to_owned());
            let entries = entries.into_iter().map(toml_of);
            let entries = entries.map(|entry| entry.unwrap_or_else(none));
            toml::Value::Array(entries.collect())
        }
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let fields = fields.filter_map(|(key, value)| Some((key, toml_of(value)?)));
            toml::Value::Table(fields.collect())
        }
    })
}
