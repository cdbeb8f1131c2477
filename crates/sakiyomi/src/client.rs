//! Operations called by commands: progress on the terminal, faults as errors.

use crate::cli::Common;
use crate::fail::{failed, usage};
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
/// What takes less than this shows no progress.
const LONG: Duration = Duration::from_secs(1);

/// A watch that shows progress on standard error once it takes long, and stops on Ctrl-C.
pub(crate) fn watch(common: &Common) -> TaskHandle {
    watch_with(common.quiet, |_| {})
}

/// The same, handing every partial answer to `show`; quiet, it shows nothing else.
pub(crate) fn watch_with(quiet: bool, show: impl Fn(&Value) + Send + Sync + 'static) -> TaskHandle {
    let begun = Instant::now();
    let bar: Mutex<Option<Progress>> = Mutex::default();
    TaskHandle::new(interrupt::cancel(), move |news| match news {
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

/// A host whose operations answer the owner of the machine: any player may be named.
fn owners() -> Host {
    Host {
        trust: Trust::Owner,
        cache: tables::cache(),
        ..Host::default()
    }
}

/// The games with their players, for a command that asks one.
pub(crate) fn games() -> Arc<Games> {
    Games::of(&owners())
}

/// A watch that shows every count of tasks from the first on, and stops on Ctrl-C.
pub(crate) fn watch_counted(unit: &'static str, common: &Common) -> TaskHandle {
    watch_counting(unit, common.quiet)
}

/// The same; quiet, it shows nothing.
pub(crate) fn watch_counting(unit: &'static str, quiet: bool) -> TaskHandle {
    let bar: Mutex<Option<Progress>> = Mutex::default();
    TaskHandle::new(interrupt::cancel(), move |news| {
        if let TaskUpdate::Progress(operations::Progress {
            count: Some(count), ..
        }) = news
        {
            let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
            let bar = bar.get_or_insert_with(|| Progress::new(unit, quiet));
            bar.tell(count.done, count.failed, count.total);
        }
    })
}

/// Runs an operation for a command that renders its output; progress goes to standard error.
///
/// # Errors
/// What the operation refuses, as wrong usage if the input is to blame.
pub(crate) fn ask(name: &str, input: Value, common: &Common) -> anyhow::Result<Value> {
    let operations = operations::all(&owners());
    let operation = operations.find(name).expect("an operation of the house");
    operation.run(input, &watch(common)).map_err(refused)
}

/// Runs an operation as [`ask`] does, with an answer in the operation's own type.
///
/// # Errors
/// As [`ask`].
pub(crate) fn answer<T: DeserializeOwned>(
    name: &str,
    input: Value,
    common: &Common,
) -> anyhow::Result<T> {
    let answer = ask(name, input, common)?;
    serde_json::from_value(answer).with_context(|| format!("an answer of `{name}`"))
}

/// A fault as an error of the command: asked for wrongly, or failed.
pub(crate) fn refused(fault: Fault) -> anyhow::Error {
    match fault.kind {
        FaultKind::Wrong | FaultKind::Forbidden | FaultKind::Missing => usage(fault.message),
        _ => failed(fault.message),
    }
}
