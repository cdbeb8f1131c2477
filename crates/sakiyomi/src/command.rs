//! Commands of a single game.
//!
//! Matches, experiments and measurements are the same for every game; what only one game has
//! (curling simulates a shot, bridge solves a deal) comes as a command under the game's name, and
//! its help, completions and manual pages with it.

use crate::cli::Common;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use std::process::ExitCode;

/// Where a game's commands stand in the help: before those of all games.
const PLACE: usize = 0;

type Run = Box<dyn Fn(&ArgMatches, &Common) -> anyhow::Result<ExitCode>>;

/// A command of a game's own.
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
    /// A command described by a type and done by a function. A command that does not do what was
    /// asked gives an error, one that did part of it the exit code it likes.
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

    /// The word that calls it.
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
