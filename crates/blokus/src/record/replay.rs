//! Replay of a game tree: positions at its nodes.

use super::game::{GameTree, RecordError, RecordFault, move_entry, placement_of};
use super::sgf::{NodeId, Place, Property, Value};
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{Position, PositionError};

/// A move of a record and the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The node of the move.
    pub node: NodeId,
    /// The colour that moved.
    pub colour: Colour,
    /// The move.
    pub placement: Placement,
    /// The position after it.
    pub position: Position,
}

impl GameTree {
    /// Returns the start of the main line and its moves, each with the position after it.
    ///
    /// # Errors
    /// As [`position_at`](GameTree::position_at).
    pub fn replay(&self) -> Result<(Position, Vec<PlayedMove>), RecordError> {
        let mut board = Board::default();
        let (mut start, mut played) = (Position::start(), Vec::new());
        for node in self.main_line() {
            let properties = self.tree.properties(node);
            board.apply(properties)?;
            match move_entry(properties)? {
                Some((colour, _, placement)) => played.push(PlayedMove {
                    node,
                    colour,
                    placement,
                    position: board.position.clone(),
                }),
                None if played.is_empty() => start.clone_from(&board.position),
                None => {}
            }
        }
        Ok((start, played))
    }

    /// Returns the position before a move of the main line, counted from 1; after the last move if
    /// `None`.
    ///
    /// # Errors
    /// If the move does not exist, or the record cannot be replayed.
    pub fn before_move(&self, number: Option<usize>) -> Result<Position, MoveNumberError> {
        let mut nodes: Vec<_> = self.main_line().collect();
        if let Some(number) = number {
            let mut moves = Vec::new();
            for (place, &node) in nodes.iter().enumerate() {
                moves.extend(self.move_at(node)?.map(|_| place));
            }
            let (found, count) = (number.checked_sub(1), moves.len());
            let place = found.and_then(|index| moves.get(index));
            nodes.truncate(*place.ok_or(MoveNumberError::NoMove { number, count })?);
        }
        match nodes.last() {
            Some(&node) => Ok(self.position_at(node)?),
            None => Ok(Position::start()),
        }
    }

    /// Returns the position after a node: the set-up and moves of all nodes from the root on.
    ///
    /// In a node, pieces are set up first (`AB`, `AW`, `AE`), then its move is made, then `PL` sets
    /// the side to move. A move may be out of turn. A colour to move without a legal move is
    /// skipped. Setting up follows the rules: pieces must lie as they can have been placed, and the
    /// last piece given for a colour counts as its last.
    ///
    /// # Errors
    /// If a move or a set-up on the way cannot be read or is illegal; the error has its place in
    /// the text.
    pub fn position_at(&self, node: NodeId) -> Result<Position, RecordError> {
        let mut board = Board::default();
        for node in self.tree.path(node) {
            board.apply(self.tree.properties(node))?;
        }
        Ok(board.position)
    }
}

/// Error for the position before a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveNumberError {
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The main line is too short.
    #[error("unknown move {number}: {}", moves_of(*.count))]
    NoMove {
        /// The number of the move.
        number: usize,
        /// The number of moves of the record.
        count: usize,
    },
}

fn moves_of(count: usize) -> String {
    match count {
        0 => "the record has no move".to_owned(),
        1 => "the record has one move".to_owned(),
        count => format!("the record has moves 1 to {count}"),
    }
}

/// The state of a replay.
struct Board {
    /// The pieces of both colours, in the order of the record.
    placed: [Vec<Placement>; 2],
    /// The colour to move next, with or without a legal move.
    next: Colour,
    position: Position,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            placed: [Vec::new(), Vec::new()],
            next: Colour::Black,
            position: Position::start(),
        }
    }
}

impl Board {
    fn apply(&mut self, properties: &[Property]) -> Result<(), RecordError> {
        self.set_up(properties)?;
        if let Some((colour, value, placement)) = move_entry(properties)? {
            self.play(colour, placement, value)?;
        }
        let turn = properties.iter().find(|p| p.name() == "PL");
        turn.map_or(Ok(()), |turn| self.pass_turn_to(&turn.values()[0]))
    }

    fn play(
        &mut self,
        colour: Colour,
        placement: Placement,
        value: &Value,
    ) -> Result<(), RecordError> {
        if let Err(why) = self.position.check(colour, placement) {
            let fault = RecordFault::Illegal {
                colour,
                placement,
                why,
            };
            return Err(RecordError::at(value, fault));
        }
        self.position.play_as(colour, placement);
        self.placed[colour.index()].push(placement);
        self.next = colour.other();
        Ok(())
    }

    fn pass_turn_to(&mut self, value: &Value) -> Result<(), RecordError> {
        let text = value.text();
        self.next = match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => {
                let text = text.chars().take(20).collect();
                return Err(RecordError::at(value, RecordFault::Turn { text }));
            }
        };
        self.position.pass_turn_to(self.next);
        Ok(())
    }

    /// Removes pieces, then adds the new ones: the order of the properties does not matter.
    fn set_up(&mut self, properties: &[Property]) -> Result<(), RecordError> {
        let mut changes = Vec::new();
        for (value, placement) in pieces(properties, "AE") {
            let placement = placement?;
            self.remove(placement, value)?;
            changes.push((placement, value.place()));
        }
        for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
            for (value, placement) in pieces(properties, name) {
                let placement = placement?;
                self.placed[colour.index()].push(placement);
                changes.push((placement, value.place()));
            }
        }
        if !changes.is_empty() {
            let [black, white] = &self.placed;
            let built = Position::of_placements(black, white, self.next);
            self.position = built.map_err(|why| at_change(why, &changes))?;
        }
        Ok(())
    }

    fn remove(&mut self, placement: Placement, value: &Value) -> Result<(), RecordError> {
        for placed in &mut self.placed {
            if let Some(place) = placed.iter().rposition(|&p| p == placement) {
                placed.remove(place);
                return Ok(());
            }
        }
        Err(RecordError::at(value, RecordFault::NotThere { placement }))
    }
}

/// Returns the values of the properties of one name as pieces on the board.
fn pieces<'a>(
    properties: &'a [Property],
    name: &'a str,
) -> impl Iterator<Item = (&'a Value, Result<Placement, RecordError>)> {
    let named = properties.iter().filter(move |p| p.name() == name);
    let values = named.flat_map(|p| p.values().iter().map(move |value| (p, value)));
    values.map(|(property, value)| (value, placement_of(property, value)))
}

/// Returns an error at the change that brought the placement it names, or at the first change:
/// removing a piece may leave another one, placed long before, without a corner.
fn at_change(why: PositionError, changes: &[(Placement, Option<Place>)]) -> RecordError {
    let named = match &why {
        PositionError::Unreachable { placement, .. } => Some(*placement),
        _ => None,
    };
    let at_change = changes.iter().find(|change| Some(change.0) == named);
    RecordError {
        place: at_change.or(changes.first()).and_then(|change| change.1),
        fault: RecordFault::SetUp(why),
    }
}
