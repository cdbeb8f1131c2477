//! A board in progress, with all hands.

use crate::bidding::{FinalContract, caller, final_contract};
use crate::record::Record;
use crate::table::Side;
use crate::{
    Ascii, Auction, Board, Call, Card, Hand, IllegalCall, IllegalCard, Play, Seat, View, score,
};

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A call in the auction.
    Call(Call),
    /// A card of the hand whose turn it is, which may be dummy's.
    Card(Card),
}

impl From<Call> for Action {
    fn from(call: Call) -> Self {
        Action::Call(call)
    }
}

impl From<Card> for Action {
    fn from(card: Card) -> Self {
        Action::Card(card)
    }
}

/// Error for an illegal action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The board is over.
    #[error("illegal action {0}: the board is over")]
    Over(Action),
    /// A card where a call is due.
    #[error("{} cannot be played: {seat} has to call", Ascii(*.card))]
    CardInAuction {
        /// The card.
        card: Card,
        /// The seat to call.
        seat: Seat,
    },
    /// A call where a card is due.
    #[error("{} cannot be called: the auction is over, and a card of {seat}'s hand is due", Ascii(*.call))]
    CallInPlay {
        /// The call.
        call: Call,
        /// The hand to play.
        seat: Seat,
    },
    /// An illegal call.
    #[error("{} cannot be called: {error}", Ascii(*.call))]
    Call {
        /// The call.
        call: Call,
        /// The law it breaks.
        error: IllegalCall,
    },
    /// An illegal card.
    #[error(transparent)]
    Card(#[from] IllegalCard),
}

/// A board, its calls and its cards so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    auction: Auction,
    /// From the end of an auction with a bid.
    play: Option<(FinalContract, Play)>,
}

impl Position {
    /// Creates a board before the first call.
    ///
    /// # Panics
    /// If the hands are not four of thirteen cards from one deck.
    pub fn new(board: Board) -> Self {
        assert_eq!(board.hands.map(Hand::len), [13; 4], "whole hands");
        Position {
            board,
            auction: Auction::new(),
            play: None,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the calls.
    pub fn auction(&self) -> &Auction {
        &self.auction
    }

    /// Returns the cards, once there is a contract.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref().map(|(_, play)| play)
    }

    /// Returns the contract, once the auction is over.
    pub fn final_contract(&self) -> Option<&FinalContract> {
        self.play.as_ref().map(|(final_contract, _)| final_contract)
    }

    /// Returns the seat to act: the caller, or the seat that decides about the next card.
    pub fn turn(&self) -> Option<Seat> {
        let calls = caller(&self.auction, self.board.dealer);
        calls.or_else(|| {
            let (final_contract, play) = self.play.as_ref()?;
            Some(final_contract.decider(play.turn()?))
        })
    }

    /// Returns the legal cards; none if a call is due or the board is over.
    pub fn legal_cards(&self) -> Hand {
        self.play().map_or(Hand::EMPTY, Play::legal)
    }

    /// Checks whether an action is legal.
    ///
    /// # Errors
    /// The law it breaks.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        match (action, self.expected()) {
            (_, None) => Err(IllegalAction::Over(action)),
            (Action::Call(call), Some(ExpectedAction::Call(_))) => self
                .auction
                .can_push(call)
                .map_err(|error| IllegalAction::Call { call, error }),
            (Action::Card(card), Some(ExpectedAction::Card(play))) => Ok(play.check(card)?),
            (Action::Card(card), Some(ExpectedAction::Call(seat))) => {
                Err(IllegalAction::CardInAuction { card, seat })
            }
            (Action::Call(call), Some(ExpectedAction::Card(play))) => {
                let seat = play.turn().expect("a card is due");
                Err(IllegalAction::CallInPlay { call, seat })
            }
        }
    }

    fn expected(&self) -> Option<ExpectedAction<'_>> {
        let calls = caller(&self.auction, self.board.dealer).map(ExpectedAction::Call);
        let plays = || {
            self.play()
                .filter(|play| !play.is_over())
                .map(ExpectedAction::Card)
        };
        calls.or_else(plays)
    }

    /// Performs an action.
    ///
    /// # Errors
    /// If it is illegal; nothing changes then.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.check(action)?;
        match action {
            Action::Call(call) => self.call(call),
            Action::Card(card) => {
                let (_, play) = self.play.as_mut().expect("a card is due");
                play.play(card)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, call: Call) {
        self.auction.push(call);
        let final_contract = final_contract(&self.auction, self.board.dealer);
        if let Some(final_contract) = final_contract.filter(|_| self.auction.has_ended()) {
            let strain = final_contract.contract.bid.strain;
            let play = Play::new(self.board.hands, strain, final_contract.leader());
            self.play = Some((final_contract, play.expect("the hands are whole")));
        }
    }

    /// Returns the view of a seat.
    pub fn view(&self, seat: Seat) -> View {
        if let Some(play) = self.play() {
            return View::of(&self.board, &self.auction, play, seat);
        }
        View {
            seat,
            dealer: self.board.dealer,
            vulnerability: self.board.vulnerability,
            hand: self.board.hands[seat as usize],
            dummy: None,
            auction: self.auction.clone(),
            cards: Vec::new(),
        }
    }

    /// Returns the points of a side, once the board is over.
    pub fn points(&self, side: Side) -> Option<i32> {
        if self.turn().is_some() {
            return None;
        }
        let Some((final_contract, play)) = &self.play else {
            return Some(0);
        };
        let tricks = play.tricks(final_contract.declarer.into());
        let vulnerability = self.board.vulnerability;
        Some(score::points(final_contract, tricks, vulnerability, side))
    }

    /// Returns the record of the board so far.
    pub fn record(&self) -> Record {
        let mut record = Record {
            number: Some(self.board.number),
            dealer: Some(self.board.dealer),
            vulnerability: Some(self.board.vulnerability),
            hands: self.board.hands.map(Some),
            auction: self.auction.clone(),
            cards: self.play().map_or(Vec::new(), |play| play.cards().to_vec()),
            ongoing: self.turn().is_some(),
            ..Record::default()
        };
        record.complete_contract();
        record.result = record.tricks();
        record
    }
}

/// The expected kind of action.
enum ExpectedAction<'a> {
    Call(Seat),
    Card(&'a Play),
}
