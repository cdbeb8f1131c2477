//! A running operation: work on a thread of its own, asked for news by Python's.
//!
//! No thread of this module enters the interpreter. Python waits in short steps, with the
//! interpreter free, so that its signals and other threads go on; callbacks and exceptions are the
//! business of `sakiyomi/_asking.py`.

use crate::forks;
use lookahead::Cancel;
use operations::{Fault, Progress, TaskHandle, TaskUpdate};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The stack of an operation, that of a program's main thread.
const STACK: usize = 8 << 20;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Running>()
}

/// What a task has reported since it was last asked; later reports replace earlier ones.
#[derive(Default, Serialize)]
struct News {
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Progress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
}

impl News {
    fn is_empty(&self) -> bool {
        let updates = self.progress.is_some() || self.partial.is_some();
        !updates && self.result.is_none() && self.fault.is_none()
    }
}

#[derive(Default)]
struct Shared {
    news: Mutex<News>,
    changed: Condvar,
}

impl Shared {
    fn report(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Returns the news, waiting for some no longer than `patience`.
    fn take(&self, patience: Duration) -> News {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(news, patience, |news| news.is_empty());
        std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// A running operation. It is cancelled when the last reference to it is gone.
#[pyclass(frozen, module = "sakiyomi._native")]
pub(crate) struct Running {
    cancel: Cancel,
    shared: Arc<Shared>,
}

impl Running {
    /// Starts work on a thread of its own.
    ///
    /// # Errors
    /// If the process was forked after work in it, or the system gives no thread.
    pub(crate) fn start(
        py: Python<'_>,
        work: impl FnOnce(&TaskHandle) -> Result<Value, Fault> + Send + 'static,
    ) -> PyResult<Self> {
        forks::check()?;
        let running = Running {
            cancel: Cancel::new(),
            shared: Arc::default(),
        };
        let (shared, cancel) = (Arc::clone(&running.shared), running.cancel.clone());
        let run = move || {
            let listener = Arc::clone(&shared);
            let task = TaskHandle::new(cancel, move |update| {
                listener.report(|news| match update {
                    TaskUpdate::Progress(progress) => news.progress = Some(progress),
                    TaskUpdate::Partial(partial) => news.partial = Some(partial),
                });
            });
            let result = work(&task);
            shared.report(|news| match result {
                Ok(result) => news.result = Some(result),
                Err(fault) => news.fault = Some(fault),
            });
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        let started = py.detach(|| thread.name("sakiyomi".to_owned()).spawn(run));
        started.map_err(|why| PyRuntimeError::new_err(format!("no thread to work on: {why}")))?;
        Ok(running)
    }
}

#[pymethods]
impl Running {
    /// Returns the news as JSON, waiting for some no longer than `seconds`; none without news.
    fn news(&self, py: Python<'_>, seconds: f64) -> PyResult<Option<String>> {
        let patience = Duration::try_from_secs_f64(seconds)
            .map_err(|why| PyValueError::new_err(format!("seconds: {why}")))?;
        Ok(py.detach(|| {
            let news = self.shared.take(patience);
            let written = || serde_json::to_string(&news).expect("news are plain data");
            (!news.is_empty()).then(written)
        }))
    }

    /// Asks the operation to stop soon.
    fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
