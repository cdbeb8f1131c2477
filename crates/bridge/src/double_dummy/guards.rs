//! A trick that somebody gets because he keeps what guards it.
//!
//! Two attackers want every trick. A keeper among their opponents who has a card that only so many
//! of theirs beat lets them win so many rounds of the suit, and wins the next one, if he has kept
//! the card and a lower one for each round before. Elsewhere they win as many rounds as the longer
//! of them has cards, and one with each trump. If that is less than all, and no keeper runs out of
//! cards to part with before, one of them gets a trick: nobody is squeezed.

use super::deck::{above, all_of, down_to, lane, of_suit, over, top};
use super::sure::{Sure, highest};

/// The question whether one of two partners gets a trick at all.
pub(super) struct Guards<'a> {
    sure: &'a Sure,
    /// The partners, counted from the hand on lead.
    keepers: [usize; 2],
    /// Trumps of the attackers.
    ruffs: i32,
}

impl<'a> Guards<'a> {
    /// Those of the hand on lead and its partner, or those of its opponents.
    pub(super) fn of(sure: &'a Sure, on_lead: bool) -> Self {
        let keepers = if on_lead { [0, 2] } else { [1, 3] };
        Guards {
            sure,
            keepers,
            ruffs: sure.trumps_of(keepers[0] + 1),
        }
    }

    /// The cards that matter if one of the partners gets a trick, whatever the attackers do.
    pub(super) fn matters(&self) -> Option<u64> {
        let left = self.sure.hands[0].count_ones() as i32;
        // What each keeper has to have cards for, and which suits he guards.
        let (mut busy, mut guarded, mut matters) = ([0; 2], [0u64; 2], 0);
        for suit in (0..4).filter(|&suit| suit != self.sure.trump) {
            let lengths = self.sure.lengths(suit);
            let rounds = lengths[self.keepers[0] + 1].max(lengths[(self.keepers[1] + 1) & 3]);
            if rounds == 0 {
                continue;
            }
            let guard = |index: usize| {
                let keeper = self.keepers[index];
                let guard = self.guard(keeper, suit, lengths[keeper])?;
                (guard.lost + 1 + self.ruffs <= rounds).then_some(guard)
            };
            let found = match (guard(0), guard(1)) {
                (Some(first), Some(second)) if second.lost < first.lost => Some((1, second)),
                (Some(first), _) => Some((0, first)),
                (None, second) => second.map(|second| (1, second)),
            };
            if let Some((index, Guard { lost, ranks })) = found {
                busy[index] += lost + 1 + self.ruffs;
                busy[1 - index] += lost;
                guarded[index] |= all_of(suit);
                matters |= of_suit(ranks, suit);
            } else {
                busy[0] += rounds;
                busy[1] += rounds;
            }
        }
        let can = |index: usize| guarded[index] == 0 || busy[index] <= left;
        if guarded == [0; 2] || !can(0) || !can(1) {
            return None;
        }
        // Who has to lead himself cannot begin with what he guards.
        if self.keepers[0] == 0 && self.sure.hands[0] & !guarded[0] == 0 {
            return None;
        }
        Some(matters)
    }

    /// How a keeper guards a suit, if he does.
    fn guard(&self, keeper: usize, suit: usize, length: i32) -> Option<Guard> {
        let hand = |n: usize| self.sure.hands[(keeper + n) & 3];
        let [held, next, before] = [0, 1, 3].map(|n| lane(hand(n), suit));
        if held == 0 {
            return None;
        }
        if hand(1) & all_of(self.sure.trump) != 0 {
            // His best card may be ruffed behind him: he needs one for each ruff.
            let wins = above(held, next | before);
            return (wins.count_ones() as i32 > self.ruffs).then(|| Guard {
                lost: 0,
                ranks: highest(wins, self.ruffs + 1),
            });
        }
        let best = top(held);
        let higher = over(next, best);
        let lost = (higher | over(before, best)).count_ones() as i32;
        // Who sits before both a higher and a lower card does not know which one he will have to
        // beat.
        let finesse = higher != 0 && higher != next;
        (length > lost + self.ruffs && !finesse).then(|| Guard {
            lost,
            ranks: down_to(best),
        })
    }
}

/// A suit that a keeper guards.
struct Guard {
    /// Rounds that the attackers win before.
    lost: i32,
    /// The ranks that matter.
    ranks: u32,
}
