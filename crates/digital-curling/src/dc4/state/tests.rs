//! Tests of the states of Digital Curling 4.

use super::*;
use crate::dc4::message::Settings;
use crate::match_state::{Command, Match};
use crate::setup::Setup;
use curling::physics::Mode;
use curling::rules::Placement;
use curling::{Turn, Vector};
use lookahead::Seed;
use proptest::prelude::*;
use std::time::Duration;

fn curling_match(settings: &Settings, seed: u64) -> Match {
    let mut setup = Setup::new(settings.conditions(Mode::Fast).unwrap(), Seed(seed));
    setup.time = [settings.thinking_time().unwrap(); 2];
    Match::new(setup).unwrap()
}

/// A match of draws here and there, with all its states, two lists for each thing done.
fn told(settings: &Settings, seed: u64) -> (Match, Vec<(Game, Vec<State>)>) {
    let mut curling_match = curling_match(settings, seed);
    let mut states = StateBuilder::new(curling_match.setup());
    let mut all = vec![(*curling_match.game(), vec![states.opening(&curling_match)])];
    let mut number = 0_u8;
    while let Some(team) = curling_match.to_act() {
        number += 1;
        let command = if curling_match.game().phase == Phase::Placing {
            Command::Place(Placement::FOUR[usize::from(number) % 4])
        } else {
            let target = Vector::new(f64::from(number % 5) * 0.4 - 0.8, f64::from(number % 3));
            Command::Throw(
                curling_match
                    .curling()
                    .draw(target, Turn::Clockwise)
                    .unwrap(),
            )
        };
        let event = curling_match
            .apply(team, command, Duration::from_millis(250))
            .unwrap();
        all.push((*curling_match.game(), states.after(&curling_match, &event)));
    }
    (curling_match, all)
}

fn single(game: &Game) -> Game {
    let mut game = *game;
    let stones: Vec<_> = game.stones.iter().collect();
    for (slot, stone) in stones {
        game.stones.place(slot, HackPoint::from(stone.at).into());
    }
    game
}

#[test]
fn a_client_makes_the_same_game_of_every_state() {
    for settings in [Settings::standard(3), Settings::mixed_doubles(3, 4)] {
        let (curling_match, all) = told(&settings, 5);
        let rules = curling_match.curling().rules();
        for (game, states) in &all {
            let text = serde_json::to_string(states.last().unwrap()).unwrap();
            let read: State = serde_json::from_str(&text).unwrap();
            assert_eq!(&read, states.last().unwrap());
            let expected = match game.outcome() {
                Some(outcome) => Stage::Over {
                    winner: outcome.winner.unwrap(),
                },
                None => Stage::ToAct(Box::new(single(game))),
            };
            assert_eq!(read.stage(rules), Ok(expected));
            let conditions = read
                .conditions(curling_match.curling().conditions())
                .unwrap();
            assert_eq!(conditions.rules, *rules);
        }
    }
}

#[test]
fn an_end_is_over_with_its_board_and_then_an_empty_one() {
    let (curling_match, all) = told(&Settings::standard(2), 3);
    let rules = curling_match.curling().rules();
    let doubled: Vec<_> = all.iter().filter(|(_, states)| states.len() == 2).collect();
    assert!(!doubled.is_empty());
    for (_, states) in doubled {
        let [last, fresh] = &states[..] else {
            panic!("two")
        };
        assert_eq!((last.thrown, last.next), (Some(16), None));
        assert_eq!((fresh.thrown, fresh.last_move), (Some(0), None));
        assert_eq!(fresh.end, last.end + 1);
        assert_eq!(last.score, fresh.score);
        assert_eq!(last.stage(rules), Ok(Stage::EndOver));
        assert!(fresh.stones.iter().flatten().all(Option::is_none));
    }
    let (_, last) = all.last().unwrap();
    assert_eq!(last.len(), 1);
    assert!(last[0].winner.is_some() && last[0].next.is_none());
}

#[test]
fn states_name_the_teams_and_report_the_turn_of_the_simulator() {
    let (curling_match, all) = told(&Settings::standard(1), 3);
    let after = serde_json::to_value(&all[1].1[0]).unwrap();
    let names = [&after["first_team_name"], &after["second_team_name"]];
    assert_eq!(
        names,
        [
            curling_match.name(Team::Zero),
            curling_match.name(Team::One)
        ]
    );
    // All shots of this match turn clockwise.
    assert!(after["last_move"]["angular_velocity"].as_f64().unwrap() < 0.0);
}

#[test]
fn before_a_placement_nothing_is_thrown_and_nobody_is_next() {
    let (_, all) = told(&Settings::mixed_doubles(2, 1), 3);
    let json = serde_json::to_value(&all[0].1[0]).unwrap();
    assert!(json["total_shot_number"].is_null() && json["shot_number"].is_null());
    assert!(json["next_shot_team"].is_null());
    assert_eq!(json["mix_doubles_settings"], json["mixed_doubles_settings"]);
    assert_eq!(json["mix_doubles_settings"]["end_setup_team"], "team1");
    let placed = serde_json::to_value(&all[1].1[0]).unwrap();
    assert_eq!(placed["total_shot_number"], 0);
    let stones = &placed["stone_coordinate"]["data"];
    assert_eq!(stones["team0"].as_array().unwrap().len(), 6);
    assert_ne!(stones["team0"][0]["y"], 0.0);
    assert_eq!(stones["team0"][1]["y"], 0.0);
}

#[test]
fn the_clocks_of_the_match_and_of_extra_ends_are_told_apart() {
    let mut settings = Settings::standard(1);
    (settings.time_limit, settings.extra_end_time_limit) = (100.0, 10.0);
    let mut curling_match = curling_match(&settings, 1);
    let mut states = StateBuilder::new(curling_match.setup());
    let through = curling::Shot::new(Vector::new(0.0, 3.9), Turn::Clockwise);
    let mut last = None;
    while curling_match.game().end < 2 {
        let team = curling_match.to_act().unwrap();
        let event = curling_match.apply(team, Command::Throw(through), Duration::from_millis(250));
        last = states.after(&curling_match, &event.unwrap()).pop();
    }
    let last = last.unwrap();
    assert_eq!(last.left, [98.0; 2]);
    assert_eq!(last.left_in_extra_end, [10.0; 2]);
    assert_eq!(last.left_now(Team::One), 10.0);
}

#[test]
fn either_spelling_is_read_and_nonsense_is_not() {
    let (_, all) = told(&Settings::mixed_doubles(2, 1), 3);
    let state = &all[1].1[0];
    let mut old = serde_json::to_value(state).unwrap();
    let fields = old.as_object_mut().unwrap();
    fields.remove("team_shot_number");
    fields.remove("mixed_doubles_settings");
    assert_eq!(
        &serde_json::from_value::<State>(old.clone()).unwrap(),
        state
    );
    old["total_shot_number"] = 12.into();
    let state: State = serde_json::from_value(old.clone()).unwrap();
    let rules = Settings::mixed_doubles(2, 1)
        .conditions(Mode::Fast)
        .unwrap();
    assert!(state.stage(&rules.rules).is_err());
    assert!(state.stage(&Rules::dc4()).is_err());
    old["end_number"] = 1000.into();
    assert!(serde_json::from_value::<State>(old).is_err());
}

proptest! {
    #[test]
    fn no_state_that_can_be_read_is_too_odd_to_be_looked_at(
        end: u8,
        thrown in proptest::option::of(any::<u8>()),
        next in proptest::option::of(0_usize..2),
        chooser in proptest::option::of(0_usize..2),
        pattern: u8,
        score in proptest::collection::vec(any::<u8>(), 0..40),
        points in proptest::collection::vec(proptest::option::of((any::<f32>(), any::<f32>())), 0..20),
    ) {
        let points: Vec<_> = points.into_iter().map(|at| at.map(|(x, y)| HackPoint::new(x, y))).collect();
        let state = State {
            winner: None,
            names: None,
            end,
            thrown,
            next: next.map(|team| Team::BOTH[team]),
            left: [-1.0, f64::MAX],
            left_in_extra_end: [0.0; 2],
            doubles: chooser.map(|team| Doubles { chooser: Team::BOTH[team], pattern, power_play_ends: [Some(end), None] }),
            last_move: None,
            stones: [points.clone(), points],
            score: [score.clone(), score],
            ice: None,
        };
        for rules in [Rules::dc4(), Rules::dc4_mixed_doubles(GuardSpot::default())] {
            if let Ok(Stage::ToAct(game)) = state.stage(&rules) {
                prop_assert!(game.slot().is_some() || game.phase == Phase::Placing);
            }
        }
        let _ = (state.left_now(Team::One), state.total(Team::Zero));
        let _ = state.conditions(&Conditions::named("dc4").unwrap());
    }
}
