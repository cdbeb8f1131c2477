//! The tail of a program's standard error.
//!
//! It usually has the reason of a crash. Everything is read, so that the program never blocks on
//! it; only the end is kept.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The last bytes of a stream that another thread reads.
pub(super) struct StderrTail {
    max: usize,
    tail: Mutex<Tail>,
    changed: Condvar,
}

#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    /// Whether something before `bytes` was dropped.
    cut: bool,
    closed: bool,
}

impl StderrTail {
    pub(super) fn new(max: usize) -> Self {
        StderrTail {
            max,
            tail: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads to the end. Runs on its own thread.
    pub(super) fn listen(&self, mut from: impl Read) {
        let mut chunk = [0; 4096];
        loop {
            match from.read(&mut chunk) {
                Ok(0) => break,
                Ok(n) => self.lock().append(&chunk[..n], self.max),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Waits until everything has been read, at most `patience`.
    pub(super) fn settle(&self, patience: Duration) {
        let tail = self.lock();
        drop(
            self.changed
                .wait_timeout_while(tail, patience, |tail| !tail.closed),
        );
    }

    /// Returns the tail as text. A partial character at the front is dropped.
    pub(super) fn text(&self) -> String {
        let tail = self.lock();
        let is_continuation = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
        let bytes = tail.bytes.iter().copied();
        let bytes: Vec<u8> = if tail.cut {
            bytes.skip_while(is_continuation).collect()
        } else {
            bytes.collect()
        };
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Tail {
    fn append(&mut self, bytes: &[u8], max: usize) {
        self.bytes.extend(bytes);
        let excess = self.bytes.len().saturating_sub(max);
        self.cut |= excess > 0;
        self.bytes.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8], max: usize) -> String {
        let words = StderrTail::new(max);
        words.listen(bytes);
        words.text()
    }

    #[test]
    fn only_the_end_is_kept() {
        assert_eq!(heard(b"0123456789", 4), "6789");
        assert_eq!(heard(b"0123", 4), "0123");
        let megabyte = "x".repeat(1 << 20);
        assert_eq!(heard(megabyte.as_bytes(), 100).len(), 100);
    }

    #[test]
    fn a_character_cut_in_half_is_left_out() {
        assert_eq!(heard("先読み".as_bytes(), 4), "み");
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        assert_eq!(heard(b"\xffend", 10), "\u{fffd}end");
    }
}
