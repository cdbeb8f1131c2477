//! A decision about a card: hand to play, legal cards, score of tricks.

use super::tie_break::natural;
use super::trick_state::TrickState;
use crate::bidding::FinalContract;
use crate::dealing::DealingError;
use crate::hand::{SPOTS, from_the_top};
use crate::table::{Side, Vulnerability};
use crate::{Ascii, Card, Hand, Seat, View, score};

/// The small cards of all suits, as bits of a hand.
const SMALL: u64 = SPOTS as u64 * 0x0001_0001_0001_0001;

/// Reasons why no card can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// The auction is not over, or the board is passed out.
    #[error("no card to play: the auction has not produced a contract")]
    NoContract,
    /// All cards are played.
    #[error("all cards are played")]
    Over,
    /// Another seat decides about the next card.
    #[error("not the turn of {seat}: the next card is {turn}'s")]
    NotYourTurn {
        /// The viewing seat.
        seat: Seat,
        /// The seat whose card is next.
        turn: Seat,
    },
    /// A card was played out of turn, so the rest of the play is undefined.
    #[error("{} was played out of turn by {seat}", Ascii(*.card))]
    OutOfTurn {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The hand to play has no known card left, so the view is inconsistent.
    #[error("no known card left in the hand of {0}")]
    NoCard(Seat),
    /// The player returned no card.
    #[error("the player returned no card: {0}")]
    Player(String),
    /// The fixed deal is inconsistent with the view.
    #[error("the given deal contradicts the known cards")]
    DealMismatch,
    /// No deal is consistent with the view.
    #[error(transparent)]
    DealingError(#[from] DealingError),
}

/// The score of a contract by tricks taken, for either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContractScore {
    declaring: Side,
    /// The points of the declaring side by its tricks.
    points: [i32; 14],
    needed: u8,
}

impl ContractScore {
    /// Creates the scores of a contract.
    pub(super) fn new(final_contract: &FinalContract, vulnerability: Vulnerability) -> Self {
        let declaring = Side::from(final_contract.declarer);
        let points = std::array::from_fn(|tricks| {
            score::points(final_contract, tricks as u8, vulnerability, declaring)
        });
        ContractScore {
            declaring,
            points,
            needed: 6 + final_contract.contract.bid.level.get(),
        }
    }

    /// Returns the points of a side that takes `tricks` of thirteen.
    pub(super) fn points(&self, side: Side, tricks: u8) -> i32 {
        if side == self.declaring {
            self.points[usize::from(tricks)]
        } else {
            -self.points[usize::from(13 - tricks)]
        }
    }

    /// Returns the tricks with which a side succeeds: the contract made, or defeated.
    pub(super) fn target(&self, side: Side) -> u8 {
        if side == self.declaring {
            self.needed
        } else {
            14 - self.needed
        }
    }
}

/// A decision, derived from a view.
#[derive(Clone, Debug)]
pub(super) struct Decision<'a> {
    pub(super) view: &'a View,
    pub(super) final_contract: FinalContract,
    /// The seat to play: the viewing seat, or dummy.
    pub(super) turn: Seat,
    pub(super) legal: Hand,
    pub(super) contract_score: ContractScore,
    /// The public state of the play.
    pub(super) state: TrickState,
    /// The cards each seat has played.
    pub(super) played: [Hand; 4],
}

impl<'a> Decision<'a> {
    pub(super) fn of(view: &'a View) -> Result<Self, DecisionError> {
        let final_contract = view.final_contract().filter(|_| view.auction.has_ended());
        let final_contract = final_contract.ok_or(DecisionError::NoContract)?;
        let turn = view.turn().ok_or(DecisionError::Over)?;
        let seat = view.seat;
        if final_contract.decider(turn) != seat {
            return Err(DecisionError::NotYourTurn { seat, turn });
        }
        let mut state = TrickState::new(&final_contract);
        for &(seat, card) in &view.cards {
            if state.turn() != seat {
                return Err(DecisionError::OutOfTurn { seat, card });
            }
            state.play(card);
        }
        let legal = view.legal();
        if legal.is_empty() {
            return Err(DecisionError::NoCard(turn));
        }
        Ok(Decision {
            view,
            final_contract,
            turn,
            legal,
            contract_score: ContractScore::new(&final_contract, view.vulnerability),
            state,
            played: view.played(),
        })
    }

    /// Returns the deciding side.
    pub(super) fn side(&self) -> Side {
        Side::from(self.turn)
    }

    /// Returns the legal cards, spades first, each suit from the top.
    pub(super) fn cards(&self) -> Vec<Card> {
        from_the_top(self.legal).collect()
    }

    /// Returns the legal ones of some cards without those that carry no information of their own:
    /// of touching small cards only the lowest and the highest. All legal cards if none of the
    /// given ones is legal.
    pub(super) fn informative(&self, cards: Hand) -> Vec<Card> {
        let considered = match self.legal & cards {
            none if none.is_empty() => self.legal,
            some => some,
        };
        let small = considered.to_bits() & SMALL;
        let inner = Hand::from_bits_retain(small & small << 1 & small >> 1);
        from_the_top(considered - inner).collect()
    }

    /// Returns the cards left in the hand to play.
    pub(super) fn hand(&self) -> Hand {
        let turn = self.turn as usize;
        self.view.known()[turn] - self.played[turn]
    }

    /// Returns the natural one of some legal cards.
    pub(super) fn natural_of(&self, equal: Hand) -> Card {
        natural(equal, self.hand(), &self.state)
    }

    /// Returns a deal without the cards played.
    pub(super) fn left(&self, deal: &[Hand; 4]) -> [Hand; 4] {
        std::array::from_fn(|seat| deal[seat] - self.played[seat])
    }

    /// Returns the points of the deciding side if it takes `more` of the remaining tricks.
    pub(super) fn points(&self, more: u8) -> i32 {
        let side = self.side();
        self.contract_score
            .points(side, self.state.taken(side) + more)
    }

    /// Returns whether the deciding side succeeds with `more` of the remaining tricks.
    pub(super) fn is_success(&self, more: u8) -> bool {
        let side = self.side();
        self.state.taken(side) + more >= self.contract_score.target(side)
    }
}
