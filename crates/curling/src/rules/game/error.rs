//! Errors of calls that do not match the state of a match.

use crate::rules::Team;
use arena::Text;

/// A call that does not match the state of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The stones of the end have not been placed.
    #[error("the stones of this end have not been placed")]
    NotPlaced,
    /// There is no placement now.
    #[error("no stones to place now")]
    NothingToPlace,
    /// A placement that these rules do not have.
    #[error("these rules do not offer this placement")]
    NotOffered,
    /// A second power play.
    #[error("{team} has used its power play in end {end} (counted from 0)")]
    PowerPlayUsed {
        /// The team.
        team: Team,
        /// The end of its power play.
        end: u8,
    },
    /// A power play in an extra end.
    #[error("no power play in an extra end")]
    PowerPlayInExtraEnd,
    /// A stone out of nowhere.
    #[error("the stone in slot {slot} was neither in play nor delivered")]
    FromNowhere {
        /// The slot.
        slot: usize,
    },
    /// No foul that can be waived.
    #[error("no foul that the other team may waive")]
    NothingToWaive,
    /// A list that does not name each player once.
    #[error("an order of play must name each of the {players} players once, counted from 0")]
    BadOrder {
        /// The number of players.
        players: usize,
    },
    /// A late change of the order of play.
    #[error("it is too late to change the order of play")]
    TooLate,
    /// A state that no match by these rules reaches.
    #[error("impossible state of a match: {}", what.en)]
    Impossible {
        /// The inconsistency.
        what: Text,
    },
}
