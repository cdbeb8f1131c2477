//! A part of an experiment as one job of a cluster, and the file it leaves.
//!
//! The first line of the file says whose results follow and how many; then comes one line a task,
//! in order. It is saved under another name and renamed when it is complete.

use super::{Effort, Lab, LabError, Prepared, work};
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
    /// The name of its file.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// How many results it holds.
    pub results: u64,
    /// The tasks that failed; they are not in the file.
    pub failures: Vec<(u64, String)>,
}

impl PortionDone {
    /// Writes the file into a folder, which is made if it is missing; returns its path.
    ///
    /// # Errors
    /// If it cannot be written; there is no file then.
    pub fn save(&self, folder: &Path) -> Result<PathBuf, LabError> {
        let path = folder.join(&self.name);
        write(&path, &self.text).map_err(|why| LabError::File {
            path: path.clone(),
            why,
        })?;
        Ok(path)
    }
}

/// What a file has brought into a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
    /// Does one portion of an experiment.
    ///
    /// # Errors
    /// If the experiment is wrong, has no such portion, or was interrupted.
    pub fn run_portion(
        &self,
        experiment: &Experiment,
        portion: Portion,
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
        Ok(PortionDone {
            name,
            text: lines(&head, outcomes),
            results: head.results,
            failures: failures.into_iter().collect(),
        })
    }

    /// Brings the results of a portion into the store: all of the text or nothing. The path names
    /// the file in errors.
    ///
    /// # Errors
    /// If the file is not a complete one of this experiment as it is now, or the store fails.
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
    // Two processes doing the same portion must not write into one file.
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let result = write_whole(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, path));
    if result.is_err() {
        // Nothing better can be done about a file that cannot even be removed.
        let _ = std::fs::remove_file(&unfinished);
    }
    result
}

fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut out = File::create(path)?;
    out.write_all(text.as_bytes())?;
    // The name must not appear before the content is on the disk.
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

fn read(path: &Path, text: &str, key: &RunKey) -> Result<(Head, BTreeMap<u64, Outcome>), LabError> {
    let wrong = |line: usize, why: String| {
        let path = path.to_owned();
        LabError::Line { path, line, why }
    };
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default())
        .map_err(|e| wrong(1, format!("this is no file of results: {e}")))?;
    check(path, &head, key)?;
    let tasks = key.tasks;
    let mut outcomes = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let Line {
            task,
            result,
            record,
        } = serde_json::from_str(line).map_err(|e| wrong(number, e.to_string()))?;
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
