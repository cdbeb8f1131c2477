//! Conformance suite of the game, and its golden playthrough.
//!
//! After an intended change of the rules, run
//! `SAKIYOMI_GOLDEN=write cargo test -p take-away --test conformance` and read the difference.

use arena::conformance::{Suite, check_action_text, golden::Golden};
use arena::{Player, Random};
use lookahead::Seed;
use std::path::Path;
use take_away::rules::{Conditions, Heap};

#[test]
fn the_game_keeps_all_promises() {
    Suite::open(&Heap::default()).games(50).assert();
    let slip = 1.0;
    let conditions = Conditions {
        slip,
        ..Conditions::default()
    };
    Suite::open(&Heap { conditions }).assert();
}

#[test]
fn texts_are_actions_or_refused() {
    for text in ["", "-1", "1.5", "4294967296", "三", " 2 ", "\0"] {
        check_action_text(&Heap::default(), text).unwrap();
    }
}

#[test]
fn the_golden_game_is_played_as_it_was() {
    let golden = Golden {
        game: &Heap::default(),
        path: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt"),
        about: "A game of take-away by lot.\n\
            SAKIYOMI_GOLDEN=write cargo test -p take-away --test conformance writes it again.",
        show: |position| format!("left {}", position.left),
    };
    if std::env::var_os("SAKIYOMI_GOLDEN").is_some_and(|word| word == "write") {
        let mut players = [(); 2].map(|()| Box::new(Random) as Box<dyn Player<Heap>>);
        golden.write(Seed(1), &mut players).unwrap();
    }
    golden.check().unwrap();
}
