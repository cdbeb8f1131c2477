//! The reader of `.dcl` logs.

mod line;
mod played;

use super::{MOST_BYTES, Variant};
use crate::games::PlayedMatch;
use curling::{Shot, Stones};
pub use line::decoded_log as decoded;
use line::{Line, Section};
use serde::Serialize;
use std::collections::BTreeSet;

/// The most complaints that are kept.
const MOST_COMPLAINTS: usize = 100;

/// A log, as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Log {
    /// The variant, as far as it can be recognised.
    pub variant: Variant,
    /// `First` and `Second`.
    pub names: [String; 2],
    /// The time of each for the match, in milliseconds; 0 for no limit.
    pub milliseconds: [Option<u64>; 2],
    /// Whether it is mixed doubles.
    pub doubles: bool,
    /// One for each section of a shot, in the order of the match.
    pub positions: Vec<Position>,
    /// The total of `First` and `Second`.
    pub total: Option<[i64; 2]>,
    /// `ENDSTATE` of DC2.
    pub end_state: Option<String>,
    /// `WIN` of DC2.
    pub winner: Option<String>,
    /// The parts left out.
    pub complaints: Vec<Complaint>,
}

/// The content of a section.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Position {
    /// The end, from 0.
    pub end: u8,
    /// The next shot, from 0; 16 after the last.
    pub shot: u8,
    /// The stones before it.
    pub stones: Option<Stones>,
    /// `SETSTATE`.
    pub state: Option<State>,
    /// The intended shot.
    pub asked: Option<Shot>,
    /// The shot after noise.
    pub thrown: Option<Shot>,
    /// The points of the end, as written.
    pub score: Option<i64>,
}

/// The numbers of `SETSTATE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The next shot, from 0.
    pub shot: u8,
    /// The end, from 0.
    pub end: u8,
    /// The number of ends.
    pub ends: u8,
    /// The number of the team to throw, as this log numbers them.
    pub mover: u8,
}

/// An invalid part that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub what: String,
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A file that is not a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DclError {
    /// Too long.
    #[error("too long for a .dcl log: {bytes} bytes, at most {MOST_BYTES}")]
    TooLong {
        /// The length.
        bytes: usize,
    },
    /// A text without any part of a match.
    #[error("not a .dcl log: it has neither [GameInfo] nor a section such as [0000]{first}")]
    NotALog {
        /// The first complaint.
        first: String,
    },
}

/// Reads a log.
///
/// # Errors
/// If it is not a log. All other problems are among the [complaints](Log::complaints).
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
    let Reader {
        mut log,
        has_section,
        ..
    } = reader;
    if !has_section {
        let first = log.complaints.first();
        let first = first.map_or_else(String::new, |first| format!(" ({first})"));
        return Err(DclError::NotALog { first });
    }
    log.positions
        .sort_by_key(|position| (position.end, position.shot));
    Ok(log)
}

impl Log {
    /// The match of the log.
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
    /// The index of the section's position.
    position: Option<usize>,
    /// The ends and shots with a section.
    known: BTreeSet<(u8, u8)>,
    /// Whether any section of a log was found.
    has_section: bool,
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
                // The lines that follow belong to an unknown section.
                if text.starts_with('[') {
                    (self.section, self.position) = (None, None);
                }
                self.complain(what);
            }
        }
    }

    fn begin(&mut self, section: Section) {
        self.has_section = true;
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
                "[{end:02}{shot:02}] is a duplicate section: ignored"
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
                None => Ok(()), // of a duplicate section
            },
            None => Err(format!("{key} is outside any section")),
        }
    }

    fn info(&mut self, key: &str, value: &str) -> Result<(), String> {
        let time = |value: &str| {
            let time = value.parse::<f64>().ok().filter(|time| *time >= 0.0);
            time.map(|time| time as u64)
                .ok_or_else(|| format!("{value} is not a time in milliseconds"))
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
            // Noise settings and other extra lines.
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
