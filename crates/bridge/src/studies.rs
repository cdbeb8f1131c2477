//! Kinds of experiments that only this game has.
//!
//! [`Examples`] are the decisions the paper works out, and [`Problems`] gives the shipped [problems](crate::problem) to players and reports as table 2 of Otawa and Uehara, "abc algorithm" (2006).

mod examples;
mod problems;

pub use examples::Examples;
pub use problems::Problems;
