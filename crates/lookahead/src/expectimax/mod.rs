//! Expectimax: look-ahead where an action has several possible outcomes.
//!
//! A decision node takes the best of its candidates, a chance node the weighted sum of its
//! outcomes. What is particular here is that candidates *share* outcomes: a node has one list of
//! outcomes, each is valued once, and a sparse [`OutcomeMatrix`] says how likely each candidate is
//! to have it. This is the search of Kato, Iizuka and Yamamoto (2016, section 3), who value every
//! executed action of a lattice once and let thousands of intended actions share the results. A
//! plain game, whose actions have outcomes of their own, is the special case
//! [`Choices::private`]; one without chance is [`Choices::certain`].
//!
//! [`search`] goes to any depth, one ply deeper at a time; the paper stops at two. Its authors
//! leave for later to go deeper on fewer candidates, which is [`Settings::reply_widths`]. Outcomes that
//! lead to the same position ([`Stochastic::key`]) are valued once per node, and a game may value
//! all outcomes of a node together ([`Stochastic::evaluate_outcomes`]).
//!
//! The search is plain and exact: no cutting by bounds on chance nodes (Ballard, *The \*-Minimax
//! Search Procedure for Trees Containing Chance Nodes*, 1983), no sampling, no table of positions
//! that several nodes share. The answer to a given [`Limit`](crate::Limit) by depth or nodes has
//! the same bits on any number of threads.
//!
//! # Example
//!
//! The best spot lies next to a pit. A thrower who never misses aims at it; one who does looks
//! for a place where the neighbours are good too.
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

/// The deepest pass. A search that gets there before the end of every line stops as if this had
/// been its depth limit.
pub const MAX_DEPTH: u32 = 255;

/// A game of two sides whose actions have uncertain outcomes, with an evaluation.
///
/// Everything must depend on the arguments alone: the search asks for a position in whatever order
/// suits it, from several threads, and again at each deepening.
pub trait Stochastic: Sync {
    /// Everything that changes during play.
    type Position: Clone + Send + Sync;
    /// What the side to move may try.
    type Action: Copy + PartialEq + Send + Sync;

    /// The side to move. It need not alternate.
    fn turn(&self, position: &Self::Position) -> Side;

    /// What the side to move may try, and what may come of it, `ply` actions below the root. No
    /// choices, or choices without an action, mean that the game is over.
    ///
    /// The root is ply 0; a game may offer a thinner lattice below. Outcomes keep their numbers
    /// then, and the matrix simply does not use the omitted ones.
    fn choices<'a>(
        &'a self,
        position: &Self::Position,
        ply: u32,
    ) -> Option<Choices<'a, Self::Action>>;

    /// The position after outcome number `outcome` of the position's choices. Asked only for
    /// outcomes that some candidate may have.
    fn outcome(&self, position: &Self::Position, outcome: usize) -> Self::Position;

    /// What the position is worth as it stands, seen from [`Side::Max`]; exact when the game is
    /// over. A value that is not a number makes an action the last anybody would choose.
    fn value(&self, position: &Self::Position) -> f64;

    /// What the outcomes of a position are worth as they stand, all at once: `values[o]` becomes
    /// what [`value`](Self::value) says of [`outcome`](Self::outcome) number `o`, for each `o` of
    /// `outcomes`. A game in which the outcomes of one position have much in common finds that
    /// faster than one by one.
    ///
    /// The search asks for it where it goes no deeper, or first wants to know which candidates are
    /// worth it. `None`, the default: no shortcut, each outcome is made and valued.
    fn evaluate_outcomes(
        &self,
        position: &Self::Position,
        outcomes: &[u32],
        values: &mut [f64],
    ) -> Option<OutcomeValues> {
        let _ = (position, outcomes, values);
        None
    }

    /// Whether two actions of the root are much the same. Where not all can be looked into, one
    /// that is like a better one gives way to others ([`Settings::root_width`],
    /// [`Settings::widening`]): the best dozen of a fine lattice of targets would be a dozen
    /// neighbours. The default: no two are.
    fn alike(&self, one: Self::Action, other: Self::Action) -> bool {
        let _ = (one, other);
        false
    }

    /// Positions after the same node with the same key are the same position and are valued once.
    /// `None`: not compared.
    fn key(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }
}

/// What [`Stochastic::evaluate_outcomes`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeValues {
    /// How many different positions it valued.
    pub positions: u64,
    /// Whether the game is over in every one of them.
    pub over: bool,
}

/// How [`search`] goes about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Narrowing: how many candidates of a node are searched deeper than one ply. The first number
    /// is for nodes one ply below the root, the second for two plies, and so on; the last one
    /// serves all deeper nodes. Empty, the default: every candidate, an exact search. Zero counts
    /// as one. The root has a number of its own.
    ///
    /// A narrowed node first values every outcome as it stands; only the outcomes of the
    /// candidates that are best by these values are then searched deeper, and the node's value is
    /// the best of those candidates.
    #[serde(rename = "keep")]
    pub reply_widths: Vec<usize>,
    /// Narrowing at the root: how many candidates are searched deeper than two plies, the best ones
    /// by the pass before, none [like](Stochastic::alike) a better one. The others keep, as
    /// [`Bound::Estimate`], what was last found of them and come after those. Nothing, the default:
    /// all. Zero counts as one.
    #[serde(rename = "keep_at_root", skip_serializing_if = "Option::is_none")]
    pub root_width: Option<usize>,
    /// Widening, for a search that may be interrupted: a pass deeper than one ply looks first into
    /// this many candidates of the root, the best ones by the pass before, then into [four
    /// times](WIDENING) as many, and so on to all (or to `root_width`). What a narrower pass has
    /// found is the answer if the wider one is not finished; the finished answer is the same as
    /// without. Nothing, the default: all at once. Zero counts as one.
    #[serde(rename = "widen", skip_serializing_if = "Option::is_none")]
    pub widening: Option<usize>,
    /// How many of the best candidates get the list of their outcomes in the analysis.
    pub detail: usize,
}

/// By how much a pass is wider than the one before, see [`Settings::widening`]. All narrower ones
/// together then cost a third of it at most.
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
    /// How many candidates to search deeper at a node of this ply; `None`: all.
    fn kept_at(&self, ply: u32) -> Option<usize> {
        let below_root = (ply as usize).checked_sub(1)?;
        let kept = self
            .reply_widths
            .get(below_root)
            .or(self.reply_widths.last());
        kept.map(|&n| n.max(1))
    }

    /// How many candidates of the root a pass to this depth searches; `None`: all.
    fn root_width_at(&self, depth: u32) -> Option<usize> {
        let kept = self.root_width.filter(|_| depth > 2);
        kept.map(|n| n.max(1))
    }

    /// How many of `candidates` each pass to this depth looks into, the last one as many as it
    /// should; `None`: all.
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
/// A limit by nodes counts valued positions: each time a position below the root is valued, as it
/// stands or by its own outcomes. A deepening that was interrupted is thrown away and the last
/// complete one is the answer (a part of one with [`Settings::widening`]). If not even the first was
/// completed, all candidates are returned in their own order with the static value of the position,
/// as [`Bound::Estimate`], and [`Effort::depth`](crate::Effort::depth) is 0. Without any limit the
/// search of an endless game goes on to [`MAX_DEPTH`], which it will hardly ever reach.
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

/// What can be said of actions that there was no time to search.
fn unsearched<A: Copy>(value: f64, actions: &[A]) -> Vec<Candidate<A>> {
    let guess = |&action| Candidate::estimate(action, value);
    actions.iter().map(guess).collect()
}
