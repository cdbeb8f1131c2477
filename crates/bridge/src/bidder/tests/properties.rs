//! Properties of the bidder over all deals.

use super::super::{Bidder, CallReason, ExplainedCall, Judgement};
use super::{STANDARD, bid, view};
use crate::bidding::{caller, calls};
use crate::dealing::HandBelief;
use crate::hand::{lengths, points, shuffled};
use crate::knowledge::{Bidding, Conventions, Interpretation, Knowledge};
use crate::notation::SUITS;
use crate::{Auction, Board, Call, Hand, Seat, View, Vulnerability};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use std::sync::LazyLock;

static PAPER: LazyLock<Bidder> = LazyLock::new(|| Bidder::new(&Conventions::paper()));

fn board(seed: u64) -> Board {
    let hands = shuffled(&mut Seed(seed).rng());
    Board::numbered(1 + (seed % 16) as u32, hands)
}

/// Returns the weight that `knowledge` gives a hand after the calls of its owner.
fn weight(auction: &Auction, board: &Board, seat: Seat, points: u8) -> f64 {
    let hand = board.hands[seat as usize];
    let (dealer, vulnerability) = (board.dealer, board.vulnerability);
    let looker = view(Hand::EMPTY, seat.lho(), dealer, vulnerability, auction);
    let knowledge = Knowledge::of(&looker, &STANDARD.conventions);
    let belief = knowledge.belief(seat);
    let suits = SUITS.iter().map(|suit| belief.suit(*suit, hand[*suit]));
    suits.product::<f64>() * belief.hand(lengths(hand), points)
}

/// Returns whether a call was forced and does not describe the hand.
fn is_lie(called: &ExplainedCall) -> bool {
    matches!(called.why, CallReason::Nearest(_))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn auctions_end_soon_and_the_same_view_gets_the_same_call(seed: u64) {
        for bidder in [&*STANDARD, &*PAPER] {
            let board = board(seed);
            let auction = bid(&board, bidder, |seat, before, called| {
                let hand = board.hands[seat as usize];
                let again = bidder.call(&view(hand, seat, board.dealer, board.vulnerability, before));
                assert_eq!(&again, called);
                assert!(!called.why.to_string().is_empty());
            });
            prop_assert!(auction.len() <= 32, "{auction}");
        }
    }

    /// After arbitrary legal calls, such as those of players with other conventions.
    #[test]
    fn calls_are_legal_after_anything(seed: u64, length in 0usize..24, size in 0usize..=13) {
        let mut rng = Seed(seed).stream(1).rng();
        let mut auction = Auction::new();
        while auction.len() < length && !auction.has_ended() {
            let legal: Vec<Call> = calls(&auction).take(12).collect();
            auction.push(legal[rng.random_range(0..legal.len())]);
        }
        let board = board(seed);
        let seat = caller(&auction, board.dealer).unwrap_or(Seat::North);
        // Fewer cards than there should be are no reason to panic either.
        let hand: Hand = board.hands[seat as usize].iter().take(if size < 3 { size } else { 13 }).collect();
        let view = view(hand, seat, board.dealer, Vulnerability::All, &auction);
        for bidder in [&*STANDARD, &*PAPER] {
            let called = bidder.call(&view);
            prop_assert!(auction.has_ended() || auction.can_push(called.call).is_ok(), "{auction}: {called:?}");
        }
    }

    /// The weight of the own hand in the eyes of the others does not drop to that of a broken
    /// promise by a call the card explains.
    #[test]
    fn what_is_bid_is_what_knowledge_reads(seed: u64) {
        let board = board(seed);
        let mut calls = Vec::new();
        bid(&board, &STANDARD, |seat, before, called| calls.push((seat, before.clone(), called.clone())));
        for (seat, before, called) in calls {
            let explained = Interpretation::of(&before, called.call, &STANDARD.conventions).is_some();
            if !explained || is_lie(&called) {
                continue;
            }
            let mut after = before.clone();
            after.push(called.call);
            let held = points(board.hands[seat as usize]);
            // Who opened with eleven points goes on with twelve.
            let light = u8::from(held == 11);
            let ratio = |points| weight(&after, &board, seat, points) / weight(&before, &board, seat, points);
            let kept = ratio(held).max(ratio(held + light));
            prop_assert!(kept >= 0.29, "{} after {before}: {called:?}", kept);
        }
    }
}

#[test]
fn lies_are_rare_and_forced_by_holes_in_the_card() {
    let (mut lies, mut all) = (0, 0);
    for seed in 0..400 {
        bid(&board(seed), &STANDARD, |_, _, called| {
            all += 1;
            lies += usize::from(is_lie(called));
        });
    }
    assert!(lies * 100 <= all, "{lies} of {all}");
}

#[test]
fn forcing_calls_are_not_passed() {
    let forcing = [
        "transfer to",
        "Stayman",
        "Jacoby",
        "strong 2C",
        "reverse",
        "jump shift",
        "Michaels",
        "unusual",
    ];
    let forcing = |called: &ExplainedCall| {
        let CallReason::Rule(rule, _) = &called.why else {
            return false;
        };
        let new = rule.starts_with("new suit at the");
        new || forcing.iter().any(|name| rule.starts_with(name))
    };
    let mut seen = 0;
    for seed in 0..600 {
        let board = board(seed);
        let mut calls: Vec<(Auction, ExplainedCall)> = Vec::new();
        bid(&board, &STANDARD, |_, before, called| {
            calls.push((before.clone(), called.clone()));
        });
        for at in 2..calls.len() {
            let (asked, between, answer) = (&calls[at - 2], &calls[at - 1].1, &calls[at].1);
            let passed_hand = asked.0.len() >= 4 && asked.0[asked.0.len() - 4] == Call::Pass;
            if forcing(&asked.1) && between.call == Call::Pass && !passed_hand {
                seen += 1;
                assert_ne!(answer.call, Call::Pass, "{}: {asked:?}", calls[at].0);
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn games_are_bid_with_the_points_and_a_fit_for_them() {
    let (mut hands, mut games) = (0, 0);
    for seed in 0..800 {
        let board = board(seed);
        let auction = bid(&board, &STANDARD, |_, _, _| {});
        let final_contract = crate::final_contract(&auction, board.dealer);
        for (one, other) in [(0, 2), (1, 3)] {
            let pair = [board.hands[one], board.hands[other]];
            let fit = SUITS
                .iter()
                .any(|suit| pair[0][*suit].len() + pair[1][*suit].len() >= 8);
            if points(pair[0]) + points(pair[1]) >= 26 && fit {
                hands += 1;
                let ours = final_contract
                    .filter(|final_contract| final_contract.declarer as usize % 2 == one);
                games += i32::from(ours.is_some_and(|final_contract| {
                    final_contract.contract.contract_points() >= 100
                }));
            }
        }
    }
    assert!(games * 100 >= hands * 90, "{games} of {hands}");
}

#[test]
fn out_of_turn_it_passes() {
    let board = board(1);
    let auction: Auction = "1NT - - -".parse().unwrap();
    for (seat, auction) in [(Seat::North, auction), (Seat::South, Auction::new())] {
        let hand = board.hands[seat as usize];
        let view: View = view(hand, seat, Seat::North, Vulnerability::None, &auction);
        let called = STANDARD.call(&view);
        assert_eq!(
            (called.call, called.why),
            (Call::Pass, Judgement::NotMyTurn.into())
        );
    }
}

#[test]
fn the_words_are_those_of_the_card() {
    let board = Board {
        hands: [crate::notation::hand("KQ4.AQ52.762.AJ8").unwrap(); 4],
        ..board(1)
    };
    let auction = Auction::new();
    let view = view(
        board.hands[0],
        Seat::North,
        Seat::North,
        Vulnerability::None,
        &auction,
    );
    let called = STANDARD.call(&view);
    let after: Auction = "1NT".parse().unwrap();
    let words = Bidding::of(&after, Seat::North, &STANDARD.conventions).statements(Seat::North);
    let words = words[0].to_string();
    assert!(words.contains("15-17 points, balanced"), "{words}");
    assert_eq!(
        called.why.to_string(),
        "opening 1NT: 15-17 points, balanced"
    );
}
