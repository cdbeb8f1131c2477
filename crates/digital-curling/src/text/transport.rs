//! Transports of commands: the pipes of a program, or a connection.
//!
//! An error of a transport becomes a fault of the program, with its last output.

use super::commands::Reply;
use arena::player::Fault;
use arena::process::{self, Connection, Line, Process, shortened};
use arena::program::player_fault;
use lookahead::Cancel;
use std::time::{Duration, Instant};

/// A transport of commands.
pub trait Transport: Send {
    /// Sends a command with its terminator. Never blocks.
    ///
    /// # Errors
    /// If the peer does not read any more.
    fn send(&mut self, line: &str) -> Result<(), process::Fault>;

    /// The next message that arrives by `deadline`. One without a terminator counts if `whole`
    /// accepts it and nothing follows.
    ///
    /// # Errors
    /// The fault if there is none.
    fn receive_by(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, process::Fault>;

    /// The text after the last complete message.
    fn partial_line(&self) -> String;

    /// Discards the text after the last complete message.
    fn discard_partial_line(&mut self);

    /// Whether it is a program that has ended.
    fn has_ended(&mut self) -> bool {
        false
    }

    /// The end of a program's standard error.
    fn stderr_tail(&self) -> String {
        String::new()
    }

    /// Closes the transport once everything is sent, or after `grace`.
    fn finish(self: Box<Self>, grace: Duration);
}

impl Transport for Process {
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

    fn partial_line(&self) -> String {
        Process::partial_line(self)
    }

    fn discard_partial_line(&mut self) {
        Process::discard_partial_line(self);
    }

    fn stderr_tail(&self) -> String {
        Process::stderr_tail(self)
    }

    fn finish(self: Box<Self>, grace: Duration) {
        Process::finish(*self, grace);
    }
}

impl Transport for Connection {
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

    fn partial_line(&self) -> String {
        Connection::partial_line(self)
    }

    fn discard_partial_line(&mut self) {
        Connection::discard_partial_line(self);
    }

    fn finish(self: Box<Self>, grace: Duration) {
        Connection::finish(*self, grace);
    }
}

/// The next line of a program.
///
/// # Errors
/// The program's fault if there is none in time.
pub(super) fn next_line(
    transport: &mut dyn Transport,
    deadline: Instant,
    cancel: &Cancel,
    expected: &str,
) -> Result<String, Fault> {
    let received = transport.receive_by(deadline, cancel, &Reply::is_whole);
    let received = match received {
        // Text in another encoding is chatter.
        Err(process::Fault::NotText { line, .. }) => Ok(line),
        received => received.map(|line| line.text),
    };
    received.map_err(|fault| {
        let silent = matches!(fault, process::Fault::Silent { .. });
        match player_fault(fault) {
            Fault::OutOfTime { why } if silent => Fault::OutOfTime {
                why: format!("{why} when {expected} was expected{}", aside(transport)),
            },
            other => other,
        }
    })
}

/// The fault of an unexpected line.
pub(super) fn unexpected(transport: &dyn Transport, line: &str, why: &str) -> Fault {
    Fault::Illegal {
        action: shortened(line),
        why: format!("{why}{}", aside(transport)),
    }
}

/// Further details for a fault: the partial line and the last line of standard error.
fn aside(transport: &dyn Transport) -> String {
    let partial_line = transport.partial_line();
    let stderr_tail = transport.stderr_tail();
    let complaint = stderr_tail
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    let quoted = |begins: &str, text: &str| format!("; {begins} `{}`", shortened(text.trim()));
    let begun = Some(partial_line.as_str()).filter(|text| !text.is_empty());
    let begun = begun.map(|text| quoted("it began to write", text));
    let complaint = complaint.map(|text| quoted("its standard error ends with", text));
    begun.unwrap_or_default() + &complaint.unwrap_or_default()
}
