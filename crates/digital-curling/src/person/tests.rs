//! Tests of a person at a terminal: input and answers.

use super::*;
use crate::local_player::LocalPlayer;
use crate::runner::{Timeouts, play};
use crate::setup::Setup;
use curling::conditions::Conditions;
use curling::rules::{Outcome, Reason};
use lookahead::{Cancel, Seed};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// A shared buffer of the output.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn curling_match(text: &str) -> Match {
    let conditions = Conditions::dc3().changed(&text.parse().unwrap());
    Match::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
}

/// A match in which team 0 says these lines against somebody who draws; what was said to it, and
/// how it ended.
fn played(curling_match: &mut Match, lines: &str) -> (String, Outcome, Vec<Event>) {
    let paper = Paper::default();
    let input = io::Cursor::new(lines.as_bytes().to_vec());
    let person = Person::new("Hana", input, paper.clone(), Style::default());
    let opponent = LocalPlayer::of(curling_match.curling(), &"draw".parse().unwrap()).unwrap();
    let mut both: [Box<dyn Contestant>; 2] = [Box::new(person), Box::new(opponent)];
    let mut all = Vec::new();
    let watch = &mut |_: &Match, event: Option<&Event>| all.extend(event.cloned());
    play(
        curling_match,
        &mut both,
        &Timeouts::default(),
        &Cancel::new(),
        watch,
    )
    .unwrap();
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    (text, curling_match.game().outcome().unwrap(), all)
}

const STILL: &str = "ends = 1\nreferee = 'fast'\nnoise = { kind = 'none' }\nextra_ends = false";

#[test]
fn a_draw_stops_where_it_was_meant_to() {
    let (text, outcome, event) = played(&mut curling_match(STILL), "draw 0.3 -1 cw\n");
    let stone = event[0].entry.delivery.unwrap().stones.get(0).unwrap();
    assert!(
        (stone.at - curling::Vector::new(0.3, -1.0)).length() < 0.01,
        "{stone:?}"
    );
    assert!(text.contains("Hana (o), stone 1> "), "{text}");
    assert!(text.contains("Type `help`"), "{text}");
    // There was no second line.
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::One), Reason::Concession)
    );
}

#[test]
fn a_hit_moves_the_stone_and_a_stone_thrown_away_touches_none() {
    let (_, _, event) = played(
        &mut curling_match(STILL),
        "draw 1 -1 cw\nthrough\nhit 1 p10 ccw\nconcede\n",
    );
    let stones = |index: usize| {
        let entry: &crate::match_state::Entry = &event[index].entry;
        entry.delivery.unwrap().stones
    };
    assert_eq!(stones(2), stones(1), "{event:?}");
    let (before, after) = (stones(3).get(0), stones(4).get(0));
    assert!(before.is_some() && before != after);
}

#[test]
fn the_board_shows_the_numbers_that_a_hit_needs() {
    let lines = "draw 1 -1 cw\nthrough\nconcede\n";
    let (text, _, _) = played(&mut curling_match(STILL), lines);
    let last = text.rfind("Stones: ").map(|at| &text[at..]).unwrap();
    assert!(
        last.starts_with("Stones: 1 (o) 1.00 -1.00, 2 (x) "),
        "{last}"
    );
    assert!(text.contains("o1"), "{text}");
    assert!(text.contains("x2") || text.contains("%2"), "{text}");
    for line in text.lines().filter(|line| line.starts_with('|')) {
        assert!(line.chars().count() <= crate::screen::WIDTH, "{line}");
    }
}

#[test]
fn what_makes_no_sense_is_explained_and_asked_again() {
    for (line, words) in [
        ("sweep", "unknown command `sweep`: use draw"),
        ("draw 1 2", "usage: `draw X Y cw|ccw"),
        ("draw one 2 cw", "`one` is not a number"),
        ("draw nan 2 cw", "`nan` is not a number"),
        ("draw 0 0 left", "unknown turn `left`"),
        ("draw 0 -60 cw", "is not in front of the hack"),
        (
            "draw 100 0 cw",
            "100 is outside the sheet: it reaches 2.375 m",
        ),
        ("draw -2.4 0 cw", "-2.4 is outside the sheet"),
        ("draw 0 6 cw", "6 is outside the sheet: it ends"),
        ("hit 9 9 2 cw", "9 is outside the sheet"),
        ("hit 17 2 cw", "no stone 17"),
        ("hit 3 2 cw", "stone 3 is not in play"),
        ("hit 0 0 -1 cw", "must not be negative"),
        ("velocity 0 900 cw", "is above the limit"),
        ("place centre-house", "no stones to place"),
        ("place here", "unknown placement"),
        ("undo", "unknown command `undo`"),
        ("help", "A shot cannot be taken back."),
    ] {
        let (text, outcome, _) = played(&mut curling_match(STILL), &format!("{line}\n\nconcede\n"));
        assert!(text.contains(words), "{line}: {text}");
        assert_eq!(text.matches("stone 1> ").count(), 3, "{line}: {text}");
        assert_eq!(outcome.reason, Reason::Concession);
    }
}

#[test]
fn an_endless_line_is_no_answer() {
    let text = format!("{}\nconcede\n", "draw ".repeat(10_000));
    let (text, _, _) = played(&mut curling_match(STILL), &text);
    assert_eq!(text.matches("stone 1> ").count(), 2, "{text}");
}

#[test]
fn stones_are_placed_in_mixed_doubles() {
    let mut curling_match =
        curling_match("platform = 'dc4-mixed-doubles'\nends = 2\nreferee = 'fast'");
    let conditions = curling_match.setup().conditions.clone();
    // Team 1 chooses first.
    let paper = Paper::default();
    let lines = "draw 0 0 cw\nplace centre-guard\nconcede\n";
    let input = io::Cursor::new(lines.as_bytes().to_vec());
    let person = Person::new("Ken", input, paper.clone(), Style::default());
    let opponent = LocalPlayer::of(
        &curling::arena_game::Curling::new(conditions).unwrap(),
        &"draw".parse().unwrap(),
    );
    let mut both: [Box<dyn Contestant>; 2] = [Box::new(opponent.unwrap()), Box::new(person)];
    let watch = &mut |_: &Match, _: Option<&Event>| ();
    play(
        &mut curling_match,
        &mut both,
        &Timeouts::default(),
        &Cancel::new(),
        watch,
    )
    .unwrap();
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("Ken (x), place the stones> "), "{text}");
    assert!(text.contains("stone 7> "), "{text}");
    assert_eq!(curling_match.game().chooser, Some(Team::One));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_words_are_understood_or_explained(line in "(draw|hit|velocity|place|throw|through)?[ a-z0-9.+-]{0,24}|.{0,20}") {
        let curling_match = curling_match(STILL);
        let _ = Person::<&[u8], Vec<u8>>::parse(&curling_match, &line);
    }
}
