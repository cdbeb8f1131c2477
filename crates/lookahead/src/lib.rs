//! Look-ahead for games where plain minimax breaks because something is uncertain.
//!
//! The crate knows no game. A game (or, better, a player of that game) describes itself through a
//! small trait, and a search answers with an [`Analysis`]: not one action but the candidates with
//! their values, how sure those are, the line expected to follow, and what the search cost.
//!
//! What every search shares lives in four small modules:
//!
//! * [`game`]: whose turn, which actions, what follows: the least any search must know;
//! * [`control`]: limits, cancelling, progress;
//! * [`seed`]: randomness that repeats bit for bit, on one thread or many;
//! * [`analysis`]: what a search says when it is done.
//!
//! There is no input or output here, no global generator, no printing. The one clock is read in
//! [`control`], for time limits.

pub mod alphabeta;
pub mod analysis;
pub mod control;
pub mod expectimax;
pub mod game;
pub mod learn;
pub mod mcts;
pub mod models;
pub mod playout;
pub mod random_tree;
pub mod seed;

pub use analysis::{Analysis, Bound, Candidate, Effort};
pub use control::{Cancel, Control, Limit, Meter, Progress, Stop};
pub use game::{Game, Side};
pub use seed::Seed;

#[cfg(test)]
extern crate self as lookahead;
#[cfg(test)]
mod toys;
