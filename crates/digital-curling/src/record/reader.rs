//! The reader of match records, with limits on lines and entries.

use super::{Header, MARK, MOST_BYTES, MOST_ENTRIES, MatchResult, Record, Tail, VERSION};
use crate::dice::DrawnSeed;
use crate::match_state::Entry;
use arena::Phrase;
use curling::words::parser;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line of a record, in bytes. An entry has some two thousand, a header of four
/// different players and much ice some five.
const LONGEST: u64 = 1 << 20;

/// The longest time for one shot: a year, in seconds.
const MOST_SECONDS: f64 = 365.0 * 24.0 * 3600.0;

/// An invalid record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the record: {0}")]
    Io(#[from] io::Error),
    /// An invalid line, or a limit exceeded.
    #[error("line {line}: {why}")]
    Line {
        /// The number, from 1.
        line: usize,
        /// The reason, in English and Japanese.
        why: Phrase,
    },
}

/// A line after the first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    MatchResult { result: MatchResult },
    Seed { seed: DrawnSeed },
    Entry(Box<Entry>),
}

/// The mark and version of the format, common to all versions.
#[derive(Deserialize)]
struct FormatMark {
    sakiyomi: String,
    version: u32,
}

impl Record {
    /// Reads a record from a file.
    ///
    /// # Errors
    /// If it is not a record, or a line other than the last is invalid.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Self::read(BufReader::new(File::open(path)?))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If it is not a record, or a line other than the last is invalid.
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
            revealed: None,
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
                return Err(lines.too_much(MOST_ENTRIES, ("entries", "個の投球")));
            }
        }
        Ok(record)
    }

    /// Adds a line after the first.
    fn take(&mut self, text: &[u8]) -> Result<(), Phrase> {
        if self.revealed.is_some() {
            return Err(("unexpected line after the seed", "シードの後に行があります").into());
        }
        let line: Result<Line, _> = serde_json::from_slice(text);
        let is_seed = matches!(line, Ok(Line::Seed { .. })) || begins_seed(text);
        if self.result.is_some() && !is_seed {
            return Err(("unexpected line after the result", "結果の後に行があります").into());
        }
        match line {
            Ok(Line::Seed { seed }) => {
                if self.setup.dice.commitment().is_none() {
                    let why = (
                        "a seed is revealed that was never hidden",
                        "隠されていないシードが公開されています",
                    );
                    return Err(why.into());
                }
                self.reveal(seed);
            }
            Ok(Line::MatchResult { result }) => self.result = Some(result),
            Ok(Line::Entry(entry)) => {
                if !(0.0..=MOST_SECONDS).contains(&entry.seconds) {
                    let seconds = entry.seconds;
                    let why = (
                        format!("{seconds} s for a shot is out of range"),
                        format!("1投の時間{seconds}秒は範囲外です"),
                    );
                    return Err(why.into());
                }
                self.entries.push(*entry);
            }
            Err(_) => return Err(parser(what_is_wrong(text))),
        }
        Ok(())
    }
}

fn begins_seed(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{\"seed\"")
}

/// The error of an invalid line. Parsed as an entry or a seed alone, the error names the field.
fn what_is_wrong(text: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Seed {
        #[serde(rename = "seed")]
        _seed: DrawnSeed,
    }
    if begins_seed(text)
        && let Err(why) = serde_json::from_slice::<Seed>(text)
    {
        return why.to_string();
    }
    serde_json::from_slice::<Entry>(text)
        .err()
        .map_or_else(|| "not an entry".to_owned(), |why| why.to_string())
}

fn header(text: &[u8]) -> Result<Header, ReadError> {
    let wrong = |why: Phrase| ReadError::Line { line: 1, why };
    let no_record = |why: &dyn std::fmt::Display| {
        let begins = format!("{{\"sakiyomi\":\"{MARK}\",…}}");
        let english = format!("not a match record, which begins with {begins}: {why}");
        let japanese = format!("{begins}で始まる試合の記録ではありません: {why}");
        wrong((english, japanese).into())
    };
    let mark: FormatMark = serde_json::from_slice(text).map_err(|why| no_record(&why))?;
    if mark.sakiyomi != MARK {
        return Err(no_record(&format!("found `{}`", mark.sakiyomi)));
    }
    let found = mark.version;
    if found != VERSION {
        let english = format!(
            "unsupported record version {found}: this program reads version {VERSION}, use a newer \
             one"
        );
        let japanese = format!(
            "記録のバージョン{found}には対応していません（対応: {VERSION}）。新しいSakiyomiを使ってください"
        );
        return Err(wrong((english, japanese).into()));
    }
    serde_json::from_slice(text).map_err(|why| wrong(parser(why)))
}

/// A line without its end.
#[derive(Default)]
struct Text {
    text: Vec<u8>,
    ended: bool,
}

struct Lines<R> {
    input: io::Take<R>,
    /// The number of the last line, from 1.
    number: usize,
    /// The number of bytes read.
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
            return Err(self.too_much(LONGEST, ("bytes a line", "バイトの行")));
        } else if self.input.limit() == 0 {
            return Err(self.too_much(MOST_BYTES, ("bytes", "バイト")));
        }
        Ok(Some(Text { text, ended }))
    }

    fn too_much(&self, most: impl std::fmt::Display, (en, ja): (&str, &str)) -> ReadError {
        let why = (
            format!("too long: at most {most} {en} are read"),
            format!("長すぎます。{most}{ja}までしか読めません"),
        );
        ReadError::Line {
            line: self.number,
            why: why.into(),
        }
    }
}
