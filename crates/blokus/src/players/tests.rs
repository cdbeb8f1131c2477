//! Tests of all players: analyses, whole games, settings.

use super::*;
use crate::colour::Colour;
use crate::position::Scoring;
use arena::{Ending, PlayableGame, Terms};
use lookahead::{Bound, Cancel, Seed, Stop};
use rand::RngExt;

/// One fast player of every kind.
const QUICK: [&str; 9] = [
    "random",
    "random:level=1",
    "best-of:n=4",
    "one-ply",
    "monte-carlo:sims=2",
    "alphabeta:nodes=500",
    "alphabeta:nodes=500,width=20/10",
    "strong:nodes=500",
    "uct:sims=20",
];

/// Returns a player's analysis of a position.
fn analyse(spec: &str, position: &Position, seed: u64) -> Analysis<Placement> {
    let mut analyst = lineup().build_analyst(&spec.parse().unwrap()).unwrap();
    super::analyse(&mut *analyst, position, &Control::new(Seed(seed))).unwrap()
}

/// Returns the position of a random game after `plies` moves, or its end.
fn midway(seed: u64, plies: usize) -> Position {
    let rng = &mut Seed(seed).rng();
    let mut position = Position::start();
    for _ in 0..plies {
        let moves: Vec<_> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[rng.random_range(0..moves.len())]);
    }
    position
}

#[test]
fn every_searching_player_values_every_move_and_repeats_itself() {
    for spec in QUICK.into_iter().filter(|spec| !spec.contains("level")) {
        for plies in [0, 9, 22] {
            let position = midway(5, plies);
            let analyse = || analyse(spec, &position, 3);
            let analysis = analyse();
            let mut listed: Vec<_> = analysis.candidates.iter().map(|c| c.action).collect();
            listed.sort();
            let mut legal: Vec<_> = position.moves().collect();
            legal.sort();
            assert_eq!(listed, legal, "{spec}");
            assert!(
                analysis
                    .candidates
                    .iter()
                    .all(|c| (0.0..=1.0).contains(&c.value)),
                "{spec}"
            );
            let again = analyse();
            assert_eq!(again.candidates, analysis.candidates, "{spec}");
        }
    }
}

#[test]
fn no_player_has_candidates_in_a_finished_game() {
    let over = midway(1, 100);
    assert!(over.is_over());
    for spec in QUICK {
        assert!(analyse(spec, &over, 1).candidates.is_empty(), "{spec}");
    }
}

#[test]
fn every_player_plays_a_game_to_its_end() {
    let lineup = lineup();
    for spec in QUICK {
        let players = [&spec.parse().unwrap(), &"random".parse().unwrap()];
        let record = lineup
            .play(players, &Terms::default(), Seed(2), &Cancel::new())
            .unwrap();
        assert_eq!(record.ending, Ending::Finished, "{spec}");
        assert!(record.moves.len() > 20);
    }
}

#[test]
fn a_game_is_the_same_whatever_its_players_played_before() {
    let moves = |record: arena::GameRecord| -> Vec<String> {
        record.moves.into_iter().map(|m| m.action).collect()
    };
    let spec = &"strong:nodes=300".parse().unwrap();
    let (terms, cancel) = (Terms::default(), Cancel::new());
    let play = |lineup: &Lineup<BlokusDuo>, seed| {
        moves(
            lineup
                .play([spec, spec], &terms, Seed(seed), &cancel)
                .unwrap(),
        )
    };
    let series = lineup();
    play(&series, 1);
    assert_eq!(play(&series, 2), play(&lineup(), 2));
}

#[test]
fn settings_that_make_no_sense_are_refused_with_a_reason() {
    let cases = [
        ("best-of:n=x", "n=x"),
        (
            "one-ply:weights=3",
            "there is no such file, and it is none of 1, 2, ",
        ),
        ("one-ply:weights=./none", "there is no such file"),
        ("random:level=11", "write a whole number from 1 to 10"),
        ("best-of:n=0", "setting `n=0`: write a whole number from 1"),
        (
            "monte-carlo:sims=0",
            "setting `sims=0`: write a whole number from 1",
        ),
        (
            "alphabeta:nodes=0",
            "setting `nodes=0`: write a whole number from 1",
        ),
        ("alphabeta:depth=0", "write a whole number from 1 to 64"),
        ("alphabeta:width=5/-1", "write ROOT/INNER"),
        ("uct:select=best-of:0", "best-of:0"),
        ("uct:leaf=2", "write a number from 0 to 1"),
        ("alphabeta:width=a/b", "write ROOT/INNER"),
        ("uct:explor=1", "no setting `explor`"),
        ("nobody", "there is no player `nobody`"),
    ];
    for (spec, words) in cases {
        let built = lineup().build_analyst(&spec.parse().unwrap());
        let error = built.err().expect(spec).to_string();
        assert!(error.contains(words), "{spec}: {error}");
    }
}

#[test]
fn every_described_setting_is_read_and_every_player_is_built_with_it() {
    let lineup = lineup();
    for player in lineup.players().iter().filter(|player| !player.is_program) {
        for text in player.variants() {
            assert!(lineup.build(&text.parse().unwrap()).is_ok(), "{text}");
            let analyse = lineup.build_analyst(&text.parse().unwrap());
            assert!(analyse.is_ok(), "{text}");
        }
    }
    let strongest = lineup.players().strongest().unwrap().to_string();
    assert_eq!(strongest, STRONGEST);
}

#[test]
fn the_strongest_preset_is_the_strong_player() {
    let position = midway(5, 9);
    let analyse = |spec: &str| analyse(spec, &position, 3).candidates;
    let strong = analyse("strong:nodes=2000");
    assert_eq!(analyse("alphabeta:preset=strongest,nodes=2000"), strong);
    assert_ne!(analyse("alphabeta:nodes=2000"), strong);
}

/// Returns the minimax margin from Black's perspective.
fn margin(position: &Position) -> i32 {
    let after = position.moves().map(|m| {
        let mut next = position.clone();
        next.play(m);
        margin(&next)
    });
    match position.turn() {
        None => position.margin(Scoring::Basic),
        Some(Colour::Black) => after.max().expect("the side to move has a move"),
        Some(Colour::White) => after.min().expect("the side to move has a move"),
    }
}

/// Counts the positions of the subtree, up to a limit.
fn size(position: &Position, limit: usize) -> usize {
    let mut count = 1;
    for placement in position.moves() {
        if count >= limit {
            break;
        }
        let mut next = position.clone();
        next.play(placement);
        count += size(&next, limit - count);
    }
    count
}

#[test]
fn looking_to_the_end_finds_the_best_result() {
    let mut solved = 0;
    for seed in 0..60 {
        let position = midway(seed, 22);
        if position.is_over() || size(&position, 3000) >= 3000 {
            continue;
        }
        let analysis = analyse("alphabeta:nodes=200000", &position, 1);
        assert_eq!(analysis.effort.stopped, Stop::Done);
        let best = analysis.best().unwrap();
        assert_eq!(best.bound, Bound::Exact);
        let share = crate::learn::share_of(margin(&position));
        assert_eq!(best.value, share, "{position}");
        let mut next = position.clone();
        next.play(best.action);
        assert_eq!(margin(&next), margin(&position), "the best margin is kept");
        solved += 1;
    }
    assert!(solved >= 10, "{solved}");
}

#[test]
fn stronger_players_win() {
    let openings = toml::from_str("opening = 'pentominoes'").unwrap();
    let playable = lineup().with_conditions(&openings).unwrap();
    let wins = |players: [&str; 2], games: u64| -> f64 {
        let specs = players.map(|spec| spec.parse().unwrap());
        let share = |game: u64| {
            let play = |sides| {
                playable
                    .play(
                        sides,
                        &Terms::default(),
                        Seed(9).stream(game),
                        &Cancel::new(),
                    )
                    .unwrap()
                    .score
                    .share
            };
            play([&specs[0], &specs[1]]) + 1.0 - play([&specs[1], &specs[0]])
        };
        (0..games / 2).map(share).sum::<f64>() / games as f64
    };
    assert!(wins(["one-ply", "random"], 20) > 0.9);
    assert!(wins(["one-ply", "one-ply:level=2"], 20) > 0.8);
    assert!(wins(["alphabeta:nodes=3000", "best-of:n=4"], 12) > 0.7);
    assert!(wins(["strong:nodes=3000", "alphabeta:nodes=3000"], 20) > 0.6);
}
