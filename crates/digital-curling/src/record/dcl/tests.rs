//! Tests of `.dcl` logs, read and written.

use super::*;
use crate::games::{Ending, PlayedMatch, Replay};
use crate::match_state::Command;
use crate::record::tests::{TWO_ENDS, played};
use crate::record::{MatchResult, Record};
use crate::screen::{Style, moments};
use curling::rules::Team;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::time::Duration;

fn wrote(record: &Record, variant: Variant) -> String {
    write(record, variant).unwrap()
}

/// The points of the ends, by team.
fn ends(played: &PlayedMatch) -> Vec<(Team, Option<i8>, usize)> {
    let ends = played.ends.iter();
    ends.map(|end| (end.lead, end.points, end.shots.len()))
        .collect()
}

#[test]
fn the_first_generation_has_its_lines_in_order() {
    let text = wrote(&TWO_ENDS, Variant::Legacy);
    let lines: Vec<_> = text.lines().collect();
    let noughts = ["0.000000"; 32].join(" ");
    assert_eq!(
        lines[..6],
        [
            "[GameInfo]",
            "First=alpha",
            "FirstRemTime=219000",
            "Second=beta",
            "SecondRemTime=219000",
            "Random=0.145"
        ]
    );
    assert_eq!(lines[6], "[0000]");
    assert_eq!(lines[7], format!("POSITION=POSITION {noughts}"));
    assert_eq!(lines[8], "SETSTATE=SETSTATE 0 0 2 0");
    assert!(lines[9].starts_with("BESTSHOT=BESTSHOT -"), "{}", lines[9]);
    assert!(lines[10].starts_with("RUNSHOT=RUNSHOT -"), "{}", lines[10]);
    assert_eq!(lines[11], "[0001]");
    let keys = |section: &str| {
        let start = lines.iter().position(|line| *line == section).unwrap() + 1;
        let rest = lines[start..]
            .iter()
            .take_while(|line| !line.starts_with('['));
        rest.map(|line| line.split('=').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys("[0016]"), ["POSITION", "SCORE"]);
    assert_eq!(keys("[0116]"), ["POSITION", "SCORE", "TOTALSCORE"]);
    let MatchResult { points, .. } = TWO_ENDS.result.unwrap();
    let total = format!("TOTALSCORE=TOTALSCORE {} {}", points[0], points[1]);
    assert_eq!(lines.last(), Some(&total.as_str()));
}

#[test]
fn the_second_generation_says_more() {
    let text = wrote(&TWO_ENDS, Variant::Dc2);
    let info: Vec<_> = text.lines().skip(5).take(5).collect();
    assert_eq!(
        info,
        [
            "FirstRandom_1=0.145",
            "FirstRandom_2=0.145",
            "SecondRandom_1=0.145",
            "SecondRandom_2=0.145",
            "GAMEINFO=GAMEINFO 0 0"
        ]
    );
    let shot: Vec<_> = text.lines().skip(10).take(6).collect();
    assert!(shot[3].starts_with("BESTSHOT=BESTSHOT "));
    assert_eq!(shot[4], "PARAM=PARAM 0.145 0.145 0");
    assert!(shot[5].starts_with("RUNSHOT=RUNSHOT "));
    let end = text.find("[GameOverInfo]\nENDSTATE=NORMAL\n").unwrap();
    assert!(text[end..].contains("\nTOTALSCORE=TOTALSCORE "));
}

#[test]
fn what_was_written_is_read_again() {
    let doubles = played("platform = 'dc2-mixed-doubles'\nends = 2\nreferee = 'fast'");
    for record in [&*TWO_ENDS, &doubles] {
        let original = PlayedMatch::from_record(record).unwrap();
        for variant in [Variant::Legacy, Variant::Dc2] {
            let log = read(wrote(record, variant).as_bytes()).unwrap();
            assert_eq!((log.variant, &log.complaints), (variant, &Vec::new()));
            let read = log.played();
            assert_eq!(ends(&read), ends(&original), "{variant:?}");
            assert_eq!(
                (&read.names, read.points, read.winner, read.ending),
                (
                    &original.names,
                    original.points,
                    original.winner,
                    original.ending
                )
            );
            assert_eq!((read.length, read.left), (original.length, original.left));
            let stones = |played: &PlayedMatch| played.ends[1].shots[4].after.unwrap();
            let (old, new) = (stones(&original), stones(&read));
            assert_eq!(old.mask(), new.mask());
            for ((_, old), (_, new)) in old.iter().zip(new.iter()) {
                assert!((old.at - new.at).length() < 2e-5);
            }
        }
    }
}

#[test]
fn a_match_that_was_given_up_says_so_where_it_can() {
    let mut curling_match = TWO_ENDS.start().unwrap();
    let mut entries = TWO_ENDS.entries[..20].to_vec();
    for entry in &entries {
        curling_match.replay(entry.clone()).unwrap();
    }
    let given_up = curling_match
        .apply(Team::Zero, Command::Concede, Duration::ZERO)
        .unwrap();
    entries.push(given_up.entry);
    let record = Record::of("", &curling_match, entries);
    let played = |variant| read(wrote(&record, variant).as_bytes()).unwrap().played();
    let dc2 = played(Variant::Dc2);
    assert_eq!(
        (dc2.ending, dc2.winner),
        (Ending::Concession, Some(Team::One))
    );
    assert_eq!((dc2.ends.len(), dc2.ends[1].shots.len()), (2, 4));
    let legacy = played(Variant::Legacy);
    assert_eq!((legacy.ending, legacy.winner), (Ending::Unfinished, None));
}

/// A log by hand: ends of one shot, each with its first mover and score.
fn by_hand(ends: &[(u8, i8)], total: &str) -> String {
    let mut text = "[GameInfo]\r\nFirst=alpha\r\nSecond=beta\r\n".to_owned();
    for (end, (mover, score)) in ends.iter().enumerate() {
        let last = ends.len();
        let _ = write!(
            text,
            "[{end:02}00]\r\nSETSTATE=SETSTATE 0 {end} {last} {mover}\r\nBESTSHOT=BESTSHOT-0.99 -29.5 0\r\n\
             [{end:02}16]\r\nSCORE=SCORE {score}\r\n"
        );
    }
    text + total
}

#[test]
fn players_numbered_the_other_way_round_are_put_right() {
    let usual = by_hand(&[(0, -2), (1, 1)], "TOTALSCORE=TOTALSCORE 1 2");
    let reversed = by_hand(&[(1, 2), (0, -1)], "TOTALSCORE=TOTALSCORE 1 2");
    let without_total = by_hand(&[(1, 2), (0, -1)], "");
    for text in [usual, reversed, without_total] {
        let played = read(text.as_bytes()).unwrap().played();
        assert_eq!(
            ends(&played),
            [(Team::Zero, Some(-2), 1), (Team::One, Some(1), 1)],
            "{text}"
        );
        assert_eq!((played.points, played.winner), ([1, 2], Some(Team::One)));
    }
    // Here the total fits only if the second named throws first.
    let other = by_hand(&[(1, 2), (0, -1)], "TOTALSCORE=TOTALSCORE 2 1");
    let played = read(other.as_bytes()).unwrap().played();
    assert_eq!(
        ends(&played),
        [(Team::One, Some(2), 1), (Team::Zero, Some(-1), 1)]
    );
}

#[test]
fn names_in_any_bytes_stay_apart() {
    let log = read(b"[GameInfo]\r\nFirst=\x83\x4a\x81[\r\nSecond=\x83\x4b\r\n").unwrap();
    assert_eq!(log.names, ["\\x83J\\x81[", "\\x83K"]);
    let played = log.played();
    assert_eq!((played.ends.len(), played.ending), (0, Ending::Unfinished));
}

#[test]
fn what_makes_no_sense_is_complained_of_with_its_line() {
    let text = "[GameInfo]\nFirst=a\nhello\n[0000]\nPOSITION=POSITION 1 2 3\nSETSTATE=SETSTATE 0 0 8 7\n[0099]\nSCORE=SCORE 1\n[0000]\nBESTSHOT=BESTSHOT x 1 0\n[0001]\nRUNSHOT=RUNSHOT nan 1 0\nSCORE=SCORE 77\n";
    let log = read(text.as_bytes()).unwrap();
    let lines: Vec<_> = log.complaints.iter().map(|c| c.line).collect();
    assert_eq!(lines, [3, 5, 6, 7, 8, 9, 12, 13]);
    assert_eq!(
        log.complaints[1].to_string(),
        "line 5: 3 numbers where 32 should be"
    );
    let error = read(b"hello\n").unwrap_err().to_string();
    assert!(error.contains("(line 1: neither [section]"), "{error}");
    assert!(read(&vec![b'x'; MOST_BYTES + 1]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(log) = read(&bytes) {
            log.played();
        }
    }

    #[test]
    fn any_lines_are_read_or_refused(text in "(\\[(GameInfo|GameOverInfo|[0-9]{4})\\]|(First|POSITION|SETSTATE|BESTSHOT|RUNSHOT|SCORE|TOTALSCORE|WIN|ENDSTATE)=[A-Z]{0,8}[ 0-9.-]{0,12}|\\r?\\n){0,40}") {
        if let Ok(log) = read(text.as_bytes()) {
            log.played();
        }
    }

    #[test]
    fn a_log_that_was_scratched_is_read_and_told(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let mut text = wrote(&TWO_ENDS, Variant::Dc2).into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        text.truncate(cut.index(text.len()).max(at + 1));
        if let Ok(log) = read(&text) {
            let played = log.played();
            prop_assert!(played.ends.len() <= 100);
            let replay = Replay::of_played(played).unwrap();
            let last = moments(&replay).pop().unwrap();
            prop_assert!(last.scene.text(&Style::default()).lines().count() >= 31);
        }
    }
}
