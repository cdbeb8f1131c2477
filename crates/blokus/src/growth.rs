//! Which placements cover a given square and nothing else: how lists of moves grow.
//!
//! A colour's new moves are those that cover one of its new corners. There are 414 ways for a piece to cover
//! a square, and most of them fail at one of its eight neighbours: at least two of those are
//! forbidden, being edges of the piece that the corner belongs to. So the ways are listed by
//! which neighbours they need (an idea of Pentobi's, there with six of them), and only
//! what is left of the pieces in hand is compared with the squares up to four steps away.

use crate::piece::{Hand, PIECES};
use crate::placement::catalogue;
use crate::square::{BITS, Square};
use crate::squares::{Diamond, Field};
use std::sync::LazyLock;

/// One way to cover a square.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The other squares it takes, as bits of a [`Diamond`].
    takes: u64,
    /// Its placement's number is `base + across * y + x`.
    base: i16,
    across: i16,
}

/// All ways, by the neighbours that are not free and by piece.
pub(crate) struct Growth {
    ways: Vec<Way>,
    /// For every state of the eight neighbours, the numbers of the ways that are not in the way.
    open: Vec<u16>,
    /// Where in `open` the ways of a piece begin under a state; the next one is where they end.
    starts: Vec<u32>,
    off_board: [u64; BITS],
}

static GROWTH: LazyLock<Growth> = LazyLock::new(Growth::new);

/// The ways to cover a square.
#[inline]
pub(crate) fn growth() -> &'static Growth {
    &GROWTH
}

impl Growth {
    fn new() -> Self {
        let mut ways = Vec::new();
        let mut of_piece = vec![Vec::new(); PIECES];
        for shape in &catalogue().shapes {
            for &(x, y) in &shape.squares {
                let others = shape.squares.iter().filter(|&&other| other != (x, y));
                let takes = others.fold(0, |all, &(dx, dy)| all | Diamond::bit(dx - x, dy - y));
                let across = i16::from(shape.across);
                of_piece[shape.piece.index()].push(ways.len() as u16);
                ways.push(Way {
                    takes,
                    base: shape.first as i16 - i16::from(y) * across - i16::from(x),
                    across,
                });
            }
        }
        let mut growth = Growth {
            ways,
            open: Vec::new(),
            starts: vec![0],
            off_board: std::array::from_fn(|_| 0),
        };
        for state in 0..256 {
            for numbers in &of_piece {
                let ways = &growth.ways;
                let fits =
                    |&&way: &&u16| Diamond(ways[usize::from(way)].takes).neighbours() & state == 0;
                growth.open.extend(numbers.iter().filter(fits));
                growth.starts.push(growth.open.len() as u32);
            }
        }
        for square in Square::all() {
            growth.off_board[square.bit()] = Diamond::off_board(square).0;
        }
        growth
    }

    /// Appends the placements of pieces in `hand` that cover the square of bit `bit` and no square of `taken`.
    #[inline]
    pub(crate) fn grow(&self, bit: usize, taken: &Field, hand: Hand, into: &mut Vec<u16>) {
        let around = Diamond(Diamond::around(taken, bit).0 | self.off_board[bit]);
        let (x, y) = ((bit & 15) as i16, (bit >> 4) as i16);
        let row = around.neighbours() * PIECES;
        let mut left = hand.0;
        while left != 0 {
            let piece = left.trailing_zeros() as usize;
            left &= left - 1;
            let [from, to] = [self.starts[row + piece], self.starts[row + piece + 1]];
            for &way in &self.open[from as usize..to as usize] {
                let way = &self.ways[usize::from(way)];
                if way.takes & around.0 == 0 {
                    into.push((way.base + way.across * y + x) as u16);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Placement;
    use crate::squares::Squares;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn exactly_the_placements_that_cover_the_square_and_miss_the_rest_grow(
            taken in proptest::collection::vec(0..196_usize, 0..80), at in 0..196_usize, hand in 0..(1_u32 << PIECES),
        ) {
            let square = |number: usize| Square::at((number % 14) as u8, (number / 14) as u8);
            let (at, hand) = (square(at), Hand(hand));
            let taken: Squares = taken.into_iter().map(square).filter(|&s| s != at).collect();
            let mut grown = Vec::new();
            growth().grow(at.bit(), &Field::new(taken), hand, &mut grown);
            grown.sort_unstable();
            let fits = |p: &Placement| p.squares().contains(at) && !p.squares().meets(taken) && hand.has(p.piece());
            let expected: Vec<_> = Placement::all().filter(fits).map(|p| p.number() as u16).collect();
            prop_assert_eq!(grown, expected);
        }
    }
}
