//! The client of the text protocols: a player of ours on another server.
//!
//! [`Client`] is the protocol without any IO: it [handles](Client::handle) a command and may return
//! a reply. [`serve`] is the loop around it, over any transport; [`log_in`] comes before it on a
//! network.
//!
//! A program gets little: stones, the number of the shot, the team to throw, the score of a
//! finished end. A [`MatchTracker`] reconstructs the match for our players. The client learns its
//! team when it is first asked for a shot or a placement, so that is when a player begins its game.
//! Unlike the arena's referee a server does not reveal the opponent's intended shots:
//! [`Player::observe`] is never called.
//!
//! Rules, ice and player skills are those the client was built with, unless `SETSTATE` (the number
//! of ends), `GAMEINFO` and `PLAYERINFO` change them. Then a new player is built.
//!
//! ```
//! use curling::conditions::Conditions;
//! use digital_curling::text::{ServerCommand, Client, Dialect};
//! use lookahead::Seed;
//!
//! let mut client = Client::of(Conditions::legacy(), &"draw".parse()?, Seed(1))?;
//! let mut answer = |line: &str| {
//!     let reply = client.handle(&ServerCommand::read(line).unwrap());
//!     reply.map(|reply| reply.write(Dialect::Dcp))
//! };
//! assert_eq!(answer("ISREADY").unwrap(), "READYOK");
//! assert_eq!(answer("NEWGAME me you"), None);
//! assert_eq!(answer("SETSTATE 0 0 8 0"), None);
//! assert!(answer("GO 438000 438000").unwrap().starts_with("BESTSHOT -"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod match_tracker;
mod server_conditions;

pub use match_tracker::MatchTracker;

use super::Dialect;
use super::commands::{Login, ParseErrorKind, Reply, ServerCommand, Verdict};
use super::server_messages;
use super::transport::Transport;
use arena::clock::TimeLeft;
use arena::game::Game as _;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::process;
use arena::{PlayerSpec, SpecError, referee};
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::{Game, Placement, Team};
use lookahead::{Cancel, Seed};
use server_conditions::ServerConditions;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A function that builds a player for the conditions of a match.
pub type PlayerBuilder =
    Box<dyn Fn(&Curling) -> Result<Box<dyn Player<Curling>>, SpecError> + Send>;

/// A client that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Unplayable conditions.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// An unknown player.
    #[error(transparent)]
    Player(#[from] SpecError),
}

/// The report of a match, as far as the server told of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchReport {
    /// Our team; none if the player was never asked.
    pub team: Option<Team>,
    /// The names of the teams.
    pub names: [String; 2],
    /// The points of the teams.
    pub points: [u16; 2],
    /// The shots of our player.
    pub shots: u32,
    /// The result for us; none if the server ended the match without one.
    pub verdict: Option<Verdict>,
    /// The fault of our player, after which it conceded.
    pub fault: Option<Fault>,
}

/// A player of ours as a client of a server.
pub struct Client {
    builder: PlayerBuilder,
    seed: Seed,
    cancel: Cancel,
    server_conditions: ServerConditions,
    tracker: MatchTracker,
    engine: Engine,
    /// The number of requests so far: the stream of the player's seed.
    requests: u64,
    playing: bool,
    /// The current match, then the last one.
    report: MatchReport,
    /// The matches that are over.
    reports: Vec<MatchReport>,
}

/// A player and the game it was built for.
struct Engine {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
    /// The team of its current match.
    team: Option<Team>,
}

impl Engine {
    fn new(conditions: Conditions, builder: &PlayerBuilder) -> Result<Self, ClientError> {
        let curling = Curling::new(conditions)?;
        let player = builder(&curling)?;
        Ok(Engine {
            curling,
            player,
            team: None,
        })
    }
}

impl Client {
    /// A client for matches under these conditions, unless the server changes them.
    ///
    /// # Errors
    /// If the conditions are not playable, or the player is unknown.
    pub fn new(
        conditions: Conditions,
        builder: PlayerBuilder,
        seed: Seed,
    ) -> Result<Self, ClientError> {
        let engine = Engine::new(conditions.clone(), &builder)?;
        Ok(Client {
            tracker: MatchTracker::new(conditions.rules),
            server_conditions: ServerConditions::new(conditions),
            engine,
            builder,
            seed,
            cancel: Cancel::new(),
            requests: 0,
            playing: false,
            report: MatchReport::default(),
            reports: Vec::new(),
        })
    }

    /// A client with one of our players.
    ///
    /// # Errors
    /// If the conditions are not playable, or the player is unknown.
    pub fn of(conditions: Conditions, spec: &PlayerSpec, seed: Seed) -> Result<Self, ClientError> {
        let spec = spec.clone();
        let builder = move |curling: &Curling| lineup::of(curling.clone()).build(&spec);
        Client::new(conditions, Box::new(builder), seed)
    }

    /// Whether a match is in progress.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// The matches that are over.
    pub fn reports(&self) -> &[MatchReport] {
        &self.reports
    }

    /// The tracked match.
    pub fn tracker(&self) -> &MatchTracker {
        &self.tracker
    }

    /// Handles a command and returns the reply. Thinks as long as the clock in `GO` allows.
    pub fn handle(&mut self, command: &ServerCommand) -> Option<Reply> {
        match command {
            ServerCommand::IsReady => {
                self.start_over();
                return Some(Reply::ReadyOk);
            }
            ServerCommand::NewGame { first, second } => {
                self.start_over();
                self.playing = true;
                self.report.names = [first.clone(), second.clone()];
            }
            ServerCommand::GameInfo(info) => self.server_conditions.game(info),
            ServerCommand::PlayerInfo(players) => self.server_conditions.players(players),
            ServerCommand::RandomSize([first, second]) => {
                self.server_conditions.players(&[[*first, *second, 0.0]]);
            }
            ServerCommand::Position(points) => self.tracker.set_stones(&points.stones()),
            ServerCommand::SetState(state) => self.tracker.set_state(*state),
            ServerCommand::Score(points) => self.tracker.score(*points),
            ServerCommand::Go(times) => return self.throw(*times),
            ServerCommand::SetOrder => return Some(Reply::SetOrder(self.order())),
            ServerCommand::PutStone => return self.place(),
            ServerCommand::GameOver(verdict) => {
                self.report.verdict = Some(*verdict);
                self.stop();
            }
            ServerCommand::Connected
            | ServerCommand::Login { .. }
            | ServerCommand::RunShot(_)
            | ServerCommand::TotalScore(_)
            | ServerCommand::TimeOut(_)
            | ServerCommand::Concede(_)
            | ServerCommand::Disconnect => {}
        }
        None
    }

    fn start_over(&mut self) {
        self.stop();
        self.report = MatchReport::default();
        self.server_conditions.forget();
        self.tracker = MatchTracker::new(self.server_conditions.conditions().rules);
        self.engine.team = None;
    }

    fn stop(&mut self) {
        if self.playing && self.engine.team.is_some() {
            let score = self.engine.curling.score(&self.tracker.before_shot());
            self.engine.player.end(&self.engine.curling, &score);
        }
        if std::mem::take(&mut self.playing) {
            self.report.team = self.tracker.team();
            self.report.points = Team::BOTH.map(|team| self.tracker.scores().total(team));
            self.reports.push(self.report.clone());
        }
        self.engine.team = None;
    }

    /// The players in the given order.
    fn order(&self) -> Vec<u8> {
        (0..self.server_conditions.team_size()).collect()
    }

    fn throw(&mut self, times: [u64; 2]) -> Option<Reply> {
        self.tracker
            .set_rules(self.server_conditions.conditions().rules);
        let game = self.tracker.before_shot();
        let team = game.to_throw()?;
        self.tracker.set_team(team);
        let clock = times[team.index()];
        let limited = (1..server_messages::FOR_EVER).contains(&clock);
        let game_time = limited.then(|| Duration::from_millis(clock));
        match self.ask(team, &game, game_time) {
            Ok(Action::Throw(shot)) => {
                self.report.shots += 1;
                Some(Reply::BestShot(shot.into()))
            }
            Ok(Action::Place(_)) => self.give_up(misplaced("it placed stones instead of throwing")),
            Err(fault) => self.give_up(fault),
        }
    }

    fn place(&mut self) -> Option<Reply> {
        self.tracker
            .set_rules(self.server_conditions.conditions().rules);
        let game = self.tracker.before_placement()?;
        let team = game.chooser?;
        match self.ask(team, &game, None) {
            Ok(Action::Place(wish)) => {
                self.tracker.set_placement(team, wish);
                Some(Reply::PutStone(number(wish)))
            }
            Ok(Action::Throw(_)) => self.give_up(misplaced("it threw instead of placing stones")),
            Err(fault) => self.give_up(fault),
        }
    }

    /// Returns the reply after a fault: none if nobody wants it any more.
    fn give_up(&mut self, fault: Fault) -> Option<Reply> {
        match fault {
            Fault::Interrupted => return None,
            Fault::Resigned => {}
            fault => {
                tracing::error!(%fault, "the player failed: conceding");
                self.report.fault.get_or_insert(fault);
            }
        }
        Some(Reply::Concede)
    }

    /// Asks the player; a panic is a fault.
    fn ask(&mut self, team: Team, game: &Game, clock: Option<Duration>) -> Result<Action, Fault> {
        self.rebuild_engine(team);
        let thinking = self.thinking(clock);
        let Engine {
            curling,
            player,
            team: seated,
        } = &mut self.engine;
        catch_unwind(AssertUnwindSafe(|| {
            if *seated != Some(team) {
                player.begin(curling, team.index(), &thinking)?;
                *seated = Some(team);
            }
            let Choice { action, .. } = player.choose(curling, game, &thinking)?;
            Ok(action)
        }))
        .unwrap_or_else(|panic| {
            let why = referee::panic_message(panic.as_ref());
            Err(Fault::Crashed { why })
        })
    }

    /// Builds a new player if the known conditions have changed.
    fn rebuild_engine(&mut self, team: Team) {
        let mut conditions = self.server_conditions.conditions().clone();
        conditions.rules = *self.tracker.rules();
        if *self.engine.curling.conditions() == conditions {
            return;
        }
        match Engine::new(conditions, &self.builder) {
            Ok(engine) => self.engine = engine,
            Err(error) => {
                tracing::warn!(%team, %error, "unplayable conditions from the server: keeping the old ones");
            }
        }
    }

    fn thinking(&mut self, clock: Option<Duration>) -> Thinking {
        self.requests += 1;
        Thinking {
            time: TimeLeft {
                game: clock,
                ..TimeLeft::default()
            },
            seed: self.seed.stream(self.requests),
            cancel: self.cancel.clone(),
        }
    }
}

fn misplaced(why: &str) -> Fault {
    Fault::Crashed {
        why: why.to_owned(),
    }
}

/// The `PUTSTONE` number of a placement; DC2 has none to the right.
fn number(wish: Placement) -> u8 {
    let exact = (0..=4).find(|&number| Placement::put_stone(number) == wish);
    exact.unwrap_or(match wish {
        wish if wish.is_power_play() => 2,
        Placement::CENTRE_GUARD => 1,
        _ => 0,
    })
}

/// An error that ends the client.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The login was refused.
    #[error("the server refuses the login of `{id}`: check name and password")]
    Refused {
        /// The account.
        id: String,
    },
    /// The connection to the server failed.
    #[error("the server {0}")]
    Lost(process::Fault),
    /// The client was cancelled.
    #[error("interrupted")]
    Interrupted,
}

/// The time limit of one wait for a message; then comes the next.
const WATCH: Duration = Duration::from_mins(10);

/// Answers a server until it sends `DISCONNECT` or closes the connection. Unreadable messages are
/// ignored with a warning.
///
/// ```no_run
/// use arena::process::{Connection, Limits};
/// use curling::conditions::Conditions;
/// use digital_curling::text::{Client, Terminator, client};
/// use lookahead::{Cancel, Seed};
///
/// // As a program that a server has started.
/// let mut client = Client::of(Conditions::legacy(), &"jiritsu".parse()?, Seed(1))?;
/// let (input, output) = (std::io::stdin(), std::io::stdout());
/// let line_end = Terminator::Nul.line_end();
/// let mut transport = Connection::over(input, output, line_end, Limits::default())?;
/// client::serve(&mut client, &mut transport, &Cancel::new())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the server leaves in the middle of a match, or if `cancel` is raised.
pub fn serve(
    client: &mut Client,
    transport: &mut dyn Transport,
    cancel: &Cancel,
) -> Result<(), ServeError> {
    serve_with(client, transport, cancel, &mut |_| ())
}

/// Answers a server as [`serve`] does; `watch` is called after every end.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(
    client: &mut Client,
    transport: &mut dyn Transport,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&MatchTracker),
) -> Result<(), ServeError> {
    client.cancel = cancel.clone();
    loop {
        let line = match transport.receive_by(Instant::now() + WATCH, cancel, &|_| false) {
            Ok(line) => line.text,
            Err(process::Fault::Silent { .. }) => continue,
            Err(fault @ process::Fault::NotText { .. }) => {
                tracing::warn!(%fault, "ignored");
                continue;
            }
            Err(process::Fault::Cancelled) => return Err(ServeError::Interrupted),
            Err(_) if !client.is_playing() => return Ok(()),
            Err(fault) => return Err(ServeError::Lost(fault)),
        };
        match ServerCommand::read(&line) {
            Ok(ServerCommand::Disconnect) => return Ok(()),
            Ok(command) => {
                if let Some(reply) = client.handle(&command) {
                    let sent = transport.send(&reply.write(Dialect::Legacy));
                    sent.map_err(ServeError::Lost)?;
                }
                if matches!(command, ServerCommand::Score(_)) {
                    watch(client.tracker());
                }
            }
            Err(_) if line.trim().is_empty() => {}
            Err(error) => tracing::warn!(%error, "ignored"),
        }
    }
}

/// Logs in at a network server.
///
/// # Errors
/// If the server refuses, closes the connection, or is silent for `patience`.
pub fn log_in(
    transport: &mut dyn Transport,
    login: &Login,
    patience: Duration,
    cancel: &Cancel,
) -> Result<(), ServeError> {
    let deadline = Instant::now() + patience;
    let next = |transport: &mut dyn Transport| loop {
        let line = transport.receive_by(deadline, cancel, &|_| false);
        let line = line.map_err(|fault| match fault {
            process::Fault::Cancelled => ServeError::Interrupted,
            fault => ServeError::Lost(fault),
        })?;
        match ServerCommand::read(&line.text) {
            Ok(command @ (ServerCommand::Connected | ServerCommand::Login { .. })) => {
                return Ok(command);
            }
            Err(error) if error.kind != ParseErrorKind::UnknownWord => {
                tracing::warn!(%error, "ignored");
            }
            _ => {}
        }
    };
    while next(transport)? != ServerCommand::Connected {}
    let reply = Reply::Login(login.clone()).write(Dialect::Legacy);
    transport.send(&reply).map_err(ServeError::Lost)?;
    match next(transport)? {
        ServerCommand::Login { accepted: true } => Ok(()),
        _ => Err(ServeError::Refused {
            id: login.id.clone(),
        }),
    }
}

#[cfg(test)]
mod tests;
