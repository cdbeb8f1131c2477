//! Tests of LIN files.

use super::*;
use crate::notation::Ascii;
use crate::record::Outcome;
use crate::record::tests::{diagnostics, only};
use crate::{Side, Vulnerability};

/// South deals; East's hand is the rest.
const DEAL: &str = "1SAKQ2HAK3DAK4CAQ2,SJT98HJT9DJT9CJT9,S765H8765D8765C87,";

fn one(text: &str) -> Record {
    only(read_strict(text))
}

/// Writes a record and reads it again.
fn survives(record: Record) {
    let records = vec![record];
    assert_eq!(read_strict(&write(&records)), Ok(records));
}

#[test]
fn the_last_hand_is_the_rest() {
    let east = "43.Q42.Q32.K6543";
    for deal in [
        DEAL,
        DEAL.trim_end_matches(','),
        &DEAL.to_lowercase(),
        &DEAL.replace('T', "10"),
    ] {
        let record = one(&format!("md|{deal}|"));
        assert_eq!(Ascii(record.hands[1].unwrap()).to_string(), east, "{deal}");
        assert_eq!(record.dealer, Some(Seat::South));
    }
    let shuffled = one("md|3S2QAKHAK3DAK4CAQ2|");
    assert_eq!(
        Ascii(shuffled.hands[2].unwrap()).to_string(),
        "AKQ2.AK3.AK4.AQ2"
    );
    assert_eq!(
        (shuffled.hands[0], shuffled.dealer),
        (None, Some(Seat::North))
    );
    let west_missing = one("md|2SAKQ2HAK3DAK4CAQ2,,S765H8765D8765C87,S43HQ42DQ32CK6543|");
    assert_eq!(
        Ascii(west_missing.hands[3].unwrap()).to_string(),
        "JT98.JT9.JT9.JT9"
    );
}

#[test]
fn deals_that_cannot_be_are_kept_as_they_are() {
    let cases = [
        ("md|1SAA|", "line 1, column 4: SA is there twice"),
        ("md|1SA,SA|", "line 1, column 4: SA is there twice"),
        (
            "md|1A|",
            "line 1, column 4: hand of S: `A` has a card without a suit",
        ),
        (
            "md|1Sé|",
            "line 1, column 4: hand of S: `é` is not a rank (2-9, T, J, Q, K, A)",
        ),
        (
            "md|1,,,,SA|",
            "line 1, column 4: expected at most four hands",
        ),
    ];
    for (text, diagnostic) in cases {
        let parsed = read(text);
        assert_eq!(diagnostics(&parsed), [diagnostic]);
        assert!(parsed.records[0].tag("md").is_some(), "{text}");
    }
    let nobody = read("md|SA|");
    let message = "line 1, column 4: the deal does not begin with the dealer's number (1 to 4)";
    assert_eq!(diagnostics(&nobody), [message]);
}

#[test]
fn calls_are_read_with_alerts_and_explanations() {
    let text = format!(
        "md|{DEAL}|mb|1C!|an|16+|mb|P|mb|1d!|mb|d|mb|r|an|rescue|mb|p|mb|1N|mb|p|mb|p|mb|p|"
    );
    let record = one(&text);
    assert_eq!(record.auction.to_string(), "1♣ - 1♦ X XX - 1NT - - -");
    let remarks: Vec<_> = record
        .call_remarks
        .iter()
        .map(|r| (r.at, r.alerted, r.note.as_deref()))
        .collect();
    assert_eq!(
        remarks,
        [
            (0, true, Some("16+")),
            (2, true, None),
            (4, false, Some("rescue"))
        ]
    );
    assert_eq!(record.declarer, Some(Seat::North));
    survives(record);
}

#[test]
fn several_calls_or_cards_may_stand_in_a_row() {
    let text = format!("md|{DEAL}|mb|1C!p1NTp|mb|3nppp|pc|C4C2|pc|C9C7|");
    let record = one(&text);
    assert_eq!(record.auction.to_string(), "1♣ - 1NT - 3NT - - -");
    assert!(record.call_remarks[0].alerted);
    assert_eq!(record.cards.len(), 4);
    let passed = one("md|1|mb|pppp|");
    assert_eq!(passed.contract, Some(Outcome::PassedOut));
}

#[test]
fn a_claim_is_the_result() {
    let start = format!("md|{DEAL}|sv|o|mb|3N|mb|p|mb|p|mb|p|pg||pc|SJ|pc|S5|pc|S3|pc|SA|pg||");
    let record = one(&format!("{start}mc|10|"));
    assert_eq!((record.result, record.cards.len()), (Some(10), 4));
    assert_eq!(record.points(Side::NorthSouth), Some(430));
    let parsed = read(&format!("{start}mc|0|"));
    assert_eq!(
        parsed.diagnostics[0].message,
        "NS cannot end with 0 tricks: it has 1 and 12 are left"
    );
    let parsed = read("md|1|mc|14|");
    assert_eq!(
        diagnostics(&parsed),
        ["line 1, column 9: `14` is not a number of tricks"]
    );
}

#[test]
fn both_rooms_of_a_match_have_their_players() {
    let text = "vg|Cup,Final,I,3,3,Reds,0,Blues,0|\r\nrs|3NN=,4HS-1|\r\npn|a,b,c,d,e,f,g,h|pg||\r\nqx|o3|md|1|\r\nqx|c3|md|1|\r\n";
    let records = read_strict(text).unwrap();
    assert_eq!(records[0].players, ["c", "d", "a", "b"]);
    assert_eq!(records[1].players, ["g", "h", "e", "f"]);
    for (record, room) in records.iter().zip(["Open", "Closed"]) {
        assert_eq!(record.number, Some(3));
        assert_eq!(record.tag("Room"), Some(room));
        assert_eq!(record.tag("Event"), Some("Cup"));
        assert_eq!(record.tag("rs"), Some("3NN=,4HS-1"));
    }
    let written = write(&records);
    assert_eq!(written.matches("vg|").count(), 1);
    assert_eq!(read_strict(&written), Ok(records));
}

#[test]
fn labels_that_disagree_are_kept() {
    let record = one("qx|o1,first|md|1|ah|Board 17|");
    assert_eq!(
        (record.number, record.tag("qx")),
        (Some(17), Some("o1,first"))
    );
    let titled = one("md|1|ah|The last one|");
    assert_eq!(
        (titled.number, titled.tag("ah")),
        (None, Some("The last one"))
    );
    for record in [record, titled] {
        survives(record);
    }
}

#[test]
fn vulnerability_has_one_letter() {
    for (text, expected) in [
        ("o", Some(Vulnerability::None)),
        ("0", Some(Vulnerability::None)),
        ("N", Some(Vulnerability::NorthSouth)),
        ("e", Some(Vulnerability::EastWest)),
        ("b", Some(Vulnerability::All)),
        ("", None),
    ] {
        assert_eq!(one(&format!("md|1|sv|{text}|")).vulnerability, expected);
    }
    assert_eq!(read("md|1|sv|x|").diagnostics[0].column, 9);
}

#[test]
fn layout_is_skipped_and_the_unknown_is_kept() {
    let record = one("st||md|1|rh||\npg||tu|x|bt||at|^c|zz|what|nt|a lucky lie|");
    assert_eq!(record.tags.len(), 1);
    assert_eq!(record.tag("zz"), Some("what"));
    assert_eq!(record.comments, ["a lucky lie"]);
    survives(record);
}

#[test]
fn what_is_wrong_has_its_place() {
    let start = format!("md|{DEAL}|\n");
    let cases = [
        (
            "mb|1C|mb|1C|mb|p|",
            "line 2, column 10: 1C cannot be called: Law 27: insufficient bid; the rest of the auction is skipped",
        ),
        (
            "mb|9C|mb|p|",
            "line 2, column 4: `9C` is not a call (Pass, X, XX, or a bid as in 3NT); the rest of the auction is skipped",
        ),
        (
            "pc|SJ|pc|S5|",
            "line 2, column 4: contract or declarer unknown; the rest of the play is skipped",
        ),
        (
            "mb|1Nppp|pc|SJ|pc|HQ|pc|S5|",
            "line 2, column 19: HQ cannot be played: N does not have it; the rest of the play is skipped",
        ),
        ("an|what|", "line 2, column 4: explanation without a call"),
        (
            "mb|p",
            "line 2, column 4: the value of mb is not closed by `|`",
        ),
        (
            "stray words",
            "line 2, column 1: `stray words` has no value",
        ),
        ("stray mb|p|", "line 2, column 1: unexpected text `stray`"),
        (
            "wrong|mb|p|",
            "line 2, column 1: `wrong` is not the name of a tag",
        ),
        (
            "pn|1,2,3,4,5,6,7,8,9|",
            "line 2, column 4: expected at most eight names",
        ),
    ];
    for (text, diagnostic) in cases {
        let parsed = read(&format!("{start}{text}"));
        assert_eq!(diagnostics(&parsed), [diagnostic], "{text}");
        assert!(parsed.records[0].hands[0].is_some());
    }
    assert_eq!(
        diagnostics(&read("\nsv|o|")),
        ["line 2, column 4: no board follows"]
    );
}

#[test]
fn a_contract_without_calls_is_written_with_the_shortest_auction() {
    let text = "[Board \"3\"]\n[Contract \"4HX\"]\n[Declarer \"W\"]\n[Result \"10\"]\n";
    let record = crate::record::pbn::read_strict(text).unwrap().remove(0);
    let written = write(&[record]);
    assert_eq!(
        written,
        "pn|,,,|st||md|1,,,|rh||ah|Board 3|mb|p|mb|4H|mb|d|mb|p|mb|p|mb|p|pg||mc|10|pg||\n"
    );
    let again = one(&written);
    assert_eq!((again.declarer, again.result), (Some(Seat::West), Some(10)));
}

#[test]
fn signs_of_the_format_are_replaced_in_texts() {
    let mut record = Record {
        number: Some(1),
        ..Record::default()
    };
    record.players[2] = "Smith, J|r\n".to_owned();
    let again = one(&write(&[record]));
    assert_eq!(again.players[2], "Smith  J/r");
}
