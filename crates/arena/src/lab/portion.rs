//! A part of an experiment as one job of a cluster, and the file it leaves.
//!
//! The first line of the file says whose results follow and how many; then comes one line a task, in order. It is
//! written under another name and renamed when it is complete.

use super::{Effort, Lab, LabError, Prepared, work};
use crate::experiment::Experiment;
use crate::store::{RunKey, Store};
use crate::study::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Some of the tasks of an experiment: those from `number * size` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    /// Which, from 0.
    pub number: u64,
    /// How many tasks a portion has; the last may have fewer.
    pub size: u64,
}

impl Portion {
    /// How many portions of `size` tasks there are.
    pub fn count(tasks: u64, size: u64) -> u64 {
        tasks.div_ceil(size.max(1))
    }

    fn range(self, tasks: u64) -> Result<Range<u64>, LabError> {
        let Portion { number, size } = self;
        let start = number
            .checked_mul(size)
            .filter(|&start| start < tasks && size > 0);
        let start = start.ok_or(LabError::NoPortion {
            number,
            size,
            tasks,
        })?;
        Ok(start..start.saturating_add(size).min(tasks))
    }
}

/// What a portion has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortionDone {
    /// The file.
    pub path: PathBuf,
    /// How many results it holds.
    pub results: u64,
    /// The tasks that failed; they are not in the file.
    pub failures: Vec<(u64, String)>,
}

/// What a file has brought into a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Results the store did not have.
    pub new: u64,
    /// Results it had already.
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
    /// Does one portion of an experiment and leaves its results as a file in `folder`.
    ///
    /// # Errors
    /// If the experiment is wrong, has no such portion, was interrupted, or the file cannot be written; there
    /// is no file then.
    pub fn run_portion(
        &self,
        experiment: &Experiment,
        portion: Portion,
        folder: &Path,
        effort: &mut Effort<'_>,
    ) -> Result<PortionDone, LabError> {
        let Prepared { plan, key } = self.prepare(experiment)?;
        let range = portion.range(plan.tasks())?;
        let tasks: Vec<u64> = range.collect();
        let (mut outcomes, mut failures) = (BTreeMap::new(), BTreeMap::new());
        let extent = (0, tasks.len() as u64);
        work(
            &*plan,
            experiment,
            &tasks,
            extent,
            effort,
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
        let Portion { number, size } = portion;
        let name = format!(
            "{}-{}-{size}x{number}.jsonl",
            head.experiment, head.fingerprint
        );
        let path = folder.join(name);
        write(&path, &head, outcomes).map_err(|why| unusable(&path, why))?;
        Ok(PortionDone {
            path,
            results: head.results,
            failures: failures.into_iter().collect(),
        })
    }

    /// Brings the results of a portion into the store: all of the file or nothing.
    ///
    /// # Errors
    /// If the file is not a complete one of this experiment as it is now, or the store fails.
    pub fn import(
        &self,
        experiment: &Experiment,
        store: &mut Store,
        path: &Path,
    ) -> Result<Imported, LabError> {
        let key = self.prepare(experiment)?.key;
        let (head, outcomes) = read(path, &key)?;
        let run = store.begin(&key)?;
        let all = outcomes.iter().map(|(&task, outcome)| (task, outcome));
        let new = store.save_all(run, all, &head.version)? as u64;
        let known = outcomes.len() as u64 - new;
        Ok(Imported { new, known })
    }
}

fn write(path: &Path, head: &Head, outcomes: BTreeMap<u64, Outcome>) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Two processes doing the same portion must not write into one file.
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let result =
        write_lines(&unfinished, head, outcomes).and_then(|()| std::fs::rename(&unfinished, path));
    if result.is_err() {
        // Nothing better can be done about a file that cannot even be removed.
        let _ = std::fs::remove_file(&unfinished);
    }
    result
}

fn write_lines(path: &Path, head: &Head, outcomes: BTreeMap<u64, Outcome>) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(out, "{}", serde_json::to_string(head)?)?;
    for (task, Outcome { result, record }) in outcomes {
        let line = Line {
            task,
            result,
            record,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    // The name must not appear before the content is on the disk.
    out.into_inner()
        .map_err(std::io::IntoInnerError::into_error)?
        .sync_all()
}

/// Whether a file is of this run; asked before its lines are looked at.
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

fn read(path: &Path, key: &RunKey) -> Result<(Head, BTreeMap<u64, Outcome>), LabError> {
    let wrong = |line: usize, why: String| {
        let path = path.to_owned();
        LabError::Line { path, line, why }
    };
    let file = File::open(path).map_err(|why| unusable(path, why))?;
    let mut lines = BufReader::new(file)
        .lines()
        .map(|line| line.map_err(|why| unusable(path, why)));
    let first = lines.next().transpose()?.unwrap_or_default();
    let head: Head = serde_json::from_str(&first)
        .map_err(|e| wrong(1, format!("this is no file of results: {e}")))?;
    check(path, &head, key)?;
    let tasks = key.tasks;
    let mut outcomes = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let Line {
            task,
            result,
            record,
        } = serde_json::from_str(&line?).map_err(|e| wrong(number, e.to_string()))?;
        if task >= tasks {
            return Err(wrong(
                number,
                format!("there is no task {task} among {tasks}"),
            ));
        }
        if outcomes.insert(task, Outcome { result, record }).is_some() {
            return Err(wrong(number, format!("task {task} is there twice")));
        }
    }
    if outcomes.len() as u64 != head.results {
        let why = format!(
            "{} results announced, {} there",
            head.results,
            outcomes.len()
        );
        return Err(wrong(outcomes.len() + 1, why));
    }
    Ok((head, outcomes))
}

fn unusable(path: &Path, why: std::io::Error) -> LabError {
    let path = path.to_owned();
    LabError::File { path, why }
}
