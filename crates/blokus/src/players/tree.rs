//! UCT with the learned evaluation in the tree and in the simulations: the paper's last item of
//! future work.
//!
//! In the tree, the evaluation says what a move is worth before anybody has tried it (initial
//! values, as in Gelly and Silver, "Combining online and offline knowledge in UCT", 2007) and how
//! likely it is to be the best (priors); at the leaves, games are played out by selective
//! simulations, or judged by the evaluation, or both.

use crate::evaluation::Outlook;
use crate::learn::Duel;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::DefaultLimits;
use arena::player::Fault;
use lookahead::mcts::uct::{Guide, Initial, Settings, Uct};
use lookahead::playout::Selection;
use lookahead::{Analysis, Control, Game};

/// What the evaluation tells the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// As many visits as the value of a move counts before anybody has tried it; 0 for no values.
    pub initial: f64,
    /// A move worth so much less than another is e times less likely to be the best one; 0 for no
    /// priors.
    pub temperature: f64,
    /// Whether leaves are judged by the evaluation, alone or with a playout.
    pub leaf: bool,
}

impl Guide<Duel> for Advice {
    fn priors(&self, game: &Duel, position: &Position, moves: &[Placement], into: &mut Vec<f64>) {
        if self.temperature <= 0.0 {
            return;
        }
        let outlook = Outlook::relative(&game.evaluation, position);
        let first = into.len();
        let value = |&m: &Placement| f64::from(outlook.after(&game.evaluation, position, m));
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
        game: &Duel,
        position: &Position,
        moves: &[Placement],
        into: &mut Vec<Option<Initial>>,
    ) {
        if self.initial <= 0.0 {
            return into.extend(moves.iter().map(|_| None));
        }
        let outlook = Outlook::ahead(&game.evaluation, position, 1);
        let sign = game.turn(position).sign() as i32;
        into.extend(moves.iter().map(|&m| {
            let value = sign * outlook.after(&game.evaluation, position, m);
            Some(Initial {
                value: game.evaluation.chance(value),
                visits: self.initial,
            })
        }));
    }

    fn leaf(&self, game: &Duel, position: &Position) -> Option<f64> {
        self.leaf
            .then(|| game.evaluation.chance(game.evaluation.value(position)))
    }
}

/// Grows a tree of simulations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The game that simulations are played in.
    pub duel: Duel,
    /// What the evaluation tells the tree.
    pub advice: Advice,
    /// Who plays the simulations.
    pub selection: Selection,
    /// How the tree is grown.
    pub settings: Settings,
    /// How far.
    pub patience: DefaultLimits,
}

impl Analyst<BlokusDuo> for Tree {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let uct = Uct::new(&self.duel)
            .settings(self.settings)
            .guide(&self.advice);
        let uct = uct.policy(&self.selection);
        Ok(uct.search(position, &self.patience.apply(control)))
    }
}
