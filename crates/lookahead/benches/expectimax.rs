//! Outcomes per second of the shared-outcome kernel and of the search with a trivial evaluation:
//! the overhead of the search itself.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lookahead::expectimax::{self, Choices, MatrixBuilder, OutcomeMatrix, Settings, Stochastic};
use lookahead::{Control, Limit, Seed, Side};

fn main() {
    divan::main();
}

/// Rows of `entries` neighbouring outcomes with weights that fall off from the middle.
fn lattice(candidates: usize, outcomes: usize, entries: usize) -> OutcomeMatrix {
    let mut rows = MatrixBuilder::new(outcomes);
    for i in 0..candidates {
        let first = i * (outcomes - entries) / candidates.max(2);
        let weight = |k: usize| 1.0 / (1.0 + (k as f64 - entries as f64 / 2.0).powi(2));
        rows.weights((0..entries).map(|k| (first + k, weight(k))))
            .expect("indices in range, weights positive");
    }
    rows.build()
}

/// The size of a node in the paper: 4458 outcomes shared by 3330 candidates of about 29 each.
fn paper() -> OutcomeMatrix {
    lattice(3330, 4458, 29)
}

fn cheap(outcome: usize) -> f64 {
    (outcome % 101) as f64
}

#[divan::bench]
fn kernel(bencher: Bencher<'_, '_>) {
    let matrix = paper();
    bencher
        .counter(ItemsCount::new(matrix.used().len()))
        .bench(|| black_box(&matrix).evaluate(cheap));
}

#[divan::bench]
fn expectation_alone(bencher: Bencher<'_, '_>) {
    let matrix = paper();
    let values: Vec<f64> = (0..matrix.outcomes()).map(cheap).collect();
    let mut expected = Vec::new();
    bencher
        .counter(ItemsCount::new(matrix.candidates()))
        .bench_local(|| matrix.expectation(black_box(&values), &mut expected));
}

/// A game without end on one constant lattice. Positions are bare hashes.
struct Endless {
    actions: Vec<u32>,
    matrix: OutcomeMatrix,
    keyed: bool,
}

impl Endless {
    fn new(keyed: bool) -> Self {
        Endless {
            actions: (0..100).collect(),
            matrix: lattice(100, 150, 9),
            keyed,
        }
    }
}

impl Stochastic for Endless {
    type Position = u64;
    type Action = u32;

    fn turn(&self, position: &u64) -> Side {
        if position.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn choices<'a>(&'a self, _: &u64, _: u32) -> Option<Choices<'a, u32>> {
        Choices::new(&self.actions[..], &self.matrix).ok()
    }

    fn outcome(&self, position: &u64, outcome: usize) -> u64 {
        (position ^ outcome as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7
    }

    fn value(&self, position: &u64) -> f64 {
        (position % 1009) as f64
    }

    fn key(&self, position: &u64) -> Option<u64> {
        self.keyed.then_some(*position)
    }
}

fn deepen(bencher: Bencher<'_, '_>, game: &Endless, depth: u32, settings: &Settings) {
    let control = Control::new(Seed(0)).limit(Limit::depth(depth));
    let search = || expectimax::search(game, black_box(&1), settings, &control);
    bencher
        .counter(ItemsCount::new(search().effort.nodes))
        .bench(search);
}

#[divan::bench]
fn two_plies(bencher: Bencher<'_, '_>) {
    deepen(bencher, &Endless::new(false), 2, &Settings::default());
}

#[divan::bench]
fn two_plies_comparing_positions(bencher: Bencher<'_, '_>) {
    deepen(bencher, &Endless::new(true), 2, &Settings::default());
}

#[divan::bench(sample_count = 10)]
fn three_plies(bencher: Bencher<'_, '_>) {
    deepen(bencher, &Endless::new(false), 3, &Settings::default());
}

#[divan::bench]
fn three_plies_narrowed_to_five(bencher: Bencher<'_, '_>) {
    let narrowed = Settings {
        reply_widths: vec![5],
        ..Settings::default()
    };
    deepen(bencher, &Endless::new(false), 3, &narrowed);
}
