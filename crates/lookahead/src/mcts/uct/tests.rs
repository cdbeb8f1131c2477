//! Tests of UCT on solved games and random trees, with and without proofs.

use super::*;
use crate::mcts::ensemble::Grow;
use crate::mcts::tree::share;
use crate::test_games::{
    Bushy, BushyPosition, Heap, HeapPosition, Noughts, NoughtsPosition, minimax, on_threads,
};
use crate::{Cancel, Limit, Progress, Seed, Stop};
use proptest::prelude::*;
use std::sync::Mutex;
use std::time::Duration;

mod wide;

/// Returns a random tree with results in `0..=1`, in steps of `1 / (2 * spread)`.
fn bushy(seed: u64, branching: u64, depth: u32, spread: u64) -> Bushy {
    Bushy {
        seed: Seed(seed),
        branching,
        depth,
        width: u64::MAX,
        spread,
    }
}

/// Returns the minimax value of a position.
fn truth<G: TerminalResult>(game: &G, position: &G::Position) -> f64 {
    minimax(game, position, 99, &|end| game.result(end))
}

fn unproven() -> Settings {
    Settings {
        prove: false,
        ..Settings::default()
    }
}

fn nodes(nodes: u64) -> Control<'static> {
    Control::new(Seed(1)).limit(Limit::nodes(nodes))
}

/// Squares taken by Max and by Min, in octal: three digits, a row each.
fn board(max: u16, min: u16) -> NoughtsPosition {
    NoughtsPosition { taken: [max, min] }
}

#[test]
fn the_winning_move_of_a_heap_is_found_without_proofs() {
    for left in [5, 6, 7, 9, 10, 11, 13] {
        let uct = Uct::new(&Heap).settings(unproven());
        let best = uct.search(&HeapPosition::new(left), &nodes(4000));
        assert_eq!(best.action(), Some(left % 4), "{left} left");
        assert!(best.value().unwrap() > 0.7, "{left} left: {best:?}");
    }
}

#[test]
fn min_finds_its_winning_move_too() {
    let position = HeapPosition {
        left: 7,
        turn: Side::Min,
    };
    let best = Uct::new(&Heap)
        .settings(unproven())
        .search(&position, &nodes(3000));
    assert_eq!(best.action(), Some(3));
    assert!(best.value().unwrap() < 0.3);
}

#[test]
fn a_single_good_square_is_found() {
    // Complete the row; block the other's; answer a corner with the middle.
    let cases = [
        (board(0o003, 0o060), 2),
        (board(0o401, 0o030), 5),
        (board(0o001, 0), 4),
    ];
    for (position, square) in cases {
        for settings in [Settings::default(), unproven()] {
            let uct = Uct::new(&Noughts).settings(settings);
            let action = uct.search(&position, &nodes(5000)).action();
            assert_eq!(action, Some(square), "{position:?}");
        }
    }
}

#[test]
fn noughts_is_proven_a_draw() {
    let analysis = Uct::new(&Noughts).search(&NoughtsPosition::default(), &nodes(200_000));
    let best = analysis.best().unwrap();
    assert_eq!((best.value, best.bound), (0.5, Bound::Exact));
    assert_eq!(analysis.effort.stopped, Stop::Done);
    assert!(analysis.effort.nodes < 200_000);
}

#[test]
fn most_random_trees_are_played_right_without_proofs() {
    // Won, drawn or lost, sides irregular, five plies: 2000 simulations without any proof.
    let right = (0..60).filter(|&seed| {
        let game = bushy(seed, 4, 5, 1);
        let root = BushyPosition::default();
        let analysis = Uct::new(&game)
            .settings(unproven())
            .search(&root, &nodes(2000));
        let after = game.after(&root, analysis.action().unwrap());
        truth(&game, &after) == truth(&game, &root)
    });
    let right = right.count();
    assert!(right >= 57, "{right} of 60");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_proof_is_minimax(seed: u64, spread in 1..4_u64, trees in 1..3_u32) {
        let game = bushy(seed, 3, 4, spread);
        let root = BushyPosition::default();
        let settings = Settings { trees, ..Settings::default() };
        let analysis = Uct::new(&game).settings(settings).search(&root, &nodes(20_000));
        let best = analysis.best().unwrap();
        prop_assert_eq!(analysis.effort.stopped, Stop::Done);
        prop_assert_eq!(best.bound, Bound::Exact);
        prop_assert_eq!(best.value, truth(&game, &root));
        for candidate in &analysis.candidates {
            let after = game.after(&root, candidate.action);
            let value = truth(&game, &after);
            if candidate.bound == Bound::Exact {
                prop_assert_eq!(candidate.value, value);
            }
        }
    }

    #[test]
    fn bounds_always_hold_the_minimax_value(seed: u64, spread in 1..4_u64, simulations in 1..200_u64) {
        let game = bushy(seed, 3, 5, spread);
        let root = BushyPosition::default();
        let uct = Uct::new(&game);
        let mut grower = Grower::new(&uct, &root, u32::MAX, Seed(seed).rng());
        for _ in 0..simulations {
            if !grower.is_solved() {
                grower.simulate();
            }
        }
        for child in grower.tree.children(ROOT) {
            let after = game.after(&root, grower.tree.action(child));
            let value = truth(&game, &after);
            let node = grower.tree.node(child);
            prop_assert!(node.lower <= value && value <= node.upper);
        }
    }

    #[test]
    fn lines_are_legal_and_visits_add_up(seed: u64, simulations in 1..500_u64, trees in 1..4_u32) {
        let game = bushy(seed, 4, 6, 3);
        let root = BushyPosition::default();
        let settings = Settings { trees, ..unproven() };
        let analysis = Uct::new(&game).settings(settings).search(&root, &nodes(simulations));
        let visits: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
        prop_assert_eq!(visits, simulations);
        prop_assert_eq!(analysis.effort.nodes, simulations);
        prop_assert_eq!(analysis.effort.stopped, Stop::Nodes);
        for candidate in &analysis.candidates {
            prop_assert_eq!(candidate.line[0], candidate.action);
            let mut position = root;
            for &action in &candidate.line {
                let mut legal = Vec::new();
                game.actions(&position, &mut legal);
                prop_assert!(legal.contains(&action));
                game.play(&mut position, action);
            }
        }
    }
}

#[test]
fn min_too_takes_what_is_proven_best_where_values_are_thirds() {
    let root = BushyPosition::default();
    for seed in 0..200 {
        let game = bushy(seed, 3, 4, 3);
        let analysis = Uct::new(&game).search(&root, &nodes(20_000));
        assert_eq!(analysis.value(), Some(truth(&game, &root)), "seed {seed}");
    }
}

#[test]
fn averages_drift_to_minimax() {
    let game = bushy(3, 3, 4, 3);
    let root = BushyPosition::default();
    let value = Uct::new(&game)
        .settings(unproven())
        .search(&root, &nodes(50_000))
        .value();
    let exact = truth(&game, &root);
    assert!((value.unwrap() - exact).abs() < 0.03, "{value:?} {exact}");
}

/// A guide with the solution of the heap, given in one of three ways.
enum Teacher {
    Priors,
    Initial(f64),
    Leaf,
}

impl Teacher {
    fn value(position: &HeapPosition) -> f64 {
        let mover_wins = !position.left.is_multiple_of(4);
        f64::from(u8::from(mover_wins == (position.turn == Side::Max)))
    }
}

impl Guide<Heap> for Teacher {
    fn priors(&self, _: &Heap, position: &HeapPosition, actions: &[u32], into: &mut Vec<f64>) {
        if matches!(self, Teacher::Priors) {
            let good = |&take: &u32| if position.left % 4 == take { 8.0 } else { 1.0 };
            into.extend(actions.iter().map(good));
        }
    }
    fn initial(&self, game: &Heap, position: &HeapPosition, &take: &u32) -> Option<Initial> {
        let after = game.after(position, take);
        match *self {
            Teacher::Initial(visits) => Some(Initial {
                value: Teacher::value(&after),
                visits,
            }),
            _ => None,
        }
    }
    fn leaf(&self, _: &Heap, position: &HeapPosition) -> Option<f64> {
        matches!(self, Teacher::Leaf).then(|| Teacher::value(position))
    }
}

/// Returns the number of seeds, of 20, that find the winning move of a heap of 30 in 60
/// simulations.
fn pupils<H: Guide<Heap>>(guide: &H) -> usize {
    let uct = Uct::new(&Heap).settings(unproven()).guide(guide);
    (0..20)
        .filter(|&seed| {
            let control = nodes(60).seed(Seed(seed));
            uct.search(&HeapPosition::new(30), &control).action() == Some(2)
        })
        .count()
}

#[test]
fn every_kind_of_knowledge_speeds_convergence() {
    let alone = pupils(&Unguided);
    assert!(alone <= 14, "the test is too easy: {alone}");
    for teacher in [Teacher::Priors, Teacher::Initial(10.0), Teacher::Leaf] {
        let taught = pupils(&teacher);
        assert!(taught >= 19, "{taught} with, {alone} without");
    }
}

/// Believes the opposite of the truth, as strongly as fifty visits.
struct Liar;

impl Guide<Heap> for Liar {
    fn initial(&self, game: &Heap, position: &HeapPosition, &take: &u32) -> Option<Initial> {
        Some(Initial {
            value: 1.0 - Teacher::value(&game.after(position, take)),
            visits: 50.0,
        })
    }
}

#[test]
fn virtual_visits_wash_out() {
    let lied_to = Uct::new(&Heap).settings(unproven()).guide(&Liar);
    let position = HeapPosition::new(6);
    assert_ne!(lied_to.search(&position, &nodes(30)).action(), Some(2));
    assert_eq!(lied_to.search(&position, &nodes(20_000)).action(), Some(2));
}

/// Answers everything with nonsense.
struct Nonsense;

impl<G: Game> Guide<G> for Nonsense {
    fn priors(&self, _: &G, _: &G::Position, actions: &[G::Action], into: &mut Vec<f64>) {
        into.extend(actions.iter().map(|_| f64::NAN));
    }
    fn initial(&self, _: &G, _: &G::Position, _: &G::Action) -> Option<Initial> {
        Some(Initial {
            value: f64::NAN,
            visits: f64::INFINITY,
        })
    }
    fn leaf(&self, _: &G, _: &G::Position) -> Option<f64> {
        Some(f64::NAN)
    }
}

#[test]
fn a_nonsensical_guide_counts_as_none() {
    let start = NoughtsPosition::default();
    let candidates = |a: Analysis<u8>| a.candidates;
    assert_eq!(
        candidates(
            Uct::new(&Noughts)
                .guide(&Nonsense)
                .search(&start, &nodes(300))
        ),
        candidates(Uct::new(&Noughts).search(&start, &nodes(300))),
    );
}

#[test]
fn a_leaf_value_is_blended_with_the_playout() {
    struct Half;
    impl<G: Game> Guide<G> for Half {
        fn leaf(&self, _: &G, _: &G::Position) -> Option<f64> {
            Some(0.5)
        }
    }
    // A heap of two from which one was taken: the playout gives 0, the leaf 0.5.
    let value_of_one = |leaf_weight| {
        let settings = Settings {
            leaf_weight,
            expand_after: u32::MAX,
            ..unproven()
        };
        let uct = Uct::new(&Heap).settings(settings).guide(&Half);
        let analysis = uct.search(&HeapPosition::new(2), &nodes(10));
        let one = analysis.candidates.iter().find(|c| c.action == 1);
        one.unwrap().value
    };
    assert_eq!(value_of_one(0.0), 0.0);
    assert_eq!(value_of_one(0.5), 0.25);
    assert_eq!(value_of_one(1.0), 0.5);
}

#[test]
fn a_finished_game_has_no_candidates() {
    let analysis = Uct::new(&Heap).search(&HeapPosition::new(0), &nodes(100));
    assert_eq!(analysis.candidates, []);
    assert_eq!(
        (analysis.effort.nodes, analysis.effort.stopped),
        (0, Stop::Done)
    );
}

#[test]
fn a_single_action_gets_every_visit() {
    let uct = Uct::new(&Heap).settings(unproven());
    let analysis = uct.search(&HeapPosition::new(1), &nodes(100));
    assert_eq!(analysis.candidates.len(), 1);
    assert_eq!(analysis.candidates[0].visits, 100);
    assert_eq!(analysis.candidates[0].error, Some(0.0));
}

#[test]
fn no_simulation_at_all_still_lists_the_actions() {
    let analysis = Uct::new(&Heap).search(&HeapPosition::new(9), &nodes(0));
    let actions: Vec<u32> = analysis.candidates.iter().map(|c| c.action).collect();
    assert_eq!(actions, [1, 2, 3]);
    assert_eq!(analysis.candidates[0].bound, Bound::Estimate);
    assert_eq!(analysis.effort.nodes, 0);
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let settings = Settings {
        trees: 4,
        ..Settings::default()
    };
    let answer = |threads| {
        let uct = Uct::new(&Noughts).settings(settings);
        on_threads(threads, || {
            uct.search(&NoughtsPosition::default(), &nodes(2003))
        })
    };
    let one = answer(1);
    let visits: u64 = one.candidates.iter().map(|c| c.visits).sum();
    assert_eq!(visits, 2003);
    assert_eq!(one.candidates, answer(2).candidates);
    assert_eq!(one.candidates, answer(5).candidates);
}

#[test]
fn another_seed_is_another_search() {
    let answer = |seed| {
        let control = nodes(500).seed(Seed(seed));
        let analysis = Uct::new(&Noughts).search(&NoughtsPosition::default(), &control);
        analysis.candidates
    };
    assert_eq!(answer(1), answer(1));
    assert_ne!(answer(1), answer(2));
}

fn grown(settings: Settings, depth: u32) -> (usize, u64) {
    let uct = Uct::new(&Noughts).settings(settings);
    let start = NoughtsPosition::default();
    let mut grower = Grower::new(&uct, &start, depth, Seed(0).rng());
    (0..2000).for_each(|_| grower.simulate());
    (grower.tree.len(), grower.simulations())
}

#[test]
fn a_full_tree_stops_growing_but_not_simulating() {
    let settings = Settings {
        capacity: 100,
        ..unproven()
    };
    let (size, simulations) = grown(settings, u32::MAX);
    assert!((100..109).contains(&size), "{size}");
    assert_eq!(simulations, 2000);
}

#[test]
fn a_depth_limit_bounds_the_tree() {
    assert_eq!(grown(unproven(), 1).0, 1 + 9);
    assert_eq!(grown(unproven(), 2).0, 1 + 9 + 9 * 8);
}

#[test]
fn the_choice_by_value_prefers_the_better_average() {
    let (many, good) = (sums(90, 0.4), sums(10, 0.6));
    for (choice, first) in [(Choice::Visits, 0), (Choice::Value, 1)] {
        let both = [many, good];
        let rank = ranking(&both, Side::Max, choice);
        let order = descending(&rank(&both[0]), &rank(&both[1]));
        assert_eq!(order == Ordering::Less, first == 0, "{choice:?}");
    }
}

fn sums(visits: u32, value: f64) -> Sums {
    let mut tree = Tree::<u8>::new();
    (0..visits).for_each(|_| tree.record(&[ROOT], value));
    tree.node(ROOT).sums()
}

#[test]
fn time_and_cancelling_are_respected() {
    let uct = Uct::new(&Heap).settings(Settings {
        trees: 3,
        ..unproven()
    });
    let brief = Control::new(Seed(0)).limit(Limit::time(Duration::from_millis(20)));
    let analysis = uct.search(&HeapPosition::new(20), &brief);
    assert_eq!(analysis.effort.stopped, Stop::Time);
    assert_eq!(
        analysis.effort.nodes,
        analysis.candidates.iter().map(|c| c.visits).sum::<u64>()
    );
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control::new(Seed(0)).cancel(cancel);
    let analysis = uct.search(&HeapPosition::new(20), &control);
    assert_eq!(analysis.effort.stopped, Stop::Cancelled);
}

#[test]
fn progress_is_reported_with_a_value() {
    let reports = Mutex::new(Vec::new());
    let report = |p: &Progress| reports.lock().unwrap().push(*p);
    let control = Control::new(Seed(0)).limit(Limit::nodes(1000));
    let uct = Uct::new(&Heap).settings(unproven());
    uct.search(&HeapPosition::new(20), &control.progress(&report));
    let reports = reports.into_inner().unwrap();
    assert!(reports.len() > 3);
    assert!(reports.iter().all(|p| p.value.is_some()));
    assert_eq!(reports.last().unwrap().nodes, 1000);
}

#[test]
fn a_result_that_is_no_share_is_made_one() {
    assert_eq!(
        [-0.5, 0.25, 7.0, f64::NAN].map(share),
        [0.0, 0.25, 1.0, 0.5]
    );
}

#[test]
fn an_estimate_has_the_spread_of_its_results() {
    let uct = Uct::new(&Heap).settings(unproven());
    let analysis = uct.search(&HeapPosition::new(20), &nodes(300));
    for candidate in &analysis.candidates {
        // Of results that are 0 or 1.
        let (n, p) = (candidate.visits as f64, candidate.value);
        let expected = (p * (1.0 - p) * n / (n - 1.0)).sqrt();
        assert!((candidate.spread - expected).abs() < 1e-9, "{candidate:?}");
        assert!((candidate.error.unwrap() * n.sqrt() - expected).abs() < 1e-9);
    }
}

#[test]
fn settings_are_read_from_partial_text() {
    let settings: Settings = serde_json::from_str(r#"{"trees":4,"choice":"value"}"#).unwrap();
    assert_eq!((settings.trees, settings.choice), (4, Choice::Value));
    assert_eq!(settings.exploration, Settings::default().exploration);
    assert!(serde_json::from_str::<Settings>(r#"{"tree":4}"#).is_err());
}

#[test]
fn senseless_settings_do_not_panic() {
    for number in [f64::NAN, f64::INFINITY, -1.0] {
        let settings = Settings {
            exploration: number,
            prior_exploration: number,
            first_play: Some(number),
            widening: Some(Widening {
                coefficient: number,
                exponent: number,
            }),
            leaf_weight: number,
            trees: 0,
            capacity: 0,
            ..Settings::default()
        };
        let uct = Uct::new(&Noughts).settings(settings);
        let analysis = uct.search(&NoughtsPosition::default(), &nodes(50));
        assert_eq!(analysis.candidates.len(), 9);
    }
}
