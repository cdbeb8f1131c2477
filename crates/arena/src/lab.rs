//! Running experiments: in several sittings, on threads, in pieces on a cluster.
//!
//! A run is its tasks, and its store knows which of them are done; so starting, resuming after a
//! kill and finishing after an import are one and the same call, [`Lab::run`]: do what is missing.
//! Each result is in the store before the next one is looked at, and what a task gives depends on
//! its number and the experiment's seed only. The report of a run is therefore the same however
//! often it was stopped, apart from measured times.
//!
//! For a cluster, [`Lab::run_portion`] does some of the tasks without a store and leaves one file
//! of JSON lines, complete or not at all; [`Lab::import`] brings such files home. How jobs are sent
//! to a cluster is the cluster's business.
//!
//! ```
//! use arena::experiment::{Experiment, ExperimentError};
//! use arena::lab::{Effort, Lab};
//! use arena::report::{Block, text};
//! use arena::store::Store;
//! use arena::study::{Outcome, Plan, Study, TaskError};
//! use arena::Contest;
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
//!     fn plan<'a>(&'a self, e: &Experiment, _: &'a [Box<dyn Contest>]) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
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
//!         vec![Block::Text(format!("{heads} of {} showed heads.", results.len()))]
//!     }
//! }
//!
//! let file = "title = 'Fair?'\nabout = ''\nkind = 'toss'\nseed = 1\n[toss]\ncoins = 100";
//! let experiment = Experiment::parse("fair.toml".as_ref(), file).unwrap();
//! let studies: [Box<dyn Study>; 1] = [Box::new(Toss)];
//! let lab = Lab { studies: &studies, contests: &[], command: "lab run".into(), version: "0.1.0".into() };
//! let folder = tempfile::tempdir().unwrap();
//! let mut store = Store::open(&folder.path().join("lab.sqlite")).unwrap();
//! let mut effort = Effort { threads: 2, cancel: &Cancel::new(), progress: &mut |_| {} };
//!
//! let sitting = lab.run(&experiment, &mut store, &mut effort).unwrap();
//! assert_eq!((sitting.before, sitting.new), (0, 100));
//! assert_eq!(lab.run(&experiment, &mut store, &mut effort).unwrap().new, 0);
//! assert!(text(&lab.report(&experiment, &store).unwrap(), 80).contains("of 100 showed heads."));
//! ```

mod portion;

pub use portion::{Imported, Portion, PortionDone};

use crate::contest::Contest;
use crate::experiment::{Experiment, ExperimentError};
use crate::process::quote;
use crate::referee::panic_message;
use crate::report::{Facts, Report};
use crate::store::{RunId, RunInfo, RunKey, Store, StoreError};
use crate::study::{Outcome, Outline, Plan, Study, TaskError};
use crate::workers::deliver_as_they_come;
use lookahead::Cancel;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Everything experiments can be made of, and how to name ourselves in reports.
pub struct Lab<'a> {
    /// The kinds of experiment.
    pub studies: &'a [Box<dyn Study>],
    /// The games.
    pub contests: &'a [Box<dyn Contest>],
    /// The command that runs an experiment when its name is put behind it.
    pub command: String,
    /// The version of this program, kept with every result.
    pub version: String,
}

/// Who does the work, who may stop it and who is told.
pub struct Effort<'a> {
    /// How many tasks are worked on at once.
    pub threads: usize,
    /// Raised to stop: tasks at hand are given up, everything done is kept. Also raised by the lab
    /// itself when the store fails.
    pub cancel: &'a Cancel,
    /// Told before the first task and after every one.
    pub progress: &'a mut dyn FnMut(LabProgress),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabProgress {
    /// Tasks with a result, also those of earlier sittings.
    pub done: u64,
    /// Tasks that failed in this sitting.
    pub failed: u64,
    /// All tasks.
    pub total: u64,
}

/// What one sitting has brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    /// The run in the store.
    pub run: RunId,
    /// All tasks.
    pub total: u64,
    /// Tasks that had a result before.
    pub before: u64,
    /// Tasks that got one now.
    pub new: u64,
    /// Tasks that failed, with the reasons; the next sitting tries them again.
    pub failures: Vec<(u64, String)>,
    /// Earlier runs of this variant of the experiment with other settings, whose results are kept
    /// but not used. Not empty when the file was changed.
    pub others: Vec<RunInfo>,
}

impl Sitting {
    /// Whether nothing is missing.
    pub fn complete(&self) -> bool {
        self.before + self.new == self.total
    }
}

/// Why an experiment did not run.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Its file is wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A portion that the experiment does not have.
    #[error(
        "there is no portion {number} of {size} tasks: the experiment has {tasks} tasks, and portions count from 0"
    )]
    NoPortion {
        /// Which, from 0.
        number: u64,
        /// Of how many tasks.
        size: u64,
        /// How many there are.
        tasks: u64,
    },
    /// A portion was stopped; it leaves nothing.
    #[error("interrupted")]
    Interrupted,
    /// A file of results cannot be written or read.
    #[error("{path}: {why}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// A file of results is not one, or is cut off.
    #[error("{path}:{line}: {why}", path = path.display())]
    Line {
        /// Which.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A file holds results of something else.
    #[error("{path} holds results of {found}, not of {expected}: made for another experiment, variant or seed, or before a change", path = path.display())]
    OtherRun {
        /// Which.
        path: PathBuf,
        /// What it is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

/// A plan with its identity.
struct Prepared<'a> {
    plan: Box<dyn Plan + 'a>,
    key: RunKey,
}

impl Lab<'_> {
    /// Checks an experiment, and its short variant if it has one, without running anything.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn check(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        self.prepare(experiment).map(drop)
    }

    /// Does the tasks of `experiment` that have no result in `store` yet.
    ///
    /// # Errors
    /// If the experiment is wrong or the store fails. A task that fails is no error of the run.
    pub fn run(
        &self,
        experiment: &Experiment,
        store: &mut Store,
        effort: &mut Effort<'_>,
    ) -> Result<Sitting, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let others = others(store, &key)?;
        let run = store.begin(&key)?;
        let done = store.done(run)?;
        let missing = missing(&done, 0..plan.tasks());
        let mut sitting = Sitting {
            run,
            total: plan.tasks(),
            before: plan.tasks() - missing.len() as u64,
            new: 0,
            failures: Vec::new(),
            others,
        };
        let (total, before) = (sitting.total, sitting.before);
        work(
            &*plan,
            experiment,
            &missing,
            (before, total),
            effort,
            |task, attempt| {
                match attempt {
                    Ok(outcome) => {
                        store.save(run, task, &outcome, &self.version)?;
                        sitting.new += 1;
                    }
                    Err(why) => {
                        store.fail(run, task, &why)?;
                        sitting.failures.push((task, why));
                    }
                }
                Ok(())
            },
        )?;
        sitting.failures.sort();
        Ok(sitting)
    }

    /// What the results at hand say; all of them may be missing.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn report(&self, experiment: &Experiment, store: &Store) -> Result<Report, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let run = store.find(&key.experiment, &key.fingerprint)?;
        let runs = store.runs(Some(&key.experiment))?;
        let info = runs.into_iter().find(|info| Some(info.id) == run);
        let (results, failures) = match run {
            Some(run) => (store.results(run)?, store.failures(run)?),
            None => (BTreeMap::new(), Vec::new()),
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
            unit: plan.unit().to_owned(),
            failures,
        };
        Ok(Report {
            title: experiment.title().to_owned(),
            about: experiment.about().to_owned(),
            paper: experiment.paper().map(str::to_owned),
            facts,
            blocks: plan.report(&results),
        })
    }

    /// The run of an experiment as it is now, if the store has one.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn find(&self, experiment: &Experiment, store: &Store) -> Result<Option<RunId>, LabError> {
        let key = self.key(experiment)?;
        Ok(store.find(&key.experiment, &key.fingerprint)?)
    }

    /// How many tasks of an experiment have a result, and how many there are.
    ///
    /// # Errors
    /// If the experiment is wrong or the store cannot be read.
    pub fn extent(&self, experiment: &Experiment, store: &Store) -> Result<(u64, u64), LabError> {
        let key = self.key(experiment)?;
        let run = store.find(&key.experiment, &key.fingerprint)?;
        let done = run.map_or_else(|| Ok(Vec::new()), |run| store.done(run))?;
        Ok((done.len() as u64, key.tasks))
    }

    /// The key under which the store knows the run of an experiment, with its number of tasks.
    /// Quickly found: no player is built. [`Lab::check`] looks more closely.
    ///
    /// # Errors
    /// If the experiment is wrong, or its short variant.
    pub fn key(&self, experiment: &Experiment) -> Result<RunKey, ExperimentError> {
        let outline = |experiment: &Experiment| {
            let study = self.study(experiment)?;
            study.outline(experiment, self.contests)
        };
        if experiment.has_short() && !experiment.is_short() {
            outline(&experiment.short()?)?;
        }
        Ok(run_key(experiment, &outline(experiment)?))
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
            // A mistake in the short variant should not wait until somebody is in a hurry.
            self.plan(&experiment.short()?)?;
        }
        let plan = self.plan(experiment)?;
        let key = run_key(experiment, &Outline::of(&*plan, experiment)?);
        Ok(Prepared { plan, key })
    }

    fn plan(&self, experiment: &Experiment) -> Result<Box<dyn Plan + '_>, ExperimentError> {
        self.study(experiment)?.plan(experiment, self.contests)
    }

    /// The study of an experiment's kind.
    fn study(&self, experiment: &Experiment) -> Result<&dyn Study, ExperimentError> {
        let mut studies = self.studies.iter();
        let study = studies.find(|study| study.kind() == experiment.kind());
        study.map(|study| &**study).ok_or_else(|| {
            let known: Vec<_> = self.studies.iter().map(|study| study.kind()).collect();
            experiment.unknown_kind(&known)
        })
    }
}

/// The key of an experiment's run.
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

/// The runs of the same variant with other settings, as far as they have results.
fn others(store: &Store, key: &RunKey) -> Result<Vec<RunInfo>, StoreError> {
    let mut runs = store.runs(Some(&key.experiment))?;
    runs.retain(|run| {
        run.done > 0 && run.key.variant == key.variant && run.key.fingerprint != key.fingerprint
    });
    Ok(runs)
}

/// What became of a task: an outcome, or why it failed.
type Attempt = Result<Outcome, String>;

/// Does `tasks` and hands each attempt to `keep`, whose first error ends the work. Tasks given up
/// because the run was cancelled are not handed over.
fn work(
    plan: &dyn Plan,
    experiment: &Experiment,
    tasks: &[u64],
    (before, total): (u64, u64),
    effort: &mut Effort<'_>,
    mut keep: impl FnMut(u64, Attempt) -> Result<(), LabError>,
) -> Result<(), LabError> {
    if tasks.is_empty() {
        return Ok(());
    }
    let (mut done, mut failed) = (before, 0);
    let mut error = None;
    let Effort {
        threads,
        cancel,
        progress,
    } = effort;
    let run = |task| attempt(plan, task, experiment, cancel);
    let mut tell = |done, failed| {
        progress(LabProgress {
            done,
            failed,
            total,
        });
    };
    tell(done, failed);
    deliver_as_they_come(tasks, *threads, cancel, run, |task, attempt| {
        match &attempt {
            None => return ControlFlow::Continue(()),
            Some(Ok(_)) => done += 1,
            Some(Err(_)) => failed += 1,
        }
        if let Some(Err(why)) = attempt.map(|attempt| keep(task, attempt)) {
            // Nothing that is still worked on can be kept.
            cancel.cancel();
            error = Some(why);
            return ControlFlow::Break(());
        }
        tell(done, failed);
        ControlFlow::Continue(())
    });
    error.map_or(Ok(()), Err)
}

/// One task; `None` if it was given up. A panic is a failure of the task alone.
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

/// The numbers in `range` that are not in `done`, which is sorted.
fn missing(done: &[u64], range: std::ops::Range<u64>) -> Vec<u64> {
    range
        .filter(|task| done.binary_search(task).is_err())
        .collect()
}

/// JSON with sorted keys: the same settings in another order are the same text.
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
