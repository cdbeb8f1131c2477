//! Sentences in English and Japanese for reasons of cards and calls, and for inferences.
//!
//! One module per language. Only this module makes sentences, and nothing parses them.

mod english;
pub(crate) mod errors;
pub(crate) mod japanese;

use crate::bidder::CallReason;
use crate::knowledge::Statement;
use crate::players::Reason;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

pub use arena::Words;

/// Implements the sentences of a value, which are its text and its JSON form.
macro_rules! sentences {
    ($value:ty, $english:path, $japanese:path) => {
        impl $value {
            /// Returns the sentences.
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

sentences!(Reason, english::reason, japanese::reason);
sentences!(Statement, english::statement, japanese::statement);
sentences!(CallReason, english::why, japanese::why);

/// Returns a share of all deals as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests;
