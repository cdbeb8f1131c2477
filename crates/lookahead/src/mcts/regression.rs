//! Kernel regression over the actions tried at one node.
//!
//! With `n_b` visits of mean result `v_b` to every action `b`, and a kernel `K(a, b)` that says how
//! likely `b` is to happen when `a` is meant, Nadaraya-Watson regression gives (Yee, Lisý and
//! Bowling 2016, section 3)
//!
//! ```text
//! density(a) = W(a)   = sum of K(a, b) n_b            over all b
//! value(a)   = E[v|a] = sum of K(a, b) n_b v_b / W(a)
//! ```
//!
//! Both sums are kept for every action and updated after each visit, which costs one kernel per
//! action instead of one per pair. The kernel is passed in by the caller and need not be symmetric;
//! the identity kernel makes this an ordinary bandit.

use super::tree::share_of;
use crate::Side;
use serde::{Deserialize, Serialize};

/// Weight of an action's mean in the value of its neighbours, besides the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    /// As often as it was visited: the paper's formula.
    Visits,
    /// Once. A search visits what is good, so weights by visits pull every value towards the
    /// good outcomes of an action and away from its bad ones; equal weights do not.
    #[default]
    Equal,
}

/// One action with its own samples and its kernel sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm<A> {
    pub(super) action: A,
    /// Own samples, their sum and sum of squares.
    pub(super) count: f64,
    total: f64,
    squares: f64,
    /// `W(a)`.
    density: f64,
    /// Kernel sums of weight, of weighted mean and of weighted mean square.
    mass: f64,
    sum: f64,
    square_sum: f64,
}

impl<A> Arm<A> {
    fn new(action: A) -> Self {
        Arm {
            action,
            count: 0.0,
            total: 0.0,
            squares: 0.0,
            density: 0.0,
            mass: 0.0,
            sum: 0.0,
            square_sum: 0.0,
        }
    }

    /// Returns Max's share by regression; `None` if neither it nor any neighbour was visited.
    pub(super) fn value(&self) -> Option<f64> {
        (self.mass > 0.0).then(|| self.sum / self.mass)
    }

    /// Standard deviation of one result.
    pub(super) fn spread(&self) -> f64 {
        let mean = self.value().unwrap_or(0.0);
        let square = self.value().map_or(0.0, |_| self.square_sum / self.mass);
        (square - mean * mean).max(0.0).sqrt()
    }

    /// Returns the standard error of the value, each unit of weight taken as one sample.
    pub(super) fn error(&self) -> Option<f64> {
        self.value().map(|_| self.spread() / self.mass.sqrt())
    }

    /// Weight, weighted mean and weighted mean square of the own samples.
    fn own(&self, weights: Weights) -> (f64, f64, f64) {
        match weights {
            Weights::Visits => (self.count, self.total, self.squares),
            Weights::Equal if self.count > 0.0 => {
                (1.0, self.total / self.count, self.squares / self.count)
            }
            Weights::Equal => (0.0, 0.0, 0.0),
        }
    }

    fn add_sample(&mut self, result: f64) {
        self.count += 1.0;
        self.total += result;
        self.squares += result * result;
    }

    /// Adds `k` times what a neighbour's samples changed by.
    fn add_share(&mut self, k: f64, visits: f64, (weight, mean, square): (f64, f64, f64)) {
        self.density += k * visits;
        self.mass += k * weight;
        self.sum += k * mean;
        self.square_sum += k * square;
    }
}

/// All actions tried at a node.
#[derive(Clone, Debug)]
pub(super) struct Arms<A> {
    all: Vec<Arm<A>>,
    weights: Weights,
    /// Visits to all of them.
    visits: f64,
    /// Sum of the densities.
    densities: f64,
}

impl<A: Copy + PartialEq> Arms<A> {
    pub(super) fn new(weights: Weights) -> Self {
        Arms {
            all: Vec::new(),
            weights,
            visits: 0.0,
            densities: 0.0,
        }
    }

    pub(super) fn as_slice(&self) -> &[Arm<A>] {
        &self.all
    }

    pub(super) fn visits(&self) -> f64 {
        self.visits
    }

    pub(super) fn position(&self, action: &A) -> Option<usize> {
        self.all.iter().position(|arm| arm.action == *action)
    }

    /// Adds an action that is not among them yet. Returns its index.
    pub(super) fn add(&mut self, action: A, kernel: &impl Fn(&A, &A) -> f64) -> usize {
        let mut arm = Arm::new(action);
        for other in &self.all {
            let k = kernel(&action, &other.action);
            arm.add_share(k, other.count, other.own(self.weights));
        }
        self.densities += arm.density;
        self.all.push(arm);
        self.all.len() - 1
    }

    /// Adds one result of action `index` to its samples and to the kernel sums of all actions.
    pub(super) fn record(&mut self, index: usize, result: f64, kernel: &impl Fn(&A, &A) -> f64) {
        let before = self.all[index].own(self.weights);
        self.all[index].add_sample(result);
        let after = self.all[index].own(self.weights);
        let change = (after.0 - before.0, after.1 - before.1, after.2 - before.2);
        let visited = self.all[index].action;
        self.visits += 1.0;
        for arm in &mut self.all {
            let k = kernel(&arm.action, &visited);
            arm.add_share(k, 1.0, change);
            self.densities += k;
        }
    }

    /// Returns the density `W` at a new action; `None` if it exists already.
    pub(super) fn density_at(&self, action: &A, kernel: &impl Fn(&A, &A) -> f64) -> Option<f64> {
        self.all.iter().try_fold(0.0, |density, arm| {
            (arm.action != *action).then(|| density + kernel(action, &arm.action) * arm.count)
        })
    }

    /// Returns the action with the largest upper confidence bound for `side`, the first of ties.
    pub(super) fn select(&self, side: Side, exploration: f64) -> usize {
        let scale = self.scale(exploration);
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (index, arm) in self.all.iter().enumerate() {
            let score = arm.value().map_or(f64::INFINITY, |value| {
                share_of(side, value) + scale / arm.density.sqrt()
            });
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Returns the actions by lower confidence bound for `side`, best first: actions with few
    /// visits come late, however good.
    pub(super) fn ranked(&self, side: Side, exploration: f64) -> Vec<usize> {
        let bounds: Vec<f64> = (self.all.iter())
            .map(|arm| self.lower_bound(arm, side, exploration))
            .collect();
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
        order
    }

    /// Returns the first of [`ranked`](Self::ranked), if any action was visited.
    pub(super) fn favourite(&self, side: Side, exploration: f64) -> Option<usize> {
        let bound = |index: usize| self.lower_bound(&self.all[index], side, exploration);
        (0..self.all.len())
            .rev() // of equals the first one: `max_by` returns the last
            .filter(|&index| self.all[index].value().is_some())
            .max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    fn lower_bound(&self, arm: &Arm<A>, side: Side, exploration: f64) -> f64 {
        arm.value().map_or(f64::NEG_INFINITY, |value| {
            share_of(side, value) - self.scale(exploration) / arm.density.sqrt()
        })
    }

    fn scale(&self, exploration: f64) -> f64 {
        exploration * libm::log(self.densities.max(1.0)).sqrt()
    }

    /// Merges the samples of several nodes, in their order; an action tried in two of them becomes
    /// one.
    pub(super) fn merged<'a>(
        nodes: impl IntoIterator<Item = &'a Self>,
        kernel: &impl Fn(&A, &A) -> f64,
    ) -> Self
    where
        A: 'a,
    {
        let mut merged = Arms::new(Weights::default());
        for node in nodes {
            merged.weights = node.weights;
            merged.visits += node.visits;
            for arm in &node.all {
                merged.absorb(arm);
            }
        }
        merged.recompute(kernel);
        merged
    }

    fn absorb(&mut self, arm: &Arm<A>) {
        let index = self.position(&arm.action).unwrap_or_else(|| {
            self.all.push(Arm::new(arm.action));
            self.all.len() - 1
        });
        let own = &mut self.all[index];
        own.count += arm.count;
        own.total += arm.total;
        own.squares += arm.squares;
    }

    /// Recomputes all kernel sums from the samples.
    fn recompute(&mut self, kernel: &impl Fn(&A, &A) -> f64) {
        for index in 0..self.all.len() {
            let arm = self.all[index];
            let mut fresh = Arm::new(arm.action);
            (fresh.count, fresh.total, fresh.squares) = (arm.count, arm.total, arm.squares);
            for other in &self.all {
                let k = kernel(&arm.action, &other.action);
                fresh.add_share(k, other.count, other.own(self.weights));
            }
            self.all[index] = fresh;
        }
        self.densities = self.all.iter().map(|arm| arm.density).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Wider for larger actions: not symmetric.
    fn kernel(a: &f64, b: &f64) -> f64 {
        let width = 0.2 + a.abs();
        (-0.5 * ((a - b) / width).powi(2)).exp()
    }

    fn identity(a: &f64, b: &f64) -> f64 {
        f64::from(u8::from(a == b))
    }

    /// Visits to actions `i / 10`, added when first visited.
    fn played(visits: &[(u8, f64)], weights: Weights) -> Arms<f64> {
        let mut arms = Arms::new(weights);
        for &(action, result) in visits {
            let action = f64::from(action) / 10.0;
            let index = arms.position(&action);
            let index = index.unwrap_or_else(|| arms.add(action, &kernel));
            arms.record(index, result, &kernel);
        }
        arms
    }

    fn visits() -> impl Strategy<Value = Vec<(u8, f64)>> {
        prop::collection::vec((0..20_u8, 0.0..=1.0), 1..200)
    }

    fn weights() -> impl Strategy<Value = Weights> {
        prop_oneof![Just(Weights::Visits), Just(Weights::Equal)]
    }

    fn sums(arms: &Arms<f64>) -> Vec<f64> {
        let sums = |a: &Arm<f64>| [a.count, a.density, a.mass, a.sum, a.square_sum];
        let all = arms.all.iter().flat_map(sums);
        all.chain([arms.densities, arms.visits]).collect()
    }

    proptest! {
        #[test]
        fn incremental_sums_equal_recomputed_ones(visits in visits(), weights in weights()) {
            let arms = played(&visits, weights);
            let mut fresh = arms.clone();
            fresh.recompute(&kernel);
            for (a, b) in sums(&arms).into_iter().zip(sums(&fresh)) {
                prop_assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{} {}", a, b);
            }
        }

        #[test]
        fn values_by_visits_are_the_formula_of_the_paper(visits in visits()) {
            let arms = played(&visits, Weights::Visits);
            for arm in arms.as_slice() {
                let (mut w, mut v) = (0.0, 0.0);
                for &(b, result) in &visits {
                    let k = kernel(&arm.action, &(f64::from(b) / 10.0));
                    w += k;
                    v += k * result;
                }
                prop_assert!((arm.density - w).abs() < 1e-9 * w);
                prop_assert!((arm.value().unwrap() - v / w).abs() < 1e-9);
            }
        }

        #[test]
        fn merging_parts_gives_the_whole(visits in visits(), weights in weights(), cut in 0..200_usize) {
            let (left, right) = visits.split_at(cut.min(visits.len()));
            let parts = [played(left, weights), played(right, weights)];
            let merged = Arms::merged(&parts, &kernel);
            let whole = played(&visits, weights);
            for (a, b) in sums(&merged).into_iter().zip(sums(&whole)) {
                prop_assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{} {}", a, b);
            }
        }

        #[test]
        fn the_favourite_is_ranked_first(visits in visits(), max: bool) {
            let arms = played(&visits, Weights::Equal);
            let side = if max { Side::Max } else { Side::Min };
            prop_assert_eq!(arms.favourite(side, 0.3), Some(arms.ranked(side, 0.3)[0]));
        }
    }

    #[test]
    fn the_identity_kernel_keeps_actions_apart() {
        let mut arms = Arms::new(Weights::Equal);
        for (action, results) in [(0.0, [0.2, 0.4]), (1.0, [0.9, 0.7])] {
            let index = arms.add(action, &identity);
            for result in results {
                arms.record(index, result, &identity);
            }
        }
        let values: Vec<_> = arms.as_slice().iter().map(Arm::value).collect();
        assert!((values[0].unwrap() - 0.3).abs() < 1e-12);
        assert!((values[1].unwrap() - 0.8).abs() < 1e-12);
        assert!((arms.as_slice()[1].spread() - 0.1).abs() < 1e-12);
    }

    #[test]
    fn density_is_asked_only_where_nothing_stands() {
        let arms = played(&[(5, 1.0), (5, 0.0), (7, 1.0)], Weights::Equal);
        let expected = 2.0 * kernel(&0.6, &0.5) + kernel(&0.6, &0.7);
        let density = arms.density_at(&0.6, &kernel).unwrap();
        assert!((density - expected).abs() < 1e-12);
        assert_eq!(arms.density_at(&0.5, &kernel), None);
    }

    #[test]
    fn an_action_without_visits_or_neighbours_is_tried_first() {
        let mut arms = Arms::new(Weights::Equal);
        let first = arms.add(0.0, &identity);
        arms.record(first, 1.0, &identity);
        let second = arms.add(1.0, &identity);
        assert_eq!(arms.select(Side::Max, 0.1), second);
        assert_eq!(arms.favourite(Side::Max, 0.1), Some(first));
        assert_eq!(arms.ranked(Side::Max, 0.1), [first, second]);
    }
}
