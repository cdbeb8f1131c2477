//! Take-away: a complete small game, as a template for new games of Sakiyomi.
//!
//! * [`rules`]: conditions, positions, chance, and the game interface of the arena. No search.
//! * [`players`]: the game interfaces of the searches, and the players.
//! * [`lineup`]: the game with its named players. A binary registers it with one line; see
//!   `main.rs`.
//!
//! ```
//! use arena::{PlayableGame, Ending, PlayerSpec, Terms};
//! use lookahead::{Cancel, Seed};
//!
//! let players: [PlayerSpec; 2] = ["perfect".parse()?, "expectimax:depth=2".parse()?];
//! let sides = [&players[0], &players[1]];
//! let record = take_away::lineup().play(sides, &Terms::default(), Seed(1), &Cancel::new())?;
//! assert_eq!(record.ending, Ending::Finished);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! As in the real games, actions do not always have the intended outcome.

pub mod players;
pub mod rules;

use arena::spec::{Settings, SpecError};
use arena::{Description, Lineup, Setting};
use lookahead::Limit;
use players::{Expecting, Minimax, Perfect};
use rules::Heap;

/// Returns the game with its named players.
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
        Description::new(
            "alphabeta",
            ("Ignores slips.", "取りこぼしを想定しません。"),
        )
        .setting(described_depth()),
        |_, settings| Ok(Minimax::new(depth(settings)?)),
    )
    .player(
        Description::new(
            "expectimax",
            ("Accounts for slips.", "取りこぼしを考慮します。"),
        )
        .setting(described_depth()),
        |heap, settings| Ok(Expecting::new(*heap, depth(settings)?)),
    )
    .player(
        Description::new(
            "perfect",
            ("Plays the exact solution.", "厳密解を知っています。"),
        ),
        |heap, _| Ok(Perfect::new(heap)),
    )
    .strongest("perfect")
}

fn described_depth() -> Setting {
    let meaning = ("Search depth in moves.", "何手先まで読むか。");
    Setting::integer("depth", 1..=64, meaning)
        .default(4)
        .unit("moves")
}

fn depth(settings: &mut Settings) -> Result<Limit, SpecError> {
    Ok(Limit::depth(settings.value("depth")?))
}
