//! The list of experiments, and running them: started, stopped, resumed.

use super::library::{Entry, LabOrigin};
use super::running::{LabRunning, Title};
use super::{LabChosen, Room, lab_fault};
use crate::fault::Fault;
use crate::watch::Watch;
use crate::{Nothing, Operation};
use arena::lab::Effort;
use arena::store::{RunInfo, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most tasks that are worked on at once.
const MOST_THREADS: u16 = 256;
/// So many failures are told in words.
const FAILURES: usize = 5;

pub(super) fn operations(room: &Arc<Room>) -> [Operation; 4] {
    let [list, run, under_way, stop] = [(); 4].map(|()| Arc::clone(room));
    [
        Operation::quick(
            "lab/experiments",
            (
                "Lists all experiments, their progress, and what is running.",
                "すべての実験、その進み具合、実行中のものを一覧します。",
            ),
            move |_: Nothing, _| list.list(),
        ),
        Operation::quick(
            "lab/running",
            (
                "Lists what is running in the lab.",
                "ラボで実行中のものを一覧します。",
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
            move |asked: LabRun, watch: &Watch| run.run(&asked, watch),
        ),
    ]
}

/// All experiments.
#[derive(Debug, Serialize, JsonSchema)]
struct LabExperiments {
    /// Where their files come from.
    origin: LabOrigin,
    /// The folder they are looked for in first.
    folder: String,
    /// The file their results are kept in.
    store: String,
    /// How many tasks are worked on at once unless something else is asked for.
    threads: usize,
    /// The experiments by name.
    experiments: Vec<LabExperiment>,
    /// What is under way.
    running: Vec<LabRunning>,
}

/// One experiment.
#[derive(Debug, Serialize, JsonSchema)]
struct LabExperiment {
    /// Its name.
    name: String,
    /// What it asks; nothing if its file cannot be read.
    title: String,
    /// What is behind it; blank lines separate paragraphs.
    about: String,
    /// The paper compared with.
    paper: Option<String>,
    /// Which kind of experiment it is.
    kind: String,
    /// What is wrong with its file.
    trouble: Option<String>,
    /// How far the whole is.
    full: Option<LabExtent>,
    /// How far the quick variant is, if there is one.
    short: Option<LabExtent>,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct LabExtent {
    /// Tasks with a result.
    done: u64,
    /// All tasks.
    total: u64,
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
struct LabRun {
    /// The experiment's name, as in the list.
    name: String,
    /// Whether the quick variant is meant.
    #[serde(default)]
    short: bool,
    /// How many tasks to work on at once; by default as many as there are cores. Players that use all cores want 1.
    #[serde(default)]
    threads: Option<u16>,
}

/// What one sitting has brought.
#[derive(Debug, Serialize, JsonSchema)]
struct LabSitting {
    /// Tasks that had a result before.
    before: u64,
    /// Tasks that got one now.
    new: u64,
    /// All tasks.
    total: u64,
    /// Tasks that failed; the next sitting tries them again.
    failed: u64,
    /// Why the first of them did.
    failures: Vec<String>,
    /// Whether the experiment was changed since it was last run: the old results are kept, but not used.
    changed: bool,
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

/// As many as there are cores.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Room {
    fn list(&self) -> Result<LabExperiments, Fault> {
        let library = self.library()?;
        let store = self.results()?;
        let runs = store.as_ref().map(|store: &Store| store.runs(None));
        let runs = runs.transpose().map_err(Fault::failed)?.unwrap_or_default();
        let experiments = library.entries.iter().map(|entry| self.line(entry, &runs));
        Ok(LabExperiments {
            origin: library.origin,
            folder: library.folder.display().to_string(),
            store: self.host.store.display().to_string(),
            threads: cores(),
            experiments: experiments.collect(),
            running: self.running.list(),
        })
    }

    fn line(&self, entry: &Entry, runs: &[RunInfo]) -> LabExperiment {
        let mut line = LabExperiment {
            name: entry.name.clone(),
            title: String::new(),
            about: String::new(),
            paper: None,
            kind: String::new(),
            trouble: None,
            full: None,
            short: None,
        };
        if let Err(trouble) = self.fill(entry, runs, &mut line) {
            line.trouble = Some(trouble);
        }
        line
    }

    fn fill(
        &self,
        entry: &Entry,
        runs: &[RunInfo],
        line: &mut LabExperiment,
    ) -> Result<(), String> {
        let experiment = entry.experiment(false)?;
        experiment.title().clone_into(&mut line.title);
        experiment.about().trim().clone_into(&mut line.about);
        line.paper = experiment.paper().map(str::to_owned);
        experiment.kind().clone_into(&mut line.kind);
        line.full = Some(self.extent(entry, false, runs)?);
        if experiment.has_short() {
            line.short = Some(self.extent(entry, true, runs)?);
        }
        Ok(())
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

    fn run(&self, asked: &LabRun, watch: &Watch) -> Result<LabSitting, Fault> {
        let (name, short) = (asked.name.clone(), asked.short);
        let (_, experiment) = self.find(&LabChosen { name, short })?;
        let threads = match asked.threads {
            None => cores(),
            Some(threads @ 1..=MOST_THREADS) => usize::from(threads),
            Some(_) => {
                let why = format!("from 1 to {MOST_THREADS} tasks can be worked on at once");
                return Err(Fault::wrong_at("threads", why));
            }
        };
        let title = Title {
            name: asked.name.clone(),
            short,
            tournament: false,
        };
        let sitting = self.running.begin(title, watch.cancel());
        let sitting =
            sitting.ok_or_else(|| Fault::wrong("this experiment is under way already"))?;
        let mut store = Store::open(&self.host.store).map_err(Fault::failed)?;
        let cancel = watch.cancel();
        let mut effort = Effort {
            threads,
            cancel: &cancel,
            progress: &mut |progress| {
                sitting.tell(progress.done, progress.failed, progress.total);
                watch.progress(progress.done + progress.failed, progress.total);
            },
        };
        let sat = self.lab().run(&experiment, &mut store, &mut effort);
        let sat = sat.map_err(lab_fault)?;
        let told = sat.failures.iter().take(FAILURES);
        Ok(LabSitting {
            before: sat.before,
            new: sat.new,
            total: sat.total,
            failed: sat.failures.len() as u64,
            failures: told
                .map(|(task, why)| format!("task {task}: {why}"))
                .collect(),
            changed: sat.before == 0 && !sat.others.is_empty(),
        })
    }
}
