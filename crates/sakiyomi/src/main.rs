//! The `sakiyomi` binary: the product's registry, handed to the library.

use sakiyomi::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    sakiyomi::run(Registry::product())
}
