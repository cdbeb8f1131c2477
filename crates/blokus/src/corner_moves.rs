//! The placements that cover a corner: how lists of legal moves grow.
//!
//! A colour's new moves are those that cover one of its new corners. There are 414 ways for a piece
//! to cover a square (a shape anchored at one of its squares), and most fail at one of the eight
//! neighbours: at least two of these are forbidden, being edges of the piece that the corner
//! belongs to. So the anchored shapes are indexed by the neighbours they need (an idea from
//! Pentobi, which uses six of them), and only those that may fit are compared with the squares up
//! to four steps away.

use crate::piece::{Hand, PIECES};
use crate::placement::{Placement, catalogue};
use crate::square::{BITS, Square};
use crate::squares::{Diamond, Field};
use std::sync::LazyLock;

/// A shape anchored at one of its squares: one way to cover a square.
#[derive(Clone, Copy, Debug)]
struct AnchoredShape {
    /// The other squares of the shape as bits of a [`Diamond`], and the [spare](SPARE) bit of its
    /// piece.
    mask: u64,
    /// The value of the [`Placement`] is this plus the bit of the covered square.
    base: u16,
}

/// One bit per piece that no square of a [`Diamond`] uses.
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

/// Buffer for the placements that may cover a square.
pub(crate) type Buffer = [Placement; 512];

/// The anchored shapes, indexed by the neighbours that are not free.
pub(crate) struct CornerMoves {
    /// The 414 anchored shapes, padded to a power of two.
    shapes: Box<[AnchoredShape; 512]>,
    /// For every state of the eight neighbours, the indices of the anchored shapes that need none
    /// of the taken ones.
    candidates: Vec<u16>,
    /// The start of each state's range in `candidates`; it ends where the next one starts.
    starts: [u32; 257],
    off_board: [u64; BITS],
    /// The spare bits of used pieces, by seven bits of a hand at a time.
    used: [[u64; 128]; 3],
}

static CORNER_MOVES: LazyLock<CornerMoves> = LazyLock::new(CornerMoves::new);

/// Returns the table of placements at a corner.
#[inline]
pub(crate) fn corner_moves() -> &'static CornerMoves {
    &CORNER_MOVES
}

impl CornerMoves {
    fn new() -> Self {
        let mut moves = CornerMoves {
            shapes: anchored_shapes(),
            candidates: Vec::new(),
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
            let needs = |shape: &AnchoredShape| Diamond(shape.mask).neighbours();
            let real = moves.shapes.iter().filter(|shape| shape.mask != u64::MAX);
            let fit = (0_u16..)
                .zip(real)
                .filter(|(_, shape)| needs(shape) & state == 0);
            moves.candidates.extend(fit.map(|(number, _)| number));
            moves.starts[state + 1] = moves.candidates.len() as u32;
        }
        for square in Square::all() {
            moves.off_board[square.bit()] = Diamond::off_board(square).0;
        }
        moves
    }

    /// Returns the used pieces of a hand in the form that [`covering`](Self::covering) takes.
    #[inline]
    pub(crate) fn used(&self, hand: Hand) -> u64 {
        let part = |which: usize| self.used[which][(!hand.0 >> (7 * which) & 127) as usize];
        part(0) | part(1) | part(2)
    }

    /// Returns the placements that cover the square of bit `bit`, no square of `taken`, and are not
    /// of a `used` piece.
    #[inline]
    pub(crate) fn covering<'a>(
        &self,
        bit: usize,
        taken: &Field,
        used: u64,
        found: &'a mut Buffer,
    ) -> &'a [Placement] {
        let around = Diamond(Diamond::around(taken, bit).0 | self.off_board[bit]);
        let against = around.0 | used;
        let state = around.neighbours();
        let candidates = self.starts[state] as usize..self.starts[state + 1] as usize;
        // Branch-free: every candidate is written, and kept only if it fits. A branch would be
        // mispredicted half of the time.
        let mut count = 0;
        for &index in &self.candidates[candidates] {
            let shape = &self.shapes[usize::from(index & 511)];
            found[count & 511] = Placement(shape.base.wrapping_add(bit as u16));
            count += usize::from(shape.mask & against == 0);
        }
        &found[..count]
    }
}

/// Returns the anchored shapes, padded with entries that never fit.
fn anchored_shapes() -> Box<[AnchoredShape; 512]> {
    let never = AnchoredShape {
        mask: u64::MAX,
        base: 0,
    };
    let mut anchored = Box::new([never; 512]);
    let shapes = catalogue().shapes.iter();
    let anchors = shapes.flat_map(|shape| shape.squares.iter().map(move |&square| (shape, square)));
    for (entry, (shape, (x, y))) in anchored.iter_mut().zip(anchors) {
        let others = shape.squares.iter().filter(|&&other| other != (x, y));
        let spare = SPARE[shape.piece.index()];
        *entry = AnchoredShape {
            mask: others.fold(spare, |all, &(dx, dy)| all | Diamond::bit(dx - x, dy - y)),
            base: shape.first.0.wrapping_sub(16 * y as u16 + x as u16),
        };
    }
    anchored
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
            let used = corner_moves().used(hand);
            let mut scratch = [Placement(0); 512];
            let mut found = corner_moves().covering(at.bit(), &Field::new(taken), used, &mut scratch).to_vec();
            found.sort_unstable();
            let fits = |p: &Placement| p.squares().contains(at) && !p.squares().meets(taken) && hand.has(p.piece());
            let expected: Vec<_> = Placement::all().filter(fits).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
