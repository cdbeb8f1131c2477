//! Who can sit down: players of the arena, by name and settings.
//!
//! A [`Mind`] calls by the natural [`Bidder`] and plays cards by a method, one of
//! [`players`](crate::players); [`Partners`] are the two minds of a side, which play and can be
//! asked. What a name may be followed by is [described](roster). A player inside a setting has its
//! own settings separated by `;`: `minimax:deals=60,defends=minimax:deals=10;signals=off`.
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

mod methods;
mod seated;
#[cfg(test)]
mod tests;
mod thought;

pub use seated::{BoardAnalyst, Mind, Partners};
pub use thought::{advice_json, called_json};

use crate::double_dummy::Solvers;
use crate::knowledge::Conventions;
use crate::rules::Bridge;
use arena::spec::{PlayerSpec, Settings, SpecError};
use arena::{Lineup, Roster};
use methods::{METHODS, Method};
use std::sync::LazyLock;

#[cfg(doc)]
use crate::bidder::Bidder;

/// The game with its players by name, and a pool of solvers of their own.
pub fn lineup() -> Lineup<Bridge, dyn BoardAnalyst> {
    lineup_with(&Solvers::default())
}

/// The game with its players by name, who use these solvers, perhaps with others.
pub fn lineup_with(solvers: &Solvers) -> Lineup<Bridge, dyn BoardAnalyst> {
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

/// The descriptions of all players.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> =
        LazyLock::new(|| Roster::new(METHODS.iter().map(Method::description)));
    &ROSTER
}

/// The mind of a name with its settings, without a partner of another kind.
///
/// # Errors
/// If there is none of that name, or a setting makes no sense.
pub fn mind(spec: &PlayerSpec) -> Result<Mind, SpecError> {
    mind_with(spec, &Solvers::default())
}

/// The mind of a name that uses some solvers together with others.
///
/// # Errors
/// As [`mind`].
pub fn mind_with(spec: &PlayerSpec, solvers: &Solvers) -> Result<Mind, SpecError> {
    let mut settings = roster().settings(spec)?;
    let mind = methods::named(spec.name()).mind(&mut settings, None, solvers)?;
    if settings.inner("partner").is_some() {
        let (key, why) = ("partner".to_owned(), "one player is asked here".to_owned());
        let value = "…".to_owned();
        return Err(SpecError::BadValue { key, value, why });
    }
    settings.finish();
    Ok(mind)
}

/// A mind and its partner's, which is the same unless another is asked for.
fn partners(
    method: &Method,
    settings: &mut Settings,
    solvers: &Solvers,
) -> Result<Partners, SpecError> {
    let first = method.mind(settings, None, solvers)?;
    let conventions = first.conventions().clone();
    let partner = methods::nested(settings, "partner", |method, settings| {
        method.mind(settings, Some(&conventions), solvers)
    })?;
    let second = partner.unwrap_or_else(|| first.clone());
    Ok(Partners::new([first, second]))
}

/// What somebody plays by if nothing is said.
fn usual_conventions() -> Conventions {
    static STANDARD: LazyLock<Conventions> = LazyLock::new(Conventions::standard);
    STANDARD.clone()
}
