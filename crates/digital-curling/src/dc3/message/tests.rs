//! Tests of the messages of Digital Curling 3.

use super::*;
use proptest::prelude::*;

fn point(x: f32, y: f32) -> Point {
    Point {
        x: Single(x),
        y: Single(y),
    }
}

#[test]
fn messages_are_written_as_the_platform_writes_them() {
    let hello = ToClient::Dc(Dc {
        date_time: "2024-03-09T10:00:00+09:00".to_owned(),
        game_id: "6f0c".to_owned(),
        version: VERSION,
    });
    assert_eq!(
        hello.write(),
        r#"{"cmd":"dc","date_time":"2024-03-09T10:00:00+09:00","game_id":"6f0c","version":{"major":1,"minor":0}}"#
    );
    let shot = ToServer::Move {
        r#move: Move::Shot {
            velocity: point(0.1317, 2.5),
            rotation: Turn::CounterClockwise,
            sweep: None,
        },
    };
    assert_eq!(
        shot.write(),
        r#"{"cmd":"move","move":{"rotation":"ccw","type":"shot","velocity":{"x":0.13169999420642853,"y":2.5}}}"#
    );
    let concede = ToServer::Move {
        r#move: Move::Concede,
    };
    assert_eq!(
        concede.write(),
        r#"{"cmd":"move","move":{"type":"concede"}}"#
    );
}

#[test]
fn keys_are_in_alphabetical_order() {
    let state = r#"{"end":0,"extra_end_score":{"team0":null,"team1":null},"game_result":{"reason":"time_limit","winner":"team1"},"hammer":"team1","scores":{"team0":[1],"team1":[0]},"shot":1,"stones":{"team0":[{"angle":0.5,"position":{"x":0.25,"y":38.0}}],"team1":[null]},"thinking_time_remaining":{"team0":219.0,"team1":218.5}}"#;
    let line = format!(
        r#"{{"cmd":"update","last_move":{{"actual_move":{{"rotation":"cw","type":"shot","velocity":{{"x":0.0,"y":2.5}}}},"free_guard_zone_foul":true,"trajectory":{{"finish":{{"team0":[null],"team1":[]}},"frames":[[{{"index":0,"team":"team0","value":null}}]],"seconds_per_frame":0.10000000149011612,"start":{{"team0":[],"team1":[]}}}}}},"next_team":"team0","state":{state}}}"#
    );
    assert_eq!(ToClient::read(&line).unwrap().write(), line);
}

#[test]
fn what_may_be_missing_may_be_missing() {
    let line = r#"{"cmd":"update","state":{"end":0,"shot":0,"scores":{"team0":[null],"team1":[null]},"stones":{"team0":[{"position":{"x":0,"y":38}}],"team1":[]},"extra_end_score":null}}"#;
    let ToClient::Update(update) = ToClient::read(line).unwrap() else {
        panic!("an update");
    };
    assert_eq!(
        (update.last_move, update.next_team, update.state.hammer),
        (None, None, None)
    );
    assert_eq!(
        update.state.stones.team0[0].unwrap().position,
        point(0.0, 38.0)
    );
    let ready = ToServer::read(r#"{"cmd":"ready_ok"}"#).unwrap();
    assert_eq!(
        ready,
        ToServer::ReadyOk {
            player_order: vec![0, 1, 2, 3]
        }
    );
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let shot = |x: &str| {
        format!(
            r#"{{"cmd":"move","move":{{"type":"shot","rotation":"cw","velocity":{{"x":{x},"y":2}}}}}}"#
        )
    };
    for (line, words) in [
        ("hello", "`hello` is not a JSON object: expected value"),
        ("[1]", "`[1]` is not a JSON object: it has another type"),
        ("{}", "`{}` has no `cmd`"),
        (r#"{"cmd":3}"#, r#"`{"cmd":3}` has no `cmd`"#),
        (
            r#"{"cmd":"update"}"#,
            "unknown command `update` (expected one of: dc_ok, ready_ok, move)",
        ),
        (
            r#"{"cmd":"move"}"#,
            "is not a valid `move`: missing field `move`",
        ),
        (
            r#"{"cmd":"move","move":{"type":"throw"}}"#,
            "unknown move `throw`: expected shot or concede",
        ),
        (
            r#"{"cmd":"move","move":{"type":"shot"}}"#,
            "a shot needs a `velocity`",
        ),
        (&shot("null"), "invalid type: null, expected f64"),
        (&shot("1e999"), "number out of range"),
        (&shot("1e300"), "1e300 is beyond single precision"),
        (&shot("NaN"), "is not a JSON object"),
        (
            &"[".repeat(100_000),
            "is not a JSON object: recursion limit",
        ),
    ] {
        let error = ToServer::read(line).expect_err(line).to_string();
        assert!(error.contains(words), "{error}");
        assert!(error.len() < 300, "{error}");
    }
}

fn single() -> impl Strategy<Value = Single> {
    any::<f32>()
        .prop_filter("finite", |number| number.is_finite())
        .prop_map(Single)
}

fn a_move() -> impl Strategy<Value = Move> {
    let sweep = prop::option::of(-10.0..0.0);
    let numbers = (single(), single(), any::<bool>(), sweep);
    let shot = numbers.prop_map(|(x, y, cw, from)| Move::Shot {
        velocity: Point { x, y },
        rotation: Turn::BOTH[usize::from(cw)],
        sweep: from.map(|from| Sweep::full(from, 0.0)),
    });
    prop_oneof![4 => shot, 1 => Just(Move::Concede)]
}

fn stone() -> impl Strategy<Value = Stone> {
    (single(), single(), single()).prop_map(|(angle, x, y)| Stone {
        angle,
        position: Point { x, y },
    })
}

fn stones() -> impl Strategy<Value = Both<Vec<Option<Stone>>>> {
    let eight = || prop::collection::vec(prop::option::of(stone()), 8);
    (eight(), eight()).prop_map(|(team0, team1)| Both { team0, team1 })
}

fn team() -> impl Strategy<Value = Team> {
    prop::sample::select(&Team::BOTH[..])
}

fn update() -> impl Strategy<Value = Update> {
    let last = (a_move(), any::<bool>()).prop_map(|(actual_move, free_guard_zone_foul)| LastMove {
        actual_move,
        free_guard_zone_foul,
        trajectory: None,
    });
    let numbers = (any::<u8>(), any::<u8>(), prop::option::of(any::<u8>()));
    let teams = (prop::option::of(team()), prop::option::of(team()));
    (prop::option::of(last), teams, numbers, stones(), 0.0..1e6).prop_map(
        |(last_move, (next_team, hammer), (end, shot, points), stones, seconds)| Update {
            ice: None,
            last_move,
            next_team,
            state: State {
                end,
                extra_end_score: Both::of(|_| points),
                game_result: hammer.map(|_| GameResult {
                    reason: Reason::Score,
                    winner: next_team,
                }),
                hammer,
                scores: Both::of(|_| vec![points; 3]),
                shot,
                stones,
                thinking_time_remaining: Some(Both::of(|_| seconds)),
            },
        },
    )
}

proptest! {
    #[test]
    fn what_a_server_says_comes_back(update in update(), name in "\\PC{0,9}") {
        let update = ToClient::Update(Box::new(update));
        prop_assert_eq!(ToClient::read(&update.write()).unwrap(), update);
        let names = ToClient::NewGame { name: Both { team0: name.clone(), team1: name } };
        prop_assert_eq!(ToClient::read(&names.write()).unwrap(), names);
    }

    #[test]
    fn what_a_client_says_comes_back(r#move in a_move(), player_order: Vec<u8>, name: String) {
        for said in [ToServer::Move { r#move }, ToServer::ReadyOk { player_order }, ToServer::DcOk { name }] {
            let line = said.write();
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(ToServer::read(&line).unwrap(), said);
        }
    }

    #[test]
    fn no_text_panics(text: String, cut in 0_usize..200, junk in "[\\[\\]{}\",:0-9a-z_]{0,60}") {
        let line = ToServer::Move { r#move: Move::Concede }.write();
        let half = &line[..cut.min(line.len())];
        for text in [text.as_str(), junk.as_str(), &format!("{half}{text}"), &format!("{half}{junk}")] {
            let _ = ToServer::read(text);
            let _ = ToClient::read(text);
        }
    }
}
