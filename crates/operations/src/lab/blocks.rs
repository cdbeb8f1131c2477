//! Blocks of an experiment's tasks: the missing ones, and running one.
//!
//! A plan holds the experiment's file and what identifies the run, so that a machine that has
//! neither the file nor the store can be handed a block, and refuses it if its version would give
//! other results.

use super::experiments::told;
use super::{LabChosen, LabFile, LabPlaces, LabState, lab_fault, threads, work};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use crate::{Operation, Trust};
use arena::experiment::Experiment;
use arena::lab::{BlockResults, TaskBlock};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most tasks of a block that a page may ask for.
const MOST_TASKS: u64 = 10_000;
/// The default number of tasks in a block.
const SIZE: u64 = 100;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 2] {
    let [plan, run] = [(); 2].map(|()| Arc::clone(state));
    [
        Operation::quick(
            "lab/plan",
            (
                "Counts the tasks of an experiment and those done, and lists the missing blocks of tasks.",
                "実験の課題数、完了数、未完了のブロックを返します。",
            ),
            move |asked: LabPlan, _| plan.plan(&asked),
        ),
        Operation::long(
            "lab/run-block",
            (
                "Runs one block of an experiment's tasks and returns its results as a file to be imported.",
                "実験の課題のブロックを1つ実行し、取り込み用のファイルとして結果を返します。",
            ),
            move |asked: LabBlockRun, task: &TaskHandle| {
                let done = run.run_block(&asked, task)?;
                Ok(LabBlockDone::of(done))
            },
        ),
    ]
}

/// An experiment to divide into blocks.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabPlan {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The number of tasks in a block; 100 by default.
    #[serde(default)]
    pub size: Option<u64>,
    /// Other places of experiments and results than the program's own; for the owner.
    #[serde(default)]
    pub places: Option<LabPlaces>,
}

/// The tasks of an experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabPlanned {
    /// The experiment's name.
    pub name: String,
    /// The question of the experiment.
    pub title: String,
    /// The kind of experiment.
    pub kind: String,
    /// `full` or `short`.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// The fingerprint of everything the results depend on.
    pub fingerprint: String,
    /// The version of this program.
    pub version: String,
    /// All tasks.
    pub tasks: u64,
    /// Tasks with a result.
    pub done: u64,
    /// Tasks in a block.
    pub size: u64,
    /// All blocks.
    pub blocks: u64,
    /// The numbers of the blocks in which results are missing.
    pub missing: Vec<u64>,
    /// The experiment's file, for machines that do not have it; only for the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<LabFile>,
}

/// A block to run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabBlockRun {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The number of the block, from 0.
    pub block: u64,
    /// The number of tasks in a block; 100 by default.
    #[serde(default)]
    pub size: Option<u64>,
    /// The number of threads; by default the number of cores.
    #[serde(default)]
    pub threads: Option<u16>,
    /// The experiment's file, if this machine does not have it; for the owner.
    #[serde(default)]
    pub file: Option<LabFile>,
    /// The run that the results are for; a program that would make others refuses the block.
    #[serde(default)]
    pub expected: Option<LabExpected>,
}

/// What identifies a run, from its plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabExpected {
    /// The fingerprint of everything the results depend on.
    pub fingerprint: String,
    /// The version of the program.
    pub version: String,
}

/// The result of a block.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabBlockDone {
    /// The file to be imported.
    pub file: LabFile,
    /// The number of results in the file.
    pub results: u64,
    /// Tasks that failed; they are not in the file.
    pub failed: u64,
    /// The messages of the first failures.
    pub failures: Vec<String>,
}

impl LabBlockDone {
    fn of(done: BlockResults) -> Self {
        LabBlockDone {
            failed: done.failures.len() as u64,
            failures: told(&done.failures),
            results: done.results,
            file: LabFile {
                name: done.name,
                text: done.text,
            },
        }
    }
}

fn size(asked: Option<u64>) -> Result<u64, Fault> {
    let size = asked.unwrap_or(SIZE);
    let some = (size > 0).then_some(size);
    some.ok_or_else(|| Fault::wrong_at("size", "a block has one task or more"))
}

impl LabState {
    /// Returns the tasks of an experiment and the missing blocks.
    ///
    /// # Errors
    /// If there is no such experiment, its file is invalid, or the store cannot be read.
    pub fn plan(&self, asked: &LabPlan) -> Result<LabPlanned, Fault> {
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let state = self.at(asked.places.as_ref())?;
        let (experiment, size) = (state.find(&chosen)?, size(asked.size)?);
        let key = state.lab().key(&experiment).map_err(Fault::wrong)?;
        let store = state.results_or_none()?;
        let run = store.find(&key.experiment, &key.fingerprint);
        let done = run.and_then(|run| run.map_or_else(|| Ok(Vec::new()), |run| store.done(run)));
        let done = done.map_err(Fault::failed)?;
        Ok(LabPlanned {
            name: key.experiment,
            title: experiment.title().to_string(),
            kind: experiment.kind().to_owned(),
            variant: key.variant,
            seed: experiment.seed().0,
            fingerprint: key.fingerprint,
            version: self.host.version.clone(),
            tasks: key.tasks,
            done: done.len() as u64,
            size,
            blocks: TaskBlock::count(key.tasks, size),
            missing: TaskBlock::missing(key.tasks, size, &done),
            file: (self.host.trust == Trust::Owner).then(|| LabFile {
                name: format!("{}.toml", experiment.name()),
                text: experiment.source().to_owned(),
            }),
        })
    }

    /// Runs one block of an experiment's tasks, without using the store.
    ///
    /// # Errors
    /// If there is no such experiment or block, another run was expected, or it was interrupted.
    pub fn run_block(&self, asked: &LabBlockRun, task: &TaskHandle) -> Result<BlockResults, Fault> {
        let (experiment, block) = self.block(asked)?;
        if self.host.trust == Trust::Page && block.size > MOST_TASKS {
            let why = format!("a page may ask for {MOST_TASKS} tasks at most");
            return Err(Fault::wrong_at("size", why));
        }
        let lab = self.lab();
        if let Some(expected) = &asked.expected {
            let key = lab.key(&experiment).map_err(Fault::wrong)?;
            expected.check(&self.host.version, &key.fingerprint)?;
        }
        work(threads(asked.threads)?, task, None, |options| {
            lab.run_block(&experiment, block, options)
        })
    }

    /// Returns the file of a block in a folder, if it is there with a result for every task.
    ///
    /// # Errors
    /// If there is no such experiment or block.
    pub fn complete_block(
        &self,
        asked: &LabBlockRun,
        folder: &Path,
    ) -> Result<Option<PathBuf>, Fault> {
        let (experiment, block) = self.block(asked)?;
        let found = self.lab().complete_block(&experiment, block, folder);
        found.map_err(lab_fault)
    }

    /// Returns the experiment and the block of a request.
    fn block(&self, asked: &LabBlockRun) -> Result<(Experiment, TaskBlock), Fault> {
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let experiment = match &asked.file {
            Some(_) if self.host.trust == Trust::Page => {
                let why = "a page names an experiment of the list, and brings none of its own";
                return Err(Fault::forbidden(why).at("file"));
            }
            Some(file) => {
                let path = Path::new(&file.name);
                let whole = Experiment::parse(path, &file.text).map_err(Fault::wrong)?;
                chosen.variant(whole)?
            }
            None => self.find(&chosen)?,
        };
        let (number, size) = (asked.block, size(asked.size)?);
        Ok((experiment, TaskBlock { number, size }))
    }
}

impl LabExpected {
    /// Checks that this program makes the results of the run.
    fn check(&self, version: &str, fingerprint: &str) -> Result<(), Fault> {
        let LabExpected {
            fingerprint: wanted,
            version: planned,
        } = self;
        if version != planned {
            let why = format!(
                "this program is version {version}, the plan was made by version {planned}: install the same version here"
            );
            return Err(Fault::wrong_at("expected.version", why));
        }
        if fingerprint != wanted {
            let why = format!(
                "the experiment has the fingerprint {fingerprint} here and {wanted} in the plan: a file that it names differs, or the plan is older than the experiment"
            );
            return Err(Fault::wrong_at("expected.fingerprint", why));
        }
        Ok(())
    }
}
