//! Everything a match is made of before anybody sits down: conditions, time, names, dice.

pub use curling::conditions::Allowance;

use curling::conditions::Conditions;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// A match to be played. Written down with the [entries](crate::Entry) of what was done it can be
/// played again exactly.
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
