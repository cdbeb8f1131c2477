//! What is to be decided: whose card it is, what may be played, what tricks are worth.

use super::tie_break::natural;
use super::trick_state::TrickState;
use crate::bidding::Agreed;
use crate::dealing::DealingError;
use crate::hand::{SPOTS, from_the_top};
use crate::table::{Side, Vulnerability};
use crate::{Ascii, Card, Hand, Seat, View, score};

/// The small cards of all suits, as bits of a hand.
const SMALL: u64 = SPOTS as u64 * 0x0001_0001_0001_0001;

/// Why no card can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// Nothing to play yet, or nothing at all.
    #[error("the auction has not led to a contract, so there is no card to play")]
    NoContract,
    /// All cards are played.
    #[error("all cards are played")]
    Over,
    /// Somebody else decides.
    #[error("the next card is {turn}'s, and {seat} does not decide about it")]
    NotYourTurn {
        /// Who looks.
        seat: Seat,
        /// Whose card is next.
        turn: Seat,
    },
    /// A card was played by somebody whose turn it was not, so what follows has no meaning.
    #[error("{} was played by {seat} out of turn: such a play cannot be judged", Ascii(*.card))]
    OutOfTurn {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// The hand that is to play has nothing left, so the view is not of one deal.
    #[error("{0} has no card left that is known")]
    NoCard(Seat),
    /// The player that was asked has no answer.
    #[error("the player has no answer: {0}")]
    Player(String),
    /// The deal to be taken for true is not that of the view.
    #[error("the deal taken for true does not have the cards that are seen in their hands")]
    DealMismatch,
    /// No deal is possible.
    #[error(transparent)]
    DealingError(#[from] DealingError),
}

/// What tricks are worth to a side in one contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContractScore {
    declaring: Side,
    /// Points of the declaring side by its tricks.
    points: [i32; 14],
    needed: u8,
}

impl ContractScore {
    /// What is at stake in a contract.
    pub(super) fn new(agreed: &Agreed, vulnerability: Vulnerability) -> Self {
        let declaring = Side::from(agreed.declarer);
        let points = std::array::from_fn(|tricks| {
            score::points(agreed, tricks as u8, vulnerability, declaring)
        });
        ContractScore {
            declaring,
            points,
            needed: 6 + agreed.contract.bid.level.get(),
        }
    }

    /// Points of a side that takes so many of the thirteen tricks.
    pub(super) fn points(&self, side: Side, tricks: u8) -> i32 {
        if side == self.declaring {
            self.points[usize::from(tricks)]
        } else {
            -self.points[usize::from(13 - tricks)]
        }
    }

    /// The tricks a side wants: the contract made, or beaten.
    pub(super) fn target(&self, side: Side) -> u8 {
        if side == self.declaring {
            self.needed
        } else {
            14 - self.needed
        }
    }
}

/// One decision, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Decision<'a> {
    pub(super) view: &'a View,
    pub(super) agreed: Agreed,
    /// Whose card it is: the looker's, or his dummy's.
    pub(super) turn: Seat,
    pub(super) legal: Hand,
    pub(super) contract_score: ContractScore,
    /// Where the play has got to.
    pub(super) state: TrickState,
    /// The cards each seat has played.
    pub(super) played: [Hand; 4],
}

impl<'a> Decision<'a> {
    pub(super) fn of(view: &'a View) -> Result<Self, NoChoice> {
        let agreed = view.agreed().filter(|_| view.auction.has_ended());
        let agreed = agreed.ok_or(NoChoice::NoContract)?;
        let turn = view.turn().ok_or(NoChoice::Over)?;
        let seat = view.seat;
        if agreed.decider(turn) != seat {
            return Err(NoChoice::NotYourTurn { seat, turn });
        }
        let mut state = TrickState::new(&agreed);
        for &(seat, card) in &view.cards {
            if state.turn() != seat {
                return Err(NoChoice::OutOfTurn { seat, card });
            }
            state.play(card);
        }
        let legal = view.legal();
        if legal.is_empty() {
            return Err(NoChoice::NoCard(turn));
        }
        Ok(Decision {
            view,
            agreed,
            turn,
            legal,
            contract_score: ContractScore::new(&agreed, view.vulnerability),
            state,
            played: view.played(),
        })
    }

    /// The side that decides.
    pub(super) fn side(&self) -> Side {
        Side::from(self.turn)
    }

    /// The cards that may be played, spades first, each suit from the top.
    pub(super) fn cards(&self) -> Vec<Card> {
        from_the_top(self.legal).collect()
    }

    /// Those of some cards that may be played and can tell something: of touching small ones only
    /// the lowest and the highest. All that may be played if none of them may.
    pub(super) fn informative(&self, cards: Hand) -> Vec<Card> {
        let considered = match self.legal & cards {
            none if none.is_empty() => self.legal,
            some => some,
        };
        let small = considered.to_bits() & SMALL;
        let inner = Hand::from_bits_retain(small & small << 1 & small >> 1);
        from_the_top(considered - inner).collect()
    }

    /// What is left of the hand that plays.
    pub(super) fn hand(&self) -> Hand {
        let turn = self.turn as usize;
        self.view.known()[turn] - self.played[turn]
    }

    /// The natural one of some cards that may be played.
    pub(super) fn natural_of(&self, equal: Hand) -> Card {
        natural(equal, self.hand(), &self.state)
    }

    /// What is left of a deal after the cards played.
    pub(super) fn left(&self, deal: &[Hand; 4]) -> [Hand; 4] {
        std::array::from_fn(|seat| deal[seat] - self.played[seat])
    }

    /// Points of the deciding side if it takes so many of the tricks that are not finished.
    pub(super) fn points(&self, more: u8) -> i32 {
        let side = self.side();
        self.contract_score
            .points(side, self.state.taken(side) + more)
    }

    /// Whether that is what it wants.
    pub(super) fn is_success(&self, more: u8) -> bool {
        let side = self.side();
        self.state.taken(side) + more >= self.contract_score.target(side)
    }
}
