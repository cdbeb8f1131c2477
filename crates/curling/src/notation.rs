//! The one written form of conditions and of positions: for pages, links, files and command line.
//!
//! [`Conditions`] says in a few words what a match is played under, as a form on a page does: a
//! platform and what differs from it. Whatever the few words cannot say follows as a whole
//! (`rule_set`, `ice`, a player's `skill`), so that any
//! [`conditions::Conditions`](crate::conditions::Conditions) is written and read again without
//! loss. [`Position`] is such conditions and a [`Game`] at a moment.
//!
//! Both are plain values for [`serde`], in JSON and in TOML alike. Reading names the place of what
//! is wrong. The forms of others (Digital Curling's configuration files) are not known here; a
//! table of changes (`--set`, experiment files) is
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
//! assert_eq!(read.conditions.core()?, conditions);
//! assert_eq!(read.game.core(&conditions.rules)?, game);
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
pub use players::{Hand, Team};
pub use position::Position;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// What is wrong with something written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// `conditions` or `game`: what it is part of.
    pub part: &'static str,
    /// The path within it, such as `teams[0].players[1].noise`; empty if it is about the whole.
    pub place: String,
    /// What is wrong.
    pub why: String,
}

impl NotationError {
    fn new(part: &'static str, place: impl fmt::Display, why: impl fmt::Display) -> Self {
        NotationError {
            part,
            place: place.to_string(),
            why: why.to_string(),
        }
    }

    /// The path within a position: `conditions.ice.friction`.
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
            "" => f.write_str(&self.why),
            place => write!(f, "`{place}`: {}", self.why),
        }
    }
}

impl std::error::Error for NotationError {}

/// Reads a value and names the path of what does not fit.
fn from_value<T: DeserializeOwned>(
    part: &'static str,
    value: serde_json::Value,
) -> Result<T, NotationError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { path };
        NotationError::new(part, place, error.into_inner())
    })
}

/// JSON of something TOML read.
fn json_of(table: &toml::Table) -> Result<serde_json::Value, NotationError> {
    serde_json::to_value(table).map_err(|why| NotationError::new("", "", why))
}

/// The TOML table of something written. TOML has no null: a field without a value is left out, and
/// an entry of a list without one is `"none"`.
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
