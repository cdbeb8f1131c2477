//! Analysis of a position by a player: moves with values and lines.
//!
//! The players that a client may name depend on its [`Trust`](crate::Trust).

use super::advice::named;
use crate::Games;
use crate::ask::time;
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use blokus::players;
use blokus::{Colour, Line, Placement, Position};
use lookahead::{Analysis, Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A request for a player's analysis.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusAnalyseQuestion {
    /// The line to the position.
    #[serde(default)]
    pub line: Line,
    /// The player with its settings, such as `alphabeta:depth=3`.
    #[serde(default = "strongest")]
    pub player: String,
    /// The time, 0.05 to 3600 seconds; by default the player's setting.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The number of moves in the answer, best first; 8 by default.
    #[serde(default = "usual_top")]
    pub top: usize,
    /// The seed of the player's random choices.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

/// The default player.
pub const STRONGEST: &str = "strong";

fn strongest() -> String {
    STRONGEST.to_owned()
}

fn usual_top() -> usize {
    8
}

fn usual_seed() -> u64 {
    1
}

/// A player's analysis of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusAnalysis {
    /// The position on one line.
    pub position: String,
    /// The side to move; none when the game is over.
    pub turn: Option<Colour>,
    /// The player.
    pub player: String,
    /// The number of legal moves.
    pub moves: usize,
    /// The best moves (`candidates`: values are Black's chance of winning) and the cost of the
    /// search (`effort`).
    #[schemars(with = "serde_json::Value")]
    pub analysis: Analysis<Placement>,
}

/// The longest time, in seconds.
const LONGEST: f64 = 3600.0;

/// Returns a player's analysis.
///
/// # Errors
/// If there is no such player, the line is not legal or a number is out of range.
pub fn analyse(
    asked: &BlokusAnalyseQuestion,
    games: &Games,
    task: &TaskHandle,
) -> Result<BlokusAnalysis, Fault> {
    let mut analyst = named(&asked.player, games)?;
    let position = asked.line.position()?;
    let time = asked.seconds.map(|s| time(s, LONGEST)).transpose()?;
    let tell = |told: &Progress| report(task, &position, told, time);
    let limit = Limit {
        time,
        ..Limit::default()
    };
    let control = Control::new(Seed(asked.seed))
        .limit(limit)
        .cancel(task.cancel())
        .progress(&tell);
    let analysis = players::analyse(&mut *analyst, &position, &control);
    let mut analysis = analysis.map_err(|why| task.no_answer(&asked.player, why))?;
    let moves = position.moves().len();
    analysis.candidates.truncate(asked.top);
    Ok(BlokusAnalysis {
        position: position.to_string(),
        turn: position.turn(),
        player: asked.player.clone(),
        moves,
        analysis,
    })
}

/// Reports the progress of a search: depth, nodes and the mover's chance.
fn report(task: &TaskHandle, position: &Position, told: &Progress, time: Option<Duration>) {
    let part = time.map(|time| (told.seconds / time.as_secs_f64()).min(1.0));
    let chance = told.value.zip(position.turn()).map(|(value, colour)| {
        let chance = blokus::static_evaluator::chance_for(colour, value);
        format!(", {:.1} %", 100.0 * chance)
    });
    let chance = chance.filter(|_| told.value.is_some_and(|v| (0.0..=1.0).contains(&v)));
    let words = format!(
        "depth {}, {} nodes{}",
        told.depth,
        told.nodes,
        chance.unwrap_or_default()
    );
    task.report(part, words);
}
