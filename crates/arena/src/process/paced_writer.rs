//! Paced writer: one message at a time, for programs that take one read for one message.
//!
//! The sample programs of some platforms read the whole content of the pipe and use only the part
//! before its first NUL; the rest of that read is lost. So the next message is written only when
//! the pipe is empty again, or when the program has not read for a while and must be busy.

use rustix::io::ioctl_fionread;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::thread;
use std::time::{Duration, Instant};

/// Maximum time to wait for a message to be read before the next one is written.
const PATIENCE: Duration = Duration::from_secs(1);

/// Polling interval of the pipe.
const POLL: Duration = Duration::from_micros(500);

/// A writer that sends the next message when the previous one was read.
pub(super) struct PacedWriter<W> {
    pipe: W,
    /// The byte that ends a message.
    end: u8,
    /// Whether a complete message was written.
    between: bool,
}

impl<W: Write + AsFd> PacedWriter<W> {
    pub(super) fn new(pipe: W, end: u8) -> Self {
        PacedWriter {
            pipe,
            end,
            between: false,
        }
    }

    /// Waits until the pipe is empty; a short pause where the system cannot tell.
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

impl<W: Write + AsFd> Write for PacedWriter<W> {
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
            thread::spawn(move || PacedWriter::new(write, 0).write_all(b"ISREADY\0\0GO 1 2\0rest"));
        let mut found = Vec::new();
        let mut chunk = [0; 100];
        loop {
            // A slow reader would find several messages at once.
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
        PacedWriter::new(write, 0).write_all(b"a\0b\0").unwrap();
        assert!((PATIENCE..10 * PATIENCE).contains(&began.elapsed()));
    }
}
