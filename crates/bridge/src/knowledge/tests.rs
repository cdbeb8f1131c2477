//! Tests of the modules of `knowledge` together: the table of calls, the examples of the paper,
//! rule files, properties.

mod examples;
mod files;
mod properties;
mod table;

use super::{Bidding, Knowledge};
use crate::Seat;

/// Returns the inferences in English.
fn explained(knowledge: &Knowledge) -> Vec<String> {
    let lines = knowledge.explain().into_iter();
    lines.map(|words| words.en).collect()
}

/// Returns the statements of a seat's calls in English.
fn statements(bidding: &Bidding, seat: Seat) -> Vec<String> {
    let statements = bidding.statements(seat);
    statements.iter().map(ToString::to_string).collect()
}
