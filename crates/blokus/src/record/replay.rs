//! From the nodes of a game to its positions.

use super::game::{Fault, GameTree, RecordError, move_entry, placement_of};
use super::sgf::{NodeId, Place, Property, Value};
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{Position, PositionError};

/// A move of a record with the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The node of the move.
    pub node: NodeId,
    /// Who moved.
    pub colour: Colour,
    /// The move.
    pub placement: Placement,
    /// The position after it.
    pub position: Position,
}

impl GameTree {
    /// The start of the main line and its moves, each with the position after it.
    ///
    /// # Errors
    /// As [`position_at`](GameTree::position_at).
    pub fn replay(&self) -> Result<(Position, Vec<Played>), RecordError> {
        let mut board = Board::default();
        let (mut start, mut played) = (Position::start(), Vec::new());
        for node in self.main_line() {
            let properties = self.tree.properties(node);
            board.apply(properties)?;
            match move_entry(properties)? {
                Some((colour, _, placement)) => played.push(Played {
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

    /// The position before a move of the main line, the first being 1; after the last if none is
    /// named.
    ///
    /// # Errors
    /// If there is no such move, or the record cannot be replayed.
    pub fn before_move(&self, number: Option<usize>) -> Result<Position, BeforeError> {
        let mut nodes: Vec<_> = self.main_line().collect();
        if let Some(number) = number {
            let mut moves = Vec::new();
            for (place, &node) in nodes.iter().enumerate() {
                moves.extend(self.move_at(node)?.map(|_| place));
            }
            let (found, count) = (number.checked_sub(1), moves.len());
            let place = found.and_then(|index| moves.get(index));
            nodes.truncate(*place.ok_or(BeforeError::NoMove { number, count })?);
        }
        match nodes.last() {
            Some(&node) => Ok(self.position_at(node)?),
            None => Ok(Position::start()),
        }
    }

    /// The position after a node: what all nodes from the root on have set up and played.
    ///
    /// In a node, pieces are set up first (`AB`, `AW`, `AE`), then its move is made, then the turn
    /// goes to whom `PL` says. Whose turn it was does not matter to a move. A colour that is to
    /// move but has no move is passed over. Setting up keeps to the rules: pieces must lie as they
    /// could have been placed, and the last one a colour was given counts as its last.
    ///
    /// # Errors
    /// If a move or a setup on the way cannot be read or is not legal; the error says where it was
    /// read.
    pub fn position_at(&self, node: NodeId) -> Result<Position, RecordError> {
        let mut board = Board::default();
        for node in self.tree.path(node) {
            board.apply(self.tree.properties(node))?;
        }
        Ok(board.position)
    }
}

/// Why there is no position before a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeforeError {
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The main line has no such move.
    #[error("there is no move {number}: {}", moves_of(*.count))]
    NoMove {
        /// The move asked for.
        number: usize,
        /// How many there are.
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

/// A position in the making.
struct Board {
    /// The pieces of both colours, in the order in which they came.
    placed: [Vec<Placement>; 2],
    /// Who is to move next, able to or not.
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
        turn.map_or(Ok(()), |turn| self.hand_over(&turn.values()[0]))
    }

    fn play(
        &mut self,
        colour: Colour,
        placement: Placement,
        value: &Value,
    ) -> Result<(), RecordError> {
        if let Err(why) = self.position.check(colour, placement) {
            let fault = Fault::Illegal {
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

    fn hand_over(&mut self, value: &Value) -> Result<(), RecordError> {
        let text = value.text();
        self.next = match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => {
                let text = text.chars().take(20).collect();
                return Err(RecordError::at(value, Fault::Turn { text }));
            }
        };
        self.position.hand_over(self.next);
        Ok(())
    }

    /// Takes pieces away, then adds the new ones: which property stands first does not matter.
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
            self.position = built.map_err(|why| blamed(why, &changes))?;
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
        Err(RecordError::at(value, Fault::NotThere { placement }))
    }
}

/// The values of the properties of one name, as pieces on the board.
fn pieces<'a>(
    properties: &'a [Property],
    name: &'a str,
) -> impl Iterator<Item = (&'a Value, Result<Placement, RecordError>)> {
    let named = properties.iter().filter(move |p| p.name() == name);
    let values = named.flat_map(|p| p.values().iter().map(move |value| (p, value)));
    values.map(|(property, value)| (value, placement_of(property, value)))
}

/// An error at the change that brought the placement it names, or at the first change: taking a
/// piece away may leave another one, placed long before, without a corner.
fn blamed(why: PositionError, changes: &[(Placement, Option<Place>)]) -> RecordError {
    let named = match &why {
        PositionError::Unreachable { placement, .. } => Some(*placement),
        _ => None,
    };
    let blamed = changes.iter().find(|change| Some(change.0) == named);
    RecordError {
        place: blamed.or(changes.first()).and_then(|change| change.1),
        fault: Fault::SetUp(why),
    }
}
