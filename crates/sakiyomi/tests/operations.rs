//! Operations from the command line: listed, described, called, streamed and refused.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::{Value, json};

fn sakiyomi() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"))
}

fn answer(name: &str, input: &Value) -> Value {
    let output = sakiyomi()
        .args(["call", name, "--quiet"])
        .write_stdin(input.to_string())
        .output();
    let output = output.unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_operation_is_listed_with_a_sentence_and_a_schema() {
    let list = sakiyomi().args(["operations", "--json"]).output().unwrap();
    let list: Vec<Value> = serde_json::from_slice(&list.stdout).unwrap();
    let names: Vec<_> = list
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    for name in ["curling/advise", "blokus/hints", "bridge/ask", "lab/run"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(list.iter().all(|one| one["about"]["ja"].is_string()));
    let schema = sakiyomi()
        .args(["operations", "bridge/table", "--schema"])
        .output()
        .unwrap();
    let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
    assert_eq!(schema["title"], "bridge/table");
    sakiyomi()
        .args(["operations", "bridge/tables"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("known: bridge/"));
}

#[test]
fn an_operation_is_called_with_json_and_answers_with_json() {
    let position = answer("blokus/position", &json!({ "line": { "moves": [] } }));
    assert_eq!(position["turn"], "black");
    let by_argument = sakiyomi()
        .args(["call", "blokus/position", r#"{"line":{"moves":[]}}"#])
        .output()
        .unwrap();
    let by_argument: Value = serde_json::from_slice(&by_argument.stdout).unwrap();
    assert_eq!(by_argument, position);
}

#[test]
fn a_wrong_input_is_refused_with_its_place_and_code_2() {
    let call = |name: &str, input: &str| {
        sakiyomi()
            .args(["call", name])
            .write_stdin(input.to_owned())
            .assert()
            .code(2)
    };
    call("blokus/position", r#"{"line":{"movs":[]}}"#)
        .stderr(predicate::str::contains("line.movs: unknown field"));
    call("blokus/position", "{").stderr(predicate::str::contains("not JSON"));
    call("blokus/nothing", "{}").stderr(predicate::str::contains("unknown operation"));
    sakiyomi()
        .args(["call", "bridge/table", "--stream"])
        .write_stdin("{}")
        .assert()
        .code(2)
        .stdout(predicate::str::contains(
            r#"{"fault":{"code":"invalid-input","kind":"wrong""#,
        ));
}

#[test]
fn a_stream_ends_with_the_result() {
    let record = answer("curling/sample-record", &json!({}));
    let input = json!({ "text": record["text"], "simulations": 20 });
    let output = sakiyomi()
        .args(["call", "curling/chances", "--stream"])
        .write_stdin(input.to_string())
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, before) = lines.split_last().unwrap();
    assert!(before.iter().any(|line| line["progress"]["part"].is_f64()));
    assert!(last["result"]["chances"].as_array().unwrap().len() > 10);
    let drop = &last["result"]["curve"]["drops"][0];
    assert!(drop["before"].as_f64() > drop["after"].as_f64(), "{drop}");
    assert_eq!(last["interrupted"], false);
}

#[test]
fn the_chances_of_a_match_are_shown_shot_by_shot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let record = answer("curling/sample-record", &json!({}));
    std::fs::write(&file, record["text"].as_str().unwrap()).unwrap();
    sakiyomi()
        .args(["curling", "replay", "--chances", "--quiet"])
        .arg(&file)
        .assert()
        .success()
        .stdout(predicate::str::contains("changed it most"))
        // Every drop is told with the name of its shot.
        .stdout(predicate::str::is_match(r"stone \d+, [^:]+: [A-Za-z][^;]+;").unwrap())
        .stdout(predicate::str::contains(": ;").not())
        .stdout(predicate::str::is_match(r"; .* \d+ % -> \d+ % \(-\d+\)").unwrap());
}

#[test]
fn the_chances_of_one_game_of_several_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    sakiyomi()
        .args(["match", "red=draw", "yellow=sample", "--game", "curling"])
        .args(["--games", "2", "--set", "ends=1", "--quiet", "--records"])
        .arg(&file)
        .assert()
        .success();
    let replay = |more: &[&str]| {
        let mut command = sakiyomi();
        command.args(["curling", "replay", "--chances", "--quiet"]);
        command.args(more).arg(&file).assert().success()
    };
    replay(&[]).stderr(predicate::str::contains(
        "2 games: show one of them with --game N",
    ));
    // The sides are swapped in the second game of a pair.
    replay(&["--game", "1"]).stdout(predicate::str::contains("red wins"));
    replay(&["--game", "2"]).stdout(predicate::str::contains("yellow wins"));
}

#[test]
fn former_names_in_an_experiment_file_are_told_with_the_file_and_the_current_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = "title = 'Mine'\nabout = 'Two.'\nkind = 'matches'\nseed = 1\n[matches]\ngame = 'curling'\n\
                games = 2\n[[matches.row]]\nname = 'wide'\nplayer = 'jiritsu:depth=1,keep=3'\nagainst = 'draw'\n";
    std::fs::write(&file, text).unwrap();
    let warning = "mine.toml: setting `keep` of `jiritsu` is now called `reply-width`";
    let lab = |arguments: &[&str]| {
        let mut command = sakiyomi();
        command
            .current_dir(folder.path())
            .arg("lab")
            .args(arguments);
        command.assert()
    };
    lab(&["plan", "mine.toml"])
        .success()
        .stderr(predicate::str::contains(warning));
    // Without results, and with the warning.
    lab(&["report", "mine.toml"]).stderr(predicate::str::contains(warning));
    std::fs::write(&file, text.replace("keep", "reply-width")).unwrap();
    lab(&["plan", "mine.toml"])
        .success()
        .stderr(predicate::str::contains("warning").not());
}
