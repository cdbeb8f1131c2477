//! Random trees: a synthetic game of known cost, to test and measure searches on.
//!
//! The number of children, the side to move and the value of every node are drawn from a hash of
//! the node, so a tree of any size takes no memory and is always the same. With a small `width`
//! different lines meet in the same node, which is what transposition tables are for; with a small
//! `spread` many nodes are worth the same, which is what ties are for. Sides do not alternate
//! regularly.
//!
//! ```
//! use lookahead::random_tree::{Node, RandomTree};
//! use lookahead::{Game, Seed};
//!
//! let tree = RandomTree { seed: Seed(1), branching: 4, depth: 6, width: u64::MAX, spread: 100 };
//! let mut actions = Vec::new();
//! tree.actions(&Node::default(), &mut actions);
//! assert!((1..=4).contains(&actions.len()));
//! ```

use crate::alphabeta::Evaluate;
use crate::game::{Game, Side};
use crate::models::Opponent;
use crate::playout::{ActionEvaluation, TerminalResult};
use crate::seed::Seed;

/// The parameters of a random tree.
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    /// Seed of the tree.
    pub seed: Seed,
    /// Maximum number of children.
    pub branching: u64,
    /// Ply at which every line ends; some end earlier.
    pub depth: u32,
    /// Nodes per ply; a tree if very large.
    pub width: u64,
    /// Values lie in `-spread..=spread`; small spreads make ties. At most a thousand million.
    pub spread: u64,
}

/// A node of a [`RandomTree`]; the default is the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    /// Distance from the root.
    pub ply: u32,
    /// The number among the nodes of that ply.
    pub id: u64,
}

impl RandomTree {
    fn hash(&self, node: &Node, purpose: u64) -> u64 {
        self.seed
            .stream(u64::from(node.ply))
            .stream(node.id)
            .stream(purpose)
            .0
    }

    /// Returns the static value of a node by evaluation number `eyes`.
    pub fn value_by(&self, node: &Node, eyes: u64) -> i32 {
        let spread = self.spread.min(1_000_000_000);
        (self.hash(node, eyes.wrapping_add(100)) % (2 * spread + 1)) as i32 - spread as i32
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Action = u64;

    fn turn(&self, node: &Node) -> Side {
        if self.hash(node, 1).is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn actions(&self, node: &Node, into: &mut Vec<u64>) {
        if node.ply < self.depth {
            let least = u64::from(node.ply == 0);
            into.extend(0..(self.hash(node, 2) % self.branching.saturating_add(1)).max(least));
        }
    }

    fn play(&self, node: &mut Node, action: u64) {
        node.id = self.hash(node, action.wrapping_add(1000)) % self.width.max(1);
        node.ply = node.ply.saturating_add(1);
    }
}

impl Evaluate for RandomTree {
    fn value(&self, node: &Node) -> i32 {
        self.value_by(node, 0)
    }

    /// Returns the key of a node, the same on every path to it.
    fn key(&self, node: &Node) -> u64 {
        self.hash(node, 4)
    }
}

impl TerminalResult for RandomTree {
    /// Returns the value of the leaf, scaled to the range 0 to 1.
    fn result(&self, node: &Node) -> f64 {
        let spread = self.spread.max(1) as f64;
        (f64::from(self.value(node)) + spread) / (2.0 * spread)
    }
}

impl ActionEvaluation for RandomTree {
    /// Returns the static value of the child.
    fn action_value(&self, node: &Node, action: u64) -> f64 {
        let value = f64::from(self.value(&self.after(node, action)));
        self.turn(node).sign() * value
    }
}

/// The opponent has another random evaluation.
impl Opponent for RandomTree {
    fn own_value(&self, node: &Node) -> i32 {
        self.value(node)
    }

    fn model_value(&self, node: &Node) -> i32 {
        self.value_by(node, 1)
    }
}
