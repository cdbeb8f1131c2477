//! A player of our own on somebody else's server of Digital Curling 3.
//!
//! [`Guest`] is the conversation without a connection: it is given a line and says what to answer.
//! [`play`] holds it at a connection until the match is over. The player is made when `is_ready`
//! has told the conditions; it thinks within what its clock has left, a little less for the way
//! there and back, and whoever resigns concedes. A player that cannot go on concedes as well, and
//! the [`Visit`] says why.
//!
//! ```
//! use curling::lineup;
//! use digital_curling::dc3::client::{Answer, Guest};
//! use lookahead::{Cancel, Seed};
//!
//! let build = |curling: &curling::arena_game::Curling| {
//!     lineup::of(curling.clone()).build(&"draw".parse()?)
//! };
//! let mut guest = Guest::new("alpha", build, Seed(1), Cancel::new());
//! let answer = guest.hear(r#"{"cmd":"dc","version":{"major":1,"minor":0}}"#)?;
//! let Answer::Say(said) = answer else { panic!("an answer") };
//! assert_eq!(said.write(), r#"{"cmd":"dc_ok","name":"alpha"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::config::{self, ConfigError};
use super::line::{Limits, Line, LineFault};
use super::message::{
    GameResult, IsReady, MessageError, Move, ToClient, ToServer, Update, shortened,
};
use super::state::{self, StateError};
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

/// Kept back from the clock for the way of a message there and back.
const MARGIN: Duration = Duration::from_millis(200);

/// The newest version of the protocol that is understood: a draft of version 1 called itself 2.
const NEWEST: u32 = 2;

/// How long one try to connect may take.
const ONE_TRY: Duration = Duration::from_secs(3);

/// How often a server that does not listen yet is tried again.
const RETRY: Duration = Duration::from_millis(50);

/// Why a visit came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// The server said something that is no message.
    #[error("the server said what nobody understands: {0}")]
    Message(#[from] MessageError),
    /// A message that does not belong here.
    #[error("the server said `{line}` before {before}")]
    TooEarly {
        /// What it said, shortened.
        line: String,
        /// What should have come first.
        before: &'static str,
    },
    /// Another protocol.
    #[error("the server speaks version {0} of the protocol, this program at most {NEWEST}")]
    Version(u32),
    /// Conditions that make no sense.
    #[error("the server's `is_ready` makes no sense: {0}")]
    Told(#[from] ConfigError),
    /// Conditions under which nobody can play.
    #[error("nobody can play under the server's conditions: {0}")]
    Conditions(#[from] ConditionsError),
    /// A position that makes no sense.
    #[error("the server's `update` makes no sense: {0}")]
    State(#[from] StateError),
    /// There is no such player, or it cannot play here.
    #[error("the player cannot play here: {0}")]
    Player(Box<dyn Error + Send + Sync>),
    /// The connection.
    #[error("the conversation with the server broke off: {0}")]
    Line(#[from] LineFault),
    /// There is no server.
    #[error("there is no server at {address}: {why}")]
    NoServer {
        /// Where it was looked for.
        address: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// It was called off.
    #[error("the visit was called off")]
    Cancelled,
}

type Build = Box<
    dyn FnOnce(&Curling) -> Result<Box<dyn Player<Curling>>, Box<dyn Error + Send + Sync>> + Send,
>;

/// What to do about a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// Say this.
    Say(ToServer),
    /// Hang up.
    HangUp,
}

/// How a visit went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visit {
    /// The team that was played.
    pub team: Option<Team>,
    /// What the teams are called, once it was said.
    pub names: Option<[String; 2]>,
    /// The position of the last update.
    pub game: Option<Game>,
    /// How it ended, if it did.
    pub result: Option<GameResult>,
    /// How many shots were thrown.
    pub shots: u32,
    /// Why the player gave up without wanting to.
    pub trouble: Option<Fault>,
    /// What was not understood of the server's conditions.
    pub warnings: Vec<String>,
}

/// A player of our own as a guest, without a connection.
pub struct Guest {
    name: String,
    build: Option<Build>,
    seat: Option<Seated>,
    visit: Visit,
    seed: Seed,
    cancel: Cancel,
}

/// What is known once `is_ready` was said.
struct Seated {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
    team: Team,
}

impl Guest {
    /// A guest that will be called so. The player is made when the conditions are known.
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        name: impl Into<String>,
        build: impl FnOnce(&Curling) -> Result<Box<dyn Player<Curling>>, E> + Send + 'static,
        seed: Seed,
        cancel: Cancel,
    ) -> Self {
        Guest {
            name: name.into(),
            build: Some(Box::new(move |curling| build(curling).map_err(Into::into))),
            seat: None,
            visit: Visit::default(),
            seed,
            cancel,
        }
    }

    /// How it went so far.
    pub fn visit(&self) -> &Visit {
        &self.visit
    }

    /// What to do about a line of the server. Thinks, if it is this player's turn.
    ///
    /// # Errors
    /// If the server makes no sense, or the player cannot play. A command that is not known is
    /// overlooked.
    pub fn hear(&mut self, line: &str) -> Result<Answer, GuestError> {
        let message = match ToClient::read(line) {
            Err(MessageError::UnknownCommand { .. }) => return Ok(Answer::Nothing),
            read => read?,
        };
        match message {
            ToClient::Dc(dc) if dc.version.major > NEWEST => {
                Err(GuestError::Version(dc.version.major))
            }
            ToClient::Dc(_) => Ok(Answer::Say(ToServer::DcOk {
                name: self.name.clone(),
            })),
            ToClient::IsReady(told) => self.sit_down(&told, line),
            ToClient::NewGame { name } => {
                self.visit.names = Some([name.team0, name.team1]);
                Ok(Answer::Nothing)
            }
            ToClient::Update(update) => self.update(&update, line),
            ToClient::GameOver => {
                self.leave();
                Ok(Answer::HangUp)
            }
        }
    }

    fn sit_down(&mut self, told: &IsReady, line: &str) -> Result<Answer, GuestError> {
        let build = self.build.take().ok_or_else(|| GuestError::TooEarly {
            line: shortened(line),
            before: "the match of the first was over",
        })?;
        let conditions = config::told(&told.game)?;
        let curling = Curling::new(conditions.conditions)?;
        let mut player = build(&curling).map_err(GuestError::Player)?;
        let thinking = self.thinking(told.team, None);
        let begun = player.begin(&curling, told.team.index(), &thinking);
        begun.map_err(|fault| self.fault(fault))?;
        self.visit.team = Some(told.team);
        self.visit.warnings = conditions.warnings;
        self.seat = Some(Seated {
            curling,
            player,
            team: told.team,
        });
        let player_order = vec![0, 1, 2, 3];
        Ok(Answer::Say(ToServer::ReadyOk { player_order }))
    }

    fn fault(&self, fault: Fault) -> GuestError {
        if self.cancel.is_cancelled() {
            return GuestError::Cancelled;
        }
        GuestError::Player(Box::new(fault))
    }

    fn update(&mut self, update: &Update, line: &str) -> Result<Answer, GuestError> {
        self.visit.result = update.state.game_result.or(self.visit.result);
        let Some(seat) = &mut self.seat else {
            // The other team may have failed before anybody was told what is played.
            if self.visit.result.is_some() {
                return Ok(Answer::Nothing);
            }
            return Err(GuestError::TooEarly {
                line: shortened(line),
                before: "is_ready",
            });
        };
        let before = self.visit.game;
        let game = state::game(&update.state, seat.curling.rules(), before.as_ref())?;
        self.visit.game = Some(game);
        let shot = update
            .last_move
            .as_ref()
            .and_then(|last| last.actual_move.shot());
        if let Some((shot, thrower)) = shot.zip(before.and_then(|before| before.to_throw())) {
            let action = Action::Throw(shot);
            let seen = seat
                .player
                .observe(&seat.curling, thrower.index(), &action, &game);
            if let Err(fault) = seen {
                self.visit.trouble.get_or_insert(fault);
            }
        }
        if update.next_team != Some(seat.team) || game.outcome().is_some() {
            return Ok(Answer::Nothing);
        }
        let left = state::time_left(&update.state, seat.team);
        let r#move = self.choose(&game, left)?;
        Ok(Answer::Say(ToServer::Move { r#move }))
    }

    fn choose(&mut self, game: &Game, left: Option<Duration>) -> Result<Move, GuestError> {
        let team = game.to_throw().unwrap_or(Team::Zero);
        let left = left.map(|left| left.saturating_sub(MARGIN.min(left / 10)));
        let thinking = self.thinking(team, left);
        self.visit.shots += 1;
        let seat = self
            .seat
            .as_mut()
            .expect("somebody who is asked has a seat");
        if self.visit.trouble.is_some() {
            return Ok(Move::Concede);
        }
        // A player that panics has lost this match, which the server should hear.
        let asked = AssertUnwindSafe(|| seat.player.choose(&seat.curling, game, &thinking));
        let chosen = catch_unwind(asked).unwrap_or_else(|panic| {
            let why = referee::panic_message(panic.as_ref());
            Err(Fault::Crashed { why })
        });
        if self.cancel.is_cancelled() {
            return Err(GuestError::Cancelled);
        }
        Ok(match chosen.map(|choice| choice.action) {
            Ok(Action::Throw(shot)) if shot.velocity.is_finite() => return Ok(Move::of(&shot)),
            Err(Fault::Resigned) => Move::Concede,
            Err(fault) => {
                self.visit.trouble = Some(fault);
                Move::Concede
            }
            Ok(action) => {
                self.visit.trouble = Some(Fault::Illegal {
                    action: action.to_string(),
                    why: "nothing but a shot can be played here".to_owned(),
                });
                Move::Concede
            }
        })
    }

    /// What the player is given when it is asked: the clock, and randomness for this move alone.
    fn thinking(&self, team: Team, game: Option<Duration>) -> Thinking {
        let seed = referee::player_seed(self.seed, team.index());
        Thinking {
            time: TimeLeft {
                this_move: None,
                game,
                increment: Duration::ZERO,
            },
            seed: seed.stream(u64::from(self.visit.shots)),
            cancel: self.cancel.clone(),
        }
    }

    fn leave(&mut self) {
        if let (Some(mut seat), Some(game)) = (self.seat.take(), &self.visit.game) {
            let score = seat.curling.score(game);
            seat.player.end(&seat.curling, &score);
        }
    }
}

/// Connects to a server, and tries again for so long if it does not listen yet.
///
/// # Errors
/// If there is no server.
pub fn connect(
    address: &str,
    patience: Duration,
    cancel: &Cancel,
) -> Result<TcpStream, GuestError> {
    let started = Instant::now();
    loop {
        match connect_once(address) {
            Ok(stream) => return Ok(stream),
            Err(_) if cancel.is_cancelled() => return Err(GuestError::Cancelled),
            Err(why) if started.elapsed() >= patience => {
                let address = address.to_owned();
                return Err(GuestError::NoServer { address, why });
            }
            Err(_) => std::thread::sleep(RETRY),
        }
    }
}

/// Tries every address that a name stands for.
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

/// Plays on somebody's server until the match is over. A server that says nothing for `silence` is
/// taken to be gone; if not said, it is waited for.
///
/// # Errors
/// If the match did not come to an end.
pub fn play(
    stream: TcpStream,
    mut guest: Guest,
    silence: Option<Duration>,
) -> Result<Visit, GuestError> {
    let failed = |why: std::io::Error| LineFault::Io(why.to_string());
    let mut line = Line::new(stream, Limits::CLIENT).map_err(failed)?;
    loop {
        let deadline = silence.map(|silence| Instant::now() + silence);
        let heard = match line.next(deadline, &guest.cancel) {
            Ok(heard) => heard,
            Err(LineFault::Cancelled) => return Err(GuestError::Cancelled),
            // Some servers hang up without a word once the match is over.
            Err(_) if guest.visit.result.is_some() => break,
            Err(fault) => return Err(fault.into()),
        };
        match guest.hear(&heard)? {
            Answer::Nothing => {}
            Answer::HangUp => break,
            Answer::Say(said) => match line.send(&said.write()) {
                // What the server said last may say why it does not listen.
                Ok(()) | Err(LineFault::Closed) => {}
                Err(fault) => return Err(fault.into()),
            },
        }
    }
    guest.leave();
    Ok(guest.visit)
}

#[cfg(test)]
mod tests;
