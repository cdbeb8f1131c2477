//! UCT: Monte Carlo tree search with a bandit at every node (Kocsis and Szepesvári 2006, section
//! 2).
//!
//! A simulation descends the tree by upper confidence bounds, expands the leaf, plays the game out
//! from there with a [`Policy`], and adds the result to every node on the path. Averages converge
//! to minimax as the better actions get the visits.
//!
//! Game knowledge is supplied by a [`Guide`]: *priors* turn the bound into one after PUCT (Rosin,
//! "Multi-armed bandits with episode context", 2011, but with the simpler term now in common use,
//! see [`Settings::prior_exploration`]); an *initial value* starts an action as if it had been
//! visited; a *leaf* value replaces the playout or is blended with it. Without a guide this is
//! plain UCT.
//!
//! In a game with hundreds of actions the simulations are spent on trying each of them once. With
//! [`Settings::widening`] a node begins with the guide's best action and opens the others, best
//! first, as its visits grow: progressive widening (Coulom, "Computing Elo ratings of move patterns
//! in the game of Go", 2007), the progressive unpruning of Chaslot and others ("Progressive
//! strategies for Monte-Carlo tree search", 2008).
//!
//! With [`Settings::prove`], finished games in the tree are carried up as bounds on the true value:
//! dominated actions are not visited, and a search whose root is proven ends before its limit, with
//! an exact value.
//!
//! Sides may move in any order: [`Game::turn`] is called at every node. [`Limit::depth`] bounds the
//! tree, not the playouts. With no limit at all, an unproven search runs until it is cancelled. The
//! standard errors in the answer treat results as independent samples, which a bandit's are not:
//! take them as a scale, not as an interval.
//!
//! ```
//! use lookahead::mcts::{Guide, Initial, Uct};
//! use lookahead::playout::TerminalResult;
//! use lookahead::{Bound, Control, Game, Limit, Seed, Side, Stop};
//!
//! /// Both sides in turn write down a digit, three in all; Max gets a tenth of their maximum.
//! struct Digits;
//!
//! impl Game for Digits {
//!     type Position = Vec<u8>;
//!     type Action = u8;
//!     fn turn(&self, digits: &Vec<u8>) -> Side {
//!         if digits.len() == 1 { Side::Min } else { Side::Max }
//!     }
//!     fn actions(&self, digits: &Vec<u8>, into: &mut Vec<u8>) {
//!         if digits.len() < 3 {
//!             into.extend(0..10);
//!         }
//!     }
//!     fn play(&self, digits: &mut Vec<u8>, digit: u8) {
//!         digits.push(digit);
//!     }
//! }
//!
//! impl TerminalResult for Digits {
//!     fn result(&self, digits: &Vec<u8>) -> f64 {
//!         f64::from(digits.iter().copied().max().unwrap_or(0)) / 10.0
//!     }
//! }
//!
//! /// Thinks that a digit is worth what is written, and is as sure of it as of two playouts.
//! struct Literal;
//!
//! impl Guide<Digits> for Literal {
//!     fn initial(&self, _: &Digits, _: &Vec<u8>, &digit: &u8) -> Option<Initial> {
//!         Some(Initial { value: f64::from(digit) / 10.0, visits: 2.0 })
//!     }
//! }
//!
//! let control = Control::new(Seed(1)).limit(Limit::nodes(20_000));
//! let analysis = Uct::new(&Digits).guide(&Literal).search(&Vec::new(), &control);
//! let best = analysis.best().unwrap();
//! assert_eq!((best.value, best.bound), (0.9, Bound::Exact));
//! assert_eq!(analysis.effort.stopped, Stop::Done); // every line was read to its end
//! ```

use super::ensemble;
use super::tree::{Growth, Guarantee, ROOT, SelectionRule, Sums, Tree, class, share_of};
use crate::playout::{Policy, Random, TerminalResult};
use crate::{Analysis, Bound, Candidate, Control, Game, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

mod grower;
use grower::Grower;

#[cfg(doc)]
use crate::Limit;

/// Game knowledge beyond the rules. Every method is optional.
pub trait Guide<G: Game>: Sync {
    /// Appends one non-negative weight per action: how likely it is to be the best one. Appending
    /// none (or not exactly one per action) means no priors. Weights need not sum to one.
    fn priors(&self, game: &G, position: &G::Position, actions: &[G::Action], into: &mut Vec<f64>) {
        let _ = (game, position, actions, into);
    }

    /// Returns the initial value of `action` at `position`.
    fn initial(&self, game: &G, position: &G::Position, action: &G::Action) -> Option<Initial> {
        let _ = (game, position, action);
        None
    }

    /// Appends the [`initial`](Self::initial) value of every one of `actions`, in their order. The
    /// search calls only this method, once per expanded position; a guide overrides it where the
    /// actions of a position share work. Missing entries mean no initial value.
    fn initials(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        into: &mut Vec<Option<Initial>>,
    ) {
        let each = actions.iter();
        into.extend(each.map(|action| self.initial(game, position, action)));
    }

    /// Returns Max's expected share, in `0..=1`, at an unfinished position: used instead of a
    /// playout, or blended with one according to [`Settings::leaf_weight`].
    fn leaf(&self, game: &G, position: &G::Position) -> Option<f64> {
        let _ = (game, position);
        None
    }
}

/// The guide without knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// An initial value and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initial {
    /// Max's share, in `0..=1`.
    pub value: f64,
    /// Number of virtual visits of the value. Real visits outweigh them in time.
    pub visits: f64,
}

impl Initial {
    /// Returns the initial value clamped to `0..=1`; `None` if it is invalid.
    fn usable(self) -> Option<Self> {
        let usable = self.value.is_finite() && self.visits.is_finite() && self.visits > 0.0;
        usable.then(|| Initial {
            value: self.value.clamp(0.0, 1.0),
            ..self
        })
    }
}

/// Rule of the final choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The most visited action: robust, since a lucky average with few visits does not win.
    #[default]
    Visits,
    /// The visited action with the best average.
    Value,
}

/// Progressive widening: the number of open actions of a node is `coefficient * visits ^ exponent`,
/// rounded up, at least one.
///
/// They are those of largest prior; of equal priors (or without any) those of best [`Initial`]
/// value for the side to move, where none counts as an even share; of equals the first in the
/// game's list. So a guide should supply one or the other. Dominated actions do not count: another
/// one is opened in their place, so proofs remain possible and sound.
///
/// ```
/// use lookahead::mcts::Uct;
/// use lookahead::mcts::uct::{Settings, Widening};
/// use lookahead::random_tree::{Node, RandomTree};
/// use lookahead::{Control, Limit, Seed};
///
/// let tree = RandomTree { seed: Seed(4), branching: 300, depth: 9, width: u64::MAX, spread: 100 };
/// let widening = Some(Widening { coefficient: 1.0, exponent: 0.5 });
/// let settings = Settings { widening, ..Settings::default() };
/// let control = Control::new(Seed(1)).limit(Limit::nodes(100));
/// let analysis = Uct::new(&tree).settings(settings).search(&Node::default(), &control);
/// assert_eq!(analysis.candidates.iter().filter(|c| c.visits > 0).count(), 10);
/// assert!(analysis.candidates.len() > 10); // the others are listed all the same
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Widening {
    /// Number of open actions after one visit.
    pub coefficient: f64,
    /// Growth of that number with visits: with 0 none.
    pub exponent: f64,
}

/// The root of the visits.
impl Default for Widening {
    fn default() -> Self {
        Widening {
            coefficient: 1.0,
            exponent: 0.5,
        }
    }
}

impl Widening {
    /// Returns the number of open actions after `visits`. NaN opens one.
    pub(super) fn allowed(&self, visits: u32) -> usize {
        let allowed = self.coefficient * libm::pow(visits.into(), self.exponent);
        allowed.ceil().max(1.0) as usize
    }
}

/// Settings of UCT. The defaults are plain UCT with proofs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Weight of `sqrt(ln N / n)` in the confidence bound of an action visited `n` of `N` times.
    /// The default, the root of two, is that of UCB1 for results in `0..=1`.
    pub exploration: f64,
    /// Weight of `prior * sqrt(N) / (1 + n)`, used instead where the guide gives priors.
    pub prior_exploration: f64,
    /// Score of an action never tried, as the mover's share. By default every action is tried once
    /// first; with priors, it counts as much as the position it is in.
    pub first_play: Option<f64>,
    /// Progressive widening; `None` opens all actions.
    pub widening: Option<Widening>,
    /// Visits after which a leaf gets children; before, it only gets playouts.
    pub expand_after: u32,
    /// Weight of the guide's leaf value against the playout's result, in `0..=1`; at 1 there is no
    /// playout where the guide has a value.
    pub leaf_weight: f64,
    /// Whether finished games are carried up the tree as proofs.
    pub prove: bool,
    /// Rule of the final choice.
    pub choice: Choice,
    /// Number of independent trees, 1 to 1024 (other numbers mean the nearer end). More trees use
    /// more threads; each is smaller.
    pub trees: u32,
    /// Nodes of one tree after which it is not expanded further; simulations go on.
    pub capacity: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            exploration: std::f64::consts::SQRT_2,
            prior_exploration: 1.5,
            first_play: None,
            widening: None,
            expand_after: 1,
            leaf_weight: 1.0,
            prove: true,
            choice: Choice::Visits,
            trees: 1,
            capacity: 1 << 20,
        }
    }
}

impl Settings {
    fn selection_rule(&self) -> SelectionRule {
        SelectionRule {
            exploration: self.exploration,
            prior_exploration: self.prior_exploration,
            first_play: self.first_play,
            widening: self.widening,
        }
    }
}

/// A UCT search of one game.
#[derive(Clone, Copy, Debug)]
pub struct Uct<'a, G, H = Unguided, P = Random> {
    game: &'a G,
    guide: &'a H,
    policy: &'a P,
    settings: Settings,
}

impl<'a, G> Uct<'a, G> {
    /// Creates a plain UCT search with uniformly random playouts.
    pub fn new(game: &'a G) -> Self {
        Uct {
            game,
            guide: &Unguided,
            policy: &Random,
            settings: Settings::default(),
        }
    }
}

impl<'a, G, H, P> Uct<'a, G, H, P> {
    /// Sets the settings.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Uct { settings, ..self }
    }

    /// Sets the guide.
    #[must_use]
    pub fn guide<I>(self, guide: &'a I) -> Uct<'a, G, I, P> {
        Uct {
            game: self.game,
            guide,
            policy: self.policy,
            settings: self.settings,
        }
    }

    /// Sets the playout policy.
    #[must_use]
    pub fn policy<Q>(self, policy: &'a Q) -> Uct<'a, G, H, Q> {
        Uct {
            game: self.game,
            guide: self.guide,
            policy,
            settings: self.settings,
        }
    }
}

impl<G, H, P> Uct<'_, G, H, P>
where
    G: TerminalResult + Sync,
    G::Position: Send + Sync,
    G::Action: Send + Sync,
    H: Guide<G>,
    P: Policy<G> + Sync,
{
    /// Searches `position` as far as `control` allows.
    ///
    /// Every legal action is a candidate, best first by [`Settings::choice`]; none if the game is
    /// over. A candidate's value is the mean result of its visits (with its initial value), or
    /// exact if it was proven.
    pub fn search(&self, position: &G::Position, control: &Control<'_>) -> Analysis<G::Action> {
        let meter = control.start();
        let depth = control.limit.depth.unwrap_or(u32::MAX).max(1);
        let mut growers: Vec<_> = ensemble::streams(self.settings.trees)
            .map(|i| Grower::new(self, position, depth, control.seed.stream(i).rng()))
            .collect();
        if growers[0].tree.node(ROOT).growth == Growth::Over {
            return Analysis {
                candidates: Vec::new(),
                effort: meter.effort(0, crate::Stop::Done),
            };
        }
        let effort = ensemble::grow(&mut growers, control.limit.nodes, &meter);
        let trees: Vec<_> = growers.into_iter().map(|grower| grower.tree).collect();
        Analysis {
            candidates: self.candidates(&trees, self.game.turn(position)),
            effort,
        }
    }

    /// Returns the root's actions with the statistics of all trees, best first.
    fn candidates(&self, trees: &[Tree<G::Action>], turn: Side) -> Vec<Candidate<G::Action>> {
        let sums: Vec<Sums> = trees[0]
            .children(ROOT)
            .map(|child| merged(trees, child))
            .collect();
        let rank = ranking(&sums, turn, self.settings.choice);
        let ranks: Vec<_> = sums.iter().map(rank).collect();
        let mut order: Vec<usize> = (0..sums.len()).collect();
        order.sort_by(|&a, &b| descending(&ranks[a], &ranks[b]));
        let first = trees[0].children(ROOT).start;
        order
            .into_iter()
            .map(|i| candidate(trees, first + i, &sums[i]))
            .collect()
    }
}

/// Sums a child of the root over the trees: it has the same index in each.
fn merged<A: Copy>(trees: &[Tree<A>], child: usize) -> Sums {
    trees.iter().fold(Sums::NOTHING, |mut sums, tree| {
        sums.add(&tree.node(child).sums());
        sums
    })
}

/// Returns the sort key of the root's actions, larger first.
fn ranking(sums: &[Sums], turn: Side, choice: Choice) -> impl Fn(&Sums) -> (u8, f64, f64) {
    // Not by the mover's share: converted twice, a third is no longer the same number.
    let best = |bound: fn(&Sums) -> f64| match turn {
        Side::Max => sums.iter().map(bound).fold(0.0, f64::max),
        Side::Min => sums.iter().map(bound).fold(1.0, f64::min),
    };
    let (lower, upper) = (best(|s| s.lower), best(|s| s.upper));
    let least = Guarantee::new(turn, lower, upper);
    move |s| {
        let class = class(turn, s.lower, s.upper, least, lower >= upper);
        let (visits, value) = (s.visits as f64, share_of(turn, s.value()));
        match choice {
            Choice::Visits => (class, visits, value),
            Choice::Value if s.visits == 0 && !s.is_proven() => (class, f64::NEG_INFINITY, value),
            Choice::Value => (class, value, visits),
        }
    }
}

/// Returns a total order, so that even NaN from a guide cannot break the sorting.
fn descending(a: &(u8, f64, f64), b: &(u8, f64, f64)) -> Ordering {
    let by_class = b.0.cmp(&a.0);
    by_class.then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
}

fn candidate<A: Copy>(trees: &[Tree<A>], child: usize, sums: &Sums) -> Candidate<A> {
    let mut candidate = Candidate::new(trees[0].action(child), sums.value());
    candidate.visits = sums.visits;
    if !sums.is_proven() {
        candidate.bound = Bound::Estimate;
        candidate.spread = sums.spread();
        candidate.error = sums.error();
    }
    // The line comes from the tree with most visits to the action; of ties, the first.
    let most_visited = (trees.iter().rev())
        .max_by_key(|tree| (tree.node(child).is_proven(), tree.node(child).visits));
    if let Some(tree) = most_visited {
        let line = tree.line(child).into_iter().map(|node| tree.action(node));
        candidate.line.extend(line);
    }
    candidate
}

#[cfg(test)]
mod tests;
