//! Playable games: a game with its named players behind one object-safe interface.
//!
//! [`PlayableGame`] erases the types of a game: players are named by text, results are records. So
//! matches, tournaments and experiments are written once for all games. A game crate provides a
//! [`Lineup`]; a binary registers it.

use crate::analyst::{Analyst, AnalystPlayer, FromPlayer};
use crate::contender::Contender;
use crate::description::Description;
use crate::embedded::{EmbeddedPlayer, MakeEmbedded};
use crate::encoding::{Encoding, Encodings};
use crate::game::{Duplicate, Game};
use crate::player::{Fault, Player, Random};
use crate::process::Launch;
use crate::program::ProgramPlayer;
use crate::record::{Ending, GameRecord};
use crate::referee::{Interrupted, Terms, play_game};
use crate::replay::{self, Verification};
use crate::roster::Roster;
use crate::spec::{PROGRAM, PlayerSpec, Settings, SpecError};
use crate::stepping::{LineupStepper, Stepper, Table};
use crate::text::Text;
use lookahead::{Analysis, Cancel, Control, Seed};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// A game whose players are selected by name.
pub trait PlayableGame: Send + Sync {
    /// Returns the game's name, as typed.
    fn name(&self) -> &str;

    /// Returns a one-line description of the game.
    fn about(&self) -> &str;

    /// Returns the side of every seat, seats in order.
    fn sides(&self) -> &[usize];

    /// Returns the duplicate scoring, if the game has one.
    fn duplicate(&self) -> Option<Duplicate> {
        None
    }

    /// Returns whether moves have chance events under these conditions.
    fn has_dice(&self) -> bool;

    /// Returns the names of the two sides in results.
    fn side_names(&self) -> [Text; 2];

    /// Returns advice on how to vary games between deterministic players.
    fn variety(&self) -> Text;

    /// Returns the conditions that differ from the defaults.
    fn conditions(&self) -> toml::Table;

    /// Returns the descriptions of the players.
    fn players(&self) -> &Roster;

    /// Parses conditions in any format the game supports and applies `changes`: returns a table for
    /// [`with_conditions`](PlayableGame::with_conditions), and warnings about ignored parts.
    ///
    /// The default supports TOML and JSON.
    ///
    /// # Errors
    /// The first error of the text, with its place.
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

    /// Returns the conditions of a record as [`with_conditions`](Self::with_conditions) takes them:
    /// defaults that have changed since the record was written keep their old values.
    fn recorded_conditions(&self, conditions: &toml::Table) -> toml::Table {
        conditions.clone()
    }

    /// Returns the game under other conditions.
    ///
    /// # Errors
    /// The unknown or invalid condition, as a sentence.
    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn PlayableGame>, String>;

    /// Checks a player's name and settings against the descriptions, without building or starting
    /// it.
    ///
    /// # Errors
    /// The first error of the player text.
    fn check(&self, player: &PlayerSpec) -> Result<(), SpecError> {
        self.players().check(player)
    }

    /// Adds a player under a name of its own to the game's players, so that the name alone selects
    /// it: a program of the host, on pages that may not name programs.
    ///
    /// # Errors
    /// If the player is unknown or invalid, or the name is taken.
    fn admit(&mut self, guest: &Contender) -> Result<(), SpecError>;

    /// Adds a player of the program around the arena to the game's players, under a name; `make`
    /// returns a new one for every seat.
    ///
    /// # Errors
    /// If the name is taken, or not valid as a player's name.
    fn embed(&mut self, name: &str, make: MakeEmbedded) -> Result<(), SpecError>;

    /// Returns the names of the game's [encodings](crate::encoding), the usual one first.
    fn encodings(&self) -> Vec<&'static str>;

    /// Returns a game to be played step by step, in the notation of the game and in one of its
    /// encodings if one is named.
    ///
    /// # Errors
    /// If there is no such encoding, or it cannot be used under these conditions.
    fn stepper(&self, encoding: Option<&str>) -> Result<Box<dyn Stepper>, String>;

    /// Requests a player's analysis of the position after the moves of a game.
    ///
    /// # Errors
    /// An error in the moves or in the player text, or the fault of the player.
    fn ask(
        &self,
        player: &PlayerSpec,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError>;

    /// Verifies a record of this game under these conditions against the rules and its seed.
    fn verify(&self, record: &GameRecord) -> Verification;

    /// Returns the positions of a recorded game from the start on, each as the one-line view of the
    /// seat to move.
    ///
    /// # Errors
    /// The invalid start, or the number of the first invalid move, with the reason.
    fn positions(&self, record: &GameRecord) -> Result<Vec<String>, String>;

    /// Returns the file formats that a record can be exported to, by file extension.
    fn export_formats(&self) -> Vec<&'static str>;

    /// Returns a record in one of these formats.
    ///
    /// # Errors
    /// If the format is unknown, or cannot represent the record.
    fn export(&self, record: &GameRecord, form: &str) -> Result<String, String>;

    /// Drops the players that wait for the next game of a series.
    fn release_players(&self) {}

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

/// Parses changes of the form `key=value`, as given to `--set`, into a table. A value that is not
/// valid TOML is taken as a string.
///
/// ```
/// let table = arena::playable::parse_changes(&["ends=4", "platform=dc3"])?;
/// assert_eq!(table, "ends = 4\nplatform = 'dc3'".parse().unwrap());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The change without an `=`.
pub fn parse_changes(changes: &[impl AsRef<str>]) -> Result<toml::Table, String> {
    let parse = |change: &str| {
        let (key, value) = change
            .split_once('=')
            .ok_or_else(|| format!("{change}: expected key=value"))?;
        let parsed = format!("value = {value}").parse::<toml::Table>();
        let parsed = parsed.ok().and_then(|mut table| table.remove("value"));
        let value = parsed.unwrap_or_else(|| toml::Value::String(value.to_owned()));
        Ok((key.trim().to_owned(), value))
    };
    changes
        .iter()
        .map(|change| parse(change.as_ref()))
        .collect()
}

/// A game as registered, or under changed conditions.
pub enum Conditioned<'a> {
    /// As registered.
    Registered(&'a dyn PlayableGame),
    /// Under changed conditions.
    Changed(Box<dyn PlayableGame>),
}

impl<'a> Conditioned<'a> {
    /// Creates the game under `conditions`; as registered if they are empty.
    ///
    /// # Errors
    /// The unknown or invalid condition, as a sentence.
    pub fn new(playable: &'a dyn PlayableGame, conditions: &toml::Table) -> Result<Self, String> {
        if conditions.is_empty() {
            return Ok(Conditioned::Registered(playable));
        }
        playable
            .with_conditions(conditions)
            .map(Conditioned::Changed)
    }
}

impl<'a> Deref for Conditioned<'a> {
    type Target = dyn PlayableGame + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Conditioned::Registered(playable) => *playable,
            Conditioned::Changed(playable) => &**playable,
        }
    }
}

/// The moves of a game from its start to the position to be analysed.
#[derive(Clone, Copy, Debug)]
pub struct GameMoves<'a> {
    /// The start in the game's notation, where starts differ.
    pub start: Option<&'a str>,
    /// The seed of start and dice.
    pub seed: Seed,
    /// The actions, each on one line.
    pub actions: &'a [String],
}

/// A player's analysis of a position, in the game's notation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ArenaAnswer")]
pub struct Answer {
    /// The seat to act.
    pub seat: usize,
    /// The view of that seat, on one line.
    pub view: String,
    /// The candidates, best first, and the cost of the search.
    pub analysis: Analysis<String>,
}

/// An error of an analysis request.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AskError {
    /// The player text has an error.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The moves do not fit the game, or the game is over.
    #[error("{0}")]
    Moves(String),
    /// The player could not answer.
    #[error("the player failed to answer: {0}")]
    Player(#[from] Fault),
}

/// An error that leaves a game without a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A player text has an error.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

type Built<A> = Result<Box<A>, SpecError>;
type AnalystBuilder<G, A> = dyn Fn(&G, &mut Settings) -> Built<A> + Send + Sync;
type PlayerBuilder<G> =
    dyn Fn(&G, &mut Settings) -> Result<Box<dyn Player<G>>, SpecError> + Send + Sync;
type ProgramBuilder<G> = dyn Fn(&G, Launch) -> Box<dyn Player<G>> + Send + Sync;
type WriteRecord<G> = dyn Fn(&G, &GameRecord) -> Result<String, String> + Send + Sync;
type Forms<G> = Vec<(&'static str, Box<WriteRecord<G>>)>;
type Configure<G> = dyn Fn(&G, &toml::Table) -> Result<G, String> + Send + Sync;

/// The builder of a named player.
enum Build<G: Game, A: ?Sized> {
    Analyst(Box<AnalystBuilder<G, A>>),
    Player(Box<PlayerBuilder<G>>),
    Program(Box<ProgramBuilder<G>>),
    /// An alias of another player.
    Guest(PlayerSpec),
    /// A player of the program around the arena.
    Embedded(MakeEmbedded),
}

/// The described players and the builders by their names.
struct Entries<G: Game, A: ?Sized> {
    roster: Roster,
    builds: Vec<(String, Build<G, A>)>,
}

/// Players that wait for their next game, by player text.
type Idle<G> = Mutex<Vec<(PlayerSpec, Box<dyn Player<G>>)>>;

/// Maximum number of waiting players.
const MOST_IDLE: usize = 64;

/// A [`PlayableGame`] made of a game and a list of named players, each of which can be built as an
/// analyst `A`.
///
/// Every lineup includes `random`, which plays random legal actions, and `program:COMMAND`, a
/// program that speaks the protocol of [`crate::program`]. A game may replace `random`, and add
/// programs that speak [other protocols](Lineup::program). A player is built once per series of
/// games, not once per game.
pub struct Lineup<G: Game, A: ?Sized = dyn Analyst<G>> {
    name: String,
    about: String,
    game: Arc<G>,
    changed: toml::Table,
    entries: Arc<Entries<G, A>>,
    idle: Idle<G>,
    forms: Arc<Forms<G>>,
    encodings: Arc<Encodings<G>>,
    configure: Arc<Configure<G>>,
}

impl<G, A> Lineup<G, A>
where
    G: Game + 'static,
    A: Analyst<G> + FromPlayer<G> + ?Sized + 'static,
{
    /// Creates a lineup without named players and without conditions to change.
    pub fn new(name: &str, about: &str, game: G) -> Self {
        let lineup = Lineup {
            name: name.to_owned(),
            about: about.to_owned(),
            game: Arc::new(game),
            changed: toml::Table::new(),
            entries: Arc::new(Entries {
                roster: Roster::default(),
                builds: vec![],
            }),
            idle: Idle::default(),
            forms: Arc::default(),
            encodings: Arc::default(),
            configure: Arc::new(|_, conditions| match conditions.keys().next() {
                None => Err("no conditions given".to_owned()),
                Some(key) => Err(format!("unknown condition `{key}`: this game has none")),
            }),
        };
        let name = name.to_owned();
        let about = (
            "A program in another process that speaks the line protocol of the arena.",
            "アリーナの行単位プロトコルを話す、別プロセスのプログラムです。",
        );
        let random = ("Any legal action.", "合法手からランダムに選びます。");
        lineup
            .program(PROGRAM, about, move |_, launch| {
                ProgramPlayer::new(&name, launch)
            })
            .player(Description::new("random", random), |_, _| Ok(Random))
    }

    /// Sets the function that parses conditions from a table.
    #[must_use]
    pub fn conditions(
        mut self,
        configure: impl Fn(&G, &toml::Table) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        self.configure = Arc::new(configure);
        self
    }

    /// Adds a file format for records, named by its file extension.
    ///
    /// # Panics
    /// If the lineup is shared already.
    #[must_use]
    pub fn export_format(
        mut self,
        form: &'static str,
        write: impl Fn(&G, &GameRecord) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        let forms = Arc::get_mut(&mut self.forms).expect("a lineup is built before it is used");
        forms.push((form, Box::new(write)));
        self
    }

    /// Adds an [encoding](crate::encoding) of the game under a name; the first is the usual one.
    ///
    /// # Panics
    /// If the lineup is shared already.
    #[must_use]
    pub fn encoding(
        mut self,
        name: &'static str,
        make: impl Fn(&G) -> Result<Arc<dyn Encoding<G>>, String> + Send + Sync + 'static,
    ) -> Self {
        let known = Arc::get_mut(&mut self.encodings);
        let known = known.expect("a lineup is built before it is used");
        known.add(name, Box::new(make));
        self
    }

    /// Adds an analyst, replacing any player of that name. `build` reads every described setting,
    /// and no other.
    ///
    /// # Panics
    /// If the lineup is shared already (players are listed before it is used), or the description
    /// contradicts itself.
    #[must_use]
    pub fn analyst(
        self,
        description: Description,
        build: impl Fn(&G, &mut Settings) -> Built<A> + Send + Sync + 'static,
    ) -> Self {
        self.entry(description, Build::Analyst(Box::new(build)))
    }

    /// Adds a player without an analysis of its own; as an analyst, its one candidate is its move.
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

    /// Adds a kind of program, selected as `NAME:COMMAND`. `build` makes a player of the command
    /// line without starting it.
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

    /// Names the strongest player, as a player text.
    ///
    /// # Panics
    /// If the lineup has no such player, or is shared already.
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

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the same players with the game under other conditions.
    #[must_use]
    pub fn with_game(&self, game: G, changed: toml::Table) -> Self {
        self.over(Arc::new(game), changed)
    }

    /// Returns the same players over a game that may be shared.
    fn over(&self, game: Arc<G>, changed: toml::Table) -> Self {
        Lineup {
            name: self.name.clone(),
            about: self.about.clone(),
            changed,
            game,
            entries: Arc::clone(&self.entries),
            idle: Idle::default(),
            forms: Arc::clone(&self.forms),
            encodings: Arc::clone(&self.encodings),
            configure: Arc::clone(&self.configure),
        }
    }

    /// Builds a player.
    ///
    /// # Errors
    /// A sentence on the invalid request.
    pub fn build(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, SpecError> {
        match self.found(spec)? {
            Build::Program(build) => Ok(build(&self.game, spec.launch()?)),
            Build::Guest(guest) => self.build(guest),
            Build::Embedded(make) => {
                let encodings = Arc::clone(&self.encodings);
                Ok(Box::new(EmbeddedPlayer::new(&self.name, make(), encodings)))
            }
            Build::Player(build) => {
                self.with_settings(spec, |settings| build(&self.game, settings))
            }
            Build::Analyst(build) => {
                let analyst = self.with_settings(spec, |settings| build(&self.game, settings))?;
                Ok(Box::new(AnalystPlayer::new(analyst)))
            }
        }
    }

    /// Builds an analyst.
    ///
    /// # Errors
    /// A sentence on the invalid request.
    pub fn build_analyst(&self, spec: &PlayerSpec) -> Result<Box<A>, SpecError> {
        match self.found(spec)? {
            Build::Analyst(build) => {
                self.with_settings(spec, |settings| build(&self.game, settings))
            }
            Build::Guest(guest) => self.build_analyst(guest),
            Build::Player(_) | Build::Program(_) | Build::Embedded(_) => {
                Ok(A::from_player(self.build(spec)?))
            }
        }
    }

    /// Analyses the position after the moves of a game.
    ///
    /// # Errors
    /// As [`PlayableGame::ask`].
    pub fn ask_analyst(
        &self,
        analyst: &mut A,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError> {
        let game = &*self.game;
        let position = replay::position(game, moves).map_err(AskError::Moves)?;
        let over = || AskError::Moves("the game is over: no seat to act".to_owned());
        let seat = game.turn(&position).ok_or_else(over)?;
        let view = game.view(&position, seat);
        let analysis = analyst.analyse(game, seat, &view, control)?;
        Ok(Answer {
            seat,
            view: game.write_view(&view),
            analysis: analysis.map(|action| game.write_action(&action)),
        })
    }

    /// Returns the builder of a player.
    fn found(&self, spec: &PlayerSpec) -> Result<&Build<G, A>, SpecError> {
        let Entries { roster, builds } = &*self.entries;
        roster.find(spec.name())?;
        let found = builds.iter().find(|(name, _)| name == spec.name());
        let (_, build) = found.expect("every described player has a builder");
        Ok(build)
    }

    /// Calls `build` with the settings of a player, all of which must be read.
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

    /// Returns an idle player: a waiting one, or a new one.
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

/// Returns the error message for an unknown export format.
pub fn unknown_format(form: &str, game: &str, known: &[&str]) -> String {
    match known {
        [] => format!("unknown format `{form}`: {game} has no export formats"),
        known => format!(
            "unknown format `{form}` for {game} (known: {})",
            known.join(", ")
        ),
    }
}

impl<G, A> PlayableGame for Lineup<G, A>
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

    fn has_dice(&self) -> bool {
        self.game.has_dice()
    }

    fn side_names(&self) -> [Text; 2] {
        self.game.side_names()
    }

    fn variety(&self) -> Text {
        self.game.variety()
    }

    fn conditions(&self) -> toml::Table {
        self.changed.clone()
    }

    fn players(&self) -> &Roster {
        &self.entries.roster
    }

    fn with_conditions(&self, conditions: &toml::Table) -> Result<Box<dyn PlayableGame>, String> {
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

    fn embed(&mut self, name: &str, make: MakeEmbedded) -> Result<(), SpecError> {
        let entries = self.entries();
        entries.roster.embed(name)?;
        entries
            .builds
            .push((name.to_owned(), Build::Embedded(make)));
        Ok(())
    }

    fn encodings(&self) -> Vec<&'static str> {
        self.encodings.names()
    }

    fn stepper(&self, encoding: Option<&str>) -> Result<Box<dyn Stepper>, String> {
        let encoding = encoding.map(|name| self.encodings.make(&self.game, name));
        let seated = self.over(Arc::clone(&self.game), self.changed.clone());
        Ok(Box::new(LineupStepper::new(Table {
            name: self.name.clone(),
            conditions: self.changed.clone(),
            game: Arc::clone(&self.game),
            encoding: encoding.transpose()?,
            build: Box::new(move |spec| seated.build(spec)),
        })))
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
        replay::verify(&*self.game, record)
    }

    fn positions(&self, record: &GameRecord) -> Result<Vec<String>, String> {
        let positions = replay::positions(&*self.game, record)?;
        let line = |position: &G::Position| {
            let seat = self.game.turn(position).unwrap_or(0);
            self.game.write_view(&self.game.view(position, seat))
        };
        Ok(positions.iter().map(line).collect())
    }

    fn export_formats(&self) -> Vec<&'static str> {
        self.forms.iter().map(|(form, _)| *form).collect()
    }

    fn export(&self, record: &GameRecord, form: &str) -> Result<String, String> {
        let found = self.forms.iter().find(|(known, _)| *known == form);
        let Some((_, write)) = found else {
            return Err(unknown_format(form, &self.name, &self.export_formats()));
        };
        write(&self.game, record)
    }

    fn release_players(&self) {
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
        let played = play_game(&*self.game, &mut seats, terms, seed, cancel)?;
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
