//! Tests of a board as a game: turns, views, conditions.

use super::*;
use crate::bidding::calls;
use crate::{Auction, Hand, Seat, notation, record};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use serde_json::Value;

fn under(conditions: &str) -> Result<Bridge, String> {
    let table = conditions.parse().unwrap();
    let conditions = Conditions::default().changed(&table)?;
    Ok(Bridge { conditions })
}

/// Everything that may be done; bids are kept low, so that there are long auctions.
fn actions(position: &Position) -> Vec<Action> {
    let legal = position.legal_cards();
    if position.play().is_some() {
        return legal.iter().map(Action::Card).collect();
    }
    let legal = calls(position.auction()).take(6);
    legal.map(Action::Call).collect()
}

/// Returns the names of cards in a text that is not about hands.
fn hidden_in(text: &str, hidden: Hand) -> Option<String> {
    let named = hidden.iter().map(|card| crate::Ascii(card).to_string());
    named
        .into_iter()
        .find(|name| text.contains(&format!("\"{name}\"")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_legal_board_ends_and_dummy_never_acts(seed: u64) {
        let game = Bridge::default();
        let mut rng = Seed(seed).rng();
        let mut position = game.start(&mut rng);
        let mut acted = 0;
        while let Some(seat) = game.turn(&position) {
            acted += 1;
            prop_assert!(acted <= 319 + 52, "no auction has more than 319 calls");
            prop_assert_eq!(position.points(Side::EastWest), None);
            if let Some(final_contract) = position.final_contract() {
                prop_assert_ne!(seat, final_contract.dummy() as usize);
            }
            let legal = actions(&position);
            let action = legal[rng.random_range(0..legal.len())];
            // As the player would have it: through text.
            let read = game.read_action(&game.write_action(&action));
            prop_assert_eq!(read, Ok(action));
            prop_assert_eq!(game.check(&position, &action), Ok(()));
            game.play(&mut position, &action, &mut rng);
        }
        let score = game.score(&position);
        prop_assert_eq!(score.points[0] + score.points[1], 0.0);
        prop_assert_eq!(score.share > 0.5, score.points[0] > 0.0);
        prop_assert!(game.check(&position, &Action::Call(crate::Call::Pass)).is_err());
        // The record says the same, and a file keeps it.
        let record = position.record();
        prop_assert_eq!(record.points(Side::NorthSouth).map_or(0.0, f64::from), score.points[0]);
        let again = record::pbn::read_strict(&record::pbn::write(std::slice::from_ref(&record)));
        prop_assert_eq!(again.map(|all| all[0].auction.clone()), Ok(record.auction.clone()));
    }

    #[test]
    fn a_view_shows_no_card_that_is_hidden(seed: u64, moves in 0usize..80) {
        let game = Bridge::default();
        let mut rng = Seed(seed).rng();
        let mut position = game.start(&mut rng);
        for _ in 0..moves {
            let Some(_) = game.turn(&position) else { break };
            let legal = actions(&position);
            game.play(&mut position, &legal[rng.random_range(0..legal.len())], &mut rng);
        }
        let hands = position.board().hands;
        let faced = position.play().filter(|play| !play.cards().is_empty());
        for seat in Seat::ALL {
            let seen = game.view(&position, seat as usize);
            let mut may_see = hands[seat as usize];
            if let (Some(play), Some(final_contract)) = (faced, position.final_contract()) {
                may_see |= hands[final_contract.dummy() as usize];
                may_see |= play.cards().iter().map(|(_, card)| *card).collect::<Hand>();
            }
            let known = seen.view.known().into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
            prop_assert_eq!(known, may_see);
            let text = game.write_view(&seen);
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(hidden_in(&text, !may_see), None);
            let object: Value = serde_json::from_str(&text).unwrap();
            let whole = |key: &str| object[key].as_str().map(|hand| notation::hand(hand).unwrap());
            prop_assert_eq!(whole("hand"), Some(hands[seat as usize]));
            let dummy = faced.and(position.final_contract()).map(|final_contract| hands[final_contract.dummy() as usize]);
            prop_assert_eq!(whole("dummy"), dummy);
            // Exactly the seat to act lists legal actions, and they are those of the referee.
            let legal = object["legal"].as_array().unwrap();
            prop_assert_eq!(!legal.is_empty(), position.turn() == Some(seat));
            for text in legal {
                let action = game.read_action(text.as_str().unwrap()).unwrap();
                prop_assert_eq!(game.check(&position, &action), Ok(()));
            }
            prop_assert_eq!(seen.view.legal() , if position.turn() == Some(seat) { position.legal_cards() } else { Hand::EMPTY });
        }
    }

    #[test]
    fn any_text_is_an_action_or_an_error(text in "\\PC{0,12}|[SHDC1-7XNTKQJApass ]{0,5}") {
        let game = Bridge::default();
        match game.read_action(&text) {
            Ok(action) => prop_assert_eq!(game.read_action(&game.write_action(&action)), Ok(action)),
            Err(why) => prop_assert!(why.contains("is neither a call"), "{}", why),
        }
    }
}

#[test]
fn what_cannot_be_done_is_explained() {
    let game = under("dealer = 'N'\nauction = '1NT -'").unwrap();
    let mut position = game.start(&mut Seed(1).rng());
    let refused = |position: &Position, text: &str| {
        let action = game.read_action(text).unwrap();
        game.check(position, &action).unwrap_err()
    };
    assert_eq!(
        refused(&position, "SK"),
        "SK cannot be played: S has to call"
    );
    assert!(refused(&position, "1S").starts_with("1S cannot be called: Law 27"));
    for pass in ["Pass", "p"] {
        let pass = game.read_action(pass).unwrap();
        game.play(&mut position, &pass, &mut Seed(1).rng());
    }
    assert_eq!(
        refused(&position, "X"),
        "X cannot be called: the auction is over, and a card of E's hand is due"
    );
    let theirs = position.board().hands[0].iter().next().unwrap();
    let words = refused(&position, &crate::Ascii(theirs).to_string());
    assert!(words.ends_with("E does not have it"), "{words}");
    assert!(game.read_action(&"x".repeat(999)).unwrap_err().len() < 200);
}

#[test]
fn conditions_fix_what_they_name_and_leave_the_rest_to_chance() {
    let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let fixed = format!("board = 3\ndealer = 'S'\nvulnerable = 'All'\ncards = '{deal}'");
    let game = under(&fixed).unwrap();
    for seed in 0..3 {
        let board = *game.start(&mut Seed(seed).rng()).board();
        assert_eq!((board.number, board.dealer), (3, Seat::South));
        assert_eq!(board.vulnerability, crate::Vulnerability::All);
        assert_eq!(board.hands, notation::deal(deal).unwrap());
        assert_eq!(Conditions::of(&board), game.conditions);
    }
    let starts: Vec<_> = (0..20)
        .map(|seed| *Bridge::default().start(&mut Seed(seed).rng()).board())
        .collect();
    assert!(starts.iter().any(|board| board.dealer != starts[0].dealer));
    assert!(
        starts
            .iter()
            .all(|b| b.vulnerability == crate::table::vulnerability(b.number))
    );
}

#[test]
fn hands_dealt_to_given_calls_fit_them() {
    let game = under("dealer = 'S'\nauction = '1NT - 3NT - - -'").unwrap();
    for seed in 0..20 {
        let position = game.start(&mut Seed(seed).rng());
        let south = crate::hand::points(position.board().hands[2]);
        assert!((14..=18).contains(&south), "{south}");
        assert_eq!(game.turn(&position), Some(Seat::West as usize));
    }
}

#[test]
fn impossible_conditions_are_named() {
    for (table, words) in [
        ("bord = 1", "bord"),
        ("dealer = 'Q'", "`Q` is not a seat"),
        ("vulnerable = 'some'", "some"),
        ("cards = 'N:AK... - - -'", "expected thirteen each"),
        ("cards = 'x'", "is not a deal"),
        ("auction = '1NT - 9C'", "call 3: `9C` is not a call"),
        ("auction = '1NT - 1C'", "call 3, `1C`: Law 27"),
    ] {
        let error = under(table).unwrap_err();
        assert!(error.contains(words), "{error} instead of {words}");
    }
}

#[test]
fn two_tables_are_compared_in_imps() {
    let duplicate = Bridge::default().duplicate().unwrap();
    // 3NT made here, one down there.
    assert_eq!((duplicate.gain)([400.0, 50.0]), 10.0);
    assert_eq!((duplicate.gain)([-420.0, 420.0]), 0.0);
    assert_eq!(Calls::try_from(String::new()).unwrap().0, Auction::new());
}

#[test]
fn starts_of_records_are_boards_and_those_of_version_0_1_are_still_read() {
    let game = Bridge::default();
    let start = game.start(&mut Seed(3).rng());
    let text = game.write_start(&start).unwrap();
    assert_eq!(
        text,
        serde_json::to_string(&crate::Line::of(&start)).unwrap()
    );
    assert_eq!(game.read_start(&text), Ok(start.clone()));
    let old = serde_json::to_string(&Conditions::of(start.board())).unwrap();
    assert!(old.contains("\"cards\""));
    assert_eq!(game.read_start(&old), Ok(start));
    for text in ["nothing", "{}", "{\"cards\":1}", "{\"deal\":\"N:\"}"] {
        assert!(game.read_start(text).is_err(), "{text}");
    }
}
