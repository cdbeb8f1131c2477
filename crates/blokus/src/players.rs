//! The players: the game plus a search plus an evaluation.
//!
//! Every player is an [`Analyst`]: it says what it thinks of the moves. The same analysts sit at
//! the referee's table, answer over protocols and analyse on pages and at the command line.
//!
//! Values are Black's chance of winning, 0 to 1, a draw counting half; candidates are best first
//! for the side to move, and every legal move is one of them (at a level below 10, every move it
//! notices).

mod deep;
mod hints;
mod level;
mod monte_carlo;
mod one_ply;
mod random;
mod settings;
mod tree;

use crate::colour::Colour;
use crate::gtp::GtpPlayer;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::player::Fault;
use arena::{Analyst, Lineup};
use lookahead::{Analysis, Control};

pub use deep::{Deep, Node, Static};
pub use hints::{Hint, Hints, hints};
pub use level::{Levelled, notices};
pub use monte_carlo::MonteCarlo;
pub use one_ply::{BestOfN, OnePly};
pub use random::Random;
pub use settings::named_weights;
pub use tree::{Advice, Tree};

/// Asks an analyst about a position.
///
/// # Errors
/// A fault if it has no answer.
pub fn think(
    analyst: &mut dyn Analyst<BlokusDuo>,
    position: &Position,
    control: &Control<'_>,
) -> Result<Analysis<Placement>, Fault> {
    let seat = position.turn().map_or(0, Colour::index);
    analyst.analyse(&BlokusDuo::default(), seat, position, control)
}

/// The strongest player: see the results in `docs/results/blokus.md`.
pub const STRONGEST: &str = "alphabeta:preset=strongest";

/// The game with its players by name.
pub fn lineup() -> Lineup<BlokusDuo> {
    let game = Lineup::new(
        "blokus",
        "Blokus Duo: place more squares than the other",
        BlokusDuo::default(),
    );
    let game = game.conditions(|game, table| {
        Ok(BlokusDuo {
            conditions: game.conditions.changed(table)?,
        })
    });
    let game = game.export_format("blksgf", |game, record| {
        crate::record::of_arena(game, record).map(|tree| tree.to_string())
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
