//! Players: who can be asked what to throw.

pub mod draw;
