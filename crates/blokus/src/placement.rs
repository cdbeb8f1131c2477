//! Placements: the 13,729 ways to place a piece on the board, which are the moves of the game.
//!
//! All of them are numbered, and the squares they cover and touch are computed once. A move is
//! written as the squares it covers; the piece follows from the shape.

use crate::piece::{Offset, PIECES, Piece, normalised};
use crate::square::{SIDE, Square, SquareError};
use crate::squares::Squares;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The number of placements.
pub const PLACEMENTS: usize = 13_729;

/// A piece on certain squares of the board: a move.
///
/// ```
/// use blokus::Placement;
///
/// let x: Placement = "F10,e10,g10,f9,f11".parse()?;
/// assert_eq!(x.piece().name(), "X");
/// assert_eq!(x.to_string(), "f9,e10,f10,g10,f11");
/// assert!("e10,f11".parse::<Placement>().is_err()); // squares that touch only at a corner
/// # Ok::<(), blokus::PlacementError>(())
/// ```
///
/// Stored as the index of the shape and the bit of the top left corner of its box: the test of
/// legality then needs a table of 91 shapes, which stays in the processor's cache; a table of
/// 13,729 placements would not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Placement(pub(crate) u16);

/// The squares that a placement covers and touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    /// The squares it covers.
    pub(crate) cells: Squares,
    /// The squares along its edges.
    pub(crate) edges: Squares,
    /// The squares it touches only at a corner.
    pub(crate) corners: Squares,
}

/// The squares around a placement: all that a move can change lies inside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    /// Within three steps of the squares it covers.
    pub(crate) near: Squares,
    /// Within four.
    pub(crate) far: Squares,
}

/// Bit masks of the shapes for the test of legality, by shape index, padded to a power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeMasks {
    /// The squares of a shape in the top left corner, in the form of
    /// [`Field::windows`](crate::squares::Field::windows). All bits are set for a shape of a used
    /// piece, so that it never fits.
    rows: [u64; 128],
    /// The half of the windows that a shape needs.
    half: [u8; 128],
}

/// One orientation of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) piece: Piece,
    pub(crate) squares: Vec<Offset>,
    /// The placement in the top left corner.
    pub(crate) first: Placement,
    /// The number of that placement.
    number: u16,
    /// The number of its placements in a row of the board.
    across: u16,
}

/// The precomputed tables of all placements.
pub(crate) struct Catalogue {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) shape_masks: ShapeMasks,
    /// The first shape of each piece; its shapes end where those of the next piece start.
    of_piece: [u8; PIECES + 1],
    /// By placement number, as the following fields.
    all: Vec<Placement>,
    footprints: Vec<Footprint>,
    zones: Vec<Zone>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Returns the catalogue.
#[inline]
pub(crate) fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

impl Catalogue {
    fn new() -> Self {
        let mut catalogue = Catalogue {
            shapes: Vec::with_capacity(91),
            shape_masks: ShapeMasks {
                rows: [u64::MAX; 128],
                half: [0; 128],
            },
            of_piece: [0; PIECES + 1],
            all: Vec::with_capacity(PLACEMENTS),
            footprints: Vec::with_capacity(PLACEMENTS),
            zones: Vec::with_capacity(PLACEMENTS),
        };
        for piece in Piece::all() {
            for squares in piece.orientations() {
                catalogue.add(piece, squares);
            }
            catalogue.of_piece[piece.index() + 1] = catalogue.shapes.len() as u8;
        }
        catalogue
    }

    fn add(&mut self, piece: Piece, squares: Vec<Offset>) {
        let room = |of: fn(&Offset) -> i8| SIDE - squares.iter().map(of).max().unwrap_or(0) as u8;
        let (across, down) = (room(|s| s.0), room(|s| s.1));
        let number = self.shapes.len();
        let first = Placement((number << 8) as u16);
        let corner = squares
            .iter()
            .map(|&(x, y)| Square::at(x as u8, y as u8).bit());
        // A fifth row counts as the fourth: see `Field::windows`.
        let rows = corner.map(|bit| if bit < 64 { bit } else { bit - 16 });
        self.shape_masks.rows[number] = rows.fold(0, |rows, bit| rows | 1 << bit);
        self.shape_masks.half[number] = if SIDE - down == 4 { 16 } else { 0 };
        let shape = Shape {
            piece,
            squares,
            first,
            number: self.all.len() as u16,
            across: u16::from(across),
        };
        for (y, x) in (0..down).flat_map(|y| (0..across).map(move |x| (y, x))) {
            let at = |&(dx, dy): &Offset| Square::at(x + dx as u8, y + dy as u8);
            let cells: Squares = shape.squares.iter().map(at).collect();
            self.all.push(first.moved(Square::at(x, y)));
            self.zones.push(Zone {
                near: cells.within(3),
                far: cells.within(4),
            });
            self.footprints.push(Footprint {
                cells,
                edges: cells.edges(),
                corners: cells.corners(),
            });
        }
        self.shapes.push(shape);
    }

    /// Returns the placement on these squares, or `None` if they do not form a piece.
    fn find(&self, squares: &[Square]) -> Option<Placement> {
        let offsets: Vec<Offset> = squares.iter().map(|s| (s.x() as i8, s.y() as i8)).collect();
        let corner = |of: fn(&Square) -> u8| squares.iter().map(of).min();
        let (left, top) = (corner(|s| s.x())?, corner(|s| s.y())?);
        let normalised = normalised(&offsets);
        let shape = self
            .shapes
            .iter()
            .find(|shape| shape.squares == normalised)?;
        Some(shape.first.moved(Square::at(left, top)))
    }
}

impl ShapeMasks {
    /// Removes the shapes of a piece.
    pub(crate) fn remove(&mut self, piece: Piece) {
        let [from, to] = [0, 1].map(|next| usize::from(catalogue().of_piece[piece.index() + next]));
        self.rows[from..to].fill(u64::MAX);
    }
}

impl Placement {
    /// Returns all placements, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Placement> {
        catalogue().all.iter().copied()
    }

    /// Returns the placement of a number, if there is one.
    pub fn numbered(number: usize) -> Option<Self> {
        catalogue().all.get(number).copied()
    }

    /// Returns the placement that covers exactly these squares, in any order.
    ///
    /// # Errors
    /// If they do not have the shape of a piece.
    pub fn covering(squares: &[Square]) -> Result<Self, PlacementError> {
        let found = (squares.len() <= 5).then(|| catalogue().find(squares));
        found.flatten().ok_or_else(|| PlacementError::Shape {
            squares: squares
                .iter()
                .take(8)
                .map(Square::to_string)
                .collect::<Vec<_>>()
                .join(","),
        })
    }

    /// Returns the number of the placement, below [`PLACEMENTS`].
    #[inline]
    pub fn number(self) -> usize {
        let shape = self.shape();
        let (x, row) = (self.0 & 15, self.0 >> 4 & 15);
        usize::from(shape.number + row * shape.across + x)
    }

    #[inline]
    fn shape(self) -> &'static Shape {
        &catalogue().shapes[usize::from(self.0 >> 8)]
    }

    /// Moves the placement of a shape from the top left corner to the box that begins at `corner`.
    fn moved(self, corner: Square) -> Self {
        Placement(self.0 | corner.bit() as u16)
    }

    /// Returns whether it covers no square of a set, given as its
    /// [`windows`](crate::squares::Field::windows), and its piece is not used.
    #[inline]
    pub(crate) fn fits(self, shape_masks: &ShapeMasks, windows: &[u64; 32]) -> bool {
        let (x, row) = (self.0 & 15, self.0 >> 4 & 15);
        let shape = usize::from(self.0 >> 8) & 127;
        let window = usize::from(row) + usize::from(shape_masks.half[shape]);
        windows[window & 31] >> x & shape_masks.rows[shape] == 0
    }

    /// Returns the piece.
    #[inline]
    pub fn piece(self) -> Piece {
        self.shape().piece
    }

    /// Returns the number of squares of the piece.
    pub fn size(self) -> u32 {
        self.piece().size()
    }

    /// Returns the squares it covers.
    #[inline]
    pub fn squares(self) -> Squares {
        self.footprint().cells
    }

    #[inline]
    pub(crate) fn footprint(self) -> &'static Footprint {
        &catalogue().footprints[self.number()]
    }

    /// Returns the squares whose evaluation it may change.
    #[inline]
    pub(crate) fn zone(self) -> &'static Zone {
        &catalogue().zones[self.number()]
    }

    fn image(self, of: fn(Square) -> Square) -> Self {
        let squares: Vec<_> = self.squares().iter().map(of).collect();
        catalogue()
            .find(&squares)
            .expect("a turned piece is a piece")
    }

    /// Returns the placement after half a turn of the board: the other player's view of it.
    #[must_use]
    pub fn half_turn(self) -> Self {
        self.image(Square::half_turn)
    }

    /// Returns the mirror image in the diagonal through both start squares.
    #[must_use]
    pub fn mirrored(self) -> Self {
        self.image(Square::mirrored)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut squares: Vec<_> = self.squares().iter().collect();
        squares.sort_by_key(|square| square.reading_order());
        let names: Vec<_> = squares.iter().map(Square::to_string).collect();
        f.pad(&names.join(","))
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// A part is not the name of a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The squares are not those of a piece.
    #[error("`{squares}` do not have the shape of a piece")]
    Shape {
        /// The text.
        squares: String,
    },
}

impl TryFrom<String> for Placement {
    type Error = PlacementError;

    fn try_from(text: String) -> Result<Self, PlacementError> {
        text.parse()
    }
}

impl From<Placement> for String {
    fn from(placement: Placement) -> String {
        placement.to_string()
    }
}

impl FromStr for Placement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        // No piece has more than five squares, and a few wrong ones are enough for the message.
        let squares = text
            .trim()
            .split(',')
            .take(8)
            .map(|part| part.trim().parse());
        Self::covering(&squares.collect::<Result<Vec<_>, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::Field;

    #[test]
    fn there_are_as_many_placements_as_the_board_has_room_for() {
        assert_eq!(catalogue().footprints.len(), PLACEMENTS);
        let mut by_piece = [0; 21];
        for placement in Placement::all() {
            by_piece[placement.piece().index()] += 1;
        }
        let counted = [
            196, 364, 336, 676, 308, 1248, 624, 169, 624, 280, 1144, 1144, 1248, 624, 1144, 576,
            576, 576, 576, 1152, 144,
        ];
        assert_eq!(by_piece, counted);
    }

    #[test]
    fn every_placement_is_read_back_in_any_order() {
        for placement in Placement::all() {
            let text = placement.to_string();
            assert_eq!(text.parse(), Ok(placement));
            let backwards: Vec<_> = text.rsplit(',').collect();
            assert_eq!(backwards.join(" , ").parse(), Ok(placement));
        }
    }

    #[test]
    fn symmetries_are_their_own_inverse_and_keep_the_piece() {
        for placement in Placement::all() {
            for image in [Placement::half_turn, Placement::mirrored] {
                assert_eq!(image(image(placement)), placement);
                assert_eq!(image(placement).piece(), placement.piece());
            }
        }
    }

    #[test]
    fn placements_are_numbered_in_order() {
        for (number, placement) in Placement::all().enumerate() {
            assert_eq!(placement.number(), number, "{placement}");
        }
        assert!(Placement::all().is_sorted());
    }

    #[test]
    fn a_placement_fits_where_all_that_it_covers_is_free() {
        let shape_masks = &catalogue().shape_masks;
        let mut without = *shape_masks;
        without.remove(Piece::SINGLE);
        for placement in Placement::all() {
            let cells = placement.squares();
            for square in cells.within(1).iter() {
                let windows = Field::new(Squares::of(square)).windows();
                let fits = !cells.contains(square);
                assert_eq!(
                    placement.fits(shape_masks, &windows),
                    fits,
                    "{placement} {square}"
                );
                let other = placement.piece() != Piece::SINGLE;
                assert_eq!(
                    placement.fits(&without, &windows),
                    fits && other,
                    "{placement} {square}"
                );
            }
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "",
            ",",
            "pass",
            "e10,",
            "e10,e10",
            "a1,a2,a3,a4,a5,a6",
            "a1,c1",
            "e10 f10",
        ] {
            assert!(text.parse::<Placement>().is_err(), "{text}");
        }
    }
}
