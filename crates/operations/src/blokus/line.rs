//! Lines of moves as input.

use crate::fault::{Fault, FaultCode};
use blokus::LineError;

impl From<LineError> for Fault {
    fn from(error: LineError) -> Self {
        Fault::wrong_at(error.place, &error.why).explained_by(FaultCode::InvalidMoves, &error.why)
    }
}
