//! A board in progress, with all hands.

use crate::bidding::{Agreed, agreed, caller};
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
    play: Option<(Agreed, Play)>,
}

impl Position {
    /// A board before the first call.
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

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The calls.
    pub fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The cards, once there is a contract.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref().map(|(_, play)| play)
    }

    /// The contract, once the auction is over.
    pub fn agreed(&self) -> Option<&Agreed> {
        self.play.as_ref().map(|(agreed, _)| agreed)
    }

    /// The seat to act: the caller, or the seat that decides about the next card.
    pub fn turn(&self) -> Option<Seat> {
        let calls = caller(&self.auction, self.board.dealer);
        calls.or_else(|| {
            let (agreed, play) = self.play.as_ref()?;
            Some(agreed.decider(play.turn()?))
        })
    }

    /// The legal cards; none if a call is due or the board is over.
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
        let agreed = agreed(&self.auction, self.board.dealer);
        if let Some(agreed) = agreed.filter(|_| self.auction.has_ended()) {
            let strain = agreed.contract.bid.strain;
            let play = Play::new(self.board.hands, strain, agreed.leader());
            self.play = Some((agreed, play.expect("the hands are whole")));
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

    /// The points of a side, once the board is over.
    pub fn points(&self, side: Side) -> Option<i32> {
        if self.turn().is_some() {
            return None;
        }
        let Some((agreed, play)) = &self.play else {
            return Some(0);
        };
        let tricks = play.tricks(agreed.declarer.into());
        let vulnerability = self.board.vulnerability;
        Some(score::points(agreed, tricks, vulnerability, side))
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
