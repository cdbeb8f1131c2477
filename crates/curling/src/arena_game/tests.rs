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
