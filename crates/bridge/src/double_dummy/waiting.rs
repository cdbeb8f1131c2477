//! Tricks the side on lead cannot avoid losing.
//!
//! An opponent who has the best cards of some suits keeps them. The side on lead can only play its
//! trumps and the other suits, and when those are gone it has to lead one of his: then he takes his
//! tricks. It does not matter who wins the rounds before, nor which cards.

use super::deck::{all_of, lane, of_suit, winners};
use super::sure::{Sure, highest};

/// The question whether opponents of the hand on lead can wait for their tricks.
pub(super) struct Waiting<'a> {
    sure: &'a Sure,
    /// Tricks they want.
    enough: i32,
    /// Trumps of the side on lead: each takes a trick, perhaps by ruffing a winner.
    ruffs: i32,
}

impl<'a> Waiting<'a> {
    pub(super) fn of(sure: &'a Sure, enough: i32) -> Self {
        Waiting {
            sure,
            enough,
            ruffs: sure.trumps_of(0),
        }
    }

    /// The cards that matter if both opponents can, or one alone.
    pub(super) fn matters(&self) -> Option<u64> {
        let [own, lho, partner, rho] = self.sure.hands;
        let trumps = all_of(self.sure.trump);
        let left = (1, winners(lho, own | partner | rho) & !trumps);
        let right = (3, winners(rho, own | partner | lho) & !trumps);
        let has_enough = |tops: u64| tops.count_ones() as i32 >= self.enough + self.ruffs;
        match (has_enough(left.1), has_enough(right.1)) {
            (true, true) => self
                .by(&[left, right])
                .or_else(|| self.by(&[left]))
                .or_else(|| self.by(&[right])),
            (true, false) => self.by(&[left]),
            (false, true) => self.by(&[right]),
            (false, false) => None,
        }
    }

    /// The cards that matter if these opponents (seats counted from the leader, and their top
    /// cards) can: each keeps so many winners that he takes enough once one of his suits is led, by
    /// whomever, and the other suits last for too few tricks.
    fn by(&self, keepers: &[(usize, u64)]) -> Option<u64> {
        let left = self.sure.hands[0].count_ones() as i32;
        let (mut free, mut matters, mut most) = (0xFu32, 0, 1);
        for &(seat, tops) in keepers {
            let (mut winners, mut spread) = (self.enough + self.ruffs, 0);
            for suit in 0..4 {
                let tops = lane(tops, suit);
                let count = tops.count_ones() as i32;
                let lengths = self.sure.lengths(suit);
                let keep = self.winners_of(lengths);
                if count == 0 || count < keep {
                    continue;
                }
                free &= !(1 << suit);
                // What they do not have they cannot lead.
                if lengths[0].max(lengths[2]) != 0 {
                    spread += keep;
                }
                // Rank matters as long as anybody else has the suit.
                let others = lengths[0].max(lengths[2]).max(lengths[(seat + 2) & 3]);
                let used = keep.max(winners.min(count));
                matters |= of_suit(highest(tops, used.min(others)), suit);
                winners -= count;
            }
            if winners > 0 {
                return None;
            }
            most = most.max(spread);
        }
        (self.tricks(free) + self.enough - 1 + most <= left).then_some(matters)
    }

    /// The winners an opponent needs in a suit so that it is won only by ruffs.
    fn winners_of(&self, lengths: [i32; 4]) -> i32 {
        if self.ruffs == 0 {
            return 1;
        }
        lengths[0].max(lengths[2]).min(self.enough + self.ruffs)
    }

    /// The most tricks the side on lead takes if it wins every round of the free suits, and one
    /// with each trump.
    fn tricks(&self, free: u32) -> i32 {
        let rounds = |suit: usize| {
            let [own, _, partner, _] = self.sure.lengths(suit);
            own.max(partner)
        };
        let free = (0..4).filter(|&suit| suit != self.sure.trump && free >> suit & 1 == 1);
        self.ruffs + free.map(rounds).sum::<i32>()
    }
}
