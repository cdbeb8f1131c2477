//! Players of curling: searches, their tables and models, and the advice made of their analyses.
//!
//! [`jiritsu`] searches by expectimax over one lattice of shots: [`lattice`], [`kernel`] (outcome
//! probabilities), [`broadphase`] and [`outcome_reuse`] (fewer simulations), [`evaluation`] with
//! [`protection`], and [`end_utility`] with [`win_table`] (the goal; the table is trained by
//! [`win_table_training`] with [`self_play`]), or, in place of the paper's evaluation, the learned
//! [`value_model`]. What was learned for other conditions than those of a match is told by
//! [`learned_for`]; what is claimed is held against what happens by [`calibration`]. Computed
//! tables are stored in a [`cache`].
//!
//! Its rivals, from the weakest to those that search: [`draw`], [`random`], [`sample`], [`greedy`],
//! [`ayumu`], [`gccs`] and [`krucb`]. They share the named shots of [`shots`] and, those that
//! search, an [`end`] with its [`rollout_policy`]. Every player is a [`ShotAnalyst`]: it plays and
//! returns analyses; on ice that changes, one wrapper of all players aims their shots again
//! (`real_ice`). [`advice`] explains an analysis to people.

pub mod advice;
pub mod analyst;
pub mod ayumu;
pub mod broadphase;
pub mod cache;
pub mod calibration;
pub mod draw;
pub mod end;
pub mod end_utility;
pub mod evaluation;
pub mod gccs;
pub mod greedy;
pub mod jiritsu;
pub mod kernel;
pub mod krucb;
pub mod last_stone;
pub mod lattice;
pub mod learned_for;
pub mod level;
pub mod limits;
pub mod outcome_reuse;
pub mod placement;
pub mod points_model;
pub mod protection;
pub mod random;
mod real_ice;
pub mod rollout_policy;
pub mod sample;
pub mod self_play;
pub mod shots;
pub mod value_model;
pub mod win_probability;
pub mod win_table;
pub mod win_table_training;
pub mod yardstick;

use crate::arena_game::Curling;
use analyst::ShotAnalyst;
use arena::Roster;
use arena::description::Description;
use arena::spec::{Settings, SpecError};
use real_ice::{IceAwareness, OnRealIce};
use std::sync::LazyLock;

/// Builds a player for a match from its settings.
pub(crate) type Build = fn(&Curling, &mut Settings) -> Result<Box<dyn ShotAnalyst>, SpecError>;

/// An entry of the list of players: description, with the setting that all have, and builder.
macro_rules! listed {
    ($player:ty) => {
        (
            <$player>::description().setting(IceAwareness::setting()),
            |curling, settings| Ok(Box::new(<$player>::from_settings(curling, settings)?)),
        )
    };
}

/// Builds a player for a match; on ice that changes it adapts its shots, unless its settings say
/// otherwise.
pub(crate) fn build(
    build: Build,
    curling: &Curling,
    settings: &mut Settings,
) -> Result<Box<dyn ShotAnalyst>, SpecError> {
    let awareness = settings.value(IceAwareness::KEY)?;
    if curling.conditions().changes.is_off() {
        return build(curling, settings);
    }
    let inner = build(&curling.without_changes(), settings)?;
    Ok(Box::new(OnRealIce::new(inner, curling, awareness)))
}

/// Returns all players with their builders, from the weakest to the strongest: the only list of
/// them.
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

/// Returns the roster of all players, from the weakest to the strongest.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> =
        LazyLock::new(|| Roster::new(all().into_iter().map(|(description, _)| description)));
    &ROSTER
}

#[cfg(test)]
mod tests;
