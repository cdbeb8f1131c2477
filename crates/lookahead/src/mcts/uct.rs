//! UCT: a bandit at every node decides where to look (Kocsis and Szepesvári 2006, section 2).
//!
//! A simulation walks down the tree by upper confidence bounds, adds the actions of the position it
//! falls out at, plays the game out from there with a [`Policy`], and adds the result to
//! every node it passed. Averages drift towards minimax as the better actions get the visits.
//!
//! What a game knows comes in through a [`Guide`]: *priors* turn the bound into one after PUCT (Rosin,
//! "Multi-armed bandits with episode context", 2011, but with the simpler term now in common use, see
//! [`Settings::prior_exploration`]); an *initial value* starts an action as if it had been visited; a
//! *leaf* value replaces the playout or is blended with it. Without a guide this is plain UCT.
//!
//! With [`Settings::prove`], finished games in the tree are carried up as bounds on the true value:
//! actions that cannot be best any more are not visited, and a search whose root is
//! proven ends before its limit, with an exact value.
//!
//! Sides may move in any order: [`Game::turn`] is asked at every node. [`Limit::depth`] bounds the
//! tree, not the playouts. With no limit at all, an unproven search runs until it is cancelled. The
//! standard errors in the answer treat results as independent samples, which a bandit's are
//! not: take them as a scale, not as an interval.
//!
//! ```
//! use lookahead::mcts::{Guide, Initial, Uct};
//! use lookahead::playout::Finish;
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
//! impl Finish for Digits {
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

use super::ensemble::{self, Grow};
use super::tree::{Growth, Least, ROOT, Sums, Tree, Weighing, class, share, share_of};
use crate::playout::{Finish, Policy, Random, play_out};
use crate::{Analysis, Bound, Candidate, Control, Game, Side};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

#[cfg(doc)]
use crate::Limit;

/// What a search may be told about a game beyond its rules. Every method may be left out.
pub trait Guide<G: Game>: Sync {
    /// Appends one non-negative weight per action: how likely it is to be the best one. Appending
    /// none (or not exactly one per action) means no opinion. Weights need not add up to one.
    fn priors(&self, game: &G, position: &G::Position, actions: &[G::Action], into: &mut Vec<f64>) {
        let _ = (game, position, actions, into);
    }

    /// What playing `action` at `position` is worth before anybody has tried.
    fn initial(&self, game: &G, position: &G::Position, action: &G::Action) -> Option<Initial> {
        let _ = (game, position, action);
        None
    }

    /// Max's share, in `0..=1`, to be expected at an unfinished position: used instead of a
    /// playout, or with one according to [`Settings::leaf_weight`].
    fn leaf(&self, game: &G, position: &G::Position) -> Option<f64> {
        let _ = (game, position);
        None
    }
}

/// The guide that knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// A value to start from, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initial {
    /// Max's share, in `0..=1`.
    pub value: f64,
    /// As many visits as the value is worth. Real visits outweigh them in time.
    pub visits: f64,
}

impl Initial {
    fn is_usable(&self) -> bool {
        self.value.is_finite() && self.visits.is_finite() && self.visits > 0.0
    }
}

/// How the final choice is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The action visited most: robust, since a lucky average with few visits does not win.
    #[default]
    Visits,
    /// The visited action with the best average.
    Value,
}

/// How a tree is grown. The defaults are plain UCT with proofs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Weight of `sqrt(ln N / n)` in the confidence bound of an action visited `n` of `N` times. The
    /// default, the root of two, is that of UCB1 for results in `0..=1`.
    pub exploration: f64,
    /// Weight of `prior * sqrt(N) / (1 + n)`, used instead where the guide gives priors.
    pub prior_exploration: f64,
    /// Score of an action never tried, as the mover's share. By default every action is tried once
    /// first; with priors, it counts as much as the position it is in.
    pub first_play: Option<f64>,
    /// Visits after which a leaf gets children; before, it only gets playouts.
    pub expand_after: u32,
    /// Weight of the guide's leaf value against the playout's result, in `0..=1`; at 1 there is no
    /// playout where the guide has a value.
    pub leaf_weight: f64,
    /// Whether finished games are carried up the tree as proofs.
    pub prove: bool,
    /// How the final choice is made.
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
    fn weighing(&self) -> Weighing {
        Weighing {
            exploration: self.exploration,
            prior_exploration: self.prior_exploration,
            first_play: self.first_play,
        }
    }
}

/// A UCT search of one game, ready to be asked about positions.
#[derive(Clone, Copy, Debug)]
pub struct Uct<'a, G, H = Unguided, P = Random> {
    game: &'a G,
    guide: &'a H,
    policy: &'a P,
    settings: Settings,
}

impl<'a, G> Uct<'a, G> {
    /// Plain UCT with uniformly random playouts.
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
    /// The same with other settings.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Uct { settings, ..self }
    }

    /// The same with another guide.
    #[must_use]
    pub fn guide<I>(self, guide: &'a I) -> Uct<'a, G, I, P> {
        Uct {
            game: self.game,
            guide,
            policy: self.policy,
            settings: self.settings,
        }
    }

    /// The same with another playout policy.
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
    G: Finish + Sync,
    G::Position: Send + Sync,
    G::Action: Send + Sync,
    H: Guide<G>,
    P: Policy<G> + Sync,
{
    /// Searches `position` as far as `control` allows.
    ///
    /// Every legal action is a candidate, best first by [`Settings::choice`]; none if the game is
    /// over. A candidate's value is the mean result of its visits (with its initial value), or exact
    /// if it was proven.
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

    /// The root's actions with what all trees know of them, best first.
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

/// A child of the root, added up over the trees: it has the same index in each.
fn merged<A: Copy>(trees: &[Tree<A>], child: usize) -> Sums {
    trees.iter().fold(Sums::NOTHING, |mut sums, tree| {
        sums.add(&tree.node(child).sums());
        sums
    })
}

/// What to sort the root's actions by, larger first.
fn ranking(sums: &[Sums], turn: Side, choice: Choice) -> impl Fn(&Sums) -> (u8, f64, f64) {
    // Not by way of the mover's share: turned around twice, a third is no longer the same third.
    let best = |bound: fn(&Sums) -> f64| match turn {
        Side::Max => sums.iter().map(bound).fold(0.0, f64::max),
        Side::Min => sums.iter().map(bound).fold(1.0, f64::min),
    };
    let (lower, upper) = (best(|s| s.lower), best(|s| s.upper));
    let least = Least::new(turn, lower, upper);
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

/// A total order, so that even a guide that answers with nonsense cannot upset the sorting.
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
    // The tree that knows most of the action tells the line; of equals, the first.
    let wisest = (trees.iter().rev())
        .max_by_key(|tree| (tree.node(child).is_proven(), tree.node(child).visits));
    if let Some(tree) = wisest {
        let line = tree.line(child).into_iter().map(|node| tree.action(node));
        candidate.line.extend(line);
    }
    candidate
}

/// One tree with everything its simulations need, so that they allocate nothing but nodes.
struct Grower<'a, G: Game, H, P> {
    search: &'a Uct<'a, G, H, P>,
    root: &'a G::Position,
    depth: u32,
    rng: Pcg64Mcg,
    tree: Tree<G::Action>,
    position: G::Position,
    actions: Vec<G::Action>,
    priors: Vec<f64>,
    path: Vec<usize>,
}

impl<'a, G: Finish, H: Guide<G>, P: Policy<G>> Grower<'a, G, H, P> {
    fn new(search: &'a Uct<'a, G, H, P>, root: &'a G::Position, depth: u32, rng: Pcg64Mcg) -> Self {
        let mut grower = Grower {
            search,
            root,
            depth,
            rng,
            tree: Tree::new(),
            position: root.clone(),
            actions: Vec::new(),
            priors: Vec::new(),
            path: vec![ROOT],
        };
        grower.expand(ROOT);
        grower
    }

    /// Walks from the root to a leaf and leaves the line in `path`, its end in `position`.
    fn descend(&mut self) -> usize {
        let how = self.search.settings.weighing();
        self.position.clone_from(self.root);
        self.path.clear();
        self.path.push(ROOT);
        let mut node = ROOT;
        loop {
            if self.tree.node(node).growth == Growth::Leaf && self.may_expand(node) {
                self.expand(node);
            }
            if self.tree.node(node).growth != Growth::Inner || self.tree.node(node).is_proven() {
                return node;
            }
            let start = self.rng.random_range(0..self.tree.children(node).len());
            node = self.tree.select(node, &how, start);
            self.search
                .game
                .play(&mut self.position, self.tree.action(node));
            self.path.push(node);
        }
    }

    fn may_expand(&self, node: usize) -> bool {
        let settings = &self.search.settings;
        self.tree.node(node).visits >= settings.expand_after
            && self.path.len() <= self.depth as usize
            && self.tree.len() < settings.capacity as usize
    }

    /// Lists the actions at `position`, which is that of leaf `node`.
    fn expand(&mut self, node: usize) {
        let Uct { game, guide, .. } = *self.search;
        self.actions.clear();
        game.actions(&self.position, &mut self.actions);
        if self.actions.is_empty() {
            self.tree.finish(node);
            return;
        }
        self.priors.clear();
        guide.priors(game, &self.position, &self.actions, &mut self.priors);
        normalise(&mut self.priors, self.actions.len());
        let turn = game.turn(&self.position);
        self.tree.expand(node, turn, &self.actions, &self.priors);
        for (child, action) in self.tree.children(node).zip(&self.actions) {
            let initial = guide.initial(game, &self.position, action);
            if let Some(Initial { value, visits }) = initial.filter(Initial::is_usable) {
                let value = value.clamp(0.0, 1.0);
                self.tree.initialise(node, child, value, visits);
            }
        }
    }

    /// The result of the line just walked, proven if its end is the end of the game.
    fn result(&mut self, node: usize) -> f64 {
        if self.tree.node(node).is_proven() {
            return self.tree.node(node).lower;
        }
        if self.search.settings.prove && self.is_over(node) {
            let result = share(self.search.game.result(&self.position));
            self.tree.prove(&self.path, result);
            return result;
        }
        self.sample(node)
    }

    fn is_over(&mut self, node: usize) -> bool {
        if self.tree.node(node).growth == Growth::Leaf {
            self.actions.clear();
            self.search.game.actions(&self.position, &mut self.actions);
            if self.actions.is_empty() {
                self.tree.finish(node);
            }
        }
        self.tree.node(node).growth == Growth::Over
    }

    /// A playout from `position`, the guide's opinion of it, or both.
    fn sample(&mut self, node: usize) -> f64 {
        let Uct {
            game,
            guide,
            policy,
            settings,
        } = *self.search;
        let leaf = match self.tree.node(node).growth {
            Growth::Over => None,
            _ => guide.leaf(game, &self.position).filter(|v| v.is_finite()),
        };
        let weight = leaf.map_or(0.0, |_| settings.leaf_weight.clamp(0.0, 1.0));
        let known = leaf.unwrap_or(0.0).clamp(0.0, 1.0) * weight;
        if weight >= 1.0 {
            return known;
        }
        let Grower {
            position,
            actions,
            rng,
            ..
        } = self;
        known + (1.0 - weight) * share(play_out(game, position, policy, rng, actions))
    }
}

impl<G, H, P> Grow for Grower<'_, G, H, P>
where
    G: Finish + Sync,
    G::Position: Send + Sync,
    G::Action: Send + Sync,
    H: Guide<G>,
    P: Policy<G> + Sync,
{
    fn simulate(&mut self) {
        let node = self.descend();
        let result = self.result(node);
        self.tree.record(&self.path, result);
    }

    fn is_solved(&self) -> bool {
        self.tree.node(ROOT).is_proven()
    }

    fn simulations(&self) -> u64 {
        u64::from(self.tree.node(ROOT).visits)
    }

    fn value(&self) -> Option<f64> {
        let best = *self.tree.line(ROOT).first()?;
        self.tree.node(best).value()
    }
}

/// Makes weights add up to one; forgets them if they cannot be meant as weights.
fn normalise(priors: &mut Vec<f64>, actions: usize) {
    let sum: f64 = priors.iter().sum();
    let usable = priors.len() == actions && priors.iter().all(|&p| p >= 0.0);
    if usable && sum > 0.0 && sum.is_finite() {
        for prior in priors {
            *prior /= sum;
        }
    } else {
        priors.clear();
    }
}

#[cfg(test)]
mod tests;
