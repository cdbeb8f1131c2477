//! The `sakiyomi` command, as it is installed with the package.

use pyo3::prelude::*;
use sakiyomi::Registry;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}

/// Runs the command line of these arguments, the program's name first, and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| {
        let code = sakiyomi::run_from(Registry::product(), arguments);
        // Flushed by Rust when Rust's own main function returns, which this is not.
        let _ = std::io::stdout().flush();
        code
    });
    // An exit code has no number that one can read.
    let number = (0..=u8::MAX).find(|&number| ExitCode::from(number) == code);
    number.unwrap_or(1)
}
