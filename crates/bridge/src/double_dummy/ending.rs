//! Endings, of five tricks and fewer: by trying everything in a good order.
//!
//! With so few cards left it costs more to find out and to remember what mattered than to search
//! again. So this search answers yes or no and nothing else: plain alpha-beta with an empty window,
//! a few top cards that win anyway, and a small table of positions exactly as they are. Nothing is
//! allocated, and the table knows which ending an entry belongs to, so that it need not be cleared.

use super::beating::threat;
use super::deck::{NOTRUMP, heads, lane, lengths, lowest, of_suit, suit_of, suits_with, winners};
use super::search::Trick;
use super::sure::Sure;
use super::tops::Forgetful;

/// The most tricks left for which this search is the faster one: with five it needs about a tenth
/// more time than the other.
pub(super) const MOST: i32 = 4;

/// Places of the table.
const PLACES: usize = 1 << 10;

/// So many endings can be told apart in the bits of a key that are never cards.
const ENDINGS: u64 = 1 << 10;

/// Bounds of North-South's tricks in one position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The cards left, who leads, and the number of the ending; 0 if unused.
    key: u64,
    lower: u8,
    upper: u8,
}

/// The hands of an ending, and what is known of it.
#[derive(Clone)]
pub(super) struct Ending {
    hands: [u64; 4],
    /// The cards of all of them.
    all: u64,
    trump: usize,
    /// All places of the trump suit; none without one.
    trumps: u64,
    table: Vec<Known>,
    endings: u64,
    /// The number of the ending at its place in a key.
    mark: u64,
    pub(super) nodes: u64,
}

impl Ending {
    pub(super) fn new() -> Self {
        Ending {
            hands: [0; 4],
            all: 0,
            trump: NOTRUMP,
            trumps: 0,
            table: vec![Known::default(); PLACES],
            endings: 0,
            mark: 0,
            nodes: 0,
        }
    }

    /// Puts an ending before the search.
    pub(super) fn set(&mut self, hands: [u64; 4], trump: usize) {
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
            self.table.fill(Known::default());
            self.endings = 1;
        }
        // Three bits a suit are free; the lowest two of them all are left to the leader.
        let number = self.endings << 2;
        self.mark = (0..4).fold(0, |mark, suit| {
            mark | (number >> (3 * suit) & 7) << (16 * suit + 13)
        });
    }

    /// Whether North-South take `need` of the tricks left, the current one included, after `card`.
    pub(super) fn after(&mut self, trick: &Trick, card: u64, need: i32, left: i32) -> bool {
        let seat = trick.turn();
        self.hands[seat] ^= card;
        self.all ^= card;
        let next = trick.with(card, self.trump);
        let yes = self.follow(&next, need, left);
        self.hands[seat] ^= card;
        self.all ^= card;
        yes
    }

    /// Whether North-South take `need` of the tricks left, `leader` being on lead.
    fn start(&mut self, leader: usize, need: i32, left: i32) -> bool {
        if need <= 0 || need > left {
            return need <= 0;
        }
        self.nodes += 1;
        if left == 1 {
            return self.last(leader);
        }
        if let Some(yes) = self.at_once(leader, need, left) {
            return yes;
        }
        if left == 2 {
            return self.lead(leader, need, left);
        }
        let key = self.all | self.mark | (leader as u64) << 13;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize % PLACES;
        let mut known = self.table[place];
        if known.key != key {
            let upper = left as u8;
            known = Known {
                key,
                lower: 0,
                upper,
            };
        }
        let need = need as u8;
        if known.lower >= need || known.upper < need {
            return known.lower >= need;
        }
        let yes = match self.sure(leader, i32::from(need), left) {
            Some(yes) => yes,
            None => self.lead(leader, i32::from(need), left),
        };
        if yes {
            known.lower = need;
        } else {
            known.upper = need - 1;
        }
        self.table[place] = known;
        yes
    }

    /// Whether North-South win the last trick.
    fn last(&self, leader: usize) -> bool {
        let mut trick = Trick::led_by(leader);
        for _ in 0..4 {
            trick = trick.with(self.hands[trick.turn()], self.trump);
        }
        trick.best_seat & 1 == 0
    }

    /// What a glance decides: cards that win whatever the others do.
    fn at_once(&self, leader: usize, need: i32, left: i32) -> Option<bool> {
        let leads_max = leader & 1 == 0;
        // What each side has to take for the answer to be its.
        let enough = if leads_max { need } else { left - need + 1 };
        let theirs = left - enough + 1;
        if self.cashes(leader) >= enough || (enough == 1 && self.takes_one(leader)) {
            return Some(leads_max);
        }
        let others_do = (theirs == 1 && self.loses_one(leader))
            || self.top_trumps(leader + 1) >= theirs
            || self.top_trumps(leader + 3) >= theirs;
        others_do.then_some(!leads_max)
    }

    /// What counting sure tricks decides.
    fn sure(&self, leader: usize, need: i32, left: i32) -> Option<bool> {
        let leads_max = leader & 1 == 0;
        let enough = if leads_max { need } else { left - need + 1 };
        let shape = |seat: usize| lengths(self.hands[seat]) << (4 * seat);
        let shape = shape(0) | shape(1) | shape(2) | shape(3);
        let sure = Sure::of(&self.hands, shape, self.trump, leader);
        if sure.on_lead(enough, &mut Forgetful).is_some() {
            return Some(leads_max);
        }
        let others = sure.not_on_lead(left - enough + 1, &mut Forgetful);
        others.is_ok().then_some(!leads_max)
    }

    /// Whether the hand on lead has a suit of which its side has the highest card, and which the
    /// others cannot ruff.
    fn takes_one(&self, leader: usize) -> bool {
        let [own, left, partner, right] = self.seats(leader);
        let best = suits_with(winners(own | partner, left | right));
        own & best & !self.ruffed_by(left) & !self.ruffed_by(right) != 0
    }

    /// Whether the others have the highest card of each suit the hand on lead can lead, and its
    /// partner cannot ruff.
    fn loses_one(&self, leader: usize) -> bool {
        let [own, left, partner, right] = self.seats(leader);
        let best = suits_with(winners(left | right, own | partner));
        own & (!best | self.ruffed_by(partner)) == 0
    }

    /// The suits a hand can ruff.
    fn ruffed_by(&self, hand: u64) -> u64 {
        if hand & self.trumps == 0 {
            return 0;
        }
        !suits_with(hand)
    }

    /// The hands, counted from the leader.
    fn seats(&self, leader: usize) -> [u64; 4] {
        std::array::from_fn(|n| self.hands[(leader + n) & 3])
    }

    /// Tricks the hand on lead takes at once with cards nobody can beat.
    fn cashes(&self, leader: usize) -> i32 {
        let own = self.hands[leader];
        let others = self.all & !own;
        let mut winners = winners(own, others);
        if others & self.trumps != 0 {
            // What is not a trump could be ruffed.
            winners &= self.trumps;
        }
        winners.count_ones() as i32
    }

    /// Trumps of a hand above all others: they take their tricks with or without the lead.
    fn top_trumps(&self, seat: usize) -> i32 {
        let own = self.hands[seat & 3] & self.trumps;
        winners(own, self.all & !own).count_ones() as i32
    }

    /// Tries the leads: cards nobody beats first, then from below.
    fn lead(&mut self, leader: usize, need: i32, left: i32) -> bool {
        let trick = Trick::led_by(leader);
        let hand = self.hands[leader];
        let others = self.all & !hand;
        let heads = heads(hand, others);
        let partner = self.hands[(leader + 2) & 3];
        let theirs = others & !partner;
        let first = heads & winners(hand, theirs);
        let second = heads & !first & suits_with(winners(partner, theirs));
        let wants = leader & 1 == 0;
        let can = self.one_does(&trick, first, need, left)
            || self.one_does(&trick, second, need, left)
            || self.one_does(&trick, heads & !first & !second, need, left);
        can == wants
    }

    /// Whether North-South take `need` of the tricks left, the current one included.
    pub(super) fn follow(&mut self, trick: &Trick, need: i32, left: i32) -> bool {
        match trick.cards {
            0 => self.start(trick.leader, need, left),
            4 => {
                let took = i32::from(trick.best_seat & 1 == 0);
                self.start(trick.best_seat, need - took, left - 1)
            }
            _ => self.reply(trick, need, left),
        }
    }

    /// Tries the replies: the cheapest card that wins the trick, if one does, then from below;
    /// ruffs that win nothing last.
    fn reply(&mut self, trick: &Trick, need: i32, left: i32) -> bool {
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
        let can = self.one_does(trick, first, need, left)
            || self.one_does(trick, rest & !ruffs, need, left)
            || self.one_does(trick, ruffs, need, left);
        can == wants
    }

    /// The cheapest of the cards that wins the trick if the others do their best; 0 if there is
    /// none, or partner wins it anyway.
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

    /// Whether one of the cards does what the side to play wants; the lowest ones first.
    fn one_does(&mut self, trick: &Trick, cards: u64, need: i32, left: i32) -> bool {
        let wants = trick.turn() & 1 == 0;
        let mut rest = cards;
        while rest != 0 {
            let card = lowest(rest);
            rest ^= card;
            if self.after(trick, card, need, left) == wants {
                return true;
            }
        }
        false
    }
}
