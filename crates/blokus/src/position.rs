//! A position: the pieces on the board and in hand, the side to move and its legal moves.
//!
//! The list of moves is updated incrementally. The squares forbidden to a colour only grow, so a
//! placement that has become illegal stays illegal; new legal placements all cover a new corner. A
//! list is therefore updated, when its colour is about to move, by dropping the placements that
//! have become illegal and adding those that cover the new corners, each once: placements that also
//! cover an older corner are in the list already. A colour without a move never has one again.

use crate::colour::Colour;
use crate::corner_moves::corner_moves;
use crate::piece::{Hand, PIECES, Piece};
use crate::placement::{Placement, catalogue};
use crate::square::Square;
use crate::squares::{Field, Squares};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::LazyLock;

mod text;

pub use text::PositionError;

/// The state of one side: its pieces on the board and in hand, and the squares derived from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SideState {
    /// The squares of its pieces.
    pub(crate) cells: Squares,
    /// The squares along the edges of its pieces.
    pub(crate) edges: Squares,
    /// The squares where it must not place: taken squares and its own edges.
    pub(crate) forbidden: Squares,
    /// The corners of its pieces; before the first piece, its start square.
    pub(crate) corners: Squares,
    /// The corners whose placements have been listed.
    listed: Squares,
    /// The hand at that time.
    listed_hand: Hand,
    /// The pieces left.
    pub(crate) hand: Hand,
    /// Whether the last piece placed was the single square.
    single_last: bool,
}

impl SideState {
    fn new(colour: Colour) -> Self {
        SideState {
            cells: Squares::NONE,
            edges: Squares::NONE,
            forbidden: Squares::NONE,
            corners: Squares::of(colour.start()),
            listed: Squares::NONE,
            listed_hand: Hand::FULL,
            hand: Hand::FULL,
            single_last: false,
        }
    }

    /// Returns the corners where the next piece may attach (effective squares, 有効マス). Before the
    /// first piece, the start square.
    pub(crate) fn open_corners(&self) -> Squares {
        self.corners & !self.forbidden
    }
}

/// Scoring rule of a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Squares placed.
    #[default]
    Basic,
    /// Squares placed, 15 more if all pieces were placed, and 5 more if the single square came
    /// last.
    Advanced,
}

/// A position. The side to move always has a move; when neither colour has one, the game is over.
///
/// ```
/// use blokus::{Colour, Position};
///
/// let mut position = Position::default();
/// assert_eq!(position.moves().len(), 414);
/// position.play("f9,e10,f10,g10,f11".parse()?);
/// assert_eq!((position.turn(), position.squares_placed()), (Some(Colour::White), [5, 0]));
/// # Ok::<(), blokus::PlacementError>(())
/// ```
#[derive(Debug)]
pub struct Position {
    pub(crate) sides: [SideState; 2],
    turn: Option<Colour>,
    key: u64,
    /// Legal moves by colour; up to date for the side to move only.
    lists: [Vec<Placement>; 2],
}

impl Default for Position {
    fn default() -> Self {
        Position::start()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            sides: self.sides,
            turn: self.turn,
            key: self.key,
            lists: self.lists.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.sides = from.sides;
        self.turn = from.turn;
        self.key = from.key;
        self.lists[0].clone_from(&from.lists[0]);
        self.lists[1].clone_from(&from.lists[1]);
    }
}

/// Positions are equal if everything that decides the rest of the game is equal; the order of their
/// lists of moves does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same = |c: Colour| {
            let (a, b) = (self.side(c), other.side(c));
            (a.cells, a.hand, a.single_last) == (b.cells, b.hand, b.single_last)
        };
        self.turn == other.turn && Colour::BOTH.into_iter().all(same)
    }
}

impl Eq for Position {}

/// Zobrist keys by placement and colour.
static KEYS: LazyLock<Vec<[u64; 2]>> = LazyLock::new(|| {
    let word = |number: u64| lookahead::Seed(0x0b10_c05d).stream(number).0;
    Placement::all()
        .map(|p| [2 * p.number() as u64, 2 * p.number() as u64 + 1].map(word))
        .collect()
});

/// Zobrist keys of the side to move: Black, White, game over.
const TO_MOVE: [u64; 3] = [0, 0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7];

impl Position {
    /// Returns the empty board, Black to move.
    pub fn start() -> Self {
        let mut position = Position {
            sides: Colour::BOTH.map(SideState::new),
            turn: Some(Colour::Black),
            key: 0,
            lists: [Vec::with_capacity(1024), Vec::with_capacity(1024)],
        };
        position.refresh(Colour::Black);
        position
    }

    #[inline]
    pub(crate) fn side(&self, colour: Colour) -> &SideState {
        &self.sides[colour.index()]
    }

    /// Returns the side to move; `None` when the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// Returns whether neither colour has a move.
    pub fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// Returns the legal moves of the side to move, each once, in an unspecified but reproducible
    /// order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Placement> {
        self.list().iter().copied()
    }

    /// Returns the legal moves of the side to move as a slice.
    #[inline]
    pub(crate) fn list(&self) -> &[Placement] {
        self.turn.map_or(&[][..], |turn| &self.lists[turn.index()])
    }

    /// Returns the legal moves of a colour as if it were to move.
    pub fn moves_of(&self, colour: Colour) -> Vec<Placement> {
        let mut position = self.clone();
        position.refresh(colour);
        position.turn = Some(colour);
        position.moves().collect()
    }

    /// Returns the position with a colour to move, or the other one if that has no move.
    #[must_use]
    pub fn with_side_to_move(mut self, colour: Colour) -> Self {
        self.pass_turn_to(colour);
        self
    }

    /// Returns the pieces a colour has left.
    pub fn hand(&self, colour: Colour) -> Hand {
        self.side(colour).hand
    }

    /// Returns the squares covered by a colour.
    pub fn covered(&self, colour: Colour) -> Squares {
        self.side(colour).cells
    }

    /// Returns the free squares along a colour's pieces, where it may not place.
    pub fn dead(&self, colour: Colour) -> Squares {
        self.side(colour).edges & !self.occupied()
    }

    /// Returns the squares covered by either colour.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.sides[0].cells | self.sides[1].cells
    }

    /// Returns the colour of the piece on a square.
    pub fn at(&self, square: Square) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|&c| self.side(c).cells.contains(square))
    }

    /// Returns the Zobrist hash: equal for equal positions and, as far as 64 bits allow, different
    /// for different ones.
    pub fn key(&self) -> u64 {
        let turn = self.turn.map_or(2, Colour::index);
        let single = |c: Colour| u64::from(self.side(c).single_last) << c.index();
        self.key ^ TO_MOVE[turn] ^ single(Colour::Black) ^ single(Colour::White)
    }

    /// Plays a move for the side to move.
    ///
    /// # Panics
    /// May panic, or leave nonsense behind, if the move is not legal: see [`check`](Self::check).
    #[inline]
    pub fn play(&mut self, placement: Placement) {
        let Some(colour) = self.turn else {
            panic!("the game is over");
        };
        self.play_as(colour, placement);
    }

    /// Plays a legal move for a colour, whether or not it is its turn. The other colour is to move
    /// afterwards, if it has a move.
    pub fn play_as(&mut self, colour: Colour, placement: Placement) {
        self.place(colour, placement);
        self.pass_turn_to(colour.other());
    }

    /// Puts a piece on the board, without updating the turn and the lists of moves.
    fn place(&mut self, colour: Colour, placement: Placement) {
        let footprint = placement.footprint();
        let [own, other] = self.both(colour);
        own.cells |= footprint.cells;
        own.edges |= footprint.edges;
        own.corners |= footprint.corners;
        own.forbidden |= footprint.cells | footprint.edges;
        other.forbidden |= footprint.cells;
        own.hand.remove(placement.piece());
        own.single_last = placement.piece() == Piece::SINGLE;
        self.key ^= KEYS[placement.number()][colour.index()];
    }

    fn both(&mut self, colour: Colour) -> [&mut SideState; 2] {
        let [black, white] = &mut self.sides;
        match colour {
            Colour::Black => [black, white],
            Colour::White => [white, black],
        }
    }

    /// Gives the turn to a colour, or to the other one if that has no move.
    pub(crate) fn pass_turn_to(&mut self, next: Colour) {
        let moves = |position: &mut Self, colour: Colour| {
            position.refresh(colour);
            !position.lists[colour.index()].is_empty()
        };
        self.turn = [next, next.other()]
            .into_iter()
            .find(|&colour| moves(self, colour));
    }

    /// Updates the list of moves of a colour.
    fn refresh(&mut self, colour: Colour) {
        let side = &mut self.sides[colour.index()];
        let list = &mut self.lists[colour.index()];
        let windows = Field::new(side.forbidden).windows();
        let mut shape_masks = catalogue().shape_masks;
        for piece in side.listed_hand.without(side.hand) {
            shape_masks.remove(piece);
        }
        side.listed_hand = side.hand;
        // Branch-free: every placement is written, and kept only if it stays legal. A branch would
        // be mispredicted half of the time.
        let mut kept = 0;
        for place in 0..list.len() {
            let placement = list[place];
            list[kept] = placement;
            kept += usize::from(placement.fits(&shape_masks, &windows));
        }
        list.truncate(kept);
        let fresh = side.open_corners() & !side.listed;
        let used = corner_moves().used(side.hand);
        let mut scratch = [Placement(0); 512];
        fresh.each_bit(|bit| {
            let taken = Field::new(side.forbidden | side.listed);
            list.extend_from_slice(corner_moves().covering(bit, &taken, used, &mut scratch));
            side.listed.insert(Square::of_bit(bit));
        });
    }

    /// Returns whether the side to move certainly has another move after this one, so that the game
    /// continues. `false` means that only playing the move can tell.
    #[inline]
    pub(crate) fn goes_on_after(&self, placement: Placement) -> bool {
        let Some(turn) = self.turn else {
            return false;
        };
        let footprint = placement.footprint();
        let taken = footprint.cells | footprint.edges;
        let piece = placement.piece();
        let stays = |other: &Placement| other.piece() != piece && !other.squares().meets(taken);
        // One of the first few nearly always does. All first moves cover the same square, but no
        // colour is out of moves after one.
        self.side(turn).hand == Hand::FULL || self.lists[turn.index()].iter().any(stays)
    }

    /// Keeps only `noticed` random moves of the side to move in its list: a player that overlooks
    /// the other moves, for the whole search from here.
    pub(crate) fn keep_random_moves(&mut self, noticed: usize, rng: &mut Pcg64Mcg) {
        let Some(turn) = self.turn else {
            return;
        };
        let list = &mut self.lists[turn.index()];
        for place in 0..noticed.max(1).min(list.len()) {
            let drawn = rng.random_range(place..list.len());
            list.swap(place, drawn);
        }
        list.truncate(noticed.max(1));
    }

    /// Returns the number of pieces on the board.
    #[inline]
    pub fn pieces_placed(&self) -> u32 {
        2 * PIECES as u32 - self.sides[0].hand.0.count_ones() - self.sides[1].hand.0.count_ones()
    }

    /// Returns the number of squares each colour has covered, Black first.
    pub fn squares_placed(&self) -> [u32; 2] {
        Colour::BOTH.map(|c| self.side(c).cells.len())
    }

    /// Returns the current points of both colours, Black first.
    pub fn points(&self, scoring: Scoring) -> [u32; 2] {
        Colour::BOTH.map(|colour| {
            let side = self.side(colour);
            let bonus = match (scoring, side.hand.is_empty(), side.single_last) {
                (Scoring::Basic, ..) | (_, false, _) => 0,
                (Scoring::Advanced, true, false) => 15,
                (Scoring::Advanced, true, true) => 20,
            };
            side.cells.len() + bonus
        })
    }

    /// Black's points minus White's.
    pub fn margin(&self, scoring: Scoring) -> i32 {
        let [black, white] = self.points(scoring);
        black as i32 - white as i32
    }

    /// Checks whether a move is legal for a colour, whether or not it is its turn.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, colour: Colour, placement: Placement) -> Result<(), IllegalMove> {
        let (side, squares) = (self.side(colour), placement.squares());
        let first = |set: Squares| (squares & set).iter().next();
        if !side.hand.has(placement.piece()) {
            let piece = placement.piece();
            return Err(IllegalMove::AlreadyPlayed { colour, piece });
        }
        if let Some(square) = first(self.occupied()) {
            return Err(IllegalMove::Occupied { square });
        }
        if let Some(square) = first(side.edges) {
            return Err(IllegalMove::TouchesOwnEdge { colour, square });
        }
        if squares.meets(side.corners) {
            return Ok(());
        }
        if side.hand == Hand::FULL {
            let start = colour.start();
            return Err(IllegalMove::MissesStart { colour, start });
        }
        Err(IllegalMove::TouchesNoCorner { colour })
    }
}

/// The reason why a move is illegal. As JSON: the reason, and the number of the square concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[schemars(rename = "BlokusIllegalMove")]
pub enum IllegalMove {
    /// The piece is used up.
    #[error("{colour} has already played the piece {piece}")]
    AlreadyPlayed {
        /// The colour.
        #[serde(skip)]
        colour: Colour,
        /// The piece.
        #[serde(skip)]
        piece: Piece,
    },
    /// A square is taken.
    #[error("{square} is occupied")]
    Occupied {
        /// The taken square.
        #[serde(serialize_with = "by_number")]
        #[schemars(with = "usize")]
        square: Square,
    },
    /// The piece would lie beside an own piece.
    #[error("on {square} it would lie along an edge of {colour}'s own pieces")]
    TouchesOwnEdge {
        /// The colour.
        #[serde(skip)]
        colour: Colour,
        /// The square beside an own piece.
        #[serde(serialize_with = "by_number")]
        #[schemars(with = "usize")]
        square: Square,
    },
    /// The piece touches no corner of an own piece.
    #[error("it does not touch a corner of {colour}'s pieces")]
    TouchesNoCorner {
        /// The colour.
        #[serde(skip)]
        colour: Colour,
    },
    /// The first piece does not cover the start square.
    #[error("{colour}'s first piece must cover {start}")]
    MissesStart {
        /// The colour.
        #[serde(skip)]
        colour: Colour,
        /// The start square.
        #[serde(rename = "square", serialize_with = "by_number")]
        #[schemars(with = "usize")]
        start: Square,
    },
}

/// Serialises a square by its number: row by row from the top left, from 0.
fn by_number<S: serde::Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(square.number() as u64)
}

#[cfg(test)]
mod tests;
