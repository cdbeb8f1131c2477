//! The `sakiyomi` binary: a registry of the product's games, handed to the library.

use operations::Host;
use sakiyomi::{Registry, blokus, bridge, curling, tables};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Games and studies are those of the house; a game's own commands are added here.
    let registry = Registry::of("sakiyomi", Host::house_with(tables::cache()))
        .command(blokus::command())
        .benches(blokus::benches())
        .command(bridge::command())
        .benches(bridge::benches())
        .command(curling::command())
        .benches(curling::benches())
        .workbench();
    sakiyomi::run(registry)
}
