//! Players: who can be asked what to throw.

pub mod cache;
pub mod kernel;
pub mod lattice;
