//! Players: who can be asked what to throw.
//!
//! [`jiritsu`] searches by expectimax over one lattice of shots: [`lattice`], [`kernel`] (what may come of a shot), [`reach`] and [`echo`] (what shots do,
//! without simulating them all), [`evaluation`] with [`protection`], and [`stakes`] with [`win_table`] (what an end is played for; the table comes from
//! [`self_play`]), or, instead of the paper's evaluation, [`experience`] of how ends turn out; what is worked out for a match is kept in a
//! [`cache`].
//!
//! Its rivals, from the weakest to those that search: [`draw`], [`random`], [`sample`], [`greedy`], [`ayumu`], [`gccs`] and
//! [`krucb`]. They share the shot types of [`shots`] and, those that search, an end with its playouts ([`end`], [`habit`]). Everybody has a [`seat`]
//! at the referee's table. What their analyses mean to a person: [`advice`].

pub mod advice;
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
pub mod protection;
pub mod random;
pub mod reach;
pub mod sample;
pub mod seat;
pub mod self_play;
pub mod shots;
pub mod stakes;
pub mod win_probability;
pub mod win_table;

use arena::Roster;
use std::sync::LazyLock;

/// The descriptions of all players, from the weakest to the strongest.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(|| {
        Roster::new([
            draw::Draw::description(),
            random::Random::description(),
            sample::Sample::description(),
            greedy::Greedy::description(),
            ayumu::Ayumu::description(),
            gccs::Gccs::description(),
            krucb::KrUcb::description(),
            jiritsu::Jiritsu::description(),
        ])
    });
    &ROSTER
}

#[cfg(test)]
mod tests;
