//! `sakiyomi curling analyse` from outside: positions where every curler knows the shot, JSON,
//! maps, and what is refused.

use serde_json::{Value, json};
use std::process::Output;
use std::sync::LazyLock;
use tempfile::TempDir;

/// Where tables are kept while these tests run.
static CACHE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn ended(words: &str, input: &Value) -> Output {
    let mut program = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    program
        .env("SAKIYOMI_CACHE", CACHE.path())
        .args(["curling", "analyse"])
        .args(words.split_whitespace())
        .write_stdin(input.to_string())
        .output()
        .unwrap()
}

#[track_caller]
fn said(words: &str, input: &Value) -> String {
    let ended = ended(words, input);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

#[track_caller]
fn refused(words: &str, input: &Value) -> String {
    let ended = ended(words, input);
    assert!(!ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stderr).unwrap()
}

#[track_caller]
fn advice(words: &str, input: &Value) -> Value {
    let words = format!("--player jiritsu:depth=1 --json {words}");
    let answer: Value = serde_json::from_str(&said(&words, input)).unwrap();
    answer["advice"].clone()
}

#[track_caller]
fn best(words: &str, input: &Value) -> (String, String) {
    let advice = advice(words, input);
    let shot = &advice["shots"][0];
    let text = |name: &str| shot[name].as_str().unwrap().to_owned();
    (text("call"), text("words"))
}

/// The last end, level; stones by slot in metres from the tee.
fn position(shot: usize, stones: &[(usize, f64, f64)]) -> Value {
    let mut listed = vec![Value::Null; 16];
    for &(slot, x, y) in stones {
        listed[slot] = json!([2.375 + x, 4.88 - y]);
    }
    json!({ "stones": listed, "shot_num": shot, "end": 9 })
}

#[test]
fn an_analysis_that_is_watched_answers_early_and_ends_the_same() {
    let position = json!({ "stones": vec![Value::Null; 16], "shot_num": 14, "end": 9 });
    let ask = |more: &str| {
        said(
            &format!("--player jiritsu:depth=2,thin=on --top 1 {more}"),
            &position,
        )
    };
    let watched = ask("--watch");
    let (first, _) = watched.split_once("Best shots").unwrap();
    assert_eq!(first.matches("so far: ").count(), 1, "{watched}");
    let table = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .skip_while(|line| !line.starts_with("Best shots"));
        lines.take(6).map(str::to_owned).collect()
    };
    assert_eq!(table(&watched), table(&ask("")));
}

#[test]
fn an_empty_house_and_the_last_stone_is_a_draw() {
    let (call, words) = best("", &position(15, &[]));
    assert!(call == "draw" && words.contains("-foot") || words.contains("button"));
}

#[test]
fn an_open_stone_on_the_button_is_hit() {
    let (call, words) = best("", &position(15, &[(14, 0.0, 0.0)]));
    assert!(call == "take-out" && words.contains("stone 15"), "{words}");
}

#[test]
fn a_guarded_stone_at_the_back_is_drawn_inside() {
    let stones = [(8, 0.0, 1.2), (10, 0.05, -2.4), (12, 0.0, -3.4)];
    let (call, words) = best("", &position(15, &stones));
    assert!(
        ["come-around", "draw", "freeze"].contains(&&*call),
        "{words}"
    );
}

#[test]
fn two_stones_side_by_side_must_both_go_when_two_are_needed() {
    let mut needed = position(15, &[(12, -0.2, 0.2), (14, 0.2, 0.2), (13, 0.9, -0.6)]);
    needed["difference"] = json!(1);
    let (call, words) = best("", &needed);
    assert_eq!(call, "double", "{words}");
}

#[test]
fn the_text_says_whose_values_what_else_and_how_sure() {
    let text = said(
        "--player jiritsu:depth=1 --player greedy:tries=4 --top 3",
        &position(14, &[(13, 0.2, 0.1), (10, 0.0, -3.0)]),
    );
    for words in [
        "team0 to throw stone 15 of end 10 of 10",
        "centre guard",
        "Best shots of jiritsu:depth=1; worth is team0's",
        "Best shots of greedy:tries=4; value is team0's",
        "opponent's reply",
        "Confidence: A is",
        "Risk: A misses",
        "one shot ahead",
    ] {
        assert!(text.contains(words), "no `{words}` in:\n{text}");
    }
}

#[test]
fn json_has_every_target_and_is_the_same_again() {
    let input = position(15, &[(14, 0.0, 0.0)]);
    let mut found = advice("--top 2", &input);
    assert_eq!(found["shots"].as_array().unwrap().len(), 2);
    assert_eq!(found["team"], "team1");
    let maps = found["maps"].as_array().unwrap();
    assert_eq!([&maps[0]["turn"], &maps[1]["turn"]], ["cw", "ccw"]);
    let count = |map: &Value, part: &str| map[part].as_array().unwrap().len();
    let targets: usize = maps
        .iter()
        .map(|map| count(map, "cells") + count(map, "strip"))
        .sum();
    assert_eq!(targets, 3330);
    let sum: f64 = found["shots"][0]["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| outcome["probability"].as_f64().unwrap())
        .sum();
    assert!((0.9..=1.0 + 1e-9).contains(&sum), "{sum}");
    let mut again = advice("--top 2 --threads 1", &input);
    for one in [&mut found, &mut again] {
        one["effort"]["seconds"] = Value::Null;
    }
    assert_eq!(found, again);
}

#[test]
fn a_whole_match_and_the_form_of_digital_curling_3_will_do() {
    let input = position(15, &[(14, 0.0, 0.0)]);
    let answer = said("--player greedy:tries=2 --json", &input);
    let game = serde_json::from_str::<Value>(&answer).unwrap()["game"].clone();
    let first = advice("", &json!({ "game": game }));
    assert_eq!(first["shots"], advice("", &game)["shots"]);
    let mut stones = vec![Value::Null; 16];
    stones[15] = json!({ "x": 0.0, "y": 38.405, "angle": 0.0 });
    let dc3 = json!({ "stones": stones, "shot_num": 15, "next_team": "team0", "end": 7 });
    let text = said("--player greedy:tries=2 --set ends=8", &dc3);
    assert!(
        text.starts_with("team0 to throw stone 16 of end 8 of 8"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    let with = |name: &str, value: Value| {
        let mut input = position(15, &[]);
        input[name] = value;
        input
    };
    for (input, words) in [
        (with("stones", json!([1, 2])), "`stones[0]`"),
        (with("shot_num", json!(16)), "`shot_num`"),
        (with("end", json!("last")), "`end`"),
        (with("end", json!(12)), "`end`"),
        (with("lead", json!("red")), "`lead`"),
        (with("scores", json!([1, "x"])), "`scores`"),
        (with("scores", json!(vec![0; 11])), "`scores`"),
        (with("difference", json!(99)), "`difference`"),
        (with("game", json!({ "end": 1 })), "`game`"),
        (position(3, &[(9, 0.0, 0.0)]), "`stones[9]`"),
    ] {
        let error = match words {
            // A decided match is no match to analyse, extra ends are.
            "`end`" if input["end"] == json!(12) => refused("--set extra_ends=false", &input),
            _ => refused("", &input),
        };
        assert!(error.contains(words), "{words}: {error}");
    }
    for (player, words) in [
        ("nobody", "there is no player `nobody`"),
        ("jiritsu:depth=0", "write a whole number from 1 to 16"),
        (
            "jiritsu:finer=9",
            "setting `finer=9`: write a whole number from 1 to 3",
        ),
        ("jirutsu", "did you mean `jiritsu`?"),
    ] {
        let ended = ended(&format!("--player {player}"), &position(15, &[]));
        assert!(ended.stdout.is_empty(), "{ended:?}");
        let error = String::from_utf8(ended.stderr).unwrap();
        assert!(error.contains(words), "{player}: {error}");
    }
    let error = refused("--set end=3", &position(15, &[]));
    assert!(error.contains("unknown condition `end`"), "{error}");
}

#[test]
fn a_match_that_is_over_or_not_placed_has_no_shot() {
    let answer = said("--player greedy:tries=2 --json", &position(15, &[]));
    let mut game = serde_json::from_str::<Value>(&answer).unwrap()["game"].clone();
    game["phase"] = json!({ "over": { "winner": "team0", "reason": "score" } });
    let error = refused("--player greedy", &game);
    assert!(error.contains("the match is over"), "{error}");
    game["phase"] = json!("placing");
    let error = refused("--player greedy", &game);
    let why = "a placement outside mixed doubles";
    assert!(error.contains(why), "{error}");
}

#[test]
fn maps_are_drawn_for_values_and_terms() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let input = position(12, &[(9, 0.3, 0.2), (8, 0.0, -3.0)]);
    let player = "--player jiritsu:depth=1";
    said(&format!("{player} --map {}", file("values.svg")), &input);
    let svg = std::fs::read_to_string(file("values.svg")).unwrap();
    for words in ["counter-clockwise", "team0 to aim", "A  ", "crispEdges"] {
        assert!(svg.contains(words), "{words}");
    }
    said(
        &format!("{player} --terms T --map {}", file("t.png")),
        &input,
    );
    assert!(
        std::fs::read(file("t.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    let error = refused(&format!("{player} --map {}", file("values.gif")), &input);
    assert!(error.contains(".svg or .png"), "{error}");
}

/// What an operation answers.
#[track_caller]
fn called(name: &str, input: &Value) -> Value {
    let mut program = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    let ended = program.args(["call", name]).write_stdin(input.to_string());
    let ended = ended.output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    serde_json::from_slice(&ended.stdout).unwrap()
}

#[track_caller]
fn position_of(words: &str, input: &Value) -> Value {
    let words = format!("--player greedy:tries=1 --json {words}");
    let answer: Value = serde_json::from_str(&said(&words, input)).unwrap();
    answer["position"].clone()
}

#[test]
fn a_scene_of_a_replayed_match_goes_to_the_analysis_and_back_without_loss() {
    let record = include_str!("../../operations/src/curling/records/sample.jsonl");
    for at in [0, 7, 20] {
        let moment = json!({ "text": record, "at": at });
        let position = called("curling/position-of", &moment);
        assert_eq!(position_of("", &position), position, "scene {at}");
        let checked = called("curling/check", &position);
        assert!(checked["thrower"].is_u64(), "{checked}");
    }
}

/// What a page of version 0.1 saved.
fn saved() -> Value {
    let hand = json!({ "players": [{ "noise": 1, "max_weight": null }] });
    json!({
        "conditions": {
            "platform": "dc4", "rules": "normal", "ends": 6, "extra_ends": true, "spot": 2,
            "friction": 1.1, "curl": 0.9, "noise": 0.5, "teams": [hand, hand]
        },
        "game": {
            "end": 2, "shot": 13, "hammer": 0, "phase": { "kind": "throwing" },
            "stones": [{ "team": 0, "number": 1, "x": 0.25, "y": -0.5 }], "scores": [1, -2], "extra": 0
        }
    })
}

#[test]
fn what_a_page_saved_is_analysed_under_its_own_conditions() {
    use curling::notation::Position;
    let meant = Position::from_json(saved()).unwrap().to_parts().unwrap();
    let back = position_of("", &saved());
    assert_eq!(
        Position::from_json(back.clone())
            .unwrap()
            .to_parts()
            .unwrap(),
        meant
    );
    assert_eq!(position_of("", &back), back);
    let changed = position_of("--set ends=3 --friction-scale 1.5", &saved());
    assert_eq!(changed["conditions"]["ends"], 3);
    assert_eq!(changed["game"], back["game"]);
    // The game alone is taken under the conditions of the command line.
    let game = position_of("--model fcv1 --set ends=6", &saved()["game"]);
    assert_eq!(game["conditions"]["platform"], "dc3");
    assert_eq!(game["game"], back["game"]);
}

#[test]
fn a_position_that_cannot_be_is_refused_with_its_path() {
    for (pointer, value, path) in [
        ("/conditions/ends", json!(0), "ends"),
        (
            "/conditions/teams/0/players/0/noise",
            json!("much"),
            "teams[0].players[0].noise",
        ),
        ("/game/stones/0/number", json!(9), "game.stones[0]"),
        ("/game/shot", json!("last"), "game.shot"),
    ] {
        let mut spoilt = saved();
        *spoilt.pointer_mut(pointer).unwrap() = value;
        let words = refused("", &spoilt);
        assert!(words.contains(path), "{path}: {words}");
    }
}
