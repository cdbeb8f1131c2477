//! What can be wrong with a call.

use crate::rules::Team;

/// A call that does not fit the state of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The stones of the end have to be placed first.
    #[error("the stones of this end have not been placed")]
    NotPlaced,
    /// There is nothing to place now, or ever.
    #[error("there are no stones to place now")]
    NothingToPlace,
    /// This platform has no such placement.
    #[error("these rules do not offer this placement")]
    NotOffered,
    /// A power play is not allowed any more.
    #[error("{team} has had its power play in end {end}, counted from 0")]
    PowerPlayUsed {
        /// The team that wished for it.
        team: Team,
        /// When it had one.
        end: u8,
    },
    /// A power play is not allowed in an extra end.
    #[error("there is no power play in an extra end")]
    PowerPlayInExtraEnd,
    /// Stones do not appear by themselves.
    #[error("the stone in slot {slot} was neither in play nor delivered")]
    FromNowhere {
        /// Its slot.
        slot: usize,
    },
    /// Not a foul that can be waived.
    #[error("there is no foul that the other team may waive")]
    NothingToWaive,
    /// Players were not all named, or not once each.
    #[error("an order of play names each of the {players} players once, counted from 0")]
    BadOrder {
        /// How many there are.
        players: usize,
    },
    /// The order of play cannot be changed any more.
    #[error("it is too late to change the order of play")]
    TooLate,
    /// A state that no match by these rules comes to.
    #[error("no match by these rules comes to this: {what}")]
    Impossible {
        /// What is wrong with it.
        what: &'static str,
    },
}
