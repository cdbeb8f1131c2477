//! A position: what lies on the board, who has what left, and every legal move of the side to move.
//!
//! The list of moves is kept up to date as the game goes on. Squares that a colour may not use only
//! become more, so a placement that has become illegal stays so; new ones all cover a corner that
//! is new. A list is therefore brought up to date, when its colour is about to move, by dropping
//! what has become illegal and adding what covers the new corners, each placement once: those that
//! also cover a corner seen before are in the list already. And who has no move once never has one
//! again.

use crate::colour::Colour;
use crate::growth::growth;
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

/// What a colour has on the board, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Camp {
    /// The squares of its pieces.
    pub(crate) cells: Squares,
    /// The squares along the edges of its pieces.
    pub(crate) edges: Squares,
    /// Where it may place nothing: taken squares and its own edges.
    pub(crate) forbidden: Squares,
    /// The corners of its pieces; before the first piece, its start square.
    pub(crate) corners: Squares,
    /// The corners whose placements have been listed.
    listed: Squares,
    /// What was left to place then.
    listed_hand: Hand,
    /// What is left to place.
    pub(crate) hand: Hand,
    /// Whether the last piece placed was the single square.
    single_last: bool,
}

impl Camp {
    fn new(colour: Colour) -> Self {
        Camp {
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

    /// The corners where the next piece may attach (effective squares, 有効マス). Before the first
    /// piece, the start square.
    pub(crate) fn open_corners(&self) -> Squares {
        self.corners & !self.forbidden
    }
}

/// How a finished game is counted.
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
    pub(crate) camps: [Camp; 2],
    turn: Option<Colour>,
    key: u64,
    /// Up to date for the side to move only.
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
            camps: self.camps,
            turn: self.turn,
            key: self.key,
            lists: self.lists.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.camps = from.camps;
        self.turn = from.turn;
        self.key = from.key;
        self.lists[0].clone_from(&from.lists[0]);
        self.lists[1].clone_from(&from.lists[1]);
    }
}

/// Positions are equal if everything that decides the rest of the game is; in which order
/// their moves are listed does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same = |c: Colour| {
            let (a, b) = (self.camp(c), other.camp(c));
            (a.cells, a.hand, a.single_last) == (b.cells, b.hand, b.single_last)
        };
        self.turn == other.turn && Colour::BOTH.into_iter().all(same)
    }
}

impl Eq for Position {}

/// A random number for every colour and placement.
static KEYS: LazyLock<Vec<[u64; 2]>> = LazyLock::new(|| {
    let word = |number: u64| lookahead::Seed(0x0b10_c05d).stream(number).0;
    Placement::all()
        .map(|p| [2 * p.number() as u64, 2 * p.number() as u64 + 1].map(word))
        .collect()
});

/// What White to move, and a finished game, add to a key.
const TO_MOVE: [u64; 3] = [0, 0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7];

impl Position {
    /// The empty board, Black to move.
    pub fn start() -> Self {
        let mut position = Position {
            camps: Colour::BOTH.map(Camp::new),
            turn: Some(Colour::Black),
            key: 0,
            lists: [Vec::with_capacity(1024), Vec::with_capacity(1024)],
        };
        position.refresh(Colour::Black);
        position
    }

    #[inline]
    pub(crate) fn camp(&self, colour: Colour) -> &Camp {
        &self.camps[colour.index()]
    }

    /// The side to move; nobody when the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// Whether neither colour has a move.
    pub fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// The legal moves of the side to move, each once, in no particular order (but always the same
    /// after the same moves).
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Placement> {
        self.list().iter().copied()
    }

    /// The same as they lie in memory.
    #[inline]
    pub(crate) fn list(&self) -> &[Placement] {
        self.turn.map_or(&[][..], |turn| &self.lists[turn.index()])
    }

    /// The legal moves of a colour if it were to move.
    pub fn moves_of(&self, colour: Colour) -> Vec<Placement> {
        let mut position = self.clone();
        position.refresh(colour);
        position.turn = Some(colour);
        position.moves().collect()
    }

    /// The same with a colour to move, or the other one if it has no move.
    #[must_use]
    pub fn handed_to(mut self, colour: Colour) -> Self {
        self.hand_over(colour);
        self
    }

    /// The pieces a colour has left.
    pub fn hand(&self, colour: Colour) -> Hand {
        self.camp(colour).hand
    }

    /// The squares covered by a colour.
    pub fn covered(&self, colour: Colour) -> Squares {
        self.camp(colour).cells
    }

    /// The free squares along a colour's pieces, where it may not place.
    pub fn dead(&self, colour: Colour) -> Squares {
        self.camp(colour).edges & !self.occupied()
    }

    /// The squares covered by either colour.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.camps[0].cells | self.camps[1].cells
    }

    /// What lies on a square.
    pub fn at(&self, square: Square) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|&c| self.camp(c).cells.contains(square))
    }

    /// A number that is equal for equal positions and, as far as 64 bits allow, different for
    /// different ones.
    pub fn key(&self) -> u64 {
        let turn = self.turn.map_or(2, Colour::index);
        let single = |c: Colour| u64::from(self.camp(c).single_last) << c.index();
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

    /// Plays a legal move for a colour, whether or not it is its turn. The other colour
    /// is to move afterwards, if it can.
    pub fn play_as(&mut self, colour: Colour, placement: Placement) {
        self.settle(colour, placement);
        self.hand_over(colour.other());
    }

    /// Puts a piece on the board; whose turn it is then, and what moves there are, is not looked
    /// at.
    fn settle(&mut self, colour: Colour, placement: Placement) {
        let print = placement.print();
        let [own, other] = self.both(colour);
        own.cells |= print.cells;
        own.edges |= print.edges;
        own.corners |= print.corners;
        own.forbidden |= print.cells | print.edges;
        other.forbidden |= print.cells;
        own.hand.remove(placement.piece());
        own.single_last = placement.piece() == Piece::SINGLE;
        self.key ^= KEYS[placement.number()][colour.index()];
    }

    fn both(&mut self, colour: Colour) -> [&mut Camp; 2] {
        let [black, white] = &mut self.camps;
        match colour {
            Colour::Black => [black, white],
            Colour::White => [white, black],
        }
    }

    /// Gives the turn to a colour, or to the other one if it has no move.
    pub(crate) fn hand_over(&mut self, next: Colour) {
        let moves = |position: &mut Self, colour: Colour| {
            position.refresh(colour);
            !position.lists[colour.index()].is_empty()
        };
        self.turn = [next, next.other()]
            .into_iter()
            .find(|&colour| moves(self, colour));
    }

    /// Brings the list of a colour up to date.
    fn refresh(&mut self, colour: Colour) {
        let camp = &mut self.camps[colour.index()];
        let list = &mut self.lists[colour.index()];
        let windows = Field::new(camp.forbidden).windows();
        let mut outlines = catalogue().outlines;
        for piece in camp.listed_hand.without(camp.hand) {
            outlines.take_away(piece);
        }
        camp.listed_hand = camp.hand;
        // Written whether it stays or not, and kept if it does: a branch would be wrong every other
        // time.
        let mut kept = 0;
        for place in 0..list.len() {
            let placement = list[place];
            list[kept] = placement;
            kept += usize::from(placement.fits(&outlines, &windows));
        }
        list.truncate(kept);
        let fresh = camp.open_corners() & !camp.listed;
        let used = growth().used(camp.hand);
        let mut scratch = [Placement(0); 512];
        fresh.each_bit(|bit| {
            let taken = Field::new(camp.forbidden | camp.listed);
            list.extend_from_slice(growth().grow(bit, &taken, used, &mut scratch));
            camp.listed.insert(Square::of_bit(bit));
        });
    }

    /// Whether the side to move certainly has another move after this one, so that the game goes
    /// on. `false` means that it takes playing the move to know.
    #[inline]
    pub(crate) fn goes_on_after(&self, placement: Placement) -> bool {
        let Some(turn) = self.turn else {
            return false;
        };
        let print = placement.print();
        let taken = print.cells | print.edges;
        let piece = placement.piece();
        let stays = |other: &Placement| other.piece() != piece && !other.squares().meets(taken);
        // One of the first few nearly always does. All first moves cover the same square, but
        // nobody is out after one.
        self.camp(turn).hand == Hand::FULL || self.lists[turn.index()].iter().any(stays)
    }

    /// Leaves only `noticed` moves of the side to move in its list, drawn at random: a player who
    /// overlooks the others, now and for the rest of whatever is thought from here.
    pub(crate) fn overlook(&mut self, noticed: usize, rng: &mut Pcg64Mcg) {
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

    /// How many pieces are on the board.
    #[inline]
    pub fn pieces_placed(&self) -> u32 {
        2 * PIECES as u32 - self.camps[0].hand.0.count_ones() - self.camps[1].hand.0.count_ones()
    }

    /// How many squares each colour has placed, Black first.
    pub fn squares_placed(&self) -> [u32; 2] {
        Colour::BOTH.map(|c| self.camp(c).cells.len())
    }

    /// The points of both colours as the game stands, Black first.
    pub fn points(&self, scoring: Scoring) -> [u32; 2] {
        Colour::BOTH.map(|colour| {
            let camp = self.camp(colour);
            let bonus = match (scoring, camp.hand.is_empty(), camp.single_last) {
                (Scoring::Basic, ..) | (_, false, _) => 0,
                (Scoring::Advanced, true, false) => 15,
                (Scoring::Advanced, true, true) => 20,
            };
            camp.cells.len() + bonus
        })
    }

    /// Black's points minus White's.
    pub fn margin(&self, scoring: Scoring) -> i32 {
        let [black, white] = self.points(scoring);
        black as i32 - white as i32
    }

    /// Whether a colour may make a move, its turn or not.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, colour: Colour, placement: Placement) -> Result<(), IllegalMove> {
        let (camp, squares) = (self.camp(colour), placement.squares());
        let first = |set: Squares| (squares & set).iter().next();
        if !camp.hand.has(placement.piece()) {
            let piece = placement.piece();
            return Err(IllegalMove::AlreadyPlayed { colour, piece });
        }
        if let Some(square) = first(self.occupied()) {
            return Err(IllegalMove::Occupied { square });
        }
        if let Some(square) = first(camp.edges) {
            return Err(IllegalMove::TouchesOwnEdge { colour, square });
        }
        if squares.meets(camp.corners) {
            return Ok(());
        }
        if camp.hand == Hand::FULL {
            let start = colour.start();
            return Err(IllegalMove::MissesStart { colour, start });
        }
        Err(IllegalMove::TouchesNoCorner { colour })
    }
}

/// Why a move is not legal. JSON has the reason, and the number of the square where the trouble is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[schemars(rename = "BlokusIllegalMove")]
pub enum IllegalMove {
    /// The piece is used up.
    #[error("{colour} has already played the piece {piece}")]
    AlreadyPlayed {
        /// Who.
        #[serde(skip)]
        colour: Colour,
        /// Which.
        #[serde(skip)]
        piece: Piece,
    },
    /// A square is taken.
    #[error("{square} is occupied")]
    Occupied {
        /// Which.
        #[serde(serialize_with = "by_number")]
        #[schemars(with = "usize")]
        square: Square,
    },
    /// It lies beside an own piece.
    #[error("on {square} it would lie along an edge of {colour}'s own pieces")]
    TouchesOwnEdge {
        /// Who.
        #[serde(skip)]
        colour: Colour,
        /// Where.
        #[serde(serialize_with = "by_number")]
        #[schemars(with = "usize")]
        square: Square,
    },
    /// It touches no own piece.
    #[error("it does not touch a corner of {colour}'s pieces")]
    TouchesNoCorner {
        /// Who.
        #[serde(skip)]
        colour: Colour,
    },
    /// The first piece lies elsewhere.
    #[error("{colour}'s first piece must cover {start}")]
    MissesStart {
        /// Who.
        #[serde(skip)]
        colour: Colour,
        /// Where it must lie.
        #[serde(rename = "square", serialize_with = "by_number")]
        #[schemars(with = "usize")]
        start: Square,
    },
}

/// A square as pages number it: row by row from the top left, from 0.
fn by_number<S: serde::Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(square.number() as u64)
}

#[cfg(test)]
mod tests;
