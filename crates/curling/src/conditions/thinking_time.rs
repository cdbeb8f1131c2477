//! Thinking time of a team.

use arena::clock::{Clock, Span, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The thinking time of a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingClock")]
#[serde(default, deny_unknown_fields)]
pub struct ThinkingTime {
    /// For the whole match, extra ends apart if they have their own; unlimited if absent. Written
    /// `219s` or `24m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub game: Option<Span>,
    /// For each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub per_move: Option<Span>,
    /// The increment after each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub increment: Option<Span>,
    /// The time on the clock before every extra end; if absent, the clock continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub extra_end: Option<Span>,
}

impl ThinkingTime {
    /// Creates these limits, with none for extra ends.
    pub fn of(time: TimeControl) -> Self {
        ThinkingTime {
            game: time.per_game,
            per_move: time.per_move,
            increment: time.increment,
            extra_end: None,
        }
    }

    /// Returns the clock before the first shot.
    pub fn clock(&self) -> Clock {
        Clock::new(self.control())
    }

    /// Returns the limits that hold throughout a match.
    pub fn control(&self) -> TimeControl {
        TimeControl {
            per_game: self.game,
            per_move: self.per_move,
            increment: self.increment,
        }
    }
}
