//! Tests of PBN files.

use super::*;
use crate::notation::Ascii;
use crate::record::Outcome;
use crate::record::tests::{diagnostics, only};
use crate::{Seat, Side, Vulnerability};

const DEAL: &str = "N:AKQ2.AK3.AK4.AQ2 JT98.JT9.JT9.JT9 765.8765.8765.87 43.Q42.Q32.K6543";

fn one(text: &str) -> Record {
    only(read_strict(text))
}

/// Writes a record and reads it again.
fn survives(record: Record) {
    let records = vec![record];
    assert_eq!(read_strict(&write(&records)), Ok(records));
}

/// Returns a game of 3NT by North, led by East.
fn with_play(rows: &str) -> String {
    format!("[Deal \"{DEAL}\"]\n[Contract \"3NT\"]\n[Declarer \"N\"]\n[Play \"E\"]\n{rows}\n")
}

fn cards(record: &Record) -> String {
    let cards: Vec<_> = record
        .cards
        .iter()
        .map(|(seat, card)| format!("{seat}:{}", Ascii(*card)))
        .collect();
    cards.join(" ")
}

#[test]
fn seats_have_their_columns_for_every_leader() {
    let record = one(&with_play("SJ S5 S3 SA\n- - - H3\n*"));
    assert_eq!(cards(&record), "E:SJ S:S5 W:S3 N:SA N:H3");
    assert_eq!(record.play().unwrap().turn(), Some(Seat::East));
    assert!(!record.ongoing);
}

#[test]
fn a_hyphen_may_stand_before_and_after_cards_of_the_last_trick() {
    // North leads, East has played, South and West have not.
    let record = one(&with_play("SJ S5 S3 SA\nH9 - - H3"));
    assert_eq!(cards(&record), "E:SJ S:S5 W:S3 N:SA N:H3 E:H9");
    // A plus stands in the column of who is next.
    let record = one(&with_play("SJ S5 S3 SA\nH9 + - H3"));
    assert_eq!(record.play().unwrap().turn(), Some(Seat::South));
    assert!(record.ongoing);
}

#[test]
fn four_cards_are_a_trick_however_lines_are_broken() {
    let record = one(&with_play("SJ S5\nS3\nSA H9 - - H3"));
    assert_eq!(cards(&record), "E:SJ S:S5 W:S3 N:SA N:H3 E:H9");
}

#[test]
fn cards_are_read_in_small_letters_and_with_all_their_signs() {
    let rows = "sj! s5 $13 S3=1= ^L SA?? =2=\n*\n[Note \"1:count\"]\n[Note \"2: too early\"]";
    let record = one(&with_play(rows));
    let found: Vec<_> = record
        .card_remarks
        .iter()
        .map(|r| (r.at, r.glyphs.clone(), r.note.as_deref(), r.irregular))
        .collect();
    let expected = [
        (0, vec![7], None, None),
        (1, vec![13], None, None),
        (2, vec![], Some("count"), None),
        (3, vec![10], Some("too early"), Some('L')),
    ];
    assert_eq!(found, expected);
    survives(record);
}

#[test]
fn the_play_is_kept_up_to_what_cannot_be() {
    let cases = [
        (
            "SJ S5 H4",
            "line 5, column 7: H4 cannot be played: W has to follow suit to SJ; the rest of the play is skipped",
            2,
        ),
        (
            "SJ S5 S3 SA\nH9 H5",
            "line 6, column 1: H9 is played before the card of N; the rest of the play is skipped",
            4,
        ),
        (
            "SJ S5 - -\n- - S3 SA",
            "line 6, column 5: S3 is played before the last trick is finished; the rest of the play is skipped",
            2,
        ),
        (
            "SJ zz",
            "line 5, column 4: `zz` is not a card (a suit and a rank, as in SK); the rest of the play is skipped",
            0,
        ),
        (
            "SJ S5 S3 SA\n* H9",
            "line 6, column 3: text `H9` after the end of the section",
            4,
        ),
        ("SJ S5 S3 SA =7=", "line 5, column 13: unknown note 7", 4),
        ("$x SJ", "line 5, column 1: unexpected sign `$`", 0),
    ];
    for (rows, diagnostic, count) in cases {
        let parsed = read(&with_play(rows));
        assert_eq!(diagnostics(&parsed)[0], diagnostic, "{rows}");
        assert_eq!(parsed.records[0].cards.len(), count, "{rows}");
    }
}

#[test]
fn a_play_without_a_contract_is_skipped() {
    let parsed = read("[Play \"E\"]\nSJ S5 S3 SA\n");
    let message = "line 2, column 1: the play is skipped: contract or declarer unknown";
    assert_eq!(diagnostics(&parsed), [message]);
}

#[test]
fn an_ending_may_be_led_by_any_seat() {
    let game = "[Deal \"N:A.K.. K.A.. Q.Q.. J.J..\"]\n[Contract \"3NT\"]\n[Declarer \"N\"]\n[Play \"N\"]\nSA SK\n*\n";
    let record = one(game);
    assert_eq!(cards(&record), "N:SA E:SK");
    assert_eq!(record.leader, Some(Seat::North));
    survives(record);
    let whole = with_play("*").replace("Play \"E\"", "Play \"W\"");
    assert_eq!(
        diagnostics(&read(&whole)),
        ["line 4, column 8: E should lead, not W"]
    );
}

#[test]
fn all_signs_of_an_auction_are_read() {
    let text = "[Auction \"N\"]\n1c! p ^I 1NT =1= {why?} x$22\nXX !? Ap\n[Note \"1:15-17\"]\n";
    let record = one(text);
    assert_eq!(record.auction.to_string(), "1♣ - 1NT X XX - - -");
    let glyphs: Vec<_> = record
        .call_remarks
        .iter()
        .map(|r| (r.at, r.glyphs.clone()))
        .collect();
    assert_eq!(
        glyphs,
        [(0, vec![1]), (2, vec![]), (3, vec![22]), (4, vec![5])]
    );
    assert_eq!(record.call_remarks[1].note.as_deref(), Some("15-17"));
    assert_eq!(record.call_remarks[1].irregular, Some('I'));
    assert_eq!(record.comments, ["why?"]);
    assert_eq!(record.declarer, Some(Seat::South));
    survives(record);
}

#[test]
fn an_auction_may_be_unfinished() {
    for (calls, ongoing) in [
        ("1C Pass *", false),
        ("1C Pass +", true),
        ("1C\nPass", false),
    ] {
        let record = one(&format!("[Auction \"N\"]\n{calls}\n"));
        assert_eq!(
            (record.auction.len(), record.ongoing),
            (2, ongoing),
            "{calls}"
        );
        assert_eq!(record.final_contract(), None);
    }
    let passed = one("[Auction \"N\"]\nAP\n");
    assert_eq!(passed.contract, Some(Outcome::PassedOut));
    assert_eq!(passed.auction.len(), 4);
}

#[test]
fn columns_before_the_dealer_may_be_filled() {
    let record = one("[Dealer \"S\"]\n[Auction \"E\"]\n- 1H 2C AP\n");
    assert_eq!(
        (record.dealer, record.declarer),
        (Some(Seat::South), Some(Seat::West))
    );
    let parsed = read("[Dealer \"S\"]\n[Auction \"E\"]\n1H AP\n");
    let message = "line 2, column 11: the first call is not the dealer's";
    assert_eq!(diagnostics(&parsed), [message]);
}

#[test]
fn the_auction_is_kept_up_to_what_cannot_be() {
    let cases = [
        (
            "1H 1S 1D",
            "line 2, column 7: 1D cannot be called: Law 27: insufficient bid",
            2,
        ),
        ("1H ^S 1S", "line 2, column 4: a player was skipped", 1),
        (
            "1H Pass X",
            "line 2, column 9: X cannot be called: Law 36: inadmissible doubles and redoubles",
            2,
        ),
        (
            "1H AP Pass",
            "line 2, column 7: Pass cannot be called: Law 39: call after the final pass",
            4,
        ),
        (
            "1H {\n} no",
            "line 3, column 3: `no` is not a call (Pass, X, XX, or a bid as in 3NT)",
            1,
        ),
    ];
    for (calls, diagnostic, count) in cases {
        let parsed = read(&format!("[Auction \"N\"]\n{calls}\n"));
        let full = format!("{diagnostic}; the rest of the auction is skipped");
        assert_eq!(diagnostics(&parsed), [full], "{calls}");
        assert_eq!(parsed.records[0].auction.len(), count, "{calls}");
    }
}

#[test]
fn values_are_those_of_the_standard_and_of_the_wild() {
    let value = |name: &str, value: &str| one(&format!("[{name} \"{value}\"]\n"));
    for (text, expected) in [
        ("None", Vulnerability::None),
        ("Love", Vulnerability::None),
        ("-", Vulnerability::None),
        ("ns", Vulnerability::NorthSouth),
        ("EW", Vulnerability::EastWest),
        ("All", Vulnerability::All),
        ("both", Vulnerability::All),
    ] {
        assert_eq!(
            value("Vulnerable", text).vulnerability,
            Some(expected),
            "{text}"
        );
    }
    for (text, expected) in [("?", None), ("", None), ("0", Some(0)), ("13", Some(13))] {
        assert_eq!(value("Result", text).result, expected, "{text}");
    }
    let irregular = value("Declarer", "^S");
    assert_eq!(
        (irregular.declarer, irregular.irregular_declarer),
        (Some(Seat::South), true)
    );
    assert_eq!(value("Declarer", "?").declarer, None);
    assert_eq!(value("Contract", "Pass").contract, Some(Outcome::PassedOut));
    assert_eq!(value("bOARD", " 7 ").number, Some(7));
}

#[test]
fn results_may_be_those_of_sides() {
    for (text, expected) in [("NS 9", 9), ("EW 3", 10), ("ew 4 ns 9", 9), ("^8", 8)] {
        let record = one(&format!("[Result \"{text}\"]\n[Declarer \"N\"]\n"));
        assert_eq!(record.result, Some(expected), "{text}");
    }
    let unclear = one("[Result \"NS 9\"]\n");
    assert_eq!(
        (unclear.result, unclear.tag("Result")),
        (None, Some("NS 9"))
    );
    assert!(write(&[unclear]).contains("[Result \"NS 9\"]"));
}

#[test]
fn what_is_not_understood_is_kept_and_named() {
    let text = "[Board \"12a\"]\n[Dealer \"Q\"]\n[Vulnerable \"some\"]\n[Contract \"8H\"]\n[Result \"14\"]\n[Deal \"N:AK - - -\"]\n";
    let parsed = read(text);
    let messages = [
        "line 1, column 9: `12a` is not a number",
        "line 2, column 10: `Q` is not a seat (N, E, S, W)",
        "line 3, column 14: `some` is not a vulnerability (None, NS, EW, All)",
        "line 4, column 12: `8H` is not a contract (as in 4H, 3NTX, 6SXX, Pass)",
        "line 5, column 10: `14` is not a number of tricks",
        "line 6, column 10: hand `AK` does not have four suits separated by points, as in AK4.QJ.T987.6532",
    ];
    assert_eq!(diagnostics(&parsed), messages);
    let written = write(&parsed.records);
    for line in text.lines() {
        assert!(written.contains(line), "{line} in {written}");
    }
}

#[test]
fn deals_may_be_written_in_many_ways() {
    let plain = one(&format!("[Deal \"{DEAL}\"]"));
    let lower = DEAL.to_lowercase().replace('t', "10").replace(' ', "\t  ");
    assert_eq!(one(&format!("[Deal \" {lower} \"]")).hands, plain.hands);
    let (first, rest) = DEAL[2..].split_once(' ').unwrap();
    assert_eq!(
        one(&format!("[Deal \"E:{rest} {first}\"]")).hands,
        plain.hands
    );
    let some = one("[Deal \"S:AK.-.QJT98765432. - - -\"]");
    let known: Vec<_> = some
        .hands
        .iter()
        .map(|hand| hand.map(crate::Hand::len))
        .collect();
    assert_eq!(known, [None, None, Some(13), None]);
    assert_eq!(one("[Deal \"?\"]").hands, [None; 4]);
    let short = read("[Deal \"N:A.. .A.. ..A. ...A\"]");
    assert_eq!(short.records[0].hands, [None; 4]);
    let uneven = read("[Deal \"N:A... .A.. ..A. .K..A\"]");
    assert_eq!(uneven.diagnostics.len(), 1);
    let uneven = read("[Deal \"N:A... .A.. ..A. .K.2.A\"]");
    let message = "line 1, column 8: hands of unequal size: 1, 1, 1 and 3 cards (N, E, S, W)";
    assert_eq!(diagnostics(&uneven), [message]);
    assert!(uneven.records[0].hands.iter().all(Option::is_some));
}

#[test]
fn values_are_taken_from_earlier_games() {
    let text = "[Event \"Cup\"]\n[Site \"##Rome\"]\n[Board \"1\"]\n\n[Event \"#\"]\n[Board \"2\"]\n\n[Event \"#\"]\n[Site \"#\"]\n[Board \"3\"]\n";
    let records = read_strict(text).unwrap();
    for record in &records {
        assert_eq!(record.tag("Event"), Some("Cup"));
        assert_eq!(record.tag("Site"), Some("Rome"));
    }
    let lost = read("[Event \"#\"]\n");
    assert_eq!(
        diagnostics(&lost),
        ["line 1, column 9: no earlier game has the tag Event"]
    );
}

#[test]
fn games_are_separated() {
    let numbers = |text: &str| {
        let records = read_strict(text).unwrap();
        records
            .iter()
            .map(|record| record.number)
            .collect::<Vec<_>>()
    };
    let expected = [Some(1), Some(2)];
    assert_eq!(numbers("[Board \"1\"]\n \t\n\n[Board \"2\"]"), expected);
    assert_eq!(numbers("[Board \"1\"]\n[Board \"2\"]"), expected);
    assert_eq!(
        numbers("[Event \"\"]\r[Board \"1\"]\r[Event \"\"]\r[Board \"2\"]"),
        expected
    );
    assert_eq!(
        numbers("\u{feff}[Board \"1\"]\r\n\r\n[Event \"x\"]\r\n[Board \"2\"]\r\n"),
        expected
    );
    // A section belongs to the game before the empty line.
    let record = one("[Board \"1\"]\n[Dealer \"N\"]\n\n[Auction \"N\"]\n1C AP\n");
    assert_eq!(record.auction.len(), 4);
    let parsed = read("[Event \"x\"]\n[Site \"a\"]\n[Site \"b\"]\n");
    assert_eq!(
        diagnostics(&parsed),
        ["line 3, column 1: duplicate tag Site"]
    );
}

#[test]
fn comments_of_all_kinds_are_kept_with_their_game() {
    let text = "% no comment\n; first\n[Board \"1\"] ; of 1\n{ over\n\nlines }\n\n{of 2}\n[Board \"2\"]\n% nor this\n{last}";
    let records = read_strict(text).unwrap();
    assert_eq!(records[0].comments, ["first", "of 1", "over\n\nlines"]);
    assert_eq!(records[1].comments, ["of 2", "last"]);
    let parsed = read("[Board \"1\"] {open\n[Dealer \"N\"]\n");
    assert_eq!(
        diagnostics(&parsed),
        ["line 1, column 13: this comment is not closed by `}`"]
    );
    assert_eq!(parsed.records[0].dealer, Some(Seat::North));
}

#[test]
fn tags_may_be_written_carelessly() {
    let record = one("[ North\n\"Ann\"\n] [South\"Sam\"]\n[east \"a \\\"b\\\" \\\\c \\2R\"]");
    assert_eq!(record.players, ["Ann", "a \"b\" \\c \\2R", "Sam", ""]);
    let cases = [
        (
            "[North \"A \"B\" C\"]",
            "line 1, column 11: a quote inside of a value needs a backslash",
        ),
        (
            "[North \"A\n",
            "line 1, column 1: the value of this tag is not closed by a quote",
        ),
        (
            "[North \"A\"\n[South \"B\"]",
            "line 1, column 1: this tag is not closed by `]`",
        ),
        (
            "[North A]",
            "line 1, column 8: the value of North has no quotes",
        ),
        ("[12]", "line 1, column 1: `[12]` is not a tag"),
        ("[]", "line 1, column 1: `[]` is not a tag"),
        (
            "ünï [North \"A\"]",
            "line 1, column 1: text `ünï` before any tag",
        ),
    ];
    for (text, diagnostic) in cases {
        let parsed = read(text);
        assert_eq!(diagnostics(&parsed)[0], diagnostic, "{text}");
        let kept = parsed
            .records
            .iter()
            .all(|record| record.players[0].starts_with('A'));
        assert!(kept, "{text}: {:?}", parsed.records);
    }
}

#[test]
fn tables_differ_from_bare_lines() {
    let text = "[Board \"1\"]\n[ScoreTable \"Rank;Names\"]\n 1   \"Ann ; Bob\"  ; best\n2 \"Eve\"\n[Deal \"?\"]\nHCP 12 10\n";
    let parsed = read(text);
    assert_eq!(
        diagnostics(&parsed),
        ["line 6, column 1: unexpected text `HCP`"]
    );
    let table = &parsed.records[0].tags[0];
    assert_eq!(table.rows, ["1 \"Ann ; Bob\"", "2 \"Eve\""]);
    let again = read_strict(&write(&parsed.records)).unwrap();
    assert_eq!(again, parsed.records);
}

#[test]
fn contradictions_are_named() {
    let auction = "[Dealer \"N\"]\n[Auction \"N\"]\n1NT AP\n";
    let cases = [
        (
            "[Contract \"2NT\"]\n",
            "line 1, column 12: the auction ends in 1NT, not in 2NT",
        ),
        (
            "[Contract \"1NT\"]\n[Declarer \"S\"]\n",
            "line 1, column 12: 1NT is played by N, not by S",
        ),
        (
            "[Contract \"Pass\"]\n",
            "line 1, column 12: the auction ends in 1NT, not in Pass",
        ),
    ];
    for (tags, diagnostic) in cases {
        assert_eq!(
            diagnostics(&read(&format!("{tags}{auction}"))),
            [diagnostic]
        );
    }
    let won = with_play("SJ S5 S3 SA\n*");
    let parsed = read(&format!("{won}[Result \"0\"]\n"));
    let message = "line 7, column 10: NS cannot end with 0 tricks: it has 1 and 12 are left";
    assert_eq!(diagnostics(&parsed), [message]);
    assert_eq!(read(&format!("{won}[Result \"^0\"]\n")).diagnostics, []);
}

#[test]
fn the_fifteen_tags_are_written_in_their_order() {
    let text = write(&[Record::default()]);
    let names: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split(' ').next())
        .collect();
    assert_eq!(names, MANDATORY);
    assert!(text.starts_with("% PBN 2.1\n% EXPORT\n\n[Event \"?\"]\n"));
    assert_eq!(read_strict(&text), Ok(vec![Record::default()]));
}

#[test]
fn a_game_is_written_as_the_standard_has_it() {
    let mut record = one(&with_play("SJ S5 S3 SA\nH9 - - H3\n*"));
    record.set_tag("Event", "A \"cup\"");
    record.set_tag("Score", "NS 400");
    record.dealer = Some(Seat::North);
    record.auction = record.shortest_auction().unwrap();
    record.result = Some(9);
    record.comments.push("claimed}".to_owned());
    let expected = format!(
        "% PBN 2.1\n% EXPORT\n\n[Event \"A \\\"cup\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Board \"?\"]\n[West \"?\"]\n[North \"?\"]\n\
        [East \"?\"]\n[South \"?\"]\n[Dealer \"N\"]\n[Vulnerable \"?\"]\n[Deal \"{DEAL}\"]\n[Scoring \"?\"]\n[Declarer \"N\"]\n[Contract \"3NT\"]\n\
        [Result \"9\"]\n[Score \"NS 400\"]\n[Auction \"N\"]\n3NT Pass Pass Pass\n[Play \"E\"]\nSJ S5 S3 SA\nH9 - - H3\n*\n{{claimed)}}\n"
    );
    assert_eq!(write(&[record.clone()]), expected);
    assert_eq!(record.points(Side::NorthSouth), None);
    record.number = Some(1);
    assert_eq!(record.points(Side::NorthSouth), Some(400));
}
