//! Why a piece may not lie where it is held.

use crate::fault::Fault;
use blokus::{IllegalMove, Line, Placement, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question whether a piece may lie somewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusExplainQuestion {
    /// The line to the position.
    pub(super) line: Line,
    /// The squares the piece would cover, such as `e10,f10`.
    pub(super) squares: String,
}

/// Whether a piece may lie there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct BlokusVerdict {
    /// Why not; nothing if it may.
    pub(super) reason: Option<BlokusReason>,
    /// The square where the trouble is, if it is at one, numbered row by row from the top left, from 0.
    pub(super) square: Option<usize>,
    /// The reason as the rules say it.
    pub(super) words: String,
}

/// Why a piece may not lie somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BlokusReason {
    /// The game is over.
    Over,
    /// The piece has been placed before.
    AlreadyPlayed,
    /// A square is taken.
    Occupied,
    /// It would lie along an edge of an own piece.
    TouchesOwnEdge,
    /// It touches no corner of an own piece.
    TouchesNoCorner,
    /// The first piece must cover the start square.
    MissesStart,
}

/// Whether the side to move may place a piece somewhere.
pub(super) fn explain(asked: &BlokusExplainQuestion) -> Result<BlokusVerdict, Fault> {
    let position = asked.line.position()?;
    let placement: Placement = asked
        .squares
        .parse()
        .map_err(|why: blokus::PlacementError| Fault::wrong_at("squares", why))?;
    let Some(turn) = position.turn() else {
        return Ok(BlokusVerdict {
            reason: Some(BlokusReason::Over),
            square: None,
            words: "the game is over".to_owned(),
        });
    };
    Ok(position
        .check(turn, placement)
        .err()
        .map_or_else(BlokusVerdict::fine, BlokusVerdict::of))
}

impl BlokusVerdict {
    fn fine() -> Self {
        BlokusVerdict {
            reason: None,
            square: None,
            words: String::new(),
        }
    }

    fn of(why: IllegalMove) -> Self {
        let (reason, square) = match why {
            IllegalMove::AlreadyPlayed { .. } => (BlokusReason::AlreadyPlayed, None),
            IllegalMove::Occupied { square } => (BlokusReason::Occupied, Some(square)),
            IllegalMove::TouchesOwnEdge { square, .. } => {
                (BlokusReason::TouchesOwnEdge, Some(square))
            }
            IllegalMove::TouchesNoCorner { .. } => (BlokusReason::TouchesNoCorner, None),
            IllegalMove::MissesStart { start, .. } => (BlokusReason::MissesStart, Some(start)),
        };
        BlokusVerdict {
            reason: Some(reason),
            square: square.map(Square::number),
            words: why.to_string(),
        }
    }
}
