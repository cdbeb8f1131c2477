//! Blocks of tasks: one job of a cluster, run without a store.
//!
//! The results are a file (`block_file`) that is imported into a store. It is written under another
//! name and renamed when it is complete.

use super::block_file::{self, BlockFile, Head};
use super::{Lab, LabError, Prepared, RunOptions, work};
use crate::experiment::{Experiment, ExperimentError};
use crate::store::{RunKey, Store};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The longest file of results that is read, in bytes.
pub const LONGEST: u64 = 1 << 30;

/// A block of the tasks of an experiment: `size` tasks from `number * size` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskBlock {
    /// Number of the block, from 0.
    pub number: u64,
    /// Tasks per block; the last block may have fewer.
    pub size: u64,
}

impl TaskBlock {
    /// Returns the number of blocks of `size` tasks.
    pub fn count(tasks: u64, size: u64) -> u64 {
        tasks.div_ceil(size.max(1))
    }

    /// Returns the numbers of the blocks of `size` tasks in which a result is missing. `done` are
    /// the tasks with a result, in order.
    pub fn missing(tasks: u64, size: u64, done: &[u64]) -> Vec<u64> {
        let size = size.max(1);
        let mut done = done.iter().peekable();
        let is_missing = |&block: &u64| {
            let start = block * size;
            let end = start.saturating_add(size).min(tasks);
            let mut have = 0;
            while done.next_if(|&&task| task < end).is_some() {
                have += 1;
            }
            have < end - start
        };
        let blocks = 0..TaskBlock::count(tasks, size);
        blocks.filter(is_missing).collect()
    }

    pub(super) fn range(self, tasks: u64) -> Result<Range<u64>, LabError> {
        let TaskBlock { number, size } = self;
        let start = number
            .checked_mul(size)
            .filter(|&start| start < tasks && size > 0);
        let start = start.ok_or(LabError::NoBlock {
            number,
            size,
            tasks,
        })?;
        Ok(start..start.saturating_add(size).min(tasks))
    }
}

/// The results of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockResults {
    /// Name of the results file.
    pub name: String,
    /// Content of the results file.
    pub text: String,
    /// Number of results in the file.
    pub results: u64,
    /// The tasks that failed; their results are not in the file.
    pub failures: Vec<(u64, String)>,
    /// Name of the host that ran it.
    pub host: String,
}

impl BlockResults {
    /// Writes the file into a folder, which is created if missing; returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; then no file is left.
    pub fn save(&self, folder: &Path) -> Result<PathBuf, LabError> {
        let path = folder.join(&self.name);
        block_file::write(&path, &self.text, &self.host).map_err(|why| LabError::File {
            path: path.clone(),
            why,
        })?;
        Ok(path)
    }
}

/// Summary of an import into a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Results that were new to the store.
    pub new: u64,
    /// Results that the store had already.
    pub known: u64,
}

impl Lab<'_> {
    /// Runs one block of an experiment.
    ///
    /// # Errors
    /// If the experiment has an error or no such block, or the run was cancelled.
    pub fn run_block(
        &self,
        experiment: &Experiment,
        block: TaskBlock,
        options: &mut RunOptions<'_>,
    ) -> Result<BlockResults, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let range = block.range(plan.tasks())?;
        let tasks: Vec<u64> = range.collect();
        let mut head = self.head(&key, block, options.threads);
        let started = Instant::now();
        let (mut outcomes, mut failures) = (BTreeMap::new(), BTreeMap::new());
        let extent = (0, tasks.len() as u64);
        work(
            &*plan,
            experiment,
            &tasks,
            extent,
            options,
            |task, attempt| {
                match attempt {
                    Ok(outcome) => drop(outcomes.insert(task, outcome)),
                    Err(why) => drop(failures.insert(task, why)),
                }
                Ok(())
            },
        )?;
        if outcomes.len() + failures.len() < tasks.len() {
            return Err(LabError::Interrupted);
        }
        head.seconds = started.elapsed().as_secs_f64();
        head.failures = failures.into_iter().collect();
        Ok(BlockResults {
            name: BlockFile::name(&key, block),
            results: outcomes.len() as u64,
            failures: head.failures.clone(),
            host: head.host.clone(),
            text: BlockFile { head, outcomes }.text(),
        })
    }

    /// Returns the head of a block's file before its tasks are run.
    fn head(&self, key: &RunKey, block: TaskBlock, threads: usize) -> Head {
        let origin = self.origin(threads);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Head {
            experiment: key.experiment.clone(),
            variant: key.variant.clone(),
            fingerprint: key.fingerprint.clone(),
            version: origin.version,
            results: 0,
            block: block.number,
            size: block.size,
            host: origin.host,
            processor: origin.processor,
            threads: origin.threads,
            started: now.map_or(0, |now| now.as_secs()),
            seconds: 0.0,
            failures: Vec::new(),
            checksum: None,
        }
    }

    /// Returns the file of a block in a folder, if it is there with a result for every task.
    ///
    /// # Errors
    /// If the experiment has an error or no such block.
    pub fn complete_block(
        &self,
        experiment: &Experiment,
        block: TaskBlock,
        folder: &Path,
    ) -> Result<Option<PathBuf>, LabError> {
        let key = self.key(experiment)?;
        block.range(key.tasks)?;
        let path = folder.join(BlockFile::name(&key, block));
        let Ok(text) = crate::text_file::read_up_to(&path, LONGEST) else {
            return Ok(None);
        };
        let file = BlockFile::read(&path, &text, &key);
        let complete = file.is_ok_and(|file| file.completes(block, key.tasks));
        Ok(complete.then_some(path))
    }

    /// Returns the beginning of the names of all block files of an experiment in its current form.
    ///
    /// # Errors
    /// If the experiment has an error.
    pub fn block_prefix(&self, experiment: &Experiment) -> Result<String, ExperimentError> {
        Ok(BlockFile::prefix(&self.key(experiment)?))
    }

    /// Imports the results of a block of the run `key` into the store, all or nothing. `path` names
    /// the file in errors.
    ///
    /// # Errors
    /// If the file is not a complete one of the run, or the store fails.
    pub fn import(
        &self,
        key: &RunKey,
        store: &mut Store,
        path: &Path,
        text: &str,
    ) -> Result<Imported, LabError> {
        let BlockFile { head, outcomes } = BlockFile::read(path, text, key)?;
        let run = store.begin(key)?;
        let all = outcomes.iter().map(|(&task, outcome)| (task, outcome));
        let new = store.save_all(run, all, &head.origin())? as u64;
        for (task, why) in &head.failures {
            store.fail(run, *task, why)?;
        }
        let known = outcomes.len() as u64 - new;
        Ok(Imported { new, known })
    }
}
