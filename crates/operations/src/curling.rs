//! Operations of curling: positions checked, players asked, shots thrown, matches replayed.
//!
//! A page sends conditions and position whole, in the forms of `wire`; none of them is kept. Ice
//! and players, which take long to make and depend on the conditions alone, are cached (`engines`).

pub mod aiming;
mod analysis;
pub mod batch;
mod conditions;
pub mod engines;
pub mod json_lines;
mod matches;
mod play;
mod records;
pub mod shot_picture;
pub mod simulator;
pub mod training;
pub(crate) mod wire;

pub use analysis::advise::{CurlingAsked, advise};
pub use analysis::measure::{CurlingMeasured, CurlingToMeasure, measure};
pub use engines::{CurlingPlayer, Engines};
pub use records::{
    CurlingCounted, CurlingDc3Log, CurlingGames, CurlingImported, CurlingImportedMatch,
    CurlingLogFile, CurlingLogRemark, CurlingPointsLoss, CurlingPredicted, CurlingReplay,
    CurlingVerified,
};

use crate::{Games, Host, Operation};
use std::sync::Arc;

/// The operations of curling.
pub fn operations(host: &Host, games: &Arc<Games>) -> Vec<Operation> {
    let engines = Engines::new(games);
    let mut all = Vec::new();
    all.extend(analysis::operations(&engines));
    all.extend(conditions::operations());
    all.extend(simulator::operations());
    all.extend(training::operations(games));
    all.extend(records::operations(games));
    all.extend(play::operations(&engines));
    all.extend(matches::operations(&host.records, games));
    all
}
