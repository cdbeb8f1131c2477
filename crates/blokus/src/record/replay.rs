//! From the nodes of a game to its positions.

use super::game::{Fault, GameTree, RecordError, move_entry, placement_of};
use super::sgf::{NodeId, Place, Property, Value};
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{Position, PositionError};

impl GameTree {
    /// The position after a node: what all nodes from the root on have set up and played.
    ///
    /// In a node, pieces are set up first (`AB`, `AW`, `AE`), then its move is made, then the turn goes to whom `PL` says. Whose
    /// turn it was does not matter to a move. A colour that is to move but has no move is passed over. Setting
    /// up keeps to the rules: pieces must lie as they could have been placed, and the last one a colour was given counts as its last.
    ///
    /// # Errors
    /// If a move or a setup on the way cannot be read or is not legal; the error says where it was read.
    pub fn position_at(&self, node: NodeId) -> Result<Position, RecordError> {
        let mut board = Board::default();
        for node in self.tree.path(node) {
            board.apply(self.tree.properties(node))?;
        }
        Ok(board.position)
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
