//! Tests of the lab: interrupted runs, changed experiments, failing tasks, blocks.

use super::*;
use crate::matches::Matches;
use crate::report::{Block, Table, markdown};
use crate::test_games::{FILE, playables};
use lookahead::Seed;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tempfile::TempDir;

mod blocks;

/// Squares numbers; if `broken`, every third task fails, and task 4 by a panic.
struct Squares {
    broken: bool,
}

struct SquaresPlan<'a> {
    study: &'a Squares,
    tasks: u64,
}

impl Study for Squares {
    fn kind(&self) -> &'static str {
        "squares"
    }

    fn about(&self) -> &'static str {
        "numbers times themselves"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let settings: toml::Table = experiment.settings()?;
        let tasks = settings
            .get("tasks")
            .and_then(toml::Value::as_integer)
            .unwrap_or(9);
        Ok(Box::new(SquaresPlan {
            study: self,
            tasks: tasks as u64,
        }))
    }
}

impl Plan for SquaresPlan<'_> {
    fn tasks(&self) -> u64 {
        self.tasks
    }

    fn run(&self, index: u64, _: Seed, _: &Cancel) -> Result<Outcome, TaskError> {
        if self.study.broken {
            assert_ne!(index, 4, "four is unlucky");
            if index.is_multiple_of(3) {
                return Err(TaskError::Failed {
                    why: "a third".to_owned(),
                });
            }
        }
        Ok(json!(index * index).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let rows = results
            .values()
            .map(|square| vec![square.to_string().into()]);
        vec![Block::Table(Table {
            rows: rows.collect(),
            ..Table::default()
        })]
    }
}

/// Lets a number of tasks begin and then stops the run in the middle of the next: a reproducible
/// kill.
struct Brake {
    left: AtomicU64,
    cancel: Cancel,
}

struct Braked<S>(S, Arc<Brake>);

struct BrakedPlan<'a>(Box<dyn Plan + 'a>, Arc<Brake>);

impl<S: Study> Study for Braked<S> {
    fn kind(&self) -> &str {
        self.0.kind()
    }

    fn about(&self) -> &str {
        self.0.about()
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        playables: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let plan = self.0.plan(experiment, playables)?;
        Ok(Box::new(BrakedPlan(plan, Arc::clone(&self.1))))
    }
}

impl Plan for BrakedPlan<'_> {
    fn tasks(&self) -> u64 {
        self.0.tasks()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let less = |left: u64| left.checked_sub(1);
        if self.1.left.fetch_update(Relaxed, Relaxed, less).is_err() {
            self.1.cancel.cancel();
            return Err(TaskError::Interrupted);
        }
        self.0.run(index, seed, cancel)
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        self.0.report(results)
    }

    fn unit(&self) -> crate::Text {
        self.0.unit()
    }

    fn identity(&self) -> Option<Value> {
        self.0.identity()
    }
}

struct Bench {
    folder: TempDir,
    playables: Vec<Box<dyn PlayableGame>>,
    /// Whether the tasks of [`Squares`] fail.
    broken: bool,
    machine: Machine,
}

impl Bench {
    fn new() -> Self {
        Bench {
            folder: tempfile::tempdir().unwrap(),
            playables: playables().into(),
            broken: false,
            machine: Machine::default(),
        }
    }

    fn store(&self) -> Store {
        Store::open(&self.folder.path().join("lab.sqlite")).unwrap()
    }

    /// Gives `act` the lab, whose tasks stop after `stop` of them, and the options to use.
    fn act<R>(
        &self,
        threads: usize,
        stop: u64,
        progress: &mut dyn FnMut(LabProgress),
        act: impl FnOnce(&Lab<'_>, &mut RunOptions<'_>) -> R,
    ) -> R {
        let brake = Arc::new(Brake {
            left: stop.into(),
            cancel: Cancel::new(),
        });
        let squares = Squares {
            broken: self.broken,
        };
        let studies: [Box<dyn Study>; 2] = [
            Box::new(Braked(Matches, Arc::clone(&brake))),
            Box::new(Braked(squares, Arc::clone(&brake))),
        ];
        let lab = Lab {
            studies: &studies,
            playables: &self.playables,
            command: "sakiyomi lab run".to_owned(),
            version: "0.1.0 (abc)".to_owned(),
            machine: self.machine.clone(),
        };
        let cancel = &brake.cancel;
        let mut options = RunOptions {
            threads,
            cancel,
            progress,
        };
        act(&lab, &mut options)
    }

    /// Runs one session that is stopped after `stop` tasks.
    fn run_session(&self, experiment: &Experiment, threads: usize, stop: u64) -> RunSummary {
        self.act(threads, stop, &mut |_| {}, |lab, options| {
            lab.run(experiment, &mut self.store(), options).unwrap()
        })
    }

    fn finish(&self, experiment: &Experiment) -> RunSummary {
        self.run_session(experiment, 2, u64::MAX)
    }

    fn block(
        &self,
        experiment: &Experiment,
        block: TaskBlock,
        stop: u64,
    ) -> Result<BlockResults, LabError> {
        self.act(2, stop, &mut |_| {}, |lab, options| {
            lab.run_block(experiment, block, options)
        })
    }

    fn import(&self, experiment: &Experiment, text: &str) -> Result<Imported, LabError> {
        self.act(1, 0, &mut |_| {}, |lab, _| {
            let key = lab.key(experiment)?;
            lab.import(&key, &mut self.store(), Path::new("out.jsonl"), text)
        })
    }

    fn check(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        self.act(1, 0, &mut |_| {}, |lab, _| lab.check(experiment))
    }

    fn markdown(&self, experiment: &Experiment) -> String {
        let report = self.act(1, 0, &mut |_| {}, |lab, _| {
            lab.report(experiment, &self.store()).unwrap()
        });
        markdown(&report, experiment.name()).text
    }
}

fn experiment(text: &str) -> Experiment {
    Experiment::parse(Path::new("sum.toml"), text).unwrap()
}

fn squares(tasks: u64) -> Experiment {
    let text = format!("title='S'\nabout=''\nkind='squares'\nseed=1\n[squares]\ntasks={tasks}");
    experiment(&text)
}

/// Returns the report without measured times: the table of times and the date.
fn repeatable(markdown: &str) -> String {
    let (before, times) = markdown.split_once("**Time**").unwrap();
    let (_, after) = times.split_once("## How").unwrap();
    let facts = after.lines().filter(|line| !line.starts_with("* Run:"));
    format!("{before}{}", facts.collect::<Vec<_>>().join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_run_stopped_anywhere_any_number_of_times_ends_with_the_same_report(
        stops in prop::collection::vec((1..8_u64, 1..4_usize), 0..6)
    ) {
        let experiment = experiment(FILE);
        let (whole, pieces) = (Bench::new(), Bench::new());
        whole.finish(&experiment);
        let mut done = 0;
        for (stop, threads) in stops {
            let summary = pieces.run_session(&experiment, threads, stop);
            prop_assert_eq!(summary.before, done);
            // A second thread may have been stopped in the middle of a game.
            let most = stop.min(summary.total - done);
            prop_assert!(summary.new <= most && (threads > 1 || summary.new == most));
            done += summary.new;
        }
        let last = pieces.finish(&experiment);
        prop_assert!(last.complete());
        prop_assert_eq!(last.before, done);
        prop_assert_eq!(repeatable(&whole.markdown(&experiment)), repeatable(&pieces.markdown(&experiment)));
    }
}

#[test]
fn a_finished_run_has_nothing_left_to_do() {
    let bench = Bench::new();
    assert_eq!(bench.finish(&squares(9)).new, 9);
    let again = bench.finish(&squares(9));
    assert_eq!((again.before, again.new, again.complete()), (9, 0, true));
}

#[test]
fn what_decides_results_starts_a_new_run_and_words_do_not() {
    let bench = Bench::new();
    let first = bench.finish(&experiment(FILE)).run;
    for (from, to) in [
        ("A toy.", "Another word."),
        ("rate = 0.6,", "rate = 0.61,"),
        ("with a <kind> die", "kindly"),
        (
            "seed = 1",
            "title_ja = \"題\"\nabout_ja = \"説明\"\nseed = 1",
        ),
        ("[[matches.row]]\n", "[[matches.row]]\nname_ja = \"行\"\n"),
        ("[matches]\n", "# a comment\n[matches]\nrecords = false\n"),
        ("game = \"sum\"\ngames = 12", "games = 12\ngame = \"sum\""),
        ("[short]\ngames = 2", "[short]\ngames = 1"),
    ] {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE);
        assert_eq!(bench.finish(&experiment(&text)).run, first, "{to}");
    }
    for (from, to) in [
        ("seed = 1", "seed = 2"),
        ("games = 12", "games = 13"),
        ("die = 0.9", "die = 0.8"),
        ("n=2", "n=1"),
        ("swap = false", "swap = true"),
        ("[matches]\n", "[matches]\nterms = { longest = 50 }\n"),
    ] {
        let summary = bench.finish(&experiment(&FILE.replacen(from, to, 1)));
        assert_ne!(summary.run, first, "{to}");
        assert!(summary.others.iter().any(|other| other.id == first), "{to}");
        assert_eq!(summary.before, 0, "{to}");
    }
    assert_eq!(bench.finish(&experiment(FILE)).new, 0);
}

#[test]
fn the_short_variant_is_a_run_of_its_own_and_replaces_nothing() {
    let bench = Bench::new();
    let short = experiment(FILE).short().unwrap();
    let quick = bench.finish(&short);
    assert_eq!(quick.total, 6);
    let full = bench.finish(&experiment(FILE));
    assert_eq!((full.before, full.others.len()), (0, 0));
    let report = bench.markdown(&short);
    assert!(
        report.contains("    sakiyomi lab run sum --short\n"),
        "{report}"
    );
    assert!(report.contains("> This is the short variant"), "{report}");
}

#[test]
fn a_task_that_fails_or_panics_stops_nothing_and_is_tried_again() {
    let mut bench = Bench::new();
    bench.broken = true;
    let summary = bench.finish(&squares(9));
    let failed: Vec<_> = summary.failures.iter().map(|(task, _)| *task).collect();
    assert_eq!((failed.as_slice(), summary.new), (&[0, 3, 4, 6][..], 5));
    assert!(summary.failures[2].1.contains("four is unlucky"));
    let report = bench.markdown(&squares(9));
    assert!(report.contains("> Task 3 failed: a third."), "{report}");
    assert!(report.contains("5 of 9 tasks"), "{report}");
    bench.broken = false;
    let again = bench.finish(&squares(9));
    assert_eq!((again.before, again.new, again.failures.len()), (5, 4, 0));
    assert!(!bench.markdown(&squares(9)).contains("failed"));
}

#[test]
fn a_changed_default_identity_is_the_whole_section() {
    let bench = Bench::new();
    let first = bench.finish(&squares(9));
    let second = bench.finish(&squares(10));
    assert_ne!(first.run, second.run);
    assert_eq!(second.others.len(), 1);
}

#[test]
fn progress_is_reported_at_once_and_counts_up_to_the_end() {
    let bench = Bench::new();
    bench.run_session(&squares(30), 1, 10);
    let mut seen = Vec::new();
    let summary = bench.act(2, 100, &mut |p| seen.push(p), |lab, options| {
        lab.run(&squares(30), &mut bench.store(), options).unwrap()
    });
    assert_eq!((summary.before, summary.new), (10, 20));
    let expected = (10..=30).map(|done| LabProgress {
        done,
        failed: 0,
        total: 30,
    });
    assert_eq!(seen, expected.collect::<Vec<_>>());
}

#[test]
fn a_store_that_fails_ends_the_run_with_its_error() {
    let bench = Bench::new();
    let path = bench.folder.path().join("lab.sqlite");
    let mut sabotage = |_: LabProgress| {
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch("DROP TABLE IF EXISTS results").unwrap();
    };
    let (error, cancelled) = bench.act(1, 100, &mut sabotage, |lab, options| {
        let error = lab.run(&squares(30), &mut bench.store(), options);
        (error, options.cancel.is_cancelled())
    });
    assert!(matches!(error, Err(LabError::Store(_))) && cancelled);
}

#[test]
fn the_report_of_a_run_never_begun_says_so() {
    let bench = Bench::new();
    let report = bench.markdown(&experiment(FILE));
    assert!(
        report.contains("> The run is not complete: 0 of 22 games."),
        "{report}"
    );
    assert!(report.contains("* Run: not yet"), "{report}");
    assert!(bench.store().runs(None).unwrap().is_empty());
}

#[test]
fn an_unknown_kind_is_named_with_the_known_ones() {
    let bench = Bench::new();
    let strange = experiment("title=''\nabout=''\nkind='divination'\nseed=1");
    let error = bench.check(&strange).unwrap_err().to_string();
    assert_eq!(
        error,
        "sum.toml:3:6: unknown kind of experiment `divination` (known: matches, squares)"
    );
}

#[test]
fn a_mistake_in_the_short_variant_is_found_by_the_full_one() {
    let bench = Bench::new();
    let text = FILE.replace("[short]\ngames = 2", "[short]\ngame = 2");
    assert!(bench.check(&experiment(&text)).is_err());
    assert!(bench.check(&experiment(FILE)).is_ok());
}

#[test]
fn records_are_kept_when_asked_for_and_replay_the_seed() {
    let bench = Bench::new();
    let text = FILE.replacen("[matches]\n", "[matches]\nrecords = true\n", 1);
    let run = bench.finish(&experiment(&text)).run;
    let records = bench.store().records(run).unwrap();
    assert_eq!(records.len(), 22);
    let record: crate::record::GameRecord = serde_json::from_value(records[&1].clone()).unwrap();
    assert_eq!(record.players, ["random", "adds:n=2"]);
    assert_eq!(record.seed, Seed(1).stream(0));
}

#[test]
fn the_fingerprint_is_the_published_hash() {
    // Test vectors of FNV-1a, 64 bits.
    assert_eq!(fingerprint(""), "cbf29ce484222325");
    assert_eq!(fingerprint("foobar"), "85944171f73967e8");
}
