//! The tree of a UCT search: an arena of nodes, the children of a node side by side.
//!
//! All values are Max's share, in `0..=1`; only selection looks at them from the side to move. Next
//! to its average every node keeps *bounds* on its true value. They start at `0..=1`, meet where
//! the game ends, and are carried up by minimax, so that a node whose bounds meet is proven. This
//! is the score-bounded form (Cazenave and Saffidine, "Score bounded Monte-Carlo tree
//! search", 2011) of MCTS-solver (Winands, Björnsson and Saito, 2008), which also serves games that
//! are not simply won or lost. The bounds do not depend on the previous mover, so irregular turns
//! need no special case.

use super::uct::Widening;
use crate::Side;

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// Expansion state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// Not expanded.
    Leaf,
    /// The children are in the tree.
    Inner,
    /// The game is over.
    Over,
}

/// Parameters of the selection of children.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionRule {
    pub(super) exploration: f64,
    pub(super) prior_exploration: f64,
    pub(super) first_play: Option<f64>,
    pub(super) widening: Option<Widening>,
}

/// A position, reached by one line only.
#[derive(Clone, Debug)]
pub(super) struct Node {
    first: u32,
    count: u32,
    /// Simulations that went through.
    pub(super) visits: u32,
    pub(super) growth: Growth,
    /// Whether the guide gave priors for the children.
    guided: bool,
    /// Side to move; meaningful once the node is no leaf.
    turn: Side,
    prior: f64,
    /// Visits with the virtual ones of an initial value.
    weight: f64,
    /// Sum of results over `weight`.
    total: f64,
    /// Sum of squared results over `visits` alone.
    squares: f64,
    /// Sum of results over `visits` alone.
    sampled: f64,
    /// Sum of the children's weights.
    below: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Node {
    fn new(prior: f64) -> Self {
        Node {
            first: 0,
            count: 0,
            visits: 0,
            growth: Growth::Leaf,
            guided: false,
            turn: Side::Max,
            prior,
            weight: 0.0,
            total: 0.0,
            squares: 0.0,
            sampled: 0.0,
            below: 0.0,
            lower: 0.0,
            upper: 1.0,
        }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.lower >= self.upper
    }

    /// Returns the average of results and initial value, clamped to the bounds; `None` without any.
    pub(super) fn value(&self) -> Option<f64> {
        if self.is_proven() {
            Some(self.lower)
        } else if self.weight > 0.0 {
            Some(self.bounded(self.total / self.weight))
        } else {
            None
        }
    }

    fn bounded(&self, value: f64) -> f64 {
        value.max(self.lower).min(self.upper)
    }

    /// Returns the sums of a root's child, to be added over trees.
    pub(super) fn sums(&self) -> Sums {
        Sums {
            visits: u64::from(self.visits),
            weight: self.weight,
            total: self.total,
            sampled: self.sampled,
            squares: self.squares,
            lower: self.lower,
            upper: self.upper,
        }
    }
}

/// The statistics of one of the root's actions, summed over an ensemble.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub(super) visits: u64,
    weight: f64,
    total: f64,
    sampled: f64,
    squares: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Sums {
    pub(super) const NOTHING: Sums = Sums {
        visits: 0,
        weight: 0.0,
        total: 0.0,
        sampled: 0.0,
        squares: 0.0,
        lower: 0.0,
        upper: 1.0,
    };

    pub(super) fn add(&mut self, other: &Sums) {
        self.visits += other.visits;
        self.weight += other.weight;
        self.total += other.total;
        self.sampled += other.sampled;
        self.squares += other.squares;
        self.lower = self.lower.max(other.lower);
        self.upper = self.upper.min(other.upper);
    }

    pub(super) fn is_proven(&self) -> bool {
        self.lower >= self.upper
    }

    /// Returns the average within its bounds; one half without visits.
    pub(super) fn value(&self) -> f64 {
        let mean = if self.weight > 0.0 {
            self.total / self.weight
        } else {
            0.5
        };
        mean.max(self.lower).min(self.upper)
    }

    /// Standard deviation of a single result over real visits; 0 for less than two of them.
    pub(super) fn spread(&self) -> f64 {
        let root = (self.visits as f64).sqrt();
        self.error().map_or(0.0, |error| error * root)
    }

    /// Standard error of the average over real visits; none for less than two of them.
    pub(super) fn error(&self) -> Option<f64> {
        let n = self.visits as f64;
        (self.visits > 1).then(|| {
            let mean = self.sampled / n;
            ((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt()
        })
    }
}

/// Returns whether an action with these bounds cannot beat the guaranteed value `least` of `turn`.
///
/// The action that *is* that guarantee is not dominated, so that averages move towards it, unless
/// its value is the worst possible: then any other action is at least as good.
pub(super) fn is_dominated(turn: Side, lower: f64, upper: f64, least: Guarantee) -> bool {
    match turn {
        Side::Max => upper < least.0 || upper == least.0 && (lower < upper || least.0 <= 0.0),
        Side::Min => lower > least.0 || lower == least.0 && (lower < upper || least.0 >= 1.0),
    }
}

/// The guaranteed value of the side to move: the node's lower bound for Max, the upper one for Min.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarantee(f64);

impl Guarantee {
    pub(super) fn new(turn: Side, lower: f64, upper: f64) -> Self {
        Guarantee(match turn {
            Side::Max => lower,
            Side::Min => upper,
        })
    }
}

/// The arena.
#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    /// The action that leads to node `i + 1`: the root has none.
    actions: Vec<A>,
}

impl<A: Copy> Tree<A> {
    /// Creates a tree with a root only.
    pub(super) fn new() -> Self {
        Tree {
            nodes: vec![Node::new(1.0)],
            actions: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// Returns the action that leads to a node other than the root.
    pub(super) fn action(&self, node: usize) -> A {
        self.actions[node - 1]
    }

    /// Returns the children of a node, by index.
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..(first + count) as usize
    }

    /// Turns a leaf into an inner node whose children have these actions and priors, which mean
    /// something if it is `guided`. Where not all are open at once, the first ones are first.
    pub(super) fn expand(
        &mut self,
        node: usize,
        turn: Side,
        guided: bool,
        children: impl Iterator<Item = (A, f64)>,
    ) {
        let first = self.nodes.len();
        for (action, prior) in children {
            self.actions.push(action);
            self.nodes.push(Node::new(prior));
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[node];
        node.first = first as u32;
        node.count = count as u32;
        node.growth = Growth::Inner;
        node.guided = guided;
        node.turn = turn;
    }

    /// Gives a child that has not been visited a value worth `visits` virtual visits.
    pub(super) fn initialise(&mut self, parent: usize, child: usize, value: f64, visits: f64) {
        self.nodes[child].weight = visits;
        self.nodes[child].total = value * visits;
        self.nodes[parent].below += visits;
    }

    /// Returns the number of open children of a node, which are its first ones. Dominated ones make
    /// room for others.
    pub(super) fn open(&self, node: usize, how: &SelectionRule) -> usize {
        let (parent, children) = (&self.nodes[node], self.children(node));
        let allowed = (how.widening).map_or(usize::MAX, |w| w.allowed(parent.visits));
        if allowed >= children.len() {
            return children.len();
        }
        let least = Guarantee::new(parent.turn, parent.lower, parent.upper);
        let in_the_race =
            |child: &Node| !is_dominated(parent.turn, child.lower, child.upper, least);
        let racing = (self.nodes[children.clone()].iter().enumerate())
            .filter(|(_, child)| in_the_race(child));
        let last = racing.take(allowed).last();
        last.map_or(children.len(), |(index, _)| index + 1)
    }

    /// Selects the next child to visit of the first `open`; `start` (any number) breaks ties.
    pub(super) fn select(
        &self,
        node: usize,
        how: &SelectionRule,
        open: usize,
        start: usize,
    ) -> usize {
        let (parent, all) = (&self.nodes[node], self.children(node));
        let children = all.start..all.start + open;
        let least = Guarantee::new(parent.turn, parent.lower, parent.upper);
        // Virtual visits to closed children do not increase exploration.
        let below = if open < all.len() {
            self.nodes[children.clone()].iter().map(|c| c.weight).sum()
        } else {
            parent.below
        };
        let score = Score::new(parent, below, how);
        let (mut best, mut best_score) = (children.start, f64::NEG_INFINITY);
        for step in 0..children.len() {
            let index = children.start + (start + step) % children.len();
            let child = &self.nodes[index];
            if is_dominated(parent.turn, child.lower, child.upper, least) {
                continue;
            }
            let score = score.of(child);
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Adds a result to every node of the line `path`, root first. A node's bounds clamp the result
    /// that is passed up: a proof overrides a sample.
    pub(super) fn record(&mut self, path: &[usize], mut result: f64) {
        let mut leaf = true;
        for &index in path.iter().rev() {
            let node = &mut self.nodes[index];
            result = node.bounded(result);
            // A very long analysis may overflow the counter.
            node.visits = node.visits.saturating_add(1);
            node.weight += 1.0;
            node.total += result;
            node.sampled += result;
            node.squares += result * result;
            node.below += f64::from(u8::from(!leaf));
            leaf = false;
        }
    }

    /// Marks a node as a finished game.
    pub(super) fn finish(&mut self, node: usize) {
        self.nodes[node].growth = Growth::Over;
    }

    /// Marks the last node of `path` as proven to be `value`, and propagates the bounds up.
    pub(super) fn prove(&mut self, path: &[usize], value: f64) {
        let Some((&last, above)) = path.split_last() else {
            return;
        };
        (self.nodes[last].lower, self.nodes[last].upper) = (value, value);
        for &node in above.iter().rev() {
            if !self.tighten(node) {
                return;
            }
        }
    }

    /// Updates a node's bounds from its children. Returns whether they changed.
    fn tighten(&mut self, node: usize) -> bool {
        let best: fn(f64, f64) -> f64 = match self.nodes[node].turn {
            Side::Max => f64::max,
            Side::Min => f64::min,
        };
        let bounds = self.nodes[self.children(node)]
            .iter()
            .map(|child| (child.lower, child.upper))
            .reduce(|a, b| (best(a.0, b.0), best(a.1, b.1)));
        let node = &mut self.nodes[node];
        let before = (node.lower, node.upper);
        (node.lower, node.upper) = bounds.unwrap_or(before);
        (node.lower, node.upper) != before
    }

    /// Returns the children along the principal line below `node`, by index.
    pub(super) fn line(&self, mut node: usize) -> Vec<usize> {
        let mut line = Vec::new();
        while let Some(next) = self.favourite(node) {
            line.push(next);
            node = next;
        }
        line
    }

    /// Returns the expected child: the proven best one, else the most visited one.
    fn favourite(&self, node: usize) -> Option<usize> {
        let parent = &self.nodes[node];
        let least = Guarantee::new(parent.turn, parent.lower, parent.upper);
        let rank = |child: usize| {
            let child = &self.nodes[child];
            let class = class(
                parent.turn,
                child.lower,
                child.upper,
                least,
                parent.is_proven(),
            );
            (class, child.visits)
        };
        self.children(node)
            .rev() // of equals the first one: `max_by_key` returns the last
            .filter(|&child| self.nodes[child].visits > 0 || self.nodes[child].is_proven())
            .max_by_key(|&child| rank(child))
    }
}

/// Returns the first criterion of the final choice: 2 for an action that is proven best, 0 for one
/// that is proven not to be better than another, 1 for the rest.
pub(super) fn class(side: Side, lower: f64, upper: f64, least: Guarantee, solved: bool) -> u8 {
    if solved && lower == least.0 && upper == least.0 {
        2
    } else {
        u8::from(!is_dominated(side, lower, upper, least))
    }
}

/// The part of a child's score that is the same for all children of a node.
struct Score {
    side: Side,
    /// Exploration times the root of the parent's visits, or of their logarithm.
    scale: f64,
    guided: bool,
    unvisited: f64,
}

impl Score {
    /// For children open to be visited that have the weight `below` together.
    fn new(parent: &Node, below: f64, how: &SelectionRule) -> Self {
        let scale = if parent.guided {
            how.prior_exploration * below.max(1.0).sqrt()
        } else {
            how.exploration * libm::log(below.max(1.0)).sqrt()
        };
        // With priors, an untried action counts as much as its position; without, all are tried
        // before any is tried twice.
        let neutral = if parent.guided {
            share_of(parent.turn, parent.value().unwrap_or(0.5))
        } else {
            f64::INFINITY
        };
        Score {
            side: parent.turn,
            scale,
            guided: parent.guided,
            unvisited: how.first_play.unwrap_or(neutral),
        }
    }

    fn of(&self, child: &Node) -> f64 {
        let known = child.value().map(|value| share_of(self.side, value));
        if self.guided {
            known.unwrap_or(self.unvisited) + self.scale * child.prior / (1.0 + child.weight)
        } else if child.weight > 0.0 {
            known.unwrap_or(self.unvisited) + self.scale / child.weight.sqrt()
        } else {
            self.unvisited
        }
    }
}

/// Clamps a result to `0..=1`; NaN becomes one half.
pub(super) fn share(result: f64) -> f64 {
    if result.is_nan() {
        0.5
    } else {
        result.clamp(0.0, 1.0)
    }
}

/// Returns Max's share seen from `side`.
pub(super) fn share_of(side: Side, value: f64) -> f64 {
    match side {
        Side::Max => value,
        Side::Min => 1.0 - value,
    }
}
