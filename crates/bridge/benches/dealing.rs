//! Benchmarks of samplers: set-up and draws with two, three and four hidden hands.

use bridge::dealing::{HandBelief, Sampler};
use bridge::hand::is_balanced;
use bridge::{Hand, Holding, Suit, notation};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lookahead::Seed;

fn main() {
    divan::main();
}

/// Balanced, with points in a range.
struct Balanced(u8, u8);

impl HandBelief for Balanced {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        f64::from(u8::from(
            is_balanced(lengths) && (self.0..=self.1).contains(&points),
        ))
    }
}

/// Fourth best of hearts, an odd number of clubs.
struct Leader;

impl HandBelief for Leader {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let fits = match suit {
            Suit::Hearts => held.iter().filter(|rank| rank.get() > 6).count() == 3,
            Suit::Clubs => held.len() % 2 == 1,
            _ => true,
        };
        f64::from(u8::from(fits))
    }
}

/// Points in a range with a soft edge, no suit of seven.
struct Passed;

impl HandBelief for Passed {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let long = lengths.iter().any(|&length| length > 6);
        match points {
            _ if long => 0.0,
            0..=11 => 1.0,
            12 => 0.3,
            _ => 0.0,
        }
    }
}

/// Enough for three notrump over one, without a major.
struct Raise;

impl HandBelief for Raise {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let majors = lengths[2] > 3 || lengths[3] > 3;
        match points {
            _ if majors => 0.0,
            10..=15 => 1.0,
            9 | 16 => 0.3,
            _ => 0.0,
        }
    }
}

type Case = (&'static str, &'static str, [&'static dyn HandBelief; 4]);

const CASES: [Case; 8] = [
    (
        "two, example 1 of the paper",
        "N:52.2.T963.AJT987 QJ84.KJ9.QJ87.K2 .A..Q .6..3",
        [&(), &(), &Balanced(21, 22), &Leader],
    ),
    (
        "two, 1NT and a passed hand",
        "N:K4.KQ9.JT876.Q32 - QT62.32.92.JT985 -",
        [&(), &Balanced(15, 17), &(), &Passed],
    ),
    (
        "two, nothing believed",
        "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 - -",
        [&(), &(), &(), &()],
    ),
    (
        "two, five cards each, nothing believed",
        "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT87.4. J987.6.AK5.",
        [&(), &(), &(), &()],
    ),
    (
        "three, nothing believed",
        "N:- - - J9875.65.AK5.A74",
        [&(), &(), &(), &()],
    ),
    (
        "three, 1NT - 3NT",
        "N:- - - J9875.65.QJ5.A74",
        [&Raise, &Passed, &Balanced(15, 17), &()],
    ),
    ("four, nothing believed", "N:- - - -", [&(), &(), &(), &()]),
    (
        "four, 1NT - 3NT",
        "N:- - - -",
        [&Raise, &Passed, &Balanced(15, 17), &Passed],
    ),
];

fn hands(case: &str) -> ([Hand; 4], [&'static dyn HandBelief; 4]) {
    let case = CASES.iter().find(|(name, ..)| *name == case);
    let (_, deal, beliefs) = case.expect("a case");
    (notation::deal(deal).expect("a deal"), *beliefs)
}

fn names() -> impl Iterator<Item = &'static str> {
    CASES.iter().map(|(name, ..)| *name)
}

#[divan::bench(args = names())]
fn set_up(bencher: Bencher<'_, '_>, case: &str) {
    let (known, beliefs) = hands(case);
    bencher.bench_local(|| Sampler::new(black_box(known), beliefs));
}

#[divan::bench(args = names())]
fn set_up_again(bencher: Bencher<'_, '_>, case: &str) {
    let (known, beliefs) = hands(case);
    let mut used = Sampler::new(known, beliefs).ok();
    bencher.bench_local(|| {
        let sampler = used.take().expect("a sampler");
        used = sampler.rebuild(black_box(known), beliefs).ok();
    });
}

const DRAWS: usize = 100;

#[divan::bench(args = names())]
fn draw(bencher: Bencher<'_, '_>, case: &str) {
    let (known, beliefs) = hands(case);
    let sampler = Sampler::new(known, beliefs).expect("something fits");
    let mut rng = Seed(1).rng();
    bencher.counter(ItemsCount::new(DRAWS)).bench_local(|| {
        for _ in 0..DRAWS {
            black_box(sampler.draw(&mut rng));
        }
    });
}

#[divan::bench(args = names())]
fn chances(bencher: Bencher<'_, '_>, case: &str) {
    let (known, beliefs) = hands(case);
    let sampler = Sampler::new(known, beliefs).expect("something fits");
    let unknown = known.into_iter().fold(Hand::ALL, |left, hand| left - hand);
    let card = unknown.iter().next().expect("a hidden card");
    bencher
        .with_inputs(|| sampler.clone())
        .bench_local_refs(|sampler| sampler.probability(bridge::Seat::South, card));
}
