//! Tests of the reader of dc4client's logs.

use super::*;
use crate::dc4::message::Settings;
use crate::dc4::state::StateBuilder;
use crate::games::{Kind, Log, LogError, kind_of_bytes};
use crate::match_state::{Command, Match};
use crate::record::Record;
use crate::setup::Setup;
use curling::physics::Mode;
use curling::rules::{Phase, Placement};
use curling::{Turn, Vector};
use lookahead::Seed;
use serde_json::{Value, json};

/// A value as the client's models print it.
fn printed(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{}'", text.replace('\'', "\\'")),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(printed).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) if fields.contains_key("team0") && fields["team0"].is_array() => {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| format!("'{name}': {}", printed(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| format!("{name}={}", printed(value)))
                .collect();
            format!("Schema({})", fields.join(", "))
        }
    }
}

fn line(message: &str) -> String {
    let line = json!({
        "timestamp": "2026-11-18T12:00:00.000", "logger": "DC_Client", "level": "INFO",
        "message": message,
    });
    format!("{line}\n")
}

fn state_line(prefix: &str, state: &State) -> String {
    let value = serde_json::to_value(state).unwrap();
    let fields = value.as_object().unwrap().iter();
    let fields = fields.map(|(name, value)| format!("{name}={}", printed(value)));
    line(&format!("{prefix}{}", fields.collect::<Vec<_>>().join(" ")))
}

/// A match, its record, and the lines that a client of it logs.
fn logged_match(settings: &Settings, seed: u64) -> (Record, Vec<String>) {
    let mut setup = Setup::new(settings.conditions(Mode::Fast).unwrap(), Seed(seed));
    setup.time = [settings.thinking_time().unwrap(); 2];
    setup.names = ["al'pha".to_owned(), "beta".to_owned()];
    let mut curling_match = Match::new(setup).unwrap();
    let mut states = StateBuilder::new(curling_match.setup());
    let mut lines = vec![
        line("SSE loop start -> http://localhost:5000/matches/1/stream"),
        line("Attempting SSE connect (next retry in approx 1.0s if fail)"),
        state_line("latest_state_data: ", &states.opening(&curling_match)),
    ];
    let (mut entries, mut number) = (Vec::new(), 0_u8);
    while let Some(team) = curling_match.to_act() {
        number = number.wrapping_add(1);
        let command = if curling_match.game().phase == Phase::Placing {
            Command::Place(Placement::FOUR[usize::from(number) % 4])
        } else {
            let target = Vector::new(f64::from(number % 5) * 0.4 - 0.8, f64::from(number % 3));
            let turn = Turn::BOTH[usize::from(number % 2)];
            Command::Throw(curling_match.curling().draw(target, turn).unwrap())
        };
        let spent = Duration::from_millis(250);
        let event = curling_match.apply(team, command, spent).unwrap();
        for state in states.after(&curling_match, &event) {
            lines.push(state_line("latest_state_data: ", &state));
        }
        entries.push(event.entry);
    }
    (Record::of("", &curling_match, entries), lines)
}

/// Compares what a log has in common with the record of the same match.
fn compare(record: &Record, log: &PlayedMatch) {
    let played = PlayedMatch::from_record(record).unwrap();
    assert_eq!(log.names, played.names);
    assert_eq!((log.points, log.winner), (played.points, played.winner));
    assert_eq!((log.ending, log.length), (played.ending, played.length));
    assert_eq!((log.left, log.ends.len()), (played.left, played.ends.len()));
    for (read, known) in log.ends.iter().zip(&played.ends) {
        assert_eq!((read.lead, read.points), (known.lead, known.points));
        assert_eq!(read.shots.len(), known.shots.len());
        for (read, known) in read.shots.iter().zip(&known.shots) {
            assert_eq!((read.slot, read.team), (known.slot, known.team));
            let (thrown, meant) = (read.thrown.unwrap(), known.thrown.unwrap());
            assert_eq!(thrown.turn, meant.turn);
            assert!((thrown.velocity - meant.velocity).length() < 1e-9);
            let (after, meant) = (read.after.unwrap(), known.after.unwrap());
            assert_eq!(after.iter().count(), meant.iter().count());
            for (slot, stone) in meant.iter() {
                let away = after.get(slot).unwrap().at - stone.at;
                assert!(away.length() < 1e-4, "{away:?}");
            }
            assert!(read.before.is_some());
        }
    }
}

#[test]
fn a_log_of_the_client_is_the_match_that_was_played() {
    for settings in [Settings::standard(2), Settings::mixed_doubles(2, 3)] {
        let (record, lines) = logged_match(&settings, 5);
        let text = lines.concat();
        assert_eq!(kind_of_bytes(text.as_bytes()), Some(Kind::Dc4Client));
        let log = Log::read(&text, None).unwrap();
        assert_eq!(log.conditions().rules, record.setup.conditions.rules);
        assert!(log.complaints.is_empty(), "{:?}", log.complaints);
        compare(&record, &log.played().unwrap());
    }
}

#[test]
fn states_told_again_after_a_lost_connection_count_once() {
    let (record, mut lines) = logged_match(&Settings::standard(1), 2);
    let again: Vec<_> = lines[2..8].to_vec();
    lines.splice(8..8, again);
    let log = Log::read(&lines.concat(), None).unwrap();
    compare(&record, &log.played().unwrap());
}

#[test]
fn servers_that_leave_the_count_out_after_the_last_stone_are_understood() {
    let (record, lines) = logged_match(&Settings::mixed_doubles(1, 0), 7);
    let text = lines.concat();
    let text = text.replace("total_shot_number=10", "total_shot_number=None");
    compare(&record, &Log::read(&text, None).unwrap().played().unwrap());
}

#[test]
fn a_log_that_begins_late_lacks_shots_but_no_points() {
    let (record, lines) = logged_match(&Settings::standard(2), 5);
    let late = [&lines[..2], &lines[25..]].concat().concat();
    let log = Log::read(&late, None).unwrap();
    assert!(log.complaints[0].contains("middle"), "{:?}", log.complaints);
    let (log, played) = (
        log.played().unwrap(),
        PlayedMatch::from_record(&record).unwrap(),
    );
    assert_eq!((log.points, log.winner), (played.points, played.winner));
    assert!(log.ends[0].shots.is_empty() && log.ends[1].shots.len() < 16);
    assert_eq!(log.left, [None; 2]);
}

#[test]
fn several_matches_of_one_program_are_told_apart() {
    let (first, lines) = logged_match(&Settings::standard(1), 2);
    let (second, more) = logged_match(&Settings::mixed_doubles(1, 1), 3);
    let more = more.concat().replace("matches/1/", "matches/2/");
    let text = lines.concat() + &more;
    let why = Log::read(&text, None).unwrap_err();
    assert!(matches!(why, LogError::Several { games: 2 }), "{why}");
    compare(
        &first,
        &Log::read(&text, Some(1)).unwrap().played().unwrap(),
    );
    compare(
        &second,
        &Log::read(&text, Some(2)).unwrap().played().unwrap(),
    );
    let third = Log::read(&text, Some(3)).unwrap_err();
    assert!(matches!(third, LogError::NoGame { games: 2 }), "{third}");
    assert_eq!(Log::all(&text).unwrap().len(), 2);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let (_, lines) = logged_match(&Settings::standard(1), 2);
    let text = lines.concat();
    let torn = &text[..text.len() - 40];
    let log = Log::read(torn, None).unwrap();
    assert!(log.complaints[0].contains("torn"), "{:?}", log.complaints);
    let cut = |from: &str, to: &str| Log::read(&text.replacen(from, to, 1), None).unwrap_err();
    for (from, to) in [
        ("end_number=0", "end_number=x"),
        ("end_number=0", "end_number=1000"),
        ("end_number=0", ""),
        ("winner_team=None", "winner_team='team7'"),
        ("'team0': [", "'team0': ["),
    ] {
        if from != to {
            let (place, why) = cut(from, to).place();
            assert_eq!(place.as_deref(), Some("line 3"), "{why}");
        }
    }
    let broken = text
        .replacen("\"level\"", "level", 2)
        .replacen("level", "\"level\"", 1);
    assert!(Log::read(&broken, None).is_err());
    let quiet = line("SSE loop start -> http://x");
    let why = Log::read(&quiet, None).unwrap_err().to_string();
    assert!(why.contains("no states"), "{why}");
}
