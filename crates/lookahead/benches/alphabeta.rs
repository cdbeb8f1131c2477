//! Nodes per second of alpha-beta where the game costs next to nothing, and the cost of a call.

#[path = "../src/test_games.rs"]
#[allow(unused_imports, reason = "its tests are not part of a benchmark")]
mod test_games;

#[path = "../src/alphabeta/test_games.rs"]
mod evaluated;

use divan::Bencher;
use divan::counter::ItemsCount;
use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
use lookahead::{Control, Limit, Seed};
use test_games::{Bushy, BushyPosition, Heap, HeapPosition, Noughts, NoughtsPosition};

fn main() {
    divan::main();
}

/// Searches from an empty table every time and counts nodes, so that divan shows nodes per second.
fn nodes<G: Evaluate>(bencher: Bencher<'_, '_>, game: &G, position: &G::Position, limit: Limit) {
    let control = Control::new(Seed(1)).limit(limit);
    let search = |mut searcher: AlphaBeta<_, _>| searcher.search(game, position, &control);
    let nodes = search(AlphaBeta::default()).effort.nodes;
    bencher
        .counter(ItemsCount::new(nodes))
        .with_inputs(AlphaBeta::default)
        .bench_local_values(|searcher| search(searcher).effort.nodes);
}

/// A graph in which lines meet, with few or with hundreds of actions at every node.
#[divan::bench(args = [8, 40, 300], sample_count = 10)]
fn bushy_graph(bencher: Bencher<'_, '_>, branching: u64) {
    let game = Bushy {
        seed: Seed(7),
        branching,
        depth: 30,
        width: 100_000,
        spread: 1000,
    };
    nodes(
        bencher,
        &game,
        &BushyPosition::default(),
        Limit::nodes(1_000_000),
    );
}

#[divan::bench]
fn solving_noughts(bencher: Bencher<'_, '_>) {
    let start = NoughtsPosition::default();
    nodes(bencher, &Noughts, &start, Limit::default());
}

/// The cost of an oracle call: a tiny tree, with a table kept between calls and without one.
#[divan::bench(args = [0, 1 << 10, 1 << 20])]
fn one_small_tree(bencher: Bencher<'_, '_>, entries: usize) {
    let mut searcher = AlphaBeta::new(Settings {
        entries,
        from_depth: 4,
        ..Settings::default()
    });
    let control = Control::new(Seed(1)).limit(Limit::depth(4));
    bencher.bench_local(|| searcher.search(&Heap, &HeapPosition::new(4), &control));
}
