//! The players: the game, a search and an evaluation.
//!
//! Every player is an [`Analyst`]: it returns an analysis of the moves. The same analysts play for
//! the referee, answer over protocols, and analyse on pages and at the command line.
//!
//! Values are Black's win probability, 0 to 1, a draw counting half; candidates are best first for
//! the side to move, and every legal move is a candidate (at a level below 10, every move the
//! player notices).

mod alphabeta;
mod hints;
mod level;
mod monte_carlo;
mod one_ply;
mod random;
mod settings;
mod uct;

use crate::colour::Colour;
use crate::encoding;
use crate::gtp::GtpPlayer;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::player::Fault;
use arena::{Analyst, Lineup};
use lookahead::{Analysis, Control};
use std::sync::Arc;

pub use alphabeta::{AlphaBetaGame, AlphaBetaPlayer, Node};
pub use hints::{Hint, Hints, hints};
pub use level::{Levelled, moves_noticed};
pub use monte_carlo::MonteCarlo;
pub use one_ply::{BestOfN, OnePly};
pub use random::Random;
pub use settings::named_weights;
pub use uct::{EvaluationGuide, UctPlayer};

/// Analyses a position for the side to move.
///
/// # Errors
/// The fault of an analyst without an answer.
pub fn analyse(
    analyst: &mut dyn Analyst<BlokusDuo>,
    position: &Position,
    control: &Control<'_>,
) -> Result<Analysis<Placement>, Fault> {
    let seat = position.turn().map_or(0, Colour::index);
    analyst.analyse(&BlokusDuo::default(), seat, position, control)
}

/// The strongest player: see the results in `docs/results/blokus.md`.
pub const STRONGEST: &str = "alphabeta:preset=strongest";

/// Returns the game with its players by name.
pub fn lineup() -> Lineup<BlokusDuo> {
    let game = Lineup::new(
        "blokus",
        "Blokus Duo: cover more squares than the opponent",
        BlokusDuo::default(),
    );
    let game = game.conditions(|game, table| {
        Ok(BlokusDuo {
            conditions: game.conditions.changed(table)?,
        })
    });
    let game = game.encoding(encoding::NAME, |_| Ok(Arc::new(encoding::Planes)));
    let game = game.export_format("blksgf", |game, record| {
        crate::record::from_arena(game, record).map(|tree| tree.to_string())
    });
    let game = game.program(
        "gtp",
        (
            "A program that speaks GTP, such as gtp:pentobi-gtp --game duo --nobook --quiet.",
            "GTP を話すプログラムです。例: gtp:pentobi-gtp --game duo --nobook --quiet",
        ),
        |_, launch| GtpPlayer::new(launch),
    );
    let players = settings::players().into_iter();
    let game = players.fold(game, |game, (description, build)| {
        game.analyst(description, move |_, settings| {
            settings::levelled(build, settings)
        })
    });
    game.strongest(STRONGEST)
}

#[cfg(test)]
mod tests;
