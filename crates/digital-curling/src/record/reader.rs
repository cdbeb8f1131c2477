//! Reading a record, line by line and no more of them than a match can have.

use super::{Closing, Header, MARK, MOST_BYTES, MOST_ENTRIES, Record, Tail, VERSION};
use crate::bout::Entry;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line of a record, in bytes. An entry has some two thousand, a header of four
/// different players and much ice some five.
const LONGEST: u64 = 1 << 20;

/// A team thinks no longer than this about one shot: a year, in seconds.
const MOST_SECONDS: f64 = 365.0 * 24.0 * 3600.0;

/// A file that is no record, or a broken one.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// A line makes no sense, or too much comes.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why not.
        why: String,
    },
}

/// A line after the first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Closing { result: Closing },
    Entry(Box<Entry>),
}

/// What tells records from other files, whatever version they are of.
#[derive(Deserialize)]
struct Claim {
    sakiyomi: String,
    version: u32,
}

impl Record {
    /// Reads a record from a file.
    ///
    /// # Errors
    /// If it is none, or broken elsewhere than in its last line.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Self::read(BufReader::new(File::open(path)?))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If it is none, or broken elsewhere than in its last line.
    pub fn read(input: impl BufRead) -> Result<Self, ReadError> {
        let mut lines = Lines {
            input: input.take(MOST_BYTES),
            number: 0,
            read: 0,
        };
        let first = lines.next_line()?.unwrap_or_default();
        let Header { started, setup, .. } = header(&first.text)?;
        let mut record = Record {
            started,
            setup,
            entries: Vec::new(),
            result: None,
            tail: if first.ended { Tail::Whole } else { Tail::Open },
        };
        while let Some(line) = lines.next_line()? {
            if line.text.trim_ascii().is_empty() {
                continue;
            }
            let number = lines.number;
            if let Err(why) = record.take(&line.text) {
                if line.ended {
                    return Err(ReadError::Line { line: number, why });
                }
                let at = lines.read - line.text.len() as u64;
                record.tail = Tail::Torn { line: number, at };
            } else if !line.ended {
                record.tail = Tail::Open;
            }
            if record.entries.len() > MOST_ENTRIES {
                return Err(lines.too_much(&format!("{MOST_ENTRIES} entries")));
            }
        }
        Ok(record)
    }

    /// Goes on with a line after the first.
    fn take(&mut self, text: &[u8]) -> Result<(), String> {
        if self.result.is_some() {
            return Err("something comes after the result".to_owned());
        }
        match serde_json::from_slice(text) {
            Ok(Line::Closing { result }) => self.result = Some(result),
            Ok(Line::Entry(entry)) => {
                if !(0.0..=MOST_SECONDS).contains(&entry.seconds) {
                    return Err(format!("nobody takes {} s for a shot", entry.seconds));
                }
                self.entries.push(*entry);
            }
            Err(_) => return Err(what_is_wrong(text)),
        }
        Ok(())
    }
}

/// Why a line is no entry. Asked again as an entry alone, the answer names the field.
fn what_is_wrong(text: &[u8]) -> String {
    serde_json::from_slice::<Entry>(text)
        .err()
        .map_or_else(|| "no entry".to_owned(), |why| why.to_string())
}

fn header(text: &[u8]) -> Result<Header, ReadError> {
    let wrong = |why: String| ReadError::Line { line: 1, why };
    let no_record = |why: &dyn std::fmt::Display| {
        wrong(format!(
            "no record of a match, which begins with {{\"sakiyomi\":\"{MARK}\",…}}: {why}"
        ))
    };
    let claim: Claim = serde_json::from_slice(text).map_err(|why| no_record(&why))?;
    if claim.sakiyomi != MARK {
        return Err(no_record(&format!("it says `{}`", claim.sakiyomi)));
    }
    let found = claim.version;
    if found != VERSION {
        return Err(wrong(format!(
            "a record of version {found}, and this program knows version {VERSION}: use a newer one"
        )));
    }
    serde_json::from_slice(text).map_err(|why| wrong(why.to_string()))
}

/// A line without its end.
#[derive(Default)]
struct Text {
    text: Vec<u8>,
    ended: bool,
}

struct Lines<R> {
    input: io::Take<R>,
    /// Of the line read last, from 1.
    number: usize,
    /// All bytes so far.
    read: u64,
}

impl<R: BufRead> Lines<R> {
    fn next_line(&mut self) -> Result<Option<Text>, ReadError> {
        let mut text = Vec::new();
        let length = (&mut self.input)
            .take(LONGEST)
            .read_until(b'\n', &mut text)?;
        self.read += length as u64;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = text.last() == Some(&b'\n');
        if ended {
            text.pop();
        } else if length as u64 == LONGEST {
            return Err(self.too_much(&format!("lines of {LONGEST} bytes")));
        } else if self.input.limit() == 0 {
            return Err(self.too_much(&format!("{MOST_BYTES} bytes")));
        }
        Ok(Some(Text { text, ended }))
    }

    fn too_much(&self, what: &str) -> ReadError {
        ReadError::Line {
            line: self.number,
            why: format!("no match is that long: at most {what} are read"),
        }
    }
}
