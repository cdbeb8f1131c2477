//! Reading calls by id and by name, of matches that are played and of matches that are over.

use crate::test_server::{TestServer, basic};
use crate::{agree, side};
use curling::rules::Team;
use digital_curling::dc4::message::{GameMode, Settings, TeamSettings, Tournament};
use serde_json::Value;
use std::thread;
use uuid::Uuid;

/// The status and the JSON of an answer without an account.
fn read(server: &TestServer, path: &str) -> (u16, Value) {
    let (status, text) = server.ask(&format!("GET {path}"), "", "");
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let json = serde_json::from_str(body).unwrap_or_else(|why| panic!("{path}: {why}: {text}"));
    (status, json)
}

fn answer(server: &TestServer, path: &str) -> Value {
    let (status, json) = read(server, path);
    assert_eq!(status, 200, "{path}: {json}");
    json
}

fn named(settings: Settings, name: &str, tournament: &str) -> Settings {
    Settings {
        match_name: name.to_owned(),
        tournament: Tournament {
            tournament_name: tournament.to_owned(),
        },
        ..settings
    }
}

/// Plays a whole match.
fn play(server: &TestServer, settings: &Settings) -> Uuid {
    let id = server.user(0).create_match(settings).unwrap();
    let reports = thread::scope(|scope| {
        let other = scope.spawn(|| side(server, id, Team::One, &mut |_| ()));
        let zero = side(server, id, Team::Zero, &mut |_| ());
        [zero, other.join().unwrap()]
    });
    agree(&reports);
    id
}

fn check_match(server: &TestServer, id: Uuid, name: &str, stones: usize) {
    let by_id = |path: &str| answer(server, &format!("/matches/{id}/{path}"));
    let by_name = |path: &str| {
        answer(
            server,
            &format!("/matches/by-name/{path}?match_name={name}"),
        )
    };
    let data = answer(server, &format!("/matches/{id}"));
    assert_eq!(data, by_name("latest"));
    assert_eq!(data["match_id"], id.to_string());
    assert_eq!(
        (&data["first_team_name"], &data["second_team_name"]),
        (&"team0".into(), &"team1".into())
    );
    assert!(
        data["winner_team_id"] == data["first_team_id"]
            || data["winner_team_id"] == data["second_team_id"]
    );
    for path in [
        "score",
        "stone-coordinate/latest",
        "ends",
        "latest-state",
        "ends/0/states",
        "ends/0/shots",
        "ends/0/shots/3",
        "shots/latest",
    ] {
        assert_eq!(by_id(path), by_name(path), "{path}");
    }
    assert_eq!(by_id("score"), data["score"]);
    let ends = by_id("ends");
    let (states, shots) = (by_id("ends/0/states"), by_id("ends/0/shots"));
    let (states, shots) = (states.as_array().unwrap(), shots.as_array().unwrap());
    assert_eq!(shots.len(), stones);
    let begins = states.len() - stones; // the empty sheet, in mixed doubles also before a placement
    assert_eq!(begins, 1 + usize::from(stones == 10));
    for (number, shot) in shots.iter().enumerate() {
        let (before, after) = (&states[number + begins - 1], &states[number + begins]);
        assert_eq!(shot["pre_shot_state_id"], before["state_id"]);
        assert_eq!(shot["post_shot_state_id"], after["state_id"]);
        assert_eq!(after["shot_id"], shot["shot_id"]);
        assert_eq!(after["total_shot_number"], number + 1);
        assert_eq!(shot["team_id"], before["next_shot_team_id"]);
        // The noise is small, the turn is the same.
        let off = |name: &str| {
            shot[name].as_f64().unwrap() - shot[format!("actual_{name}")].as_f64().unwrap()
        };
        assert!(off("translational_velocity").abs() < 0.1 && off("shot_angle").abs() < 0.1);
        assert_eq!(shot["angular_velocity"], shot["actual_angular_velocity"]);
        assert_eq!(*shot, by_id(&format!("ends/0/shots/{}", number + 1)));
        let one =
            |table: &str, id: &Value| answer(server, &format!("/{table}/{}", id.as_str().unwrap()));
        assert_eq!(*shot, one("shots", &shot["shot_id"]));
        assert_eq!(*shot, one("shots/by-post-state", &after["state_id"]));
        assert_eq!(*after, one("states", &after["state_id"]));
        assert_eq!(
            after["stone_coordinate"],
            one("stone_coordinate", &after["stone_coordinate_id"])
        );
        assert_eq!(data["score"], one("scores", &after["score_id"]));
    }
    let last = by_id("latest-state");
    assert_eq!(last["winner_team_id"], data["winner_team_id"]);
    assert_eq!(last["shot_id"], by_id("shots/latest")["shot_id"]);
    assert_eq!(last["stone_coordinate"], by_id("stone-coordinate/latest"));
    assert_eq!(last["end_number"], ends.as_array().unwrap().len() - 1);
    assert!(last["created_at"].as_str().unwrap().ends_with('Z'));
    let ids = answer(server, "/states");
    assert!(ids.as_array().unwrap().contains(&last["state_id"]));
    let (status, viewed) = server.ask(&format!("GET /matches/{id}/viewer"), "", "");
    assert_eq!(status, 200);
    assert!(viewed.contains("event: latest_state_update"), "{viewed}");
}

#[test]
fn a_match_is_read_by_id_and_by_name_while_it_is_kept_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(Some(folder.path()), |options| {
        options.linger = std::time::Duration::ZERO;
        options.sweep = std::time::Duration::from_millis(200);
    });
    let standard = named(Settings::standard(1), "final%20four", "cup");
    let standard = Settings {
        match_name: "final four".to_owned(),
        ..standard
    };
    let id = play(&server, &standard);
    let doubles = play(
        &server,
        &named(Settings::mixed_doubles(1, 2), "pairs", "cup"),
    );
    check_match(&server, id, "final%20four", 16);
    check_match(&server, doubles, "pairs", 10);
    let data = answer(&server, &format!("/matches/{doubles}"));
    assert_eq!(
        (&data["game_mode"], &data["applied_rule"]),
        (&"mix_doubles".into(), &2.into())
    );
    assert_eq!(data["mix_doubles_settings"]["positioned_stones_pattern"], 2);
    assert_eq!(data["mix_doubles_settings"], data["mixed_doubles_settings"]);
    assert_eq!(
        data["mix_doubles_settings"]["end_setup_team_ids"][0],
        data["second_team_id"]
    );
    assert!(data["first_team_player3_id"].is_null());
    let before = read(&server, "/matches?tournament_name=cup");
    drop(server);
    let again = TestServer::open(Some(folder.path()));
    check_match(&again, id, "final%20four", 16);
    check_match(&again, doubles, "pairs", 10);
    assert_eq!(read(&again, "/matches?tournament_name=cup"), before);
    let shot = basic("user0", "pass0");
    let body = r#"{"translational_velocity":2.4,"angular_velocity":1.5,"shot_angle":1.57}"#;
    let (status, text) = again.ask(&format!("POST /shots?match_id={id}"), &shot, body);
    assert!(status == 409 && text.contains("over"), "{text}");
}

#[test]
fn finished_matches_are_kept_in_memory_up_to_a_number_and_listed_by_tournament() {
    let server = TestServer::with(None, |options| {
        options.linger = std::time::Duration::ZERO;
        options.sweep = std::time::Duration::from_millis(20);
        options.finished = 2;
    });
    let ids: Vec<_> = ["a", "b", "b"]
        .map(|tournament| {
            play(
                &server,
                &named(Settings::mixed_doubles(1, 0), "m", tournament),
            )
        })
        .into();
    let waits = (0..500).find(|_| {
        thread::sleep(std::time::Duration::from_millis(20));
        read(&server, &format!("/matches/{}", ids[0])).0 == 404
    });
    assert!(waits.is_some(), "the oldest match is still there");
    let listed = answer(&server, "/matches?tournament_name=b");
    let shown: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["match_id"].clone())
        .collect();
    assert_eq!(shown, [ids[2].to_string(), ids[1].to_string()]);
    assert_eq!(listed[0]["first_team_name"], "team0");
    let latest = answer(&server, "/matches/by-name/latest?match_name=m");
    assert_eq!(latest["match_id"], ids[2].to_string());
    let tournaments = answer(&server, "/tournaments");
    assert_eq!(tournaments.as_array().unwrap().len(), 1);
    assert_eq!(tournaments[0]["tournament_id"], latest["tournament_id"]);
    assert_eq!(read(&server, "/matches?tournament_name=a").0, 404);
}

#[test]
fn what_is_not_there_is_404_and_what_makes_no_sense_422() {
    let server = TestServer::open(None);
    let open = named(Settings::standard(3), "open", "cup");
    let id = server.user(0).create_match(&open).unwrap();
    let data = answer(&server, &format!("/matches/{id}"));
    assert_eq!(data["score"]["team0"], serde_json::json!([0, 0, 0, 0]));
    assert!(data["winner_team_id"].is_null() && data["first_team_name"].is_null());
    assert_eq!(answer(&server, "/matches"), serde_json::json!([]));
    let other = Uuid::new_v4();
    let state = "00000000-0000-8000-8400-000000000000";
    for (path, expected) in [
        (format!("/matches/{other}"), 404),
        (format!("/matches/{other}/score"), 404),
        (format!("/matches/{id}/latest-state"), 404),
        (format!("/matches/{id}/ends"), 404),
        (format!("/matches/{id}/shots/latest"), 404),
        (format!("/matches/{id}/ends/0/shots/1"), 404),
        (format!("/states/{other}"), 404),
        (format!("/states/{state}"), 404),
        (format!("/shots/{state}"), 404),
        ("/matches/nonsense".to_owned(), 422),
        ("/states/nonsense".to_owned(), 422),
        (format!("/matches/{id}/ends/x/states"), 422),
        (format!("/matches/{id}/ends/-1/shots"), 422),
        ("/matches/by-name/latest".to_owned(), 422),
        ("/matches/by-name/score?match_name=".to_owned(), 422),
        ("/matches/by-name/score?match_name=none".to_owned(), 404),
        ("/matches?tournament_name=none".to_owned(), 404),
        ("/ws?match=x&team=viewer".to_owned(), 422),
        (format!("/ws?match={id}&team=umpire"), 422),
        (format!("/ws?match={id}&team=team0"), 401),
        (format!("/ws?match={other}&team=viewer"), 404),
        (format!("/ws?match={id}&team=viewer"), 426),
    ] {
        let (status, json) = read(&server, &path);
        assert_eq!(status, expected, "{path}: {json}");
        assert!(json["detail"].is_string(), "{path}: {json}");
    }
    let none: [Value; 0] = [];
    assert_eq!(
        answer(&server, &format!("/matches/{id}/ends/7/states")),
        Value::from(none.to_vec())
    );
}

#[test]
fn an_owner_deletes_a_match_before_it_begins() {
    let server = TestServer::open(None);
    let id = server.user(0).create_match(&Settings::standard(1)).unwrap();
    let delete = |user: &str| {
        server
            .ask(
                &format!("DELETE /matches/{id}"),
                &basic(&format!("user{user}"), &format!("pass{user}")),
                "",
            )
            .0
    };
    assert_eq!(server.ask(&format!("DELETE /matches/{id}"), "", "").0, 401);
    assert_eq!(delete("1"), 403);
    let usual = TeamSettings::usual("us", GameMode::Standard);
    server.user(1).join(id, Team::Zero, &usual).unwrap();
    assert_eq!((delete("0"), delete("0")), (200, 404));
    let begun = server.user(0).create_match(&Settings::standard(1)).unwrap();
    for number in [0, 1] {
        server.user(number).join(begun, Team::Zero, &usual).unwrap();
    }
    let (status, text) = server.ask(
        &format!("DELETE /matches/{begun}"),
        &basic("user0", "pass0"),
        "",
    );
    assert!(status == 409 && text.contains("joined"), "{text}");
}

#[test]
fn a_match_without_connections_is_abandoned_and_one_with_a_spectator_is_not() {
    let server = TestServer::with(None, |options| {
        options.sweep = std::time::Duration::from_millis(20);
        options.abandon = std::time::Duration::from_millis(400);
    });
    let [watched, lonely] =
        [(); 2].map(|()| server.user(0).create_match(&Settings::standard(1)).unwrap());
    let _viewer = server.open_stream(&format!("/matches/{watched}/viewer"));
    let gone = (0..500).find(|_| {
        thread::sleep(std::time::Duration::from_millis(20));
        read(&server, &format!("/matches/{lonely}")).0 == 404
    });
    assert!(gone.is_some(), "a match without connections is still there");
    assert_eq!(read(&server, &format!("/matches/{watched}")).0, 200);
}
