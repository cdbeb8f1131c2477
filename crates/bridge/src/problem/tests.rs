//! Tests of problems: tags, errors, and the shipped set.

use super::*;
use crate::dealing::HandBelief;
use crate::double_dummy::{Position, Solver};
use crate::hand::{lengths, points};
use crate::knowledge::{Bidding, Conventions, Knowledge};
use crate::notation::SUITS;
use std::collections::BTreeSet;

const TEXT: &str = r#"
[Event "a ruff"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"]
[Category "Guess"]
[Seat "W"]
[Best "CA"]
[Wrong "D5"]
[Auction "S"]
1H 1S 3H Pass
4H AP
[Play "W"]
DA D6 D9 D3
DK D7 D2 D4
*
{Nothing is left
to guess.}
"#;

fn read(text: &str) -> Result<Problem, ProblemError> {
    Problem::of(&pbn::read_strict(text).unwrap()[0])
}

#[test]
fn a_record_with_the_tags_is_a_problem() {
    let problem = read(TEXT).unwrap();
    assert_eq!(problem.category, Category::Guess);
    assert_eq!((problem.turn, problem.view.seat), (Seat::West, Seat::West));
    assert_eq!(problem.explanation, "Nothing is left to guess.");
    assert_eq!(problem.play().turn(), Some(Seat::West));
    let records = pbn::read_strict(TEXT).unwrap();
    let again = pbn::read_strict(&pbn::write(&records)).unwrap();
    assert_eq!(Problem::of(&again[0]), Ok(problem));
}

#[test]
fn errors_name_what_is_wrong() {
    let cases = [
        ("[Best \"CA\"]\n", "", "missing `Best`"),
        ("[Wrong \"D5\"]", "[Wrong \"?\"]", "missing `Wrong`"),
        ("{Nothing is left\nto guess.}", "", "missing `comment`"),
        (
            "\"CA\"",
            "\"C1\"",
            "`Best`: `C1` is not a card (a suit and a rank, as in SK)",
        ),
        (
            "\"CA\"",
            "\"SA\"",
            "`Best`: SA cannot be played: W does not have it",
        ),
        ("\"D5\"", "\"CA\"", "CA is both in `Best` and in `Wrong`"),
        (
            "[Seat \"W\"]",
            "[Seat \"E\"]",
            "wrong `Seat` E: the next card is W's, which W decides",
        ),
        (
            "[Seat \"W\"]",
            "[Seat \"Q\"]",
            "`Seat`: `Q` is not a seat (N, E, S, W)",
        ),
    ];
    for (old, new, message) in &cases {
        let error = read(&TEXT.replace(old, new)).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
    let error = read(&TEXT.replace("\"Guess\"", "\"Chess\"")).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("unknown category `Chess`, expected one of guess, lead,")
    );
    let without = TEXT.replace("[Deal ", "[Dealt ");
    let record = &pbn::read(&without).records[0];
    assert!(matches!(Problem::of(record), Err(ProblemError::Record(_))));
}

#[test]
fn dummys_cards_are_declarers_to_decide() {
    let text = TEXT
        .replace("DK D7 D2 D4", "DK - - -")
        .replace("\"CA\"", "\"D7\"");
    let text = text
        .replace("\"D5\"", "\"D8\"")
        .replace("[Seat \"W\"]", "[Seat \"S\"]");
    let problem = read(&text).unwrap();
    assert_eq!(
        (problem.turn, problem.view.seat),
        (Seat::North, Seat::South)
    );
}

#[test]
fn every_category_has_at_least_six_problems_and_no_two_are_the_same() {
    let all = shipped();
    assert!(all.len() >= 60);
    for category in Category::ALL {
        let own = all.iter().filter(|problem| problem.category == category);
        assert!(own.count() >= 6, "{category}");
    }
    let names: BTreeSet<_> = all.iter().map(|problem| &problem.name).collect();
    assert_eq!(names.len(), all.len());
    let decisions: BTreeSet<_> = all
        .iter()
        .map(|problem| format!("{:?} {:?}", problem.board.hands, problem.view.cards))
        .collect();
    assert_eq!(decisions.len(), all.len());
}

#[test]
fn every_hand_has_what_its_calls_promise() {
    let conventions = Conventions::standard();
    for problem in shipped() {
        let view = &problem.view;
        let bidding = Bidding::of(&view.auction, view.dealer, &conventions);
        let knowledge = Knowledge::of_calls([Hand::EMPTY; 4], &bidding);
        assert_eq!(knowledge.conflict(), None, "{}", problem.name);
        for seat in Seat::ALL {
            let (belief, hand) = (knowledge.belief(seat), problem.board.hands[seat as usize]);
            let suits = SUITS.map(|suit| belief.suit(suit, hand[suit]));
            let whole = belief.hand(lengths(hand), points(hand));
            let fit = suits.iter().product::<f64>() * whole;
            assert!(
                fit > 0.99,
                "{}, {seat}: {:?}",
                problem.name,
                bidding.statements(seat)
            );
        }
    }
}

/// Only a problem of deception may cost tricks double dummy, and its explanation says so.
#[test]
fn right_cards_lose_nothing_double_dummy_unless_they_deceive() {
    for problem in shipped() {
        let mut solver = Solver::new(1 << 16);
        let position = Position::of(&problem.play()).unwrap();
        let (_, best) = solver.best(&position);
        let deceives = problem.explanation.starts_with("Deception");
        assert!(
            deceives || (problem.best - best).is_empty(),
            "{}: {:?} are best",
            problem.name,
            best
        );
    }
}
