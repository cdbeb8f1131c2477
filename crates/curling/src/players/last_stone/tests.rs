use super::*;
use crate::conditions::Conditions;
use crate::delivery::{Excess, TeamSkills};
use crate::players::jiritsu::{Jiritsu, Settings};
use crate::rules::Team;
use rand::RngExt;

const THROWS: u64 = 600;

fn curling(name: &str) -> Curling {
    Curling::new(Conditions::named(name).unwrap()).unwrap()
}

fn player(curling: &Curling, throws: u64) -> Jiritsu {
    let mut settings = Settings::coarse();
    settings.search.last_stone_throws = throws;
    Jiritsu::new(curling, &settings).unwrap()
}

/// Returns a level match before the last stone of its last end, with some stones in the house.
fn open_position(curling: &Curling, seed: u64) -> Game {
    let rng = &mut Seed(seed).rng();
    let mut game = Game::new(curling.rules()).unwrap();
    (game.end, game.shot) = (curling.rules().ends - 1, 15);
    let mut placed: Vec<Vector> = Vec::new();
    for slot in 0..rng.random_range(3..9) {
        let at = Vector::new(rng.random_range(-1.5..1.5), rng.random_range(-3.0..1.5));
        if placed.iter().all(|one| (*one - at).length() > 0.35) {
            game.stones.place(slot, at);
            placed.push(at);
        }
    }
    game
}

fn control(seed: u64) -> Control<'static> {
    Control::new(Seed(seed))
}

/// Returns how often a shot brings its value, by throws of another generator.
fn happened(player: &Jiritsu, curling: &Curling, game: &Game, shot: &Shot, seed: u64) -> f64 {
    let rng = &mut Seed(seed).rng();
    let (utility, hammer) = (player.utility(game), game.lead.other());
    let value = |_| {
        let next = curling.after_attempt(Mode::Fast, game, shot, rng);
        let points = next.scores.ends[usize::from(game.end)];
        utility.of(if hammer == Team::Zero {
            points
        } else {
            -points
        })
    };
    (0..4 * THROWS).map(value).sum::<f64>() / (4 * THROWS) as f64
}

#[test]
fn what_is_claimed_of_a_last_stone_happens_that_often() {
    let (mut bias, mut lattice_bias, mut positions) = (0.0, 0.0, 0.0);
    for name in ["legacy", "dc3"] {
        let curling = curling(name);
        let (thrown, lattice) = (player(&curling, THROWS), player(&curling, 0));
        for seed in 0..12 {
            let game = open_position(&curling, seed);
            let found = thrown.analyse(&game, &control(seed));
            let best = found.best().unwrap();
            let truth = happened(&thrown, &curling, &game, &best.action, seed + 100);
            let error = best.error.unwrap();
            let off = (best.value - truth).abs();
            assert!(
                off < 4.0 * error + 0.04,
                "{name} {seed}: {} for {truth}",
                best.value
            );
            bias += best.value - truth;
            let coarse = lattice.analyse(&game, &control(seed));
            let coarse = coarse.best().unwrap();
            let truth = happened(&lattice, &curling, &game, &coarse.action, seed + 100);
            lattice_bias += coarse.value - truth;
            positions += 1.0;
        }
    }
    let (bias, lattice_bias): (f64, f64) = (bias / positions, lattice_bias / positions);
    assert!(bias.abs() < 0.015, "{bias}");
    // The lattice alone promises too much: the reason for throwing.
    assert!(lattice_bias > 0.02, "{lattice_bias}");
}

#[test]
fn all_shots_compared_are_reported_by_throws_and_the_chosen_one_comes_first() {
    let curling = curling("legacy");
    let player = player(&curling, 100);
    let game = open_position(&curling, 3);
    let found = player.study(&game, &control(1));
    let thrown = found
        .candidates
        .iter()
        .take_while(|one| one.error.is_some());
    let values: Vec<f64> = thrown.clone().map(|one| one.value).collect();
    assert!(values.len() >= 10, "{}", values.len());
    assert!(values[1..].is_sorted_by(|a, b| a >= b));
    assert!(thrown.clone().all(|one| one.visits == 100));
    let quick = player.analyse(&game, &control(1));
    assert_eq!(quick.action(), Some(found.candidates[0].action.thrown()));
    assert_eq!(quick.value(), found.value());
    // What is reported is the mean of the executions that are shown.
    let last = LastStone::new(&curling, &game, player.utility(&game)).unwrap();
    let executions = last.executions(&quick.action().unwrap(), 100, Seed(1));
    let mean: f64 = executions
        .iter()
        .map(|one| one.probability * one.value.unwrap())
        .sum();
    assert!((mean - values[0]).abs() < 1e-9);
}

#[test]
fn equal_shots_are_decided_towards_the_button() {
    let curling = curling("legacy");
    let mut game = Game::new(curling.rules()).unwrap();
    (game.end, game.shot) = (curling.rules().ends - 1, 15);
    let found = player(&curling, 200).study(&game, &control(1));
    let best = found.candidates[0].action;
    assert_eq!(best.kind, Kind::Draw);
    assert!(best.target.length() < 0.3, "{best:?}");
}

#[test]
fn of_shots_as_good_as_the_best_the_safest_is_chosen() {
    let aim = |x: f64| Executed {
        target: Vector::new(x, 0.0),
        turn: crate::shot::Turn::Clockwise,
        kind: Kind::Draw,
        shot: None,
    };
    let value = |aim: &Executed, index: u64| match (aim.target.x, index % 2) {
        // As good on average, all or nothing; a little worse; much worse.
        (x, odd) if x < 1.0 => 1.0 - odd as f64,
        (x, _) if x < 2.0 => 0.499,
        _ => 0.49,
    };
    let chosen = |aims: &[f64]| {
        let mut race = Race::new(&value);
        race.enter(aims.iter().map(|&x| aim(x)));
        assert!(race.sample_up_to(100, &Control::new(Seed(1)).start()));
        safest(&race.into_arms()).target.x
    };
    assert_eq!(chosen(&[0.5, 1.7, 1.5, 2.5]), 1.5);
    assert_eq!(chosen(&[0.5, 2.5]), 0.5);
}

#[test]
fn a_shot_that_this_thrower_cannot_throw_is_not_chosen() {
    let conditions = Conditions::legacy();
    let noise = *conditions.teams[0].player(0).noise();
    let weak = Skill::new(noise, Some(30.2), Excess::Pass).unwrap();
    let teams = [TeamSkills::of(weak), TeamSkills::of(weak)];
    let curling = Curling::new(Conditions {
        teams,
        ..conditions
    })
    .unwrap();
    let player = player(&curling, 60);
    for seed in 0..6 {
        let game = open_position(&curling, seed);
        let found = player.study(&game, &control(seed));
        for one in found
            .candidates
            .iter()
            .take_while(|one| one.error.is_some())
        {
            let shot = one.action.thrown();
            assert!(shot.velocity.length() <= 30.2, "{shot:?}");
        }
    }
}

#[test]
fn a_better_hand_is_worth_at_least_as_much() {
    let conditions = Conditions::legacy();
    let curling = Curling::new(conditions.clone()).unwrap();
    let sure = TeamSkills::of(Skill::gat(0.05).unwrap());
    let better = curling
        .under(Conditions {
            teams: [sure, sure],
            ..conditions
        })
        .unwrap();
    let mut gain = 0.0;
    for seed in 0..10 {
        let game = open_position(&curling, seed);
        let value = |curling: &Curling| {
            let found = player(curling, THROWS).analyse(&game, &control(seed));
            let best = found.best().unwrap();
            (best.value, best.error.unwrap())
        };
        let ((usual, error), (sure, other)) = (value(&curling), value(&better));
        assert!(
            sure >= usual - 3.0 * libm::hypot(error, other),
            "{seed}: {sure} {usual}"
        );
        gain += (sure - usual) / 10.0;
    }
    assert!(gain > 0.0, "{gain}");
}

#[test]
fn a_stopped_comparison_keeps_what_it_has() {
    let curling = curling("legacy");
    let player = player(&curling, 1000);
    let game = open_position(&curling, 1);
    let cancel = lookahead::Cancel::new();
    cancel.cancel();
    let found = player.study(&game, &control(1).cancel(cancel));
    assert!(!found.candidates.is_empty());
    assert!(found.candidates.iter().all(|one| one.error.is_none()));
    let again = |seed| player.analyse(&game, &control(seed)).action();
    assert_eq!(again(5), again(5));
    assert_eq!(
        LastStone::new(
            &curling,
            &Game::new(curling.rules()).unwrap(),
            player.utility(&game)
        )
        .map(|_| ()),
        None
    );
}
