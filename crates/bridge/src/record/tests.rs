//! Tests of records in both formats: round trips, damaged files.

use super::*;
use crate::bidding::calls;
use crate::notation::{self, Ascii};
use crate::{Auction, Call, Seat, Side, Vulnerability};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

/// Returns the one record of a text.
#[track_caller]
pub(super) fn only(read: Result<Vec<Record>, Diagnostic>) -> Record {
    let mut records = read.unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

pub(super) fn diagnostics(parsed: &ParsedRecords) -> Vec<String> {
    let texts = parsed.diagnostics.iter().map(ToString::to_string);
    texts.collect()
}

/// Names and notes with everything that needs care in one format or the other.
const TEXTS: [&str; 8] = [
    "Ödön",
    "a \"quoted\" word",
    "back\\slash\\",
    "15-17; balanced",
    "[x] {y",
    "1:2 #3 %4",
    "♠♥♦♣",
    "O'Hara",
];

/// Returns a whole deal, part of an auction and perhaps of the play, with all that can be written
/// about it in PBN.
pub(super) fn random(seed: u64) -> Record {
    let mut rng = Seed(seed).rng();
    let rng = &mut rng;
    let mut record = Record {
        tags: vec![
            Tag::new("Event", text(rng)),
            Tag::new("Room", ["Open", "Closed"][rng.random_range(0..2)]),
        ],
        players: std::array::from_fn(|_| text(rng)),
        number: Some(rng.random_range(1..200)),
        dealer: Seat::ALL.choose(rng).copied(),
        vulnerability: [Vulnerability::NorthSouth, Vulnerability::All]
            .choose(rng)
            .copied(),
        hands: crate::hand::shuffled(rng).map(Some),
        auction: auction(rng),
        comments: (0..rng.random_range(0..3)).map(|_| text(rng)).collect(),
        ..Record::default()
    };
    record.set_tricks_table(&std::array::from_fn(|_| [rng.random_range(0..14); 5]));
    record.complete_contract();
    record.call_remarks = remarks(rng, record.auction.len());
    play(rng, &mut record);
    record.card_remarks = remarks(rng, record.cards.len());
    let passed_out = record.contract == Some(Outcome::PassedOut);
    record.ongoing = !passed_out && !record.is_played_out() && rng.random();
    record
}

/// Returns a random record without data that only one of the formats can hold.
fn plain(seed: u64) -> Record {
    let mut record = random(seed);
    record.tags.retain(|tag| tag.is("Room"));
    record.card_remarks.clear();
    record.ongoing = false;
    for remark in &mut record.call_remarks {
        (remark.glyphs, remark.irregular) = (Vec::new(), None);
    }
    record.call_remarks.retain(Remark::is_some);
    record
}

fn text(rng: &mut Pcg64Mcg) -> String {
    TEXTS[rng.random_range(0..TEXTS.len())].to_owned()
}

fn auction(rng: &mut Pcg64Mcg) -> Auction {
    let mut auction = Auction::new();
    for _ in 0..rng.random_range(0..40) {
        let legal: Vec<_> = calls(&auction).take(8).collect();
        let call = if rng.random_bool(0.5) {
            Some(&Call::Pass)
        } else {
            legal.choose(rng)
        };
        let _ = auction.try_push(*call.unwrap_or(&Call::Pass));
    }
    auction
}

fn remarks(rng: &mut Pcg64Mcg, length: usize) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for at in 0..length {
        if rng.random_bool(0.8) {
            continue;
        }
        let alerted = rng.random();
        remarks.push(Remark {
            at,
            alerted,
            note: (alerted && rng.random()).then(|| text(rng)),
            glyphs: (0..rng.random_range(0..3)).map(|_| rng.random()).collect(),
            irregular: rng.random_bool(0.1).then_some('I'),
        });
    }
    remarks.retain(Remark::is_some);
    remarks
}

fn play(rng: &mut Pcg64Mcg, record: &mut Record) {
    let Ok(mut play) = record.play() else {
        return;
    };
    for _ in 0..rng.random_range(0..60) {
        let legal: Vec<_> = play.legal().iter().collect();
        if let Some(card) = legal.choose(rng) {
            play.play(*card).unwrap();
        }
    }
    record.cards = play.cards().to_vec();
    let side = Side::from(record.declarer.unwrap());
    let extra = rng.random_range(0..=play.tricks_left());
    record.result = rng.random::<bool>().then(|| play.tricks(side) + extra);
}

/// Returns the lengths of the lines of a text, however they end.
fn lengths(text: &str) -> Vec<usize> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    unix.split('\n').map(|line| line.chars().count()).collect()
}

fn places_are_within(text: &str) -> Result<(), TestCaseError> {
    let lengths = lengths(text);
    for parsed in [pbn::read(text), lin::read(text), read(text)] {
        for diagnostic in &parsed.diagnostics {
            let line = lengths.get(diagnostic.line - 1);
            prop_assert!(line.is_some(), "{diagnostic}");
            prop_assert!(
                (1..=line.unwrap() + 1).contains(&diagnostic.column),
                "{diagnostic}"
            );
        }
        for record in &parsed.records {
            let _ = (
                record.play(),
                record.board(),
                record.tricks_table(),
                record.tricks(),
            );
            let _ = (
                Seat::ALL.map(|seat| record.view(seat)),
                record.shortest_auction(),
            );
        }
        // What was read can be written, and what was written is read without losses.
        let written = pbn::write(&parsed.records);
        let again = pbn::read(&written);
        prop_assert_eq!(again.records.len(), parsed.records.len());
        let rewritten = pbn::write(&again.records);
        for (line, before) in rewritten.lines().zip(written.lines()) {
            prop_assert_eq!(line, before, "{}", written);
        }
        prop_assert_eq!(rewritten.len(), written.len());
        let _ = lin::read(&lin::write(&parsed.records));
    }
    Ok(())
}

/// One change to a text: what is done, where, how much, and with which sign.
type Change = (u8, prop::sample::Index, usize, char);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let sign = prop::sample::select(
        "[]\"\\{};%|^$=!?*+-#:.,\n\r Aé♠1N\u{feff}"
            .chars()
            .collect::<Vec<_>>(),
    );
    prop::collection::vec(
        (0u8..4, any::<prop::sample::Index>(), 1usize..9, sign),
        1..8,
    )
}

fn changed(text: &str, changes: Vec<Change>) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (kind, at, count, sign) in changes {
        letters.push(' ');
        let at = at.index(letters.len());
        let end = (at + count).min(letters.len());
        match kind {
            0 => drop(letters.drain(at..end)),
            1 => letters.insert(at, sign),
            2 => letters.swap(at, end - 1),
            _ => {
                let copy = letters[at..end].to_vec();
                letters.splice(at..at, copy);
            }
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn pbn_is_read_as_it_was_written(seeds in prop::collection::vec(any::<u64>(), 1..4)) {
        let records: Vec<_> = seeds.into_iter().map(random).collect();
        let text = pbn::write(&records);
        prop_assert_eq!(pbn::read_strict(&text), Ok(records.clone()), "{}", text);
        prop_assert_eq!(read_strict(&text), Ok(records));
    }

    #[test]
    fn lin_is_read_as_it_was_written(seeds in prop::collection::vec(any::<u64>(), 1..4)) {
        let records: Vec<_> = seeds.into_iter().map(plain).collect();
        let text = lin::write(&records);
        prop_assert_eq!(lin::read_strict(&text), Ok(records.clone()), "{}", text);
        prop_assert_eq!(read_strict(&text), Ok(records));
    }

    #[test]
    fn what_both_can_hold_survives_the_way_there_and_back(seed: u64) {
        let records = vec![plain(seed)];
        let there = lin::read_strict(&lin::write(&pbn::read_strict(&pbn::write(&records)).unwrap())).unwrap();
        let back = pbn::read_strict(&pbn::write(&there)).unwrap();
        prop_assert_eq!(back, records);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "(\\PC|[\\n\\r\\[\\]\"{}|;%^$=*+-]){0,200}") {
        places_are_within(&text)?;
    }

    #[test]
    fn nor_does_a_damaged_file(seed: u64, as_lin: bool, ends in 0usize..3, changes in changes()) {
        let records = [random(seed), plain(seed)];
        let text = if as_lin { lin::write(&records) } else { pbn::write(&records) };
        let text = text.replace('\n', ["\n", "\r\n", "\r"][ends]);
        places_are_within(&changed(&text, changes))?;
    }

    #[test]
    fn a_view_is_that_of_the_board_behind_it(seed: u64) {
        let record = random(seed);
        let board = record.board().unwrap();
        let Ok(play) = record.play() else { return Ok(()) };
        for seat in Seat::ALL {
            let expected = crate::View::of(&board, &record.auction, &play, seat);
            prop_assert_eq!(record.view(seat), Ok(expected));
        }
    }
}

#[test]
fn the_format_is_found_out() {
    let lin = "\u{feff}\nqx|o1|md|1|";
    assert!(is_lin(lin));
    assert!(!is_lin("\u{feff}% PBN 2.1\n[Event \"a|b|\"]"));
    assert!(!is_lin("[Event \"a|b|\"]"));
    assert!(!is_lin(""));
    assert!(!is_lin("club results\n[Board \"3\"]\n"));
    assert_eq!(read(lin).records[0].number, Some(1));
}

#[test]
fn a_board_is_known_from_its_number_and_three_hands() {
    let mut record = random(1);
    let deal = record.deal().unwrap();
    record.hands[2] = None;
    (record.dealer, record.vulnerability) = (None, None);
    record.number = Some(2);
    let board = record.board().unwrap();
    assert_eq!(
        (board.dealer, board.vulnerability),
        (Seat::East, Vulnerability::NorthSouth)
    );
    assert_eq!(board.hands, deal);
    record.hands[1] = None;
    assert_eq!(record.board(), None);
    assert_eq!(record.play(), Err(RecordError::Hands));
}

#[test]
fn records_that_do_not_fit_together_say_so() {
    let contract = notation::contract("4S").unwrap().map(Outcome::Played);
    let mut record = Record {
        hands: random(3).hands,
        number: Some(1),
        ..Record::default()
    };
    assert_eq!(record.play(), Err(RecordError::Contract));
    (record.contract, record.declarer) = (contract, Some(Seat::South));
    assert_eq!(record.view(Seat::West), Err(RecordError::Auction));
    record.auction = record.shortest_auction().unwrap();
    assert_eq!(
        record.view(Seat::West).unwrap().final_contract(),
        record.final_contract()
    );

    let card = record.hands[0].unwrap().iter().next().unwrap();
    record.cards = vec![(Seat::West, card)];
    let error = record.play().unwrap_err();
    let message = format!(
        "card 1: {} cannot be played: W does not have it",
        Ascii(card)
    );
    assert_eq!(error.to_string(), message);
    let west = record.hands[3].unwrap().iter().next().unwrap();
    record.cards = vec![(Seat::West, west), (Seat::East, card)];
    let message = format!("card 2: {} is played by E out of turn", Ascii(card));
    assert_eq!(record.play().unwrap_err().to_string(), message);
}

#[test]
fn points_come_from_the_result_or_from_the_last_trick() {
    let text = "md|1S2H2D2C2,S3H3D3C3,S4H4D4C4,S5H5D5C5|sv|b|mb|1N|mb|p|mb|p|mb|p|";
    let mut record = lin::read_strict(text).unwrap().remove(0);
    assert_eq!(
        (record.tricks(), record.points(Side::NorthSouth)),
        (None, None)
    );
    for card in "S3 S4 S5 S2 H5 H2 H3 H4 D5 D2 D3 D4 C5 C2 C3 C4".split(' ') {
        let turn = record.play().unwrap().turn().unwrap();
        record.cards.push((turn, notation::card(card).unwrap()));
    }
    assert_eq!(
        (record.tricks(), record.points(Side::NorthSouth)),
        (Some(0), Some(-700))
    );
    record.result = Some(8);
    assert_eq!(record.points(Side::EastWest), Some(-120));
    record.contract = Some(Outcome::PassedOut);
    assert_eq!(record.points(Side::EastWest), Some(0));
}

#[test]
fn diagnostics_are_in_japanese_too() {
    let texts = [
        "{ no end",
        "[Board]",
        "[Board 1]",
        "[Board \"a\"b\"]",
        "[Board \"1",
        "[Board \"1\"",
        "hello\n[Board \"1\"]",
        "[Board \"1\"]\n[Dealer \"N\"]\n[Dealer \"E\"]",
        "[Event \"#\"]",
        "[Board \"1\"] text",
        "[Board \"x\"]",
        "[Dealer \"Q\"]",
        "[Vulnerable \"x\"]",
        "[Deal \"N:AKQ.x.. - - -\"]",
        "[Deal \"N:A... K... Q... J... T...\"]",
        "[Deal \"N:A... A... - -\"]",
        "[Deal \"N:A... KQ... - -\"]\n[Deal \"x\"]",
        "[Deal \"N:A.K.. K.A.. Q.Q.. J...\"]",
        "[Contract \"4X\"]",
        "[Contract \"4H\"]\n[Declarer \"N\"]\n[Result \"14\"]",
        "[Dealer \"N\"]\n[Contract \"4S\"]\n[Auction \"N\"]\n4H AP",
        "[Dealer \"N\"]\n[Contract \"4H\"]\n[Declarer \"S\"]\n[Auction \"N\"]\n4H AP",
        "[Auction \"N\"]\n1H =3= AP",
        "[Auction \"N\"]\n= 1H AP",
        "[Auction \"N\"]\n1H AP * 1S",
        "[Auction \"N\"]\n1H AP ^R",
        "[Auction \"N\"]\n1H 1C AP",
        "[Auction \"N\"]\n1H XX AP",
        "[Auction \"N\"]\n1H AP AP",
        "[Auction \"N\"]\n1H ^S AP",
        "[Auction \"N\"]\n1Q",
        "[Dealer \"E\"]\n[Auction \"N\"]\n1H AP",
        "[Play \"N\"]\nSA",
        "[Auction \"N\"]\n1H AP\n[Play \"E\"]\nSA SA",
        "[Auction \"N\"]\n1H AP\n[Play \"E\"]\nSA - - -\nSK",
        "[Auction \"N\"]\n1H AP\n[Play \"E\"]\n- SA",
        "pn|a,b,c,d,e,f,g,h,i|md|1S2,S3,S4,S5|",
        "md|1S2,S3,S4,S5|sv|x|",
        "md|S2,S3,S4,S5|",
        "md|1K,S3,S4,S5|",
        "md|1S2,S2,S4,S5|",
        "md|1S22,S3,S4,S5|",
        "md|1S2,S3,S4,S5,S6|",
        "md|1S2,S3,S4,S5|an|x|",
        "md|1S2,S3,S4,S5|mb|1S1C|",
        "md|1S2,S3,S4,S5|pc|SA|",
        "md|1S2,S3,S4,S5|mc|x|",
        "md|1S2,S3,S4,S5|lost mb|1S|",
        "md|1S2,S3,S4,S5|long|",
        "md|1S2,S3,S4,S5|mb",
        "md|1S2,S3,S4,S5|mb|1S",
        "vg|x|ah|Title|",
        "{\"number\":1",
        "[{]",
    ];
    let written = |text: &str| text.chars().any(|letter| ('ぁ'..='ん').contains(&letter));
    for text in texts {
        let parsed = super::read(text);
        assert!(!parsed.diagnostics.is_empty(), "{text}");
        for found in parsed.diagnostics {
            assert!(written(&found.japanese), "{text}: {}", found.japanese);
            assert!(!written(&found.message), "{text}: {}", found.message);
        }
    }
}
