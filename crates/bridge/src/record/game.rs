//! One board as it was bid and played, whatever file it came from.

use super::replay::Replay;
use crate::bidding::agreed;
use crate::score::points;
use crate::table::{self, after};
use crate::{
    Agreed, Ascii, Auction, Board, Call, Card, Contract, Hand, IllegalCard, Play, PlayError, Seat,
    Side, View, Vulnerability,
};

/// Something written about a board that no field of [`Record`] holds: the event, the date, the
/// score, a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// Its name, such as `Event`. Names of two small letters are LIN's.
    pub name: String,
    /// Its value, as it was.
    pub value: String,
    /// The lines that follow it, if it heads a table.
    pub rows: Vec<String>,
}

impl Tag {
    /// A tag without a table.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Tag {
            name: name.into(),
            value: value.into(),
            rows: Vec::new(),
        }
    }

    /// Whether it has this name; capitals do not matter.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// What was written beside one call or card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Which call or card, from 0.
    pub at: usize,
    /// Whether a call was alerted. PBN has no other sign for it than a note.
    pub alerted: bool,
    /// An explanation.
    pub note: Option<String>,
    /// PBN's numbered annotations: 1 is a good call, 2 a poor one, 7 a good card and so on.
    pub glyphs: Vec<u8>,
    /// PBN's letter for something against the laws, such as `I` for an insufficient bid.
    pub irregular: Option<char>,
}

impl Remark {
    /// Whether it says anything.
    pub(super) fn is_some(&self) -> bool {
        let Remark { at, .. } = *self;
        *self
            != Remark {
                at,
                ..Remark::default()
            }
    }
}

/// What an auction came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody bid.
    PassedOut,
    /// This was played.
    Played(Contract),
}

/// One board as it was bid and played, or as much of it as is known.
///
/// All fields may be set freely; methods that need them to fit together say so when they do not.
/// What a file says of the board is either in a field or, as it was, among [`Record::tags`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Everything that has no field, in the order of the file; also what should be in a field and
    /// was not understood.
    pub tags: Vec<Tag>,
    /// The players' names, in the order of [`Seat::ALL`]; empty if not known.
    pub players: [String; 4],
    /// The number of the board.
    pub number: Option<u32>,
    /// Who called first.
    pub dealer: Option<Seat>,
    /// Who was vulnerable.
    pub vulnerability: Option<Vulnerability>,
    /// The hands as dealt, in the order of [`Seat::ALL`].
    pub hands: [Option<Hand>; 4],
    /// The calls; none if they are not known.
    pub auction: Auction,
    /// What was written beside calls, in their order.
    pub call_remarks: Vec<Remark>,
    /// What the auction came to. It may be known without the auction.
    pub contract: Option<Outcome>,
    /// Who played it.
    pub declarer: Option<Seat>,
    /// Whether he was not the one who should have (`^` in PBN).
    pub irregular_declarer: bool,
    /// Who leads first, if it is not the player to the left of declarer: in endings set up by hand,
    /// and against the laws.
    pub leader: Option<Seat>,
    /// The cards in the order of play, with who played them.
    pub cards: Vec<(Seat, Card)>,
    /// What was written beside cards, in the order of play.
    pub card_remarks: Vec<Remark>,
    /// Tricks of declarer, played or claimed.
    pub result: Option<u8>,
    /// Whether that is not what the play came to (`^` in PBN).
    pub irregular_result: bool,
    /// Whether the board was still being bid or played when it was written down.
    pub ongoing: bool,
    /// What somebody wrote about the board.
    pub comments: Vec<String>,
}

/// Why a record does not tell what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not all hands are known.
    #[error("not all hands are known")]
    Hands,
    /// The hand of a seat is not known.
    #[error("the hand of {0} is not known")]
    Hand(Seat),
    /// Neither dealer nor number are known.
    #[error("it is not known who dealt")]
    Dealer,
    /// Neither vulnerability nor number are known.
    #[error("it is not known who is vulnerable")]
    Vulnerability,
    /// There is no contract, or nobody to play it.
    #[error("there is no contract that anybody plays")]
    Contract,
    /// The calls end in something else than what was played, or there are none.
    #[error("the auction does not lead to the contract played")]
    Auction,
    /// The hands cannot be played out.
    #[error(transparent)]
    Deal(#[from] PlayError),
    /// A card against the laws.
    #[error("card {}: {error}", .at + 1)]
    Card {
        /// Which, from 0.
        at: usize,
        /// Why it cannot be played.
        error: IllegalCard,
    },
    /// A card from the wrong hand.
    #[error("card {}: {} is played by {seat} out of turn", .at + 1, Ascii(*.card))]
    Turn {
        /// Which, from 0.
        at: usize,
        /// The card.
        card: Card,
        /// Who played it.
        seat: Seat,
    },
}

impl Record {
    /// The value of the first tag of this name; capitals do not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.is(name))?;
        Some(&tag.value)
    }

    /// Gives a tag a value, adding it if it is not there.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.is(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Who called first: as written, or as the number of the board has it.
    pub fn first_caller(&self) -> Option<Seat> {
        self.dealer.or(self.number.map(table::dealer))
    }

    /// Who is vulnerable: as written, or as the number of the board has it.
    pub fn vulnerable(&self) -> Option<Vulnerability> {
        self.vulnerability.or(self.number.map(table::vulnerability))
    }

    /// All four hands, if they are known or three whole ones are.
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

    /// The board before anybody acted, if all of it is known; its number is 0 if that alone is not.
    pub fn board(&self) -> Option<Board> {
        Some(Board {
            number: self.number.unwrap_or(0),
            dealer: self.first_caller()?,
            vulnerability: self.vulnerable()?,
            hands: self.deal()?,
        })
    }

    /// The contract and who plays it: as written, or as the auction ended. What is written counts
    /// more, because the play went by it.
    pub fn agreed(&self) -> Option<Agreed> {
        let called = self.called();
        let contract = match self.contract {
            Some(Outcome::Played(contract)) => contract,
            Some(Outcome::PassedOut) => return None,
            None => called?.contract,
        };
        let declarer = self.declarer.or(called.map(|called| called.declarer))?;
        Some(Agreed { contract, declarer })
    }

    /// What the calls came to, if they came to an end.
    pub(super) fn called(&self) -> Option<Agreed> {
        let ended = self.auction.has_ended();
        agreed(&self.auction, self.first_caller()?).filter(|_| ended)
    }

    /// Takes contract and declarer from the auction where they are not written.
    pub fn settle(&mut self) {
        let passed_out = self.auction.has_ended() && self.auction.iter().all(|c| *c == Call::Pass);
        if passed_out && self.contract.is_none() {
            self.contract = Some(Outcome::PassedOut);
        }
        if let (Some(called), Some(agreed)) = (self.called(), self.agreed()) {
            self.contract = Some(Outcome::Played(agreed.contract));
            self.declarer = self.declarer.or(Some(called.declarer));
        }
    }

    /// The shortest auction that ends in the contract: passes up to declarer, his bid, doubles,
    /// passes.
    ///
    /// For records that give a contract and no calls. It is made up: whoever draws conclusions from
    /// calls should not use it.
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
            let Agreed { contract, declarer } = self.agreed()?;
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

    /// Who leads to the first trick.
    pub fn first_leader(&self) -> Option<Seat> {
        let played = self.cards.first().map(|(seat, _)| *seat);
        let lead = played.or(self.leader);
        lead.or_else(|| Some(self.agreed()?.leader()))
    }

    /// The cards played so far, played again.
    ///
    /// # Errors
    /// If hands or contract are not known, or a card is against the laws.
    pub fn play(&self) -> Result<Play, RecordError> {
        let agreed = self.agreed().ok_or(RecordError::Contract)?;
        let leader = self.first_leader().ok_or(RecordError::Contract)?;
        let hands = self.deal().ok_or(RecordError::Hands)?;
        let mut play = Play::new(hands, agreed.contract.bid.strain, leader)?;
        for (at, &(seat, card)) in self.cards.iter().enumerate() {
            if play.turn().is_some_and(|turn| turn != seat) {
                return Err(RecordError::Turn { at, card, seat });
            }
            let done = play.play(card);
            done.map_err(|error| RecordError::Card { at, error })?;
        }
        Ok(play)
    }

    /// What a seat sees of it: its own hand, the calls, and in the play dummy and the cards played.
    /// Other hands need not be known.
    ///
    /// # Errors
    /// If one of these is not known, or cards were played and the calls do not lead to the
    /// contract.
    pub fn view(&self, seat: Seat) -> Result<View, RecordError> {
        let hand = |seat: Seat| {
            let rest = self.deal().map(|hands| hands[seat as usize]);
            let hand = self.hands[seat as usize].or(rest);
            hand.ok_or(RecordError::Hand(seat))
        };
        let agreed = self.agreed();
        if agreed.is_some() && agreed != self.called() {
            return Err(RecordError::Auction);
        }
        let faced = agreed.filter(|_| !self.cards.is_empty());
        Ok(View {
            seat,
            dealer: self.first_caller().ok_or(RecordError::Dealer)?,
            vulnerability: self.vulnerable().ok_or(RecordError::Vulnerability)?,
            hand: hand(seat)?,
            dummy: faced.map(|agreed| hand(agreed.dummy())).transpose()?,
            auction: self.auction.clone(),
            cards: self.cards.clone(),
        })
    }

    /// Tricks of declarer: as written, or counted if all cards are played.
    pub fn tricks(&self) -> Option<u8> {
        let counted = || {
            let play = self.play().ok()?;
            let agreed = self.agreed()?;
            play.is_over().then(|| play.tricks(agreed.declarer.into()))
        };
        self.result.or_else(counted)
    }

    /// Points of a side, if the result is known.
    pub fn points(&self, side: Side) -> Option<i32> {
        if self.contract == Some(Outcome::PassedOut) {
            return Some(0);
        }
        let vulnerability = self.vulnerable()?;
        Some(points(&self.agreed()?, self.tricks()?, vulnerability, side))
    }

    /// Why the result cannot be what the play came to.
    pub(super) fn fault_of_result(&self) -> Option<String> {
        let (result, agreed) = self.result.zip(self.agreed())?;
        // In an ending set up by hand the earlier tricks are not known.
        let play = self
            .play()
            .ok()
            .filter(|play| play.dealt()[0].len() == 13)?;
        let claim = play.claim(agreed.declarer.into(), result);
        claim.err().map(|error| error.to_string())
    }

    /// The play from its first card, to be replayed card by card.
    pub(super) fn replay(&self) -> Option<Replay> {
        let strain = self.agreed()?.contract.bid.strain;
        Some(Replay::new(&self.hands, strain, self.first_leader()?))
    }

    /// Whether cards are left to play, as far as that is known.
    pub(super) fn is_played_out(&self) -> bool {
        let known = self.hands.iter().flatten().map(|hand| hand.len()).max();
        self.cards.len() == 4 * known.unwrap_or(13)
    }
}
