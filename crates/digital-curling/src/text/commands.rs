//! The commands of both protocols: [`ServerCommand`] from a server, [`Reply`] from a program.
//!
//! Writing is strict. Reading is lenient with the spelling of a command (lower case, blanks, a
//! missing blank before a number, `CONCEED`, whole numbers with a decimal point) and strict
//! otherwise: missing, superfluous, infinite or invalid arguments are errors that quote the line
//! and the expected form.
//!
//! Whether a command is allowed at this point is not checked here. Coordinates and velocities are
//! those of the legacy platform, in single precision as there.
//!
//! One extension: a shot may be followed by its sweeping ([`BestShot`]).
//!
//! ```
//! use digital_curling::text::{Dialect, Reply};
//!
//! let reply = Reply::read("bestshot-0.99074  -29.5598 0")?;
//! assert_eq!(reply.write(Dialect::Dcp), "BESTSHOT -0.99074 -29.5598 0");
//! assert_eq!(reply.write(Dialect::Legacy), "BESTSHOT -0.990740 -29.559799 0");
//! let error = Reply::read("BESTSHOT 0 NaN 1").unwrap_err();
//! assert_eq!(error.to_string(), "`BESTSHOT 0 NaN 1`: a number is not finite; expected `BESTSHOT vx vy angle` with angle 0 or 1");
//! # Ok::<(), digital_curling::text::commands::ParseError>(())
//! ```

mod number;
mod read;

pub use read::{ParseError, ParseErrorKind};

use super::Dialect;
use curling::frame::LegacyPoint;
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Stones, Sweep, Vector};
use number::{decimals, significant};
use std::fmt;

/// A command of a server.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerCommand {
    /// The connection is open (network only).
    Connected,
    /// Whether a login is accepted (network only).
    Login {
        /// `OK`, or else `NG`.
        accepted: bool,
    },
    /// Asks the program to get ready.
    IsReady,
    /// Begins a match; the names are in the order of throwing in the first end.
    NewGame {
        /// Team 0.
        first: String,
        /// Team 1.
        second: String,
    },
    /// The stones.
    Position(Points),
    /// Shot, end and team to throw.
    SetState(State),
    /// Asks for a shot; the time left of team 0 and team 1 in milliseconds, 0 for no limit.
    Go([u64; 2]),
    /// A shot after noise.
    RunShot(Velocity),
    /// The points of an end, positive for team 0.
    Score(i8),
    /// The total points of team 0 and team 1 (network only).
    TotalScore([u16; 2]),
    /// The match is over, with this result for the program.
    GameOver(Verdict),
    /// This team ran out of time (network only).
    TimeOut(String),
    /// This team conceded (network only).
    Concede(String),
    /// The connection ends (network only).
    Disconnect,
    /// The kind of match (DCP).
    GameInfo(GameInfo),
    /// For each player two standard deviations and a maximum weight (DCP).
    PlayerInfo(Vec<[f32; 3]>),
    /// Asks for the order of players (DCP).
    SetOrder,
    /// Asks for the placement of an end of mixed doubles (DCP).
    PutStone,
    /// The predecessor of `PLAYERINFO` in early versions of DC2: one pair of standard deviations
    /// for all.
    RandomSize([f32; 2]),
}

/// A reply of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The program is ready.
    ReadyOk,
    /// The shot.
    BestShot(BestShot),
    /// A concession.
    Concede,
    /// The order in which its players throw.
    SetOrder(Vec<u8>),
    /// The number of a placement.
    PutStone(u8),
    /// The login (network only).
    Login(Login),
    /// The logout (network only).
    LogOut,
}

/// The positions of the sixteen stones; a stone that is not in play is at (0, 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points(pub [LegacyPoint; SLOTS]);

impl From<&Stones> for Points {
    fn from(stones: &Stones) -> Self {
        let nowhere = LegacyPoint::new(0.0, 0.0);
        Points(std::array::from_fn(|slot| {
            stones
                .get(slot)
                .map_or(nowhere, |stone| LegacyPoint::from(stone.at))
        }))
    }
}

impl Points {
    /// The stones in play, without those too far away to be on a sheet.
    pub fn stones(&self) -> Stones {
        /// In metres from the tee; the hack is 36 m away.
        const FARTHEST: f64 = 50.0;
        let mut stones = Stones::none();
        for (slot, &point) in self.0.iter().enumerate() {
            let at = Vector::from(point);
            let nowhere = point == LegacyPoint::new(0.0, 0.0);
            if !nowhere && at.length() < FARTHEST {
                stones.place(slot, at);
            }
        }
        stones
    }
}

/// Shot, end and team to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The number of the next shot, 0 to 15.
    pub shot: u8,
    /// The end, from 0; after the match the number of ends.
    pub end: u8,
    /// The number of ends.
    pub ends: u8,
    /// The team to throw.
    pub mover: Team,
}

/// A shot as three numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity {
    /// To the thrower's right.
    pub x: f32,
    /// Towards the thrower: negative.
    pub y: f32,
    /// 0 curls to the right, 1 to the left.
    pub angle: u8,
}

impl From<Shot> for Velocity {
    fn from(shot: Shot) -> Self {
        let (x, y, angle) = shot.to_legacy();
        Velocity { x, y, angle }
    }
}

impl From<Velocity> for Shot {
    fn from(Velocity { x, y, angle }: Velocity) -> Self {
        Shot::legacy(x, y, angle)
    }
}

/// The shot of a program, with its sweeping: `BESTSHOT vx vy angle SWEEP from to effort` is an
/// extension for matches that allow it. The stretch is in metres from the tee, negative before it,
/// and the effort from 0 to 1, by default 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestShot {
    /// The velocity.
    pub velocity: Velocity,
    /// The sweeping, if any.
    pub sweep: Option<Sweep>,
}

impl From<Shot> for BestShot {
    fn from(shot: Shot) -> Self {
        BestShot {
            velocity: shot.into(),
            sweep: shot.sweep,
        }
    }
}

impl From<BestShot> for Shot {
    fn from(BestShot { velocity, sweep }: BestShot) -> Self {
        Shot {
            sweep,
            ..velocity.into()
        }
    }
}

/// The result of a match for the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Drawn.
    Draw,
}

/// The kind of match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Mixed doubles, or else the game of sixteen stones.
    pub doubles: bool,
    /// Noise in speed and heading, or else across and along the sheet.
    pub polar: bool,
    /// The number of players of a team. DC2's own server does not send it.
    pub players: Option<u8>,
}

/// The login of a program.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// The account.
    pub id: String,
    /// The password.
    pub password: String,
    /// The display name.
    pub name: Option<String>,
}

/// Omits the password.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl ServerCommand {
    /// Parses a command of a server.
    ///
    /// # Errors
    /// If the line is not a valid command.
    pub fn read(line: &str) -> Result<Self, ParseError> {
        read::command(line)
    }

    /// The command as it is sent, without terminator.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            ServerCommand::Connected => "CONNECTED".to_owned(),
            ServerCommand::Login { accepted: true } => "LOGIN OK".to_owned(),
            ServerCommand::Login { accepted: false } => "LOGIN NG".to_owned(),
            ServerCommand::IsReady => "ISREADY".to_owned(),
            ServerCommand::NewGame { first, second } => {
                format!("NEWGAME {} {}", one_word(first), one_word(second))
            }
            ServerCommand::Position(Points(points)) => {
                let numbers = points.iter().flat_map(|LegacyPoint(at)| [at.x, at.y]);
                listed("POSITION", numbers.map(|number| real(number, dialect)))
            }
            ServerCommand::SetState(state) => {
                let State {
                    shot, end, ends, ..
                } = state;
                format!("SETSTATE {shot} {end} {ends} {}", state.mover.index())
            }
            ServerCommand::Go([first, second]) => format!("GO {first} {second}"),
            ServerCommand::RunShot(shot) => thrown("RUNSHOT", *shot, dialect),
            ServerCommand::Score(points) => format!("SCORE {points}"),
            ServerCommand::TotalScore([first, second]) => format!("TOTALSCORE {first} {second}"),
            ServerCommand::GameOver(Verdict::Win) => "GAMEOVER WIN".to_owned(),
            ServerCommand::GameOver(Verdict::Lose) => "GAMEOVER LOSE".to_owned(),
            ServerCommand::GameOver(Verdict::Draw) => "GAMEOVER DRAW".to_owned(),
            ServerCommand::TimeOut(who) => format!("TIMEOUT {}", one_word(who)),
            ServerCommand::Concede(who) => format!("CONCEDE {}", one_word(who)),
            ServerCommand::Disconnect => "DISCONNECT".to_owned(),
            ServerCommand::GameInfo(info) => {
                let numbers = [
                    Some(info.doubles.into()),
                    Some(info.polar.into()),
                    info.players,
                ];
                listed("GAMEINFO", numbers.into_iter().flatten())
            }
            ServerCommand::PlayerInfo(players) => {
                let numbers = players.iter().flatten();
                listed("PLAYERINFO", numbers.map(|&number| real(number, dialect)))
            }
            ServerCommand::SetOrder => "SETORDER".to_owned(),
            ServerCommand::PutStone => "PUTSTONE".to_owned(),
            ServerCommand::RandomSize(sizes) => {
                listed("RANDOMSIZE", sizes.map(|number| real(number, dialect)))
            }
        }
    }
}

impl Reply {
    /// Parses a reply of a program.
    ///
    /// # Errors
    /// If the line is not a valid command.
    pub fn read(line: &str) -> Result<Self, ParseError> {
        read::reply(line)
    }

    /// Parses a reply that may follow other text on the same line.
    ///
    /// # Errors
    /// The error of the whole line, if it does not end with a reply.
    pub fn find(line: &str) -> Result<Self, ParseError> {
        Self::read(line).or_else(|error| read::last_answer(line).ok_or(error))
    }

    /// Whether a text without terminator is complete: further text could neither correct nor extend
    /// it.
    pub fn is_whole(text: &str) -> bool {
        match Reply::find(text) {
            Ok(_) => true,
            Err(error) => matches!(
                error.kind,
                ParseErrorKind::NotFinite | ParseErrorKind::TooMany
            ),
        }
    }

    /// The command as it is sent, without terminator.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            Reply::ReadyOk => "READYOK".to_owned(),
            Reply::BestShot(BestShot { velocity, sweep }) => {
                let shot = thrown("BESTSHOT", *velocity, dialect);
                sweep.map_or_else(|| shot.clone(), |sweep| swept(&shot, sweep, dialect))
            }
            Reply::Concede => "CONCEDE".to_owned(),
            Reply::SetOrder(players) => listed("SETORDER", players),
            Reply::PutStone(number) => format!("PUTSTONE {number}"),
            Reply::Login(login) => {
                let words = [Some(&login.id), Some(&login.password), login.name.as_ref()];
                listed(
                    "LOGIN",
                    words.into_iter().flatten().map(|word| one_word(word)),
                )
            }
            Reply::LogOut => "LOGOUT".to_owned(),
        }
    }
}

fn real(number: f32, dialect: Dialect) -> String {
    match dialect {
        Dialect::Legacy => decimals(number),
        Dialect::Dcp => significant(number),
    }
}

fn thrown(word: &str, Velocity { x, y, angle }: Velocity, dialect: Dialect) -> String {
    let (x, y) = (real(x, dialect), real(y, dialect));
    format!("{word} {x} {y} {angle}")
}

fn swept(shot: &str, Sweep { from, to, effort }: Sweep, dialect: Dialect) -> String {
    let numbers = [from, to, effort].map(|number| real(number as f32, dialect));
    listed(&format!("{shot} SWEEP"), numbers)
}

fn listed(word: &str, arguments: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let mut line = word.to_owned();
    for argument in arguments {
        line.push(' ');
        line.push_str(&argument.to_string());
    }
    line
}

/// A name as one word, without blanks.
pub fn one_word(name: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let word = name.trim().replace(blank, "_");
    if word.is_empty() {
        "nameless".to_owned()
    } else {
        word
    }
}

#[cfg(test)]
mod tests;
