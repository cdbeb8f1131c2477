//! Tests of curling as a game of the arena: legal actions, turns, views.

use super::*;
use crate::rules::Placement;
use arena::game::Game as _;
use lookahead::Seed;

fn curling(name: &str) -> Curling {
    Curling::new(Conditions::named(name).unwrap()).unwrap()
}

fn start(curling: &Curling) -> Game {
    curling.start(&mut Seed(1).rng())
}

fn throw(x: f64, y: f64) -> Action {
    Action::Throw(Shot::new(Vector::new(x, y), Turn::Clockwise))
}

#[test]
fn impossible_shots_are_refused() {
    let curling = curling("paper");
    let start = start(&curling);
    let check = |action| curling.check(&start, &action);
    assert_eq!(check(throw(0.0, 30.0)), Ok(()));
    for (action, words) in [
        (throw(f64::NAN, 30.0), "the velocity is not a finite number"),
        (
            throw(0.0, f64::INFINITY),
            "the velocity is not a finite number",
        ),
        (throw(0.0, 1e9), "m/s is above the limit"),
        (
            curling.read_action("throw nan 1 cw").unwrap(),
            "not a finite number",
        ),
        (
            curling.read_action("throw 0 30 cw inf").unwrap(),
            "the spin is not a finite number",
        ),
        (
            curling.read_action("throw 0 30 cw 1e6").unwrap(),
            "rad/s is above the limit",
        ),
        (
            Action::Place(Placement::CENTRE_HOUSE),
            "no stones to place now",
        ),
    ] {
        let error = check(action).unwrap_err();
        assert!(error.contains(words), "{action}: {error}");
    }
}

#[test]
fn stones_of_mixed_doubles_are_placed_by_the_chooser_before_the_first_throw() {
    let curling = curling("dc4-mixed-doubles");
    let mut game = start(&curling);
    assert_eq!(curling.turn(&game), Some(Team::One.index()));
    let error = curling.check(&game, &throw(0.0, 2.4)).unwrap_err();
    assert_eq!(error, "the stones of this end have not been placed");
    let placing = Action::Place(Placement::CENTRE_HOUSE);
    assert_eq!(curling.check(&game, &placing), Ok(()));
    curling.play(&mut game, &placing, &mut Seed(1).rng());
    assert_eq!(curling.turn(&game), Some(Team::Zero.index()));
    assert!(curling.check(&game, &placing).is_err());
}

#[test]
fn a_finished_match_has_no_turn_and_no_legal_action() {
    for name in ["paper", "dc4-mixed-doubles"] {
        let curling = curling(name);
        let mut game = start(&curling);
        game.concede(curling.rules(), Team::Zero).unwrap();
        assert_eq!(curling.turn(&game), None);
        for action in [throw(0.0, 2.4), Action::Place(Placement::CENTRE_HOUSE)] {
            assert_eq!(
                curling.check(&game, &action),
                Err("the match is over".to_owned())
            );
        }
        // Who gives up has lost, whatever the points are.
        assert_eq!(curling.score(&game).share, 0.0);
        assert_eq!(curling.score(&game).points, [0.0; 2]);
    }
}

#[test]
fn a_view_is_the_match_as_json() {
    let curling = curling("dc2");
    let game = start(&curling);
    let text = curling.write_view(&curling.view(&game, 0));
    assert!(!text.contains('\n'));
    assert_eq!(serde_json::from_str::<Game>(&text).unwrap(), game);
}

#[test]
fn the_same_ice_is_kept_under_other_rules_and_not_on_other_ice() {
    let dc4 = curling("dc4");
    let doubles = Conditions::named("dc4-mixed-doubles").unwrap();
    let under = dc4.under(doubles.clone()).unwrap();
    assert_eq!(under.conditions(), &doubles);
    assert_eq!(under.tee(), dc4.tee());
    let legacy = dc4.under(Conditions::legacy()).unwrap();
    assert_ne!(legacy.tee(), dc4.tee());
    let mut unplayable = doubles;
    unplayable.rules.ends = 0;
    assert!(dc4.under(unplayable).is_err());
}

#[test]
fn shots_are_counted_to_the_end_of_the_match_and_an_extra_end() {
    let rules = Rules::dc3();
    let mut game = Game::new(&rules).unwrap();
    assert_eq!(shots_to_come(&rules, &game), 88);
    (game.end, game.shot) = (9, 15);
    assert_eq!(shots_to_come(&rules, &game), 9);
    assert_eq!(shots_to_come(&Rules::legacy(), &game), 1);
}

fn changing(text: &str) -> Curling {
    let conditions = Conditions::named("dc3").unwrap();
    Curling::new(conditions.changed(&text.parse().unwrap()).unwrap()).unwrap()
}

#[test]
fn friction_changes_from_shot_to_shot_in_both_modes() {
    let curling = changing("ends = 2\nfriction_drift = 1.1\nnoise = 0");
    let shot = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
    let mut game = start(&curling);
    let at = |game: &Game, mode| {
        let simulated = curling.simulate(mode, game, &shot).unwrap();
        simulated
            .outcome
            .stones
            .get(game.slot().unwrap())
            .unwrap()
            .at
    };
    assert!(at(&game, Mode::Exact).length() < 0.03);
    (game.end, game.shot) = (1, 15);
    let (exact, fast) = (at(&game, Mode::Exact), at(&game, Mode::Fast));
    assert!(exact.y < -2.0, "{exact:?}");
    assert!((exact - fast).length() < 0.03, "{exact:?} {fast:?}");
    // As on ice that has this friction from the start.
    let slow = changing("friction_scale = 1.1\nnoise = 0");
    let same = slow.simulate(Mode::Exact, &start(&slow), &shot).unwrap();
    assert_eq!(same.outcome.stones.get(0).unwrap().at, exact);
}

#[test]
fn stones_wear_the_ice_from_shot_to_shot_and_players_see_it() {
    let curling = changing("wear = 0.02\nnoise = 0");
    let shot = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
    let mut game = start(&curling);
    let mut reached = Vec::new();
    for _ in 0..4 {
        let after = curling.simulate(Mode::Exact, &game, &shot).unwrap();
        reached.push(after.outcome.stones.get(game.slot().unwrap()).unwrap().at.y);
        curling.play(&mut game, &Action::Throw(shot), &mut Seed(1).rng());
        assert_eq!(game.passages, after.passages);
        // The same shot again, on an empty sheet.
        game.stones = Stones::none();
    }
    assert!(
        reached.windows(2).all(|pair| pair[1] < pair[0] - 0.1),
        "{reached:?}"
    );
    let view = curling.write_view(&curling.view(&game, 0));
    assert!(view.contains("\"passages\":[["), "{view}");
    let fresh = curling.write_view(&start(&curling));
    assert!(!fresh.contains("passages"), "{fresh}");
    let read: Game = serde_json::from_str(&view).unwrap();
    assert_eq!(read, game);
}

#[test]
fn sweeping_needs_leave_of_the_conditions() {
    let swept = "throw 0 2.4 cw sweep -10 0 1";
    let check = |curling: &Curling| {
        let action = curling.read_action(swept).unwrap();
        curling.check(&start(curling), &action)
    };
    let error = check(&curling("dc3")).unwrap_err();
    assert!(error.starts_with("sweeping is not allowed"), "{error}");
    let allowed = changing("sweeping = true");
    assert_eq!(check(&allowed), Ok(()));
    let error = check(&allowed.without_changes()).unwrap_err();
    assert!(error.starts_with("sweeping is not allowed"), "{error}");
    let wrong = allowed.read_action("throw 0 2.4 cw sweep 0 -10").unwrap();
    let error = allowed.check(&start(&allowed), &wrong).unwrap_err();
    assert!(error.starts_with("sweep.to is -10"), "{error}");
}

#[test]
fn a_match_starts_from_any_view_and_its_own_start_is_not_written() {
    let curling = curling("paper");
    let mut game = start(&curling);
    assert_eq!(curling.write_start(&game), None);
    let mut rng = Seed(1).rng();
    for _ in 0..20 {
        let action = curling.sample(&game, &mut rng).unwrap();
        curling.play(&mut game, &action, &mut rng);
    }
    let text = curling.write_start(&game).unwrap();
    assert_eq!(curling.read_start(&text), Ok(game));
    assert_eq!(
        curling.read_start(&curling.write_view(&start(&curling))),
        Ok(start(&curling))
    );
}

#[test]
fn a_start_that_is_no_match_under_these_rules_is_refused() {
    let curling = curling("paper");
    let why = |text: &str| curling.read_start(text).unwrap_err();
    assert!(why("nothing").starts_with("the start is not a match"));
    assert!(why("{}").contains("missing field"));
    let late = Game {
        shot: 16,
        ..start(&curling)
    };
    assert!(curling.read_start(&curling.write_view(&late)).is_err());
}
