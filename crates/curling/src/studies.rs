//! Studies: kinds of experiments specific to curling.
//!
//! [`EndsStudy`] plays players against opponents and evaluates the ends as well as the matches:
//! tables 2 to 4 of Kato, Iizuka and Yamamoto, "Game tree search in digital curling with
//! uncertainty" (in Japanese, 2016). [`WinTableStudy`] estimates the win probability of a match
//! from ends of self-play: its table 1. [`CalibrationStudy`] compares what a player claims before
//! each stone with what happens.

mod calibration;
mod ends;
pub mod win_table;

pub use calibration::CalibrationStudy;
pub use ends::{CLASSES, EndsStudy, Points, Shares};
pub use win_table::WinTableStudy;
