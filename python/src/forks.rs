//! Forked processes: threads do not survive a fork, so work in a child would wait for ever.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// Checks that this is the process in which work began, and remembers it the first time.
///
/// # Errors
/// If the process was forked after work began.
pub(crate) fn check() -> PyResult<()> {
    static WORKER: OnceLock<u32> = OnceLock::new();
    let process = std::process::id();
    if *WORKER.get_or_init(|| process) == process {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this process was forked after Sakiyomi began to work, and its threads are not in it: \
         start processes by \"spawn\" or \"forkserver\", as in \
         multiprocessing.get_context(\"spawn\")",
    ))
}
