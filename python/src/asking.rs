//! Operations by name: JSON in, JSON out.

use crate::faults::exception;
use crate::running::Running;
use operations::{Fault, Host, Operations};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(configure, module)?)?;
    module.add_function(wrap_pyfunction!(start, module)?)?;
    module.add_function(wrap_pyfunction!(list_operations, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)
}

/// The program around the operations, and the operations. Few are made: see [`configure`].
struct Program {
    host: Host,
    operations: Operations,
}

static PROGRAM: RwLock<Option<&'static Program>> = RwLock::new(None);

/// Keeps a program for good, so that requests may refer to it when another has replaced it.
fn keep(host: Host) -> &'static Program {
    let operations = operations::all(&host);
    Box::leak(Box::new(Program { host, operations }))
}

/// Returns the program of new requests.
fn program() -> &'static Program {
    let known = *PROGRAM.read().unwrap_or_else(PoisonError::into_inner);
    known.unwrap_or_else(|| {
        let mut program = PROGRAM.write().unwrap_or_else(PoisonError::into_inner);
        program.get_or_insert_with(|| keep(sakiyomi::host()))
    })
}

/// Returns the program around the operations; whoever runs Python owns the machine.
pub(crate) fn host() -> &'static Host {
    &program().host
}

/// Creates a program of its own with the same folders and files, to which players can be added.
pub(crate) fn new_host() -> Host {
    let now = host().clone();
    Host {
        experiments: now.experiments,
        store: now.store,
        records: now.records,
        ..sakiyomi::host()
    }
}

/// Returns all operations of the host.
pub(crate) fn operations() -> &'static Operations {
    &program().operations
}

/// Sets the folders and files of new requests: experiments, store, records. What is none stays.
#[pyfunction]
fn configure(
    py: Python<'_>,
    experiments: Option<PathBuf>,
    store: Option<PathBuf>,
    records: Option<PathBuf>,
) {
    py.detach(|| {
        let now = host().clone();
        let program = keep(Host {
            experiments: experiments.or(now.experiments),
            store: store.unwrap_or(now.store),
            records: records.unwrap_or(now.records),
            ..now
        });
        *PROGRAM.write().unwrap_or_else(PoisonError::into_inner) = Some(program);
    });
}

/// Starts an operation on an input in JSON; a wrong name or input is refused at once.
#[pyfunction]
fn start(py: Python<'_>, name: &str, input: &str) -> PyResult<Running> {
    let read = || {
        let operation = operations().named(name)?;
        let input = serde_json::from_str(input)
            .map_err(|why| Fault::wrong(format!("the input is not JSON: {why}")))?;
        operation.read(input)
    };
    let request = py.detach(|| Fault::caught(read));
    let request = request.map_err(|fault| exception(&fault))?;
    Running::start(py, move |task| request.run_caught(task))
}

/// Returns the name, the sentence and the duration class of every operation, as JSON.
#[pyfunction]
fn list_operations() -> String {
    let operations = operations().iter().map(|operation| {
        json!({ "name": operation.name, "about": operation.about, "lane": operation.lane })
    });
    operations.collect::<Value>().to_string()
}

/// Returns the JSON schema of an operation's input and output, as JSON.
#[pyfunction]
fn schema(name: &str) -> PyResult<String> {
    let operation = operations().named(name);
    let operation = operation.map_err(|fault| exception(&fault))?;
    Ok(operation.schema().to_string())
}
