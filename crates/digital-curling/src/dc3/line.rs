//! A connection that is read line by line, within bounds.
//!
//! A thread reads what arrives into an inbox; whoever waits for a line gets it, or the reason why
//! there is none, by a deadline or when everything is called off. The inbox holds so much and no
//! more: whoever sends too much is not listened to any longer. Writing has a time limit, so
//! somebody who never reads holds nobody up.
//!
//! On closing, what was said last still arrives: the connection is closed for writing first, and
//! only when the other side has hung up, or [`LINGER`] later, for good.
//!
//! What is absent: what the lines mean.

use lookahead::Cancel;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the other side may take to hang up after the last line.
pub const LINGER: Duration = Duration::from_secs(1);

/// How often somebody who waits looks at the cancel flag, which cannot wake him.
const POLL: Duration = Duration::from_millis(10);

/// How much is kept of what nobody has read yet, and how long writing may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a line.
    pub line: usize,
    /// Lines that nobody has asked for yet.
    pub unread: usize,
    /// For one line to be taken by the other side.
    pub writing: Duration,
}

impl Limits {
    /// For the lines of a client, which are short.
    pub const SERVER: Limits = Limits {
        line: 64 * 1024,
        unread: 16,
        writing: Duration::from_secs(5),
    };

    /// For the lines of a server, which may hold the way of every stone, step by step.
    pub const CLIENT: Limits = Limits {
        line: 32 * 1024 * 1024,
        unread: 64,
        writing: Duration::from_secs(5),
    };
}

/// Why there is no line, or why one could not be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// Nothing came in time.
    #[error("nothing was heard for {:.3} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It was called off.
    #[error("called off")]
    Cancelled,
    /// The other side has hung up.
    #[error("the connection was closed")]
    Closed,
    /// A line without end.
    #[error("a line has more than {0} bytes")]
    TooLong(usize),
    /// Lines that nobody asked for.
    #[error("more than {0} lines were sent that nobody had asked for")]
    Flood(usize),
    /// Not UTF-8.
    #[error("a line is not UTF-8")]
    NotText,
    /// The other side does not read.
    #[error("the other side does not read what it is sent")]
    NotRead,
    /// The system says otherwise.
    #[error("the connection failed: {0}")]
    Io(String),
}

/// A connection.
#[derive(Debug)]
pub struct Line {
    stream: TcpStream,
    inbox: Arc<Inbox>,
    reader: Option<JoinHandle<()>>,
    /// Why nothing can be sent any more.
    mute: Option<LineFault>,
}

impl Line {
    /// Begins to read from a connection.
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
        Ok(Line {
            stream,
            inbox,
            reader: Some(reader),
            mute: None,
        })
    }

    /// Sends a line. Once that failed, it fails at once.
    ///
    /// # Errors
    /// If the other side is gone or does not read.
    pub fn send(&mut self, line: &str) -> Result<(), LineFault> {
        if let Some(fault) = &self.mute {
            return Err(fault.clone());
        }
        let sent = self.write(format!("{line}\n").as_bytes());
        if let Err(fault) = &sent {
            self.mute = Some(fault.clone());
        }
        sent
    }

    /// Writes everything. Each piece of it has a time limit, and so has the whole: somebody may
    /// read one byte at a time.
    fn write(&mut self, mut rest: &[u8]) -> Result<(), LineFault> {
        let started = Instant::now();
        while !rest.is_empty() {
            if started.elapsed() > self.inbox.limits.writing {
                return Err(LineFault::NotRead);
            }
            match self.stream.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(LineFault::NotRead),
                    ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => {
                        return Err(LineFault::Closed);
                    }
                    _ => return Err(LineFault::Io(error.to_string())),
                },
            }
        }
        Ok(())
    }

    /// Waits for a line. One that has arrived already counts, whatever the deadline.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&self, deadline: Option<Instant>, cancel: &Cancel) -> Result<String, LineFault> {
        let started = Instant::now();
        let mut state = self.inbox.lock();
        loop {
            if cancel.is_cancelled() {
                return Err(LineFault::Cancelled);
            }
            if let Some(next) = state.next() {
                return next;
            }
            let now = Instant::now();
            let left = deadline.map_or(POLL, |deadline| deadline.saturating_duration_since(now));
            if left.is_zero() {
                return Err(LineFault::Silent(now - started));
            }
            state = self.inbox.wait(state, left.min(POLL));
        }
    }

    /// What was said, or happened to the connection, since somebody last asked; nothing if all is
    /// quiet.
    pub fn unasked(&self) -> Option<Result<String, LineFault>> {
        self.inbox.lock().next()
    }

    /// Nothing more will be said; what still comes is overlooked.
    pub fn close(&mut self) {
        let closing = self.inbox.lock().closing.is_some();
        if !closing {
            let _ = self.stream.shutdown(Shutdown::Write);
            let mut state = self.inbox.lock();
            state.closing = Some(Instant::now());
            state.lines.clear();
            self.inbox.news.notify_all();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.close();
        self.inbox.wait_for_end();
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// Lines between the thread that reads them and whoever wants them.
#[derive(Debug)]
struct Inbox {
    limits: Limits,
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    /// Why no further line will come.
    end: Option<LineFault>,
    /// The thread is done.
    gone: bool,
    /// Since when nobody wants anything any more.
    closing: Option<Instant>,
}

impl State {
    fn push(&mut self, mut line: Vec<u8>, most: usize) -> Result<(), LineFault> {
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        if line.is_empty() || self.closing.is_some() {
            return Ok(());
        }
        if self.lines.len() >= most {
            return Err(LineFault::Flood(most));
        }
        self.lines.push_back(line);
        Ok(())
    }

    fn next(&mut self) -> Option<Result<String, LineFault>> {
        let Some(line) = self.lines.pop_front() else {
            return self.end.clone().map(Err);
        };
        Some(String::from_utf8(line).map_err(|_| LineFault::NotText))
    }
}

impl Inbox {
    fn new(limits: Limits) -> Self {
        Inbox {
            limits,
            state: Mutex::default(),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, long: Duration) -> MutexGuard<'a, State> {
        let woken = self.news.wait_timeout(state, long);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The work of the reading thread.
    fn fill(&self, mut from: impl Read) {
        let end = self.read_lines(&mut from);
        let closed = end == LineFault::Closed;
        let mut state = self.lock();
        state.end = Some(end);
        self.news.notify_all();
        // Whoever sent too much may fill the buffers of the system, but nothing here, until the
        // end.
        while !closed && state.closing.is_none() {
            state = self.wait(state, Duration::from_mins(1));
        }
        drop(state);
        if !closed {
            // A connection with something unread in it would be broken off, and the last words
            // lost.
            let mut chunk = [0; 4096];
            while !self.overdue() && from.read(&mut chunk).is_ok_and(|read| read > 0) {}
        }
        self.lock().gone = true;
        self.news.notify_all();
    }

    fn read_lines(&self, from: &mut impl Read) -> LineFault {
        let mut partial = Vec::new();
        let mut chunk = vec![0; 16 * 1024];
        loop {
            if self.overdue() {
                return LineFault::Closed;
            }
            let read = match from.read(&mut chunk) {
                Ok(0) => return LineFault::Closed,
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                    return LineFault::Closed;
                }
                Err(error) => return LineFault::Io(error.to_string()),
            };
            if let Err(fault) = self.accept(&mut partial, &chunk[..read]) {
                return fault;
            }
        }
    }

    /// Takes in what has arrived, all at once: whoever looks at the inbox sees everything that was
    /// sent together, or nothing of it.
    fn accept(&self, partial: &mut Vec<u8>, arrived: &[u8]) -> Result<(), LineFault> {
        let mut state = self.lock();
        for piece in arrived.split_inclusive(|&byte| byte == b'\n') {
            if partial.len() + piece.len() > self.limits.line {
                return Err(LineFault::TooLong(self.limits.line));
            }
            partial.extend_from_slice(piece);
            if piece.last() == Some(&b'\n') {
                state.push(std::mem::take(partial), self.limits.unread)?;
            }
        }
        self.news.notify_all();
        Ok(())
    }

    /// Whether the other side should have hung up by now.
    fn overdue(&self) -> bool {
        let closing = self.lock().closing;
        closing.is_some_and(|since| since.elapsed() > LINGER)
    }

    /// Waits for the other side to hang up, [`LINGER`] from the moment of closing at most.
    fn wait_for_end(&self) {
        let mut state = self.lock();
        let since = state.closing.unwrap_or_else(Instant::now);
        while !state.gone {
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
