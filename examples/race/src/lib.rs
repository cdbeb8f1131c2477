//! A race to 21: the least that a game of Sakiyomi has, explained in the guide.
//!
//! * [`rules`]: the game as the referee sees it. No search.
//! * [`players`]: the game as a search sees it, and a player made of that.
//! * [`lineup`]: both under names, for a binary to register; see `main.rs`.

pub mod players;
pub mod rules;

use arena::{Description, Lineup, Setting};
use players::Searcher;
use rules::Race;

/// The game with its players by name; every lineup has `random` and `program:COMMAND` besides.
pub fn lineup() -> Lineup<Race> {
    let about = (
        "Looks ahead by alpha-beta.",
        "アルファベータ法で先読みします。",
    );
    let depth = ("How many moves it looks ahead.", "何手先まで読むか。");
    let depth = Setting::integer("depth", 1..=20, depth)
        .default(4)
        .unit("moves");
    Lineup::<Race>::new("race", "a race to 21 by steps of 1, 2 and 3", Race)
        .analyst(
            Description::new("alphabeta", about).setting(depth),
            |_, settings| Ok(Box::new(Searcher::new(settings.value("depth")?))),
        )
        .strongest("alphabeta:depth=20")
}

/// The examples of the guide's pages about players, searches and operations. A copy of this crate
/// does without them.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/guide/src/adding/player.md")]
    struct Player;
    #[doc = include_str!("../../../docs/guide/src/adding/search.md")]
    struct Search;
    #[doc = include_str!("../../../docs/guide/src/adding/operation.md")]
    struct Operation;
}
