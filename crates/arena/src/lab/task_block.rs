//! Blocks of tasks: one job of a cluster and its results file.
//!
//! The first line of the file names the run and the number of results; then follows one line per
//! task, in order. It is written under another name and renamed when it is complete.

use super::{Lab, LabError, Prepared, RunOptions, work};
use crate::experiment::Experiment;
use crate::store::{RunKey, Store};
use crate::study::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

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

    fn range(self, tasks: u64) -> Result<Range<u64>, LabError> {
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
    /// The tasks that failed; they are not in the file.
    pub failures: Vec<(u64, String)>,
}

impl BlockResults {
    /// Writes the file into a folder, which is created if missing; returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; then no file is left.
    pub fn save(&self, folder: &Path) -> Result<PathBuf, LabError> {
        let path = folder.join(&self.name);
        write(&path, &self.text).map_err(|why| LabError::File {
            path: path.clone(),
            why,
        })?;
        Ok(path)
    }
}

/// Summary of an import into a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Imported {
    /// Results that were new to the store.
    pub new: u64,
    /// Results that the store had already.
    pub known: u64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    experiment: String,
    variant: String,
    fingerprint: String,
    version: String,
    results: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    task: u64,
    result: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
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
        let head = Head {
            results: outcomes.len() as u64,
            experiment: key.experiment,
            variant: key.variant,
            fingerprint: key.fingerprint,
            version: self.version.clone(),
        };
        let TaskBlock { number, size } = block;
        let name = format!(
            "{}-{}-{size}x{number}.jsonl",
            head.experiment, head.fingerprint
        );
        Ok(BlockResults {
            name,
            text: lines(&head, outcomes),
            results: head.results,
            failures: failures.into_iter().collect(),
        })
    }

    /// Imports the results of a block into the store, all or nothing. `path` names the file in
    /// errors.
    ///
    /// # Errors
    /// If the file is not a complete one of the experiment in its current form, or the store fails.
    pub fn import(
        &self,
        experiment: &Experiment,
        store: &mut Store,
        path: &Path,
        text: &str,
    ) -> Result<Imported, LabError> {
        let key = self.prepare(experiment)?.key;
        let (head, outcomes) = read(path, text, &key)?;
        let run = store.begin(&key)?;
        let all = outcomes.iter().map(|(&task, outcome)| (task, outcome));
        let new = store.save_all(run, all, &head.version)? as u64;
        let known = outcomes.len() as u64 - new;
        Ok(Imported { new, known })
    }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Two processes that run the same block must not write into one file.
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let result = write_whole(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, path));
    if result.is_err() {
        // A file that cannot be removed is left behind.
        let _ = std::fs::remove_file(&unfinished);
    }
    result
}

fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut out = File::create(path)?;
    out.write_all(text.as_bytes())?;
    // The content must be on disk before the file gets its name.
    out.sync_all()
}

fn lines(head: &Head, outcomes: BTreeMap<u64, Outcome>) -> String {
    let json = "results are made of JSON";
    let mut text = serde_json::to_string(head).expect(json) + "\n";
    for (task, Outcome { result, record }) in outcomes {
        let line = Line {
            task,
            result,
            record,
        };
        text += &(serde_json::to_string(&line).expect(json) + "\n");
    }
    text
}

/// Checks that a file belongs to this run, before its lines are parsed.
fn check(path: &Path, head: &Head, key: &RunKey) -> Result<(), LabError> {
    let found = format!("{} {} {}", head.experiment, head.variant, head.fingerprint);
    let expected = format!("{} {} {}", key.experiment, key.variant, key.fingerprint);
    if found == expected {
        return Ok(());
    }
    let path = path.to_owned();
    Err(LabError::OtherRun {
        path,
        found,
        expected,
    })
}

fn read(path: &Path, text: &str, key: &RunKey) -> Result<(Head, BTreeMap<u64, Outcome>), LabError> {
    let invalid = |line: usize, why: String| {
        let path = path.to_owned();
        LabError::Line { path, line, why }
    };
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default())
        .map_err(|e| invalid(1, format!("not a results file: {e}")))?;
    check(path, &head, key)?;
    let tasks = key.tasks;
    let mut outcomes = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let Line {
            task,
            result,
            record,
        } = serde_json::from_str(line).map_err(|e| invalid(number, e.to_string()))?;
        if task >= tasks {
            return Err(invalid(
                number,
                format!("task {task} is out of range: the experiment has {tasks} tasks"),
            ));
        }
        if outcomes.insert(task, Outcome { result, record }).is_some() {
            return Err(invalid(number, format!("duplicate task {task}")));
        }
    }
    if outcomes.len() as u64 != head.results {
        let why = format!(
            "expected {} results, found {}",
            head.results,
            outcomes.len()
        );
        return Err(invalid(outcomes.len() + 1, why));
    }
    Ok((head, outcomes))
}
