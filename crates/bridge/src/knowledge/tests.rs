//! The modules of `knowledge` together: the table of calls, the examples of the paper, rule files,
//! and what holds of everything.

mod examples;
mod files;
mod properties;
mod table;

use super::{Bidding, Knowledge};
use crate::Seat;

/// What is known, in English.
fn explained(knowledge: &Knowledge) -> Vec<String> {
    let lines = knowledge.explain().into_iter();
    lines.map(|words| words.en).collect()
}

/// What the calls of a seat say, in English.
fn said(bidding: &Bidding, seat: Seat) -> Vec<String> {
    let said = bidding.statements(seat);
    said.iter().map(ToString::to_string).collect()
}
