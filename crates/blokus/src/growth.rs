//! Which placements cover a given square and nothing else: how lists of moves grow.
//!
//! A colour's new moves are those that cover one of its new corners. There are 414 ways for a piece
//! to cover a square, and most of them fail at one of its eight neighbours: at least two of those
//! are forbidden, being edges of the piece that the corner belongs to. So the ways are listed by
//! which neighbours they need (an idea of Pentobi's, there with six of them), and only those that
//! may fit are compared with the squares up to four steps away.

use crate::piece::{Hand, PIECES};
use crate::placement::{Placement, catalogue};
use crate::square::{BITS, Square};
use crate::squares::{Diamond, Field};
use std::sync::LazyLock;

/// One way to cover a square.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The other squares it takes, as bits of a [`Diamond`], and the [spare](SPARE) bit of its
    /// piece.
    takes: u64,
    /// The [`Placement`] is this, moved by the bit of the square that is covered.
    from: u16,
}

/// A bit that no square of a [`Diamond`] has, for every piece.
const SPARE: [u64; PIECES] = {
    let mut bits = [0; PIECES];
    let (mut piece, mut left) = (0, Diamond::SPARE);
    while piece < PIECES {
        bits[piece] = left & left.wrapping_neg();
        left &= left - 1;
        piece += 1;
    }
    bits
};

/// Room for the placements that may cover a square.
pub(crate) type Scratch = [Placement; 512];

/// All ways, by the neighbours that are not free.
pub(crate) struct Growth {
    /// 414, and unused ones up to a power of two.
    ways: Box<[Way; 512]>,
    /// For every state of the eight neighbours, the numbers of the ways that need none of those
    /// taken.
    open: Vec<u16>,
    /// Where in `open` the ways under a state begin; the next one is where they end.
    starts: [u32; 257],
    off_board: [u64; BITS],
    /// The spare bits of pieces, by the bits of a hand, seven at a time.
    used: [[u64; 128]; 3],
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
            used: std::array::from_fn(|which| {
                std::array::from_fn(|bits| {
                    let spare = SPARE[7 * which..].iter().take(7).enumerate();
                    let used = spare.filter(|(bit, _)| bits >> bit & 1 == 1);
                    used.fold(0, |all, (_, spare)| all | spare)
                })
            }),
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

    /// The pieces that are not in a hand, as [`grow`](Self::grow) wants them.
    #[inline]
    pub(crate) fn used(&self, hand: Hand) -> u64 {
        let part = |which: usize| self.used[which][(!hand.0 >> (7 * which) & 127) as usize];
        part(0) | part(1) | part(2)
    }

    /// The placements that cover the square of bit `bit`, no square of `taken` and are not of a
    /// `used` piece.
    #[inline]
    pub(crate) fn grow<'a>(
        &self,
        bit: usize,
        taken: &Field,
        used: u64,
        grown: &'a mut Scratch,
    ) -> &'a [Placement] {
        let around = Diamond(Diamond::around(taken, bit).0 | self.off_board[bit]);
        let against = around.0 | used;
        let state = around.neighbours();
        let open = self.starts[state] as usize..self.starts[state + 1] as usize;
        // Written whether it fits or not, and kept if it does: a branch would be wrong every other
        // time.
        let mut count = 0;
        for &way in &self.open[open] {
            let way = &self.ways[usize::from(way & 511)];
            grown[count & 511] = Placement(way.from.wrapping_add(bit as u16));
            count += usize::from(way.takes & against == 0);
        }
        &grown[..count]
    }
}

/// Every way to cover a square, padded with some that never fit.
fn all_ways() -> Box<[Way; 512]> {
    let never = Way {
        takes: u64::MAX,
        from: 0,
    };
    let mut ways = Box::new([never; 512]);
    let shapes = catalogue().shapes.iter();
    let covering =
        shapes.flat_map(|shape| shape.squares.iter().map(move |&square| (shape, square)));
    for (way, (shape, (x, y))) in ways.iter_mut().zip(covering) {
        let others = shape.squares.iter().filter(|&&other| other != (x, y));
        let spare = SPARE[shape.piece.index()];
        *way = Way {
            takes: others.fold(spare, |all, &(dx, dy)| all | Diamond::bit(dx - x, dy - y)),
            from: shape.first.0.wrapping_sub(16 * y as u16 + x as u16),
        };
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let used = growth().used(hand);
            let mut scratch = [Placement(0); 512];
            let mut grown = growth().grow(at.bit(), &Field::new(taken), used, &mut scratch).to_vec();
            grown.sort_unstable();
            let fits = |p: &Placement| p.squares().contains(at) && !p.squares().meets(taken) && hand.has(p.piece());
            let expected: Vec<_> = Placement::all().filter(fits).collect();
            prop_assert_eq!(grown, expected);
        }
    }
}
