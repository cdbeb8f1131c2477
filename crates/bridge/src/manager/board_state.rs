//! The state of the current board, and the progress of each client in it.
//!
//! Calls and cards are one list. A client receives it entry by entry, each when it asks for it, and
//! its own entries as it makes them. So clients may be at different places, and a client's turn
//! depends on its own place alone.

use super::messages::{AnnouncedCall, ClientMessage, HandName, ManagerMessage, Note, Ready};
use crate::record::{Record, Remark};
use crate::table::after;
use crate::table::name;
use crate::{
    Auction, Board, Card, FinalContract, IllegalCall, IllegalCard, Play, Seat, final_contract,
};
use std::fmt;

/// The progress of a client.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientProgress {
    /// The number of calls and cards it knows.
    pub(super) received: usize,
    /// Whether it has asked for the next one and waits.
    pub(super) waiting: bool,
    /// Whether it has received dummy.
    pub(super) seen_dummy: bool,
}

/// The next action required of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Call.
    Call,
    /// Play a card from this hand.
    Card(Seat),
    /// Ask for the next call or card.
    Ask(Ready),
    /// None: it has received every call and card.
    Rest,
}

impl Duty {
    /// Describes the duty of a seat that did something else.
    pub(super) fn of(self, seat: Seat) -> impl fmt::Display {
        match self {
            Duty::Call => "a call".to_owned(),
            Duty::Card(from) => format!("a card of {}", name(from)),
            Duty::Ask(what) => format!("`{}`", ClientMessage::Ready(seat, what)),
            Duty::Rest => "no message before the next board".to_owned(),
        }
    }
}

/// A board being bid and played.
#[derive(Clone, Debug)]
pub(super) struct BoardState {
    pub(super) board: Board,
    auction: Auction,
    notes: Vec<Option<Note>>,
    /// Contract and play, once the auction has ended in a contract.
    play: Option<(FinalContract, Play)>,
}

impl BoardState {
    pub(super) fn new(board: Board) -> Self {
        BoardState {
            board,
            auction: Auction::new(),
            notes: Vec::new(),
            play: None,
        }
    }

    pub(super) fn dummy(&self) -> Option<Seat> {
        self.play
            .as_ref()
            .map(|(final_contract, _)| final_contract.dummy())
    }

    /// Returns the seat that decides on the cards of a hand.
    fn decides(&self, from: Seat) -> Seat {
        match &self.play {
            Some((final_contract, _)) if final_contract.dummy() == from => final_contract.declarer,
            _ => from,
        }
    }

    /// Returns the duty of `seat`, by its progress.
    pub(super) fn duty(&self, seat: Seat, progress: &ClientProgress) -> Duty {
        let calls = self.auction.len();
        if progress.received < calls || !self.auction.has_ended() {
            let caller = after(self.board.dealer, progress.received);
            if caller == seat {
                return Duty::Call;
            }
            return Duty::Ask(Ready::Bid(caller));
        }
        let Some((final_contract, play)) = &self.play else {
            return Duty::Rest;
        };
        let at = progress.received - calls;
        if at > 0 && !progress.seen_dummy && seat != final_contract.dummy() {
            return Duty::Ask(Ready::Dummy);
        }
        let made = play.cards().get(at).map(|(from, _)| *from);
        match made.or(play.turn()) {
            Some(from) if self.decides(from) == seat => Duty::Card(from),
            Some(from) => Duty::Ask(Ready::Card(self.hand_name(from), (at / 4 + 1) as u8)),
            None => Duty::Rest,
        }
    }

    /// Returns the name of a hand in questions for its cards.
    fn hand_name(&self, from: Seat) -> HandName {
        match self.dummy() {
            Some(dummy) if dummy == from => HandName::Dummy,
            _ => HandName::Seat(from),
        }
    }

    /// Returns whether two questions are the same; dummy may be named by its seat.
    pub(super) fn is_same(&self, one: Ready, other: Ready) -> bool {
        let named = |what| match what {
            Ready::Card(HandName::Dummy, trick) => {
                Ready::Card(self.dummy().map_or(HandName::Dummy, HandName::Seat), trick)
            }
            what => what,
        };
        named(one) == named(other)
    }

    /// Returns the message for a client that waits for an entry, if the entry exists.
    pub(super) fn entry(&self, seat: Seat, at: usize) -> Option<ManagerMessage> {
        if let Some(&call) = self.auction.get(at) {
            let caller = after(self.board.dealer, at);
            // A partner is not entitled to the explanation of its own side's call.
            let note = self.notes[at].clone().filter(|_| caller.partner() != seat);
            let seat = caller;
            return Some(ManagerMessage::Calls(AnnouncedCall { seat, call, note }));
        }
        let (_, play) = self.play.as_ref()?;
        let &(from, card) = play.cards().get(at - self.auction.len())?;
        Some(ManagerMessage::Plays(HandName::Seat(from), card))
    }

    /// Returns the message for a client that has to lead now.
    pub(super) fn lead(&self, seat: Seat, progress: &ClientProgress) -> Option<ManagerMessage> {
        let (_, play) = self.play.as_ref()?;
        match self.duty(seat, progress) {
            Duty::Card(from) if play.trick().is_empty() => {
                Some(ManagerMessage::Lead(self.hand_name(from)))
            }
            _ => None,
        }
    }

    pub(super) fn call(&mut self, announced_call: &AnnouncedCall) -> Result<(), IllegalCall> {
        self.auction.try_push(announced_call.call)?;
        self.notes.push(announced_call.note.clone());
        let final_contract = final_contract(&self.auction, self.board.dealer);
        if let Some(final_contract) = final_contract.filter(|_| self.auction.has_ended()) {
            let strain = final_contract.contract.bid.strain;
            let play = Play::new(self.board.hands, strain, final_contract.leader());
            self.play = Some((final_contract, play.expect("the hands were checked")));
        }
        Ok(())
    }

    /// Plays a card of the hand whose turn it is.
    pub(super) fn play(&mut self, card: Card) -> Result<(), IllegalCard> {
        let (_, play) = self.play.as_mut().expect("a card is due");
        play.play(card)
    }

    /// Returns the record of the board so far.
    pub(super) fn record(&self) -> Record {
        let Board {
            number,
            dealer,
            vulnerability,
            hands,
        } = self.board;
        let mut record = Record {
            number: Some(number),
            dealer: Some(dealer),
            vulnerability: Some(vulnerability),
            hands: hands.map(Some),
            ..Record::default()
        };
        let cards = self.play.as_ref().map(|(_, play)| play.cards());
        fill(
            &mut record,
            &self.auction,
            &self.notes,
            cards.unwrap_or(&[]),
        );
        record
    }
}

/// Adds calls, cards and the result to a record.
pub(super) fn fill(
    record: &mut Record,
    auction: &Auction,
    notes: &[Option<Note>],
    cards: &[(Seat, Card)],
) {
    record.auction = auction.clone();
    record.cards = cards.to_vec();
    let remark = |(at, note): (usize, &Option<Note>)| {
        let note = note.as_ref()?;
        let words = note.words().as_str();
        Some(Remark {
            at,
            alerted: matches!(note, Note::Alert(_)),
            note: (!words.is_empty()).then(|| words.to_owned()),
            ..Remark::default()
        })
    };
    record.call_remarks = notes.iter().enumerate().filter_map(remark).collect();
    record.complete_contract();
    record.result = record.tricks();
}
