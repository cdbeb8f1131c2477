//! The Monte Carlo player: simulations after every move, no tree.

use crate::learn::PlayoutGame;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::player::Fault;
use lookahead::playout::{Selection, flat};
use lookahead::{Analysis, Control};

/// Plays the same number of simulations after every legal move, and chooses the move that won most
/// of them (section 4.3 of the paper: 100 uniformly random ones).
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    /// The game with its evaluation.
    pub game: PlayoutGame,
    /// The playout policy.
    pub selection: Selection,
    /// The number of simulations after each move.
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
        let (game, selection) = (&self.game, &self.selection);
        Ok(flat(game, position, selection, self.simulations, control))
    }
}
