//! Matches of Digital Curling 4 on ice that changes, with sweeping.

use super::{TestServer, options, spec};
use curling::Sweep;
use curling::conditions::IceChanges;
use curling::rules::Team;
use digital_curling::dc4::client::{Event, play};
use digital_curling::dc4::journal::Journal;
use digital_curling::dc4::message::{
    GameMode, PlayerSettings, Settings, ShotMessage, TeamSettings,
};
use digital_curling::dc4::state::State;
use lookahead::{Cancel, Seed};
use std::path::Path;
use std::thread;
use uuid::Uuid;

/// A match of one end on ice that drifts, wears and may be swept.
fn changing() -> Settings {
    let changes = serde_json::json!({
        "drift": { "from": 1.0, "to": 1.05, "shots": 16 },
        "wear": { "each": 0.01 },
        "sweeping": {},
    });
    Settings {
        ice_changes: Some(serde_json::from_value(changes).unwrap()),
        ..Settings::standard(1)
    }
}

/// A team that throws exactly.
fn exact(name: &str) -> TeamSettings {
    let player = || {
        Some(PlayerSettings {
            shot_std_dev: 0.0,
            angle_std_dev: 0.0,
            ..PlayerSettings::default()
        })
    };
    TeamSettings {
        use_default_config: false,
        player1: player(),
        player2: player(),
        player3: player(),
        player4: player(),
        ..TeamSettings::usual(name, GameMode::Standard)
    }
}

/// The next state that follows a shot.
fn after_a_shot(events: &mut digital_curling::dc4::client::Events) -> State {
    loop {
        match events.next_event().unwrap() {
            Event::Latest(state) if state.last_move.is_some() => return state,
            _ => {}
        }
    }
}

/// Throws the first stone of a new match; returns the state after it and the match.
fn first_stone(server: &TestServer, settings: &Settings, sweep: Option<Sweep>) -> (State, Uuid) {
    let [zero, one] = [0, 1].map(|number| server.user(number));
    let id = zero.create_match(settings).unwrap();
    zero.join(id, Team::Zero, &exact("zero")).unwrap();
    one.join(id, Team::One, &exact("one")).unwrap();
    let mut events = zero.stream(id).unwrap();
    let _other = one.stream(id).unwrap();
    let shot = ShotMessage {
        translational_velocity: 2.36,
        angular_velocity: Some(1.5),
        shot_angle: 1.62,
        sweep,
    };
    zero.throw(id, &shot).unwrap();
    (after_a_shot(&mut events), id)
}

#[test]
fn a_shot_is_swept_goes_farther_and_is_in_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(Some(folder.path()), |options| options.seed = Some(Seed(3)));
    let stop = |state: &State| state.stones[0][0].unwrap().0.y;
    let (plain, _) = first_stone(&server, &changing(), None);
    let sweep = Sweep::full(-20.0, 0.0);
    let (swept, id) = first_stone(&server, &changing(), Some(sweep));
    assert!(stop(&swept) > stop(&plain) + 0.3, "{swept:?} {plain:?}");
    assert_eq!(swept.last_move.unwrap().sweep, Some(sweep));
    let ice = swept.ice.unwrap();
    assert!((ice.friction - 1.05_f64.mul_add(1.0 / 15.0, 14.0 / 15.0)).abs() < 1e-9);
    assert_eq!(ice.changes, changing().ice_changes);
    assert!(!ice.passages.unwrap().is_none());
    let text = std::fs::read(folder.path().join(format!("{id}.jsonl"))).unwrap();
    let record = Journal::record_from_bytes(&text, Path::new("the journal"));
    let record = record.unwrap().unwrap();
    let text = record.text().unwrap();
    assert!(text.contains(r#""sweep":{"from":-20.0"#), "{text}");
    let found = record.verify().unwrap();
    assert!(found.holds(), "{:?}", found.differences);
    // Where sweeping is not allowed it is refused by its name.
    let usual = Settings::standard(1);
    let id = server.user(0).create_match(&usual).unwrap();
    for (number, team) in [Team::Zero, Team::One].into_iter().enumerate() {
        let user = server.user(number as u8);
        user.join(id, team, &exact("team")).unwrap();
    }
    let _streams = [0, 1].map(|number| server.user(number).stream(id).unwrap());
    let shot = ShotMessage {
        translational_velocity: 2.36,
        angular_velocity: Some(1.5),
        shot_angle: 1.62,
        sweep: Some(sweep),
    };
    let refused = server.user(0).throw(id, &shot).unwrap_err().to_string();
    assert!(refused.contains("sweeping is not allowed"), "{refused}");
}

#[test]
fn our_clients_learn_the_ice_from_the_states_and_play_on_it() {
    let server = TestServer::open(None);
    let id = server.user(0).create_match(&changing()).unwrap();
    let mut seen = Vec::new();
    thread::scope(|scope| {
        let mut join = options(id, Team::Zero);
        join.team = exact("zero");
        let other = scope.spawn(|| {
            let mut join = options(id, Team::One);
            join.team = exact("one");
            let user = server.user(1);
            play(&user, &join, &spec("draw"), &Cancel::new(), &mut |_| ()).unwrap()
        });
        let user = server.user(0);
        let watch = &mut |state: &State| seen.push(state.clone());
        play(&user, &join, &spec("draw:turn=ccw"), &Cancel::new(), watch).unwrap();
        other.join().unwrap();
    });
    // On ice five per cent slower an unadapted draw stops more than a metre short.
    let first = seen.iter().find(|state| state.thrown == Some(1)).unwrap();
    let tee = first.stones[0][0].unwrap().0.y;
    assert!((tee - 38.405).abs() < 0.1, "{tee}");
    let last = seen.iter().rev().find(|state| state.winner.is_some());
    assert_eq!(last.unwrap().ice, None);
}

#[test]
fn states_and_match_data_tell_the_ice_only_where_it_changes() {
    let server = TestServer::open(None);
    let settings = Settings::standard(1);
    assert!(!serde_json::to_string(&settings).unwrap().contains("ice"));
    let (state, id) = first_stone(&server, &settings, None);
    let text = serde_json::to_string(&state).unwrap();
    assert!(!text.contains("\"ice") && !text.contains("sweep"), "{text}");
    let (_, data) = server.ask(&format!("GET /matches/{id}"), "", "");
    assert!(!data.contains("\"ice"), "{data}");
    let (_, id) = first_stone(&server, &changing(), None);
    let (_, data) = server.ask(&format!("GET /matches/{id}"), "", "");
    assert!(data.contains(r#""ice_changes":{"drift""#), "{data}");
    let mut wrong = changing();
    wrong.ice_changes = Some(IceChanges {
        friction: vec![9.0],
        ..IceChanges::default()
    });
    let refused = server.user(0).create_match(&wrong).unwrap_err().to_string();
    assert!(refused.contains("ice_changes.friction[0]"), "{refused}");
}
