//! Sentences for people in two languages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sentence in English and in Japanese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

impl From<(&'static str, &'static str)> for Text {
    fn from((en, ja): (&'static str, &'static str)) -> Self {
        Text { en, ja }
    }
}

/// A sentence in English and in Japanese that was made of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Words {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}
