//! A player of the race: the game as alpha-beta sees it, and an analyst made of that.

use crate::rules::{GOAL, Position, Race};
use arena::analyst::Analyst;
use arena::player::Fault;
use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
use lookahead::{Analysis, Control, Game, Limit, Side};

impl Game for Race {
    type Position = Position;
    type Action = u32;

    fn turn(&self, position: &Position) -> Side {
        if position.side == 0 {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn actions(&self, position: &Position, into: &mut Vec<u32>) {
        if position.sum < GOAL {
            into.extend(position.steps());
        }
    }

    fn play(&self, position: &mut Position, step: u32) {
        *position = position.after(step);
    }
}

impl Evaluate for Race {
    /// Values are seen from `Side::Max`: 1 if it has won, -1 if it has lost, 0 as long as nobody
    /// has.
    fn value(&self, position: &Position) -> i32 {
        match (position.sum, position.side) {
            (GOAL, 0) => -1,
            (GOAL, _) => 1,
            _ => 0,
        }
    }

    /// Equal positions have equal keys: the search remembers their values.
    fn key(&self, position: &Position) -> u64 {
        u64::from(position.sum) << 1 | position.side as u64
    }
}

/// Looks ahead by alpha-beta.
pub struct Searcher {
    depth: u32,
    search: AlphaBeta<Position, u32>,
}

impl Searcher {
    /// A player that looks this many moves ahead.
    pub fn new(depth: u32) -> Self {
        Searcher {
            depth,
            search: AlphaBeta::new(Settings::default()),
        }
    }
}

impl Analyst<Race> for Searcher {
    /// A game does not depend on the games before it.
    fn begin(&mut self) {
        self.search.clear();
    }

    fn analyse(
        &mut self,
        game: &Race,
        _seat: usize,
        view: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<u32>, Fault> {
        let limit = Limit {
            depth: Some(self.depth),
            ..control.limit
        };
        let control = control.clone().limit(limit);
        Ok(self.search.search(game, view, &control))
    }
}
