//! Perft: the number of move sequences from a position.

use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use blokus::perft::{self, Turns};
use blokus::{Line, Placement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A request for a number of sequences.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusPerftQuestion {
    /// The line to the first position.
    #[serde(default)]
    pub line: Line,
    /// The number of moves, 0 to 42.
    pub length: u32,
    /// Whether to count below every first move.
    #[serde(default)]
    pub divide: bool,
    /// Whether to go on with the other colour where one has no move, as in a game.
    #[serde(default)]
    pub pass: bool,
}

/// A number of sequences.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusPerft {
    /// The number of moves.
    pub length: u32,
    /// The number of sequences of this length.
    pub sequences: u64,
    /// The duration, in seconds.
    pub seconds: f64,
    /// The number below every first move, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<BTreeMap<String, u64>>,
    /// The counts in the order of placements.
    #[serde(skip)]
    pub each: Vec<(Placement, u64)>,
}

/// The longest sequences: no game has more moves.
const LONGEST: u32 = 42;

/// Counts the sequences.
///
/// # Errors
/// If the length is out of range, or the count was cancelled: a part of it is no count.
pub fn perft(asked: &BlokusPerftQuestion, task: &TaskHandle) -> Result<BlokusPerft, Fault> {
    if asked.length > LONGEST {
        let message = format!("a game has at most {LONGEST} moves");
        return Err(Fault::wrong_at("length", message));
    }
    let position = asked.line.position()?;
    let turns = if asked.pass {
        Turns::Pass
    } else {
        Turns::Alternate
    };
    let (begun, total) = (Instant::now(), position.moves().len() as u64);
    let done = Mutex::new(0);
    // Counted and told under one lock: moves that end together would be told out of order.
    let tell = || {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        task.progress(*done, total);
    };
    let each = perft::divide(&position, asked.length, turns, &task.cancel(), tell)
        .ok_or_else(Fault::cancelled)?;
    let sequences = match asked.length {
        0 => 1,
        _ => each.iter().map(|(_, count)| count).sum(),
    };
    let below = each
        .iter()
        .map(|(first, count)| (first.to_string(), *count));
    Ok(BlokusPerft {
        length: asked.length,
        sequences,
        seconds: begun.elapsed().as_secs_f64(),
        below: asked.divide.then(|| below.collect()),
        each,
    })
}
