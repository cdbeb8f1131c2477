//! Tests of the writer of Digital Curling 3 logs.

use super::*;
use crate::dc3::log::{LoggedMatch, record_beside};
use crate::dc3::message::Reason;
use crate::games::{Ending, PlayedMatch};
use arena::player::Fault;
use curling::conditions::Conditions;
use curling::{Shot, Turn, Vector};
use lookahead::Seed;
use std::path::Path;

/// A match of two ends in which the last command is this one, and its record.
fn played(last: Option<&(usize, Command)>) -> (Match, Record) {
    let changes = "ends = 2\nextra_ends = false\nreferee = 'fast'".parse();
    let conditions = Conditions::dc3().changed(&changes.unwrap()).unwrap();
    let setup = Setup {
        names: ["alpha", "beta"].map(str::to_owned),
        time: [crate::ThinkingTime {
            game: Some("219s".parse().unwrap()),
            ..crate::ThinkingTime::default()
        }; 2],
        ..Setup::new(conditions, Seed(4))
    };
    let mut curling_match = Match::new(setup).unwrap();
    let order = Command::Order(vec![0, 1, 3, 2]);
    let ordered = curling_match.apply(Team::One, order, Duration::ZERO);
    let mut entries = vec![ordered.unwrap().entry];
    let draw = curling_match.curling().draw(Vector::ZERO, Turn::Clockwise);
    let through = Shot::new(Vector::new(0.0, 3.8), Turn::Clockwise);
    let shots = [draw.unwrap(), through];
    let mut count = 0;
    while let Some(team) = curling_match.to_act() {
        let command = match last {
            Some((when, command)) if *when == count => command.clone(),
            _ => Command::Throw(shots[count % 3 / 2]),
        };
        let spent = Duration::from_millis(1500);
        entries.push(curling_match.apply(team, command, spent).unwrap().entry);
        count += 1;
    }
    let record = Record::of("1709943000", &curling_match, entries);
    (curling_match, record)
}

fn folder(record: &Record) -> (tempfile::TempDir, String) {
    let (name, files) = files(record, 0).unwrap();
    let directory = tempfile::tempdir().unwrap();
    for Piece { file, text } in files {
        std::fs::write(directory.path().join(file), text).unwrap();
    }
    (directory, name)
}

#[test]
fn a_match_written_down_is_read_again_with_every_stone() {
    let (curling_match, record) = played(None);
    let (directory, name) = folder(&record);
    assert!(name.starts_with("20240309T001000_"), "{name}");
    let log = LoggedMatch::open(directory.path()).unwrap();
    assert_eq!(log.warnings, Vec::<String>::new());
    let read = PlayedMatch::from_dc3(&log);
    let told = PlayedMatch::from_record(&record).unwrap();
    assert_eq!((read.points, read.winner), (told.points, told.winner));
    assert_eq!((&read.names, read.length), (&told.names, told.length));
    assert_eq!(read.left, told.left);
    assert_eq!(
        log.result,
        curling_match.game().outcome().map(state::result)
    );
    let shots = |played: &PlayedMatch| -> Vec<_> {
        let ends = played.ends.iter();
        ends.flat_map(|end| end.shots.clone()).collect()
    };
    assert_eq!(shots(&read).len(), 32);
    for (read, told) in shots(&read).iter().zip(shots(&told)) {
        assert_eq!((read.slot, read.team), (told.slot, told.team));
        assert_eq!(read.left, told.left);
        let [asked, thrown] = [read.asked.unwrap(), told.asked.unwrap()];
        assert!((asked.velocity - thrown.velocity).length() < 1e-6);
        // The last stones of an end are in the shot files alone.
        let [after, known] = [read.after.unwrap(), told.after.unwrap()];
        assert_eq!(after.count(), known.count());
        for (slot, stone) in known.iter() {
            assert!((after.get(slot).unwrap().at - stone.at).length() < 1e-5);
        }
    }
}

#[test]
fn the_lines_are_in_the_order_of_the_platform_and_have_its_envelope() {
    let (_, record) = played(Some(&(2, Command::Concede)));
    let (directory, _) = folder(&record);
    let text = std::fs::read_to_string(directory.path().join(GAME_FILE)).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let said: Vec<_> = lines
        .iter()
        .map(|line| line["log"]["cmd"].as_str().unwrap())
        .collect();
    let expected = "dc meta meta dc_ok dc_ok is_ready ready_ok ready_ok new_game update \
                    move update move update move update game_over";
    assert_eq!(said, expected.split_whitespace().collect::<Vec<_>>());
    for (line, text) in lines.iter().zip(text.lines()) {
        assert_eq!(
            (&line["ver"], &line["tag"]),
            (&json!([1, 1]), &json!("gam"))
        );
        assert!(text.starts_with("{\"ver\":[1,1],\"tag\":\"gam\",\"id\":"));
    }
    // A shot file takes a number of its own.
    let numbers: Vec<_> = lines
        .iter()
        .map(|line| line["id"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers[..12], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
    assert_eq!(lines[0]["date_time"], "2024-03-09T00:10:01+00:00");
    assert_eq!(lines[5]["log"]["team"], Value::Null);
    assert_eq!(lines[7]["log"]["player_order"], json!([0, 1, 3, 2]));
    assert_eq!(lines[9]["log"]["last_move"], Value::Null);
    assert_eq!(lines[11]["log"]["last_move"].get("trajectory"), None);
}

#[test]
fn a_shot_file_has_what_the_gui_draws() {
    let (_, record) = played(None);
    let (directory, _) = folder(&record);
    let shot = |name: &str| -> Value {
        let text = std::fs::read_to_string(directory.path().join(name)).unwrap();
        assert!(text.starts_with("{\n  \"ver\": ["));
        serde_json::from_str(&text).unwrap()
    };
    let second = shot("shot_e001s03.json");
    assert_eq!(
        (&second["tag"], &second["log"]["end"]),
        (&json!("sht"), &json!(1))
    );
    let log = &second["log"];
    assert_eq!(
        (&log["shot"], &log["selected_move"]["type"]),
        (&json!(3), &json!("shot"))
    );
    let way = &log["trajectory"];
    assert!((way["seconds_per_frame"].as_f64().unwrap() - 0.1).abs() < 1e-6);
    assert!(way["frames"].as_array().unwrap().len() > 100);
    for key in ["start", "finish"] {
        for team in ["team0", "team1"] {
            assert_eq!(way[key][team].as_array().unwrap().len(), 8);
        }
    }
    // Stones at rest, in the frame of the simulator: in the second end it is turned round.
    let storage = &log["simulator_storage"];
    let resting = storage["stones"].as_array().unwrap();
    let there: Vec<_> = resting.iter().filter(|stone| !stone.is_null()).collect();
    assert_eq!(resting.len(), 16);
    assert!(!there.is_empty());
    for stone in there {
        let along = stone["position"]["y"].as_f64().unwrap();
        assert!((-19.4..-10.9).contains(&along), "{along}");
    }
    assert_eq!(storage["type"], "fcv1");
    assert_eq!(
        log["player_storage"]["factory"]["stddev_speed"],
        json!(0.0076)
    );
}

#[test]
fn a_fault_and_a_clock_that_ran_out_end_the_log() {
    let gone = Fault::Crashed {
        why: "the connection was closed".to_owned(),
    };
    let (_, record) = played(Some(&(5, Command::Fault(gone))));
    let log = LoggedMatch::open(folder(&record).0.path()).unwrap();
    let error = log.error.clone().unwrap();
    assert!(
        error.starts_with("client 1: crashed: the connection"),
        "{error}"
    );
    let read = PlayedMatch::from_dc3(&log);
    assert_eq!(
        (read.ending, read.winner),
        (Ending::Fault, Some(Team::Zero))
    );
    let (_, record) = played(Some(&(5, Command::TimeOut)));
    let log = LoggedMatch::open(folder(&record).0.path()).unwrap();
    assert_eq!(log.result.unwrap().reason, Reason::TimeLimit);
    assert_eq!(PlayedMatch::from_dc3(&log).ending, Ending::Time);
}

#[test]
fn a_log_names_our_record_and_a_search_finds_the_match_once() {
    let (curling_match, record) = played(Some(&(1, Command::Concede)));
    let logs = tempfile::tempdir().unwrap();
    std::fs::write(logs.path().join("000-a.jsonl"), record.text().unwrap()).unwrap();
    let start = record.start().unwrap();
    let named = Some("000-a.jsonl".to_owned());
    let mut writer = LogWriter::new(&start, &Options::default(), named).unwrap();
    let folder = logs.path().join(writer.folder());
    std::fs::create_dir(&folder).unwrap();
    let mut game = String::new();
    for step in record.replay().unwrap() {
        for piece in writer.event(&step.event, &step.after, step.left, 1) {
            if piece.file == GAME_FILE {
                game.push_str(&piece.text);
            }
        }
    }
    std::fs::write(folder.join(GAME_FILE), game).unwrap();
    assert_eq!(
        record_beside(&folder),
        Some(logs.path().join("000-a.jsonl"))
    );
    let found = crate::games::find(&[logs.path().to_owned()]).logs;
    assert_eq!(found, [logs.path().join("000-a.jsonl")]);
    std::fs::remove_file(logs.path().join("000-a.jsonl")).unwrap();
    let found = crate::games::find(&[logs.path().to_owned()]).logs;
    assert_eq!(found, [folder]);
    assert!(curling_match.game().outcome().is_some());
}

#[test]
fn conditions_of_other_platforms_are_refused_with_a_reason() {
    let curling_match = Match::new(Setup::new(Conditions::legacy(), Seed(1))).unwrap();
    let record = Record::of("", &curling_match, Vec::new());
    let error = files(&record, 0).unwrap_err().to_string();
    assert!(
        error.contains("not supported by Digital Curling 3"),
        "{error}"
    );
    assert!(LoggedMatch::read("", Path::new(GAME_FILE)).is_err());
}
