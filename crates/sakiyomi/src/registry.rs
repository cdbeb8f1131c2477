//! Registry of a binary: games, their commands, kinds of experiment, benchmarks.

use crate::bench::Bench;
use crate::client::refused;
use crate::command::GameCommand;
use crate::exit::usage;
use arena::PlayableGame;
use arena::matches::Matches;
use arena::study::Study;
use operations::Host;
use std::sync::Arc;

/// Returns a shared value for changes, while the registry is its only owner.
fn own<T>(shared: &mut Arc<T>) -> &mut T {
    Arc::get_mut(shared).expect("a registry is shared only when it is complete")
}

/// The games, commands, studies and benchmarks of a binary.
pub struct Registry {
    pub(crate) name: &'static str,
    pub(crate) host: Host,
    pub(crate) commands: Vec<GameCommand>,
    pub(crate) benches: Vec<Bench>,
    pub(crate) opens_workbench: bool,
}

impl Registry {
    /// Creates the registry of a binary called `name` without games, with the built-in kinds of
    /// experiment and the benchmarks of the searches.
    pub fn new(name: &'static str) -> Self {
        let host = Host {
            studies: Arc::new(vec![Box::new(Matches)]),
            ..Host::default()
        };
        Self::of(name, host)
    }

    /// Creates the registry of a binary called `name` with the games and studies of a host.
    pub fn of(name: &'static str, host: Host) -> Self {
        let host = Host {
            version: crate::version(),
            machine: crate::machine::this(),
            name,
            ..host
        };
        Registry {
            name,
            host,
            commands: Vec::new(),
            benches: crate::bench::searches(),
            opens_workbench: false,
        }
    }

    /// Creates the registry of the product: the games and studies of the house, and the games' own
    /// commands.
    pub fn product() -> Self {
        Registry::of("sakiyomi", Host::house_with(crate::tables::cache()))
            .command(crate::blokus::command())
            .benches(crate::blokus::benches())
            .command(crate::bridge::command())
            .benches(crate::bridge::benches())
            .command(crate::curling::command())
            .benches(crate::curling::benches())
            .workbench()
    }

    /// Adds a game.
    #[must_use]
    pub fn game(mut self, playable: impl PlayableGame + 'static) -> Self {
        own(&mut self.host.playables).push(Box::new(playable));
        self
    }

    /// Adds the commands of a game.
    #[must_use]
    pub fn command(mut self, command: GameCommand) -> Self {
        self.commands.push(command);
        self
    }

    /// Adds a kind of experiment.
    #[must_use]
    pub fn study(mut self, study: impl Study + 'static) -> Self {
        own(&mut self.host.studies).push(Box::new(study));
        self
    }

    /// Adds a benchmark.
    #[must_use]
    pub fn bench(mut self, bench: Bench) -> Self {
        self.benches.push(bench);
        self
    }

    /// Adds several benchmarks.
    #[must_use]
    pub fn benches(mut self, benches: impl IntoIterator<Item = Bench>) -> Self {
        self.benches.extend(benches);
        self
    }

    /// Starts the workbench when the binary is run without a command, instead of showing the help.
    #[must_use]
    pub fn workbench(mut self) -> Self {
        self.opens_workbench = true;
        self
    }

    /// Registers guests, players under names of their own.
    pub(crate) fn admit(&mut self, guests: &[String]) -> anyhow::Result<()> {
        for guest in guests {
            let admitted = self.host.admit(guest);
            admitted.map_err(|why| usage(format!("--player {guest}: {why}")))?;
        }
        Ok(())
    }

    /// Returns the game of this name, or the only one.
    pub(crate) fn playable(&self, name: Option<&str>) -> anyhow::Result<&dyn PlayableGame> {
        match (name, self.host.playables.as_slice()) {
            (None, [only]) => Ok(only.as_ref()),
            (None, playables) => {
                let names: Vec<_> = playables.iter().map(|playable| playable.name()).collect();
                let names = match names.as_slice() {
                    [] => "none in this binary".to_owned(),
                    names => names.join(", "),
                };
                Err(usage(format!(
                    "say which game with --game (games: {names})"
                )))
            }
            (Some(name), _) => self.host.playable(name).map_err(refused),
        }
    }
}
