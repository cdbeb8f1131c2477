//! Writing one message at a time to programs that take one read for one message.
//!
//! The sample programs of some platforms read whatever the pipe holds and look no farther than its
//! first NUL; what came behind it in the same read is lost to them. So the next message is written
//! only when the pipe is empty again, or when the program has left it there for so long that it
//! must be doing something else.

use rustix::io::ioctl_fionread;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::thread;
use std::time::{Duration, Instant};

/// How long a message may lie in the pipe before the next one is put behind it.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the pipe is looked at.
const POLL: Duration = Duration::from_micros(500);

/// A pipe that gets the next message when the one before was read.
pub(super) struct Paced<W> {
    pipe: W,
    /// The byte that ends a message.
    end: u8,
    /// Whether a message was written whole.
    between: bool,
}

impl<W: Write + AsFd> Paced<W> {
    pub(super) fn new(pipe: W, end: u8) -> Self {
        Paced {
            pipe,
            end,
            between: false,
        }
    }

    /// Waits until the pipe is empty. Where the system cannot say, a short pause has to do.
    fn settle(&self) {
        let patience = Instant::now() + PATIENCE;
        while Instant::now() < patience {
            match ioctl_fionread(&self.pipe) {
                Ok(0) => return,
                Ok(_) => thread::sleep(POLL),
                Err(_) => return thread::sleep(10 * POLL),
            }
        }
    }
}

impl<W: Write + AsFd> Write for Paced<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.between) {
            self.settle();
        }
        let end = bytes.iter().position(|&byte| byte == self.end);
        let message = end.map_or(bytes, |end| &bytes[..=end]);
        let written = self.pipe.write(message)?;
        self.between = end.is_some() && written == message.len();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn every_read_finds_one_message() {
        let (mut read, write) = io::pipe().unwrap();
        let writer =
            thread::spawn(move || Paced::new(write, 0).write_all(b"ISREADY\0\0GO 1 2\0rest"));
        let mut found = Vec::new();
        let mut chunk = [0; 100];
        loop {
            // A reader that dawdles would find several at once.
            thread::sleep(Duration::from_millis(5));
            match read.read(&mut chunk).unwrap() {
                0 => break,
                length => found.push(chunk[..length].to_vec()),
            }
        }
        writer.join().unwrap().unwrap();
        assert_eq!(found, [&b"ISREADY\0"[..], b"\0", b"GO 1 2\0", b"rest"]);
    }

    #[test]
    fn a_program_that_does_not_read_is_not_waited_for_for_ever() {
        let (_read, write) = io::pipe().unwrap();
        let began = Instant::now();
        Paced::new(write, 0).write_all(b"a\0b\0").unwrap();
        assert!((PATIENCE..10 * PATIENCE).contains(&began.elapsed()));
    }
}
