//! The search itself: can North-South take so many of the tricks left?
//!
//! A question with the answer yes or no, asked again with other numbers until the value is known.
//! With the answer comes the set of cards whose rank mattered for it; everything lower could lie
//! anywhere. Only at the start of a trick is something looked up or kept.

use super::beating::can_win;
use super::deck::{ACES, NOTRUMP, bottom, down_to, lane, lengths, lowest, of_suit, over, suit_of};
use super::moves::{Moves, unspoken};
use super::order::{Deciders, Stake};
use super::sure::{Lost, Sure};
use super::table::{Owners, Proved, Table};
use super::tops::KnownTops;

/// Cards in four hands, and what has been found out about them.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) hands: [u64; 4],
    /// The cards of all of them.
    pub(super) all: u64,
    pub(super) trump: usize,
    /// Lengths of all suits in all hands, four bits each, hand within suit.
    shape: u64,
    /// Who has which card, all cards of the deal counted; cards played stay.
    deal: [u64; 4],
    /// Owners of every subset of a suit's cards, highest first.
    owners: Vec<u32>,
    pub(super) tops: KnownTops,
    pub(super) table: Table,
    pub(super) history: [[u32; 64]; 4],
    pub(super) deciders: Deciders,
    /// The trick before the one that begins.
    pub(super) before: Trick,
    pub(super) nodes: u64,
}

/// An answer, and what mattered for it.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) yes: bool,
    /// Every rank from the ace down to the lowest that mattered, suit by suit.
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
    pub(super) rivals: u32,
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
    pub(super) fn with(&self, card: u64, trump: usize) -> Self {
        let suit = suit_of(card);
        let (led, best, best_seat, rivals) = if self.cards == 0 {
            (suit, card, self.leader, 1)
        } else if suit == suit_of(self.best) {
            let (best, best_seat) = if card < self.best {
                (card, self.turn())
            } else {
                (self.best, self.best_seat)
            };
            (self.led, best, best_seat, self.rivals + 1)
        } else if suit == trump {
            (self.led, card, self.turn(), 1)
        } else {
            (self.led, self.best, self.best_seat, self.rivals)
        };
        Trick {
            leader: self.leader,
            cards: self.cards + 1,
            led,
            best,
            best_seat,
            rivals,
        }
    }

    /// The ranks down to the card that wins, if its rank mattered.
    fn decided_by(&self) -> u64 {
        if self.rivals < 2 {
            return 0;
        }
        let suit = suit_of(self.best);
        of_suit(down_to(lane(self.best, suit)), suit)
    }
}

impl Search {
    pub(super) fn new(most: usize) -> Self {
        Search {
            hands: [0; 4],
            all: 0,
            trump: NOTRUMP,
            shape: 0,
            deal: [0; 4],
            owners: vec![0; 4 << 13],
            tops: KnownTops::none(),
            table: Table::new(most),
            history: [[0; 64]; 4],
            deciders: Deciders::none(),
            before: Trick::led_by(0),
            nodes: 0,
        }
    }

    /// Puts these hands before the search. What is known stays, if trumps are the same.
    pub(super) fn set(&mut self, hands: [u64; 4], trump: usize) {
        if trump != self.trump {
            self.table.clear();
            self.history = [[0; 64]; 4];
            self.deciders = Deciders::none();
            self.trump = trump;
        }
        let same = |seat: usize| hands[seat] & !self.deal[seat] == 0;
        if !(0..4).all(same) {
            self.deal = hands;
            self.list_owners();
        }
        self.hands = hands;
        self.all = hands[0] | hands[1] | hands[2] | hands[3];
        self.shape = (0..4).map(|seat| shape(hands[seat], seat)).sum();
    }

    /// The owners of every subset of a suit from those of the subset without its highest card,
    /// which goes through the suit from below.
    fn list_owners(&mut self) {
        for suit in 0..4 {
            let table = &mut self.owners[suit << 13..][..1 << 13];
            let all = self
                .deal
                .iter()
                .fold(0, |all, hand| all | lane(*hand, suit));
            let mut lower = 0;
            while lower != all {
                let highest = bottom(all ^ lower);
                let holds = |hand: &u64| lane(*hand, suit) & highest != 0;
                let owner = self.deal.iter().position(holds).unwrap_or(0) as u32;
                let mut rest = lower;
                loop {
                    table[(highest | rest) as usize] = owner << 30 | table[rest as usize] >> 2;
                    self.tops.forget(suit, highest | rest);
                    if rest == 0 {
                        break;
                    }
                    rest = (rest - 1) & lower;
                }
                lower |= highest;
            }
        }
    }

    /// Cards of a suit in a hand.
    pub(super) fn length(&self, seat: usize, suit: usize) -> usize {
        (self.shape >> (16 * suit + 4 * seat)) as usize & 15
    }

    fn owners(&self, all: u64) -> Owners {
        let suit = |s: usize| u64::from(self.owners[s << 13 | lane(all, s) as usize]);
        [suit(0) | suit(1) << 32, suit(2) | suit(3) << 32]
    }

    /// Takes a card out of a hand.
    fn take(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.all ^= card;
        self.shape -= 1 << (16 * suit_of(card) + 4 * seat);
    }

    /// Puts it back.
    fn give(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.all ^= card;
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
        let all = self.all;
        let owners = self.owners(all);
        let key = self.shape << 2 | leader as u64 | 1 << 63;
        let hints = match self.table.find(key, &owners, need as u8) {
            Ok(entry) => {
                return Found {
                    yes: entry.lower >= need as u8,
                    matters: named_ranks(all, entry.named),
                };
            }
            Err(hints) => hints,
        };
        let lost = match self.sure(leader, need, left) {
            Ok(found) => return found,
            Err(lost) => lost,
        };
        let mut moves = Moves::default();
        self.leads(
            leader,
            &owners,
            hints,
            Stake::of(leader, need, left),
            lost.cards,
            &mut moves,
        );
        let (mut found, decided) =
            self.try_all::<0>(&Trick::led_by(leader), &mut moves, need, left);
        if decided == 0 {
            found.matters |= lost.matters;
        }
        let named = lengths(all & found.matters);
        let named = std::array::from_fn(|suit| lane(named, suit));
        let best = if decided == 0 {
            u8::MAX
        } else {
            self.praise(leader, decided, left);
            place(decided, all)
        };
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

    /// What top cards alone decide; otherwise the leads that lose to them.
    fn sure(&mut self, leader: usize, need: i32, left: i32) -> Result<Found, Lost> {
        let leads_max = leader & 1 == 0;
        // The leading side has to take so many for the answer to be its.
        let enough = if leads_max { need } else { left - need + 1 };
        let sure = self.sure_tricks(leader);
        if let Some(matters) = sure.on_lead(enough, &mut self.tops) {
            return Ok(Found {
                yes: leads_max,
                matters,
            });
        }
        let matters = sure.not_on_lead(left - enough + 1, &mut self.tops)?;
        Ok(Found {
            yes: !leads_max,
            matters,
        })
    }

    pub(super) fn sure_tricks(&self, leader: usize) -> Sure {
        Sure::of(&self.hands, self.shape, self.trump, leader)
    }

    /// Each hand has one card.
    fn last(&self, leader: usize) -> Found {
        let mut trick = Trick::led_by(leader);
        for _ in 0..4 {
            let card = self.hands[trick.turn()];
            trick = trick.with(card, self.trump);
        }
        Found {
            yes: trick.best_seat & 1 == 0,
            matters: trick.decided_by(),
        }
    }

    /// Whether North-South take `need` of the tricks left, the current one included.
    pub(super) fn follow(&mut self, trick: &Trick, need: i32, left: i32) -> Found {
        match trick.cards {
            0 => self.start(trick.leader, need, left),
            1 => self.reply::<1>(trick, need, left),
            2 => self.reply::<2>(trick, need, left),
            3 => self.reply::<3>(trick, need, left),
            _ => self.finish(trick, need, left),
        }
    }

    /// The same with the trick in progress. This is compiled once for each number of cards that lie
    /// there: it decides so much of what follows that a tenth of all instructions is saved.
    fn reply<const CARDS: usize>(&mut self, trick: &Trick, need: i32, left: i32) -> Found {
        let trick = &Trick {
            cards: CARDS,
            ..*trick
        };
        // Later it costs more to look than to play on.
        if CARDS == 1
            && let Some(found) = self.last_trick_needed(trick, need, left)
        {
            return found;
        }
        let replies = self.replies(trick);
        if replies.is_power_of_two() {
            return self.follow_suit::<CARDS>(trick, replies, replies, need, left);
        }
        if CARDS == 3 && replies & of_suit(0xFFFF, trick.led) != 0 {
            let first = self.by_rule(trick, replies);
            return self.follow_suit::<CARDS>(trick, replies, first, need, left);
        }
        let mut moves = Moves::default();
        let stake = Stake::of(trick.turn(), need, left);
        self.score_replies::<CARDS>(trick, replies, stake, &mut moves);
        self.try_all::<CARDS>(trick, &mut moves, need, left).0
    }

    /// Whether a side that needs only one more trick wins this one.
    fn last_trick_needed(&self, trick: &Trick, need: i32, left: i32) -> Option<Found> {
        let side = match need {
            1 => 0,
            _ if need == left => 1,
            _ => return None,
        };
        let matters = can_win(side, &self.hands, trick, self.trump)?;
        let yes = side == 0;
        Some(Found { yes, matters })
    }

    /// Tries the cards of one suit: the first choice, then from the lowest up.
    fn follow_suit<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        replies: u64,
        first: u64,
        need: i32,
        left: i32,
    ) -> Found {
        let seat = (trick.leader + CARDS) & 3;
        let wants = seat & 1 == 0;
        let (mut rest, mut card) = (replies, first);
        let mut matters = 0;
        loop {
            let found = self.after_one::<CARDS>(trick, card, need, left);
            if found.yes == wants {
                return found;
            }
            matters |= found.matters;
            rest ^= card;
            if card & found.matters == 0 {
                // It could as well have been any other card as low.
                rest &= found.matters;
            }
            if rest == 0 {
                break;
            }
            card = lowest(rest);
        }
        matters |= unspoken(replies, self.hands[seat], matters);
        let yes = !wants;
        Found { yes, matters }
    }

    /// The same after one more card.
    pub(super) fn after(&mut self, trick: &Trick, card: u64, need: i32, left: i32) -> Found {
        match trick.cards {
            0 => self.after_one::<0>(trick, card, need, left),
            1 => self.after_one::<1>(trick, card, need, left),
            2 => self.after_one::<2>(trick, card, need, left),
            _ => self.after_one::<3>(trick, card, need, left),
        }
    }

    fn after_one<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        card: u64,
        need: i32,
        left: i32,
    ) -> Found {
        let seat = (trick.leader + CARDS) & 3;
        self.take(seat, card);
        let trick = Trick {
            cards: CARDS,
            ..*trick
        };
        let next = &trick.with(card, self.trump);
        let found = match CARDS {
            0 => self.reply::<1>(next, need, left),
            1 => self.reply::<2>(next, need, left),
            2 => self.reply::<3>(next, need, left),
            _ => self.finish(next, need, left),
        };
        self.give(seat, card);
        found
    }

    /// Tries the moves until one does what the side to move wants; that one comes with the answer,
    /// or 0.
    fn try_all<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        moves: &mut Moves,
        need: i32,
        left: i32,
    ) -> (Found, u64) {
        let trick = &Trick {
            cards: CARDS,
            ..*trick
        };
        let seat = trick.turn();
        let wants = seat & 1 == 0;
        let mut matters = 0;
        while let Some(card) = moves.next() {
            let found = self.after_one::<CARDS>(trick, card, need, left);
            if found.yes == wants {
                self.deciders.set(trick, left, card);
                return (found, card);
            }
            matters |= found.matters;
            moves.drop_alike(card, found.matters);
        }
        matters |= unspoken(moves.heads, self.hands[seat], matters);
        let yes = !wants;
        (Found { yes, matters }, 0)
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
        self.before = *trick;
        let mut found = self.start(winner, need - took, left - 1);
        found.matters |= trick.decided_by();
        found
    }
}

/// Suit of a card and how many cards left are higher: what it is in similar positions.
pub(super) fn place(card: u64, all: u64) -> u8 {
    let suit = suit_of(card);
    let higher = over(lane(all, suit), lane(card, suit));
    (suit as u8) << 4 | higher.count_ones() as u8
}

/// Lengths of the suits of one hand at its place.
fn shape(hand: u64, seat: usize) -> u64 {
    let length = |suit: usize| u64::from(lane(hand, suit).count_ones());
    (0..4)
        .map(|suit| length(suit) << (16 * suit + 4 * seat))
        .sum()
}

/// The ranks down to the lowest of the named cards of each suit.
fn named_ranks(all: u64, named: u16) -> u64 {
    let spread = |suit: usize| u64::from(named >> (4 * suit) & 15) << (16 * suit);
    let counts = spread(0) | spread(1) | spread(2) | spread(3);
    // The suits of which more than so many are named, as a one in each.
    let more_than = |count: u64| (counts + (15 - count) * ACES) >> 4 & ACES;
    let (mut rest, mut count) = (all, 1);
    loop {
        let suits = more_than(count);
        if suits == 0 {
            break;
        }
        rest &= rest - suits;
        count += 1;
    }
    rest ^ (rest - more_than(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn named_ranks_go_down_to_the_last_card_named(all: u64, wish: [u16; 4]) {
            let all = all & (0x1FFF * ACES);
            let mut named = 0;
            let mut expected = 0;
            for (suit, wish) in wish.into_iter().enumerate() {
                let held = lane(all, suit);
                let count = wish % (held.count_ones() as u16 + 1);
                named |= count << (4 * suit);
                let cards = (0..16).filter(|place| held >> place & 1 == 1);
                if let Some(last) = cards.take(usize::from(count)).last() {
                    expected |= of_suit((2 << last) - 1, suit);
                }
            }
            prop_assert_eq!(named_ranks(all, named), expected);
        }
    }
}
