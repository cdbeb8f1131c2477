//! Protected honours: a trick that a guarded honour is sure of.
//!
//! Two attackers want every trick. A defender whose honour is beaten by n cards of the attackers
//! lets them win n rounds of the suit and wins the next one, if the honour and a lower card for
//! each earlier round have been kept. In other suits the attackers win as many rounds as the longer
//! of them has cards, and one with each trump. If that is fewer than all tricks, and no defender
//! runs out of idle cards before (no squeeze), one of the defenders takes a trick.

use super::bounds::{TrickBounds, highest};
use super::deck::{above, all_of, down_to, lane, of_suit, over, top};

/// The test whether one of two partners is sure of a trick.
pub(super) struct ProtectedHonours<'a> {
    bounds: &'a TrickBounds,
    /// The seats of the partners, counted from the hand on lead.
    defenders: [usize; 2],
    /// The number of trumps of the attackers.
    ruffs: i32,
}

impl<'a> ProtectedHonours<'a> {
    /// Returns the test for the side on lead, or for its opponents.
    pub(super) fn of(bounds: &'a TrickBounds, on_lead: bool) -> Self {
        let defenders = if on_lead { [0, 2] } else { [1, 3] };
        ProtectedHonours {
            bounds,
            defenders,
            ruffs: bounds.trumps_of(defenders[0] + 1),
        }
    }

    /// Returns the win ranks if one of the partners is sure of a trick.
    pub(super) fn win_ranks(&self) -> Option<u64> {
        let left = self.bounds.hands[0].count_ones() as i32;
        // The busy cards of each defender, and the suits that the defender guards.
        let (mut busy, mut guarded, mut win_ranks) = ([0; 2], [0u64; 2], 0);
        for suit in (0..4).filter(|&suit| suit != self.bounds.trump) {
            let lengths = self.bounds.lengths(suit);
            let rounds = lengths[self.defenders[0] + 1].max(lengths[(self.defenders[1] + 1) & 3]);
            if rounds == 0 {
                continue;
            }
            let guard = |index: usize| {
                let defender = self.defenders[index];
                let guard = self.guard(defender, suit, lengths[defender])?;
                (guard.lost + 1 + self.ruffs <= rounds).then_some(guard)
            };
            let found = match (guard(0), guard(1)) {
                (Some(first), Some(second)) if second.lost < first.lost => Some((1, second)),
                (Some(first), _) => Some((0, first)),
                (None, second) => second.map(|second| (1, second)),
            };
            if let Some((index, Protection { lost, ranks })) = found {
                busy[index] += lost + 1 + self.ruffs;
                busy[1 - index] += lost;
                guarded[index] |= all_of(suit);
                win_ranks |= of_suit(ranks, suit);
            } else {
                busy[0] += rounds;
                busy[1] += rounds;
            }
        }
        let can = |index: usize| guarded[index] == 0 || busy[index] <= left;
        if guarded == [0; 2] || !can(0) || !can(1) {
            return None;
        }
        // A defender on lead needs a card outside the guarded suits.
        if self.defenders[0] == 0 && self.bounds.hands[0] & !guarded[0] == 0 {
            return None;
        }
        Some(win_ranks)
    }

    /// Returns the protection of a defender's best card in a suit, if it is guarded.
    fn guard(&self, defender: usize, suit: usize, length: i32) -> Option<Protection> {
        let hand = |n: usize| self.bounds.hands[(defender + n) & 3];
        let [held, next, before] = [0, 1, 3].map(|n| lane(hand(n), suit));
        if held == 0 {
            return None;
        }
        if hand(1) & all_of(self.bounds.trump) != 0 {
            // The best card may be ruffed by the next hand: one more winner is needed for each
            // ruff.
            let wins = above(held, next | before);
            return (wins.count_ones() as i32 > self.ruffs).then(|| Protection {
                lost: 0,
                ranks: highest(wins, self.ruffs + 1),
            });
        }
        let best = top(held);
        let higher = over(next, best);
        let lost = (higher | over(before, best)).count_ones() as i32;
        // A card in front of both a higher and a lower one can be finessed.
        let finesse = higher != 0 && higher != next;
        (length > lost + self.ruffs && !finesse).then(|| Protection {
            lost,
            ranks: down_to(best),
        })
    }
}

/// The protection of an honour.
struct Protection {
    /// Rounds that the attackers win before it.
    lost: i32,
    /// The win ranks.
    ranks: u32,
}
