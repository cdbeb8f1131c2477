//! Conformance tests: the requirements on every search, tested on every search.
//!
//! Each search runs on a small game; its result is reduced to its cost, the number of candidates,
//! and its text.

use lookahead::alphabeta::{self, AlphaBeta, Evaluate as _, Width};
use lookahead::expectimax::{self, Choices, Stochastic};
use lookahead::learn::{self, EpisodeSource, Example, Linear, Trainer};
use lookahead::mcts::{Continuous, KernelUct, Uct, uct};
use lookahead::models::{
    self, AbcSettings, HiddenInformation, MinimaxOracle, TwoEvaluations, abc, om_search, one_pass,
    probing,
};
use lookahead::playout::{Random, TerminalResult as _, estimate, flat};
use lookahead::random_tree::{Node, RandomTree};
use lookahead::{Analysis, Cancel, Control, Effort, Game as _, Limit, Progress, Seed, Side, Stop};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::sync::Mutex;

const TREE: RandomTree = RandomTree {
    seed: Seed(3),
    branching: 5,
    depth: 6,
    width: u64::MAX,
    spread: 100,
};

/// The root of the tree.
const START: Node = Node { ply: 0, id: 0 };

/// A node of the tree from which no action leads on.
const OVER: Node = Node { ply: 6, id: 0 };

/// The reduced result of a search.
struct Reduced {
    effort: Effort,
    /// Number of candidates; `None` for searches without candidates.
    candidates: Option<usize>,
    /// The result without times.
    text: String,
}

/// Serialises a result, and checks that it round-trips.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(answer: &T) -> String {
    let text = serde_json::to_string(answer).expect("an answer has a text form");
    let back: T = serde_json::from_str(&text).expect("and is read again");
    assert_eq!(&back, answer);
    text
}

/// Reduces a result, with times set to 0.
fn reduced<A, T>(mut answer: T, analysis: impl Fn(&mut T) -> &mut Analysis<A>) -> Reduced
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let of = analysis(&mut answer);
    of.effort.seconds = 0.0;
    let (effort, candidates) = (of.effort, Some(of.candidates.len()));
    Reduced {
        effort,
        candidates,
        text: text(&answer),
    }
}

/// The random tree with a gust: an action leads where it should or where the first one leads.
struct Gusty;

impl Stochastic for Gusty {
    type Position = Node;
    type Action = u64;

    fn turn(&self, node: &Node) -> Side {
        TREE.turn(node)
    }

    fn choices<'a>(&'a self, node: &Node, _ply: u32) -> Option<Choices<'a, u64>> {
        let mut actions = Vec::new();
        TREE.actions(node, &mut actions);
        let rows = actions.into_iter().map(|action| (action, [0.75, 0.25]));
        Choices::private(rows).ok()
    }

    fn outcome(&self, node: &Node, outcome: usize) -> Node {
        let action = if outcome.is_multiple_of(2) {
            outcome / 2
        } else {
            0
        };
        TREE.after(node, action as u64)
    }

    fn value(&self, node: &Node) -> f64 {
        f64::from(TREE.value(node))
    }
}

/// Both throw once at a mark at 0, and the nearer one wins.
struct Marks;

impl Continuous for Marks {
    type Position = Vec<f64>;
    type Action = f64;

    fn turn(&self, thrown: &Vec<f64>) -> Side {
        if thrown.is_empty() {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn is_over(&self, thrown: &Vec<f64>) -> bool {
        thrown.len() == 2
    }

    fn propose(&self, _: &Vec<f64>, rng: &mut Pcg64Mcg, into: &mut Vec<f64>) {
        into.extend((0..3).map(|_| rng.random_range(-1.0..1.0)));
    }

    fn execute(&self, _: &Vec<f64>, aim: f64, rng: &mut Pcg64Mcg) -> f64 {
        aim + rng.random_range(-0.1..0.1)
    }

    fn play(&self, thrown: &mut Vec<f64>, executed: f64) {
        thrown.push(executed);
    }

    fn kernel(&self, a: &f64, b: &f64) -> f64 {
        (1.0 - 5.0 * (a - b).abs()).max(0.0)
    }

    fn evaluate(&self, thrown: &Vec<f64>, _: &mut Pcg64Mcg) -> f64 {
        match thrown[..] {
            [max, min] => f64::from(u8::from(max.abs() < min.abs())),
            _ => 0.5,
        }
    }
}

/// Guess a number that is hidden; the other believes something about it.
struct Guess(u64);

impl HiddenInformation for Guess {
    type Action = u64;
    type World = u64;
    type Belief = u64;

    fn candidates(&self) -> Vec<u64> {
        (0..self.0).collect()
    }

    fn deal(&self, rng: &mut Pcg64Mcg) -> Option<u64> {
        Some(rng.random_range(0..9))
    }

    fn believe(&self, _: &u64, _: u64, rng: &mut Pcg64Mcg) -> Option<u64> {
        Some(rng.random_range(0..9))
    }

    fn score(&self, guess: u64, world: &u64, belief: &u64, _: Seed) -> f64 {
        guess.abs_diff(*belief) as f64 - guess.abs_diff(*world) as f64
    }
}

/// Learns from numbers drawn at random.
struct Drawn;

impl EpisodeSource for Drawn {
    fn weights(&self) -> usize {
        1
    }

    fn episode(&self, _: &Linear, _: u64, _: f64, seed: Seed) -> Vec<Example> {
        let x: f32 = seed.rng().random();
        vec![Example {
            features: vec![(0, x)],
            target: 1.0,
        }]
    }
}

/// The learning of many updates; its seed is part of its settings.
fn train(control: &Control<'_>) -> Reduced {
    let settings = learn::Settings {
        updates: 1000,
        seed: control.seed,
        ..learn::Settings::default()
    };
    let model = Linear::new(1, 1.0);
    let mut trainer = Trainer::new(Drawn, model, settings).expect("sensible settings");
    let effort = trainer.run(control, |update, _| {
        text(update);
    });
    Reduced {
        effort: effort.expect("no divergence"),
        candidates: None,
        text: text(trainer.checkpoint()),
    }
}

/// The playouts of one position; their cost is the number of playouts.
fn tally(position: &Node, control: &Control<'_>) -> Reduced {
    let tally = estimate(&TREE, position, &Random, 1000, control);
    let stopped = match tally.games() {
        1000 => Stop::Done,
        _ if control.cancel.is_cancelled() => Stop::Cancelled,
        _ => Stop::Nodes,
    };
    let effort = Effort {
        nodes: tally.games(),
        stopped,
        ..Effort::default()
    };
    Reduced {
        effort,
        candidates: None,
        text: text(&tally),
    }
}

type Search = fn(at: Node, control: &Control<'_>) -> Reduced;

/// Every search, on a node of the tree or, if it has no tree, on a game that is over exactly if
/// that node is.
const SEARCHES: [(&str, Search); 13] = [
    ("alphabeta", |at, control| {
        reduced(AlphaBeta::default().search(&TREE, &at, control), |a| a)
    }),
    ("alphabeta, narrow", |at, control| {
        let width = Width {
            root: 3,
            inner: 2,
            least_depth: 2,
        };
        let settings = alphabeta::Settings {
            width: Some(width),
            ..alphabeta::Settings::default()
        };
        reduced(AlphaBeta::new(settings).search(&TREE, &at, control), |a| a)
    }),
    ("expectimax", |at, control| {
        let settings = expectimax::Settings::default();
        reduced(expectimax::search(&Gusty, &at, &settings, control), |a| a)
    }),
    ("one_pass", |at, control| {
        let worlds = TwoEvaluations {
            game: &TREE,
            searcher: Side::Max,
        };
        let settings = models::Settings::default();
        reduced(one_pass(&worlds, &at, &settings, control), |found| {
            &mut found.analysis
        })
    }),
    ("probing", |at, control| {
        let worlds = TwoEvaluations {
            game: &TREE,
            searcher: Side::Max,
        };
        let (settings, mut oracle) = (models::Settings::default(), MinimaxOracle::new());
        let found = probing(&worlds, &at, &mut oracle, &settings, control);
        reduced(found, |found| &mut found.analysis)
    }),
    ("om_search", |at, control| {
        let settings = models::Settings::default();
        let found = om_search(&TREE, &at, Side::Min, &settings, control);
        reduced(found, |found| &mut found.analysis)
    }),
    ("abc", |at, control| {
        let guess = Guess(if at == OVER { 0 } else { 3 });
        let settings = AbcSettings {
            deals: 100,
            ..AbcSettings::default()
        };
        reduced(abc(&guess, &settings, control), |found| &mut found.analysis)
    }),
    ("flat", |at, control| {
        reduced(flat(&TREE, &at, &Random, 1000, control), |a| a)
    }),
    ("estimate", |at, control| tally(&at, control)),
    ("uct", |at, control| {
        reduced(Uct::new(&TREE).search(&at, control), |a| a)
    }),
    ("uct, widened", |at, control| {
        let settings = uct::Settings {
            widening: Some(uct::Widening::default()),
            ..uct::Settings::default()
        };
        let uct = Uct::new(&TREE).settings(settings);
        reduced(uct.search(&at, control), |a| a)
    }),
    ("kernel uct", |at, control| {
        let thrown = if at == OVER { vec![0.5; 2] } else { Vec::new() };
        reduced(KernelUct::new(&Marks).search(&thrown, control), |a| a)
    }),
    ("learning", |_, control| train(control)),
];

fn nodes(nodes: u64) -> Control<'static> {
    Control::new(Seed(7)).limit(Limit::nodes(nodes))
}

#[test]
fn a_search_cancelled_beforehand_visits_nothing_and_still_lists_the_actions() {
    for (name, search) in SEARCHES {
        let cancel = Cancel::new();
        cancel.cancel();
        let reduced = search(START, &Control::new(Seed(7)).cancel(cancel));
        assert_eq!(reduced.effort.stopped, Stop::Cancelled, "{name}");
        assert_eq!(
            (reduced.effort.nodes, reduced.effort.depth),
            (0, 0),
            "{name}"
        );
        assert_ne!(reduced.candidates, Some(0), "{name}");
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_named() {
    for (name, search) in SEARCHES {
        for limit in [0, 1, 30] {
            let reduced = search(START, &nodes(limit));
            assert!(
                reduced.effort.nodes <= limit,
                "{name}: {:?}",
                reduced.effort
            );
            assert_eq!(reduced.effort.stopped, Stop::Nodes, "{name} of {limit}");
            assert_ne!(reduced.candidates, Some(0), "{name} of {limit}");
        }
    }
}

#[test]
fn progress_is_reported_and_never_ahead_of_the_effort() {
    for (name, search) in SEARCHES {
        let reports = Mutex::new(Vec::new());
        let report = |p: &Progress| reports.lock().expect("no thread panics").push(*p);
        let reduced = search(START, &nodes(2000).progress(&report));
        let reports = reports.into_inner().expect("no thread panics");
        assert!(reports.is_sorted_by_key(|p| p.nodes), "{name}");
        let last = reports
            .last()
            .unwrap_or_else(|| panic!("{name} reported nothing"));
        assert!(
            last.nodes > 0 && last.nodes <= reduced.effort.nodes,
            "{name}"
        );
        assert_eq!(last.value.is_none(), name == "learning", "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for (name, search) in SEARCHES {
        let run = || search(START, &nodes(500)).text;
        assert_eq!(run(), run(), "{name}");
    }
}

#[test]
fn random_draws_come_from_the_seed() {
    let drawing = [
        "abc",
        "flat",
        "estimate",
        "uct",
        "uct, widened",
        "kernel uct",
        "learning",
    ];
    for (name, search) in SEARCHES {
        let run = |seed| search(START, &nodes(300).seed(Seed(seed))).text;
        assert_eq!(run(1) != run(2), drawing.contains(&name), "{name}");
    }
}

#[test]
fn where_there_is_nothing_to_choose_there_are_no_candidates() {
    let mut actions = Vec::new();
    TREE.actions(&OVER, &mut actions);
    assert!(actions.is_empty() && TREE.result(&OVER).is_finite());
    for (name, search) in SEARCHES {
        let reduced = search(OVER, &Control::new(Seed(7)));
        assert_eq!(reduced.candidates.unwrap_or(0), 0, "{name}");
        assert_eq!(reduced.effort.stopped, Stop::Done, "{name}");
    }
}
