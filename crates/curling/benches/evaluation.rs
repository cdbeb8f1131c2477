//! The evaluation of a position with eight stones: whole, and with one more stone on prepared
//! ground; and the making of its tables.

use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::players::evaluation::{Appraisal, Evaluation, Weights};
use curling::players::protection::{Settings, Tables};
use curling::players::stakes::Stakes;
use curling::{Stones, Vector};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Questions in one measured round.
const ROUND: usize = 1000;

fn evaluation() -> Evaluation {
    let game = Curling::new(Conditions::paper()).expect("sound conditions");
    let tables = Tables::new(game.physics(), &Settings::default()).expect("sound settings");
    Evaluation::new(&game, Arc::new(tables), Weights::default()).expect("sound weights")
}

/// Places all over the house and before it, the same every time.
fn places(count: usize) -> impl Iterator<Item = Vector> {
    let share = |index: usize, by: usize| (index * by % 1009) as f64 / 1009.0;
    (0..count).map(move |index| {
        let (x, y) = (share(index + 1, 617), share(index + 1, 389));
        Vector::new(3.0 * x - 1.5, 5.0 * y - 3.5)
    })
}

/// Positions of so many stones.
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
    let (evaluation, stakes) = (evaluation(), Appraisal::new(Stakes::points()));
    let positions = positions(stones);
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for position in black_box(&positions) {
            black_box(evaluation.value(position, stones, &stakes));
        }
    });
}

#[divan::bench(args = [0, 4, 8, 12])]
fn ground_with(bencher: Bencher<'_, '_>, stones: usize) {
    let (evaluation, stakes) = (evaluation(), Appraisal::new(Stakes::points()));
    let positions = positions(stones);
    let ground = evaluation.ground(&positions[7]);
    let places: Vec<_> = places(ROUND).collect();
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for &at in black_box(&places) {
            black_box(ground.with(stones, at, &stakes));
        }
    });
}

#[divan::bench(sample_count = 5)]
fn tables() -> Tables {
    let game = Curling::new(Conditions::paper()).expect("sound conditions");
    Tables::new(game.physics(), &Settings::default()).expect("sound settings")
}
