//! Conformance of curling with the requirements on every game; and two golden matches.
//!
//! After an intended change of the rules or of the ice, run
//! `SAKIYOMI_GOLDEN=write cargo test -p curling --test conformance` and read the difference.

use arena::conformance::{Suite, check_action_text, golden::Golden};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::rules::{Game, Team};
use lookahead::Seed;
use proptest::prelude::*;
use std::path::Path;

/// Curling under named conditions, over fewer ends than usual.
fn short(name: &str, ends: u8) -> Curling {
    let mut conditions = Conditions::named(name).unwrap();
    conditions.rules.ends = ends;
    Curling::new(conditions).unwrap()
}

/// Shots above the limits, and a placement where there is nothing to place.
const REFUSED: [&str; 4] = [
    "throw nan 1 cw",
    "throw 0 1e9 ccw",
    "throw 0 2.4 cw 1e6",
    "place centre-house",
];

#[test]
fn the_game_keeps_all_promises() {
    for (name, games) in [
        ("paper", 4),
        ("dc2", 4),
        ("dc4", 3),
        ("dc4-mixed-doubles", 4),
    ] {
        let curling = short(name, 2);
        Suite::open(&curling).games(games).texts(REFUSED).assert();
    }
}

proptest! {
    #[test]
    fn any_text_is_an_action_or_refused(
        text in any::<String>(),
        near in "(throw|place|\\{)[ a-z0-9.\":{}+-]{0,30}",
    ) {
        let curling = short("paper", 1);
        for text in [text, near] {
            prop_assert_eq!(check_action_text(&curling, &text), Ok(()));
        }
    }
}

/// Formats end, shot, hammer, ends so far, and every stone with its position in metres from the
/// tee.
fn shown(game: &Game) -> String {
    let hammer = game
        .hammer()
        .map_or("-".to_owned(), |team| team.index().to_string());
    let text = format!("end {}, shot {}, hammer {hammer}", game.end + 1, game.shot);
    let stones = game.stones.iter().map(|(slot, stone)| {
        let (x, y) = (stone.at.x, stone.at.y);
        format!("\nstone {slot:2} {x:8.4} {y:8.4}")
    });
    let totals = Team::BOTH.map(|team| game.total(team));
    let outcome = game
        .outcome()
        .map(|outcome| format!("\nover: {outcome:?} {totals:?}"));
    text + &stones.collect::<String>() + &outcome.unwrap_or_default()
}

fn check(name: &str, file: &str) {
    let golden = Golden {
        game: &short(name, 2),
        path: &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(file),
        about: &format!(
            "Two ends of curling under the conditions `{name}`, by the platforms' sample program.\n\
            Stones in metres from the tee, x to the right, y towards the back line.\n\
            SAKIYOMI_GOLDEN=write cargo test -p curling --test conformance writes it again."
        ),
        show: shown,
    };
    if std::env::var_os("SAKIYOMI_GOLDEN").is_some_and(|word| word == "write") {
        let lineup = curling::lineup::of(golden.game.clone());
        let sample = || lineup.build(&"sample".parse().unwrap()).unwrap();
        golden.write(Seed(1), &mut [sample(), sample()]).unwrap();
    }
    golden.check().unwrap();
}

#[test]
fn the_golden_match_is_played_as_it_was() {
    check("dc2", "match.txt");
}

#[test]
fn the_golden_match_of_mixed_doubles_is_played_as_it_was() {
    check("dc4-mixed-doubles", "mixed-doubles.txt");
}
