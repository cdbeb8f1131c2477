//! One pass over the tree to a given depth.
//!
//! Nodes at which there is more than static evaluation to do, and the root, share their outcomes
//! among threads. Every result is stored by its index and every sum is made by one thread in
//! order, so scheduling does not show. The memory of a finished node serves the next one.

use super::matrix::OutcomeMatrix;
use super::{Choices, Settings, Stochastic};
use crate::analysis::Share;
use crate::{Candidate, Meter, Side};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A search in progress.
pub(super) struct Tree<'a, S: Stochastic> {
    game: &'a S,
    settings: &'a Settings,
    meter: &'a Meter<'a>,
    /// Whether the current pass has stopped at a position from which the game goes on.
    cut: AtomicBool,
    /// Nodes not in use, kept for their memory.
    spare: Mutex<Vec<Node<S::Position, S::Action>>>,
}

/// What a complete pass found.
pub(super) struct Pass<A> {
    /// Best first.
    pub(super) candidates: Vec<Candidate<A>>,
    /// Whether every line was followed to the end of the game.
    pub(super) complete: bool,
}

/// What is known of a position.
struct Found<A> {
    value: f64,
    /// The expected line, backwards: the next action comes last, so that the node above appends.
    line: Vec<A>,
}

impl<A> Found<A> {
    fn value(value: f64) -> Self {
        Found {
            value,
            line: Vec::new(),
        }
    }
}

/// A decision node at work.
struct Node<P, A> {
    /// The positions after the used outcomes, in their order, with their keys.
    children: Vec<(P, Option<u64>)>,
    /// The indices of the children that differ from all before them.
    distinct: Vec<u32>,
    /// For each of `distinct`, whether it is to be valued now.
    open: Vec<bool>,
    /// For each of `distinct`, its value and line.
    found: Vec<Found<A>>,
    /// For each outcome, which of `distinct` it leads to; meaningless for unused outcomes.
    rank: Vec<u32>,
    /// For each outcome, its value; not a number for unused outcomes.
    values: Vec<f64>,
    /// The candidates to choose from, ascending.
    kept: Vec<u32>,
    /// The keys met so far, with their ranks.
    seen: HashMap<u64, u32>,
}

impl<P, A> Default for Node<P, A> {
    fn default() -> Self {
        Node {
            children: Vec::new(),
            distinct: Vec::new(),
            open: Vec::new(),
            found: Vec::new(),
            rank: Vec::new(),
            values: Vec::new(),
            kept: Vec::new(),
            seen: HashMap::new(),
        }
    }
}

/// A position to be searched, as the recursion hands it down.
struct Task<'t, S: Stochastic> {
    position: &'t S::Position,
    choices: &'t Choices<'t, S::Action>,
    side: Side,
    ply: u32,
    /// Plies still to go, at least 1.
    depth: u32,
}

impl<S: Stochastic> Task<'_, S> {
    /// How many outcomes a thread takes at least. Nodes whose outcomes are only evaluated stay on
    /// the thread that works on them, for there are many such nodes; a lone root is shared.
    fn grain(&self) -> usize {
        if self.ply == 0 || self.depth > 1 {
            1
        } else {
            usize::MAX
        }
    }
}

impl<'a, S: Stochastic> Tree<'a, S> {
    pub(super) fn new(game: &'a S, settings: &'a Settings, meter: &'a Meter<'a>) -> Self {
        Tree {
            game,
            settings,
            meter,
            cut: AtomicBool::new(false),
            spare: Mutex::default(),
        }
    }

    /// Searches every candidate of the root to `depth`, at least 1. `None` if interrupted.
    pub(super) fn pass(
        &self,
        position: &S::Position,
        choices: &Choices<'_, S::Action>,
        depth: u32,
    ) -> Option<Pass<S::Action>> {
        self.cut.store(false, Relaxed);
        let task = Task {
            position,
            choices,
            side: self.game.turn(position),
            ply: 0,
            depth,
        };
        let mut node = self.take();
        self.expand(&task, &mut node);
        // Whoever was refused a node has set the meter to "stopped": while it runs, all is valued.
        let pass = self.meter.running().then(|| Pass {
            candidates: node.candidates(&task, self.settings.detail),
            complete: !self.cut.load(Relaxed),
        });
        self.give(node);
        pass
    }

    /// The value of a position that is `depth` plies above the horizon. After an interruption it
    /// is not a number, and the pass comes to nothing.
    fn visit(&self, position: &S::Position, ply: u32, depth: u32) -> Found<S::Action> {
        if !self.meter.tick_slow() {
            return Found::value(f64::NAN);
        }
        if depth == 0 {
            self.look_beyond(position, ply);
            return Found::value(self.game.value(position));
        }
        let choices = self.game.choices(position, ply);
        match choices.filter(|c| !c.actions().is_empty()) {
            None => Found::value(self.game.value(position)),
            Some(choices) => self.decide(&Task {
                position,
                choices: &choices,
                side: self.game.turn(position),
                ply,
                depth,
            }),
        }
    }

    /// Notes whether the game goes on beyond the horizon. One such position is enough to know, so
    /// only the last pass over a finite game asks this of every leaf.
    fn look_beyond(&self, position: &S::Position, ply: u32) {
        let goes_on = |c: Choices<'_, _>| !c.actions().is_empty();
        if !self.cut.load(Relaxed) && self.game.choices(position, ply).is_some_and(goes_on) {
            self.cut.store(true, Relaxed);
        }
    }

    fn decide(&self, task: &Task<'_, S>) -> Found<S::Action> {
        let mut node = self.take();
        self.expand(task, &mut node);
        let best = node.best(task);
        self.give(node);
        best
    }

    /// Values what may come of the candidates worth searching, one ply less deep.
    fn expand(&self, task: &Task<'_, S>, node: &mut Node<S::Position, S::Action>) {
        let matrix = task.choices.matrix();
        self.make_children(task, &mut node.children);
        node.merge(matrix);
        node.kept.clear();
        node.kept.extend(0..matrix.candidates() as u32);
        if let Some(keep) = self.settings.kept_at(task.ply)
            && task.depth > 1
            && keep < node.kept.len()
        {
            node.value_open(task, |child| self.glance(child));
            node.narrow(task, keep);
        }
        node.value_open(task, |child| {
            self.visit(child, task.ply + 1, task.depth - 1)
        });
    }

    /// The static value of a position, wherever the horizon is.
    fn glance(&self, position: &S::Position) -> Found<S::Action> {
        if self.meter.tick_slow() {
            Found::value(self.game.value(position))
        } else {
            Found::value(f64::NAN)
        }
    }

    /// Making a position may be the costly part (a simulation), so an interrupted search makes no
    /// more: the copies that stand in are never valued.
    fn make_children(&self, task: &Task<'_, S>, into: &mut Vec<(S::Position, Option<u64>)>) {
        let child = |&outcome: &u32| {
            if self.meter.poll() {
                let position = self.game.outcome(task.position, outcome as usize);
                let key = self.game.key(&position);
                (position, key)
            } else {
                (task.position.clone(), None)
            }
        };
        let used = task.choices.matrix().used().par_iter();
        used.with_min_len(task.grain())
            .map(child)
            .collect_into_vec(into);
    }

    fn take(&self) -> Node<S::Position, S::Action> {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.pop().unwrap_or_default()
    }

    fn give(&self, mut node: Node<S::Position, S::Action>) {
        node.children.clear();
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.push(node);
    }
}

impl<P: Sync, A: Copy + Send> Node<P, A> {
    /// Finds out which children are the same position, and opens every distinct one.
    fn merge(&mut self, matrix: &OutcomeMatrix) {
        self.distinct.clear();
        self.seen.clear();
        self.rank.clear();
        self.rank.resize(matrix.outcomes(), u32::MAX);
        let keyed = self.children.iter().map(|&(_, key)| key);
        for ((i, key), &outcome) in keyed.enumerate().zip(matrix.used()) {
            let new = self.distinct.len() as u32;
            let rank = key.map_or(new, |key| *self.seen.entry(key).or_insert(new));
            if rank == new {
                self.distinct.push(i as u32);
            }
            self.rank[outcome as usize] = rank;
        }
        self.open.clear();
        self.open.resize(self.distinct.len(), true);
        self.found.clear();
        self.found
            .resize_with(self.distinct.len(), || Found::value(f64::NAN));
    }

    /// Values the open positions and hands the values to the outcomes.
    fn value_open<S: Stochastic<Position = P, Action = A>>(
        &mut self,
        task: &Task<'_, S>,
        value: impl Fn(&P) -> Found<A> + Sync,
    ) {
        let children = &self.children;
        let places = self.distinct.par_iter().zip(self.open.par_iter());
        let found = self.found.par_iter_mut().zip(places);
        found
            .with_min_len(task.grain())
            .filter(|(_, (_, open))| **open)
            .for_each(|(found, (&i, _))| *found = value(&children[i as usize].0));
        let matrix = task.choices.matrix();
        self.values.clear();
        self.values.resize(matrix.outcomes(), f64::NAN);
        for &outcome in matrix.used() {
            let rank = self.rank[outcome as usize] as usize;
            self.values[outcome as usize] = self.found[rank].value;
        }
    }

    /// Keeps the `keep` candidates that are best by the present values, and opens only what may
    /// come of those.
    fn narrow<S: Stochastic<Action = A>>(&mut self, task: &Task<'_, S>, keep: usize) {
        let matrix = task.choices.matrix();
        let value = |&i: &u32| matrix.row(i as usize).expectation(&self.values);
        let liking = |i: &u32| task.side.merit(value(i));
        let order = |a: &(u32, f64), b: &(u32, f64)| by_merit(a.1, b.1).then(a.0.cmp(&b.0));
        let mut ranking: Vec<_> = self.kept.iter().map(|i| (*i, liking(i))).collect();
        ranking.sort_unstable_by(order);
        self.kept.clear();
        self.kept.extend(ranking[..keep].iter().map(|&(i, _)| i));
        self.kept.sort_unstable();
        self.open.fill(false);
        for &i in &self.kept {
            for &outcome in matrix.row(i as usize).outcomes() {
                self.open[self.rank[outcome as usize] as usize] = true;
            }
        }
    }

    /// The value of the node and the line that leads on from it.
    fn best<S: Stochastic<Action = A>>(&mut self, task: &Task<'_, S>) -> Found<A> {
        let matrix = task.choices.matrix();
        let valued = |&i: &u32| (i as usize, matrix.row(i as usize).expectation(&self.values));
        let better = |best: (usize, f64), next: (usize, f64)| {
            if task.side.merit(next.1) > task.side.merit(best.1) {
                next
            } else {
                best
            }
        };
        let best = self.kept.iter().map(valued).reduce(better);
        let (chosen, value) = best.expect("a decision has candidates");
        let expected = self.rank[matrix.row(chosen).most_probable()] as usize;
        let mut line = std::mem::take(&mut self.found[expected].line);
        if line.is_empty() {
            // It will grow by one action for each ply up to the root: make room at once.
            line.reserve_exact(task.ply as usize + 1);
        }
        line.push(task.choices.actions()[chosen]);
        Found { value, line }
    }

    /// What the root says of its candidates, best first.
    fn candidates<S: Stochastic<Action = A>>(
        &self,
        task: &Task<'_, S>,
        detail: usize,
    ) -> Vec<Candidate<A>> {
        let matrix = task.choices.matrix();
        let liking = |&i: &usize| task.side.merit(matrix.row(i).expectation(&self.values));
        let mut ranking: Vec<_> = (0..matrix.candidates()).map(|i| (i, liking(&i))).collect();
        ranking.sort_by(|a, b| by_merit(a.1, b.1));
        let ranked = ranking.into_iter().enumerate();
        ranked
            .map(|(place, (i, _))| self.candidate(task, i, place < detail))
            .collect()
    }

    fn candidate<S: Stochastic<Action = A>>(
        &self,
        task: &Task<'_, S>,
        i: usize,
        detailed: bool,
    ) -> Candidate<A> {
        let row = task.choices.matrix().row(i);
        let action = task.choices.actions()[i];
        let expected = &self.found[self.rank[row.most_probable()] as usize];
        let replies = expected.line.iter().rev();
        let mut candidate = Candidate::new(action, row.expectation(&self.values));
        candidate.spread = row.variance(&self.values).sqrt();
        candidate.visits = row.outcomes().len() as u64;
        candidate.line.extend(replies);
        if detailed {
            let share = |(outcome, probability)| Share {
                outcome,
                probability,
                value: self.values[outcome],
            };
            candidate.outcomes.extend(row.entries().map(share));
            let likelier = |a: &Share, b: &Share| b.probability.total_cmp(&a.probability);
            candidate.outcomes.sort_by(likelier);
        }
        candidate
    }
}

/// Larger merits first. Merits are numbers, so everything compares.
fn by_merit(a: f64, b: f64) -> Ordering {
    b.partial_cmp(&a).unwrap_or(Ordering::Equal)
}
