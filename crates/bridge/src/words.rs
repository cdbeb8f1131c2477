//! Sentences of values, one module a language: reasons of cards and calls, and what those say.
//!
//! Nothing else in this crate makes sentences of them, and nothing reads these.

mod english;
mod japanese;

use crate::bidder::Why;
use crate::knowledge::Statement;
use crate::players::Reason;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A text in both languages.
pub type Words = arena::Text<String>;

/// Gives a value its sentences, by which it is told to people and to other programs.
macro_rules! told {
    ($value:ty, $english:path, $japanese:path) => {
        impl $value {
            /// The sentences.
            pub fn words(&self) -> Words {
                Words {
                    en: $english(self),
                    ja: $japanese(self),
                }
            }
        }

        impl fmt::Display for $value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&$english(self))
            }
        }

        impl Serialize for $value {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                self.words().serialize(to)
            }
        }

        impl JsonSchema for $value {
            fn schema_name() -> Cow<'static, str> {
                Words::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                Words::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                Words::json_schema(generator)
            }
        }
    };
}

told!(Reason, english::reason, japanese::reason);
told!(Statement, english::statement, japanese::statement);
told!(Why, english::why, japanese::why);

/// A share of all deals as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests;
