//! The minimal game interface of a search without chance.
//!
//! [`Game`] is implemented by a value that stands *beside* the position: the rules with their
//! conditions, perhaps an evaluation with its weights. The position stays plain data that any
//! number of searches may clone, and two players with different evaluations are two values of a
//! type, not two kinds of position.
//!
//! Values throughout the crate are seen from [`Side::Max`]. The side to move is queried, never
//! assumed to alternate: a side may move twice in a row, pass, or play several hands.

use serde::{Deserialize, Serialize};

/// One of the two sides of a zero-sum game. Partners share a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Wants the value to be large.
    Max,
    /// Wants the value to be small.
    Min,
}

impl Side {
    /// Returns the opposing side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

    /// Returns `+1` for [`Side::Max`], `-1` for [`Side::Min`]: the factor that converts between a
    /// value seen from Max and one seen from this side.
    pub fn sign(self) -> f64 {
        match self {
            Side::Max => 1.0,
            Side::Min => -1.0,
        }
    }

    /// Returns the value from this side's view: larger is better, and NaN is worst.
    pub(crate) fn merit(self, value: f64) -> f64 {
        if value.is_nan() {
            f64::NEG_INFINITY
        } else {
            self.sign() * value
        }
    }
}

/// A game of two sides without chance, as a search sees it.
///
/// ```
/// use lookahead::{Game, Side};
///
/// /// Take one or two from a heap; `true` while Max is to move.
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u32, bool);
///     type Action = u32;
///     fn turn(&self, &(_, max): &(u32, bool)) -> Side {
///         if max { Side::Max } else { Side::Min }
///     }
///     fn actions(&self, &(left, _): &(u32, bool), into: &mut Vec<u32>) {
///         into.extend(1..=left.min(2));
///     }
///     fn play(&self, (left, max): &mut (u32, bool), take: u32) {
///         *left -= take;
///         *max = !*max;
///     }
/// }
///
/// let mut actions = Vec::new();
/// Heap.actions(&(5, true), &mut actions);
/// assert_eq!(actions, [1, 2]);
/// ```
pub trait Game {
    /// Everything that changes during play. Searches copy positions with
    /// [`Clone::clone_from`] into buffers they keep, so a position that owns memory should
    /// implement it without allocating.
    type Position: Clone;
    /// A move of the side to move.
    type Action: Copy + PartialEq;

    /// Returns the side to move.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Appends the legal actions to `into`, always in the same order for the same position.
    /// Appending none means that the game is over.
    fn actions(&self, position: &Self::Position, into: &mut Vec<Self::Action>);

    /// Applies a legal `action` to `position`.
    fn play(&self, position: &mut Self::Position, action: Self::Action);

    /// Returns the position after `action`, leaving `position` unchanged.
    fn after(&self, position: &Self::Position, action: Self::Action) -> Self::Position {
        let mut next = position.clone();
        self.play(&mut next, action);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_liked_least_by_both_sides() {
        for side in [Side::Max, Side::Min] {
            let values = [f64::NAN, -side.sign(), 0.0, side.sign()];
            assert!(values.map(|value| side.merit(value)).is_sorted());
        }
    }
}
