//! The one binary. See the library of the same name for what is in it.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A game is registered here, one line each.
    sakiyomi::run(&sakiyomi::Registry::new("sakiyomi"))
}
