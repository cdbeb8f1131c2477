//! The promises every game makes, and one that only this game makes.

use arena::conformance::{Suite, check_action_text};
use arena::{Ending, PlayableGame, PlayerSpec, Terms};
use lookahead::{Cancel, Seed};
use race::rules::{GOAL, Race};

#[test]
fn the_game_keeps_all_promises() {
    Suite::open(&Race).games(50).assert();
}

#[test]
fn texts_are_actions_or_refused() {
    for text in ["", "-1", "1.5", "4294967296", "三", " 2 ", "\0"] {
        check_action_text(&Race, text).unwrap();
    }
}

#[test]
fn looking_ahead_wins_every_race_that_can_be_won() {
    let players: [PlayerSpec; 2] =
        ["alphabeta:depth=20", "random"].map(|name| name.parse().unwrap());
    let sides = [&players[0], &players[1]];
    for seed in 0..20 {
        let record = race::lineup()
            .play(sides, &Terms::default(), Seed(seed), &Cancel::new())
            .unwrap();
        assert_eq!(record.ending, Ending::Finished);
        // With a multiple of four to go the other side can always make it four again.
        let start: u32 = record.start.unwrap().parse().unwrap();
        let is_lost = (GOAL - start).is_multiple_of(4);
        assert!(is_lost || record.score.share == 1.0, "from {start}");
    }
}
