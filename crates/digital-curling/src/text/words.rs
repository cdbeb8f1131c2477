//! The commands of both protocols as values: what a server says is a [`Call`], what a program says
//! a [`Reply`].
//!
//! Writing is strict. Reading is patient with how a command is written (small letters, blanks, a
//! missing blank before a number, `CONCEED`, whole numbers with a decimal point) and with nothing
//! else: a number too few or too many, one that is not finite or one that means nothing is refused
//! with the line itself and what it should have been.
//!
//! Whether a command fits the moment is not asked here. Coordinates and velocities are those of the
//! legacy platform, in single precision as there.
//!
//! ```
//! use digital_curling::text::{Dialect, Reply};
//!
//! let reply = Reply::read("bestshot-0.99074  -29.5598 0")?;
//! assert_eq!(reply.write(Dialect::Dcp), "BESTSHOT -0.99074 -29.5598 0");
//! assert_eq!(reply.write(Dialect::Legacy), "BESTSHOT -0.990740 -29.559799 0");
//! let error = Reply::read("BESTSHOT 0 NaN 1").unwrap_err();
//! assert_eq!(error.to_string(), "`BESTSHOT 0 NaN 1`: a number is not finite; expected `BESTSHOT vx vy angle` with angle 0 or 1");
//! # Ok::<(), digital_curling::text::words::WordError>(())
//! ```

mod number;
mod read;

pub use read::{Mistake, WordError};

use super::Dialect;
use curling::frame::LegacyPoint;
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Stones, Vector};
use number::{decimals, significant};
use std::fmt;

/// What a server says.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// The connection stands (network only).
    Connected,
    /// Whether a login is accepted (network only).
    Login {
        /// `OK`, or else `NG`.
        accepted: bool,
    },
    /// Prepare, and say when you are ready.
    IsReady,
    /// A match begins between these, in the order they throw in the first end.
    NewGame {
        /// Team 0.
        first: String,
        /// Team 1.
        second: String,
    },
    /// Where the stones are.
    Position(Points),
    /// Where the match is.
    SetState(State),
    /// Throw; what team 0 and team 1 have left in milliseconds, 0 for all the time in the world.
    Go([u64; 2]),
    /// A shot as it was really thrown.
    RunShot(Velocity),
    /// What an end brought, positive for team 0.
    Score(i8),
    /// What all ends brought to team 0 and team 1 (network only).
    TotalScore([u16; 2]),
    /// The match is over, with this result for the program.
    GameOver(Verdict),
    /// This team ran out of time (network only).
    TimeOut(String),
    /// This team gave up (network only).
    Concede(String),
    /// The connection ends (network only).
    Disconnect,
    /// What is played (DCP).
    GameInfo(GameInfo),
    /// For each player two standard deviations and a maximum weight (DCP).
    PlayerInfo(Vec<[f32; 3]>),
    /// Say in which order your players throw (DCP).
    SetOrder,
    /// Say how the stones of this end of mixed doubles are placed (DCP).
    PutStone,
    /// What an early DC2 said instead of `PLAYERINFO`: one pair of standard deviations for all.
    RandomSize([f32; 2]),
}

/// What a program says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is ready.
    ReadyOk,
    /// Its shot.
    BestShot(Velocity),
    /// It gives up.
    Concede,
    /// The order in which its players throw.
    SetOrder(Vec<u8>),
    /// How the stones are placed.
    PutStone(u8),
    /// Who it is (network only).
    Login(Login),
    /// It leaves (network only).
    LogOut,
}

/// Where the sixteen stones are; a stone that is not in play is at (0, 0).
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
    /// The stones in play. What is too far away to lie on a sheet is not.
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

/// Where a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The number of the next shot, 0 to 15.
    pub shot: u8,
    /// The end, from 0; after the match the number of ends.
    pub end: u8,
    /// How many ends there are.
    pub ends: u8,
    /// Who throws next.
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

/// How a match ended for the one who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Neither.
    Draw,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Mixed doubles, or else the game of sixteen stones.
    pub doubles: bool,
    /// Shots stray in speed and heading, or else across and along the sheet.
    pub polar: bool,
    /// How many players a team has. DC2's own server does not say.
    pub players: Option<u8>,
}

/// Who a program says it is.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// Its account.
    pub id: String,
    /// Its password.
    pub password: String,
    /// What it wants to be called.
    pub name: Option<String>,
}

/// Without the password.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// Reads what a server said.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(line: &str) -> Result<Self, WordError> {
        read::call(line)
    }

    /// The command as it is sent, without an end.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            Call::Connected => "CONNECTED".to_owned(),
            Call::Login { accepted: true } => "LOGIN OK".to_owned(),
            Call::Login { accepted: false } => "LOGIN NG".to_owned(),
            Call::IsReady => "ISREADY".to_owned(),
            Call::NewGame { first, second } => {
                format!("NEWGAME {} {}", one_word(first), one_word(second))
            }
            Call::Position(Points(points)) => {
                let numbers = points.iter().flat_map(|LegacyPoint(at)| [at.x, at.y]);
                listed("POSITION", numbers.map(|number| real(number, dialect)))
            }
            Call::SetState(state) => {
                let State {
                    shot, end, ends, ..
                } = state;
                format!("SETSTATE {shot} {end} {ends} {}", state.mover.index())
            }
            Call::Go([first, second]) => format!("GO {first} {second}"),
            Call::RunShot(shot) => thrown("RUNSHOT", *shot, dialect),
            Call::Score(points) => format!("SCORE {points}"),
            Call::TotalScore([first, second]) => format!("TOTALSCORE {first} {second}"),
            Call::GameOver(Verdict::Win) => "GAMEOVER WIN".to_owned(),
            Call::GameOver(Verdict::Lose) => "GAMEOVER LOSE".to_owned(),
            Call::GameOver(Verdict::Draw) => "GAMEOVER DRAW".to_owned(),
            Call::TimeOut(who) => format!("TIMEOUT {}", one_word(who)),
            Call::Concede(who) => format!("CONCEDE {}", one_word(who)),
            Call::Disconnect => "DISCONNECT".to_owned(),
            Call::GameInfo(info) => {
                let numbers = [
                    Some(info.doubles.into()),
                    Some(info.polar.into()),
                    info.players,
                ];
                listed("GAMEINFO", numbers.into_iter().flatten())
            }
            Call::PlayerInfo(players) => {
                let numbers = players.iter().flatten();
                listed("PLAYERINFO", numbers.map(|&number| real(number, dialect)))
            }
            Call::SetOrder => "SETORDER".to_owned(),
            Call::PutStone => "PUTSTONE".to_owned(),
            Call::RandomSize(sizes) => {
                listed("RANDOMSIZE", sizes.map(|number| real(number, dialect)))
            }
        }
    }
}

impl Reply {
    /// Reads what a program said.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(line: &str) -> Result<Self, WordError> {
        read::reply(line)
    }

    /// The same where a program may have written something before its answer, without an end of its
    /// own.
    ///
    /// # Errors
    /// What is wrong with the whole line, if there is no answer at its end.
    pub fn find(line: &str) -> Result<Self, WordError> {
        Self::read(line).or_else(|error| read::last_answer(line).ok_or(error))
    }

    /// Whether a text without an end is a whole command already: nothing that follows could mend it
    /// or be missed.
    pub fn is_whole(text: &str) -> bool {
        match Reply::find(text) {
            Ok(_) => true,
            Err(error) => matches!(error.mistake, Mistake::NotFinite | Mistake::TooMany),
        }
    }

    /// The command as it is sent, without an end.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            Reply::ReadyOk => "READYOK".to_owned(),
            Reply::BestShot(shot) => thrown("BESTSHOT", *shot, dialect),
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

fn listed(word: &str, arguments: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let mut line = word.to_owned();
    for argument in arguments {
        line.push(' ');
        line.push_str(&argument.to_string());
    }
    line
}

/// A name as one word, so that the next one can be told from it.
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
