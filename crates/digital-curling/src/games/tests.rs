//! Tests of recorded matches of every kind of log.

use super::*;
use crate::record::dcl::{self, Variant};
use crate::record::tests::TWO_ENDS;
use crate::record::{Header, Writer};
use std::fs;

fn record_text() -> Vec<u8> {
    let record = &*TWO_ENDS;
    let mut text = Vec::new();
    let header = Header::new(record.started.clone(), &record.setup);
    let mut writer = Writer::begin(&mut text, &header).unwrap();
    for entry in &record.entries {
        writer.entry(entry).unwrap();
    }
    writer.close(&record.result.unwrap()).unwrap();
    text
}

#[test]
fn a_record_becomes_its_ends() {
    let played = PlayedMatch::from_record(&TWO_ENDS).unwrap();
    assert_eq!(played.ends.len(), 2);
    assert!(played.ends.iter().all(|end| end.shots.len() == 16));
    let result = TWO_ENDS.result.unwrap();
    assert_eq!(played.points, result.points.map(u32::from));
    assert_eq!(played.winner, result.winner);
    assert_eq!(played.ends[0].lead, Team::Zero);
    let share: f64 = Team::BOTH
        .iter()
        .filter_map(|team| played.share(*team))
        .sum();
    assert_eq!(share, 1.0);
}

#[test]
fn a_match_that_was_cut_off_has_no_winner() {
    let mut record = TWO_ENDS.clone();
    record.entries.truncate(20);
    record.result = None;
    let played = PlayedMatch::from_record(&record).unwrap();
    assert_eq!(
        (played.ending, played.winner, played.share(Team::Zero)),
        (Ending::Unfinished, None, None)
    );
    assert_eq!(
        (played.ends[1].points, played.ends[1].shots.len()),
        (None, 4)
    );
}

#[test]
fn names_cannot_give_orders_to_a_terminal() {
    let names = ["\u{1b}[2Jalpha".to_owned(), "b".repeat(1000)];
    let played = PlayedMatch::from_ends(names, &[], &[], Ending::Unknown);
    assert_eq!(played.names[0], "\u{fffd}[2Jalpha");
    assert_eq!(played.names[1].len(), 100);
}

#[test]
fn a_log_beside_its_record_is_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let log = dcl::write(&TWO_ENDS, Variant::Dc2).unwrap();
    fs::write(at("one.jsonl"), record_text()).unwrap();
    fs::write(at("one.dcl"), &log).unwrap();
    fs::write(at("two.dcl"), &log).unwrap();
    fs::write(at("two.jsonl"), "something else").unwrap();
    let found = find(&[folder.path().to_owned()]).logs;
    assert_eq!(found, [at("one.jsonl"), at("two.dcl")]);
}

#[test]
fn logs_are_known_by_what_they_begin_with_and_found_in_folders() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("a/20260701T100000_x")).unwrap();
    fs::write(at("a/record.txt"), record_text()).unwrap();
    fs::write(
        at("a/old.dcl"),
        dcl::write(&TWO_ENDS, Variant::Legacy).unwrap(),
    )
    .unwrap();
    fs::write(at("a/20260701T100000_x/game.dcl2"), "").unwrap();
    fs::write(at("a/20260701T100000_x/shot_e000s00.json"), "{}").unwrap();
    fs::write(at("readme.md"), "[links]\n").unwrap();
    let kind = |name: &str| kind_of(&at(name)).unwrap();
    assert_eq!(kind("a/record.txt"), Some(Kind::Record));
    assert_eq!(kind("a/old.dcl"), Some(Kind::Dcl));
    assert_eq!(kind("a/20260701T100000_x"), Some(Kind::Dc3));
    assert_eq!((kind("readme.md"), kind("a")), (None, None));
    assert!(kind_of(&at("nothing")).is_err());
    let found = find(&[folder.path().to_owned(), at("readme.md")]);
    let names: Vec<_> = found
        .logs
        .iter()
        .map(|path| path.file_name().unwrap())
        .collect();
    assert_eq!(
        names,
        ["20260701T100000_x", "old.dcl", "record.txt", "readme.md"]
    );
    let read = |name: &str| Log::read(&text_of(&at(name))?, None);
    let [record, old] = ["a/record.txt", "a/old.dcl"].map(|name| read(name).unwrap());
    assert_eq!(
        record.played().unwrap().points,
        old.played().unwrap().points
    );
    assert!(record.complaints.is_empty() && old.complaints.is_empty());
    assert!(matches!(read("readme.md"), Err(LogError::Unknown)));
}
