//! The Monte Carlo player: simulations after every move, no tree.

use crate::learn::Duel;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::player::Fault;
use lookahead::playout::{Selection, flat};
use lookahead::{Analysis, Control};

/// Plays the same number of simulations after every legal move, and the move that won most of them
/// (the paper's section 4.3: 100 uniformly random ones).
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    /// The game that simulations are played in.
    pub duel: Duel,
    /// Who plays them.
    pub selection: Selection,
    /// How many after each move.
    pub simulations: u64,
}

impl Analyst<BlokusDuo> for MonteCarlo {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let (duel, selection) = (&self.duel, &self.selection);
        Ok(flat(duel, position, selection, self.simulations, control))
    }
}
