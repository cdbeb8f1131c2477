//! The players on decisions whose answer is known.

use super::*;
use crate::knowledge::Conventions;
use crate::{Board, Hand, Play, Seat, Strain, Vulnerability, final_contract, notation};
use lookahead::{Cancel, Limit, Seed};
use std::cell::RefCell;
use std::time::Duration;

/// Returns a view of a play that South declares.
fn view(deal: &str, auction: &str, vulnerability: Vulnerability, cards: &str, seat: Seat) -> View {
    let hands = notation::deal(deal).unwrap();
    let (number, dealer) = (1, Seat::South);
    let board = Board {
        number,
        dealer,
        vulnerability,
        hands,
    };
    let auction = auction.parse().unwrap();
    let final_contract = final_contract(&auction, dealer).unwrap();
    let mut play = Play::new(
        hands,
        final_contract.contract.bid.strain,
        final_contract.leader(),
    )
    .unwrap();
    for card in cards.split_whitespace() {
        play.play(notation::card(card).unwrap()).unwrap();
    }
    View::of(&board, &auction, &play, seat)
}

/// Returns the second example of the abc paper: West has cashed ace and king of diamonds and can
/// give a ruff.
fn guess() -> View {
    let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let calls = "1H 1S 3H - 4H - - -";
    let cards = "DA D6 D9 D3 DK D7 D2 D4";
    view(deal, calls, Vulnerability::None, cards, Seat::West)
}

/// Returns the fourth example: South leads a club, West may give a count signal.
fn count() -> View {
    let deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
    let cards = "S5 S3 SQ SA C6";
    view(
        deal,
        "1NT - 3NT - - -",
        Vulnerability::None,
        cards,
        Seat::West,
    )
}

fn cards(text: &str) -> Hand {
    text.split(' ')
        .map(|card| notation::card(card).unwrap())
        .collect()
}

fn control(seed: u64) -> Control<'static> {
    Control::new(Seed(seed))
}

fn small() -> Abc {
    Abc {
        deals: 32,
        imagined: 4,
        conventions: Conventions::paper(),
        others: Conventions::paper(),
        ..Abc::default()
    }
}

#[test]
fn plain_search_cannot_tell_the_ace_from_the_ruff() {
    let player = Minimax {
        deals: 20,
        conventions: Conventions::paper(),
        ..Minimax::default()
    };
    let advice = player.choose(&guess(), &control(1)).unwrap();
    let of = |text| advice.candidate(notation::card(text).unwrap()).unwrap();
    let behind = |text| of(text).double_dummy.unwrap().behind;
    assert!(behind("CA") < 3.0 && behind("D5") < 3.0);
    assert!(behind("SJ") > 100.0 && behind("H6") > 100.0);
    assert_eq!(advice.candidates.len(), 11);
}

#[test]
fn models_spare_partner_the_guess_and_say_why() {
    let choice = cards("CA D5");
    let advice = small().compare(&guess(), choice, &control(1)).unwrap();
    assert_eq!(advice.card_text(), "CA");
    let ruff = advice.candidate(notation::card("D5").unwrap()).unwrap();
    let east = ruff
        .mistakes
        .iter()
        .find(|mistakes| mistakes.seat == Seat::East);
    let WorstCard { trick, card, .. } = east.unwrap().worst.unwrap();
    // East takes the ruff and returns a spade instead of a club.
    assert_eq!((trick, card.suit), (4, crate::Suit::Spades));
    assert!(!east.unwrap().worlds.is_empty());
    assert!(
        advice
            .reasons
            .iter()
            .any(|reason| reason.to_string().starts_with("After D5 East goes wrong"))
    );
}

#[test]
fn a_deal_can_be_taken_for_true() {
    let truth = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let truth = notation::deal(truth).unwrap();
    let player = |truth| Abc {
        deals: 16,
        sure: None,
        truth: Some(truth),
        ..small()
    };
    // Three top tricks and the ruff: with the ace no defender can go wrong in this deal.
    let advice = player(truth)
        .compare(&guess(), cards("CA D5"), &control(1))
        .unwrap();
    let success = |index: usize| advice.candidates[index].with_models.unwrap().success;
    assert_eq!(advice.card_text(), "CA");
    assert!((success(0) - 1.0).abs() < 1e-12 && success(1) < 1.0);
    let [north, east, south, west] = truth;
    let models = player([east, north, south, west]);
    let hybrid = Hybrid {
        models: models.clone(),
        ..Hybrid::default()
    };
    let players: [&dyn CardPlayer; 2] = [&models, &hybrid];
    for player in players {
        let refused = player.choose(&guess(), &control(1)).unwrap_err();
        assert_eq!(refused, DecisionError::DealMismatch);
    }
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let choose = || small().compare(&guess(), cards("CA D5"), &control(2));
        let mut advice = pool.build().unwrap().install(choose).unwrap();
        advice.effort.seconds = 0.0;
        advice
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn the_hybrid_asks_models_where_cards_are_equal() {
    let player = Hybrid {
        plain: Minimax {
            deals: 20,
            conventions: Conventions::paper(),
            ..Minimax::default()
        },
        models: small(),
        ..Hybrid::default()
    };
    let advice = player.choose(&guess(), &control(1)).unwrap();
    assert_eq!(advice.card_text(), "CA");
    assert!(advice.reasons.contains(&Reason::Compared(Rule::Equals)));
    let compared = advice.candidates.iter().filter(|c| c.with_models.is_some());
    assert_eq!(compared.count(), 2);
}

#[test]
fn among_equals_a_signal_is_given_or_not() {
    let player = |signals| Minimax {
        deals: 10,
        signals,
        equal: 1000.0,
        ..Minimax::default()
    };
    let card = |signals| {
        let advice = player(signals).choose(&count(), &control(1)).unwrap();
        advice.card_text()
    };
    assert_eq!([true, false].map(card), ["C8", "C2"]);
}

#[test]
fn the_paper_s_search_runs_in_both_ways_with_one_value() {
    let value = |method| {
        let player = Abc {
            deals: 4,
            method,
            ..small()
        };
        let advice = player
            .compare(&guess(), cards("CA D5"), &control(3))
            .unwrap();
        advice
            .candidates
            .iter()
            .map(|c| c.with_models.unwrap().points)
            .collect::<Vec<_>>()
    };
    let probing = value(Method::Probing { depth: 3 });
    assert_eq!(probing, value(Method::OnePass { depth: 3 }));
    assert!(probing[0].is_finite());
}

#[test]
fn without_time_there_is_a_card_all_the_same() {
    let cancelled = Cancel::new();
    cancelled.cancel();
    let players: [&dyn CardPlayer; 3] = [&Minimax::default(), &Abc::default(), &Hybrid::default()];
    for player in players {
        let stopped = control(1).cancel(cancelled.clone());
        let advice = player.choose(&guess(), &stopped).unwrap();
        assert!(guess().legal().contains(advice.card));
        let hurried = control(1).limit(Limit::time(Duration::from_nanos(1)));
        assert!(player.choose(&guess(), &hurried).is_ok());
    }
}

#[test]
fn a_seat_without_a_decision_gets_an_error() {
    let choose = |view: &View| Minimax::default().choose(view, &control(1)).unwrap_err();
    let mut other = guess();
    other.seat = Seat::East;
    let (seat, turn) = (Seat::East, Seat::West);
    assert_eq!(choose(&other), DecisionError::NotYourTurn { seat, turn });
    let mut unfinished = guess();
    unfinished.auction = "1H 1S".parse().unwrap();
    assert_eq!(choose(&unfinished), DecisionError::NoContract);
    assert_eq!(
        DecisionError::NoContract.to_string(),
        "no card to play: the auction has not produced a contract"
    );
}

#[test]
fn declarer_decides_for_dummy_and_the_opening_lead_is_made_with_three_hidden_hands() {
    let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let calls = "1H 1S 3H - 4H - - -";
    let none = Vulnerability::None;
    let player = Minimax {
        deals: 4,
        ..Minimax::default()
    };
    let lead = view(deal, calls, none, "", Seat::West);
    assert_eq!(player.choose(&lead, &control(1)).unwrap().seat, Seat::West);
    let dummy = view(deal, calls, none, "DA", Seat::South);
    let advice = player.choose(&dummy, &control(1)).unwrap();
    assert_eq!(
        (advice.seat, advice.card.suit),
        (Seat::North, crate::Suit::Diamonds)
    );
    assert_eq!(
        dummy.final_contract().unwrap().contract.bid.strain,
        Strain::Hearts
    );
}

#[test]
fn an_answer_grows_to_the_one_that_is_given() {
    let player = Hybrid {
        plain: Minimax {
            deals: 40,
            ..Minimax::default()
        },
        models: Abc {
            sure: None,
            ..small()
        },
        all: true,
        ..Hybrid::default()
    };
    let reported = RefCell::new(Vec::new());
    let report = |advice: &Advice| reported.borrow_mut().push(advice.clone());
    let mut last = player
        .choose_with_progress(&guess(), &control(1), &report)
        .unwrap();
    let mut chosen = player.choose(&guess(), &control(1)).unwrap();
    (last.effort.seconds, chosen.effort.seconds) = (0.0, 0.0);
    assert_eq!(last, chosen);
    let reported = reported.into_inner();
    let deals = |advice: &Advice| {
        let best = &advice.candidates[0];
        let of = |value: Option<CardValue>| value.map_or(0, |value| value.deals);
        (of(best.double_dummy), of(best.with_models))
    };
    let grown: Vec<_> = reported.iter().map(deals).collect();
    assert_eq!(grown[..4], [(16, 0), (32, 0), (40, 0), (40, 16)]);
    assert_eq!(deals(&last), (40, 32));
    assert!(reported[0].verdict.is_none() && reported[3].verdict.is_some());
    assert!(last.candidates.iter().all(|c| c.double_dummy.is_some()));
}

#[test]
fn a_stopped_search_keeps_the_deals_it_has() {
    let player = Minimax {
        deals: 1000,
        ..Minimax::default()
    };
    let control = control(1);
    let stop = |_: &Advice| control.cancel.cancel();
    let advice = player
        .choose_with_progress(&guess(), &control, &stop)
        .unwrap();
    assert!(advice.is_founded());
    assert_eq!(advice.candidates[0].double_dummy.unwrap().deals, 16);
    let none = player.choose(&guess(), &control).unwrap();
    assert!(!none.is_founded());
}

#[test]
fn a_card_of_models_is_played_on_a_clear_gain_only() {
    let value = |behind: f64, error: Option<f64>| CardValue {
        points: 0.0,
        spread: 0.0,
        error,
        success: 0.5,
        behind,
        behind_error: error,
        deals: 20,
    };
    let (ace, ruff) = ["CA", "D5"]
        .map(|text| notation::card(text).unwrap())
        .into();
    let advice = |card, candidates| Advice {
        seat: Seat::West,
        card,
        candidates,
        reasons: Vec::new(),
        verdict: None,
        effort: lookahead::Effort::default(),
    };
    let judged = |plain_behind: f64, gain: f64, error: Option<f64>| {
        let plain = |card, behind| Candidate {
            double_dummy: Some(value(behind, Some(0.0))),
            ..Candidate::bare(card)
        };
        let models = |card, behind| Candidate {
            with_models: Some(value(behind, error)),
            ..Candidate::bare(card)
        };
        let plain = advice(ruff, vec![plain(ruff, 0.0), plain(ace, plain_behind)]);
        let models = advice(ace, vec![models(ace, 0.0), models(ruff, gain)]);
        let verdict = Hybrid::default().judge(&plain, Some(&models));
        (verdict.card, verdict.grounds)
    };
    assert_eq!(judged(0.0, 20.0, Some(5.0)), (ace, Grounds::Clear));
    // Worse by plain search, so more is asked for.
    assert_eq!(judged(10.0, 20.0, Some(5.0)), (ruff, Grounds::Unclear));
    assert_eq!(judged(10.0, 40.0, Some(5.0)), (ace, Grounds::Clear));
    assert_eq!(judged(0.0, 20.0, Some(15.0)), (ruff, Grounds::Unclear));
    assert_eq!(judged(0.0, 20.0, None), (ruff, Grounds::Unclear));
    assert_eq!(judged(0.0, 0.2, Some(0.1)), (ruff, Grounds::Both));
    let only = Hybrid::default().judge(&advice(ace, Vec::new()), None);
    assert_eq!(only.grounds, Grounds::Only);
}
