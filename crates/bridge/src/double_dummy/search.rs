//! The search itself: can North-South take so many of the tricks left?
//!
//! A question with the answer yes or no, asked again with other numbers until the value is known. With the answer comes the set of
//! cards whose rank mattered for it; everything lower could lie anywhere. Only at the start of a trick is something looked up or kept.

use super::deck::{NOTRUMP, bottom, lane, of_suit, suit_of, top};
use super::moves::Moves;
use super::sure::Sure;
use super::table::{Owners, Proved, Table};

/// Cards in four hands, and what has been found out about them.
pub(super) struct Search {
    pub(super) hands: [u64; 4],
    pub(super) trump: usize,
    /// Lengths of all suits in all hands, four bits each, hand within suit.
    shape: u64,
    /// Who has which card, all cards of the deal counted; cards played stay.
    deal: [u64; 4],
    /// Owners of every subset of a suit's cards, highest first.
    owners: Vec<u32>,
    pub(super) table: Table,
    pub(super) history: [[u32; 64]; 4],
    pub(super) nodes: u64,
}

/// An answer, and the cards whose rank mattered for it.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) yes: bool,
    pub(super) matters: u64,
}

/// A trick in progress.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    pub(super) leader: usize,
    /// Cards played to it.
    pub(super) cards: usize,
    pub(super) led: usize,
    pub(super) best: u64,
    pub(super) best_seat: usize,
    /// Cards of the suit of the best card in it: more than one, and rank decides.
    rivals: u32,
}

impl Trick {
    pub(super) fn led_by(leader: usize) -> Self {
        Trick {
            leader,
            cards: 0,
            led: 0,
            best: 0,
            best_seat: leader,
            rivals: 0,
        }
    }

    /// Whose card is next.
    pub(super) fn turn(&self) -> usize {
        (self.leader + self.cards) & 3
    }

    /// The trick with one more card.
    pub(super) fn with(mut self, card: u64, trump: usize) -> Self {
        let suit = suit_of(card);
        if self.cards == 0 {
            self.led = suit;
            (self.best, self.rivals) = (card, 1);
        } else if suit == suit_of(self.best) {
            self.rivals += 1;
            if card > self.best {
                (self.best, self.best_seat) = (card, self.turn());
            }
        } else if suit == trump {
            (self.best, self.best_seat, self.rivals) = (card, self.turn(), 1);
        }
        self.cards += 1;
        self
    }
}

impl Search {
    pub(super) fn new(most: usize) -> Self {
        Search {
            hands: [0; 4],
            trump: NOTRUMP,
            shape: 0,
            deal: [0; 4],
            owners: vec![0; 4 << 13],
            table: Table::new(most),
            history: [[0; 64]; 4],
            nodes: 0,
        }
    }

    /// Puts these hands before the search. What is known stays, if trumps are the same.
    pub(super) fn set(&mut self, hands: [u64; 4], trump: usize) {
        if trump != self.trump {
            self.table.clear();
            self.history = [[0; 64]; 4];
            self.trump = trump;
        }
        let same = |seat: usize| hands[seat] & !self.deal[seat] == 0;
        if !(0..4).all(same) {
            self.deal = hands;
            self.list_owners();
        }
        self.hands = hands;
        self.shape = (0..4).map(|seat| shape(hands[seat], seat)).sum();
    }

    /// The owners of every subset of a suit from those of the subset without its highest card.
    fn list_owners(&mut self) {
        for suit in 0..4 {
            let held: [u32; 4] = std::array::from_fn(|seat| lane(self.deal[seat], suit) >> 2);
            let all = held[0] | held[1] | held[2] | held[3];
            let table = &mut self.owners[suit << 13..][..1 << 13];
            let mut subset = 0_u32;
            loop {
                subset = subset.wrapping_sub(all) & all;
                if subset == 0 {
                    break;
                }
                let highest = top(subset);
                let owner = (0..4).find(|&seat| held[seat] & highest != 0).unwrap_or(0) as u32;
                table[subset as usize] = owner << 30 | table[(subset ^ highest) as usize] >> 2;
            }
        }
    }

    pub(super) fn all(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// Cards of a suit in a hand.
    pub(super) fn length(&self, seat: usize, suit: usize) -> usize {
        (self.shape >> (16 * suit + 4 * seat)) as usize & 15
    }

    fn owners(&self, all: u64) -> Owners {
        let suit = |s: usize| u64::from(self.owners[s << 13 | (lane(all, s) >> 2) as usize]);
        [suit(0) | suit(1) << 32, suit(2) | suit(3) << 32]
    }

    /// Takes a card out of a hand.
    pub(super) fn take(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.shape -= 1 << (16 * suit_of(card) + 4 * seat);
    }

    /// Puts it back.
    pub(super) fn give(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.shape += 1 << (16 * suit_of(card) + 4 * seat);
    }

    /// Whether North-South take `need` of the `left` tricks left, `leader` being on lead.
    pub(super) fn start(&mut self, leader: usize, need: i32, left: i32) -> Found {
        if need <= 0 || need > left {
            return Found {
                yes: need <= 0,
                matters: 0,
            };
        }
        self.nodes += 1;
        if left == 1 {
            return self.last(leader);
        }
        let all = self.all();
        let owners = self.owners(all);
        let key = self.shape << 2 | leader as u64 | 1 << 63;
        let (entry, best) = self.table.find(key, &owners, need as u8);
        if let Some(entry) = entry {
            let matters = named_cards(all, entry.named);
            let yes = entry.lower >= need as u8;
            return Found { yes, matters };
        }
        if let Some(found) = self.sure(leader, need, left) {
            return found;
        }
        let mut moves = self.leads(leader, all, &owners, best);
        let trick = Trick::led_by(leader);
        let (found, decided) = self.try_all(trick, &mut moves, need, left);
        let named = std::array::from_fn(|suit| {
            let lower = bottom(lane(found.matters, suit)).wrapping_sub(1);
            (lane(all, suit) & !lower).count_ones()
        });
        let best = decided.map_or(u8::MAX, |card| place(card, all));
        let (lower, upper) = if found.yes {
            (need, left)
        } else {
            (0, need - 1)
        };
        let proved = Proved {
            lower: lower as u8,
            upper: upper as u8,
            best,
        };
        self.table.add(key, &owners, named, proved);
        found
    }

    /// What top cards alone decide.
    fn sure(&self, leader: usize, need: i32, left: i32) -> Option<Found> {
        let leads_max = leader & 1 == 0;
        // The leading side has to take so many for the answer to be its.
        let enough = if leads_max { need } else { left - need + 1 };
        let sure = self.sure_tricks();
        if let Some(matters) = sure.on_lead(leader, enough) {
            return Some(Found {
                yes: leads_max,
                matters,
            });
        }
        let matters = sure.not_on_lead(leader, left - enough + 1)?;
        Some(Found {
            yes: !leads_max,
            matters,
        })
    }

    pub(super) fn sure_tricks(&self) -> Sure<'_> {
        Sure::of(&self.hands, self.shape, self.trump)
    }

    /// Each hand has one card.
    fn last(&self, leader: usize) -> Found {
        let mut trick = Trick::led_by(leader);
        for _ in 0..4 {
            let card = self.hands[trick.turn()];
            trick = trick.with(card, self.trump);
        }
        let matters = if trick.rivals > 1 { trick.best } else { 0 };
        Found {
            yes: trick.best_seat & 1 == 0,
            matters,
        }
    }

    /// Whether North-South take `need` of the tricks left, the current one included.
    pub(super) fn follow(&mut self, trick: Trick, need: i32, left: i32) -> Found {
        match trick.cards {
            0 => self.start(trick.leader, need, left),
            4 => self.finish(&trick, need, left),
            _ => {
                let mut moves = self.replies(&trick);
                self.try_all(trick, &mut moves, need, left).0
            }
        }
    }

    /// Tries the moves until one does what the side to move wants; that one comes with the answer.
    fn try_all(
        &mut self,
        trick: Trick,
        moves: &mut Moves,
        need: i32,
        left: i32,
    ) -> (Found, Option<u64>) {
        let seat = trick.turn();
        let wants = seat & 1 == 0;
        let mut matters = 0;
        while let Some(card) = moves.next() {
            self.take(seat, card);
            let found = self.follow(trick.with(card, self.trump), need, left);
            self.give(seat, card);
            if found.yes == wants {
                self.praise(seat, card, left);
                return (found, Some(card));
            }
            matters |= found.matters;
            moves.drop_alike(card, found.matters);
        }
        matters |= moves.unspoken(self.hands[seat], matters);
        let yes = !wants;
        (Found { yes, matters }, None)
    }

    /// Remembers that a card decided, more so early in the play.
    fn praise(&mut self, seat: usize, card: u64, left: i32) {
        let score = &mut self.history[seat][card.trailing_zeros() as usize];
        *score += (left * left) as u32;
        if *score > 1 << 24 {
            for score in self.history.iter_mut().flatten() {
                *score /= 2;
            }
        }
    }

    /// The trick is complete.
    fn finish(&mut self, trick: &Trick, need: i32, left: i32) -> Found {
        let winner = trick.best_seat;
        let took = i32::from(winner & 1 == 0);
        let mut found = self.start(winner, need - took, left - 1);
        if trick.rivals > 1 {
            found.matters |= trick.best;
        }
        found
    }
}

/// Suit of a card and how many cards left are higher: what it is in similar positions.
fn place(card: u64, all: u64) -> u8 {
    let suit = suit_of(card);
    let higher = lane(all, suit) & !(2 * lane(card, suit) - 1);
    (suit as u8) << 4 | higher.count_ones() as u8
}

/// Lengths of the suits of one hand at its place.
fn shape(hand: u64, seat: usize) -> u64 {
    let length = |suit: usize| u64::from(lane(hand, suit).count_ones());
    (0..4)
        .map(|suit| length(suit) << (16 * suit + 4 * seat))
        .sum()
}

/// The lowest of the named cards of each suit; those above it are meant as well.
fn named_cards(all: u64, named: u16) -> u64 {
    let mut cards = 0;
    for suit in 0..4 {
        let mut rest = lane(all, suit);
        let count = named >> (4 * suit) & 15;
        if count > 0 {
            for _ in 1..count {
                rest ^= top(rest);
            }
            cards |= of_suit(top(rest), suit);
        }
    }
    cards
}
