//! Comparison of the solver with DDS, the established one: `cargo test --release -p bridge
//! --features dds --test oracle`.
//!
//! Needs a C++ compiler and libclang to build DDS, which is why it is behind a feature.
#![cfg(feature = "dds")]

use bridge::double_dummy::oracle::Oracle;
use bridge::double_dummy::{Position, Solver};
use bridge::hand::shuffled;
use bridge::{Play, Seat, notation};
use lookahead::Seed;
use rand::RngExt;

#[test]
fn whole_tables_are_the_same() {
    let mut oracle = Oracle::default();
    let mut ours = Solver::default();
    for index in 0..20 {
        let hands = shuffled(&mut Seed(1).stream(index).rng());
        let expected = oracle.table(&hands).expect("a whole deal");
        assert_eq!(ours.table(&hands), expected, "deal {index}");
    }
}

#[test]
fn every_card_anywhere_in_the_play_is_the_same() {
    let mut oracle = Oracle::default();
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
        if position.legal().len() > 1 {
            let expected = oracle.cards(&position);
            assert_eq!(Some(ours.cards(&position)), expected, "position {index}");
        }
    }
}
