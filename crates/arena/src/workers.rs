//! Worker threads for independent tasks.
//!
//! Tasks are numbers; each runs on the next free thread, and its result is delivered to the calling
//! thread as soon as it is ready. A task must depend on its number only, so that the number of
//! threads affects nothing but the time.

use lookahead::Cancel;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Runs `work` for every number in `tasks` on `threads` threads and passes the results to `deliver`
/// as they arrive. Stops early when `deliver` breaks or `cancel` is raised; running tasks see
/// `cancel` raised only if the caller raised it, and are waited for.
pub fn run_unordered<R: Send>(
    tasks: &[u64],
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(u64) -> R + Sync,
    mut deliver: impl FnMut(u64, R) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let enough = Cancel::new();
    // Bounded, so that results of quick tasks do not pile up before a slow consumer.
    let (sender, receiver) = mpsc::sync_channel(1024);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, tasks.len().max(1)) {
            let sender = sender.clone();
            let (next, enough, work) = (&next, &enough, &work);
            scope.spawn(move || {
                while !enough.is_cancelled() && !cancel.is_cancelled() {
                    let Some(&task) = tasks.get(next.fetch_add(1, Relaxed)) else {
                        return;
                    };
                    if sender.send((task, work(task))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (task, result) in receiver {
            if deliver(task, result).is_break() {
                enough.cancel();
                break;
            }
        }
    });
}

/// Like [`run_unordered`] for the tasks `0..count`, but delivers in the order of their numbers: the
/// same on any number of threads.
pub fn run_ordered<R: Send>(
    count: u64,
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(u64) -> R + Sync,
    mut deliver: impl FnMut(u64, R) -> ControlFlow<()>,
) {
    let tasks: Vec<u64> = (0..count).collect();
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    run_unordered(&tasks, threads, cancel, work, |task, result| {
        waiting.insert(task, result);
        while let Some(result) = waiting.remove(&due) {
            deliver(due, result)?;
            due += 1;
        }
        ControlFlow::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_results_do_not_depend_on_threads() {
        let run = |threads| {
            let mut seen = Vec::new();
            run_ordered(
                50,
                threads,
                &Cancel::new(),
                |n| n * n,
                |n, square| {
                    seen.push((n, square));
                    ControlFlow::Continue(())
                },
            );
            seen
        };
        assert_eq!(run(1), (0..50).map(|n| (n, n * n)).collect::<Vec<_>>());
        assert_eq!(run(1), run(4));
    }

    #[test]
    fn breaking_stops_the_rest() {
        let done = AtomicUsize::new(0);
        let mut last = 0;
        run_ordered(
            1_000_000,
            2,
            &Cancel::new(),
            |_| done.fetch_add(1, Relaxed),
            |n, _| {
                last = n;
                if n == 10 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(last, 10);
        assert!(done.load(Relaxed) < 1_000_000);
    }

    #[test]
    fn a_raised_cancel_starts_nothing() {
        let cancel = Cancel::new();
        cancel.cancel();
        run_ordered(5, 2, &cancel, |n| n, |_, _| panic!("nothing to deliver"));
    }
}
