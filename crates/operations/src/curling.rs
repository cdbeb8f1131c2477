//! What the page of curling asks for: positions judged, players asked, shots thrown.
//!
//! A page sends conditions and position whole, in the forms of `wire`; nothing of them is kept.
//! What takes long to make and depends on the conditions alone is kept for whoever comes next
//! (`minds`).

pub mod aiming;
mod analysis;
mod conditions;
pub mod json_lines;
mod matches;
pub(crate) mod minds;
mod play;
mod records;
pub mod simulator;
pub mod training;
pub(crate) mod wire;

pub use analysis::advise::{CurlingAsked, advise};
pub use minds::{CurlingPlayer, Engines};
pub use records::{
    CurlingCounted, CurlingDcl, CurlingGames, CurlingLogRemark, CurlingReplay, CurlingVerified,
};

use crate::{Games, Host, Operation};
use std::sync::Arc;

/// The operations of the page.
pub fn operations(host: &Host, games: &Arc<Games>) -> Vec<Operation> {
    let engines = Engines::new(games);
    let mut all = Vec::new();
    all.extend(analysis::operations(&engines));
    all.extend(conditions::operations());
    all.extend(simulator::operations());
    all.extend(training::operations(games));
    all.extend(records::operations());
    all.extend(play::operations(&engines));
    all.extend(matches::operations(&host.records, games));
    all
}
