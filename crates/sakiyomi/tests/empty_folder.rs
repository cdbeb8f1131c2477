//! The binary in a folder where there is nothing: what it needs it carries with it.

use assert_cmd::Command;
use serde_json::Value;

fn sakiyomi(folder: &std::path::Path, words: &str) -> assert_cmd::assert::Assert {
    Command::cargo_bin("sakiyomi")
        .unwrap()
        .current_dir(folder)
        .args(words.split(' '))
        .assert()
}

fn said(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn experiments_are_listed_run_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path();
    let list = said(&sakiyomi(there, "lab list --json").success());
    let list: Vec<Value> = serde_json::from_str(&list).unwrap();
    assert!(
        list.iter().any(|line| line["name"] == "blokus-first-look"),
        "{list:?}"
    );
    assert!(
        list.iter()
            .all(|line| !line["title"].as_str().unwrap().starts_with('!'))
    );
    assert_eq!(
        there.read_dir().unwrap().count(),
        0,
        "looking makes nothing"
    );

    sakiyomi(
        there,
        "lab run-block blokus-first-look 0 --short --size 2 --quiet",
    )
    .success();
    let block = there
        .join("results/blocks")
        .read_dir()
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let import = format!(
        "lab import blokus-first-look --short {}",
        block.path().display()
    );
    assert!(said(&sakiyomi(there, &import).success()).contains("2 new results"));
    let report = said(&sakiyomi(there, "lab report blokus-first-look --short --json").success());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["facts"]["done"], 2);
    assert_eq!(
        report["facts"]["command"],
        "sakiyomi lab run blokus-first-look --short"
    );
    let unknown = sakiyomi(there, "lab run blokus-last-look").code(2);
    let words = String::from_utf8(unknown.get_output().stderr.clone()).unwrap();
    assert!(
        words.contains("no experiment `blokus-last-look` in this program"),
        "{words}"
    );
}

#[test]
fn a_folder_that_is_given_replaces_the_experiments_that_are_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path();
    std::fs::create_dir(there.join("mine")).unwrap();
    let list = said(&sakiyomi(there, "lab list --experiments mine --json").success());
    assert_eq!(list.trim(), "[]");
    let missing = sakiyomi(there, "lab list --experiments yours").code(2);
    let words = String::from_utf8(missing.get_output().stderr.clone()).unwrap();
    assert!(words.contains("cannot read yours"), "{words}");
    let asked = "call lab/experiments {}";
    let all: Value = serde_json::from_str(&said(&sakiyomi(there, asked).success())).unwrap();
    assert_eq!(all["origin"], "built_in");
    std::fs::create_dir(there.join("experiments")).unwrap();
    let none: Value = serde_json::from_str(&said(&sakiyomi(there, asked).success())).unwrap();
    assert_eq!(
        (
            &none["origin"],
            none["experiments"].as_array().unwrap().len()
        ),
        (&"folder".into(), 0)
    );
}

#[test]
fn signatures_are_checked_without_measuring() {
    let folder = tempfile::tempdir().unwrap();
    let same = said(&sakiyomi(folder.path(), "bench --check blokus-moves").success());
    assert_eq!(same, "1 of 1 signatures as kept\n");
}
