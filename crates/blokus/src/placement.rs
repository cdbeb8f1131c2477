//! The 13,729 ways a piece can lie on the board: the moves of the game.
//!
//! All of them are numbered and written down once, with what they cover and what they touch. A
//! move is written as the squares it covers; the piece follows from the shape.

use crate::piece::{Offset, Piece, settled};
use crate::square::{SIDE, Square, SquareError};
use crate::squares::{Field, Squares};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// How many placements there are.
pub const PLACEMENTS: usize = 13_729;

/// A piece lying on certain squares: a move.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Placement(u16);

/// What a placement covers and touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Print {
    /// The squares it covers.
    pub(crate) cells: Squares,
    /// The squares along its edges.
    pub(crate) edges: Squares,
    /// The squares that it touches only at a corner.
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

/// A placement as lists of moves keep it: the number of its shape, and the bit of the top left corner of its box. All
/// that a test of legality needs to know of 91 shapes stays close to the processor; of 13,729 placements it would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot(pub(crate) u16);

/// A shape in the top left corner, as the test of legality wants it: four rows in one word, and what an upright I5
/// covers of a fifth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outline {
    rows: u64,
    fifth: u64,
    first: u16,
    across: u8,
    pub(crate) piece: u8,
}

/// One orientation of a piece, with the numbers of its placements.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) piece: Piece,
    pub(crate) squares: Vec<Offset>,
    /// The number of its placement in the top left corner.
    pub(crate) first: u16,
    /// How many placements it has in a row.
    pub(crate) across: u8,
}

/// All that is known of placements, by their number.
pub(crate) struct Catalogue {
    pub(crate) shapes: Vec<Shape>,
    /// By the numbers of shapes, padded to a power of two.
    pub(crate) outlines: Box<[Outline; 128]>,
    pieces: Vec<u8>,
    pub(crate) prints: Vec<Print>,
    pub(crate) zones: Vec<Zone>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// The catalogue.
#[inline]
pub(crate) fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

impl Catalogue {
    fn new() -> Self {
        let mut catalogue = Catalogue {
            shapes: Vec::with_capacity(91),
            outlines: Box::new([Outline::default(); 128]),
            pieces: Vec::with_capacity(PLACEMENTS),
            prints: Vec::with_capacity(PLACEMENTS),
            zones: Vec::with_capacity(PLACEMENTS),
        };
        for piece in Piece::all() {
            for squares in piece.orientations() {
                catalogue.add(piece, squares);
            }
        }
        catalogue
    }

    fn add(&mut self, piece: Piece, squares: Vec<Offset>) {
        let room = |of: fn(&Offset) -> i8| SIDE - squares.iter().map(of).max().unwrap_or(0) as u8;
        let (across, down) = (room(|s| s.0), room(|s| s.1));
        let first = self.prints.len() as u16;
        for (y, x) in (0..down).flat_map(|y| (0..across).map(move |x| (y, x))) {
            let at = |&(dx, dy): &Offset| Square::at(x + dx as u8, y + dy as u8);
            let cells: Squares = squares.iter().map(at).collect();
            self.pieces.push(piece.index() as u8);
            self.zones.push(Zone {
                near: cells.within(3),
                far: cells.within(4),
            });
            self.prints.push(Print {
                cells,
                edges: cells.edges(),
                corners: cells.corners(),
            });
        }
        let corner = squares.iter().map(|&(x, y)| Square::at(x as u8, y as u8));
        let rows = Field::new(corner.collect()).quadruples();
        self.outlines[self.shapes.len()] = Outline {
            rows: rows[0],
            fifth: rows[4],
            first,
            across,
            piece: piece.index() as u8,
        };
        self.shapes.push(Shape {
            piece,
            squares,
            first,
            across,
        });
    }

    /// The placement of some squares, if they have the shape of a piece.
    fn find(&self, squares: &[Square]) -> Option<Placement> {
        let offsets: Vec<Offset> = squares.iter().map(|s| (s.x() as i8, s.y() as i8)).collect();
        let corner = |of: fn(&Square) -> u8| squares.iter().map(of).min();
        let (left, top) = (corner(|s| s.x())?, corner(|s| s.y())?);
        let settled = settled(&offsets);
        let shape = self.shapes.iter().find(|shape| shape.squares == settled)?;
        let place = u16::from(top) * u16::from(shape.across) + u16::from(left);
        Some(Placement(shape.first + place))
    }
}

impl Spot {
    /// Its shape.
    #[inline]
    pub(crate) fn outline(self, outlines: &[Outline; 128]) -> &Outline {
        &outlines[usize::from(self.0 >> 8) & 127]
    }

    /// Zero if it misses all squares of a set, given as its [`quadruples`](Field::quadruples). A number, so that more
    /// conditions can be added without a branch: which placements fit is anybody's guess.
    #[inline]
    pub(crate) fn hits(self, outline: &Outline, quadruples: &[u64; 16]) -> u64 {
        let (x, row) = (self.0 & 15, usize::from(self.0 >> 4 & 15));
        quadruples[row] >> x & outline.rows | quadruples[(row + 4) & 15] >> x & outline.fifth
    }

    /// The placement.
    #[inline]
    pub(crate) fn placement(self) -> Placement {
        let outline = self.outline(&catalogue().outlines);
        let (x, row) = (self.0 & 15, self.0 >> 4 & 15);
        Placement(outline.first + row * u16::from(outline.across) + x)
    }
}

impl Placement {
    /// All placements, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Placement> {
        (0..PLACEMENTS as u16).map(Placement)
    }

    /// The placement that covers exactly these squares, in any order.
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

    /// Its number, below [`PLACEMENTS`].
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The piece.
    #[inline]
    pub fn piece(self) -> Piece {
        Piece::of_index(usize::from(catalogue().pieces[self.number()]))
    }

    /// How many squares it covers.
    pub fn size(self) -> u32 {
        self.piece().size()
    }

    /// The squares it covers.
    #[inline]
    pub fn squares(self) -> Squares {
        self.print().cells
    }

    #[inline]
    pub(crate) fn print(self) -> &'static Print {
        &catalogue().prints[self.number()]
    }

    /// The squares that it may concern.
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

    /// Where it lies after half a turn of the board: the other player's view of it.
    #[must_use]
    pub fn half_turn(self) -> Self {
        self.image(Square::half_turn)
    }

    /// Its mirror image in the diagonal through both start squares.
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

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// One of its parts is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The squares are not those of a piece.
    #[error("`{squares}` do not have the shape of a piece")]
    Shape {
        /// What was read.
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
        // No piece has more than five squares, and nobody needs to hear of more than a few wrong ones.
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

    #[test]
    fn there_are_as_many_placements_as_the_board_has_room_for() {
        assert_eq!(catalogue().prints.len(), PLACEMENTS);
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
    fn a_spot_is_its_placement_and_hits_exactly_what_that_covers() {
        let catalogue = catalogue();
        for (number, shape) in (0_u16..).zip(&catalogue.shapes) {
            for corner in Square::all().filter(|s| s.x() < shape.across) {
                let spot = Spot(number << 8 | corner.bit() as u16);
                let squares = shape.squares.iter().map(|&(x, y)| corner.moved(x, y));
                let Some(squares) = squares.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                assert_eq!(Placement::covering(&squares), Ok(spot.placement()));
                let cells = spot.placement().squares();
                for square in cells.within(1).iter() {
                    let quadruples = Field::new(Squares::of(square)).quadruples();
                    let hits = spot.hits(spot.outline(&catalogue.outlines), &quadruples);
                    assert_eq!(hits != 0, cells.contains(square), "{cells:?} {square}");
                }
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
