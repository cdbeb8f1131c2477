//! The one binary. See the library of the same name for what is in it.

use sakiyomi::{Registry, curling};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A game is registered here, one line each.
    let registry = Registry::new("sakiyomi")
        .command(curling::command())
        .benches(curling::benches());
    sakiyomi::run(&registry)
}
