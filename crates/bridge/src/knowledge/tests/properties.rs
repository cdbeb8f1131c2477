//! Properties of inferences over all deals, auctions and plays.

use super::explained;
use crate::bidding::calls;
use crate::dealing::HandBelief;
use crate::hand::shuffled;
use crate::knowledge::{Bidding, Conventions, Knowledge, signal};
use crate::notation::SUITS;
use crate::{Auction, Board, Card, Holding, Play, Seat, View, final_contract};
use contract_bridge::eval::hcp;
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use std::sync::LazyLock;

static BOTH: LazyLock<[Conventions; 2]> =
    LazyLock::new(|| [Conventions::standard(), Conventions::paper()]);

/// Returns a deal, an auction of legal calls (low ones mostly) and legal cards, all at random.
fn table(seed: u64, cards: usize) -> (Board, Auction, Option<Play>) {
    let mut rng = Seed(seed).rng();
    let hands = shuffled(&mut rng);
    let board = Board::numbered(1 + (seed % 16) as u32, hands);
    let mut auction = Auction::new();
    while !auction.has_ended() {
        let legal: Vec<_> = calls(&auction).take(9).collect();
        auction.push(if rng.random_bool(0.5) {
            legal[0]
        } else {
            legal[rng.random_range(0..legal.len())]
        });
    }
    let play = final_contract(&auction, board.dealer).map(|final_contract| {
        let mut play = Play::new(
            hands,
            final_contract.contract.bid.strain,
            final_contract.leader(),
        )
        .unwrap();
        for _ in 0..cards {
            let legal: Vec<_> = play.legal().iter().collect();
            play.play(legal[rng.random_range(0..legal.len())]).unwrap();
        }
        play
    });
    (board, auction, play)
}

fn views(board: &Board, auction: &Auction, play: &Play) -> [View; 4] {
    Seat::ALL.map(|seat| View::of(board, auction, play, seat))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn weights_are_between_nothing_and_one_and_facts_are_never_violated(seed: u64, cards in 0usize..52) {
        let (board, auction, Some(play)) = table(seed, cards) else { return Ok(()) };
        let mut rng = Seed(seed).stream(1).rng();
        for view in views(&board, &auction, &play) {
            for conventions in &*BOTH {
                let knowledge = Knowledge::of(&view, conventions);
                let known = knowledge.known();
                for seat in Seat::ALL {
                    let (belief, truth) = (knowledge.belief(seat), board.hands[seat as usize]);
                    for suit in SUITS {
                        let held = Holding::from_bits_truncate(rng.random());
                        let weight = belief.suit(suit, held);
                        prop_assert!((0.0..=1.0).contains(&weight), "{weight}");
                        let others = Seat::ALL.into_iter().filter(|other| *other != seat);
                        let taken = others.fold(Holding::EMPTY, |all, other| all | known[other as usize][suit]);
                        let possible = known[seat as usize][suit] & held == known[seat as usize][suit] && (held & taken).is_empty();
                        prop_assert!(possible || weight == 0.0);
                        let follows = view.shown_out(seat).contains(&suit);
                        prop_assert!(!follows || weight == 0.0 || held == known[seat as usize][suit]);
                        prop_assert!(belief.facts().may[suit] & truth[suit] == truth[suit], "the truth is possible");
                    }
                    let lengths = SUITS.map(|suit| truth[suit].len() as u8);
                    let points = SUITS.iter().map(|suit| hcp::<u8>(truth[*suit])).sum();
                    let weight = belief.hand(lengths, points);
                    prop_assert!((0.0..=1.0).contains(&weight), "{weight}");
                }
            }
        }
    }

    #[test]
    fn giving_up_everything_ends_and_leaves_the_truth(seed: u64, cards in 0usize..52) {
        let (board, auction, Some(play)) = table(seed, cards) else { return Ok(()) };
        for view in views(&board, &auction, &play) {
            let mut knowledge = Knowledge::of(&view, &BOTH[1]);
            let inferences = knowledge.inferences().len();
            let result: Result<((), Vec<crate::knowledge::Statement>), usize> = knowledge.relax_until(|knowledge| Err(knowledge.inferences().len()));
            prop_assert_eq!(result.unwrap_err(), 0);
            prop_assert!(knowledge.relax().is_none());
            prop_assert!(inferences > 0 || knowledge.inferences().is_empty());
            prop_assert_eq!(knowledge.conflict(), None);
            for (belief, hand) in knowledge.beliefs().into_iter().zip(board.hands) {
                prop_assert!(SUITS.iter().all(|suit| belief.suit(*suit, hand[*suit]) == 1.0));
            }
        }
    }

    #[test]
    fn a_conflict_is_resolved_by_leaving_out_any_of_its_rules(seed: u64, cards in 4usize..52) {
        let (board, auction, Some(play)) = table(seed, cards) else { return Ok(()) };
        for view in views(&board, &auction, &play) {
            let knowledge = Knowledge::of(&view, &BOTH[0]);
            let Some(found) = super::super::conflict::conflict(&knowledge.facts, &knowledge.inferences) else { continue };
            prop_assert!(!found.is_empty());
            let involved: Vec<_> = found.iter().map(|index| knowledge.inferences[*index].clone()).collect();
            prop_assert!(super::super::conflict::conflict(&knowledge.facts, &involved).is_some());
            for index in 0..involved.len() {
                let mut fewer = involved.clone();
                fewer.remove(index);
                prop_assert!(super::super::conflict::conflict(&knowledge.facts, &fewer).is_none());
            }
        }
    }

    #[test]
    fn every_inference_has_sentences_and_the_auction_is_interpreted_once(seed: u64, cards in 0usize..52) {
        let (board, auction, Some(play)) = table(seed, cards) else { return Ok(()) };
        for view in views(&board, &auction, &play) {
            let knowledge = Knowledge::of(&view, &BOTH[0]);
            prop_assert!(explained(&knowledge).iter().all(|line| !line.is_empty() && !line.contains('?')));
            let bidding = Bidding::of(&view.auction, view.dealer, &BOTH[0]);
            let again = Knowledge::with(&view, &bidding, &BOTH[0]);
            prop_assert_eq!(explained(&knowledge), explained(&again));
        }
    }

    #[test]
    fn a_signal_is_one_of_the_free_cards_and_only_given_in_turn(seed: u64, cards in 0usize..51) {
        let (board, auction, Some(play)) = table(seed, cards) else { return Ok(()) };
        for view in views(&board, &auction, &play) {
            let free: Vec<Card> = play.legal().iter().collect();
            if let Some(card) = signal(&view, &BOTH[0], &free) {
                prop_assert!(free.contains(&card) && play.turn() == Some(view.seat));
                prop_assert_eq!(card.suit, free[0].suit);
            }
        }
    }
}
