//! Everything a match is made of before anybody sits down: conditions, time, names, dice.

use arena::clock::{Clock, Span, TimeControl};
use curling::conditions::Conditions;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// A match to be played. Written down with the [entries](crate::Entry) of what was done it can be played again exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Rules, ice and hands.
    pub conditions: Conditions,
    /// The time of team 0 and team 1.
    #[serde(default)]
    pub time: [Allowance; 2],
    /// What team 0 and team 1 are called.
    pub names: [String; 2],
    /// Where the dice come from.
    pub seed: Seed,
}

/// How long a team may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// In the whole match, extra ends apart if they have their own; for ever if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Span>,
    /// For each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_move: Option<Span>,
    /// What the clock gains after each shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<Span>,
    /// What the clock is set to before every extra end; if not said, it runs on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_end: Option<Span>,
}

impl Allowance {
    /// The clock before the first shot.
    pub fn clock(&self) -> Clock {
        Clock::new(TimeControl {
            per_game: self.game,
            per_move: self.per_move,
            increment: self.increment,
        })
    }
}

impl Setup {
    /// A match without time limits between teams that are called by their numbers.
    pub fn new(conditions: Conditions, seed: Seed) -> Self {
        Setup {
            conditions,
            time: [Allowance::default(); 2],
            names: ["team0".to_owned(), "team1".to_owned()],
            seed,
        }
    }
}
