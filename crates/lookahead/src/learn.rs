//! Learning of a linear evaluation through a sigmoid, fitted to simulated results episode by
//! episode.
//!
//! The value of a position is `V = w·φ`, its probability of winning `σ(V) = 1 / (1 + exp(-a V))`
//! with gain `a` ([`Linear`]). An episode is a set of positions with the winning rate `P` that
//! simulations gave them ([`Example`]); its loss is `J = Σ (P - σ(V))²`. All examples of an episode
//! are summed under the same weights and applied in one step ([`Episode`]):
//!
//! ```text
//! w ← w + rate · factor · Σ (P - σ) σ (1 - σ) φ
//! ```
//!
//! This follows the paper "A Learning Method of Evaluation Function", section 3.2. Its printed step
//! leaves the constant factor open; [`Factor`] has the interpretations. A [`Trainer`] takes one
//! episode per update from an [`EpisodeSource`] while ε, the share of random actions, falls by a
//! [`Schedule`]; [`SelfPlay`] generates the paper's episodes (sections 3.3 and 4) for any game.
//!
//! Episode `i` draws from stream `i` of the seed, and the whole state of a run is a [`Checkpoint`]:
//! a resumed run ends bit for bit like an uninterrupted one. Exponentials are taken from `libm`, so
//! this also holds on another machine.
//!
//! Where all examples are at hand, [`LeastSquares`] fits numbers and [`Softmax`] the probabilities
//! of classes, both in one go.
//!
//! Not here: files (a checkpoint is written to and read from the caller's stream), momentum or any
//! other optimiser of a trainer, and the meaning of the features.
//!
//! ```
//! use lookahead::learn::{Example, EpisodeSource, Linear, Settings, Trainer};
//! use lookahead::{Control, Seed};
//! use rand::RngExt;
//!
//! /// The first of two features wins games, the second loses them.
//! struct Known;
//!
//! impl EpisodeSource for Known {
//!     fn weights(&self) -> usize {
//!         2
//!     }
//!     fn episode(&self, _: &Linear, _index: u64, _epsilon: f64, seed: Seed) -> Vec<Example> {
//!         let truth = Linear { weights: vec![1.0, -2.0], gain: 1.0 };
//!         let mut rng = seed.rng();
//!         let mut example = || {
//!             let features = vec![(0, rng.random()), (1, rng.random())];
//!             let target = truth.probability(&features);
//!             Example { features, target }
//!         };
//!         (0..30).map(|_| example()).collect()
//!     }
//! }
//!
//! let settings = Settings { updates: 500, ..Settings::default() };
//! let mut trainer = Trainer::new(Known, Linear::new(2, 1.0), settings)?;
//! trainer.run(&Control::new(Seed(0)), |update, _| assert!(update.rmse < 0.5))?;
//! let learned = trainer.model();
//! assert!((learned.weights[0] - 1.0).abs() < 0.1 && (learned.weights[1] + 2.0).abs() < 0.1);
//! # Ok::<(), lookahead::learn::LearnError>(())
//! ```

mod checkpoint;
mod linear;
mod regression;
mod self_play;
mod settings;
mod softmax;
mod trainer;

pub use checkpoint::{Checkpoint, CurveSegment, FORMAT, LearnError};
pub use linear::{Episode, Example, Feature, Linear, sigmoid};
pub use regression::{Fit, LeastSquares};
pub use self_play::{Learner, SelfPlay};
pub use settings::{Factor, Schedule, Settings, Step};
pub use softmax::{ClassExample, Softmax};
pub use trainer::{EpisodeSource, Trainer, Update};
