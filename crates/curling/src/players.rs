//! Players: who can be asked what to throw.

pub mod evaluation;
pub mod protection;
pub mod stakes;
pub mod win_table;
