//! Reference implementation of both searches, straight from the definitions: no windows, no
//! vectors, every value computed anew. And the properties that relate all of them.

use super::WorldValue::{self, Unreachable, Value};
use super::test_worlds::{Dealt, Drawn, TwoEvaluators};
use super::{
    MAX_DEPTH, MinimaxOracle, ModelAnalysis, Refuted, Settings, Ties, Worlds, om_search, one_pass,
    probing,
};
use crate::alphabeta::{Evaluate as _, INFINITY};
use crate::test_games::{Bushy, BushyPosition, minimax};
use crate::{Bound, Cancel, Candidate, Control, Limit, Seed, Side, Stop};
use proptest::prelude::*;

struct Reference<'a, W: Worlds> {
    worlds: &'a W,
    settings: Settings,
}

impl<W: Worlds> Reference<'_, W> {
    fn actions(&self, player: usize, p: &W::Position) -> Vec<W::Action> {
        let mut actions = Vec::new();
        self.worlds.actions(player, p, &mut actions);
        actions
    }

    fn after(&self, p: &W::Position, action: W::Action) -> W::Position {
        let mut p = p.clone();
        self.worlds.play(&mut p, action);
        p
    }

    /// `mx`: plain minimax in the world of `x`.
    fn modelled(&self, x: usize, p: &W::Position, depth: u32) -> i32 {
        let actions = self.actions(x, p);
        if depth == 0 || actions.is_empty() {
            return self.worlds.value(x, p);
        }
        let children = actions
            .iter()
            .map(|&a| self.modelled(x, &self.after(p, a), depth - 1));
        match self.worlds.side(self.worlds.turn(p)) {
            Side::Max => children.max().unwrap(),
            Side::Min => children.min().unwrap(),
        }
    }

    /// `ma` and the line it expects. `reach[x]`: the world of `x` comes to `p`.
    fn searcher(&self, p: &W::Position, depth: u32, reach: &[bool]) -> Expectation<W::Action> {
        let own = self.actions(0, p);
        if depth == 0 || own.is_empty() {
            return (self.worlds.value(0, p), Vec::new());
        }
        let children = own.iter().map(|&a| self.child(p, a, depth, reach));
        self.taken(p, depth, reach, children.collect())
    }

    fn child(
        &self,
        p: &W::Position,
        action: W::Action,
        depth: u32,
        reach: &[bool],
    ) -> Expectation<W::Action> {
        let reach: Vec<_> = (0..reach.len())
            .map(|x| reach[x] && self.actions(x, p).contains(&action))
            .collect();
        let (ma, line) = self.searcher(&self.after(p, action), depth - 1, &reach);
        (ma, [vec![action], line].concat())
    }

    /// Returns the decider's choice of `own` at `p`.
    fn taken(
        &self,
        p: &W::Position,
        depth: u32,
        reach: &[bool],
        own: Vec<Expectation<W::Action>>,
    ) -> Expectation<W::Action> {
        let x = self.worlds.turn(p);
        if x == 0 {
            return largest(own);
        }
        let ally = self.worlds.side(x) == Side::Max;
        let theirs = if reach[x] {
            self.actions(x, p)
        } else {
            Vec::new()
        };
        let common: Vec<_> = own
            .iter()
            .filter(|(_, line)| theirs.contains(&line[0]))
            .map(|e| (self.modelled(x, &self.after(p, e.1[0]), depth - 1), e))
            .collect();
        let values = common.iter().map(|&(mx, _)| mx);
        match if ally { values.max() } else { values.min() } {
            None if ally && self.settings.refuted == Refuted::Truth => largest(own),
            None => smallest(own),
            Some(best) => {
                let ties = common.iter().filter(|&&(mx, _)| mx == best);
                let mut ties: Vec<_> = ties.map(|&(_, e)| e.clone()).collect();
                match self.settings.ties {
                    Ties::Worst => smallest(ties),
                    Ties::First => ties.swap_remove(0),
                }
            }
        }
    }
}

/// The searcher's value and expected line.
type Expectation<A> = (i32, Vec<A>);

/// Returns the first of the smallest.
fn smallest<A>(of: Vec<Expectation<A>>) -> Expectation<A> {
    of.into_iter().min_by_key(|e| e.0).unwrap()
}

/// Returns the first of the largest.
fn largest<A>(of: Vec<Expectation<A>>) -> Expectation<A> {
    of.into_iter().rev().max_by_key(|e| e.0).unwrap()
}

/// Checks an analysis of the root against the reference.
fn agrees(
    worlds: &Dealt,
    settings: Settings,
    depth: u32,
    found: &ModelAnalysis<u64>,
) -> Result<(), TestCaseError> {
    let reference = Reference { worlds, settings };
    let root = BushyPosition::default();
    let reach = vec![true; worlds.players];
    let (value, line) = reference.searcher(&root, depth, &reach);
    prop_assert_eq!(found.root[0], Value(value));
    for x in 1..found.root.len() {
        prop_assert_eq!(found.root[x], Value(reference.modelled(x, &root, depth)));
    }
    let own = reference.actions(0, &root);
    prop_assert_eq!(found.analysis.candidates.len(), own.len());
    for (candidate, player_values) in found.analysis.candidates.iter().zip(&found.player_values) {
        let (ma, line) = reference.child(&root, candidate.action, depth, &reach);
        prop_assert_eq!(&candidate.line, &line);
        prop_assert_eq!(player_values[0], Value(ma));
        prop_assert_eq!(candidate.value, f64::from(ma));
        for (x, &player_value) in player_values.iter().enumerate().skip(1) {
            let held = reference.actions(x, &root).contains(&candidate.action);
            let after = reference.after(&root, candidate.action);
            let mx = held.then(|| reference.modelled(x, &after, depth - 1));
            prop_assert_eq!(player_value, WorldValue::from(mx));
        }
    }
    let best = found.analysis.best();
    prop_assert_eq!(best.map_or(Vec::new(), |c| c.line.clone()), line);
    Ok(())
}

fn deals() -> impl Strategy<Value = Dealt> {
    // With a small width different lines meet.
    let width = prop::sample::select(vec![2, 5, u64::MAX]);
    let tree =
        (any::<u64>(), 2u64..=4, 1u64..=6, width).prop_map(|(seed, branching, spread, width)| {
            Bushy {
                seed: Seed(seed),
                branching,
                depth: if branching > 3 { 5 } else { 7 },
                width,
                spread,
            }
        });
    let percent = prop_oneof![Just(100u64), 40u64..100];
    (
        tree,
        2usize..=4,
        any::<u8>(),
        percent.clone(),
        any::<bool>(),
        percent,
        any::<bool>(),
    )
        .prop_map(
            |(tree, players, allies, holds, own_hand_known, agrees, keys)| Dealt {
                tree,
                players,
                allies,
                holds,
                own_hand_known,
                agrees: agrees - 40,
                keys,
            },
        )
}

fn settings() -> impl Strategy<Value = Settings> {
    let ties = prop_oneof![Just(Ties::Worst), Just(Ties::First)];
    let refuted = prop_oneof![Just(Refuted::Truth), Just(Refuted::Worst)];
    (ties, refuted).prop_map(|(ties, refuted)| Settings {
        ties,
        refuted,
        ..Settings::default()
    })
}

fn to_depth(depth: u32) -> Control<'static> {
    Control::new(Seed(0)).limit(Limit::depth(depth))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn one_pass_computes_the_definition_with_or_without_cuts(
        worlds in deals(), settings in settings(), depth in 1u32..=7,
    ) {
        let root = BushyPosition::default();
        let control = to_depth(depth);
        let plain = Settings { cuts: false, ..settings };
        let alone = Settings { opinions: false, ..settings };
        let full = one_pass(&worlds, &root, &plain, &control);
        agrees(&worlds, settings, depth, &full)?;
        let cut = one_pass(&worlds, &root, &settings, &control);
        agrees(&worlds, settings, depth, &cut)?;
        let short = one_pass(&worlds, &root, &alone, &control);
        agrees(&worlds, settings, depth, &short)?;
        prop_assert!(cut.analysis.effort.nodes <= full.analysis.effort.nodes);
    }

    #[test]
    fn probing_computes_the_definition_with_or_without_cuts(
        worlds in deals(), settings in settings(), depth in 1u32..=7,
    ) {
        let root = BushyPosition::default();
        let mut oracle = MinimaxOracle::new();
        for cuts in [true, false] {
            let settings = Settings { cuts, ..settings };
            let found = probing(&worlds, &root, &mut oracle, &settings, &to_depth(depth));
            agrees(&worlds, settings, depth, &found)?;
        }
    }
}

/// Returns the content of an analysis without its cost.
fn without_cost(found: ModelAnalysis<u64>) -> impl PartialEq + std::fmt::Debug {
    let candidates = found.analysis.candidates.into_iter();
    let candidates: Vec<_> = candidates.map(|c| (c.action, c.value, c.line)).collect();
    (candidates, found.player_values, found.root)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn keys_change_the_work_and_not_the_answer(
        worlds in deals(), settings in settings(),
        entries in prop::sample::select(vec![4, 1 << 12]),
        depths in prop::collection::vec(prop::option::of(1u32..=7), 1..4),
    ) {
        let root = BushyPosition::default();
        let mut oracle = MinimaxOracle::with_entries(entries); // stays warm
        for depth in depths {
            let limit = Limit { depth, ..Limit::default() };
            let control = Control::new(Seed(0)).limit(limit);
            let [with, without] = [true, false].map(|keys| Dealt { keys, ..worlds });
            let cold = &mut MinimaxOracle::new();
            let found = without_cost(probing(&with, &root, &mut oracle, &settings, &control));
            let plain = without_cost(probing(&without, &root, cold, &settings, &control));
            prop_assert_eq!(found, plain);
        }
    }

    #[test]
    fn equal_worlds_make_everything_minimax(worlds in deals(), settings in settings()) {
        let worlds = Dealt { holds: 100, agrees: 100, ..worlds };
        let found = one_pass(&worlds, &BushyPosition::default(), &settings, &to_depth(5));
        let reference = Reference { worlds: &worlds, settings };
        let value = Value(reference.modelled(0, &BushyPosition::default(), 5));
        prop_assert!(found.root.iter().all(|&player_value| player_value == value));
        for (candidate, player_values) in found.analysis.candidates.iter().zip(&found.player_values) {
            prop_assert!(player_values.iter().all(|w| Some(*w) == player_values.first().copied()));
            prop_assert_eq!(Some(candidate.value), player_values[0].value().map(f64::from));
        }
    }

    #[test]
    fn opponents_models_never_cost_anything(worlds in deals(), settings in settings()) {
        // Only opponents, and no doubt about what can be played: their errors are gains.
        let worlds = Dealt { allies: 0, holds: 100, ..worlds };
        let found = one_pass(&worlds, &BushyPosition::default(), &settings, &to_depth(6));
        let reference = Reference { worlds: &worlds, settings };
        let floor = reference.modelled(0, &BushyPosition::default(), 6);
        prop_assert!(found.root[0].value() >= Some(floor));
    }

    #[test]
    fn opponent_model_search_is_never_below_minimax(
        seed: u64, branching in 2u64..=5, spread in 1u64..=5, searcher in 0..2, opponent in 0u64..3,
    ) {
        let tree = Bushy { seed: Seed(seed), branching, depth: 6, width: u64::MAX, spread };
        let game = TwoEvaluators { tree, opponent };
        let root = BushyPosition::default();
        let searcher = [Side::Max, Side::Min][searcher as usize];
        let found = om_search(&game, &root, searcher, &Settings::default(), &to_depth(6));
        let value = found.root[0].value().map(f64::from).unwrap();
        let plain = minimax(&game, &root, 6, &|p| f64::from(tree.value(p)));
        prop_assert!(searcher.sign() * value >= searcher.sign() * plain);
        if opponent == 0 {
            prop_assert_eq!(value, plain);
        }
        let theirs = minimax(&game, &root, 6, &|p| f64::from(tree.value_by(p, opponent)));
        prop_assert_eq!(found.root[1].value().map(f64::from), Some(theirs));
    }

    #[test]
    fn a_node_limit_keeps_finished_candidates_and_lists_the_others(worlds in deals(), nodes in 0u64..300) {
        let root = BushyPosition::default();
        let settings = Settings::default();
        let whole = one_pass(&worlds, &root, &settings, &to_depth(6));
        let limit = Limit { nodes: Some(nodes), ..Limit::depth(6) };
        let control = Control::new(Seed(0)).limit(limit);
        let probed = probing(&worlds, &root, &mut MinimaxOracle::new(), &settings, &control);
        for part in [one_pass(&worlds, &root, &settings, &control), probed] {
            prop_assert!(part.analysis.effort.nodes <= nodes);
            let candidates = &part.analysis.candidates;
            prop_assert_eq!(candidates.len(), whole.analysis.candidates.len());
            let finished = candidates.iter().filter(|c| c.bound == Bound::Exact).count();
            for (place, candidate) in candidates.iter().enumerate() {
                let same = whole.analysis.candidates.iter().find(|c| c.action == candidate.action);
                let exact = same.map(|c| c.value);
                let known = (place < finished).then_some(candidate.value);
                prop_assert_eq!(known.or(exact), exact);
                prop_assert_eq!(part.player_values[place].is_empty(), place >= finished);
            }
            if finished < candidates.len() {
                prop_assert_eq!(part.analysis.effort.stopped, Stop::Nodes);
                prop_assert_eq!(part.analysis.effort.depth, 0);
            }
        }
    }
}

#[test]
fn progress_of_either_searcher_is_seen_from_max() {
    let last = |searcher| {
        let last_report = std::sync::Mutex::new(None);
        let report = |p: &crate::Progress| *last_report.lock().unwrap() = p.value;
        let control = to_depth(4).progress(&report);
        let root = BushyPosition::default();
        let found = om_search(
            &large(1).tree,
            &root,
            searcher,
            &Settings::default(),
            &control,
        );
        (
            last_report.into_inner().unwrap(),
            found.root[0].value().map(f64::from),
        )
    };
    for searcher in [Side::Max, Side::Min] {
        let (last_report, value) = last(searcher);
        assert!(last_report.is_some_and(|value| value != 0.0));
        assert_eq!(last_report, value);
    }
}

/// Returns a fixed, larger deal for counting.
fn large(seed: u64) -> Dealt {
    Dealt {
        tree: Bushy {
            seed: Seed(seed),
            branching: 3,
            depth: 7,
            width: u64::MAX,
            spread: 20,
        },
        players: 3,
        allies: 0b100,
        holds: 85,
        own_hand_known: true,
        agrees: 50,
        keys: false,
    }
}

fn nodes_of(settings: Settings) -> u64 {
    let root = BushyPosition::default();
    let run = |seed| one_pass(&large(seed), &root, &settings, &to_depth(7));
    (0..12).map(|seed| run(seed).analysis.effort.nodes).sum()
}

#[test]
fn cuts_spare_most_of_the_tree() {
    let cuts = Settings::default();
    let plain = nodes_of(Settings {
        cuts: false,
        ..cuts
    });
    let with_opinions = nodes_of(cuts);
    let alone = nodes_of(Settings {
        opinions: false,
        ..cuts
    });
    assert!(with_opinions * 10 < plain * 7, "{with_opinions} of {plain}");
    assert!(alone < with_opinions, "{alone} and {with_opinions}");
}

fn nodes_of_probing(worlds: &Dealt, oracle: &mut MinimaxOracle<Dealt>) -> u64 {
    let (root, settings) = (BushyPosition::default(), Settings::default());
    let found = probing(worlds, &root, oracle, &settings, &to_depth(7));
    found.analysis.effort.nodes
}

#[test]
fn keys_spare_much_of_the_probing_and_more_where_lines_meet() {
    let nodes = |keys, width| -> u64 {
        let deal = |seed| {
            let mut worlds = large(seed);
            worlds.tree.width = width;
            Dealt { keys, ..worlds }
        };
        let run = |seed| nodes_of_probing(&deal(seed), &mut MinimaxOracle::new());
        (0..12).map(run).sum()
    };
    let [tree, keyed_tree] = [false, true].map(|keys| nodes(keys, u64::MAX));
    assert!(keyed_tree * 10 < tree * 9, "{keyed_tree} of {tree}");
    let [graph, keyed_graph] = [false, true].map(|keys| nodes(keys, 10));
    assert!(keyed_graph * 10 < graph * 7, "{keyed_graph} of {graph}");
}

#[test]
fn a_cleared_oracle_is_as_new() {
    let worlds = Dealt {
        keys: true,
        ..large(1)
    };
    let mut oracle = MinimaxOracle::new();
    let cold = nodes_of_probing(&worlds, &mut oracle);
    let warm = nodes_of_probing(&worlds, &mut oracle);
    assert!(warm < cold, "{warm} after {cold}");
    oracle.clear();
    assert_eq!(nodes_of_probing(&worlds, &mut oracle), cold);
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let run = || {
        let root = BushyPosition::default();
        let mut found = one_pass(&large(1), &root, &Settings::default(), &to_depth(6));
        found.analysis.effort.seconds = 0.0;
        serde_json::to_string(&found).unwrap()
    };
    assert_eq!(run(), run());
    let back: ModelAnalysis<u64> = serde_json::from_str(&run()).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), run());
}

#[test]
fn a_cancelled_search_returns_at_once_and_reports_it() {
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control::new(Seed(0)).cancel(cancel);
    let root = BushyPosition::default();
    let found = one_pass(&large(0), &root, &Settings::default(), &control);
    assert_eq!(found.analysis.effort.stopped, Stop::Cancelled);
    assert_unsearched(&found);
    assert_eq!(found.root, [Unreachable; 3]);
    let mut oracle = MinimaxOracle::new();
    let found = probing(
        &large(0),
        &root,
        &mut oracle,
        &Settings::default(),
        &control,
    );
    assert_eq!(found.analysis.effort.stopped, Stop::Cancelled);
    assert_unsearched(&found);
}

/// Checks that every action of the large deal is listed without a search result.
fn assert_unsearched(found: &ModelAnalysis<u64>) {
    let root = BushyPosition::default();
    let mut actions = Vec::new();
    large(0).actions(0, &root, &mut actions);
    let value = f64::from(large(0).value(0, &root));
    let expected: Vec<_> = (actions.into_iter())
        .map(|action| Candidate::estimate(action, value))
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(found.analysis.candidates, expected);
    assert!(found.player_values.iter().all(Vec::is_empty));
}

#[test]
fn a_search_of_no_depth_has_static_values() {
    let root = BushyPosition::default();
    let settings = Settings::default();
    let found = one_pass(&large(0), &root, &settings, &to_depth(0));
    assert_unsearched(&found);
    let values = [0, 1, 2].map(|player| Value(large(0).value(player, &root)));
    assert_eq!(found.root, values);
    assert_eq!(found.analysis.effort.stopped, Stop::Depth);
    let mut oracle = MinimaxOracle::new();
    let found = probing(&large(0), &root, &mut oracle, &settings, &to_depth(0));
    assert_unsearched(&found);
    assert_eq!(found.root, values[..1]);
    assert_eq!(found.analysis.effort.stopped, Stop::Depth);
}

/// Two players in turn count on, for ever.
struct Counting;

impl Worlds for Counting {
    type Position = u32;
    type Action = ();

    fn players(&self) -> usize {
        2
    }

    fn side(&self, player: usize) -> Side {
        if player == 0 { Side::Max } else { Side::Min }
    }

    fn turn(&self, count: &u32) -> usize {
        *count as usize % 2
    }

    fn actions(&self, _player: usize, _count: &u32, into: &mut Vec<()>) {
        into.push(());
    }

    fn play(&self, count: &mut u32, (): ()) {
        *count += 1;
    }

    fn value(&self, _player: usize, count: &u32) -> i32 {
        count.cast_signed()
    }
}

#[test]
fn an_endless_game_is_searched_to_the_deepest_depth() {
    let (settings, control) = (Settings::default(), Control::new(Seed(0)));
    let mut oracle = MinimaxOracle::new();
    let found = [
        one_pass(&Counting, &0, &settings, &control),
        probing(&Counting, &0, &mut oracle, &settings, &control),
    ];
    for found in found {
        assert_eq!(found.root[0], Value(MAX_DEPTH.cast_signed()));
        let effort = found.analysis.effort;
        assert_eq!((effort.depth, effort.stopped), (MAX_DEPTH, Stop::Depth));
    }
}

#[test]
fn a_position_without_actions_has_its_static_value() {
    let leaf = Drawn {
        sides: vec![Side::Max, Side::Min],
        leaves: vec![(0, vec![3, -3])],
        ..Drawn::default()
    };
    let found = one_pass(&leaf, &0, &Settings::default(), &Control::new(Seed(0)));
    assert_eq!(found.root, [Value(3), Value(-3)]);
    assert!(found.analysis.candidates.is_empty());
    assert_eq!(found.analysis.effort.stopped, Stop::Done);
}

/// Both searches on a drawn tree, which must agree: the searcher's value and the line.
fn played(worlds: &Drawn, settings: Settings) -> (Option<i32>, Vec<usize>) {
    let control = Control::new(Seed(0));
    let found = one_pass(worlds, &0, &settings, &control);
    let probed = probing(worlds, &0, &mut MinimaxOracle::new(), &settings, &control);
    assert_eq!(found.root[0], probed.root[0]);
    let line = found.analysis.candidates[0].line.clone();
    assert_eq!(line, probed.analysis.candidates[0].line);
    (found.root[0].value(), line)
}

/// Two branches of two leaves; player 0 picks the branch, player 1 the leaf. Leaves as (value to
/// player 0, value to player 1).
fn branches(side: Side, leaves: [(i32, i32); 4]) -> Drawn {
    Drawn {
        sides: vec![Side::Max, side],
        inner: vec![(0, 0, vec![1, 2]), (1, 1, vec![3, 4]), (2, 1, vec![5, 6])],
        leaves: (3..).zip(leaves.map(|(a, b)| vec![a, b])).collect(),
        missing: Vec::new(),
    }
}

#[test]
fn an_opponent_who_overrates_a_leaf_is_led_there() {
    let right = branches(Side::Min, [(4, 4), (5, 5), (5, 3), (2, 6)]);
    assert_eq!(played(&right, Settings::default()), (Some(5), vec![2, 5]));
    // If the opponent evaluated leaf 5 correctly, they would take leaf 6, and the first branch is
    // better.
    let other = branches(Side::Min, [(4, 4), (5, 5), (5, 7), (2, 6)]);
    assert_eq!(played(&other, Settings::default()), (Some(4), vec![1, 3]));
    let player_values = one_pass(&other, &0, &Settings::default(), &to_depth(2)).player_values;
    assert_eq!(player_values, [[Value(4), Value(4)], [Value(2), Value(6)]]);
}

#[test]
fn an_ally_who_errs_costs_and_is_kept_from_erring() {
    // Minimax trusts the ally with leaf 4 (9). By the ally's evaluation leaf 3 is better there.
    let worlds = branches(Side::Max, [(1, 8), (9, 7), (5, 5), (4, 4)]);
    assert_eq!(played(&worlds, Settings::default()), (Some(5), vec![2, 5]));
    let alone = Drawn {
        inner: vec![(0, 0, vec![1]), (1, 1, vec![3, 4])],
        ..worlds
    };
    assert_eq!(played(&alone, Settings::default()), (Some(1), vec![1, 3]));
}

#[test]
fn an_opponent_with_a_wrong_world_is_deceived() {
    // Leaf 3 refutes branch 1, unless player 1 thinks that it cannot be had.
    let mut worlds = branches(Side::Min, [(0, 0), (9, 1), (6, 6), (7, 7)]);
    assert_eq!(played(&worlds, Settings::default()), (Some(6), vec![2, 5]));
    worlds.missing = vec![(1, 3)];
    assert_eq!(played(&worlds, Settings::default()), (Some(9), vec![1, 4]));
}

#[test]
fn ties_are_broken_as_the_settings_say() {
    let worlds = branches(Side::Max, [(8, 5), (3, 5), (4, 4), (4, 4)]);
    let first = Settings {
        ties: Ties::First,
        ..Settings::default()
    };
    assert_eq!(played(&worlds, Settings::default()), (Some(4), vec![2, 5]));
    assert_eq!(played(&worlds, first), (Some(8), vec![1, 3]));
}

#[test]
fn a_refuted_player_learns_the_truth_or_does_the_worst() {
    let worst = Settings {
        refuted: Refuted::Worst,
        ..Settings::default()
    };
    let refuted = |side| Drawn {
        missing: vec![(1, 1), (1, 2)],
        ..branches(side, [(1, 0), (9, 0), (3, 0), (5, 0)])
    };
    let truth = Settings::default();
    assert_eq!(played(&refuted(Side::Max), truth), (Some(9), vec![1, 4]));
    assert_eq!(played(&refuted(Side::Max), worst), (Some(3), vec![2, 5]));
    assert_eq!(played(&refuted(Side::Min), truth), (Some(3), vec![2, 5]));
    assert_eq!(played(&refuted(Side::Min), worst), (Some(3), vec![2, 5]));
    // To the refuted player both branches are `*`, and the root is a leaf of their world.
    let found = one_pass(&refuted(Side::Max), &0, &truth, &to_depth(2));
    assert_eq!(found.player_values[0], [Value(9), Unreachable]);
    assert_eq!(found.root, [Value(9), Value(0)]);
}

#[test]
fn where_another_player_decides_their_choice_comes_first() {
    let worlds = Drawn {
        sides: vec![Side::Max, Side::Min],
        inner: vec![(0, 1, vec![1, 2, 3])],
        leaves: vec![(1, vec![5, 2]), (2, vec![7, 1]), (3, vec![0, 9])],
        missing: Vec::new(),
    };
    let found = one_pass(&worlds, &0, &Settings::default(), &to_depth(1));
    assert_eq!(found.analysis.action(), Some(2));
    assert_eq!(found.analysis.value(), Some(7.0));
    assert_eq!(found.root, [Value(7), Value(1)]);
    assert_eq!(found.analysis.effort.stopped, Stop::Depth);
}

#[test]
fn an_oracle_may_be_any_player() {
    /// Takes always the same, be it an option or not, or nothing.
    struct Stubborn(Option<usize>);
    impl super::Oracle<Drawn> for Stubborn {
        fn choose(&mut self, query: &super::OracleQuery<'_, Drawn>, into: &mut Vec<usize>) {
            assert_eq!(query.player, 1);
            into.extend(self.0);
        }
    }
    let worlds = branches(Side::Min, [(4, 4), (5, 5), (8, 3), (2, 6)]);
    let with = |oracle| {
        let control = Control::new(Seed(0));
        let mut oracle = Stubborn(oracle);
        probing(&worlds, &0, &mut oracle, &Settings::default(), &control).root[0]
    };
    assert_eq!(with(Some(5)), Value(8));
    assert_eq!(with(None), Value(4));
    assert_eq!(with(Some(99)), Value(4));
}

#[test]
fn the_ends_of_the_range_are_values_like_any_other_and_nothing_is_beyond() {
    let (ends, beyond) = (
        [1 - INFINITY, 0, INFINITY - 1],
        [i32::MIN, 0, i32::MAX], // moved to the ends
    );
    for code in 0..3usize.pow(8) {
        let draw = |values: [i32; 3]| {
            let end = |digit: u32| values[code / 3usize.pow(digit) % 3];
            let leaf = |i: u32| (end(2 * i), end(2 * i + 1));
            let side = [Side::Max, Side::Min][code % 2];
            branches(side, [leaf(0), leaf(1), leaf(2), leaf(3)])
        };
        let worlds = draw(ends);
        let settings = Settings::default();
        let reference = Reference {
            worlds: &worlds,
            settings,
        };
        let (value, line) = reference.searcher(&0, 2, &[true, true]);
        let expected = (Some(value), line);
        assert_eq!(played(&worlds, settings), expected);
        assert_eq!(played(&draw(beyond), settings), expected);
    }
}
