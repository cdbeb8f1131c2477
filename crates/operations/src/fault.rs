//! Faults: why a request failed, with the place and a message for people.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A request that was not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
pub struct Fault {
    /// What kind of trouble it is.
    pub kind: FaultKind,
    /// What is wrong, and what to do about it.
    pub message: String,
    /// Where it is wrong: a field such as `stones[3].x`, or a line and a column of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Whose fault it is, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// What was sent is wrong.
    Wrong,
    /// The sender may not do this.
    Forbidden,
    /// It is not there, or no longer.
    Missing,
    /// The sender has asked for too much at once, or for too long.
    TooMuch,
    /// It was cancelled.
    Cancelled,
    /// The program failed.
    Failed,
}

impl Fault {
    fn new(kind: FaultKind, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        Fault {
            kind,
            message,
            place: None,
        }
    }

    /// What was sent is wrong.
    pub fn wrong(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Wrong, message)
    }

    /// What was sent is wrong at a place.
    pub fn wrong_at(place: impl fmt::Display, message: impl fmt::Display) -> Self {
        let place = Some(place.to_string());
        Fault {
            place,
            ..Self::wrong(message)
        }
    }

    /// Returns the fault with its place inside this field.
    #[must_use]
    pub fn within(self, field: &str) -> Self {
        let place = match &self.place {
            Some(place) => format!("{field}.{place}"),
            None => field.to_owned(),
        };
        Fault {
            place: Some(place),
            ..self
        }
    }

    /// The sender may not do this.
    pub fn forbidden(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Forbidden, message)
    }

    /// What was asked for is not there.
    pub fn missing(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Missing, message)
    }

    /// The sender has asked for too much.
    pub fn too_much(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::TooMuch, message)
    }

    /// It was cancelled before it was done.
    pub fn cancelled() -> Self {
        Self::new(FaultKind::Cancelled, "cancelled")
    }

    /// The program failed.
    pub fn failed(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Failed, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
