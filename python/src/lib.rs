//! The extension module of the Python package: operations and the command line.
//!
//! An edge like the others: it translates between Python's values and the operations' plain data.
//! Rules, searches and judgement are those of the crates below; what Python code can do for itself
//! (callbacks, exceptions, environments, clusters) is written in Python, in the package around this
//! module.

mod arrays;
mod asking;
mod bridge_client;
mod client_player;
mod command;
mod connection;
mod curling_client;
mod faults;
mod forks;
mod games;
mod players;
mod running;
mod text_client;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    arrays::register(module)?;
    running::register(module)?;
    asking::register(module)?;
    games::register(module)?;
    players::register(module)?;
    curling_client::register(module)?;
    text_client::register(module)?;
    bridge_client::register(module)?;
    command::register(module)
}
