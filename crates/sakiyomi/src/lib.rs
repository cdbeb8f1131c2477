//! Command line of Sakiyomi: matches, tournaments, experiments, benchmarks.
//!
//! The library holds the commands, the binary only a [`Registry`] of games and kinds of experiment,
//! so that a game that is not part of the product (an example, a private one) gets the same
//! commands by calling [`run`] with a registry of its own.
//!
//! # Exit codes
//! 0: success. 1: failure. 2: wrong usage (an unknown option, player or experiment). 3: an
//! experiment ended with failed tasks. 130: interrupted; finished work is kept.

mod bench;
pub mod blokus;
pub mod bridge;
mod call;
mod cli;
mod client;
mod command;
mod connection;
pub mod curling;
mod exit;
mod former_names;
mod games;
mod input;
mod interrupt;
mod lab;
mod lines;
mod machine;
mod network;
mod play;
mod registry;
mod replay;
mod shell;
mod show;
pub mod tables;
mod workbench;

pub use bench::{Bench, Measure};
pub use cli::Common;
pub use command::GameCommand;
pub use registry::Registry;

use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::process::ExitCode;

/// Parses the command line of the process, runs the command and returns the exit code.
pub fn run(registry: Registry) -> ExitCode {
    run_from(registry, std::env::args_os())
}

/// Parses a command line, the program's name first, runs the command and returns the exit code.
///
/// Help, wrong usage and a second interrupt end the process.
pub fn run_from(
    mut registry: Registry,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitCode {
    let command = describe(&registry);
    let matches = command.clone().get_matches_from(arguments);
    match execute(&matches, &mut registry, command) {
        Ok(code) => code,
        Err(error) => exit::report(&error),
    }
}

/// Returns the commands of a binary: the general ones, and those of its games.
fn describe(registry: &Registry) -> clap::Command {
    let command = cli::Cli::command()
        .name(registry.name)
        .bin_name(registry.name);
    let own = registry.commands.iter().map(GameCommand::describe);
    let players = games::PlayerParser::new(registry);
    let named = |argument: clap::Arg| {
        let argument = argument.value_parser(players.clone());
        argument.hide_possible_values(true)
    };
    command
        .mut_subcommand("match", |command| {
            command.mut_arg("player", named).mut_arg("opponent", named)
        })
        .mut_subcommand("tournament", |command| command.mut_arg("players", named))
        .subcommands(own)
}

/// Runs the command of parsed arguments.
fn execute(
    matches: &clap::ArgMatches,
    registry: &mut Registry,
    command: clap::Command,
) -> anyhow::Result<ExitCode> {
    former_names::warn(matches, &registry.host.playables);
    let asked = matches.subcommand();
    let own = asked.and_then(|(name, asked)| {
        let own = registry.commands.iter().find(|own| own.name() == name)?;
        Some((own, asked))
    });
    if let Some((own, asked)) = own {
        let common = cli::Common::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        common.apply();
        return own.run(asked, &common);
    }
    let cli = cli::Cli::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    cli.common.apply();
    if let Some(cli::Command::Workbench(asked)) = &cli.command {
        registry.admit(&asked.players)?;
    }
    dispatch(&cli, registry, command)
}

/// Returns the product's host for its owner: its games and studies, this machine and version, and
/// results and records where the commands keep them.
pub fn host() -> operations::Host {
    operations::Host {
        trust: operations::Trust::Owner,
        store: cli::STORE.into(),
        records: cli::RECORDS.into(),
        ..Registry::product().host
    }
}

/// Returns the version of the program with the commit it was built from.
pub(crate) fn version() -> String {
    match env!("SAKIYOMI_COMMIT") {
        "" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
    }
}

fn dispatch(
    cli: &cli::Cli,
    registry: &Registry,
    mut command: clap::Command,
) -> anyhow::Result<ExitCode> {
    match &cli.command {
        None if registry.opens_workbench => {
            workbench::run(&cli::Workbench::usual(), &cli.common, registry)
        }
        None => {
            command.print_help()?;
            Ok(ExitCode::SUCCESS)
        }
        Some(cli::Command::Workbench(asked)) => workbench::run(asked, &cli.common, registry),
        Some(cli::Command::Match(asked)) => play::run_match(asked, &cli.common, registry),
        Some(cli::Command::Tournament(asked)) => play::run_tournament(asked, &cli.common, registry),
        Some(cli::Command::Replay(asked)) => replay::run(asked, &cli.common, registry),
        Some(cli::Command::Stats(asked)) => replay::stats(asked, &cli.common, registry),
        Some(cli::Command::Games(asked)) => games::list(asked, &cli.common, registry),
        Some(cli::Command::Lab(asked)) => lab::run(asked, &cli.common, registry),
        Some(cli::Command::Operations(asked)) => call::list(asked, &cli.common, registry),
        Some(cli::Command::Call(asked)) => call::run(asked, &cli.common, registry),
        Some(cli::Command::Bench(asked)) => bench::run(asked, &cli.common, registry),
        Some(cli::Command::Completions { shell }) => shell::completions(*shell, &mut command),
        Some(cli::Command::Man { dir }) => shell::man_pages(dir, command),
    }
}
