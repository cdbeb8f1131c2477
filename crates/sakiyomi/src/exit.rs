//! Errors of commands: a message for people, an exit code for scripts.

use std::fmt;
use std::process::ExitCode;

/// Failed.
pub(crate) const FAILED: u8 = 1;
/// Asked for wrongly.
pub(crate) const USAGE: u8 = 2;
/// An experiment ended, but some of its tasks failed.
pub(crate) const TASKS_FAILED: u8 = 3;
/// Interrupted; what was done is kept.
pub(crate) const INTERRUPTED: u8 = 130;

/// An error that is the caller's mistake.
#[derive(Debug)]
struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error that leads to the exit code for wrong usage.
pub(crate) fn usage(words: impl fmt::Display) -> anyhow::Error {
    Usage(words.to_string()).into()
}

/// An error that is not a usage error.
pub(crate) fn failed(words: impl fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{words}")
}

/// Prints an error with its causes and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    crate::show::error(&format!("{error:#}"));
    if error.is::<Usage>() {
        USAGE.into()
    } else {
        FAILED.into()
    }
}
