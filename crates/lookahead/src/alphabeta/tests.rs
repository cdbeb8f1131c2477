//! The whole search against plain minimax on random trees and graphs, and on solved games.

use super::{AlphaBeta, Evaluate, INFINITY, Lines, Settings};
use crate::test_games::{
    Bushy, BushyPosition, Heap, HeapPosition, HeapWith, Noughts, NoughtsPosition, minimax,
};
use crate::{Analysis, Bound, Cancel, Candidate, Control, Game, Limit, Seed, Side, Stop};
use proptest::prelude::*;
use std::collections::HashSet;
use std::time::Duration;

mod wide;

/// Random trees and graphs, with many ties or nearly none.
fn bushy() -> impl Strategy<Value = Bushy> {
    let width = prop::sample::select(vec![2, 4, u64::MAX]);
    let spread = prop::sample::select(vec![1, 3, 1_000_000]);
    (any::<u64>(), 2..=5u64, 1..=5u32, width, spread).prop_map(
        |(seed, branching, depth, width, spread)| Bushy {
            seed: Seed(seed),
            branching,
            depth,
            width,
            spread,
        },
    )
}

/// Settings with and without a table, one so small that entries are always being replaced.
fn settings() -> impl Strategy<Value = Settings> {
    let entries = prop::sample::select(vec![0, 4, 1 << 12]);
    let aspiration = prop::option::of(prop::sample::select(vec![-5, 1, 2, 1000, i32::MAX]));
    let lines = prop_oneof![
        Just(Lines::Best),
        Just(Lines::Ties),
        (0..4usize).prop_map(Lines::Top)
    ];
    (entries, aspiration, lines, any::<bool>(), 0..4u8).prop_map(
        |(entries, aspiration, lines, vary, from_depth)| Settings {
            entries,
            aspiration,
            lines,
            vary,
            exact_depth: true,
            from_depth,
            width: None,
        },
    )
}

const START: BushyPosition = BushyPosition { ply: 0, id: 0 };

fn to_depth(depth: u32) -> Control<'static> {
    Control::new(Seed(1)).limit(Limit::depth(depth))
}

fn reference<G: Evaluate>(game: &G, position: &G::Position, depth: u32) -> f64 {
    minimax(game, position, depth, &|p| f64::from(game.value(p)))
}

/// Returns the value of every root action, searched to `depth` (of at least 1), in the game's
/// order.
fn references<G: Evaluate>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Action, f64)> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let value = |a| reference(game, &game.after(position, a), depth - 1);
    actions.into_iter().map(|a| (a, value(a))).collect()
}

/// Returns the position after a line of actions; `None` if it is not legal.
fn walk<G: Game>(game: &G, position: &G::Position, line: &[G::Action]) -> Option<G::Position> {
    let mut position = position.clone();
    for &action in line {
        let mut actions = Vec::new();
        game.actions(&position, &mut actions);
        if !actions.contains(&action) {
            return None;
        }
        game.play(&mut position, action);
    }
    Some(position)
}

/// Checks the properties of an analysis of a completed iteration to `depth`.
fn check<G>(
    game: &G,
    position: &G::Position,
    depth: u32,
    lines: Lines,
    analysis: &Analysis<G::Action>,
) where
    G: Evaluate<Action: Ord + std::fmt::Debug>,
{
    let sign = game.turn(position).sign();
    let references = references(game, position, depth);
    let best = analysis.best().expect("an action");
    assert_eq!(best.value, reference(game, position, depth));
    assert_eq!(best.bound, Bound::Exact);
    let mut seen: Vec<_> = analysis.candidates.iter().map(|c| c.action).collect();
    seen.sort_unstable();
    let mut all: Vec<_> = references.iter().map(|&(action, _)| action).collect();
    all.sort_unstable();
    assert_eq!(seen, all, "every action once");
    for candidate in &analysis.candidates {
        let truth = references.iter().find(|(a, _)| *a == candidate.action);
        let truth = truth.expect("listed").1;
        match candidate.bound {
            Bound::Exact => check_line(game, position, depth, candidate, truth),
            Bound::AtMost => assert!(sign > 0.0 && truth <= candidate.value),
            Bound::AtLeast => assert!(sign < 0.0 && truth >= candidate.value),
            Bound::Estimate => panic!("an estimate after a completed iteration"),
        }
    }
    assert!(
        analysis
            .candidates
            .is_sorted_by(|a, b| sign * a.value >= sign * b.value)
    );
    let mut truths: Vec<f64> = references.iter().map(|&(_, value)| sign * value).collect();
    truths.sort_by(|a, b| b.total_cmp(a));
    match lines {
        Lines::Best => {}
        Lines::Ties => {
            for candidate in &analysis.candidates {
                let tied = references.contains(&(candidate.action, best.value));
                assert_eq!(candidate.value == best.value, tied);
                assert!(!tied || candidate.bound == Bound::Exact);
            }
        }
        Lines::Top(count) => {
            let exact = analysis
                .candidates
                .iter()
                .filter(|c| c.bound == Bound::Exact);
            let exact: Vec<f64> = exact.map(|c| sign * c.value).collect();
            let count = count.max(1).min(truths.len());
            assert_eq!(exact[..count], truths[..count]);
        }
    }
}

/// An exact value is the true one, and its line leads to a position of that value that lies at the
/// horizon or ends the game.
fn check_line<G: Evaluate>(
    game: &G,
    position: &G::Position,
    depth: u32,
    candidate: &Candidate<G::Action>,
    truth: f64,
) {
    assert_eq!(candidate.value, truth);
    let line = &candidate.line;
    assert!(line.first() == Some(&candidate.action));
    let end = walk(game, position, line).expect("a legal line");
    assert_eq!(f64::from(game.value(&end)), truth);
    let mut further = Vec::new();
    game.actions(&end, &mut further);
    assert!(line.len() == depth as usize || further.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_depth_agrees_with_minimax(game in bushy(), settings in settings()) {
        for depth in 1..=game.depth + 1 {
            let control = to_depth(depth);
            let analysis = AlphaBeta::new(settings).search(&game, &START, &control);
            check(&game, &START, analysis.effort.depth, settings.lines, &analysis);
            if analysis.effort.depth < depth {
                prop_assert_eq!(analysis.effort.stopped, Stop::Done);
                prop_assert_eq!(analysis.value(), Some(reference(&game, &START, depth)));
            }
        }
    }

    #[test]
    fn a_warm_searcher_agrees_with_minimax(game in bushy(), settings in settings(), depth in 1..=4u32) {
        let mut searcher = AlphaBeta::new(settings);
        let mut positions = vec![START];
        for depth in [depth, depth + 1, depth] {
            for position in &positions {
                let analysis = searcher.search(&game, position, &to_depth(depth));
                check(&game, position, analysis.effort.depth, settings.lines, &analysis);
                let value = reference(&game, position, depth);
                prop_assert_eq!(analysis.value(), Some(value));
            }
            positions.push(game.after(&START, 0));
            positions.retain(|p| !references(&game, p, 1).is_empty());
        }
    }

    #[test]
    fn ties_are_the_best_of_the_options_and_no_others(
        game in bushy(), entries in prop::sample::select(vec![0, 4, 1 << 12]),
        offered: u8, depths in prop::collection::vec(0..=6u8, 1..4),
    ) {
        let mut searcher = AlphaBeta::new(Settings { entries, ..Settings::default() });
        let control = Control::new(Seed(0));
        for depth in depths {
            let mut references = references(&game, &START, u32::from(depth.max(1)));
            references.retain(|(action, _)| offered >> action & 1 == 1);
            let options: Vec<_> = references.iter().map(|&(action, _)| action).collect();
            let mut found = vec![99]; // to be left alone
            searcher.ties(&game, &START, &options, depth, &control.start(), &mut found);
            let sign = game.turn(&START).sign();
            let best = references.iter().map(|t| sign * t.1).fold(f64::NEG_INFINITY, f64::max);
            references.retain(|t| sign * t.1 == best);
            let expected = references.into_iter().map(|(action, _)| action);
            prop_assert_eq!(found, [99].into_iter().chain(expected).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_search_without_limit_sees_the_whole_game(game in bushy(), settings in settings()) {
        let control = Control::new(Seed(3));
        let analysis = AlphaBeta::new(settings).search(&game, &START, &control);
        prop_assert_eq!(analysis.effort.stopped, Stop::Done);
        prop_assert_eq!(analysis.value(), Some(reference(&game, &START, 99)));
    }

    #[test]
    fn deeper_entries_still_lead_to_legal_lines(game in bushy(), settings in settings(), depth in 1..=4u32) {
        let settings = Settings { exact_depth: false, ..settings };
        let mut searcher = AlphaBeta::new(settings);
        searcher.search(&game, &START, &to_depth(99));
        let analysis = searcher.search(&game, &START, &to_depth(depth));
        for candidate in analysis.candidates.iter().filter(|c| c.bound == Bound::Exact) {
            let end = walk(&game, &START, &candidate.line).expect("a legal line");
            prop_assert_eq!(f64::from(game.value(&end)), candidate.value);
        }
    }

    #[test]
    fn an_interrupted_search_keeps_what_it_knew(game in bushy(), settings in settings(), nodes in 0..150u64) {
        let control = Control::new(Seed(5)).limit(Limit::nodes(nodes));
        let analysis = AlphaBeta::new(settings).search(&game, &START, &control);
        prop_assert!(analysis.effort.nodes <= nodes);
        prop_assert_eq!(analysis.candidates.iter().map(|c| c.visits).sum::<u64>(), analysis.effort.nodes);
        if analysis.effort.stopped == Stop::Nodes {
            prop_assert_eq!(analysis.effort.nodes, nodes);
            let next = (analysis.effort.depth + 1).max(settings.from_depth.into());
            check_interrupted(&game, next, &analysis);
        }
    }
}

/// The best candidate is that of the last iteration, or one that the running iteration (to depth
/// `next`) found to be better than that.
fn check_interrupted(game: &Bushy, next: u32, analysis: &Analysis<u64>) {
    let sign = game.turn(&START).sign();
    let best = analysis.best().expect("an action");
    let value_of = |references: &[(u64, f64)], action| {
        let reference = references.iter().find(|(a, _)| *a == action);
        sign * reference.expect("a legal action").1
    };
    let after = references(game, &START, next);
    if analysis.effort.depth == 0 {
        if best.bound == Bound::Estimate {
            assert_eq!(best.value, f64::from(game.value(&START)));
        } else {
            assert_eq!(sign * best.value, value_of(&after, best.action));
        }
        return;
    }
    let before = references(game, &START, analysis.effort.depth);
    let most = before.iter().map(|t| sign * t.1).fold(f64::MIN, f64::max);
    let was_best = |value: f64| value == most;
    let agrees = was_best(value_of(&before, best.action)) && sign * best.value == most;
    let mut leaders = before.iter().filter(|t| was_best(sign * t.1));
    let overtook = sign * best.value == value_of(&after, best.action)
        && leaders.any(|&(a, _)| value_of(&after, a) < sign * best.value);
    assert!(agrees || overtook, "{analysis:?}");
}

/// Sums of small numbers on a tree in which every node has the same number of actions and sides
/// alternate: what the textbook analyses.
#[derive(Clone, Copy)]
struct Regular {
    branching: u64,
    hints: bool,
}

#[derive(Clone, Copy, Default)]
struct Node {
    ply: u32,
    path: u64,
    sum: i32,
}

impl Regular {
    fn step(node: &Node, action: u64) -> i32 {
        (Seed(node.path).stream(action).0 % 101) as i32 - 50
    }
}

impl Game for Regular {
    type Position = Node;
    type Action = u64;

    fn turn(&self, node: &Node) -> Side {
        if node.ply.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn actions(&self, _: &Node, into: &mut Vec<u64>) {
        into.extend(0..self.branching);
    }

    fn play(&self, node: &mut Node, action: u64) {
        *node = Node {
            ply: node.ply + 1,
            path: Seed(node.path).stream(action).0,
            sum: node.sum + Self::step(node, action),
        };
    }
}

impl Evaluate for Regular {
    fn value(&self, node: &Node) -> i32 {
        node.sum
    }

    fn key(&self, node: &Node) -> u64 {
        node.path
    }

    fn order_hint(&self, node: &Node, action: u64) -> i32 {
        let sign = self.turn(node).sign() as i32;
        if self.hints {
            sign * Self::step(node, action)
        } else {
            0
        }
    }
}

fn nodes_of_minimax<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut actions = Vec::new();
    if depth > 0 {
        game.actions(position, &mut actions);
    }
    let below = |&action| 1 + nodes_of_minimax(game, &game.after(position, action), depth - 1);
    actions.iter().map(below).sum()
}

#[test]
fn all_iterations_together_visit_fewer_nodes_than_one_minimax() {
    let settings = Settings {
        entries: 1 << 12,
        ..Settings::default()
    };
    let (mut ours, mut theirs) = (0, 0);
    for seed in 0..100 {
        let game = Bushy {
            seed: Seed(seed),
            branching: 6,
            depth: 7,
            width: u64::MAX,
            spread: 1000,
        };
        ours += AlphaBeta::new(settings)
            .search(&game, &START, &to_depth(6))
            .effort
            .nodes;
        theirs += nodes_of_minimax(&game, &START, 6);
    }
    assert!(ours < theirs, "{ours} of {theirs}");
}

#[test]
fn a_regular_tree_is_searched_in_a_small_part_and_hints_make_it_smaller() {
    let nodes = |hints| {
        let game = Regular {
            branching: 6,
            hints,
        };
        let start = Node::default();
        let analysis = AlphaBeta::default().search(&game, &start, &to_depth(6));
        assert_eq!(analysis.value(), Some(reference(&game, &start, 6)));
        analysis.effort.nodes
    };
    let all = nodes_of_minimax(
        &Regular {
            branching: 6,
            hints: false,
        },
        &Node::default(),
        6,
    );
    assert!(nodes(false) * 2 < all, "{} of {all}", nodes(false));
    assert!(
        nodes(true) < nodes(false),
        "{} of {}",
        nodes(true),
        nodes(false)
    );
}

#[test]
fn a_table_saves_nodes_where_lines_meet() {
    let game = Bushy {
        seed: Seed(2),
        branching: 8,
        depth: 8,
        width: 30,
        spread: 1000,
    };
    let nodes = |entries| {
        let settings = Settings {
            entries,
            ..Settings::default()
        };
        AlphaBeta::new(settings)
            .search(&game, &START, &to_depth(8))
            .effort
            .nodes
    };
    assert!(
        nodes(1 << 16) * 2 < nodes(0),
        "{} of {}",
        nodes(1 << 16),
        nodes(0)
    );
}

#[test]
fn a_second_search_of_the_same_position_is_cheaper() {
    for (from_depth, less) in [(1, 1), (10, 5)] {
        let mut searcher = AlphaBeta::new(Settings {
            from_depth,
            ..Settings::default()
        });
        let mut search = || {
            let start = NoughtsPosition::default();
            let mut analysis = searcher.search(&Noughts, &start, &to_depth(99));
            analysis.effort.seconds = 0.0;
            analysis
        };
        let (cold, warm) = (search(), search());
        let (before, after) = (cold.effort.nodes, warm.effort.nodes);
        assert!(after * less < before, "{after} of {before}");
    }
}

#[test]
fn a_cleared_searcher_is_as_new() {
    let mut searcher = AlphaBeta::default();
    let mut search = |clear| {
        if clear {
            searcher.clear();
        }
        let start = NoughtsPosition::default();
        let mut analysis = searcher.search(&Noughts, &start, &to_depth(99));
        analysis.effort.seconds = 0.0;
        analysis
    };
    let (new, warm, cleared) = (search(false), search(false), search(true));
    assert_eq!(cleared, new);
    assert_ne!(warm, new);
}

#[test]
fn three_in_a_row_is_a_draw_with_every_opening() {
    let settings = Settings {
        lines: Lines::Ties,
        ..Settings::default()
    };
    let control = Control::new(Seed(0));
    let analysis = AlphaBeta::new(settings).search(&Noughts, &NoughtsPosition::default(), &control);
    assert_eq!(analysis.effort.stopped, Stop::Done);
    assert!(
        analysis
            .candidates
            .iter()
            .all(|c| c.value == 0.0 && c.bound == Bound::Exact)
    );
    let order: Vec<u8> = analysis.candidates.iter().map(|c| c.action).collect();
    assert_eq!(order, (0..9).collect::<Vec<_>>(), "the game's order");
}

#[test]
fn a_heap_is_lost_exactly_at_multiples_of_four() {
    let mut searcher = AlphaBeta::default();
    for left in 1..=30 {
        for turn in [Side::Max, Side::Min] {
            let position = HeapPosition { left, turn };
            let analysis = searcher.search(&Heap, &position, &Control::new(Seed(0)));
            let outcome = if left % 4 == 0 { -1.0 } else { 1.0 };
            assert_eq!(
                analysis.value(),
                Some(turn.sign() * outcome),
                "{position:?}"
            );
            assert_eq!(analysis.effort.stopped, Stop::Done);
            if left % 4 != 0 {
                assert_eq!(analysis.action(), Some(left % 4));
            }
        }
    }
}

/// Max moves twice, then Min once; every action adds its number times the ply's weight.
struct TwiceInARow;

impl Game for TwiceInARow {
    type Position = (u32, i32);
    type Action = i32;

    fn turn(&self, &(ply, _): &(u32, i32)) -> Side {
        if ply < 2 { Side::Max } else { Side::Min }
    }

    fn actions(&self, &(ply, sum): &(u32, i32), into: &mut Vec<i32>) {
        // After +3 Max has only bad choices left: a search that let Min choose here would be glad.
        match (ply, sum) {
            (0, _) => into.extend([1, 3]),
            (1, 1) => into.extend([-9, 5]),
            (1, _) => into.extend([-2, 0]),
            (2, _) => into.extend([-1, 2]),
            _ => {}
        }
    }

    fn play(&self, (ply, sum): &mut (u32, i32), action: i32) {
        *ply += 1;
        *sum += action;
    }
}

impl Evaluate for TwiceInARow {
    fn value(&self, &(_, sum): &(u32, i32)) -> i32 {
        sum
    }

    fn key(&self, &(ply, sum): &(u32, i32)) -> u64 {
        u64::from(ply) << 32 | u64::from(sum.cast_unsigned())
    }
}

#[test]
fn a_side_that_moves_twice_chooses_twice() {
    let analysis = AlphaBeta::default().search(&TwiceInARow, &(0, 0), &to_depth(9));
    let best = analysis.best().expect("an action");
    assert_eq!(best.line, [1, 5, -1]);
    assert_eq!(best.value, 5.0);
}

fn large() -> Bushy {
    Bushy {
        seed: Seed(9),
        branching: 12,
        depth: 12,
        width: u64::MAX,
        spread: 1000,
    }
}

#[test]
fn a_node_limit_is_kept_exactly() {
    for nodes in [0, 1, 2, 17, 256, 5000] {
        let control = Control::new(Seed(0)).limit(Limit::nodes(nodes));
        let analysis = AlphaBeta::default().search(&large(), &START, &control);
        assert_eq!(analysis.effort.nodes, nodes);
        assert_eq!(analysis.effort.stopped, Stop::Nodes);
        assert!(analysis.action().is_some());
    }
}

#[test]
fn ties_count_on_the_callers_meter_and_are_none_once_it_stops() {
    let control = Control::new(Seed(0)).limit(Limit::nodes(100));
    let meter = control.start();
    let mut searcher = AlphaBeta::new(Settings::default());
    let mut actions = Vec::new();
    large().actions(&START, &mut actions);
    let mut ask = |options: &[u64], depth| {
        let mut found = Vec::new();
        searcher.ties(&large(), &START, options, depth, &meter, &mut found);
        (found, meter.nodes())
    };
    assert_eq!(ask(&actions[..1], 9), (vec![actions[0]], 0));
    let (found, nodes) = ask(&actions, 1);
    assert!(!found.is_empty());
    assert_eq!(nodes, actions.len() as u64);
    assert_eq!(ask(&actions, 9), (Vec::new(), 100));
}

#[test]
fn a_search_without_time_still_answers_with_an_action() {
    let control = Control::new(Seed(0)).limit(Limit::time(Duration::ZERO));
    let analysis = AlphaBeta::default().search(&large(), &START, &control);
    assert_eq!(analysis.effort.stopped, Stop::Time);
    assert_eq!(analysis.effort.depth, 0);
    let best = analysis.best().expect("an action");
    assert_eq!((best.action, best.bound), (0, Bound::Estimate));
    assert_eq!(best.value, f64::from(large().value(&START)));
}

#[test]
fn a_time_limit_ends_the_search() {
    let control = Control::new(Seed(0)).limit(Limit::time(Duration::from_millis(20)));
    let analysis = AlphaBeta::default().search(&large(), &START, &control);
    assert_eq!(analysis.effort.stopped, Stop::Time);
    assert!(analysis.effort.seconds >= 0.02);
    assert!(analysis.action().is_some());
}

#[test]
fn a_cancelled_search_answers_with_the_last_iteration() {
    let cancel = Cancel::new();
    let report = |p: &crate::Progress| {
        if p.depth == 4 {
            cancel.cancel();
        }
    };
    let control = Control::new(Seed(0))
        .cancel(cancel.clone())
        .progress(&report);
    let analysis = AlphaBeta::default().search(&large(), &START, &control);
    assert_eq!(analysis.effort.stopped, Stop::Cancelled);
    assert_eq!(analysis.effort.depth, 4);
    assert_eq!(analysis.value(), Some(reference(&large(), &START, 4)));
}

#[test]
fn every_iteration_is_reported_with_its_value() {
    let reports = std::sync::Mutex::new(Vec::new());
    let report = |p: &crate::Progress| reports.lock().expect("one thread").push((p.depth, p.value));
    let control = to_depth(4).progress(&report);
    AlphaBeta::default().search(&large(), &START, &control);
    let expected: Vec<_> = (1..=4)
        .map(|d| (d, Some(reference(&large(), &START, d))))
        .collect();
    assert_eq!(*reports.lock().expect("one thread"), expected);
}

#[test]
fn a_finished_game_has_no_candidates() {
    let over = HeapPosition::new(0);
    let analysis = AlphaBeta::default().search(&Heap, &over, &Control::new(Seed(0)));
    assert!(analysis.candidates.is_empty());
    assert_eq!(analysis.effort.stopped, Stop::Done);
}

#[test]
fn a_depth_limit_of_nothing_estimates_every_action() {
    let analysis = AlphaBeta::default().search(&Heap, &HeapPosition::new(5), &to_depth(0));
    assert_eq!(analysis.effort.stopped, Stop::Depth);
    assert_eq!(analysis.candidates.len(), 3);
    assert!(
        analysis
            .candidates
            .iter()
            .all(|c| c.bound == Bound::Estimate)
    );
}

#[test]
fn equal_runs_give_equal_answers() {
    let run = || {
        let control = Control::new(Seed(4)).limit(Limit::nodes(20_000));
        let settings = Settings {
            vary: true,
            aspiration: Some(50),
            ..Settings::default()
        };
        let mut searcher = AlphaBeta::new(settings);
        searcher.search(&large(), &START, &control);
        let mut analysis = searcher.search(&large(), &large().after(&START, 1), &control);
        analysis.effort.seconds = 0.0;
        analysis
    };
    assert_eq!(run(), run());
}

#[test]
fn the_seed_chooses_among_equals_and_only_if_asked() {
    let chosen = |vary, lines| -> HashSet<u8> {
        let settings = Settings {
            lines,
            vary,
            ..Settings::default()
        };
        let choose = |seed| {
            let control = Control::new(Seed(seed)).limit(Limit::depth(9));
            let analysis =
                AlphaBeta::new(settings).search(&Noughts, &NoughtsPosition::default(), &control);
            analysis.action().expect("an action")
        };
        (0..30).map(choose).collect()
    };
    assert_eq!(chosen(false, Lines::Best).len(), 1);
    assert!(chosen(true, Lines::Best).len() > 1);
    assert_eq!(chosen(true, Lines::Ties).len(), 9);
}

/// Makes the values of a heap as large as they get.
struct Extreme;

impl Evaluate for HeapWith<Extreme> {
    fn value(&self, position: &HeapPosition) -> i32 {
        match Heap.value(position) {
            -1 => i32::MIN,
            1 => i32::MAX,
            _ => 0,
        }
    }

    fn key(&self, position: &HeapPosition) -> u64 {
        Heap.key(position)
    }

    fn slot(&self, take: u32) -> usize {
        take as usize * 1000
    }

    fn slots(&self) -> usize {
        1001
    }

    fn order_hint(&self, _: &HeapPosition, take: u32) -> i32 {
        if take == 1 { i32::MIN } else { i32::MAX }
    }
}

#[test]
fn values_slots_and_promises_out_of_range_do_no_harm() {
    for lines in [Lines::Best, Lines::Ties, Lines::Top(usize::MAX)] {
        let settings = Settings {
            aspiration: Some(i32::MIN),
            lines,
            ..Settings::default()
        };
        for (left, sign) in [(8, -1.0), (9, 1.0)] {
            let control = Control::new(Seed(0)).limit(Limit::depth(u32::MAX));
            let position = HeapPosition::new(left);
            let analysis = AlphaBeta::new(settings).search(&HeapWith(Extreme), &position, &control);
            assert_eq!(analysis.value(), Some(sign * f64::from(INFINITY - 1)));
        }
    }
}

#[test]
fn settings_are_read_from_partial_text() {
    let settings: Settings =
        serde_json::from_str(r#"{"entries":0,"lines":{"top":3},"aspiration":25}"#).unwrap();
    let expected = Settings {
        entries: 0,
        lines: Lines::Top(3),
        aspiration: Some(25),
        ..Settings::default()
    };
    assert_eq!(settings, expected);
    assert!(serde_json::from_str::<Settings>(r#"{"entires":0}"#).is_err());
}
