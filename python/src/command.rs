//! The `sakiyomi` command, as it is installed with the package.

use pyo3::prelude::*;
use sakiyomi::Registry;
use std::process::ExitCode;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(main, module)?)
}

/// Runs the command line with the arguments of `sys.argv` and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>) -> PyResult<u8> {
    let arguments: Vec<String> = py.import("sys")?.getattr("argv")?.extract()?;
    let code = py.detach(|| sakiyomi::run_from(Registry::product(), arguments));
    // An exit code has no number that one can read.
    let number = (0..=u8::MAX).find(|&number| ExitCode::from(number) == code);
    Ok(number.unwrap_or(1))
}
