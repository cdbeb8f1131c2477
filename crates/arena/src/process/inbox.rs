//! Buffer of a program's output between the reader thread and the referee.
//!
//! A thread reads the program's standard output into the inbox; the referee takes lines out of it.
//! The inbox is bounded: when a limit is exceeded the thread stops reading and records a fault, so
//! an endless output costs neither memory nor time of the referee. The exit status is kept here
//! too, because a receiver waits for both at once.
//!
//! Some programs omit line ends. A receiver that can recognise a complete line gets such a line as
//! soon as nothing has followed it for a moment ([`QUIET`]).

use super::fault::{Fault, Status};
use super::launch::LineEnd;
use super::{Limits, SETTLE};
use lookahead::Cancel;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Polling interval of the cancel flag, which cannot wake a receiver.
const POLL: Duration = Duration::from_millis(10);

/// Quiet time after which an unterminated line may count as a line.
const QUIET: Duration = Duration::from_millis(20);

/// Read size in bytes: the capacity of a Linux pipe.
const CHUNK: usize = 64 * 1024;

/// A line as received, before UTF-8 decoding.
#[derive(Debug, PartialEq)]
pub(super) struct RawLine {
    pub(super) bytes: Vec<u8>,
    pub(super) at: Instant,
}

/// The buffer of received lines.
pub(super) struct Inbox {
    limits: Limits,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Holds the output after the last line end.
    splitter: Splitter,
    lines: VecDeque<RawLine>,
    /// Bytes in `lines`.
    bytes: usize,
    /// Set once the thread has stopped reading.
    end: Option<End>,
    exited: Option<(Status, Instant)>,
    /// Output is no longer wanted: it is read, so that the program does not block, and discarded.
    discarding: bool,
}

/// Why the reading thread stopped.
enum End {
    /// The pipe is closed.
    Closed(Instant),
    Fault(Fault),
}

impl Inbox {
    pub(super) fn new(limits: Limits, ends: LineEnd) -> Self {
        let state = State {
            splitter: Splitter::new(ends, limits.max_line),
            lines: VecDeque::new(),
            bytes: 0,
            end: None,
            exited: None,
            discarding: false,
        };
        Inbox {
            limits,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads lines until the end of input or a limit. Runs on its own thread.
    pub(super) fn fill(&self, mut from: impl Read) {
        let mut chunk = vec![0; CHUNK];
        let end = loop {
            let read = match from.read(&mut chunk) {
                Ok(0) => break self.close(),
                Ok(n) => self.accept(&chunk[..n]),
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
                Err(error) => Err(Fault::Io {
                    reason: error.to_string(),
                }),
            };
            if let Err(fault) = read {
                break End::Fault(fault);
            }
        };
        self.lock().end = Some(end);
        self.changed.notify_all();
    }

    fn accept(&self, bytes: &[u8]) -> Result<(), Fault> {
        let at = Instant::now();
        let mut guard = self.lock();
        if guard.discarding {
            return Ok(());
        }
        let mut splitter = std::mem::take(&mut guard.splitter);
        let result = splitter.feed(bytes, at, |bytes| {
            guard.push(RawLine { bytes, at }, &self.limits)
        });
        guard.splitter = splitter;
        self.changed.notify_all();
        result
    }

    /// Ends the input. An unterminated last line counts as a line.
    fn close(&self) -> End {
        let at = Instant::now();
        let mut state = self.lock();
        let last = state.splitter.rest().filter(|_| !state.discarding);
        let pushed = last.map_or(Ok(()), |bytes| {
            state.push(RawLine { bytes, at }, &self.limits)
        });
        pushed.map_or_else(End::Fault, |()| End::Closed(at))
    }

    /// Returns the next line that arrived by `deadline`, or the fault. An unterminated line counts
    /// if `whole` accepts it and nothing follows. The fault of a dead program lacks its standard
    /// error, which the inbox does not have.
    pub(super) fn next(
        &self,
        deadline: Option<Instant>,
        cancel: &Cancel,
        whole: &dyn Fn(&[u8]) -> bool,
    ) -> Result<RawLine, Fault> {
        let started = Instant::now();
        let mut state = self.lock();
        loop {
            if cancel.is_cancelled() {
                return Err(Fault::Cancelled);
            }
            if let Some(next) = state.next(deadline, whole) {
                return next;
            }
            let now = Instant::now();
            let left = deadline.map_or(POLL, |deadline| deadline.saturating_duration_since(now));
            if left.is_zero() {
                return Err(Fault::Silent {
                    after: now - started,
                });
            }
            state = self.wait(state, left.min(POLL));
        }
    }

    /// Returns the output after the last line end.
    pub(super) fn partial_line(&self) -> Vec<u8> {
        self.lock().splitter.partial.clone()
    }

    /// Discards the output after the last line end.
    pub(super) fn discard_partial_line(&self) {
        let mut state = self.lock();
        state.splitter.partial.clear();
        state.splitter.fed = None;
    }

    /// Returns whether the input has ended. Lines may still be buffered.
    pub(super) fn is_over(&self) -> bool {
        self.lock().end.is_some()
    }

    /// Discards all further output.
    pub(super) fn discard(&self) {
        let mut state = self.lock();
        state.discarding = true;
        state.forget();
    }

    /// Records the exit status. The first known status stays; an unknown one is replaced.
    pub(super) fn note_exit(&self, status: Status) {
        let mut state = self.lock();
        let known = state.status().is_some_and(|s| s != Status::Unknown);
        if !known {
            state.exited = Some((status, Instant::now()));
        }
        self.changed.notify_all();
    }

    /// Returns the exit status, once the program has ended.
    pub(super) fn status(&self) -> Option<Status> {
        self.lock().status()
    }

    /// Waits until the program has ended, at most `patience`.
    pub(super) fn wait_exit(&self, patience: Duration) -> Option<Status> {
        let started = Instant::now();
        let mut state = self.lock();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            if state.exited.is_some() || left.is_zero() {
                return state.status();
            }
            // In slices, because very long waits overflow on some systems.
            state = self.wait(state, left.min(Duration::from_mins(1)));
        }
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, long: Duration) -> MutexGuard<'a, State> {
        let woken = self.changed.wait_timeout(state, long);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl State {
    fn push(&mut self, line: RawLine, limits: &Limits) -> Result<(), Fault> {
        let lines = self.lines.len() + 1;
        let bytes = self.bytes + line.bytes.len();
        if lines > limits.max_unread_lines || bytes > limits.max_unread {
            self.forget();
            return Err(Fault::Flood { lines, bytes });
        }
        self.bytes = bytes;
        self.lines.push_back(line);
        Ok(())
    }

    fn forget(&mut self) {
        self.lines = VecDeque::new();
        self.bytes = 0;
    }

    fn status(&self) -> Option<Status> {
        self.exited.map(|(status, _)| status)
    }

    /// A line that arrived after the deadline stays for a later call: reading line after line up to
    /// one deadline must end even if the lines never do.
    fn next(
        &mut self,
        deadline: Option<Instant>,
        whole: &dyn Fn(&[u8]) -> bool,
    ) -> Option<Result<RawLine, Fault>> {
        let Some(front) = self.lines.front() else {
            let unended = self.unended(deadline, whole).map(Ok);
            return unended.or_else(|| self.over().map(Err));
        };
        if deadline.is_some_and(|deadline| front.at > deadline) {
            return None;
        }
        let line = self.lines.pop_front()?;
        self.bytes -= line.bytes.len();
        Some(Ok(line))
    }

    /// Returns an unterminated line, if nothing has followed it or the deadline has passed.
    fn unended(
        &mut self,
        deadline: Option<Instant>,
        whole: &dyn Fn(&[u8]) -> bool,
    ) -> Option<RawLine> {
        let at = self.splitter.fed?;
        let late = |moment: Instant| deadline.is_some_and(|deadline| moment > deadline);
        let quiet = at.elapsed() >= QUIET || late(Instant::now());
        let taken = self.end.is_none() && quiet && !late(at) && whole(&self.splitter.partial);
        taken.then(|| RawLine {
            bytes: self.splitter.take(),
            at,
        })
    }

    /// Returns the fault that ends the input, if it is certain.
    ///
    /// Exit and end of output are observed by different threads, in either order; and a child of
    /// the program may hold the output open after its exit. So one of the two alone is decisive
    /// only after the other has had time to follow.
    fn over(&self) -> Option<Fault> {
        let exit = |status| Fault::Exited {
            status,
            stderr_tail: String::new(),
        };
        match (&self.end, self.exited) {
            (Some(End::Fault(fault)), _) => Some(fault.clone()),
            (Some(End::Closed(_)), Some((status, _))) => Some(exit(status)),
            (Some(End::Closed(at)), None) => {
                (at.elapsed() >= SETTLE).then_some(Fault::ClosedOutput)
            }
            (None, Some((status, at))) => (at.elapsed() >= SETTLE).then(|| exit(status)),
            (None, None) => None,
        }
    }
}

/// Splits a stream of bytes into lines, independently of its chunks.
#[derive(Default)]
struct Splitter {
    ends: LineEnd,
    max_line: usize,
    partial: Vec<u8>,
    /// Arrival time of the last byte of `partial`, if any.
    fed: Option<Instant>,
}

impl Splitter {
    fn new(ends: LineEnd, max_line: usize) -> Self {
        Splitter {
            ends,
            max_line,
            ..Splitter::default()
        }
    }

    /// Passes every line that `bytes` completes to `sink`; stops at the first fault.
    fn feed(
        &mut self,
        mut bytes: &[u8],
        at: Instant,
        mut sink: impl FnMut(Vec<u8>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        while let Some(end) = bytes.iter().position(|&byte| self.ends.ends_at(byte)) {
            self.append(&bytes[..end])?;
            sink(self.take())?;
            bytes = &bytes[end + 1..];
        }
        self.append(bytes)?;
        self.fed = (!self.partial.is_empty()).then_some(at);
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.partial.len() + bytes.len() > self.max_line {
            return Err(Fault::LineTooLong {
                limit: self.max_line,
            });
        }
        self.partial.extend_from_slice(bytes);
        Ok(())
    }

    fn take(&mut self) -> Vec<u8> {
        let mut line = std::mem::take(&mut self.partial);
        self.fed = None;
        if self.ends.strips_cr() && line.last() == Some(&b'\r') {
            line.pop();
        }
        line
    }

    /// Returns the output after the last line end, if any.
    fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.partial.is_empty()).then(|| self.take())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits() -> Limits {
        Limits {
            max_line: 10,
            max_unread: 100,
            max_unread_lines: 20,
            ..Limits::default()
        }
    }

    fn filled(bytes: impl Read, ends: LineEnd) -> Inbox {
        let inbox = Inbox::new(limits(), ends);
        inbox.fill(bytes);
        inbox.note_exit(Status::Code(0));
        inbox
    }

    fn next(inbox: &Inbox) -> Result<String, Fault> {
        let raw = inbox.next(Some(Instant::now()), &Cancel::new(), &|_| false)?;
        Ok(String::from_utf8(raw.bytes).unwrap())
    }

    fn all(inbox: &Inbox) -> Vec<String> {
        std::iter::from_fn(|| next(inbox).ok()).collect()
    }

    #[test]
    fn each_setting_ends_lines_at_its_own_bytes() {
        let lines = |ends| all(&filled(&b"a\r\nb\n\nc\0d\r"[..], ends));
        assert_eq!(lines(LineEnd::Lf), ["a", "b", "", "c\0d"]);
        assert_eq!(lines(LineEnd::CrLf), lines(LineEnd::Lf));
        assert_eq!(lines(LineEnd::Nul), ["a\r\nb\n\nc", "d\r"]);
        assert_eq!(lines(LineEnd::Any), ["a", "b", "", "c", "d"]);
        assert_eq!(lines(LineEnd::NulAny), lines(LineEnd::Any));
    }

    #[test]
    fn a_whole_line_without_an_end_counts_once_nothing_follows_it() {
        let inbox = Inbox::new(limits(), LineEnd::Any);
        let receive = |patience: Duration| {
            let deadline = Some(Instant::now() + patience);
            let whole = |bytes: &[u8]| bytes == b"go 1";
            let raw = inbox.next(deadline, &Cancel::new(), &whole)?;
            Ok::<_, Fault>(String::from_utf8(raw.bytes).unwrap())
        };
        inbox.accept(b"ready\ngo").unwrap();
        assert_eq!(receive(Duration::from_secs(5)).unwrap(), "ready");
        assert!(receive(2 * QUIET).is_err());
        assert_eq!(inbox.partial_line(), b"go");
        inbox.accept(b" 1").unwrap();
        let requested = Instant::now();
        assert_eq!(receive(Duration::from_secs(5)).unwrap(), "go 1");
        assert!(requested.elapsed() < Duration::from_secs(2));
        // Its end comes after all: an empty line.
        inbox.accept(b"\n").unwrap();
        assert_eq!(receive(Duration::from_secs(5)).unwrap(), "");
        // There is no waiting for silence beyond the deadline.
        inbox.accept(b"go 1").unwrap();
        assert_eq!(receive(QUIET / 4).unwrap(), "go 1");
    }

    #[test]
    fn an_endless_stream_of_lines_is_a_flood_and_keeps_nothing() {
        let inbox = filled(std::io::repeat(b'\n'), LineEnd::Lf);
        assert_eq!(
            next(&inbox),
            Err(Fault::Flood {
                lines: 21,
                bytes: 0
            })
        );
        assert_eq!(inbox.lock().lines.capacity(), 0);
    }

    #[test]
    fn bytes_flood_as_well_as_lines() {
        let inbox = filled("0123456789\n".repeat(11).as_bytes(), LineEnd::Lf);
        assert_eq!(
            next(&inbox),
            Err(Fault::Flood {
                lines: 11,
                bytes: 110
            })
        );
    }

    #[test]
    fn lines_that_are_received_do_not_count_towards_a_flood() {
        let inbox = Inbox::new(limits(), LineEnd::Lf);
        for _ in 0..100 {
            inbox.accept(b"0123456789\n").unwrap();
            assert_eq!(next(&inbox).unwrap(), "0123456789");
        }
    }

    #[test]
    fn an_endless_line_is_reported_after_the_lines_before_it() {
        let inbox = filled(b"ok\n".chain(std::io::repeat(b'a')), LineEnd::Lf);
        assert_eq!(next(&inbox).unwrap(), "ok");
        assert_eq!(next(&inbox), Err(Fault::LineTooLong { limit: 10 }));
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_fine() {
        let inbox = filled(&b"0123456789\n"[..], LineEnd::Lf);
        assert_eq!(all(&inbox), ["0123456789"]);
    }

    #[test]
    fn a_line_that_arrived_after_the_deadline_waits_for_a_later_call() {
        let before = Instant::now();
        std::thread::sleep(Duration::from_millis(2));
        let inbox = filled(&b"late\n"[..], LineEnd::Lf);
        let early = inbox.next(Some(before), &Cancel::new(), &|_| false);
        assert!(matches!(early, Err(Fault::Silent { .. })));
        assert_eq!(next(&inbox).unwrap(), "late");
    }

    #[test]
    fn after_discarding_nothing_is_kept_and_nothing_floods() {
        let inbox = Inbox::new(limits(), LineEnd::Lf);
        inbox.discard();
        inbox.fill("line\n".repeat(1000).as_bytes());
        inbox.note_exit(Status::Code(0));
        assert!(matches!(next(&inbox), Err(Fault::Exited { .. })));
    }

    #[test]
    fn the_first_known_status_stays() {
        let inbox = Inbox::new(limits(), LineEnd::Lf);
        for status in [Status::Unknown, Status::Code(3), Status::Signal(9)] {
            inbox.note_exit(status);
        }
        inbox.note_exit(Status::Unknown);
        assert_eq!(inbox.status(), Some(Status::Code(3)));
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_the_pieces_they_come_in(
            text in "[ab\r\n\0]{0,40}", cuts in prop::collection::vec(1_usize..6, 1..40)
        ) {
            for ends in [LineEnd::Lf, LineEnd::Nul, LineEnd::Any] {
                let cut = |sizes: &mut dyn Iterator<Item = usize>| {
                    let (mut splitter, mut lines) = (Splitter::new(ends, 100), Vec::new());
                    let mut rest = text.as_bytes();
                    while !rest.is_empty() {
                        let (piece, after) = rest.split_at(sizes.next().unwrap_or(1).min(rest.len()));
                        splitter.feed(piece, Instant::now(), |line| { lines.push(line); Ok(()) }).unwrap();
                        rest = after;
                    }
                    lines.extend(splitter.rest());
                    lines
                };
                prop_assert_eq!(cut(&mut cuts.iter().copied()), cut(&mut std::iter::once(1000)));
            }
        }
    }
}
