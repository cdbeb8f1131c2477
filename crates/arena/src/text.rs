//! Bilingual texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sentence in English and in Japanese.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
