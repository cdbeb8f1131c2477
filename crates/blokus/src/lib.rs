//! Blokus Duo: an exact fast engine, an evaluation learned from selective simulations, and players
//! that use it.
//!
//! Two players place their 21 pieces on a board of 14 × 14 squares. A new piece must touch a
//! corner, and no edge, of a piece of the same colour; the first piece covers the colour's start
//! square. The player who has covered more squares when neither can move wins.
//!
//! * Board: [`square`], [`squares`] (sets of squares), [`piece`], [`placement`] (the 13,729 ways to
//!   place a piece, which are the moves).
//! * Game: [`position`] (pieces on the board, side to move, legal moves), [`rules`] (the game of
//!   the referee), [`mod@line`] (positions as JSON and text).
//! * Evaluation: [`features`] under [`feature_options`], [`evaluation`] with learned [`weights`],
//!   [`learn`] (training), [`static_evaluator`] (win probability without look-ahead).
//! * Players: [`players`], the only module that uses searches, and [`gtp`] (external programs).
//! * Files and protocols: [`record`] (`.blksgf`), [`fpga_contest`] (move codes of the FPGA design
//!   contests).
//!
//! One game between two players, from an opening position to the result. Any player of the
//! [`lineup`] can be named, such as `random`, `one-ply` or `alphabeta:nodes=2000`.
//! Dependencies: `blokus` and `lookahead`.
//!
//! ```
//! use blokus::players::analyse;
//! use blokus::{Position, Scoring, lineup};
//! use lookahead::{Control, Seed};
//!
//! let mut players = [
//!     lineup().build_analyst(&"one-ply".parse()?)?,
//!     lineup().build_analyst(&"best-of:n=4".parse()?)?,
//! ];
//! let mut position = Position::start();
//! while let Some(colour) = position.turn() {
//!     let control = Control::new(Seed(u64::from(position.pieces_placed())));
//!     let analysis = analyse(&mut *players[colour.index()], &position, &control)?;
//!     let best = analysis.best().expect("the side to move has a move");
//!     position.play(best.action);
//! }
//! let margin = position.margin(Scoring::Basic);
//! println!("{position}: Black {margin:+} squares");
//! assert!(position.is_over() && margin > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod colour;
mod corner_moves;
pub mod encoding;
pub mod evaluation;
pub mod feature_options;
pub mod features;
pub mod fpga_contest;
pub mod gtp;
pub mod learn;
pub mod line;
pub mod perft;
pub mod picture;
pub mod piece;
pub mod placement;
pub mod players;
pub mod position;
pub mod record;
pub mod rules;
pub mod square;
pub mod squares;
pub mod static_evaluator;
#[cfg(feature = "studies")]
pub mod studies;
pub mod weights;
mod words;

pub use colour::Colour;
pub use evaluation::{Evaluation, EvaluationState};
pub use feature_options::FeatureOptions;
pub use line::{Line, LineError, Move};
pub use piece::{Hand, Piece};
pub use placement::{PLACEMENTS, Placement, PlacementError};
pub use players::lineup;
pub use position::{IllegalMove, Position, PositionError, Scoring};
pub use rules::{BlokusDuo, Conditions, Opening};
pub use square::{SIDE, SQUARES, Square, SquareError};
pub use squares::Squares;
pub use static_evaluator::StaticEvaluator;
pub use weights::Weights;
