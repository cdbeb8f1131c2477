//! LIN, the format of the largest bridge club on the net and of broadcast matches.
//!
//! A file is a stream of names and values, `xx|value|`; line breaks are ignored, and there is no
//! published standard. Seats are in the order S, W, N, E. A board begins with `qx`, `pn` or `md`,
//! whichever comes first. A file may have both rooms of a match: `pn` with eight names then serves
//! all boards, and `qx|o3|` and `qx|c3|` are board 3 in the open and in the closed room.
//!
//! PBN's names are used where they exist: the room is the tag `Room`, the title of a match (`vg`)
//! also the tag `Event`. Values of a whole match (`vg`, `rs` and the like) are tags of each of its
//! boards. Tags that only lay out the page are skipped silently, and unknown tags are kept. `nt` is
//! a comment.
//!
//! LIN cannot express a contract without calls, most tags of PBN, annotations of cards, and the
//! difference between an unknown fourth hand and the rest of the cards.
//!
//! ```
//! use bridge::{Seat, record::lin};
//!
//! let text = "pn|Sue,Will,Nora,Ed|md|1SAKQHAKQDAKQCAKQJ,SJT9HJT98DJT9CT98,S876H765D8765C765|sv|n|\
//!     mb|7N!|an|13 tricks|mb|p|mb|p|mb|p|pc|SJ|pc|S6|mc|13|";
//! let records = lin::read_strict(text)?;
//! let board = &records[0];
//! assert_eq!(board.players[Seat::North as usize], "Nora");
//! assert_eq!(board.hands[Seat::East as usize].unwrap().len(), 13);
//! assert_eq!(board.play().unwrap().turn(), Some(Seat::East));
//! assert_eq!(lin::read_strict(&lin::write(&records))?, records);
//! # Ok::<(), bridge::record::Diagnostic>(())
//! ```

mod board;
mod reader;
mod writer;

pub use reader::read;
pub use writer::write;

use super::{Diagnostic, Record};
use crate::Seat;

/// Reads all boards of a text.
///
/// # Errors
/// The first diagnostic.
pub fn read_strict(text: &str) -> Result<Vec<Record>, Diagnostic> {
    read(text).strict()
}

/// The order of names and hands; dealers are numbered in this order from 1.
const SEATS: [Seat; 4] = [Seat::South, Seat::West, Seat::North, Seat::East];

/// Tags that apply to all boards of a match.
const OF_MATCH: [&str; 5] = ["vg", "rs", "pw", "mp", "bn"];

/// Tags that only lay out the page.
const LAYOUT: [&str; 6] = ["pg", "st", "rh", "at", "tu", "bt"];

#[cfg(test)]
mod tests;
