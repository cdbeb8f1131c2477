//! Quick tricks of one suit: rounds that the side on lead can cash from the top.
//!
//! The number depends only on the holdings of the suit and on the leader. A search meets the same
//! holdings of a suit again and again, whatever the other suits are, so counts are kept in a
//! [cache](QuickTrickCache).

use super::deck::{bottom, top};

/// Rounds of a suit that the hand on lead and its partner can cash, ruffs aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QuickTricks {
    /// Tricks that the hand on lead can cash while it stays on lead.
    pub(super) on_lead: i32,
    /// Further tricks that its partner can cash after that.
    pub(super) across: i32,
    /// Tricks of partner after overtaking the last card of the hand on lead instead; 0 if that is
    /// impossible.
    pub(super) overtaking: i32,
}

impl QuickTricks {
    /// Counts the quick tricks from the lanes and lengths of the hands, that on lead first.
    pub(super) fn of(hands: [u32; 4], lengths: [i32; 4]) -> Self {
        let [own, lho, partner, rho] = hands;
        let [length, left, partner_length, right] = lengths;
        let opponents = [(top(lho), left), (top(rho), right)];
        let mut on_lead = wins_from(0, own, &opponents);
        if partner == 0 {
            return QuickTricks {
                on_lead,
                ..QuickTricks::default()
            };
        }
        on_lead = rounds_on_lead(own, partner, on_lead);
        let across = |on_lead: i32| {
            // The cards left to the leader may block the suit by winning a round.
            let rest = (1..=on_lead).fold(own, |rest, _| rest & rest.wrapping_sub(1));
            let [lho, rho] = opponents;
            let wins = wins_from(on_lead, partner, &[lho, rho, (top(rest), length)]);
            wins.min(partner_length - on_lead).max(0)
        };
        let overtaking = if length == on_lead && on_lead > 0 {
            across(on_lead - 1)
        } else {
            0
        };
        QuickTricks {
            on_lead,
            across: across(on_lead),
            overtaking,
        }
    }

    /// Limits the count to the rounds that are safe from ruffs.
    pub(super) fn within(self, rounds: i32) -> Self {
        let on_lead = self.on_lead.min(rounds);
        QuickTricks {
            on_lead,
            across: self.across.min(rounds - on_lead),
            overtaking: self.overtaking.min(rounds - self.on_lead + 1).max(0),
        }
    }

    fn pack(self) -> Packed {
        Packed(KNOWN | (self.on_lead | self.across << 4 | self.overtaking << 8) as u16)
    }
}

/// [`QuickTricks`] in one word, four bits each; 0 if they were not counted yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u16);

/// The bit set in all counted values.
const KNOWN: u16 = 1 << 15;

impl Packed {
    const UNKNOWN: Self = Packed(0);

    pub(super) fn unpack(self) -> QuickTricks {
        let part = |shift: u16| i32::from(self.0 >> shift & 15);
        QuickTricks {
            on_lead: part(0),
            across: part(4),
            overtaking: part(8),
        }
    }

    /// Returns an upper bound of the quick tricks of several suits together, those of the hand on
    /// lead and of its partner after that. Overtaking adds none: partner then has at most one trick
    /// more, and the hand on lead one less.
    pub(super) fn most(suits: &[Packed]) -> i32 {
        // A hand has at most thirteen cards, so the sums fit into the fields.
        let sum: u16 = suits.iter().map(|packed| packed.0 & 0xFF).sum();
        i32::from(sum & 15) + i32::from(sum >> 4)
    }
}

/// A lookup of quick tricks, cached or not.
pub(super) trait QuickTrickLookup {
    /// Returns the quick tricks of a suit with these cards left in all hands, from this seat;
    /// counts them if they are not cached.
    fn quick_tricks(
        &mut self,
        suit: usize,
        left: u32,
        seat: usize,
        count: impl FnOnce() -> QuickTricks,
    ) -> Packed;
}

/// A lookup without a cache, for searches too short for one.
pub(super) struct Uncached;

impl QuickTrickLookup for Uncached {
    fn quick_tricks(
        &mut self,
        _: usize,
        _: u32,
        _: usize,
        count: impl FnOnce() -> QuickTricks,
    ) -> Packed {
        count().pack()
    }
}

/// The cached quick tricks of one deal, by suit, cards left and seat.
#[derive(Clone)]
pub(super) struct QuickTrickCache(Vec<[Packed; 4]>);

impl QuickTrickCache {
    pub(super) fn empty() -> Self {
        QuickTrickCache(vec![[Packed::UNKNOWN; 4]; 4 << 13])
    }

    /// Invalidates the entries of a suit with these cards left, whose owners have changed.
    pub(super) fn forget(&mut self, suit: usize, left: u32) {
        self.0[suit << 13 | left as usize] = [Packed::UNKNOWN; 4];
    }
}

impl QuickTrickLookup for QuickTrickCache {
    fn quick_tricks(
        &mut self,
        suit: usize,
        left: u32,
        seat: usize,
        count: impl FnOnce() -> QuickTricks,
    ) -> Packed {
        let known = &mut self.0[suit << 13 | left as usize][seat & 3];
        if *known == Packed::UNKNOWN {
            *known = count().pack();
        }
        *known
    }
}

/// Returns the consecutive rounds that cards win from the top, beginning with this round, against
/// the best cards and lengths of other hands, which follow with their best card last.
fn wins_from(round: i32, cards: u32, others: &[(u32, i32)]) -> i32 {
    let (mut rest, mut wins) = (cards, 0);
    while rest != 0 {
        let card = top(rest);
        let loses = |&(best, length): &(u32, i32)| length > round + wins && best < card;
        if others.iter().any(loses) {
            break;
        }
        rest ^= card;
        wins += 1;
    }
    wins
}

/// Returns the rounds that the hand on lead wins from the top with partner always playing a lower
/// card.
fn rounds_on_lead(own: u32, partner: u32, most: i32) -> i32 {
    let (mut own, mut partner) = (own, partner);
    for round in 0..most {
        if partner == 0 {
            return most;
        }
        let (mine, partners) = (top(own), bottom(partner));
        if partners < mine {
            return round;
        }
        own ^= mine;
        partner ^= partners;
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks as a lane.
    fn cards(text: &str) -> u32 {
        let place = |c| "AKQJT98765432".find(c).unwrap();
        text.chars().map(|c| 1 << place(c)).sum()
    }

    fn quick_tricks(hands: [&str; 4]) -> QuickTricks {
        QuickTricks::of(hands.map(cards), hands.map(|hand| hand.len() as i32))
    }

    #[test]
    fn the_hand_on_lead_cashes_first_and_partner_what_is_beyond() {
        let quick_tricks = quick_tricks(["AQ2", "43", "K5", "76"]);
        // The king is in the way of the queen.
        assert_eq!((quick_tricks.on_lead, quick_tricks.across), (1, 1));
    }

    #[test]
    fn partner_may_overtake_the_last_card() {
        let quick_tricks = quick_tricks(["K", "32", "AQ", "54"]);
        assert_eq!(
            (
                quick_tricks.on_lead,
                quick_tricks.across,
                quick_tricks.overtaking
            ),
            (1, 1, 2)
        );
    }

    #[test]
    fn ruffs_end_what_can_be_cashed() {
        let all = QuickTricks {
            on_lead: 2,
            across: 3,
            overtaking: 4,
        };
        let within = |rounds: i32| {
            let QuickTricks {
                on_lead,
                across,
                overtaking,
            } = all.within(rounds);
            [on_lead, across, overtaking]
        };
        assert_eq!(within(99), [2, 3, 4]);
        assert_eq!(within(4), [2, 2, 3]);
        assert_eq!(within(2), [2, 0, 1]);
        assert_eq!(within(1), [1, 0, 0]);
        assert_eq!(within(0), [0, 0, 0]);
    }

    #[test]
    fn the_most_of_several_suits_is_the_sum_of_both_hands() {
        let suits = [
            ["AKQ", "", "", ""],
            ["A", "32", "KQ", "54"],
            ["2", "A", "K3", "4"],
        ];
        let packed = suits.map(|hands| quick_tricks(hands).pack());
        assert_eq!(Packed::most(&packed), 3 + (1 + 1));
        assert_eq!(packed.map(Packed::unpack), suits.map(quick_tricks));
    }

    #[test]
    fn what_is_known_is_what_was_counted_until_it_is_forgotten() {
        let mut known = QuickTrickCache::empty();
        let counted = quick_tricks(["K", "32", "AQ", "54"]);
        assert_eq!(known.quick_tricks(2, 7, 3, || counted).unpack(), counted);
        assert_eq!(
            known.quick_tricks(2, 7, 3, QuickTricks::default).unpack(),
            counted
        );
        assert_eq!(
            known.quick_tricks(2, 7, 1, QuickTricks::default).unpack(),
            QuickTricks::default()
        );
        known.forget(2, 7);
        assert_eq!(
            known.quick_tricks(2, 7, 3, QuickTricks::default).unpack(),
            QuickTricks::default()
        );
    }
}
