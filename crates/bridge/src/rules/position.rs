//! A board in the course of being bid and played, with all hands.

use crate::bidding::{Agreed, agreed, caller};
use crate::record::Record;
use crate::table::Side;
use crate::{
    Ascii, Auction, Board, Call, Card, Hand, IllegalCall, IllegalCard, Play, Seat, View, score,
};

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// In the auction.
    Call(Call),
    /// In the play: a card of the hand whose turn it is, which may be dummy's.
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

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The board is over.
    #[error("{0} comes too late: the board is over")]
    Over(Action),
    /// A card where a call is due.
    #[error("{} cannot be played: {seat} has to call", Ascii(*.card))]
    CardInAuction {
        /// The card.
        card: Card,
        /// Whose call is due.
        seat: Seat,
    },
    /// A call where a card is due.
    #[error("{} cannot be called: the auction is over, and a card of {seat}'s hand is due", Ascii(*.call))]
    CallInPlay {
        /// The call.
        call: Call,
        /// Whose card is due.
        seat: Seat,
    },
    /// A call against the laws.
    #[error("{} cannot be called: {error}", Ascii(*.call))]
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

/// A board, its calls and its cards so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    auction: Auction,
    /// From the end of an auction in which somebody bid.
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

    /// Who has to act: the caller, or whoever decides about the next card.
    pub fn turn(&self) -> Option<Seat> {
        let calls = caller(&self.auction, self.board.dealer);
        calls.or_else(|| {
            let (agreed, play) = self.play.as_ref()?;
            Some(agreed.decider(play.turn()?))
        })
    }

    /// The cards that may be played now; none where a call is due or the board is over.
    pub fn legal_cards(&self) -> Hand {
        self.play().map_or(Hand::EMPTY, Play::legal)
    }

    /// Whether this may be done now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        match (action, self.expected()) {
            (_, None) => Err(Illegal::Over(action)),
            (Action::Call(call), Some(Due::Call(_))) => self
                .auction
                .can_push(call)
                .map_err(|error| Illegal::Call { call, error }),
            (Action::Card(card), Some(Due::Card(play))) => Ok(play.check(card)?),
            (Action::Card(card), Some(Due::Call(seat))) => {
                Err(Illegal::CardInAuction { card, seat })
            }
            (Action::Call(call), Some(Due::Card(play))) => {
                let seat = play.turn().expect("a card is due");
                Err(Illegal::CallInPlay { call, seat })
            }
        }
    }

    fn expected(&self) -> Option<Due<'_>> {
        let calls = caller(&self.auction, self.board.dealer).map(Due::Call);
        let plays = || self.play().filter(|play| !play.is_over()).map(Due::Card);
        calls.or_else(plays)
    }

    /// Does it.
    ///
    /// # Errors
    /// If it is not allowed; nothing changes then.
    pub fn act(&mut self, action: Action) -> Result<(), Illegal> {
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

    /// What a seat sees.
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

    /// The board as it has been bid and played so far.
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
        record.settle();
        record.result = record.tricks();
        record
    }
}

/// What has to come next.
enum Due<'a> {
    Call(Seat),
    Card(&'a Play),
}
