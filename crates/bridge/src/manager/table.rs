//! One board on the manager's table, and how much of it each client has heard.
//!
//! Calls and cards are one list. A client hears it entry by entry, each when it asks for it, and
//! its own entries as it makes them. So clients may be at different places, and whose turn it is
//! for one of them depends on its place alone.

use super::lines::{Note, Ready, Said, Spoken, Told, Who};
use crate::record::{Record, Remark};
use crate::table::after;
use crate::table::name;
use crate::{Agreed, Auction, Board, Card, IllegalCall, IllegalCard, Play, Seat, agreed};
use std::fmt;

/// How far a client has followed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ears {
    /// Calls and cards that it knows.
    pub(super) heard: usize,
    /// Whether it has asked for the next one and waits.
    pub(super) asked: bool,
    /// Whether it was shown dummy.
    pub(super) seen_dummy: bool,
}

/// What a client has to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Call.
    Call,
    /// Play a card from this hand.
    Card(Seat),
    /// Ask for what comes next.
    Ask(Ready),
    /// Nothing: it knows all there is.
    Rest,
}

impl Duty {
    /// In words, for a seat that has done something else.
    pub(super) fn of(self, seat: Seat) -> impl fmt::Display {
        match self {
            Duty::Call => "a call".to_owned(),
            Duty::Card(from) => format!("a card of {}", name(from)),
            Duty::Ask(what) => format!("`{}`", Said::Ready(seat, what)),
            Duty::Rest => "nothing before the next board".to_owned(),
        }
    }
}

/// A board being bid and played.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) board: Board,
    auction: Auction,
    notes: Vec<Option<Note>>,
    /// Contract and play, once the auction has ended in one.
    play: Option<(Agreed, Play)>,
}

impl Table {
    pub(super) fn new(board: Board) -> Self {
        Table {
            board,
            auction: Auction::new(),
            notes: Vec::new(),
            play: None,
        }
    }

    pub(super) fn dummy(&self) -> Option<Seat> {
        self.play.as_ref().map(|(agreed, _)| agreed.dummy())
    }

    /// Who decides on the cards of a hand.
    fn decides(&self, from: Seat) -> Seat {
        match &self.play {
            Some((agreed, _)) if agreed.dummy() == from => agreed.declarer,
            _ => from,
        }
    }

    /// What `seat` has to do, by what it has heard.
    pub(super) fn duty(&self, seat: Seat, ears: &Ears) -> Duty {
        let calls = self.auction.len();
        if ears.heard < calls || !self.auction.has_ended() {
            let caller = after(self.board.dealer, ears.heard);
            if caller == seat {
                return Duty::Call;
            }
            return Duty::Ask(Ready::Bid(caller));
        }
        let Some((agreed, play)) = &self.play else {
            return Duty::Rest;
        };
        let at = ears.heard - calls;
        if at > 0 && !ears.seen_dummy && seat != agreed.dummy() {
            return Duty::Ask(Ready::Dummy);
        }
        let made = play.cards().get(at).map(|(from, _)| *from);
        match made.or(play.turn()) {
            Some(from) if self.decides(from) == seat => Duty::Card(from),
            Some(from) => Duty::Ask(Ready::Card(self.who(from), (at / 4 + 1) as u8)),
            None => Duty::Rest,
        }
    }

    /// How a hand is named in questions for its cards.
    fn who(&self, from: Seat) -> Who {
        match self.dummy() {
            Some(dummy) if dummy == from => Who::Dummy,
            _ => Who::Seat(from),
        }
    }

    /// Whether two questions ask for the same, where dummy may be named by its seat.
    pub(super) fn is_same(&self, one: Ready, other: Ready) -> bool {
        let named = |what| match what {
            Ready::Card(Who::Dummy, trick) => {
                Ready::Card(self.dummy().map_or(Who::Dummy, Who::Seat), trick)
            }
            what => what,
        };
        named(one) == named(other)
    }

    /// What a client that waits for an entry is told, if it has been made.
    pub(super) fn entry(&self, seat: Seat, at: usize) -> Option<Told> {
        if let Some(&call) = self.auction.get(at) {
            let caller = after(self.board.dealer, at);
            // A partner has no right to be told what his own side's call means.
            let note = self.notes[at].clone().filter(|_| caller.partner() != seat);
            let seat = caller;
            return Some(Told::Calls(Spoken { seat, call, note }));
        }
        let (_, play) = self.play.as_ref()?;
        let &(from, card) = play.cards().get(at - self.auction.len())?;
        Some(Told::Plays(Who::Seat(from), card))
    }

    /// What a client is told if it has to lead now.
    pub(super) fn lead(&self, seat: Seat, ears: &Ears) -> Option<Told> {
        let (_, play) = self.play.as_ref()?;
        match self.duty(seat, ears) {
            Duty::Card(from) if play.trick().is_empty() => Some(Told::Lead(self.who(from))),
            _ => None,
        }
    }

    pub(super) fn call(&mut self, spoken: &Spoken) -> Result<(), IllegalCall> {
        self.auction.try_push(spoken.call)?;
        self.notes.push(spoken.note.clone());
        let agreed = agreed(&self.auction, self.board.dealer);
        if let Some(agreed) = agreed.filter(|_| self.auction.has_ended()) {
            let strain = agreed.contract.bid.strain;
            let play = Play::new(self.board.hands, strain, agreed.leader());
            self.play = Some((agreed, play.expect("the hands were checked")));
        }
        Ok(())
    }

    /// Plays a card of the hand whose turn it is.
    pub(super) fn play(&mut self, card: Card) -> Result<(), IllegalCard> {
        let (_, play) = self.play.as_mut().expect("a card is due");
        play.play(card)
    }

    /// The board as it was bid and played so far.
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

/// Puts calls and cards in a record, and what they came to.
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
    record.settle();
    record.result = record.tricks();
}
