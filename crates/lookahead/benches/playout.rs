//! Playouts per second on a small game, and the gradient of one learning episode.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lookahead::Seed;
use lookahead::learn::{Episode, Example, Linear};
use lookahead::playout::{BestOf, Policy, Random, play_out};
use rand::RngExt;
use test_games::{Noughts, NoughtsPosition};

#[path = "../src/test_games.rs"]
#[allow(
    unused_imports,
    reason = "the test games' own tests have no harness here"
)]
mod test_games;

fn main() {
    divan::main();
}

const PLAYOUTS: usize = 1000;

/// A thousand playouts on one thread, as a block of them runs.
fn playouts(bencher: Bencher<'_, '_>, policy: &(impl Policy<Noughts> + Sync)) {
    let mut rng = Seed(1).rng();
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        let mut one = || {
            let mut position = NoughtsPosition::default();
            play_out(&Noughts, &mut position, policy, &mut rng, &mut scratch)
        };
        (0..PLAYOUTS).map(|_| one()).sum::<f64>()
    });
}

#[divan::bench]
fn random(bencher: Bencher<'_, '_>) {
    playouts(bencher, &Random);
}

#[divan::bench]
fn best_of_4(bencher: Bencher<'_, '_>) {
    playouts(bencher, &BestOf(4));
}

const WEIGHTS: u32 = 1773;

/// Thirty examples of 200 features each.
fn examples() -> Vec<Example> {
    let mut rng = Seed(2).rng();
    let mut example = || Example {
        features: (0..200)
            .map(|_| (rng.random_range(0..WEIGHTS), rng.random_range(-3.0..3.0)))
            .collect(),
        target: rng.random(),
    };
    (0..30).map(|_| example()).collect()
}

#[divan::bench]
fn gradient_of_an_episode(bencher: Bencher<'_, '_>) {
    let (model, examples) = (Linear::new(WEIGHTS as usize, 0.02), examples());
    let mut episode = Episode::new(WEIGHTS as usize);
    bencher.bench_local(|| {
        episode.clear();
        for example in black_box(&examples) {
            episode.add(&model, &example.features, example.target);
        }
        episode.loss()
    });
}
