//! The lab: runs experiments in several sessions, on threads, or in blocks on a cluster.
//!
//! A run is a list of tasks, and the store records which of them are done; so starting, resuming
//! after a kill and finishing after an import are the same call, [`Lab::run`]: do the missing
//! tasks. Each result is stored before the next one is processed, and the result of a task depends
//! on its number and the experiment's seed only. The report of a run is therefore the same however
//! often it was stopped, apart from measured times.
//!
//! For a cluster, [`Lab::run_block`] runs a block of the tasks without a store and writes one file
//! of JSON lines, complete or not at all; [`Lab::import`] adds such files to a store. Submitting
//! jobs to a cluster is out of scope. Every result is stored with its [`Origin`], and reports say
//! which machines and versions were mixed.
//!
//! ```
//! use arena::experiment::{Experiment, ExperimentError};
//! use arena::lab::{RunOptions, Lab};
//! use arena::origin::Machine;
//! use arena::report::{Block, text};
//! use arena::store::Store;
//! use arena::study::{Outcome, Plan, Study, TaskError};
//! use arena::PlayableGame;
//! use lookahead::{Cancel, Seed};
//! use rand::RngExt;
//! use serde_json::{Value, json};
//! use std::collections::BTreeMap;
//!
//! /// Tosses coins: a study whose settings are the number of tosses.
//! struct Toss;
//! struct Tosses(u64);
//!
//! impl Study for Toss {
//!     fn kind(&self) -> &str { "toss" }
//!     fn about(&self) -> &str { "how often coins show heads" }
//!     fn plan<'a>(&'a self, e: &Experiment, _: &'a [Box<dyn PlayableGame>]) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
//!         let settings: BTreeMap<String, u64> = e.settings()?;
//!         Ok(Box::new(Tosses(settings.get("coins").copied().unwrap_or(1))))
//!     }
//! }
//!
//! impl Plan for Tosses {
//!     fn tasks(&self) -> u64 { self.0 }
//!     fn run(&self, index: u64, seed: Seed, _: &Cancel) -> Result<Outcome, TaskError> {
//!         Ok(json!(seed.stream(index).rng().random_bool(0.5)).into())
//!     }
//!     fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
//!         let heads = results.values().filter(|heads| **heads == true).count();
//!         vec![Block::Text(format!("{heads} of {} showed heads.", results.len()).into())]
//!     }
//! }
//!
//! let file = "title = 'Fair?'\nabout = ''\nkind = 'toss'\nseed = 1\n[toss]\ncoins = 100";
//! let experiment = Experiment::parse("fair.toml".as_ref(), file).unwrap();
//! let studies: [Box<dyn Study>; 1] = [Box::new(Toss)];
//! let lab = Lab { studies: &studies, playables: &[], command: "lab run".into(), version: "0.1.0".into(), machine: Machine::default() };
//! let folder = tempfile::tempdir().unwrap();
//! let mut store = Store::open(&folder.path().join("lab.sqlite")).unwrap();
//! let mut options = RunOptions { threads: 2, cancel: &Cancel::new(), progress: &mut |_| {} };
//!
//! let summary = lab.run(&experiment, &mut store, &mut options).unwrap();
//! assert_eq!((summary.before, summary.new), (0, 100));
//! assert_eq!(lab.run(&experiment, &mut store, &mut options).unwrap().new, 0);
//! assert!(text(&lab.report(&experiment, &store).unwrap(), 80).contains("of 100 showed heads."));
//! ```

mod block_file;
mod task_block;

pub use task_block::{BlockResults, Imported, LONGEST, TaskBlock};

use crate::experiment::{Experiment, ExperimentError};
use crate::origin::{Machine, MachineKind, Origin};
use crate::playable::PlayableGame;
use crate::process::quote;
use crate::referee::panic_message;
use crate::report::{Facts, Report};
use crate::store::{RunId, RunInfo, RunKey, Store, StoreError};
use crate::study::{Outcome, Outline, Plan, Study, TaskError};
use crate::workers::run_unordered;
use lookahead::Cancel;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// The registered studies and games, and the program's own command and version for reports.
pub struct Lab<'a> {
    /// The kinds of experiment.
    pub studies: &'a [Box<dyn Study>],
    /// The games.
    pub playables: &'a [Box<dyn PlayableGame>],
    /// The command that runs an experiment, without the experiment's name.
    pub command: String,
    /// The version of this program, kept with every result.
    pub version: String,
    /// The machine, kept with every result if it is known.
    pub machine: Machine,
}

/// Threads, cancellation and progress of a run.
pub struct RunOptions<'a> {
    /// Number of tasks that run in parallel.
    pub threads: usize,
    /// Stops the run: running tasks are abandoned, finished ones are kept. Also raised by the lab
    /// itself when the store fails.
    pub cancel: &'a Cancel,
    /// Called before the first task and after every task.
    pub progress: &'a mut dyn FnMut(LabProgress),
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabProgress {
    /// Tasks with a result, those of earlier sessions included.
    pub done: u64,
    /// Tasks that failed in this session.
    pub failed: u64,
    /// All tasks.
    pub total: u64,
}

/// Summary of one session of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// The run in the store.
    pub run: RunId,
    /// All tasks.
    pub total: u64,
    /// Tasks with a result from earlier sessions.
    pub before: u64,
    /// Tasks with a result from this session.
    pub new: u64,
    /// Tasks that failed, with the reasons; the next session tries them again.
    pub failures: Vec<(u64, String)>,
    /// Earlier runs of this variant of the experiment with other settings, whose results are kept
    /// but not used. Not empty when the file was changed.
    pub others: Vec<RunInfo>,
}

impl RunSummary {
    /// Returns whether every task has a result.
    pub fn complete(&self) -> bool {
        self.before + self.new == self.total
    }
}

/// An error of a run.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The experiment file has an error.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The experiment has no such block.
    #[error(
        "no block {number} of {size} tasks: the experiment has {tasks} tasks, and blocks count from 0"
    )]
    NoBlock {
        /// Number of the block, from 0.
        number: u64,
        /// Tasks per block.
        size: u64,
        /// Tasks of the experiment.
        tasks: u64,
    },
    /// The run of a block was cancelled; it leaves no file.
    #[error("interrupted")]
    Interrupted,
    /// A file of results cannot be written or read.
    #[error("{path}: {why}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// A line of a results file is malformed or missing.
    #[error("{path}:{line}: {why}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Description of the error.
        why: String,
    },
    /// A file holds the results of another run.
    #[error("{path} holds results of {found}, expected {expected}: it was made for another experiment, variant or seed, or before the experiment changed", path = path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The run of the file.
        found: String,
        /// The expected run.
        expected: String,
    },
}

/// A plan with the key of its run.
struct Prepared<'a> {
    plan: Box<dyn Plan + 'a>,
    key: RunKey,
}

impl Lab<'_> {
    /// Checks an experiment, and its short variant if it has one, without running anything.
    ///
    /// # Errors
    /// The first error of the file, with its place.
    pub fn check(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        self.prepare(experiment).map(drop)
    }

    /// Runs the tasks of `experiment` that have no result in `store` yet.
    ///
    /// # Errors
    /// If the experiment has an error or the store fails. A failed task is not an error of the run.
    pub fn run(
        &self,
        experiment: &Experiment,
        store: &mut Store,
        options: &mut RunOptions<'_>,
    ) -> Result<RunSummary, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let others = others(store, &key)?;
        let run = store.begin(&key)?;
        let origin = self.origin(options.threads);
        let done = store.done(run)?;
        let missing = missing(&done, 0..plan.tasks());
        let mut summary = RunSummary {
            run,
            total: plan.tasks(),
            before: plan.tasks() - missing.len() as u64,
            new: 0,
            failures: Vec::new(),
            others,
        };
        let (total, before) = (summary.total, summary.before);
        work(
            &*plan,
            experiment,
            &missing,
            (before, total),
            options,
            |task, attempt| {
                match attempt {
                    Ok(outcome) => {
                        store.save(run, task, &outcome, &origin)?;
                        summary.new += 1;
                    }
                    Err(why) => {
                        store.fail(run, task, &why)?;
                        summary.failures.push((task, why));
                    }
                }
                Ok(())
            },
        )?;
        summary.failures.sort();
        Ok(summary)
    }

    /// Returns the report on the results so far; all of them may be missing.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn report(&self, experiment: &Experiment, store: &Store) -> Result<Report, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let run = store.find(&key.experiment, &key.fingerprint)?;
        let runs = store.runs(Some(&key.experiment))?;
        let info = runs.into_iter().find(|info| Some(info.id) == run);
        let (results, failures, origins) = match run {
            Some(run) => (
                store.results(run)?,
                store.failures(run)?,
                store.origins(run)?,
            ),
            None => (BTreeMap::new(), Vec::new(), Vec::new()),
        };
        let facts = Facts {
            command: self.command_for(experiment),
            variant: key.variant,
            seed: experiment.seed().0,
            fingerprint: key.fingerprint,
            versions: info
                .as_ref()
                .map_or_else(Vec::new, |info| info.versions.clone()),
            when: info.and_then(|info| info.first.zip(info.last)),
            done: results.len() as u64,
            total: plan.tasks(),
            unit: plan.unit().into(),
            failures,
            machines: MachineKind::group(&origins),
        };
        Ok(Report {
            title: experiment.title(),
            about: experiment.about(),
            paper: experiment.paper().map(str::to_owned),
            facts,
            blocks: plan.report(&results),
        })
    }

    /// Returns the run of the experiment in its current form, if the store has one.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn find(&self, experiment: &Experiment, store: &Store) -> Result<Option<RunId>, LabError> {
        let key = self.key(experiment)?;
        Ok(store.find(&key.experiment, &key.fingerprint)?)
    }

    /// Returns the number of tasks with a result, and of all tasks.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn extent(&self, experiment: &Experiment, store: &Store) -> Result<(u64, u64), LabError> {
        let key = self.key(experiment)?;
        let run = store.find(&key.experiment, &key.fingerprint)?;
        let done = run.map_or_else(|| Ok(Vec::new()), |run| store.done(run))?;
        Ok((done.len() as u64, key.tasks))
    }

    /// Returns the store's key of the run of an experiment, with its number of tasks. Cheap: no
    /// player is built. [`Lab::check`] checks more.
    ///
    /// # Errors
    /// If the experiment or its short variant has an error.
    pub fn key(&self, experiment: &Experiment) -> Result<RunKey, ExperimentError> {
        let outline = |experiment: &Experiment| {
            let study = self.study(experiment)?;
            study.outline(experiment, self.playables)
        };
        if experiment.has_short() && !experiment.is_short() {
            outline(&experiment.short()?)?;
        }
        Ok(run_key(experiment, &outline(experiment)?))
    }

    /// Returns the origin of the results of this program on `threads` threads.
    fn origin(&self, threads: usize) -> Origin {
        Origin::new(&self.version, &self.machine, threads)
    }

    fn command_for(&self, experiment: &Experiment) -> String {
        let short = if experiment.is_short() {
            " --short"
        } else {
            ""
        };
        let seed = experiment.reseeded();
        let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
        format!("{} {}{short}{seed}", self.command, quote(experiment.name()))
    }

    fn prepare(&self, experiment: &Experiment) -> Result<Prepared<'_>, ExperimentError> {
        if experiment.has_short() && !experiment.is_short() {
            // An error in the short variant is reported now, not when the short variant is run.
            self.plan(&experiment.short()?)?;
        }
        let plan = self.plan(experiment)?;
        let key = run_key(experiment, &Outline::of(&*plan, experiment)?);
        Ok(Prepared { plan, key })
    }

    fn plan(&self, experiment: &Experiment) -> Result<Box<dyn Plan + '_>, ExperimentError> {
        self.study(experiment)?.plan(experiment, self.playables)
    }

    /// Returns the study of an experiment's kind.
    fn study(&self, experiment: &Experiment) -> Result<&dyn Study, ExperimentError> {
        let mut studies = self.studies.iter();
        let study = studies.find(|study| study.kind() == experiment.kind());
        study.map(|study| &**study).ok_or_else(|| {
            let known: Vec<_> = self.studies.iter().map(|study| study.kind()).collect();
            experiment.unknown_kind(&known)
        })
    }
}

/// Returns the key of an experiment's run.
fn run_key(experiment: &Experiment, outline: &Outline) -> RunKey {
    let settings = canonical(&json!({
        "kind": experiment.kind(),
        "seed": experiment.seed(),
        "variant": experiment.variant(),
        "settings": outline.identity,
    }));
    RunKey {
        experiment: experiment.name().to_owned(),
        variant: experiment.variant().to_owned(),
        fingerprint: fingerprint(&settings),
        settings,
        tasks: outline.tasks,
    }
}

/// Returns the runs of the same variant with other settings that have results.
fn others(store: &Store, key: &RunKey) -> Result<Vec<RunInfo>, StoreError> {
    let mut runs = store.runs(Some(&key.experiment))?;
    runs.retain(|run| {
        run.done > 0 && run.key.variant == key.variant && run.key.fingerprint != key.fingerprint
    });
    Ok(runs)
}

/// The outcome of a task, or the reason of its failure.
type Attempt = Result<Outcome, String>;

/// Runs `tasks` and passes each attempt to `keep`, whose first error ends the run. Tasks abandoned
/// by a cancelled run are not passed on.
fn work(
    plan: &dyn Plan,
    experiment: &Experiment,
    tasks: &[u64],
    (before, total): (u64, u64),
    options: &mut RunOptions<'_>,
    mut keep: impl FnMut(u64, Attempt) -> Result<(), LabError>,
) -> Result<(), LabError> {
    if tasks.is_empty() {
        return Ok(());
    }
    let (mut done, mut failed) = (before, 0);
    let mut error = None;
    let RunOptions {
        threads,
        cancel,
        progress,
    } = options;
    let run = |task| attempt(plan, task, experiment, cancel);
    let mut tell = |done, failed| {
        progress(LabProgress {
            done,
            failed,
            total,
        });
    };
    tell(done, failed);
    run_unordered(tasks, *threads, cancel, run, |task, attempt| {
        match &attempt {
            None => return ControlFlow::Continue(()),
            Some(Ok(_)) => done += 1,
            Some(Err(_)) => failed += 1,
        }
        if let Some(Err(why)) = attempt.map(|attempt| keep(task, attempt)) {
            // No further result can be stored.
            cancel.cancel();
            error = Some(why);
            return ControlFlow::Break(());
        }
        tell(done, failed);
        ControlFlow::Continue(())
    });
    error.map_or(Ok(()), Err)
}

/// Runs one task; `None` if it was abandoned. A panic is a failure of the task alone.
fn attempt(
    plan: &dyn Plan,
    task: u64,
    experiment: &Experiment,
    cancel: &Cancel,
) -> Option<Attempt> {
    let run = || plan.run(task, experiment.seed(), cancel);
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(outcome)) => Some(Ok(outcome)),
        Ok(Err(TaskError::Interrupted)) if cancel.is_cancelled() => None,
        Ok(Err(error)) => Some(Err(error.to_string())),
        Err(panic) => Some(Err(panic_message(panic.as_ref()))),
    }
}

/// Returns the numbers in `range` that are not in `done`, which is sorted.
fn missing(done: &[u64], range: std::ops::Range<u64>) -> Vec<u64> {
    range
        .filter(|task| done.binary_search(task).is_err())
        .collect()
}

/// Returns JSON with sorted keys: equal settings in another order give equal text.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let sorted: BTreeMap<_, _> = object.iter().collect();
            let entries = sorted
                .into_iter()
                .map(|(key, value)| format!("{}:{}", json!(key), canonical(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        Value::Array(list) => {
            let entries: Vec<_> = list.iter().map(canonical).collect();
            format!("[{}]", entries.join(","))
        }
        other => other.to_string(),
    }
}

fn fingerprint(text: &str) -> String {
    format!("{:016x}", crate::fingerprint::of(text.bytes()))
}

#[cfg(test)]
mod tests;
