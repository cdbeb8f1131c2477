//! Faults of programs, worded for their authors.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// A fault of a program or connection.
///
/// A fault is plain data: it can be compared, stored with a result and read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The program could not be started.
    #[error("cannot start {program} in {}: {reason}", .dir.display())]
    CannotStart {
        /// The requested program.
        program: String,
        /// The working directory.
        dir: PathBuf,
        /// The reason.
        reason: String,
    },
    /// No line arrived in time. The program still runs and may answer later.
    #[error("no output for {after:.1?}")]
    Silent {
        /// The time waited.
        after: Duration,
    },
    /// The program ended, and all its output has been received.
    #[error("{status}{}", error_line(.stderr_tail))]
    Exited {
        /// Exit status.
        status: Status,
        /// The tail of the standard error.
        #[serde(rename = "last_words")]
        stderr_tail: String,
    },
    /// The program closed its standard input while running: it will never read another line. Its
    /// output can still be received.
    #[error("closed its standard input while running")]
    ClosedInput,
    /// The program closed its standard output while running: it will never write another line.
    #[error("closed its standard output while running")]
    ClosedOutput,
    /// The peer closed the connection.
    #[error("closed the connection")]
    HungUp,
    /// Unrequested output exceeded the limit.
    #[error("wrote {lines} unrequested lines ({bytes} bytes)")]
    Flood {
        /// Number of unread lines.
        lines: usize,
        /// The size in bytes.
        bytes: usize,
    },
    /// A line exceeded the maximum length.
    #[error("wrote a line of more than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A line is not UTF-8. The lines after it can still be received.
    #[error("wrote a line that is not UTF-8 (at byte {at}): {line}")]
    NotText {
        /// The line, lossily decoded.
        line: String,
        /// Offset of the first invalid byte.
        at: usize,
    },
    /// The program does not read its standard input, and the unread part exceeded the limit.
    #[error("does not read its standard input ({unsent} bytes pending)")]
    #[serde(rename = "deaf")]
    InputNotRead {
        /// Number of unread bytes.
        unsent: usize,
    },
    /// The caller cancelled the wait.
    #[error("wait cancelled")]
    Cancelled,
    /// Reading or writing failed in the operating system.
    #[error("input/output error: {reason}")]
    Io {
        /// The system's message.
        reason: String,
    },
}

impl Fault {
    /// Returns whether the fault ends the communication. After [`Silent`](Fault::Silent),
    /// [`NotText`](Fault::NotText), [`ClosedInput`](Fault::ClosedInput) and
    /// [`Cancelled`](Fault::Cancelled) more lines may arrive.
    pub fn is_final(&self) -> bool {
        !matches!(
            self,
            Fault::Silent { .. } | Fault::NotText { .. } | Fault::ClosedInput | Fault::Cancelled
        )
    }
}

/// Returns the last line of the standard error, where most programs report the cause.
fn error_line(stderr_tail: &str) -> String {
    let last = stderr_tail
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    last.map_or_else(String::new, |line| format!(": {}", shortened(line.trim())))
}

/// Shortens a program's text for a message or a table, and removes control characters.
pub fn shortened(words: &str) -> String {
    const MOST: usize = 200;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = words.chars().take(MOST).map(clean).collect();
    if words.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// Exit status of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Exited with this code.
    Code(i32),
    /// Terminated by this signal.
    Signal(i32),
    /// Unknown.
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

/// Returns the name of a common signal. These numbers are the same on every Unix.
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
            stderr_tail: "loading\nno such file: book.bin\n\n".into(),
        };
        assert_eq!(
            fault.to_string(),
            "exited with code 3: no such file: book.bin"
        );
    }

    #[test]
    fn an_exit_without_output_has_its_status_alone() {
        let fault = Fault::Exited {
            status: Status::Signal(11),
            stderr_tail: String::new(),
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
                stderr_tail: "\u{fffd}".into(),
            },
        ] {
            let text = serde_json::to_string(&fault).unwrap();
            assert_eq!(serde_json::from_str::<Fault>(&text).unwrap(), fault);
        }
    }
}
