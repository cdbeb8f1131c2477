//! Benchmarks of the motion of a single stone: construction of a glide, its position at a time, and
//! the tracing of FCV1's curve.

use curling::physics::glide::{CoulombLaw, Fcv1Law, SkewedLaw};
use curling::physics::{CoulombIce, Fcv1Ice, Glide, Ice, Law, Motion, Parameters};
use curling::vector::Vector;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The number of glides or evaluations in one measured round.
const ROUND: usize = 1000;

fn even() -> CoulombIce {
    match Parameters::legacy().ice {
        Ice::Coulomb(ice) => ice,
        Ice::Fcv1(_) => unreachable!("the legacy platform has even ice"),
    }
}

fn fcv1() -> Fcv1Ice {
    match Parameters::fcv1().ice {
        Ice::Fcv1(ice) => ice,
        Ice::Coulomb(_) => unreachable!("FCV1 has its own ice"),
    }
}

/// Returns stones of many speeds and headings, spinning.
fn starts(fastest: f64) -> Vec<Motion> {
    let one = |index: usize| {
        let share = (index * 617 % ROUND) as f64 / ROUND as f64;
        let heading = Vector::new(share - 0.5, 1.0);
        Motion {
            at: Vector::new(share, -30.0),
            velocity: heading * (fastest * (1.0 - 0.8 * share)),
            spin: if index.is_multiple_of(2) { 1.6 } else { -1.6 },
        }
    };
    (0..ROUND).map(one).collect()
}

fn construct(bencher: Bencher<'_, '_>, law: &impl Law, fastest: f64) {
    let starts = starts(fastest);
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for &start in black_box(&starts) {
            black_box(law.glide(start));
        }
    });
}

/// Measures the position at many times of the sixteen stones of an end.
fn evaluate(bencher: Bencher<'_, '_>, law: &impl Law, fastest: f64) {
    let starts = starts(fastest);
    let glides: Vec<_> = starts[..16].iter().map(|&start| law.glide(start)).collect();
    let share = |index: usize| (index * 389 % ROUND) as f64 / ROUND as f64;
    let times: Vec<f64> = (0..ROUND)
        .map(|index| share(index) * glides[index % 16].duration())
        .collect();
    bencher.counter(ItemsCount::new(ROUND)).bench_local(|| {
        for (index, &time) in black_box(&times).iter().enumerate() {
            black_box(glides[index % 16].at(time));
        }
    });
}

#[divan::bench]
fn construct_even(bencher: Bencher<'_, '_>) {
    construct(bencher, &CoulombLaw::new(&even(), 0.001), 30.0);
}

#[divan::bench]
fn construct_skewed(bencher: Bencher<'_, '_>) {
    construct(bencher, &SkewedLaw::new(&even(), 0.001), 30.0);
}

#[divan::bench]
fn construct_fcv1(bencher: Bencher<'_, '_>) {
    construct(bencher, &Fcv1Law::new(&fcv1(), 0.001), 3.0);
}

#[divan::bench]
fn evaluate_even(bencher: Bencher<'_, '_>) {
    evaluate(bencher, &CoulombLaw::new(&even(), 0.001), 30.0);
}

#[divan::bench]
fn evaluate_skewed(bencher: Bencher<'_, '_>) {
    evaluate(bencher, &SkewedLaw::new(&even(), 0.001), 30.0);
}

#[divan::bench]
fn evaluate_fcv1(bencher: Bencher<'_, '_>) {
    evaluate(bencher, &Fcv1Law::new(&fcv1(), 0.001), 3.0);
}

#[divan::bench(sample_count = 20)]
fn trace_fcv1() -> Fcv1Law {
    Fcv1Law::new(black_box(&fcv1()), 0.001)
}
