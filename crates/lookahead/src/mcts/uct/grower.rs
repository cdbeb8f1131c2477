//! One tree of a UCT search, grown by one simulation at a time.
//!
//! The parent module describes the algorithm. Positions are not kept in the tree: every simulation
//! plays its line again from the root.

use super::{Guide, Initial, Uct};
use crate::mcts::ensemble::Grow;
use crate::mcts::tree::{Growth, ROOT, Tree, share, share_of};
use crate::playout::{Policy, TerminalResult, play_out};
use crate::{Game, Side};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// An action about to become a node of the tree.
#[derive(Clone, Copy)]
struct NewChild<A> {
    action: A,
    /// Place in the game's list.
    place: usize,
    prior: f64,
    initial: Option<Initial>,
}

impl<A> NewChild<A> {
    /// Returns the expectation of `turn`: by prior, then by initial value, one half without one.
    fn expectation(&self, turn: Side) -> (f64, f64) {
        let value = self.initial.map_or(0.5, |initial| initial.value);
        (self.prior, share_of(turn, value))
    }
}

/// Sorts the most promising first; ties stay in the game's order. All indices differ, so any sort
/// gives the same result.
fn by_expectation<A>(new_children: &mut [NewChild<A>], turn: Side) {
    new_children.sort_unstable_by(|a, b| {
        let ((prior, value), (other_prior, other_value)) =
            (a.expectation(turn), b.expectation(turn));
        (other_prior.total_cmp(&prior))
            .then(other_value.total_cmp(&value))
            .then(a.place.cmp(&b.place))
    });
}

/// One tree with the buffers of its simulations, which allocate nothing but nodes.
pub(super) struct Grower<'a, G: Game, H, P> {
    search: &'a Uct<'a, G, H, P>,
    root: &'a G::Position,
    depth: u32,
    rng: Pcg64Mcg,
    pub(super) tree: Tree<G::Action>,
    position: G::Position,
    actions: Vec<G::Action>,
    priors: Vec<f64>,
    initials: Vec<Option<Initial>>,
    new_children: Vec<NewChild<G::Action>>,
    path: Vec<usize>,
}

impl<'a, G: TerminalResult, H: Guide<G>, P: Policy<G>> Grower<'a, G, H, P> {
    pub(super) fn new(
        search: &'a Uct<'a, G, H, P>,
        root: &'a G::Position,
        depth: u32,
        rng: Pcg64Mcg,
    ) -> Self {
        let mut grower = Grower {
            search,
            root,
            depth,
            rng,
            tree: Tree::new(),
            position: root.clone(),
            actions: Vec::new(),
            priors: Vec::new(),
            initials: Vec::new(),
            new_children: Vec::new(),
            path: vec![ROOT],
        };
        grower.expand(ROOT);
        grower
    }

    /// Descends from the root to a leaf; stores the line in `path` and its end in `position`.
    fn descend(&mut self) -> usize {
        let how = self.search.settings.selection_rule();
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
            let open = self.tree.open(node, &how);
            let start = self.rng.random_range(0..open);
            node = self.tree.select(node, &how, open, start);
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
        let Uct { game, settings, .. } = *self.search;
        self.actions.clear();
        game.actions(&self.position, &mut self.actions);
        if self.actions.is_empty() {
            self.tree.finish(node);
            return;
        }
        self.consult();
        let turn = game.turn(&self.position);
        if settings.widening.is_some() {
            by_expectation(&mut self.new_children, turn);
        }
        let guided = !self.priors.is_empty();
        let new_children = self.new_children.iter();
        let children = new_children.map(|new_child| (new_child.action, new_child.prior));
        self.tree.expand(node, turn, guided, children);
        for (child, new_child) in self.tree.children(node).zip(&self.new_children) {
            if let Some(Initial { value, visits }) = new_child.initial {
                self.tree.initialise(node, child, value, visits);
            }
        }
    }

    /// Calls the guide for `actions`, those of `position`, and stores its valid answers in
    /// `new_children`.
    fn consult(&mut self) {
        let Uct { game, guide, .. } = *self.search;
        self.priors.clear();
        guide.priors(game, &self.position, &self.actions, &mut self.priors);
        normalise(&mut self.priors, self.actions.len());
        self.initials.clear();
        guide.initials(game, &self.position, &self.actions, &mut self.initials);
        let new_child = |(place, &action): (usize, &G::Action)| {
            let initial = self.initials.get(place).copied().flatten();
            NewChild {
                action,
                place,
                prior: self.priors.get(place).copied().unwrap_or(1.0),
                initial: initial.and_then(Initial::usable),
            }
        };
        self.new_children.clear();
        self.new_children
            .extend(self.actions.iter().enumerate().map(new_child));
    }

    /// Returns the result of the current line, proven if the game is over at its end.
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

    /// Returns the result of a playout from `position`, the guide's leaf value, or a blend.
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
    G: TerminalResult + Sync,
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

/// Normalises weights to sum to one; clears invalid ones.
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
