//! `blokus`: the commands of Blokus Duo.
//!
//! Matches, tournaments and experiments are the same for every game; the commands here are the
//! game's own. The words of protocols live here, rules and players in the crate `blokus`.

mod analyse;
mod bench;
mod diagram;
mod features;
mod gtp;
mod perft;
mod reading;
mod replay;
mod train;

pub use ::blokus::lineup;
pub use bench::benches;

use crate::GameCommand;
use crate::cli::Common;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Analyse, learn and play Blokus Duo
#[derive(Parser, Debug)]
#[command(name = "blokus", after_help = EXAMPLES, arg_required_else_help = true)]
struct Blokus {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyse(analyse::Analyse),
    Replay(replay::Replay),
    Gtp(gtp::Gtp),
    Train(train::Train),
    Features(features::Features),
    Perft(Box<perft::Perft>),
}

/// The default player.
const DEFAULT_PLAYER: &str = "strong";

const EXAMPLES: &str = "\
A move is the list of squares it covers: columns a-n from the left, rows 1-14 from the bottom.

Examples:
  sakiyomi blokus analyse game.blksgf --player alphabeta:time=2s
  sakiyomi blokus replay game.blksgf
  sakiyomi blokus train --select 8 --updates 1000 --out weights
  printf 'genmove b\\nshowboard\\n' | sakiyomi blokus gtp
  sakiyomi match random 'gtp:pentobi-gtp --game duo --nobook --level 1 --quiet' --game blokus";

/// Returns the commands of Blokus Duo, to be registered by a binary.
pub fn command() -> GameCommand {
    GameCommand::new(|asked: &Blokus, common| run(&asked.command, common))
}

fn run(command: &Command, common: &Common) -> anyhow::Result<ExitCode> {
    match command {
        Command::Analyse(asked) => analyse::run(asked, common),
        Command::Replay(asked) => replay::run(asked, common),
        Command::Gtp(asked) => gtp::run(asked, common),
        Command::Train(asked) => train::run(asked, common),
        Command::Features(asked) => features::run(asked),
        Command::Perft(asked) => perft::run(asked, common),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Blokus::command().debug_assert();
    }
}
