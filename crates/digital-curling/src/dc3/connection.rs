//! A TCP connection read line by line, with limits on size and time.
//!
//! A thread reads lines into a bounded inbox; the receiver gets a line, or the reason why there is
//! none, by a deadline or on cancellation. A peer that overflows the inbox is not read any longer.
//! Writing has a time limit, so a peer that never reads does not block the match.
//!
//! On closing, the last message still arrives: the connection is closed for writing first, and
//! completely when the peer has closed it, or after [`LINGER`].
//!
//! What is absent: the meaning of the lines.

use lookahead::Cancel;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time a peer has to close the connection after the last line.
pub const LINGER: Duration = Duration::from_secs(1);

/// The interval at which a waiting receiver polls the cancel flag.
const POLL: Duration = Duration::from_millis(10);

/// Limits of the inbox and of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a line.
    pub line: usize,
    /// Unread lines.
    pub unread: usize,
    /// The time limit for writing a line.
    pub writing: Duration,
}

impl Limits {
    /// For the lines of a client, which are short.
    pub const SERVER: Limits = Limits {
        line: 64 * 1024,
        unread: 16,
        writing: Duration::from_secs(5),
    };

    /// For the lines of a server, which may hold the path of every stone.
    pub const CLIENT: Limits = Limits {
        line: 32 * 1024 * 1024,
        unread: 64,
        writing: Duration::from_secs(5),
    };
}

/// A fault of the connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectionFault {
    /// No line in time.
    #[error("no message for {:.3} s", .0.as_secs_f64())]
    Silent(Duration),
    /// Waiting was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The peer has closed the connection.
    #[error("the connection was closed")]
    Closed,
    /// A line above the limit.
    #[error("a line has more than {0} bytes")]
    TooLong(usize),
    /// Too many unread lines.
    #[error("more than {0} unread lines")]
    Flood(usize),
    /// Not UTF-8.
    #[error("a line is not UTF-8")]
    NotText,
    /// The peer does not read.
    #[error("the peer does not read its messages")]
    NotRead,
    /// An error of the operating system.
    #[error("the connection failed: {0}")]
    Io(String),
}

/// A connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    inbox: Arc<Inbox>,
    reader: Option<JoinHandle<()>>,
    /// The fault after which sending fails.
    mute: Option<ConnectionFault>,
}

impl Connection {
    /// Starts reading from a stream.
    ///
    /// # Errors
    /// If the system refuses a setting or a thread.
    pub fn new(stream: TcpStream, limits: Limits) -> std::io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(limits.writing))?;
        let inbox = Arc::new(Inbox::new(limits));
        let (from, to) = (stream.try_clone()?, Arc::clone(&inbox));
        let reader = std::thread::Builder::new()
            .name("dc3-line".to_owned())
            .spawn(move || to.fill(from))?;
        Ok(Connection {
            stream,
            inbox,
            reader: Some(reader),
            mute: None,
        })
    }

    /// Sends a line. After a fault every further send fails at once.
    ///
    /// # Errors
    /// If the peer is gone or does not read.
    pub fn send(&mut self, line: &str) -> Result<(), ConnectionFault> {
        if let Some(fault) = &self.mute {
            return Err(fault.clone());
        }
        let sent = self.write(format!("{line}\n").as_bytes());
        if let Err(fault) = &sent {
            self.mute = Some(fault.clone());
        }
        sent
    }

    /// Writes all bytes. Each write has a time limit, and so has the whole: a peer may read one
    /// byte at a time.
    fn write(&mut self, mut rest: &[u8]) -> Result<(), ConnectionFault> {
        let started = Instant::now();
        while !rest.is_empty() {
            if started.elapsed() > self.inbox.limits.writing {
                return Err(ConnectionFault::NotRead);
            }
            match self.stream.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                        return Err(ConnectionFault::NotRead);
                    }
                    ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => {
                        return Err(ConnectionFault::Closed);
                    }
                    _ => return Err(ConnectionFault::Io(error.to_string())),
                },
            }
        }
        Ok(())
    }

    /// Waits for a line. One that has arrived already counts, whatever the deadline.
    ///
    /// # Errors
    /// The fault if there is no line.
    pub fn next(
        &self,
        deadline: Option<Instant>,
        cancel: &Cancel,
    ) -> Result<String, ConnectionFault> {
        let started = Instant::now();
        let mut state = self.inbox.lock();
        loop {
            if cancel.is_cancelled() {
                return Err(ConnectionFault::Cancelled);
            }
            if let Some(next) = state.next() {
                return next;
            }
            let now = Instant::now();
            let left = deadline.map_or(POLL, |deadline| deadline.saturating_duration_since(now));
            if left.is_zero() {
                return Err(ConnectionFault::Silent(now - started));
            }
            state = self.inbox.wait(state, left.min(POLL));
        }
    }

    /// A line or fault that arrived without a request; none if there is neither.
    pub fn take_pending(&self) -> Option<Result<String, ConnectionFault>> {
        self.inbox.lock().next()
    }

    /// Whether reading has ended, and all lines were taken.
    pub fn is_exhausted(&self) -> bool {
        let state = self.inbox.lock();
        state.lines.is_empty() && state.end.is_some()
    }

    /// Closes the connection at once, without waiting for the peer.
    pub fn abort(mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
        self.close();
    }

    /// Closes the connection for writing; lines that still arrive are ignored.
    pub fn close(&mut self) {
        let closing = self.inbox.lock().closing.is_some();
        if !closing {
            let _ = self.stream.shutdown(Shutdown::Write);
            let mut state = self.inbox.lock();
            state.closing = Some(Instant::now());
            state.lines.clear();
            self.inbox.changed.notify_all();
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
        self.inbox.wait_for_end();
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// The queue of lines between the reading thread and the receiver.
#[derive(Debug)]
struct Inbox {
    limits: Limits,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    /// The fault that ended reading.
    end: Option<ConnectionFault>,
    /// The thread has finished.
    finished: bool,
    /// The time of closing.
    closing: Option<Instant>,
}

impl State {
    fn push(&mut self, mut line: Vec<u8>, most: usize) -> Result<(), ConnectionFault> {
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        if line.is_empty() || self.closing.is_some() {
            return Ok(());
        }
        if self.lines.len() >= most {
            return Err(ConnectionFault::Flood(most));
        }
        self.lines.push_back(line);
        Ok(())
    }

    fn next(&mut self) -> Option<Result<String, ConnectionFault>> {
        let Some(line) = self.lines.pop_front() else {
            return self.end.clone().map(Err);
        };
        Some(String::from_utf8(line).map_err(|_| ConnectionFault::NotText))
    }
}

impl Inbox {
    fn new(limits: Limits) -> Self {
        Inbox {
            limits,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, long: Duration) -> MutexGuard<'a, State> {
        let woken = self.changed.wait_timeout(state, long);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The loop of the reading thread.
    fn fill(&self, mut from: impl Read) {
        let end = self.read_lines(&mut from);
        let closed = end == ConnectionFault::Closed;
        let mut state = self.lock();
        state.end = Some(end);
        self.changed.notify_all();
        // A peer that sent too much may fill the buffers of the system, but nothing here.
        while !closed && state.closing.is_none() {
            state = self.wait(state, Duration::from_mins(1));
        }
        drop(state);
        if !closed {
            // Closing with unread data resets the connection, and the last message would be lost.
            let mut chunk = [0; 4096];
            while !self.overdue() && from.read(&mut chunk).is_ok_and(|read| read > 0) {}
        }
        self.lock().finished = true;
        self.changed.notify_all();
    }

    fn read_lines(&self, from: &mut impl Read) -> ConnectionFault {
        let mut partial = Vec::new();
        let mut chunk = vec![0; 16 * 1024];
        loop {
            if self.overdue() {
                return ConnectionFault::Closed;
            }
            let read = match from.read(&mut chunk) {
                Ok(0) => return ConnectionFault::Closed,
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                    return ConnectionFault::Closed;
                }
                Err(error) => return ConnectionFault::Io(error.to_string()),
            };
            if let Err(fault) = self.accept(&mut partial, &chunk[..read]) {
                return fault;
            }
        }
    }

    /// Adds received bytes under one lock: lines that were sent together become visible together.
    fn accept(&self, partial: &mut Vec<u8>, arrived: &[u8]) -> Result<(), ConnectionFault> {
        let mut state = self.lock();
        for piece in arrived.split_inclusive(|&byte| byte == b'\n') {
            if partial.len() + piece.len() > self.limits.line {
                return Err(ConnectionFault::TooLong(self.limits.line));
            }
            partial.extend_from_slice(piece);
            if piece.last() == Some(&b'\n') {
                state.push(std::mem::take(partial), self.limits.unread)?;
            }
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Whether the peer should have closed the connection by now.
    fn overdue(&self) -> bool {
        let closing = self.lock().closing;
        closing.is_some_and(|since| since.elapsed() > LINGER)
    }

    /// Waits for the peer to close the connection, at most [`LINGER`] from the time of closing.
    fn wait_for_end(&self) {
        let mut state = self.lock();
        let since = state.closing.unwrap_or_else(Instant::now);
        while !state.finished {
            let left = LINGER.saturating_sub(since.elapsed());
            if left.is_zero() {
                return;
            }
            state = self.wait(state, left);
        }
    }
}

#[cfg(test)]
mod tests;
