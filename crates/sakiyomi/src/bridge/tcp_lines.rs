//! Line transport over TCP, with limits on slow, silent and flooding peers.

use bridge::manager::MAX_LINE;
use lookahead::Cancel;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long a reading waits before it looks whether it is still wanted.
const SLICE: Duration = Duration::from_millis(50);
/// Time-out of writing a line to a peer.
const STUCK: Duration = Duration::from_secs(10);

/// Why there is no next line.
#[derive(Debug)]
pub(super) enum Lost {
    /// The other end is closed.
    Closed,
    /// Nothing came in time.
    Silent,
    /// What came is too long for a line.
    TooLong,
    /// The receiver is gone.
    Cancelled,
    /// The connection failed.
    Broken(std::io::Error),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::Closed => f.write_str("hung up"),
            Lost::Silent => f.write_str("said nothing in time"),
            Lost::TooLong => write!(f, "sent a line of more than {MAX_LINE} bytes"),
            Lost::Cancelled => f.write_str("interrupted"),
            Lost::Broken(error) => write!(f, "the connection failed: {error}"),
        }
    }
}

impl std::error::Error for Lost {}

/// The end of a connection where lines come out.
pub(super) struct Reader {
    stream: TcpStream,
    /// What came and was not yet a line.
    buffer: Vec<u8>,
}

impl Reader {
    pub(super) fn new(stream: TcpStream) -> Self {
        let buffer = Vec::new();
        Reader { stream, buffer }
    }

    /// The next line without its end, if it comes in time. What is not UTF-8 in it becomes question
    /// marks in boxes.
    pub(super) fn line(&mut self, until: Option<Instant>, cancel: &Cancel) -> Result<String, Lost> {
        loop {
            if let Some(line) = self.whole()? {
                return Ok(line);
            }
            if cancel.is_cancelled() {
                return Err(Lost::Cancelled);
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(Lost::Silent);
            }
            self.more()?;
        }
    }

    /// A line, if one is there.
    fn whole(&mut self) -> Result<Option<String>, Lost> {
        let end = self.buffer.iter().position(|&byte| byte == b'\n');
        if end.unwrap_or(self.buffer.len()) > MAX_LINE {
            return Err(Lost::TooLong);
        }
        Ok(end.map(|end| {
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            String::from_utf8_lossy(&line).trim_end().to_owned()
        }))
    }

    /// Waits a little for more.
    fn more(&mut self) -> Result<(), Lost> {
        let mut room = [0; 1024];
        let slice = self.stream.set_read_timeout(Some(SLICE));
        match slice.and_then(|()| self.stream.read(&mut room)) {
            Ok(0) => Err(Lost::Closed),
            Ok(count) => {
                self.buffer.extend_from_slice(&room[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => Err(Lost::Closed),
                _ => Err(Lost::Broken(error)),
            },
        }
    }
}

/// Sends a line.
pub(super) fn send(mut stream: &TcpStream, line: &str) -> Result<(), Lost> {
    let sent = stream
        .set_write_timeout(Some(STUCK))
        .and_then(|()| stream.write_all(format!("{line}\r\n").as_bytes()));
    sent.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            Lost::Closed
        }
        _ => Lost::Broken(error),
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
        assert!(matches!(reader.line(None, &cancel), Err(Lost::Closed)));
    }

    #[test]
    fn silence_floods_and_interruptions_end_the_waiting() {
        let (mut there, mut reader) = connected();
        let cancel = Cancel::new();
        let soon = Some(Instant::now() + Duration::from_millis(10));
        assert!(matches!(reader.line(soon, &cancel), Err(Lost::Silent)));
        there.write_all(&vec![b'a'; 2 * MAX_LINE]).unwrap();
        assert!(matches!(reader.line(None, &cancel), Err(Lost::TooLong)));
        let (_there, mut reader) = connected();
        cancel.cancel();
        assert!(matches!(reader.line(None, &cancel), Err(Lost::Cancelled)));
    }
}
