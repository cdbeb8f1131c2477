//! A recorded game, move by move, with the chance of winning after every move.

use super::record::{LONGEST, fault};
use super::view::JUDGE;
use crate::FileText;
use crate::fault::Fault;
use blokus::record::GameTree;
use blokus::{Colour, Scoring};
use schemars::JsonSchema;
use serde::Serialize;

/// A game, move by move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusReplay {
    /// The name of the first player.
    pub black: String,
    /// The name of the second player.
    pub white: String,
    /// The date.
    pub date: String,
    /// The result in the file, or else that of the moves.
    pub result: String,
    /// The first player's chance of winning before the first move.
    pub chance: f64,
    /// The first player's points minus the second's before the first move.
    pub margin: i32,
    /// The position before the first move, on one line.
    pub start: String,
    /// The moves of the main line.
    pub moves: Vec<BlokusReplayed>,
    /// The position after the last move, on one line.
    pub position: String,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusReplayed {
    /// The number of the move, from 1.
    pub number: usize,
    /// The colour that moved.
    pub colour: Colour,
    /// The piece.
    pub piece: String,
    /// The squares it covers.
    pub squares: String,
    /// The first player's chance of winning after it, by the evaluation.
    pub chance: f64,
    /// The first player's points minus the second's after it.
    pub margin: i32,
    /// The comment in the record.
    pub comment: String,
}

/// Replays a game.
///
/// # Errors
/// If the text is not a game, with line and column.
pub fn replay(asked: &FileText) -> Result<BlokusReplay, Fault> {
    if asked.text.len() > LONGEST {
        return Err(Fault::too_long(
            format!("a game file has at most {LONGEST} bytes"),
            LONGEST,
            "bytes",
        ));
    }
    let tree: GameTree = asked.text.parse().map_err(fault)?;
    let (start, played) = tree.replay().map_err(fault)?;
    let first = JUDGE.step(&start, None);
    let moves = (1..).zip(&played).map(|(number, played)| {
        let step = JUDGE.step(&played.position, None);
        BlokusReplayed {
            number,
            colour: played.colour,
            piece: played.placement.piece().name().to_owned(),
            squares: played.placement.to_string(),
            chance: step.chance,
            margin: step.margin,
            comment: tree.comment(played.node).unwrap_or_default(),
        }
    });
    let last = played.last().map_or(&start, |last| &last.position);
    let ended = last
        .is_over()
        .then(|| blokus::record::result(last.margin(Scoring::Advanced)));
    Ok(BlokusReplay {
        black: tree.player(Colour::Black).unwrap_or_default(),
        white: tree.player(Colour::White).unwrap_or_default(),
        date: tree.date().unwrap_or_default(),
        result: tree.result().or(ended).unwrap_or_default(),
        chance: first.chance,
        margin: first.margin,
        start: start.to_string(),
        moves: moves.collect(),
        position: last.to_string(),
    })
}
