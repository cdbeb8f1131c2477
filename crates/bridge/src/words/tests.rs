//! Tests of sentences: every reason and statement in both languages.

use super::Words;
use crate::bidder::{CallReason, JUDGEMENTS};
use crate::knowledge::{Bidding, Conventions, Knowledge, Statement, StatementKind};
use crate::players::{Grounds, Mistakes, Reason, Rule, Verdict, WorstCard};
use crate::{Auction, Card, Hand, Seat, notation};

fn card(text: &str) -> Card {
    notation::card(text).unwrap()
}

/// One of every kind.
fn all() -> Vec<Reason> {
    use Grounds::{Both, Clear, NoTime, Only, Unclear};
    let verdict = |grounds| {
        Reason::Verdict(Verdict {
            card: card("CA"),
            grounds,
            plain: card("D5"),
            models: Some(card("CA")),
            gain: 31.4,
            error: Some(5.0),
        })
    };
    let mut all: Vec<_> = [Only, Both, Clear, Unclear, NoTime].map(verdict).into();
    all.extend([Rule::LittleChance, Rule::Equals, Rule::AllCards].map(Reason::Compared));
    all.push(Reason::DroppedInference(Statement {
        seat: Seat::East,
        kind: StatementKind::KingNotBared(card("S2")),
    }));
    all.push(Reason::Signal(card("H8")));
    let mistakes = Mistakes {
        seat: Seat::East,
        share: 0.25,
        tricks: 0.31,
        worst: Some(WorstCard {
            trick: 4,
            card: card("SQ"),
            share: 0.2,
        }),
        worlds: Vec::new(),
    };
    all.push(Reason::Mistakes(card("D5"), mistakes));
    all
}

#[test]
fn every_reason_is_a_sentence_in_both_languages() {
    for reason in all() {
        let (english, japanese) = (reason.words().en, reason.words().ja);
        assert!(english.ends_with('.') || matches!(reason, Reason::DroppedInference(_)));
        assert!(
            japanese.ends_with('。') && !japanese.is_ascii(),
            "{japanese}"
        );
    }
}

#[test]
fn the_numbers_stand_in_both_sentences() {
    let reason = all().pop().unwrap();
    assert_eq!(
        reason.to_string(),
        "After D5 East goes wrong in 25 % of the deals, for 0.3 tricks on average over all; \
         most often with SQ in trick 4 (20 %)."
    );
    let japanese = reason.words().ja;
    for part in ["♦5", "東", "25%", "0.3", "♠Q", "20%"] {
        assert!(japanese.contains(part), "{japanese}");
    }
    let clear = all()[2].to_string();
    assert_eq!(
        clear,
        "With models CA gains 31 ± 5 points on D5, so it is played."
    );
}

/// Returns whether a sentence is Japanese: no word of English but those that Japanese players
/// write.
fn is_japanese(text: &str) -> bool {
    let known = ["NT", "XX", "4th"];
    let plain = known
        .iter()
        .fold(text.to_owned(), |text, word| text.replace(word, ""));
    let letters: Vec<char> = plain.chars().collect();
    let english = |pair: &[char]| pair.iter().all(char::is_ascii_lowercase);
    !text.is_ascii() && !letters.windows(2).any(english)
}

#[test]
fn every_thought_has_a_sentence_of_its_own_in_both_languages() {
    let words: Vec<Words> = JUDGEMENTS
        .iter()
        .map(|&thought| CallReason::from(thought).words())
        .collect();
    for (place, one) in words.iter().enumerate() {
        assert!(is_japanese(&one.ja), "{one:?}");
        let again = words[..place]
            .iter()
            .find(|other| other.en == one.en || other.ja == one.ja);
        assert_eq!(again, None, "{one:?}");
    }
}

#[test]
fn statements_of_calls_have_sentences_in_both_languages() {
    for (auction, english, japanese) in [
        (
            "1NT",
            "South's 1NT (opening 1NT): 15-17 points, balanced",
            "南の1NT（1NTオープン）: 15〜17点、バランス",
        ),
        ("- 4C", "West's 4C", "西の4♣"),
    ] {
        let auction: Auction = auction.parse().unwrap();
        let bidding = Bidding::of(&auction, Seat::South, &Conventions::standard());
        let words = bidding
            .statements(auction_caller(&auction))
            .remove(0)
            .words();
        assert!(words.en.starts_with(english), "{words:?}");
        assert!(words.ja.starts_with(japanese), "{words:?}");
    }
}

fn auction_caller(auction: &Auction) -> Seat {
    crate::table::after(Seat::South, auction.len() - 1)
}

#[test]
fn every_bundled_rule_has_a_japanese_name() {
    let text = include_str!("../../conventions/standard.toml");
    assert!(text.contains("[[lead]]"));
    let conventions = Conventions::standard();
    let deals = [
        "1C - 1H - 2H",
        "1S X XX",
        "2C - 2D - 2NT",
        "1NT - 2C - 2H - 4H",
        "1H 2H",
        "3D - -",
    ];
    for auction in deals {
        let auction: Auction = auction.parse().unwrap();
        let bidding = Bidding::of(&auction, Seat::North, &conventions);
        let knowledge = Knowledge::of_calls([Hand::EMPTY; 4], &bidding);
        for line in knowledge.explain() {
            assert!(is_japanese(&line.ja), "{line:?}");
        }
    }
}

#[test]
fn statements_of_cards_have_sentences_in_both_languages() {
    let (card, seat) = (card("D9"), Seat::East);
    let odd = true;
    for (kind, english, japanese) in [
        (
            StatementKind::Count {
                card,
                odd,
                left: true,
            },
            "East shows an odd number of diamonds left: played the 9",
            "東は♦の残り枚数が奇数（♦9を出した）",
        ),
        (
            StatementKind::Attitude {
                card,
                likes: true,
                short: true,
            },
            "East likes diamonds: played the 9, has ace, king or queen, or at most two cards",
            "東は♦を歓迎（♦9）: A・K・Qのどれかを持つか、2枚以下",
        ),
        (
            StatementKind::ShownOut {
                suit: crate::Suit::Spades,
                dealt: 2,
            },
            "East has no more spades: was dealt exactly 2",
            "東はもう♠がない: 配られたのはちょうど2枚",
        ),
        (
            StatementKind::Lead(card, Vec::new()),
            "East led the 9 of diamonds, which no lead convention explains",
            "東は♦9をリードした: どの取り決めにも合わない",
        ),
    ] {
        let words = Statement { seat, kind }.words();
        assert_eq!((words.en.as_str(), words.ja.as_str()), (english, japanese));
    }
}
