//! The random player.

use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::player::Fault;
use lookahead::{Analysis, Candidate, Control, Stop};
use rand::RngExt;

/// Plays a random legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Analyst<BlokusDuo> for Random {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let meter = control.start();
        let mut moves: Vec<_> = position.moves().collect();
        if !moves.is_empty() {
            let chosen = control.seed.rng().random_range(0..moves.len());
            moves.swap(0, chosen);
        }
        let even = |placement| Candidate::estimate(placement, 0.5);
        Ok(Analysis {
            candidates: moves.into_iter().map(even).collect(),
            effort: meter.effort(0, Stop::Done),
        })
    }
}
