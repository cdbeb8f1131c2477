//! Test worlds shared by the tests and benchmarks of this module.
//!
//! Not part of the library: compiled for tests, and included by path in the benchmarks.
#![allow(dead_code, reason = "each test uses some of the test games")]

use crate::test_games::{Bushy, BushyPosition};
use lookahead::alphabeta::Evaluate as _;
use lookahead::models::{Opponent, Worlds};
use lookahead::{Game, Seed, Side};

/// A random tree in which every player misses some of the actions, decides irregularly and has an
/// evaluation of their own, all drawn from hashes of the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    pub(crate) tree: Bushy,
    pub(crate) players: usize,
    /// Bit x: player x is an ally.
    pub(crate) allies: u8,
    /// Chance in percent that an action exists in a player's world; at 100 all worlds are equal.
    pub(crate) holds: u64,
    /// Whether the decider's own actions are the same in their world and in the searcher's.
    pub(crate) own_hand_known: bool,
    /// Chance in percent that a player sees the same value as the searcher.
    pub(crate) agrees: u64,
    /// Whether positions have keys.
    pub(crate) keys: bool,
}

impl Dealt {
    fn draw(&self, position: &BushyPosition, purpose: u64, player: usize) -> u64 {
        Seed(self.tree.key(position))
            .stream(purpose)
            .stream(player as u64)
            .0
            % 100
    }
}

impl Dealt {
    /// Number of actions that may exist. Denser than the tree's own: few lines end early.
    fn width(&self, position: &BushyPosition) -> u64 {
        let ends = self.draw(position, 3, 0) < 4;
        if position.ply >= self.tree.depth || (ends && position.ply > 0) {
            return 0;
        }
        self.tree.branching - u64::from(self.draw(position, 4, 0) < 30)
    }
}

impl Worlds for Dealt {
    type Position = BushyPosition;
    type Action = u64;

    fn players(&self) -> usize {
        self.players
    }

    fn side(&self, player: usize) -> Side {
        if player == 0 || self.allies >> player & 1 == 1 {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn turn(&self, position: &BushyPosition) -> usize {
        self.draw(position, 1, 0) as usize % self.players
    }

    fn actions(&self, player: usize, position: &BushyPosition, into: &mut Vec<u64>) {
        let start = into.len();
        into.extend(0..self.width(position));
        let known = self.own_hand_known && player == self.turn(position);
        let eyes = if known { 0 } else { player };
        let mut index = 0;
        into.retain(|&action| {
            index += 1;
            index <= start || self.draw(position, 10 + action, eyes) < self.holds
        });
    }

    fn play(&self, position: &mut BushyPosition, action: u64) {
        self.tree.play(position, action);
    }

    fn value(&self, player: usize, position: &BushyPosition) -> i32 {
        let agrees = self.draw(position, 2, player) < self.agrees;
        let eyes = if agrees { 0 } else { player as u64 };
        self.tree.value_by(position, eyes)
    }

    /// Returns a key that is the same for all players.
    fn key(&self, _player: usize, position: &BushyPosition) -> Option<u64> {
        self.keys.then(|| self.tree.key(position))
    }
}

/// A random tree with two evaluations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoEvaluators {
    pub(crate) tree: Bushy,
    /// The number of the opponent's evaluation; 0 is the searcher's.
    pub(crate) opponent: u64,
}

impl Game for TwoEvaluators {
    type Position = BushyPosition;
    type Action = u64;

    fn turn(&self, position: &BushyPosition) -> Side {
        self.tree.turn(position)
    }

    fn actions(&self, position: &BushyPosition, into: &mut Vec<u64>) {
        self.tree.actions(position, into);
    }

    fn play(&self, position: &mut BushyPosition, action: u64) {
        self.tree.play(position, action);
    }
}

impl Opponent for TwoEvaluators {
    fn own_value(&self, position: &BushyPosition) -> i32 {
        self.tree.value(position)
    }

    fn model_value(&self, position: &BushyPosition) -> i32 {
        self.tree.value_by(position, self.opponent)
    }
}

/// A tree drawn by hand. A node's number is the action that leads to it; the root is node 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) sides: Vec<Side>,
    /// Decider and children of each inner node.
    pub(crate) inner: Vec<(usize, usize, Vec<usize>)>,
    /// Values of a leaf for players 0, 1 and so on.
    pub(crate) leaves: Vec<(usize, Vec<i32>)>,
    /// A player, and a node that does not exist in their world.
    pub(crate) missing: Vec<(usize, usize)>,
}

impl Worlds for Drawn {
    type Position = usize;
    type Action = usize;

    fn players(&self) -> usize {
        self.sides.len()
    }

    fn side(&self, player: usize) -> Side {
        self.sides[player]
    }

    fn turn(&self, node: &usize) -> usize {
        let inner = self.inner.iter().find(|(n, _, _)| n == node);
        inner.map_or(0, |&(_, decider, _)| decider)
    }

    fn actions(&self, player: usize, node: &usize, into: &mut Vec<usize>) {
        if let Some((_, _, children)) = self.inner.iter().find(|(n, _, _)| n == node) {
            let exists = |child: &&usize| !self.missing.contains(&(player, **child));
            into.extend(children.iter().filter(exists));
        }
    }

    fn play(&self, node: &mut usize, child: usize) {
        *node = child;
    }

    fn value(&self, player: usize, node: &usize) -> i32 {
        let leaf = self.leaves.iter().find(|(n, _)| n == node);
        leaf.map_or(0, |(_, values)| values[player])
    }
}
