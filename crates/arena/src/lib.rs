//! Who plays whom, and what it means.

pub mod process;
pub mod statistics;
