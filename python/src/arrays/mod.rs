//! Arrays: many positions and many shots, deals or games in one call, on all cores.
//!
//! The package's Python modules document the shapes, bring arguments into them and make the arrays
//! of the answers; the functions here fill those. The interpreter is free while they work, and a
//! long batch looks for Ctrl-C now and then. No result depends on the number of threads.

// The arguments of Python's functions are taken from its values, so they come by value.
#![allow(clippy::needless_pass_by_value)]

mod blokus;
mod bridge;
mod curling;
mod wrong;

pub(crate) use curling::CurlingMatch;

use crate::faults::exception;
use crate::forks;
use operations::Fault;
use pyo3::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};
use wrong::Wrong;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    curling::register(module)?;
    bridge::register(module)?;
    blokus::register(module)
}

/// Runs work without the interpreter; a panic is an internal error.
fn freely<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    forks::check()?;
    let done = py.detach(|| Fault::caught(|| Ok(work())));
    done.map_err(|fault| exception(&fault))
}

/// The shortest and the longest time of a step: short enough for Ctrl-C, long enough to be worth
/// it.
const TIMES: [Duration; 2] = [Duration::from_millis(60), Duration::from_millis(240)];
/// Entries of the first step, and the fewest of any.
const FEWEST: usize = 32;

/// Runs work in steps without the interpreter, and looks for Ctrl-C after each of them. How many
/// entries a step has depends on how long they take, and no result on it. `progress` is called with
/// the entries done and their number; an exception of it ends the work.
fn in_steps(
    py: Python<'_>,
    count: usize,
    progress: Option<&Py<PyAny>>,
    mut work: impl FnMut(Range<usize>) -> Result<(), Wrong> + Send,
) -> PyResult<()> {
    let (mut first, mut step) = (0, FEWEST);
    while first < count {
        let range = first..count.min(first.saturating_add(step));
        first = range.end;
        let begun = Instant::now();
        freely(py, || work(range))??;
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1(py, (first, count))?;
        }
        match begun.elapsed() {
            // Far too short: threads wake and sleep for every step.
            took if took < TIMES[0] / 16 => step = step.saturating_mul(8),
            took if took < TIMES[0] => step = step.saturating_mul(2),
            took if took > TIMES[1] => step = (step / 2).max(FEWEST),
            _ => {}
        }
    }
    Ok(())
}
