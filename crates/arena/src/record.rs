//! What is kept of a game: enough to replay it, to see who is to blame, and to count.

use crate::game::Score;
use crate::player::Fault;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game.
    Finished,
    /// A player committed a fault and lost.
    Forfeit {
        /// The seat of that player.
        seat: usize,
        /// What it did.
        fault: Fault,
    },
    /// The longest allowed game was reached; the score is that of the position as it stood.
    TooLong,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Who moved.
    pub seat: usize,
    /// What, in the game's own text form.
    pub action: String,
    /// Time used, in seconds.
    pub seconds: f64,
    /// What the player said it thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<serde_json::Value>,
}

/// A whole game. Start position and dice follow from `seed`, so the moves replay it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's name.
    pub game: String,
    /// The players of side 0 and side 1, as they were asked for.
    pub players: [String; 2],
    /// Where start position and dice come from.
    pub seed: Seed,
    /// The moves in order.
    pub moves: Vec<MoveRecord>,
    /// The score.
    pub score: Score,
    /// How it came about.
    pub ending: Ending,
    /// Time used by each side, in seconds.
    pub seconds: [f64; 2],
}
