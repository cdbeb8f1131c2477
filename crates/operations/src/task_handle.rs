//! Task handle of an operation: cancellation, progress and partial answers.
//!
//! An edge makes one for each request and hands it to the operation; the operation asks it whether
//! to stop and reports to it.

use crate::fault::{Fault, FaultCode};
use lookahead::Cancel;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Progress of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Progress {
    /// The part done, from 0 to 1; none if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<f64>,
    /// The current step, in few words or numbers that need no translation ("120 / 400").
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    pub words: String,
    /// The counted steps, if the task counts them.
    #[serde(skip)]
    pub count: Option<Count>,
}

/// The steps of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Steps with a result.
    pub done: u64,
    /// Failed steps.
    pub failed: u64,
    /// All steps.
    pub total: u64,
}

/// An update of a running task.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskUpdate {
    /// Progress.
    Progress(Progress),
    /// A partial answer, in the form of the final one or of a part of it.
    Partial(Value),
}

type Listener = Arc<dyn Fn(TaskUpdate) + Send + Sync>;

/// Handle of a running task, handed to every operation.
#[derive(Clone)]
pub struct TaskHandle {
    cancel: Cancel,
    listener: Arc<Mutex<Listener>>,
}

impl TaskHandle {
    /// Creates a handle that sends updates to `listener` and is cancelled by `cancel`.
    pub fn new(cancel: Cancel, listener: impl Fn(TaskUpdate) + Send + Sync + 'static) -> Self {
        let listener: Listener = Arc::new(listener);
        TaskHandle {
            cancel,
            listener: Arc::new(Mutex::new(listener)),
        }
    }

    /// Creates a handle without a listener, for tests and quick answers.
    pub fn idle() -> Self {
        TaskHandle::new(Cancel::new(), |_| {})
    }

    /// Returns the cancellation flag, to hand to searches.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Whether the task was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Returns an error if the task was cancelled.
    ///
    /// # Errors
    /// If the task was cancelled.
    pub fn check(&self) -> Result<(), Fault> {
        if self.is_cancelled() {
            return Err(Fault::cancelled());
        }
        Ok(())
    }

    /// Returns the fault of a player without an answer: the task was cancelled, or `why`.
    pub(crate) fn no_answer(&self, player: impl fmt::Display, why: impl fmt::Display) -> Fault {
        let failed = || {
            Fault::failed(format!("the player `{player}` has no answer: {why}"))
                .code(FaultCode::PlayerFailed)
                .value("player", &player)
                .value("why", &why)
        };
        self.check().err().unwrap_or_else(failed)
    }

    /// Reports `done` steps of `total`.
    pub fn progress(&self, done: u64, total: u64) {
        self.count(Count {
            done,
            failed: 0,
            total,
        });
    }

    /// Reports counted steps, some of which may have failed.
    pub fn count(&self, count: Count) {
        let (worked, total) = (count.done + count.failed, count.total);
        self.send(TaskUpdate::Progress(Progress {
            part: (total > 0).then(|| (worked as f64 / total as f64).clamp(0.0, 1.0)),
            words: format!("{worked} / {total}"),
            count: Some(count),
        }));
    }

    /// Reports the part done (0 to 1, if known) and the current step.
    pub fn report(&self, part: Option<f64>, words: impl Into<String>) {
        self.send(TaskUpdate::Progress(Progress {
            part,
            words: words.into(),
            count: None,
        }));
    }

    /// Reports a partial answer.
    pub fn partial(&self, result: &impl Serialize) {
        if let Ok(result) = serde_json::to_value(result) {
            self.send(TaskUpdate::Partial(result));
        }
    }

    fn send(&self, update: TaskUpdate) {
        let listener = Arc::clone(&self.listener.lock().unwrap_or_else(PoisonError::into_inner));
        listener(update);
    }
}
