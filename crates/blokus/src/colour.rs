//! The two players.

use crate::square::Square;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A player, by the colour of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "BlokusColour")]
pub enum Colour {
    /// The first player (purple in the boxed game, X on text boards).
    Black,
    /// The second player (orange, O).
    White,
}

impl Colour {
    /// Both colours, first player first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for Black, 1 for White.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the square that the first piece must cover.
    pub fn start(self) -> Square {
        match self {
            Colour::Black => Square::at(4, 4),
            Colour::White => Square::at(9, 9),
        }
    }

    /// `B` or `W`, as in game records.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}
