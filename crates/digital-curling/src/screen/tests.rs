//! Tests of the text screen.

use super::*;
use crate::games::{Ending, Kind, Log, PlayedMatch, Replay};
use crate::match_state::{Command, Event, Match};
use crate::setup::{Setup, ThinkingTime};
use arena::clock::Span;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::rules::Team;
use curling::{Stones, Turn, Vector};
use lookahead::Seed;
use std::time::Duration;

fn curling_match(text: &str) -> Match {
    let conditions = Conditions::legacy()
        .changed(&text.parse().unwrap())
        .unwrap();
    let mut setup = Setup::new(conditions, Seed(1));
    setup.names = ["alpha".to_owned(), "beta".to_owned()];
    setup.time = [ThinkingTime {
        game: Some(Span(Duration::from_secs(219))),
        ..ThinkingTime::default()
    }; 2];
    Match::new(setup).unwrap()
}

fn draw(curling_match: &mut Match, target: Vector) -> Event {
    let shot = curling_match
        .curling()
        .draw(target, Turn::Clockwise)
        .unwrap();
    let team = curling_match.to_act().unwrap();
    curling_match
        .apply(team, Command::Throw(shot), Duration::from_millis(500))
        .unwrap()
}

/// Stones where they are easily counted.
fn view() -> View {
    let mut view = View::of(&curling_match("ends = 8"));
    view.stones = Stones::none();
    view.stones.place(0, Vector::ZERO);
    view.stones.place(1, Vector::new(-1.45, 0.0));
    view.stones.place(2, Vector::new(1.45, 1.16));
    view.stones.place(3, Vector::new(0.0, -4.0));
    view.shot = 4;
    view.scores = vec![-1, 2];
    view.end = 2;
    view
}

const PICTURE: &str = "\
Shot: 5, End: 3/8, Next shot: alpha (219 s left)
|                                 |  --------------------------------------
|---------------------------------|  | 0 2 - - - - - - |  2 | alpha o
|         ...............         |  | 1 0 - - - - - - |  1 | beta x *
|       .......  :  .......o      |  --------------------------------------
|      .....     :     .....      |  * last stone: beta
|     ....      ...      ....     |
|    ....     .......     ....    |  alpha: 219.0 s left
|----..x.----....o....----....----|  beta: 219.0 s left
|    ....     .......     ....    |
|     ....      ...      ....     |
|      .....     :     .....      |
|       .......  :  .......       |
|         ...............         |
|             .......             |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|                x                |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|                :                |
|=================================|
";

/// The row and column of a character.
fn find(text: &str, stone: char) -> Vec<(usize, usize)> {
    let rows = text.lines().enumerate().skip(1);
    let mut found = Vec::new();
    for (row, line) in rows {
        let ice = line.chars().take(35).enumerate();
        found.extend(
            ice.filter(|(_, c)| *c == stone)
                .map(|(column, _)| (row, column)),
        );
    }
    found
}

#[test]
fn the_ice_is_drawn_to_scale() {
    let text = view().text(&Style::default());
    assert_eq!(text, PICTURE);
    let (o, x) = (find(&text, 'o'), find(&text, 'x'));
    assert_eq!(o.len(), 2, "{text}");
    // The tee is in the middle; ten columns are as far as five rows.
    let (tee_row, tee_column) = o[1];
    assert_eq!(tee_column, 17, "{text}");
    assert_eq!(o[0], (tee_row - 4, 27), "{text}");
    assert_eq!(x[0], (tee_row, 7), "{text}");
    assert_eq!(x[1].1, 17, "{text}");
    assert!((13..=14).contains(&(x[1].0 - tee_row)), "{text}");
}

#[test]
fn no_line_is_longer_than_a_terminal_whatever_happens() {
    for length in [1, 8, 10, 32] {
        for rows in [0, 12, 30, 60, 1000] {
            for unicode in [false, true] {
                let mut view = view();
                view.names = ["a".repeat(90), "ナ".repeat(50)];
                view.length = Some(length);
                view.end = 40;
                view.scores = vec![8; 40];
                view.left = [Some(Duration::from_secs(99_999_999)); 2];
                let style = Style {
                    rows,
                    unicode,
                    colour: false,
                    ..Style::default()
                };
                for line in view.text(&style).lines() {
                    assert!(line.chars().count() <= WIDTH, "{line}");
                }
            }
        }
    }
}

#[test]
fn the_last_stone_is_marked_and_its_shot_told() {
    let mut curling_match = curling_match("noise = 0.0");
    let event = draw(&mut curling_match, Vector::new(0.0, 0.0));
    let ascii = View::after(&curling_match, &event).text(&Style::default());
    assert!(ascii.starts_with("Shot: 2, End: 1/8, Next shot: beta (219 s left)"));
    assert_eq!(find(&ascii, '@').len(), 1, "{ascii}");
    assert!(ascii.contains("@ stone 1\n"), "{ascii}");
    assert!(ascii.contains("alpha: 218.5 s left"), "{ascii}");
    assert!(ascii.contains("* last stone: beta"), "{ascii}");
    let style = Style {
        unicode: true,
        ..Style::default()
    };
    let event = draw(&mut curling_match, Vector::new(1.0, 0.0));
    let text = View::after(&curling_match, &event).text(&style);
    assert_eq!(
        (find(&text, '※').len(), find(&text, '○').len()),
        (1, 1),
        "{text}"
    );
}

#[test]
fn an_end_is_shown_with_its_stones_and_a_match_with_its_winner() {
    let mut curling_match = curling_match("ends = 1\nnoise = 0.0\nreferee = 'fast'");
    let mut last = draw(&mut curling_match, Vector::new(5.0, 5.0));
    while curling_match.to_act().is_some() {
        last = draw(&mut curling_match, Vector::ZERO);
    }
    let view = View::after(&curling_match, &last);
    let text = view.text(&Style::default());
    assert!(view.stones.count() > 0);
    let winner = curling_match.game().outcome().unwrap().winner.unwrap();
    let name = curling_match.name(winner);
    assert!(
        text.starts_with(&format!("The match is over: {name} wins by points\n")),
        "{text}"
    );
    assert_eq!(view.scores.len(), 1);
    assert!(!text.contains("last stone:"), "{text}");
}

#[test]
fn colours_are_only_there_when_asked_for() {
    let colour = Style {
        colour: true,
        ..Style::default()
    };
    let (plain, coloured) = (view().text(&Style::default()), view().text(&colour));
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b[1;38;5;33mo\x1b[0m"));
}

#[test]
fn a_live_view_draws_over_itself_on_a_terminal_only() {
    let mut other = view();
    other.shot = 5;
    let shown = |in_place: bool| {
        let mut live = Live::new(Vec::new(), Style::default(), in_place);
        for view in [&view(), &view(), &other] {
            live.show(view).unwrap();
        }
        String::from_utf8(live.into_inner()).unwrap()
    };
    let pipe = shown(false);
    assert!(!pipe.contains('\x1b'));
    assert_eq!(pipe.matches("Shot:").count(), 2);
    let terminal = shown(true);
    let lines = view().text(&Style::default()).lines().count();
    assert_eq!(terminal.matches(&format!("\x1b[{lines}A\r")).count(), 1);
    assert_eq!(terminal.matches("\x1b[J").count(), 2);
}

#[test]
fn a_played_match_has_a_moment_before_every_end_and_after_every_shot() {
    let record = &*crate::record::tests::TWO_ENDS;
    let log = Log::of_record(record.clone(), Kind::Record);
    let curling = Curling::new(log.conditions().clone()).unwrap();
    let all = moments(&Replay::of(log, curling).unwrap());
    assert_eq!(all.len(), 2 * 17);
    let numbers: Vec<_> = all.iter().map(|moment| (moment.end, moment.shot)).collect();
    assert_eq!((numbers[0], numbers[16]), ((1, 0), (1, 16)));
    assert_eq!((numbers[17], numbers[33]), ((2, 0), (2, 16)));
    let text = |index: usize| all[index].scene.text(&Style::default());
    assert!(text(3).starts_with("Shot: 4, End: 1/2, Next shot: beta (217 s left)\n"));
    assert!(
        text(16).starts_with("End 1/2 is finished\n"),
        "{}",
        text(16)
    );
    assert!(text(33).starts_with("The match is over: "), "{}", text(33));
    assert_eq!(all[17].scene.scores.len(), 1);
    assert_eq!(all[33].scene.scores.len(), 2);
}

#[test]
fn a_match_of_which_only_the_ends_are_known_is_shown_too() {
    let names = ["alpha".to_owned(), "beta".to_owned()];
    let leads = [Team::Zero, Team::One];
    let played = PlayedMatch::from_ends(names.clone(), &leads, &[-2, 1], Ending::Score);
    let all = moments(&Replay::of_played(played).unwrap());
    assert_eq!(all.len(), 2);
    let text = all[1].scene.text(&Style::default());
    assert!(
        text.starts_with("The match is over: beta wins by points\n"),
        "{text}"
    );
    assert!(text.contains("| 2 0 |  2 | beta x"), "{text}");
    let nothing = PlayedMatch::from_ends(names, &[], &[], Ending::Unfinished);
    assert_eq!(moments(&Replay::of_played(nothing).unwrap()).len(), 1);
}
