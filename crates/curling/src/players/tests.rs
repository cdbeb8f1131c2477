//! Tests of all players.

use super::ayumu::Ayumu;
use super::end::{End, EndPosition};
use super::end_utility::Goal;
use super::gccs::Gccs;
use super::greedy::Greedy;
use super::krucb::KrUcb;
use super::sample::Sample;
use super::shots::{Kind, Shots};
use super::win_table::WinTable;
use crate::arena_game::{Action, Curling};
use crate::conditions::Conditions;
use crate::physics::Mode;
use crate::rules::{Game, Rules};
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use arena::game::Game as _;
use arena::player::{Player, Thinking};
use lookahead::mcts::Continuous;
use lookahead::{Analysis, Cancel, Control, Limit, Seed};

fn curling(name: &str, ends: u8) -> Curling {
    let conditions = Conditions::named(name).unwrap();
    let rules = Rules {
        ends,
        ..conditions.rules
    };
    Curling::new(Conditions {
        rules,
        referee: Mode::Fast,
        ..conditions
    })
    .unwrap()
}

type Seat = Box<dyn Player<Curling>>;

/// Returns a quick player of every kind.
fn all_players(curling: &Curling) -> Vec<(&'static str, Seat)> {
    [
        ("random", "random"),
        ("sample", "sample"),
        ("mended", "sample:mended=on"),
        ("greedy", "greedy:tries=1"),
        ("ayumu", "ayumu:sims=15,trees=1"),
        ("gccs", "gccs:sims=15,trees=1"),
        ("krucb", "krucb:sims=15,trees=1"),
    ]
    .map(|(name, text)| (name, seat(curling, text)))
    .into()
}

/// Returns a player of the arena.
fn seat(curling: &Curling, text: &str) -> Seat {
    let lineup = crate::lineup::of(curling.clone());
    lineup.build(&text.parse().unwrap()).unwrap()
}

fn thinking(seed: u64) -> Thinking {
    Thinking {
        time: arena::clock::TimeLeft::default(),
        seed: Seed(seed),
        cancel: Cancel::new(),
    }
}

/// Plays a match between two players; returns the first player's lead at its end.
fn played(curling: &Curling, players: &mut [Seat; 2], seed: u64) -> i32 {
    let rng = &mut Seed(seed).rng();
    let mut game = curling.start(rng);
    for step in 0.. {
        let Some(turn) = curling.turn(&game) else {
            break;
        };
        let thinking = thinking(seed * 1000 + step);
        let choice = players[turn].choose(curling, &game, &thinking).unwrap();
        assert_eq!(curling.check(&game, &choice.action), Ok(()));
        curling.play(&mut game, &choice.action, rng);
    }
    i32::from(game.scores.difference())
}

#[test]
fn every_player_is_legal_in_every_position_of_random_games_and_places_stones() {
    for name in [
        "paper",
        "gat",
        "dc2-mixed-doubles",
        "dc3",
        "dc4-mixed-doubles",
    ] {
        let curling = curling(name, 2);
        let mut players = all_players(&curling);
        let rng = &mut Seed(5).rng();
        let mut game = curling.start(rng);
        let mut step = 0;
        while curling.turn(&game).is_some() && step < 60 {
            step += 1;
            let mut actions: Vec<Action> = Vec::new();
            for (who, player) in &mut players {
                let action = player
                    .choose(&curling, &game, &thinking(step))
                    .unwrap()
                    .action;
                assert_eq!(curling.check(&game, &action), Ok(()), "{who} in {name}");
                actions.push(action);
            }
            curling.play(&mut game, &actions[0], rng);
        }
        assert!(game.outcome().is_some() || step == 60);
    }
}

#[test]
fn no_player_has_a_shot_when_the_match_is_over() {
    let curling = curling("legacy", 1);
    let mut game = Game::new(curling.rules()).unwrap();
    game.concede(curling.rules(), crate::rules::Team::Zero)
        .unwrap();
    for (who, player) in &mut all_players(&curling) {
        assert!(
            player.choose(&curling, &game, &thinking(1)).is_err(),
            "{who}"
        );
    }
}

#[test]
fn the_sample_program_follows_its_three_rules() {
    let curling = curling("legacy", 8);
    let sample = Sample::new(&curling);
    let after = |game: &Game| {
        let shot = sample.shot(&curling, game, &mut Seed(1).rng());
        curling.after_shot(Mode::Fast, game, &shot).stones
    };
    let mut game = Game::new(curling.rules()).unwrap();
    assert!(after(&game).get(0).unwrap().at.length() < 0.01);
    game.stones.place(0, Vector::new(0.5, 0.2));
    game.shot = 1;
    assert!(after(&game).get(0).is_none());
    game.shot = 2;
    let guard = after(&game).get(2).unwrap().at;
    assert!(
        (guard - Vector::new(0.5, -1.8)).length() < 0.01,
        "{guard:?}"
    );
}

/// Returns a position before the hammer's last stone, with an open stone of the lead in the house.
fn last_stone(curling: &Curling) -> Game {
    let mut game = Game::new(curling.rules()).unwrap();
    game.stones.place(14, Vector::new(0.6, 0.3));
    game.shot = 15;
    game
}

/// Returns the hammer's mean points after this last shot.
fn expected_points(curling: &Curling, game: &Game, shot: &Shot) -> f64 {
    let rng = &mut Seed(9).rng();
    let points = (0..400).map(|_| {
        let after = EndPosition::of(game).tried(curling, shot, rng);
        f64::from(after.points.unwrap())
    });
    points.sum::<f64>() / 400.0
}

type Analyse<'a> = Box<dyn Fn(&Game, &Control<'_>) -> Analysis<Shot> + Sync + 'a>;

fn searchers(curling: &Curling) -> [(&'static str, Analyse<'_>); 4] {
    let greedy = Greedy::new(curling);
    let (mut ayumu, mut krucb) = (Ayumu::new(curling), KrUcb::new(curling));
    // To win, it may be better to blank an end than to take a point.
    (ayumu.goal, krucb.goal) = (Goal::Points, Goal::Points);
    let gccs = Gccs::new(curling);
    [
        (
            "greedy",
            Box::new(move |game, control| greedy.analyse(curling, game, control)),
        ),
        (
            "ayumu",
            Box::new(move |game, control| ayumu.analyse(curling, game, control)),
        ),
        (
            "krucb",
            Box::new(move |game, control| krucb.analyse(curling, game, control)),
        ),
        (
            "gccs",
            Box::new(move |game, control| gccs.analyse(curling, game, control)),
        ),
    ]
}

#[test]
fn with_the_last_stone_an_open_stone_is_hit_or_outdrawn() {
    for name in ["paper", "dc3"] {
        let curling = curling(name, 10);
        let game = last_stone(&curling);
        let control = Control::new(Seed(2)).limit(Limit::nodes(5000));
        for (who, analyse) in searchers(&curling) {
            let shot = analyse(&game, &control).action().unwrap();
            let points = expected_points(&curling, &game, &shot);
            assert!(points > 0.5, "{who} in {name} gets {points} with {shot:?}");
        }
    }
}

#[test]
fn a_search_gives_the_same_analysis_on_one_thread_and_on_two() {
    let curling = curling("paper", 10);
    let mut game = Game::new(curling.rules()).unwrap();
    game.stones.place(11, Vector::new(0.2, -0.3));
    game.stones.place(12, Vector::new(0.1, -2.5));
    game.shot = 13;
    let control = Control::new(Seed(4)).limit(Limit::nodes(600));
    for (who, analyse) in searchers(&curling) {
        let [one, two] = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            pool.install(|| analyse(&game, &control)).candidates
        });
        assert_eq!(one, two, "{who}");
    }
}

#[test]
fn the_greedy_player_and_tree_search_beat_random_play() {
    let curling = curling("legacy", 2);
    let random = || seat(&curling, "random");
    let ayumu = || seat(&curling, "ayumu:sims=2000");
    let greedy = || seat(&curling, "greedy");
    let mut greedy_ahead = 0;
    let mut ayumu_ahead = 0;
    for seed in 1..=2 {
        let mut seats: [Seat; 2] = [greedy(), random()];
        greedy_ahead += played(&curling, &mut seats, seed);
        let mut seats: [Seat; 2] = [random(), ayumu()];
        ayumu_ahead -= played(&curling, &mut seats, seed);
    }
    assert!(greedy_ahead > 0, "greedy is {greedy_ahead} ahead");
    assert!(ayumu_ahead > 0, "ayumu is {ayumu_ahead} ahead");
}

#[test]
fn the_openings_stop_after_the_hammers_second_stone_and_keep_the_centre_clear() {
    let curling = curling("paper", 10);
    let gccs = Gccs::new(&curling);
    let mut game = Game::new(curling.rules()).unwrap();
    let kinds = [Kind::Guard, Kind::Guard, Kind::ComeAround];
    for kind in kinds {
        let named_shot = gccs.opening(&game).unwrap();
        assert_eq!(named_shot.kind, kind);
        if game.shot == 1 {
            assert!(named_shot.target.x.abs() > 1.0);
        }
        game = curling.after_shot(Mode::Fast, &game, &named_shot.shot);
    }
    let came_around = game.stones.get(2).expect("it got around the guard");
    assert!(came_around.at.length() < 0.6, "{came_around:?}");
    assert!(game.stones.get(0).is_some());
    let mut open = Game::new(curling.rules()).unwrap();
    open.stones.place(0, Vector::new(0.3, 0.2));
    open.shot = 1;
    let hit = gccs.opening(&open).unwrap();
    assert_eq!((hit.kind, hit.stone), (Kind::HitAndRoll, Some(0)));
    let after = curling.after_shot(Mode::Fast, &open, &hit.shot).stones;
    assert!(after.get(0).is_none() && after.get(1).unwrap().at.x > 0.3);
    open.shot = 4;
    assert_eq!(gccs.opening(&open), None);
}

#[test]
fn a_shot_to_try_is_one_that_may_be_meant() {
    // What is faster than the limit counts as a pass there.
    let curling = &curling("gat", 8);
    let game = Game::new(curling.rules()).unwrap();
    let skill = curling.skill(&game);
    let most = skill.max_weight().unwrap();
    let hard = Shot::new(Vector::new(0.0, most), Turn::Clockwise);
    let utility = Goal::Win.utility(WinTable::usual(), curling.rules(), &game);
    let shots = Shots::new(curling);
    let end = End::new(curling, &shots, &game, utility);
    let rng = &mut Seed(4).rng();
    let happened: Vec<_> = (0..100)
        .map(|_| end.execute(&EndPosition::of(&game), hard, rng))
        .collect();
    assert!(happened.iter().any(|shot| skill.attempted(shot).is_none()));
    for _ in 0..100 {
        let near = end.nearby(&EndPosition::of(&game), hard, rng);
        assert!(skill.attempted(&near).is_some(), "{near:?}");
    }
}
