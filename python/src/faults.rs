//! Faults of operations as Python's exceptions.

use operations::{Fault, FaultKind};
use pyo3::exceptions::{PyLookupError, PyPermissionError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    sakiyomi,
    Cancelled,
    PyRuntimeError,
    "The request was cancelled before it had an answer."
);

/// Returns the exception of a fault; its message begins with the place of what is wrong.
pub(crate) fn exception(fault: &Fault) -> PyErr {
    let words = fault.to_string();
    match fault.kind {
        FaultKind::Wrong | FaultKind::TooMuch => PyValueError::new_err(words),
        FaultKind::Forbidden => PyPermissionError::new_err(words),
        FaultKind::Missing => PyLookupError::new_err(words),
        FaultKind::Cancelled => Cancelled::new_err(words),
        FaultKind::Failed => PyRuntimeError::new_err(words),
    }
}
