//! A game with its players, ready to be named on a command line.
//!
//! [`Contest`] hides the types of a game behind names and records, so that matches, tournaments
//! and experiments can be written once. A game crate offers a [`Lineup`]; a binary registers it.

use crate::game::{Duplicate, Game};
use crate::player::Player;
use crate::process::Launch;
use crate::program::ProgramPlayer;
use crate::record::GameRecord;
use crate::referee::{Interrupted, Terms, play_game};
use crate::spec::{PROGRAM, PlayerSpec, Settings, SpecError};
use lookahead::{Cancel, Seed};
use std::ops::Deref;
use std::sync::Arc;

/// A game whose players can be asked for by name.
pub trait Contest: Send + Sync {
    /// The game's name, as typed.
    fn name(&self) -> &str;

    /// One line about the game.
    fn about(&self) -> &str;

    /// The side of every seat, seats in order.
    fn sides(&self) -> &[usize];

    /// How the two games of a pair are compared, if they are.
    fn duplicate(&self) -> Option<Duplicate> {
        None
    }

    /// The players by name, each with one line about it and its settings.
    fn roster(&self) -> Vec<(String, String)>;

    /// The conditions that a text says, in any form the game knows, with changes on top; and what in it is left out.
    ///
    /// TOML, if the game says nothing else.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn conditions(
        &self,
        text: &str,
        changes: toml::Table,
    ) -> Result<(toml::Table, Vec<String>), String> {
        let mut table: toml::Table = text
            .parse()
            .map_err(|why: toml::de::Error| why.to_string())?;
        table.extend(changes);
        Ok((table, Vec::new()))
    }

    /// The same game under other conditions.
    ///
    /// # Errors
    /// In words, the condition that is unknown or impossible.
    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn Contest>, String>;

    /// Whether this player exists and its settings make sense; nothing is started.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self, player: &PlayerSpec) -> Result<(), SpecError>;

    /// Plays one game between the players of side 0 and side 1.
    ///
    /// # Errors
    /// If a player cannot be built, or the game was cancelled.
    fn play(
        &self,
        players: [&PlayerSpec; 2],
        terms: &Terms,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<GameRecord, PlayError>;
}

/// The table of changes that are written `key=value`: what `--set` says. A value that is no TOML is a text.
///
/// ```
/// let table = arena::contest::changes(&["ends=4", "platform=dc3"])?;
/// assert_eq!(table, "ends = 4\nplatform = 'dc3'".parse().unwrap());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The change without a `=`.
pub fn changes(said: &[impl AsRef<str>]) -> Result<toml::Table, String> {
    let change = |said: &str| {
        let (key, value) = said
            .split_once('=')
            .ok_or_else(|| format!("{said}: write key=value"))?;
        let parsed = format!("value = {value}").parse::<toml::Table>();
        let parsed = parsed.ok().and_then(|mut table| table.remove("value"));
        let value = parsed.unwrap_or_else(|| toml::Value::String(value.to_owned()));
        Ok((key.trim().to_owned(), value))
    };
    said.iter().map(|said| change(said.as_ref())).collect()
}

/// A game as it was registered, or under conditions of its own.
pub enum Conditioned<'a> {
    /// As it was registered.
    Registered(&'a dyn Contest),
    /// Under other conditions.
    Changed(Box<dyn Contest>),
}

impl<'a> Conditioned<'a> {
    /// The game under `conditions`, of which there may be none.
    ///
    /// # Errors
    /// In words, the condition that is unknown or impossible.
    pub fn new(contest: &'a dyn Contest, conditions: &toml::Table) -> Result<Self, String> {
        if conditions.is_empty() {
            return Ok(Conditioned::Registered(contest));
        }
        contest
            .with_conditions(conditions)
            .map(Conditioned::Changed)
    }
}

impl<'a> Deref for Conditioned<'a> {
    type Target = dyn Contest + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Conditioned::Registered(contest) => *contest,
            Conditioned::Changed(contest) => &**contest,
        }
    }
}

/// Why there is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A player was asked for wrongly.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

type Built<G> = Result<Box<dyn Player<G>>, SpecError>;
type FromSettings<G> = dyn Fn(&G, &mut Settings) -> Built<G> + Send + Sync;
type FromCommand<G> = dyn Fn(&G, Launch) -> Box<dyn Player<G>> + Send + Sync;
type Configure<G> = dyn Fn(&G, &toml::Table) -> Result<G, String> + Send + Sync;

/// How a player is made of what stands behind its name.
enum Build<G: Game> {
    Settings(Box<FromSettings<G>>),
    Command(Box<FromCommand<G>>),
}

struct Entry<G: Game> {
    name: String,
    about: String,
    build: Build<G>,
}

impl<G: Game> Entry<G> {
    fn is_program(&self) -> bool {
        matches!(self.build, Build::Command(_))
    }
}

/// A [`Contest`] made of a game and a list of named players. Every lineup also offers
/// `program:COMMAND`, a program that speaks the protocol of [`crate::program`]; a game may add programs that
/// speak [others](Lineup::program).
pub struct Lineup<G: Game> {
    name: String,
    about: String,
    game: G,
    entries: Arc<Vec<Entry<G>>>,
    configure: Arc<Configure<G>>,
}

impl<G: Game + 'static> Lineup<G> {
    /// A game without named players yet and without conditions to change.
    pub fn new(name: &str, about: &str, game: G) -> Self {
        let lineup = Lineup {
            name: name.to_owned(),
            about: about.to_owned(),
            game,
            entries: Arc::default(),
            configure: Arc::new(|_, conditions| match conditions.keys().next() {
                None => Err("no conditions were given".to_owned()),
                Some(key) => Err(format!("unknown condition `{key}`: this game has none")),
            }),
        };
        let name = name.to_owned();
        lineup.program(PROGRAM, "a program in another process", move |_, launch| {
            ProgramPlayer::new(&name, launch)
        })
    }

    /// The same with conditions that `configure` reads from a table.
    #[must_use]
    pub fn conditions(
        mut self,
        configure: impl Fn(&G, &toml::Table) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        self.configure = Arc::new(configure);
        self
    }

    /// The same with one more player. `build` takes the settings it knows; any other is an error.
    ///
    /// # Panics
    /// If the lineup is shared already: players are listed before it is used.
    #[must_use]
    pub fn player<P: Player<G> + 'static>(
        self,
        name: &str,
        about: &str,
        build: impl Fn(&G, &mut Settings) -> Result<P, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let build = move |game: &G, settings: &mut Settings| -> Built<G> {
            Ok(Box::new(build(game, settings)?))
        };
        self.entry(name, about, Build::Settings(Box::new(build)))
    }

    /// The same with one more kind of program, asked for as `NAME:COMMAND`. `build` makes a player of the
    /// command line, without starting anything yet.
    ///
    /// # Panics
    /// If the lineup is shared already.
    #[must_use]
    pub fn program<P: Player<G> + 'static>(
        self,
        name: &str,
        about: &str,
        build: impl Fn(&G, Launch) -> P + Send + Sync + 'static,
    ) -> Self {
        let build = move |game: &G, launch| -> Box<dyn Player<G>> { Box::new(build(game, launch)) };
        self.entry(name, about, Build::Command(Box::new(build)))
    }

    fn entry(mut self, name: &str, about: &str, build: Build<G>) -> Self {
        let entries = Arc::get_mut(&mut self.entries).expect("a lineup is built before it is used");
        entries.push(Entry {
            name: name.to_owned(),
            about: about.to_owned(),
            build,
        });
        self
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Builds one player.
    ///
    /// # Errors
    /// What is wrong with the way it was asked for.
    pub fn build(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, SpecError> {
        let entry = self.entries.iter().find(|entry| entry.name == spec.name());
        let Some(entry) = entry else {
            let known = self
                .roster()
                .into_iter()
                .map(|(name, _)| name)
                .collect::<Vec<_>>();
            let (name, known) = (spec.name().to_owned(), known.join(", "));
            return Err(SpecError::NoSuchPlayer { name, known });
        };
        match &entry.build {
            Build::Command(build) => Ok(build(&self.game, spec.launch()?)),
            Build::Settings(build) => {
                let mut settings = spec.settings()?;
                let player = build(&self.game, &mut settings)?;
                settings.finish()?;
                Ok(player)
            }
        }
    }
}

impl<G: Game + 'static> Contest for Lineup<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn sides(&self) -> &[usize] {
        self.game.sides()
    }

    fn duplicate(&self) -> Option<Duplicate> {
        self.game.duplicate()
    }

    fn roster(&self) -> Vec<(String, String)> {
        let (programs, ours): (Vec<_>, Vec<_>) =
            self.entries.iter().partition(|entry| entry.is_program());
        let ours = ours.into_iter().map(|e| (e.name.clone(), e.about.clone()));
        let programs = programs
            .into_iter()
            .map(|e| (format!("{}:COMMAND", e.name), e.about.clone()));
        ours.chain(programs).collect()
    }

    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn Contest>, String> {
        Ok(Box::new(Lineup {
            name: self.name.clone(),
            about: self.about.clone(),
            game: (self.configure)(&self.game, conditions)?,
            entries: Arc::clone(&self.entries),
            configure: Arc::clone(&self.configure),
        }))
    }

    fn check(&self, player: &PlayerSpec) -> Result<(), SpecError> {
        self.build(player).map(drop)
    }

    fn play(
        &self,
        players: [&PlayerSpec; 2],
        terms: &Terms,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<GameRecord, PlayError> {
        let mut seats = Vec::with_capacity(self.game.sides().len());
        for &side in self.game.sides() {
            seats.push(self.build(players[side])?);
        }
        let played = play_game(&self.game, &mut seats, terms, seed, cancel)?;
        Ok(played.record(&self.name, players.map(ToString::to_string)))
    }
}
