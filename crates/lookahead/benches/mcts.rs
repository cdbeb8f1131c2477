//! Simulations per second of the tree searches on test games: the overhead of the search itself.

use divan::counter::ItemsCount;
use lookahead::mcts::{Continuous, KernelUct, Uct, continuous, uct};
use lookahead::{Control, Limit, Seed, Side};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

#[path = "../src/test_games.rs"]
#[allow(unused_imports, reason = "the test games' own tests are not run here")]
mod test_games;
use test_games::{Noughts, NoughtsPosition};

fn main() {
    divan::main();
}

/// From the empty board; without proofs, since a solved search would stop.
#[divan::bench(args = [1, 4])]
fn uct_noughts(bencher: divan::Bencher<'_, '_>, trees: u32) {
    let settings = uct::Settings {
        prove: false,
        trees,
        ..uct::Settings::default()
    };
    let control = Control::new(Seed(1)).limit(Limit::nodes(20_000));
    bencher.counter(ItemsCount::new(20_000_u32)).bench(|| {
        let search = Uct::new(&Noughts).settings(settings);
        search.search(&NoughtsPosition::default(), &control)
    });
}

/// Throws at a mark on a line, one after the other; the last one to come close gets the share.
struct Marks;

impl Continuous for Marks {
    type Position = (u8, f64);
    type Action = f64;
    fn turn(&self, &(thrown, _): &(u8, f64)) -> Side {
        if thrown.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }
    fn is_over(&self, &(thrown, _): &(u8, f64)) -> bool {
        thrown == 4
    }
    fn propose(&self, _: &(u8, f64), _: &mut Pcg64Mcg, into: &mut Vec<f64>) {
        into.extend((0..10).map(|i| f64::from(i) + 0.5));
    }
    fn execute(&self, _: &(u8, f64), aim: f64, rng: &mut Pcg64Mcg) -> f64 {
        let noise: f64 = StandardNormal.sample(rng);
        aim + 0.3 * noise
    }
    fn play(&self, position: &mut (u8, f64), executed: f64) {
        let closeness = (1.0 - (executed - 7.0).abs() / 4.0).max(0.0);
        position.1 += self.turn(position).sign() * closeness;
        position.0 += 1;
    }
    fn kernel(&self, a: &f64, b: &f64) -> f64 {
        (-0.5 * ((a - b) / 0.3).powi(2)).exp()
    }
    fn evaluate(&self, &(_, lead): &(u8, f64), _: &mut Pcg64Mcg) -> f64 {
        0.5 + lead / 4.0
    }
}

#[divan::bench(args = [1000, 5000])]
fn kernel_regression(bencher: divan::Bencher<'_, '_>, simulations: u32) {
    continuous_marks(bencher, simulations, continuous::Settings::default());
}

#[divan::bench(args = [1000, 5000])]
fn double_widening(bencher: divan::Bencher<'_, '_>, simulations: u32) {
    let settings = continuous::Settings {
        method: continuous::Method::Widening,
        ..continuous::Settings::default()
    };
    continuous_marks(bencher, simulations, settings);
}

fn continuous_marks(
    bencher: divan::Bencher<'_, '_>,
    simulations: u32,
    settings: continuous::Settings,
) {
    let control = Control::new(Seed(1)).limit(Limit::nodes(u64::from(simulations)));
    bencher.counter(ItemsCount::new(simulations)).bench(|| {
        let search = KernelUct::new(&Marks).settings(settings);
        search.search(&(0, 0.0), &control)
    });
}
