//! Tests of the reader of Digital Curling 3 logs.

use super::*;
use crate::dc3::message::{Reason, ToClient};
use crate::match_state::{Command, Match};
use crate::setup::Setup;
use curling::{Turn, Vector};
use lookahead::Seed;
use proptest::prelude::*;
use serde_json::json;
use std::time::Duration;

fn enveloped(tag: &str, id: usize, log: &Value) -> String {
    json!({"ver": [1, 1], "tag": tag, "id": id, "date_time": "2024-03-09T10:00:00+09:00", "thread": "1", "log": log})
        .to_string()
}

fn value(message: &ToClient) -> Value {
    serde_json::from_str(&message.write()).unwrap()
}

/// A match of one end that is conceded at the beginning of the second, as the platform logs it; and
/// the finished ends of its shots.
fn logged() -> (Match, Vec<String>, Vec<(String, String)>) {
    let changes = "ends = 2\nreferee = 'fast'".parse().unwrap();
    let conditions = Conditions::dc3().changed(&changes).unwrap();
    let mut curling_match = Match::new(Setup::new(conditions, Seed(2))).unwrap();
    let game = config::write_game(curling_match.setup()).unwrap();
    let mut logs = vec![
        json!({"cmd": "dc", "game_id": "6f0c", "date_time": "2024-03-09T10:00:00+09:00"}),
        json!({"cmd": "meta", "meta": "spec", "host_name": "here"}),
        json!({"cmd": "dc_ok", "team": "team0", "name": "alpha"}),
        json!({"cmd": "is_ready", "team": null, "game": game}),
        json!({"cmd": "ready_ok", "team": "team0", "player_order": [0, 1, 2, 3]}),
        json!({"cmd": "new_game", "name": {"team0": "alpha", "team1": "beta"}}),
        value(&ToClient::Update(Box::new(state::update(
            &curling_match,
            None,
            None,
        )))),
    ];
    let draw = curling_match
        .curling()
        .draw(Vector::ZERO, Turn::Clockwise)
        .unwrap();
    let mut shots = Vec::new();
    for count in 0..17 {
        let team = curling_match.to_act().unwrap();
        let (command, said) = match count {
            16 => (Command::Concede, Move::Concede),
            _ => (Command::Throw(draw), Move::of(&draw)),
        };
        logs.push(json!({"cmd": "move", "team": team, "move": said}));
        let event = curling_match
            .apply(team, command, Duration::from_secs(1))
            .unwrap();
        if let Some(step) = &event.step {
            let way = json!({"finish": state::stones(&step.verdict.stones, event.before.lead)});
            let shot = json!({"end": 0, "shot": count, "selected_move": said, "trajectory": way});
            let file = serde_json::to_string_pretty(&json!({"tag": "sht", "log": shot})).unwrap();
            shots.push((format!("shot_e000s{count:02}.json"), file));
        }
        let update = state::update(&curling_match, Some(&event), None);
        logs.push(value(&ToClient::Update(Box::new(update))));
    }
    logs.push(json!({"cmd": "game_over"}));
    let lines = logs.iter().enumerate();
    let lines = lines.map(|(id, log)| enveloped("gam", id, log)).collect();
    (curling_match, lines, shots)
}

#[test]
fn a_match_is_read_with_all_its_moves() {
    let (curling_match, lines, _) = logged();
    let log = LoggedMatch::read(&lines.join("\n"), Path::new("game.dcl2")).unwrap();
    assert_eq!(log.names, Some(["alpha".to_owned(), "beta".to_owned()]));
    assert_eq!(log.game_id.as_deref(), Some("6f0c"));
    let mut told = curling_match.setup().conditions.clone();
    told.referee = curling::physics::Mode::Exact;
    assert_eq!(log.conditions, Some(told));
    assert_eq!(log.moves.len(), 17);
    let first = &log.moves[0];
    assert_eq!((first.team, first.end, first.shot), (Team::Zero, 0, 0));
    assert!(first.selected.is_some() && first.selected != Some(first.actual));
    assert_eq!(first.stones_after.unwrap().count(), 1);
    assert_eq!(log.moves[15].stones_after, None);
    let last = &log.moves[16];
    assert_eq!((last.end, last.shot, last.actual), (1, 0, Move::Concede));
    let scores = curling_match.game().scores;
    assert_eq!(log.ends, [Team::BOTH.map(|team| scores.of(team, 0))]);
    assert_eq!(log.result.unwrap().reason, Reason::Concede);
    assert_eq!(log.warnings, Vec::<String>::new());
}

#[test]
fn a_directory_knows_the_last_stones_of_an_end_too() {
    let (_, lines, shots) = logged();
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join(GAME_FILE), lines.join("\n")).unwrap();
    for (name, text) in &shots {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let log = LoggedMatch::open(directory.path()).unwrap();
    assert!(log.moves[15].stones_after.unwrap().count() > 0);
    std::fs::write(directory.path().join("shot_e000s15.json"), "{").unwrap();
    let log = LoggedMatch::open(directory.path()).unwrap();
    assert_eq!(log.moves[15].stones_after, None);
    assert!(log.warnings[0].contains("shot_e000s15.json"));
    let alone = LoggedMatch::open(&directory.path().join(GAME_FILE)).unwrap();
    assert_eq!(alone.moves.len(), 17);
}

#[test]
fn other_lines_are_overlooked_and_a_log_may_break_off() {
    let (_, mut lines, _) = logged();
    lines.insert(4, enveloped("err", 0, &json!("something went wrong")));
    lines.insert(5, String::new());
    lines.truncate(12);
    let half = lines[11][..30].to_owned();
    lines[11] = half;
    let log = LoggedMatch::read(&lines.join("\n"), Path::new("a.dcl2")).unwrap();
    assert_eq!(log.moves.len(), 1);
    assert!(log.warnings[0].starts_with("a.dcl2, line 12: "));
    assert_eq!(log.result, None);
}

#[test]
fn a_log_that_begins_in_the_middle_is_read_from_there() {
    let (_, lines, _) = logged();
    let log = LoggedMatch::read(&lines[13..].join("\n"), Path::new("a.dcl2")).unwrap();
    let first = &log.moves[0];
    assert_eq!((first.end, first.shot, first.team), (0, 3, Team::One));
    assert_eq!(log.moves.last().unwrap().end, 1);
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let (_, lines, _) = logged();
    let read = |text: &str| {
        let error = LoggedMatch::read(text, Path::new("a.dcl2")).unwrap_err();
        error.to_string()
    };
    assert!(read("oh\n{}").starts_with("a.dcl2, line 1: `oh` is not JSON"));
    assert!(read("{}").contains("no match in "));
    let broken = lines
        .join("\n")
        .replace("\"alpha\",\"team1\"", "\"alpha\",\"team2\"");
    assert!(
        read(&broken).starts_with("a.dcl2, line 6: `name`"),
        "{}",
        read(&broken)
    );
    let missing = LoggedMatch::open(Path::new("/nowhere/game.dcl2")).unwrap_err();
    assert!(
        missing
            .to_string()
            .contains("cannot read /nowhere/game.dcl2")
    );
}

proptest! {
    #[test]
    fn no_text_panics(text: String, junk in "[\\[\\]{}\",:0-9a-z_\n]{0,60}") {
        for text in [text, junk] {
            let _ = LoggedMatch::read(&text, Path::new("a.dcl2"));
        }
    }
}
