//! Registry of running experiments by name, so that any page can follow and stop them.

use lookahead::Cancel;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A run in progress.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LabRunning {
    /// The name of the experiment; for a tournament, the game.
    pub name: String,
    /// Whether it is the short variant of the experiment.
    pub(super) short: bool,
    /// Whether it is a tournament, not an experiment.
    pub(super) tournament: bool,
    /// Tasks with a result.
    pub(super) done: u64,
    /// Tasks that failed in this run.
    pub(super) failed: u64,
    /// All tasks.
    pub(super) total: u64,
    /// Seconds since it was started.
    pub(super) seconds: f64,
    /// The estimated seconds left; none before the first result.
    pub(super) left: Option<f64>,
}

/// The key of a run: name, variant, whether it is a tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Title {
    pub name: String,
    pub(super) short: bool,
    pub(super) tournament: bool,
}

struct Entry {
    cancel: Cancel,
    started: Instant,
    /// Tasks done before the run started, once known.
    before: Option<u64>,
    /// The numbers of tasks: done, failed, all.
    counts: (u64, u64, u64),
}

type Known = BTreeMap<Title, Entry>;

/// The runs in progress.
#[derive(Clone, Default)]
pub(super) struct Running(Arc<Mutex<Known>>);

/// The registration of a run; dropping it removes the run.
pub(super) struct Sitting {
    running: Running,
    title: Title,
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a run; none if the same run is in progress.
    pub(super) fn begin(&self, title: Title, cancel: Cancel) -> Option<Sitting> {
        let mut known = self.lock();
        if known.contains_key(&title) {
            return None;
        }
        let entry = Entry {
            cancel,
            started: Instant::now(),
            before: None,
            counts: (0, 0, 0),
        };
        known.insert(title.clone(), entry);
        Some(Sitting {
            running: self.clone(),
            title,
        })
    }

    /// Stops a run; returns whether it was in progress.
    pub(super) fn stop(&self, title: &Title) -> bool {
        let known = self.lock();
        let entry = known.get(title);
        if let Some(entry) = entry {
            entry.cancel.cancel();
        }
        entry.is_some()
    }

    /// Returns the progress of all runs.
    pub(super) fn list(&self) -> Vec<LabRunning> {
        let known = self.lock();
        let tell = |(title, entry): (&Title, &Entry)| {
            let (done, failed, total) = entry.counts;
            let seconds = entry.started.elapsed().as_secs_f64();
            let new = done.saturating_sub(entry.before.unwrap_or(done)) + failed;
            let missing = total.saturating_sub(done + failed);
            LabRunning {
                name: title.name.clone(),
                short: title.short,
                tournament: title.tournament,
                done,
                failed,
                total,
                seconds,
                left: (new > 0).then(|| seconds / new as f64 * missing as f64),
            }
        };
        known.iter().map(tell).collect()
    }
}

impl Sitting {
    /// Sets the progress of the run.
    pub(super) fn tell(&self, done: u64, failed: u64, total: u64) {
        if let Some(entry) = self.running.lock().get_mut(&self.title) {
            entry.before.get_or_insert(done);
            entry.counts = (done, failed, total);
        }
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.running.lock().remove(&self.title);
    }
}
