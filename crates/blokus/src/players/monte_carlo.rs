//! The Monte Carlo player: simulations after every move, no tree.

use super::Thinker;
use crate::learn::Duel;
use crate::placement::Placement;
use crate::position::Position;
use lookahead::playout::{Selection, flat};
use lookahead::{Analysis, Control};

/// Plays the same number of simulations after every legal move, and the move that won most of them (the paper's
/// section 4.3: 100 uniformly random ones).
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    /// The game that simulations are played in.
    pub duel: Duel,
    /// Who plays them.
    pub selection: Selection,
    /// How many after each move.
    pub simulations: u64,
}

impl Thinker for MonteCarlo {
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        flat(
            &self.duel,
            position,
            &self.selection,
            self.simulations,
            control,
        )
    }
}
