//! What the page of bridge asks for.
//!
//! A board is sent whole with every question: deal, calls, cards, and how many of these steps are to be taken as done ([`wire::BridgeAt`]).
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
            files::read,
        ),
        Operation::quick("bridge/write", "Writes boards as PBN or LIN.", files::write),
        Operation::quick(
            "bridge/state",
            "Tells where a board stands after some of its steps.",
            state::state,
        ),
        Operation::quick(
            "bridge/deal",
            "Deals a board at random, perhaps with wishes.",
            deal::deal,
        ),
        Operation::quick(
            "bridge/problems",
            "Lists the problems: the worked examples of the paper and a set of ours.",
            problems::problems,
        ),
        Operation::task(
            "bridge/double_dummy",
            "Counts the tricks of every card that may be played, all hands seen.",
            double_dummy::cards,
        ),
        Operation::task(
            "bridge/table",
            "Counts the tricks of every declarer in every strain.",
            double_dummy::table,
        ),
        Operation::task(
            "bridge/ask",
            "Values every card by plain Monte Carlo and by abc.",
            ask::ask,
        ),
        Operation::task(
            "bridge/beliefs",
            "Tells what everybody believes: inferences, imagined deals, chances of cards.",
            beliefs::beliefs,
        ),
        Operation::task(
            "bridge/act",
            "Lets a player make the next call or play the next card.",
            act::act,
        ),
    ]
}
