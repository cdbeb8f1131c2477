//! Errors of clients and boards.

use super::messages::VERSION;
use super::scanner::LineError;
use crate::table::name;
use crate::{Ascii, Call, IllegalCall, IllegalCard, NotationError, Seat};

/// Error for a board that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A duplicate card.
    #[error("board {number}: {error}")]
    Cards {
        /// The number of the board.
        number: u32,
        /// The reason.
        error: NotationError,
    },
    /// A hand without thirteen cards.
    #[error("board {number}: {} has {cards} cards, expected 13", name(*.seat))]
    Size {
        /// The number of the board.
        number: u32,
        /// The seat.
        seat: Seat,
        /// The number of cards.
        cards: usize,
    },
}

/// The reason why a client is refused; its text can be sent before the connection is closed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A line that cannot be parsed.
    #[error("Error: {0}")]
    Line(#[from] LineError),
    /// A line before `Connecting`.
    #[error("Error: `{0}` before `Connecting`")]
    NotConnecting(String),
    /// Another version of the protocol.
    #[error("Error: protocol version {0} is not supported, only version {VERSION}")]
    Version(u32),
    /// The seat is taken.
    #[error("Error: {} is taken", name(*.0))]
    Taken(Seat),
    /// All seats are taken.
    #[error("Error: all seats are taken")]
    Full,
}

/// A protocol violation of a client. The state of the table is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", name(*.seat))]
pub struct ClientFault {
    /// The seat of the client.
    pub seat: Seat,
    /// The violation.
    pub reason: Reason,
}

/// Kinds of protocol violations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The seat is empty.
    #[error("the seat is empty")]
    Absent,
    /// A line that cannot be parsed.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A message out of turn.
    #[error("`{line}` is out of turn: expected {expected}")]
    OutOfTurn {
        /// The line, shortened if it is long.
        line: String,
        /// The expected message.
        expected: String,
    },
    /// A call against the laws.
    #[error("{} is illegal: {error}", Ascii(*.call))]
    Call {
        /// The call.
        call: Call,
        /// The law it breaks.
        error: IllegalCall,
    },
    /// A card against the laws.
    #[error(transparent)]
    Card(#[from] IllegalCard),
}
