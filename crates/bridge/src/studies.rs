//! Experiment kinds of bridge.
//!
//! [`ExamplesStudy`] are the worked decisions of Otawa and Uehara, "abc algorithm" (2006).
//! [`ProblemsStudy`] gives the shipped [problems](crate::problem) to players and reports as table 2
//! of the paper. [`VerificationStudy`] measures whether the right cards of those problems are
//! right.

mod examples;
mod problems;
mod verification;

pub use examples::ExamplesStudy;
pub use problems::ProblemsStudy;
pub use verification::VerificationStudy;

use crate::problem::Problem;
use crate::{Ascii, Hand, hand};
use serde_json::{Value, json};

/// Formats cards as a list, from the top.
fn card_list(cards: Hand) -> String {
    let cards = hand::from_the_top(cards).map(|card| Ascii(card).to_string());
    cards.collect::<Vec<_>>().join(" ")
}

/// Returns everything about a problem that a result depends on.
fn identity(problem: &Problem) -> Value {
    let cards = problem.view.cards.iter();
    let cards: Vec<_> = cards.map(|(_, card)| Ascii(*card).to_string()).collect();
    json!([
        problem.name,
        Ascii(problem.board.hands).to_string(),
        problem.view.auction.to_string(),
        cards,
        card_list(problem.best),
        card_list(problem.tempting)
    ])
}
