//! A position as a board shows it.

use crate::fault::Fault;
use blokus::{Colour, Line, Piece, Placement, Position, SQUARES, Scoring, Square, StaticEvaluator};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A request about the position after a line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusPositionQuestion {
    /// The line.
    pub(super) line: Line,
}

/// The board of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusView {
    /// The side to move; none when the game is over.
    pub(super) turn: Option<Colour>,
    /// The pieces on the board, in the order in which they came.
    pub(super) pieces: Vec<BlokusPlaced>,
    /// The first player.
    pub(super) black: BlokusSide,
    /// The second player.
    pub(super) white: BlokusSide,
    /// Every legal move of the side to move, by piece.
    pub(super) legal: Vec<BlokusFits>,
    /// The first player's chance of winning as the evaluation sees it, 0 to 1; the result when the
    /// game is over.
    pub(super) chance: f64,
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusPlaced {
    /// The colour.
    pub(super) colour: Colour,
    /// The name of the piece.
    pub(super) piece: String,
    /// The squares, numbered row by row from the top left, from 0.
    pub(super) squares: Vec<usize>,
}

/// A side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusSide {
    /// The pieces it has left.
    pub(super) hand: Vec<String>,
    /// The squares it has covered.
    pub(super) placed: u32,
    /// The squares of the pieces it has left.
    pub(super) left: u32,
    /// The points: the squares covered, 15 more if everything was placed, and 5 more if the single
    /// square came last.
    pub(super) points: u32,
    /// Whether the side has no legal placement.
    pub(super) stuck: bool,
    /// For each square, how many placements that cover it the side has if it were to move.
    pub(super) reach: Vec<u32>,
}

/// The legal placements of a piece.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusFits {
    /// The piece.
    pub(super) piece: String,
    /// The squares of each placement in rising order.
    pub(super) placements: Vec<Vec<usize>>,
}

/// The chances of winning and points along a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusGraph {
    /// The first player's chance of winning at the start and after every move.
    pub(super) chances: Vec<f64>,
    /// The first player's points minus the second's.
    pub(super) margins: Vec<i32>,
}

/// Returns the value of positions by the static evaluation.
pub(super) static JUDGE: LazyLock<StaticEvaluator> = LazyLock::new(StaticEvaluator::default);

/// The numbers of the squares of a placement, in rising order.
pub(super) fn numbers(placement: Placement) -> Vec<usize> {
    let mut numbers: Vec<_> = placement.squares().iter().map(Square::number).collect();
    numbers.sort_unstable();
    numbers
}

fn placed((colour, placement): (Colour, Placement)) -> BlokusPlaced {
    BlokusPlaced {
        colour,
        piece: placement.piece().name().to_owned(),
        squares: numbers(placement),
    }
}

fn side(position: &Position, colour: Colour) -> BlokusSide {
    let moves = position.moves_of(colour);
    let mut reach = vec![0; SQUARES];
    for square in moves.iter().flat_map(|m| m.squares().iter()) {
        reach[square.number()] += 1;
    }
    let hand = position.hand(colour);
    BlokusSide {
        hand: hand.pieces().map(|p| p.name().to_owned()).collect(),
        placed: position.squares_placed()[colour.index()],
        left: hand.squares(),
        points: position.points(Scoring::Advanced)[colour.index()],
        stuck: moves.is_empty(),
        reach,
    }
}

fn fits(position: &Position, piece: Piece) -> Option<BlokusFits> {
    let moves = position.moves().filter(|m| m.piece() == piece);
    let mut placements: Vec<_> = moves.map(numbers).collect();
    placements.sort_unstable();
    (!placements.is_empty()).then(|| BlokusFits {
        piece: piece.name().to_owned(),
        placements,
    })
}

/// Returns the board of the position after a line.
pub(super) fn view(asked: &BlokusPositionQuestion) -> Result<BlokusView, Fault> {
    let mut pieces = Vec::new();
    let position = asked.line.follow(|position, step| match step {
        Some(step) => pieces.push(placed(step)),
        None => pieces.extend(Colour::BOTH.into_iter().flat_map(|colour| {
            let lying = position.placements(colour).into_iter();
            lying.map(move |placement| placed((colour, placement)))
        })),
    })?;
    Ok(BlokusView {
        turn: position.turn(),
        pieces,
        black: side(&position, Colour::Black),
        white: side(&position, Colour::White),
        legal: Piece::all()
            .filter_map(|piece| fits(&position, piece))
            .collect(),
        chance: JUDGE.chance(&position),
    })
}

/// The chances of winning and points along a line.
pub(super) fn graph(asked: &BlokusPositionQuestion) -> Result<BlokusGraph, Fault> {
    let mut graph = BlokusGraph {
        chances: Vec::new(),
        margins: Vec::new(),
    };
    asked.line.follow(|position, played| {
        let step = JUDGE.step(position, played);
        graph.chances.push(step.chance);
        graph.margins.push(step.margin);
    })?;
    Ok(graph)
}
