//! Exit codes and errors of commands.

use std::fmt;
use std::process::ExitCode;

/// The exit code of a failure.
pub(crate) const FAILED: u8 = 1;
/// The exit code of wrong usage.
pub(crate) const USAGE: u8 = 2;
/// The exit code of an experiment with failed tasks.
pub(crate) const TASKS_FAILED: u8 = 3;
/// The exit code after an interrupt; finished work is kept.
pub(crate) const INTERRUPTED: u8 = 130;

/// An error of usage.
#[derive(Debug)]
struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns an error with the exit code of wrong usage.
pub(crate) fn usage(words: impl fmt::Display) -> anyhow::Error {
    Usage(words.to_string()).into()
}

/// Returns an error with the exit code of a failure.
pub(crate) fn failed(words: impl fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{words}")
}

/// Prints an error with its causes and returns the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    crate::show::error(&format!("{error:#}"));
    if error.is::<Usage>() {
        USAGE.into()
    } else {
        FAILED.into()
    }
}
