//! Tests of the study of ends: schedule, tables, errors with their place.

use super::*;
use arena::perspective::EndingKind;
use arena::report::Table;
use arena::text::joined;
use std::path::Path;

const TEXT: &str = "
title = 'Ends'
about = 'what ends give'
kind = 'curling-ends'
seed = 1
[curling-ends]
games = 3
conditions = { referee = 'fast', ends = 3 }
counted = 2
[[curling-ends.row]]
name = 'steady'
player = 'draw'
against = 'draw:turn=ccw'
conditions = { noise1 = 0.01, noise0 = 0.5 }
paper = { rate = 0.5, error = 0.1, seconds = 13.88, lead = { shares = [0, 4, 15, 6, 50, 18, 5], mean = -0.79, variance = 1.77, ends = 235 } }
[[curling-ends.row]]
name = 'in turn'
player = 'draw'
against = 'draw'
hammer = 'alternate'
games = 2
[short]
games = 1
";

fn playables() -> Vec<Box<dyn PlayableGame>> {
    vec![Box::new(crate::lineup())]
}

fn experiment(text: &str) -> Experiment {
    Experiment::parse(Path::new("ends.toml"), text).unwrap()
}

fn results(plan: &dyn Plan) -> BTreeMap<u64, Value> {
    let run = |index| plan.run(index, Seed(1), &Cancel::new()).unwrap().result;
    (0..plan.tasks()).map(|index| (index, run(index))).collect()
}

fn tables(blocks: &[Block]) -> Vec<&Table> {
    let tables = blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.collect()
}

#[test]
fn games_go_round_by_round_through_the_rows_and_are_seen_from_the_player() {
    let playables = playables();
    let plan = EndsStudy.plan(&experiment(TEXT), &playables).unwrap();
    assert_eq!(plan.tasks(), 5);
    let results: Vec<GameResult> = results(plan.as_ref())
        .values()
        .map(|result| GameResult::deserialize(result).unwrap())
        .collect();
    // Row 0, row 1, row 0, row 1, row 0; in row 1 the hammer changes hands.
    let first_hammer = results.iter().map(|result| result.ends[0].hammer);
    assert_eq!(
        first_hammer.collect::<Vec<_>>(),
        [true, true, true, false, true]
    );
    for result in &results {
        assert!(result.ends.len() >= 3);
        assert_eq!(result.game.ending, EndingKind::Finished);
        let ahead: i32 = result.ends.iter().map(|end| i32::from(end.points)).sum();
        assert_eq!(
            f64::from(ahead),
            result.game.points[0] - result.game.points[1]
        );
    }
    // The player of the first row is team 1, whose hands are steady.
    assert!(
        [0, 2, 4]
            .iter()
            .all(|&game| results[game].game.share == 1.0)
    );
    // Two players alike with the same dice: what one game gives, the other takes.
    assert_eq!(results[1].game.share + results[3].game.share, 1.0);
    assert_eq!(results[1].game.points[0], results[3].game.points[1]);
    let short = experiment(TEXT).short().unwrap();
    assert_eq!(EndsStudy.plan(&short, &playables).unwrap().tasks(), 2);
    assert!(plan.run(5, Seed(1), &Cancel::new()).is_err());
}

/// Returns a game of the given result and ends.
fn game(share: f64, ends: &[(bool, i8)]) -> Value {
    json!(GameResult {
        game: Perspective {
            side: 1,
            share,
            points: [1.0, 0.0],
            ending: EndingKind::Finished,
            fault: None,
            moves: [8, 8],
            seconds: [4.0, 16.0],
            key: None,
            repeat: false,
        },
        ends: ends
            .iter()
            .map(|&(hammer, points)| End { hammer, points })
            .collect(),
    })
}

#[test]
fn the_tables_show_rates_ends_tests_and_times() {
    let playables = playables();
    let text = TEXT.replace("'alternate'", "'opponent'");
    let plan = EndsStudy.plan(&experiment(&text), &playables).unwrap();
    let results = BTreeMap::from([
        (0, game(1.0, &[(true, 4), (false, -1), (false, 5)])),
        (1, game(0.0, &[(true, 1), (false, -1)])),
        (2, game(1.0, &[(true, 2), (false, 0)])),
        (3, game(0.0, &[(false, 2), (true, -3)])),
        (4, game(0.0, &[(true, 0), (true, -1)])),
    ]);
    let blocks = plan.report(&results);
    let tables = tables(&blocks);
    let [rates, lead, hammer, won, means, shares, players, times] = tables[..] else {
        panic!("{} tables", tables.len());
    };
    let cells = |table: &Table, row: usize, from: usize| joined(&table.rows[row][from..], " | ");
    // Two of three games: a rate of 2/3 with an error of √(1/3 / 3).
    assert_eq!(
        cells(rates, 0, 1),
        "3 | 2 | 0 | 1 | 66.7 | 33.3 | 20.8–93.9 | 50.0 ± 10.0 | +16.7 | +0.48 | 0.632"
    );
    assert_eq!(rates.rows[1][5], "0.0");
    // The third end of the first game is not counted.
    assert_eq!(
        cells(lead, 0, 1),
        "ours | 0 | 0 | 0 | 50 | 50 | 0 | 0 | -0.50 | 0.50 | 0.50 | 2"
    );
    assert_eq!(
        cells(lead, 1, 1),
        "paper | 0 | 4 | 15 | 6 | 50 | 18 | 5 | -0.79 | 1.77 | 0.09 | 235"
    );
    assert_eq!(
        cells(hammer, 0, 1),
        "ours | 25 | 25 | 0 | 25 | 25 | 0 | 0 | +1.25 | 4.92 | 1.11 | 4"
    );
    assert_eq!(won.rows.len(), 1);
    // Two thirds with an error of one third, and none of two games: its error is that of one of
    // four.
    assert_eq!(
        cells(won, 0, 0),
        "steady | in turn | +66.7 | 39.7 | +1.68 | 0.093"
    );
    // As lead -0.5 against +0.5, variances 0.5 and 4.5 of two ends each: t = -1 / √2.5, by Welch
    // 1.22 degrees of freedom.
    assert!(
        cells(means, 0, 0)
            .starts_with("without the last stone | steady | in turn | -1.00 | -0.63 | 1 | "),
        "{}",
        cells(means, 0, 0)
    );
    // With the hammer one point or more: 2 of 4 against 1 of 2; two or more: 2 of 4 against none
    // of 2.
    assert!(
        cells(shares, 1, 3).starts_with("+0.0 | +0.00 | 1.000 | +50.0 | +1.22 | 0.221 | +25.0"),
        "{}",
        cells(shares, 1, 3)
    );
    assert_eq!(players.rows[1][3], "opponent");
    assert_eq!(cells(times, 0, 1), "0.500 | 2.00 | 13.9");
    assert!(times.timing);
}

#[test]
fn a_report_of_nothing_is_full_of_dashes() {
    let playables = playables();
    let plan = EndsStudy.plan(&experiment(TEXT), &playables).unwrap();
    let blocks = plan.report(&BTreeMap::new());
    assert_eq!(tables(&blocks)[0].rows[0][1], "0 of 3");
    assert_eq!(tables(&blocks)[1].rows[0][2], "–");
}

#[test]
fn the_opponent_of_the_section_plays_in_every_row_without_one() {
    let text = TEXT.replace("against = 'draw:turn=ccw'", "");
    let text = text.replace("counted = 2", "counted = 2\nagainst = 'draw:turn=cw'");
    let playables = playables();
    let plan = EndsStudy.plan(&experiment(&text), &playables).unwrap();
    let blocks = plan.report(&BTreeMap::new());
    let rows = &tables(&blocks)[6].rows;
    assert_eq!([&rows[0][2], &rows[1][2]], ["draw:turn=cw", "draw"]);
}

#[test]
fn errors_in_a_file_name_their_place() {
    for (from, to, words) in [
        (
            "games = 3",
            "",
            "neither the row nor [curling-ends] has the number of `games`",
        ),
        (
            "against = 'draw:turn=ccw'",
            "",
            "ends.toml:10:1: neither the row nor [curling-ends] has the opponent (`against`)",
        ),
        (
            "games = 3",
            "games = 0",
            "ends.toml:7:9: `games` = 0 is out of range: expected 1",
        ),
        (
            "ends = 3",
            "ends = 40",
            "condition `ends`: a match of 40 ends",
        ),
        (
            "player = 'draw'",
            "player = 'sweep'",
            "ends.toml:12:10: there is no player `sweep`",
        ),
        ("rate = 0.5", "rate = 50", "the paper's `rate` is 50"),
        ("'alternate'", "'nobody'", "unknown variant `nobody`"),
        ("counted", "counts", "unknown field `counts`"),
    ] {
        let text = TEXT.replacen(from, to, 1);
        let playables = playables();
        let error = EndsStudy
            .plan(&experiment(&text), &playables)
            .err()
            .expect(to);
        let error = error.to_string();
        assert!(error.contains(words), "{to}: {error}");
    }
    assert!(EndsStudy.plan(&experiment(TEXT), &[]).is_err());
}

#[test]
fn the_papers_numbers_are_no_part_of_what_results_depend_on() {
    let playables = playables();
    let identity = |text: &str| {
        EndsStudy
            .plan(&experiment(text), &playables)
            .unwrap()
            .identity()
    };
    let same = TEXT
        .replace("rate = 0.5", "rate = 0.6")
        .replace("counted = 2", "counted = 3");
    assert_eq!(identity(TEXT), identity(&same));
    for (from, to) in [
        ("0.01", "0.02"),
        ("'alternate'", "'opponent'"),
        ("ends = 3", "ends = 4"),
    ] {
        assert_ne!(identity(TEXT), identity(&TEXT.replace(from, to)), "{to}");
    }
}
