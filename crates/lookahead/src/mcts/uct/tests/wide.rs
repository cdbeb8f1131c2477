//! Tests of bulk initial values, and of progressive widening.

use super::*;

/// Gives the value of the child for every action of a random tree, in one of several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seer {
    /// One initial value at a time.
    Single,
    /// All initial values at once.
    Bulk,
    /// Fewer initial values than actions.
    Forgetful,
    Priors,
}

impl Seer {
    fn initial(game: &Bushy, position: &BushyPosition, action: u64) -> Option<Initial> {
        let value = game.result(&game.after(position, action));
        (action % 3 != 1).then_some(Initial { value, visits: 1.5 })
    }
}

impl Guide<Bushy> for Seer {
    fn priors(&self, game: &Bushy, at: &BushyPosition, actions: &[u64], into: &mut Vec<f64>) {
        if *self == Seer::Priors {
            let share = |&a: &u64| share_of(game.turn(at), game.result(&game.after(at, a)));
            into.extend(actions.iter().map(share));
        }
    }

    fn initial(&self, game: &Bushy, at: &BushyPosition, &action: &u64) -> Option<Initial> {
        assert_ne!(*self, Seer::Bulk, "asked about one action alone");
        match self {
            Seer::Single => Seer::initial(game, at, action),
            _ => None,
        }
    }

    fn initials(
        &self,
        game: &Bushy,
        at: &BushyPosition,
        actions: &[u64],
        into: &mut Vec<Option<Initial>>,
    ) {
        let initial = |&a: &u64| Seer::initial(game, at, a);
        match self {
            Seer::Bulk => into.extend(actions.iter().map(initial)),
            Seer::Forgetful => into.extend(actions.iter().take(1).map(initial)),
            _ => into.extend(actions.iter().map(|a| self.initial(game, at, a))),
        }
    }
}

fn widening(coefficient: f64, exponent: f64) -> Widening {
    Widening {
        coefficient,
        exponent,
    }
}

/// Some random trees with more than 20 actions at the root.
fn broad() -> Vec<Bushy> {
    let games = (0..).map(|seed| bushy(seed, 60, 7, 50));
    games.filter(|game| width(game) > 20).take(8).collect()
}

fn width(game: &Bushy) -> usize {
    let mut actions = Vec::new();
    game.actions(&BushyPosition::default(), &mut actions);
    actions.len()
}

fn visited<A: Copy>(analysis: &Analysis<A>) -> Vec<A> {
    let visited = analysis.candidates.iter().filter(|c| c.visits > 0);
    visited.map(|c| c.action).collect()
}

#[test]
fn initial_values_in_bulk_are_those_given_singly() {
    let root = BushyPosition::default();
    for game in broad() {
        let answer = |seer: &Seer| {
            let uct = Uct::new(&game).guide(seer);
            uct.search(&root, &nodes(500)).candidates
        };
        assert_eq!(answer(&Seer::Bulk), answer(&Seer::Single));
        assert_ne!(answer(&Seer::Bulk), answer(&Seer::Forgetful));
    }
}

#[test]
fn an_initial_value_that_is_missing_is_no_opinion() {
    let game = broad()[0];
    let uct = Uct::new(&game).guide(&Seer::Forgetful);
    let root = BushyPosition::default();
    let analysis = uct.search(&root, &nodes(0));
    for candidate in &analysis.candidates {
        let initial_value =
            Seer::initial(&game, &root, candidate.action).filter(|_| candidate.action == 0);
        let expected = initial_value.map_or(0.5, |initial| initial.value);
        assert!((candidate.value - expected).abs() < 1e-12, "{candidate:?}");
    }
}

#[test]
fn as_many_actions_are_visited_as_the_visits_open() {
    let game = broad()[0];
    let root = BushyPosition::default();
    let count = width(&game);
    for (coefficient, exponent) in [(1.0, 0.5), (0.3, 0.9), (4.0, 0.2), (3.0, 0.0), (0.0, 1.0)] {
        let settings = Settings {
            widening: Some(widening(coefficient, exponent)),
            ..unproven()
        };
        for simulations in [1, 2, 10, 333] {
            let uct = Uct::new(&game).settings(settings);
            let analysis = uct.search(&root, &nodes(simulations));
            let before = (simulations - 1) as f64;
            let open = (coefficient * libm::pow(before, exponent)).ceil().max(1.0);
            // Untried actions go first, but only one is tried at a time.
            let most = (open as usize).min(count).min(simulations as usize);
            assert_eq!(visited(&analysis).len(), most, "{settings:?}");
            assert_eq!(analysis.candidates.len(), count);
        }
    }
}

#[test]
fn the_actions_opened_are_those_the_guide_thinks_best() {
    let root = BushyPosition::default();
    let settings = Settings {
        widening: Some(widening(6.0, 0.0)),
        ..unproven()
    };
    let mut sides = Vec::new();
    for game in broad() {
        let turn = game.turn(&root);
        sides.push(turn);
        for seer in [Seer::Bulk, Seer::Priors] {
            let uct = Uct::new(&game).settings(settings).guide(&seer);
            let mut opened = visited(&uct.search(&root, &nodes(2000)));
            opened.sort_unstable();
            let hope = |&action: &u64| match seer {
                Seer::Priors => share_of(turn, game.result(&game.after(&root, action))),
                _ => Seer::initial(&game, &root, action)
                    .map_or(0.5, |initial| share_of(turn, initial.value)),
            };
            let mut best = Vec::new();
            game.actions(&root, &mut best);
            best.sort_by(|a, b| hope(b).total_cmp(&hope(a)));
            best.truncate(6);
            best.sort_unstable();
            assert_eq!(opened, best, "{seer:?} of {game:?}");
        }
    }
    assert!(sides.contains(&Side::Max) && sides.contains(&Side::Min));
}

#[test]
fn a_widening_that_opens_everything_changes_nothing() {
    let root = BushyPosition::default();
    for game in broad() {
        let answer = |widening| {
            let settings = Settings {
                widening,
                ..Settings::default()
            };
            let uct = Uct::new(&game).settings(settings);
            uct.search(&root, &nodes(1000)).candidates
        };
        assert_eq!(answer(Some(widening(1e9, 0.0))), answer(None));
        assert_ne!(answer(Some(widening(2.0, 0.3))), answer(None));
    }
}

#[test]
fn a_wide_game_is_looked_at_in_depth() {
    let game = broad()[0];
    let root = BushyPosition::default();
    let most = |widening| {
        let settings = Settings {
            widening,
            ..unproven()
        };
        let uct = Uct::new(&game).settings(settings).guide(&Seer::Bulk);
        let analysis = uct.search(&root, &nodes(200));
        (
            analysis.best().unwrap().visits,
            analysis.candidates[0].line.len(),
        )
    };
    let ((wide, short), (narrow, long)) = (most(None), most(Some(widening(1.0, 0.4))));
    assert!(narrow > 2 * wide, "{narrow} and {wide} visits");
    assert!(long > short, "{long} and {short} actions");
}

#[test]
fn with_one_action_open_proofs_go_through_them_one_by_one() {
    // Won or lost: an action that is proven lost is out of the race and the next one is opened.
    let settings = Settings {
        widening: Some(widening(1.0, 0.0)),
        ..Settings::default()
    };
    for left in 1..=14 {
        let position = HeapPosition::new(left);
        let uct = Uct::new(&Heap).settings(settings);
        let analysis = uct.search(&position, &nodes(100_000));
        assert_eq!(analysis.effort.stopped, Stop::Done, "{left} left");
        assert_eq!(analysis.value(), Some(truth(&Heap, &position)));
    }
}

/// Has an opinion of some actions of the root only.
struct Partial(Vec<u64>);

impl Guide<Bushy> for Partial {
    fn initial(&self, game: &Bushy, at: &BushyPosition, &action: &u64) -> Option<Initial> {
        let value = game.result(&game.after(at, action));
        let is_known = at.ply == 0 && self.0.contains(&action);
        is_known.then_some(Initial {
            value,
            visits: 20.0,
        })
    }
}

#[test]
fn virtual_visits_of_actions_not_open_do_not_count() {
    let root = BushyPosition::default();
    let settings = Settings {
        widening: Some(widening(2.0, 0.0)),
        ..unproven()
    };
    for game in broad() {
        let answer = |known: Vec<u64>| {
            let guide = Partial(known);
            let uct = Uct::new(&game).settings(settings).guide(&guide);
            let analysis = uct.search(&root, &nodes(300));
            let visits = analysis.candidates.iter().filter(|c| c.visits > 0);
            visits.map(|c| (c.action, c.visits)).collect::<Vec<_>>()
        };
        let mut all = Vec::new();
        game.actions(&root, &mut all);
        let of_all = answer(all);
        let open = of_all.iter().map(|&(action, _)| action).collect();
        assert_eq!(answer(open), of_all);
    }
}

#[test]
fn a_widened_answer_does_not_depend_on_the_number_of_threads() {
    let settings = Settings {
        trees: 4,
        widening: Some(Widening::default()),
        ..Settings::default()
    };
    let game = broad()[0];
    let answer = |threads| {
        let uct = Uct::new(&game).settings(settings).guide(&Seer::Bulk);
        let search = || uct.search(&BushyPosition::default(), &nodes(2003));
        on_threads(threads, search).candidates
    };
    assert_eq!(answer(1), answer(2));
    assert_eq!(answer(1), answer(5));
}

#[test]
fn a_widening_is_read_from_partial_text() {
    let settings: Settings = serde_json::from_str(r#"{"widening":{"coefficient":3.0}}"#).unwrap();
    assert_eq!(settings.widening, Some(widening(3.0, 0.5)));
    assert_eq!(Settings::default().widening, None);
    assert!(serde_json::from_str::<Settings>(r#"{"widening":{"alpha":0.5}}"#).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_a_widened_search_proves_is_minimax(
        seed: u64, spread in 1..4_u64, coefficient in 0.0..3.0_f64, exponent in 0.0..1.0_f64,
    ) {
        let game = bushy(seed, 3, 4, spread);
        let root = BushyPosition::default();
        let settings = Settings { widening: Some(widening(coefficient, exponent)), ..Settings::default() };
        let uct = Uct::new(&game).settings(settings).guide(&Seer::Bulk);
        let analysis = uct.search(&root, &nodes(3000));
        for candidate in analysis.candidates.iter().filter(|c| c.bound == Bound::Exact) {
            let value = truth(&game, &game.after(&root, candidate.action));
            prop_assert_eq!(candidate.value, value);
        }
        if analysis.effort.stopped == Stop::Done {
            prop_assert_eq!(analysis.value(), Some(truth(&game, &root)));
        }
    }
}
