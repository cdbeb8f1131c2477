//! The engine, command by command and refusal by refusal.

use super::*;
use arena::player::Fault;
use blokus::players::Random;
use proptest::prelude::*;

const CROSS: &str = "f9,e10,f10,g10,f11";

fn engine() -> Engine {
    Engine::new(Box::new(Random), Seed(1), Duration::from_millis(10))
}

/// The answer without its empty line.
fn say(engine: &mut Engine, line: &str) -> String {
    let answer = engine.answer(&line.into()).unwrap();
    answer.strip_suffix("\n\n").unwrap().to_owned()
}

/// The text of an answer that must be no refusal.
#[track_caller]
fn said(engine: &mut Engine, line: &str) -> String {
    let answer = say(engine, line);
    let text = answer.strip_prefix("= ");
    text.unwrap_or_else(|| panic!("{line}: {answer}"))
        .to_owned()
}

/// Gives lines, the last of which must be answered so.
#[track_caller]
fn check(lines: &[&str], expected: &str) {
    let mut engine = engine();
    let answers: Vec<_> = lines.iter().map(|line| say(&mut engine, line)).collect();
    assert_eq!(answers.last().unwrap(), expected, "{lines:?}");
}

#[test]
fn the_engine_says_who_it_is() {
    check(&["name"], "= Sakiyomi");
    check(&["protocol_version"], "= 2");
    assert_eq!(said(&mut engine(), "version"), crate::version());
}

#[test]
fn an_id_comes_back_with_success_and_refusal() {
    check(&["17 name"], "=17 Sakiyomi");
    check(&["0017 nonsense"], "?0017 unknown command");
    check(&["5"], "?5 unknown command");
    check(&["6 clear_board"], "=6 ");
}

#[test]
fn commands_are_listed_sorted_and_known() {
    let mut engine = engine();
    let list = said(&mut engine, "list_commands");
    assert!(list.lines().is_sorted());
    for name in list.lines() {
        assert_eq!(said(&mut engine, &format!("known_command {name}")), "true");
    }
    assert_eq!(said(&mut engine, "known_command param"), "false");
}

#[test]
fn unknown_commands_and_wrong_arguments_are_refused() {
    check(&["fly"], "? unknown command");
    check(&["Name"], "? unknown command");
    for line in [
        "name me",
        "known_command",
        "set_game Blokus",
        "set_game",
        "play",
        "play b",
        "play purple e10",
        "play b e10 f10",
        "p",
        "genmove",
        "genmove orange",
        "genmove b w",
        "g b",
        "reg_genmove",
        "undo 2",
        "all_legal",
        "all_legal x",
        "loadsgf",
        "loadsgf file 0",
        "loadsgf file x",
        "savesgf",
        "set_random_seed",
        "set_random_seed x",
        "set_random_seed -1",
        "time_settings 1 2",
        "time_settings 1 2 x",
        "time_settings -1 0 0",
        "time_settings nan 0 0",
        "time_settings 1e300 0 0",
        "time_left b 1",
        "time_left purple 1 1",
        "quit now",
    ] {
        check(&[line], "? invalid argument");
    }
}

#[test]
fn the_game_is_set_whatever_the_case() {
    check(&["set_game Blokus Duo"], "= ");
    check(&["set_game  blokus   DUO"], "= ");
    check(&["set_game Blokus Trigon"], "? invalid argument");
    check(&["p e10", "set_game Blokus Duo", "undo"], "? cannot undo");
}

#[test]
fn moves_are_played_by_any_colour_at_any_time() {
    check(&["play b e10"], "= ");
    check(&["play WHITE J5", "play Green k4,k3"], "= ");
    check(
        &["play blue E10", "play black f9,f8", "final_score"],
        "= B+3",
    );
}

#[test]
fn every_wrong_move_is_refused_in_its_own_words() {
    for text in [
        "pass", "resign", "e10,f11", "e10,e10", "q1", "e10,f10,", "é",
    ] {
        check(&[&format!("play b {text}")], "? invalid move");
        check(&[&format!("p {text}")], "? invalid move");
    }
    check(&["play b a1"], "? illegal move");
    check(&["play b e10", "play b e9,e8"], "? illegal move");
    check(&["play b e10", "play b f9"], "? piece already played");
    check(&["p e10", "p j5", "p f9"], "? piece already played");
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut engine = engine();
    said(&mut engine, "play b e10");
    let before = said(&mut engine, "showboard");
    say(&mut engine, "play b a1");
    assert_eq!(said(&mut engine, "showboard"), before);
}

#[test]
fn moves_are_taken_back_one_by_one() {
    check(&["undo"], "? cannot undo");
    check(&["p e10", "p j5", "undo", "undo", "undo"], "? cannot undo");
    let mut engine = engine();
    let before = said(&mut engine, "showboard");
    for line in ["genmove b", "genmove w", "undo", "undo"] {
        said(&mut engine, line);
    }
    assert_eq!(said(&mut engine, "showboard"), before);
}

#[test]
fn all_legal_moves_of_a_colour_are_listed_whoever_is_to_move() {
    let mut engine = engine();
    said(&mut engine, &format!("play b {CROSS}"));
    for colour in ["b", "w"] {
        let list = said(&mut engine, &format!("all_legal {colour}"));
        let mut count = 0;
        for text in list.lines() {
            count += 1;
            assert_eq!(say(&mut engine, &format!("play {colour} {text}")), "= ");
            said(&mut engine, "undo");
        }
        assert!(count > 100, "{count}");
    }
    assert_eq!(said(&mut engine, "all_legal w").lines().count(), 414);
}

/// An engine that has played to the end.
fn finished() -> Engine {
    let mut engine = engine();
    while said(&mut engine, "g") != "pass" {}
    engine
}

#[test]
fn a_finished_game_has_no_moves_left() {
    let mut engine = finished();
    for colour in ["b", "w"] {
        assert_eq!(say(&mut engine, &format!("genmove {colour}")), "= pass");
        assert_eq!(say(&mut engine, &format!("all_legal {colour}")), "= ");
        let refused = say(&mut engine, &format!("reg_genmove {colour}"));
        assert_eq!(refused, "? player failed to generate a move");
    }
    assert_eq!(say(&mut engine, "g"), "= pass");
    let board = said(&mut engine, "showboard");
    assert_eq!(board.matches('!').count(), 2, "{board}");
    let refused = say(&mut engine, "p a1");
    assert!(
        refused.starts_with("? illegal") || refused.starts_with("? piece"),
        "{refused}"
    );
}

#[test]
fn generated_moves_are_played_and_regression_moves_are_not() {
    let mut engine = engine();
    let chosen = said(&mut engine, "reg_genmove w");
    assert!(chosen.contains("j5"), "{chosen}");
    assert_eq!(say(&mut engine, "undo"), "? cannot undo");
    let played = said(&mut engine, "genmove w");
    assert!(played.contains("j5"), "{played}");
    let refused = say(&mut engine, &format!("play w {played}"));
    assert_eq!(refused, "? piece already played");
    assert!(said(&mut engine, "g").contains("e10"));
}

#[test]
fn the_same_seed_gives_the_same_moves_and_the_next_search_others() {
    let mut engine = engine();
    let mut draw = |line: &str| {
        said(&mut engine, line);
        (0..5)
            .map(|_| said(&mut engine, "reg_genmove b"))
            .collect::<Vec<_>>()
    };
    let first = draw("set_random_seed 7");
    let on = draw("clear_board");
    assert_eq!(draw("set_random_seed 7"), first);
    assert_ne!(on, first);
    assert_ne!(draw("set_random_seed 8"), first);
}

#[test]
fn the_score_counts_bonuses_and_names_the_leader() {
    check(&["final_score"], "= 0");
    check(&["p e10", "final_score"], "= B+1");
    check(&["play w j5,j4", "final_score"], "= W+2");
}

#[test]
fn the_board_begins_on_a_line_of_its_own() {
    let board = said(&mut engine(), "showboard");
    assert!(board.starts_with("\n   a b c"), "{board}");
}

/// Thinks that Black wins with four in five, and better with its second move.
struct Sure;

impl Analyst<BlokusDuo> for Sure {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        _: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let values = [0.8, 0.3].into_iter().zip(position.moves());
        let candidate = |(value, action)| lookahead::Candidate {
            visits: 7,
            ..lookahead::Candidate::estimate(action, value)
        };
        Ok(Analysis {
            candidates: values.map(candidate).collect(),
            effort: lookahead::Effort::default(),
        })
    }
}

#[test]
fn values_are_those_of_the_colour_that_was_searched_for() {
    let mut engine = Engine::new(Box::new(Sure), Seed(1), Duration::ZERO);
    assert_eq!(say(&mut engine, "get_value"), "? no search yet");
    assert_eq!(say(&mut engine, "move_values"), "? no search yet");
    let best = said(&mut engine, "reg_genmove b");
    assert_eq!(said(&mut engine, "get_value"), "0.8000");
    let piece = best.parse::<Placement>().unwrap().piece();
    let values = said(&mut engine, "move_values");
    let lines: Vec<_> = values.lines().collect();
    assert_eq!(lines[0], format!("7 7 0.8000 [{piece}]{best}"));
    assert!(lines[1].starts_with("7 7 0.3000 ["), "{}", lines[1]);
    said(&mut engine, "reg_genmove w");
    assert_eq!(said(&mut engine, "get_value"), "0.2000");
    said(&mut engine, "clear_board");
    assert_eq!(say(&mut engine, "get_value"), "? no search yet");
}

/// Has nothing to say, or says what the rules forbid.
struct LineError(Option<Placement>);

impl Analyst<BlokusDuo> for LineError {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        _: &Position,
        _: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let candidates = self.0.map(|action| lookahead::Candidate::new(action, 0.5));
        Ok(Analysis {
            candidates: candidates.into_iter().collect(),
            effort: lookahead::Effort::default(),
        })
    }
}

#[test]
fn a_player_at_a_loss_is_no_pass() {
    for answer in [None, Some("a1".parse().unwrap())] {
        let mut engine = Engine::new(Box::new(LineError(answer)), Seed(1), Duration::ZERO);
        for line in ["genmove b", "reg_genmove w", "g"] {
            let refused = say(&mut engine, line);
            assert_eq!(refused, "? player failed to generate a move");
        }
        assert_eq!(say(&mut engine, "undo"), "? cannot undo");
    }
}

/// Tells its time limit through the value: seconds over a hundred.
struct Watch;

impl Analyst<BlokusDuo> for Watch {
    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let seconds = control.limit.time.map_or(0.0, |time| time.as_secs_f64());
        let analysis = analyse(&mut LineError(position.moves().next()), position, control)?;
        Ok(analysis.map_value(seconds / 100.0))
    }
}

trait MapValue {
    fn map_value(self, value: f64) -> Self;
}

impl MapValue for Analysis<Placement> {
    fn map_value(mut self, value: f64) -> Self {
        self.candidates.iter_mut().for_each(|c| c.value = value);
        self
    }
}

#[test]
fn time_is_what_the_controller_says_and_else_what_was_set() {
    let seconds = |lines: &[&str]| {
        let mut engine = Engine::new(Box::new(Watch), Seed(1), Duration::from_secs(1));
        for line in lines {
            said(&mut engine, line);
        }
        said(&mut engine, "reg_genmove b");
        said(&mut engine, "get_value").parse::<f64>().unwrap() * 100.0
    };
    let close = |lines: &[&str], expected: f64| {
        let got = seconds(lines);
        assert!((got - expected).abs() < 0.011, "{lines:?}: {got}");
    };
    close(&[], 1.0);
    close(&["time_settings 0 4 1"], 3.8);
    close(&["time_settings 0 4 2"], 1.9);
    close(&["time_settings 0 0.5 1"], 0.475);
    close(&["time_settings 32 0 0"], 1.9);
    close(&["time_settings 0 9 0"], 1.0);
    close(&["time_left b 2 1"], 1.9);
    close(&["time_left w 2 1"], 1.0);
    close(&["time_settings 32 0 0", "time_left b 16 0"], 0.95);
    close(
        &["time_settings 32 0 0", "time_left b 16 0", "clear_board"],
        1.9,
    );
}

#[test]
fn moves_are_told_apart_by_number_or_squares() {
    let mut engine = engine();
    let info = said(&mut engine, &format!("move_info {CROSS}"));
    let expected = "piece     X\nsquares   f9,e10,f10,g10,f11\nsymmetric i4,h5,i5,j5,i6";
    assert!(info.ends_with(expected), "{info}");
    let number = info
        .lines()
        .next()
        .unwrap()
        .strip_prefix("id        ")
        .unwrap();
    assert_eq!(said(&mut engine, &format!("move_info {number}")), info);
    for text in ["13729", "-1", "x", "99999999999999999999999"] {
        assert_eq!(
            say(&mut engine, &format!("move_info {text}")),
            "? invalid move"
        );
    }
}

#[test]
fn squares_are_numbered_from_the_top_left() {
    let grid = said(&mut engine(), "point_integers");
    let numbers: Vec<usize> = grid
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    assert!(numbers.into_iter().eq(0..196));
    assert_eq!(grid.lines().count(), 15);
}

#[test]
fn processor_time_is_in_seconds_with_two_digits() {
    let time = said(&mut engine(), "cputime");
    assert!(time.parse::<f64>().unwrap() >= 0.0);
    assert_eq!(time.split_once('.').unwrap().1.len(), 2);
}

#[test]
fn games_are_saved_and_loaded_to_any_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.blksgf");
    let path = path.to_str().unwrap();
    let mut engine = finished();
    let (moves, board) = (engine.history.moves.clone(), said(&mut engine, "showboard"));
    said(&mut engine, &format!("savesgf \"{path}\""));
    said(&mut engine, "clear_board");
    said(&mut engine, &format!("loadsgf \"{path}\""));
    assert_eq!(said(&mut engine, "showboard"), board);
    said(&mut engine, &format!("loadsgf \"{path}\" 4"));
    assert_eq!(engine.history.moves, moves[..3]);
    said(&mut engine, &format!("loadsgf \"{path}\" 1"));
    assert_eq!(say(&mut engine, "undo"), "? cannot undo");
}

#[test]
fn a_file_that_cannot_be_loaded_leaves_the_game_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.blksgf");
    std::fs::write(&path, "(;GM[Blokus Duo];B[e10];W[a1])").unwrap();
    let mut engine = engine();
    said(&mut engine, "p e10,e11");
    let refused = say(&mut engine, &format!("loadsgf {}", path.display()));
    assert!(
        refused.contains("wrong.blksgf: line 1, column 27: "),
        "{refused}"
    );
    let refused = say(&mut engine, "loadsgf /no/such/file");
    assert!(
        refused.starts_with("? cannot read /no/such/file: "),
        "{refused}"
    );
    let refused = say(&mut engine, "savesgf /no/such/folder/file");
    assert!(
        refused.starts_with("? cannot write /no/such/folder/file: "),
        "{refused}"
    );
    assert_eq!(said(&mut engine, "final_score"), "B+2");
}

#[test]
fn quitting_is_answered_first() {
    let mut engine = engine();
    say(&mut engine, "quit now");
    assert!(!engine.is_quitting());
    assert_eq!(say(&mut engine, "9 quit"), "=9 ");
    assert!(engine.is_quitting());
}

#[test]
fn lines_that_ask_nothing_get_no_answer() {
    for line in ["", " \t", "# play b e10", "\r"] {
        assert_eq!(engine().answer(&line.into()), None, "{line:?}");
    }
    check(&["name\r"], "= Sakiyomi");
    check(&["\u{7}na\u{0}me # a comment"], "= Sakiyomi");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_id() {
    let not_text = Line {
        bytes: b"3 play b \xff\xfe".to_vec(),
        cut: false,
    };
    assert_eq!(engine().answer(&not_text).unwrap(), "?3 not UTF-8\n\n");
    let cut = Line {
        bytes: b"4 name   ".to_vec(),
        cut: true,
    };
    assert_eq!(engine().answer(&cut).unwrap(), "?4 line too long\n\n");
}

/// One word of a line; nothing that writes files.
fn word() -> impl Strategy<Value = String> {
    let names: Vec<_> = COMMANDS.iter().map(|(name, _)| *name).collect();
    let names: Vec<_> = names.into_iter().filter(|n| *n != "savesgf").collect();
    let words = vec![
        "b", "w", "e10", "j5", CROSS, "Blokus", "Duo", "-1", "0", "7", "1e99", "\"", "#",
    ];
    prop_oneof![
        4 => proptest::sample::select(names).prop_map(str::to_owned),
        4 => proptest::sample::select(words).prop_map(str::to_owned),
        1 => "[a-n0-9,]{0,30}",
        1 => "\\PC{0,12}",
    ]
}

/// Whether an answer has the form of the protocol.
fn is_answer(answer: &str) -> bool {
    let Some(text) = answer.strip_suffix("\n\n") else {
        return false;
    };
    let marked = text.starts_with('=') || text.starts_with('?');
    marked && text.lines().all(|line| !line.trim().is_empty()) && !text.contains('\r')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_said_an_answer_has_the_form_of_one(
        lines in proptest::collection::vec(proptest::collection::vec(word(), 0..5), 1..40)
    ) {
        let mut engine = engine();
        for line in lines {
            if let Some(answer) = engine.answer(&line.join(" ").as_str().into()) {
                prop_assert!(is_answer(&answer), "{:?}: {:?}", line, answer);
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80), cut: bool) {
        let answer = engine().answer(&Line { bytes, cut });
        prop_assert!(answer.is_none_or(|answer| is_answer(&answer)));
    }
}
