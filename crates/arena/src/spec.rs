//! A player, asked for by name: `search:depth=3,nodes=10000` or `program:./bot --fast`.
//!
//! The same one-line form serves the command line, experiment files, records and reports, so what a
//! report names can be typed again. Whether settings or a command line stand behind a name is known
//! to the [lineup](crate::contest::Lineup) alone; here they are text that somebody will read.

use crate::process::{CommandError, Launch};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The name under which programs in other processes are asked for.
pub const PROGRAM: &str = "program";

/// A player's name with its settings, or the command line of a program.
///
/// ```
/// use arena::PlayerSpec;
///
/// let spec: PlayerSpec = "search:depth=3".parse().unwrap();
/// assert_eq!(spec.name(), "search");
/// let mut settings = spec.settings().unwrap();
/// assert_eq!(settings.take("depth"), Ok(Some(3)));
/// assert_eq!(settings.take::<u64>("nodes"), Ok(None));
/// settings.finish().unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerSpec {
    name: String,
    rest: String,
}

impl PlayerSpec {
    /// The player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands behind the name, read as the command line of a program in another process.
    ///
    /// # Errors
    /// If nothing stands there, or it is no command line.
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

    /// What stands behind the name, read as settings.
    ///
    /// # Errors
    /// If a setting is not of the form `key=value` or is given twice.
    pub fn settings(&self) -> Result<Settings, SpecError> {
        let mut settings = Settings {
            player: self.name.clone(),
            given: vec![],
            known: vec![],
        };
        for part in self
            .rest
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (key, value) = part.split_once('=').ok_or_else(|| SpecError::NotASetting {
                text: part.to_owned(),
            })?;
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if settings.given.iter().any(|(other, _)| *other == key) {
                return Err(SpecError::Twice { key });
            }
            settings.given.push((key, value));
        }
        Ok(settings)
    }

    /// The same player with one more setting.
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

/// A player's settings while they are being read: take each by key, then
/// [`finish`](Settings::finish).
#[derive(Clone, Debug)]
pub struct Settings {
    player: String,
    given: Vec<(String, String)>,
    known: Vec<String>,
}

impl Settings {
    /// The value of `key`, if it was given.
    ///
    /// # Errors
    /// If the value does not read as a `T`.
    pub fn take<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, SpecError>
    where
        T::Err: fmt::Display,
    {
        self.known.push(key.to_owned());
        let Some(at) = self.given.iter().position(|(given, _)| given == key) else {
            return Ok(None);
        };
        let (key, value) = self.given.remove(at);
        value
            .parse()
            .map(Some)
            .map_err(|why: T::Err| SpecError::BadValue {
                key,
                value,
                why: why.to_string(),
            })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If a setting was given that nobody took.
    pub fn finish(self) -> Result<(), SpecError> {
        match self.given.into_iter().next() {
            None => Ok(()),
            Some((key, _)) => {
                let known = match self.known.as_slice() {
                    [] => "it has none".to_owned(),
                    known => format!("known: {}", known.join(", ")),
                };
                Err(SpecError::Unknown {
                    player: self.player,
                    key,
                    known,
                })
            }
        }
    }
}

/// What is wrong with the way a player was asked for.
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
    #[error("there is no player `{name}` (players: {known})")]
    NoSuchPlayer { name: String, known: String },
    #[error("{why}")]
    Program { why: String },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_misspelt_setting_is_named_with_the_known_ones() {
        let spec: PlayerSpec = "search:depht=3".parse().unwrap();
        let mut settings = spec.settings().unwrap();
        settings.take::<u32>("depth").unwrap();
        assert_eq!(
            settings.finish().unwrap_err().to_string(),
            "player `search` has no setting `depht` (known: depth)"
        );
    }

    #[test]
    fn a_bad_value_is_named_with_the_reason() {
        let spec: PlayerSpec = "search:depth=deep".parse().unwrap();
        let error = spec.settings().unwrap().take::<u32>("depth").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("setting `depth=deep`: invalid digit"),
            "{error}"
        );
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
