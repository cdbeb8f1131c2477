//! Time to think.

use arena::clock::{Clock, Span, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long a team may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingClock")]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// In the whole match, extra ends apart if they have their own; for ever if not said. Written
    /// `219s` or `24m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub game: Option<Span>,
    /// For each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub per_move: Option<Span>,
    /// What the clock gains after each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub increment: Option<Span>,
    /// What the clock is set to before every extra end; if not said, it runs on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub extra_end: Option<Span>,
}

impl Allowance {
    /// These limits, and none for extra ends.
    pub fn of(time: TimeControl) -> Self {
        Allowance {
            game: time.per_game,
            per_move: time.per_move,
            increment: time.increment,
            extra_end: None,
        }
    }

    /// The clock before the first shot.
    pub fn clock(&self) -> Clock {
        Clock::new(self.control())
    }

    /// The limits that hold throughout a match.
    pub fn control(&self) -> TimeControl {
        TimeControl {
            per_game: self.game,
            per_move: self.per_move,
            increment: self.increment,
        }
    }
}
