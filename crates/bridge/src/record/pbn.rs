//! Portable Bridge Notation, version 2.1 (Tis Veugen and others, 1998-2017).
//!
//! A file is a list of games, separated by empty lines. A game is a list of tags, `[Name "value"]`;
//! `[Auction "N"]` is followed by calls, `[Play "W"]` by cards, others perhaps by a table. Fifteen
//! tags should be in every game, and often are not.
//!
//! The reader accepts what real files contain: tags in any order and case, games without
//! separation, empty lines within a game, tags over several lines, quotes inside of quotes, stray
//! text. `#` as a value is that of an earlier game. Comments are kept, but not their places; lines
//! that begin with `%` are dropped. In the play every seat has its column, starting with the first
//! leader's, for every leader of the trick; a `-` stands where a seat has not played yet.
//!
//! The writer uses the export format: the fifteen tags in their order, the other tags, auction,
//! play, comments.
//!
//! ```
//! use bridge::record::pbn;
//!
//! let text = r#"
//! [Event "Club evening"]
//! [Board "7"]
//! [Auction "S"]
//! 1NT =1= Pass 3NT AP
//! [Note "1:15-17"]
//! "#;
//! let records = pbn::read_strict(text)?;
//! assert_eq!(records[0].tag("event"), Some("Club evening"));
//! assert_eq!(records[0].call_remarks[0].note.as_deref(), Some("15-17"));
//! let again = pbn::read_strict(&pbn::write(&records))?;
//! assert_eq!(again, records);
//!
//! let error = pbn::read_strict("[Auction \"N\"]\n2H 1S").unwrap_err();
//! assert_eq!((error.line, error.column), (2, 4));
//! # Ok::<(), bridge::record::Diagnostic>(())
//! ```

mod lexer;
mod reader;
mod section;
mod tags;
mod writer;

pub use reader::read;
pub use writer::write;

use super::{Diagnostic, Record};

/// Reads all games of a text.
///
/// # Errors
/// The first diagnostic.
pub fn read_strict(text: &str) -> Result<Vec<Record>, Diagnostic> {
    read(text).strict()
}

/// The tags every game should have, in the order in which they are written.
const MANDATORY: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

fn is_mandatory(name: &str) -> bool {
    MANDATORY.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests;
