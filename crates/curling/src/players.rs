//! Players: who can be asked what to throw.
//!
//! The rivals of the strongest player, from the weakest to those that search: [`random`], [`sample`], [`greedy`], [`ayumu`], [`gccs`] and
//! [`krucb`]. They share the shot types of [`shots`], the seat at the referee's table ([`seat`]), and, those that search, an end with its
//! playouts ([`end`], [`habit`]).

pub mod ayumu;
pub mod end;
pub mod gccs;
pub mod greedy;
pub mod habit;
pub mod krucb;
pub mod random;
pub mod sample;
pub mod seat;
pub mod shots;

#[cfg(test)]
mod tests;
