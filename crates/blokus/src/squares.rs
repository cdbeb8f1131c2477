//! Sets of squares as bit boards, and windows on the squares around one of them.
//!
//! A row takes sixteen bits, fourteen of them used: four rows a word, four words a board. A step to
//! the side is a shift whose overflow falls into unused bits; a step up or down is a shift by
//! sixteen with a carry.

use crate::square::{BITS, Square};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub(crate) [u64; 4]);

/// A word of rows with all their squares.
const ROWS: u64 = 0x3fff_3fff_3fff_3fff;

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares([0; 4]);
    /// All squares of the board.
    pub const ALL: Squares = Squares([ROWS, ROWS, ROWS, ROWS & 0xffff_ffff]);

    /// Returns the set of one square.
    pub fn of(square: Square) -> Self {
        let mut set = Squares::NONE;
        set.insert(square);
        set
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.bit() / 64] |= 1 << (square.bit() % 64);
    }

    /// Returns whether a square is in the set.
    pub fn contains(self, square: Square) -> bool {
        self.0[square.bit() / 64] >> (square.bit() % 64) & 1 == 1
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns whether the sets have a square in common.
    pub fn meets(self, other: Squares) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the number of squares.
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the squares, row by row from the top.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..4).flat_map(move |place| {
            let word = self.0[place];
            let rests =
                std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
            let bits = rests.take_while(|&rest| rest != 0);
            bits.map(move |rest| Square::of_bit(64 * place + rest.trailing_zeros() as usize))
        })
    }

    /// Calls `with` with the index of every set bit, in order: [`iter`](Self::iter) for hot loops.
    #[inline]
    pub(crate) fn each_bit(self, mut with: impl FnMut(usize)) {
        for place in 0..4 {
            let mut rest = self.0[place];
            while rest != 0 {
                with(64 * place + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// Sums the table's entries over the set bits.
    #[inline]
    pub(crate) fn sum(self, table: &[i32; BITS]) -> i32 {
        let mut sum = 0;
        self.each_bit(|bit| sum += table[bit]);
        sum
    }

    /// Returns the set moved one step right, left, down and up; squares that leave the board are
    /// dropped.
    fn steps(self) -> [Squares; 4] {
        let [a, b, c, d] = self.0;
        let right = Squares(self.0.map(|word| word << 1));
        let left = Squares(self.0.map(|word| word >> 1));
        let down = Squares([
            a << 16,
            b << 16 | a >> 48,
            c << 16 | b >> 48,
            d << 16 | c >> 48,
        ]);
        let up = Squares([
            a >> 16 | b << 48,
            b >> 16 | c << 48,
            c >> 16 | d << 48,
            d >> 16,
        ]);
        [right, left, down, up].map(|set| set & Squares::ALL)
    }

    /// Returns the squares along the edges of these, without these.
    #[must_use]
    pub fn edges(self) -> Self {
        let [right, left, down, up] = self.steps();
        (right | left | down | up) & !self
    }

    /// Returns the squares that touch these only at a corner.
    #[must_use]
    pub fn corners(self) -> Self {
        let [right, left, _, _] = self.steps();
        let [_, _, down, up] = (right | left).steps();
        (down | up) & !self & !self.edges()
    }

    /// These squares and all squares within `steps` steps along edges.
    #[must_use]
    pub fn within(self, steps: u32) -> Self {
        (0..steps).fold(self, |set, _| set | set.edges())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Squares::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(self.0.map(|word| !word)) & Squares::ALL
    }
}

impl BitAndAssign for Squares {
    fn bitand_assign(&mut self, other: Squares) {
        *self = *self & other;
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Squares) {
        *self = *self | other;
    }
}

/// A set of squares with a margin around it, for reading the neighbourhood of a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field([u64; 8]);

impl Field {
    #[inline]
    pub(crate) fn new(Squares([a, b, c, d]): Squares) -> Self {
        Field([0, a, b, c, d, 0, 0, 0])
    }

    /// Returns the 64 bits from `dx` to the right of and `dy` below the square of bit `bit`: four
    /// rows of sixteen. Beyond the left and right edges a row continues into its neighbour.
    #[inline]
    pub(crate) fn from(&self, bit: usize, dx: i32, dy: i32) -> u64 {
        let first = 64 + bit as i32 + 16 * dy + dx;
        let (word, shift) = ((first >> 6) as usize & 7, first as u32 & 63);
        self.0[word] >> shift | self.0[(word + 1) & 7] << 1 << (63 - shift)
    }

    /// Returns the rows around the square of bit `bit`, starting three columns to its left: from
    /// the third row above it to its own, and the four rows below.
    #[inline]
    pub(crate) fn rows_around(&self, bit: usize) -> [u64; 2] {
        let first = bit + 64 - 51;
        let (word, shift) = (first / 64, first as u32 % 64);
        let [a, b, c] = [0, 1, 2].map(|next| self.0[(word + next) & 7]);
        let from = |low: u64, high: u64| low >> shift | high << 1 << (63 - shift);
        [from(a, b), from(b, c)]
    }

    /// Returns the windows that shapes are tested against, by the first row of a shape's box: four
    /// rows from there on, and, sixteen entries later for the one shape that is taller, the same
    /// rows with the fifth merged into the fourth. The columns beyond the right edge are taken.
    #[inline]
    pub(crate) fn windows(&self) -> [u64; 32] {
        const BEYOND: u64 = 0xc000_c000_c000_c000;
        let mut windows = [0; 32];
        let (four, five) = windows.split_at_mut(16);
        for (row, window) in four.iter_mut().enumerate() {
            *window = self.from(16 * row, 0, 0) | BEYOND;
        }
        for (row, window) in five.iter_mut().enumerate() {
            // Without a fifth row the shape does not fit either.
            *window = four[row] | four[(row + 4) & 15] << 48;
        }
        windows
    }
}

/// The squares at most four steps away as bits of one word: rows above in the lower bytes, rows
/// below in the upper bytes of its sixteen-bit lanes, the own row in the first. The square itself
/// has no bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Diamond(pub(crate) u64);

impl Diamond {
    const ABOVE: u64 = 0x00fe_007c_0038_0010;
    const BELOW: u64 = 0x0010_0038_007c_00fe;
    const BESIDE: u64 = 0x01ef;
    /// The bits that no square uses.
    pub(crate) const SPARE: u64 = !(Self::ABOVE | Self::BELOW << 8 | Self::BESIDE);

    /// Returns the squares of a field around the square of bit `bit`. Bits of squares off the board
    /// are undefined.
    #[inline]
    pub(crate) fn around(field: &Field, bit: usize) -> Self {
        let above = field.from(bit, -4, -4) & Self::ABOVE;
        let below = field.from(bit, -4, 1) & Self::BELOW;
        let beside = field.from(bit, -4, 0) & Self::BESIDE;
        Diamond(above | below << 8 | beside)
    }

    /// Returns the bit of the square `dx` to the right and `dy` below.
    pub(crate) fn bit(dx: i8, dy: i8) -> u64 {
        debug_assert!((dx, dy) != (0, 0) && dx.abs() + dy.abs() <= 4);
        let lane = match dy {
            ..0 => 16 * (dy + 4),
            0 => 0,
            1.. => 16 * (dy - 1) + 8,
        };
        1 << (lane + 4 + dx)
    }

    /// Returns the eight neighbours as an index.
    #[inline]
    pub(crate) fn neighbours(self) -> usize {
        let bits = |from: u32, mask: u64| (self.0 >> from & mask) as usize;
        bits(51, 7) | bits(11, 7) << 3 | bits(3, 1) << 6 | bits(5, 1) << 7
    }

    /// Returns the squares off the board around a square.
    pub(crate) fn off_board(square: Square) -> Self {
        let near = (-4..=4_i8).flat_map(|dy| (-4..=4_i8).map(move |dx| (dx, dy)));
        let bits = near
            .filter(|&(dx, dy)| (dx, dy) != (0, 0) && dx.abs() + dy.abs() <= 4)
            .filter(|&(dx, dy)| square.moved(dx, dy).is_none())
            .map(|(dx, dy)| Self::bit(dx, dy));
        Diamond(bits.fold(0, |all, bit| all | bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::SIDE;
    use proptest::prelude::*;

    fn squares() -> impl Strategy<Value = Squares> {
        let square = (0..SIDE, 0..SIDE).prop_map(|(x, y)| Square::at(x, y));
        proptest::collection::vec(square, 0..60).prop_map(|all| all.into_iter().collect())
    }

    /// Returns the squares at the given steps from those of a set, one by one.
    fn around(set: Squares, steps: &[(i8, i8)]) -> Squares {
        let near = |square: Square| steps.iter().filter_map(move |&(x, y)| square.moved(x, y));
        set.iter().flat_map(near).collect()
    }

    const EDGES: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const CORNERS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

    proptest! {
        #[test]
        fn edges_and_corners_are_those_found_one_by_one(set in squares()) {
            let edges = around(set, &EDGES) & !set;
            prop_assert_eq!(set.edges(), edges);
            prop_assert_eq!(set.corners(), around(set, &CORNERS) & !set & !edges);
            prop_assert_eq!(set.within(1), set | edges);
            prop_assert_eq!(set.iter().collect::<Squares>(), set);
            prop_assert_eq!(set.iter().count() as u32, set.len());
            prop_assert_eq!(!!set, set);
        }

        #[test]
        fn a_diamond_shows_what_is_near(set in squares(), x in 0..SIDE, y in 0..SIDE) {
            let square = Square::at(x, y);
            let seen = Diamond::around(&Field::new(set), square.bit()).0;
            let off = Diamond::off_board(square).0;
            for (dx, dy) in (-4..=4_i8).flat_map(|dy| (-4..=4_i8).map(move |dx| (dx, dy))) {
                if (dx, dy) == (0, 0) || dx.abs() + dy.abs() > 4 {
                    continue;
                }
                let bit = Diamond::bit(dx, dy);
                if let Some(near) = square.moved(dx, dy) {
                    prop_assert_eq!(seen & bit != 0, set.contains(near));
                    prop_assert_eq!(off & bit, 0);
                } else {
                    prop_assert_ne!(off & bit, 0);
                }
            }
        }
    }

    #[test]
    fn every_square_of_a_diamond_has_its_own_bit() {
        let near = (-4..=4_i8).flat_map(|dy| (-4..=4_i8).map(move |dx| (dx, dy)));
        let bits = near
            .filter(|&(dx, dy)| (dx, dy) != (0, 0) && dx.abs() + dy.abs() <= 4)
            .map(|(dx, dy)| Diamond::bit(dx, dy));
        let all = bits.fold(0_u64, |all, bit| {
            assert_eq!(all & bit, 0);
            all | bit
        });
        assert_eq!(all.count_ones(), 40);
        assert_eq!(Diamond::SPARE, !all);
    }
}
