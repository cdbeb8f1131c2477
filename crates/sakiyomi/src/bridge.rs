//! `bridge`: the commands of contract bridge.
//!
//! Double-dummy tricks of whole files of deals, and deals drawn under constraints, as JSON lines
//! for programs and as PBN, LIN and text for people; boards played in the terminal, and over TCP by
//! the protocol of table managers. Options and transport are here, their meaning in the crate
//! `bridge`.

mod analyse;
mod bench;
mod boards;
mod client_player;
mod client_session;
mod compare;
mod connect;
mod deal;
mod play;
mod serve;
mod solve;
mod tcp_lines;
mod text;

pub use ::bridge::lineup::lineup;
pub use bench::benches;
pub use boards::{result, result_json};
pub use client_player::{ClientPlayer, DEFAULT_PLAYER};
pub use client_session::{ClientSession, SessionError};
pub use tcp_lines::LineError;

use crate::GameCommand;
use crate::cli::Common;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Solve, deal and play bridge hands
#[derive(Parser, Debug)]
#[command(name = "bridge", after_help = EXAMPLES, arg_required_else_help = true)]
struct Bridge {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Deal(Box<deal::Deal>),
    Play(Box<play::Play>),
    Analyse(Box<analyse::Analyse>),
    Serve(Box<serve::Serve>),
    Connect(connect::Connect),
    Compare(compare::Compare),
}

const EXAMPLES: &str = "\
A hand is written spades first, its suits separated by points: AK4.QJ.T987.6532. A deal is the seat of the first hand, a colon \
and four hands clockwise: N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74.

Examples:
  sakiyomi bridge solve boards.pbn
  sakiyomi bridge deal -n 100 --points N=15-17 --balanced N --format json | sakiyomi bridge solve
  sakiyomi bridge deal --hand W=K3.AQ982.743.T65 --auction 'S: 1NT P 3NT P P P' --where SA
  sakiyomi bridge play --boards 4
  sakiyomi bridge analyse board.pbn --seat W
  sakiyomi bridge serve --boards 8 --seat N=minimax --seat S=minimax
  sakiyomi match minimax:deals=60 minimax:deals=10 --game bridge --games 64";

/// Returns the commands of bridge, to be registered by a binary.
pub fn command() -> GameCommand {
    GameCommand::new(|asked: &Bridge, common| run(&asked.command, common))
}

fn run(command: &Command, common: &Common) -> anyhow::Result<ExitCode> {
    match command {
        Command::Solve(asked) => solve::run(asked, common),
        Command::Deal(asked) => deal::run(asked, common),
        Command::Play(asked) => play::run(asked, common),
        Command::Analyse(asked) => analyse::run(asked, common),
        Command::Serve(asked) => serve::run(asked, common),
        Command::Connect(asked) => connect::run(asked, common),
        Command::Compare(asked) => compare::run(asked, common),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Bridge::command().debug_assert();
    }
}
