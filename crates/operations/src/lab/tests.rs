//! The operations of the lab from outside, with a study that does next to nothing.

use super::*;
use crate::Operations;
use crate::fault::FaultKind;
use crate::task_handle::TaskUpdate;
use arena::PlayableGame;
use arena::experiment::ExperimentError;
use arena::report::{Block, Column, Estimate, Interval, Intervals, Plot, Table};
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::{Cancel, Seed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// Counts: task n gives n, a little later.
struct Counting;
struct Count {
    tasks: u64,
    pause: Duration,
}

impl Study for Counting {
    fn kind(&self) -> &'static str {
        "counting"
    }
    fn about(&self) -> &'static str {
        "counts"
    }
    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let settings: BTreeMap<String, u64> = experiment.settings()?;
        let of = |key: &str| settings.get(key).copied().unwrap_or(0);
        Ok(Box::new(Count {
            tasks: of("tasks"),
            pause: Duration::from_millis(of("pause")),
        }))
    }
}

impl Plan for Count {
    fn tasks(&self) -> u64 {
        self.tasks
    }
    fn run(&self, index: u64, _: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        std::thread::sleep(self.pause);
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        Ok(json!(index).into())
    }
    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let table = Table::new("Counted", [Column::words("row"), Column::number("n")])
            .row(["all".to_owned(), results.len().to_string()]);
        let row = Interval {
            label: "all".into(),
            ours: Some(Estimate {
                value: 0.5,
                low: 0.4,
                high: f64::NAN,
            }),
            paper: Some(Estimate {
                value: 0.5,
                low: 0.4,
                high: 0.6,
            }),
        };
        vec![
            Block::Text("Counted it is.".into()),
            Block::Table(table),
            Block::Plot(Plot::Intervals(Intervals::win_rates(vec![row]))),
        ]
    }
}

const COUNTING: &str = "title = 'How many?'\nabout = 'Just so.'\npaper = 'A paper'\nkind = 'counting'\nseed = 1\n[counting]\ntasks = 40\npause = 20\n[short]\ntasks = 3\npause = 0\n";

struct Bench {
    folder: TempDir,
    operations: Operations,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Self {
        Self::trusted(files, Trust::Page)
    }

    fn trusted(files: &[(&str, &str)], trust: Trust) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let experiments = folder.path().join("experiments");
        std::fs::create_dir(&experiments).unwrap();
        for (name, text) in files {
            std::fs::write(experiments.join(name), text).unwrap();
        }
        let host = Host {
            playables: Arc::new(vec![
                Box::new(blokus::lineup()),
                Box::new(bridge::lineup::lineup()),
            ]),
            studies: Arc::new(vec![
                Box::new(Counting),
                Box::new(arena::matches::Matches),
                Box::new(blokus::studies::TrainingStudy),
            ]),
            // Without files of their own, those that are built in.
            experiments: (!files.is_empty()).then_some(experiments),
            built_in: true,
            store: folder.path().join("results/lab.sqlite"),
            records: folder.path().join("records"),
            version: "0.1.0".to_owned(),
            name: "sakiyomi",
            trust,
            ..Host::default()
        };
        let operations = Operations::default().with(operations(&host));
        Bench { folder, operations }
    }

    fn counting() -> Self {
        Self::new(&[("counting.toml", COUNTING)])
    }

    fn watched(&self, name: &str, input: Value, task: &TaskHandle) -> Result<Value, Fault> {
        self.operations.find(name).unwrap().run(input, task)
    }

    fn ask(&self, name: &str, input: Value) -> Result<Value, Fault> {
        self.watched(name, input, &TaskHandle::idle())
    }
}

#[test]
fn experiments_are_listed_from_the_folder_or_built_in() {
    let bench = Bench::counting();
    let list = bench.ask("lab/experiments", json!({})).unwrap();
    assert_eq!(list["origin"], "folder");
    assert_eq!(list["experiments"].as_array().unwrap().len(), 1);
    assert_eq!(
        list["experiments"][0]["full"],
        json!({ "done": 0, "total": 40 })
    );
    assert_eq!(
        list["experiments"][0]["short"],
        json!({ "done": 0, "total": 3 })
    );
    let looking_makes_nothing = !bench.folder.path().join("results").exists();
    assert!(looking_makes_nothing);

    let bench = Bench::new(&[]);
    let list = bench.ask("lab/experiments", json!({})).unwrap();
    assert_eq!(list["origin"], "built_in");
    let experiments = list["experiments"].as_array().unwrap();
    let first = experiments
        .iter()
        .find(|e| e["name"] == "blokus-first-look");
    assert_eq!(first.unwrap()["short"]["total"], 240);
    assert_eq!(first.unwrap()["trouble"], Value::Null);
}

#[test]
fn a_broken_file_is_told_and_harms_nobody_else() {
    let bench = Bench::new(&[("counting.toml", COUNTING), ("odd.toml", "title = 3")]);
    let list = bench.ask("lab/experiments", json!({})).unwrap();
    let trouble = list["experiments"][1]["trouble"].as_str().unwrap();
    assert!(trouble.contains("odd.toml:1:"), "{trouble}");
    assert_eq!(list["experiments"][0]["trouble"], Value::Null);
    let fault = bench.ask("lab/run", json!({ "name": "odd" })).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Wrong);
}

#[test]
fn a_name_is_a_name_and_never_a_path() {
    let bench = Bench::counting();
    let outside = bench.folder.path().join("outside.toml");
    std::fs::write(&outside, COUNTING).unwrap();
    let outside = outside.display().to_string();
    for name in [
        "../outside",
        "counting.toml",
        "./counting",
        &outside,
        "",
        "Counting",
    ] {
        for operation in ["lab/run", "lab/report"] {
            let fault = bench.ask(operation, json!({ "name": name })).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Missing, "{operation} {name}");
        }
    }
    let odd = bench.ask("lab/run", json!({ "name": "counting", "threads": 0 }));
    assert_eq!(odd.unwrap_err().place.as_deref(), Some("threads"));
    let odd = bench.ask("lab/run", json!({ "name": "counting", "path": "x" }));
    assert_eq!(odd.unwrap_err().kind, FaultKind::Wrong);
}

#[test]
fn a_run_that_is_stopped_keeps_what_is_done_and_goes_on_later() {
    let bench = Bench::counting();
    let seen = AtomicU64::new(0);
    let run = json!({ "name": "counting", "threads": 1 });
    std::thread::scope(|scope| {
        let first = scope.spawn(|| bench.ask("lab/run", run.clone()));
        let running = loop {
            let running = bench.ask("lab/running", json!({})).unwrap()["running"].clone();
            if running[0]["done"].as_u64().unwrap_or(0) >= 3 {
                break running;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(running[0]["name"], "counting");
        assert_eq!(running[0]["total"], 40);
        assert!(running[0]["left"].as_f64().unwrap() > 0.0);
        let twice = bench.ask("lab/run", run.clone()).unwrap_err();
        assert!(twice.message.contains("running already"), "{twice}");
        let other = json!({ "name": "counting", "short": true });
        assert_eq!(bench.ask("lab/stop", other).unwrap()["stopped"], false);
        let stopped = bench.ask("lab/stop", json!({ "name": "counting" }));
        assert_eq!(stopped.unwrap()["stopped"], true);
        let first = first.join().unwrap().unwrap();
        seen.store(first["new"].as_u64().unwrap(), Ordering::Relaxed);
    });
    let first = seen.into_inner();
    assert!((3..40).contains(&first), "{first}");
    let report = bench
        .ask("lab/report", json!({ "name": "counting" }))
        .unwrap();
    assert_eq!(report["facts"]["done"], first);
    assert_eq!(
        bench.ask("lab/running", json!({})).unwrap()["running"],
        json!([])
    );

    let again = bench.ask("lab/run", run).unwrap();
    assert_eq!(
        (&again["before"], &again["new"]),
        (&json!(first), &json!(40 - first))
    );
    let list = bench.ask("lab/experiments", json!({})).unwrap();
    assert_eq!(
        list["experiments"][0]["full"],
        json!({ "done": 40, "total": 40 })
    );
    assert_eq!(
        list["experiments"][0]["short"],
        json!({ "done": 0, "total": 3 })
    );
}

#[test]
fn a_report_comes_in_blocks_even_before_there_are_results() {
    let bench = Bench::counting();
    let report = bench
        .ask("lab/report", json!({ "name": "counting", "short": true }))
        .unwrap();
    assert_eq!(report["facts"]["done"], 0);
    let blocks = report["blocks"].as_array().unwrap();
    assert_eq!(blocks[0]["text"], "Counted it is.");
    assert_eq!(blocks[1]["table"]["rows"], json!([["all", "0"]]));
    // What is no number is left out.
    let row = &blocks[2]["plot"]["intervals"]["rows"][0];
    assert_eq!(row["ours"], Value::Null);
    assert_eq!(row["paper"]["high"], 0.6);
    assert!(
        report["warnings"][0]["en"]
            .as_str()
            .unwrap()
            .contains("0 of 3")
    );
    let csv = json!({ "name": "counting", "short": true, "form": "csv" });
    assert_eq!(
        bench.ask("lab/export", csv.clone()).unwrap_err().kind,
        FaultKind::Missing
    );

    bench
        .ask("lab/run", json!({ "name": "counting", "short": true }))
        .unwrap();
    let csv = bench.ask("lab/export", csv).unwrap();
    assert_eq!(csv["name"], "counting-short.csv");
    assert_eq!(csv["text"].as_str().unwrap().lines().count(), 4);
    let markdown = json!({ "name": "counting", "short": true, "form": "markdown" });
    let text = bench.ask("lab/export", markdown).unwrap()["text"].clone();
    let text = text.as_str().unwrap();
    assert!(text.contains("](data:image/svg+xml;base64,"), "{text}");
    assert!(!text.contains("figure-1.svg"), "{text}");
}

fn tournament(players: &[&str]) -> Value {
    json!({ "game": "blokus", "players": players, "games": 4, "seed": 1 })
}

#[test]
fn a_tournament_tells_its_table_as_it_grows() {
    let bench = Bench::counting();
    let partials = Arc::new(AtomicU64::new(0));
    let told = Arc::clone(&partials);
    let task = TaskHandle::new(Cancel::new(), move |news| {
        told.fetch_add(
            u64::from(matches!(news, TaskUpdate::Partial(_))),
            Ordering::Relaxed,
        );
    });
    let players = ["random", "best-of:n=4", "one-ply"];
    let table = bench
        .watched("lab/tournament", tournament(&players), &task)
        .unwrap();
    assert_eq!((&table["games"], &table["total"]), (&json!(12), &json!(12)));
    assert!(partials.load(Ordering::Relaxed) >= 1);
    let lines = table["standings"].as_array().unwrap();
    assert_eq!(lines[2]["player"], "random");
    let crossing = |one: usize, other: usize| &table["crossings"][one][other]["score"];
    let (first, last) = (crossing(0, 2), crossing(2, 0));
    assert_eq!(first["wins"], last["losses"]);
    assert_eq!(table["crossings"][1][1], Value::Null);
    let games = |score: &Value| ["wins", "draws", "losses"].map(|key| score[key].as_u64().unwrap());
    assert_eq!(games(first).iter().sum::<u64>(), 4);
    assert_eq!(games(&lines[0]["score"]).iter().sum::<u64>(), 8);
    let line = &lines[0];
    assert!(line["interval"]["low"].as_f64().unwrap() < line["rate"].as_f64().unwrap());
    assert!(
        table["markdown"]
            .as_str()
            .unwrap()
            .contains("sakiyomi tournament --game blokus random")
    );
}

#[test]
fn a_match_goes_on_from_its_records_and_ends_with_its_test() {
    let bench = Bench::trusted(&[("counting.toml", COUNTING)], Trust::Owner);
    let mut asked = tournament(&["one-ply", "a=program:sh -c 'read hello; echo ready'"]);
    asked["records"] = json!(true);
    asked["conditions"] = json!("opening = 'pentominoes'");
    let program = bench.ask("lab/match", asked.clone()).unwrap();
    assert_eq!(program["result"]["faults"], json!([0, 4]));
    assert_eq!(program["records"].as_str().unwrap().lines().count(), 4);
    asked["players"] = json!(["one-ply", "random"]);
    let first = bench.ask("lab/match", asked.clone()).unwrap();
    asked["games"] = json!(2000);
    asked["sprt"] = json!([0, 50]);
    asked["played"] = first["records"].clone();
    let whole = bench.ask("lab/match", asked.clone()).unwrap();
    assert_eq!(whole["result"]["sprt"]["decision"], "accept_h1");
    let games = whole["result"]["games"].as_u64().unwrap();
    let new = whole["records"].as_str().unwrap().lines().count() as u64;
    assert_eq!(games, new + 4, "those of the first match count");
    asked["conditions"] = json!("");
    let fault = bench.ask("lab/match", asked).unwrap_err();
    assert_eq!(fault.place.as_deref(), Some("played"), "{fault}");
}

#[test]
fn a_tournament_that_is_stopped_keeps_what_was_played() {
    let bench = Bench::counting();
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let task = TaskHandle::new(cancel, move |news| {
        if let TaskUpdate::Progress(progress) = news
            && progress.count.is_some_and(|count| count.done >= 3)
        {
            stop.cancel();
        }
    });
    let mut asked = tournament(&["random", "one-ply"]);
    asked["games"] = json!(2000);
    let table = bench.watched("lab/tournament", asked, &task).unwrap();
    let games = table["games"].as_u64().unwrap();
    assert!((3..2000).contains(&games), "{games}");
    assert_eq!(table["interrupted"], true);
}

#[test]
fn blocks_are_planned_done_and_brought_home_by_the_owner() {
    let files = [("counting.toml", COUNTING)];
    let bench = Bench::trusted(&files, Trust::Owner);
    let plan = json!({ "name": "counting", "short": true, "size": 2 });
    let before = bench.ask("lab/plan", plan.clone()).unwrap();
    assert_eq!(before["missing"], json!([0, 1]));
    let block = json!({ "name": "counting", "short": true, "size": 2, "block": 1 });
    let done = bench.ask("lab/run-block", block.clone()).unwrap();
    assert_eq!(done["results"], 1);
    let import = json!({ "name": "counting", "short": true, "files": [done["file"]] });
    let page = Bench::trusted(&files, Trust::Page);
    let fault = page.ask("lab/import", import.clone()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Forbidden);
    let taken = bench.ask("lab/import", import).unwrap();
    let name = &done["file"]["name"];
    let file = json!({ "name": name, "new": 1, "known": 0 });
    assert_eq!(taken["files"], json!([file]));
    let after = bench.ask("lab/plan", plan).unwrap();
    assert_eq!(
        (&after["done"], &after["missing"]),
        (&json!(1), &json!([0]))
    );
    assert_eq!(after["fingerprint"], before["fingerprint"]);
    let mut none = block;
    none["block"] = json!(9);
    let fault = bench.ask("lab/run-block", none).unwrap_err();
    assert_eq!(fault.place.as_deref(), Some("block"));
}

#[test]
fn a_block_is_run_from_its_plan_on_a_machine_without_the_experiment() {
    let bench = Bench::trusted(&[("counting.toml", COUNTING)], Trust::Owner);
    let asked = json!({ "name": "counting", "short": true, "size": 2 });
    let plan = bench.ask("lab/plan", asked).unwrap();
    let expected = json!({ "fingerprint": plan["fingerprint"], "version": plan["version"] });
    let block = json!({ "name": "counting", "short": true, "size": 2, "block": 0,
        "file": plan["file"], "expected": expected });
    let worker = Bench::trusted(&[], Trust::Owner);
    let done = worker.ask("lab/run-block", block.clone()).unwrap();
    let import = json!({ "name": "counting", "short": true, "files": [done["file"]] });
    let taken = bench.ask("lab/import", import).unwrap();
    assert_eq!(taken["files"][0]["new"], 2);
    for (key, other) in [("version", "0.0.9"), ("fingerprint", "0123456789abcdef")] {
        let mut block = block.clone();
        block["expected"][key] = json!(other);
        let fault = worker.ask("lab/run-block", block).unwrap_err();
        assert_eq!(fault.place, Some(format!("expected.{key}")), "{fault}");
        assert!(fault.message.contains(other), "{fault}");
    }
    let page = Bench::trusted(&[], Trust::Page);
    let fault = page.ask("lab/run-block", block).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Forbidden);
}

#[test]
fn damaged_files_are_named_and_the_others_imported() {
    let bench = Bench::trusted(&[("counting.toml", COUNTING)], Trust::Owner);
    let file = |block: u64| {
        let asked = json!({ "name": "counting", "short": true, "size": 1, "block": block });
        bench.ask("lab/run-block", asked).unwrap()["file"].clone()
    };
    let (mut damaged, whole) = (file(0), file(1));
    damaged["text"] = json!(damaged["text"].as_str().unwrap().replace(":0}", ":9}"));
    let import = json!({ "name": "counting", "short": true, "files": [damaged, whole] });
    let files = bench.ask("lab/import", import).unwrap()["files"].clone();
    let why = files[0]["refused"].as_str().unwrap();
    assert!(why.contains(".jsonl:1: "), "{why}");
    assert_eq!((&files[0]["new"], &files[1]["new"]), (&json!(0), &json!(1)));
}

#[test]
fn the_owner_may_name_other_places_and_a_page_may_not() {
    let files = [("counting.toml", COUNTING)];
    let bench = Bench::trusted(&files, Trust::Owner);
    let store = bench.folder.path().join("other.sqlite");
    let places = json!({ "store": store });
    let block = json!({ "name": "counting", "short": true, "block": 0 });
    let file = bench.ask("lab/run-block", block).unwrap()["file"].clone();
    let import = json!({ "name": "counting", "short": true, "files": [file], "places": places });
    bench.ask("lab/import", import).unwrap();
    let done = |places: Value| {
        let asked = json!({ "name": "counting", "short": true, "places": places });
        bench.ask("lab/plan", asked).unwrap()["done"].clone()
    };
    assert_eq!(
        (done(places.clone()), done(json!(null))),
        (json!(3), json!(0))
    );
    let page = Bench::trusted(&files, Trust::Page);
    let asked = json!({ "name": "counting", "places": places });
    let fault = page.ask("lab/plan", asked).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Forbidden);
}

#[test]
fn tournaments_that_make_no_sense_are_refused_with_the_place() {
    let bench = Bench::counting();
    let mut cases = vec![
        (tournament(&["random"]), "players"),
        (tournament(&["random", "random"]), "players[1]"),
        (tournament(&["random", "one-ply:depht=2"]), "players[1]"),
        (tournament(&["random", "program:/bin/true"]), "players[1]"),
        (
            tournament(&["one-ply:weights=/etc/passwd", "random"]),
            "players[0]",
        ),
    ];
    let changes = [
        ("games", json!(0)),
        ("games", json!(1_000_000)),
        ("game", json!("chess")),
        ("conditions", json!("opening = ")),
        ("conditions", json!("weather = 'fine'")),
        ("per_move", json!(-1.0)),
        ("per_move", json!(1e9)),
    ];
    for (key, value) in changes {
        let mut asked = tournament(&["random", "one-ply"]);
        asked[key] = value;
        cases.push((asked, key));
    }
    for (asked, place) in cases {
        let fault = bench.ask("lab/tournament", asked.clone()).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some(place), "{asked}: {fault}");
    }
    let check = json!({ "game": "bridge", "player": "minimax:deals=4" });
    assert_eq!(
        bench.ask("lab/check", check).unwrap()["player"],
        "minimax:deals=4"
    );
}

#[test]
fn the_players_of_the_house_are_listed_and_no_programs() {
    let games = Bench::counting().ask("lab/players", json!({})).unwrap();
    let text = games.to_string();
    assert!(
        !text.contains("COMMAND") && !text.contains("\"gtp"),
        "{text}"
    );
    assert_eq!(games["games"][1]["unit"], "IMPs");
    let blokus = &games["games"][0];
    assert_eq!(blokus["strongest"], "alphabeta:preset=strongest");
    let players = blokus["players"].as_array().unwrap();
    let alphabeta = players.iter().find(|p| p["name"] == "alphabeta").unwrap();
    let nodes = &alphabeta["settings"][0];
    assert_eq!(nodes["key"], "nodes");
    assert_eq!(nodes["kind"]["type"], "integer");
    assert_eq!(nodes["kind"]["page"], 1_000_000);
}

const TRAINING: &str = "title = 'Learn'\nabout = ''\nkind = 'blokus-training'\nseed = 1\n[blokus-training]\nupdates = 3\nsims = 2\ngain = 0.02\nrun = [{ name = 'plain', select = 'random' }]\n";

#[test]
fn learning_curves_come_from_trainings_that_were_run() {
    let bench = Bench::new(&[("learn.toml", TRAINING)]);
    let before = bench.ask("lab/training", json!({})).unwrap();
    assert_eq!(before["experiments"], json!(["learn"]));
    assert_eq!(before["curves"], json!([]));
    bench.ask("lab/run", json!({ "name": "learn" })).unwrap();
    let after = bench.ask("lab/training", json!({})).unwrap();
    assert_eq!(after["curves"][0]["name"], "plain");
    assert_eq!(after["curves"][0]["points"].as_array().unwrap().len(), 3);
    assert_eq!(
        after["curves"][0]["points"][2]["shared"]
            .as_array()
            .unwrap()
            .len(),
        9
    );
}

#[test]
fn weights_are_maps_of_the_board() {
    let bench = Bench::counting();
    let weights = bench.ask("lab/weights", json!({ "name": "8" })).unwrap();
    let parts = weights["parts"].as_array().unwrap();
    assert_eq!(
        (parts.len(), parts[0]["maps"].as_array().unwrap().len()),
        (1, 9)
    );
    assert_eq!(
        parts[0]["maps"][0]["squares"].as_array().unwrap().len(),
        196
    );

    let strong = bench
        .ask("lab/weights", json!({ "name": "strong" }))
        .unwrap();
    assert_eq!(strong["parts"].as_array().unwrap().len(), 4);
    // These were learned for both sides of the diagonal at once.
    let squares = strong["parts"][0]["maps"][0]["squares"].as_array().unwrap();
    assert_eq!(squares[14], squares[1]);
    let fault = bench
        .ask("lab/weights", json!({ "name": "../strong" }))
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::Missing);
}
