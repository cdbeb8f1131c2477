//! Experiments: list, start, stop, resume.

use super::library::{Entry, LabOrigin};
use super::running::{LabRunning, Title};
use super::{LabChosen, LabState, cores, threads, work};
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Nothing, Operation};
use arena::Phrase;
use arena::experiment::Experiment;
use arena::store::{RunInfo, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most failures with a message.
pub(super) const FAILURES: usize = 5;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 4] {
    let [list, run, under_way, stop] = [(); 4].map(|()| Arc::clone(state));
    [
        Operation::quick(
            "lab/experiments",
            (
                "Lists all experiments, their progress, and what is running.",
                "すべての実験、その進み具合、実行中のものを一覧します。",
            ),
            move |_: Nothing, _| list.list(false),
        ),
        Operation::quick(
            "lab/running",
            (
                "Lists what is running in the lab.",
                "実験室で実行中のものを一覧します。",
            ),
            move |_: Nothing, _| {
                Ok(LabUnderWay {
                    running: under_way.running.list(),
                })
            },
        ),
        Operation::quick(
            "lab/stop",
            (
                "Stops a running experiment or tournament; finished work is kept.",
                "実行中の実験や大会を止めます。終わった分は保存されます。",
            ),
            move |asked: LabStop, _| {
                Ok(LabStopped {
                    stopped: stop.running.stop(&asked.title()),
                })
            },
        ),
        Operation::long(
            "lab/run",
            (
                "Runs the missing tasks of an experiment, from the beginning or from where it was stopped.",
                "実験の残りの課題を、最初からまたは中断した所から実行します。",
            ),
            move |asked: LabRun, task: &TaskHandle| run.run(&asked, task),
        ),
    ]
}

/// All experiments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabExperiments {
    /// The origin of the experiment files.
    pub origin: LabOrigin,
    /// The folder of the experiment files.
    pub folder: String,
    /// The file of the results.
    pub store: String,
    /// The default number of threads.
    pub threads: usize,
    /// The experiments by name.
    pub experiments: Vec<LabExperiment>,
    /// Runs in progress.
    pub running: Vec<LabRunning>,
}

/// An experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabExperiment {
    /// The name.
    pub name: String,
    /// The question; empty if the file cannot be read.
    pub title: Phrase,
    /// The background; blank lines separate paragraphs.
    pub about: Phrase,
    /// The paper compared with.
    pub paper: Option<String>,
    /// The kind of experiment.
    pub kind: String,
    /// The error in the file, if there is one.
    pub trouble: Option<String>,
    /// The progress of the full experiment.
    pub full: Option<LabExtent>,
    /// The progress of the short variant, if there is one.
    pub short: Option<LabExtent>,
}

/// The progress of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LabExtent {
    /// Tasks with a result.
    pub done: u64,
    /// All tasks.
    pub total: u64,
}

/// Runs in progress.
#[derive(Debug, Serialize, JsonSchema)]
struct LabUnderWay {
    /// The runs.
    running: Vec<LabRunning>,
}

/// An experiment to run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabRun {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The number of threads; by default the number of cores. Players that use all cores want 1.
    #[serde(default)]
    pub threads: Option<u16>,
}

/// The result of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabSitting {
    /// Tasks that had a result before.
    pub before: u64,
    /// Tasks that got a result in this run.
    pub new: u64,
    /// All tasks.
    pub total: u64,
    /// Tasks that failed; the next run tries them again.
    pub failed: u64,
    /// The messages of the first failures.
    pub failures: Vec<String>,
    /// Whether the experiment was changed since it was last run: the old results are kept, but not
    /// used.
    pub changed: bool,
}

impl LabSitting {
    /// Whether every task has a result.
    pub fn complete(&self) -> bool {
        self.before + self.new == self.total
    }
}

/// A run to stop.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabStop {
    /// The name it runs under.
    name: String,
    /// Whether it is the short variant.
    #[serde(default)]
    short: bool,
    /// Whether it is a tournament.
    #[serde(default)]
    tournament: bool,
}

impl LabStop {
    fn title(self) -> Title {
        Title {
            name: self.name,
            short: self.short,
            tournament: self.tournament,
        }
    }
}

/// The answer to a request to stop.
#[derive(Debug, Serialize, JsonSchema)]
struct LabStopped {
    /// Whether the run was in progress; it ends soon.
    stopped: bool,
}

impl LabState {
    /// Lists all experiments. With `check` every player is built, which takes a while.
    ///
    /// # Errors
    /// If the folder or the store cannot be read.
    pub fn list(&self, check: bool) -> Result<LabExperiments, Fault> {
        let library = self.library()?;
        let store = self.results()?;
        let runs = store.as_ref().map(|store: &Store| store.runs(None));
        let runs = runs.transpose().map_err(Fault::failed)?.unwrap_or_default();
        let experiments = library.entries.iter();
        let experiments = experiments.map(|entry| self.line(entry, &runs, check));
        Ok(LabExperiments {
            origin: library.origin,
            folder: library.folder.display().to_string(),
            store: self.host.store.display().to_string(),
            threads: cores(),
            experiments: experiments.collect(),
            running: self.running.list(),
        })
    }

    fn line(&self, entry: &Entry, runs: &[RunInfo], check: bool) -> LabExperiment {
        let mut line = LabExperiment {
            name: entry.name.clone(),
            title: Phrase::default(),
            about: Phrase::default(),
            paper: None,
            kind: String::new(),
            trouble: None,
            full: None,
            short: None,
        };
        let filled = self.fill(entry, runs, &mut line);
        let checked = filled.and_then(|experiment| {
            let checked = check.then(|| self.lab().check(&experiment));
            checked.transpose().map_err(|why| why.to_string())
        });
        line.trouble = checked.err();
        line
    }

    fn fill(
        &self,
        entry: &Entry,
        runs: &[RunInfo],
        line: &mut LabExperiment,
    ) -> Result<Experiment, String> {
        let experiment = entry.experiment(false)?;
        line.title = experiment.title();
        line.about = experiment.about();
        line.paper = experiment.paper().map(str::to_owned);
        experiment.kind().clone_into(&mut line.kind);
        line.full = Some(self.extent(entry, false, runs)?);
        if experiment.has_short() {
            line.short = Some(self.extent(entry, true, runs)?);
        }
        Ok(experiment)
    }

    fn extent(&self, entry: &Entry, short: bool, runs: &[RunInfo]) -> Result<LabExtent, String> {
        let experiment = entry.experiment(short)?;
        let key = self.lab().key(&experiment);
        let key = key.map_err(|error| error.to_string())?;
        let run = runs.iter().find(|run| {
            run.key.experiment == key.experiment && run.key.fingerprint == key.fingerprint
        });
        Ok(LabExtent {
            done: run.map_or(0, |run| run.done),
            total: key.tasks,
        })
    }

    /// Runs the tasks of an experiment that have no result.
    ///
    /// # Errors
    /// If there is no such experiment, its file is invalid, it is running already, or the store
    /// fails. A failed task is not an error of the run.
    pub fn run(&self, asked: &LabRun, task: &TaskHandle) -> Result<LabSitting, Fault> {
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let (experiment, lab) = (self.find(&chosen)?, self.lab_of(&chosen));
        let threads = threads(asked.threads)?;
        let title = Title {
            name: chosen.name,
            short: chosen.short,
            tournament: false,
        };
        let sitting = self.running.begin(title, task.cancel());
        let sitting = sitting.ok_or_else(|| {
            Fault::wrong("this experiment is running already")
                .code(FaultCode::AlreadyRunning)
                .value("what", "experiment")
        })?;
        if !self.host.store.exists() {
            // What is wrong makes no store.
            lab.check(&experiment).map_err(Fault::wrong)?;
        }
        let mut store = Store::open(&self.host.store).map_err(Fault::failed)?;
        let sat = work(threads, task, Some(&sitting), |options| {
            lab.run(&experiment, &mut store, options)
        })?;
        Ok(LabSitting {
            before: sat.before,
            new: sat.new,
            total: sat.total,
            failed: sat.failures.len() as u64,
            failures: told(&sat.failures),
            changed: sat.before == 0 && !sat.others.is_empty(),
        })
    }
}

/// Returns the messages of the first failures.
pub(super) fn told(failures: &[(u64, String)]) -> Vec<String> {
    let first = failures.iter().take(FAILURES);
    first
        .map(|(task, why)| format!("task {task} failed: {why}"))
        .collect()
}
