//! Contenders: players with the name under which they take part, `NAME=PLAYER`.
//!
//! Two programs started by `python3`, or one player twice, are told apart by their names. Tables,
//! reports and records use the name and keep the [player](PlayerSpec) beside it. Without a name of
//! its own a contender is named by the text of its player.

use crate::spec::{PlayerSpec, SpecError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest name, in characters.
const LONGEST: usize = 60;

/// A named player.
///
/// ```
/// use arena::Contender;
///
/// let named: Contender = "new=search:depth=3".parse().unwrap();
/// assert_eq!((named.name(), named.spec.to_string().as_str()), ("new", "search:depth=3"));
/// let plain: Contender = "search:depth=3".parse().unwrap();
/// assert_eq!(plain.name(), "search:depth=3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Contender {
    name: String,
    /// The player.
    pub spec: PlayerSpec,
}

/// An error in the text of a contender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContenderError {
    /// The name before the `=` is empty.
    #[error("missing name before `=` in `{text}`: expected NAME=PLAYER or PLAYER")]
    NoName {
        /// The text.
        text: String,
    },
    /// The name is too long or contains control characters.
    #[error("invalid name in `{text}`: expected up to {LONGEST} printable characters")]
    BadName {
        /// The text.
        text: String,
    },
    /// Two contenders have the same name.
    #[error("duplicate player name `{name}`: name each player, as in `a={spec}` and `b={spec}`")]
    Twice {
        /// The name.
        name: String,
        /// The second player of that name.
        spec: PlayerSpec,
    },
    /// The player cannot be parsed.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

impl Contender {
    /// Creates a contender with a name of its own.
    ///
    /// # Errors
    /// If the name is empty, too long or contains control characters.
    pub fn new(name: &str, spec: PlayerSpec) -> Result<Self, ContenderError> {
        let (name, text) = (name.trim(), || format!("{name}={spec}"));
        if name.is_empty() {
            return Err(ContenderError::NoName { text: text() });
        }
        if name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(ContenderError::BadName { text: text() });
        }
        let name = name.to_owned();
        Ok(Contender { name, spec })
    }

    /// Returns the contender that a record names. A player that cannot be parsed (a person, or a
    /// player of another program's record) becomes `unknown:NAME`.
    pub fn recorded(name: &str, spec: &str) -> Self {
        let read = |text: &str| PlayerSpec::from_str(text).ok();
        let spec = read(spec).or_else(|| read(&format!("unknown:{spec}")));
        Contender {
            name: name.to_owned(),
            spec: spec.unwrap_or_else(|| unreachable!("it has a name")),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the contender has a name of its own.
    pub fn is_named(&self) -> bool {
        self.name != self.spec.to_string()
    }

    /// Checks that all names of a list differ.
    ///
    /// # Errors
    /// The second contender of a duplicate name.
    pub fn all_differ(contenders: &[Contender]) -> Result<(), ContenderError> {
        let twice = contenders
            .iter()
            .enumerate()
            .find(|(at, one)| contenders[..*at].iter().any(|other| other.name == one.name));
        twice.map_or(Ok(()), |(_, one)| {
            let (name, spec) = (one.name.clone(), one.spec.clone());
            Err(ContenderError::Twice { name, spec })
        })
    }
}

impl From<PlayerSpec> for Contender {
    fn from(spec: PlayerSpec) -> Self {
        let name = spec.to_string();
        Contender { name, spec }
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    /// A name ends at the first `=`, if no `:` comes before it: settings have theirs behind a
    /// colon.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        match text.split_once('=') {
            Some((name, player)) if !name.contains(':') => Contender::new(name, player.parse()?),
            _ => Ok(PlayerSpec::from_str(text)?.into()),
        }
    }
}

impl TryFrom<String> for Contender {
    type Error = ContenderError;
    fn try_from(text: String) -> Result<Self, ContenderError> {
        text.parse()
    }
}

impl From<Contender> for String {
    fn from(contender: Contender) -> String {
        contender.to_string()
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_named() {
            write!(f, "{}=", self.name)?;
        }
        self.spec.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Contender {
        text.parse().unwrap()
    }

    #[test]
    fn a_name_stands_before_the_first_equals_sign_unless_a_colon_does() {
        let named = read("my bot = program:python3 bot.py --depth=3");
        assert_eq!(named.name(), "my bot");
        assert_eq!(named.spec.to_string(), "program:python3 bot.py --depth=3");
        let plain = read("program:python3 bot.py --depth=3");
        assert_eq!(plain.name(), "program:python3 bot.py --depth=3");
        assert!(!plain.is_named());
    }

    #[test]
    fn contenders_are_read_as_they_are_written() {
        for text in ["random", "search:depth=3", "old=search:depth=3,nodes=9"] {
            assert_eq!(read(text).to_string(), text);
            let json = serde_json::to_string(&read(text)).unwrap();
            assert_eq!(
                serde_json::from_str::<Contender>(&json).unwrap(),
                read(text)
            );
        }
    }

    #[test]
    fn what_has_no_name_or_a_strange_one_is_refused() {
        assert!(matches!(
            "=random".parse::<Contender>(),
            Err(ContenderError::NoName { .. })
        ));
        let long = format!("{}=random", "x".repeat(61));
        for text in [long.as_str(), "a\u{1b}[2J=random"] {
            let read = text.parse::<Contender>();
            assert!(matches!(read, Err(ContenderError::BadName { .. })));
        }
        assert!(matches!(
            "a=".parse::<Contender>(),
            Err(ContenderError::Spec(_))
        ));
    }

    #[test]
    fn one_player_may_come_twice_under_two_names_only() {
        let differ = |texts: [&str; 2]| Contender::all_differ(&texts.map(read));
        assert_eq!(differ(["a=random", "b=random"]), Ok(()));
        assert_eq!(differ(["a=random", "random"]), Ok(()));
        let error = differ(["random", "random"]).unwrap_err().to_string();
        assert!(error.contains("`a=random` and `b=random`"), "{error}");
    }
}
