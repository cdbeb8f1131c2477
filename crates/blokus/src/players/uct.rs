//! UCT with the learned evaluation in the tree and in the simulations: the paper's last item of
//! future work.
//!
//! In the tree, the evaluation gives the initial value of a move before its first visit (as in
//! Gelly and Silver, "Combining online and offline knowledge in UCT", 2007) and its prior
//! probability of being best; leaves are evaluated by selective simulations, by the evaluation, or
//! by both.

use crate::evaluation::EvaluationState;
use crate::learn::PlayoutGame;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::DefaultLimits;
use arena::player::Fault;
use lookahead::mcts::uct::{Guide, Initial, Settings, Uct};
use lookahead::playout::Selection;
use lookahead::{Analysis, Control, Game};

/// The evaluation's guidance of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationGuide {
    /// The number of visits that the initial value of a move counts as; 0 for no initial values.
    pub initial: f64,
    /// The temperature of the priors: a move worth this much less than another is e times less
    /// likely to be the best one; 0 for no priors.
    pub temperature: f64,
    /// Whether leaves are evaluated by the evaluation, alone or with a playout.
    pub leaf: bool,
}

impl Guide<PlayoutGame> for EvaluationGuide {
    fn priors(
        &self,
        game: &PlayoutGame,
        position: &Position,
        moves: &[Placement],
        into: &mut Vec<f64>,
    ) {
        if self.temperature <= 0.0 {
            return;
        }
        let state = EvaluationState::relative(&game.evaluation, position);
        let first = into.len();
        let value = |&m: &Placement| f64::from(state.after(&game.evaluation, position, m));
        into.extend(moves.iter().map(value));
        let values = &mut into[first..];
        let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scale = self.temperature * game.evaluation.scale();
        for value in values.iter_mut() {
            *value = libm::exp((*value - top) / scale);
        }
        let total: f64 = values.iter().sum();
        for value in values {
            *value /= total;
        }
    }

    fn initials(
        &self,
        game: &PlayoutGame,
        position: &Position,
        moves: &[Placement],
        into: &mut Vec<Option<Initial>>,
    ) {
        if self.initial <= 0.0 {
            return into.extend(moves.iter().map(|_| None));
        }
        let state = EvaluationState::ahead(&game.evaluation, position, 1);
        let sign = game.turn(position).sign() as i32;
        into.extend(moves.iter().map(|&m| {
            let value = sign * state.after(&game.evaluation, position, m);
            Some(Initial {
                value: game.evaluation.chance(value),
                visits: self.initial,
            })
        }));
    }

    fn leaf(&self, game: &PlayoutGame, position: &Position) -> Option<f64> {
        self.leaf
            .then(|| game.evaluation.chance(game.evaluation.value(position)))
    }
}

/// The UCT player.
#[derive(Clone, Debug)]
pub struct UctPlayer {
    /// The game with its evaluation.
    pub game: PlayoutGame,
    /// The evaluation's guidance of the tree.
    pub guide: EvaluationGuide,
    /// The playout policy.
    pub selection: Selection,
    /// The settings of the search.
    pub settings: Settings,
    /// The search limits.
    pub patience: DefaultLimits,
}

impl Analyst<BlokusDuo> for UctPlayer {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let uct = Uct::new(&self.game)
            .settings(self.settings)
            .guide(&self.guide);
        let uct = uct.policy(&self.selection);
        Ok(uct.search(position, &self.patience.apply(control)))
    }
}
