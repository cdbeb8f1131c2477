//! `bench blokus`: positions, simulations and nodes a second, always the same ones.
//!
//! Everything on one core: the full list of moves along random games, random games and selective
//! simulations (from positions of every stage of a game, as training needs them), values of moves,
//! alpha-beta.

use crate::bench::{Bench, Measure};
use blokus::learn::PlayoutGame;
use blokus::players::AlphaBetaGame;
use blokus::{Evaluation, EvaluationState, Position, Scoring, weights};
use lookahead::alphabeta::AlphaBeta;
use lookahead::playout::{BestOf, Policy, Random, play_out};
use lookahead::{Control, Limit, Seed};
use rand::RngExt;
use std::cell::OnceCell;
use std::sync::Arc;

/// Returns the benchmarks of Blokus Duo, to be registered by a binary.
pub fn benches() -> Vec<Bench> {
    vec![
        Bench::new("blokus-moves", "positions with all their moves", moves),
        simulations("blokus-random-game", "games", Random, false),
        simulations("blokus-random-simulation", "simulations", Random, true),
        simulations("blokus-best-of-8", "simulations", BestOf(8), true),
        values(),
        alphabeta(),
    ]
}

fn duel() -> PlayoutGame {
    let weights = weights::shipped("8").expect("weights for best-of-8 are shipped");
    PlayoutGame {
        evaluation: Arc::new(Evaluation::new(&weights.model, weights.objective.options)),
        scoring: Scoring::Basic,
    }
}

/// The positions of a random game.
fn game(seed: Seed) -> Vec<Position> {
    let rng = &mut seed.rng();
    let mut position = Position::start();
    let mut positions = Vec::new();
    while !position.is_over() {
        positions.push(position.clone());
        let chosen = rng.random_range(0..position.moves().len());
        let placement = position.moves().nth(chosen).expect("one of them");
        position.play(placement);
    }
    positions
}

/// The list of every position along random games.
fn moves() -> Measure {
    let mut sizes = Vec::new();
    let mut position = Position::start();
    let start = Position::start();
    for index in 0..20 {
        let rng = &mut Seed(1).stream(index).rng();
        position.clone_from(&start);
        while !position.is_over() {
            let chosen = rng.random_range(0..position.moves().len());
            let placement = position.moves().nth(chosen).expect("one of them");
            position.play(placement);
            sizes.push(position.moves().len() as f64);
        }
    }
    Measure::new(sizes.len() as u64, sizes)
}

/// Playouts from the start, or from every position of a few games.
fn simulations(
    name: &'static str,
    unit: &'static str,
    policy: impl Policy<PlayoutGame> + 'static,
    along: bool,
) -> Bench {
    let made = OnceCell::new();
    Bench::new(name, unit, move || {
        let (duel, starts) = made.get_or_init(|| {
            let games = (0..8).flat_map(|index| game(Seed(2).stream(index)));
            let starts = if along {
                games.collect()
            } else {
                vec![Position::start(); 100]
            };
            (duel(), starts)
        });
        let (mut position, mut scratch) = (Position::start(), Vec::new());
        let result = |(index, start): (u64, &Position)| {
            position.clone_from(start);
            play_out(
                duel,
                &mut position,
                &policy,
                &mut Seed(3).stream(index).rng(),
                &mut scratch,
            )
        };
        let results: Vec<_> = (0..).zip(starts).map(result).collect();
        Measure::new(results.len() as u64, results)
    })
}

/// The values of all moves of the positions of a few games.
fn values() -> Bench {
    let made = OnceCell::new();
    Bench::new("blokus-values", "moves valued", move || {
        let (duel, positions) = made.get_or_init(|| {
            let games = (0..8).flat_map(|index| game(Seed(2).stream(index)));
            (duel(), games.collect::<Vec<_>>())
        });
        let mut sums = Vec::new();
        let mut count = 0;
        for position in positions {
            let outlook = EvaluationState::new(&duel.evaluation, position);
            let values = position
                .moves()
                .map(|m| outlook.after(&duel.evaluation, position, m));
            count += position.moves().len() as u64;
            sums.push(f64::from(values.sum::<i32>()));
        }
        Measure::new(count, sums)
    })
}

/// Alpha-beta on positions from the middle of random games.
fn alphabeta() -> Bench {
    let made = OnceCell::new();
    Bench::new("blokus-alphabeta", "nodes", move || {
        let (game, positions) = made.get_or_init(|| {
            let middle = |index| game(Seed(4).stream(index)).swap_remove(8);
            let rules = AlphaBetaGame::new(duel().evaluation, Scoring::Basic);
            (rules, (0..4).map(middle).collect::<Vec<_>>())
        });
        let mut nodes = 0;
        let values: Vec<_> = positions
            .iter()
            .map(|position| {
                let control = Control::new(Seed(1)).limit(Limit::nodes(100_000));
                let analysis = AlphaBeta::default().search(game, &game.node(position), &control);
                nodes += analysis.effort.nodes;
                analysis.value().unwrap_or(0.0)
            })
            .collect();
        Measure::new(nodes, values)
    })
}
