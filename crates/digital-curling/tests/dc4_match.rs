//! Whole matches of Digital Curling 4: our clients on our server, and responses to other requests.

#[path = "dc4_match/changing_ice.rs"]
mod changing_ice;
#[path = "dc4_match/cpp_client.rs"]
mod cpp_client;
#[path = "dc4_match/malformed.rs"]
mod malformed;
#[path = "dc4_match/reading.rs"]
mod reading;
#[path = "dc4_match/socket.rs"]
mod socket;
#[path = "dc4_match/test_server.rs"]
mod test_server;

use arena::PlayerSpec;
use curling::rules::Team;
use digital_curling::dc4::client::{ClientError, Event, JoinOptions, Report, Server, play};
use digital_curling::dc4::message::{GameMode, Settings, ShotMessage, TeamSettings};
use digital_curling::dc4::state::State;
use lookahead::Cancel;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use test_server::{TestServer, basic};
use uuid::Uuid;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn options(id: Uuid, side: Team) -> JoinOptions {
    JoinOptions {
        patience: Duration::from_secs(15),
        ..JoinOptions::new(id, side, &side.to_string())
    }
}

/// A whole match of one side, with what it saw.
fn side(server: &TestServer, id: Uuid, team: Team, watch: &mut dyn FnMut(&State)) -> Report {
    let user = server.user(team.index() as u8);
    let player = spec(["draw", "random"][team.index()]);
    let options = options(id, team);
    play(&user, &options, &player, &Cancel::new(), watch).unwrap()
}

fn agree(reports: &[Report; 2]) {
    let [zero, one] = reports;
    assert_eq!((zero.side, one.side), (Team::Zero, Team::One));
    assert_eq!((zero.winner, zero.score), (one.winner, one.score));
    assert_eq!(zero.thrown, one.thrown);
}

#[test]
fn two_clients_play_whole_matches_of_either_kind() {
    let server = TestServer::open(None);
    for (settings, stones) in [
        (Settings::standard(2), 8),
        (Settings::mixed_doubles(2, 3), 5),
    ] {
        let id = server.user(0).create_match(&settings).unwrap();
        let mut seen = Vec::new();
        let reports = thread::scope(|scope| {
            let other = scope.spawn(|| side(&server, id, Team::One, &mut |_| ()));
            let zero = side(&server, id, Team::Zero, &mut |state| {
                seen.push(state.clone());
            });
            [zero, other.join().unwrap()]
        });
        agree(&reports);
        assert!(reports[0].thrown >= 2 * stones && reports[0].thrown.is_multiple_of(stones));
        assert!(seen.last().unwrap().winner.is_some());
        let boards = seen.iter().filter(|state| state.next.is_none());
        assert!(boards.count() >= 2); // each end's last
        let thrown = seen.iter().filter(|state| state.last_move.is_some());
        assert_eq!(thrown.count(), 2 * reports[0].thrown);
    }
    let (status, list) = server.ask("GET /matches", "", "");
    assert_eq!(status, 200);
    assert_eq!(list.matches("\"over\":true").count(), 2, "{list}");
}

#[test]
fn a_client_that_was_stopped_comes_back_and_plays_on() {
    let server = TestServer::open(None);
    let id = server.user(0).create_match(&Settings::standard(1)).unwrap();
    thread::scope(|scope| {
        let other = scope.spawn(|| side(&server, id, Team::One, &mut |_| ()));
        let cancel = Cancel::new();
        let mut seen = 0;
        let first = play(
            &server.user(0),
            &options(id, Team::Zero),
            &spec("draw"),
            &cancel,
            &mut |_| {
                seen += 1;
                if seen == 7 {
                    cancel.cancel();
                }
            },
        );
        assert!(matches!(first, Err(ClientError::Cancelled)), "{first:?}");
        // It asks for the other side and gets its own.
        let again = play(
            &server.user(0),
            &options(id, Team::One),
            &spec("draw"),
            &Cancel::new(),
            &mut |_| (),
        );
        let (again, other) = (again.unwrap(), other.join().unwrap());
        assert_eq!((again.side, again.winner), (Team::Zero, other.winner));
        assert!(again.thrown < other.thrown);
    });
}

#[test]
fn a_server_that_was_killed_goes_on_from_the_last_shot() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Some(folder.path()));
    let address = server.address;
    let users = [server.user(0), server.user(1)];
    let id = users[0]
        .create_match(&Settings::mixed_doubles(2, 0))
        .unwrap();
    let seen = AtomicUsize::new(0);
    thread::scope(|scope| {
        let playing = Team::BOTH.map(|team| {
            let (users, seen) = (&users, &seen);
            scope.spawn(move || {
                let mut thrown = Vec::new();
                let mut watch = |state: &State| {
                    seen.fetch_add(1, Ordering::Relaxed);
                    thrown.push((state.end, state.thrown, state.last_move.is_some()));
                    thread::sleep(Duration::from_millis(2));
                };
                let user = &users[team.index()];
                let invited = options(id, team);
                let report = play(user, &invited, &spec("draw"), &Cancel::new(), &mut watch);
                thrown.sort_unstable();
                thrown.dedup();
                (report.unwrap(), thrown)
            })
        });
        while seen.load(Ordering::Relaxed) < 15 {
            thread::sleep(Duration::from_millis(1));
        }
        drop(server);
        let _house = TestServer::at(address, Some(folder.path()));
        let [zero, one] = playing.map(|side| side.join().unwrap());
        assert_eq!(zero.0.winner, one.0.winner);
        // Every state was seen by both, and none of the kind twice with another shot.
        assert_eq!(zero.1, one.1);
        assert!(zero.0.reconnections + one.0.reconnections >= 2);
        let ends = zero
            .1
            .iter()
            .map(|(end, ..)| usize::from(*end))
            .max()
            .unwrap()
            + 1;
        let shots = zero.1.iter().filter(|(_, _, threw)| *threw).count();
        assert_eq!(shots, 10 * ends);
    });
}

#[test]
fn a_player_reads_the_result_of_a_match_that_ended_when_its_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Some(folder.path()));
    let address = server.address;
    let users = [server.user(0), server.user(1)];
    let id = users[0]
        .create_match(&Settings::mixed_doubles(1, 0))
        .unwrap();
    let winner = thread::scope(|scope| {
        let playing = Team::BOTH.map(|team| {
            let user = &users[team.index()];
            scope.spawn(move || {
                let invited = options(id, team);
                play(user, &invited, &spec("draw"), &Cancel::new(), &mut |_| ())
            })
        });
        playing.map(|side| side.join().unwrap().unwrap().winner)[0]
    });
    drop(server);
    let _again = TestServer::at(address, Some(folder.path()));
    let mut events = users[1].stream(id).unwrap();
    let told = loop {
        if let Event::Latest(state) = events.next_event().unwrap() {
            break state.winner;
        }
    };
    assert_eq!(told, Some(winner));
}

#[test]
fn a_team_that_says_nothing_loses() {
    let server = TestServer::open(None);
    let mut settings = Settings::standard(1);
    settings.time_limit = 0.05;
    let users = [server.user(0), server.user(1)];
    let id = users[0].create_match(&settings).unwrap();
    let mut streams = Team::BOTH.map(|team| {
        let user = &users[team.index()];
        let usual = TeamSettings::usual("late", GameMode::Standard);
        assert_eq!(user.join(id, team, &usual).unwrap(), team);
        user.stream(id).unwrap()
    });
    for events in &mut streams {
        let mut winner = None;
        while winner.is_none() {
            if let Event::Latest(state) = events.next_event().unwrap() {
                winner = state.winner;
            }
        }
        assert_eq!(winner, Some(Team::One));
    }
    let shot = ShotMessage {
        translational_velocity: 2.4,
        angular_velocity: None,
        shot_angle: 1.57,
        sweep: None,
    };
    let after = users[0].throw(id, &shot).unwrap_err().to_string();
    assert!(after.contains("409") && after.contains("over"), "{after}");
}

#[test]
fn everybody_gets_the_status_that_the_protocol_says() {
    let server = TestServer::open(None);
    let [zero, one, third] = [0, 1, 2].map(|number| server.user(number));
    let id = zero.create_match(&Settings::standard(1)).unwrap();
    let usual = TeamSettings::usual("us", GameMode::Standard);
    assert_eq!(one.join(id, Team::Zero, &usual).unwrap(), Team::Zero);
    assert_eq!(zero.join(id, Team::Zero, &usual).unwrap(), Team::One);
    assert_eq!(one.join(id, Team::One, &usual).unwrap(), Team::Zero);
    let status = |error: Result<(), digital_curling::dc4::client::CallError>| match error {
        Err(digital_curling::dc4::client::CallError::Refused { status, .. }) => status,
        other => panic!("{other:?}"),
    };
    let shot = ShotMessage {
        translational_velocity: 2.4,
        angular_velocity: Some(1.5),
        shot_angle: 1.57,
        sweep: None,
    };
    let other = Uuid::new_v4();
    assert_eq!(status(third.join(id, Team::Zero, &usual).map(drop)), 409);
    assert_eq!(status(third.stream(id).map(drop)), 403);
    assert_eq!(status(third.throw(id, &shot)), 403);
    assert_eq!(status(third.place(id, "pp_left")), 403);
    assert_eq!(status(zero.throw(other, &shot)), 404);
    assert_eq!(status(zero.join(other, Team::Zero, &usual).map(drop)), 404);
    assert_eq!(status(zero.stream(other).map(drop)), 404);
    assert_eq!(status(zero.place(other, "pp_left")), 404);
    assert_eq!(status(zero.throw(id, &shot)), 409); // not begun
    assert_eq!(status(zero.place(id, "pp_left")), 400);
    let viewer = |id: &str| server.ask(&format!("GET /matches/{id}/viewer"), "", "").0;
    assert_eq!(viewer(&other.to_string()), 404);
    assert_eq!(viewer("nonsense"), 422);
    let mut wrong_rule = Settings::standard(1);
    wrong_rule.applied_rule = "modified_fgz_rule".to_owned();
    assert_eq!(status(zero.create_match(&wrong_rule).map(drop)), 400);
    assert_eq!(
        status(zero.create_match(&Settings::standard(0)).map(drop)),
        422
    );
}

#[test]
fn the_end_set_up_is_the_choosers_and_once() {
    let server = TestServer::open(None);
    let [zero, one] = [0, 1].map(|number| server.user(number));
    let id = zero.create_match(&Settings::mixed_doubles(1, 2)).unwrap();
    let usual = TeamSettings::usual("us", GameMode::MixedDoubles);
    zero.join(id, Team::Zero, &usual).unwrap();
    one.join(id, Team::One, &usual).unwrap();
    let _streams = [zero.stream(id).unwrap(), one.stream(id).unwrap()];
    let refused = |result: Result<(), _>| format!("{:?}", result.unwrap_err()).contains("409");
    let shot = ShotMessage {
        translational_velocity: 2.4,
        angular_velocity: Some(1.5),
        shot_angle: 1.57,
        sweep: None,
    };
    assert!(refused(zero.throw(id, &shot))); // nothing is placed yet
    assert!(refused(zero.place(id, "center_house")));
    one.place(id, "center_guard").unwrap();
    assert!(refused(one.place(id, "center_guard")));
    one.throw(id, &shot).unwrap(); // who has the guard throws first
    assert!(refused(one.throw(id, &shot)));
}

#[test]
fn wrong_passwords_are_refused_and_soon_not_even_looked_at() {
    let server = TestServer::open(None);
    let create = |headers: &str| server.ask("POST /matches", headers, "{}");
    let (status, text) = create("");
    assert_eq!(status, 401);
    let text = text.to_lowercase();
    assert!(text.contains("www-authenticate: basic"), "{text}");
    assert!(text.contains(r#"{"detail":"invalid credentials"}"#));
    for header in ["Authorization: Bearer x\r\n", "Authorization: Basic %\r\n"] {
        assert_eq!(create(header).0, 401);
    }
    for user in ["user0", "nobody"] {
        let statuses = [(); 6].map(|()| create(&basic(user, "guess")).0);
        assert_eq!(statuses, [401, 401, 401, 401, 401, 429], "{user}");
    }
    // The account is refused from this address for a while, others of the same room are not.
    assert_eq!(create(&basic("user0", "pass0")).0, 429);
    assert_eq!(create(&basic("user1", "pass1")).0, 422);
    assert_eq!(create(&basic("user2", "wrong")).0, 401);
    assert_eq!(create(&basic("user2", "pass2")).0, 422);
}

#[test]
fn a_match_is_played_over_tls_and_a_stranger_to_the_certificate_is_not_served() {
    let server = TestServer::encrypted();
    let id = server.user(0).create_match(&Settings::standard(1)).unwrap();
    let reports = thread::scope(|scope| {
        let other = scope.spawn(|| side(&server, id, Team::One, &mut |_| ()));
        [
            side(&server, id, Team::Zero, &mut |_| ()),
            other.join().unwrap(),
        ]
    });
    agree(&reports);
    let url = format!("https://{}", server.address);
    let distrustful = Server::new(&url, "user0", "pass0");
    assert!(distrustful.create_match(&Settings::standard(1)).is_err());
    assert_eq!(
        server.raw(b"GET /matches HTTP/1.1\r\nHost: x\r\n\r\n", false),
        None
    );
}

#[test]
fn dripping_connections_shut_out_no_one() {
    let server = TestServer::with(None, |options| {
        options.limits.connections = 30;
        options.limits.connections_of_address = 20;
    });
    let dripping: Vec<_> = (0..60)
        .map(|_| {
            let mut stream = std::net::TcpStream::connect(server.address).unwrap();
            stream.write_all(b"POST /shots HTTP/1.1\r\nX: ").unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.ask("GET /matches", "", "").0, 200);
    }
    server.user(0).create_match(&Settings::standard(1)).unwrap();
    drop(dripping);
}

#[test]
fn too_long_a_body_is_not_read() {
    let server = TestServer::open(None);
    let long = "x".repeat(100_000);
    let (status, text) = server.ask("POST /matches", &basic("user0", "pass0"), &long);
    assert_eq!(status, 413);
    assert!(
        text.contains(r#"{"detail":"the body is longer than 65536 bytes"}"#),
        "{text}"
    );
}

#[test]
fn too_long_a_head_is_refused_in_json() {
    let server = TestServer::open(None);
    let (status, text) = server.ask(&format!("GET /matches?{}", "x".repeat(9_000)), "", "");
    assert_eq!(status, 414);
    assert!(
        text.contains(r#"{"detail":"the address of the request is longer than 8 KiB"}"#),
        "{text}"
    );
}

#[test]
fn a_server_that_is_asked_to_stop_lets_everybody_go() {
    let server = TestServer::open(None);
    let user = server.user(0);
    let id = user.create_match(&Settings::standard(1)).unwrap();
    let usual = TeamSettings::usual("us", GameMode::Standard);
    user.join(id, Team::Zero, &usual).unwrap();
    let mut events = user.stream(id).unwrap();
    server.stop();
    while events.next_event().is_ok() {}
    assert!(user.create_match(&Settings::standard(1)).is_err());
}
