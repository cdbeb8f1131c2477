//! The game tree of a record.

use super::reader::read_placed;
use super::sgf::{NodeId, Place, Property, SyntaxError, Tree, Value};
use crate::colour::Colour;
use crate::placement::{Placement, PlacementError};
use crate::position::{IllegalMove, PositionError};
use arena::Phrase;
use std::fmt;
use std::str::FromStr;

/// The value of `GM`.
const GAME: &str = "Blokus Duo";

/// A game with all its variations.
///
/// Moves are not checked while reading, but by [`position_at`](Self::position_at). Methods that
/// take a node panic if it is not one of this tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    pub(super) tree: Tree,
}

impl Default for GameTree {
    fn default() -> Self {
        GameTree::new()
    }
}

impl GameTree {
    /// Creates a game without moves, marked as Blokus Duo and UTF-8.
    pub fn new() -> Self {
        let mut tree = Tree::new();
        tree.set_text(tree.root(), "GM", GAME);
        tree.set_text(tree.root(), "CA", "UTF-8");
        GameTree { tree }
    }

    /// Returns a game of these moves. Passes are not listed.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn of_moves(
        moves: impl IntoIterator<Item = (Colour, Placement)>,
    ) -> Result<Self, RecordError> {
        let mut game = GameTree::new();
        game.play_line(game.root(), moves)?;
        Ok(game)
    }

    fn of_tree(tree: Tree) -> Result<Self, RecordError> {
        if let Some(value) = tree.property(tree.root(), "GM").map(|gm| &gm.values()[0]) {
            let game = value.text();
            if !game.trim().eq_ignore_ascii_case(GAME) {
                let game = game.chars().take(40).collect();
                return Err(RecordError::at(value, RecordFault::OtherGame { game }));
            }
        }
        Ok(GameTree { tree })
    }

    /// Returns the plain tree, for properties that have no method here.
    pub fn sgf(&self) -> &Tree {
        &self.tree
    }

    /// Returns the plain tree, to change properties that have no method here.
    pub fn sgf_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Returns the first node: it describes the whole game and usually has no move.
    pub fn root(&self) -> NodeId {
        self.tree.root()
    }

    /// Returns the node before a node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree.parent(node)
    }

    /// Returns the nodes after a node, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.tree.children(node)
    }

    /// Returns the nodes of the main line, from the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.root()), |&node| {
            self.children(node).first().copied()
        })
    }

    /// Returns the move of a node, if it has one.
    ///
    /// # Errors
    /// If it cannot be read, or the node has more than one. Legality is not checked.
    pub fn move_at(&self, node: NodeId) -> Result<Option<(Colour, Placement)>, RecordError> {
        let entry = move_entry(self.tree.properties(node))?;
        Ok(entry.map(|(colour, _, placement)| (colour, placement)))
    }

    /// Plays a move after a node: goes to the child that has it, or adds that child as a new
    /// variation.
    ///
    /// # Errors
    /// If there is no position at the node, or the move is illegal in it.
    pub fn play(
        &mut self,
        node: NodeId,
        colour: Colour,
        placement: Placement,
    ) -> Result<NodeId, RecordError> {
        self.play_line(node, [(colour, placement)])
    }

    /// Plays several moves after a node and returns the last of their nodes.
    ///
    /// # Errors
    /// If there is no position at the node, or one of the moves is illegal; nothing is added then.
    pub fn play_line(
        &mut self,
        node: NodeId,
        moves: impl IntoIterator<Item = (Colour, Placement)>,
    ) -> Result<NodeId, RecordError> {
        let mut position = self.position_at(node)?;
        let moves: Vec<_> = moves.into_iter().collect();
        for &(colour, placement) in &moves {
            let checked = position.check(colour, placement);
            checked.map_err(|why| RecordError {
                place: None,
                fault: RecordFault::Illegal {
                    colour,
                    placement,
                    why,
                },
            })?;
            position.play_as(colour, placement);
        }
        Ok(moves
            .into_iter()
            .fold(node, |at, entry| self.follow(at, entry)))
    }

    fn follow(&mut self, node: NodeId, (colour, placement): (Colour, Placement)) -> NodeId {
        let plays = |child: NodeId| {
            let sets_up = |p: &Property| matches!(p.name(), "AB" | "AW" | "AE" | "PL");
            self.move_at(child) == Ok(Some((colour, placement)))
                && !self.tree.properties(child).iter().any(sets_up)
        };
        let known = self.children(node).iter().copied().find(|&c| plays(c));
        known.unwrap_or_else(|| {
            let child = self.tree.add_child(node);
            let name = match colour {
                Colour::Black => "B",
                Colour::White => "W",
            };
            self.tree.set_text(child, name, &placement.to_string());
            child
        })
    }

    /// Returns the comment of a node.
    pub fn comment(&self, node: NodeId) -> Option<String> {
        self.tree.text(node, "C")
    }

    /// Sets the comment of a node; an empty text removes it.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.tree.set_text(node, "C", text);
    }

    /// Returns the name of a player.
    pub fn player(&self, colour: Colour) -> Option<String> {
        self.tree.text(self.root(), name_of_player(colour))
    }

    /// Sets the name of a player.
    pub fn set_player(&mut self, colour: Colour, name: &str) {
        self.tree
            .set_text(self.root(), name_of_player(colour), name);
    }

    /// Returns the date of the game, usually as `2013-12-09`.
    pub fn date(&self) -> Option<String> {
        self.tree.text(self.root(), "DT")
    }

    /// Returns the result of the game: `B+7`, `W+7`, `0` for a draw, or any other text of the file.
    pub fn result(&self) -> Option<String> {
        self.tree.text(self.root(), "RE")
    }

    /// Sets the result of the game; [`result`](super::result) formats a margin.
    pub fn set_result(&mut self, result: &str) {
        self.tree.set_text(self.root(), "RE", result);
    }
}

fn name_of_player(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "PB",
        Colour::White => "PW",
    }
}

/// Reads a value as a piece on the board.
pub(super) fn placement_of(property: &Property, value: &Value) -> Result<Placement, RecordError> {
    let name = || property.name().to_owned();
    let read = value.text().parse();
    read.map_err(|why| RecordError::at(value, RecordFault::Move { name: name(), why }))
}

/// Returns the move among some properties.
pub(super) fn move_entry(
    properties: &[Property],
) -> Result<Option<(Colour, &Value, Placement)>, RecordError> {
    let mut moves = properties.iter().flat_map(|property| {
        let colour = match property.name() {
            "B" => Some(Colour::Black),
            "W" => Some(Colour::White),
            _ => None,
        };
        let values = property.values().iter();
        values.filter_map(move |value| Some((colour?, property, value)))
    });
    let Some((colour, property, value)) = moves.next() else {
        return Ok(None);
    };
    if let Some((_, _, second)) = moves.next() {
        return Err(RecordError::at(second, RecordFault::SecondMove));
    }
    let placement = placement_of(property, value)?;
    Ok(Some((colour, value, placement)))
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

/// Reads one game; [`read_all`] reads several.
impl FromStr for GameTree {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut trees = read_placed(text)?.into_iter();
        let first = trees.next().expect("there is a game, or it is an error");
        if let Some((place, _)) = trees.next() {
            return Err(RecordError {
                place: Some(place),
                fault: RecordFault::SecondGame,
            });
        }
        GameTree::of_tree(first.1)
    }
}

/// Reads all games of a text.
///
/// # Errors
/// If there is none, or one has a syntax error or is of another game.
pub fn read_all(text: &str) -> Result<Vec<GameTree>, RecordError> {
    let trees = read_placed(text)?.into_iter();
    trees.map(|(_, tree)| GameTree::of_tree(tree)).collect()
}

/// Error in a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The place in the text; `None` if the record was not read from text.
    pub place: Option<Place>,
    /// The reason.
    pub fault: RecordFault,
}

impl RecordError {
    pub(super) fn at(value: &Value, fault: RecordFault) -> Self {
        let place = value.place();
        RecordError { place, fault }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.fault.source()
    }
}

impl From<SyntaxError> for RecordError {
    fn from(error: SyntaxError) -> Self {
        let SyntaxError {
            place,
            expected,
            found,
        } = error;
        RecordError {
            place: Some(place),
            fault: RecordFault::Syntax { expected, found },
        }
    }
}

/// Kinds of errors in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The text is not SGF.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// The expected token.
        expected: Phrase,
        /// The token found.
        found: Phrase,
    },
    /// The record is of another game.
    #[error("expected a game of Blokus Duo, found one of `{game}`")]
    OtherGame {
        /// The name of the game.
        game: String,
    },
    /// The text holds more than one game.
    #[error("expected one game, found another one")]
    SecondGame,
    /// A move, or a piece set up or removed, cannot be read.
    #[error("expected a move as the value of `{name}`: {why}")]
    Move {
        /// The property.
        name: String,
        /// The reason.
        why: PlacementError,
    },
    /// A node has more than one move.
    #[error("expected one move in a node, found another one")]
    SecondMove,
    /// An illegal move.
    #[error("{colour} cannot play {placement}: {why}")]
    Illegal {
        /// The colour.
        colour: Colour,
        /// The move.
        placement: Placement,
        /// The rule it breaks.
        why: IllegalMove,
    },
    /// A side to move that is not a colour.
    #[error("expected `B` or `W` as the side to move, found `{text}`")]
    Turn {
        /// The text.
        text: String,
    },
    /// A piece to remove is not on the board.
    #[error("no piece to remove on {placement}")]
    NotThere {
        /// The squares.
        placement: Placement,
    },
    /// The pieces set up are not a legal position.
    #[error(transparent)]
    SetUp(#[from] PositionError),
}
