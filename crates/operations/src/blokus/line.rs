//! The line of moves that leads to a position.

use crate::fault::Fault;
use blokus::{Colour, Placement, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// More moves than this no game has: each side has 21 pieces.
const LONGEST: usize = 42;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BlokusColour {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl From<Colour> for BlokusColour {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => BlokusColour::Black,
            Colour::White => BlokusColour::White,
        }
    }
}

impl From<BlokusColour> for Colour {
    fn from(colour: BlokusColour) -> Self {
        match colour {
            BlokusColour::Black => Colour::Black,
            BlokusColour::White => Colour::White,
        }
    }
}

/// A move: who covers which squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusMove {
    /// Who moves. It need not be its turn: records may leave moves out.
    pub(super) colour: BlokusColour,
    /// The squares the piece covers, such as `e9,d10,e10,f10,e11`.
    pub(super) squares: String,
}

/// Where a game begins, and the moves that were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusLine {
    /// The position it begins with, on one line; the empty board if there is none.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// The moves since then.
    pub(super) moves: Vec<BlokusMove>,
}

/// The position a game begins with.
pub(super) fn begin(start: Option<&str>) -> Result<Position, Fault> {
    let Some(text) = start else {
        return Ok(Position::start());
    };
    text.parse()
        .map_err(|why: blokus::PositionError| Fault::wrong_at("start", why))
}

/// Makes a move if the colour may make it; the error is in words.
pub(super) fn make(position: &mut Position, step: &BlokusMove) -> Result<Placement, String> {
    let colour = step.colour.into();
    let placement: Placement = step
        .squares
        .parse()
        .map_err(|why: blokus::PlacementError| why.to_string())?;
    let legal = position.check(colour, placement);
    legal.map_err(|why| format!("{colour} cannot play {placement}: {why}"))?;
    position.play_as(colour, placement);
    Ok(placement)
}

impl BlokusLine {
    /// The position behind the line; `tell` is told every position on the way, the first one included, with the move that led there.
    pub(super) fn follow(
        &self,
        mut tell: impl FnMut(&Position, Option<(Colour, Placement)>),
    ) -> Result<Position, Fault> {
        if self.moves.len() > LONGEST {
            return Err(Fault::wrong_at(
                "moves",
                format!("a game has at most {LONGEST} moves"),
            ));
        }
        let mut position = begin(self.start.as_deref())?;
        tell(&position, None);
        for (number, step) in self.moves.iter().enumerate() {
            let placement = make(&mut position, step)
                .map_err(|why| Fault::wrong_at(format!("moves[{number}]"), why))?;
            tell(&position, Some((step.colour.into(), placement)));
        }
        Ok(position)
    }

    /// The position behind the line.
    pub(super) fn position(&self) -> Result<Position, Fault> {
        self.follow(|_, _| {})
    }

    /// The line as one text: who gets an answer later can tell by it which question it belongs to.
    pub(super) fn key(&self) -> String {
        let moves = self.moves.iter().map(|step| {
            let letter = Colour::from(step.colour).letter();
            format!("{letter}{}", step.squares)
        });
        let start = self.start.iter().cloned();
        start.chain(moves).collect::<Vec<_>>().join(" ")
    }
}
