//! `sakiyomi blokus perft` and `sakiyomi blokus features` from outside.

mod program;

use serde_json::Value;
use std::process::Output;

/// What the program does with an input.
fn ended(words: &[&str], input: &str) -> Output {
    program::ended("blokus", words, input)
}

/// What it says, which must be all right.
#[track_caller]
fn said(words: &[&str], input: &str) -> String {
    program::said("blokus", words, input)
}

const GAME: &str = r#"{"id": 7, "moves":["f7,f8,f9,e10,f10","j4,k4,l4,j5,j6"],"colors":"BW"}"#;

#[test]
fn sequences_are_counted_from_anywhere() {
    assert_eq!(said(&["perft", "0"], ""), "1\n");
    assert_eq!(said(&["perft", "2"], ""), "171396\n");
    let apart = "14/14/14/14/4x9/14/14/14/14/9o4/14/14/14/14 b xo";
    let from = |length| said(&["perft", length, "--from", apart], "");
    assert!(from("1").trim().parse::<u64>().unwrap() > 100);
    let over = ended(&["perft", "2", "--from", "14/14 b -"], "");
    assert_eq!(over.status.code(), Some(2), "{over:?}");
    assert!(String::from_utf8_lossy(&over.stderr).contains("expected a board of 14 rows"));
}

#[test]
fn a_colour_that_is_shut_in_is_passed_over_only_if_asked() {
    let position = "14/14/14/14/4x9/4x9/4x9/4xx8/14/9ooooo/14/14/14/14 b -";
    let count = |words: &[&str]| -> u64 {
        let words = [&["perft", "2", "--from", position], words].concat();
        said(&words, "").trim().parse().unwrap()
    };
    assert!(count(&["--pass"]) > count(&[]));
}

#[test]
fn the_counts_below_first_moves_add_up() {
    let text = said(&["perft", "2", "--divide"], "");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        (lines.len(), lines[0], lines[414]),
        (415, "e10 414", "171396")
    );
    let answer: Value =
        serde_json::from_str(&said(&["perft", "2", "--divide", "--json"], "")).unwrap();
    assert_eq!(answer["sequences"], 171_396);
    assert_eq!(answer["below"]["f9,e10,f10,g10,f11"], 414);
}

#[test]
fn features_are_added_line_by_line() {
    let input = format!("{GAME}\n\n{GAME}\n");
    let text = said(&["features"], &input);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, ""));
    assert_eq!(lines[0], lines[2]);
    assert!(lines[0].starts_with(r#"{"id":7,"moves":["f7,"#), "{text}");
    let answer: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(
        answer["totals_BW"][1][0].to_string(),
        "[5,5,11,0,10,14,14,28,15]"
    );
}

#[test]
fn a_file_of_games_is_read_and_readings_change_the_counts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    std::fs::write(&file, GAME).unwrap();
    let file = file.to_str().unwrap();
    let usual = said(&["features", file], "");
    assert_eq!(usual, said(&["features"], GAME));
    assert_eq!(
        usual,
        said(&["features", file, "--reading", "path=all,tempo=true"], "")
    );
    let start = GAME.replace(",\"j4,k4,l4,j5,j6\"", "").replace("BW", "B");
    let counted = said(&["features", "--reading", "start=true"], &start);
    assert!(counted.contains("[0,1,0,0,4,4,4,8,4]"), "{counted}");

    let missing = ended(&["features", "nowhere.jsonl"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("cannot read nowhere.jsonl"));
    assert_eq!(
        ended(&["features", "--reading", "road=long"], "")
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let illegal = GAME.replace("j4,k4", "i4,k4");
    let input = format!("{GAME}\n{illegal}\nnonsense\n{GAME}\n");
    let ended = ended(&["features"], &input);
    assert_eq!(ended.status.code(), Some(1));
    let text = String::from_utf8(ended.stdout).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[1]["line"], 2);
    let error = lines[1]["error"].as_str().unwrap();
    assert!(
        error.starts_with("line 2: move 2: `i4,k4,l4,j5,j6` do not have the shape"),
        "{error}"
    );
    assert_eq!(lines[2]["line"], 3);
    assert_eq!(lines[0], lines[3]);
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.contains("2 lines have no answer; the first: line 2"),
        "{said}"
    );
}
