//! Small solved games that the tests and benchmarks of every search share, besides random trees.
//!
//! Not part of the library: compiled for tests, and included by path in the benchmarks.
#![allow(dead_code, reason = "each test uses some of the test games")]

use lookahead::playout::{ActionEvaluation, TerminalResult};
pub(crate) use lookahead::random_tree::{Node as BushyPosition, RandomTree as Bushy};
use lookahead::{Game, Side};

/// Take one to three from a heap; taking the last one wins. Solved: the side to move loses exactly
/// when the heap is a multiple of four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heap;

/// A heap and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HeapPosition {
    pub(crate) left: u32,
    pub(crate) turn: Side,
}

impl HeapPosition {
    pub(crate) fn new(left: u32) -> Self {
        HeapPosition {
            left,
            turn: Side::Max,
        }
    }
}

impl Heap {
    /// Returns Max's share once the heap is empty: the side that moved last has won.
    pub(crate) fn result(position: &HeapPosition) -> f64 {
        if position.turn == Side::Min { 1.0 } else { 0.0 }
    }
}

impl Game for Heap {
    type Position = HeapPosition;
    type Action = u32;

    fn turn(&self, position: &HeapPosition) -> Side {
        position.turn
    }

    fn actions(&self, position: &HeapPosition, into: &mut Vec<u32>) {
        into.extend(1..=position.left.min(3));
    }

    fn play(&self, position: &mut HeapPosition, take: u32) {
        position.left -= take;
        position.turn = position.turn.other();
    }
}

impl TerminalResult for Heap {
    fn result(&self, position: &HeapPosition) -> f64 {
        Heap::result(position)
    }
}

impl ActionEvaluation for Heap {
    /// Perfect: 1 for leaving a multiple of four.
    fn action_value(&self, position: &HeapPosition, take: u32) -> f64 {
        f64::from((position.left - take).is_multiple_of(4))
    }
}

/// The heap with additional data of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapWith<T>(pub(crate) T);

impl<T> Game for HeapWith<T> {
    type Position = HeapPosition;
    type Action = u32;

    fn turn(&self, position: &HeapPosition) -> Side {
        Heap.turn(position)
    }

    fn actions(&self, position: &HeapPosition, into: &mut Vec<u32>) {
        Heap.actions(position, into);
    }

    fn play(&self, position: &mut HeapPosition, take: u32) {
        Heap.play(position, take);
    }
}

impl<T> TerminalResult for HeapWith<T> {
    fn result(&self, position: &HeapPosition) -> f64 {
        Heap::result(position)
    }
}

/// Three in a row on nine squares. Solved: a draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noughts;

/// Squares taken by each side, as bits 0 to 8. Max moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NoughtsPosition {
    pub(crate) taken: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl NoughtsPosition {
    /// Returns the side that has three in a row, if any.
    pub(crate) fn winner(&self) -> Option<Side> {
        let has = |taken: u16| LINES.iter().any(|&line| line & !taken == 0);
        if has(self.taken[0]) {
            Some(Side::Max)
        } else if has(self.taken[1]) {
            Some(Side::Min)
        } else {
            None
        }
    }

    /// Max's share of a finished game.
    pub(crate) fn result(&self) -> f64 {
        match self.winner() {
            Some(Side::Max) => 1.0,
            Some(Side::Min) => 0.0,
            None => 0.5,
        }
    }
}

impl Game for Noughts {
    type Position = NoughtsPosition;
    type Action = u8;

    fn turn(&self, position: &NoughtsPosition) -> Side {
        let [a, b] = position.taken.map(u16::count_ones);
        if a == b { Side::Max } else { Side::Min }
    }

    fn actions(&self, position: &NoughtsPosition, into: &mut Vec<u8>) {
        if position.winner().is_none() {
            let taken = position.taken[0] | position.taken[1];
            into.extend((0..9).filter(|square| taken >> square & 1 == 0));
        }
    }

    fn play(&self, position: &mut NoughtsPosition, square: u8) {
        let side = usize::from(self.turn(position) == Side::Min);
        position.taken[side] |= 1 << square;
    }
}

impl TerminalResult for Noughts {
    fn result(&self, position: &NoughtsPosition) -> f64 {
        position.result()
    }
}

impl ActionEvaluation for Noughts {
    /// Completing a line, then blocking one, then the number of lines through the square that the
    /// opponent has not touched.
    fn action_value(&self, position: &NoughtsPosition, square: u8) -> f64 {
        let side = usize::from(self.turn(position) == Side::Min);
        let (own, other) = (position.taken[side], position.taken[1 - side]);
        let through = LINES.iter().filter(|&line| line >> square & 1 == 1);
        let worth = |&line: &u16| match (own & line, other & line) {
            (own, 0) if own.count_ones() == 2 => 100.0,
            (0, other) if other.count_ones() == 2 => 10.0,
            (_, 0) => 1.0,
            _ => 0.0,
        };
        through.map(worth).sum()
    }
}

/// Plain minimax to the end of the game, seen from Max: the slow reference of every search.
pub(crate) fn minimax<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    value: &impl Fn(&G::Position) -> f64,
) -> f64 {
    let mut actions = Vec::new();
    if depth > 0 {
        game.actions(position, &mut actions);
    }
    let children = actions
        .iter()
        .map(|&a| minimax(game, &game.after(position, a), depth - 1, value));
    match game.turn(position) {
        _ if actions.is_empty() => value(position),
        Side::Max => children.fold(f64::NEG_INFINITY, f64::max),
        Side::Min => children.fold(f64::INFINITY, f64::min),
    }
}

/// Runs `work` on a pool of `threads` threads.
#[cfg(test)]
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().expect("a pool of threads").install(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toys_have_their_known_solutions() {
        for left in 1..=12 {
            let value = minimax(&Heap, &HeapPosition::new(left), 99, &Heap::result);
            assert_eq!(value, if left % 4 == 0 { 0.0 } else { 1.0 }, "{left} left");
        }
        let start = NoughtsPosition::default();
        assert_eq!(minimax(&Noughts, &start, 99, &NoughtsPosition::result), 0.5);
    }
}
