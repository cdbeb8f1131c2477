//! Conformance of Blokus Duo with the requirements on every game; and a golden game.
//!
//! After an intended change of the rules, run
//! `SAKIYOMI_GOLDEN=write cargo test -p blokus --test conformance` and read the difference.

use arena::conformance::{Suite, check_action_text, golden::Golden};
use blokus::{BlokusDuo, Conditions, Opening, Position, SIDE, Square};
use lookahead::Seed;
use proptest::prelude::*;
use std::path::Path;

/// Blokus Duo that begins with a random pentomino of each colour.
fn with_pentominoes() -> BlokusDuo {
    BlokusDuo {
        conditions: Conditions {
            opening: Opening::Pentominoes,
            ..Conditions::default()
        },
    }
}

#[test]
fn the_game_keeps_all_promises() {
    Suite::open(&BlokusDuo::default()).games(8).assert();
    Suite::open(&with_pentominoes()).games(8).assert();
}

proptest! {
    #[test]
    fn any_text_is_a_placement_or_refused(text in any::<String>(), near in "[a-n0-9, ]{0,24}") {
        for text in [text, near] {
            prop_assert_eq!(check_action_text(&BlokusDuo::default(), &text), Ok(()));
        }
    }
}

/// The board, Black as `x` and White as `o`, with whose turn it is.
fn board(position: &Position) -> String {
    let mark = |x, y| match position.at(Square::at(x, y)) {
        None => '.',
        Some(blokus::Colour::Black) => 'x',
        Some(blokus::Colour::White) => 'o',
    };
    let row = |y| (0..SIDE).map(|x| mark(x, y)).collect::<String>() + "\n";
    let rows: String = (0..SIDE).map(row).collect();
    let turn = position.turn().map(|colour| format!("{colour} to move"));
    rows + &turn.unwrap_or("over".to_owned())
}

#[test]
fn the_golden_game_is_played_as_it_was() {
    let golden = Golden {
        game: &with_pentominoes(),
        path: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt"),
        about: "A game of Blokus Duo, one-ply against one-ply, from a random opening.\n\
            SAKIYOMI_GOLDEN=write cargo test -p blokus --test conformance writes it again.",
        show: board,
    };
    if std::env::var_os("SAKIYOMI_GOLDEN").is_some_and(|word| word == "write") {
        let player = || blokus::lineup().build(&"one-ply".parse().unwrap()).unwrap();
        golden.write(Seed(1), &mut [player(), player()]).unwrap();
    }
    golden.check().unwrap();
}
