//! TCP connections of clients to servers that may not be listening yet.

use digital_curling::dc3::client::{self, ClientError};
use operations::{Fault, TaskHandle};
use pyo3::PyResult;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use crate::faults::exception;

/// Reads a number of seconds.
pub(crate) fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|why| exception(&Fault::wrong_at(name, why)))
}

/// Connects to a server; retries for `patience` if it does not listen yet.
///
/// # Errors
/// If there is no such address, the server does not accept a connection in time, or the task is
/// cancelled.
pub(crate) fn connect(
    address: &str,
    patience: Duration,
    task: &TaskHandle,
) -> Result<TcpStream, Fault> {
    address
        .to_socket_addrs()
        .map_err(|why| Fault::wrong_at("address", format!("{address}: {why} (write HOST:PORT)")))?;
    client::connect(address, patience, &task.cancel()).map_err(|error| match error {
        ClientError::Cancelled => Fault::cancelled(),
        error => Fault::failed(error),
    })
}
