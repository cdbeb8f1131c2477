//! Killed, interrupted, disturbed: what was done is kept, and the end is the same as if nothing had
//! happened.

#![cfg(unix)]

mod stage;

use arena::store::Store;
use rustix::process::Signal;
use stage::{Running, Stage, timeless, until, without_seconds, without_times};

/// Games of one row; there are two.
const GAMES: u64 = 260;

/// An experiment that takes a second or two: long enough to be caught in the middle.
fn heap(games: u64) -> String {
    format!(
        r#"
title = "How far to look?"
about = "A question that takes its time."
kind = "matches"
seed = 5

[matches]
game = "take-away"
games = {games}
records = true

[[matches.row]]
name = "far"
player = "expectimax:depth=5"
against = "random"

[[matches.row]]
name = "near"
player = "expectimax:depth=5"
against = "alphabeta:depth=2"
"#
    )
}

fn stage(games: u64) -> Stage {
    let stage = Stage::new();
    stage.write("experiments/heap.toml", &heap(games));
    stage
}

/// How many results the store has, looked up while somebody else may be writing.
fn done(stage: &Stage, store: &str) -> u64 {
    let path = stage.path(store);
    if !path.exists() {
        return 0;
    }
    let runs = Store::open_existing(&path).unwrap().runs(None).unwrap();
    runs.first().map_or(0, |run| run.done)
}

/// Everything a finished run shows, apart from measured times and dates.
#[derive(Debug, PartialEq)]
struct Shown {
    text: String,
    markdown: String,
    plot: String,
    results: String,
}

impl Shown {
    fn by(stage: &Stage, store: &str) -> Self {
        let options = format!("heap --store {store}");
        let csv = stage.say(&format!("lab export {options}"));
        Shown {
            text: without_times(&stage.say(&format!("lab report {options} --out report"))),
            markdown: without_times(&stage.read("report/report.md")),
            plot: stage.read("report/report-1.svg"),
            results: without_seconds(&csv)
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(","),
        }
    }
}

/// Starts a run and waits until the store has at least `enough` results.
fn run_until(stage: &Stage, words: &str, store: &str, enough: u64) -> Running {
    let mut run = stage.start(&format!("lab run heap --store {store} {words}"));
    until("there are results", || {
        assert!(run.runs(), "ended before anybody could disturb it");
        done(stage, store) >= enough
    });
    run
}

#[test]
fn a_run_killed_again_and_again_ends_as_if_it_never_was() {
    let stage = stage(GAMES);
    let total = 2 * GAMES;
    stage.say("lab run heap --store calm.sqlite");
    let mut before = 0;
    for (sitting, part) in [0, 1, total / 3, total / 2, total * 3 / 4]
        .into_iter()
        .enumerate()
    {
        let threads = format!("--threads {}", 1 + sitting % 2);
        let run = run_until(&stage, &threads, "killed.sqlite", part);
        run.signal(Signal::KILL);
        assert_eq!(run.wait().code, None, "killed");
        let after = done(&stage, "killed.sqlite");
        assert!(after >= before.max(part), "{after} of {part} were kept");
        assert!(after < total, "killed too late to learn anything");
        before = after;
    }
    let last = stage.run("lab run heap --store killed.sqlite").succeeded();
    assert!(
        last.stderr.contains(&format!("{total}/{total} tasks")),
        "{last:#?}"
    );
    assert_eq!(
        Shown::by(&stage, "killed.sqlite"),
        Shown::by(&stage, "calm.sqlite")
    );
}

#[test]
fn an_interrupted_run_keeps_what_is_done_and_goes_on_where_it_was() {
    let stage = stage(GAMES);
    for signal in [Signal::INT, Signal::TERM] {
        let run = run_until(&stage, "", "lab.sqlite", done(&stage, "lab.sqlite") + 1);
        run.signal(signal);
        let ended = run.wait().ended_with(130);
        assert!(ended.stderr.contains("what is done is kept"), "{ended:#?}");
        let kept = done(&stage, "lab.sqlite");
        let extent = format!("! The run is not complete: {kept} of {} games.", 2 * GAMES);
        assert!(ended.stdout.contains(&extent), "{extent}: {ended:#?}");
    }
    let ended = stage.run("lab run heap --store lab.sqlite").succeeded();
    assert!(!ended.stdout.contains("not complete"), "{ended:#?}");
    stage.say("lab run heap --store calm.sqlite");
    assert_eq!(
        Shown::by(&stage, "lab.sqlite"),
        Shown::by(&stage, "calm.sqlite")
    );
}

#[test]
fn two_processes_may_work_on_one_store() {
    let stage = stage(GAMES / 4);
    let runs =
        [1, 2].map(|n| stage.start(&format!("lab run heap --store lab.sqlite --threads {n}")));
    for run in runs {
        let ended = run.wait().succeeded();
        assert!(
            ended
                .stdout
                .contains(&format!("Extent: {} games", GAMES / 2)),
            "{ended:#?}"
        );
    }
    stage.say("lab run heap --store calm.sqlite");
    assert_eq!(
        Shown::by(&stage, "lab.sqlite"),
        Shown::by(&stage, "calm.sqlite")
    );
}

#[test]
fn a_report_may_be_read_while_the_run_goes_on() {
    let stage = stage(1_000_000);
    let mut run = run_until(&stage, "", "lab.sqlite", 1);
    let report = stage.say("lab report heap --store lab.sqlite");
    assert!(report.contains("! The run is not complete"), "{report}");
    assert!(
        stage
            .say("lab export heap --store lab.sqlite")
            .lines()
            .count()
            >= 2
    );
    assert!(run.runs(), "it was not disturbed");
}

#[test]
fn an_interrupted_block_leaves_no_file() {
    let stage = stage(1_000_000);
    let words = "lab run-block heap 0 --size 1000000 --out blocks";
    let mut run = stage.start(words);
    // Before it listens an interrupt would end it with the signal itself; a line of progress says
    // that it works.
    run.await_stderr();
    run.signal(Signal::INT);
    let ended = run.wait().ended_with(130);
    assert_eq!(ended.stdout, "");
    assert!(!stage.path("blocks").exists());
}

#[test]
fn an_interrupted_match_reports_and_keeps_the_games_that_were_played() {
    let stage = Stage::new();
    let words = "match perfect random --games 1000000 --threads 2";
    let run = stage.start(&format!("{words} --records games.jsonl --json"));
    let lines =
        || std::fs::read_to_string(stage.path("games.jsonl")).map_or(0, |t| t.lines().count());
    until("games were played", || lines() >= 10);
    run.signal(Signal::INT);
    let ended = run.wait().ended_with(130);
    assert!(ended.stderr.contains("what is done is kept"), "{ended:#?}");
    let said = ended.json();
    assert_eq!(said["interrupted"], true);
    let records = stage.records("games.jsonl");
    let score = &said["result"]["score"];
    let games: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|w| score[w].as_u64().unwrap())
        .sum();
    assert_eq!(
        games,
        records.len() as u64,
        "all that was reported was kept"
    );

    let again = format!("match perfect random --games {games} --records again.jsonl --json");
    let again = stage.run(&again).succeeded().json();
    assert_eq!(
        again["result"], said["result"],
        "as if no more had been asked for"
    );
    let played = |records: Vec<_>| -> Vec<_> { records.into_iter().map(timeless).collect() };
    assert_eq!(played(stage.records("again.jsonl")), played(records));
}

#[test]
fn an_interrupted_tournament_says_that_it_is_not_complete() {
    let stage = Stage::new();
    let words = "tournament perfect random alphabeta --games 1000000 --records games.jsonl";
    let run = stage.start(words);
    let size = || std::fs::metadata(stage.path("games.jsonl")).map_or(0, |file| file.len());
    until("games were played", || size() > 10_000);
    run.signal(Signal::INT);
    let ended = run.wait().ended_with(130);
    assert!(
        ended.stdout.contains("! The run is not complete"),
        "{ended:#?}"
    );
    assert!(ended.stdout.contains("Standings"), "{ended:#?}");
}
