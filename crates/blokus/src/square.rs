//! A square of the board, and its name.

use std::fmt;
use std::str::FromStr;

/// Squares along each side of the board.
pub const SIDE: u8 = 14;
/// Squares of the board.
pub const SQUARES: usize = 196;
/// Bits a set of squares needs: a row takes sixteen, two of them unused.
pub(crate) const BITS: usize = 224;

/// A square, written as in game records: a column letter from `a` at the left, a row number from 1
/// at the bottom.
///
/// ```
/// use blokus::Square;
///
/// let start: Square = "e10".parse()?;
/// assert_eq!((start.x(), start.y()), (4, 4)); // from the top left corner
/// assert_eq!(start.half_turn().to_string(), "j5");
/// assert!("o1".parse::<Square>().is_err());
/// # Ok::<(), blokus::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square in column `x` from the left and row `y` from the top, both from 0.
    ///
    /// # Panics
    /// If the square is off the board.
    pub fn at(x: u8, y: u8) -> Self {
        Self::new(x, y).expect("a square of the board")
    }

    /// Creates the square in column `x` and row `y`, or `None` off the board.
    pub fn new(x: u8, y: u8) -> Option<Self> {
        (x < SIDE && y < SIDE).then(|| Square(16 * y + x))
    }

    /// Returns the square `dx` to the right and `dy` below, or `None` off the board.
    pub(crate) fn moved(self, dx: i8, dy: i8) -> Option<Self> {
        let step = |from: u8, by: i8| from.checked_add_signed(by);
        Self::new(step(self.x(), dx)?, step(self.y(), dy)?)
    }

    /// Returns all squares, row by row from the top.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Square(16 * y + x)))
    }

    /// Returns the column, 0 at the left.
    pub fn x(self) -> u8 {
        self.0 & 15
    }

    /// Returns the row, 0 at the top.
    pub fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the number of the square, row by row from the top, 0 to 195.
    pub fn number(self) -> usize {
        usize::from(self.y()) * usize::from(SIDE) + usize::from(self.x())
    }

    /// Returns the index of its bit in a set of squares.
    pub(crate) fn bit(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the square of a bit index.
    pub(crate) fn of_bit(bit: usize) -> Self {
        Square(bit as u8)
    }

    /// Returns the square after half a turn of the board: White's view of it.
    #[must_use]
    pub fn half_turn(self) -> Self {
        Self::at(SIDE - 1 - self.x(), SIDE - 1 - self.y())
    }

    /// Returns the mirror image in the diagonal through both start squares.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::at(self.y(), self.x())
    }

    /// Returns the sort key of the squares of a written move: rows from the bottom, columns from
    /// the left.
    pub(crate) fn reading_order(self) -> (u8, u8) {
        (SIDE - self.y(), self.x())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.x());
        f.pad(&format!("{column}{}", SIDE - self.y()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a square: expected a column a-n and a row 1-14, such as e10")]
pub struct SquareError {
    /// The text.
    pub text: String,
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let read = || {
            let mut letters = text.chars();
            let column = letters.next()?.to_ascii_lowercase();
            let row = letters.as_str();
            if row.is_empty() || !row.bytes().all(|b| b.is_ascii_digit()) || row.starts_with('0') {
                return None;
            }
            let (x, row) = (u8::try_from(column).ok()?, row.parse::<u8>().ok()?);
            Square::new(x.checked_sub(b'a')?, SIDE.checked_sub(row)?)
        };
        read().ok_or_else(|| SquareError {
            text: text.chars().take(20).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::all().count(), SQUARES);
        assert!(Square::all().map(Square::number).eq(0..SQUARES));
    }

    #[test]
    fn the_papers_coordinates_are_these() {
        // Hexadecimal x from the left and y from the top, both from 1.
        for (x, y, name) in [(5, 5, "e10"), (10, 10, "j5"), (7, 4, "g11"), (10, 7, "j8")] {
            assert_eq!(Square::at(x - 1, y - 1).to_string(), name);
        }
    }

    #[test]
    fn other_texts_name_no_square() {
        for text in [
            "", "a", "10", "a0", "a01", "a15", "o1", "a-1", "e+1", "é1", "a999999",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
