//! Player texts: `search:depth=3,nodes=10000` or `program:./bot --fast`.
//!
//! The same one-line form is used on the command line, in experiment files, records and reports, so
//! a player in a report can be typed again. Whether a name is followed by settings or a command
//! line, and their meaning, is defined by the [roster](crate::roster::Roster) of the game.

use crate::description::{Description, Setting, switch};
use crate::process::{CommandError, Launch};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The name that selects programs in other processes.
pub const PROGRAM: &str = "program";

/// A player's name with its settings, or the command line of a program.
///
/// ```
/// use arena::PlayerSpec;
///
/// let spec: PlayerSpec = "search:depth=3".parse().unwrap();
/// assert_eq!(spec.name(), "search");
/// assert_eq!(spec.pairs().unwrap(), [("depth".to_owned(), "3".to_owned())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerSpec {
    name: String,
    rest: String,
}

impl PlayerSpec {
    /// Returns the player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Parses the text after the name as the command line of a program.
    ///
    /// # Errors
    /// If it is empty, or not a command line.
    pub fn launch(&self) -> Result<Launch, SpecError> {
        let name = self.name.clone();
        if self.rest.is_empty() {
            return Err(SpecError::NoCommand { name });
        }
        let why = |why: CommandError| format!("`{self}`: {why}");
        self.rest
            .parse()
            .map_err(|error| SpecError::Program { why: why(error) })
    }

    /// Parses the text after the name as keys and values, whose meaning is defined by the player's
    /// [description](crate::description::Description).
    ///
    /// # Errors
    /// If a setting is not of the form `key=value` or is given twice.
    pub fn pairs(&self) -> Result<Vec<(String, String)>, SpecError> {
        let mut pairs: Vec<(String, String)> = vec![];
        let parts = self.rest.split(',').map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| SpecError::NotASetting {
                text: part.to_owned(),
            })?;
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(SpecError::Twice { key });
            }
            pairs.push((key, value));
        }
        Ok(pairs)
    }

    /// Returns the player with one more setting.
    ///
    /// ```
    /// use arena::PlayerSpec;
    ///
    /// let spec: PlayerSpec = "search:depth=3".parse().unwrap();
    /// assert_eq!(spec.with("nodes", 9).to_string(), "search:depth=3,nodes=9");
    /// ```
    #[must_use]
    pub fn with(&self, key: &str, value: impl fmt::Display) -> Self {
        let comma = if self.rest.is_empty() { "" } else { "," };
        PlayerSpec {
            name: self.name.clone(),
            rest: format!("{}{comma}{key}={value}", self.rest),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let (name, rest) = (name.trim().to_owned(), rest.trim().to_owned());
        if name.is_empty() {
            return Err(SpecError::NoName {
                text: text.to_owned(),
            });
        }
        Ok(PlayerSpec { name, rest })
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;
    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.rest.is_empty() {
            Ok(())
        } else {
            write!(f, ":{}", self.rest)
        }
    }
}

/// A player's checked settings, for its builder.
///
/// Settings contain exactly the described ones: reading any other key is a bug of the builder and
/// panics, and so does, in builds with debug assertions, leaving one unread.
#[derive(Clone, Debug)]
pub struct Settings {
    player: String,
    values: Vec<Value>,
}

/// One setting of a player.
#[derive(Clone, Debug)]
struct Value {
    key: &'static str,
    /// The given value, or that of the preset.
    given: Option<String>,
    default: Option<String>,
    /// The settings of the inner player.
    inner: Option<Settings>,
    read: bool,
}

impl Settings {
    /// Creates the settings of a player except `without`, none of them given.
    pub(crate) fn new(player: &Description, without: &[&str]) -> Self {
        let described = player.settings.iter();
        let value = |setting: &Setting| Value {
            key: setting.key,
            given: None,
            default: setting.default.clone(),
            inner: None,
            read: false,
        };
        Settings {
            player: player.name.clone(),
            values: described
                .filter(|setting| !without.contains(&setting.key))
                .map(value)
                .collect(),
        }
    }

    /// Sets a checked value.
    pub(crate) fn give(
        &mut self,
        key: &str,
        text: String,
        inner: Option<Settings>,
    ) -> Result<(), SpecError> {
        let value = self.described(key);
        if value.given.is_some() {
            let key = key.to_owned();
            return Err(SpecError::Twice { key });
        }
        (value.given, value.inner) = (Some(text), inner);
        Ok(())
    }

    /// Sets a value where none is given; unknown keys are ignored.
    pub(crate) fn suggest(&mut self, key: &str, text: &str) {
        let found = self.values.iter_mut().find(|value| value.key == key);
        if let Some(value) = found {
            value.given.get_or_insert_with(|| text.to_owned());
        }
    }

    fn described(&mut self, key: &str) -> &mut Value {
        let player = &self.player;
        let found = self.values.iter_mut().find(|value| value.key == key);
        found.unwrap_or_else(|| panic!("setting `{key}` of player `{player}` is not described"))
    }

    fn read(&mut self, key: &str) -> &Value {
        let value = self.described(key);
        value.read = true;
        value
    }

    /// Returns the player's name.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// Returns whether the player has a setting here.
    pub fn has(&self, key: &str) -> bool {
        self.values.iter().any(|value| value.key == key)
    }

    /// Returns the value of `key` as given or by the preset, if any.
    ///
    /// # Errors
    /// If the value does not read as a `T`.
    ///
    /// # Panics
    /// If the setting is not described.
    pub fn given<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, SpecError>
    where
        T::Err: fmt::Display,
    {
        let text = self.read(key).given.as_deref();
        text.map(|text| parsed(key, text)).transpose()
    }

    /// Returns the value of `key` as given, by the preset, or by default.
    ///
    /// # Errors
    /// If the value does not read as a `T`.
    ///
    /// # Panics
    /// If the setting is not described, or without a default.
    pub fn value<T: FromStr>(&mut self, key: &str) -> Result<T, SpecError>
    where
        T::Err: fmt::Display,
    {
        let value = self.read(key);
        let text = value.given.as_deref().or(value.default.as_deref());
        parsed(
            key,
            text.unwrap_or_else(|| panic!("`{key}` has no default")),
        )
    }

    /// Returns the value of `key` as given, by the preset, or by default if there is one.
    ///
    /// # Errors
    /// If the value does not read as a `T`.
    ///
    /// # Panics
    /// If the setting is not described.
    pub fn value_or_none<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, SpecError>
    where
        T::Err: fmt::Display,
    {
        let value = self.read(key);
        let text = value.given.as_deref().or(value.default.as_deref());
        text.map(|text| parsed(key, text)).transpose()
    }

    /// Returns the state of a switch that was given or set by the preset.
    ///
    /// # Panics
    /// If the setting is not described.
    pub fn given_on(&mut self, key: &str) -> Option<bool> {
        self.read(key).given.as_deref().and_then(switch)
    }

    /// Returns whether a switch is on.
    ///
    /// # Panics
    /// If the setting is not described, or without a default.
    pub fn on(&mut self, key: &str) -> bool {
        let value = self.read(key);
        let text = value.given.as_deref().or(value.default.as_deref());
        text.and_then(switch).expect("a switch is on or off")
    }

    /// Returns the settings of the inner player that `key` names, if it was given.
    ///
    /// # Panics
    /// If the setting is not described.
    pub fn inner(&mut self, key: &str) -> Option<Settings> {
        self.read(key).inner.clone()
    }

    /// Ends the parsing.
    ///
    /// # Panics
    /// With debug assertions, if a described setting was never read: it would have no effect.
    pub fn finish(self) {
        let unread = self.values.iter().find(|value| !value.read);
        debug_assert!(
            unread.is_none(),
            "setting `{}` of player `{}` is described and never read",
            unread.map_or("", |value| value.key),
            self.player
        );
    }
}

fn parsed<T: FromStr>(key: &str, text: &str) -> Result<T, SpecError>
where
    T::Err: fmt::Display,
{
    text.parse().map_err(|why: T::Err| SpecError::BadValue {
        key: key.to_owned(),
        value: text.to_owned(),
        why: why.to_string(),
    })
}

/// An error in a player text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "the message of each variant says what its fields are"
)]
pub enum SpecError {
    #[error("`{text}` names no player: write NAME or NAME:key=value,key=value")]
    NoName { text: String },
    #[error("`{name}:` needs a command line, as in `{name}:./bot --fast`")]
    NoCommand { name: String },
    #[error("`{text}` is not a setting: write key=value")]
    NotASetting { text: String },
    #[error("setting `{key}` is given twice")]
    Twice { key: String },
    #[error("setting `{key}={value}`: {why}")]
    BadValue {
        key: String,
        value: String,
        why: String,
    },
    #[error("player `{player}` has no setting `{key}` ({known})")]
    Unknown {
        player: String,
        key: String,
        known: String,
    },
    #[error("there is no player `{name}` ({known})")]
    NoSuchPlayer { name: String, known: String },
    #[error("player `{player}` cannot be made: {why}")]
    Impossible { player: String, why: String },
    #[error("{why}")]
    Program { why: String },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn settings_are_pairs_that_are_given_once() {
        let pairs = |text: &str| text.parse::<PlayerSpec>().unwrap().pairs();
        let read = pairs("search: depth = 3 ,, goal=win").unwrap();
        assert_eq!(read[1], ("goal".to_owned(), "win".to_owned()));
        assert_eq!(read[0], ("depth".to_owned(), "3".to_owned()));
        assert!(matches!(
            pairs("search:depth"),
            Err(SpecError::NotASetting { .. })
        ));
        assert!(matches!(
            pairs("search:a=1,a=1"),
            Err(SpecError::Twice { .. })
        ));
    }

    #[test]
    fn a_command_line_keeps_its_commas_and_colons() {
        let spec: PlayerSpec = "program:./bot --at 127.0.0.1:80,x=1,x=1".parse().unwrap();
        assert_eq!(
            spec.launch().unwrap().to_string(),
            "./bot --at 127.0.0.1:80,x=1,x=1"
        );
        let nothing: PlayerSpec = "program:".parse().unwrap();
        assert!(matches!(nothing.launch(), Err(SpecError::NoCommand { .. })));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_and_what_is_read_survives(text in ".{0,40}") {
            if let Ok(spec) = text.parse::<PlayerSpec>() {
                prop_assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec);
            }
        }
    }
}
