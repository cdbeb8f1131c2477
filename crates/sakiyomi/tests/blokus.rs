//! `sakiyomi blokus` from outside: analysis and measurements.

use serde_json::Value;
use std::process::{Command, Output};

fn ended(words: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    command.args(words).output().unwrap()
}

#[track_caller]
fn said(words: &[&str]) -> String {
    let ended = ended(words);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

#[track_caller]
fn refused(words: &[&str]) -> String {
    let ended = ended(words);
    assert!(!ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stderr).unwrap()
}

const GAME: &str = "(;GM[Blokus Duo];B[e9,d10,e10,f10,e11];W[i4,h5,i5,j5,i6];B[g6,h6,f7,g7,f8])";

#[test]
fn an_analysis_shows_the_board_and_the_best_moves() {
    let text = said(&["blokus", "analyse", "--player", "one-ply", "--top", "2"]);
    assert!(text.contains("Black to move, 414 legal moves"), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.contains(" %")).count(),
        2,
        "{text}"
    );
}

#[test]
fn a_machine_gets_the_whole_analysis_of_any_position_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.blksgf");
    std::fs::write(&path, GAME).unwrap();
    let path = path.to_str().unwrap();
    let asked = [
        "blokus",
        "analyse",
        path,
        "--json",
        "--player",
        "alphabeta:nodes=2000",
    ];
    let told: Value = serde_json::from_str(&said(&asked)).unwrap();
    assert_eq!(
        (&told["turn"], &told["player"]),
        (&"white".into(), &"alphabeta:nodes=2000".into())
    );
    let best = &told["analysis"]["candidates"][0];
    let chance = best["value"].as_f64().unwrap();
    assert!(
        (0.0..=1.0).contains(&chance) && best["line"][0] == best["action"],
        "{best}"
    );
    let before = [&asked[..], &["--move", "2"]].concat();
    let told: Value = serde_json::from_str(&said(&before)).unwrap();
    let position = told["position"].as_str().unwrap();
    assert!(
        position.ends_with(" w -") && !position.contains('o'),
        "{position}"
    );
    // The position can be handed in again as it was told.
    let again: Value =
        serde_json::from_str(&said(&["blokus", "analyse", position, "--json"])).unwrap();
    assert_eq!(again["position"], told["position"]);
}

#[test]
fn what_cannot_be_analysed_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.blksgf");
    std::fs::write(&path, "(;GM[Blokus Duo];B[e10];W[a1])").unwrap();
    let path = path.to_str().unwrap();
    let cases: [(&[&str], &str); 8] = [
        (&[path], "line 1, column 27"),
        (&["nowhere.blksgf"], "cannot read nowhere.blksgf"),
        (&["14/14 b -"], "expected a board of 14 rows"),
        (&["--player", "nobody"], "there is no player `nobody`"),
        (
            &["--player", "one-ply:weights=3"],
            "there is no such file, and it is none of 1, 2, 4",
        ),
        (&[path, "--move", "9"], "unknown move 9"),
        (
            &[path, "--move", "0"],
            "unknown move 0: the record has moves 1 to 2",
        ),
        (&["Be10 Wa1"], "moves[1]: White cannot play a1"),
    ];
    for (words, why) in cases {
        let words = [&["blokus", "analyse"], words].concat();
        let told = refused(&words);
        assert!(told.contains(why), "{words:?}: {told}");
    }
}

#[test]
fn a_line_of_moves_is_a_position_and_its_moves_are_deepened_under_the_eyes() {
    let words = ["blokus", "analyse", "Be10 Wj5", "--top", "3"];
    let watched = [&words[..], &["--watch", "--time", "1s", "--json"]].concat();
    let told = said(&watched);
    let rounds: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(rounds.len() >= 2, "{told}");
    let depths: Vec<_> = rounds
        .iter()
        .map(|r| r["depth"].as_u64().unwrap())
        .collect();
    assert!(depths[0] == 1 && depths.is_sorted(), "{depths:?}");
    assert_eq!(rounds[0]["hints"].as_array().unwrap().len(), 3);
    let deepened = said(&[&words[..], &["--deepen", "--time", "500ms"]].concat());
    assert!(deepened.contains("moves deep"), "{deepened}");
}

#[test]
fn a_record_is_replayed_with_chances() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.blksgf");
    std::fs::write(&path, GAME).unwrap();
    let path = path.to_str().unwrap();
    let text = said(&["blokus", "replay", path, "--board"]);
    assert!(text.contains("Black – White, not finished"), "{text}");
    assert_eq!(text.lines().filter(|l| l.contains(" %")).count(), 3);
    assert!(text.contains("White to move"), "{text}");
    let told: Value = serde_json::from_str(&said(&["blokus", "replay", path, "--json"])).unwrap();
    let moves = told["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[2]["piece"]), (3, &"W".into()));
    let line = told["position"].as_str().unwrap();
    assert!(said(&["blokus", "analyse", line, "--player", "one-ply"]).contains("White to move"));
    std::fs::write(path, "(;GM[Blokus Duo];B[e10];W[a1])").unwrap();
    let error = refused(&["blokus", "replay", path]);
    assert!(error.contains("line 1, column 27"), "{error}");
}

#[test]
fn the_measurements_are_found_by_their_name() {
    let told = said(&[
        "bench",
        "blokus-moves",
        "--seconds",
        "0",
        "--json",
        "--quiet",
    ]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told.as_array().unwrap().len(), 1);
    let names = refused(&["bench", "blokuss", "--quiet"]);
    assert_eq!(names.matches("blokus-").count(), 6, "{names}");
}

/// Every experiment that comes with the project can be run: a list says what is wrong with one that
/// cannot.
#[test]
fn all_experiments_are_in_order() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let text = said(&["lab", "list", "--check", "--experiments", folder, "--json"]);
    let listed: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(listed.len() >= 5, "{text}");
    for line in &listed {
        let title = line["title"].as_str().unwrap();
        assert!(!title.starts_with('!'), "{title}");
    }
}
