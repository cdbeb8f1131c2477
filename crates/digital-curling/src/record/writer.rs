//! The writer of match records: every line is flushed at once, so that nothing is lost in a crash.

use super::{Header, MatchResult, ReadError, Record, Tail};
use crate::dice::DrawnSeed;
use crate::match_state::{Entry, Event, Match};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A writer of a record.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    closed: bool,
    revealed: bool,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    result: &'a MatchResult,
}

#[derive(Serialize)]
struct SeedLine<'a> {
    seed: &'a DrawnSeed,
}

impl<W: Write> Writer<W> {
    /// Writes the first line. Names should be settled.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Writer {
            out,
            closed: false,
            revealed: false,
        };
        writer.line(header)?;
        Ok(writer)
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.line(entry)
    }

    /// Writes the result. A second result is ignored.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close(&mut self, result: &MatchResult) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        self.closed = true;
        self.line(&ResultLine { result })
    }

    /// Writes the seed of drawn dice, when the match is over: nothing may follow. A second seed is
    /// ignored.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reveal(&mut self, seed: &DrawnSeed) -> io::Result<()> {
        if self.revealed {
            return Ok(());
        }
        self.revealed = true;
        self.line(&SeedLine { seed })
    }

    /// Writes an event as [`runner::play`](crate::runner::play) reports it: its entry, and if the
    /// match is over the result and the seed of drawn dice.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_event(&mut self, curling_match: &Match, event: &Event) -> io::Result<()> {
        self.entry(&event.entry)?;
        match MatchResult::of(curling_match.game()) {
            Some(result) => {
                self.close(&result)?;
                self.reveal_dice(curling_match)
            }
            None => Ok(()),
        }
    }

    /// Writes the seed of a match's drawn dice: the match is over, or was stopped for ever.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reveal_dice(&mut self, curling_match: &Match) -> io::Result<()> {
        let seed = curling_match.setup().dice.secret();
        seed.map_or(Ok(()), |seed| self.reveal(seed))
    }

    /// The underlying writer.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(value)?;
        text.push(b'\n');
        self.out.write_all(&text)?;
        self.out.flush()
    }
}

/// Opens the record of an interrupted match to continue it: a torn line is removed, and new entries
/// are appended. A match with a result is over: nothing may be appended.
///
/// # Errors
/// If it is not a record, or cannot be written to.
pub fn resume(path: &Path) -> Result<(Record, Writer<File>), ReadError> {
    let record = Record::open(path)?;
    let mut file = OpenOptions::new().write(true).open(path)?;
    match record.tail {
        Tail::Torn { at, .. } => file.set_len(at)?,
        Tail::Open | Tail::Whole => {}
    }
    file.seek(SeekFrom::End(0))?;
    if record.tail == Tail::Open {
        file.write_all(b"\n")?;
    }
    let writer = Writer {
        out: file,
        closed: record.result.is_some(),
        revealed: record.revealed.is_some(),
    };
    Ok((record, writer))
}
