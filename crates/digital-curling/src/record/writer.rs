//! Writing a record: every line at once, so that nothing is lost with the program.

use super::{Closing, Header, ReadError, Record, Tail};
use crate::bout::{Bout, Entry, News};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Writes a match down while it is played.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    closed: bool,
}

#[derive(Serialize)]
struct Last<'a> {
    result: &'a Closing,
}

impl<W: Write> Writer<W> {
    /// Writes the first line. Names should be settled.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Writer { out, closed: false };
        writer.line(header)?;
        Ok(writer)
    }

    /// Writes down what was done.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.line(entry)
    }

    /// Writes down how it ended. A second end is not written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close(&mut self, closing: &Closing) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        self.closed = true;
        self.line(&Last { result: closing })
    }

    /// Writes down what a match tells whoever [watches](crate::table::play) it: what was done, and
    /// the result if that was the last.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn follow(&mut self, bout: &Bout, news: &News) -> io::Result<()> {
        self.entry(&news.entry)?;
        match Closing::of(bout.game()) {
            Some(closing) => self.close(&closing),
            None => Ok(()),
        }
    }

    /// What is written to.
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

/// Opens the record of a match that was cut off, to go on with it: what was torn is taken away, and
/// new entries come after the whole ones. A match that has its result is over: nothing may come
/// after it.
///
/// # Errors
/// If it is no record, or cannot be written to.
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
    };
    Ok((record, writer))
}
