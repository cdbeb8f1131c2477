//! The setup of a match: conditions, clocks, names and dice.

pub use curling::conditions::ThinkingTime;

use crate::dice::Dice;
use curling::conditions::Conditions;
use serde::{Deserialize, Serialize};

/// The setup of a match. With the [entries](crate::Entry) of its log the match can be replayed
/// exactly. Written, it tells the hash of a secret seed, never the seed.
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
    /// The dice.
    #[serde(rename = "seed")]
    pub dice: Dice,
}

impl Setup {
    /// A match without time limits between `team0` and `team1`.
    pub fn new(conditions: Conditions, dice: impl Into<Dice>) -> Self {
        Setup {
            conditions,
            time: [ThinkingTime::default(); 2],
            names: ["team0".to_owned(), "team1".to_owned()],
            dice: dice.into(),
        }
    }
}
