//! Evaluations of the shared test games, for the tests and, included by path, the benchmarks.

use crate::test_games::{Heap, HeapPosition, Noughts, NoughtsPosition};
use lookahead::alphabeta::Evaluate;
use lookahead::{Game, Side};

/// 1 if Max has won, -1 if Min has, else 0.
impl Evaluate for Heap {
    fn value(&self, position: &HeapPosition) -> i32 {
        match position.turn {
            _ if position.left > 0 => 0,
            Side::Max => -1,
            Side::Min => 1,
        }
    }

    /// Plain numbers in a row, as a lazy game would do it.
    fn key(&self, position: &HeapPosition) -> u64 {
        u64::from(position.left) * 2 + u64::from(self.turn(position) == Side::Min)
    }
}

/// 1 if Max has won, -1 if Min has, else 0.
impl Evaluate for Noughts {
    fn value(&self, position: &NoughtsPosition) -> i32 {
        match position.winner() {
            Some(Side::Max) => 1,
            Some(Side::Min) => -1,
            None => 0,
        }
    }

    fn key(&self, position: &NoughtsPosition) -> u64 {
        u64::from(position.taken[0]) << 9 | u64::from(position.taken[1])
    }

    fn slot(&self, square: u8) -> usize {
        square.into()
    }

    fn slots(&self) -> usize {
        9
    }

    /// The middle lies on most lines, then the corners.
    fn order_hint(&self, _: &NoughtsPosition, square: u8) -> i32 {
        match square {
            4 => 2,
            0 | 2 | 6 | 8 => 1,
            _ => 0,
        }
    }
}
