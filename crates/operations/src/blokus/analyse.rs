//! Analysis of a position by a player: moves with values and lines.
//!
//! Which players may be named depends on who asks ([`Trust`](crate::Trust)).

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

/// A question for a player's opinion.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusAnalyseQuestion {
    /// The line to the position.
    #[serde(default)]
    pub line: Line,
    /// The player with its settings, such as `alphabeta:depth=3`.
    #[serde(default = "strongest")]
    pub player: String,
    /// How long it may think, 0.05 to 3600 seconds; if nothing is said, as its settings say.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// How many moves are wanted, best first; 8 if nothing is said.
    #[serde(default = "usual_top")]
    pub top: usize,
    /// Decides whatever is decided by lot.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

/// The player that is asked unless another is named.
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

/// What a player thinks of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusAnalysis {
    /// The position on one line.
    pub position: String,
    /// The side to move; none when the game is over.
    pub turn: Option<Colour>,
    /// The player.
    pub player: String,
    /// How many legal moves there are.
    pub moves: usize,
    /// Its best moves (`candidates`: values are Black's chance of winning) and what they cost
    /// (`effort`).
    #[schemars(with = "serde_json::Value")]
    pub analysis: Analysis<Placement>,
}

/// The longest time, in seconds.
const LONGEST: f64 = 3600.0;

/// Asks a player.
///
/// # Errors
/// If there is no such player, the line is not legal or a number is out of bounds.
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

/// Reports how far a search has come: depth, nodes and the mover's chance.
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
