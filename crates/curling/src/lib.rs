//! Curling on a computer: ice, stones, rules and deliveries.
pub mod delivery;
pub mod frame;
pub mod physics;
pub mod picture;
pub mod rules;
pub mod sheet;
pub mod shot;
pub mod stones;
pub mod vector;

pub use shot::{Shot, Turn};
pub use stones::{Stone, Stones};
pub use vector::Vector;
