//! Tests of the study `matches`: schedule, pairs, faults, tables.

use super::*;
use crate::perspective::EndingKind;
use crate::player::Fault;
use crate::report::Plot;
use crate::test_games::{FILE, Sum, TestPlayer, playables};
use crate::{Description, Lineup};
use proptest::prelude::*;
use std::path::Path;

fn experiment(text: &str) -> Result<Experiment, ExperimentError> {
    Experiment::parse(Path::new("sum.toml"), text)
}

fn planned(text: &str) -> Result<u64, ExperimentError> {
    let experiment = experiment(text)?;
    let playables = playables();
    Ok(Matches.plan(&experiment, &playables)?.tasks())
}

/// Returns the results of all tasks of an experiment.
fn played(text: &str, seed: Seed) -> Vec<Perspective> {
    let (experiment, playables) = (experiment(text).unwrap(), playables());
    let plan = Matches.plan(&experiment, &playables).unwrap();
    (0..plan.tasks())
        .map(|task| {
            let outcome = plan.run(task, seed, &Cancel::new()).unwrap();
            Perspective::deserialize(&outcome.result).unwrap()
        })
        .collect()
}

#[test]
fn rows_take_turns_pair_by_pair() {
    let (experiment, playables) = (experiment(FILE).unwrap(), playables());
    let plan = settings::plan(&experiment, &playables).unwrap();
    assert_eq!(plan.tasks(), 12 + 7 + 3);
    let first = [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (0, 2),
        (0, 3),
    ];
    assert_eq!(plan.tasks[..8], first);
    assert_eq!(plan.tasks[10], (2, 2));
    assert_eq!(plan.tasks.last(), Some(&(0, 11)));
}

#[test]
fn a_pair_shares_its_seed_and_changes_sides_and_a_fixed_row_does_not() {
    let (experiment, playables) = (experiment(FILE).unwrap(), playables());
    let plan = settings::plan(&experiment, &playables).unwrap();
    let [swapping, fixed] = [&plan.rows[0], &plan.rows[1]];
    let seed = Seed(5);
    assert_eq!(swapping.seed(4, seed), swapping.seed(5, seed));
    assert_ne!(swapping.seed(5, seed), swapping.seed(6, seed));
    assert_eq!([4, 5].map(|game| swapping.side(game)), [0, 1]);
    assert_ne!(fixed.seed(4, seed), fixed.seed(5, seed));
    assert_eq!([4, 5].map(|game| fixed.side(game)), [0, 0]);
}

#[test]
fn a_mirror_match_is_even_over_every_pair() {
    // The same player on both sides of the same dice: what one game gives, the other takes.
    let text = "title=''\nabout=''\nkind='matches'\nseed=1\n[matches]\ngame='sum'\ngames=20\n\
                row=[{name='mirror',player='adds:n=2',against='adds:n=2'}]";
    let games = played(text, Seed(3));
    assert!(games.iter().any(|game| game.share == 1.0));
    for pair in games.chunks(2) {
        assert_eq!(pair[0].share + pair[1].share, 1.0);
        assert_eq!(pair[0].points, [pair[1].points[1], pair[1].points[0]]);
        assert_eq!(pair[0].moves, [pair[1].moves[1], pair[1].moves[0]]);
    }
}

#[test]
fn a_fault_is_counted_against_the_one_who_committed_it() {
    for game in played(FILE, Seed(1))
        .iter()
        .filter(|game| game.fault.is_some())
    {
        let fault = game.fault.as_ref().unwrap();
        assert_eq!(
            (fault.by, game.share, game.ending),
            (0, 0.0, EndingKind::Forfeit)
        );
        assert!(matches!(fault.what, Fault::Illegal { .. }));
    }
}

#[test]
fn the_table_shows_counts_rates_and_what_is_missing() {
    let (experiment, playables) = (experiment(FILE).unwrap(), playables());
    let plan = Matches.plan(&experiment, &playables).unwrap();
    let game = |share: f64| {
        json!(Perspective {
            key: None,
            repeat: false,
            side: 0,
            share,
            points: [3.0, 1.0],
            ending: EndingKind::Finished,
            fault: None,
            moves: [4, 4],
            seconds: [0.4, 0.2]
        })
    };
    // Three of the twelve games of the first row: won, lost, drawn.
    let results = BTreeMap::from([(0, game(1.0)), (1, game(0.0)), (6, game(0.5))]);
    let blocks = plan.report(&results);
    let Block::Table(rates) = &blocks[0] else {
        panic!("the rates come first");
    };
    let row = &rates.rows[0];
    assert_eq!(row[..3], ["long | steps", "3 of 12", "0.500"]);
    assert_eq!(row[5..7], ["0.600 ± 0.050", "-0.100"]);
    assert_eq!(rates.rows[2][1..], ["0 of 3", "–", "–", "–", "–", "–", "–"]);
    let Block::Table(details) = &blocks[2] else {
        panic!("a table");
    };
    assert_eq!(details.rows[0][1..5], ["1", "1", "1", "3.00 : 1.00"]);
    let Block::Plot(Plot::Intervals(plot)) = &blocks[1] else {
        panic!("a plot");
    };
    assert_eq!(plot.rows[0].ours.unwrap().value, 0.5);
    assert_eq!(
        (plot.rows[0].paper.unwrap().value, plot.rows[2].ours),
        (0.6, None)
    );
    let Some(Block::Table(times)) = blocks.last() else {
        panic!("a table");
    };
    assert!(times.timing);
    assert_eq!(times.rows[0][1..], ["100", "50.0"]);
}

#[test]
fn faults_are_listed_with_the_words_of_the_first() {
    let (experiment, playables) = (experiment(FILE).unwrap(), playables());
    let plan = Matches.plan(&experiment, &playables).unwrap();
    let run = |task| plan.run(task, Seed(1), &Cancel::new()).unwrap().result;
    let blocks = plan.report(&(0..plan.tasks()).map(|task| (task, run(task))).collect());
    let faults = blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.caption.en().starts_with("Faults") => Some(&table.rows),
        _ => None,
    });
    let words = "illegal action `9`: add 1 to 3";
    let expected = ["breaks the rules", "player", "illegal action", "3", words];
    assert_eq!(faults.unwrap()[..], [expected.map(str::to_owned).to_vec()]);
}

#[test]
fn a_result_that_is_no_game_is_left_out() {
    let (experiment, playables) = (experiment(FILE).unwrap(), playables());
    let plan = Matches.plan(&experiment, &playables).unwrap();
    let strange = BTreeMap::from([(0, json!("x")), (u64::MAX, json!(null))]);
    assert_eq!(plan.report(&strange), plan.report(&BTreeMap::new()));
    assert!(plan.run(u64::MAX, Seed(1), &Cancel::new()).is_err());
}

#[test]
fn without_the_papers_number_of_games_its_standard_error_decides() {
    let games = |n: u64| {
        (0..n)
            .map(|k| {
                (
                    k,
                    Perspective {
                        key: None,
                        repeat: false,
                        side: 0,
                        share: f64::from(u8::from(k % 4 != 0)),
                        points: [0.0; 2],
                        ending: EndingKind::Finished,
                        fault: None,
                        moves: [1; 2],
                        seconds: [0.0; 2],
                    },
                )
            })
            .collect::<BTreeMap<_, _>>()
    };
    let tally = tally::tally(&games(400), false, None);
    let paper = |error, games| Paper {
        rate: 0.7,
        error,
        games,
    };
    // 0.75 against 0.70: (0.05) / hypot(0.02168, 0.03) is 1.351 standard errors, p = 0.177.
    let p = tally::p_value(&tally, &paper(Some(0.03), None)).unwrap();
    assert!((p - 0.177).abs() < 0.002, "{p}");
    let p = tally::p_value(&tally, &paper(Some(0.03), Some(100_000_000))).unwrap_or(0.0);
    assert!((0.02..0.04).contains(&p), "{p}");
    assert_eq!(tally::p_value(&tally, &paper(None, None)), None);
}

#[test]
fn impossible_settings_are_named_with_their_place() {
    for (from, to, expected) in [
        (
            "games = 12",
            "games = 0",
            "10:9: `games` = 0 is out of range: expected 1",
        ),
        ("games = 12", "games = -3", "10:9: "),
        ("games = 12", "", "12:1: missing `games`"),
        (
            "games = 12",
            "games = 99999999999",
            "10:9: `games` = 99999999999 is out of range",
        ),
        (
            "game = \"sum\"",
            "game = \"chess\"",
            "9:8: unknown game `chess` (known: sum)",
        ),
        (
            "\"adds:n=2\"",
            "\"adds:pace=2\"",
            "14:10: player `adds` has no setting `pace`",
        ),
        (
            "\"random\"",
            "\"sober\"",
            "15:11: there is no player `sober`",
        ),
        ("\"random\"", "\":\"", "15:11: `:` names no player"),
        ("rate = 0.6", "rate = 1.5", "16:18: the paper's `rate` = "),
        ("rate = 0.6", "rate = nan", "16:18: "),
        ("error = 0.05", "error = -0.05", "16:31: "),
        (
            "die = 0.9",
            "slop = 0.9",
            "22:14: unknown or impossible condition `slop`",
        ),
        ("swap = false", "swpa = false", "23:1: unknown field `swpa`"),
        ("games = 100 }", "games = 0 }", "16:45: `games` = 0"),
    ] {
        let message = planned(&FILE.replacen(from, to, 1))
            .unwrap_err()
            .to_string();
        assert!(
            message.starts_with(&format!("sum.toml:{expected}")),
            "{message}"
        );
    }
    let none = "title=''\nabout=''\nkind='matches'\nseed=1\n[matches]\ngame='sum'\nrow=[]";
    assert!(
        planned(none)
            .unwrap_err()
            .to_string()
            .contains("7:5: a table needs")
    );
    let nothing = "title=''\nabout=''\nkind='matches'\nseed=1";
    assert!(
        planned(nothing)
            .unwrap_err()
            .to_string()
            .starts_with("sum.toml:3:6: missing field `game`")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn no_damage_to_a_file_makes_a_panic_and_every_refusal_names_a_line(
        at in 0..FILE.len(), cut in 0..30_usize, put in "[a-z0-9=.\\[\\]{}'\"\n,:-]{0,5}"
    ) {
        let text = format!("{}{put}{}", &FILE[..at], &FILE[(at + cut).min(FILE.len())..]);
        // A count of games may have become large, so nothing is played.
        if let Err(error) = planned(&text) {
            prop_assert!(matches!(error, ExperimentError::Wrong { .. }), "{}", error);
            let message = error.to_string();
            let line = message.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
            prop_assert!(line.is_some_and(|line| line <= text.matches('\n').count() + 1), "{}", message);
        }
    }
}

#[test]
fn an_outline_is_that_of_the_plan_and_builds_no_player() {
    let playables = playables();
    let whole = experiment(FILE).unwrap();
    for experiment in [whole.short().unwrap(), whole] {
        let plan = Matches.plan(&experiment, &playables).unwrap();
        let planned = Outline::of(&*plan, &experiment).unwrap();
        assert_eq!(Matches.outline(&experiment, &playables).unwrap(), planned);
    }
    let costly: Lineup<Sum> = Lineup::new("sum", "add up", Sum::default()).player::<TestPlayer>(
        Description::new("costly", ("Costly.", "高価です。")),
        |_, _| panic!("it was built"),
    );
    let playables: [Box<dyn PlayableGame>; 1] = [Box::new(costly)];
    let text = FILE
        .replace("adds:n=9", "costly")
        .replace("\"adds\"", "\"random\"");
    let text = text.replace("adds:n=2", "random");
    let outline = Matches.outline(&experiment(&text).unwrap(), &playables);
    assert_eq!(outline.unwrap().tasks, 12 + 7 + 3);
    let error = Matches
        .outline(&experiment(FILE).unwrap(), &playables)
        .unwrap_err();
    assert!(
        error.to_string().contains("there is no player `adds`"),
        "{error}"
    );
}
