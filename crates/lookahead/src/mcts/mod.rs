//! Monte Carlo tree search.
//!
//! Two searches:
//!
//! * [`uct`]: a finite list of actions and no chance. UCT (Kocsis and Szepesvári, "Bandit based
//!   Monte-Carlo planning", 2006), with priors, initial values and evaluations from a [`Guide`],
//!   and with proven results carried up the tree.
//! * [`continuous`]: actions from a continuum, carried out with noise. KR-UCT (Yee, Lisý and
//!   Bowling, "Monte Carlo tree search in continuous action spaces with execution uncertainty",
//!   2016) and, for comparison, double progressive widening.
//!
//! Both grow an *ensemble*: `trees` independent trees, each with its own random stream and an equal
//! share of the simulations, merged at the root in the order of their index. Threads never share
//! a tree, so a search limited by nodes gives the same answer on any number of threads. A node, in
//! the sense of [`Limit::nodes`](crate::Limit::nodes), is one simulation.
//!
//! Neither search reuses its tree for the next move, and neither detects transpositions.
//!
//! ```
//! use lookahead::mcts::Uct;
//! use lookahead::playout::TerminalResult;
//! use lookahead::{Control, Game, Limit, Seed, Side};
//!
//! /// Take one or two from a heap; taking the last one wins. `true` while Max is to move.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, bool);
//!     type Action = u32;
//!     fn turn(&self, &(_, max): &(u32, bool)) -> Side {
//!         if max { Side::Max } else { Side::Min }
//!     }
//!     fn actions(&self, &(left, _): &(u32, bool), into: &mut Vec<u32>) {
//!         into.extend(1..=left.min(2));
//!     }
//!     fn play(&self, (left, max): &mut (u32, bool), take: u32) {
//!         *left -= take;
//!         *max = !*max;
//!     }
//! }
//!
//! impl TerminalResult for Heap {
//!     fn result(&self, &(_, max): &(u32, bool)) -> f64 {
//!         if max { 0.0 } else { 1.0 }
//!     }
//! }
//!
//! let control = Control::new(Seed(1)).limit(Limit::nodes(500));
//! let analysis = Uct::new(&Heap).search(&(7, true), &control);
//! assert_eq!(analysis.action(), Some(1)); // leaves six, a multiple of three
//! ```

pub mod continuous;
mod ensemble;
mod regression;
mod tree;
pub mod uct;

pub use continuous::{Continuous, KernelUct};
pub use uct::{Guide, Initial, Uct, Unguided};
