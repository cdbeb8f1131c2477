//! What the page of bridge asks for.

use crate::operation::Operation;

/// The operations of the page.
pub fn operations() -> Vec<Operation> {
    Vec::new()
}
