//! Look-ahead for games where plain minimax breaks because something is uncertain.
//!
//! The crate knows no game. A game (or, better, a player of that game) describes itself through a
//! small trait, and a search answers with an [`Analysis`]: not one action but the candidates with
//! their values, how sure those are, the line expected to follow, and what the search cost.
//!
//! Which search depends on what is uncertain:
//!
//! | module | the question it answers | what the game tells it |
//! |---|---|---|
//! | [`alphabeta`] | what is best if both sides see everything and nothing is left to chance | [`alphabeta::Evaluate`] |
//! | [`expectimax`] | what is best if I cannot be sure what my move will do | [`expectimax::Stochastic`] |
//! | [`models`] | what is best if the others see less, more or something else than I do | [`models::Worlds`], [`models::Opponent`], [`models::Imagine`] |
//! | [`playout`] | what happens if the game just goes on like this | [`playout::Finish`], [`playout::Appraise`] |
//! | [`mcts`] | where to look next when the tree is too wide, even continuous | [`playout::Finish`], [`mcts::Guide`], [`mcts::Continuous`] |
//! | [`learn`] | what a position is worth, learned from simulated results | [`learn::Lessons`], [`learn::Pupil`] |
//!
//! What they share lives in four small modules:
//!
//! * [`game`]: whose turn, which actions, what follows: the least a search without chance must
//!   know;
//! * [`control`]: limits, cancelling, progress;
//! * [`seed`]: randomness that repeats bit for bit, on one thread or many;
//! * [`analysis`]: what a search says when it is done.
//!
//! And [`random_tree`] is a game of no meaning, to try and measure searches on.
//!
//! Every search takes a [`Control`] with a seed, a limit, a flag to cancel it and somebody to tell
//! of its progress, and what it returns can be serialised. A limit by depth or nodes gives the same
//! answer on every machine and any number of threads. Settings are plain structs with defaults that
//! can be read from partial text.
//!
//! There is no input or output here, no global generator, no printing. The one clock is read in
//! [`control`], for time limits.
//!
//! # A first example
//!
//! One game, described once, in the hands of two searches: one that reads to the end, and one that
//! only plays on at random.
//!
//! ```
//! use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
//! use lookahead::playout::{Finish, Random, flat};
//! use lookahead::{Analysis, Bound, Control, Game, Limit, Seed, Side, Stop};
//!
//! /// Take one, two or three from a heap; who takes the last one wins. `true` while Max is to move.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, bool);
//!     type Action = u32;
//!     fn turn(&self, &(_, max): &(u32, bool)) -> Side {
//!         if max { Side::Max } else { Side::Min }
//!     }
//!     fn actions(&self, &(left, _): &(u32, bool), into: &mut Vec<u32>) {
//!         into.extend(1..=left.min(3));
//!     }
//!     fn play(&self, (left, max): &mut (u32, bool), take: u32) {
//!         *left -= take;
//!         *max = !*max;
//!     }
//! }
//!
//! /// For a search that values positions: 1 where Max has won, -1 where Min has.
//! impl Evaluate for Heap {
//!     fn value(&self, &(left, max): &(u32, bool)) -> i32 {
//!         if left > 0 { 0 } else if max { -1 } else { 1 }
//!     }
//!     fn key(&self, &(left, max): &(u32, bool)) -> u64 {
//!         u64::from(left) << 1 | u64::from(max)
//!     }
//! }
//!
//! /// For a search that counts results: Max's share of the game.
//! impl Finish for Heap {
//!     fn result(&self, &(_, max): &(u32, bool)) -> f64 {
//!         if max { 0.0 } else { 1.0 }
//!     }
//! }
//!
//! let control = Control::new(Seed(1)).limit(Limit::nodes(3000));
//!
//! let read = AlphaBeta::new(Settings::default()).search(&Heap, &(7, true), &control);
//! let best = read.best().unwrap();
//! assert_eq!((best.action, best.value, best.bound), (3, 1.0, Bound::Exact));
//! assert_eq!(best.line[0], 3); // and leaves four, from which every reply loses
//! assert_eq!(read.effort.stopped, Stop::Done); // the whole game has been seen
//!
//! let felt = flat(&Heap, &(7, true), &Random, 10_000, &control);
//! let best = felt.best().unwrap();
//! assert_eq!((best.action, best.visits, best.bound), (3, 1000, Bound::Estimate));
//! assert_eq!(felt.effort.stopped, Stop::Nodes); // a thousand playouts for each of three actions
//!
//! // Whoever spoke, the answer has one shape.
//! let text = serde_json::to_string(&felt)?;
//! assert_eq!(serde_json::from_str::<Analysis<u32>>(&text)?, felt);
//! # Ok::<(), serde_json::Error>(())
//! ```

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
