//! Operations by name: JSON in, JSON out.

use crate::faults::exception;
use operations::{Fault, Host, Operations, TaskHandle, Trust};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sakiyomi::tables;
use std::sync::OnceLock;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ask, module)?)
}

/// Returns the program around the operations; whoever runs Python owns the machine.
pub(crate) fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| Host {
        trust: Trust::Owner,
        ..Host::house_with(tables::cache())
    })
}

/// Returns all operations of the host.
pub(crate) fn operations() -> &'static Operations {
    static OPERATIONS: OnceLock<Operations> = OnceLock::new();
    OPERATIONS.get_or_init(|| operations::all(host()))
}

/// Runs an operation on an input in JSON and returns its output in JSON.
#[pyfunction]
fn ask(py: Python<'_>, name: &str, input: &str) -> PyResult<String> {
    let operation = operations()
        .find(name)
        .ok_or_else(|| exception(&Fault::missing(format!("there is no operation `{name}`"))))?;
    let input = serde_json::from_str(input)
        .map_err(|why| PyValueError::new_err(format!("the input is not JSON: {why}")))?;
    let output = py
        .detach(|| operation.run(input, &TaskHandle::idle()))
        .map_err(|fault| exception(&fault))?;
    Ok(output.to_string())
}
