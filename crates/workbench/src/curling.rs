//! What the page of curling asks for.

use crate::Settings;
use crate::operation::Operation;

/// The operations of the page.
pub fn operations(_settings: &Settings) -> Vec<Operation> {
    Vec::new()
}
