//! A position looked at: whether it can be, what may be thrown there, and what comes of it.

mod advise;
mod check;
mod terms;
mod throw;

use super::minds;
use super::wire::{CurlingConditions, CurlingGame};
use crate::Fault;
use crate::operation::Operation;
use curling::contest::Curling;
use curling::rules::{Game, Phase};

/// What may be asked of a position.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "curling/check",
            "Says what a position is: whose turn, what the end would give now, and what is wrong with it",
            check::check,
        ),
        Operation::quick(
            "curling/throw",
            "Throws a shot in a position, exactly or with the thrower's noise, and films it",
            throw::throw,
        ),
        Operation::quick(
            "curling/cloud",
            "Throws a shot many times with the thrower's noise and says where the stones come to rest",
            throw::cloud,
        ),
        Operation::task(
            "curling/advise",
            "Asks a player what to throw: candidates with values, ways and chances, and the value of every target",
            advise::advise,
        ),
        Operation::task(
            "curling/terms",
            "Says what jiritsu's evaluation makes of a stone at every place: its parts J, T, D and their product",
            terms::terms,
        ),
    ]
}

/// A position in which a shot comes next.
fn to_throw(
    conditions: &CurlingConditions,
    game: &CurlingGame,
) -> Result<(Curling, Game, usize), Fault> {
    let curling = minds::curling(conditions)?;
    let game = game.core(curling.rules())?;
    let slot = match game.phase {
        Phase::Over(_) => return Err(Fault::wrong_at("game.phase", "the match is over")),
        Phase::Placing => {
            let words = "the stones of this end have to be placed first";
            return Err(Fault::wrong_at("game.phase", words));
        }
        Phase::Throwing => game.slot(),
    };
    let slot = slot.ok_or_else(|| Fault::wrong_at("game.shot", "no shot comes next"))?;
    Ok((curling, game, slot))
}
