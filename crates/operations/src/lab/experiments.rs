//! Experiments: list, start, stop, resume.

use super::library::{Entry, LabOrigin};
use super::running::{LabRunning, Title};
use super::{LabChosen, LabState, cores, threads, work};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use crate::{Nothing, Operation};
use arena::Phrase;
use arena::experiment::Experiment;
use arena::store::{RunInfo, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most failures that are told in words.
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
    /// Where their files come from.
    pub origin: LabOrigin,
    /// The folder they are looked for in first.
    pub folder: String,
    /// The file their results are kept in.
    pub store: String,
    /// How many tasks are worked on at once unless something else is asked for.
    pub threads: usize,
    /// The experiments by name.
    pub experiments: Vec<LabExperiment>,
    /// What is under way.
    pub running: Vec<LabRunning>,
}

/// One experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabExperiment {
    /// Its name.
    pub name: String,
    /// What it asks; nothing if its file cannot be read.
    pub title: Phrase,
    /// What is behind it; blank lines separate paragraphs.
    pub about: Phrase,
    /// The paper compared with.
    pub paper: Option<String>,
    /// Which kind of experiment it is.
    pub kind: String,
    /// What is wrong with its file.
    pub trouble: Option<String>,
    /// How far the whole is.
    pub full: Option<LabExtent>,
    /// How far the quick variant is, if there is one.
    pub short: Option<LabExtent>,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LabExtent {
    /// Tasks with a result.
    pub done: u64,
    /// All tasks.
    pub total: u64,
}

/// What is under way.
#[derive(Debug, Serialize, JsonSchema)]
struct LabUnderWay {
    /// All of it.
    running: Vec<LabRunning>,
}

/// What to run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabRun {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether the quick variant is meant.
    #[serde(default)]
    pub short: bool,
    /// Another seed than its own.
    #[serde(default)]
    pub seed: Option<u64>,
    /// How many tasks to work on at once; by default as many as there are cores. Players that use
    /// all cores want 1.
    #[serde(default)]
    pub threads: Option<u16>,
}

/// What one sitting has brought.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabSitting {
    /// Tasks that had a result before.
    pub before: u64,
    /// Tasks that got one now.
    pub new: u64,
    /// All tasks.
    pub total: u64,
    /// Tasks that failed; the next sitting tries them again.
    pub failed: u64,
    /// Why the first of them did.
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

/// What to stop.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabStop {
    /// The name it runs under.
    name: String,
    /// Whether it is the quick variant.
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

/// Whether something was stopped.
#[derive(Debug, Serialize, JsonSchema)]
struct LabStopped {
    /// It was under way, and will end soon.
    stopped: bool,
}

impl LabState {
    /// All experiments; if they are to be checked, every player is built, which takes a while.
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

    /// Does the tasks of an experiment that have no result.
    ///
    /// # Errors
    /// If there is no such experiment, it is wrong or under way already, or the store fails. A task
    /// that fails is no error of the run.
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
        let sitting =
            sitting.ok_or_else(|| Fault::wrong("this experiment is under way already"))?;
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

/// The first failures in words.
pub(super) fn told(failures: &[(u64, String)]) -> Vec<String> {
    let first = failures.iter().take(FAILURES);
    first
        .map(|(task, why)| format!("task {task} failed: {why}"))
        .collect()
}
