//! Records of boards as they were bid and played, in files: PBN, LIN and JSON.
//!
//! [`Record`] is one board from any file. [`pbn`] and [`lin`] read and write the two formats that
//! nearly all programs and tournaments use; JSON is the written form of this program
//! ([`Line`](crate::Line)). [`read`] detects the format of a text.
//!
//! Real files are full of mistakes, and one mistake should not cost a tournament. So reading never
//! fails: text that cannot be read is skipped, an illegal call or card ends its auction or play,
//! and a [`Diagnostic`] with line and column reports each. Use `read_strict` to get an error
//! instead.
//!
//! Opening files and detecting their encoding is left to the caller.
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
//! let parsed = record::read(text);
//! let board = &parsed.records[0];
//! assert_eq!(board.final_contract().map(|a| Ascii(a.contract).to_string()).as_deref(), Some("7NT"));
//! assert_eq!(board.play()?.turn(), Some(Seat::North));
//! assert_eq!(board.result, Some(13));
//! // North won the first trick, so East cannot lead to the second.
//! assert_eq!(parsed.diagnostics.len(), 1);
//! assert_eq!(parsed.diagnostics[0].line, 9);
//! # Ok::<(), record::RecordError>(())
//! ```

mod cursor;
mod game;
mod json;
pub mod lin;
mod messages;
pub mod pbn;
pub(crate) mod replay;
mod tricks_table;

pub use cursor::Diagnostic;
pub use game::{Outcome, Record, RecordError, Remark, Tag};

/// The boards of a text, and the diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedRecords {
    /// The boards, in order.
    pub records: Vec<Record>,
    /// The skipped or inconsistent parts, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl ParsedRecords {
    /// Returns the boards if there are no diagnostics.
    ///
    /// # Errors
    /// The first diagnostic.
    pub fn strict(self) -> Result<Vec<Record>, Diagnostic> {
        match self.diagnostics.into_iter().next() {
            Some(diagnostic) => Err(diagnostic),
            None => Ok(self.records),
        }
    }
}

/// Reads all boards of a text in PBN, LIN or JSON.
pub fn read(text: &str) -> ParsedRecords {
    if json::is_json(text) {
        json::read(text)
    } else if is_lin(text) {
        lin::read(text)
    } else {
        pbn::read(text)
    }
}

/// Reads all boards of a text in PBN, LIN or JSON.
///
/// # Errors
/// The first diagnostic.
pub fn read_strict(text: &str) -> Result<Vec<Record>, Diagnostic> {
    read(text).strict()
}

/// Returns whether a text is LIN: PBN begins with a tag or a comment, LIN with the name of a tag,
/// and a line of it has strokes.
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
