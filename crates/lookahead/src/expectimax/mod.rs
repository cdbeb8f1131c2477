//! Expectimax: search where an action has several possible outcomes.
//!
//! A decision node takes the best of its candidates, a chance node the weighted sum of its
//! outcomes. Here candidates *share* outcomes: a node has one list of outcomes, each is evaluated
//! once, and a sparse [`OutcomeMatrix`] has the probability of each outcome for each candidate.
//! This is the search of Kato, Iizuka and Yamamoto (2016, section 3), who evaluate every executed
//! action of a lattice once and let thousands of intended actions share the results. A plain game,
//! whose actions have outcomes of their own, is the special case [`Choices::private`]; one without
//! chance is [`Choices::certain`].
//!
//! [`search`] goes to any depth, one ply deeper at a time; the paper stops at two. The deeper
//! search of fewer candidates, which its authors leave as future work, is
//! [`Settings::reply_widths`]. Outcomes that lead to the same position ([`Stochastic::key`]) are
//! evaluated once per node, and a game may evaluate all outcomes of a node together
//! ([`Stochastic::evaluate_outcomes`]).
//!
//! The search is plain and exact: no cutting by bounds on chance nodes (Ballard, *The \*-Minimax
//! Search Procedure for Trees Containing Chance Nodes*, 1983), no sampling, no table of positions
//! that several nodes share. The answer to a given [`Limit`](crate::Limit) by depth or nodes has
//! the same bits on any number of threads.
//!
//! # Example
//!
//! The best spot lies next to a pit. A precise thrower aims at it; an imprecise one aims at a spot
//! whose neighbours are good too.
//!
//! ```
//! use lookahead::expectimax::{self, Choices, MatrixBuilder, OutcomeMatrix, Settings, Stochastic};
//! use lookahead::{Control, Limit, Seed, Side};
//!
//! const WORTH: [f64; 6] = [0.0, 9.0, -20.0, 4.0, 5.0, 4.0];
//!
//! struct Ledge {
//!     targets: Vec<usize>,
//!     scatter: OutcomeMatrix,
//! }
//!
//! impl Stochastic for Ledge {
//!     type Position = Option<usize>; // where the throw came to rest
//!     type Action = usize;
//!     fn turn(&self, _: &Option<usize>) -> Side {
//!         Side::Max
//!     }
//!     fn choices<'a>(&'a self, at: &Option<usize>, _ply: u32) -> Option<Choices<'a, usize>> {
//!         let throws = || Choices::new(&self.targets[..], &self.scatter);
//!         at.is_none().then(|| throws().expect("a row for each target"))
//!     }
//!     fn outcome(&self, _: &Option<usize>, outcome: usize) -> Option<usize> {
//!         Some(outcome)
//!     }
//!     fn value(&self, at: &Option<usize>) -> f64 {
//!         at.map_or(0.0, |spot| WORTH[spot])
//!     }
//! }
//!
//! let mut scatter = MatrixBuilder::new(6);
//! for target in 0..6usize {
//!     let (left, right) = (target.saturating_sub(1), (target + 1).min(5));
//!     let shares = (0..6).map(|spot| match spot {
//!         _ if spot == target => (spot, 2.0),
//!         _ if spot == left || spot == right => (spot, 1.0),
//!         _ => (spot, 0.0),
//!     });
//!     scatter.weights(shares)?;
//! }
//! let best = |scatter| {
//!     let ledge = Ledge { targets: (0..6).collect(), scatter };
//!     let control = Control::new(Seed(0)).limit(Limit::depth(1));
//!     expectimax::search(&ledge, &None, &Settings::default(), &control)
//! };
//!
//! let steady = best(OutcomeMatrix::identity(6));
//! assert_eq!((steady.action(), steady.value()), (Some(1), Some(9.0)));
//! let shaky = best(scatter.build());
//! assert_eq!((shaky.action(), shaky.value()), (Some(4), Some(4.5)));
//! assert_eq!(shaky.effort.nodes, 6); // not 16: neighbouring targets share their spots
//! # Ok::<(), lookahead::expectimax::MatrixError>(())
//! ```

mod choices;
mod matrix;
mod tree;

#[cfg(test)]
mod tests;

pub use choices::Choices;
pub use matrix::{Evaluation, MatrixBuilder, MatrixError, OutcomeMatrix, Row, TOLERANCE};

#[cfg(doc)]
use crate::Bound;
use crate::{Analysis, Candidate, Control, Side, Stop};
use serde::{Deserialize, Serialize};
use tree::{Ranking, Tree};

/// Maximum depth. A search that reaches it stops as if this were its depth limit.
pub const MAX_DEPTH: u32 = 255;

/// A game of two sides whose actions have uncertain outcomes, with an evaluation.
///
/// All methods must depend on their arguments alone: the search calls them in any order, from
/// several threads, and again at each deepening.
pub trait Stochastic: Sync {
    /// Everything that changes during play.
    type Position: Clone + Send + Sync;
    /// An intended action of the side to move.
    type Action: Copy + PartialEq + Send + Sync;

    /// Returns the side to move. It need not alternate.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Returns the actions of the side to move and their outcome probabilities, `ply` actions below
    /// the root. `None`, or choices without an action, means that the game is over.
    ///
    /// The root is ply 0; a game may use a coarser lattice below. Outcomes then keep their numbers,
    /// and the matrix does not use the omitted ones.
    fn choices<'a>(
        &'a self,
        position: &Self::Position,
        ply: u32,
    ) -> Option<Choices<'a, Self::Action>>;

    /// Returns the position after outcome number `outcome` of the position's choices. Called only
    /// for outcomes of some candidate.
    fn outcome(&self, position: &Self::Position, outcome: usize) -> Self::Position;

    /// Returns the static value of the position, seen from [`Side::Max`]; exact when the game is
    /// over. An action of value NaN is chosen last.
    fn value(&self, position: &Self::Position) -> f64;

    /// Evaluates the outcomes of a position as a batch: `values[o]` becomes the
    /// [`value`](Self::value) of [`outcome`](Self::outcome) number `o`, for each `o` of `outcomes`.
    /// Faster than one by one in a game whose outcomes of one position have much in common.
    ///
    /// Called at the horizon, and where candidates are preselected. `None`, the default: each
    /// outcome is made and evaluated separately.
    fn evaluate_outcomes(
        &self,
        position: &Self::Position,
        outcomes: &[u32],
        values: &mut [f64],
    ) -> Option<OutcomeValues> {
        let _ = (position, outcomes, values);
        None
    }

    /// Returns whether two actions of the root are similar. Where not all are searched, an action
    /// similar to a better one is skipped ([`Settings::root_width`], [`Settings::widening`]): the
    /// best dozen of a fine lattice of targets would be a dozen neighbours. The default: no two
    /// are.
    fn alike(&self, one: Self::Action, other: Self::Action) -> bool {
        let _ = (one, other);
        false
    }

    /// Returns a key of the position: children of one node with the same key are the same position
    /// and are evaluated once. `None`: not compared.
    fn key(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }
}

/// Statistics of [`Stochastic::evaluate_outcomes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeValues {
    /// Number of distinct positions evaluated.
    pub positions: u64,
    /// Whether the game is over in all of them.
    pub over: bool,
}

/// Settings of [`search`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Beam width of replies: the number of candidates of a node that are searched deeper than one
    /// ply. The first number is for nodes one ply below the root, the second for two plies, and so
    /// on; the last one applies to all deeper nodes. Empty, the default: every candidate, an exact
    /// search. Zero counts as one. The root has a width of its own.
    ///
    /// A narrowed node first evaluates every outcome statically; only the outcomes of the best
    /// candidates by these values are then searched deeper, and the node's value is the best of
    /// those candidates.
    #[serde(rename = "keep")]
    pub reply_widths: Vec<usize>,
    /// Beam width of the root: the number of candidates searched deeper than two plies, the best
    /// ones of the previous pass, none [similar](Stochastic::alike) to a better one. The others
    /// keep their last value, as [`Bound::Estimate`], and come after those. `None`, the default:
    /// all. Zero counts as one.
    #[serde(rename = "keep_at_root", skip_serializing_if = "Option::is_none")]
    pub root_width: Option<usize>,
    /// Progressive widening, for a search that may be interrupted: a pass deeper than one ply first
    /// searches this many candidates of the root, the best ones of the previous pass, then [four
    /// times](WIDENING) as many, and so on to all (or to `root_width`). The result of a narrower
    /// pass is returned if the wider one is not finished; the finished result is the same as
    /// without. `None`, the default: all at once. Zero counts as one.
    #[serde(rename = "widen", skip_serializing_if = "Option::is_none")]
    pub widening: Option<usize>,
    /// Number of best candidates that get the list of their outcomes in the analysis.
    pub detail: usize,
}

/// Factor of [`Settings::widening`] between passes. All narrower passes together then cost at most
/// a third of the widest.
pub const WIDENING: usize = 4;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            reply_widths: Vec::new(),
            root_width: None,
            widening: None,
            detail: 16,
        }
    }
}

impl Settings {
    /// Returns the number of candidates to search deeper at a node of this ply; `None`: all.
    fn kept_at(&self, ply: u32) -> Option<usize> {
        let below_root = (ply as usize).checked_sub(1)?;
        let kept = self
            .reply_widths
            .get(below_root)
            .or(self.reply_widths.last());
        kept.map(|&n| n.max(1))
    }

    /// Returns the number of candidates of the root in a pass to this depth; `None`: all.
    fn root_width_at(&self, depth: u32) -> Option<usize> {
        let kept = self.root_width.filter(|_| depth > 2);
        kept.map(|n| n.max(1))
    }

    /// Returns the widths of the passes to this depth over `candidates` candidates; `None`: all.
    fn widths(&self, depth: u32, candidates: usize) -> impl Iterator<Item = Option<usize>> + use<> {
        let whole = self.root_width_at(depth);
        let most = whole.unwrap_or(candidates).min(candidates);
        let first = self.widening.filter(|_| depth > 1).map(|n| n.max(1));
        let wider = |width: &usize| width.checked_mul(WIDENING);
        let narrow = std::iter::successors(first, wider).take_while(move |&width| width < most);
        narrow.map(Some).chain([whole])
    }
}

/// Searches one ply deep, then two, and so on, until a limit or the end of every line.
///
/// A limit by nodes counts evaluations: each time a position below the root is evaluated,
/// statically or by its own outcomes. An interrupted deepening is discarded and the last complete
/// one returned (a part of one with [`Settings::widening`]). If not even the first was completed,
/// all candidates are returned in their own order with the static value of the position, as
/// [`Bound::Estimate`], and [`Effort::depth`](crate::Effort::depth) is 0. Without any limit the
/// search of an endless game continues to [`MAX_DEPTH`], which it will hardly ever reach.
///
/// Each candidate comes with its expected value, the standard deviation of its outcomes' values
/// as `spread`, the number of its outcomes as `visits` and, as `line`, the action followed by the
/// best replies along the most probable outcomes. Equal candidates stay in the game's order.
pub fn search<S: Stochastic>(
    game: &S,
    position: &S::Position,
    settings: &Settings,
    control: &Control<'_>,
) -> Analysis<S::Action> {
    let meter = control.start();
    let choices = game.choices(position, 0);
    let Some(choices) = choices.filter(|c| !c.actions().is_empty()) else {
        return Analysis {
            candidates: Vec::new(),
            effort: meter.effort(0, Stop::Done),
        };
    };
    let deepest = control.limit.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let tree = Tree::new(game, settings, &meter);
    let mut best: Option<Ranking<_>> = None;
    let mut depth = 0;
    let mut stop = Stop::Depth;
    'deeper: while stop != Stop::Done && depth < deepest {
        let next = depth + 1;
        for width in settings.widths(next, choices.actions().len()) {
            let Some(pass) = tree.pass(position, &choices, next, width, best.as_ref()) else {
                break 'deeper;
            };
            depth = next;
            if pass.complete {
                stop = Stop::Done;
            }
            meter.report(depth, pass.ranking.best());
            best = Some(pass.ranking);
        }
    }
    Analysis {
        candidates: best.map_or_else(
            || unsearched(game.value(position), choices.actions()),
            Ranking::candidates,
        ),
        effort: meter.effort(depth, stop),
    }
}

/// Returns the candidates of unsearched actions.
fn unsearched<A: Copy>(value: f64, actions: &[A]) -> Vec<Candidate<A>> {
    let guess = |&action| Candidate::estimate(action, value);
    actions.iter().map(guess).collect()
}
