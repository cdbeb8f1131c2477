//! A game with its players, ready to be named on a command line.
//!
//! [`Contest`] hides the types of a game behind names and records, so that matches, tournaments
//! and experiments can be written once. A game crate offers a [`Lineup`]; a binary registers it.

use crate::analyst::{Analyst, FromPlayer, Seated};
use crate::contender::Contender;
use crate::description::Description;
use crate::game::{Duplicate, Game};
use crate::player::{Fault, Player, Random};
use crate::process::Launch;
use crate::program::ProgramPlayer;
use crate::record::{Ending, GameRecord};
use crate::referee::{Interrupted, Terms, play_game};
use crate::replay::{self, Verification};
use crate::roster::Roster;
use crate::spec::{PROGRAM, PlayerSpec, Settings, SpecError};
use crate::text::Text;
use lookahead::{Analysis, Cancel, Control, Seed};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

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

    /// What the two sides are called in results.
    fn side_names(&self) -> [&'static str; 2];

    /// How games between players without chance can be made to differ.
    fn variety(&self) -> &'static str;

    /// The conditions that differ from the game's usual ones.
    fn conditions(&self) -> toml::Table;

    /// The descriptions of its players.
    fn players(&self) -> &Roster;

    /// Reads the conditions of a text, in any form the game knows, with changes on top: a table for
    /// [`with_conditions`](Contest::with_conditions), and warnings about what was left out.
    ///
    /// TOML, or the same as JSON, unless the game knows more forms.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_conditions(
        &self,
        text: &str,
        changes: toml::Table,
    ) -> Result<(toml::Table, Vec<String>), String> {
        let mut table: toml::Table = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|why| why.to_string())?
        } else {
            text.parse()
                .map_err(|why: toml::de::Error| why.to_string())?
        };
        table.extend(changes);
        Ok((table, Vec::new()))
    }

    /// The same game under other conditions.
    ///
    /// # Errors
    /// In words, the condition that is unknown or impossible.
    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn Contest>, String>;

    /// Checks by the descriptions that a player exists and has such settings; nothing is built or
    /// started.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self, player: &PlayerSpec) -> Result<(), SpecError> {
        self.players().check(player)
    }

    /// Lists a player under a name of its own among the game's players, so that it can be asked for
    /// by that name alone: a program of the host's, on pages that may name no program.
    ///
    /// # Errors
    /// If there is no such player, or its name is taken.
    fn admit(&mut self, guest: &Contender) -> Result<(), SpecError>;

    /// Asks a player what it thinks of the position after some moves of a game.
    ///
    /// # Errors
    /// What is wrong with the moves, or with the player; or why it has no answer.
    fn ask(
        &self,
        player: &PlayerSpec,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError>;

    /// Checks a record of this game, played under these conditions, against the rules and its seed.
    fn verify(&self, record: &GameRecord) -> Verification;

    /// The positions of a recorded game from the start on, each as the seat to move sees it, on one
    /// line.
    ///
    /// # Errors
    /// The start, or the number of the first move, that does not fit, and why.
    fn positions(&self, record: &GameRecord) -> Result<Vec<String>, String>;

    /// The forms of files that a record can be written in, by the ending of their names.
    fn forms(&self) -> Vec<&'static str>;

    /// A record in one of these forms.
    ///
    /// # Errors
    /// If there is no such form, or the record does not fit.
    fn export(&self, record: &GameRecord, form: &str) -> Result<String, String>;

    /// Lets the players go that wait for the next game of a series: it is over.
    fn dismiss(&self) {}

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

/// The table of changes that are written `key=value`: what `--set` says. A value that is no TOML is
/// a text.
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

/// The moves of a game from its start to the position that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct GameMoves<'a> {
    /// The start in the game's notation, where games do not all begin alike.
    pub start: Option<&'a str>,
    /// The seed that start and dice come from.
    pub seed: Seed,
    /// The actions, each on one line.
    pub actions: &'a [String],
}

/// What a player thinks of a position, in the game's notation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ArenaAnswer")]
pub struct Answer {
    /// The seat to act.
    pub seat: usize,
    /// What that seat sees, on one line.
    pub view: String,
    /// Its candidates, best first, and what they cost.
    pub analysis: Analysis<String>,
}

/// Why a player has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AskError {
    /// The player was asked for wrongly.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The moves do not fit the game, or the game is over.
    #[error("{0}")]
    Moves(String),
    /// The player could not answer.
    #[error("the player has no answer: {0}")]
    Player(#[from] Fault),
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

type Asked<A> = Result<Box<A>, SpecError>;
type AnalystBuilder<G, A> = dyn Fn(&G, &mut Settings) -> Asked<A> + Send + Sync;
type PlayerBuilder<G> =
    dyn Fn(&G, &mut Settings) -> Result<Box<dyn Player<G>>, SpecError> + Send + Sync;
type ProgramBuilder<G> = dyn Fn(&G, Launch) -> Box<dyn Player<G>> + Send + Sync;
type WriteRecord<G> = dyn Fn(&G, &GameRecord) -> Result<String, String> + Send + Sync;
type Forms<G> = Vec<(&'static str, Box<WriteRecord<G>>)>;
type Configure<G> = dyn Fn(&G, &toml::Table) -> Result<G, String> + Send + Sync;

/// How a player is made of what stands behind its name.
enum Build<G: Game, A: ?Sized> {
    Analyst(Box<AnalystBuilder<G, A>>),
    Player(Box<PlayerBuilder<G>>),
    Program(Box<ProgramBuilder<G>>),
    /// Another player under a name of its own.
    Guest(PlayerSpec),
}

/// The described players and the builders by their names.
struct Entries<G: Game, A: ?Sized> {
    roster: Roster,
    builds: Vec<(String, Build<G, A>)>,
}

/// Players that wait for their next game, by what was asked for.
type Idle<G> = Mutex<Vec<(PlayerSpec, Box<dyn Player<G>>)>>;

/// The most players that wait.
const MOST_IDLE: usize = 64;

/// A [`Contest`] made of a game and a list of named players, each of which can be asked as an `A`.
///
/// Every lineup also offers `random`, any legal action, and `program:COMMAND`, a program that
/// speaks the protocol of [`crate::program`]; a game may put a `random` of its own in its place,
/// and add programs that speak [other protocols](Lineup::program). A player is built once for a
/// series of games, not once a game.
pub struct Lineup<G: Game, A: ?Sized = dyn Analyst<G>> {
    name: String,
    about: String,
    game: G,
    changed: toml::Table,
    entries: Arc<Entries<G, A>>,
    idle: Idle<G>,
    forms: Arc<Forms<G>>,
    configure: Arc<Configure<G>>,
}

impl<G, A> Lineup<G, A>
where
    G: Game + 'static,
    A: Analyst<G> + FromPlayer<G> + ?Sized + 'static,
{
    /// A game without named players yet and without conditions to change.
    pub fn new(name: &str, about: &str, game: G) -> Self {
        let lineup = Lineup {
            name: name.to_owned(),
            about: about.to_owned(),
            game,
            changed: toml::Table::new(),
            entries: Arc::new(Entries {
                roster: Roster::default(),
                builds: vec![],
            }),
            idle: Idle::default(),
            forms: Arc::default(),
            configure: Arc::new(|_, conditions| match conditions.keys().next() {
                None => Err("no conditions were given".to_owned()),
                Some(key) => Err(format!("unknown condition `{key}`: this game has none")),
            }),
        };
        let name = name.to_owned();
        let about = (
            "A program in another process that speaks the line protocol of the arena.",
            "アリーナの行単位プロトコルを話す、別プロセスのプログラムです。",
        );
        let random = ("Any legal action.", "合法手からでたらめに選びます。");
        lineup
            .program(PROGRAM, about, move |_, launch| {
                ProgramPlayer::new(&name, launch)
            })
            .player(Description::new("random", random), |_, _| Ok(Random))
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

    /// The same with one more form of files that records can be written in, by the ending of their
    /// names.
    ///
    /// # Panics
    /// If the lineup is shared already.
    #[must_use]
    pub fn writes(
        mut self,
        form: &'static str,
        write: impl Fn(&G, &GameRecord) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        let forms = Arc::get_mut(&mut self.forms).expect("a lineup is built before it is used");
        forms.push((form, Box::new(write)));
        self
    }

    /// The same with one more player that can be asked, in the place of any of that name. `build`
    /// reads every described setting, and no other.
    ///
    /// # Panics
    /// If the lineup is shared already (players are listed before it is used), or the description
    /// contradicts itself.
    #[must_use]
    pub fn analyst(
        self,
        description: Description,
        build: impl Fn(&G, &mut Settings) -> Asked<A> + Send + Sync + 'static,
    ) -> Self {
        self.entry(description, Build::Analyst(Box::new(build)))
    }

    /// The same with one more player that tells no values; asked, it answers with what it would
    /// play.
    ///
    /// # Panics
    /// As [`Lineup::analyst`].
    #[must_use]
    pub fn player<P: Player<G> + 'static>(
        self,
        description: Description,
        build: impl Fn(&G, &mut Settings) -> Result<P, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let build = move |game: &G, settings: &mut Settings| -> Result<Box<dyn Player<G>>, _> {
            Ok(Box::new(build(game, settings)?))
        };
        self.entry(description, Build::Player(Box::new(build)))
    }

    /// The same with one more kind of program, asked for as `NAME:COMMAND`. `build` makes a player
    /// of the command line, without starting anything yet.
    ///
    /// # Panics
    /// If the lineup is shared already.
    #[must_use]
    pub fn program<P: Player<G> + 'static>(
        self,
        name: &str,
        about: impl Into<Text>,
        build: impl Fn(&G, Launch) -> P + Send + Sync + 'static,
    ) -> Self {
        let build = move |game: &G, launch| -> Box<dyn Player<G>> { Box::new(build(game, launch)) };
        let description = Description::program(name, about);
        self.entry(description, Build::Program(Box::new(build)))
    }

    /// The same with its strongest player named, as a text.
    ///
    /// # Panics
    /// If there is no such player in the lineup, or the lineup is shared already.
    #[must_use]
    pub fn strongest(mut self, player: &str) -> Self {
        let entries = self.entries();
        let checked = player
            .parse()
            .and_then(|spec| entries.roster.check(&spec).map(|()| spec));
        let spec = checked.unwrap_or_else(|why| panic!("the strongest player: {why}"));
        entries.roster.name_strongest(spec);
        self
    }

    fn entry(mut self, description: Description, build: Build<G, A>) -> Self {
        let entries = self.entries();
        entries.builds.retain(|(name, _)| *name != description.name);
        entries.builds.push((description.name.clone(), build));
        entries.roster.add(description);
        self
    }

    fn entries(&mut self) -> &mut Entries<G, A> {
        Arc::get_mut(&mut self.entries).expect("a lineup is built before it is used")
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The same players at the same game under other conditions.
    #[must_use]
    pub fn with_game(&self, game: G, changed: toml::Table) -> Self {
        Lineup {
            name: self.name.clone(),
            about: self.about.clone(),
            changed,
            game,
            entries: Arc::clone(&self.entries),
            idle: Idle::default(),
            forms: Arc::clone(&self.forms),
            configure: Arc::clone(&self.configure),
        }
    }

    /// Builds a player.
    ///
    /// # Errors
    /// What is wrong with the way it was asked for.
    pub fn build(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, SpecError> {
        match self.found(spec)? {
            Build::Program(build) => Ok(build(&self.game, spec.launch()?)),
            Build::Guest(guest) => self.build(guest),
            Build::Player(build) => {
                self.with_settings(spec, |settings| build(&self.game, settings))
            }
            Build::Analyst(build) => {
                let analyst = self.with_settings(spec, |settings| build(&self.game, settings))?;
                Ok(Box::new(Seated::new(analyst)))
            }
        }
    }

    /// Builds a player to be asked.
    ///
    /// # Errors
    /// What is wrong with the way it was asked for.
    pub fn build_analyst(&self, spec: &PlayerSpec) -> Result<Box<A>, SpecError> {
        match self.found(spec)? {
            Build::Analyst(build) => {
                self.with_settings(spec, |settings| build(&self.game, settings))
            }
            Build::Guest(guest) => self.build_analyst(guest),
            Build::Player(_) | Build::Program(_) => Ok(A::from_player(self.build(spec)?)),
        }
    }

    /// Asks an analyst about the position after some moves.
    ///
    /// # Errors
    /// As [`Contest::ask`].
    pub fn ask_analyst(
        &self,
        analyst: &mut A,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError> {
        let game = &self.game;
        let position = replay::position(game, moves).map_err(AskError::Moves)?;
        let over = || AskError::Moves("the game is over: there is nothing to ask".to_owned());
        let seat = game.turn(&position).ok_or_else(over)?;
        let view = game.view(&position, seat);
        let analysis = analyst.analyse(game, seat, &view, control)?;
        Ok(Answer {
            seat,
            view: game.write_view(&view),
            analysis: analysis.map(|action| game.write_action(&action)),
        })
    }

    /// The builder of a player.
    fn found(&self, spec: &PlayerSpec) -> Result<&Build<G, A>, SpecError> {
        let Entries { roster, builds } = &*self.entries;
        roster.find(spec.name())?;
        let found = builds.iter().find(|(name, _)| name == spec.name());
        let (_, build) = found.expect("every described player has a builder");
        Ok(build)
    }

    /// Builds with the settings of a player, all of which must be read.
    fn with_settings<T>(
        &self,
        spec: &PlayerSpec,
        build: impl FnOnce(&mut Settings) -> Result<T, SpecError>,
    ) -> Result<T, SpecError> {
        let mut settings = self.entries.roster.settings(spec)?;
        let built = build(&mut settings)?;
        settings.finish();
        Ok(built)
    }

    /// A player that has no game now: one that waits, or a new one.
    fn take(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, SpecError> {
        let waiting = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let place = idle.iter().position(|(known, _)| known == spec);
            place.map(|place| idle.swap_remove(place).1)
        };
        waiting.map_or_else(|| self.build(spec), Ok)
    }

    /// Keeps players for their next game.
    fn put_back(&self, players: impl Iterator<Item = (PlayerSpec, Box<dyn Player<G>>)>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(players);
        let surplus = idle.len().saturating_sub(MOST_IDLE);
        idle.drain(..surplus);
    }
}

/// The words for a form of files that a game does not have.
pub fn no_form(form: &str, game: &str, known: &[&str]) -> String {
    match known {
        [] => format!("games of {game} cannot be written as `{form}`, nor in any other form"),
        known => format!(
            "games of {game} cannot be written as `{form}` (known: {})",
            known.join(", ")
        ),
    }
}

impl<G, A> Contest for Lineup<G, A>
where
    G: Game + 'static,
    A: Analyst<G> + FromPlayer<G> + ?Sized + 'static,
{
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

    fn side_names(&self) -> [&'static str; 2] {
        self.game.side_names()
    }

    fn variety(&self) -> &'static str {
        self.game.variety()
    }

    fn conditions(&self) -> toml::Table {
        self.changed.clone()
    }

    fn players(&self) -> &Roster {
        &self.entries.roster
    }

    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn Contest>, String> {
        let mut changed = self.changed.clone();
        changed.extend(conditions.clone());
        let game = (self.configure)(&self.game, conditions)?;
        Ok(Box::new(self.with_game(game, changed)))
    }

    fn admit(&mut self, guest: &Contender) -> Result<(), SpecError> {
        self.check(&guest.spec)?;
        let entries = self.entries();
        entries.roster.admit(guest)?;
        let build = Build::Guest(guest.spec.clone());
        entries.builds.push((guest.name().to_owned(), build));
        Ok(())
    }

    fn ask(
        &self,
        player: &PlayerSpec,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError> {
        self.ask_analyst(&mut *self.build_analyst(player)?, moves, control)
    }

    fn verify(&self, record: &GameRecord) -> Verification {
        replay::verify(&self.game, record)
    }

    fn positions(&self, record: &GameRecord) -> Result<Vec<String>, String> {
        let positions = replay::positions(&self.game, record)?;
        let line = |position: &G::Position| {
            let seat = self.game.turn(position).unwrap_or(0);
            self.game.write_view(&self.game.view(position, seat))
        };
        Ok(positions.iter().map(line).collect())
    }

    fn forms(&self) -> Vec<&'static str> {
        self.forms.iter().map(|(form, _)| *form).collect()
    }

    fn export(&self, record: &GameRecord, form: &str) -> Result<String, String> {
        let found = self.forms.iter().find(|(known, _)| *known == form);
        let Some((_, write)) = found else {
            return Err(no_form(form, &self.name, &self.forms()));
        };
        write(&self.game, record)
    }

    fn dismiss(&self) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.clear();
    }

    fn play(
        &self,
        players: [&PlayerSpec; 2],
        terms: &Terms,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<GameRecord, PlayError> {
        let specs: Vec<&PlayerSpec> = self
            .game
            .sides()
            .iter()
            .map(|&side| players[side])
            .collect();
        let seats: Result<Vec<_>, _> = specs.iter().map(|spec| self.take(spec)).collect();
        let mut seats = seats?;
        let played = play_game(&self.game, &mut seats, terms, seed, cancel)?;
        // A player that panicked may be broken.
        if !matches!(
            &played.ending,
            Ending::Forfeit {
                fault: Fault::Crashed { .. },
                ..
            }
        ) {
            self.put_back(specs.into_iter().cloned().zip(seats));
        }
        Ok(GameRecord {
            conditions: self.conditions(),
            ..played.record(&self.name, players.map(ToString::to_string))
        })
    }
}
