//! Players of the arena, by name and settings.
//!
//! A [`SeatPlayer`] calls by the natural [`Bidder`] and plays cards by a method, one of
//! [`players`](crate::players); [`Partners`] are the two players of a side, for matches and for
//! analysis. The settings of each player are [described](roster) by the roster. A player inside a
//! setting has its own settings separated by `;`:
//! `minimax:deals=60,defends=minimax:deals=10;signals=off`.
//!
//! ```
//! use arena::{PlayableGame, Terms};
//! use bridge::lineup::lineup;
//! use lookahead::{Cancel, Seed};
//!
//! let careless = "low:mistakes=0.5".parse().unwrap();
//! let unequal = "low:partner=random".parse().unwrap();
//! let record = lineup().play([&careless, &unequal], &Terms::default(), Seed(1), &Cancel::new())?;
//! assert!(record.moves.len() >= 4 + 52 || record.score.points == [0.0, 0.0]);
//! # Ok::<(), arena::PlayError>(())
//! ```

mod json;
mod methods;
mod partnership;
#[cfg(test)]
mod tests;

pub use json::{advice_json, called_json};
pub use partnership::{BoardAnalyst, Partners, SeatPlayer};

use crate::double_dummy::SolverPool;
use crate::encoding;
use crate::knowledge::Conventions;
use crate::rules::Bridge;
use arena::spec::{PlayerSpec, Settings, SpecError};
use arena::{Lineup, Roster};
use methods::{METHODS, Method};
use std::sync::{Arc, LazyLock};

#[cfg(doc)]
use crate::bidder::Bidder;

/// Returns the game with its players by name, and a solver pool of their own.
pub fn lineup() -> Lineup<Bridge, dyn BoardAnalyst> {
    lineup_with(&SolverPool::default())
}

/// Returns the game with its players by name, which share a solver pool.
pub fn lineup_with(solvers: &SolverPool) -> Lineup<Bridge, dyn BoardAnalyst> {
    let game: Lineup<Bridge, dyn BoardAnalyst> = Lineup::new(
        "bridge",
        "contract bridge: one board a game, compared in IMPs with the same board at another table",
        Bridge::default(),
    );
    let game = game.conditions(|game, table| {
        Ok(Bridge {
            conditions: game.conditions.changed(table)?,
        })
    });
    let game = game.encoding(encoding::NAME, |_| Ok(Arc::new(encoding::Cards)));
    let game = game.export_format("pbn", |game, record| {
        let board = crate::rules::record_of_game(game, record)?;
        Ok(crate::record::pbn::write(&[board]))
    });
    let methods = METHODS.iter();
    let game = methods.fold(game, |game, method| {
        let solvers = solvers.clone();
        game.analyst(method.description(), move |_, settings| {
            Ok(Box::new(partners(method, settings, &solvers)?))
        })
    });
    game.strongest(methods::STRONGEST)
}

/// Returns the descriptions of all players.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> =
        LazyLock::new(|| Roster::new(METHODS.iter().map(Method::description)));
    &ROSTER
}

/// Returns the player of one seat by name and settings, without a partner of another kind.
///
/// # Errors
/// If the name is unknown or a setting is invalid.
pub fn seat_player(spec: &PlayerSpec) -> Result<SeatPlayer, SpecError> {
    seat_player_with(spec, &SolverPool::default())
}

/// Returns the player of one seat by name and settings, with a shared solver pool.
///
/// # Errors
/// As [`seat_player`].
pub fn seat_player_with(spec: &PlayerSpec, solvers: &SolverPool) -> Result<SeatPlayer, SpecError> {
    let mut settings = roster().settings(spec)?;
    let player = methods::named(spec.name()).seat_player(&mut settings, None, solvers)?;
    if settings.inner("partner").is_some() {
        let (key, why) = (
            "partner".to_owned(),
            "not allowed for a single player".to_owned(),
        );
        let value = "…".to_owned();
        return Err(SpecError::BadValue { key, value, why });
    }
    settings.finish();
    Ok(player)
}

/// Returns a player and its partner, which is the same unless the setting `partner` names another.
fn partners(
    method: &Method,
    settings: &mut Settings,
    solvers: &SolverPool,
) -> Result<Partners, SpecError> {
    let first = method.seat_player(settings, None, solvers)?;
    let conventions = first.conventions().clone();
    let partner = methods::nested(settings, "partner", |method, settings| {
        method.seat_player(settings, Some(&conventions), solvers)
    })?;
    let second = partner.unwrap_or_else(|| first.clone());
    Ok(Partners::new([first, second]))
}

/// Returns the default conventions.
fn default_conventions() -> Conventions {
    static STANDARD: LazyLock<Conventions> = LazyLock::new(Conventions::standard);
    STANDARD.clone()
}
