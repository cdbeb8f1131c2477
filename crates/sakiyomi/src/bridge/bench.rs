//! `bench bridge`: tables, cards and deals a second, always the same ones.
//!
//! Everything on one core. Deals are random, positions come from random play of them, strains take turns. *Cold* means that the
//! solver has forgotten everything before each position; along a line of play it remembers what it found at earlier cards of the
//! line, and the first position of a line counts among the others.

use crate::bench::{Bench, Measure};
use bridge::dealing::{Sampler, Weigh};
use bridge::double_dummy::{Position, Solver};
use bridge::hand::{is_balanced, shuffled};
use bridge::notation::STRAINS;
use bridge::table::after;
use bridge::{Hand, Play, Seat};
use lookahead::Seed;
use rand::RngExt;
use std::cell::OnceCell;

/// The measurements of bridge, to be registered by a binary.
pub fn benches() -> Vec<Bench> {
    vec![
        Bench::new("bridge-table", "tables", tables),
        cards("bridge-cards-13", 13, 10),
        cards("bridge-cards-9", 9, 100),
        cards("bridge-cards-7", 7, 400),
        cards("bridge-cards-4", 4, 2000),
        Bench::new("bridge-next", "positions", next),
        deals(),
    ]
}

/// A random deal.
fn deal(seed: Seed) -> [Hand; 4] {
    shuffled(&mut seed.rng())
}

/// The start of the play of a random deal.
fn start(seed: Seed, index: u64) -> Play {
    let strain = STRAINS[index as usize % 5];
    let leader = after(Seat::North, index as usize % 4);
    Play::new(deal(seed.stream(index)), strain, leader).expect("a whole deal")
}

/// Whole tables.
fn tables() -> Measure {
    let mut solver = Solver::default();
    let table = |index| {
        solver.forget();
        solver.table(&deal(Seed(1).stream(index)))
    };
    let tables: Vec<_> = (0..10).map(table).collect();
    let tricks = tables
        .iter()
        .flatten()
        .flatten()
        .map(|&tricks| f64::from(tricks));
    Measure::new(10, tricks)
}

/// A random deal played at random until so many tricks are left.
fn position(index: u64, tricks: u8) -> Position {
    let mut play = start(Seed(2), index);
    let rng = &mut Seed(3).stream(index).rng();
    while play.tricks_left() > tricks {
        let legal: Vec<_> = play.legal().iter().collect();
        let card = legal[rng.random_range(0..legal.len())];
        play.play(card).expect("a legal card");
    }
    Position::of(&play).expect("tricks are left")
}

/// All cards of positions with so many tricks left, each from nothing.
fn cards(name: &'static str, tricks: u8, count: u64) -> Bench {
    let made = OnceCell::new();
    Bench::new(name, "positions", move || {
        let positions: &Vec<_> =
            made.get_or_init(|| (0..count).map(|index| position(index, tricks)).collect());
        let mut solver = Solver::default();
        let sum = |position| {
            solver.forget();
            let cards = solver.cards(position);
            cards.iter().map(|(_, tricks)| f64::from(*tricks)).sum()
        };
        Measure::new(count, positions.iter().map(sum).collect::<Vec<f64>>())
    })
}

/// All cards of every position along best play.
fn next() -> Measure {
    let mut solver = Solver::default();
    let mut sums = Vec::new();
    for index in 0..5 {
        solver.forget();
        let mut play = start(Seed(4), index);
        while let Some(position) = Position::of(&play) {
            let cards = solver.cards(&position);
            sums.push(cards.iter().map(|(_, tricks)| f64::from(*tricks)).sum());
            let best = cards.iter().max_by_key(|(_, tricks)| *tricks);
            play.play(best.expect("a card may be played").0)
                .expect("a legal card");
        }
    }
    Measure::new(sums.len() as u64, sums)
}

/// An opening of one notrump, as hard constraints.
struct Notrump;

impl Weigh for Notrump {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        f64::from(u8::from(
            is_balanced(lengths) && (15..=17).contains(&points),
        ))
    }
}

/// Deals in which South opens one notrump, seen by East with North as dummy; ten situations, each set up once a round.
fn deals() -> Bench {
    const DRAWS: u64 = 2000;
    let made = OnceCell::new();
    Bench::new("bridge-deals", "deals", move || {
        let known: &Vec<_> = made.get_or_init(situations);
        let mut sums = Vec::new();
        for (index, known) in (0..).zip(known) {
            let sampler = Sampler::new(*known, [&(), &(), &Notrump, &()]).expect("one deal fits");
            let rng = &mut Seed(6).stream(index).rng();
            let draw = |_| {
                sampler
                    .draw(rng)
                    .expect("with two hidden hands every draw is one")
            };
            let souths = (0..DRAWS)
                .map(draw)
                .map(|hands| hands[Seat::South as usize].to_bits());
            // What is drawn, in its order.
            sums.push(souths.fold(Seed(index), Seed::stream).0 as f64);
        }
        Measure::new(DRAWS * known.len() as u64, sums)
    })
}

/// What East sees of deals in which South opens one notrump.
fn situations() -> Vec<[Hand; 4]> {
    let opening =
        Sampler::new([Hand::EMPTY; 4], [&(), &(), &Notrump, &()]).expect("many deals fit");
    let seen = |index| {
        let deal = opening
            .draw(&mut Seed(5).stream(index).rng())
            .expect("only one hand is restricted");
        let [north, east, ..] = deal;
        [north, east, Hand::EMPTY, Hand::EMPTY]
    };
    (0..10).map(seen).collect()
}
