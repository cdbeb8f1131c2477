//! Players: who can be asked what to throw.

pub mod cache;
pub mod draw;
pub mod echo;
pub mod evaluation;
pub mod jiritsu;
pub mod kernel;
pub mod lattice;
pub mod protection;
pub mod reach;
pub mod seat;
pub mod stakes;
pub mod win_table;
