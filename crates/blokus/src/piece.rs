//! The 21 pieces and their orientations.

use std::fmt;

/// The number of pieces of each player.
pub const PIECES: usize = 21;

/// A piece: a free polyomino of one to five squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

/// Name and one orientation of every piece, rows from the top.
const DRAWINGS: [(&str, &[&str]); PIECES] = [
    ("1", &["#"]),
    ("2", &["##"]),
    ("I3", &["###"]),
    ("V3", &["#.", "##"]),
    ("I4", &["####"]),
    ("L4", &["#.", "#.", "##"]),
    ("T4", &["###", ".#."]),
    ("O", &["##", "##"]),
    ("Z4", &["##.", ".##"]),
    ("I5", &["#####"]),
    ("L5", &["#.", "#.", "#.", "##"]),
    ("N", &[".#", ".#", "##", "#."]),
    ("P", &["##", "##", "#."]),
    ("U", &["#.#", "###"]),
    ("Y", &[".#", "##", ".#", ".#"]),
    ("T5", &["###", ".#.", ".#."]),
    ("V5", &["#..", "#..", "###"]),
    ("W", &["#..", "##.", ".##"]),
    ("Z5", &["##.", ".#.", ".##"]),
    ("F", &[".##", "##.", ".#."]),
    ("X", &[".#.", "###", ".#."]),
];

/// A square of a shape, as an offset to the right and down from its top left corner.
pub(crate) type Offset = (i8, i8);

impl Piece {
    /// The single square: placed last, it earns a bonus.
    pub const SINGLE: Piece = Piece(0);

    /// Returns all pieces, small ones first.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES as u8).map(Piece)
    }

    /// Returns the index of the piece, 0 to 20.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the name of the piece, as players say it: `1`, `I3`, `V3`, …, `X`.
    pub fn name(self) -> &'static str {
        DRAWINGS[self.index()].0
    }

    /// Returns the number of squares of the piece.
    pub fn size(self) -> u32 {
        self.squares().len() as u32
    }

    fn squares(self) -> Vec<Offset> {
        let rows = DRAWINGS[self.index()].1.iter().enumerate();
        let of_row = |(y, row): (usize, &&str)| {
            let marks: Vec<_> = row
                .bytes()
                .enumerate()
                .filter(|&(_, mark)| mark == b'#')
                .collect();
            marks.into_iter().map(move |(x, _)| (x as i8, y as i8))
        };
        rows.flat_map(of_row).collect()
    }

    /// Returns its distinct orientations, each as sorted squares with the top left corner at zero.
    pub(crate) fn orientations(self) -> Vec<Vec<Offset>> {
        let mut ways: Vec<Vec<Offset>> = Vec::new();
        let mut squares = self.squares();
        for turn in 0..8 {
            let way = normalised(&squares);
            if !ways.contains(&way) {
                ways.push(way);
            }
            squares = squares.iter().map(|&(x, y)| (-y, x)).collect();
            if turn == 3 {
                squares = squares.iter().map(|&(x, y)| (-x, y)).collect();
            }
        }
        ways
    }
}

/// Returns the squares moved to the top left corner, sorted.
pub(crate) fn normalised(squares: &[Offset]) -> Vec<Offset> {
    let left = squares.iter().map(|s| s.0).min().unwrap_or(0);
    let top = squares.iter().map(|s| s.1).min().unwrap_or(0);
    let mut moved: Vec<_> = squares.iter().map(|&(x, y)| (x - left, y - top)).collect();
    moved.sort_by_key(|&(x, y)| (y, x));
    moved
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The pieces a player still has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand(pub(crate) u32);

impl Hand {
    /// All 21.
    pub const FULL: Hand = Hand((1 << PIECES) - 1);

    /// Returns whether a piece is still in the hand.
    #[inline]
    pub fn has(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 == 1
    }

    /// Returns whether all pieces have been placed.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the pieces that are left.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.has(piece))
    }

    /// Returns the number of squares of the pieces that are left.
    pub fn squares(self) -> u32 {
        self.pieces().map(Piece::size).sum()
    }

    /// Returns the pieces of this hand that are not in the other.
    #[inline]
    pub(crate) fn without(self, other: Hand) -> impl Iterator<Item = Piece> {
        let mut left = self.0 & !other.0;
        std::iter::from_fn(move || {
            let piece = (left != 0).then(|| Piece(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(piece)
        })
    }

    pub(crate) fn remove(&mut self, piece: Piece) {
        self.0 &= !(1 << piece.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_orientations_are_those_of_the_game() {
        let sizes: Vec<_> = Piece::all().map(Piece::size).collect();
        assert_eq!(
            sizes,
            [
                1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5
            ]
        );
        assert_eq!(Hand::FULL.squares(), 89);
        let ways: Vec<_> = Piece::all().map(|p| p.orientations().len()).collect();
        assert_eq!(
            ways,
            [
                1, 2, 2, 4, 2, 8, 4, 1, 4, 2, 8, 8, 8, 4, 8, 4, 4, 4, 4, 8, 1
            ]
        );
        assert_eq!(ways.iter().sum::<usize>(), 91);
    }

    #[test]
    fn no_two_pieces_share_an_orientation() {
        let mut all: Vec<_> = Piece::all().flat_map(Piece::orientations).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 91);
    }

    #[test]
    fn a_hand_loses_what_is_placed() {
        let mut hand = Hand::FULL;
        hand.remove(Piece::SINGLE);
        assert!(!hand.has(Piece::SINGLE) && !hand.is_empty());
        assert_eq!((hand.pieces().count(), hand.squares()), (20, 88));
    }
}
