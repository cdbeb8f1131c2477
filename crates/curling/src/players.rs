//! Players: who can be asked what to throw.

pub mod cache;
pub mod evaluation;
pub mod kernel;
pub mod lattice;
pub mod protection;
pub mod stakes;
pub mod win_table;
