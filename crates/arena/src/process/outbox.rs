//! Buffer of a program's input between the referee and the writer thread.
//!
//! Writing to a full pipe blocks, and a program that never reads keeps its pipe full. So a thread
//! does the writing; the referee only queues lines, up to a limit.

use super::fault::Fault;
use super::launch::LineEnd;
use std::io::{ErrorKind, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Write size in bytes: what a pipe takes atomically, so that progress is noticed early.
const PIECE: usize = 4096;

/// The queue of lines to be written.
#[derive(Default)]
pub(super) struct Outbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Bytes not yet taken by the thread.
    waiting: Vec<u8>,
    /// Bytes not yet in the pipe: `waiting` and what the thread is writing.
    unsent: usize,
    /// No more lines come.
    closed: bool,
    /// The fault after which no more lines can be written.
    broken: Option<Fault>,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line. A line longer than `max_unsent` is accepted if the queue is empty.
    pub(super) fn push(&self, line: &str, ends: LineEnd, max_unsent: usize) -> Result<(), Fault> {
        let mut state = self.lock();
        if let Some(fault) = &state.broken {
            return Err(fault.clone());
        }
        if state.closed {
            return Err(Fault::ClosedInput);
        }
        let size = line.len() + ends.sent().len();
        if state.unsent > 0 && state.unsent + size > max_unsent {
            return Err(Fault::InputNotRead {
                unsent: state.unsent,
            });
        }
        state.unsent += size;
        state.waiting.extend_from_slice(line.as_bytes());
        state.waiting.extend_from_slice(ends.sent());
        self.changed.notify_all();
        Ok(())
    }

    /// Closes the queue: the thread writes the rest, closes the pipe and ends.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Waits until everything is written or writing has failed, at most `patience`.
    pub(super) fn settle(&self, patience: Duration) {
        let state = self.lock();
        let busy = |state: &mut State| state.unsent > 0 && state.broken.is_none();
        drop(self.changed.wait_timeout_while(state, patience, busy));
    }

    /// Writes queued lines until the queue is closed. Runs on its own thread.
    pub(super) fn drain(&self, mut into: impl Write) {
        while let Some(batch) = self.batch() {
            for piece in batch.chunks(PIECE) {
                if let Err(error) = into.write_all(piece).and_then(|()| into.flush()) {
                    self.lock().broken = Some(broken(&error));
                    self.changed.notify_all();
                    return;
                }
                self.lock().unsent -= piece.len();
                self.changed.notify_all();
            }
        }
    }

    fn batch(&self) -> Option<Vec<u8>> {
        let mut state = self.lock();
        while state.waiting.is_empty() {
            if state.closed {
                return None;
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        Some(std::mem::take(&mut state.waiting))
    }
}

fn broken(error: &std::io::Error) -> Fault {
    match error.kind() {
        ErrorKind::BrokenPipe => Fault::ClosedInput,
        _ => Fault::Io {
            reason: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_in_order_with_their_ends() {
        let outbox = Outbox::default();
        outbox.push("a", LineEnd::Lf, 100).unwrap();
        outbox.push("", LineEnd::CrLf, 100).unwrap();
        outbox.push("b", LineEnd::Nul, 100).unwrap();
        outbox.close();
        let mut written = Vec::new();
        outbox.drain(&mut written);
        assert_eq!(written, b"a\n\r\nb\0");
        assert_eq!(outbox.lock().unsent, 0);
        assert_eq!(outbox.push("c", LineEnd::Lf, 100), Err(Fault::ClosedInput));
    }

    #[test]
    fn one_line_passes_however_long_but_nothing_waits_behind_it() {
        let outbox = Outbox::default();
        outbox.push("0123456789", LineEnd::Lf, 5).unwrap();
        assert_eq!(
            outbox.push("", LineEnd::Lf, 5),
            Err(Fault::InputNotRead { unsent: 11 })
        );
    }

    #[test]
    fn a_broken_pipe_is_remembered() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let outbox = Outbox::default();
        outbox.push("a", LineEnd::Lf, 100).unwrap();
        outbox.drain(Broken);
        assert_eq!(outbox.push("b", LineEnd::Lf, 100), Err(Fault::ClosedInput));
    }
}
