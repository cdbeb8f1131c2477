//! Legality of a placement, with the reason why it is refused.

use crate::fault::{Fault, FaultCode};
use blokus::{IllegalMove, Line, Placement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request for the legality of a placement.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusExplainQuestion {
    /// The line to the position.
    pub(super) line: Line,
    /// The squares the piece would cover, such as `e10,f10`.
    pub(super) squares: String,
}

/// The legality of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct BlokusVerdict {
    /// The reason if the placement is illegal.
    pub(super) why: Option<IllegalMove>,
    /// The broken rule.
    pub(super) words: String,
}

/// Returns whether a placement of the side to move is legal.
pub(super) fn explain(asked: &BlokusExplainQuestion) -> Result<BlokusVerdict, Fault> {
    let position = asked.line.position()?;
    let placement: Placement = asked
        .squares
        .parse()
        .map_err(|why: blokus::PlacementError| Fault::because(why).at("squares"))?;
    let over = || Fault::wrong_at("line", "the game is over").code(FaultCode::GameOver);
    let turn = position.turn().ok_or_else(over)?;
    let why = position.check(turn, placement).err();
    let words = why.map(|why| why.to_string()).unwrap_or_default();
    Ok(BlokusVerdict { why, words })
}
