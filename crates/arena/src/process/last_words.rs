//! The tail of what a program wrote on its standard error.
//!
//! Kept because it is usually there that a dying program says why. Everything is read, so that a
//! talkative program never blocks on it; only the end is kept.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The last bytes of a stream that another thread reads.
pub(super) struct LastWords {
    max: usize,
    tail: Mutex<Tail>,
    news: Condvar,
}

#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    /// Something before `bytes` was forgotten.
    cut: bool,
    closed: bool,
}

impl LastWords {
    pub(super) fn new(max: usize) -> Self {
        LastWords {
            max,
            tail: Mutex::default(),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads to the end. The work of a thread of its own.
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
        self.news.notify_all();
    }

    /// Waits until all has been read, no longer than `patience`.
    pub(super) fn settle(&self, patience: Duration) {
        let tail = self.lock();
        drop(
            self.news
                .wait_timeout_while(tail, patience, |tail| !tail.closed),
        );
    }

    /// What is kept, as text. A character cut in half at the front is left out.
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
        let words = LastWords::new(max);
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
