//! Malformed requests of all kinds: none stops the server, and none is answered with a server
//! error.

use crate::test_server::{TestServer, basic};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "DELETE", "OPTIONS"];

fn paths(id: &str) -> Vec<String> {
    vec![
        "/matches".to_owned(),
        "/store-team-config".to_owned(),
        "/shots".to_owned(),
        format!("/matches/{id}/end-setup"),
        format!("/matches/{id}x/stream"),
        format!("/matches/{id}x/viewer"),
        "/matches/%ff%fe/stream".to_owned(),
        "/".to_owned(),
    ]
}

fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,40}",
        Just("NaN".to_owned()),
        Just("1e999".to_owned()),
        Just("-1e308".to_owned()),
        Just("null".to_owned()),
        Just("[[[[[[[[".to_owned()),
        Just("\"\\ud800\"".to_owned()),
        any::<f64>().prop_map(|number| number.to_string()),
    ]
}

fn bodies() -> impl Strategy<Value = String> {
    let shot = (values(), values(), values()).prop_map(|(v, w, a)| {
        format!(r#"{{"translational_velocity":{v},"angular_velocity":{w},"shot_angle":{a}}}"#)
    });
    let settings = (values(), values(), values()).prop_map(|(mode, limit, ends)| {
        format!(r#"{{"game_mode":"standard","tournament":{{"tournament_name":{mode}}},"simulator":{{"simulator_name":"fcv1"}},"applied_rule":"fgz_rule","time_limit":{limit},"extra_end_time_limit":1,"standard_end_count":{ends},"match_name":""}}"#)
    });
    let team = values().prop_map(|value| {
        format!(r#"{{"use_default_config":false,"team_name":"x","player1":{{"max_velocity":{value},"shot_std_dev":0,"angle_std_dev":0,"player_name":""}}}}"#)
    });
    prop_oneof![shot, settings, team, values(), Just(String::new())]
}

fn queries(id: &str) -> impl Strategy<Value = String> + use<> {
    let id = id.to_owned();
    let encoded = |text: String| {
        let byte = |byte: u8| format!("%{byte:02x}");
        text.bytes().map(byte).collect::<String>()
    };
    let random = ("[a-z_]{0,12}", values().prop_map(encoded));
    prop_oneof![
        Just(String::new()),
        Just("?match_id=".to_owned()),
        Just("?match_id=%zz&request=%ff".to_owned()),
        Just(format!("?match_id={id}&expected_match_team_name=team2")),
        Just(format!("?match_id={id}&match_id={id}")),
        random.prop_map(|(name, value)| format!("?{name}={value}")),
    ]
}

fn headers() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(basic("user0", "pass0")),
        1 => Just(String::new()),
        1 => Just("Authorization: Basic\r\n".to_owned()),
        1 => "[a-zA-Z0-9+/=]{0,60}".prop_map(|text| format!("Authorization: Basic {text}\r\n")),
        1 => "[ -~]{0,60}".prop_map(|text| format!("X-Odd: {text}\r\n")),
    ]
}

#[test]
fn requests_that_make_no_sense_are_never_the_servers_fault() {
    let server = TestServer::open(None);
    let id = uuid::Uuid::new_v4().to_string();
    let paths = paths(&id);
    let request = (
        prop::sample::select(METHODS.to_vec()),
        prop::sample::select(paths),
        queries(&id),
        headers(),
        bodies(),
    );
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(400)
    };
    let outcome = TestRunner::new(config).run(&request, |(method, path, query, headers, body)| {
        let (status, text) = server.ask(&format!("{method} {path}{query}"), &headers, &body);
        let fine = status == 200 && path == "/matches"; // by chance, or to look at
        prop_assert!(fine || (400..500).contains(&status), "{}", text);
        prop_assert!(
            fine || text.contains("\"detail\"") || status == 400,
            "{}",
            text
        );
        Ok(())
    });
    outcome.unwrap();
    assert_eq!(server.ask("GET /matches", "", "").0, 200);
}

#[test]
fn bytes_that_are_no_request_are_survived() {
    let server = TestServer::open(None);
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(60)
    };
    let bytes = prop::collection::vec(any::<u8>(), 0..300);
    let outcome = TestRunner::new(config).run(&bytes, |bytes| {
        let answer = server.raw(&bytes, true);
        prop_assert!(answer.is_none_or(|(status, _)| status < 500));
        Ok(())
    });
    outcome.unwrap();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1_000_000));
    let _ = server.raw(long.as_bytes(), true);
    assert_eq!(server.ask("GET /matches", "", "").0, 200);
}
