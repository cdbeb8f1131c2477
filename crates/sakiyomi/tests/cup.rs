//! `curling cup`, killed at several moments and started again.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const CUP: &str = r#"
title = "Killed Cup"
data = "data"
cores = 2

[[division]]
name = "standard"
conditions = { platform = "dc2", ends = 2, time = "60s" }

[[division]]
name = "doubles"
format = "swiss"
rounds = 2
repetitions = 1
conditions = { platform = "dc2-mixed-doubles", ends = 1, time = "60s" }

[[entrant]]
name = "alpha"
player = "draw"

[[entrant]]
name = "beta"
player = "sample"

[[entrant]]
name = "gamma"
player = "draw:turn=ccw"

[[entrant]]
name = "a program"
player = "PROGRAM"
"#;

const SAKIYOMI: &str = env!("CARGO_BIN_EXE_sakiyomi");

fn sakiyomi(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(SAKIYOMI);
    command.current_dir(folder).args(arguments);
    command.env("SAKIYOMI_CACHE", folder.join("cache"));
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    sakiyomi(folder, arguments).output().unwrap()
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("data/matches"));
    let paths = entries.into_iter().flatten().flatten().map(|it| it.path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect()
}

/// A moment to be killed at.
enum Moment {
    /// After so many lines of the log.
    Lines(usize),
    /// When a match that is not over has so many shots.
    Shots(usize),
}

impl Moment {
    fn has_come(&self, folder: &Path, lines: usize) -> bool {
        match self {
            Moment::Lines(wanted) => lines >= *wanted,
            Moment::Shots(wanted) => journals(folder).iter().any(|path| {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                let shots = text.matches("\"applied\"").count();
                shots >= *wanted && !text.contains("{\"seed\"")
            }),
        }
    }
}

/// Starts the cup and kills it at a moment; whether it was still running.
fn killed_at(folder: &Path, moment: &Moment) -> bool {
    let mut command = sakiyomi(folder, &["curling", "cup", "cup.toml"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child: Child = command.spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let (sender, lines) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        log.lines().map_while(Result::ok).for_each(|line| {
            let _ = sender.send(line);
        });
    });
    let (began, mut count) = (Instant::now(), 0);
    let running = loop {
        count += lines.try_iter().count();
        if moment.has_come(folder, count) {
            break child.try_wait().unwrap().is_none();
        }
        if child.try_wait().unwrap().is_some() || began.elapsed() > Duration::from_mins(1) {
            break false;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap();
    running
}

#[test]
fn a_cup_that_is_killed_again_and_again_plays_every_match_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = format!("dcp:{SAKIYOMI} curling connect --protocol dcp --player draw");
    std::fs::write(
        folder.path().join("cup.toml"),
        CUP.replace("PROGRAM", &program),
    )
    .unwrap();
    for moment in [Moment::Lines(2), Moment::Shots(7), Moment::Lines(5)] {
        assert!(killed_at(folder.path(), &moment), "it was over too soon");
    }
    let played = output(folder.path(), &["curling", "cup", "cup.toml", "--json"]);
    let log = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(played.status.success(), "{log}");
    let cup: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(cup["stage"], "over");
    let mut games = BTreeMap::new();
    for one in cup["matches"].as_array().unwrap() {
        assert_eq!(one["status"], "over");
        let key = ["division", "round", "game", "first", "second"].map(|key| one[key].to_string());
        assert!(
            games.insert(key, one["id"].to_string()).is_none(),
            "twice: {one}"
        );
        assert_eq!(one["note"], serde_json::Value::Null, "{one}");
    }
    assert_eq!(games.len(), 12 + 4);
    let lines = |division: usize| {
        cup["divisions"][division]["results"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((lines(0), lines(1)), (12, 4));
    // Every match has one journal, and its dice and shots hold.
    assert_eq!(journals(folder.path()).len(), 16);
    for path in journals(folder.path()) {
        let path = path.to_str().unwrap();
        let verified = output(folder.path(), &["curling", "replay", path, "--verify"]);
        let said = String::from_utf8_lossy(&verified.stdout);
        assert!(
            verified.status.success() && said.contains("everything is as"),
            "{said}"
        );
    }
    let tables = output(folder.path(), &["curling", "cup", "cup.toml", "--results"]);
    let tables = String::from_utf8_lossy(&tables.stdout).into_owned();
    assert!(tables.contains("standard: wins and losses") && tables.contains("a program"));
}

#[test]
fn a_cup_file_that_is_wrong_or_contradicts_the_past_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let short = CUP.replace("PROGRAM", "random").replace(
        "platform = \"dc2\", ends = 2",
        "platform = \"dc2\", ends = 1, referee = \"fast\"",
    );
    std::fs::write(&file, short.replace("cores = 2", "core = 2")).unwrap();
    let refused = output(folder.path(), &["curling", "cup", "cup.toml"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said.contains("cup.toml:4: unknown field `core`"), "{said}");
    std::fs::write(&file, &short).unwrap();
    let dry = output(folder.path(), &["curling", "cup", "cup.toml", "--dry-run"]);
    assert!(String::from_utf8_lossy(&dry.stdout).contains("round 3, game 2"));
    assert!(!folder.path().join("data").exists());
    let played = output(folder.path(), &["curling", "cup", "cup.toml", "--quiet"]);
    assert!(played.status.success() && played.stderr.is_empty());
    std::fs::write(&file, short.replace("rounds = 2", "rounds = 3")).unwrap();
    let refused = output(folder.path(), &["curling", "cup", "cup.toml"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said.contains("cup.jsonl:1") && said.contains("`rounds` of division `doubles`"),
        "{said}"
    );
}
