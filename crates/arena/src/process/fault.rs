//! What may go wrong with a program, said so that its author can mend it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a program did not do what was asked of it.
///
/// A fault is plain data: it can be compared, kept with a result and read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// It never ran.
    #[error("cannot start {program} in {}: {reason}", .dir.display())]
    CannotStart {
        /// The program as it was asked for.
        program: String,
        /// The directory it was to run in.
        dir: PathBuf,
        /// What stood in the way.
        reason: String,
    },
    /// No line came in time. The program runs on and may still answer.
    #[error("said nothing for {after:.1?}")]
    Silent {
        /// How long it was listened to.
        after: Duration,
    },
    /// It is dead, and every line it wrote before has been received.
    #[error("{status}{}", aside(.last_words))]
    Exited {
        /// How it ended.
        status: Status,
        /// The tail of its standard error.
        last_words: String,
    },
    /// It closed its standard input, though it lives: it will never read another line. What it
    /// writes can still be received.
    #[error("closed its standard input while running")]
    ClosedInput,
    /// It closed its standard output, though it lives: it will never say another word.
    #[error("closed its standard output while running")]
    ClosedOutput,
    /// It is at the other end of a connection, and closed it.
    #[error("closed the connection")]
    HungUp,
    /// It wrote more than anybody asked for, and the unread part passed its limit.
    #[error("wrote {lines} lines ({bytes} bytes) that nobody had asked for")]
    Flood {
        /// Lines that waited to be received.
        lines: usize,
        /// Bytes in them.
        bytes: usize,
    },
    /// It wrote a line longer than the limit.
    #[error("wrote a line of more than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// It wrote a line that is not UTF-8. The lines after it can still be received.
    #[error("wrote a line that is not UTF-8 (at byte {at}): {line}")]
    NotText {
        /// The line, with a replacement character for what could not be read.
        line: String,
        /// Bytes before the first that is wrong.
        at: usize,
    },
    /// It does not read its standard input, and what was sent to it passed its limit.
    #[error("does not read its standard input ({unsent} bytes wait)")]
    Deaf {
        /// Bytes that wait to be read.
        unsent: usize,
    },
    /// The caller gave up waiting.
    #[error("was not waited for: cancelled")]
    Cancelled,
    /// The operating system refused to read from it or write to it.
    #[error("cannot be spoken to: {reason}")]
    Io {
        /// In the system's words.
        reason: String,
    },
}

impl Fault {
    /// Whether nothing more can come from the program. After [`Silent`](Fault::Silent),
    /// [`NotText`](Fault::NotText), [`ClosedInput`](Fault::ClosedInput) and
    /// [`Cancelled`](Fault::Cancelled) there may still be lines.
    pub fn is_final(&self) -> bool {
        !matches!(
            self,
            Fault::Silent { .. } | Fault::NotText { .. } | Fault::ClosedInput | Fault::Cancelled
        )
    }
}

/// The last line of the last words: the one where most programs say what was wrong.
fn aside(last_words: &str) -> String {
    let last = last_words
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    last.map_or_else(String::new, |line| {
        format!(", saying: {}", shortened(line.trim()))
    })
}

/// A program's words for a message or a table: not without end, and nothing that moves a terminal's
/// cursor.
pub fn shortened(words: &str) -> String {
    const MOST: usize = 200;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = words.chars().take(MOST).map(clean).collect();
    if words.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Nobody could tell.
    Unknown,
}

impl Status {
    pub(super) fn new(code: Option<i32>, signal: Option<i32>) -> Self {
        let signal = signal.map(Status::Signal);
        code.map(Status::Code).or(signal).unwrap_or(Status::Unknown)
    }
}

impl From<ExitStatus> for Status {
    fn from(status: ExitStatus) -> Self {
        use std::os::unix::process::ExitStatusExt;
        Status::new(status.code(), status.signal())
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Status::Code(code) => write!(f, "exited with code {code}"),
            Status::Signal(signal) => match signal_name(signal) {
                Some(name) => write!(f, "was ended by signal {signal} ({name})"),
                None => write!(f, "was ended by signal {signal}"),
            },
            Status::Unknown => f.write_str("ended"),
        }
    }
}

/// The usual ways for a program to die. Their numbers are the same on every Unix.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        2 => "interrupted",
        4 => "illegal instruction",
        6 => "aborted",
        8 => "arithmetic error",
        9 => "killed",
        11 => "invalid memory access",
        13 => "broken pipe",
        15 => "terminated",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_exit_ends_with_the_last_line_of_its_words() {
        let fault = Fault::Exited {
            status: Status::Code(3),
            last_words: "loading\nno such file: book.bin\n\n".into(),
        };
        assert_eq!(
            fault.to_string(),
            "exited with code 3, saying: no such file: book.bin"
        );
    }

    #[test]
    fn an_exit_without_words_says_just_how() {
        let fault = Fault::Exited {
            status: Status::Signal(11),
            last_words: String::new(),
        };
        assert_eq!(
            fault.to_string(),
            "was ended by signal 11 (invalid memory access)"
        );
    }

    #[test]
    fn a_fault_survives_serialisation() {
        for fault in [
            Fault::Silent {
                after: Duration::from_millis(1500),
            },
            Fault::ClosedOutput,
            Fault::Exited {
                status: Status::Code(-1),
                last_words: "\u{fffd}".into(),
            },
        ] {
            let text = serde_json::to_string(&fault).unwrap();
            assert_eq!(serde_json::from_str::<Fault>(&text).unwrap(), fault);
        }
    }
}
