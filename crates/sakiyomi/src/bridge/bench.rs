//! `bench bridge`: tables, cards and deals a second, always the same ones.
//!
//! Everything on one core. Deals are random, positions come from random play of them, strains take
//! turns. *Cold* means that the solver has forgotten everything before each position.
//! `bridge-next-…` are positions along best play, the first of each line left out: warm, as they
//! come in a game, and the same ones cold; the quotient says what remembering is worth if only the
//! value is asked for, or the best cards, or the tricks of every card.
//!
//! Built with the feature `dds`, the same tables and cards are also asked of DDS; the signatures of
//! both must be equal.

use crate::bench::{Bench, Measure};
use bridge::dealing::{HandBelief, Sampler};
use bridge::double_dummy::{Position, Solver};
use bridge::hand::{is_balanced, shuffled};
use bridge::notation::STRAINS;
use bridge::table::{TricksTable, after};
use bridge::{Card, Hand, Play, Seat};
use lookahead::Seed;
use rand::RngExt;
use std::cell::OnceCell;

/// Returns the benchmarks of bridge, to be registered by a binary.
pub fn benches() -> Vec<Bench> {
    let mut benches = vec![Bench::new("bridge-table", "tables", tables)];
    benches.extend(CARDS.map(|(name, tricks, count)| cards(name, tricks, count)));
    for (names, ask) in NEXT {
        benches.extend(next(names, ask));
    }
    benches.push(deals());
    #[cfg(feature = "dds")]
    benches.extend(dds::benches());
    benches
}

/// Names, tricks left and numbers of positions of which all cards are asked.
const CARDS: [(&str, u8, u64); 5] = [
    ("bridge-cards-13", 13, 10),
    ("bridge-cards-9", 9, 100),
    ("bridge-cards-7", 7, 400),
    ("bridge-cards-5", 5, 1000),
    ("bridge-cards-4", 4, 2000),
];

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
    measure_tables(|hands| {
        solver.forget();
        solver.table(hands)
    })
}

/// The tables of ten deals.
fn measure_tables(mut table: impl FnMut(&[Hand; 4]) -> TricksTable) -> Measure {
    let tables: Vec<_> = (0..10)
        .map(|index| table(&deal(Seed(1).stream(index))))
        .collect();
    let tricks = tables
        .iter()
        .flatten()
        .flatten()
        .map(|&tricks| f64::from(tricks));
    Measure::new(10, tricks)
}

/// A random deal played at random until this many tricks are left.
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

/// All cards of positions with this many tricks left, each solved from scratch.
fn cards(name: &'static str, tricks: u8, count: u64) -> Bench {
    let made = OnceCell::new();
    Bench::new(name, "positions", move || {
        let positions: &Vec<_> =
            made.get_or_init(|| (0..count).map(|index| position(index, tricks)).collect());
        let mut solver = Solver::default();
        let mut cards = Vec::new();
        let sum = |position| {
            solver.forget();
            solver.cards_into(position, &mut cards);
            all_tricks(&cards)
        };
        Measure::new(count, positions.iter().map(sum).collect::<Vec<f64>>())
    })
}

fn all_tricks(cards: &[(Card, u8)]) -> f64 {
    cards.iter().map(|(_, tricks)| f64::from(*tricks)).sum()
}

/// The positions along best play of a deal, the first one apart.
fn line(index: u64) -> (Position, Vec<Position>) {
    let mut solver = Solver::default();
    let mut play = start(Seed(4), index);
    let mut positions = Vec::new();
    while let Some(position) = Position::of(&play) {
        positions.push(position);
        let cards = solver.cards(&position);
        let best = cards.iter().max_by_key(|(_, tricks)| *tricks);
        play.play(best.expect("a card may be played").0)
            .expect("a legal card");
    }
    let first = positions.remove(0);
    (first, positions)
}

/// A question about a position; the answer as a number.
type Ask = fn(&mut Solver, &Position) -> f64;

/// Names, warm and cold, and what is asked along lines of play.
const NEXT: [([&str; 2], Ask); 3] = [
    (
        ["bridge-next-value", "bridge-next-value-cold"],
        |solver, position| f64::from(solver.value(position)),
    ),
    (
        ["bridge-next-best", "bridge-next-best-cold"],
        |solver, position| solver.best(position).1.to_bits() as f64,
    ),
    (
        ["bridge-next-cards", "bridge-next-cards-cold"],
        |solver, position| all_tricks(&solver.cards(position)),
    ),
];

/// Lines of play.
const LINES: u64 = 20;

/// Every position along some lines, by solvers that have seen the positions before them, and from
/// nothing.
fn next([warm, cold]: [&'static str; 2], ask: Ask) -> [Bench; 2] {
    let lines = OnceCell::new();
    let ready = move || {
        let begin = |index| {
            let (first, rest) = line(index);
            let mut solver = Solver::default();
            ask(&mut solver, &first);
            (solver, rest)
        };
        let lines: &Vec<_> = lines.get_or_init(|| (0..LINES).map(begin).collect());
        lines.clone()
    };
    let along = move |lines: Vec<(Solver, Vec<Position>)>| {
        let answers = lines.into_iter().flat_map(|(mut solver, positions)| {
            let answer = |position| ask(&mut solver, position);
            positions.iter().map(answer).collect::<Vec<f64>>()
        });
        let answers: Vec<f64> = answers.collect();
        Measure::new(answers.len() as u64, answers)
    };
    let made = OnceCell::new();
    let from_nothing = move || {
        let positions: &Vec<_> = made.get_or_init(|| (0..LINES).flat_map(|n| line(n).1).collect());
        let mut solver = Solver::default();
        let answer = |position| {
            solver.forget();
            ask(&mut solver, position)
        };
        let answers: Vec<_> = positions.iter().map(answer).collect();
        Measure::new(answers.len() as u64, answers)
    };
    [
        Bench::prepared(warm, "positions", ready, along),
        Bench::new(cold, "positions", from_nothing),
    ]
}

/// The same work done by DDS.
#[cfg(feature = "dds")]
mod dds {
    use super::{Bench, CARDS, Measure, OnceCell, all_tricks, measure_tables, position};
    use bridge::double_dummy::oracle::Oracle;

    pub(super) fn benches() -> Vec<Bench> {
        let mut benches = vec![Bench::new("bridge-dds-table", "tables", || {
            let mut oracle = Oracle::default();
            measure_tables(|hands| oracle.table(hands).expect("a whole deal"))
        })];
        let names = [
            "bridge-dds-cards-13",
            "bridge-dds-cards-9",
            "bridge-dds-cards-7",
            "bridge-dds-cards-5",
            "bridge-dds-cards-4",
        ];
        let lists = names.into_iter().zip(CARDS);
        benches.extend(lists.map(|(name, (_, tricks, count))| cards(name, tricks, count)));
        benches
    }

    /// All cards of positions with this many tricks left.
    fn cards(name: &'static str, tricks: u8, count: u64) -> Bench {
        let made = OnceCell::new();
        Bench::new(name, "positions", move || {
            let positions: &Vec<_> =
                made.get_or_init(|| (0..count).map(|index| position(index, tricks)).collect());
            let mut oracle = Oracle::default();
            let sum = |position| all_tricks(&oracle.cards(position).expect("a choice of cards"));
            Measure::new(count, positions.iter().map(sum).collect::<Vec<f64>>())
        })
    }
}

/// An opening of one notrump, as hard constraints.
struct Notrump;

impl HandBelief for Notrump {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        f64::from(u8::from(
            is_balanced(lengths) && (15..=17).contains(&points),
        ))
    }
}

/// Deals in which South opens one notrump, seen by East with North as dummy; ten situations, each
/// set up once a round.
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

/// Views of East of deals in which South opens one notrump.
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
