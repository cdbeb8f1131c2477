//! Line-based communication over a pair of streams: a network connection, or our own standard input
//! and output.
//!
//! As with a [`Process`](super::Process), sending never waits, receiving never waits past its
//! deadline, and buffers are bounded by [`Limits`]. There is no process to kill and no standard
//! error: a misbehaving peer is disconnected. Authentication is out of scope.

use super::inbox::Inbox;
use super::outbox::Outbox;
use super::{Fault, Limits, Line, LineEnd, spawn, text};
use lookahead::Cancel;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A connection over two streams, line by line. Dropping it closes a network connection; the
/// threads of other streams end with the streams.
///
/// ```
/// use arena::process::{Connection, Limits, LineEnd};
/// use lookahead::Cancel;
/// use std::time::{Duration, Instant};
///
/// let input = &b"one\ntwo"[..];
/// let mut connection = Connection::over(input, std::io::sink(), LineEnd::Any, Limits::default())?;
/// let deadline = Instant::now() + Duration::from_secs(5);
/// for expected in ["one", "two"] {
///     assert_eq!(connection.receive_by(deadline, &Cancel::new())?.text, expected);
/// }
/// let fault = connection.receive_by(deadline, &Cancel::new()).unwrap_err();
/// assert_eq!(fault.to_string(), "closed the connection");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Connection {
    lines: LineEnd,
    limits: Limits,
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    stream: Option<TcpStream>,
    /// A final fault, which every later call returns.
    fault: Option<Fault>,
}

impl Connection {
    /// Creates a connection over any two streams.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn over(
        read: impl Read + Send + 'static,
        write: impl Write + Send + 'static,
        lines: LineEnd,
        limits: Limits,
    ) -> io::Result<Self> {
        let connection = Connection {
            lines,
            limits,
            inbox: Arc::new(Inbox::new(limits, lines)),
            outbox: Arc::default(),
            stream: None,
            fault: None,
        };
        let inbox = Arc::clone(&connection.inbox);
        spawn("connection input", move || inbox.fill(read))?;
        let outbox = Arc::clone(&connection.outbox);
        spawn("connection output", move || outbox.drain(write))?;
        Ok(connection)
    }

    /// Creates a connection over a TCP stream.
    ///
    /// # Errors
    /// If no thread or handle is available.
    pub fn tcp(stream: TcpStream, lines: LineEnd, limits: Limits) -> io::Result<Self> {
        // Messages are short and alternate, so Nagle's algorithm only delays them; failure to
        // disable it is harmless.
        let _ = stream.set_nodelay(true);
        let (read, write) = (stream.try_clone()?, stream.try_clone()?);
        let mut connection = Connection::over(read, write, lines, limits)?;
        connection.stream = Some(stream);
        Ok(connection)
    }

    /// Sends a line; the line end is added. Never waits for the peer to read it.
    ///
    /// # Errors
    /// [`Fault::InputNotRead`] if too much is unread, [`Fault::HungUp`] if the peer has
    /// disconnected.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let pushed = self.outbox.push(line, self.lines, self.limits.max_unsent);
        pushed.map_err(|fault| self.conclude(fault))
    }

    /// Receives the next line if it arrives by `deadline` and before `cancel` is raised.
    ///
    /// # Errors
    /// [`Fault::Silent`], [`Fault::NotText`] and [`Fault::Cancelled`], after which lines may still
    /// arrive. After any other fault every further call returns the same fault.
    pub fn receive_by(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Line, Fault> {
        self.receive_whole(deadline, cancel, &|_| false)
    }

    /// Like [`receive_by`](Self::receive_by) for a peer that may omit line ends: unterminated input
    /// counts as a line if `whole` accepts it and nothing has followed for 20 ms.
    ///
    /// # Errors
    /// As [`receive_by`](Self::receive_by).
    pub fn receive_whole(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let whole = |bytes: &[u8]| whole(&String::from_utf8_lossy(bytes));
        match self.inbox.next(Some(deadline), cancel, &whole) {
            Ok(raw) => text(raw),
            Err(fault) => Err(self.conclude(fault)),
        }
    }

    /// Returns the input after the last line end, lossily decoded as UTF-8.
    pub fn partial_line(&self) -> String {
        String::from_utf8_lossy(&self.inbox.partial_line()).into_owned()
    }

    /// Discards the input after the last line end.
    pub fn discard_partial_line(&mut self) {
        self.inbox.discard_partial_line();
    }

    /// Returns whether no more input will arrive. Earlier lines may still be buffered.
    pub fn is_over(&self) -> bool {
        self.inbox.is_over()
    }

    /// Disconnects once everything is sent, or after `grace`.
    pub fn finish(self, grace: Duration) {
        self.inbox.discard();
        self.outbox.close();
        self.outbox.settle(grace);
    }

    fn conclude(&mut self, fault: Fault) -> Fault {
        let fault = match fault {
            Fault::ClosedInput | Fault::ClosedOutput => Fault::HungUp,
            other => other,
        };
        if fault.is_final() {
            self.disconnect();
            self.fault = Some(fault.clone());
        }
        fault
    }

    fn disconnect(&mut self) {
        self.outbox.close();
        if let Some(stream) = self.stream.take() {
            // The stream may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.disconnect();
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("stream", &self.stream)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Returns a connection and the stream at its other end.
    fn pair(limits: Limits) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        (
            Connection::tcp(stream, LineEnd::NulAny, limits).unwrap(),
            other,
        )
    }

    fn receive(connection: &mut Connection) -> Result<String, Fault> {
        let deadline = Instant::now() + Duration::from_secs(5);
        let whole = |text: &str| text == "whole";
        let line = connection.receive_whole(deadline, &Cancel::new(), &whole)?;
        Ok(line.text)
    }

    #[test]
    fn lines_go_both_ways_and_the_end_may_be_left_out() {
        let (mut connection, mut other) = pair(Limits::default());
        other.write_all(b"a\0b\r\nwhole").unwrap();
        for expected in ["a", "b", "whole"] {
            assert_eq!(receive(&mut connection).unwrap(), expected);
        }
        connection.send("hello").unwrap();
        connection.finish(Duration::from_secs(5));
        let mut heard = Vec::new();
        other.read_to_end(&mut heard).unwrap();
        assert_eq!(heard, b"hello\0");
    }

    #[test]
    fn a_closed_connection_is_noticed_after_its_last_line() {
        let (mut connection, mut other) = pair(Limits::default());
        other.write_all(b"last").unwrap();
        drop(other);
        assert_eq!(receive(&mut connection).unwrap(), "last");
        assert!(connection.is_over());
        assert_eq!(receive(&mut connection), Err(Fault::HungUp));
        assert_eq!(connection.send("x"), Err(Fault::HungUp));
    }

    #[test]
    fn a_line_without_end_hangs_up() {
        let limits = Limits {
            max_line: 1000,
            ..Limits::default()
        };
        let (mut connection, mut other) = pair(limits);
        let _ = other.write_all(&[b'a'; 10_000]);
        assert_eq!(
            receive(&mut connection),
            Err(Fault::LineTooLong { limit: 1000 })
        );
        assert!(connection.send("x").is_err());
    }

    #[test]
    fn no_thread_outlives_its_connection() {
        let (mut connection, _other) = pair(Limits::default());
        connection.send(&"x".repeat(500_000)).unwrap();
        let inbox = Arc::downgrade(&connection.inbox);
        let outbox = Arc::downgrade(&connection.outbox);
        drop(connection);
        let ended = (0..2000).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            inbox.strong_count() + outbox.strong_count() == 0
        });
        assert!(ended);
    }
}
