//! What the page of curling asks for: positions judged, players asked, shots thrown.
//!
//! A page sends conditions and position whole, in the forms of `wire`; nothing of them is kept. What takes long to make and depends
//! on the conditions alone is kept for whoever comes next (`minds`).

pub mod aiming;
mod analysis;
mod conditions;
mod matches;
pub(crate) mod minds;
mod play;
mod records;
pub mod simulator;
pub mod training;
pub(crate) mod wire;

use crate::Host;
use crate::Operation;

/// The operations of the page.
pub fn operations(host: &Host) -> Vec<Operation> {
    let mut all = Vec::new();
    all.extend(analysis::operations());
    all.extend(conditions::operations());
    all.extend(simulator::operations());
    all.extend(training::operations(host.trust));
    all.extend(records::operations());
    all.extend(play::operations());
    all.extend(matches::operations(&host.records));
    all
}
