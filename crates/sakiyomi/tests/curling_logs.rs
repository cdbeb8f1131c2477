//! `sakiyomi curling stats` and `curling replay` from outside: logs in, tables and positions out.

use curling::conditions::Conditions;
use curling::{Turn, Vector};
use digital_curling::record::{Header, Writer};
use digital_curling::{Act, Bout, Setup};
use lookahead::Seed;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

fn ended(words: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    command.arg("curling").args(words).output().unwrap()
}

#[track_caller]
fn said(words: &[&str]) -> String {
    let ended = ended(words);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

/// Writes the record of a match of two ends in which everybody draws.
fn record(folder: &Path, name: &str, seed: u64) -> PathBuf {
    let conditions = Conditions::legacy()
        .changed(&"ends = 2\nreferee = 'fast'".parse().unwrap())
        .unwrap();
    let mut setup = Setup::new(conditions, Seed(seed));
    setup.names = ["alpha".to_owned(), "beta".to_owned()];
    let mut bout = Bout::new(setup).unwrap();
    let file = folder.join(name);
    let out = std::fs::File::create(&file).unwrap();
    let mut writer = Writer::begin(out, &Header::new("today", bout.setup())).unwrap();
    while let Some(team) = bout.to_act() {
        let aside = f64::from(bout.game().shot) / 10.0 - 0.7;
        let shot = bout
            .curling()
            .draw(Vector::new(aside, 0.2), Turn::Clockwise)
            .unwrap();
        let news = bout.act(team, Act::Throw(shot), Duration::ZERO).unwrap();
        writer.follow(&bout, &news).unwrap();
    }
    file
}

#[test]
fn logs_of_different_kinds_are_counted_together() {
    let folder = tempfile::tempdir().unwrap();
    let first = record(folder.path(), "one.jsonl", 1);
    record(folder.path(), "two.jsonl", 2);
    let (first, dir) = (first.to_str().unwrap(), folder.path().to_str().unwrap());
    said(&["replay", first, "--dcl", dir]);
    let logs: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("alpha_vs_beta[") && name.ends_with("].dcl"))
        .collect();
    assert_eq!(logs.len(), 1);
    let text = said(&["stats", dir]);
    assert!(
        text.contains("Points an end without the last stone"),
        "{text}"
    );
    assert!(text.ends_with("\n3 matches\n"), "{text}");
    let json: Value = serde_json::from_str(&said(&["stats", dir, "--json"])).unwrap();
    assert_eq!(
        (&json["matches"], &json["teams"][0]["games"]),
        (&3.into(), &3.into())
    );
    let ends = |role: &str| json["teams"][0][role]["ends"].as_u64().unwrap();
    assert_eq!(ends("lead") + ends("hammer"), 6);
    let pairs = said(&["stats", dir, "--by", "pairing", "--ends", "1"]);
    assert!(
        pairs.contains("with the last stone, ends 1 to 1"),
        "{pairs}"
    );
}

#[test]
fn what_cannot_be_read_is_named_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let good = record(folder.path(), "one.jsonl", 1);
    let bad = folder.path().join("bad.txt");
    std::fs::write(&bad, "nothing of the kind").unwrap();
    let ended = ended(&["stats", good.to_str().unwrap(), bad.to_str().unwrap()]);
    assert_eq!(ended.status.code(), Some(1));
    let out = String::from_utf8(ended.stdout).unwrap();
    assert!(out.ends_with("1 match; 1 log could not be read\n"), "{out}");
    let err = String::from_utf8(ended.stderr).unwrap();
    assert!(err.contains("bad.txt: no log of a match"), "{err}");
    let empty = tempfile::tempdir().unwrap();
    let nothing = self::ended(&["stats", empty.path().to_str().unwrap()]);
    assert_eq!(nothing.status.code(), Some(2), "{nothing:?}");
}

#[test]
fn a_match_is_shown_shot_by_shot() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path(), "one.jsonl", 1);
    let file = file.to_str().unwrap();
    let all = said(&["replay", file, "--ascii"]);
    assert!(all.starts_with("alpha against beta: "), "{all}");
    assert_eq!(all.matches("\nShot: ").count(), 2 * 16, "{all}");
    assert!(all.contains("\nThe match is over: "), "{all}");
    assert!(!all.contains('\u{1b}'));
    let one = said(&["replay", file, "--end", "2", "--shot", "3"]);
    assert_eq!(one.matches("Shot: 4, End: 2/2").count(), 1, "{one}");
    assert!(one.contains('◎') || one.contains("not in play"), "{one}");
    let replay: Value = serde_json::from_str(&said(&["replay", file, "--json"])).unwrap();
    let moments = replay["moments"].as_array().unwrap();
    assert_eq!((moments.len(), &moments[1]["shot"]), (34, &1.into()));
    assert_eq!(replay["names"][0], "alpha");
    let film = said(&["replay", file, "--play", "--delay", "0s", "--end", "1"]);
    assert_eq!(film.matches("Shot: ").count(), 16, "{film}");
    let none = ended(&["replay", file, "--end", "9"]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn a_record_is_verified_and_its_ways_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path(), "one.jsonl", 1);
    let name = file.to_str().unwrap();
    let text = said(&["replay", name, "--verify"]);
    assert_eq!(
        text,
        "32 shots simulated: everything is as the record says\n"
    );
    let ways: Value =
        serde_json::from_str(&said(&["replay", name, "--trajectory", "1.2"])).unwrap();
    assert_eq!((&ways["team"], &ways["shot"]), (&"team1".into(), &2.into()));
    assert!(ways["paths"].as_array().unwrap().len() <= 2, "{ways}");
    let other = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, other.replacen("\"seed\":1", "\"seed\":2", 1)).unwrap();
    assert_eq!(ended(&["replay", name, "--verify"]).status.code(), Some(1));
    let dcl = folder.path().join("x.dcl");
    std::fs::write(&dcl, "[GameInfo]\nFirst=a\n").unwrap();
    let refused = ended(&["replay", dcl.to_str().unwrap(), "--verify"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
fn a_log_may_come_through_a_pipe_and_an_endless_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let file = record(folder.path(), "one.jsonl", 1);
    let fill = |script: String| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).spawn().unwrap()
    };
    let (from, to) = (file.display(), pipe.display());
    let mut whole = fill(format!("cat {from} > {to}"));
    let text = said(&["replay", pipe.to_str().unwrap(), "--end", "1"]);
    assert!(text.starts_with("alpha against beta: "), "{text}");
    whole.wait().unwrap();
    let mut endless = fill(format!("(head -1 {from}; yes) > {to} 2> /dev/null"));
    let refused = ended(&["replay", pipe.to_str().unwrap()]);
    endless.wait().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("longer than 67108864 bytes"), "{words}");
}
