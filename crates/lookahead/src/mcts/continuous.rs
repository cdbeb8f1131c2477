//! Monte Carlo tree search over continuous actions with execution noise.
//!
//! Two answers to the same problem, chosen by [`Settings::method`]:
//!
//! * **Kernel regression** (KR-UCT: Yee, Lisý and Bowling, "Monte Carlo tree search in continuous
//!   action spaces with execution uncertainty", 2016, section 4). A node treats actions and
//!   outcomes alike: a sample of `b` estimates the value when `b` is *executed*, and the kernel is
//!   the probability of that given the *intended* action. The value of an action is the regression
//!   over all samples near it; new actions are likely outcomes of the best one with low density.
//! * **Widening** (double progressive widening: Couëtoux and others, "Continuous upper confidence
//!   trees", 2011), for comparison: actions share no information, and every action has its own
//!   slowly growing list of sampled outcomes.
//!
//! A simulation takes at every node the action of largest upper confidence bound. If the node has
//! fewer actions than its visits allow (`coefficient * visits ^ exponent`; the paper's root of the
//! visits by default) it adds one near the selected one and takes that instead. The first position
//! not in the tree is evaluated and added. If the line ends in a finished game instead, its last
//! node is widened, so that no simulation is spent on a known result. The final choice is the
//! action of largest *lower* confidence bound.
//!
//! Departures from the paper, the first two of which can be undone in [`Settings`]:
//!
//! * Neighbours' means are weighted equally, not by visits ([`Weights`]), and a simulation goes on
//!   from a drawn outcome of the selected action, not from the action itself ([`Descent`]). A
//!   search visits good actions more, so with the paper's weights a high and narrow peak is
//!   overrated: in the two-throw test game, with 3000 simulations, they choose the peak in ten runs
//!   of ten, and the defaults in none.
//! * The place of least density near the selected action is chosen among a few draws from the
//!   noise, since the shape of an action is unknown; and the threshold on the kernel is relative to
//!   the selected action's own, so that it means the same everywhere.
//! * Actions per node and nodes per tree are bounded.
//!
//! [`Limit::depth`] bounds the tree: positions that deep are evaluated, not searched. With no limit
//! a search runs until it is cancelled.
//!
//! ```
//! use lookahead::mcts::continuous::{Continuous, KernelUct};
//! use lookahead::{Control, Limit, Seed, Side};
//! use rand::RngExt;
//! use rand_distr::{Distribution, StandardNormal};
//! use rand_pcg::Pcg64Mcg;
//!
//! /// One throw at a mark at 2; throws scatter by 0.5, and beyond 2.2 there is a ditch.
//! struct Ditch;
//!
//! impl Continuous for Ditch {
//!     type Position = Option<f64>;
//!     type Action = f64;
//!     fn turn(&self, _: &Option<f64>) -> Side {
//!         Side::Max
//!     }
//!     fn is_over(&self, thrown: &Option<f64>) -> bool {
//!         thrown.is_some()
//!     }
//!     fn propose(&self, _: &Option<f64>, rng: &mut Pcg64Mcg, into: &mut Vec<f64>) {
//!         into.extend((0..5).map(|_| rng.random_range(0.0..3.0)));
//!     }
//!     fn execute(&self, _: &Option<f64>, aim: f64, rng: &mut Pcg64Mcg) -> f64 {
//!         let noise: f64 = StandardNormal.sample(rng);
//!         aim + 0.5 * noise
//!     }
//!     fn play(&self, thrown: &mut Option<f64>, executed: f64) {
//!         *thrown = Some(executed);
//!     }
//!     fn kernel(&self, a: &f64, b: &f64) -> f64 {
//!         (-0.5 * ((a - b) / 0.5).powi(2)).exp()
//!     }
//!     fn evaluate(&self, thrown: &Option<f64>, _: &mut Pcg64Mcg) -> f64 {
//!         thrown.map_or(0.5, |x| if x > 2.2 { 0.0 } else { (1.0 - 0.4 * (x - 2.0).abs()).max(0.0) })
//!     }
//! }
//!
//! let control = Control::new(Seed(1)).limit(Limit::nodes(500));
//! let aim = KernelUct::new(&Ditch).search(&None, &control).action().unwrap();
//! assert!((1.2..1.8).contains(&aim), "aims short of the mark: {aim}");
//! ```

use super::ensemble;
use super::regression::Arms;
use crate::{Analysis, Candidate, Control, Side};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

pub use super::regression::Weights;

mod grower;
use grower::{Grower, ROOT};

#[cfg(doc)]
use crate::Limit;

/// A game of two sides whose actions form a continuum and are carried out with noise.
///
/// [`execute`](Self::execute) maps the *intended* action to the *executed* one; the result of an
/// executed action is certain.
pub trait Continuous: Sync {
    /// Everything that changes during play.
    type Position: Clone + Send + Sync;
    /// An intended or executed action.
    type Action: Copy + PartialEq + Send + Sync;

    /// Returns the side to move.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Returns whether the game is over.
    fn is_over(&self, position: &Self::Position) -> bool;

    /// Appends initial candidate actions, at least one unless the game is over.
    fn propose(&self, position: &Self::Position, rng: &mut Pcg64Mcg, into: &mut Vec<Self::Action>);

    /// Draws the executed action of `intended` from the execution noise.
    fn execute(
        &self,
        position: &Self::Position,
        intended: Self::Action,
        rng: &mut Pcg64Mcg,
    ) -> Self::Action;

    /// Applies the executed action to `position`.
    fn play(&self, position: &mut Self::Position, executed: Self::Action);

    /// Returns the density of `executed` given `intended`, up to a constant factor, scaled to be
    /// about 1 where it is largest. That makes a visit count as one visit.
    fn kernel(&self, intended: &Self::Action, executed: &Self::Action) -> f64;

    /// Returns Max's expected share at `position`, in `0..=1`: an evaluation, a playout, or the
    /// result if the game is over. NaN counts as one half.
    fn evaluate(&self, position: &Self::Position, rng: &mut Pcg64Mcg) -> f64;

    /// Returns a new action to try near `around`. By default an execution of `around`; a game whose
    /// noise is small compared with its kernel should search further away.
    fn nearby(
        &self,
        position: &Self::Position,
        around: Self::Action,
        rng: &mut Pcg64Mcg,
    ) -> Self::Action {
        self.execute(position, around, rng)
    }
}

/// Treatment of noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Actions learn from their neighbours through the kernel.
    #[default]
    KernelRegression,
    /// Every action learns from samples of its own outcomes only.
    Widening,
}

/// The action from which a simulation continues, with [`Method::KernelRegression`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Descent {
    /// The selected one, as if executed exactly: the paper's choice.
    Selected,
    /// The action closest to an execution of the selected one: a draw from the noise, rounded to a
    /// known action. Visits then go to the outcomes that matter for the value.
    #[default]
    Executed,
}

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Treatment of noise.
    pub method: Method,
    /// Weight of the confidence bounds `sqrt(ln(sum of W) / W)`, upper and lower.
    pub exploration: f64,
    /// The weight of a mean in its neighbours' values, besides the kernel.
    pub weights: Weights,
    /// The action from which a simulation continues.
    pub descent: Descent,
    /// A node visited `n` times has at most about `coefficient * n ^ exponent` actions besides
    /// those proposed; with [`Method::Widening`] so has an action its outcomes.
    pub widening_coefficient: f64,
    /// The exponent of the same.
    pub widening_exponent: f64,
    /// A new action must be this likely an outcome of the selected one, relative to the selected
    /// one happening itself.
    pub threshold: f64,
    /// Number of draws from which the new action of least density is chosen.
    pub draws: u32,
    /// Most actions of one node; proposed ones are always taken.
    pub max_actions: u32,
    /// Number of independent trees, 1 to 1024 (other numbers mean the nearer end). More trees use
    /// more threads; each is smaller.
    pub trees: u32,
    /// Nodes of one tree after which it is not grown further; simulations go on.
    pub capacity: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::KernelRegression,
            exploration: 0.3,
            weights: Weights::Equal,
            descent: Descent::Executed,
            widening_coefficient: 1.0,
            widening_exponent: 0.5,
            threshold: 0.02,
            draws: 8,
            max_actions: 500,
            trees: 1,
            capacity: 1 << 18,
        }
    }
}

impl Settings {
    /// Returns the number of actions (outcomes) allowed after `visits`.
    fn allowed(&self, visits: f64) -> f64 {
        self.widening_coefficient * libm::pow(visits, self.widening_exponent)
    }
}

/// A search of one continuous game.
#[derive(Clone, Copy, Debug)]
pub struct KernelUct<'a, G> {
    game: &'a G,
    settings: Settings,
}

impl<'a, G: Continuous> KernelUct<'a, G> {
    /// Creates a search with default settings.
    pub fn new(game: &'a G) -> Self {
        KernelUct {
            game,
            settings: Settings::default(),
        }
    }

    /// Sets the settings.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        KernelUct { settings, ..self }
    }

    /// Searches `position` as far as `control` allows.
    ///
    /// Every action tried is a candidate, best first by lower confidence bound; none if the game is
    /// over. Values and spreads are those of the *intended* action, noise included; visits are
    /// those to the action itself. The line has the intended actions of both sides, each executed
    /// exactly.
    pub fn search(&self, position: &G::Position, control: &Control<'_>) -> Analysis<G::Action> {
        let meter = control.start();
        let depth = control.limit.depth.unwrap_or(u32::MAX).max(1) as usize;
        let mut growers: Vec<_> = ensemble::streams(self.settings.trees)
            .map(|i| Grower::new(self, position.clone(), depth, control.seed.stream(i).rng()))
            .collect();
        if growers[0].nodes[ROOT].arms.as_slice().is_empty() {
            return Analysis {
                candidates: Vec::new(),
                effort: meter.effort(0, crate::Stop::Done),
            };
        }
        let effort = ensemble::grow(&mut growers, control.limit.nodes, &meter);
        Analysis {
            candidates: self.candidates(&growers, self.game.turn(position)),
            effort,
        }
    }

    fn candidates(&self, growers: &[Grower<'_, G>], turn: Side) -> Vec<Candidate<G::Action>> {
        let roots = growers.iter().map(|grower| &grower.nodes[ROOT].arms);
        let arms = Arms::merged(roots, &|a: &_, b: &_| self.kernel(a, b));
        let order = arms.ranked(turn, self.settings.exploration);
        let candidate = |index: usize| {
            let arm = &arms.as_slice()[index];
            Candidate {
                spread: arm.spread(),
                error: arm.error(),
                visits: arm.count as u64,
                line: line(growers, arm.action),
                ..Candidate::estimate(arm.action, arm.value().unwrap_or(0.5))
            }
        };
        order.into_iter().map(candidate).collect()
    }

    /// Returns the kernel of two actions.
    fn kernel(&self, a: &G::Action, b: &G::Action) -> f64 {
        match self.settings.method {
            Method::Widening => f64::from(u8::from(a == b)),
            Method::KernelRegression => self.game.kernel(a, b),
        }
    }
}

/// Returns the line after `action` from the tree with most visits to it; of ties, the first.
fn line<G: Continuous>(growers: &[Grower<'_, G>], action: G::Action) -> Vec<G::Action> {
    let visits = |grower: &Grower<'_, G>| {
        let arms = &grower.nodes[ROOT].arms;
        (arms.position(&action)).map_or(0, |index| arms.as_slice()[index].count as u64)
    };
    let most_visited = growers.iter().rev().max_by_key(|grower| visits(grower));
    most_visited.map_or(vec![action], |grower| grower.line(action))
}

#[cfg(test)]
mod tests;
