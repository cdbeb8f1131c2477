//! What the page of bridge asks for.
//!
//! A board is sent whole with every question: deal, calls, cards, and how many of these steps are to be taken as done (`wire::BridgeAt`).
//! Nothing here knows what the page hides from whom, but players are only ever handed a [`View`](bridge::View), so what they answer is
//! what somebody in that seat could have answered.

mod act;
mod ask;
mod beliefs;
mod deal;
mod double_dummy;
mod files;
mod problems;
mod state;
mod wire;

use crate::operation::Operation;

/// The operations of the page.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "bridge/read",
            "Reads the boards of a PBN or LIN text.",
            |asked, watch| files::read(&asked, watch),
        ),
        Operation::quick(
            "bridge/write",
            "Writes boards as PBN or LIN.",
            |asked, watch| files::write(&asked, watch),
        ),
        Operation::quick(
            "bridge/state",
            "Tells where a board stands after some of its steps.",
            |asked, watch| state::state(&asked, watch),
        ),
        Operation::task(
            "bridge/deal",
            "Deals a board at random, perhaps with wishes.",
            |asked, watch| deal::deal(&asked, watch),
        ),
        Operation::quick(
            "bridge/problems",
            "Lists the problems: the worked examples of the paper and a set of ours.",
            problems::problems,
        ),
        Operation::task(
            "bridge/double_dummy",
            "Counts the tricks of every card that may be played, all hands seen.",
            |asked, watch| double_dummy::cards(&asked, watch),
        ),
        Operation::task(
            "bridge/table",
            "Counts the tricks of every declarer in every strain.",
            |asked, watch| double_dummy::table(&asked, watch),
        ),
        Operation::task(
            "bridge/ask",
            "Values every card by plain Monte Carlo and by abc.",
            |asked, watch| ask::ask(&asked, watch),
        ),
        Operation::task(
            "bridge/beliefs",
            "Tells what everybody believes: inferences, imagined deals, chances of cards.",
            |asked, watch| beliefs::beliefs(&asked, watch),
        ),
        Operation::task(
            "bridge/act",
            "Lets a player make the next call or play the next card.",
            |asked, watch| act::act(&asked, watch),
        ),
    ]
}
