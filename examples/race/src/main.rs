//! The command line of Sakiyomi with the race in it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sakiyomi::run(sakiyomi::Registry::new("race").game(race::lineup()))
}
