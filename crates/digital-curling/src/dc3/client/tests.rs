//! Tests of the Digital Curling 3 client against a scripted server.

use super::*;
use crate::dc3::message::Reason;
use crate::match_state::{Command, Match};
use crate::setup::Setup;
use arena::player::Choice;
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::{Placement, Rules};
use serde_json::{Value, json};

fn session(spec: &str) -> ClientSession {
    let spec = spec.parse().unwrap();
    let build = move |curling: &Curling| lineup::of(curling.clone()).build(&spec);
    ClientSession::new("alpha", build, Seed(1), Cancel::new())
}

fn is_ready(team: &str) -> String {
    let setup = Setup::new(Conditions::dc3(), Seed(1));
    let game = config::write_game(&setup).unwrap();
    json!({"cmd": "is_ready", "game": game, "team": team}).to_string()
}

fn update(change: impl FnOnce(&mut Value)) -> String {
    let rules = Rules::dc3();
    let fresh = Game::new(&rules).unwrap();
    let state = state::state(&fresh, &rules, [Some(Duration::from_secs(219)); 2]);
    let mut update =
        json!({"cmd": "update", "last_move": null, "next_team": "team0", "state": state});
    change(&mut update);
    update.to_string()
}

fn seated(player: Box<dyn Player<Curling>>) -> ClientSession {
    let build = |_: &Curling| Ok::<_, Fault>(player);
    let mut session = ClientSession::new("alpha", build, Seed(1), Cancel::new());
    session.handle(&is_ready("team0")).unwrap();
    session
}

/// A player that has one answer, and remembers how long it might have thought.
struct Stub(Result<Action, Fault>);

impl Player<Curling> for Stub {
    fn choose(
        &mut self,
        _: &Curling,
        _: &Game,
        thinking: &Thinking,
    ) -> Result<Choice<Action>, Fault> {
        let left = thinking.time.hard_limit().unwrap();
        assert!(left < Duration::from_secs(219) && left > Duration::from_secs(218));
        self.0.clone().map(Choice::from)
    }
}

#[test]
fn the_conversation_of_the_manual_is_understood() {
    let mut session = session("draw");
    let said = |answer| match answer {
        Answer::Send(said) => said.write(),
        other => panic!("{other:?}"),
    };
    let hello = r#"{"cmd":"dc","date_time":"2024-03-09T10:00:00+09:00","game_id":"6f0c","version":{"major":1,"minor":0}}"#;
    assert_eq!(
        said(session.handle(hello).unwrap()),
        r#"{"cmd":"dc_ok","name":"alpha"}"#
    );
    assert_eq!(
        said(session.handle(&is_ready("team0")).unwrap()),
        r#"{"cmd":"ready_ok","player_order":[0,1,2,3]}"#
    );
    let names = r#"{"cmd":"new_game","name":{"team0":"alpha","team1":"beta"}}"#;
    assert_eq!(session.handle(names).unwrap(), Answer::Nothing);
    let shot = said(session.handle(&update(|_| ())).unwrap());
    let shot = ToServer::read(&shot).unwrap();
    let ToServer::Move { r#move } = shot else {
        panic!("a move");
    };
    assert!(r#move.shot().unwrap().velocity.y > 2.0);
    let next = update(|update| {
        update["state"]["shot"] = json!(1);
        update["next_team"] = json!("team1");
        update["last_move"] = json!({"actual_move": r#move, "free_guard_zone_foul": false});
        update["state"]["stones"]["team0"][0] =
            json!({"angle": 0.0, "position": {"x": 0.5, "y": 38.0}});
    });
    assert_eq!(session.handle(&next).unwrap(), Answer::Nothing);
    assert_eq!(
        session.handle(r#"{"cmd":"weather"}"#).unwrap(),
        Answer::Nothing
    );
    let over = update(|update| {
        update["next_team"] = Value::Null;
        update["state"]["game_result"] = json!({"reason": "concede", "winner": "team0"});
        update["state"]["hammer"] = Value::Null;
        update["state"]["shot"] = json!(2);
    });
    assert_eq!(session.handle(&over).unwrap(), Answer::Nothing);
    assert_eq!(
        session.handle(r#"{"cmd":"game_over"}"#).unwrap(),
        Answer::HangUp
    );
    let report = session.report();
    assert_eq!(report.result.unwrap().reason, Reason::Concede);
    assert_eq!((report.team, report.shots), (Some(Team::Zero), 1));
    assert_eq!(report.names.as_ref().unwrap()[1], "beta");
}

#[test]
fn who_resigns_concedes_and_so_does_who_cannot_go_on() {
    let concede = Answer::Send(ToServer::Move {
        r#move: Move::Concede,
    });
    let crashed = Fault::Crashed {
        why: "lost".to_owned(),
    };
    for (answer, fault) in [
        (Err(Fault::Resigned), None),
        (Err(crashed.clone()), Some(crashed)),
    ] {
        let mut session = seated(Box::new(Stub(answer)));
        assert_eq!(session.handle(&update(|_| ())).unwrap(), concede);
        assert_eq!(session.report().fault, fault);
    }
    let placement = Action::Place(Placement::CENTRE_HOUSE);
    let mut session = seated(Box::new(Stub(Ok(placement))));
    assert_eq!(session.handle(&update(|_| ())).unwrap(), concede);
    assert!(session.report().fault.is_some());
}

#[test]
fn a_server_that_makes_no_sense_is_left_with_the_reason() {
    let refused = |line: &str, words: &str| {
        let error = session("draw").handle(line).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("hello", "is not a JSON object");
    refused(&update(|_| ()), "before is_ready");
    refused(r#"{"cmd":"dc","version":{"major":9}}"#, "version 9");
    refused(
        r#"{"cmd":"is_ready","team":"team0","game":{"rule":"curl"}}"#,
        "`game.rule`: unknown value `curl`",
    );
    let mut session = session("draw");
    session.handle(&is_ready("team1")).unwrap();
    assert!(session.handle(&is_ready("team1")).is_err());
    let absurd = update(|update| update["state"]["shot"] = json!(99));
    let error = session.handle(&absurd).unwrap_err().to_string();
    assert!(error.contains("invalid `update`"), "{error}");
}

#[test]
fn a_player_that_does_not_exist_is_named() {
    let mut session = session("nobody");
    let error = session.handle(&is_ready("team0")).unwrap_err().to_string();
    assert!(error.contains("nobody"), "{error}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let error = connect(&address, Duration::from_millis(60), &Cancel::new()).unwrap_err();
    assert!(error.to_string().contains(&address), "{error}");
}

#[test]
fn a_match_is_followed_update_by_update() {
    let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(4))).unwrap();
    let mut session = session("draw");
    session.handle(&is_ready("team0")).unwrap();
    let mut event = None;
    for _ in 0..6 {
        let update = state::update(&curling_match, event.as_ref(), Some(5000));
        let line = ToClient::Update(Box::new(update)).write();
        let answer = session.handle(&line).unwrap();
        let team = curling_match.to_act().unwrap();
        assert_eq!(matches!(answer, Answer::Send(_)), team == Team::Zero);
        let shot = curling_match
            .curling()
            .draw(curling::Vector::ZERO, curling::Turn::Clockwise)
            .unwrap();
        event = Some(
            curling_match
                .apply(team, Command::Throw(shot), Duration::ZERO)
                .unwrap(),
        );
    }
    assert_eq!(session.report().shots, 3);
}
