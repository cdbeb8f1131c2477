//! What clients and boards can be reproached with, in words.

use super::lines::VERSION;
use super::words::LineError;
use crate::table::name;
use crate::{Ascii, Call, IllegalCall, IllegalCard, NotationError, Seat};

/// A board that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A card is there twice.
    #[error("board {number}: {error}")]
    Cards {
        /// The number of the board.
        number: u32,
        /// What is wrong.
        error: NotationError,
    },
    /// A hand that is not whole.
    #[error("board {number}: {} has {cards} cards, not thirteen", name(*.seat))]
    Size {
        /// The number of the board.
        number: u32,
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        cards: usize,
    },
}

/// Why somebody is not seated; in words that can be sent to him before the connection is closed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not understood.
    #[error("Error: {0}")]
    Line(#[from] LineError),
    /// Something else than a wish to sit down.
    #[error("Error: `{0}` before `Connecting`")]
    NotConnecting(String),
    /// Another protocol.
    #[error("Error: protocol version {0} is not supported, only version {VERSION}")]
    Version(u32),
    /// Somebody sits there.
    #[error("Error: {} is taken", name(*.0))]
    Taken(Seat),
    /// Somebody sits everywhere.
    #[error("Error: all seats are taken")]
    Full,
}

/// Something a client should not have done. The table is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", name(*.seat))]
pub struct Fault {
    /// Who.
    pub seat: Seat,
    /// What.
    pub reason: Reason,
}

/// What a client did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// It does not sit there.
    #[error("nobody sits there")]
    Absent,
    /// It was not understood.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It spoke when it should not have, or of something else.
    #[error("`{line}` is out of turn: expected {expected}")]
    OutOfTurn {
        /// The line, shortened if it is long.
        line: String,
        /// What should have come.
        expected: String,
    },
    /// A call against the laws.
    #[error("{} is illegal: {error}", Ascii(*.call))]
    Call {
        /// The call.
        call: Call,
        /// Why.
        error: IllegalCall,
    },
    /// A card against the laws.
    #[error(transparent)]
    Card(#[from] IllegalCard),
}
