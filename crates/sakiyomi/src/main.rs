//! The one binary. See the library of the same name for what is in it.

use sakiyomi::{Registry, blokus, bridge, curling};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A game is registered here, one line each.
    let registry = Registry::new("sakiyomi")
        .game(blokus::lineup())
        .study(::blokus::studies::Training)
        .study(::blokus::studies::Accuracy)
        .command(blokus::command())
        .benches(blokus::benches())
        .game(bridge::lineup())
        .study(::bridge::studies::Examples)
        .study(::bridge::studies::Problems)
        .study(::bridge::studies::Verify)
        .command(bridge::command())
        .benches(bridge::benches())
        .game(curling::Platform::new())
        .study(::curling::studies::Ends)
        .study(::curling::studies::WinTable)
        .command(curling::command())
        .benches(curling::benches())
        .workbench();
    sakiyomi::run(&registry)
}
