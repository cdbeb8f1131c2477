//! Commands of a single game.
//!
//! Matches, experiments and benchmarks are the same for every game; a game's own features (curling
//! simulates a shot, bridge solves a deal) are commands under the game's name, with their help,
//! completions and manual pages.

use crate::cli::Common;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use std::process::ExitCode;

/// The position of a game's commands in the help: before the general commands.
const PLACE: usize = 0;

type Run = Box<dyn Fn(&ArgMatches, &Common) -> anyhow::Result<ExitCode>>;

/// A command of a single game.
///
/// ```
/// use clap::Parser;
/// use sakiyomi::{GameCommand, Registry};
/// use std::process::ExitCode;
///
/// /// What only this game does
/// #[derive(Parser)]
/// #[command(name = "heap")]
/// struct Heap {
///     /// How many to begin with
///     stones: u32,
/// }
///
/// let command = GameCommand::new(|heap: &Heap, common| {
///     println!("{} stones, seed {}", heap.stones, common.seed());
///     Ok(ExitCode::SUCCESS)
/// });
/// assert_eq!(command.name(), "heap");
/// let registry = Registry::new("example").command(command);
/// ```
pub struct GameCommand {
    clap: Command,
    run: Run,
}

impl GameCommand {
    /// Creates a command from its arguments' type and a function. The function returns an error if
    /// the command fails, or an exit code.
    pub fn new<A: CommandFactory + FromArgMatches>(
        run: impl Fn(&A, &Common) -> anyhow::Result<ExitCode> + 'static,
    ) -> Self {
        let read = |matches: &ArgMatches| match A::from_arg_matches(matches) {
            Ok(asked) => asked,
            Err(error) => error.exit(),
        };
        GameCommand {
            clap: A::command().display_order(PLACE),
            run: Box::new(move |matches, common| run(&read(matches), common)),
        }
    }

    /// Returns the name of the command.
    pub fn name(&self) -> &str {
        self.clap.get_name()
    }

    pub(crate) fn describe(&self) -> Command {
        self.clap.clone()
    }

    pub(crate) fn run(&self, matches: &ArgMatches, common: &Common) -> anyhow::Result<ExitCode> {
        (self.run)(matches, common)
    }
}
