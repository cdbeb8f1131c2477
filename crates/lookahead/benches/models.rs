//! Search with models: one pass with and without cuts, and probing, on random worlds.
//!
//! Before the times, the positions each of them visits are listed, summed over several trees: the
//! abc paper reports a quarter with cuts, and more than ten times the speed with probing.

#[path = "../src/test_games.rs"]
#[allow(unused_imports, reason = "its own tests are not run here")]
mod test_games;
#[path = "../src/models/test_worlds.rs"]
mod test_worlds;

use divan::{Bencher, black_box};
use lookahead::models::{MinimaxOracle, ModelAnalysis, Settings, one_pass, probing};
use lookahead::{Control, Limit, Seed};
use std::fmt;
use test_games::{Bushy, BushyPosition};
use test_worlds::Dealt;

/// A search method.
#[derive(Clone, Copy, Debug)]
enum Way {
    WithoutCuts,
    WithCuts,
    SearcherOnly,
    Probing,
    ProbingWithoutCuts,
    ProbingWithKeys,
}

const WAYS: [Way; 6] = [
    Way::WithoutCuts,
    Way::WithCuts,
    Way::SearcherOnly,
    Way::Probing,
    Way::ProbingWithoutCuts,
    Way::ProbingWithKeys,
];

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Way::WithoutCuts => "one pass without cuts",
            Way::WithCuts => "one pass with cuts",
            Way::SearcherOnly => "one pass, searcher only",
            Way::Probing => "probing",
            Way::ProbingWithoutCuts => "probing without cuts",
            Way::ProbingWithKeys => "probing with keys",
        })
    }
}

impl Way {
    fn search(self, worlds: &Dealt, depth: u32) -> ModelAnalysis<u64> {
        let settings = Settings {
            cuts: !matches!(self, Way::WithoutCuts | Way::ProbingWithoutCuts),
            opinions: !matches!(self, Way::SearcherOnly),
            ..Settings::default()
        };
        let control = Control::new(Seed(0)).limit(Limit::depth(depth));
        let root = BushyPosition::default();
        let worlds = Dealt {
            keys: matches!(self, Way::ProbingWithKeys),
            ..*worlds
        };
        match self {
            Way::Probing | Way::ProbingWithoutCuts | Way::ProbingWithKeys => {
                let mut oracle = MinimaxOracle::new();
                probing(&worlds, &root, &mut oracle, &settings, &control)
            }
            _ => one_pass(&worlds, &root, &settings, &control),
        }
    }
}

/// A searcher, an opponent and an ally; each has all own actions and four in five of the others'
/// actions, and evaluates half of all positions as the searcher does.
fn worlds(seed: u64, branching: u64, spread: u64, width: u64) -> Dealt {
    Dealt {
        tree: Bushy {
            seed: Seed(seed),
            branching,
            depth: 99,
            width,
            spread,
        },
        players: 3,
        allies: 0b100,
        holds: 80,
        own_hand_known: true,
        agrees: 50,
        keys: false,
    }
}

/// No two lines meet.
const TREE: u64 = u64::MAX;
/// Positions per ply of a graph in which many lines meet.
const GRAPH: u64 = 1000;

fn list_nodes() {
    let trees = [(4, 10, 1000), (4, 10, 6), (6, 8, 1000), (12, 6, 1000)].map(|t| (t, TREE));
    for ((branching, depth, spread), width) in trees.into_iter().chain([((4, 10, 1000), GRAPH)]) {
        let shape = if width == TREE { "tree" } else { "graph" };
        println!("positions, {shape}, branching {branching}, depth {depth}, values to {spread}");
        let count = |way: Way| -> u64 {
            let search = |seed| way.search(&worlds(seed, branching, spread, width), depth);
            (0..4).map(|seed| search(seed).analysis.effort.nodes).sum()
        };
        let plain = count(Way::WithoutCuts);
        for way in WAYS {
            let nodes = count(way);
            let share = 100.0 * nodes as f64 / plain as f64;
            println!("  {way:<24} {nodes:>10}  {share:>5.1} %");
        }
    }
}

#[divan::bench(args = WAYS, sample_count = 10)]
fn depth_ten(bencher: Bencher<'_, '_>, way: Way) {
    let worlds = worlds(1, 4, 1000, TREE);
    bencher.bench(|| way.search(black_box(&worlds), 10));
}

#[divan::bench(args = [Way::WithCuts, Way::Probing, Way::ProbingWithKeys], sample_count = 10)]
fn where_lines_meet(bencher: Bencher<'_, '_>, way: Way) {
    let worlds = worlds(1, 4, 1000, GRAPH);
    bencher.bench(|| way.search(black_box(&worlds), 10));
}

fn main() {
    list_nodes();
    divan::main();
}
