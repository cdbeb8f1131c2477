//! Zero-window search: whether North-South reach a target of the tricks left.
//!
//! The solver repeats it with other targets until the value is known. Each proof comes with its win
//! ranks, the set of cards whose rank it depends on; all lower cards could be distributed
//! otherwise. The transposition table is used only at the start of a trick.

use super::bounds::{LosingLeads, TrickBounds};
use super::deck::{ACES, NOTRUMP, bottom, down_to, lane, lengths, lowest, of_suit, over, suit_of};
use super::moves::{Moves, implied_ranks};
use super::order::{Goal, KillerCards};
use super::quick_tricks::QuickTrickCache;
use super::table::{Owners, ProvedBounds, Table};
use super::trick_comparison::can_win;

/// The search state: the cards of four hands, and the tables of the search.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) hands: [u64; 4],
    /// The cards of all hands.
    pub(super) all: u64,
    pub(super) trump: usize,
    /// Lengths of all suits in all hands, four bits each, hand within suit.
    shape: u64,
    /// The hands of the whole deal, including cards already played.
    deal: [u64; 4],
    /// The owners of every subset of a suit's cards, highest first.
    owners: Vec<u32>,
    pub(super) quick_tricks: QuickTrickCache,
    pub(super) table: Table,
    pub(super) history: [[u32; 64]; 4],
    pub(super) killers: KillerCards,
    /// The last complete trick.
    pub(super) previous_trick: Trick,
    pub(super) nodes: u64,
}

/// A result of the search, and the win ranks it depends on.
#[derive(Clone, Copy)]
pub(super) struct Proof {
    pub(super) reached: bool,
    /// Every rank from the ace down to the lowest that the proof depends on, suit by suit.
    pub(super) win_ranks: u64,
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
    /// The number of cards in it of the best card's suit: with more than one, rank decides.
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

    /// Returns the seat to play.
    pub(super) fn turn(&self) -> usize {
        (self.leader + self.cards) & 3
    }

    /// Returns the trick with one more card.
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

    /// Returns the win ranks of a complete trick: those down to the winning card, if rank decided.
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
            quick_tricks: QuickTrickCache::empty(),
            table: Table::new(most),
            history: [[0; 64]; 4],
            killers: KillerCards::empty(),
            previous_trick: Trick::led_by(0),
            nodes: 0,
        }
    }

    /// Loads a position. The tables are kept if trumps are the same.
    pub(super) fn load(&mut self, hands: [u64; 4], trump: usize) {
        if trump != self.trump {
            self.table.clear();
            self.history = [[0; 64]; 4];
            self.killers = KillerCards::empty();
            self.trump = trump;
        }
        let same = |seat: usize| hands[seat] & !self.deal[seat] == 0;
        if !(0..4).all(same) {
            self.deal = hands;
            self.compute_owners();
        }
        self.hands = hands;
        self.all = hands[0] | hands[1] | hands[2] | hands[3];
        self.shape = (0..4).map(|seat| shape(hands[seat], seat)).sum();
    }

    /// Computes the owners of every subset of a suit from those of the subset without its highest
    /// card, from the lowest card up.
    fn compute_owners(&mut self) {
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
                    self.quick_tricks.forget(suit, highest | rest);
                    if rest == 0 {
                        break;
                    }
                    rest = (rest - 1) & lower;
                }
                lower |= highest;
            }
        }
    }

    /// Returns the length of a suit in a hand.
    pub(super) fn length(&self, seat: usize, suit: usize) -> usize {
        (self.shape >> (16 * suit + 4 * seat)) as usize & 15
    }

    fn owners(&self, all: u64) -> Owners {
        let suit = |s: usize| u64::from(self.owners[s << 13 | lane(all, s) as usize]);
        [suit(0) | suit(1) << 32, suit(2) | suit(3) << 32]
    }

    /// Removes a card from a hand.
    fn remove(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.all ^= card;
        self.shape -= 1 << (16 * suit_of(card) + 4 * seat);
    }

    /// Restores a removed card.
    fn restore(&mut self, seat: usize, card: u64) {
        self.hands[seat] ^= card;
        self.all ^= card;
        self.shape += 1 << (16 * suit_of(card) + 4 * seat);
    }

    /// Returns whether North-South take `target` of the `left` tricks left, with `leader` on lead.
    pub(super) fn start(&mut self, leader: usize, target: i32, left: i32) -> Proof {
        if target <= 0 || target > left {
            return Proof {
                reached: target <= 0,
                win_ranks: 0,
            };
        }
        self.nodes += 1;
        if left == 1 {
            return self.last_trick(leader);
        }
        let all = self.all;
        let owners = self.owners(all);
        let key = self.shape << 2 | leader as u64 | 1 << 63;
        let hints = match self.table.find(key, &owners, target as u8) {
            Ok(entry) => {
                return Proof {
                    reached: entry.lower >= target as u8,
                    win_ranks: relevant_ranks(all, entry.relevant),
                };
            }
            Err(hints) => hints,
        };
        let lost = match self.by_bounds(leader, target, left) {
            Ok(found) => return found,
            Err(lost) => lost,
        };
        let mut moves = Moves::default();
        self.leads(
            leader,
            &owners,
            hints,
            Goal::of(leader, target, left),
            lost.cards,
            &mut moves,
        );
        let (mut found, decided) =
            self.try_moves::<0>(&Trick::led_by(leader), &mut moves, target, left);
        if decided == 0 {
            found.win_ranks |= lost.win_ranks;
        }
        let relevant = lengths(all & found.win_ranks);
        let relevant = std::array::from_fn(|suit| lane(relevant, suit));
        let best = if decided == 0 {
            u8::MAX
        } else {
            self.credit(leader, decided, left);
            place(decided, all)
        };
        let (lower, upper) = if found.reached {
            (target, left)
        } else {
            (0, target - 1)
        };
        let proved = ProvedBounds {
            lower: lower as u8,
            upper: upper as u8,
            best,
        };
        self.table.add(key, &owners, relevant, proved);
        found
    }

    /// Tries to decide the node by static bounds; otherwise returns the losing leads.
    fn by_bounds(&mut self, leader: usize, target: i32, left: i32) -> Result<Proof, LosingLeads> {
        let leads_max = leader & 1 == 0;
        // The tricks that the leading side needs to succeed.
        let needed = if leads_max { target } else { left - target + 1 };
        let bounds = self.trick_bounds(leader);
        if let Some(win_ranks) = bounds.on_lead(needed, &mut self.quick_tricks) {
            return Ok(Proof {
                reached: leads_max,
                win_ranks,
            });
        }
        let win_ranks = bounds.not_on_lead(left - needed + 1, &mut self.quick_tricks)?;
        Ok(Proof {
            reached: !leads_max,
            win_ranks,
        })
    }

    pub(super) fn trick_bounds(&self, leader: usize) -> TrickBounds {
        TrickBounds::of(&self.hands, self.shape, self.trump, leader)
    }

    /// Plays the last trick, in which each hand has one card.
    fn last_trick(&self, leader: usize) -> Proof {
        let mut trick = Trick::led_by(leader);
        for _ in 0..4 {
            let card = self.hands[trick.turn()];
            trick = trick.with(card, self.trump);
        }
        Proof {
            reached: trick.best_seat & 1 == 0,
            win_ranks: trick.decided_by(),
        }
    }

    /// Returns whether North-South take `target` of the tricks left, the current one included.
    pub(super) fn follow(&mut self, trick: &Trick, target: i32, left: i32) -> Proof {
        match trick.cards {
            0 => self.start(trick.leader, target, left),
            1 => self.reply::<1>(trick, target, left),
            2 => self.reply::<2>(trick, target, left),
            3 => self.reply::<3>(trick, target, left),
            _ => self.finish(trick, target, left),
        }
    }

    /// Searches a trick in progress. Compiled once for each number of cards already played:
    /// constant propagation saves a tenth of all instructions.
    fn reply<const CARDS: usize>(&mut self, trick: &Trick, target: i32, left: i32) -> Proof {
        let trick = &Trick {
            cards: CARDS,
            ..*trick
        };
        // Later in the trick the test costs more than the search.
        if CARDS == 1
            && let Some(found) = self.last_trick_needed(trick, target, left)
        {
            return found;
        }
        let replies = self.replies(trick);
        if replies.is_power_of_two() {
            return self.follow_suit::<CARDS>(trick, replies, replies, target, left);
        }
        if CARDS == 3 && replies & of_suit(0xFFFF, trick.led) != 0 {
            let first = self.by_rule(trick, replies);
            return self.follow_suit::<CARDS>(trick, replies, first, target, left);
        }
        let mut moves = Moves::default();
        let goal = Goal::of(trick.turn(), target, left);
        self.score_replies::<CARDS>(trick, replies, goal, &mut moves);
        self.try_moves::<CARDS>(trick, &mut moves, target, left).0
    }

    /// Returns the proof that a side which needs only one more trick wins this one.
    fn last_trick_needed(&self, trick: &Trick, target: i32, left: i32) -> Option<Proof> {
        let side = match target {
            1 => 0,
            _ if target == left => 1,
            _ => return None,
        };
        let win_ranks = can_win(side, &self.hands, trick, self.trump)?;
        let reached = side == 0;
        Some(Proof { reached, win_ranks })
    }

    /// Searches the cards of one suit: the first choice, then from the lowest up.
    fn follow_suit<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        replies: u64,
        first: u64,
        target: i32,
        left: i32,
    ) -> Proof {
        let seat = (trick.leader + CARDS) & 3;
        let wants = seat & 1 == 0;
        let (mut rest, mut card) = (replies, first);
        let mut win_ranks = 0;
        loop {
            let found = self.after_one::<CARDS>(trick, card, target, left);
            if found.reached == wants {
                return found;
            }
            win_ranks |= found.win_ranks;
            rest ^= card;
            if card & found.win_ranks == 0 {
                // Any other card below the win ranks fails as well.
                rest &= found.win_ranks;
            }
            if rest == 0 {
                break;
            }
            card = lowest(rest);
        }
        win_ranks |= implied_ranks(replies, self.hands[seat], win_ranks);
        let reached = !wants;
        Proof { reached, win_ranks }
    }

    /// Returns whether North-South reach the target after one more card.
    pub(super) fn after_card(&mut self, trick: &Trick, card: u64, target: i32, left: i32) -> Proof {
        match trick.cards {
            0 => self.after_one::<0>(trick, card, target, left),
            1 => self.after_one::<1>(trick, card, target, left),
            2 => self.after_one::<2>(trick, card, target, left),
            _ => self.after_one::<3>(trick, card, target, left),
        }
    }

    fn after_one<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        card: u64,
        target: i32,
        left: i32,
    ) -> Proof {
        let seat = (trick.leader + CARDS) & 3;
        self.remove(seat, card);
        let trick = Trick {
            cards: CARDS,
            ..*trick
        };
        let next = &trick.with(card, self.trump);
        let found = match CARDS {
            0 => self.reply::<1>(next, target, left),
            1 => self.reply::<2>(next, target, left),
            2 => self.reply::<3>(next, target, left),
            _ => self.finish(next, target, left),
        };
        self.restore(seat, card);
        found
    }

    /// Searches the moves until one succeeds for the side to move; returns that card with the
    /// proof, or 0.
    fn try_moves<const CARDS: usize>(
        &mut self,
        trick: &Trick,
        moves: &mut Moves,
        target: i32,
        left: i32,
    ) -> (Proof, u64) {
        let trick = &Trick {
            cards: CARDS,
            ..*trick
        };
        let seat = trick.turn();
        let wants = seat & 1 == 0;
        let mut win_ranks = 0;
        while let Some(card) = moves.next() {
            let found = self.after_one::<CARDS>(trick, card, target, left);
            if found.reached == wants {
                self.killers.set(trick, left, card);
                return (found, card);
            }
            win_ranks |= found.win_ranks;
            moves.drop_equivalent(card, found.win_ranks);
        }
        win_ranks |= implied_ranks(moves.heads, self.hands[seat], win_ranks);
        let reached = !wants;
        (Proof { reached, win_ranks }, 0)
    }

    /// Adds a cutoff by a card to the history table, weighted by the tricks left.
    fn credit(&mut self, seat: usize, card: u64, left: i32) {
        let score = &mut self.history[seat][card.trailing_zeros() as usize];
        *score += (left * left) as u32;
        if *score > 1 << 24 {
            for score in self.history.iter_mut().flatten() {
                *score /= 2;
            }
        }
    }

    /// Continues after a complete trick.
    fn finish(&mut self, trick: &Trick, target: i32, left: i32) -> Proof {
        let winner = trick.best_seat;
        let took = i32::from(winner & 1 == 0);
        self.previous_trick = *trick;
        let mut found = self.start(winner, target - took, left - 1);
        found.win_ranks |= trick.decided_by();
        found
    }
}

/// Encodes a card as its suit and the number of higher cards left: its relative rank, valid in
/// similar positions.
pub(super) fn place(card: u64, all: u64) -> u8 {
    let suit = suit_of(card);
    let higher = over(lane(all, suit), lane(card, suit));
    (suit as u8) << 4 | higher.count_ones() as u8
}

/// Returns the suit lengths of one hand, shifted to its seat.
fn shape(hand: u64, seat: usize) -> u64 {
    let length = |suit: usize| u64::from(lane(hand, suit).count_ones());
    (0..4)
        .map(|suit| length(suit) << (16 * suit + 4 * seat))
        .sum()
}

/// Returns the ranks down to the lowest of the relevant cards of each suit.
fn relevant_ranks(all: u64, relevant: u16) -> u64 {
    let spread = |suit: usize| u64::from(relevant >> (4 * suit) & 15) << (16 * suit);
    let counts = spread(0) | spread(1) | spread(2) | spread(3);
    // The suits with more than `count` relevant cards, as a one in each.
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
            let mut relevant = 0;
            let mut expected = 0;
            for (suit, wish) in wish.into_iter().enumerate() {
                let held = lane(all, suit);
                let count = wish % (held.count_ones() as u16 + 1);
                relevant |= count << (4 * suit);
                let cards = (0..16).filter(|place| held >> place & 1 == 1);
                if let Some(last) = cards.take(usize::from(count)).last() {
                    expected |= of_suit((2 << last) - 1, suit);
                }
            }
            prop_assert_eq!(relevant_ranks(all, relevant), expected);
        }
    }
}
