//! Move advice: the reply of a level, and hints with a value for each of several moves.
//!
//! The search of hints is the game's ([`blokus::players::hints`]); here are limits and reports.

use super::analyse::STRONGEST;
use super::set::HIGHEST;
use super::view::JUDGE;
use crate::Games;
use crate::ask::time;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use arena::Analyst;
use blokus::players::{self, Hint};
use blokus::static_evaluator::chance_for;
use blokus::{BlokusDuo, Colour, Line, Position};
use lookahead::{Control, Limit, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// A request for a player's move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusReplyQuestion {
    /// The line to the position.
    pub(super) line: Line,
    /// The level of the strong player, 1 to 10; the highest by default.
    #[serde(default = "highest")]
    pub(super) level: u8,
    /// Another player than the strong one, with its settings; it has no level.
    #[serde(default)]
    pub(super) player: Option<String>,
    /// The time, 0.05 to 60 seconds.
    pub(super) seconds: f64,
    /// The seed of the moves that a low level notices.
    pub(super) seed: u32,
}

/// A player's move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusReply {
    /// The line it answers, as one text.
    pub(super) key: String,
    /// The colour that moves.
    pub(super) colour: Colour,
    /// The piece.
    pub(super) piece: String,
    /// The squares it covers.
    pub(super) squares: String,
    /// The mover's chance of winning by the player's value; none if it has no value.
    pub(super) chance: Option<f64>,
    /// The search depth in moves.
    pub(super) depth: u32,
}

/// A request for the best moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusHintsQuestion {
    /// The line to the position.
    pub line: Line,
    /// The number of moves in the answer, 1 to 20.
    pub count: usize,
    /// The time, 0.05 to 3600 seconds.
    pub seconds: f64,
    /// The player that searches; by default the strongest.
    #[serde(default)]
    pub player: Option<String>,
}

/// The best moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusHints {
    /// The line they are about, as one text.
    pub key: String,
    /// The search depth of each move, the move included.
    pub depth: u32,
    /// The moves, best first.
    pub hints: Vec<Hint>,
}

/// The longest time for a reply, in seconds.
const LONGEST: f64 = 60.0;
/// The longest time for hints.
const HOUR: f64 = 3600.0;

fn mover(position: &Position) -> Result<Colour, Fault> {
    position.turn().ok_or_else(over)
}

fn over() -> Fault {
    Fault::wrong_at("line", "the game is over").code(FaultCode::GameOver)
}

fn highest() -> u8 {
    HIGHEST
}

/// Returns the move of a level, or of a named player.
pub(super) fn reply(
    asked: &BlokusReplyQuestion,
    games: &Games,
    task: &TaskHandle,
) -> Result<BlokusReply, Fault> {
    let (position, time) = (asked.line.position()?, time(asked.seconds, LONGEST)?);
    let colour = mover(&position)?;
    let mut player = replier(asked, games)?;
    let seed = Seed(u64::from(asked.seed)).stream(u64::from(position.pieces_placed()));
    let tell = |progress: &lookahead::Progress| {
        let part = progress.seconds / time.as_secs_f64();
        task.report(
            Some(part.min(1.0)),
            format!("{} ▸ {}", progress.depth, progress.nodes),
        );
    };
    let control = Control::new(seed)
        .limit(Limit::time(time))
        .cancel(task.cancel())
        .progress(&tell);
    let analysis = players::analyse(&mut *player, &position, &control);
    let name = asked.player.as_deref().unwrap_or(STRONGEST);
    let analysis = analysis.map_err(|why| task.no_answer(name, why))?;
    task.check()?;
    let best = analysis
        .best()
        .ok_or_else(|| Fault::failed("the player found no move"))?;
    Ok(BlokusReply {
        key: asked.line.to_string(),
        colour,
        piece: best.action.piece().name().to_owned(),
        squares: best.action.to_string(),
        chance: analysis.is_valued().then(|| chance_for(colour, best.value)),
        depth: analysis.effort.depth,
    })
}

/// Returns the player that replies.
fn replier(
    asked: &BlokusReplyQuestion,
    games: &Games,
) -> Result<Box<dyn Analyst<BlokusDuo>>, Fault> {
    let level = asked.level;
    if !(1..=HIGHEST).contains(&level) {
        return Err(Fault::out_of_range("level", (1, HIGHEST), ""));
    }
    let of_level = || format!("{STRONGEST}:level={level}");
    named(&asked.player.clone().unwrap_or_else(of_level), games)
}

/// Returns a player by its text, if the client may use it.
pub(super) fn named(text: &str, games: &Games) -> Result<Box<dyn Analyst<BlokusDuo>>, Fault> {
    let spec = games.player(&games.blokus, text)?;
    let built = games.blokus.build_analyst(&spec);
    built.map_err(|why| Fault::wrong_at("player", why).explained(FaultCode::InvalidPlayer))
}

/// Returns the best moves with their values. Better answers on the way are reported, and kept if
/// the task is cancelled.
///
/// # Errors
/// If there is no such player, the line is not legal, the game is over, or a number is out of
/// range.
pub fn hints(
    asked: &BlokusHintsQuestion,
    games: &Games,
    task: &TaskHandle,
) -> Result<BlokusHints, Fault> {
    let (position, time) = (asked.line.position()?, time(asked.seconds, HOUR)?);
    mover(&position)?;
    if !(1..=20).contains(&asked.count) {
        return Err(Fault::out_of_range("count", (1, 20), ""));
    }
    let player = asked.player.as_deref().unwrap_or(STRONGEST);
    let mut analyst = named(player, games)?;
    let key = asked.line.to_string();
    let control = Control::new(Seed(1))
        .limit(Limit::time(time))
        .cancel(task.cancel());
    let begun = Instant::now();
    let answer = |hints: &players::Hints| BlokusHints {
        key: key.clone(),
        depth: hints.depth,
        hints: hints.moves.clone(),
    };
    let tell = |hints: &players::Hints| {
        task.partial(&answer(hints));
        let part = begun.elapsed().as_secs_f64() / time.as_secs_f64();
        task.report(Some(part.min(1.0)), hints.depth.to_string());
    };
    let found = players::hints(
        &mut *analyst,
        &JUDGE,
        &position,
        asked.count,
        &control,
        tell,
    )
    .map_err(|why| task.no_answer(player, why))?;
    found.as_ref().map(answer).ok_or_else(over)
}
