//! The search against slow references on random games, and on a solved one.
//!
//! All probabilities of the random games are eighths and all values small integers, so sums of
//! three plies are exact in any order and results are compared without tolerance.

use super::*;
use crate::alphabeta::Evaluate as _;
use crate::test_games::{Bushy, BushyPosition, on_threads};
use crate::{Bound, Cancel, Effort, Game, Limit, Seed};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

type Rows = Vec<Vec<(usize, f64)>>;

/// A random game on the nodes of [`Bushy`]: outcome `o` is that node's child number `o`. Candidates
/// either share the outcomes of one of a few constant lattices, or have private ones that differ
/// from node to node.
#[expect(clippy::struct_excessive_bools, reason = "each a way of testing")]
struct Gusty {
    nodes: Bushy,
    lattices: Vec<(Rows, OutcomeMatrix)>,
    private: bool,
    keyed: bool,
    /// Whether outcomes are valued together where that is enough.
    surveys: bool,
    /// Whether some lines end before the depth of `nodes`.
    ends_early: bool,
    /// Actions whose numbers differ by less are alike.
    apart: u32,
    evaluations: AtomicU64,
    /// Cancels the search at this evaluation.
    cancel: Option<(u64, Cancel)>,
}

const ACTIONS: [u32; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

impl Gusty {
    /// `width` as in [`Bushy`]: outcomes of one node lead to that many different positions at most.
    fn new(seed: Seed, depth: u32, width: u64) -> Self {
        let nodes = Bushy {
            seed,
            branching: 1,
            depth,
            width,
            spread: 4,
        };
        Gusty {
            nodes,
            lattices: (0..3).map(|i| lattice(seed.stream(i), 4, 6)).collect(),
            private: false,
            keyed: false,
            surveys: false,
            ends_early: true,
            apart: 0,
            evaluations: AtomicU64::new(0),
            cancel: None,
        }
    }

    /// `n` actions that are certain to succeed.
    fn certain(seed: Seed, n: usize) -> Self {
        let rows = (0..n).map(|i| vec![(i, 1.0)]).collect();
        Gusty {
            lattices: vec![(rows, OutcomeMatrix::identity(n))],
            ends_early: false,
            ..Gusty::new(seed, u32::MAX, u64::MAX)
        }
    }

    fn hash(&self, position: &BushyPosition) -> Seed {
        Seed(self.nodes.key(position)).stream(9)
    }

    fn is_over(&self, position: &BushyPosition) -> bool {
        let early = self.ends_early && position.ply > 0 && self.hash(position).0.is_multiple_of(6);
        early || position.ply >= self.nodes.depth
    }

    fn lattice(&self, position: &BushyPosition) -> &(Rows, OutcomeMatrix) {
        &self.lattices[self.hash(position).stream(1).0 as usize % self.lattices.len()]
    }

    fn private_lists(&self, position: &BushyPosition) -> Vec<[f64; 3]> {
        let mut rng = self.hash(position).rng();
        let mut list = |_| -> [f64; 3] { eighths(&mut rng, 3).try_into().unwrap() };
        (0..2).map(&mut list).collect()
    }

    /// Returns the outcomes of all actions as plain lists.
    fn rows(&self, position: &BushyPosition) -> Rows {
        if self.private {
            let lists = self.private_lists(position).into_iter().enumerate();
            lists
                .map(|(i, list)| (3 * i..).zip(list).collect())
                .collect()
        } else {
            self.lattice(position).0.clone()
        }
    }
}

/// Eight marbles thrown into `cells`.
fn eighths(rng: &mut impl rand::Rng, cells: usize) -> Vec<f64> {
    let mut shares = vec![0.0; cells];
    for _ in 0..8 {
        // The smaller of two draws, so that some cells stay empty.
        let cell = rng.random_range(0..cells).min(rng.random_range(0..cells));
        shares[cell] += 0.125;
    }
    shares
}

fn lattice(seed: Seed, candidates: usize, outcomes: usize) -> (Rows, OutcomeMatrix) {
    let mut rng = seed.rng();
    let count = rng.random_range(1..=candidates);
    let row = |_| {
        eighths(&mut rng, outcomes)
            .into_iter()
            .enumerate()
            .collect()
    };
    let rows: Rows = (0..count).map(row).collect();
    let mut builder = MatrixBuilder::new(outcomes);
    for row in &rows {
        builder.row(row.iter().copied()).unwrap();
    }
    (rows, builder.build())
}

impl Stochastic for Gusty {
    type Position = BushyPosition;
    type Action = u32;

    fn turn(&self, position: &BushyPosition) -> Side {
        self.nodes.turn(position)
    }

    fn choices<'a>(&'a self, position: &BushyPosition, ply: u32) -> Option<Choices<'a, u32>> {
        assert_eq!(ply, position.ply, "the search counts plies from the root");
        if self.is_over(position) {
            // Both ways of saying so.
            return (ply > 1).then(|| Choices::certain(&[][..]));
        }
        if self.private {
            let lists = ACTIONS.into_iter().zip(self.private_lists(position));
            return Some(Choices::private(lists).unwrap());
        }
        let matrix = &self.lattice(position).1;
        Some(Choices::new(&ACTIONS[..matrix.candidates()], matrix).unwrap())
    }

    fn outcome(&self, position: &BushyPosition, outcome: usize) -> BushyPosition {
        let mut next = *position;
        self.nodes.play(&mut next, outcome as u64);
        next
    }

    fn value(&self, position: &BushyPosition) -> f64 {
        let n = self.evaluations.fetch_add(1, Relaxed);
        if let Some((at, cancel)) = &self.cancel
            && n == *at
        {
            cancel.cancel();
        }
        f64::from(self.nodes.value(position))
    }

    fn evaluate_outcomes(
        &self,
        position: &BushyPosition,
        outcomes: &[u32],
        values: &mut [f64],
    ) -> Option<OutcomeValues> {
        let children = outcomes
            .iter()
            .map(|&o| (o, self.outcome(position, o as usize)));
        let children: Vec<_> = self.surveys.then(|| children.collect())?;
        let mut different: Vec<_> = children.iter().map(|(_, child)| child.id).collect();
        different.sort_unstable();
        if self.keyed {
            different.dedup();
        }
        for (o, child) in &children {
            values[*o as usize] = self.value(child);
        }
        Some(OutcomeValues {
            positions: different.len() as u64,
            over: children.iter().all(|(_, child)| self.is_over(child)),
        })
    }

    fn alike(&self, one: u32, other: u32) -> bool {
        one.abs_diff(other) < self.apart
    }

    fn key(&self, position: &BushyPosition) -> Option<u64> {
        self.keyed.then(|| self.nodes.key(position))
    }
}

/// Returns the reference values: expected values of all candidates, by the definition, one
/// candidate at a time.
fn reference_candidates(game: &Gusty, at: &BushyPosition, depth: u32, keep: &[usize]) -> Vec<f64> {
    let expected = |row: &Vec<(usize, f64)>| {
        let of_outcome = |o| reference(game, &game.outcome(at, o), depth - 1, keep);
        row.iter().map(|&(o, p)| p * of_outcome(o)).sum()
    };
    game.rows(at).iter().map(expected).collect()
}

fn reference(game: &Gusty, at: &BushyPosition, depth: u32, keep: &[usize]) -> f64 {
    if depth == 0 || game.is_over(at) {
        return f64::from(game.nodes.value(at));
    }
    let sign = game.turn(at).sign();
    let deep = reference_candidates(game, at, depth, keep);
    let mut order: Vec<_> = (0..deep.len()).collect();
    if depth > 1 && !keep.is_empty() {
        let shallow = reference_candidates(game, at, 1, keep);
        order.sort_by(|&a, &b| (sign * shallow[b]).total_cmp(&(sign * shallow[a])));
        order.truncate(keep[(at.ply as usize - 1).min(keep.len() - 1)]);
    }
    let best = order.into_iter().map(|i| sign * deep[i]);
    sign * best.fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the reference's count of valued positions in one pass without narrowing.
fn reference_nodes(game: &Gusty, at: &BushyPosition, depth: u32) -> u64 {
    if depth == 0 || game.is_over(at) {
        return 0;
    }
    let rows = game.rows(at);
    let possible = rows.iter().flatten().filter(|e| e.1 > 0.0).map(|e| e.0);
    let mut outcomes: Vec<_> = possible.collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let children = outcomes.into_iter().map(|o| game.outcome(at, o));
    let mut children: Vec<_> = children.collect();
    if game.keyed {
        children.sort_unstable_by_key(|c| c.id);
        children.dedup();
    }
    let below = |c| 1 + reference_nodes(game, c, depth - 1);
    children.iter().map(below).sum()
}

fn control(limit: Limit) -> Control<'static> {
    Control::new(Seed(0)).limit(limit)
}

fn run(game: &Gusty, settings: &Settings, limit: Limit) -> Analysis<u32> {
    search(game, &BushyPosition::default(), settings, &control(limit))
}

fn to_depth(game: &Gusty, depth: u32) -> Analysis<u32> {
    run(game, &Settings::default(), Limit::depth(depth))
}

fn narrowed(keep: &[usize]) -> Settings {
    Settings {
        reply_widths: keep.to_vec(),
        ..Settings::default()
    }
}

/// Returns the part of an analysis that is equal in equal runs.
fn timeless(analysis: Analysis<u32>) -> (Vec<Candidate<u32>>, Effort) {
    let effort = Effort {
        seconds: 0.0,
        ..analysis.effort
    };
    (analysis.candidates, effort)
}

fn games() -> impl Strategy<Value = Gusty> {
    let width = prop_oneof![Just(2), Just(4), Just(u64::MAX)];
    let parts = (any::<u64>(), 1..5u32, width, any::<bool>(), any::<bool>());
    parts.prop_map(|(seed, depth, width, private, keyed)| Gusty {
        private,
        keyed,
        ..Gusty::new(Seed(seed), depth, width)
    })
}

impl std::fmt::Debug for Gusty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let flags = (self.private, self.keyed);
        write!(f, "{:?} {flags:?}", self.nodes)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn values_and_spreads_are_those_of_the_definition(game in games(), depth in 1..4u32) {
        let root = BushyPosition::default();
        let analysis = to_depth(&game, depth);
        let expected = reference_candidates(&game, &root, depth, &[]);
        prop_assert_eq!(analysis.candidates.len(), expected.len());
        prop_assert_eq!(analysis.value(), Some(reference(&game, &root, depth, &[])));
        for candidate in &analysis.candidates {
            let mean = expected[candidate.action as usize];
            let row = &game.rows(&root)[candidate.action as usize];
            let deviation = |o| reference(&game, &game.outcome(&root, o), depth - 1, &[]) - mean;
            let variance: f64 = row.iter().map(|&(o, p)| p * deviation(o) * deviation(o)).sum();
            prop_assert_eq!(candidate.value, mean);
            prop_assert_eq!(candidate.spread, variance.sqrt());
            prop_assert_eq!(candidate.bound, Bound::Exact);
        }
    }

    #[test]
    fn candidates_come_best_first_and_ties_in_the_games_order(game in games(), depth in 1..4u32) {
        let side = game.turn(&BushyPosition::default());
        for pair in to_depth(&game, depth).candidates.windows(2) {
            let [a, b] = [0, 1].map(|i| side.sign() * pair[i].value);
            prop_assert!(a > b || (a == b && pair[0].action < pair[1].action));
        }
    }

    #[test]
    fn outcomes_are_listed_with_their_values_most_probable_first(game in games(), depth in 1..4u32) {
        let root = BushyPosition::default();
        for candidate in to_depth(&game, depth).candidates {
            let mut row = game.rows(&root)[candidate.action as usize].clone();
            row.retain(|e| e.1 > 0.0);
            row.sort_by(|a, b| b.1.total_cmp(&a.1));
            let listed: Vec<_> = candidate.outcomes.iter().map(|s| (s.outcome, s.probability)).collect();
            prop_assert_eq!(candidate.visits, row.len() as u64);
            prop_assert_eq!(listed, row);
            for share in candidate.outcomes {
                prop_assert_eq!(share.value, reference(&game, &game.outcome(&root, share.outcome), depth - 1, &[]));
            }
        }
    }

    #[test]
    fn the_line_holds_the_best_reply_to_each_most_probable_outcome(game in games(), depth in 1..4u32) {
        for candidate in to_depth(&game, depth).candidates {
            let mut at = BushyPosition::default();
            let mut left = depth;
            for &action in &candidate.line {
                if left < depth {
                    let values = reference_candidates(&game, &at, left, &[]);
                    let first = values.iter().position(|v| *v == reference(&game, &at, left, &[]));
                    prop_assert_eq!(first, Some(action as usize));
                }
                let row = &game.rows(&at)[action as usize];
                let top = row.iter().map(|e| e.1).fold(0.0, f64::max);
                at = game.outcome(&at, row.iter().find(|e| e.1 == top).unwrap().0);
                left -= 1;
            }
            prop_assert!(left == 0 || game.is_over(&at));
        }
    }

    #[test]
    fn every_distinct_position_of_a_node_is_valued_once(game in games(), depth in 1..4u32) {
        let analysis = to_depth(&game, depth);
        let nodes = |d| reference_nodes(&game, &BushyPosition::default(), d);
        prop_assert_eq!(analysis.effort.nodes, (1..=analysis.effort.depth).map(nodes).sum::<u64>());
        prop_assert_eq!(analysis.effort.stopped == Stop::Done, nodes(depth) == nodes(depth + 1));
    }

    #[test]
    fn merging_equal_positions_saves_nodes_and_changes_nothing_else(game in games(), depth in 1..4u32) {
        let apart = Gusty { keyed: false, ..game };
        let separate = to_depth(&apart, depth);
        let merged = to_depth(&Gusty { keyed: true, ..apart }, depth);
        prop_assert_eq!(separate.candidates, merged.candidates);
        prop_assert!(merged.effort.nodes <= separate.effort.nodes);
    }

    #[test]
    fn a_narrowed_search_is_the_narrowed_definition(
        game in games(),
        keep in prop::collection::vec(1..4usize, 1..3),
    ) {
        let root = BushyPosition::default();
        let analysis = run(&game, &narrowed(&keep), Limit::depth(3));
        let expected = reference_candidates(&game, &root, analysis.effort.depth, &keep);
        for candidate in &analysis.candidates {
            prop_assert_eq!(candidate.value, expected[candidate.action as usize]);
        }
    }

    #[test]
    fn a_survey_changes_nothing(game in games(), keep in 0..4usize, depth in 1..4u32) {
        let settings = if keep == 0 { Settings::default() } else { narrowed(&[keep]) };
        let one_by_one = run(&game, &settings, Limit::depth(depth));
        let together = run(&Gusty { surveys: true, ..game }, &settings, Limit::depth(depth));
        prop_assert_eq!(timeless(one_by_one), timeless(together));
    }

    #[test]
    fn a_narrowed_root_searches_the_best_of_the_pass_before(game in games(), keep in 1..4usize) {
        let settings = Settings { root_width: Some(keep), ..Settings::default() };
        let full = run(&game, &Settings::default(), Limit::depth(3));
        let before = to_depth(&game, 2);
        let narrow = run(&game, &settings, Limit::depth(3));
        prop_assert_eq!(narrow.candidates.len(), full.candidates.len());
        if full.effort.depth < 3 {
            return Ok(());
        }
        let (searched, others) = narrow.candidates.split_at(keep.min(narrow.candidates.len()));
        let of = |found: &Analysis<u32>, action| {
            found.candidates.iter().find(|c| c.action == action).unwrap().clone()
        };
        for candidate in searched {
            prop_assert_eq!(candidate, &of(&full, candidate.action));
        }
        for (candidate, earlier) in others.iter().zip(before.candidates.iter().skip(keep)) {
            prop_assert_eq!(candidate.bound, Bound::Estimate);
            prop_assert_eq!((candidate.action, candidate.value), (earlier.action, earlier.value));
        }
    }

    #[test]
    fn a_widening_search_ends_where_the_full_one_does(game in games(), widen in 0..4usize, keep in 0..4usize) {
        let root_width = (keep > 0).then_some(keep);
        let at_once = Settings { root_width, ..Settings::default() };
        let widening = Settings { widening: Some(widen), ..at_once.clone() };
        let (at_once, widened) = (run(&game, &at_once, Limit::depth(3)), run(&game, &widening, Limit::depth(3)));
        prop_assert_eq!(at_once.candidates, widened.candidates);
        prop_assert_eq!((at_once.effort.depth, at_once.effort.stopped), (widened.effort.depth, widened.effort.stopped));
    }

    #[test]
    fn keeping_every_candidate_is_the_full_search(game in games(), keep in 4..9usize) {
        let full = run(&game, &Settings::default(), Limit::depth(3));
        let kept = run(&game, &narrowed(&[keep]), Limit::depth(3));
        prop_assert_eq!(timeless(full), timeless(kept));
    }
}

#[test]
fn narrowing_spares_most_of_the_nodes() {
    let game = Gusty::certain(Seed(3), 10);
    let nodes = |keep: &[usize]| run(&game, &narrowed(keep), Limit::depth(3)).effort.nodes;
    // Passes of 10, 10 + 100 and 10 + 100 + 1000 positions.
    assert_eq!(nodes(&[]), 10 + 110 + 1110);
    assert_eq!(nodes(&[10]), 10 + 110 + 1110);
    // In the third pass each reply node looks at 10 positions and goes on from 2, or 1, of them.
    assert_eq!(nodes(&[2]), 10 + 110 + (10 + 10 * (10 + 2 + 20)));
    assert_eq!(nodes(&[0]), 10 + 110 + (10 + 10 * (10 + 1 + 10)));
    assert_eq!(
        nodes(&[10, 1]),
        nodes(&[]),
        "no node two plies down has two plies to go"
    );
}

#[test]
fn where_few_are_looked_into_none_is_like_a_better_one() {
    let mut game = Gusty::certain(Seed(3), 10);
    let ranked: Vec<u32> = to_depth(&game, 2)
        .candidates
        .iter()
        .map(|c| c.action)
        .collect();
    game.apart = 3;
    let mut unlike: Vec<u32> = Vec::new();
    for &action in &ranked {
        if unlike.iter().all(|&better| better.abs_diff(action) >= 3) {
            unlike.push(action);
        }
    }
    assert_ne!(unlike[..3], ranked[..3], "nothing to tell apart");
    let settings = Settings {
        root_width: Some(3),
        ..Settings::default()
    };
    let found = run(&game, &settings, Limit::depth(3));
    let deep = found.candidates.iter().filter(|c| c.bound == Bound::Exact);
    let mut looked: Vec<u32> = deep.map(|c| c.action).collect();
    let mut wanted = unlike[..3].to_vec();
    looked.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(looked, wanted);
    assert_eq!(found.candidates.len(), 10, "the others are still told");
    // Who looks into all looks into neighbours too.
    let all = run(&game, &Settings::default(), Limit::depth(2));
    assert!(all.candidates.iter().all(|c| c.bound == Bound::Exact));
}

#[test]
fn an_interrupted_widening_has_looked_deeper_into_the_best() {
    let game = Gusty::certain(Seed(3), 10);
    let shallow = to_depth(&game, 1);
    let deep = to_depth(&game, 2);
    // Enough for a pass of 10, and one of 2 candidates with 10 replies each, but not for 8 of them.
    let limit = Limit {
        depth: Some(2),
        ..Limit::nodes(10 + 2 * 11 + 5)
    };
    let settings = Settings {
        widening: Some(2),
        ..Settings::default()
    };
    let widened = run(&game, &settings, limit);
    assert_eq!(
        (widened.effort.depth, widened.effort.stopped),
        (2, Stop::Nodes)
    );
    let mut two: Vec<_> = shallow.candidates[..2].iter().map(|c| c.action).collect();
    let of = |action: u32| deep.candidates.iter().find(|c| c.action == action);
    two.sort_by(|&a, &b| of(b).unwrap().value.total_cmp(&of(a).unwrap().value));
    for (candidate, action) in widened.candidates.iter().zip(two) {
        assert_eq!(
            (candidate.action, candidate.value),
            (action, of(action).unwrap().value)
        );
    }
    assert_eq!(widened.candidates[2].value, shallow.candidates[2].value);
    // Without widening the same effort brings nothing.
    let at_once = run(&game, &Settings::default(), limit);
    assert_eq!(
        (at_once.effort.depth, at_once.candidates),
        (1, shallow.candidates)
    );
}

#[test]
fn settings_are_read_from_partial_text() {
    let settings: Settings = serde_json::from_str(r#"{"keep":[9,3]}"#).unwrap();
    assert_eq!(settings, narrowed(&[9, 3]));
    let kept = [0, 1, 2, 3].map(|ply| settings.kept_at(ply));
    assert_eq!(kept, [None, Some(9), Some(3), Some(3)]);
    assert!(serde_json::from_str::<Settings>(r#"{"kept":[9]}"#).is_err());
}

#[test]
fn only_the_best_candidates_get_their_outcomes_listed() {
    let settings = Settings {
        detail: 2,
        ..Settings::default()
    };
    let analysis = run(&Gusty::certain(Seed(1), 5), &settings, Limit::depth(2));
    let listed = analysis.candidates.iter().map(|c| c.outcomes.len());
    assert_eq!(listed.collect::<Vec<_>>(), [1, 1, 0, 0, 0]);
    assert!(analysis.candidates.iter().all(|c| c.line.len() == 2));
}

#[test]
fn every_number_of_threads_gives_the_same_analysis() {
    for (private, keyed, limit) in [
        (false, false, Limit::depth(4)),
        (true, false, Limit::depth(4)),
        (false, true, Limit::depth(4)),
        (false, false, Limit::nodes(1000)),
    ] {
        let game = Gusty {
            private,
            keyed,
            surveys: keyed,
            ..Gusty::new(Seed(8), 9, 5)
        };
        let on = |threads| on_threads(threads, || timeless(run(&game, &narrowed(&[3]), limit)));
        let one = on(1);
        assert_eq!(one, on(2));
        assert_eq!(one, on(4));
    }
}

#[test]
fn a_node_limit_answers_with_the_deepest_search_that_fits() {
    let game = Gusty::certain(Seed(2), 4);
    for threads in [1, 3] {
        for limit in 0..120 {
            let analysis = on_threads(threads, || {
                run(&game, &Settings::default(), Limit::nodes(limit))
            });
            // Passes of 4, 4 + 16 and 4 + 16 + 64 positions.
            let depth = [4, 24, 108].iter().filter(|&&n| n <= limit).count() as u32;
            let effort = analysis.effort;
            assert_eq!((effort.depth, effort.nodes), (depth, limit));
            assert_eq!(effort.stopped, Stop::Nodes);
            assert_eq!(analysis.candidates, to_depth(&game, depth).candidates);
        }
    }
}

#[test]
fn a_search_that_could_not_begin_gives_the_static_value_to_all() {
    let game = Gusty::certain(Seed(2), 3);
    let value = f64::from(game.nodes.value(&BushyPosition::default()));
    let limits = [
        (Limit::depth(0), Stop::Depth),
        (Limit::nodes(2), Stop::Nodes),
        (Limit::time(Duration::ZERO), Stop::Time),
    ];
    for (limit, stop) in limits {
        let analysis = run(&game, &Settings::default(), limit);
        assert_eq!((analysis.effort.depth, analysis.effort.stopped), (0, stop));
        for (i, candidate) in analysis.candidates.iter().enumerate() {
            assert_eq!((candidate.action, candidate.value), (i as u32, value));
            assert_eq!(candidate.bound, Bound::Estimate);
        }
    }
}

#[test]
fn a_cancelled_search_answers_with_the_last_complete_deepening() {
    let cancel = Cancel::new();
    let game = Gusty {
        // In the third pass, which has 64 leaves; the first two evaluate 4 and 16.
        cancel: Some((40, cancel.clone())),
        ..Gusty::certain(Seed(6), 4)
    };
    let control = Control::new(Seed(0)).cancel(cancel);
    let start = BushyPosition::default();
    // On one thread, lest another finish the pass between the evaluation's count and its
    // cancelling.
    let analysis = on_threads(1, || search(&game, &start, &Settings::default(), &control));
    let effort = analysis.effort;
    assert_eq!((effort.depth, effort.stopped), (2, Stop::Cancelled));
    assert_eq!(game.evaluations.load(Relaxed), 41);
    let complete = to_depth(&Gusty::certain(Seed(6), 4), 2);
    assert_eq!(analysis.candidates, complete.candidates);
}

#[test]
fn a_time_limit_ends_an_endless_game() {
    let game = Gusty::certain(Seed(6), 4);
    let limit = Limit::time(Duration::from_millis(30));
    let analysis = run(&game, &Settings::default(), limit);
    assert_eq!(analysis.effort.stopped, Stop::Time);
    let complete = to_depth(&game, analysis.effort.depth);
    assert_eq!(analysis.candidates, complete.candidates);
}

/// Counts on for ever; there is nothing to choose.
struct Counting;

impl Stochastic for Counting {
    type Position = u32;
    type Action = ();

    fn turn(&self, _: &u32) -> Side {
        Side::Max
    }

    fn choices<'a>(&'a self, _: &u32, _ply: u32) -> Option<Choices<'a, ()>> {
        Some(Choices::certain(&[()][..]))
    }

    fn outcome(&self, count: &u32, _outcome: usize) -> u32 {
        count + 1
    }

    fn value(&self, count: &u32) -> f64 {
        f64::from(*count)
    }
}

#[test]
fn a_narrow_endless_game_is_searched_to_the_deepest_depth() {
    let control = Control::new(Seed(0));
    let analysis = search(&Counting, &0, &Settings::default(), &control);
    assert_eq!(analysis.value(), Some(f64::from(MAX_DEPTH)));
    let effort = analysis.effort;
    assert_eq!((effort.depth, effort.stopped), (MAX_DEPTH, Stop::Depth));
}

#[test]
fn each_deepening_is_reported() {
    let reports = Mutex::new(Vec::new());
    let report = |p: &crate::Progress| reports.lock().unwrap().push((p.depth, p.nodes, p.value));
    let game = Gusty::certain(Seed(4), 3);
    let control = control(Limit::depth(3)).progress(&report);
    let start = BushyPosition::default();
    search(&game, &start, &Settings::default(), &control);
    let value = |depth| Some(reference(&game, &start, depth, &[]));
    let reports = reports.into_inner().unwrap();
    assert_eq!(
        reports,
        [(1, 3, value(1)), (2, 15, value(2)), (3, 54, value(3))]
    );
}

#[test]
fn a_finished_game_has_no_candidates() {
    let game = Gusty::new(Seed(4), 0, 1);
    let analysis = to_depth(&game, 5);
    assert_eq!(analysis.candidates, []);
    assert_eq!(analysis.effort.stopped, Stop::Done);
}

/// Pick one of three things; the middle one has the value NaN.
struct Murky(Side);

impl Stochastic for Murky {
    type Position = Option<usize>;
    type Action = usize;

    fn turn(&self, _: &Option<usize>) -> Side {
        self.0
    }

    fn choices<'a>(&'a self, picked: &Option<usize>, _: u32) -> Option<Choices<'a, usize>> {
        picked.is_none().then(|| Choices::certain(vec![0, 1, 2]))
    }

    fn outcome(&self, _: &Option<usize>, outcome: usize) -> Option<usize> {
        Some(outcome)
    }

    fn value(&self, picked: &Option<usize>) -> f64 {
        [1.0, f64::NAN, 2.0][picked.unwrap_or(1)]
    }
}

#[test]
fn a_value_that_is_not_a_number_is_never_chosen() {
    for (side, order) in [(Side::Max, [2, 0, 1]), (Side::Min, [0, 2, 1])] {
        let game = Murky(side);
        let analysis = search(
            &game,
            &None,
            &Settings::default(),
            &control(Limit::depth(4)),
        );
        let found = analysis.candidates.iter().map(|c| c.action);
        assert_eq!(found.collect::<Vec<_>>(), order);
        assert_eq!(analysis.effort.stopped, Stop::Done);
    }
}

/// Reach for one, two or three of a heap; once in four times one more comes along, if there is
/// one. Who takes the last one wins. Outcome `o`, shared by the reaches, takes `o + 1`.
struct Slippery {
    /// The choices with this many left, for every number up to the length.
    choices: Vec<(Vec<usize>, OutcomeMatrix)>,
}

impl Slippery {
    fn new(most: usize) -> Self {
        let choices = |left: usize| {
            let reaches: Vec<_> = (1..=left.min(3)).collect();
            let mut rows = MatrixBuilder::new(4);
            for &reach in &reaches {
                let slip = if reach < left { 0.25 } else { 0.0 };
                rows.row([(reach - 1, 1.0 - slip), (reach, slip)]).unwrap();
            }
            (reaches, rows.build())
        };
        Slippery {
            choices: (0..=most).map(choices).collect(),
        }
    }

    /// For every heap, the chance that who is to move wins: from the empty heap upwards.
    fn solution(most: usize) -> Vec<f64> {
        let mut wins = vec![0.0];
        for left in 1..=most {
            let lose = |taken: usize| 1.0 - wins[left - taken.min(left)];
            let reach = |n: usize| 0.75 * lose(n) + 0.25 * lose(n + 1);
            wins.push((1..=left.min(3)).map(reach).fold(0.0, f64::max));
        }
        wins
    }
}

impl Stochastic for Slippery {
    type Position = (usize, Side);
    type Action = usize;

    fn turn(&self, position: &(usize, Side)) -> Side {
        position.1
    }

    fn choices<'a>(&'a self, position: &(usize, Side), _: u32) -> Option<Choices<'a, usize>> {
        let (reaches, matrix) = &self.choices[position.0];
        Some(Choices::new(&reaches[..], matrix).unwrap())
    }

    fn outcome(&self, &(left, side): &(usize, Side), outcome: usize) -> (usize, Side) {
        (left - (outcome + 1), side.other())
    }

    fn value(&self, &(left, side): &(usize, Side)) -> f64 {
        match (left, side) {
            (0, Side::Max) => 0.0,
            (0, Side::Min) => 1.0,
            _ => 0.5,
        }
    }
}

#[test]
fn the_slippery_heap_is_solved_to_its_last_one() {
    const MOST: usize = 9;
    let game = Slippery::new(MOST);
    for (left, wins) in Slippery::solution(MOST).into_iter().enumerate().skip(1) {
        for (side, value) in [(Side::Max, wins), (Side::Min, 1.0 - wins)] {
            let no_limit = Control::new(Seed(0));
            let analysis = search(&game, &(left, side), &Settings::default(), &no_limit);
            let found = analysis.value().unwrap();
            assert!(
                (found - value).abs() < 1e-12,
                "{left} left: {found}, not {value}"
            );
            // One at a time is the longest line.
            let effort = analysis.effort;
            assert_eq!((effort.depth, effort.stopped), (left as u32, Stop::Done));
        }
    }
}
