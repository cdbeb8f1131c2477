//! The players: game, search and a minimal evaluation.
//!
//! `alphabeta` assumes that every grab succeeds: the search is right, the model is not.
//! `expectimax` weighs the outcomes; the three outcomes "one, two or three pieces taken" are shared
//! by all grabs, the shared-outcome kernel in miniature. Neither has an evaluation at its horizon:
//! an unfinished game counts as even. `perfect` looks the move up in the exact solution.

use crate::rules::{Heap, MOST, Position};
use arena::player::{Choice, Fault, Player, Thinking};
use lookahead::alphabeta::{self, AlphaBeta, Evaluate};
use lookahead::expectimax::{self, Choices, MatrixBuilder, OutcomeMatrix, Stochastic};
use lookahead::{Analysis, Control, Game, Limit, Side};

/// The possible grabs: 1, 2, 3.
const GRABS: [u32; MOST as usize] = [1, 2, 3];

fn side(position: &Position) -> Side {
    if position.side == 0 {
        Side::Max
    } else {
        Side::Min
    }
}

/// Returns 1 if side 0 took the last piece, -1 if side 1 did, 0 while the game goes on.
fn verdict(position: &Position) -> i32 {
    match (position.left, side(position)) {
        (0, Side::Max) => -1,
        (0, Side::Min) => 1,
        _ => 0,
    }
}

/// A player of the exact solution.
pub struct Perfect {
    chances: Vec<f64>,
}

impl Perfect {
    /// Creates the player and solves the game.
    pub fn new(heap: &Heap) -> Self {
        Perfect {
            chances: heap.chances(heap.conditions.largest),
        }
    }

    /// Returns the chance of winning after grabbing `grab` from a heap of `left`.
    pub fn chance(&self, heap: &Heap, left: u32, grab: u32) -> f64 {
        let taken = heap.taken(grab);
        (1..=grab)
            .map(|t| taken[t as usize - 1] * (1.0 - self.chances[(left - t) as usize]))
            .sum()
    }
}

impl Player<Heap> for Perfect {
    fn choose(&mut self, heap: &Heap, view: &Position, _: &Thinking) -> Result<Choice<u32>, Fault> {
        let chance = |&grab: &u32| self.chance(heap, view.left, grab);
        let best = (1..=view.left.min(MOST)).max_by(|a, b| chance(a).total_cmp(&chance(b)));
        best.map(Choice::from).ok_or(Fault::Resigned)
    }
}

/// The game without slips.
struct Sure;

impl Game for Sure {
    type Position = Position;
    type Action = u32;

    fn turn(&self, position: &Position) -> Side {
        side(position)
    }

    fn actions(&self, position: &Position, into: &mut Vec<u32>) {
        into.extend(1..=position.left.min(MOST));
    }

    fn play(&self, position: &mut Position, grab: u32) {
        *position = position.after(grab);
    }
}

impl Evaluate for Sure {
    fn value(&self, position: &Position) -> i32 {
        verdict(position)
    }

    fn key(&self, position: &Position) -> u64 {
        u64::from(position.left) << 1 | position.side as u64
    }
}

/// An alpha-beta player that ignores slips.
pub struct Minimax {
    limit: Limit,
    search: AlphaBeta<Position, u32>,
}

impl Minimax {
    /// Looks ahead as far as `limit` says.
    pub fn new(limit: Limit) -> Self {
        let settings = alphabeta::Settings {
            entries: 1 << 10,
            ..alphabeta::Settings::default()
        };
        Minimax {
            limit,
            search: AlphaBeta::new(settings),
        }
    }
}

impl Player<Heap> for Minimax {
    fn choose(&mut self, _: &Heap, view: &Position, t: &Thinking) -> Result<Choice<u32>, Fault> {
        let analysis = self.search.search(&Sure, view, &control(self.limit, t));
        answer(&analysis)
    }
}

/// The game with slips, for expectimax.
struct Slippery {
    heap: Heap,
    /// Outcome matrices by the number of pieces that may be grabbed; index 0 for one.
    matrices: [OutcomeMatrix; MOST as usize],
}

impl Slippery {
    fn new(heap: Heap) -> Self {
        let matrix = |most: u32| {
            let mut rows = MatrixBuilder::new(MOST as usize);
            for grab in 1..=most {
                let taken = heap.taken(grab).into_iter().enumerate();
                rows.weights(taken)
                    .expect("the chances of a grab are probabilities");
            }
            rows.build()
        };
        Slippery {
            heap,
            matrices: GRABS.map(matrix),
        }
    }
}

impl Stochastic for Slippery {
    type Position = Position;
    type Action = u32;

    fn turn(&self, position: &Position) -> Side {
        side(position)
    }

    fn choices<'a>(&'a self, position: &Position, _ply: u32) -> Option<Choices<'a, u32>> {
        let most = position.left.min(MOST) as usize;
        let matrix = self.matrices.get(most.checked_sub(1)?)?;
        Choices::new(&GRABS[..most], matrix).ok()
    }

    fn outcome(&self, position: &Position, outcome: usize) -> Position {
        position.after(outcome as u32 + 1)
    }

    fn value(&self, position: &Position) -> f64 {
        f64::from(verdict(position))
    }
}

/// An expectimax player that accounts for slips.
pub struct Expecting {
    limit: Limit,
    game: Slippery,
}

impl Expecting {
    /// Looks ahead as far as `limit` says.
    pub fn new(heap: Heap, limit: Limit) -> Self {
        Expecting {
            limit,
            game: Slippery::new(heap),
        }
    }

    /// Returns the analysis of a position.
    pub fn analyse(&self, position: &Position, control: &Control<'_>) -> Analysis<u32> {
        expectimax::search(
            &self.game,
            position,
            &expectimax::Settings::default(),
            control,
        )
    }
}

impl Player<Heap> for Expecting {
    fn choose(&mut self, heap: &Heap, view: &Position, t: &Thinking) -> Result<Choice<u32>, Fault> {
        debug_assert_eq!(heap.conditions, self.game.heap.conditions);
        let analysis = self.analyse(view, &control(self.limit, t));
        answer(&analysis)
    }
}

fn control(limit: Limit, thinking: &Thinking) -> Control<'static> {
    let time = thinking.time.allot(5);
    Control::new(thinking.seed)
        .limit(Limit { time, ..limit })
        .cancel(thinking.cancel.clone())
}

fn answer(analysis: &Analysis<u32>) -> Result<Choice<u32>, Fault> {
    let best = analysis.best().ok_or(Fault::Resigned)?;
    Ok(Choice {
        action: best.action,
        thought: Some(best.value.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;

    #[test]
    fn looking_to_the_end_finds_the_exact_chances() {
        let heap = Heap::default();
        let chances = heap.chances(10);
        let player = Expecting::new(heap, Limit::default());
        for left in 1..=10 {
            let position = Position { left, side: 0 };
            let analysis = player.analyse(&position, &Control::new(Seed(0)));
            let chance = f64::midpoint(analysis.value().unwrap(), 1.0);
            assert!(
                (chance - chances[left as usize]).abs() < 1e-12,
                "{left} left: {chance}"
            );
        }
    }
}
