//! Reading `.dcl`, whoever wrote it.

mod line;
mod played;

use super::{MOST_BYTES, Variant};
use crate::games::PlayedMatch;
use curling::{Shot, Stones};
pub use line::decoded_log as decoded;
use line::{Line, Section};
use serde::Serialize;
use std::collections::BTreeSet;

/// How many complaints are kept: a file with more is no log.
const MOST_COMPLAINTS: usize = 100;

/// A log, as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Log {
    /// Whose program seems to have written it.
    pub variant: Variant,
    /// `First` and `Second`.
    pub names: [String; 2],
    /// The time each had for the match, in milliseconds; 0 for ever.
    pub milliseconds: [Option<u64>; 2],
    /// Whether it is mixed doubles.
    pub doubles: bool,
    /// One for each section of a shot, in the order of the match.
    pub positions: Vec<Position>,
    /// The total of `First` and `Second`.
    pub total: Option<[i64; 2]>,
    /// How DC2 says the match ended.
    pub end_state: Option<String>,
    /// Who DC2 says won.
    pub winner: Option<String>,
    /// What made no sense.
    pub complaints: Vec<Complaint>,
}

/// What a section says.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Position {
    /// The end, from 0.
    pub end: u8,
    /// The shot about to be thrown, from 0; 16 after the last.
    pub shot: u8,
    /// The stones before it.
    pub stones: Option<Stones>,
    /// Whose turn it is.
    pub state: Option<State>,
    /// The shot that was asked for.
    pub asked: Option<Shot>,
    /// The shot as it was thrown.
    pub thrown: Option<Shot>,
    /// The points of the end, as written.
    pub score: Option<i64>,
}

/// What `SETSTATE` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The shot about to be thrown, from 0.
    pub shot: u8,
    /// The end, from 0.
    pub end: u8,
    /// How many ends there are.
    pub ends: u8,
    /// The number of the team to throw, as this log numbers them.
    pub mover: u8,
}

/// Something that made no sense, and was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// Where, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A file that is no log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DclError {
    /// Too long.
    #[error("{bytes} bytes are no .dcl log: they have at most {MOST_BYTES}")]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// Nothing of a match is in it.
    #[error("no .dcl log: it has neither [GameInfo] nor a section such as [0000]{first}")]
    NotALog {
        /// What was complained of first, in words.
        first: String,
    },
}

/// Reads a log.
///
/// # Errors
/// If it is none. Whatever else is wrong is among the [complaints](Log::complaints).
pub fn read(bytes: &[u8]) -> Result<Log, DclError> {
    if bytes.len() > MOST_BYTES {
        return Err(DclError::TooLong { bytes: bytes.len() });
    }
    let mut reader = Reader::default();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (index, text) in bytes.split(|&byte| byte == b'\n').enumerate() {
        reader.line = index + 1;
        reader.take(&line::decoded(text));
    }
    let Reader { mut log, seen, .. } = reader;
    if !seen {
        let first = log.complaints.first();
        let first = first.map_or_else(String::new, |first| format!(" ({first})"));
        return Err(DclError::NotALog { first });
    }
    log.positions
        .sort_by_key(|position| (position.end, position.shot));
    Ok(log)
}

impl Log {
    /// The match it tells of.
    pub fn played(&self) -> PlayedMatch {
        played::of(self)
    }
}

#[derive(Default)]
struct Reader {
    log: Log,
    /// The number of the line, from 1.
    line: usize,
    section: Option<Section>,
    /// Where the section's position is.
    position: Option<usize>,
    /// The ends and shots that had their section.
    known: BTreeSet<(u8, u8)>,
    /// Whether there was any section of a log.
    seen: bool,
}

impl Reader {
    fn complain(&mut self, what: impl Into<String>) {
        if self.log.complaints.len() < MOST_COMPLAINTS {
            let complaint = Complaint {
                line: self.line,
                what: what.into(),
            };
            self.log.complaints.push(complaint);
        }
    }

    fn take(&mut self, text: &str) {
        match line::parse(text) {
            Ok(None) => {}
            Ok(Some(Line::Section(section))) => self.begin(section),
            Ok(Some(Line::Value { key, value })) => {
                if let Err(what) = self.value(&key.to_ascii_uppercase(), value) {
                    self.complain(what);
                }
            }
            Err(what) => {
                // What follows belongs to nothing that is known.
                if text.starts_with('[') {
                    (self.section, self.position) = (None, None);
                }
                self.complain(what);
            }
        }
    }

    fn begin(&mut self, section: Section) {
        self.seen = true;
        self.section = Some(section);
        self.position = None;
        if section == Section::GameOver {
            self.log.variant = Variant::Dc2;
        }
        let Section::Shot { end, shot } = section else {
            return;
        };
        if !self.known.insert((end, shot)) {
            self.complain(format!(
                "[{end:02}{shot:02}] is there twice: the second is left out"
            ));
            return;
        }
        self.position = Some(self.log.positions.len());
        self.log.positions.push(Position {
            end,
            shot,
            ..Position::default()
        });
    }

    fn value(&mut self, key: &str, value: &str) -> Result<(), String> {
        // Totals stand at the end, whatever section that is.
        if key == "TOTALSCORE" {
            let [first, second] = line::integers(line::after(key, value))?;
            self.log.total = Some([first, second]);
            return Ok(());
        }
        match self.section {
            Some(Section::GameInfo) => self.info(key, value),
            Some(Section::GameOver) => {
                let value = Some(value.to_owned());
                match key {
                    "ENDSTATE" => self.log.end_state = value,
                    "WIN" => self.log.winner = value,
                    _ => {}
                }
                Ok(())
            }
            Some(Section::Shot { .. }) => match self.position {
                Some(index) => self.fact(index, key, value),
                None => Ok(()), // of a section that is there twice
            },
            None => Err(format!("{key} stands in no section")),
        }
    }

    fn info(&mut self, key: &str, value: &str) -> Result<(), String> {
        let time = |value: &str| {
            let time = value.parse::<f64>().ok().filter(|time| *time >= 0.0);
            time.map(|time| time as u64)
                .ok_or_else(|| format!("{value} are no milliseconds"))
        };
        match key {
            "FIRST" => value.clone_into(&mut self.log.names[0]),
            "SECOND" => value.clone_into(&mut self.log.names[1]),
            "FIRSTREMTIME" => self.log.milliseconds[0] = Some(time(value)?),
            "SECONDREMTIME" => self.log.milliseconds[1] = Some(time(value)?),
            "GAMEINFO" => {
                self.log.variant = Variant::Dc2;
                let rule = line::after(key, value).split_whitespace().next();
                self.log.doubles = rule == Some("1");
            }
            _ if key.contains("RANDOM_") => self.log.variant = Variant::Dc2,
            // How shots stray, and whatever else somebody wrote down.
            _ => {}
        }
        Ok(())
    }

    fn fact(&mut self, index: usize, key: &str, value: &str) -> Result<(), String> {
        let rest = line::after(key, value);
        let position = &mut self.log.positions[index];
        match key {
            "POSITION" => position.stones = Some(line::stones(rest)?),
            "SETSTATE" => position.state = Some(line::state(rest)?),
            "BESTSHOT" => position.asked = Some(line::shot(rest)?),
            "RUNSHOT" => position.thrown = Some(line::shot(rest)?),
            "SCORE" => {
                let [score] = line::integers(rest)?;
                if score.abs() > 16 {
                    return Err(format!("{score} points are more than an end can have"));
                }
                position.score = Some(score);
            }
            "PARAM" | "GAMEINFO" => self.log.variant = Variant::Dc2,
            // Commands of other programs: PUTSTONE, SETORDER, remarks.
            _ => {}
        }
        Ok(())
    }
}
