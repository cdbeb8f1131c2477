//! The solver against DDS, the established one: `cargo test --release -p bridge --features dds --test oracle`.
//!
//! Needs a C++ compiler and libclang to build DDS, which is why it is behind a feature.
#![cfg(feature = "dds")]

use bridge::double_dummy::{Position, Solver};
use bridge::hand::shuffled;
use bridge::{Hand, Play, Seat, notation};
use contract_bridge::{Builder, FullDeal, PartialDeal};
use dds_bridge::{Board, CurrentTrick, Objective, Target};
use lookahead::Seed;
use rand::RngExt;

fn builder([north, east, south, west]: [Hand; 4]) -> Builder {
    Builder::new()
        .north(north)
        .east(east)
        .south(south)
        .west(west)
}

#[test]
fn whole_tables_are_the_same() {
    let mut dds = dds_bridge::Solver::default();
    let mut ours = Solver::default();
    for index in 0..20 {
        let hands = shuffled(&mut Seed(1).stream(index).rng());
        let deal: FullDeal = builder(hands).try_into().expect("a whole deal");
        let expected = dds.solve_deal(deal);
        let found = ours.table(&hands);
        for seat in Seat::ALL {
            let row = expected.0.map(|row| row.get(seat).get());
            assert_eq!(found[seat as usize], row, "deal {index}, {seat} declares");
        }
    }
}

#[test]
fn every_card_anywhere_in_the_play_is_the_same() {
    let mut dds = dds_bridge::Solver::default();
    let mut ours = Solver::default();
    for index in 0..400 {
        let seed = Seed(2).stream(index);
        let mut rng = seed.stream(1).rng();
        let strain = notation::STRAINS[rng.random_range(0..5)];
        let leader = Seat::ALL[rng.random_range(0..4)];
        let mut play = Play::new(shuffled(&mut seed.rng()), strain, leader).expect("a deal");
        for _ in 0..rng.random_range(4..48) {
            let legal: Vec<_> = play.legal().iter().collect();
            play.play(legal[rng.random_range(0..legal.len())])
                .expect("legal");
        }
        let position = Position::of(&play).expect("not over");
        if position.legal().len() == 1 {
            continue; // DDS does not search then.
        }
        let trick: Vec<_> = play.trick().iter().map(|(_, card)| *card).collect();
        let leader = play
            .trick()
            .first()
            .map_or(position.turn(), |(seat, _)| *seat);
        let left: PartialDeal = builder(*play.left()).try_into().expect("a part of a deal");
        let trick = CurrentTrick::from_slice(strain, leader, &trick).expect("a trick");
        let board = Board::try_new(left, trick).expect("a board");
        let expected = dds.solve_board(&Objective {
            board,
            target: Target::Legal,
        });
        for (card, tricks) in ours.cards(&position) {
            let mut plays = expected.plays.iter();
            let same = plays.find(|play| {
                let equal = play.card.suit == card.suit && play.equals.contains(card.rank);
                play.card == card || equal
            });
            let theirs = same.map(|play| play.score.get());
            assert_eq!(theirs, Some(tricks), "position {index}, {card}");
        }
    }
}
