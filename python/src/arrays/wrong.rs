//! Wrong entries of arguments: `stones[3, 5]: …`.

use crate::faults::exception;
use operations::{Fault, FaultCode};
use pyo3::PyErr;
use std::fmt::Display;

/// A wrong argument, or a wrong entry of an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wrong {
    argument: &'static str,
    index: Vec<usize>,
    why: String,
}

impl Wrong {
    /// Returns the error of an entry; no index stands for the argument itself.
    pub(super) fn at(argument: &'static str, index: &[usize], why: impl Display) -> Self {
        Wrong {
            argument,
            index: index.to_vec(),
            why: why.to_string(),
        }
    }

    /// Returns the place: `stones[3, 5]`.
    fn place(&self) -> String {
        let index: Vec<_> = self.index.iter().map(ToString::to_string).collect();
        match index.as_slice() {
            [] => self.argument.to_owned(),
            index => format!("{}[{}]", self.argument, index.join(", ")),
        }
    }

    /// Returns the error of an argument.
    pub(super) fn argument(argument: &'static str, why: impl Display) -> Self {
        Wrong::at(argument, &[], why)
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        exception(&Fault::wrong_at(wrong.place(), wrong.why).code(FaultCode::InvalidInput))
    }
}
