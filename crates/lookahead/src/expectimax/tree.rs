//! One pass over the tree to a given depth.
//!
//! Nodes with more than static evaluation, and the root, distribute their outcomes over threads.
//! Every result is stored by its index and every sum is computed by one thread in order, so
//! scheduling has no effect. The memory of a finished node is reused.

use super::matrix::OutcomeMatrix;
use super::{Choices, Settings, Stochastic};
use crate::analysis::Share;
use crate::{Bound, Candidate, Meter, Side};
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
    /// Whether the current pass has stopped at an unfinished position.
    cut: AtomicBool,
    /// Unused nodes, kept for their memory.
    spare: Mutex<Vec<Node<S::Position, S::Action>>>,
}

/// The candidates of the root, best first, each with its number.
pub(super) struct Ranking<A>(Vec<(u32, Candidate<A>)>);

impl<A> Ranking<A> {
    /// Returns the value of the best.
    pub(super) fn best(&self) -> Option<f64> {
        self.0.first().map(|(_, candidate)| candidate.value)
    }

    /// Returns the numbers of the best `many`, none similar to a better one.
    fn foremost<S: Stochastic<Action = A>>(&self, game: &S, many: usize) -> Vec<u32>
    where
        A: Copy,
    {
        let mut chosen: Vec<(u32, A)> = Vec::with_capacity(many.min(self.0.len()));
        for (number, candidate) in &self.0 {
            if chosen.len() >= many {
                break;
            }
            let action = candidate.action;
            if !chosen.iter().any(|&(_, better)| game.alike(better, action)) {
                chosen.push((*number, action));
            }
        }
        chosen.into_iter().map(|(number, _)| number).collect()
    }

    pub(super) fn candidates(self) -> Vec<Candidate<A>> {
        self.0.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

/// The result of a complete pass.
pub(super) struct Pass<A> {
    pub(super) ranking: Ranking<A>,
    /// Whether every line was followed to the end of the game.
    pub(super) complete: bool,
}

/// The value of a position and its expected line.
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
    /// The outcomes that are searched one by one, ascending; none after a batch evaluation.
    selected: Vec<u32>,
    /// The positions after them, in their order, with their keys.
    children: Vec<(P, Option<u64>)>,
    /// The indices of the children that differ from all before them.
    distinct: Vec<u32>,
    /// For each of `distinct`, whether it is to be evaluated now.
    open: Vec<bool>,
    /// For each of `distinct`, its value and line.
    found: Vec<Found<A>>,
    /// For each outcome, its index in `distinct`; the largest number if it is not searched.
    rank: Vec<u32>,
    /// For each outcome, its value; NaN for unused outcomes.
    values: Vec<f64>,
    /// The candidates to choose from, ascending.
    kept: Vec<u32>,
    /// The keys so far, with their ranks.
    seen: HashMap<u64, u32>,
}

impl<P, A> Default for Node<P, A> {
    fn default() -> Self {
        Node {
            selected: Vec::new(),
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

/// A position to be searched, as passed down the recursion.
struct Task<'t, S: Stochastic> {
    position: &'t S::Position,
    choices: &'t Choices<'t, S::Action>,
    side: Side,
    ply: u32,
    /// Plies still to go, at least 1.
    depth: u32,
}

impl<S: Stochastic> Task<'_, S> {
    /// Returns the minimum number of outcomes per thread. Nodes with static evaluation only stay on
    /// one thread, because there are many of them; a lone root is distributed.
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

    /// Searches candidates of the root to `depth`, at least 1: every one, or the best `width` by
    /// the pass before that are not alike. `None` if interrupted.
    pub(super) fn pass(
        &self,
        position: &S::Position,
        choices: &Choices<'_, S::Action>,
        depth: u32,
        width: Option<usize>,
        before: Option<&Ranking<S::Action>>,
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
        if let Some((keep, before)) = width.zip(before) {
            node.keep(before.foremost(self.game, keep).into_iter());
            self.search_outcomes(&task, &mut node);
        } else {
            self.expand(&task, &mut node);
        }
        // A refused node sets the meter to "stopped": while it runs, everything is evaluated.
        let pass = self.meter.running().then(|| Pass {
            ranking: node.ranking(&task, self.settings.detail, before),
            complete: !self.cut.load(Relaxed) && node.kept.len() == choices.actions().len(),
        });
        self.give(node);
        pass
    }

    /// Returns the value of a position `depth` plies above the horizon. After an interruption it is
    /// NaN, and the pass is discarded.
    fn visit(&self, position: &S::Position, ply: u32, depth: u32) -> Found<S::Action> {
        if !self.meter.tick_slow() {
            return Found::value(f64::NAN);
        }
        if depth == 0 {
            self.check_horizon(position, ply);
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

    /// Records whether the game continues beyond the horizon. One such position is enough, so only
    /// the last pass over a finite game checks every leaf.
    fn check_horizon(&self, position: &S::Position, ply: u32) {
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

    /// Evaluates the outcomes of the candidates worth searching, one ply less deep.
    fn expand(&self, task: &Task<'_, S>, node: &mut Node<S::Position, S::Action>) {
        let candidates = task.choices.matrix().candidates();
        node.keep(0..candidates as u32);
        let keep = self.settings.kept_at(task.ply);
        match keep.filter(|&keep| task.depth > 1 && keep < candidates) {
            None if task.depth == 1 && self.evaluate_outcomes(task, node) => {}
            Some(keep) if self.evaluate_outcomes(task, node) => {
                node.narrow(task, keep);
                self.search_outcomes(task, node);
            }
            Some(keep) => {
                self.prepare(task, node);
                node.value_open(task, |child| self.static_value(child));
                node.narrow(task, keep);
                node.open_kept(task);
                self.deepen(task, node);
            }
            None => self.search_outcomes(task, node),
        }
    }

    /// Evaluates the outcomes of the kept candidates, one ply less deep.
    fn search_outcomes(&self, task: &Task<'_, S>, node: &mut Node<S::Position, S::Action>) {
        self.prepare(task, node);
        self.deepen(task, node);
    }

    /// Makes the positions after the outcomes of the kept candidates.
    fn prepare(&self, task: &Task<'_, S>, node: &mut Node<S::Position, S::Action>) {
        node.select_outcomes(task.choices.matrix());
        self.make_children(task, &node.selected, &mut node.children);
        node.merge(task.choices.matrix());
    }

    fn deepen(&self, task: &Task<'_, S>, node: &mut Node<S::Position, S::Action>) {
        node.value_open(task, |child| {
            self.visit(child, task.ply + 1, task.depth - 1)
        });
    }

    /// Evaluates all outcomes as a batch, if the game can; after an interruption their values are
    /// NaN.
    fn evaluate_outcomes(
        &self,
        task: &Task<'_, S>,
        node: &mut Node<S::Position, S::Action>,
    ) -> bool {
        let matrix = task.choices.matrix();
        node.values.clear();
        node.values.resize(matrix.outcomes(), f64::NAN);
        let evaluated = self
            .game
            .evaluate_outcomes(task.position, matrix.used(), &mut node.values);
        let Some(evaluated) = evaluated else {
            return false;
        };
        node.selected.clear();
        node.rank.clear();
        node.rank.resize(matrix.outcomes(), u32::MAX);
        if task.depth == 1 && !evaluated.over {
            self.cut.store(true, Relaxed);
        }
        if !self.meter.tick_all(evaluated.positions) {
            node.values.fill(f64::NAN);
        }
        true
    }

    /// Returns the static value of a position.
    fn static_value(&self, position: &S::Position) -> Found<S::Action> {
        if self.meter.tick_slow() {
            Found::value(self.game.value(position))
        } else {
            Found::value(f64::NAN)
        }
    }

    /// Makes the positions after outcomes. This may be the costly part (a simulation), so an
    /// interrupted search makes no more: the placeholder copies are never evaluated.
    fn make_children(
        &self,
        task: &Task<'_, S>,
        selected: &[u32],
        into: &mut Vec<(S::Position, Option<u64>)>,
    ) {
        let child = |&outcome: &u32| {
            if self.meter.poll() {
                let position = self.game.outcome(task.position, outcome as usize);
                let key = self.game.key(&position);
                (position, key)
            } else {
                (task.position.clone(), None)
            }
        };
        let selected = selected.par_iter().with_min_len(task.grain());
        selected.map(child).collect_into_vec(into);
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
    /// Sets the candidates to choose from.
    fn keep(&mut self, candidates: impl Iterator<Item = u32>) {
        self.kept.clear();
        self.kept.extend(candidates);
        self.kept.sort_unstable();
    }

    /// Sets the outcomes to search to those of the kept candidates.
    fn select_outcomes(&mut self, matrix: &OutcomeMatrix) {
        self.selected.clear();
        if self.kept.len() == matrix.candidates() {
            self.selected.extend_from_slice(matrix.used());
            return;
        }
        let rows = self.kept.iter().map(|&i| matrix.row(i as usize));
        self.selected.extend(rows.flat_map(|row| row.outcomes()));
        self.selected.sort_unstable();
        self.selected.dedup();
    }

    /// Merges children that are the same position, and opens every distinct one.
    fn merge(&mut self, matrix: &OutcomeMatrix) {
        self.distinct.clear();
        self.seen.clear();
        self.rank.clear();
        self.rank.resize(matrix.outcomes(), u32::MAX);
        let keyed = self.children.iter().map(|&(_, key)| key);
        for ((i, key), &outcome) in keyed.enumerate().zip(&self.selected) {
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

    /// Evaluates the open positions and assigns the values to the outcomes.
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
        for &outcome in &self.selected {
            let rank = self.rank[outcome as usize] as usize;
            self.values[outcome as usize] = self.found[rank].value;
        }
    }

    /// Keeps the `keep` candidates that are best by the present values.
    fn narrow<S: Stochastic<Action = A>>(&mut self, task: &Task<'_, S>, keep: usize) {
        let matrix = task.choices.matrix();
        let value = |&i: &u32| matrix.row(i as usize).expectation(&self.values);
        let liking = |i: &u32| task.side.merit(value(i));
        let order = |a: &(u32, f64), b: &(u32, f64)| by_merit(a.1, b.1).then(a.0.cmp(&b.0));
        let mut ranking: Vec<_> = self.kept.iter().map(|i| (*i, liking(i))).collect();
        ranking.sort_unstable_by(order);
        self.keep(ranking[..keep].iter().map(|&(i, _)| i));
    }

    /// Opens only the outcomes of the kept candidates.
    fn open_kept<S: Stochastic<Action = A>>(&mut self, task: &Task<'_, S>) {
        self.open.fill(false);
        for &i in &self.kept {
            for &outcome in task.choices.matrix().row(i as usize).outcomes() {
                self.open[self.rank[outcome as usize] as usize] = true;
            }
        }
    }

    /// Returns the expected line after an outcome, backwards; none after an unsearched one.
    fn line(&mut self, outcome: usize) -> Vec<A> {
        let rank = self.rank[outcome] as usize;
        let found = self.found.get_mut(rank);
        found.map_or_else(Vec::new, |found| std::mem::take(&mut found.line))
    }

    /// Returns the value of the node and its expected line.
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
        let mut line = self.line(matrix.row(chosen).most_probable());
        if line.is_empty() {
            // It grows by one action per ply up to the root: reserve at once.
            line.reserve_exact(task.ply as usize + 1);
        }
        line.push(task.choices.actions()[chosen]);
        Found { value, line }
    }

    /// Returns the candidates of the root, best first: those that were searched, then the others in
    /// their previous order.
    fn ranking<S: Stochastic<Action = A>>(
        &self,
        task: &Task<'_, S>,
        detail: usize,
        before: Option<&Ranking<A>>,
    ) -> Ranking<A> {
        let matrix = task.choices.matrix();
        let value = |i: u32| matrix.row(i as usize).expectation(&self.values);
        let liking = |&i: &u32| (i, task.side.merit(value(i)));
        let mut ranking: Vec<_> = self.kept.iter().map(liking).collect();
        ranking.sort_by(|a, b| by_merit(a.1, b.1));
        let ranked = ranking.into_iter().enumerate();
        let searched =
            ranked.map(|(place, (i, _))| (i, self.candidate(task, i as usize, place < detail)));
        let left_out = |(i, _): &&(u32, _)| self.kept.binary_search(i).is_err();
        let others = before.iter().flat_map(|before| &before.0).filter(left_out);
        let estimated = others.map(|(i, candidate)| {
            let bound = Bound::Estimate;
            let candidate = candidate.clone();
            (*i, Candidate { bound, ..candidate })
        });
        Ranking(searched.chain(estimated).collect())
    }

    fn candidate<S: Stochastic<Action = A>>(
        &self,
        task: &Task<'_, S>,
        i: usize,
        detailed: bool,
    ) -> Candidate<A> {
        let row = task.choices.matrix().row(i);
        let action = task.choices.actions()[i];
        let expected = self.found.get(self.rank[row.most_probable()] as usize);
        let replies = expected.iter().flat_map(|found| found.line.iter().rev());
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
