//! `curling`: the commands of curling and its platform.
//!
//! Programs in any language drive the simulator through these commands: JSON objects come in on
//! standard input, one a line, and go out on standard output with the answer added, line for line
//! (`crate::lines`). The formats are those of the platforms (their frames, single precision, field
//! names). Deliberately absent: physics and rules.

mod aim;
mod analyse;
mod bench;
mod conditions;
mod conditions_args;
mod connect;
mod cup;
mod draw;
mod ice;
mod import;
mod learn;
mod noise;
mod password;
mod predict;
mod replay;
mod score;
mod serve;
mod simulate;
mod stats;
mod win_table;

pub use bench::benches;
pub use digital_curling::platform::Platform;

use crate::GameCommand;
use crate::cli::Common;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Simulate, aim, score, draw and analyse curling shots
#[derive(Parser, Debug)]
#[command(name = "curling", after_help = EXAMPLES, arg_required_else_help = true)]
struct Curling {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Simulate(simulate::Simulate),
    Aim(aim::Aim),
    Score(score::Score),
    Draw(draw::Draw),
    Analyse(analyse::Analyse),
    Replay(replay::Replay),
    Stats(stats::Stats),
    Import(import::Import),
    Predict(predict::Predict),
    WinTable(win_table::WinTable),
    Learn(learn::Learn),
    Serve(Box<serve::Serve>),
    Connect(connect::Connect),
    Cup(cup::CupArgs),
    Conditions(conditions::Conditions),
    Password(password::Password),
}

const EXAMPLES: &str = "\
Positions and shots are JSON objects, one a line; each command's --help has their form.

Examples, a draw to the tee aimed, thrown and drawn:
  echo '{\"fn\":\"draw\",\"pos\":[2.375,4.88,0]}' | sakiyomi curling aim
  none=[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]
  echo '{\"stones\":'$none',\"shot_num\":0,\"vec\":[-0.990740,-29.559775,0]}' > shot.json
  sakiyomi curling simulate < shot.json
  sakiyomi curling draw shot.json --shot --out shot.svg
  sakiyomi curling analyse shot.json --map values.svg   # the best shots, and a map of all targets
  sakiyomi match jiritsu:depth=1 sample --game curling --set ends=4 --set noise=0.29";

/// Returns the commands of curling, to be registered by a binary.
pub fn command() -> GameCommand {
    GameCommand::new(|asked: &Curling, common| run(&asked.command, common))
}

fn run(command: &Command, common: &Common) -> anyhow::Result<ExitCode> {
    match command {
        Command::Simulate(asked) => simulate::run(asked, common),
        Command::Aim(asked) => aim::run(asked),
        Command::Score(asked) => score::run(asked),
        Command::Draw(asked) => draw::run(asked, common),
        Command::Analyse(asked) => analyse::run(asked, common),
        Command::Replay(asked) => replay::run(asked, common),
        Command::Stats(asked) => stats::run(asked, common),
        Command::Import(asked) => import::run(asked, common),
        Command::Predict(asked) => predict::run(asked, common),
        Command::WinTable(asked) => win_table::run(asked, common),
        Command::Learn(asked) => learn::run(asked, common),
        Command::Serve(asked) => serve::run(asked, common),
        Command::Connect(asked) => connect::run(asked, common),
        Command::Cup(asked) => cup::run(asked, common),
        Command::Conditions(asked) => conditions::run(asked, common),
        Command::Password(asked) => password::run(asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Curling::command().debug_assert();
    }
}
