//! Benchmarks of the evaluation: whole positions, one more stone on a prepared position, and the
//! protection tables.

use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::players::end_utility::EndUtility;
use curling::players::evaluation::{Evaluation, Objective, Weights};
use curling::players::protection::{Settings, Tables};
use curling::{Stones, Vector};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// The number of evaluations in one measured round.
const ROUND: usize = 1000;

fn evaluation() -> Evaluation {
    let game = Curling::new(Conditions::paper()).expect("valid conditions");
    let tables = Tables::new(game.physics(), &Settings::default()).expect("valid settings");
    Evaluation::new(&game, Arc::new(tables), Weights::default()).expect("valid weights")
}

/// Returns fixed places all over the house and in front of it.
fn places(count: usize) -> impl Iterator<Item = Vector> {
    let share = |index: usize, by: usize| (index * by % 1009) as f64 / 1009.0;
    (0..count).map(move |index| {
        let (x, y) = (share(index + 1, 617), share(index + 1, 389));
        Vector::new(3.0 * x - 1.5, 5.0 * y - 3.5)
    })
}

/// Returns positions with this number of stones.
fn positions(stones: usize) -> Vec<Stones> {
    let all: Vec<_> = places(ROUND + stones).collect();
    let position = |first: usize| {
        let mut position = Stones::none();
        for (slot, &at) in all[first..first + stones].iter().enumerate() {
            position.place(slot, at);
        }
        position
    };
    (0..ROUND).map(position).collect()
}

#[divan::bench(args = [0, 4, 8, 12])]
fn value(bencher: Bencher<'_, '_>, stones: usize) {
    let (evaluation, objective) = (evaluation(), Objective::new(EndUtility::points()));
    let positions = positions(stones);
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for position in black_box(&positions) {
            black_box(evaluation.value(position, stones, &objective));
        }
    });
}

#[divan::bench(args = [0, 4, 8, 12])]
fn prepared_value_with(bencher: Bencher<'_, '_>, stones: usize) {
    let (evaluation, objective) = (evaluation(), Objective::new(EndUtility::points()));
    let positions = positions(stones);
    let prepared = evaluation.prepare(&positions[7]);
    let places: Vec<_> = places(ROUND).collect();
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for &at in black_box(&places) {
            black_box(prepared.value_with(stones, at, &objective));
        }
    });
}

#[divan::bench(sample_count = 5)]
fn tables() -> Tables {
    let game = Curling::new(Conditions::paper()).expect("valid conditions");
    Tables::new(game.physics(), &Settings::default()).expect("valid settings")
}
