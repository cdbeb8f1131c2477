//! Constants of the page: pieces, board, levels, weights.

use arena::analyst::Level;
use blokus::features::NAMES;
use blokus::players::moves_noticed;
use blokus::weights::SHIPPED;
use blokus::{Colour, Piece, Placement};
use schemars::JsonSchema;
use serde::Serialize;

/// The constants of the page.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusSet {
    /// The 21 pieces, small ones first.
    pub(super) pieces: Vec<BlokusPiece>,
    /// The start squares, the first player's first, numbered row by row from the top left, from 0.
    pub(super) starts: Vec<usize>,
    /// The levels of the players, the weakest first.
    pub(super) levels: Vec<BlokusLevel>,
    /// The kinds of marks the evaluation knows.
    pub(super) kinds: Vec<String>,
    /// The names of the weights that come with the program.
    pub(super) weights: Vec<String>,
}

/// A piece.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusPiece {
    /// The name, such as `V3`.
    pub(super) name: String,
    /// The squares in one orientation, relative to the top left corner of the bounding box.
    pub(super) squares: Vec<BlokusOffset>,
}

/// A square of a piece.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusOffset {
    /// The offset to the right.
    pub(super) x: u8,
    /// The offset down.
    pub(super) y: u8,
}

/// A level.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusLevel {
    /// The number of the level, from 1 (beginner) to 10.
    pub(super) level: u8,
    /// The number of legal moves that the level considers each turn; all if absent.
    pub(super) notices: Option<usize>,
}

/// The highest level.
pub(super) const HIGHEST: u8 = 10;

/// The constants of the page.
pub(super) fn set() -> BlokusSet {
    let level = |level: Level| BlokusLevel {
        level: level.number(),
        notices: moves_noticed(level),
    };
    BlokusSet {
        pieces: Piece::all().filter_map(piece).collect(),
        starts: Colour::BOTH.map(|c| c.start().number()).to_vec(),
        levels: Level::all().map(level).collect(),
        kinds: NAMES.map(str::to_owned).to_vec(),
        weights: SHIPPED.map(str::to_owned).to_vec(),
    }
}

/// A piece as it lies in the first of its placements, which is in the top left corner.
fn piece(piece: Piece) -> Option<BlokusPiece> {
    let first = Placement::all().find(|placement| placement.piece() == piece)?;
    let offset = |square: blokus::Square| BlokusOffset {
        x: square.x(),
        y: square.y(),
    };
    Some(BlokusPiece {
        name: piece.name().to_owned(),
        squares: first.squares().iter().map(offset).collect(),
    })
}
