//! A trick that somebody gets because he keeps what guards it.
//!
//! Two attackers want every trick. A keeper among their opponents who has a card that only so many of theirs beat lets them win so many rounds of the suit, and wins the
//! next one, if he has kept the card and a lower one for each round before. Elsewhere they win as many rounds as the longer of them has cards, and one with each trump. If that
//! is less than all, and no keeper runs out of cards to part with before, one of them gets a trick: nobody is squeezed.

use super::deck::{NOTRUMP, above, down_to, lane, of_suit, over, top};
use super::sure::Sure;

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
        let ruffs = if sure.trump == NOTRUMP {
            0
        } else {
            let trumps = sure.lengths(sure.trump);
            trumps[keepers[0] + 1] + trumps[(keepers[1] + 1) & 3]
        };
        Guards {
            sure,
            keepers,
            ruffs,
        }
    }

    /// The cards that matter if one of the partners gets a trick, whatever the attackers do.
    pub(super) fn matters(&self) -> Option<u64> {
        let left = self.sure.hands[0].count_ones() as i32;
        // What each keeper has to have cards for, and which suits he guards.
        let (mut busy, mut guarded, mut matters) = ([0; 2], [0u64; 2], 0);
        for suit in (0..4).filter(|&suit| suit != self.sure.trump) {
            let lengths = self.sure.lengths(suit);
            let attackers = [self.keepers[0] + 1, (self.keepers[1] + 1) & 3];
            let rounds = lengths[attackers[0]].max(lengths[attackers[1]]);
            if rounds == 0 {
                continue;
            }
            let guard = |index: usize| {
                let keeper = self.keepers[index];
                let lost = self.lost_rounds(keeper, suit, lengths[keeper])?;
                let cost = lost + 1 + self.ruffs;
                (cost <= rounds).then_some((lost, cost))
            };
            let found = match (guard(0), guard(1)) {
                (Some(first), Some(second)) if second.0 < first.0 => Some((1, second)),
                (Some(first), _) => Some((0, first)),
                (None, second) => second.map(|second| (1, second)),
            };
            if let Some((index, (lost, cost))) = found {
                busy[index] += cost;
                busy[1 - index] += lost;
                let cards = lane(self.sure.hands[self.keepers[index]], suit);
                guarded[index] |= of_suit(0xFFFF, suit);
                matters |= of_suit(down_to(top(cards)), suit);
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

    /// Rounds of a suit that the attackers win if a keeper guards it; nothing if he does not.
    fn lost_rounds(&self, keeper: usize, suit: usize, length: i32) -> Option<i32> {
        let hand = |n: usize| lane(self.sure.hands[(keeper + n) & 3], suit);
        let (held, next, before) = (hand(0), hand(1), hand(3));
        if held == 0 {
            return None;
        }
        if self.ruffs > 0 && lane(self.sure.hands[(keeper + 1) & 3], self.sure.trump) != 0 {
            // His best card may be ruffed behind him: he needs one for each ruff.
            let wins = above(held, next | before).count_ones() as i32;
            return (wins > self.ruffs).then_some(0);
        }
        let best = top(held);
        let higher = over(next, best);
        let lost = (higher | over(before, best)).count_ones() as i32;
        // Who sits before both a higher and a lower card does not know which one he will have to beat.
        let finesse = higher != 0 && higher != next;
        (length > lost + self.ruffs && !finesse).then_some(lost)
    }
}
