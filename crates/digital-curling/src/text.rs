//! The text protocols: that of the legacy platform, and its successor DCP of DC2, as server and
//! client.
//!
//! ```text
//! commands                  the commands: strict writer, lenient parser
//! transport                 a program's pipes, or a connection
//! server_messages           the commands sent at each point of a match; no IO
//! program                   a program or a connection as a contestant
//! network                   the network server of the legacy platform: two programs log in and play
//! client                    a player of ours on another server
//! ```
//!
//! A message ends with NUL, LF or CRLF; since the platforms' own sample programs send no
//! terminator, a complete command followed by a short silence is a message, too. Our messages end
//! with NUL, or with LF for programs that read lines ([`Terminator`]).
//!
//! Where the sources disagree ([`ProtocolOptions`]): Mori (2019, section 4.4) puts `SETSTATE`
//! before `POSITION`, the platforms' servers did the opposite, and so do we by default. The network
//! server of the legacy platform sent no empty `POSITION` between the last stone of an end and the
//! first of the next; we do.
//!
//! The platforms' sample programs take one read for one message, so a program on a pipe gets the
//! next message when it has read the previous one ([`arena::process`]); and output before a request
//! is not an answer to it.
//!
//! What is absent: the platforms' logs, and any security. Passwords are sent in plain text.

pub mod client;
pub mod commands;
pub mod network;
pub mod program;
pub mod server_messages;
pub mod transport;

pub use client::Client;
pub use commands::{Reply, ServerCommand};
pub use network::NetworkServer;
pub use program::Program;

use arena::clock::Span;
use arena::process::LineEnd;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The protocol of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The legacy protocol: one player a team, no mixed doubles. Numbers have six decimals.
    #[default]
    Legacy,
    /// The Digital Curling Protocol of DC2. Numbers have six significant digits.
    Dcp,
}

/// The terminator of our messages. Received ones may end with either, or with none.
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
    /// The line end of the arena's connections.
    pub fn line_end(self) -> LineEnd {
        match self {
            Terminator::Nul => LineEnd::NulAny,
            Terminator::Lf => LineEnd::Any,
        }
    }
}

/// The order of the two commands that describe a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstCommand {
    /// `POSITION`, as the platforms' servers did.
    #[default]
    Position,
    /// `SETSTATE`, as Mori (2019) has it.
    State,
}

/// Protocol options of a program.
///
/// ```
/// use digital_curling::text::{Dialect, ProtocolOptions};
///
/// let protocol: ProtocolOptions = toml::from_str("dialect = 'dcp'\nterminator = 'lf'\npatience = '2m'")?;
/// assert_eq!(protocol.dialect, Dialect::Dcp);
/// assert!(protocol.clears_the_house);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProtocolOptions {
    /// The protocol.
    pub dialect: Dialect,
    /// The terminator of messages to it.
    pub terminator: Terminator,
    /// The first command of a position.
    pub first: FirstCommand,
    /// Whether an empty `POSITION` is sent before the first stone of every end. The platforms'
    /// servers left it to the program to clear its sheet on `SCORE`.
    pub clears_the_house: bool,
    /// The time limit of a shot when its team has no clock.
    pub patience: Span,
}

impl Default for ProtocolOptions {
    fn default() -> Self {
        ProtocolOptions {
            dialect: Dialect::default(),
            terminator: Terminator::default(),
            first: FirstCommand::default(),
            clears_the_house: true,
            patience: Span(Duration::from_mins(10)),
        }
    }
}

impl ProtocolOptions {
    /// The default options of a protocol.
    pub fn of(dialect: Dialect) -> Self {
        ProtocolOptions {
            dialect,
            ..ProtocolOptions::default()
        }
    }
}
