//! Tests of the study of win tables: tasks, estimates, tables.

use super::*;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::physics::Mode;
use crate::players::jiritsu::Settings;
use arena::report::Table;
use arena::text::joined;
use std::path::Path;

const TEXT: &str = "
title = 'Wins'
about = 'who wins from here'
kind = 'curling-win-table'
seed = 1
[curling-win-table]
player = 'jiritsu:file=COARSE'
conditions = { platform = 'paper' }
points = 12
extra = 7
per_state = 6
ends_left = 2
difference = 1
[short]
points = 1
extra = 1
per_state = 1
";

/// Returns the text, with a player of few shots in a file that stays as long as the folder.
fn written(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("coarse.toml");
    std::fs::write(&file, toml::to_string(&Settings::coarse()).unwrap()).unwrap();
    let text = text.replace("COARSE", &file.display().to_string());
    (folder, text)
}

fn parsed(text: &str) -> Experiment {
    Experiment::parse(Path::new("wins.toml"), text).unwrap()
}

fn schedule(text: &str) -> Schedule {
    let (_folder, text) = written(text);
    settings::plan(&parsed(&text), &Cache::default()).unwrap()
}

fn tables(blocks: &[Block]) -> Vec<&Table> {
    let tables = blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.collect()
}

fn state(ends_left: usize, difference: i32) -> Scenario {
    Scenario::Match(State {
        ends_left,
        difference,
    })
}

#[test]
fn ends_go_round_by_round_through_the_occasions() {
    let schedule = schedule(TEXT);
    let tasks: Vec<_> = schedule
        .tasks
        .iter()
        .map(|task| (task.occasion, task.from, task.count))
        .collect();
    let states = [1, 2].map(|left| [-1, 0, 1].map(|ahead| state(left, ahead)));
    let states = states.as_flattened();
    let all = [&[Scenario::Points, Scenario::ExtraEnd], states].concat();
    let mut expected: Vec<_> = all.iter().map(|&occasion| (occasion, 0, 5)).collect();
    expected.push((Scenario::Points, 5, 5));
    expected.push((Scenario::ExtraEnd, 5, 2));
    expected.extend(states.iter().map(|&state| (state, 5, 1)));
    expected.push((Scenario::Points, 10, 2));
    assert_eq!(tasks, expected);
    // What they are for is the goal's: a blank extra end, and one behind with an end left.
    let goal = WinTable::standard();
    assert_eq!(schedule.tasks[1].utility.of(0), goal.chance(0, 0, true));
    assert_eq!(
        schedule.tasks[2].utility.of(1),
        1.0 - goal.chance(0, 0, true)
    );
}

#[test]
fn a_block_of_ends_is_the_same_again_and_on_any_number_of_threads() {
    let schedule = schedule(TEXT);
    let run = |index, seed| schedule.run(index, Seed(seed), &Cancel::new()).unwrap();
    let alone = [1, 2].map(|index| run(index, 4));
    assert_eq!(alone, [1, 2].map(|index| run(index, 4)));
    let beside: Vec<_> = std::thread::scope(|scope| {
        let run = &run;
        let threads = [1, 2].map(|index| scope.spawn(move || run(index, 4)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(alone.to_vec(), beside);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    assert_eq!(pool.unwrap().install(|| run(1, 4)), alone[0]);
    let other = (5..9).map(|seed| run(2, seed));
    assert!(other.into_iter().any(|outcome| outcome != alone[1]));
    assert_eq!(alone[0].result["points"].as_array().unwrap().len(), 5);
}

#[test]
fn the_ends_are_those_of_a_training_run() {
    let schedule = schedule(TEXT);
    let outcome = schedule.run(0, Seed(3), &Cancel::new()).unwrap();
    let curling = Curling::new(Conditions::paper()).unwrap();
    let player = SelfPlay::new(&curling, &Settings::coarse(), Mode::Fast).unwrap();
    let end = |number| {
        let utility = EndUtility::points();
        player.end(Scenario::Points, utility, Seed(3), number, &Cancel::new())
    };
    let points: Option<Vec<i8>> = (0..5).map(end).collect();
    assert_eq!(outcome.result, json!({ "points": points }));
}

#[test]
fn a_cancelled_block_is_interrupted_and_there_is_none_beyond_the_last() {
    let schedule = schedule(TEXT);
    let cancel = Cancel::new();
    cancel.cancel();
    let error = schedule.run(0, Seed(1), &cancel).unwrap_err();
    assert_eq!(error, TaskError::Interrupted);
    let beyond = schedule.run(schedule.tasks(), Seed(1), &Cancel::new());
    assert!(beyond.is_err());
}

/// Every task with these points in each end.
fn synthetic_results(
    schedule: &Schedule,
    points: impl Fn(&Task, u64) -> i8,
) -> BTreeMap<u64, Value> {
    let outcome = |task: &Task| {
        let numbers = task.from..task.from + task.count;
        let points = numbers.map(|number| points(task, number)).collect();
        json!(BlockResult { points })
    };
    (0..).zip(schedule.tasks.iter().map(outcome)).collect()
}

#[test]
fn a_hammer_who_always_takes_one_wins_what_that_wins() {
    let schedule = schedule(&TEXT.replace("ends_left = 2", "ends_left = 3"));
    let results = synthetic_results(&schedule, |_, _| 1);
    let blocks = schedule.report(&results);
    let tables = tables(&blocks);
    let [chances, distance, shape, points, ends] = tables[..] else {
        panic!("{} tables", tables.len());
    };
    let row = |table: &Table, row: usize| joined(&table.rows[row], " | ");
    assert!(chances.columns[1].title.en().starts_with("3 left"));
    // Level, the hammer of this end wins: if the other team levels in the next, its own is the
    // hammer after that, and in the extra end.
    assert_eq!(
        row(chances, 3),
        "+0 | 100.0 (0.0) | 62 | – | 100.0 (0.0) | 61 | – | 100.0 (0.0) | 73 | – | 100.0 (0.0) | 73 | –"
    );
    assert_eq!(
        row(chances, 4),
        "-1 | 0.0 (0.0) | 45 | – | 0.0 (0.0) | 39 | – | 0.0 (0.0) | 47 | – | 0.0 (0.0) | 0 | –"
    );
    // Behind never wins, ahead and level always do. What the printed cells are short of that, by
    // rows from +3 to -3.
    let all = [6 + 3 + 1, 12 + 9 + 4, 23 + 20 + 13, 38 + 39 + 27 + 27];
    let all = all.iter().sum::<i32>() + (45 + 39 + 47) + (29 + 22 + 24) + (16 + 10 + 8);
    let mean = |cells: i32| format!("{:.1}", f64::from(all) / f64::from(cells));
    assert_eq!(distance.rows[0][1..], ["28", &mean(28), "47.0"]);
    assert_eq!(distance.rows[1][1..], ["22", &mean(22), "47.0"]);
    assert_eq!(distance.rows[2][1], "9");
    assert_eq!(shape.rows[0][1], "yes: 100.0 % (0.0)");
    assert!(shape.rows[1..].iter().all(|row| row[1] == "yes"));
    assert_eq!(row(points, 0), "+1 | 100.0 % | 100.0 % | 100.0 %");
    assert_eq!(row(points, 1), "mean | +1.00 | +1.00 | +1.00");
    assert_eq!(points.rows[3][1..], ["12", "7", "54"]);
    assert_eq!(row(ends, 4), "to win with 3 left | 18 | 18");
    assert!(ends.notes[0].en().contains("the standard table"));
}

#[test]
fn what_is_counted_of_each_state_is_worked_backwards_with_its_error() {
    let schedule = schedule(TEXT);
    let results = synthetic_results(&schedule, |task, number| match task.occasion {
        // Five extra ends of seven: one blank is left out.
        Scenario::ExtraEnd if number == 0 => 0,
        Scenario::ExtraEnd if number == 1 => -1,
        // One ahead with one end left is worse than level: half the ends are lost by two.
        Scenario::Match(State {
            ends_left: 1,
            difference: 1,
        }) if number % 2 == 0 => -2,
        _ => 1,
    });
    let estimate = schedule.estimate(&schedule.counted(&results)).unwrap();
    assert!((estimate.level() - 5.0 / 6.0).abs() < 1e-12);
    assert!((estimate.table.chance(1, 1, true) - 0.5).abs() < 1e-12);
    let blocks = schedule.report(&results);
    let tables = tables(&blocks);
    let cells = &tables[0].rows[2];
    assert_eq!(cells[0], "+1");
    assert!(cells[4].en().starts_with("50.0 (2"), "{}", cells[4]);
    assert!(cells[6].en().starts_with("-1."), "{}", cells[6]);
    let climbing = &tables[2].rows[1][1];
    assert!(
        climbing
            .en()
            .starts_with("no: 1 of 2 steps down, at most by 50.0 (2"),
        "{climbing}"
    );
    assert!(tables[3].rows.iter().any(|row| row[2] == "83.3 % (15.2)"));
}

#[test]
fn a_report_of_some_results_says_how_many() {
    let schedule = schedule(TEXT);
    let nothing = schedule.report(&BTreeMap::new());
    let [points, ends] = tables(&nothing)[..] else {
        panic!("no table can be made of nothing");
    };
    assert_eq!(joined(&points.rows[0], " "), "mean – – –");
    assert_eq!(joined(&ends.rows[0], " "), "for points 0 12");
    // Without ends of its own a state takes those for points.
    let mut results = synthetic_results(&schedule, |_, _| 1);
    results.retain(|&index, _| index < 2);
    let blocks = schedule.report(&results);
    assert_eq!(tables(&blocks).len(), 5);
    // What is no result is passed over.
    results.insert(2, json!({ "points": "many" }));
    assert_eq!(schedule.report(&results), blocks);
}

#[test]
fn what_is_not_asked_for_is_not_played() {
    let text = TEXT
        .replace("per_state = 6", "per_state = 0")
        .replace("points = 12", "points = 0");
    let extra = schedule(&text);
    assert_eq!(extra.tasks(), 2);
    let blocks = extra.report(&synthetic_results(&extra, |_, _| 1));
    assert_eq!(tables(&blocks).len(), 2);
    // A drawn match has no extra ends.
    let drawn = TEXT.replace("'paper' }", "'paper', extra_ends = false }");
    let drawn = schedule(&drawn);
    assert!(
        drawn
            .tasks
            .iter()
            .all(|task| task.occasion != Scenario::ExtraEnd)
    );
    let (_folder, text) = written(TEXT);
    let short = parsed(&text).short().unwrap();
    assert_eq!(
        settings::plan(&short, &Cache::default()).unwrap().tasks(),
        8
    );
}

#[test]
fn the_goal_is_read_from_a_file_and_is_part_of_what_results_depend_on() {
    let (folder, text) = written(TEXT);
    let file = folder.path().join("goal.toml");
    std::fs::write(&file, "chances = [[0, 0.9, 1], [0.3, 0.6, 0.8]]").unwrap();
    let named = |file: &Path| {
        text.replace(
            "points = 12",
            &format!("table = '{}'\npoints = 12", file.display()),
        )
    };
    let plan = |text: &str| settings::plan(&parsed(text), &Cache::default());
    let other = plan(&named(&file)).unwrap();
    assert_eq!(other.tasks[1].utility.of(0), 0.9);
    let usual = plan(&text).unwrap();
    assert_ne!(usual.identity(), other.identity());
    let renamed = folder.path().join("renamed.toml");
    std::fs::rename(&file, &renamed).unwrap();
    let again = plan(&named(&renamed)).unwrap();
    assert_eq!(again.identity(), other.identity());
    let error = |text: &str| plan(text).err().unwrap().to_string();
    assert!(error(&named(&file)).starts_with("wins.toml:9:9: "));
    let deep = named(&renamed).replace("ends_left = 2", "ends_left = 3");
    assert!(error(&deep).contains("it knows up to 1 ends left"));
    assert_ne!(
        usual.identity(),
        plan(&text.replace("extra = 7", "extra = 8"))
            .unwrap()
            .identity()
    );
}

#[test]
fn errors_in_a_file_name_their_place() {
    for (from, to, words) in [
        (
            "jiritsu:file=COARSE",
            "gccs",
            "wins.toml:7:10: `gccs`: only jiritsu can play for a given utility",
        ),
        (
            "file=COARSE",
            "dept=1",
            "wins.toml:7:10: `jiritsu:dept=1`: player `jiritsu` has no setting `dept`",
        ),
        (
            "file=COARSE",
            "goal=points",
            "wins.toml:7:10: `jiritsu:goal=points`: the value of an end is set",
        ),
        (
            "platform = 'paper'",
            "platform = 'moon'",
            "wins.toml:8:14: ",
        ),
        (
            "points = 12",
            "points = 2000000",
            "wins.toml:9:10: `points` = 2000000 is out of range: expected 0 to 1000000",
        ),
        (
            "ends_left = 2",
            "ends_left = 11",
            "wins.toml:12:13: `ends_left` = ",
        ),
        (
            "difference = 1",
            "difference = 0",
            "wins.toml:13:14: `difference` = ",
        ),
        ("per_state = 6", "per_stat = 6", "unknown field `per_stat`"),
        (
            "points = 12\nextra = 7\nper_state = 6",
            "points = 0\nextra = 0\nper_state = 0",
            "wins.toml:9:10: no ends to play",
        ),
        (
            "points = 12",
            "throws = 'slow'\npoints = 12",
            "unknown variant `slow`",
        ),
    ] {
        let (_folder, text) = written(&TEXT.replacen(from, to, 1));
        let error = settings::plan(&parsed(&text), &Cache::default())
            .err()
            .expect(to)
            .to_string();
        assert!(error.contains(words), "{to}: {error}");
    }
}
