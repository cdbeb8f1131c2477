//! Later tricks: tricks that the side on lead cannot avoid losing.
//!
//! A defender who has the best cards of some suits keeps them. The side on lead can only play its
//! trumps and the other suits, and when those are exhausted it has to lead one of the defender's
//! suits: then the defender's winners take their tricks. The winners of the earlier rounds and the
//! other cards do not matter.

use super::bounds::{TrickBounds, highest};
use super::deck::{all_of, lane, of_suit, winners};

/// The test whether the opponents of the hand on lead can wait for their tricks.
pub(super) struct LaterTricks<'a> {
    bounds: &'a TrickBounds,
    /// The tricks the opponents need.
    needed: i32,
    /// Trumps of the side on lead: each takes a trick, possibly by ruffing a winner.
    ruffs: i32,
}

impl<'a> LaterTricks<'a> {
    pub(super) fn of(bounds: &'a TrickBounds, needed: i32) -> Self {
        LaterTricks {
            bounds,
            needed,
            ruffs: bounds.trumps_of(0),
        }
    }

    /// Returns the win ranks if both opponents can wait, or one of them alone.
    pub(super) fn win_ranks(&self) -> Option<u64> {
        let [own, lho, partner, rho] = self.bounds.hands;
        let trumps = all_of(self.bounds.trump);
        let left = (1, winners(lho, own | partner | rho) & !trumps);
        let right = (3, winners(rho, own | partner | lho) & !trumps);
        let has_enough = |tops: u64| tops.count_ones() as i32 >= self.needed + self.ruffs;
        match (has_enough(left.1), has_enough(right.1)) {
            (true, true) => self
                .win_ranks_by(&[left, right])
                .or_else(|| self.win_ranks_by(&[left]))
                .or_else(|| self.win_ranks_by(&[right])),
            (true, false) => self.win_ranks_by(&[left]),
            (false, true) => self.win_ranks_by(&[right]),
            (false, false) => None,
        }
    }

    /// Returns the win ranks if these opponents (seats counted from the leader, and their top
    /// cards) can wait: each keeps enough winners to take the tricks needed once one of these suits
    /// is led by any hand, and the other suits last for too few tricks.
    fn win_ranks_by(&self, keepers: &[(usize, u64)]) -> Option<u64> {
        let left = self.bounds.hands[0].count_ones() as i32;
        let (mut free, mut win_ranks, mut most) = (0xFu32, 0, 1);
        for &(seat, tops) in keepers {
            let (mut winners, mut spread) = (self.needed + self.ruffs, 0);
            for suit in 0..4 {
                let tops = lane(tops, suit);
                let count = tops.count_ones() as i32;
                let lengths = self.bounds.lengths(suit);
                let keep = self.winners_of(lengths);
                if count == 0 || count < keep {
                    continue;
                }
                free &= !(1 << suit);
                // A suit of which the side on lead is void cannot be led.
                if lengths[0].max(lengths[2]) != 0 {
                    spread += keep;
                }
                // Rank counts as long as another hand has the suit.
                let others = lengths[0].max(lengths[2]).max(lengths[(seat + 2) & 3]);
                let used = keep.max(winners.min(count));
                win_ranks |= of_suit(highest(tops, used.min(others)), suit);
                winners -= count;
            }
            if winners > 0 {
                return None;
            }
            most = most.max(spread);
        }
        (self.tricks(free) + self.needed - 1 + most <= left).then_some(win_ranks)
    }

    /// Returns the winners that an opponent needs in a suit so that the side on lead wins it only
    /// by ruffs.
    fn winners_of(&self, lengths: [i32; 4]) -> i32 {
        if self.ruffs == 0 {
            return 1;
        }
        lengths[0].max(lengths[2]).min(self.needed + self.ruffs)
    }

    /// Returns an upper bound of the tricks of the side on lead: every round of the free suits, and
    /// one with each trump.
    fn tricks(&self, free: u32) -> i32 {
        let rounds = |suit: usize| {
            let [own, _, partner, _] = self.bounds.lengths(suit);
            own.max(partner)
        };
        let free = (0..4).filter(|&suit| suit != self.bounds.trump && free >> suit & 1 == 1);
        self.ruffs + free.map(rounds).sum::<i32>()
    }
}
