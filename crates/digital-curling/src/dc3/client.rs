//! The client of Digital Curling 3: a player of ours on another server.
//!
//! [`ClientSession`] is the protocol without a connection: it handles a line and returns the
//! answer. [`play`] runs it over a connection until the match is over. The player is built when
//! `is_ready` has given the conditions; it thinks within the time left on its clock, less a margin
//! for the network. A player that resigns or fails concedes, and the [`MatchReport`] gives the
//! fault.
//!
//! ```
//! use curling::lineup;
//! use digital_curling::dc3::client::{Answer, ClientSession};
//! use lookahead::{Cancel, Seed};
//!
//! let build = |curling: &curling::arena_game::Curling| {
//!     lineup::of(curling.clone()).build(&"draw".parse()?)
//! };
//! let mut session = ClientSession::new("alpha", build, Seed(1), Cancel::new());
//! let answer = session.handle(r#"{"cmd":"dc","version":{"major":1,"minor":0}}"#)?;
//! let Answer::Send(message) = answer else { panic!("an answer") };
//! assert_eq!(message.write(), r#"{"cmd":"dc_ok","name":"alpha"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::config::{self, ConfigError};
use super::connection::{Connection, ConnectionFault, Limits};
use super::message::{
    GameResult, IsReady, MessageError, Move, ToClient, ToServer, Update, shortened,
};
use super::state::{self, StateError};
use crate::shot_ice::ShotIce;
use arena::clock::TimeLeft;
use arena::game::Game as _;
use arena::player::{Fault, Player, Thinking};
use arena::referee;
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::rules::{Game, Team};
use lookahead::{Cancel, Seed};
use std::error::Error;
use std::net::{TcpStream, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The share of the clock kept for the round trip of a message.
const MARGIN: Duration = Duration::from_millis(200);

/// The newest version of the protocol that is understood: a draft of version 1 called itself 2.
const NEWEST: u32 = 2;

/// The time limit of one connection attempt.
const ONE_TRY: Duration = Duration::from_secs(3);

/// The pause between connection attempts.
const RETRY: Duration = Duration::from_millis(50);

/// An error that ended the session.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// An unreadable message of the server.
    #[error("unreadable message from the server: {0}")]
    Message(#[from] MessageError),
    /// A message in the wrong order.
    #[error("unexpected message `{line}` before {before}")]
    TooEarly {
        /// The message, shortened.
        line: String,
        /// The message that should have come first.
        before: &'static str,
    },
    /// An unsupported version of the protocol.
    #[error("the server speaks version {0} of the protocol, this program at most {NEWEST}")]
    Version(u32),
    /// Invalid conditions.
    #[error("invalid `is_ready` from the server: {0}")]
    GameConditions(#[from] ConfigError),
    /// Unplayable conditions.
    #[error("unplayable conditions from the server: {0}")]
    Conditions(#[from] ConditionsError),
    /// An invalid position.
    #[error("invalid `update` from the server: {0}")]
    State(#[from] StateError),
    /// The player is unknown, or cannot play under these conditions.
    #[error("the player cannot play here: {0}")]
    Player(Box<dyn Error + Send + Sync>),
    /// The connection failed.
    #[error("connection to the server lost: {0}")]
    Connection(#[from] ConnectionFault),
    /// The server does not accept the connection.
    #[error("cannot connect to {address}: {why}")]
    NoServer {
        /// The address.
        address: String,
        /// The error of the system.
        why: std::io::Error,
    },
    /// The session was cancelled.
    #[error("cancelled")]
    Cancelled,
}

type Build = Box<
    dyn FnOnce(&Curling) -> Result<Box<dyn Player<Curling>>, Box<dyn Error + Send + Sync>> + Send,
>;

/// The answer to a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// No answer.
    Nothing,
    /// Send this message.
    Send(ToServer),
    /// Close the connection.
    HangUp,
}

/// The report of a match that was played as client.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchReport {
    /// The team that was played.
    pub team: Option<Team>,
    /// The names of the teams, once known.
    pub names: Option<[String; 2]>,
    /// The position of the last update.
    pub game: Option<Game>,
    /// The result, if the match ended.
    pub result: Option<GameResult>,
    /// The number of shots thrown.
    pub shots: u32,
    /// The fault of the player, if it failed.
    pub fault: Option<Fault>,
    /// Warnings about the server's conditions.
    pub warnings: Vec<String>,
}

/// The client side of the protocol, without a connection.
pub struct ClientSession {
    name: String,
    build: Option<Build>,
    active: Option<ActiveMatch>,
    report: MatchReport,
    seed: Seed,
    cancel: Cancel,
}

/// The match and the player, known after `is_ready`.
struct ActiveMatch {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
    team: Team,
}

impl ClientSession {
    /// A session under this name. The player is built when the conditions are known.
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        name: impl Into<String>,
        build: impl FnOnce(&Curling) -> Result<Box<dyn Player<Curling>>, E> + Send + 'static,
        seed: Seed,
        cancel: Cancel,
    ) -> Self {
        ClientSession {
            name: name.into(),
            build: Some(Box::new(move |curling| build(curling).map_err(Into::into))),
            active: None,
            report: MatchReport::default(),
            seed,
            cancel,
        }
    }

    /// The report so far.
    pub fn report(&self) -> &MatchReport {
        &self.report
    }

    /// Handles a line of the server and returns the answer. Thinks, if it is this player's turn.
    ///
    /// # Errors
    /// If a message is invalid, or the player cannot play. Unknown commands are ignored.
    pub fn handle(&mut self, line: &str) -> Result<Answer, ClientError> {
        let message = match ToClient::read(line) {
            Err(MessageError::UnknownCommand { .. }) => return Ok(Answer::Nothing),
            read => read?,
        };
        match message {
            ToClient::Dc(dc) if dc.version.major > NEWEST => {
                Err(ClientError::Version(dc.version.major))
            }
            ToClient::Dc(_) => Ok(Answer::Send(ToServer::DcOk {
                name: self.name.clone(),
            })),
            ToClient::IsReady(is_ready) => self.start(&is_ready, line),
            ToClient::NewGame { name } => {
                self.report.names = Some([name.team0, name.team1]);
                Ok(Answer::Nothing)
            }
            ToClient::Update(update) => self.update(&update, line),
            ToClient::GameOver => {
                self.finish();
                Ok(Answer::HangUp)
            }
        }
    }

    fn start(&mut self, is_ready: &IsReady, line: &str) -> Result<Answer, ClientError> {
        let build = self.build.take().ok_or_else(|| ClientError::TooEarly {
            line: shortened(line),
            before: "the match of the first was over",
        })?;
        let conditions = config::read_game(&is_ready.game)?;
        let curling = Curling::new(conditions.conditions)?;
        let mut player = build(&curling).map_err(ClientError::Player)?;
        let thinking = self.thinking(is_ready.team, None);
        let begun = player.begin(&curling, is_ready.team.index(), &thinking);
        begun.map_err(|fault| self.fault(fault))?;
        self.report.team = Some(is_ready.team);
        self.report.warnings = conditions.warnings;
        self.active = Some(ActiveMatch {
            curling,
            player,
            team: is_ready.team,
        });
        let player_order = vec![0, 1, 2, 3];
        Ok(Answer::Send(ToServer::ReadyOk { player_order }))
    }

    fn fault(&self, fault: Fault) -> ClientError {
        if self.cancel.is_cancelled() {
            return ClientError::Cancelled;
        }
        ClientError::Player(Box::new(fault))
    }

    fn update(&mut self, update: &Update, line: &str) -> Result<Answer, ClientError> {
        self.report.result = update.state.game_result.or(self.report.result);
        let Some(active) = &mut self.active else {
            // The other team may have failed before `is_ready` was sent.
            if self.report.result.is_some() {
                return Ok(Answer::Nothing);
            }
            return Err(ClientError::TooEarly {
                line: shortened(line),
                before: "is_ready",
            });
        };
        let before = self.report.game;
        let mut game = state::game(&update.state, active.curling.rules(), before.as_ref())?;
        game.passages = ShotIce::passages_of(update.ice.as_ref());
        self.report.game = Some(game);
        let shot = update
            .last_move
            .as_ref()
            .and_then(|last| last.actual_move.shot());
        if let Some((shot, thrower)) = shot.zip(before.and_then(|before| before.to_throw())) {
            let action = Action::Throw(shot);
            let observed = active
                .player
                .observe(&active.curling, thrower.index(), &action, &game);
            if let Err(fault) = observed {
                self.report.fault.get_or_insert(fault);
            }
        }
        if update.next_team != Some(active.team) || game.outcome().is_some() {
            return Ok(Answer::Nothing);
        }
        let left = state::time_left(&update.state, active.team);
        let r#move = self.choose(&game, left)?;
        Ok(Answer::Send(ToServer::Move { r#move }))
    }

    fn choose(&mut self, game: &Game, left: Option<Duration>) -> Result<Move, ClientError> {
        let team = game.to_throw().unwrap_or(Team::Zero);
        let left = left.map(|left| left.saturating_sub(MARGIN.min(left / 10)));
        let thinking = self.thinking(team, left);
        self.report.shots += 1;
        let active = self
            .active
            .as_mut()
            .expect("a move is asked for after `is_ready` only");
        if self.report.fault.is_some() {
            return Ok(Move::Concede);
        }
        // A player that panics has lost this match: the server gets a concession.
        let asked = AssertUnwindSafe(|| active.player.choose(&active.curling, game, &thinking));
        let chosen = catch_unwind(asked).unwrap_or_else(|panic| {
            let why = referee::panic_message(panic.as_ref());
            Err(Fault::Crashed { why })
        });
        if self.cancel.is_cancelled() {
            return Err(ClientError::Cancelled);
        }
        Ok(match chosen.map(|choice| choice.action) {
            Ok(Action::Throw(shot)) if shot.velocity.is_finite() => return Ok(Move::of(&shot)),
            Err(Fault::Resigned) => Move::Concede,
            Err(fault) => {
                self.report.fault = Some(fault);
                Move::Concede
            }
            Ok(action) => {
                self.report.fault = Some(Fault::Illegal {
                    action: action.to_string(),
                    why: "nothing but a shot can be played here".to_owned(),
                });
                Move::Concede
            }
        })
    }

    /// The time and the seed for a move.
    fn thinking(&self, team: Team, game: Option<Duration>) -> Thinking {
        let seed = referee::player_seed(self.seed, team.index());
        Thinking {
            time: TimeLeft {
                this_move: None,
                game,
                increment: Duration::ZERO,
            },
            seed: seed.stream(u64::from(self.report.shots)),
            cancel: self.cancel.clone(),
        }
    }

    fn finish(&mut self) {
        if let (Some(mut active), Some(game)) = (self.active.take(), &self.report.game) {
            let score = active.curling.score(game);
            active.player.end(&active.curling, &score);
        }
    }
}

/// Connects to a server; retries for `patience` if it does not listen yet.
///
/// # Errors
/// If the server does not accept the connection in time.
pub fn connect(
    address: &str,
    patience: Duration,
    cancel: &Cancel,
) -> Result<TcpStream, ClientError> {
    let started = Instant::now();
    loop {
        match connect_once(address) {
            Ok(stream) => return Ok(stream),
            Err(_) if cancel.is_cancelled() => return Err(ClientError::Cancelled),
            Err(why) if started.elapsed() >= patience => {
                let address = address.to_owned();
                return Err(ClientError::NoServer { address, why });
            }
            Err(_) => std::thread::sleep(RETRY),
        }
    }
}

/// Tries every address of a host name.
fn connect_once(address: &str) -> std::io::Result<TcpStream> {
    let mut failed = std::io::Error::from(std::io::ErrorKind::NotFound);
    for found in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&found, ONE_TRY) {
            Ok(stream) => return Ok(stream),
            Err(why) => failed = why,
        }
    }
    Err(failed)
}

/// Plays on a server until the match is over. A server that is silent for `silence` is taken to be
/// gone; without it the client waits for ever.
///
/// # Errors
/// If the match did not end.
pub fn play(
    stream: TcpStream,
    mut session: ClientSession,
    silence: Option<Duration>,
) -> Result<MatchReport, ClientError> {
    let failed = |why: std::io::Error| ConnectionFault::Io(why.to_string());
    let mut connection = Connection::new(stream, Limits::CLIENT).map_err(failed)?;
    loop {
        let deadline = silence.map(|silence| Instant::now() + silence);
        let line = match connection.next(deadline, &session.cancel) {
            Ok(line) => line,
            Err(ConnectionFault::Cancelled) => return Err(ClientError::Cancelled),
            // Some servers close the connection without `game_over`.
            Err(_) if session.report.result.is_some() => break,
            Err(fault) => return Err(fault.into()),
        };
        match session.handle(&line)? {
            Answer::Nothing => {}
            Answer::HangUp => break,
            Answer::Send(message) => match connection.send(&message.write()) {
                // The last message of the server may give the reason.
                Ok(()) | Err(ConnectionFault::Closed) => {}
                Err(fault) => return Err(fault.into()),
            },
        }
    }
    session.finish();
    Ok(session.report)
}

#[cfg(test)]
mod tests;
