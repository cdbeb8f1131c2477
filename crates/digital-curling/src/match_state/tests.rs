//! Tests of the match state machine.

use super::*;
use crate::setup::ThinkingTime;
use arena::clock::Span;
use arena::referee;
use curling::conditions::Conditions;
use curling::rules::{IfLevel, Reason};
use curling::{Turn, Vector};
use lookahead::Seed;

fn conditions(text: &str) -> Conditions {
    Conditions::dc3().changed(&text.parse().unwrap()).unwrap()
}

fn setup(text: &str) -> Setup {
    Setup::new(conditions(text), Seed(7))
}

/// Draws to the tee until the match is over.
fn finished(mut curling_match: Match) -> (Match, Vec<Event>) {
    let shot = curling_match
        .curling()
        .draw(Vector::ZERO, Turn::Clockwise)
        .unwrap();
    let mut all = Vec::new();
    while let Some(team) = curling_match.to_act() {
        let command = match curling_match.game().phase {
            Phase::Placing => Command::Place(Placement::CENTRE_HOUSE),
            _ => Command::Throw(shot),
        };
        all.push(
            curling_match
                .apply(team, command, Duration::from_millis(10))
                .unwrap(),
        );
    }
    (curling_match, all)
}

#[test]
fn a_match_written_down_can_be_done_again_and_played_again() {
    for text in [
        "ends = 2",
        "platform = 'dc4-mixed-doubles'\nends = 2",
        "platform = 'gat'\nends = 2",
    ] {
        let (curling_match, event) = finished(Match::new(setup(text)).unwrap());
        let mut replayed = Match::new(curling_match.setup().clone()).unwrap();
        for event in &event {
            let text = serde_json::to_string(&event.entry).unwrap();
            let entry: Entry = serde_json::from_str(&text).unwrap();
            assert_eq!(replayed.replay(entry).unwrap(), *event);
        }
        assert_eq!(replayed.game(), curling_match.game());
        assert_eq!(replayed.clocks, curling_match.clocks);
        let (_, again) = finished(Match::new(curling_match.setup().clone()).unwrap());
        assert_eq!(again, event);
    }
}

#[test]
fn dice_fall_as_at_the_referees_table() {
    let (curling_match, event) =
        finished(Match::new(setup("ends = 2\nextra_ends = false")).unwrap());
    let moves: Vec<_> = event
        .iter()
        .map(|event| arena::MoveRecord {
            seat: event.entry.team.index(),
            action: match &event.entry.command {
                Command::Throw(shot) => Action::Throw(*shot).to_string(),
                other => panic!("{other:?}"),
            },
            seconds: 0.0,
            thought: None,
        })
        .collect();
    let positions = referee::replay(curling_match.curling(), Seed(7), &moves).unwrap();
    assert_eq!(positions.last(), Some(curling_match.game()));
}

#[test]
fn a_forged_entry_is_refused() {
    let (curling_match, event) =
        finished(Match::new(setup("ends = 1\nextra_ends = false")).unwrap());
    let fresh = || Match::new(curling_match.setup().clone()).unwrap();
    let mut forged = event[0].entry.clone();
    forged.delivery.as_mut().unwrap().shot = None;
    assert_eq!(
        fresh().replay(forged).unwrap_err(),
        EntryError::DiceMismatch
    );
    let mut forged = event[0].entry.clone();
    forged
        .delivery
        .as_mut()
        .unwrap()
        .stones
        .place(9, Vector::ZERO);
    assert!(matches!(fresh().replay(forged), Err(EntryError::Stones(_))));
    let forged = event[1].entry.clone();
    assert!(matches!(
        fresh().replay(forged),
        Err(EntryError::Refused(_))
    ));
}

#[test]
fn only_the_team_to_act_throws_and_what_is_refused_changes_nothing() {
    let mut curling_match = Match::new(setup("platform = 'dc4-mixed-doubles'")).unwrap();
    let before = *curling_match.game();
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    let throw = |curling_match: &mut Match, team| {
        curling_match.apply(team, Command::Throw(shot), Duration::ZERO)
    };
    assert!(matches!(
        throw(&mut curling_match, Team::Zero),
        Err(Refusal::Impossible(_))
    ));
    let place = Command::Place(Placement::CENTRE_HOUSE);
    let refused = curling_match.apply(Team::Zero, place.clone(), Duration::ZERO);
    assert_eq!(
        refused.unwrap_err(),
        Refusal::NotYourTurn { to_act: Team::One }
    );
    assert_eq!(*curling_match.game(), before);
    curling_match
        .apply(Team::One, place.clone(), Duration::ZERO)
        .unwrap();
    assert!(
        curling_match
            .apply(Team::One, place, Duration::ZERO)
            .is_err()
    );
    for absurd in [f64::NAN, f64::INFINITY] {
        let shot = Shot::new(Vector::new(absurd, 2.4), Turn::Clockwise);
        assert!(
            curling_match
                .apply(Team::Zero, Command::Throw(shot), Duration::ZERO)
                .is_err()
        );
    }
    assert!(throw(&mut curling_match, Team::Zero).is_ok());
}

#[test]
fn a_shot_that_comes_too_late_loses() {
    let mut setup = setup("");
    setup.time[0].game = Some(Span(Duration::from_secs(1)));
    let mut curling_match = Match::new(setup).unwrap();
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    let event = curling_match
        .apply(Team::Zero, Command::Throw(shot), Duration::from_secs(2))
        .unwrap();
    assert_eq!(event.entry.command, Command::TimeOut);
    let outcome = curling_match.game().outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::One), Reason::Time)
    );
    let after = curling_match.apply(Team::One, Command::Concede, Duration::ZERO);
    assert_eq!(after.unwrap_err(), Refusal::Over);
}

#[test]
fn an_extra_end_has_a_clock_of_its_own() {
    let mut setup = setup("ends = 1");
    let span = |ms| Some(Span(Duration::from_millis(ms)));
    setup.time = [ThinkingTime {
        game: span(5000),
        extra_end: span(700),
        ..ThinkingTime::default()
    }; 2];
    let mut curling_match = Match::new(setup).unwrap();
    assert_eq!(
        curling_match.curling().rules().if_level,
        IfLevel::ExtraEndsUntil(255)
    );
    // Through the house, so that the end is blank.
    let through = Shot::new(Vector::new(0.0, 3.9), Turn::Clockwise);
    while curling_match.game().end == 0 {
        let team = curling_match.to_act().unwrap();
        curling_match
            .apply(team, Command::Throw(through), Duration::from_millis(100))
            .unwrap();
    }
    for team in Team::BOTH {
        assert_eq!(
            curling_match.time_left(team).game,
            span(700).map(|span| span.0)
        );
        assert_eq!(curling_match.time_used(team), Duration::from_millis(800));
    }
}

#[test]
fn orders_are_taken_before_the_first_stone_only() {
    let mut curling_match = Match::new(setup("")).unwrap();
    assert!(curling_match.orders_are_due());
    let order = |players: &[u8]| Command::Order(players.to_vec());
    assert!(
        curling_match
            .apply(Team::One, order(&[0, 1, 1, 2]), Duration::ZERO)
            .is_err()
    );
    curling_match
        .apply(Team::One, order(&[3, 1, 0, 2]), Duration::ZERO)
        .unwrap();
    assert_eq!(curling_match.game().orders[1], [3, 1, 0, 2]);
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    curling_match
        .apply(Team::Zero, Command::Throw(shot), Duration::ZERO)
        .unwrap();
    assert!(
        curling_match
            .apply(Team::Zero, order(&[3, 1, 0, 2]), Duration::ZERO)
            .is_err()
    );
    assert!(!curling_match.orders_are_due());
}
