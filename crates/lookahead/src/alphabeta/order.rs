//! Move ordering.
//!
//! The table's best action, then the two killers of the ply, then the rest by the game's order hint
//! plus the history score. Where actions are pruned, the hints alone decide which.

use crate::Side;
use std::cmp::Reverse;

/// Maximum that the history adds to, or subtracts from,
/// [`Evaluate::order_hint`](super::Evaluate::order_hint).
pub const HISTORY_RANGE: i32 = 1 << 14;

const REMEMBERED: i64 = i64::MAX;
/// Above every sum of hint and history.
const KILLER: i64 = 1 << 40;

/// Number of actions selected one by one before the rest is sorted. Most cut-offs happen before
/// that, and sorting hundreds of actions would be wasted.
const PICKED: usize = 3;

/// An action of a node with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<A> {
    pub(super) action: A,
    /// Place in the game's list.
    pub(super) index: u32,
    pub(super) score: i64,
}

impl<A: Copy> Choice<A> {
    /// Creates a choice from an action, its index in the game's list and its order hint.
    pub(super) fn hinted(((index, &action), order_hint): ((u32, &A), i32)) -> Self {
        Choice {
            action,
            index,
            score: order_hint.into(),
        }
    }

    /// Returns a total order, so that sorting in any way gives the same result.
    fn rank(&self) -> (Reverse<i64>, u32) {
        (Reverse(self.score), self.index)
    }
}

/// Keeps only the best `width` (at least one) of the choices from `start` on, in any order.
pub(super) fn narrow<A: Copy>(choices: &mut Vec<Choice<A>>, start: usize, width: usize) {
    if choices.len() - start > width {
        choices[start..].select_nth_unstable_by_key(width - 1, Choice::rank);
        choices.truncate(start + width);
    }
}

/// Moves the best of the choices from `tried` on to that index and returns it. To be called with
/// `tried` = 0, 1, 2...
pub(super) fn select<A: Copy>(choices: &mut [Choice<A>], tried: usize) -> Choice<A> {
    if tried == PICKED {
        choices[tried..].sort_unstable_by_key(Choice::rank);
    } else if tried < PICKED {
        let best = (tried..choices.len()).min_by_key(|&i| choices[i].rank());
        choices.swap(tried, best.unwrap_or(tried));
    }
    choices[tried]
}

/// Killer moves: the two latest refutations at a ply, the latest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Killers<A>([Option<A>; 2]);

impl<A> Default for Killers<A> {
    fn default() -> Self {
        Killers([None, None])
    }
}

impl<A: Copy + PartialEq> Killers<A> {
    pub(super) fn add(&mut self, action: A) {
        if self.0[0] != Some(action) {
            self.0 = [Some(action), self.0[0]];
        }
    }

    fn score(&self, action: A) -> Option<i64> {
        let [latest, earlier] = self.0.map(|killer| killer == Some(action));
        match (latest, earlier) {
            (true, _) => Some(KILLER),
            (_, true) => Some(KILLER - 1),
            _ => None,
        }
    }

    /// Returns the score of an action: of the table move if `remembered`, of a killer, or
    /// `otherwise`.
    pub(super) fn rate(&self, action: A, remembered: bool, otherwise: impl Fn() -> i64) -> i64 {
        if remembered {
            return REMEMBERED;
        }
        self.score(action).unwrap_or_else(otherwise)
    }
}

/// History heuristic: how often the actions of a slot were refutations, for each side, with decay.
#[derive(Clone, Debug, Default)]
pub(super) struct History(Vec<[i32; 2]>);

impl History {
    /// Starts a search of a game with this number of slots. Scores are kept if the number is
    /// unchanged.
    pub(super) fn begin(&mut self, slots: usize) {
        if self.0.len() != slots {
            self.0 = vec![[0; 2]; slots];
        }
    }

    pub(super) fn is_absent(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn score(&self, side: Side, slot: usize) -> i32 {
        self.0.get(slot).map_or(0, |scores| scores[side as usize])
    }

    /// Rewards an action that refuted a position searched to `depth`.
    pub(super) fn reward(&mut self, side: Side, slot: usize, depth: u8) {
        self.pull(side, slot, depth, HISTORY_RANGE);
    }

    /// Penalises an action that was tried before the refutation.
    pub(super) fn blame(&mut self, side: Side, slot: usize, depth: u8) {
        self.pull(side, slot, depth, -HISTORY_RANGE);
    }

    /// Moves a score a part of the way towards `end`: it never gets past it, and old experience
    /// fades. Deep results cost more nodes to find, so they pull harder.
    fn pull(&mut self, side: Side, slot: usize, depth: u8, end: i32) {
        if let Some(scores) = self.0.get_mut(slot) {
            let score = &mut scores[side as usize];
            let weight = (i32::from(depth) * i32::from(depth)).min(1 << 10);
            *score += (end - *score) * weight / HISTORY_RANGE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn choices_come_best_first_and_equal_ones_in_the_games_order(
            scores in prop::collection::vec(-3i64..3, 0..20)
        ) {
            let mut choices: Vec<_> = (0u32..)
                .zip(&scores)
                .map(|(index, &score)| Choice { action: (), index, score })
                .collect();
            let mut expected = choices.clone();
            expected.sort_by_key(|choice| Reverse(choice.score));
            let selected: Vec<u32> =
                (0..choices.len()).map(|tried| select(&mut choices, tried).index).collect();
            prop_assert_eq!(selected, expected.iter().map(|c| c.index).collect::<Vec<_>>());
        }

        #[test]
        fn history_stays_in_range(pulls in prop::collection::vec((any::<u8>(), any::<bool>()), 0..200)) {
            let mut history = History::default();
            history.begin(1);
            for (depth, good) in pulls {
                if good {
                    history.reward(Side::Max, 0, depth);
                } else {
                    history.blame(Side::Max, 0, depth);
                }
                prop_assert!(history.score(Side::Max, 0).abs() <= HISTORY_RANGE);
                prop_assert_eq!(history.score(Side::Min, 0), 0);
            }
        }
    }

    #[test]
    fn the_table_goes_before_killers_and_killers_before_promises() {
        let mut killers = Killers::default();
        for action in ['a', 'b', 'b', 'c'] {
            killers.add(action);
        }
        let most = i64::from(i32::MAX) + i64::from(HISTORY_RANGE);
        let score = |action| killers.rate(action, action == 'z', || most);
        assert!(score('z') > score('c'));
        assert!(score('c') > score('b'));
        assert!(score('b') > score('a'));
        assert_eq!(score('a'), most);
    }

    #[test]
    fn a_refutation_counts_for_its_side_only_and_more_if_deep() {
        let mut history = History::default();
        history.begin(2);
        history.reward(Side::Max, 0, 2);
        history.reward(Side::Max, 1, 6);
        history.blame(Side::Min, 0, 2);
        assert!(history.score(Side::Max, 1) > history.score(Side::Max, 0));
        assert!(history.score(Side::Max, 0) > 0);
        assert!(history.score(Side::Min, 0) < 0);
        assert_eq!(history.score(Side::Min, 1), 0);
    }

    #[test]
    fn a_slot_out_of_range_is_ignored() {
        let mut history = History::default();
        history.begin(1);
        history.reward(Side::Max, 7, 3);
        assert_eq!(history.score(Side::Max, 7), 0);
    }
}
