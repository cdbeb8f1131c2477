//! Blocks of an experiment's tasks: the missing ones, running one, importing its results.

use super::experiments::told;
use super::{LabChosen, LabFile, LabState, lab_fault, threads, work};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use crate::{Operation, Trust};
use arena::lab::{BlockResults, Imported, TaskBlock};
use arena::store::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// The most tasks of a block that a page may ask for.
const MOST_TASKS: u64 = 10_000;
/// The default number of tasks in a block.
const SIZE: u64 = 100;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 3] {
    let [plan, run, import] = [(); 3].map(|()| Arc::clone(state));
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
        Operation::task(
            "lab/import",
            (
                "Imports the results of blocks into the store.",
                "ブロックの結果を保存先に取り込みます。",
            ),
            move |asked: LabImport, _| import.import(&asked),
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

/// Results to import.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabImport {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The files of its blocks.
    pub files: Vec<LabFile>,
}

/// The result of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabImported {
    /// The files, in order.
    pub files: Vec<Imported>,
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
        let (experiment, size) = (self.find(&chosen)?, size(asked.size)?);
        let key = self.lab().key(&experiment).map_err(Fault::wrong)?;
        let store = self.results_or_none()?;
        let run = store.find(&key.experiment, &key.fingerprint);
        let done = run.and_then(|run| run.map_or_else(|| Ok(Vec::new()), |run| store.done(run)));
        let done = done.map_err(Fault::failed)?;
        let blocks = TaskBlock::count(key.tasks, size);
        let lacks = |block: &u64| {
            let tasks = block * size..(block * size).saturating_add(size).min(key.tasks);
            let have = done.iter().filter(|task| tasks.contains(task)).count() as u64;
            have < tasks.end - tasks.start
        };
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
            blocks,
            missing: (0..blocks).filter(lacks).collect(),
        })
    }

    /// Runs one block of an experiment's tasks, without using the store.
    ///
    /// # Errors
    /// If there is no such experiment or block, or it was interrupted.
    pub fn run_block(&self, asked: &LabBlockRun, task: &TaskHandle) -> Result<BlockResults, Fault> {
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let (experiment, size) = (self.find(&chosen)?, size(asked.size)?);
        if self.host.trust == Trust::Page && size > MOST_TASKS {
            let why = format!("a page may ask for {MOST_TASKS} tasks at most");
            return Err(Fault::wrong_at("size", why));
        }
        let (number, lab) = (asked.block, self.lab());
        work(threads(asked.threads)?, task, None, |options| {
            lab.run_block(&experiment, TaskBlock { number, size }, options)
        })
    }

    /// Imports results of blocks into the store, each file as a whole.
    ///
    /// # Errors
    /// If a file is not a complete one of this experiment as it is now, the store fails, or a page
    /// asks.
    pub fn import(&self, asked: &LabImport) -> Result<LabImported, Fault> {
        if self.host.trust == Trust::Page {
            let why = "results are taken in by the owner of the machine: use `sakiyomi lab import`";
            return Err(Fault::forbidden(why));
        }
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let (experiment, lab) = (self.find(&chosen)?, self.lab());
        lab.check(&experiment).map_err(Fault::wrong)?;
        let mut store = Store::open(&self.host.store).map_err(Fault::failed)?;
        let mut take = |file: &LabFile| {
            let path = Path::new(&file.name);
            let taken = lab.import(&experiment, &mut store, path, &file.text);
            taken.map_err(lab_fault)
        };
        let files = asked
            .files
            .iter()
            .map(&mut take)
            .collect::<Result<_, _>>()?;
        Ok(LabImported { files })
    }
}
