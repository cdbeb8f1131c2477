//! Operations by name: JSON in, JSON out.

use crate::faults::exception;
use crate::running::Running;
use operations::{Fault, Host, Operations};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::OnceLock;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(start, module)?)?;
    module.add_function(wrap_pyfunction!(list_operations, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)
}

/// Creates a program around the operations; whoever runs Python owns the machine.
pub(crate) fn new_host() -> Host {
    sakiyomi::host()
}

/// Returns the program around the operations that players of Python have no part in.
pub(crate) fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(new_host)
}

/// Returns all operations of the host.
pub(crate) fn operations() -> &'static Operations {
    static OPERATIONS: OnceLock<Operations> = OnceLock::new();
    OPERATIONS.get_or_init(|| operations::all(host()))
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
    let request = py.detach(read).map_err(|fault| exception(&fault))?;
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
