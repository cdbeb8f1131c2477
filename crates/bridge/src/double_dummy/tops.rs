//! Tricks from the top of one suit.
//!
//! How many rounds of a suit two partners can cash depends on nothing but who has which of its
//! cards, and who begins. A search sees the same few cards of a suit again and again, whatever lies
//! in the other suits, so it [remembers](KnownTops) what was counted.

use super::deck::{bottom, top};

/// Rounds of a suit that the hand on lead and its partner can cash, if nobody ruffs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tops {
    /// Tricks the hand on lead can cash and stay on lead.
    pub(super) stay: i32,
    /// More tricks its partner can cash after that.
    pub(super) beyond: i32,
    /// Tricks of partner if he overtakes the last card of the hand on lead instead; 0 if he cannot.
    pub(super) overtaken: i32,
}

impl Tops {
    /// Counts in the lanes and the lengths of the hands, that on lead first.
    pub(super) fn of(hands: [u32; 4], lengths: [i32; 4]) -> Self {
        let [own, lho, partner, rho] = hands;
        let [length, left, partner_length, right] = lengths;
        let opponents = [(top(lho), left), (top(rho), right)];
        let mut stay = wins_from(0, own, &opponents);
        if partner == 0 {
            return Tops {
                stay,
                ..Tops::default()
            };
        }
        stay = rounds_on_lead(own, partner, stay);
        let beyond = |stay: i32| {
            // The leader is in the way with what is left, and might take the lead back.
            let rest = (1..=stay).fold(own, |rest, _| rest & rest.wrapping_sub(1));
            let [lho, rho] = opponents;
            let wins = wins_from(stay, partner, &[lho, rho, (top(rest), length)]);
            wins.min(partner_length - stay).max(0)
        };
        let overtaken = if length == stay && stay > 0 {
            beyond(stay - 1)
        } else {
            0
        };
        Tops {
            stay,
            beyond: beyond(stay),
            overtaken,
        }
    }

    /// The same if only so many rounds are safe from ruffs.
    pub(super) fn within(self, rounds: i32) -> Self {
        let stay = self.stay.min(rounds);
        Tops {
            stay,
            beyond: self.beyond.min(rounds - stay),
            overtaken: self.overtaken.min(rounds - self.stay + 1).max(0),
        }
    }

    fn pack(self) -> Packed {
        Packed(KNOWN | (self.stay | self.beyond << 4 | self.overtaken << 8) as u16)
    }
}

/// [`Tops`] in one word, four bits each; 0 if they were not counted yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u16);

/// Set in all that were counted.
const KNOWN: u16 = 1 << 15;

impl Packed {
    const UNKNOWN: Self = Packed(0);

    pub(super) fn tops(self) -> Tops {
        let part = |shift: u16| i32::from(self.0 >> shift & 15);
        Tops {
            stay: part(0),
            beyond: part(4),
            overtaken: part(8),
        }
    }

    /// The most tricks of several suits together, of the hand on lead and of its partner after
    /// that. Overtaking adds none: partner has at most one trick more then, and the hand on lead
    /// one less.
    pub(super) fn most(suits: &[Packed]) -> i32 {
        // A hand has at most thirteen cards, so the sums fit where the numbers were.
        let sum: u16 = suits.iter().map(|packed| packed.0 & 0xFF).sum();
        i32::from(sum & 15) + i32::from(sum >> 4)
    }
}

/// Somebody who may remember what was counted in a suit.
pub(super) trait Memory {
    /// The tops of a suit of which these cards are left in all, seen from this seat; counted if
    /// they are not known.
    fn tops(&mut self, suit: usize, left: u32, seat: usize, count: impl FnOnce() -> Tops)
    -> Packed;
}

/// Counts anew every time: for searches too short for anything else.
pub(super) struct Forgetful;

impl Memory for Forgetful {
    fn tops(&mut self, _: usize, _: u32, _: usize, count: impl FnOnce() -> Tops) -> Packed {
        count().pack()
    }
}

/// What was counted in one deal, by suit, cards left and seat.
#[derive(Clone)]
pub(super) struct KnownTops(Vec<[Packed; 4]>);

impl KnownTops {
    pub(super) fn none() -> Self {
        KnownTops(vec![[Packed::UNKNOWN; 4]; 4 << 13])
    }

    /// Forgets a suit with these cards left, because somebody else has them now.
    pub(super) fn forget(&mut self, suit: usize, left: u32) {
        self.0[suit << 13 | left as usize] = [Packed::UNKNOWN; 4];
    }
}

impl Memory for KnownTops {
    fn tops(
        &mut self,
        suit: usize,
        left: u32,
        seat: usize,
        count: impl FnOnce() -> Tops,
    ) -> Packed {
        let known = &mut self.0[suit << 13 | left as usize][seat & 3];
        if *known == Packed::UNKNOWN {
            *known = count().pack();
        }
        *known
    }
}

/// Rounds in a row that cards win from the top, beginning with this round, against the best card of
/// each of others and their numbers of cards: they follow with the lowest, but in the end with the
/// best.
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

/// Rounds the hand on lead can play from the top with partner always under it.
fn rounds_on_lead(own: u32, partner: u32, most: i32) -> i32 {
    let (mut own, mut partner) = (own, partner);
    for round in 0..most {
        if partner == 0 {
            return most;
        }
        let (mine, his) = (top(own), bottom(partner));
        if his < mine {
            return round;
        }
        own ^= mine;
        partner ^= his;
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

    fn tops(hands: [&str; 4]) -> Tops {
        Tops::of(hands.map(cards), hands.map(|hand| hand.len() as i32))
    }

    #[test]
    fn the_hand_on_lead_cashes_first_and_partner_what_is_beyond() {
        let tops = tops(["AQ2", "43", "K5", "76"]);
        // The king is in the way of the queen.
        assert_eq!((tops.stay, tops.beyond), (1, 1));
    }

    #[test]
    fn partner_may_overtake_the_last_card() {
        let tops = tops(["K", "32", "AQ", "54"]);
        assert_eq!((tops.stay, tops.beyond, tops.overtaken), (1, 1, 2));
    }

    #[test]
    fn ruffs_end_what_can_be_cashed() {
        let all = Tops {
            stay: 2,
            beyond: 3,
            overtaken: 4,
        };
        let within = |rounds: i32| {
            let Tops {
                stay,
                beyond,
                overtaken,
            } = all.within(rounds);
            [stay, beyond, overtaken]
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
        let packed = suits.map(|hands| tops(hands).pack());
        assert_eq!(Packed::most(&packed), 3 + (1 + 1));
        assert_eq!(packed.map(Packed::tops), suits.map(tops));
    }

    #[test]
    fn what_is_known_is_what_was_counted_until_it_is_forgotten() {
        let mut known = KnownTops::none();
        let counted = tops(["K", "32", "AQ", "54"]);
        assert_eq!(known.tops(2, 7, 3, || counted).tops(), counted);
        assert_eq!(known.tops(2, 7, 3, Tops::default).tops(), counted);
        assert_eq!(known.tops(2, 7, 1, Tops::default).tops(), Tops::default());
        known.forget(2, 7);
        assert_eq!(known.tops(2, 7, 3, Tops::default).tops(), Tops::default());
    }
}
