//! Tests of self-play: scenarios, points, random streams.

use super::super::win_table_training::log::EndLog;
use super::super::win_table_training::{Plan, RunOptions, play};
use super::*;
use crate::conditions::Conditions;

fn player(conditions: &str, mode: Mode) -> SelfPlay {
    let curling = Curling::new(Conditions::named(conditions).unwrap()).unwrap();
    SelfPlay::new(&curling, &Settings::coarse(), mode).unwrap()
}

fn mean(player: &SelfPlay, utility: EndUtility, ends: u64) -> f64 {
    let points = |number| player.end(Scenario::Points, utility, Seed(2), number, &Cancel::new());
    let sum: i32 = (0..ends)
        .map(|number| i32::from(points(number).unwrap()))
        .sum();
    f64::from(sum) / ends as f64
}

#[test]
fn the_hammer_scores_and_who_wants_to_lose_does_not() {
    let player = player("paper", Mode::Fast);
    let hammers = mean(&player, EndUtility::points(), 12);
    assert!(hammers > 0.0, "{hammers}");
    // Worth turned upside down: the lead wants the hammer to score and the hammer does not.
    let generous = EndUtility::new(|points| EndUtility::points().of(-points));
    let given = mean(&player, generous, 12);
    assert!(given < hammers, "{given} {hammers}");
}

#[test]
fn an_end_starts_as_its_scenario_says() {
    let player = player("paper", Mode::Fast);
    let state = State {
        ends_left: 3,
        difference: -2,
    };
    for (number, hammer) in [(0, Team::One), (1, Team::Zero)] {
        let game = start(player.curling(), Scenario::Match(state), number);
        assert_eq!((game.end, game.shot, game.lead), (7, 0, hammer.other()));
        assert_eq!(hammer.signed(game.scores.difference() as i8), -2);
    }
    let whole = State {
        ends_left: 10,
        ..state
    };
    let game = start(player.curling(), Scenario::Match(whole), 0);
    assert_eq!((game.end, game.scores.difference()), (0, 2));
    assert_eq!(game.scores.ends[0], 0); // the end about to be played has no points yet
}

#[test]
fn the_points_are_those_of_the_team_with_the_hammer_in_the_last_end_too() {
    let player = player("paper", Mode::Exact);
    let last = Scenario::Match(State {
        ends_left: 1,
        difference: 1,
    });
    for number in 0..2 {
        let points = player.end(last, EndUtility::points(), Seed(1), number, &Cancel::new());
        assert!(points.unwrap().abs() <= 8);
    }
}

#[test]
fn mixed_doubles_are_played_too() {
    let player = player("dc4-mixed-doubles", Mode::Fast);
    let game = start(player.curling(), Scenario::Points, 1);
    assert_eq!(
        (game.phase, game.chooser),
        (Phase::Throwing, Some(Team::Zero))
    );
    let points = player.end(
        Scenario::Points,
        EndUtility::points(),
        Seed(1),
        1,
        &Cancel::new(),
    );
    assert!(points.unwrap().abs() <= 6);
}

#[test]
fn a_cancelled_end_has_no_points() {
    let (player, cancel) = (player("paper", Mode::Fast), Cancel::new());
    cancel.cancel();
    let points = player.end(Scenario::Points, EndUtility::points(), Seed(1), 0, &cancel);
    assert_eq!(points, None);
}

#[test]
fn scenarios_and_numbers_have_random_streams_of_their_own() {
    let state = |ends_left, difference| {
        Scenario::Match(State {
            ends_left,
            difference,
        })
    };
    let scenarios = [
        Scenario::Points,
        Scenario::ExtraEnd,
        state(1, 0),
        state(0, 1),
        state(1, -1),
        state(1, 1),
        state(2, 1),
    ];
    let mut streams = scenarios.map(|scenario| scenario.stream(Seed(1)).0);
    streams.sort_unstable();
    assert!(streams.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_run_of_real_ends_is_the_same_on_any_number_of_threads() {
    let player = player("paper", Mode::Fast);
    let plan = Plan {
        first: 2,
        per_state: 1,
        ends: 1,
        difference: 1,
        ..Plan::default()
    };
    let run = |threads| {
        let mut options = RunOptions {
            threads,
            cancel: &Cancel::new(),
            append: &mut |_| Ok(()),
            progress: &mut |_| {},
        };
        let end = |scenario, utility, number, cancel: &Cancel| {
            player.end(scenario, utility, Seed(4), number, cancel)
        };
        play(&plan, EndLog::default(), &end, &mut options).unwrap()
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn what_ends_do_not_depend_on_is_not_in_their_identity() {
    let curling = Curling::new(Conditions::paper()).unwrap();
    let mut settings = Settings::coarse();
    let of = |settings: &Settings, mode, seed| {
        SelfPlay::new(&curling, settings, mode)
            .unwrap()
            .identity(Seed(seed))
    };
    let one = of(&settings, Mode::Fast, 1);
    assert_ne!(one, of(&settings, Mode::Exact, 1));
    assert_ne!(one, of(&settings, Mode::Fast, 2));
    settings.search.goal = Goal::Points;
    settings.win_table = Some(crate::players::win_table::WinTable::standard());
    assert_eq!(one, of(&settings, Mode::Fast, 1));
    settings.search.depth = 2;
    assert_ne!(one, of(&settings, Mode::Fast, 1));
    // What was written is what was meant, to the last digit.
    let text = one.to_string();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), one);
}
