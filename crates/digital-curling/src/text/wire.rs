//! What carries commands: the pipes of a program, or a connection.
//!
//! Whatever goes wrong on it becomes the fault of whoever is at the other end, with as much of what
//! it said last as is known.

use super::words::Reply;
use arena::player::Fault;
use arena::process::{self, Connection, Line, Process, shortened};
use arena::program::player_fault;
use lookahead::Cancel;
use std::time::{Duration, Instant};

/// Somebody who can be spoken to.
pub trait Wire: Send {
    /// Sends a command; what ends it is added. Never waits.
    ///
    /// # Errors
    /// If nobody reads any more.
    fn send(&mut self, line: &str) -> Result<(), process::Fault>;

    /// The next message that arrives by `deadline`. What has no end counts if `whole` says so of it
    /// and nothing follows.
    ///
    /// # Errors
    /// Why there is none.
    fn receive_by(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, process::Fault>;

    /// What came after the last end of a message.
    fn unfinished(&self) -> String;

    /// Forgets that.
    fn forget_unfinished(&mut self);

    /// Whether it is a program that has ended.
    fn has_ended(&mut self) -> bool {
        false
    }

    /// What it complained about elsewhere: a program's standard error.
    fn last_words(&self) -> String {
        String::new()
    }

    /// Ends it, once everything is sent, or after `grace`.
    fn finish(self: Box<Self>, grace: Duration);
}

impl Wire for Process {
    fn has_ended(&mut self) -> bool {
        Process::has_ended(self)
    }

    fn send(&mut self, line: &str) -> Result<(), process::Fault> {
        Process::send(self, line)
    }

    fn receive_by(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, process::Fault> {
        self.receive_whole(deadline, cancel, whole)
    }

    fn unfinished(&self) -> String {
        Process::partial_line(self)
    }

    fn forget_unfinished(&mut self) {
        Process::discard_partial_line(self);
    }

    fn last_words(&self) -> String {
        Process::stderr_tail(self)
    }

    fn finish(self: Box<Self>, grace: Duration) {
        Process::finish(*self, grace);
    }
}

impl Wire for Connection {
    fn send(&mut self, line: &str) -> Result<(), process::Fault> {
        Connection::send(self, line)
    }

    fn receive_by(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, process::Fault> {
        self.receive_whole(deadline, cancel, whole)
    }

    fn unfinished(&self) -> String {
        Connection::partial_line(self)
    }

    fn forget_unfinished(&mut self) {
        Connection::discard_partial_line(self);
    }

    fn finish(self: Box<Self>, grace: Duration) {
        Connection::finish(*self, grace);
    }
}

/// The next reply of a program, whatever it is.
///
/// # Errors
/// The program's fault if there is none in time.
pub(super) fn next_line(
    wire: &mut dyn Wire,
    deadline: Instant,
    cancel: &Cancel,
    expected: &str,
) -> Result<String, Fault> {
    let received = wire.receive_by(deadline, cancel, &Reply::is_whole);
    let received = match received {
        // What is no text in our sense is talk in somebody else's.
        Err(process::Fault::NotText { line, .. }) => Ok(line),
        received => received.map(|line| line.text),
    };
    received.map_err(|fault| {
        let silent = matches!(fault, process::Fault::Silent { .. });
        match player_fault(fault) {
            Fault::OutOfTime { why } if silent => Fault::OutOfTime {
                why: format!("{why} when {expected} was expected{}", aside(wire)),
            },
            other => other,
        }
    })
}

/// A line that is not what was asked for, as the fault it is.
pub(super) fn unexpected(wire: &dyn Wire, line: &str, why: &str) -> Fault {
    Fault::Illegal {
        action: shortened(line),
        why: format!("{why}{}", aside(wire)),
    }
}

/// What else is known of somebody who did something wrong.
fn aside(wire: &dyn Wire) -> String {
    let unfinished = wire.unfinished();
    let last_words = wire.last_words();
    let complaint = last_words
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    let said = |begins: &str, text: &str| format!("; {begins} `{}`", shortened(text.trim()));
    let begun = Some(unfinished.as_str()).filter(|text| !text.is_empty());
    let begun = begun.map(|text| said("it began to write", text));
    let complaint = complaint.map(|text| said("its standard error ends with", text));
    begun.unwrap_or_default() + &complaint.unwrap_or_default()
}
