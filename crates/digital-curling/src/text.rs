//! The two text protocols: that of the legacy platform, and DCP, which DC2 made of it. Both ends of
//! both.
//!
//! ```text
//! words                     every command as a value: written strictly, read with patience
//! wire                      what carries them: a program's pipes, a connection
//! telling                   what a program is told when, as lists of commands; no IO
//! program                   a program or a connection at the table of a match
//! network                   the old network server: two log in, and play
//! client                    the other end: a player of ours answers somebody else's server
//! ```
//!
//! A message ends with NUL, LF or CRLF; since the platforms' own sample programs send nothing
//! behind their answers, a whole command that nothing follows for a moment is one, too. What we
//! send ends with NUL, or with LF for programs that read lines ([`Terminator`]).
//!
//! Where the sources disagree ([`Habits`]): Mori (2019, section 4.4) puts `SETSTATE` before
//! `POSITION`, the platforms' servers did the opposite, and so do we unless told otherwise. The
//! network server of the legacy platform sent no empty `POSITION` between the last stone of an end
//! and the first of the next; we do.
//!
//! The platforms' sample programs take one read for one message, so a program on a pipe gets the
//! next message when it has read the one before ([`arena::process`]); and what it says before it is
//! asked answers nothing.
//!
//! What is absent: the platforms' logs, and any security. Passwords travel as they are.

pub mod client;
pub mod network;
pub mod program;
pub mod telling;
pub mod wire;
pub mod words;

pub use client::Client;
pub use network::Host;
pub use program::Program;
pub use words::{Call, Reply};

use arena::clock::Span;
use arena::process::LineEnd;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which of the two protocols a program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// That of the legacy platform: one player a team, no mixed doubles. Numbers have six decimals.
    #[default]
    Legacy,
    /// The Digital Curling Protocol of DC2. Numbers have six significant digits.
    Dcp,
}

/// What ends the messages we send. Those we receive may end with either, or with nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terminator {
    /// A NUL byte, as the platforms did.
    #[default]
    Nul,
    /// A line feed, for programs that read lines.
    Lf,
}

impl Terminator {
    /// As the arena calls it.
    pub fn line_end(self) -> LineEnd {
        match self {
            Terminator::Nul => LineEnd::NulAny,
            Terminator::Lf => LineEnd::Any,
        }
    }
}

/// Which of the two commands that describe a position comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// `POSITION`, as the platforms' servers did.
    #[default]
    Position,
    /// `SETSTATE`, as Mori (2019) has it.
    State,
}

/// How a program is spoken to.
///
/// ```
/// use digital_curling::text::{Dialect, Habits};
///
/// let habits: Habits = toml::from_str("dialect = 'dcp'\nterminator = 'lf'\npatience = '2m'")?;
/// assert_eq!(habits.dialect, Dialect::Dcp);
/// assert!(habits.clears_the_house);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Habits {
    /// Its protocol.
    pub dialect: Dialect,
    /// What ends a message to it.
    pub terminator: Terminator,
    /// What comes first.
    pub first: First,
    /// Whether it is shown the empty house before the first stone of every end. The platforms'
    /// servers left it to the program to clear its board on `SCORE`.
    pub clears_the_house: bool,
    /// How long it may think about a shot when its team has no clock.
    pub patience: Span,
}

impl Default for Habits {
    fn default() -> Self {
        Habits {
            dialect: Dialect::default(),
            terminator: Terminator::default(),
            first: First::default(),
            clears_the_house: true,
            patience: Span(Duration::from_mins(10)),
        }
    }
}

impl Habits {
    /// The usual habits, in a dialect.
    pub fn of(dialect: Dialect) -> Self {
        Habits {
            dialect,
            ..Habits::default()
        }
    }
}
