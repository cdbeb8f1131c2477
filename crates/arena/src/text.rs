//! Bilingual texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sentence in English and in Japanese.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "Text")]
pub struct Text<S = &'static str> {
    /// English.
    pub en: S,
    /// Japanese.
    pub ja: S,
}

impl From<(&'static str, &'static str)> for Text {
    fn from((en, ja): (&'static str, &'static str)) -> Self {
        Text { en, ja }
    }
}

/// A sentence in English and in Japanese that was made of a value.
pub type Words = Text<String>;

/// A text of a report: one for every language, or one in English and one in Japanese.
///
/// In JSON it is a string or an object with `en` and `ja`; tables stored by version 0.1 have
/// strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Phrase")]
pub enum Phrase {
    /// The same in every language, such as a name or a number.
    Plain(String),
    /// English and Japanese.
    Bilingual(Words),
}

impl Phrase {
    /// Returns the English text.
    pub fn en(&self) -> &str {
        match self {
            Phrase::Plain(text) | Phrase::Bilingual(Text { en: text, .. }) => text,
        }
    }

    /// Returns the Japanese text.
    pub fn ja(&self) -> &str {
        match self {
            Phrase::Plain(text) | Phrase::Bilingual(Text { ja: text, .. }) => text,
        }
    }

    /// Combines the two texts with those of a template, each in its own language.
    #[must_use]
    pub fn map(&self, en: impl FnOnce(&str) -> String, ja: impl FnOnce(&str) -> String) -> Self {
        Phrase::from((en(self.en()), ja(self.ja())))
    }
}

/// Joins phrases in English.
pub fn joined(phrases: &[Phrase], separator: &str) -> String {
    let texts: Vec<_> = phrases.iter().map(Phrase::en).collect();
    texts.join(separator)
}

impl Default for Phrase {
    fn default() -> Self {
        Phrase::Plain(String::new())
    }
}

/// In English.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.en())
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Phrase::Plain(text)
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Phrase::Plain(text.to_owned())
    }
}

impl From<&String> for Phrase {
    fn from(text: &String) -> Self {
        Phrase::Plain(text.clone())
    }
}

/// Makes [`Phrase`]s of errors: in English their `Display`, in Japanese what a function returns.
///
/// ```
/// #[derive(Debug, thiserror::Error)]
/// #[error("no such piece: {0}")]
/// struct UnknownPiece(char);
///
/// arena::phrases!(UnknownPiece => piece);
///
/// fn piece(error: &UnknownPiece) -> String {
///     format!("駒「{}」はありません", error.0)
/// }
///
/// assert_eq!(arena::Phrase::from(UnknownPiece('x')).ja(), "駒「x」はありません");
/// ```
#[macro_export]
macro_rules! phrases {
    ($($error:ty => $japanese:path),+ $(,)?) => {$(
        impl From<&$error> for $crate::Phrase {
            fn from(error: &$error) -> Self {
                $crate::Phrase::from((error.to_string(), $japanese(error)))
            }
        }

        impl From<$error> for $crate::Phrase {
            fn from(error: $error) -> Self {
                Self::from(&error)
            }
        }
    )+};
}

/// So that `?` passes it on where any error may come.
impl std::error::Error for Phrase {}

/// In English.
impl From<Phrase> for String {
    fn from(phrase: Phrase) -> String {
        match phrase {
            Phrase::Plain(text) | Phrase::Bilingual(Text { en: text, .. }) => text,
        }
    }
}

impl<E: Into<String>, J: Into<String>> From<(E, J)> for Phrase {
    fn from((en, ja): (E, J)) -> Self {
        let (en, ja) = (en.into(), ja.into());
        Phrase::Bilingual(Text { en, ja })
    }
}

impl From<Text> for Phrase {
    fn from(Text { en, ja }: Text) -> Self {
        Phrase::from((en, ja))
    }
}

impl PartialEq<str> for Phrase {
    fn eq(&self, other: &str) -> bool {
        self.en() == other
    }
}

impl PartialEq<&str> for Phrase {
    fn eq(&self, other: &&str) -> bool {
        self.en() == *other
    }
}

impl PartialEq<String> for Phrase {
    fn eq(&self, other: &String) -> bool {
        self.en() == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_plain_phrase_is_the_same_in_both_languages() {
        let heading = Phrase::from(("win rate", "勝率"));
        assert_eq!((heading.en(), heading.ja()), ("win rate", "勝率"));
        let name = Phrase::from("n = 8");
        assert_eq!((name.en(), name.ja()), ("n = 8", "n = 8"));
    }

    #[test]
    fn a_phrase_is_a_string_or_two_in_json() {
        let plain = Phrase::from("n = 8");
        let both = Phrase::from(("games", "対局"));
        assert_eq!(json!(plain), json!("n = 8"));
        assert_eq!(json!(both), json!({ "en": "games", "ja": "対局" }));
        for phrase in [plain, both] {
            let read: Phrase = serde_json::from_value(json!(phrase)).unwrap();
            assert_eq!(read, phrase);
        }
        for wrong in [json!(3), json!({ "en": "games" }), json!(null)] {
            assert!(serde_json::from_value::<Phrase>(wrong).is_err());
        }
    }
}
