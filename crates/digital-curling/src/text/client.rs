//! The other end of the protocols: a player of ours answers somebody else's server.
//!
//! [`Client`] is the whole of it without any IO: it [hears](Client::hear) a command and may have a
//! reply. [`serve`] is the loop around it, over whatever carries commands; [`log_in`] comes before
//! it on a network.
//!
//! A program is told little: stones, the number of the shot, who throws, the score of an end when
//! it is over. The match that our players want to see is put together from that by a [`Follower`].
//! Which team it plays it learns when it is first asked for a shot or a placement, so that is when
//! a player begins its game. Other than the arena's referee a server does not say what the other
//! team meant to throw: [`Player::observe`] is never called.
//!
//! Rules, ice and hands are those the client was made with, as far as `SETSTATE` (the number of
//! ends), `GAMEINFO` and `PLAYERINFO` do not say otherwise. When they do, a new player is made for
//! them.
//!
//! ```
//! use curling::conditions::Conditions;
//! use digital_curling::text::{Call, Client, Dialect};
//! use lookahead::Seed;
//!
//! let mut client = Client::of(Conditions::legacy(), &"draw".parse()?, Seed(1))?;
//! let mut answer = |line: &str| {
//!     let reply = client.hear(&Call::read(line).unwrap());
//!     reply.map(|reply| reply.write(Dialect::Dcp))
//! };
//! assert_eq!(answer("ISREADY").unwrap(), "READYOK");
//! assert_eq!(answer("NEWGAME me you"), None);
//! assert_eq!(answer("SETSTATE 0 0 8 0"), None);
//! assert!(answer("GO 438000 438000").unwrap().starts_with("BESTSHOT -"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod follower;
mod informed;

pub use follower::Follower;

use super::Dialect;
use super::telling;
use super::wire::Wire;
use super::words::{Call, Login, Mistake, Reply, Velocity};
use arena::clock::TimeLeft;
use arena::game::Game as _;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::process;
use arena::{PlayerSpec, SpecError, referee};
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::{Game, Placement, Team};
use informed::Informed;
use lookahead::{Cancel, Seed};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Makes a player for the conditions of a match.
pub type Maker = Box<dyn Fn(&Curling) -> Result<Box<dyn Player<Curling>>, SpecError> + Send>;

/// A client that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody can play under its conditions.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] SpecError),
}

/// A player of ours in the place of a program.
pub struct Client {
    maker: Maker,
    seed: Seed,
    cancel: Cancel,
    informed: Informed,
    follower: Follower,
    seat: Seat,
    /// Asked so far, which the player's randomness comes from.
    asked: u64,
    playing: bool,
}

/// The player, and what it was made for.
struct Seat {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
    /// The team it began its match with.
    team: Option<Team>,
}

impl Seat {
    fn new(conditions: Conditions, maker: &Maker) -> Result<Self, ClientError> {
        let curling = Curling::new(conditions)?;
        let player = maker(&curling)?;
        Ok(Seat {
            curling,
            player,
            team: None,
        })
    }
}

impl Client {
    /// A client for matches under these conditions, unless the server says otherwise.
    ///
    /// # Errors
    /// If nobody can play under them, or if there is no such player.
    pub fn new(conditions: Conditions, maker: Maker, seed: Seed) -> Result<Self, ClientError> {
        let seat = Seat::new(conditions.clone(), &maker)?;
        Ok(Client {
            follower: Follower::new(conditions.rules),
            informed: Informed::new(conditions),
            seat,
            maker,
            seed,
            cancel: Cancel::new(),
            asked: 0,
            playing: false,
        })
    }

    /// The same with a player of the house.
    ///
    /// # Errors
    /// If nobody can play under these conditions, or if there is no such player.
    pub fn of(conditions: Conditions, spec: &PlayerSpec, seed: Seed) -> Result<Self, ClientError> {
        let spec = spec.clone();
        let maker = move |curling: &Curling| lineup::of(curling.clone()).build(&spec);
        Client::new(conditions, Box::new(maker), seed)
    }

    /// Whether a match has begun and is not over.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// The match as far as it is known.
    pub fn follower(&self) -> &Follower {
        &self.follower
    }

    /// Hears a command, and says what there is to say. Thinks as long as the clock in `GO` allows.
    pub fn hear(&mut self, call: &Call) -> Option<Reply> {
        match call {
            Call::IsReady => {
                self.start_over();
                return Some(Reply::ReadyOk);
            }
            Call::NewGame { .. } => {
                self.start_over();
                self.playing = true;
            }
            Call::GameInfo(info) => self.informed.game(info),
            Call::PlayerInfo(players) => self.informed.players(players),
            Call::RandomSize([first, second]) => self.informed.players(&[[*first, *second, 0.0]]),
            Call::Position(points) => self.follower.see(&points.stones()),
            Call::SetState(state) => self.follower.note(*state),
            Call::Score(points) => self.follower.score(*points),
            Call::Go(times) => return self.throw(*times),
            Call::SetOrder => return Some(Reply::SetOrder(self.order())),
            Call::PutStone => return self.place(),
            Call::GameOver(_) => self.stop(),
            Call::Connected
            | Call::Login { .. }
            | Call::RunShot(_)
            | Call::TotalScore(_)
            | Call::TimeOut(_)
            | Call::Concede(_)
            | Call::Disconnect => {}
        }
        None
    }

    fn start_over(&mut self) {
        self.stop();
        self.informed.forget();
        self.follower = Follower::new(self.informed.conditions().rules);
        self.seat.team = None;
    }

    fn stop(&mut self) {
        if self.playing && self.seat.team.is_some() {
            let score = self.seat.curling.score(&self.follower.before_shot());
            self.seat.player.end(&self.seat.curling, &score);
        }
        self.playing = false;
        self.seat.team = None;
    }

    /// As they are named.
    fn order(&self) -> Vec<u8> {
        (0..self.informed.team_size()).collect()
    }

    fn throw(&mut self, times: [u64; 2]) -> Option<Reply> {
        self.follower.play_by(self.informed.conditions().rules);
        let game = self.follower.before_shot();
        let team = game.to_throw()?;
        self.follower.sit(team);
        let clock = times[team.index()];
        let limited = (1..telling::FOR_EVER).contains(&clock);
        let game_time = limited.then(|| Duration::from_millis(clock));
        match self.asked(team, &game, game_time) {
            Ok(Action::Throw(shot)) => Some(Reply::BestShot(Velocity::from(shot))),
            Ok(Action::Place(_)) => Some(gives_up("it placed stones when it was to throw")),
            Err(Fault::Interrupted) => None,
            Err(Fault::Resigned) => Some(Reply::Concede),
            Err(fault) => Some(gives_up(&fault.to_string())),
        }
    }

    fn place(&mut self) -> Option<Reply> {
        self.follower.play_by(self.informed.conditions().rules);
        let game = self.follower.before_placement()?;
        let team = game.chooser?;
        match self.asked(team, &game, None) {
            Ok(Action::Place(wish)) => {
                self.follower.placed(team, wish);
                Some(Reply::PutStone(number(wish)))
            }
            Ok(Action::Throw(_)) => Some(gives_up("it threw when it was to place stones")),
            Err(Fault::Interrupted) => None,
            Err(Fault::Resigned) => Some(Reply::Concede),
            Err(fault) => Some(gives_up(&fault.to_string())),
        }
    }

    /// Asks the player, whose panic is a fault like any other.
    fn asked(&mut self, team: Team, game: &Game, clock: Option<Duration>) -> Result<Action, Fault> {
        self.sit_down(team);
        let thinking = self.thinking(clock);
        let Seat {
            curling,
            player,
            team: seated,
        } = &mut self.seat;
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

    /// Makes a player for the conditions as they are now known, if they are others than before.
    fn sit_down(&mut self, team: Team) {
        let mut conditions = self.informed.conditions().clone();
        conditions.rules = *self.follower.rules();
        if *self.seat.curling.conditions() == conditions {
            return;
        }
        match Seat::new(conditions, &self.maker) {
            Ok(seat) => self.seat = seat,
            Err(error) => {
                tracing::warn!(%team, %error, "cannot play as the server says: playing on as before");
            }
        }
    }

    fn thinking(&mut self, clock: Option<Duration>) -> Thinking {
        self.asked += 1;
        Thinking {
            time: TimeLeft {
                game: clock,
                ..TimeLeft::default()
            },
            seed: self.seed.stream(self.asked),
            cancel: self.cancel.clone(),
        }
    }
}

fn gives_up(why: &str) -> Reply {
    tracing::error!(why, "the player cannot go on: conceding");
    Reply::Concede
}

/// The number of a placement; DC2 has none to the right.
fn number(wish: Placement) -> u8 {
    let exact = (0..=4).find(|&number| Placement::put_stone(number) == wish);
    exact.unwrap_or(match wish {
        wish if wish.is_power_play() => 2,
        Placement::CENTRE_GUARD => 1,
        _ => 0,
    })
}

/// Why a client stops before its time.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The login was refused.
    #[error("the server refuses the login of `{id}`: check name and password")]
    Refused {
        /// Who wanted in.
        id: String,
    },
    /// The server is gone, or says what nobody can read.
    #[error("the server {0}")]
    Lost(process::Fault),
    /// Somebody here wants no more.
    #[error("interrupted")]
    Interrupted,
}

/// How long one wait for a server takes; then comes the next.
const WATCH: Duration = Duration::from_mins(10);

/// Answers a server until it says `DISCONNECT` or hangs up. What cannot be understood is passed
/// over with a warning.
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
/// let mut wire = Connection::over(input, output, line_end, Limits::default())?;
/// client::serve(&mut client, &mut wire, &Cancel::new())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the server leaves in the middle of a match, or if `cancel` is raised.
pub fn serve(client: &mut Client, wire: &mut dyn Wire, cancel: &Cancel) -> Result<(), ServeError> {
    client.cancel = cancel.clone();
    loop {
        let line = match wire.receive_by(Instant::now() + WATCH, cancel, &|_| false) {
            Ok(line) => line.text,
            Err(process::Fault::Silent { .. }) => continue,
            Err(fault @ process::Fault::NotText { .. }) => {
                tracing::warn!(%fault, "passed over");
                continue;
            }
            Err(process::Fault::Cancelled) => return Err(ServeError::Interrupted),
            Err(_) if !client.is_playing() => return Ok(()),
            Err(fault) => return Err(ServeError::Lost(fault)),
        };
        match Call::read(&line) {
            Ok(Call::Disconnect) => return Ok(()),
            Ok(call) => {
                if let Some(reply) = client.hear(&call) {
                    let sent = wire.send(&reply.write(Dialect::Legacy));
                    sent.map_err(ServeError::Lost)?;
                }
            }
            Err(_) if line.trim().is_empty() => {}
            Err(error) => tracing::warn!(%error, "passed over"),
        }
    }
}

/// Logs in at a network server.
///
/// # Errors
/// If the server refuses, leaves, or says nothing for `patience`.
pub fn log_in(
    wire: &mut dyn Wire,
    login: &Login,
    patience: Duration,
    cancel: &Cancel,
) -> Result<(), ServeError> {
    let deadline = Instant::now() + patience;
    let next = |wire: &mut dyn Wire| loop {
        let line = wire.receive_by(deadline, cancel, &|_| false);
        let line = line.map_err(|fault| match fault {
            process::Fault::Cancelled => ServeError::Interrupted,
            fault => ServeError::Lost(fault),
        })?;
        match Call::read(&line.text) {
            Ok(call @ (Call::Connected | Call::Login { .. })) => return Ok(call),
            Err(error) if error.mistake != Mistake::UnknownWord => {
                tracing::warn!(%error, "passed over");
            }
            _ => {}
        }
    };
    while next(wire)? != Call::Connected {}
    let reply = Reply::Login(login.clone()).write(Dialect::Legacy);
    wire.send(&reply).map_err(ServeError::Lost)?;
    match next(wire)? {
        Call::Login { accepted: true } => Ok(()),
        _ => Err(ServeError::Refused {
            id: login.id.clone(),
        }),
    }
}

#[cfg(test)]
mod tests;
