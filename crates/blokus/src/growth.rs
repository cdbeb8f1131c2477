//! Which placements cover a given square and nothing else: how lists of moves grow.
//!
//! A colour's new moves are those that cover one of its new corners. There are 414 ways for a piece to cover
//! a square, and most of them fail at one of its eight neighbours: at least two of those are
//! forbidden, being edges of the piece that the corner belongs to. So the ways are listed by
//! which neighbours they need (an idea of Pentobi's, there with six of them), and only
//! those that may fit are compared with the squares up to four steps away.

use crate::piece::Hand;
use crate::placement::{Spot, catalogue};
use crate::square::{BITS, Square};
use crate::squares::{Diamond, Field};
use std::sync::LazyLock;

/// One way to cover a square.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The other squares it takes, as bits of a [`Diamond`].
    takes: u64,
    /// Its [`Spot`] is this, moved by the bit of the square that is covered.
    spot: u16,
    piece: u8,
}

/// All ways, by the neighbours that are not free.
pub(crate) struct Growth {
    /// 414, and unused ones up to a power of two.
    ways: Box<[Way; 512]>,
    /// For every state of the eight neighbours, the numbers of the ways that need none of those taken.
    open: Vec<u16>,
    /// Where in `open` the ways under a state begin; the next one is where they end.
    starts: [u32; 257],
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
        let mut growth = Growth {
            ways: all_ways(),
            open: Vec::new(),
            starts: [0; 257],
            off_board: [0; BITS],
        };
        for state in 0..256 {
            let needs = |way: &Way| Diamond(way.takes).neighbours();
            let real = growth.ways.iter().filter(|way| way.takes != u64::MAX);
            let fit = (0_u16..)
                .zip(real)
                .filter(|(_, way)| needs(way) & state == 0);
            growth.open.extend(fit.map(|(number, _)| number));
            growth.starts[state + 1] = growth.open.len() as u32;
        }
        for square in Square::all() {
            growth.off_board[square.bit()] = Diamond::off_board(square).0;
        }
        growth
    }

    /// Appends the placements of pieces in `hand` that cover the square of bit `bit` and no square of `taken`.
    #[inline]
    pub(crate) fn grow(&self, bit: usize, taken: &Field, hand: Hand, into: &mut Vec<Spot>) {
        let around = Diamond(Diamond::around(taken, bit).0 | self.off_board[bit]);
        let used = !hand.0;
        let state = around.neighbours();
        let open = self.starts[state] as usize..self.starts[state + 1] as usize;
        // Written whether it fits or not, and kept if it does: a branch would be wrong every other time.
        let mut grown = [Spot(0); 512];
        let mut count = 0;
        for &way in &self.open[open] {
            let way = &self.ways[usize::from(way & 511)];
            grown[count & 511] = Spot(way.spot.wrapping_add(bit as u16));
            let against = way.takes & around.0 | u64::from(used >> (way.piece & 31) & 1);
            count += usize::from(against == 0);
        }
        into.extend_from_slice(&grown[..count]);
    }
}

/// Every way to cover a square, padded with some that never fit.
fn all_ways() -> Box<[Way; 512]> {
    let never = Way {
        takes: u64::MAX,
        spot: 0,
        piece: 0,
    };
    let mut ways = Box::new([never; 512]);
    let shapes = (0_u16..).zip(&catalogue().shapes);
    let covering = shapes.flat_map(|(number, shape)| {
        shape
            .squares
            .iter()
            .map(move |&square| (number, shape, square))
    });
    for (way, (number, shape, (x, y))) in ways.iter_mut().zip(covering) {
        let others = shape.squares.iter().filter(|&&other| other != (x, y));
        *way = Way {
            takes: others.fold(0, |all, &(dx, dy)| all | Diamond::bit(dx - x, dy - y)),
            spot: (number << 8).wrapping_sub(16 * y as u16 + x as u16),
            piece: shape.piece.index() as u8,
        };
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::PIECES;
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
            let mut grown: Vec<_> = grown.into_iter().map(Spot::placement).collect();
            grown.sort_unstable();
            let fits = |p: &Placement| p.squares().contains(at) && !p.squares().meets(taken) && hand.has(p.piece());
            let expected: Vec<_> = Placement::all().filter(fits).collect();
            prop_assert_eq!(grown, expected);
        }
    }
}
