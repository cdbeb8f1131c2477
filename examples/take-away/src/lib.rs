//! An example game, whole but small: how a game becomes part of Sakiyomi.
//!
//! * [`rules`]: conditions, positions, chance, and the game as the referee sees it. No search.
//! * [`players`]: the same game as searches see it, and players made of that.
//! * [`lineup`]: both under names. A binary registers it with one line; see `main.rs`.
//!
//! ```
//! use arena::{Contest, Ending, PlayerSpec, Terms};
//! use lookahead::{Cancel, Seed};
//!
//! let players: [PlayerSpec; 2] = ["perfect".parse()?, "expectimax:depth=2".parse()?];
//! let sides = [&players[0], &players[1]];
//! let record = take_away::lineup().play(sides, &Terms::default(), Seed(1), &Cancel::new())?;
//! assert_eq!(record.ending, Ending::Finished);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The game is a toy, but a fair picture of the real ones: actions do not always do what was intended.

pub mod players;
pub mod rules;

use arena::Lineup;
use arena::spec::{Settings, SpecError};
use lookahead::Limit;
use players::{Expecting, Minimax, Perfect};
use rules::Heap;

/// The game with its players by name.
pub fn lineup() -> Lineup<Heap> {
    Lineup::new(
        "take-away",
        "take the last of a heap, with slippery fingers",
        Heap::default(),
    )
    .conditions(|heap, table| {
        Ok(Heap {
            conditions: heap.conditions.changed(table)?,
        })
    })
    .player(
        "alphabeta",
        "never expects a slip; depth=N (default 4)",
        |_, settings| Ok(Minimax::new(depth(settings)?)),
    )
    .player(
        "expectimax",
        "reckons with slips; depth=N (default 4)",
        |heap, settings| Ok(Expecting::new(*heap, depth(settings)?)),
    )
    .player("perfect", "knows the exact solution", |heap, _| {
        Ok(Perfect::new(heap))
    })
}

fn depth(settings: &mut Settings) -> Result<Limit, SpecError> {
    Ok(Limit::depth(settings.take("depth")?.unwrap_or(4)))
}
