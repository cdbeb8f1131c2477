//! Learning the evaluation from selective simulations.
//!
//! The training loop is [`lookahead::learn`]: self-play with a falling share of random moves,
//! simulations from every position of the game, one step of the weights per game. This module
//! defines the learning problem of Blokus Duo: the [features](crate::features) under
//! [`FeatureOptions`], and the winner of a simulation. Besides simulations, [games](SearchedGames)
//! of the searching player can be learned from. The results are compared with the static value of a
//! position or, as the paper's authors leave for later (section 5), with that of the position
//! expected by a short search.

use crate::colour::Colour;
use crate::evaluation::{Evaluation, EvaluationState};
use crate::features::{FeatureOptions, features};
use crate::placement::Placement;
use crate::position::{Position, Scoring};
use lookahead::learn::{Feature, Learner, Linear};
use lookahead::playout::{ActionEvaluation, TerminalResult};
use lookahead::{Game, Side};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

mod games;
mod plan;

pub use games::{SearchedGameSettings, SearchedGames};
pub use plan::{ExampleSource, SavedRun, TrainingPlan};

/// Blokus Duo with an evaluation, for simulations. Black is [`Side::Max`].
#[derive(Clone, Debug)]
pub struct PlayoutGame {
    /// The evaluation function.
    pub evaluation: Arc<Evaluation>,
    /// The scoring rule that decides the winner.
    pub scoring: Scoring,
}

pub(crate) fn side_to_move(position: &Position) -> Side {
    match position.turn() {
        Some(Colour::White) => Side::Min,
        _ => Side::Max,
    }
}

/// Returns Black's result of a game that ended by this margin: 1, ½ or 0.
pub(crate) fn share_of(margin: i32) -> f64 {
    match margin {
        ..0 => 0.0,
        0 => 0.5,
        1.. => 1.0,
    }
}

impl Game for PlayoutGame {
    type Position = Position;
    type Action = Placement;

    fn turn(&self, position: &Position) -> Side {
        side_to_move(position)
    }

    fn actions(&self, position: &Position, into: &mut Vec<Placement>) {
        into.extend_from_slice(position.list());
    }

    fn play(&self, position: &mut Position, placement: Placement) {
        position.play(placement);
    }
}

impl TerminalResult for PlayoutGame {
    fn result(&self, position: &Position) -> f64 {
        share_of(position.margin(self.scoring))
    }
}

impl ActionEvaluation for PlayoutGame {
    fn action_value(&self, position: &Position, placement: Placement) -> f64 {
        let mut value = 0.0;
        self.action_values(position, &[placement], |_, found| value = found);
        value
    }

    fn action_values(
        &self,
        position: &Position,
        placements: &[Placement],
        mut visit: impl FnMut(Placement, f64),
    ) {
        let state = EvaluationState::relative(&self.evaluation, position);
        for &placement in placements {
            let units = state.after(&self.evaluation, position, placement);
            visit(placement, f64::from(units) / self.evaluation.scale());
        }
    }
}

impl PlayoutGame {
    /// Returns the position after the best reply; the position itself when the game is over.
    fn expected(&self, position: &Position) -> Position {
        let state = EvaluationState::relative(&self.evaluation, position);
        let value = |&placement: &Placement| state.after(&self.evaluation, position, placement);
        let mut next = position.clone();
        // Of equal moves the last one, so that the choice is reproducible.
        if let Some(best) = position.moves().max_by_key(value) {
            next.play(best);
        }
        next
    }
}

/// The value that is fitted to the results of the simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// The value of the position itself.
    #[default]
    Static,
    /// The value of the position after the best reply: a search of one move.
    Search,
}

/// The learning objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Objective {
    /// The options of the features.
    #[serde(rename = "reading")]
    pub options: FeatureOptions,
    /// The scoring rule that decides the winner of a simulation.
    pub scoring: Scoring,
    /// The value that is fitted to the results.
    pub fit: Fit,
}

impl Learner for Objective {
    type Game = PlayoutGame;

    fn weights(&self) -> usize {
        self.options.weights()
    }

    fn game(&self, model: &Linear) -> PlayoutGame {
        PlayoutGame {
            evaluation: Arc::new(Evaluation::new(model, self.options)),
            scoring: self.scoring,
        }
    }

    fn start(&self, _: &mut Pcg64Mcg) -> Position {
        Position::start()
    }

    fn features(&self, game: &PlayoutGame, position: &Position, into: &mut Vec<Feature>) {
        match self.fit {
            Fit::Static => features(position, &self.options, into),
            Fit::Search => features(&game.expected(position), &self.options, into),
        }
    }
}
