//! The command line of Sakiyomi with the example game in it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sakiyomi::run(sakiyomi::Registry::new("take-away").game(take_away::lineup()))
}
