//! A client that makes the calls of the official C++ client: its requests byte for byte and in its
//! order, and what it reads of the answers as strictly as it reads them.

use crate::test_server::{TestServer, basic};
use curling::rules::Team;
use digital_curling::dc4::message::Settings;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;
use uuid::Uuid;

const AGENT: &str =
    "User-Agent: cpp-httplib/0.29.0\r\nAccept-Encoding: br, gzip, deflate\r\nAccept: */*\r\n";

/// The players that the client sends, of a standard game and of mixed doubles, as it prints them.
const FOUR: &str = r#""angle_std_dev":0.0017999999690800905,"max_velocity":4.0,"player_name":"player0","shot_std_dev":0.007600000128149986"#;
const TWO: [&str; 2] = [
    r#""angle_std_dev":0.006000000052154064,"max_velocity":4.0,"player_name":"player0","shot_std_dev":0.07999999821186066"#,
    r#""angle_std_dev":0.0024999999441206455,"max_velocity":3.0,"player_name":"player1","shot_std_dev":0.02500000037252903"#,
];

struct CppClient {
    address: SocketAddr,
    id: Uuid,
    authorization: String,
    doubles: bool,
    max_end: u64,
    team: &'static str,
    shots: usize,
}

/// A value that the client cannot do without.
fn at<'a>(json: &'a Value, key: &str) -> &'a Value {
    json.get(key)
        .unwrap_or_else(|| panic!("no {key} in {json}"))
}

fn text<'a>(json: &'a Value, key: &str) -> &'a str {
    at(json, key)
        .as_str()
        .unwrap_or_else(|| panic!("{key} is no text in {json}"))
}

fn number(json: &Value, key: &str) -> f64 {
    at(json, key)
        .as_f64()
        .unwrap_or_else(|| panic!("{key} is no number in {json}"))
}

fn whole(json: &Value, key: &str) -> u64 {
    at(json, key)
        .as_u64()
        .unwrap_or_else(|| panic!("{key} is no whole number in {json}"))
}

/// A team, or none for null; nothing else.
fn team(json: &Value) -> Option<&'static str> {
    match json {
        Value::Null => None,
        Value::String(name) if name == "team0" => Some("team0"),
        Value::String(name) if name == "team1" => Some("team1"),
        other => panic!("{other} is no team"),
    }
}

impl CppClient {
    fn call(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let patience = Some(Duration::from_secs(10));
        stream.set_read_timeout(patience).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        // The body is as long as its head says, and not in pieces.
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        assert_eq!(
            length.unwrap().parse::<usize>().unwrap(),
            body.len(),
            "{head}"
        );
        (
            head.split(' ').nth(1).unwrap().parse().unwrap(),
            body.to_owned(),
        )
    }

    fn get(&self, path: &str) -> (u16, String) {
        let host = self.address;
        self.call(
            &format!("GET {path} HTTP/1.1\r\n{AGENT}Host: {host}\r\nConnection: close\r\n\r\n"),
            "",
        )
    }

    fn post(&self, path: &str, body: Option<&str>) {
        let (host, authorization) = (self.address, &self.authorization);
        let length = body.unwrap_or("").len();
        let kind = body.map_or("", |_| "Content-Type: application/json\r\n");
        let head = format!(
            "POST {path} HTTP/1.1\r\n{authorization}Content-Length: {length}\r\n{AGENT}Host: {host}\r\nConnection: close\r\n{kind}\r\n"
        );
        let (status, text) = self.call(&head, body.unwrap_or(""));
        assert_eq!(status, 200, "{path}: {text}");
        if path.starts_with("/store-team-config") {
            assert_eq!(text, format!("{:?}", self.team));
        }
    }

    /// Reads the match and joins it.
    fn join(server: &TestServer, id: Uuid, side: Team) -> Self {
        let user = side.index();
        let mut client = CppClient {
            address: server.address,
            id,
            authorization: basic(&format!("user{user}"), &format!("pass{user}")),
            doubles: false,
            max_end: 0,
            team: ["team0", "team1"][user],
            shots: 0,
        };
        let (status, body) = client.get(&format!("/matches/{id}"));
        assert_eq!(status, 200, "{body}");
        let data: Value = serde_json::from_str(&body).unwrap();
        client.doubles = match text(&data, "game_mode") {
            "standard" => false,
            "mix_doubles" => true,
            other => panic!("unsupported game mode {other}"),
        };
        assert!(whole(&data, "applied_rule") <= 2);
        client.max_end = whole(&data, "standard_end_count");
        assert!(client.max_end <= 255);
        for limit in ["time_limit", "extra_end_time_limit"] {
            assert!(number(&data, limit) >= 0.0);
        }
        text(&data, "match_name");
        let winner = at(&data, "winner_team_id");
        assert!(winner.is_null() || winner.is_string());
        assert_eq!(text(at(&data, "simulator"), "simulator_name"), "fcv1");
        let players: Vec<String> = if client.doubles {
            TWO.map(str::to_owned).to_vec()
        } else {
            (0..4)
                .map(|n| FOUR.replace("player0", &format!("player{n}")))
                .collect()
        };
        let players = players
            .iter()
            .enumerate()
            .map(|(n, player)| format!("\"player{}\":{{{player}}},", n + 1));
        let body = format!(
            "{{{}\"team_name\":\"MyClientName\",\"use_default_config\":true}}",
            players.collect::<String>()
        );
        let path = format!(
            "/store-team-config?match_id={id}&expected_match_team_name={}",
            client.team
        );
        client.post(&path, Some(&body));
        client
    }

    /// Follows the stream to the end of the match; returns the winner.
    fn play(&mut self) -> &'static str {
        let (id, host, authorization) = (self.id, self.address, self.authorization.clone());
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .unwrap();
        let head = format!(
            "GET /matches/{id}/stream HTTP/1.1\r\n{AGENT}Host: {host}\r\n{authorization}\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut lines = Chunks(BufReader::new(stream), 0).lines();
        let (mut kind, mut data) = (String::new(), String::new());
        loop {
            let line = lines.next().expect("the stream goes on").unwrap();
            if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut kind);
            } else if let Some(value) = line.strip_prefix("data: ") {
                data.push_str(value);
            } else if line.is_empty() && !data.is_empty() {
                let state: Value = serde_json::from_str(&data).unwrap();
                if let Some(winner) = self.hear(&kind, &state) {
                    return winner;
                }
                data.clear();
            } else {
                assert!(line.is_empty() || line.starts_with(':'), "{line}");
            }
        }
    }

    fn hear(&mut self, kind: &str, state: &Value) -> Option<&'static str> {
        let total = at(state, "total_shot_number");
        let next = if total.is_null() {
            assert!(self.doubles, "no total_shot_number in {state}");
            None
        } else {
            total.as_u64().unwrap();
            team(at(state, "next_shot_team"))
        };
        let end = whole(state, "end_number").min(self.max_end);
        for name in ["first_team_remaining_time", "second_team_remaining_time"] {
            assert!(number(state, name) >= 0.0);
        }
        for side in ["team0", "team1"] {
            let points = at(at(state, "score"), side).as_array().unwrap();
            assert!(points.len() as u64 > self.max_end && points.len() as u64 >= end);
            assert!(points.iter().all(Value::is_u64));
            let stones = at(at(at(state, "stone_coordinate"), "data"), side);
            let stones = stones.as_array().unwrap();
            assert!(stones.len() <= 8);
            for stone in stones {
                number(stone, "x");
                number(stone, "y");
            }
        }
        let last = at(state, "last_move");
        if !last.is_null() {
            for name in ["translational_velocity", "angular_velocity", "shot_angle"] {
                number(last, name);
            }
        }
        let begins = total.as_u64().unwrap_or(0) == 0;
        let chooser = (begins && next.is_none())
            .then(|| team(at(at(state, "mix_doubles_settings"), "end_setup_team")).unwrap());
        if let Some(winner) = team(at(state, "winner_team")) {
            return Some(winner);
        }
        if kind != "latest_state_update" {
            assert_eq!(kind, "state_update");
            return None;
        }
        let id = self.id;
        if chooser == Some(self.team) && last.is_null() {
            self.post(
                &format!("/matches/{id}/end-setup?request=center_house"),
                None,
            );
        }
        if next == Some(self.team) {
            self.shots += 1;
            let body = r#"{"angular_velocity":1.5707963705062866,"shot_angle":1.587367296218872,"translational_velocity":2.4001804637908936}"#;
            self.post(&format!("/shots?match_id={id}"), Some(body));
        }
        None
    }
}

/// The content of chunked transfer.
struct Chunks(BufReader<TcpStream>, usize);

impl Chunks {
    fn lines(mut self) -> impl Iterator<Item = std::io::Result<String>> {
        let mut head = String::new();
        while head.trim_end() != "" || head.is_empty() {
            head.clear();
            self.0.read_line(&mut head).unwrap();
            assert!(
                !head.starts_with("HTTP/1.1 ") || head.starts_with("HTTP/1.1 200"),
                "{head}"
            );
        }
        BufReader::new(self).lines()
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.1 == 0 {
            let mut size = String::new();
            if self.0.read_line(&mut size)? == 0 {
                return Ok(0);
            }
            if !size.trim().is_empty() {
                self.1 = usize::from_str_radix(size.trim(), 16).unwrap();
                if self.1 == 0 {
                    return Ok(0);
                }
            }
        }
        let most = buffer.len().min(self.1);
        let read = self.0.read(&mut buffer[..most])?;
        self.1 -= read;
        Ok(read)
    }
}

#[test]
fn the_calls_of_the_official_cpp_client_play_whole_matches_of_either_kind() {
    let server = TestServer::open(None);
    let mut no_pattern = Settings::mixed_doubles(2, 0);
    no_pattern.positioned_stones_pattern = None;
    let mut no_tick = Settings::standard(2);
    no_tick.applied_rule = "no_tick_rule".to_owned();
    no_tick.extra_end_time_limit = 21.9;
    for (settings, stones) in [(no_tick, 8), (no_pattern, 5)] {
        let id = server.user(0).create_match(&settings).unwrap();
        let played = thread::scope(|scope| {
            let sides = Team::BOTH.map(|side| {
                let mut client = CppClient::join(&server, id, side);
                scope.spawn(move || (client.play(), client.shots))
            });
            sides.map(|side| side.join().unwrap())
        });
        assert_eq!(played[0], played[1]);
        let shots = played[0].1;
        assert!(
            shots >= 2 * stones && shots.is_multiple_of(stones),
            "{shots}"
        );
    }
}
