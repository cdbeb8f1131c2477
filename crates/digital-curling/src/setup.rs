//! The setup of a match: conditions, clocks, names and seed.

pub use curling::conditions::ThinkingTime;

use curling::conditions::Conditions;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// The setup of a match. With the [entries](crate::Entry) of its log the match can be replayed
/// exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Rules, ice and player skills.
    pub conditions: Conditions,
    /// The clocks of team 0 and team 1.
    #[serde(default)]
    pub time: [ThinkingTime; 2],
    /// The names of team 0 and team 1.
    pub names: [String; 2],
    /// The seed of the dice.
    pub seed: Seed,
}

impl Setup {
    /// A match without time limits between `team0` and `team1`.
    pub fn new(conditions: Conditions, seed: Seed) -> Self {
        Setup {
            conditions,
            time: [ThinkingTime::default(); 2],
            names: ["team0".to_owned(), "team1".to_owned()],
            seed,
        }
    }
}
