//! Tricks that top cards take whatever the others do.
//!
//! Bounds that need no search: what the side on lead can cash from the top, and what the other side
//! cannot be kept from. Both are on the safe side. With the number come the ranks it rests on, no
//! more than needed.

use super::deck::{NOTRUMP, above, down_to, lane, of_suit, suits_with, top, winners};
use super::guards::Guards;
use super::tops::{Memory, Packed, Tops};
use super::waiting::Waiting;

/// Counts sure tricks in one position, as the hand on lead sees it: the others are counted from
/// there.
pub(super) struct Sure {
    pub(super) hands: [u64; 4],
    /// The cards of all of them.
    all: u64,
    /// Lengths, four bits each, hand within suit.
    shape: u64,
    pub(super) trump: usize,
    /// Whose hand is on lead.
    seat: usize,
}

/// One suit, seen from the hand on lead, to tell which ranks matter for what is cashed in it.
struct Suit {
    tops: Tops,
    /// The cards of both; those that win are the highest ones.
    own: u32,
    partner: u32,
    /// Rounds until the opponents do not have the suit, until nobody else has it, and until nobody
    /// but partner has it.
    theirs: i32,
    others: i32,
    beyond_others: i32,
}

impl Suit {
    /// What matters for the first `count` tricks of the hand on lead: rank only as long as somebody
    /// else has the suit.
    fn for_stay(&self, count: i32) -> u32 {
        highest(self.own, count.min(self.others))
    }

    /// The same if no more tricks are needed: partner may win the last one.
    fn for_last(&self, count: i32) -> u32 {
        let with_rank = (count - 1).min(self.others).max(count.min(self.theirs));
        highest(self.own, with_rank)
    }

    /// What matters for as many of its tricks as are needed.
    fn for_needed(&self, needed: i32) -> u32 {
        if self.tops.stay >= needed {
            self.for_last(needed)
        } else {
            self.for_stay(self.tops.stay)
        }
    }

    /// What matters for all of them and `count` tricks of partner.
    fn for_beyond(&self, count: i32) -> u32 {
        if count <= 0 {
            return 0;
        }
        let with_rank = count.min(self.beyond_others - self.tops.stay);
        self.for_stay(self.tops.stay) | highest(self.partner, with_rank)
    }
}

/// Tricks still to be found, and what those found rest on.
struct Count {
    left: i32,
    matters: u64,
}

impl Count {
    /// Counts some tricks; returns whether that is enough.
    fn take(&mut self, tricks: i32, matters: u64) -> bool {
        self.left -= tricks;
        self.matters |= matters;
        self.left <= 0
    }
}

/// The ranks down to the lowest of the highest `count` cards; to the lowest of all if there are
/// fewer, none if there are none.
pub(super) fn highest(cards: u32, count: i32) -> u32 {
    if count <= 0 {
        return 0;
    }
    let mut rest = cards;
    for _ in 1..count {
        let without = rest & rest.wrapping_sub(1);
        if without == 0 {
            break;
        }
        rest = without;
    }
    down_to(rest)
}

/// Lengths with the hand of a seat in the first place of every suit, and the others after it.
fn from_seat(shape: u64, seat: usize) -> u64 {
    let turn = 4 * seat;
    let stay = 0x0001_0001_0001_0001 * (0xFFFF >> turn);
    shape >> turn & stay | shape << (16 - turn) & !stay
}

impl Sure {
    /// `shape` has the lengths of the hands as they are given, four bits each, hand within suit.
    pub(super) fn of(hands: &[u64; 4], shape: u64, trump: usize, leader: usize) -> Self {
        Sure {
            hands: std::array::from_fn(|n| hands[(leader + n) & 3]),
            all: hands[0] | hands[1] | hands[2] | hands[3],
            shape: from_seat(shape, leader),
            trump,
            seat: leader,
        }
    }

    /// The same if another hand were on lead.
    fn led_by(&self, seat: usize) -> Self {
        Sure {
            seat: self.seat + seat,
            ..Sure::of(&self.hands, self.shape, self.trump, seat)
        }
    }

    /// Lengths of a suit.
    pub(super) fn lengths(&self, suit: usize) -> [i32; 4] {
        let suit = (self.shape >> (16 * suit)) as i32;
        [suit & 15, suit >> 4 & 15, suit >> 8 & 15, suit >> 12 & 15]
    }

    /// Trumps of a hand and its partner.
    pub(super) fn trumps_of(&self, seat: usize) -> i32 {
        if self.trump == NOTRUMP {
            return 0;
        }
        let lengths = self.lengths(self.trump);
        lengths[seat] + lengths[(seat + 2) & 3]
    }

    /// The cards that matter if the side on lead takes `enough` tricks in the end.
    pub(super) fn on_lead(&self, enough: i32, memory: &mut impl Memory) -> Option<u64> {
        if self.trump != NOTRUMP {
            let matters = self.with_trumps(enough);
            if matters.is_some() {
                return matters;
            }
        }
        let cashed = self.cashes(enough, memory);
        if cashed.is_none() && enough == 1 {
            return Guards::of(self, true).matters();
        }
        cashed
    }

    /// The cards that matter if the side on lead can cash `enough` tricks at once.
    fn cashes(&self, enough: i32, memory: &mut impl Memory) -> Option<u64> {
        // All suits, also those in which there is nothing to cash: to look at them is cheaper than
        // to guess wrong which they are.
        let packed: [Packed; 4] = std::array::from_fn(|suit| self.tops(suit, memory));
        if Packed::most(&packed) + i32::from(self.trump != NOTRUMP) < enough {
            return None;
        }
        let mut tops = packed.map(Packed::tops);
        let ruffs = self.heed_ruffs(&mut tops);
        let left = enough - tops.iter().map(|tops| tops.stay).sum::<i32>();
        if left <= 0 {
            return Some(self.staying(&tops, enough).matters);
        }
        let beyond = tops.iter().map(|tops| tops.beyond.max(tops.overtaken));
        if beyond.sum::<i32>() + i32::from(self.trump != NOTRUMP) < left {
            return None;
        }
        self.across(&tops, ruffs, left, enough)
    }

    /// Takes away what the opponents ruff; returns which of them can, without a trump suit nobody.
    fn heed_ruffs(&self, tops: &mut [Tops; 4]) -> [bool; 2] {
        if self.trump == NOTRUMP {
            return [false; 2];
        }
        // Cashing trumps takes those of the opponents away, so they come first, and all of them.
        let drawn = tops[self.trump].stay;
        let lengths = self.lengths(self.trump);
        let ruffs = [lengths[1] > drawn, lengths[3] > drawn];
        if ruffs == [false; 2] {
            return ruffs;
        }
        for suit in (0..4).filter(|&suit| suit != self.trump) {
            let lengths = self.lengths(suit);
            let safe = |length: i32, ruffs: bool| if ruffs { length } else { 99 };
            let rounds = safe(lengths[1], ruffs[0]).min(safe(lengths[3], ruffs[1]));
            tops[suit] = tops[suit].within(rounds);
        }
        ruffs
    }

    /// Counts what the hand on lead cashes itself, until that is enough.
    fn staying(&self, tops: &[Tops; 4], enough: i32) -> Count {
        let mut count = Count {
            left: enough,
            matters: 0,
        };
        let trumps = (0..4).filter(|&suit| suit == self.trump);
        for suit in trumps.chain((0..4).filter(|&suit| suit != self.trump)) {
            let found = self.suit(suit, tops[suit]);
            let matters = found.for_needed(count.left);
            if found.tops.stay > 0 && count.take(found.tops.stay, of_suit(matters, suit)) {
                break;
            }
        }
        count
    }

    /// Goes on with what partner can cash, if the lead can be put there; so many tricks are missing
    /// without that.
    fn across(&self, tops: &[Tops; 4], ruffs: [bool; 2], missing: i32, enough: i32) -> Option<u64> {
        let by_ruff = self.trump != NOTRUMP && self.can_ruff(tops, ruffs);
        let mut missing = missing - i32::from(by_ruff);
        // The suit of the entry has to be counted: first.
        let entry =
            (0..4).find(|&suit| tops[suit].beyond > 0 && self.lengths(suit)[0] > tops[suit].stay);
        let mut tops = *tops;
        let mut overtakes = 0;
        let entry = if let Some(entry) = entry.or(by_ruff.then_some(0)) {
            entry
        } else {
            let side = (0..4).filter(|&suit| suit != self.trump && tops[suit].overtaken > 0);
            let entry = side.max_by_key(|&suit| tops[suit].overtaken)?;
            overtakes = 1;
            missing += 1;
            entry
        };
        let beyond = |suit: usize| {
            if overtakes == 1 && suit == entry {
                tops[suit].overtaken
            } else {
                tops[suit].beyond
            }
        };
        if (0..4).map(beyond).sum::<i32>() < missing {
            return None;
        }
        let mut count = self.staying(&tops, enough);
        count.left += overtakes - i32::from(by_ruff);
        if overtakes == 1 {
            tops[entry].stay -= 1;
            tops[entry].beyond = tops[entry].overtaken;
        }
        for suit in std::iter::once(entry).chain((0..4).filter(|&suit| suit != entry)) {
            if count.left <= 0 {
                break;
            }
            let found = self.suit(suit, tops[suit]);
            let matters = found.for_beyond(found.tops.beyond.min(count.left));
            count.take(found.tops.beyond, of_suit(matters, suit));
        }
        Some(count.matters)
    }

    /// Whether partner can get the lead by ruffing something nobody else can ruff, with a trump not
    /// counted yet.
    fn can_ruff(&self, tops: &[Tops; 4], ruffs: [bool; 2]) -> bool {
        let trumps = self.lengths(self.trump)[2];
        let drawn = &tops[self.trump];
        if trumps <= drawn.stay + drawn.beyond {
            return false;
        }
        (0..4).filter(|&suit| suit != self.trump).any(|suit| {
            let [own, left, partner, right] = self.lengths(suit);
            let cashed = tops[suit].stay;
            let safe = |length: i32, ruffs: bool| length > cashed || !ruffs;
            partner == 0 && own > cashed && safe(left, ruffs[0]) && safe(right, ruffs[1])
        })
    }

    /// One suit from the top, with no fear of ruffs.
    fn tops(&self, suit: usize, memory: &mut impl Memory) -> Packed {
        let count = || Tops::of(self.hands.map(|hand| lane(hand, suit)), self.lengths(suit));
        memory.tops(suit, lane(self.all, suit), self.seat, count)
    }

    /// One suit of which so much is cashed.
    fn suit(&self, suit: usize, tops: Tops) -> Suit {
        let [own, _, partner, _] = self.hands.map(|hand| lane(hand, suit));
        let [length, left, partner_length, right] = self.lengths(suit);
        let longest = left.max(right);
        Suit {
            tops,
            own,
            partner,
            theirs: longest,
            others: longest.max(partner_length),
            beyond_others: longest.max(length),
        }
    }

    /// The cards that matter if one of two partners takes `enough` tricks with trumps, whatever
    /// anybody does: every trump of his is played to another trick, and each higher trump of the
    /// others can beat only one of them.
    fn with_trumps(&self, enough: i32) -> Option<u64> {
        let [own, left, partner, right] = self.hands.map(|hand| lane(hand, self.trump));
        let [length, of_left, partner_length, of_right] = self.lengths(self.trump);
        if length.max(partner_length) < enough {
            return None;
        }
        let theirs = (left | right, of_left + of_right);
        let matters = alone_against((own, length), theirs, enough)
            .or_else(|| alone_against((partner, partner_length), theirs, enough))?;
        Some(of_suit(matters, self.trump))
    }

    /// The cards that matter if the side not on lead takes `enough` tricks in the end; otherwise
    /// the leads after which it does.
    pub(super) fn not_on_lead(&self, enough: i32, memory: &mut impl Memory) -> Result<u64, Lost> {
        if self.trump != NOTRUMP {
            if let Some(matters) = self.led_by(1).with_trumps(enough) {
                return Ok(matters);
            }
            let [_, left, _, right] = self.lengths(self.trump);
            if left.max(right) >= enough {
                let [own, lho, partner, rho] = self.hands.map(|hand| lane(hand, self.trump));
                let wins = above(lho | rho, own | partner);
                if wins.count_ones() as i32 >= enough {
                    return Ok(of_suit(highest(wins, enough), self.trump));
                }
            }
        }
        let lost = self.lost_leads(enough, memory);
        if lost.cards == self.hands[0] {
            return Ok(lost.matters);
        }
        let waiting = Waiting::of(self, enough).matters();
        if waiting.is_none() && enough == 1 {
            return Guards::of(self, false).matters().ok_or(lost);
        }
        waiting.ok_or(lost)
    }

    /// The leads of a suit of which an opponent has the best card, wins with it and cashes `enough`
    /// tricks, this one among them.
    fn lost_leads(&self, enough: i32, memory: &mut impl Memory) -> Lost {
        let [own, lho, partner, rho] = self.hands;
        let mut led = own;
        if self.trump != NOTRUMP && lane(partner, self.trump) != 0 {
            // Partner may ruff.
            led &= suits_with(partner);
        }
        let mut lost = Lost::default();
        for (seat, hand, other) in [(1, lho, rho), (3, rho, lho)] {
            let best = winners(hand, own | partner | other);
            let led = led & suits_with(best);
            if led == 0 {
                continue;
            }
            if let Some(matters) = self.led_by(seat).cashes(enough, memory) {
                let suits = (0..4).filter(|&suit| lane(led, suit) != 0);
                let ranks = suits.map(|suit| of_suit(down_to(lane(best, suit)), suit));
                lost.cards |= led;
                lost.matters |= ranks.fold(matters, |all, ranks| all | ranks);
            }
        }
        lost
    }
}

/// Leads after which the other side takes enough tricks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lost {
    pub(super) cards: u64,
    /// What matters for that.
    pub(super) matters: u64,
}

/// The ranks that matter if `enough` of a hand's trumps win against all of theirs, each given with
/// its number.
fn alone_against(hand: (u32, i32), theirs: (u32, i32), enough: i32) -> Option<u32> {
    let ((hand, mut own), (theirs, mut others)) = (hand, theirs);
    let (mut beaters, mut wins, mut named) = (0, 0, 0);
    let mut rest = hand | theirs;
    while wins + own >= enough {
        // Enough even if all of theirs that are not named were higher than his.
        if wins + 0.max(own - beaters - others) >= enough {
            return Some(down_to(named));
        }
        named = top(rest);
        rest ^= named;
        if hand & named == 0 {
            others -= 1;
            beaters += 1;
        } else if beaters > 0 {
            own -= 1;
            beaters -= 1;
        } else {
            own -= 1;
            wins += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lengths_turn_with_the_hands(shape: u64, leader in 0usize..4, suit in 0usize..4) {
            let sure = Sure::of(&[10, 11, 12, 13], shape, NOTRUMP, leader);
            for (n, length) in sure.lengths(suit).into_iter().enumerate() {
                let seat = (leader + n) & 3;
                prop_assert_eq!(sure.hands[n], 10 + seat as u64);
                prop_assert_eq!(length, (shape >> (16 * suit + 4 * seat)) as i32 & 15);
            }
        }
    }
}
