//! In-process client of the operations: progress on the terminal, faults as errors.

use crate::cli::Common;
use crate::exit::{failed, usage};
use crate::interrupt;
use crate::show::Progress;
use crate::tables;
use anyhow::Context;
use operations::{Fault, FaultKind, Games, Host, TaskHandle, TaskUpdate, Trust};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The steps of a progress bar for an operation that reports a fraction.
const STEPS: u64 = 1000;
/// The time after which progress is shown.
const LONG: Duration = Duration::from_secs(1);

/// Returns a task handle that shows progress on standard error after a while, cancelled by Ctrl-C.
pub(crate) fn task(common: &Common) -> TaskHandle {
    task_with(common.quiet, |_| {})
}

/// Returns a task handle as [`task`] does, which passes partial answers to `show`; if `quiet`,
/// without progress.
pub(crate) fn task_with(quiet: bool, show: impl Fn(&Value) + Send + Sync + 'static) -> TaskHandle {
    let begun = Instant::now();
    let bar: Mutex<Option<Progress>> = Mutex::default();
    TaskHandle::new(interrupt::cancel(), move |update| match update {
        TaskUpdate::Partial(partial) => show(&partial),
        TaskUpdate::Progress(progress) => {
            let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(part) = progress.part.filter(|_| begun.elapsed() >= LONG) else {
                return;
            };
            let bar = bar.get_or_insert_with(|| Progress::new("done", quiet));
            bar.tell((part * STEPS as f64) as u64, 0, STEPS);
            bar.remark(progress.words);
        }
    })
}

/// Returns a host that trusts its client as the owner of the machine.
fn owner_host() -> Host {
    Host {
        trust: Trust::Owner,
        cache: tables::cache(),
        ..Host::default()
    }
}

/// Returns the games with their players.
pub(crate) fn games() -> Arc<Games> {
    Games::of(&owner_host())
}

/// Returns a task handle that shows counted steps as progress, cancelled by Ctrl-C.
pub(crate) fn counting_task(unit: &'static str, common: &Common) -> TaskHandle {
    counting_task_with(unit, common.quiet)
}

/// Returns a task handle as [`counting_task`] does; if `quiet`, without progress.
pub(crate) fn counting_task_with(unit: &'static str, quiet: bool) -> TaskHandle {
    let bar: Mutex<Option<Progress>> = Mutex::default();
    TaskHandle::new(interrupt::cancel(), move |update| {
        if let TaskUpdate::Progress(operations::Progress {
            count: Some(count), ..
        }) = update
        {
            let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
            let bar = bar.get_or_insert_with(|| Progress::new(unit, quiet));
            bar.tell(count.done, count.failed, count.total);
        }
    })
}

/// Runs an operation and returns its answer; progress goes to standard error.
///
/// # Errors
/// If the operation fails; as wrong usage if the input is invalid.
pub(crate) fn call(name: &str, input: Value, common: &Common) -> anyhow::Result<Value> {
    let operations = operations::all(&owner_host());
    let operation = operations.find(name).expect("an operation of this program");
    operation.run(input, &task(common)).map_err(refused)
}

/// Runs an operation as [`call`] does, with an answer in the operation's own type.
///
/// # Errors
/// As [`call`].
pub(crate) fn answer<T: DeserializeOwned>(
    name: &str,
    input: Value,
    common: &Common,
) -> anyhow::Result<T> {
    let answer = call(name, input, common)?;
    serde_json::from_value(answer).with_context(|| format!("an answer of `{name}`"))
}

/// Converts a fault into an error of the command: wrong usage, or a failure.
pub(crate) fn refused(fault: Fault) -> anyhow::Error {
    match fault.kind {
        FaultKind::Wrong | FaultKind::Forbidden | FaultKind::Missing => usage(fault.message),
        _ => failed(fault.message),
    }
}
