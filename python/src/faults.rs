//! Faults of operations as Python's exceptions, which `sakiyomi/errors.py` declares.

use operations::Fault;
use pyo3::prelude::*;

/// Returns the exception of a fault; its message begins with the place of what is wrong.
pub(crate) fn exception(fault: &Fault) -> PyErr {
    let written = serde_json::to_string(fault).expect("a fault is plain data");
    Python::attach(|py| {
        let errors = py.import("sakiyomi.errors");
        let made = errors.and_then(|errors| errors.call_method1("from_json", (written,)));
        made.map_or_else(|why| why, PyErr::from_value)
    })
}
