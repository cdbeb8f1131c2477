//! One tree over continuous actions, grown by one simulation at a time.
//!
//! The parent module describes the algorithm. Positions are kept in the nodes, because the result
//! of an executed action may be costly to compute and is certain.

use super::{Continuous, Descent, KernelUct, Method};
use crate::Side;
use crate::mcts::ensemble::Grow;
use crate::mcts::regression::Arms;
use crate::mcts::tree::share;
use rand_pcg::Pcg64Mcg;

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// A position of the tree.
pub(super) struct Node<P, A> {
    position: P,
    turn: Side,
    over: bool,
    pub(super) arms: Arms<A>,
    /// The child nodes of each action: with kernel regression just the one in which the action
    /// itself is executed.
    outcomes: Vec<Vec<u32>>,
}

/// The step of a simulation at a node.
#[derive(Clone, Copy)]
struct Step {
    node: usize,
    /// Index of the selected action.
    meant: usize,
    /// Index of the executed action, to which the result belongs.
    taken: usize,
}

/// One tree with the buffers of its simulations, which allocate nothing but nodes.
pub(super) struct Grower<'a, G: Continuous> {
    search: &'a KernelUct<'a, G>,
    depth: usize,
    rng: Pcg64Mcg,
    pub(super) nodes: Vec<Node<G::Position, G::Action>>,
    /// The line of the present simulation, root first.
    path: Vec<Step>,
    proposals: Vec<G::Action>,
}

impl<'a, G: Continuous> Grower<'a, G> {
    pub(super) fn new(
        search: &'a KernelUct<'a, G>,
        root: G::Position,
        depth: usize,
        rng: Pcg64Mcg,
    ) -> Self {
        let mut grower = Grower {
            search,
            depth,
            rng,
            nodes: Vec::new(),
            path: Vec::new(),
            proposals: Vec::new(),
        };
        grower.push(root);
        if !grower.nodes[ROOT].over {
            grower.open(ROOT);
        }
        grower
    }

    fn push(&mut self, position: G::Position) -> usize {
        let game = self.search.game;
        self.nodes.push(Node {
            turn: game.turn(&position),
            over: game.is_over(&position),
            arms: Arms::new(self.search.settings.weights),
            outcomes: Vec::new(),
            position,
        });
        self.nodes.len() - 1
    }

    /// Adds the proposed actions to a node that has none yet.
    fn open(&mut self, node: usize) {
        self.proposals.clear();
        let position = &self.nodes[node].position;
        (self.search.game).propose(position, &mut self.rng, &mut self.proposals);
        for index in 0..self.proposals.len() {
            let action = self.proposals[index];
            if self.nodes[node].arms.position(&action).is_none() {
                self.add(node, action);
            }
        }
    }

    fn add(&mut self, node: usize, action: G::Action) -> usize {
        let search = self.search;
        let node = &mut self.nodes[node];
        node.outcomes.push(Vec::new());
        node.arms.add(action, &|a: &_, b: &_| search.kernel(a, b))
    }

    /// Descends from the root, stores the line in `path` and returns the result at its end.
    fn descend(&mut self) -> f64 {
        self.path.clear();
        let mut node = ROOT;
        loop {
            if self.nodes[node].arms.as_slice().is_empty() {
                self.open(node);
            }
            if self.nodes[node].arms.as_slice().is_empty() {
                return self.evaluate(node); // the game proposed nothing: as good as over
            }
            let step = self.choose(node);
            self.path.push(step);
            match self.follow(node, step.taken) {
                Some(next) if self.is_final(next) => return self.retry(step, next),
                Some(next) => node = next,
                None => return self.grow(node, step.taken),
            }
        }
    }

    /// Selects an action and its execution: a new action if the node's visits allow.
    fn choose(&mut self, node: usize) -> Step {
        let settings = &self.search.settings;
        let Node { arms, turn, .. } = &self.nodes[node];
        let meant = arms.select(*turn, settings.exploration);
        let room = arms.as_slice().len() as f64 <= settings.allowed(arms.visits());
        let new = if room { self.widen(node, meant) } else { None };
        let taken = new.unwrap_or_else(|| self.executed(node, meant));
        Step { node, meant, taken }
    }

    /// Draws the execution of an action, rounded to a known action of the node.
    fn executed(&mut self, node: usize, meant: usize) -> usize {
        let KernelUct { game, settings } = *self.search;
        let Node { position, arms, .. } = &self.nodes[node];
        if (settings.method, settings.descent) != (Method::KernelRegression, Descent::Executed) {
            return meant;
        }
        let action = arms.as_slice()[meant].action;
        let executed = game.execute(position, action, &mut self.rng);
        let mut best = (meant, game.kernel(&action, &executed));
        for (index, arm) in arms.as_slice().iter().enumerate() {
            let likeness = game.kernel(&arm.action, &executed);
            if likeness > best.1 {
                best = (index, likeness);
            }
        }
        best.0
    }

    /// Returns the child node of an action for this simulation; `None` if it should be a new one.
    fn follow(&self, node: usize, arm: usize) -> Option<usize> {
        let settings = &self.search.settings;
        let outcomes = &self.nodes[node].outcomes[arm];
        let visits = self.nodes[node].arms.as_slice()[arm].count;
        let wanted = match settings.method {
            Method::KernelRegression => 1.0,
            Method::Widening => settings.allowed(visits).max(1.0),
        };
        if outcomes.is_empty() || !self.is_full() && (outcomes.len() as f64) < wanted {
            return None;
        }
        Some(outcomes[visits as usize % outcomes.len()] as usize)
    }

    fn is_final(&self, node: usize) -> bool {
        self.nodes[node].over || self.path.len() >= self.depth
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= self.search.settings.capacity as usize
    }

    /// Handles a line that ended in the finished node `known`: widens beside it instead, if there
    /// is room.
    fn retry(&mut self, step: Step, known: usize) -> f64 {
        let other = match self.search.settings.method {
            Method::KernelRegression => self.widen(step.node, step.meant),
            Method::Widening => (!self.is_full()).then_some(step.taken),
        };
        let Some(taken) = other else {
            return self.evaluate(known);
        };
        if let Some(last) = self.path.last_mut() {
            last.taken = taken;
        }
        self.grow(step.node, taken)
    }

    /// Adds an action of low density near `selected`. `None` if there is no room or no such action
    /// was drawn.
    fn widen(&mut self, node: usize, selected: usize) -> Option<usize> {
        let settings = &self.search.settings;
        let arms = self.nodes[node].arms.as_slice();
        if self.is_full() || arms.len() >= settings.max_actions as usize {
            return None;
        }
        let around = arms[selected].action;
        let action = match settings.method {
            Method::KernelRegression => self.least_known(node, around),
            Method::Widening => self.fresh(node, around),
        }?;
        Some(self.add(node, action))
    }

    /// Returns the one of least density of a few likely outcomes of `around`.
    fn least_known(&mut self, node: usize, around: G::Action) -> Option<G::Action> {
        let KernelUct { game, settings } = *self.search;
        let Node { position, arms, .. } = &self.nodes[node];
        let kernel = |a: &_, b: &_| game.kernel(a, b);
        let threshold = settings.threshold * game.kernel(&around, &around);
        let mut best: Option<(f64, G::Action)> = None;
        for _ in 0..settings.draws {
            let action = game.nearby(position, around, &mut self.rng);
            if game.kernel(&around, &action) <= threshold {
                continue;
            }
            if let Some(density) = arms.density_at(&action, &kernel)
                && best.is_none_or(|(least, _)| density < least)
            {
                best = Some((density, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Returns an unused proposal, else an action near `around`.
    fn fresh(&mut self, node: usize, around: G::Action) -> Option<G::Action> {
        let game = self.search.game;
        let Node { position, arms, .. } = &self.nodes[node];
        self.proposals.clear();
        game.propose(position, &mut self.rng, &mut self.proposals);
        let near = game.nearby(position, around, &mut self.rng);
        let mut choices = self.proposals.iter().chain([&near]);
        choices.find(|a| arms.position(a).is_none()).copied()
    }

    /// Adds the child node of action `arm` and evaluates it. A full tree only evaluates.
    fn grow(&mut self, node: usize, arm: usize) -> f64 {
        let KernelUct { game, settings } = *self.search;
        let action = self.nodes[node].arms.as_slice()[arm].action;
        let mut position = self.nodes[node].position.clone();
        let executed = match settings.method {
            Method::KernelRegression => action,
            Method::Widening => game.execute(&position, action, &mut self.rng),
        };
        game.play(&mut position, executed);
        if self.is_full() {
            return game.evaluate(&position, &mut self.rng);
        }
        let child = self.push(position);
        self.nodes[node].outcomes[arm].push(child as u32);
        self.evaluate(child)
    }

    fn evaluate(&mut self, node: usize) -> f64 {
        let position = &self.nodes[node].position;
        self.search.game.evaluate(position, &mut self.rng)
    }

    /// Returns the expected line after `action` at the root.
    pub(super) fn line(&self, action: G::Action) -> Vec<G::Action> {
        let exploration = self.search.settings.exploration;
        let mut line = vec![action];
        let mut arm = self.nodes[ROOT].arms.position(&action);
        let mut node = ROOT;
        while let Some(index) = arm {
            let Some(&next) = self.nodes[node].outcomes[index].first() else {
                break;
            };
            node = next as usize;
            let Node { arms, turn, .. } = &self.nodes[node];
            arm = arms.favourite(*turn, exploration);
            line.extend(arm.map(|index| arms.as_slice()[index].action));
        }
        line
    }
}

impl<G: Continuous> Grow for Grower<'_, G> {
    fn simulate(&mut self) {
        let result = share(self.descend());
        let search = self.search;
        let kernel = |a: &_, b: &_| search.kernel(a, b);
        for &Step { node, taken, .. } in &self.path {
            self.nodes[node].arms.record(taken, result, &kernel);
        }
    }

    fn is_solved(&self) -> bool {
        false
    }

    fn simulations(&self) -> u64 {
        self.nodes[ROOT].arms.visits() as u64
    }

    fn value(&self) -> Option<f64> {
        let Node { arms, turn, .. } = &self.nodes[ROOT];
        let best = arms.favourite(*turn, self.search.settings.exploration)?;
        arms.as_slice()[best].value()
    }
}
