//! Who can sit down: players of the arena, by name and settings.
//!
//! A [`Mind`] calls by the natural [`Bidder`] and plays cards by a method, one of [`players`](crate::players); a [`Seated`] mind is a player of the
//! referee's. What a name may be followed by:
//!
//! | setting | meaning |
//! |---|---|
//! | `mistakes=0.1` | with this probability a card by lot instead of the one that was chosen |
//! | `declares=NAME`, `defends=NAME` | another method as declarer, or as a defender |
//! | `partner=NAME` | another player in the second seat of the side: South, or West |
//! | `conventions=NAME` or a file | what calls and cards mean; for partners and methods too, unless they have their own |
//!
//! A player inside a setting has its own settings separated by `;`: `minimax:deals=60,defends=minimax:deals=10;signals=off`.
//!
//! ```
//! use arena::{Contest, Terms};
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

pub use seated::{Mind, Seated};
pub use thought::{advice_json, called_json};

use crate::double_dummy::Solvers;
use crate::knowledge::Conventions;
use crate::rules::Bridge;
use arena::Lineup;
use arena::spec::{PlayerSpec, Settings, SpecError};
use methods::{METHODS, Method};

#[cfg(doc)]
use crate::bidder::Bidder;

/// The game with its players by name.
pub fn lineup() -> Lineup<Bridge> {
    let game = Lineup::new(
        "bridge",
        "contract bridge: one board a game, compared in IMPs with the same board at another table",
        Bridge::default(),
    );
    let game = game.conditions(|game, table| {
        Ok(Bridge {
            conditions: game.conditions.changed(table)?,
        })
    });
    let solvers = Solvers::default();
    METHODS.iter().fold(game, |game, method| {
        let solvers = solvers.clone();
        game.player(method.name, method.about, move |_, settings| {
            seated(method, settings, &solvers)
        })
    })
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
    let mut settings = spec.settings()?;
    let mind = methods::named(spec.name())?.mind(&mut settings, None, solvers)?;
    settings.finish()?;
    Ok(mind)
}

/// A mind and its partner's, which is the same unless another is asked for.
fn seated(
    method: &Method,
    settings: &mut Settings,
    solvers: &Solvers,
) -> Result<Seated, SpecError> {
    let first = method.mind(settings, None, solvers)?;
    let conventions = first.conventions().clone();
    let partner = methods::nested(settings, "partner", |method, settings| {
        method.mind(settings, Some(&conventions), solvers)
    })?;
    let second = partner.unwrap_or_else(|| first.clone());
    Ok(Seated::new([first, second]))
}

/// What somebody plays by if nothing is said.
fn usual_conventions() -> Conventions {
    use std::sync::LazyLock;
    static STANDARD: LazyLock<Conventions> = LazyLock::new(Conventions::standard);
    STANDARD.clone()
}
