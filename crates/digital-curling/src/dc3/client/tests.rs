use super::*;
use crate::bout::{Act, Bout};
use crate::dc3::message::Reason;
use crate::setup::Setup;
use arena::player::Choice;
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::{Placement, Rules};
use serde_json::{Value, json};

fn guest(spec: &str) -> Guest {
    let spec = spec.parse().unwrap();
    let build = move |curling: &Curling| lineup::of(curling.clone()).build(&spec);
    Guest::new("alpha", build, Seed(1), Cancel::new())
}

fn is_ready(team: &str) -> String {
    let setup = Setup::new(Conditions::dc3(), Seed(1));
    let game = config::game(&setup).unwrap();
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

fn seated(player: Box<dyn Player<Curling>>) -> Guest {
    let build = |_: &Curling| Ok::<_, Fault>(player);
    let mut guest = Guest::new("alpha", build, Seed(1), Cancel::new());
    guest.hear(&is_ready("team0")).unwrap();
    guest
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
    let mut guest = guest("draw");
    let said = |answer| match answer {
        Answer::Say(said) => said.write(),
        other => panic!("{other:?}"),
    };
    let hello = r#"{"cmd":"dc","date_time":"2024-03-09T10:00:00+09:00","game_id":"6f0c","version":{"major":1,"minor":0}}"#;
    assert_eq!(
        said(guest.hear(hello).unwrap()),
        r#"{"cmd":"dc_ok","name":"alpha"}"#
    );
    assert_eq!(
        said(guest.hear(&is_ready("team0")).unwrap()),
        r#"{"cmd":"ready_ok","player_order":[0,1,2,3]}"#
    );
    let names = r#"{"cmd":"new_game","name":{"team0":"alpha","team1":"beta"}}"#;
    assert_eq!(guest.hear(names).unwrap(), Answer::Nothing);
    let shot = said(guest.hear(&update(|_| ())).unwrap());
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
    assert_eq!(guest.hear(&next).unwrap(), Answer::Nothing);
    assert_eq!(guest.hear(r#"{"cmd":"weather"}"#).unwrap(), Answer::Nothing);
    let over = update(|update| {
        update["next_team"] = Value::Null;
        update["state"]["game_result"] = json!({"reason": "concede", "winner": "team0"});
        update["state"]["hammer"] = Value::Null;
        update["state"]["shot"] = json!(2);
    });
    assert_eq!(guest.hear(&over).unwrap(), Answer::Nothing);
    assert_eq!(
        guest.hear(r#"{"cmd":"game_over"}"#).unwrap(),
        Answer::HangUp
    );
    let visit = guest.visit();
    assert_eq!(visit.result.unwrap().reason, Reason::Concede);
    assert_eq!((visit.team, visit.shots), (Some(Team::Zero), 1));
    assert_eq!(visit.names.as_ref().unwrap()[1], "beta");
}

#[test]
fn who_resigns_concedes_and_so_does_who_cannot_go_on() {
    let concede = Answer::Say(ToServer::Move {
        r#move: Move::Concede,
    });
    let crashed = Fault::Crashed {
        why: "lost".to_owned(),
    };
    for (answer, trouble) in [
        (Err(Fault::Resigned), None),
        (Err(crashed.clone()), Some(crashed)),
    ] {
        let mut guest = seated(Box::new(Stub(answer)));
        assert_eq!(guest.hear(&update(|_| ())).unwrap(), concede);
        assert_eq!(guest.visit().trouble, trouble);
    }
    let placement = Action::Place(Placement::CENTRE_HOUSE);
    let mut guest = seated(Box::new(Stub(Ok(placement))));
    assert_eq!(guest.hear(&update(|_| ())).unwrap(), concede);
    assert!(guest.visit().trouble.is_some());
}

#[test]
fn a_server_that_makes_no_sense_is_left_with_the_reason() {
    let refused = |line: &str, words: &str| {
        let error = guest("draw").hear(line).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("hello", "is no object of JSON");
    refused(&update(|_| ()), "before is_ready");
    refused(r#"{"cmd":"dc","version":{"major":9}}"#, "version 9");
    refused(
        r#"{"cmd":"is_ready","team":"team0","game":{"rule":"curl"}}"#,
        "`game.rule`: there is no `curl`",
    );
    let mut guest = guest("draw");
    guest.hear(&is_ready("team1")).unwrap();
    assert!(guest.hear(&is_ready("team1")).is_err());
    let absurd = update(|update| update["state"]["shot"] = json!(99));
    let error = guest.hear(&absurd).unwrap_err().to_string();
    assert!(error.contains("`update` makes no sense"), "{error}");
}

#[test]
fn a_player_that_does_not_exist_is_named() {
    let mut guest = guest("nobody");
    let error = guest.hear(&is_ready("team0")).unwrap_err().to_string();
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
    let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(4))).unwrap();
    let mut guest = guest("draw");
    guest.hear(&is_ready("team0")).unwrap();
    let mut news = None;
    for _ in 0..6 {
        let update = state::update(&bout, news.as_ref(), Some(5000));
        let line = ToClient::Update(Box::new(update)).write();
        let answer = guest.hear(&line).unwrap();
        let team = bout.to_act().unwrap();
        assert_eq!(matches!(answer, Answer::Say(_)), team == Team::Zero);
        let shot = bout
            .curling()
            .draw(curling::Vector::ZERO, curling::Turn::Clockwise)
            .unwrap();
        news = Some(bout.act(team, Act::Throw(shot), Duration::ZERO).unwrap());
    }
    assert_eq!(guest.visit().shots, 3);
}
