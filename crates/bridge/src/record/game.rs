//! A board as it was bid and played, from any file.

use super::replay::Replay;
use crate::bidding::final_contract;
use crate::score::points;
use crate::table::{self, after};
use crate::{
    Ascii, Auction, Board, Call, Card, Contract, FinalContract, Hand, IllegalCard, Play, PlayError,
    Seat, Side, View, Vulnerability,
};
use arena::Phrase;

/// A property of a board that no field of [`Record`] holds: the event, the date, the score, a
/// table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The name, such as `Event`. Names of two lower-case letters are LIN's.
    pub name: String,
    /// The value, unchanged.
    pub value: String,
    /// The rows of a table below it.
    pub rows: Vec<String>,
}

impl Tag {
    /// Creates a tag without a table.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Tag {
            name: name.into(),
            value: value.into(),
            rows: Vec::new(),
        }
    }

    /// Returns whether it has this name; case does not matter.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The annotations of one call or card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The index of the call or card, from 0.
    pub at: usize,
    /// Whether a call was alerted. PBN marks it by a note.
    pub alerted: bool,
    /// An explanation.
    pub note: Option<String>,
    /// PBN's numbered annotations: 1 is a good call, 2 a poor one, 7 a good card and so on.
    pub glyphs: Vec<u8>,
    /// PBN's letter for something against the laws, such as `I` for an insufficient bid.
    pub irregular: Option<char>,
}

impl Remark {
    /// Returns whether there is any annotation.
    pub(super) fn is_some(&self) -> bool {
        let Remark { at, .. } = *self;
        *self
            != Remark {
                at,
                ..Remark::default()
            }
    }
}

/// The result of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Four passes.
    PassedOut,
    /// A contract.
    Played(Contract),
}

/// A board as it was bid and played, or as much of it as is known.
///
/// All fields may be set freely; methods that need them to be consistent return an error if they
/// are not. Everything a file says of the board is either in a field or, unchanged, among
/// [`Record::tags`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Everything without a field, in the order of the file, and values of fields that could not be
    /// read.
    pub tags: Vec<Tag>,
    /// The players' names, in the order of [`Seat::ALL`]; empty if unknown.
    pub players: [String; 4],
    /// The number of the board.
    pub number: Option<u32>,
    /// The dealer, who called first.
    pub dealer: Option<Seat>,
    /// The vulnerability.
    pub vulnerability: Option<Vulnerability>,
    /// The hands as dealt, in the order of [`Seat::ALL`].
    pub hands: [Option<Hand>; 4],
    /// The calls; empty if unknown.
    pub auction: Auction,
    /// The annotations of calls, in their order.
    pub call_remarks: Vec<Remark>,
    /// The result of the auction. It may be known without the calls.
    pub contract: Option<Outcome>,
    /// The declarer.
    pub declarer: Option<Seat>,
    /// Whether declarer was not the one by the auction (`^` in PBN).
    pub irregular_declarer: bool,
    /// The first leader, if it is not the player to the left of declarer: in endings set up by
    /// hand, and in irregular play.
    pub leader: Option<Seat>,
    /// The cards in the order of play, with their seats.
    pub cards: Vec<(Seat, Card)>,
    /// The annotations of cards, in the order of play.
    pub card_remarks: Vec<Remark>,
    /// Tricks of declarer, played or claimed.
    pub result: Option<u8>,
    /// Whether the result is not that of the play (`^` in PBN).
    pub irregular_result: bool,
    /// Whether the board was recorded before its end.
    pub ongoing: bool,
    /// The comments.
    pub comments: Vec<String>,
}

/// Error for missing or inconsistent data of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not all hands are known.
    #[error("not all hands are known")]
    Hands,
    /// The hand of a seat is not known.
    #[error("the hand of {0} is not known")]
    Hand(Seat),
    /// Neither the dealer nor the number is known.
    #[error("the dealer is not known")]
    Dealer,
    /// Neither the vulnerability nor the number is known.
    #[error("the vulnerability is not known")]
    Vulnerability,
    /// There is no contract, or no declarer.
    #[error("no contract, or no declarer")]
    Contract,
    /// The calls do not lead to the contract played, or are unknown.
    #[error("the auction does not lead to the contract played")]
    Auction,
    /// The hands cannot be played.
    #[error(transparent)]
    Deal(#[from] PlayError),
    /// An illegal card.
    #[error("card {}: {error}", .at + 1)]
    Card {
        /// The index of the card, from 0.
        at: usize,
        /// The law it breaks.
        error: IllegalCard,
    },
    /// A card from the wrong hand.
    #[error("card {}: {} is played by {seat} out of turn", .at + 1, Ascii(*.card))]
    Turn {
        /// The index of the card, from 0.
        at: usize,
        /// The card.
        card: Card,
        /// The seat that played it.
        seat: Seat,
    },
}

impl Record {
    /// Returns the value of the first tag of this name; case does not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.is(name))?;
        Some(&tag.value)
    }

    /// Sets the value of a tag, adding it if it is missing.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.is(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Returns the dealer: as recorded, or by the number of the board.
    pub fn first_caller(&self) -> Option<Seat> {
        self.dealer.or(self.number.map(table::dealer))
    }

    /// Returns the vulnerability: as recorded, or by the number of the board.
    pub fn vulnerable(&self) -> Option<Vulnerability> {
        self.vulnerability.or(self.number.map(table::vulnerability))
    }

    /// Returns all four hands, if at least three are known completely.
    pub fn deal(&self) -> Option<[Hand; 4]> {
        let known = self.hands.iter().flatten();
        let all = known.clone().fold(Hand::EMPTY, |all, hand| all | *hand);
        let rest = (known.count() == 3 && all.len() == 39).then_some(!all);
        let mut hands = [Hand::EMPTY; 4];
        for (hand, known) in hands.iter_mut().zip(self.hands) {
            *hand = known.or(rest)?;
        }
        Some(hands)
    }

    /// Returns the board before the first call, if all of it is known; its number is 0 if only that
    /// is unknown.
    pub fn board(&self) -> Option<Board> {
        Some(Board {
            number: self.number.unwrap_or(0),
            dealer: self.first_caller()?,
            vulnerability: self.vulnerable()?,
            hands: self.deal()?,
        })
    }

    /// Returns contract and declarer: as recorded, or by the auction. The recorded values take
    /// precedence, because the play followed them.
    pub fn final_contract(&self) -> Option<FinalContract> {
        let called = self.called();
        let contract = match self.contract {
            Some(Outcome::Played(contract)) => contract,
            Some(Outcome::PassedOut) => return None,
            None => called?.contract,
        };
        let declarer = self.declarer.or(called.map(|called| called.declarer))?;
        Some(FinalContract { contract, declarer })
    }

    /// Returns the contract of a finished auction.
    pub(super) fn called(&self) -> Option<FinalContract> {
        let ended = self.auction.has_ended();
        final_contract(&self.auction, self.first_caller()?).filter(|_| ended)
    }

    /// Sets missing contract and declarer from the auction.
    pub fn complete_contract(&mut self) {
        let passed_out = self.auction.has_ended() && self.auction.iter().all(|c| *c == Call::Pass);
        if passed_out && self.contract.is_none() {
            self.contract = Some(Outcome::PassedOut);
        }
        if let (Some(called), Some(final_contract)) = (self.called(), self.final_contract()) {
            self.contract = Some(Outcome::Played(final_contract.contract));
            self.declarer = self.declarer.or(Some(called.declarer));
        }
    }

    /// Returns the shortest auction that ends in the contract: passes up to declarer, the bid,
    /// doubles, passes.
    ///
    /// For records with a contract but no calls. The calls are invented: do not draw inferences
    /// from them.
    ///
    /// ```
    /// use bridge::{Seat, notation, record::{Outcome, Record}};
    ///
    /// let contract = notation::contract("4SX")?.map(Outcome::Played);
    /// let (dealer, declarer) = (Some(Seat::North), Some(Seat::South));
    /// let record = Record { contract, dealer, declarer, ..Record::default() };
    /// let auction = record.shortest_auction().unwrap();
    /// assert_eq!(auction.to_string(), "- - 4♠ X - - -");
    /// # Ok::<(), bridge::NotationError>(())
    /// ```
    pub fn shortest_auction(&self) -> Option<Auction> {
        let mut calls = Vec::new();
        if self.contract == Some(Outcome::PassedOut) {
            calls = vec![Call::Pass; 4];
        } else {
            let dealer = self.first_caller()?;
            let FinalContract { contract, declarer } = self.final_contract()?;
            calls.extend(
                (0..4)
                    .take_while(|&n| after(dealer, n) != declarer)
                    .map(|_| Call::Pass),
            );
            calls.push(Call::Bid(contract.bid));
            let doubles = [Call::Double, Call::Redouble];
            calls.extend(&doubles[..contract.penalty as usize]);
            calls.extend([Call::Pass; 3]);
        }
        let mut auction = Auction::new();
        for call in calls {
            auction.try_push(call).ok()?;
        }
        Some(auction)
    }

    /// Returns the first leader.
    pub fn first_leader(&self) -> Option<Seat> {
        let played = self.cards.first().map(|(seat, _)| *seat);
        let lead = played.or(self.leader);
        lead.or_else(|| Some(self.final_contract()?.leader()))
    }

    /// Replays the cards played so far.
    ///
    /// # Errors
    /// If hands or contract are unknown, or a card is illegal.
    pub fn play(&self) -> Result<Play, RecordError> {
        let final_contract = self.final_contract().ok_or(RecordError::Contract)?;
        let leader = self.first_leader().ok_or(RecordError::Contract)?;
        let hands = self.deal().ok_or(RecordError::Hands)?;
        let mut play = Play::new(hands, final_contract.contract.bid.strain, leader)?;
        for (at, &(seat, card)) in self.cards.iter().enumerate() {
            if play.turn().is_some_and(|turn| turn != seat) {
                return Err(RecordError::Turn { at, card, seat });
            }
            let done = play.play(card);
            done.map_err(|error| RecordError::Card { at, error })?;
        }
        Ok(play)
    }

    /// Returns the view of a seat: its own hand, the calls, and in the play dummy and the cards
    /// played. Other hands may be unknown.
    ///
    /// # Errors
    /// If one of these is unknown, or cards were played and the calls do not lead to the contract.
    pub fn view(&self, seat: Seat) -> Result<View, RecordError> {
        let hand = |seat: Seat| {
            let rest = self.deal().map(|hands| hands[seat as usize]);
            let hand = self.hands[seat as usize].or(rest);
            hand.ok_or(RecordError::Hand(seat))
        };
        let final_contract = self.final_contract();
        if final_contract.is_some() && final_contract != self.called() {
            return Err(RecordError::Auction);
        }
        let faced = final_contract.filter(|_| !self.cards.is_empty());
        Ok(View {
            seat,
            dealer: self.first_caller().ok_or(RecordError::Dealer)?,
            vulnerability: self.vulnerable().ok_or(RecordError::Vulnerability)?,
            hand: hand(seat)?,
            dummy: faced
                .map(|final_contract| hand(final_contract.dummy()))
                .transpose()?,
            auction: self.auction.clone(),
            cards: self.cards.clone(),
        })
    }

    /// Declarer's tricks: as recorded, or counted if all cards are played.
    pub fn tricks(&self) -> Option<u8> {
        let counted = || {
            let play = self.play().ok()?;
            let final_contract = self.final_contract()?;
            play.is_over()
                .then(|| play.tricks(final_contract.declarer.into()))
        };
        self.result.or_else(counted)
    }

    /// Returns the points of a side, if the result is known.
    pub fn points(&self, side: Side) -> Option<i32> {
        if self.contract == Some(Outcome::PassedOut) {
            return Some(0);
        }
        let vulnerability = self.vulnerable()?;
        Some(points(
            &self.final_contract()?,
            self.tricks()?,
            vulnerability,
            side,
        ))
    }

    /// Describes why the result contradicts the play.
    pub(super) fn fault_of_result(&self) -> Option<Phrase> {
        let (result, final_contract) = self.result.zip(self.final_contract())?;
        // In an ending set up by hand the earlier tricks are unknown.
        let play = self
            .play()
            .ok()
            .filter(|play| play.dealt()[0].len() == 13)?;
        let claim = play.claim(final_contract.declarer.into(), result);
        claim.err().map(Phrase::from)
    }

    /// Returns the play before its first card.
    pub(super) fn replay(&self) -> Option<Replay> {
        let strain = self.final_contract()?.contract.bid.strain;
        Some(Replay::new(&self.hands, strain, self.first_leader()?))
    }

    /// Returns whether all cards are played, as far as known.
    pub(super) fn is_played_out(&self) -> bool {
        let known = self.hands.iter().flatten().map(|hand| hand.len()).max();
        self.cards.len() == 4 * known.unwrap_or(13)
    }
}
