//! Static trick bounds: quick tricks of the side on lead, later tricks of the other side.
//!
//! Lower bounds that need no search: the tricks that the side on lead can cash from the top, and
//! those the other side cannot be kept from. Each bound comes with its win ranks, the ranks it
//! depends on, as few as possible.

use super::deck::{NOTRUMP, above, down_to, lane, of_suit, suits_with, top, winners};
use super::later_tricks::LaterTricks;
use super::protected_honours::ProtectedHonours;
use super::quick_tricks::{Packed, QuickTrickLookup, QuickTricks};

/// Trick bounds of one position; seats are counted from the hand on lead.
pub(super) struct TrickBounds {
    pub(super) hands: [u64; 4],
    /// The cards of all hands.
    all: u64,
    /// Lengths, four bits each, hand within suit.
    shape: u64,
    pub(super) trump: usize,
    /// The seat on lead.
    seat: usize,
}

/// One suit seen from the hand on lead, with the inputs of the win ranks of its quick tricks.
struct Suit {
    quick_tricks: QuickTricks,
    /// The cards of both partners; the winners are the highest ones.
    own: u32,
    partner: u32,
    /// Rounds until both opponents are void, until all others are void, and until only partner has
    /// the suit.
    rounds_until_opponents_void: i32,
    rounds_until_others_void: i32,
    rounds_until_partner_alone: i32,
}

impl Suit {
    /// Returns the win ranks of the first `count` tricks of the hand on lead: rank counts only as
    /// long as another hand has the suit.
    fn ranks_for_leader(&self, count: i32) -> u32 {
        highest(self.own, count.min(self.rounds_until_others_void))
    }

    /// Returns the win ranks if these are the last tricks needed: partner may win the last one.
    fn ranks_for_last(&self, count: i32) -> u32 {
        let with_rank = (count - 1)
            .min(self.rounds_until_others_void)
            .max(count.min(self.rounds_until_opponents_void));
        highest(self.own, with_rank)
    }

    /// Returns the win ranks of as many of the leader's tricks as are needed.
    fn ranks_for_needed(&self, needed: i32) -> u32 {
        if self.quick_tricks.on_lead >= needed {
            self.ranks_for_last(needed)
        } else {
            self.ranks_for_leader(self.quick_tricks.on_lead)
        }
    }

    /// Returns the win ranks of all the leader's tricks and of `count` tricks of partner.
    fn ranks_for_partner(&self, count: i32) -> u32 {
        if count <= 0 {
            return 0;
        }
        let with_rank = count.min(self.rounds_until_partner_alone - self.quick_tricks.on_lead);
        self.ranks_for_leader(self.quick_tricks.on_lead) | highest(self.partner, with_rank)
    }
}

/// The tricks still needed, and the win ranks of those counted.
struct Count {
    left: i32,
    win_ranks: u64,
}

impl Count {
    /// Counts some tricks; returns whether the number needed is reached.
    fn take(&mut self, tricks: i32, win_ranks: u64) -> bool {
        self.left -= tricks;
        self.win_ranks |= win_ranks;
        self.left <= 0
    }
}

/// Returns the ranks down to the lowest of the highest `count` cards, or to the lowest of all if
/// there are fewer; 0 without cards.
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

/// Rotates lengths so that the hand of a seat comes first in every suit.
fn from_seat(shape: u64, seat: usize) -> u64 {
    let turn = 4 * seat;
    let kept = 0x0001_0001_0001_0001 * (0xFFFF >> turn);
    shape >> turn & kept | shape << (16 - turn) & !kept
}

impl TrickBounds {
    /// `shape` has the lengths of the hands as they are given, four bits each, hand within suit.
    pub(super) fn of(hands: &[u64; 4], shape: u64, trump: usize, leader: usize) -> Self {
        TrickBounds {
            hands: std::array::from_fn(|n| hands[(leader + n) & 3]),
            all: hands[0] | hands[1] | hands[2] | hands[3],
            shape: from_seat(shape, leader),
            trump,
            seat: leader,
        }
    }

    /// Returns the bounds with another hand on lead.
    fn led_by(&self, seat: usize) -> Self {
        TrickBounds {
            seat: self.seat + seat,
            ..TrickBounds::of(&self.hands, self.shape, self.trump, seat)
        }
    }

    /// Returns the lengths of a suit in all hands.
    pub(super) fn lengths(&self, suit: usize) -> [i32; 4] {
        let suit = (self.shape >> (16 * suit)) as i32;
        [suit & 15, suit >> 4 & 15, suit >> 8 & 15, suit >> 12 & 15]
    }

    /// Returns the number of trumps of a hand and its partner.
    pub(super) fn trumps_of(&self, seat: usize) -> i32 {
        if self.trump == NOTRUMP {
            return 0;
        }
        let lengths = self.lengths(self.trump);
        lengths[seat] + lengths[(seat + 2) & 3]
    }

    /// Returns the win ranks if the side on lead is sure of the tricks needed.
    pub(super) fn on_lead(&self, needed: i32, lookup: &mut impl QuickTrickLookup) -> Option<u64> {
        if self.trump != NOTRUMP {
            let win_ranks = self.trump_tricks(needed);
            if win_ranks.is_some() {
                return win_ranks;
            }
        }
        let cashed = self.cashes(needed, lookup);
        if cashed.is_none() && needed == 1 {
            return ProtectedHonours::of(self, true).win_ranks();
        }
        cashed
    }

    /// Returns the win ranks if the side on lead can cash the tricks needed at once.
    fn cashes(&self, needed: i32, lookup: &mut impl QuickTrickLookup) -> Option<u64> {
        // All suits, including those without a trick to cash: to examine them is cheaper than a
        // mispredicted branch.
        let packed: [Packed; 4] = std::array::from_fn(|suit| self.quick_tricks(suit, lookup));
        if Packed::most(&packed) + i32::from(self.trump != NOTRUMP) < needed {
            return None;
        }
        let mut quick_tricks = packed.map(Packed::unpack);
        let ruffs = self.discount_ruffs(&mut quick_tricks);
        let left = needed
            - quick_tricks
                .iter()
                .map(|quick_tricks| quick_tricks.on_lead)
                .sum::<i32>();
        if left <= 0 {
            return Some(self.leader_cashes(&quick_tricks, needed).win_ranks);
        }
        let across = quick_tricks
            .iter()
            .map(|quick_tricks| quick_tricks.across.max(quick_tricks.overtaking));
        if across.sum::<i32>() + i32::from(self.trump != NOTRUMP) < left {
            return None;
        }
        self.partner_cashes(&quick_tricks, ruffs, left, needed)
    }

    /// Removes the tricks that the opponents can ruff; returns which opponents can ruff.
    fn discount_ruffs(&self, quick_tricks: &mut [QuickTricks; 4]) -> [bool; 2] {
        if self.trump == NOTRUMP {
            return [false; 2];
        }
        // Cashing trumps takes those of the opponents away, so they come first, and all of them.
        let drawn = quick_tricks[self.trump].on_lead;
        let lengths = self.lengths(self.trump);
        let ruffs = [lengths[1] > drawn, lengths[3] > drawn];
        if ruffs == [false; 2] {
            return ruffs;
        }
        for suit in (0..4).filter(|&suit| suit != self.trump) {
            let lengths = self.lengths(suit);
            let safe = |length: i32, ruffs: bool| if ruffs { length } else { 99 };
            let rounds = safe(lengths[1], ruffs[0]).min(safe(lengths[3], ruffs[1]));
            quick_tricks[suit] = quick_tricks[suit].within(rounds);
        }
        ruffs
    }

    /// Counts the tricks that the hand on lead cashes itself, until the number needed is reached.
    fn leader_cashes(&self, quick_tricks: &[QuickTricks; 4], needed: i32) -> Count {
        let mut count = Count {
            left: needed,
            win_ranks: 0,
        };
        let trumps = (0..4).filter(|&suit| suit == self.trump);
        for suit in trumps.chain((0..4).filter(|&suit| suit != self.trump)) {
            let found = self.suit(suit, quick_tricks[suit]);
            let win_ranks = found.ranks_for_needed(count.left);
            if found.quick_tricks.on_lead > 0
                && count.take(found.quick_tricks.on_lead, of_suit(win_ranks, suit))
            {
                break;
            }
        }
        count
    }

    /// Continues with the tricks that partner can cash, if there is an entry; `missing` tricks are
    /// needed beyond the leader's own.
    fn partner_cashes(
        &self,
        quick_tricks: &[QuickTricks; 4],
        ruffs: [bool; 2],
        missing: i32,
        needed: i32,
    ) -> Option<u64> {
        let by_ruff = self.trump != NOTRUMP && self.can_ruff(quick_tricks, ruffs);
        let mut missing = missing - i32::from(by_ruff);
        // The suit of the entry has to be counted: first.
        let entry = (0..4).find(|&suit| {
            quick_tricks[suit].across > 0 && self.lengths(suit)[0] > quick_tricks[suit].on_lead
        });
        let mut quick_tricks = *quick_tricks;
        let mut overtakes = 0;
        let entry = if let Some(entry) = entry.or(by_ruff.then_some(0)) {
            entry
        } else {
            let side =
                (0..4).filter(|&suit| suit != self.trump && quick_tricks[suit].overtaking > 0);
            let entry = side.max_by_key(|&suit| quick_tricks[suit].overtaking)?;
            overtakes = 1;
            missing += 1;
            entry
        };
        let across = |suit: usize| {
            if overtakes == 1 && suit == entry {
                quick_tricks[suit].overtaking
            } else {
                quick_tricks[suit].across
            }
        };
        if (0..4).map(across).sum::<i32>() < missing {
            return None;
        }
        let mut count = self.leader_cashes(&quick_tricks, needed);
        count.left += overtakes - i32::from(by_ruff);
        if overtakes == 1 {
            quick_tricks[entry].on_lead -= 1;
            quick_tricks[entry].across = quick_tricks[entry].overtaking;
        }
        for suit in std::iter::once(entry).chain((0..4).filter(|&suit| suit != entry)) {
            if count.left <= 0 {
                break;
            }
            let found = self.suit(suit, quick_tricks[suit]);
            let win_ranks = found.ranks_for_partner(found.quick_tricks.across.min(count.left));
            count.take(found.quick_tricks.across, of_suit(win_ranks, suit));
        }
        Some(count.win_ranks)
    }

    /// Returns whether partner can gain the lead by a ruff that no opponent can overruff or ruff,
    /// with a trump not counted yet.
    fn can_ruff(&self, quick_tricks: &[QuickTricks; 4], ruffs: [bool; 2]) -> bool {
        let trumps = self.lengths(self.trump)[2];
        let drawn = &quick_tricks[self.trump];
        if trumps <= drawn.on_lead + drawn.across {
            return false;
        }
        (0..4).filter(|&suit| suit != self.trump).any(|suit| {
            let [own, left, partner, right] = self.lengths(suit);
            let cashed = quick_tricks[suit].on_lead;
            let safe = |length: i32, ruffs: bool| length > cashed || !ruffs;
            partner == 0 && own > cashed && safe(left, ruffs[0]) && safe(right, ruffs[1])
        })
    }

    /// Returns the quick tricks of one suit, ruffs aside.
    fn quick_tricks(&self, suit: usize, lookup: &mut impl QuickTrickLookup) -> Packed {
        let count = || QuickTricks::of(self.hands.map(|hand| lane(hand, suit)), self.lengths(suit));
        lookup.quick_tricks(suit, lane(self.all, suit), self.seat, count)
    }

    /// Returns a suit with its quick tricks.
    fn suit(&self, suit: usize, quick_tricks: QuickTricks) -> Suit {
        let [own, _, partner, _] = self.hands.map(|hand| lane(hand, suit));
        let [length, left, partner_length, right] = self.lengths(suit);
        let longest = left.max(right);
        Suit {
            quick_tricks,
            own,
            partner,
            rounds_until_opponents_void: longest,
            rounds_until_others_void: longest.max(partner_length),
            rounds_until_partner_alone: longest.max(length),
        }
    }

    /// Returns the win ranks if one of two partners is sure of the tricks needed with trumps alone:
    /// every trump of a hand is played to another trick, and each higher trump of the opponents can
    /// beat only one of them.
    fn trump_tricks(&self, needed: i32) -> Option<u64> {
        let [own, left, partner, right] = self.hands.map(|hand| lane(hand, self.trump));
        let [length, of_left, partner_length, of_right] = self.lengths(self.trump);
        if length.max(partner_length) < needed {
            return None;
        }
        let theirs = (left | right, of_left + of_right);
        let win_ranks = trump_tricks_of_hand((own, length), theirs, needed)
            .or_else(|| trump_tricks_of_hand((partner, partner_length), theirs, needed))?;
        Some(of_suit(win_ranks, self.trump))
    }

    /// Returns the win ranks if the side not on lead is sure of the tricks needed; otherwise the
    /// leads after which it is.
    pub(super) fn not_on_lead(
        &self,
        needed: i32,
        lookup: &mut impl QuickTrickLookup,
    ) -> Result<u64, LosingLeads> {
        if self.trump != NOTRUMP {
            if let Some(win_ranks) = self.led_by(1).trump_tricks(needed) {
                return Ok(win_ranks);
            }
            let [_, left, _, right] = self.lengths(self.trump);
            if left.max(right) >= needed {
                let [own, lho, partner, rho] = self.hands.map(|hand| lane(hand, self.trump));
                let wins = above(lho | rho, own | partner);
                if wins.count_ones() as i32 >= needed {
                    return Ok(of_suit(highest(wins, needed), self.trump));
                }
            }
        }
        let lost = self.losing_leads(needed, lookup);
        if lost.cards == self.hands[0] {
            return Ok(lost.win_ranks);
        }
        let waiting = LaterTricks::of(self, needed).win_ranks();
        if waiting.is_none() && needed == 1 {
            return ProtectedHonours::of(self, false).win_ranks().ok_or(lost);
        }
        waiting.ok_or(lost)
    }

    /// Returns the leads of a suit of which an opponent has the best card, wins with it and cashes
    /// the tricks needed, this one included.
    fn losing_leads(&self, needed: i32, lookup: &mut impl QuickTrickLookup) -> LosingLeads {
        let [own, lho, partner, rho] = self.hands;
        let mut led = own;
        if self.trump != NOTRUMP && lane(partner, self.trump) != 0 {
            // Partner can ruff.
            led &= suits_with(partner);
        }
        let mut lost = LosingLeads::default();
        for (seat, hand, other) in [(1, lho, rho), (3, rho, lho)] {
            let best = winners(hand, own | partner | other);
            let led = led & suits_with(best);
            if led == 0 {
                continue;
            }
            if let Some(win_ranks) = self.led_by(seat).cashes(needed, lookup) {
                let suits = (0..4).filter(|&suit| lane(led, suit) != 0);
                let ranks = suits.map(|suit| of_suit(down_to(lane(best, suit)), suit));
                lost.cards |= led;
                lost.win_ranks |= ranks.fold(win_ranks, |all, ranks| all | ranks);
            }
        }
        lost
    }
}

/// Leads after which the other side takes the tricks it needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LosingLeads {
    pub(super) cards: u64,
    /// The win ranks of the proof.
    pub(super) win_ranks: u64,
}

/// Returns the win ranks if the needed number of a hand's trumps win against all trumps of the
/// opponents, each given with its number.
fn trump_tricks_of_hand(hand: (u32, i32), theirs: (u32, i32), needed: i32) -> Option<u32> {
    let ((hand, mut own), (theirs, mut others)) = (hand, theirs);
    let (mut beaters, mut wins, mut named) = (0, 0, 0);
    let mut rest = hand | theirs;
    while wins + own >= needed {
        // The bound holds even if all opposing trumps not examined were higher than those of the
        // hand.
        if wins + 0.max(own - beaters - others) >= needed {
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
            let bounds = TrickBounds::of(&[10, 11, 12, 13], shape, NOTRUMP, leader);
            for (n, length) in bounds.lengths(suit).into_iter().enumerate() {
                let seat = (leader + n) & 3;
                prop_assert_eq!(bounds.hands[n], 10 + seat as u64);
                prop_assert_eq!(length, (shape >> (16 * suit + 4 * seat)) as i32 & 15);
            }
        }
    }
}
