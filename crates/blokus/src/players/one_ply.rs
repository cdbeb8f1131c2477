//! Players that search one move ahead.

use crate::evaluation::{Evaluation, EvaluationState};
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::player::Fault;
use lookahead::{Analysis, Candidate, Control, Stop};
use rand::RngExt;
use std::sync::Arc;

/// Plays the move with the highest value, a random one of several equal ones: the paper's player
/// without search.
#[derive(Clone, Debug)]
pub struct OnePly {
    evaluation: Arc<Evaluation>,
}

impl OnePly {
    /// Creates a player with this evaluation.
    pub fn new(evaluation: Arc<Evaluation>) -> Self {
        OnePly { evaluation }
    }
}

impl Analyst<BlokusDuo> for OnePly {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        Ok(best_of(&self.evaluation, position, usize::MAX, control))
    }
}

/// Draws a number of moves and plays the best of them: one move of a selective simulation.
#[derive(Clone, Debug)]
pub struct BestOfN {
    evaluation: Arc<Evaluation>,
    drawn: usize,
}

impl BestOfN {
    /// Creates a player that draws this number of moves.
    pub fn new(evaluation: Arc<Evaluation>, drawn: usize) -> Self {
        BestOfN { evaluation, drawn }
    }
}

impl Analyst<BlokusDuo> for BestOfN {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        Ok(best_of(&self.evaluation, position, self.drawn, control))
    }
}

/// Returns the `drawn` random moves, best first, and the other moves behind them, each with its
/// value.
fn best_of(
    evaluation: &Evaluation,
    position: &Position,
    drawn: usize,
    control: &Control<'_>,
) -> Analysis<Placement> {
    let meter = control.start();
    let mut moves: Vec<_> = position.moves().collect();
    let rng = &mut control.seed.rng();
    for place in (1..moves.len()).rev() {
        moves.swap(place, rng.random_range(0..=place));
    }
    let state = EvaluationState::ahead(evaluation, position, 1);
    let sign = crate::learn::side_to_move(position).sign() as i32;
    let judged = moves
        .into_iter()
        .map(|m| (m, state.after(evaluation, position, m)));
    let mut judged: Vec<_> = judged.inspect(|_| _ = meter.tick()).collect();
    // The sort is stable: equal moves stay shuffled.
    let drawn = drawn.max(1).min(judged.len());
    let (first, rest) = judged.split_at_mut(drawn);
    first.sort_by_key(|&(_, value)| -value);
    rest.sort_by_key(|&(_, value)| -value);
    let candidate = |&(placement, value): &(_, i32)| Candidate {
        visits: 1,
        ..Candidate::estimate(placement, evaluation.chance(sign * value))
    };
    Analysis {
        candidates: judged.iter().map(candidate).collect(),
        effort: meter.effort(1, Stop::Done),
    }
}
