//! Players, each of which plays and can be asked what to throw.
//!
//! [`jiritsu`] searches by expectimax over one lattice of shots: [`lattice`], [`kernel`] (what may
//! come of a shot), [`reach`] and [`echo`] (what shots do, without simulating them all),
//! [`evaluation`] with [`protection`], and [`stakes`] with [`win_table`] (what an end is played
//! for; the table comes from [`self_play`]), or, instead of the paper's evaluation, [`experience`]
//! of how ends turn out; what is worked out for a match is kept in a [`cache`].
//!
//! Its rivals, from the weakest to those that search: [`draw`], [`random`], [`sample`], [`greedy`],
//! [`ayumu`], [`gccs`] and [`krucb`]. They share the shot types of [`shots`] and, those that
//! search, an end with its playouts ([`end`], [`habit`]). Every player is a [`ShotAnalyst`]: it
//! plays and can be asked. What its answers mean to a person: [`advice`].

pub mod advice;
pub mod analyst;
pub mod ayumu;
pub mod cache;
pub mod draw;
pub mod echo;
pub mod end;
pub mod evaluation;
pub mod experience;
pub mod gccs;
pub mod greedy;
pub mod habit;
pub mod jiritsu;
pub mod kernel;
pub mod krucb;
pub mod lattice;
pub mod level;
pub mod limits;
pub mod placement;
pub mod protection;
pub mod random;
pub mod reach;
pub mod sample;
pub mod self_play;
pub mod shots;
pub mod stakes;
pub mod win_probability;
pub mod win_table;

use crate::arena_game::Curling;
use analyst::ShotAnalyst;
use arena::Roster;
use arena::description::Description;
use arena::spec::{Settings, SpecError};
use std::sync::LazyLock;

/// Makes a player of a match of its settings.
pub(crate) type Build = fn(&Curling, &mut Settings) -> Result<Box<dyn ShotAnalyst>, SpecError>;

/// A player of the list: its description and its builder.
macro_rules! listed {
    ($player:ty) => {
        (<$player>::description(), |curling, settings| {
            Ok(Box::new(<$player>::from_settings(curling, settings)?))
        })
    };
}

/// Every player with its builder, from the weakest to the strongest: the one list of them.
pub(crate) fn all() -> Vec<(Description, Build)> {
    vec![
        listed!(draw::Draw),
        listed!(random::Random),
        listed!(sample::Sample),
        listed!(greedy::Greedy),
        listed!(ayumu::Ayumu),
        listed!(gccs::Gccs),
        listed!(krucb::KrUcb),
        listed!(jiritsu::Jiritsu),
    ]
}

/// The descriptions of all players, from the weakest to the strongest.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> =
        LazyLock::new(|| Roster::new(all().into_iter().map(|(description, _)| description)));
    &ROSTER
}

#[cfg(test)]
mod tests;
