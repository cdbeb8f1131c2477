//! Lineup of curling in the arena: the game, its conditions and its players by name.
//!
//! The keys of a table of conditions: [`Conditions::changed`]. A game begins with team 0 throwing
//! first, so side 1 has the hammer in the first end; in mixed doubles side 1 chooses the first
//! placement.
//!
//! ```
//! use arena::{PlayableGame, Terms};
//! use lookahead::{Cancel, Seed};
//!
//! // Two ends without extra ends, and a second team with a quarter of the noise.
//! let unequal = "ends = 2\nextra_ends = false\nnoise1 = 0.036".parse().unwrap();
//! let game = curling::lineup().with_conditions(&unequal)?;
//! let draw = "draw".parse().unwrap();
//! let record = game.play([&draw, &draw], &Terms::default(), Seed(1), &Cancel::new()).unwrap();
//! assert_eq!(record.moves.len(), 32);
//! # Ok::<(), String>(())
//! ```

use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::encoding;
use crate::players;
use crate::players::analyst::ShotAnalyst;
use crate::players::cache::Cache;
use arena::Lineup;
use std::sync::Arc;

/// The game's name, as typed.
pub const NAME: &str = "curling";

/// The strongest player, by the results in `docs/results/curling.md`.
pub const STRONGEST: &str = "jiritsu:preset=strongest";

/// Returns the lineup under the default conditions.
pub fn lineup() -> Lineup<Curling, dyn ShotAnalyst> {
    lineup_with(&Cache::default())
}

/// Returns the lineup under the default conditions, with a cache for the tables of its players.
pub fn lineup_with(cache: &Cache) -> Lineup<Curling, dyn ShotAnalyst> {
    of(usual().with_cache(cache.clone()))
}

/// Returns the lineup of a game with these conditions.
pub fn of(curling: Curling) -> Lineup<Curling, dyn ShotAnalyst> {
    let lineup: Lineup<Curling, dyn ShotAnalyst> = Lineup::new(
        NAME,
        "curling on the ice of the Digital Curling platforms, with noisy throws",
        curling,
    )
    .conditions(|game, table| {
        Ok(under(game.conditions(), table)?.with_cache(game.cache().clone()))
    });
    let lineup = lineup
        .encoding(encoding::CONTINUOUS, |game| {
            Ok(Arc::new(encoding::Continuous::new(game)?))
        })
        .encoding(encoding::LATTICE, |game| {
            Ok(Arc::new(encoding::OnLattice::new(game)?))
        });
    let players = players::all().into_iter();
    let lineup = players.fold(lineup, |lineup, (description, build)| {
        lineup.analyst(description, move |curling, settings| {
            players::build(build, curling, settings)
        })
    });
    lineup.strongest(STRONGEST)
}

/// Curling under the default conditions.
fn usual() -> Curling {
    Curling::new(Conditions::default()).expect("valid default conditions")
}

/// Returns curling under these conditions, changed by a table.
pub(crate) fn under(conditions: &Conditions, table: &toml::Table) -> Result<Curling, String> {
    let changed = conditions.changed(table)?;
    Curling::new(changed).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests;
