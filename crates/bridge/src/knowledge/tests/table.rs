//! Tests of every row of the table of calls, with a hand that fits and hands that do not.

use super::{explained, statements};
use crate::dealing::HandBelief;
use crate::knowledge::conventions::Conventions;
use crate::knowledge::{Bidding, Knowledge};
use crate::notation::SUITS;
use crate::table::after;
use crate::{Auction, Hand, Seat, View, Vulnerability, notation};
use contract_bridge::eval::hcp;

/// Returns the belief of the opponent to the caller's left about the last caller.
fn last_call(calls: &str, conventions: &Conventions) -> (Knowledge, Seat) {
    let auction: Auction = calls.parse().unwrap();
    let dealer = Seat::North;
    let seat = after(dealer, auction.len() - 1);
    let view = View {
        seat: seat.lho(),
        dealer,
        vulnerability: Vulnerability::None,
        hand: Hand::EMPTY,
        dummy: None,
        auction,
        cards: Vec::new(),
    };
    (Knowledge::of(&view, conventions), seat)
}

/// Returns the weight of a whole hand by a belief.
fn weight(belief: &dyn HandBelief, hand: Hand) -> f64 {
    let lengths = SUITS.map(|suit| hand[suit].len() as u8);
    let points = SUITS.iter().map(|suit| hcp::<u8>(hand[*suit])).sum();
    let suits: f64 = SUITS
        .iter()
        .map(|suit| belief.suit(*suit, hand[*suit]))
        .product();
    suits * belief.hand(lengths, points)
}

/// An auction that ends with the call in question, the name of the rule, a hand that fits, hands
/// that do not.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const ROWS: &[Row] = &[
    (
        "-",
        "pass in first or second seat",
        "KQ4.QJ52.762.Q83",
        &["AKQ4.QJ52.76.Q83", "AKJ9742.5.762.83"],
    ),
    (
        "- - -",
        "pass in third or fourth seat",
        "KQ4.QJ52.762.Q83",
        &["AKQ4.QJ52.76.Q83"],
    ),
    (
        "1C",
        "opening 1C",
        "KQ4.QJ52.762.AQ8",
        &[
            "KQ4.QJ52.A762.Q8",
            "KQJ42.Q5.762.AQ8",
            "KQ4.QJ52.762.J84",
            "AQ.K52.Q762.K832",
        ],
    ),
    ("1C", "opening 1C", "KQJ42.5.2.AQ8763", &[]),
    (
        "1D",
        "opening 1D",
        "KQ42.QJ52.A62.K8",
        &["KQ4.QJ52.A62.K83", "KQJ42.A5.K762.83"],
    ),
    ("1D", "opening 1D", "AQ.K52.Q762.K832", &[]),
    (
        "1H",
        "opening 1H",
        "KQ4.AQJ52.76.Q83",
        &["KQ4.AQJ5.762.Q83", "KQ874.AQJ52.76.3", "K4.QJ752.762.Q83"],
    ),
    (
        "1S",
        "opening 1S",
        "KQ874.AQJ52.76.3",
        &["KQ87.AQ52.76.A83", "KQ874.AQJ762.6.3"],
    ),
    (
        "- - 1H",
        "third-seat opening in hearts",
        "K94.AQJ52.762.83",
        &["94.AQJ52.762.832"],
    ),
    (
        "- - 1S",
        "third-seat opening in spades",
        "AQJ52.K94.762.83",
        &["AQJ5.K94.7632.83"],
    ),
    (
        "1NT",
        "opening 1NT",
        "KQ4.AQ52.762.AJ8",
        &["KQ4.QJ52.762.QJ8", "KQ84.AQ752.7.AJ8", "AKQ.AQ52.762.AJ8"],
    ),
    (
        "2NT",
        "opening 2NT",
        "AKQ.AQ52.762.AJ8",
        &["AKQ.AKQ2.Q62.KJ8", "AKQ2.AQ532.2.AJ8"],
    ),
    (
        "3NT",
        "opening 3NT",
        "AKQ.AKQ2.Q62.AJ8",
        &["AKQ.AQ52.762.AJ8"],
    ),
    (
        "2C",
        "strong 2C",
        "AKQ72.AKQ2.A2.62",
        &["AKQ.AQ52.762.A82", "KJ4.Q52.7632.A82"],
    ),
    ("2C", "strong 2C", "AKQ72.AKQ2.K2.K2", &["AQ.AQ52.A962.A98"]),
    (
        "2D",
        "weak two in diamonds",
        "84.52.KQT762.Q83",
        &[
            "8.KJ52.KQT762.83",
            "84.K2.Q97632.K83",
            "84.A2.AKT762.QJ3",
            ".852.KQT762.Q832",
        ],
    ),
    (
        "2H",
        "weak two",
        "84.KQT762.52.Q83",
        &["8432.KQT762.5.Q8", "84.KQT76.J52.Q83"],
    ),
    (
        "2S",
        "weak two",
        "KQT762.84.52.Q83",
        &["KQT762..8542.Q83", "KJT762.A4.K2.Q83"],
    ),
    (
        "3C",
        "three-level pre-empt",
        "84.52.Q8.KQT7632",
        &["84.52.Q83.KQT762", "A4.K2.A8.KQT7632"],
    ),
    (
        "4S",
        "four-level pre-empt",
        "KQT76532.4.52.Q8",
        &["KQT7653.84.52.Q8"],
    ),
    (
        "1H - 2H",
        "single raise",
        "Q84.K52.Q762.J83",
        &["Q842.K5.Q762.J83", "K84.A52.Q762.A83"],
    ),
    (
        "1H - 3H",
        "limit raise",
        "Q84.K952.A762.Q3",
        &["Q842.K5.AQ62.J83", "Q84.K952.9762.43"],
    ),
    (
        "1H 1S 3H",
        "limit raise",
        "K4.KQ92.JT87.Q32",
        &["K4.92.KJT87.Q932"],
    ),
    (
        "1H - 4H",
        "pre-emptive raise",
        "4.K9652.Q8762.43",
        &["84.K965.Q8762.43", "84.K9652.Q87.432", "A.KQ652.A8762.43"],
    ),
    (
        "1H - 1NT",
        "1NT answer to 1H",
        "Q84.K5.Q762.J832",
        &["Q842.K5.Q76.J832", "Q84.K52.Q76.J832", "A84.K5.AQ62.J832"],
    ),
    (
        "1S - 1NT",
        "1NT answer to 1S",
        "K5.Q842.Q76.J832",
        &["K52.Q84.Q76.J832"],
    ),
    (
        "1H - 2NT",
        "Jacoby 2NT",
        "A84.KQ52.AQ62.83",
        &["A842.KQ5.AQ62.83", "984.KQ52.Q862.83"],
    ),
    (
        "1H - 3NT",
        "3NT answer to a major",
        "AQ8.K5.AQ62.J832",
        &["AQ8.K52.AQ6.J832", "Q98.K5.Q862.J832"],
    ),
    (
        "1C - 1H",
        "new suit at the one level",
        "Q84.K952.Q762.83",
        &["Q84.K95.Q7632.83", "984.9752.Q762.83"],
    ),
    (
        "1S - 2H",
        "2H over 1S",
        "84.AQJ52.K762.83",
        &["84.AQJ5.K7632.83", "84.QJ952.7632.83"],
    ),
    (
        "1S - 2C",
        "new suit at the two level",
        "84.K52.A762.KJ83",
        &["84.K52.A7632.KJ3", "84.952.9762.KJ83"],
    ),
    (
        "1H - 2S",
        "jump shift",
        "AKQ52.84.AK2.Q83",
        &["AKQ5.84.AK32.Q83", "AKQ52.84.932.Q83"],
    ),
    (
        "1H - 3C",
        "jump shift",
        "84.A2.AK2.AKQ832",
        &["84.92.932.AKQ832"],
    ),
    (
        "1C - 1NT",
        "1NT answer to a minor",
        "Q84.K95.Q762.J83",
        &["QJ84.K95.Q76.J83", "K84.A95.AQ62.J83"],
    ),
    (
        "1D - 2NT",
        "2NT answer to a minor",
        "AQ8.K95.K762.QJ3",
        &["AQ84.K95.K76.QJ3", "Q98.K95.K762.983"],
    ),
    (
        "1D - 3NT",
        "3NT answer to a minor",
        "AQ8.KJ5.K762.QJ3",
        &["AQ84.KJ5.K76.QJ3"],
    ),
    (
        "1D - 2D",
        "raise of a minor",
        "84.K95.KQ762.983",
        &["8.K952.KQ762.983", "84.K95.KQ72.J983"],
    ),
    (
        "1C - 3C",
        "limit raise of a minor",
        "84.K95.A72.KJ983",
        &["K984.95.A2.KJ983"],
    ),
    (
        "1H - -",
        "no answer",
        "984.92.Q7632.J83",
        &["AK4.92.Q7632.J83"],
    ),
    (
        "1NT - 2C",
        "Stayman",
        "KJ84.92.A7632.83",
        &["KJ4.92.A7632.983", "9864.92.97632.83"],
    ),
    (
        "1NT - 2C - 2D",
        "answer to Stayman, no major",
        "KQ4.AQ5.J762.AJ8",
        &["KQ4.AQ52.762.AJ8"],
    ),
    (
        "1NT - 2C - 2H",
        "answer to Stayman, hearts",
        "KQ42.AQ52.76.AJ8",
        &["KQ42.AQ5.762.AJ8"],
    ),
    (
        "1NT - 2C - 2S",
        "answer to Stayman, spades",
        "KQ42.AQ5.762.AJ8",
        &["KQ42.AQ52.76.AJ8"],
    ),
    (
        "1NT - 2D",
        "transfer to hearts",
        "984.T9752.762.83",
        &["984.T975.7632.83"],
    ),
    (
        "1NT - 2H",
        "transfer to spades",
        "T9752.984.762.83",
        &["T975.984.7632.83"],
    ),
    (
        "1NT - 2NT",
        "2NT answer to 1NT",
        "K84.Q95.K762.983",
        &["KJ84.Q9.K762.983", "K84.Q95.KQ62.K83"],
    ),
    (
        "1NT - 3NT",
        "3NT answer to 1NT",
        "K84.Q95.KQ62.Q83",
        &["KJ84.Q9.KQ62.Q83", "984.Q95.9862.Q83"],
    ),
    (
        "1NT - 4NT",
        "4NT answer to 1NT",
        "K84.AQ5.KQ62.K83",
        &["K84.Q95.KQ62.Q83"],
    ),
    (
        "1NT - -",
        "pass of 1NT",
        "984.Q95.K762.983",
        &["AK4.Q95.K762.983", "Q9842.95.K762.98"],
    ),
    (
        "2NT - 3C",
        "Stayman over 2NT",
        "KJ84.92.97632.83",
        &["KJ4.92.97632.983", "9864.92.97632.83"],
    ),
    (
        "2NT - 3C - 3D",
        "answer to Stayman over 2NT, no major",
        "AKQ.AQ5.J762.AJ8",
        &["AKQ.AQ52.762.AJ8"],
    ),
    (
        "2NT - 3C - 3H",
        "answer to Stayman over 2NT, hearts",
        "AKQ.AQ52.762.AJ8",
        &["AKQ2.AQ5.762.AJ8"],
    ),
    (
        "2NT - 3C - 3S",
        "answer to Stayman over 2NT, spades",
        "AKQ2.AQ5.762.AJ8",
        &["AKQ2.AQ52.76.AJ8"],
    ),
    (
        "2NT - 3D",
        "transfer to hearts over 2NT",
        "984.T9752.762.83",
        &["984.T975.7632.83"],
    ),
    (
        "2NT - 3H",
        "transfer to spades over 2NT",
        "T9752.984.762.83",
        &["T975.984.7632.83"],
    ),
    (
        "2NT - 3NT",
        "3NT answer to 2NT",
        "984.Q95.K762.983",
        &["KJ84.Q9.K762.983", "984.T95.9762.983"],
    ),
    (
        "1C - 1H - 1NT",
        "1NT rebid",
        "KQ4.Q5.J76.AQ832",
        &["KQ4.A5.AJ6.AQ832"],
    ),
    (
        "1C - 1H - 2NT",
        "jump rebid in notrump",
        "KQ4.A5.KJ6.AQ832",
        &["KQ4.Q5.J76.AQ832"],
    ),
    (
        "1S - 2C - 2NT",
        "2NT rebid",
        "KQ974.AQ5.QJ2.82",
        &["AKQ74.AQ5.KQ2.82"],
    ),
    (
        "1C - 1H - 2H",
        "raise of responder's suit",
        "KQ4.Q752.6.AQ832",
        &["KQ84.Q7.K6.AQ832", "AK4.AQ52.6.AQ832"],
    ),
    (
        "1C - 1H - 3H",
        "jump raise of responder's suit",
        "KQ4.AQ52.6.AQ832",
        &["KQ4.Q752.6.AQ832"],
    ),
    (
        "1C - 1H - 4H",
        "game raise of responder's suit",
        "AK4.AQ52.6.AQJ83",
        &["KQ4.Q752.6.AQ832"],
    ),
    (
        "1D - 1S - 2D",
        "own suit again",
        "K4.Q52.AQ9762.Q8",
        &["K4.Q52.AQ97.Q832", "AK4.Q52.AQJ762.Q"],
    ),
    (
        "1H - 1NT - 2H",
        "own suit again",
        "K4.AQ9762.Q52.Q8",
        &["K4.AQ97.Q52.Q832"],
    ),
    (
        "1D - 1S - 3D",
        "own suit again with a jump",
        "A4.Q52.AKQ762.Q8",
        &["A4.Q52.AKQ76.Q82", "K4.Q52.AQ9762.98"],
    ),
    (
        "1D - 1S - 2H",
        "reverse",
        "A4.AQ52.AKQ76.82",
        &["A4.AQ2.AKQ762.82", "94.AQ52.AJ976.82"],
    ),
    (
        "1S - 1NT - 2H",
        "new suit by opener",
        "AQ974.KJ52.Q6.82",
        &["AQ974.KJ5.QJ6.82"],
    ),
    (
        "1D - 1H - 1S",
        "new suit by opener",
        "KQT9.2.KQJT9.A32",
        &["KQT.32.KQJT9.A32"],
    ),
    (
        "1H - 1S - 3C",
        "jump shift by opener",
        "A4.AKQ52.6.AKJ82",
        &["A4.AKQ952.6.A982", "94.AQ952.6.AJ982"],
    ),
    (
        "1H - 3H - 4H",
        "acceptance of a limit raise",
        "K4.AQJ52.K62.Q83",
        &[],
    ),
    (
        "1H - 3H - -",
        "refusal of a limit raise",
        "K4.AQJ52.762.Q83",
        &["AK4.AQJ52.K6.Q83"],
    ),
    (
        "1D - 1H - 1S - 2S",
        "raise of opener's second suit",
        "K432.QJ43.92.654",
        &["AQ32.AQ43.92.654", "K43.QJ432.92.654"],
    ),
    (
        "1D - 1H - 1S - 3S",
        "limit raise of opener's second suit",
        "AJ32.KQ543.2.654",
        &["J932.Q9543.2.654"],
    ),
    (
        "1D - 1H - 1S - 4S",
        "game raise of opener's second suit",
        "AJ32.AKJ43.2.654",
        &["J932.Q9543.2.654"],
    ),
    (
        "1D - 1H - 1S - 3S - 4S",
        "acceptance of a limit raise of the second suit",
        "KQT9.2.KQJT9.A32",
        &[],
    ),
    (
        "1H 1S",
        "overcall at the one level",
        "AQJ52.94.K762.83",
        &["AQJ5.94.K7632.83", "T9752.94.K762.83"],
    ),
    (
        "1H 2C",
        "overcall at the two level",
        "A4.Q5.Q762.KQ983",
        &["A4.Q5.Q7632.KQ98", "A4.Q5.AQ62.T9832", "94.95.9762.KQ983"],
    ),
    (
        "1H 2S",
        "weak jump overcall",
        "KQT762.84.52.Q83",
        &["KQT76.84.52.Q832", "AKT762.A4.K2.Q83"],
    ),
    (
        "1H 1NT",
        "1NT overcall",
        "KQ4.AQ5.J762.AJ8",
        &["KQ4.Q52.J762.983", "KQ4.65.AJ762.AQJ"],
    ),
    (
        "1H X",
        "take-out double",
        "KQ42.5.KJ62.A982",
        &["KQ42.J52.KJ6.A98", "KQ42.5.KJ9862.A9"],
    ),
    ("1H X", "take-out double", "AKQ72.5.AKJ62.98", &[]),
    (
        "1D - 1S X",
        "take-out double",
        "52.KQ42.J6.AQ982",
        &["52.KQ4.J763.AQ98"],
    ),
    (
        "1D 2D",
        "Michaels over a minor",
        "KQ962.QJ962.2.83",
        &["KQ962.QJ96.32.83", "KQ962.AQ962.2.Q3"],
    ),
    (
        "1H 2H",
        "Michaels over a major",
        "KQ962.2.QJ962.83",
        &["KQ962.2.QJ96.832"],
    ),
    (
        "1S 2NT",
        "unusual 2NT over a major",
        "2.83.KQ962.QJ962",
        &["2.83.KQ9632.QJ96"],
    ),
    (
        "1C 2NT",
        "unusual 2NT over a minor",
        "2.KQ962.QJ962.83",
        &["2.KQ9632.QJ96.83"],
    ),
    (
        "1D 2NT",
        "unusual 2NT over a minor",
        "2.KQ962.83.QJ962",
        &["2.KQ962.QJ962.83"],
    ),
    (
        "1H 1S - 2S",
        "raise of an overcall",
        "Q84.52.KQ62.J983",
        &["Q8.952.KQ62.J983"],
    ),
    (
        "1H - - 1S",
        "balancing overcall at the one level",
        "KQJ52.94.9762.83",
        &["AKJ52.A4.KJ62.83"],
    ),
    (
        "1H - - 2C",
        "balancing overcall at the two level",
        "A4.95.9762.KQ983",
        &["A4.95.A762.AKQ83"],
    ),
    (
        "1H - - 2S",
        "balancing jump overcall",
        "KQT762.84.52.983",
        &["KQT762.A4.K2.983"],
    ),
    (
        "1H - - 1NT",
        "balancing 1NT",
        "KQ4.Q95.J762.AJ8",
        &["AQ4.AQ5.J762.AJ8"],
    ),
    (
        "1H - - X",
        "balancing double",
        "KQ42.5.KJ62.9832",
        &["KQ42.532.KJ6.983", "9842.5.KJ62.9832"],
    ),
];

#[test]
fn every_row_of_the_table_reads_its_call() {
    let standard = Conventions::standard();
    let mut failures = Vec::new();
    for (calls, rule, fits, violates) in ROWS {
        let (knowledge, seat) = last_call(calls, &standard);
        let about: Vec<_> = knowledge
            .inferences()
            .iter()
            .filter(|inference| inference.seat == seat)
            .collect();
        if about.last().map(|inference| &*inference.rule) != Some(*rule) {
            failures.push(format!(
                "{calls}: {:?} instead of {rule}",
                about.last().map(|inference| &inference.rule)
            ));
            continue;
        }
        // Earlier calls of the same seat are read as well; hands are chosen to fit them.
        let belief = knowledge.belief(seat);
        let fitting = weight(belief, notation::hand(fits).unwrap());
        for other in *violates {
            let violating = weight(belief, notation::hand(other).unwrap());
            if violating > 0.21 || violating >= fitting {
                failures.push(format!(
                    "{calls}: {other} weighs {violating}, {fits} weighs {fitting}"
                ));
            }
        }
        if fitting < 0.4 {
            failures.push(format!("{calls}: {fits} weighs {fitting}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_rule_on_calls_is_in_the_table() {
    let standard = Conventions::standard();
    for rule in &standard.calls {
        assert!(
            ROWS.iter().any(|(_, name, ..)| **name == *rule.name),
            "{:?}",
            rule.name
        );
    }
}

#[test]
fn an_unknown_call_has_no_meaning_and_the_statement_says_so() {
    let (knowledge, seat) = last_call("1H - 4C", &Conventions::standard());
    assert!(
        knowledge
            .inferences()
            .iter()
            .all(|inference| inference.seat != seat)
    );
    assert!(
        explained(&knowledge).contains(
            &"South's 4C is not in the conventions: no meaning is read from it".to_owned()
        )
    );
}

#[test]
fn calls_that_contradict_each_other_widen_the_last_one() {
    // A passed hand shows 17 points later on.
    let (knowledge, seat) = last_call("- - 1C - 2H", &Conventions::standard());
    let words: Vec<String> = explained(&knowledge);
    let widened = words.iter().find(|line| line.contains("widened")).unwrap();
    assert!(
        widened.starts_with("North's 2H (jump shift): 17+ points, 5+ hearts; widened"),
        "{widened}"
    );
    let passed = notation::hand("A4.AJ852.J762.J3").unwrap();
    assert_eq!(weight(knowledge.belief(seat), passed), 1.0);
    assert_eq!(knowledge.conflict(), None);
}

#[test]
fn the_words_name_suits_instead_of_letters() {
    let auction: Auction = "1H 2H".parse().unwrap();
    let bidding = Bidding::of(&auction, Seat::North, &Conventions::standard());
    assert_eq!(
        statements(&bidding, Seat::East),
        [
            "East's 2H (Michaels over a major): 5-11 points, 5+ spades, clubs >= 5 or diamonds >= 5; \
          or 16+ points, 5+ spades, clubs >= 5 or diamonds >= 5"
        ]
    );
    let auction: Auction = "1H 2C".parse().unwrap();
    let bidding = Bidding::of(&auction, Seat::North, &Conventions::standard());
    assert_eq!(
        statements(&bidding, Seat::East)[1],
        "East's 2C (overcall at the two level): a good holding in clubs"
    );
}
