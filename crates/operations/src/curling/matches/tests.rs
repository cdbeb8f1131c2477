//! Tests of matches in progress: records that grow, and matches of the page.

use super::*;
use crate::curling::records::replayed;
use crate::curling::wire::CurlingPlatform;
use std::io::Write as _;

fn played(asked: &CurlingMatchAsked, task: &TaskHandle) -> Result<FileText, Fault> {
    super::played(asked, &Games::of(&crate::Host::default()), task)
}

fn quick_match(ends: u8, names: [&str; 2]) -> CurlingMatchAsked {
    let player = |name: &str| CurlingOpponent {
        name: name.to_owned(),
        level: None,
        seconds: 0.05,
    };
    CurlingMatchAsked {
        conditions: CurlingConditions {
            ends,
            extra_ends: false,
            ..CurlingConditions::usual(CurlingPlatform::Gat)
        },
        players: names.map(player),
        seed: 3,
    }
}

#[test]
fn a_match_of_two_players_is_a_record_that_holds() {
    let found = played(&quick_match(1, ["sample", "greedy"]), &TaskHandle::idle()).unwrap();
    let replay = replayed(&found.text).unwrap();
    assert_eq!(replay.scenes.len(), 17);
    let record = replay.record.unwrap();
    assert!(record.result.is_some() && record.verify().unwrap().holds());
    assert_eq!(record.setup.names, ["sample", "greedy"]);
}

#[test]
fn a_match_can_be_stopped_and_is_not_endless() {
    let task = TaskHandle::idle();
    task.cancel().cancel();
    let stopped = played(&quick_match(1, ["sample", "sample"]), &task);
    assert_eq!(stopped.unwrap_err(), Fault::cancelled());
    let mut long = quick_match(8, ["ayumu", "ayumu"]);
    long.players[0].seconds = 60.0;
    let refused = played(&long, &TaskHandle::idle()).unwrap_err();
    assert_eq!(refused.place.as_deref(), Some("players"));
    long.players[0].seconds = f64::NAN;
    assert!(played(&long, &TaskHandle::idle()).is_err());
}

#[test]
fn a_record_is_followed_while_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let text = played(&quick_match(1, ["sample", "draw"]), &TaskHandle::idle()).unwrap();
    let lines: Vec<&str> = text.text.split_inclusive('\n').collect();
    let path = folder.path().join("001-match.jsonl");
    fs::write(&path, lines[..3].concat()).unwrap();
    fs::write(folder.path().join("notes.txt"), "no log").unwrap();
    let list = listed(folder.path()).records;
    assert_eq!(list.len(), 1);
    assert!(list[0].growing);
    assert_eq!(list[0].names.as_ref().unwrap()[1], "draw");
    let ask = |bytes| {
        let name = "001-match.jsonl".to_owned();
        follow(folder.path(), &CurlingFollowAsked { name, bytes }).unwrap()
    };
    let first = ask(0);
    assert_eq!(
        replayed(first.text.as_ref().unwrap()).unwrap().scenes.len(),
        3
    );
    assert!(ask(first.bytes).text.is_none());
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(lines[3..].concat().as_bytes()).unwrap();
    let whole = ask(first.bytes);
    assert_eq!(whole.text.as_deref(), Some(text.text.as_str()));
    assert!(!whole.growing && !listed(folder.path()).records[0].growing);
}

#[test]
fn only_names_of_the_folder_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("records");
    fs::create_dir(&inside).unwrap();
    fs::write(folder.path().join("secret.jsonl"), "secret").unwrap();
    fs::create_dir(inside.join("folder.jsonl")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(
        folder.path().join("secret.jsonl"),
        inside.join("link.jsonl"),
    )
    .unwrap();
    let outside = folder.path().join("secret.jsonl").display().to_string();
    for name in [
        "../secret.jsonl",
        &outside,
        "",
        ".",
        "folder.jsonl",
        "link.jsonl",
        "a\0b",
    ] {
        let asked = CurlingFollowAsked {
            name: name.to_owned(),
            bytes: 0,
        };
        let refused = follow(&inside, &asked).unwrap_err();
        assert_eq!(refused.kind, crate::fault::FaultKind::Missing, "{name}");
    }
    assert!(listed(&inside).records.is_empty());
    assert!(listed(&folder.path().join("nowhere")).records.is_empty());
}
