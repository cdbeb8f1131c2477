//! Any legal move.

use super::Thinker;
use crate::placement::Placement;
use crate::position::Position;
use lookahead::{Analysis, Candidate, Control, Stop};
use rand::RngExt;

/// Plays any legal move; all are as good to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Thinker for Random {
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        let meter = control.start();
        let mut moves: Vec<_> = position.moves().collect();
        if !moves.is_empty() {
            let chosen = control.seed.rng().random_range(0..moves.len());
            moves.swap(0, chosen);
        }
        let even = |placement| Candidate::estimate(placement, 0.5);
        Analysis {
            candidates: moves.into_iter().map(even).collect(),
            effort: meter.effort(0, Stop::Done),
        }
    }
}
