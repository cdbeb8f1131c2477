//! What the page of Blokus Duo asks for.
//!
//! The page keeps the game with its variations; every question carries the line of moves that leads to the position it is about.
//! `line` is that line, `view` what a board shows of the position behind it, `verdict` why a piece may not lie somewhere,
//! `advice` the moves of players, `marks` what the evaluation sees, `record` the files, and `set` what never changes.

mod advice;
mod line;
mod marks;
mod record;
mod set;
#[cfg(test)]
mod tests;
mod verdict;
mod view;

use crate::operation::Operation;

/// The operations of the page.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "blokus/set",
            "The pieces, the start squares, the levels and the weights there are.",
            |_: set::BlokusNothing, _| Ok(set::set()),
        ),
        Operation::quick(
            "blokus/position",
            "What lies on the board after some moves, who has what left, every legal move, and the outlook.",
            |asked: view::BlokusPositionQuestion, _| view::view(&asked),
        ),
        Operation::quick(
            "blokus/graph",
            "The outlook and the margin after every move of a line.",
            |asked: view::BlokusPositionQuestion, _| view::graph(&asked),
        ),
        Operation::quick(
            "blokus/explain",
            "Whether the side to move may place a piece somewhere, and why not.",
            |asked: verdict::BlokusExplainQuestion, _| verdict::explain(&asked),
        ),
        Operation::quick(
            "blokus/features",
            "What the evaluation sees on every square, and what it is worth to each side.",
            |asked: marks::BlokusFeaturesQuestion, _| marks::features(&asked),
        ),
        Operation::task(
            "blokus/hints",
            "The best moves with their values, by the strongest player.",
            |asked: advice::BlokusHintsQuestion, watch| advice::hints(&asked, watch),
        ),
        Operation::task(
            "blokus/reply",
            "The move of a player of a level.",
            |asked: advice::BlokusReplyQuestion, watch| advice::reply(&asked, watch),
        ),
        Operation::quick(
            "blokus/read",
            "A game with its variations out of the text of a .blksgf file.",
            |asked: record::BlokusText, _| record::read(&asked),
        ),
        Operation::quick(
            "blokus/write",
            "The text of a .blksgf file of a game with its variations.",
            |asked: record::BlokusGame, _| record::write(&asked),
        ),
    ]
}
