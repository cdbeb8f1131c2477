//! Search of short endings, of four tricks and fewer.
//!
//! With so few cards left, computing and storing win ranks costs more than searching again. So this
//! search returns only whether the target is reached: alpha-beta with a zero window, a few static
//! tests of top cards, and a small table of exact positions. Nothing is allocated, and table
//! entries are tagged with their ending, so that the table need not be cleared.

use super::bounds::TrickBounds;
use super::deck::{NOTRUMP, heads, lane, lengths, lowest, of_suit, suit_of, suits_with, winners};
use super::quick_tricks::Uncached;
use super::search::Trick;
use super::trick_comparison::threat;

/// The largest number of tricks left for which this search is faster: with five it needs about a
/// tenth more time than the other.
pub(super) const MAX_TRICKS: i32 = 4;

/// The number of table entries.
const PLACES: usize = 1 << 10;

/// The number of endings that fit into the bits of a key that are never cards.
const ENDINGS: u64 = 1 << 10;

/// A table entry: bounds of North-South's tricks in one position.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The cards left, the leader, and the tag of the ending; 0 if unused.
    key: u64,
    lower: u8,
    upper: u8,
}

/// The hands of an ending, and the table of its positions.
#[derive(Clone)]
pub(super) struct Ending {
    hands: [u64; 4],
    /// The cards of all hands.
    all: u64,
    trump: usize,
    /// All places of the trump suit; 0 at notrump.
    trumps: u64,
    table: Vec<Entry>,
    endings: u64,
    /// The number of the ending, shifted to the free bits of a key.
    tag: u64,
    pub(super) nodes: u64,
}

impl Ending {
    pub(super) fn new() -> Self {
        Ending {
            hands: [0; 4],
            all: 0,
            trump: NOTRUMP,
            trumps: 0,
            table: vec![Entry::default(); PLACES],
            endings: 0,
            tag: 0,
            nodes: 0,
        }
    }

    /// Loads an ending.
    pub(super) fn load(&mut self, hands: [u64; 4], trump: usize) {
        self.hands = hands;
        self.all = hands[0] | hands[1] | hands[2] | hands[3];
        self.trump = trump;
        self.trumps = if trump == NOTRUMP {
            0
        } else {
            of_suit(0xFFFF, trump)
        };
        self.endings += 1;
        if self.endings == ENDINGS {
            self.table.fill(Entry::default());
            self.endings = 1;
        }
        // Three bits a suit are free; the lowest two of them all are left to the leader.
        let number = self.endings << 2;
        self.tag = (0..4).fold(0, |tag, suit| {
            tag | (number >> (3 * suit) & 7) << (16 * suit + 13)
        });
    }

    /// Returns whether North-South take `target` of the tricks left, the current one included,
    /// after `card`.
    pub(super) fn after_card(&mut self, trick: &Trick, card: u64, target: i32, left: i32) -> bool {
        let seat = trick.turn();
        self.hands[seat] ^= card;
        self.all ^= card;
        let next = trick.with(card, self.trump);
        let reached = self.follow(&next, target, left);
        self.hands[seat] ^= card;
        self.all ^= card;
        reached
    }

    /// Returns whether North-South take `target` of the tricks left, with `leader` on lead.
    fn start(&mut self, leader: usize, target: i32, left: i32) -> bool {
        if target <= 0 || target > left {
            return target <= 0;
        }
        self.nodes += 1;
        if left == 1 {
            return self.last_trick(leader);
        }
        if let Some(reached) = self.by_top_cards(leader, target, left) {
            return reached;
        }
        if left == 2 {
            return self.lead(leader, target, left);
        }
        let key = self.all | self.tag | (leader as u64) << 13;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize % PLACES;
        let mut entry = self.table[place];
        if entry.key != key {
            let upper = left as u8;
            entry = Entry {
                key,
                lower: 0,
                upper,
            };
        }
        let target = target as u8;
        if entry.lower >= target || entry.upper < target {
            return entry.lower >= target;
        }
        let reached = match self.by_bounds(leader, i32::from(target), left) {
            Some(reached) => reached,
            None => self.lead(leader, i32::from(target), left),
        };
        if reached {
            entry.lower = target;
        } else {
            entry.upper = target - 1;
        }
        self.table[place] = entry;
        reached
    }

    /// Returns whether North-South win the last trick.
    fn last_trick(&self, leader: usize) -> bool {
        let mut trick = Trick::led_by(leader);
        for _ in 0..4 {
            trick = trick.with(self.hands[trick.turn()], self.trump);
        }
        trick.best_seat & 1 == 0
    }

    /// Tries to decide a node by top cards alone.
    fn by_top_cards(&self, leader: usize, target: i32, left: i32) -> Option<bool> {
        let leads_max = leader & 1 == 0;
        // The tricks that each side needs.
        let needed = if leads_max { target } else { left - target + 1 };
        let theirs = left - needed + 1;
        if self.cashes(leader) >= needed || (needed == 1 && self.takes_one(leader)) {
            return Some(leads_max);
        }
        let others_do = (theirs == 1 && self.loses_one(leader))
            || self.top_trumps(leader + 1) >= theirs
            || self.top_trumps(leader + 3) >= theirs;
        others_do.then_some(!leads_max)
    }

    /// Tries to decide a node by static bounds.
    fn by_bounds(&self, leader: usize, target: i32, left: i32) -> Option<bool> {
        let leads_max = leader & 1 == 0;
        let needed = if leads_max { target } else { left - target + 1 };
        let shape = |seat: usize| lengths(self.hands[seat]) << (4 * seat);
        let shape = shape(0) | shape(1) | shape(2) | shape(3);
        let bounds = TrickBounds::of(&self.hands, shape, self.trump, leader);
        if bounds.on_lead(needed, &mut Uncached).is_some() {
            return Some(leads_max);
        }
        let others = bounds.not_on_lead(left - needed + 1, &mut Uncached);
        others.is_ok().then_some(!leads_max)
    }

    /// Returns whether the hand on lead has a suit of which its side has the highest card and which
    /// the opponents cannot ruff.
    fn takes_one(&self, leader: usize) -> bool {
        let [own, left, partner, right] = self.seats(leader);
        let best = suits_with(winners(own | partner, left | right));
        own & best & !self.ruffed_by(left) & !self.ruffed_by(right) != 0
    }

    /// Returns whether the opponents have the highest card of each suit that the hand on lead can
    /// lead, and its partner cannot ruff.
    fn loses_one(&self, leader: usize) -> bool {
        let [own, left, partner, right] = self.seats(leader);
        let best = suits_with(winners(left | right, own | partner));
        own & (!best | self.ruffed_by(partner)) == 0
    }

    /// Returns the suits a hand can ruff.
    fn ruffed_by(&self, hand: u64) -> u64 {
        if hand & self.trumps == 0 {
            return 0;
        }
        !suits_with(hand)
    }

    /// Returns the hands, counted from the leader.
    fn seats(&self, leader: usize) -> [u64; 4] {
        std::array::from_fn(|n| self.hands[(leader + n) & 3])
    }

    /// Returns the tricks that the hand on lead cashes with unbeatable cards.
    fn cashes(&self, leader: usize) -> i32 {
        let own = self.hands[leader];
        let others = self.all & !own;
        let mut winners = winners(own, others);
        if others & self.trumps != 0 {
            // Other cards could be ruffed.
            winners &= self.trumps;
        }
        winners.count_ones() as i32
    }

    /// Returns the number of trumps of a hand above all others: they take tricks with or without
    /// the lead.
    fn top_trumps(&self, seat: usize) -> i32 {
        let own = self.hands[seat & 3] & self.trumps;
        winners(own, self.all & !own).count_ones() as i32
    }

    /// Searches the leads: winners first, then suits in which partner has a winner, then the rest,
    /// each from the lowest up.
    fn lead(&mut self, leader: usize, target: i32, left: i32) -> bool {
        let trick = Trick::led_by(leader);
        let hand = self.hands[leader];
        let others = self.all & !hand;
        let heads = heads(hand, others);
        let partner = self.hands[(leader + 2) & 3];
        let theirs = others & !partner;
        let first = heads & winners(hand, theirs);
        let second = heads & !first & suits_with(winners(partner, theirs));
        let wants = leader & 1 == 0;
        let can = self.any_succeeds(&trick, first, target, left)
            || self.any_succeeds(&trick, second, target, left)
            || self.any_succeeds(&trick, heads & !first & !second, target, left);
        can == wants
    }

    /// Returns whether North-South take `target` of the tricks left, the current one included.
    pub(super) fn follow(&mut self, trick: &Trick, target: i32, left: i32) -> bool {
        match trick.cards {
            0 => self.start(trick.leader, target, left),
            4 => {
                let took = i32::from(trick.best_seat & 1 == 0);
                self.start(trick.best_seat, target - took, left - 1)
            }
            _ => self.reply(trick, target, left),
        }
    }

    /// Searches the replies: the cheapest card that wins the trick, if one does, then from the
    /// lowest up; useless ruffs last.
    fn reply(&mut self, trick: &Trick, target: i32, left: i32) -> bool {
        let seat = trick.turn();
        let hand = self.hands[seat];
        let suit = of_suit(0xFFFF, trick.led);
        let heads = heads(hand, (self.all & !hand) | trick.best);
        let heads = if hand & suit == 0 {
            heads
        } else {
            heads & suit
        };
        let first = if heads.is_power_of_two() {
            heads
        } else {
            self.cheapest(trick, heads)
        };
        let rest = heads & !first;
        let mut ruffs = rest & self.trumps & !suit;
        if hand & suit == 0 {
            ruffs |= rest & winners(hand, self.all & !hand);
        }
        let wants = seat & 1 == 0;
        let can = self.any_succeeds(trick, first, target, left)
            || self.any_succeeds(trick, rest & !ruffs, target, left)
            || self.any_succeeds(trick, ruffs, target, left);
        can == wants
    }

    /// Returns the cheapest of the cards that wins the trick against the best replies; 0 if there
    /// is none, or if partner wins it anyway.
    fn cheapest(&self, trick: &Trick, cards: u64) -> u64 {
        let Some(threat) = threat(&self.hands, trick, self.trump) else {
            return 0;
        };
        let suit = suit_of(threat);
        let same = lane(cards, suit) & (lane(threat, suit) - 1);
        if same != 0 {
            return lowest(of_suit(same, suit));
        }
        if suit == self.trump {
            return 0;
        }
        lowest(cards & self.trumps)
    }

    /// Returns whether one of the cards succeeds for the side to play; the lowest ones first.
    fn any_succeeds(&mut self, trick: &Trick, cards: u64, target: i32, left: i32) -> bool {
        let wants = trick.turn() & 1 == 0;
        let mut rest = cards;
        while rest != 0 {
            let card = lowest(rest);
            rest ^= card;
            if self.after_card(trick, card, target, left) == wants {
                return true;
            }
        }
        false
    }
}
