//! Records of boards as they were bid and played, in files: PBN, LIN and JSON.
//!
//! [`Record`] is one board, whatever file it came from. [`pbn`] and [`lin`] read and write the two
//! formats that nearly all programs and tournaments use; JSON is the written form of this program
//! ([`Line`](crate::Line)). [`read`] finds out which of them a text is.
//!
//! Files from the wild are full of slips, and one slip should not cost a tournament. So reading
//! never fails: what is not understood is skipped, what is against the laws ends the auction or the
//! play it stands in, and a [`Complaint`] with line and column tells of each. Who would rather have
//! an error takes `read_strict`.
//!
//! Opening files, and finding out in which encoding they are, is left to the caller.
//!
//! ```
//! use bridge::{Ascii, Seat, record};
//!
//! let text = r#"
//! [Board "1"]
//! [Dealer "N"]
//! [Deal "N:AKQ.AKQ.AKQ.AKQJ JT9.JT98.JT9.T98 876.765.8765.765 5432.432.432.432"]
//! [Auction "N"]
//! 7NT AP
//! [Play "E"]
//! SJ S6 S2 SA
//! DJ - - -
//! *
//! [Result "13"]
//! "#;
//! let reading = record::read(text);
//! let board = &reading.records[0];
//! assert_eq!(board.agreed().map(|a| Ascii(a.contract).to_string()).as_deref(), Some("7NT"));
//! assert_eq!(board.play()?.turn(), Some(Seat::North));
//! assert_eq!(board.result, Some(13));
//! // North won the first trick, so East cannot lead to the second.
//! assert_eq!(reading.complaints.len(), 1);
//! assert_eq!(reading.complaints[0].line, 9);
//! # Ok::<(), record::RecordError>(())
//! ```

mod game;
mod json;
pub mod lin;
pub mod pbn;
mod place;
pub(crate) mod replay;
mod tricks;

pub use game::{Outcome, Record, RecordError, Remark, Tag};
pub use place::Complaint;

/// What was found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The boards, in order.
    pub records: Vec<Record>,
    /// What was skipped or cannot be right, in the order of the text.
    pub complaints: Vec<Complaint>,
}

impl Reading {
    /// The boards, if there is nothing to complain about.
    ///
    /// # Errors
    /// The first complaint.
    pub fn strict(self) -> Result<Vec<Record>, Complaint> {
        match self.complaints.into_iter().next() {
            Some(complaint) => Err(complaint),
            None => Ok(self.records),
        }
    }
}

/// Reads all boards of a text, be it PBN, LIN or JSON.
pub fn read(text: &str) -> Reading {
    if json::is_json(text) {
        json::read(text)
    } else if is_lin(text) {
        lin::read(text)
    } else {
        pbn::read(text)
    }
}

/// Reads all boards of a text, be it PBN, LIN or JSON.
///
/// # Errors
/// The first thing there is to complain about.
pub fn read_strict(text: &str) -> Result<Vec<Record>, Complaint> {
    read(text).strict()
}

/// PBN begins with a tag or a comment; LIN with the name of a tag, and a line of it has strokes.
fn is_lin(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with(['[', '%', '{', ';']) {
        return false;
    }
    let begins_tag = |line: &str| line.trim_start().starts_with('[');
    let mut lines = start.split(['\n', '\r']);
    lines
        .find(|line| begins_tag(line) || line.contains('|'))
        .is_some_and(|line| !begins_tag(line))
}

#[cfg(test)]
mod tests;
