use super::*;
use crate::setup::Allowance;
use arena::clock::Span;
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
fn finished(mut bout: Bout) -> (Bout, Vec<News>) {
    let shot = bout.curling().draw(Vector::ZERO, Turn::Clockwise).unwrap();
    let mut all = Vec::new();
    while let Some(team) = bout.to_act() {
        let act = match bout.game().phase {
            Phase::Placing => Act::Place(Placement::CENTRE_HOUSE),
            _ => Act::Throw(shot),
        };
        all.push(bout.act(team, act, Duration::from_millis(10)).unwrap());
    }
    (bout, all)
}

#[test]
fn a_match_written_down_can_be_done_again_and_played_again() {
    for text in [
        "ends = 2",
        "platform = 'dc4-mixed-doubles'\nends = 2",
        "platform = 'gat'\nends = 2",
    ] {
        let (bout, news) = finished(Bout::new(setup(text)).unwrap());
        let mut redone = Bout::new(bout.setup().clone()).unwrap();
        for news in &news {
            let text = serde_json::to_string(&news.entry).unwrap();
            let entry: Entry = serde_json::from_str(&text).unwrap();
            assert_eq!(redone.redo(entry).unwrap(), *news);
        }
        assert_eq!(redone.game(), bout.game());
        assert_eq!(redone.clocks, bout.clocks);
        let (_, again) = finished(Bout::new(bout.setup().clone()).unwrap());
        assert_eq!(again, news);
    }
}

#[test]
fn dice_fall_as_at_the_referees_table() {
    let (bout, news) = finished(Bout::new(setup("ends = 2\nextra_ends = false")).unwrap());
    let moves: Vec<_> = news
        .iter()
        .map(|news| arena::MoveRecord {
            seat: news.entry.team.index(),
            action: match &news.entry.act {
                Act::Throw(shot) => Action::Throw(*shot).to_string(),
                other => panic!("{other:?}"),
            },
            seconds: 0.0,
            thought: None,
        })
        .collect();
    let positions = referee::replay(bout.curling(), Seed(7), &moves).unwrap();
    assert_eq!(positions.last(), Some(bout.game()));
}

#[test]
fn a_forged_entry_is_refused() {
    let (bout, news) = finished(Bout::new(setup("ends = 1\nextra_ends = false")).unwrap());
    let fresh = || Bout::new(bout.setup().clone()).unwrap();
    let mut forged = news[0].entry.clone();
    forged.came.as_mut().unwrap().shot = None;
    assert_eq!(fresh().redo(forged).unwrap_err(), RedoError::OtherDice);
    let mut forged = news[0].entry.clone();
    forged.came.as_mut().unwrap().stones.place(9, Vector::ZERO);
    assert!(matches!(fresh().redo(forged), Err(RedoError::Stones(_))));
    let forged = news[1].entry.clone();
    assert!(matches!(fresh().redo(forged), Err(RedoError::Refused(_))));
}

#[test]
fn only_the_team_to_act_throws_and_what_is_refused_changes_nothing() {
    let mut bout = Bout::new(setup("platform = 'dc4-mixed-doubles'")).unwrap();
    let before = *bout.game();
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    let throw = |bout: &mut Bout, team| bout.act(team, Act::Throw(shot), Duration::ZERO);
    assert!(matches!(
        throw(&mut bout, Team::Zero),
        Err(Refusal::Impossible(_))
    ));
    let place = Act::Place(Placement::CENTRE_HOUSE);
    let refused = bout.act(Team::Zero, place.clone(), Duration::ZERO);
    assert_eq!(
        refused.unwrap_err(),
        Refusal::NotYourTurn { whose: Team::One }
    );
    assert_eq!(*bout.game(), before);
    bout.act(Team::One, place.clone(), Duration::ZERO).unwrap();
    assert!(bout.act(Team::One, place, Duration::ZERO).is_err());
    for absurd in [f64::NAN, f64::INFINITY] {
        let shot = Shot::new(Vector::new(absurd, 2.4), Turn::Clockwise);
        assert!(
            bout.act(Team::Zero, Act::Throw(shot), Duration::ZERO)
                .is_err()
        );
    }
    assert!(throw(&mut bout, Team::Zero).is_ok());
}

#[test]
fn a_shot_that_comes_too_late_loses() {
    let mut setup = setup("");
    setup.time[0].game = Some(Span(Duration::from_secs(1)));
    let mut bout = Bout::new(setup).unwrap();
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    let news = bout
        .act(Team::Zero, Act::Throw(shot), Duration::from_secs(2))
        .unwrap();
    assert_eq!(news.entry.act, Act::TimeOut);
    let outcome = bout.game().outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::One), Reason::Time)
    );
    let after = bout.act(Team::One, Act::Concede, Duration::ZERO);
    assert_eq!(after.unwrap_err(), Refusal::Over);
}

#[test]
fn an_extra_end_has_a_clock_of_its_own() {
    let mut setup = setup("ends = 1");
    let span = |ms| Some(Span(Duration::from_millis(ms)));
    setup.time = [Allowance {
        game: span(5000),
        extra_end: span(700),
        ..Allowance::default()
    }; 2];
    let mut bout = Bout::new(setup).unwrap();
    assert_eq!(
        bout.curling().rules().if_level,
        IfLevel::ExtraEndsUntil(255)
    );
    // Through the house, so that the end is blank.
    let through = Shot::new(Vector::new(0.0, 3.9), Turn::Clockwise);
    while bout.game().end == 0 {
        let team = bout.to_act().unwrap();
        bout.act(team, Act::Throw(through), Duration::from_millis(100))
            .unwrap();
    }
    for team in Team::BOTH {
        assert_eq!(bout.time_left(team).game, span(700).map(|span| span.0));
        assert_eq!(bout.time_used(team), Duration::from_millis(800));
    }
}

#[test]
fn orders_are_taken_before_the_first_stone_only() {
    let mut bout = Bout::new(setup("")).unwrap();
    assert!(bout.orders_are_due());
    let order = |players: &[u8]| Act::Order(players.to_vec());
    assert!(
        bout.act(Team::One, order(&[0, 1, 1, 2]), Duration::ZERO)
            .is_err()
    );
    bout.act(Team::One, order(&[3, 1, 0, 2]), Duration::ZERO)
        .unwrap();
    assert_eq!(bout.game().orders[1], [3, 1, 0, 2]);
    let shot = Shot::new(Vector::new(0.0, 2.4), Turn::Clockwise);
    bout.act(Team::Zero, Act::Throw(shot), Duration::ZERO)
        .unwrap();
    assert!(
        bout.act(Team::Zero, order(&[3, 1, 0, 2]), Duration::ZERO)
            .is_err()
    );
    assert!(!bout.orders_are_due());
}
