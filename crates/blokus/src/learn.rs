//! Learning the evaluation from selective simulations.
//!
//! The run itself is [`lookahead::learn`]: self-play with a falling share of random moves,
//! simulations from every position of the game, one step of the weights per game. This module says
//! what there is to learn in Blokus Duo: the [features](crate::features) under a [`Reading`], and
//! who counts as the winner. Beside simulations there are [games](Games) of the searching player to
//! learn from. What is compared with the results is the static value of a position or, as the
//! paper's authors leave for later (section 5), that of the position which a short search expects
//! to come of it.

use crate::colour::Colour;
use crate::evaluation::{Evaluation, Outlook};
use crate::features::{Reading, features};
use crate::placement::Placement;
use crate::position::{Position, Scoring};
use lookahead::learn::{Feature, Learner, Linear};
use lookahead::playout::{Appraise, Finish};
use lookahead::{Game, Side};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

mod games;
mod plan;

pub use games::{Games, Played};
pub use plan::{Plan, Saved, Source};

/// Blokus Duo with an evaluation, as simulations see it. Black is [`Side::Max`].
#[derive(Clone, Debug)]
pub struct Duel {
    /// What positions are worth.
    pub evaluation: Arc<Evaluation>,
    /// Who counts as the winner.
    pub scoring: Scoring,
}

pub(crate) fn side(position: &Position) -> Side {
    match position.turn() {
        Some(Colour::White) => Side::Min,
        _ => Side::Max,
    }
}

/// Black's share of a game that ended by this margin.
pub(crate) fn share_of(margin: i32) -> f64 {
    match margin {
        ..0 => 0.0,
        0 => 0.5,
        1.. => 1.0,
    }
}

impl Game for Duel {
    type Position = Position;
    type Action = Placement;

    fn turn(&self, position: &Position) -> Side {
        side(position)
    }

    fn actions(&self, position: &Position, into: &mut Vec<Placement>) {
        into.extend_from_slice(position.list());
    }

    fn play(&self, position: &mut Position, placement: Placement) {
        position.play(placement);
    }
}

impl Finish for Duel {
    fn result(&self, position: &Position) -> f64 {
        share_of(position.margin(self.scoring))
    }
}

impl Appraise for Duel {
    fn appraise(&self, position: &Position, placement: Placement) -> f64 {
        let mut value = 0.0;
        self.appraise_each(position, &[placement], |_, found| value = found);
        value
    }

    fn appraise_each(
        &self,
        position: &Position,
        placements: &[Placement],
        mut tell: impl FnMut(Placement, f64),
    ) {
        let outlook = Outlook::relative(&self.evaluation, position);
        for &placement in placements {
            let units = outlook.after(&self.evaluation, position, placement);
            tell(placement, f64::from(units) / self.evaluation.scale());
        }
    }
}

impl Duel {
    /// The position after the best answer; the position itself when the game is over.
    fn expected(&self, position: &Position) -> Position {
        let outlook = Outlook::relative(&self.evaluation, position);
        let value = |&placement: &Placement| outlook.after(&self.evaluation, position, placement);
        let mut next = position.clone();
        // Of equals the last one: as good as any, and always the same.
        if let Some(best) = position.moves().max_by_key(value) {
            next.play(best);
        }
        next
    }
}

/// What the simulations' results are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// The value of the position itself.
    #[default]
    Static,
    /// The value of the position after the best answer: a search of one move, as the position
    /// stands after one.
    Search,
}

/// What there is to learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lesson {
    /// How the paper's open questions are answered.
    pub reading: Reading,
    /// Who counts as the winner of a simulation.
    pub scoring: Scoring,
    /// What is compared with the simulations.
    pub fit: Fit,
}

impl Learner for Lesson {
    type Game = Duel;

    fn weights(&self) -> usize {
        self.reading.weights()
    }

    fn game(&self, model: &Linear) -> Duel {
        Duel {
            evaluation: Arc::new(Evaluation::new(model, self.reading)),
            scoring: self.scoring,
        }
    }

    fn start(&self, _: &mut Pcg64Mcg) -> Position {
        Position::start()
    }

    fn features(&self, game: &Duel, position: &Position, into: &mut Vec<Feature>) {
        match self.fit {
            Fit::Static => features(position, &self.reading, into),
            Fit::Search => features(&game.expected(position), &self.reading, into),
        }
    }
}
