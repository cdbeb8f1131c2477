//! What the page of curling asks for.

pub mod matches;
pub mod play;
pub mod records;

use crate::Settings;
use crate::operation::Operation;

/// The operations of the page.
pub fn operations(settings: &Settings) -> Vec<Operation> {
    let mut all = records::operations();
    all.extend(play::operations());
    all.extend(matches::operations(&settings.records));
    all
}
