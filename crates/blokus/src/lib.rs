//! Blokus Duo: an exact fast engine, an evaluation learned from selective simulations, and players
//! that use it.
//!
//! * [`square`], [`squares`], [`piece`], [`placement`]: the board, sets of its squares, the pieces,
//!   and all ways they can lie on it.
//! * [`position`]: what lies where, whose turn it is, every legal move; [`rules`]: the game as a
//!   referee sees it.
//! * [`players`]: the only part that knows of searches; [`gtp`]: programs of others as players.
//!
//! ```
//! use blokus::{Position, Scoring};
//!
//! let mut position = Position::start();
//! loop {
//!     let Some(first) = position.moves().next() else { break };
//!     position.play(first);
//! }
//! assert!(position.is_over() && position.margin(Scoring::Basic).abs() < 89);
//! ```

pub mod colour;
pub mod contest;
pub mod evaluation;
pub mod features;
mod growth;
pub mod gtp;
pub mod judge;
pub mod learn;
pub mod line;
pub mod perft;
pub mod piece;
pub mod placement;
pub mod players;
pub mod position;
pub mod reading;
pub mod record;
pub mod rules;
pub mod square;
pub mod squares;
#[cfg(feature = "studies")]
pub mod studies;
pub mod weights;

pub use colour::Colour;
pub use evaluation::{Evaluation, Outlook};
pub use judge::Judge;
pub use line::{Line, LineError, Move};
pub use piece::{Hand, Piece};
pub use placement::{PLACEMENTS, Placement, PlacementError};
pub use players::lineup;
pub use position::{IllegalMove, Position, PositionError, Scoring};
pub use reading::Reading;
pub use rules::{BlokusDuo, Conditions, Opening};
pub use square::{SIDE, SQUARES, Square, SquareError};
pub use squares::Squares;
pub use weights::Weights;
