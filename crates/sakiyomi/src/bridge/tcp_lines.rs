//! Line transport over TCP, with limits on slow, silent and flooding peers.

use bridge::manager::MAX_LINE;
use lookahead::Cancel;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The time between two checks for cancellation.
const SLICE: Duration = Duration::from_millis(50);
/// Time-out of writing a line to a peer.
const STUCK: Duration = Duration::from_secs(10);

/// The error of a transport without a next line.
#[derive(Debug)]
pub enum LineError {
    /// The peer closed the connection.
    Closed,
    /// The time-out is over.
    Silent,
    /// The line is too long.
    TooLong,
    /// The receiver is gone.
    Cancelled,
    /// The connection failed.
    Broken(std::io::Error),
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineError::Closed => f.write_str("hung up"),
            LineError::Silent => f.write_str("said nothing in time"),
            LineError::TooLong => write!(f, "sent a line of more than {MAX_LINE} bytes"),
            LineError::Cancelled => f.write_str("interrupted"),
            LineError::Broken(error) => write!(f, "the connection failed: {error}"),
        }
    }
}

impl std::error::Error for LineError {}

/// The reading end of a connection.
pub(super) struct Reader {
    stream: TcpStream,
    /// The bytes of an incomplete line.
    buffer: Vec<u8>,
}

impl Reader {
    pub(super) fn new(stream: TcpStream) -> Self {
        let buffer = Vec::new();
        Reader { stream, buffer }
    }

    /// Returns the next line without its terminator, if it arrives in time. Invalid UTF-8 becomes
    /// replacement characters.
    pub(super) fn line(
        &mut self,
        until: Option<Instant>,
        cancel: &Cancel,
    ) -> Result<String, LineError> {
        loop {
            if let Some(line) = self.whole()? {
                return Ok(line);
            }
            if cancel.is_cancelled() {
                return Err(LineError::Cancelled);
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(LineError::Silent);
            }
            self.more()?;
        }
    }

    /// Returns a complete line, if there is one.
    fn whole(&mut self) -> Result<Option<String>, LineError> {
        let end = self.buffer.iter().position(|&byte| byte == b'\n');
        if end.unwrap_or(self.buffer.len()) > MAX_LINE {
            return Err(LineError::TooLong);
        }
        Ok(end.map(|end| {
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            String::from_utf8_lossy(&line).trim_end().to_owned()
        }))
    }

    /// Reads more bytes, with a short time-out.
    fn more(&mut self) -> Result<(), LineError> {
        let mut room = [0; 1024];
        let slice = self.stream.set_read_timeout(Some(SLICE));
        match slice.and_then(|()| self.stream.read(&mut room)) {
            Ok(0) => Err(LineError::Closed),
            Ok(count) => {
                self.buffer.extend_from_slice(&room[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => Err(LineError::Closed),
                _ => Err(LineError::Broken(error)),
            },
        }
    }
}

/// Sends a line.
pub(super) fn send(mut stream: &TcpStream, line: &str) -> Result<(), LineError> {
    let sent = stream
        .set_write_timeout(Some(STUCK))
        .and_then(|()| stream.write_all(format!("{line}\r\n").as_bytes()));
    sent.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            LineError::Closed
        }
        _ => LineError::Broken(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn connected() -> (TcpStream, Reader) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let there = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (there, Reader::new(listener.accept().unwrap().0))
    }

    #[test]
    fn lines_are_lines_however_they_are_cut() {
        let (mut there, mut reader) = connected();
        let (cancel, cut) = (Cancel::new(), b"one\r\ntw".to_vec());
        there.write_all(&cut).unwrap();
        assert_eq!(reader.line(None, &cancel).unwrap(), "one");
        there.write_all(b"o\n\xff\n").unwrap();
        assert_eq!(reader.line(None, &cancel).unwrap(), "two");
        assert_eq!(reader.line(None, &cancel).unwrap(), "\u{fffd}");
        drop(there);
        assert!(matches!(reader.line(None, &cancel), Err(LineError::Closed)));
    }

    #[test]
    fn silence_floods_and_interruptions_end_the_waiting() {
        let (mut there, mut reader) = connected();
        let cancel = Cancel::new();
        let soon = Some(Instant::now() + Duration::from_millis(10));
        assert!(matches!(reader.line(soon, &cancel), Err(LineError::Silent)));
        there.write_all(&vec![b'a'; 2 * MAX_LINE]).unwrap();
        assert!(matches!(
            reader.line(None, &cancel),
            Err(LineError::TooLong)
        ));
        let (_there, mut reader) = connected();
        cancel.cancel();
        assert!(matches!(
            reader.line(None, &cancel),
            Err(LineError::Cancelled)
        ));
    }
}
