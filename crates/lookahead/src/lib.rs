//! Look-ahead for games where plain minimax breaks because something is uncertain.
//!
//! The crate is independent of games. A game (or, better, a player of that game) implements a small
//! trait, and a search returns an [`Analysis`]: the candidates with their values, the accuracy of
//! those, the expected line, and the cost of the search.
//!
//! The choice of search depends on what is uncertain:
//!
//! | module | search | trait to implement |
//! |---|---|---|
//! | [`alphabeta`] | perfect information without chance: alpha-beta | [`alphabeta::Evaluate`] |
//! | [`expectimax`] | uncertain outcomes of moves: expectimax | [`expectimax::Stochastic`] |
//! | [`models`] | players with other information: opponent-model search, the abc algorithm | [`models::Worlds`], [`models::Opponent`], [`models::HiddenInformation`] |
//! | [`playout`] | playouts: flat Monte Carlo | [`playout::TerminalResult`], [`playout::ActionEvaluation`] |
//! | [`race`] | values that can only be sampled: halving with common random numbers | a function |
//! | [`mcts`] | wide or continuous trees: Monte Carlo tree search | [`playout::TerminalResult`], [`mcts::Guide`], [`mcts::Continuous`] |
//! | [`learn`] | evaluation functions learned from simulated results | [`learn::EpisodeSource`], [`learn::Learner`] |
//!
//! They share four small modules:
//!
//! * [`game`]: sides, actions and successors: the minimal game interface of a search without
//!   chance;
//! * [`control`]: search limits, cancellation and progress;
//! * [`seed`]: randomness that repeats bit for bit, on one thread or many;
//! * [`analysis`]: the result of a search.
//!
//! [`random_tree`] is a synthetic game to test and measure searches on.
//!
//! Every search takes a [`Control`] with a seed, a limit, a cancel flag and a progress callback,
//! and its result can be serialised. A limit by depth or nodes gives the same answer on every
//! machine and any number of threads. Settings are plain structs with defaults that can be read
//! from partial text.
//!
//! There is no input or output, no global generator, no printing. The clock is read in [`control`]
//! only, for time limits.
//!
//! # A first example
//!
//! One game, implemented once, and two searches: alpha-beta, which searches to the end, and flat
//! Monte Carlo, which plays random games. Dependencies: `lookahead` and `serde_json`.
//!
//! ```
//! use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
//! use lookahead::playout::{Random, TerminalResult, flat};
//! use lookahead::{Analysis, Bound, Control, Game, Limit, Seed, Side, Stop};
//!
//! /// Take one, two or three from a heap; taking the last one wins. `true` while Max is to move.
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
//! /// For alpha-beta: 1 where Max has won, -1 where Min has.
//! impl Evaluate for Heap {
//!     fn value(&self, &(left, max): &(u32, bool)) -> i32 {
//!         if left > 0 { 0 } else if max { -1 } else { 1 }
//!     }
//!     fn key(&self, &(left, max): &(u32, bool)) -> u64 {
//!         u64::from(left) << 1 | u64::from(max)
//!     }
//! }
//!
//! /// For playouts: Max's share of the game.
//! impl TerminalResult for Heap {
//!     fn result(&self, &(_, max): &(u32, bool)) -> f64 {
//!         if max { 0.0 } else { 1.0 }
//!     }
//! }
//!
//! let control = Control::new(Seed(1)).limit(Limit::nodes(3000));
//!
//! let exact = AlphaBeta::new(Settings::default()).search(&Heap, &(7, true), &control);
//! let best = exact.best().unwrap();
//! assert_eq!((best.action, best.value, best.bound), (3, 1.0, Bound::Exact));
//! assert_eq!(best.line[0], 3); // and leaves four, from which every reply loses
//! assert_eq!(exact.effort.stopped, Stop::Done); // the whole game has been seen
//!
//! let sampled = flat(&Heap, &(7, true), &Random, 10_000, &control);
//! let best = sampled.best().unwrap();
//! assert_eq!((best.action, best.visits, best.bound), (3, 1000, Bound::Estimate));
//! assert_eq!(sampled.effort.stopped, Stop::Nodes); // a thousand playouts for each of three actions
//!
//! // Every search returns the same type, which can be serialised.
//! let text = serde_json::to_string(&sampled)?;
//! assert_eq!(serde_json::from_str::<Analysis<u32>>(&text)?, sampled);
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
pub mod race;
pub mod random_tree;
pub mod seed;

pub use analysis::{Analysis, Bound, Candidate, Effort};
pub use control::{Cancel, Control, Limit, Meter, Progress, Stop};
pub use game::{Game, Side};
pub use seed::Seed;

#[cfg(test)]
extern crate self as lookahead;
#[cfg(test)]
mod test_games;
