//! The file of a block: JSON lines, the head first, then a line for each result in order of tasks.
//!
//! The head names the run, the block and the origin of the results (version, host, processor,
//! threads, start and duration) and has a checksum of the lines below it, so that a file that was
//! cut off or changed is recognised. Files without origin and checksum, as earlier versions wrote
//! them, can be read.

use super::{LabError, TaskBlock};
use crate::origin::Origin;
use crate::store::RunKey;
use crate::study::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The head of a block's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) experiment: String,
    pub(super) variant: String,
    pub(super) fingerprint: String,
    pub(super) version: String,
    /// The number of results, one in each line below.
    pub(super) results: u64,
    #[serde(default)]
    pub(super) block: u64,
    #[serde(default)]
    pub(super) size: u64,
    #[serde(default)]
    pub(super) host: String,
    #[serde(default)]
    pub(super) processor: String,
    #[serde(default)]
    pub(super) threads: u64,
    /// The Unix time of the start, in seconds.
    #[serde(default)]
    pub(super) started: u64,
    /// The duration.
    #[serde(default)]
    pub(super) seconds: f64,
    /// The tasks without a result, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) failures: Vec<(u64, String)>,
    /// The fingerprint of the lines below.
    #[serde(default)]
    pub(super) checksum: Option<String>,
}

impl Head {
    pub(super) fn origin(&self) -> Origin {
        Origin {
            version: self.version.clone(),
            host: self.host.clone(),
            processor: self.processor.clone(),
            threads: self.threads,
        }
    }

    fn block(&self) -> TaskBlock {
        TaskBlock {
            number: self.block,
            size: self.size,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    task: u64,
    result: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// The content of a block's file.
pub(super) struct BlockFile {
    pub(super) head: Head,
    pub(super) outcomes: BTreeMap<u64, Outcome>,
}

impl BlockFile {
    /// Returns the name of the file of a block.
    pub(super) fn name(key: &RunKey, block: TaskBlock) -> String {
        let TaskBlock { number, size } = block;
        format!("{}{size}x{number}.jsonl", Self::prefix(key))
    }

    /// Returns the beginning of the names of a run's files.
    pub(super) fn prefix(key: &RunKey) -> String {
        format!("{}-{}-", key.experiment, key.fingerprint)
    }

    /// Returns the text of the file; its checksum and number of results are filled in.
    pub(super) fn text(self) -> String {
        let json = "results are made of JSON";
        let BlockFile { mut head, outcomes } = self;
        head.results = outcomes.len() as u64;
        let mut body = String::new();
        for (task, Outcome { result, record }) in outcomes {
            let line = Line {
                task,
                result,
                record,
            };
            body += &(serde_json::to_string(&line).expect(json) + "\n");
        }
        head.checksum = Some(super::fingerprint(&body));
        serde_json::to_string(&head).expect(json) + "\n" + &body
    }

    /// Reads the text of a file of the run `key`; `path` names it in errors.
    ///
    /// # Errors
    /// If it belongs to another run, or a line is malformed or missing.
    pub(super) fn read(path: &Path, text: &str, key: &RunKey) -> Result<Self, LabError> {
        let invalid = |line: usize, why: String| {
            let path = path.to_owned();
            LabError::Line { path, line, why }
        };
        let (first, body) = text.split_once('\n').unwrap_or((text, ""));
        let head: Head = serde_json::from_str(first)
            .map_err(|e| invalid(1, format!("not a results file: {e}")))?;
        check(path, &head, key)?;
        let outcomes = outcomes(body, key.tasks).map_err(|(line, why)| invalid(line, why))?;
        let (expected, found) = (head.results, outcomes.len());
        if found as u64 != expected {
            let why = format!("expected {expected} results, found {found}");
            return Err(invalid(found + 1, why));
        }
        let sum = super::fingerprint(body);
        if head.checksum.as_ref().is_some_and(|told| *told != sum) {
            let why = "the results do not match the checksum: the file was changed";
            return Err(invalid(1, why.to_owned()));
        }
        if let Some((task, _)) = head.failures.iter().find(|(task, _)| *task >= key.tasks) {
            return Err(invalid(1, beyond(*task, key.tasks)));
        }
        Ok(BlockFile { head, outcomes })
    }

    /// Returns whether this is the whole of a block: every task has a result.
    pub(super) fn completes(&self, block: TaskBlock, tasks: u64) -> bool {
        let range = block.range(tasks);
        self.head.block() == block
            && range.is_ok_and(|mut range| range.all(|task| self.outcomes.contains_key(&task)))
    }
}

fn beyond(task: u64, tasks: u64) -> String {
    format!("task {task} is out of range: the experiment has {tasks} tasks")
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

/// Reads the lines below the head.
///
/// # Errors
/// The number of the wrong line in the file, and what is wrong with it.
fn outcomes(body: &str, tasks: u64) -> Result<BTreeMap<u64, Outcome>, (usize, String)> {
    let mut outcomes = BTreeMap::new();
    for (number, line) in (2..).zip(body.lines()) {
        let Line {
            task,
            result,
            record,
        } = serde_json::from_str(line).map_err(|e| (number, e.to_string()))?;
        if task >= tasks {
            return Err((number, beyond(task, tasks)));
        }
        if outcomes.insert(task, Outcome { result, record }).is_some() {
            return Err((number, format!("duplicate task {task}")));
        }
    }
    Ok(outcomes)
}

/// Writes a file under another name and renames it: it is complete or not there. `writer` tells
/// apart hosts that share the folder.
pub(super) fn write(path: &Path, text: &str, writer: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Two processes that run the same block must not write into one file.
    let writer: String = writer.chars().filter(char::is_ascii_alphanumeric).collect();
    let unfinished = path.with_extension(format!("unfinished-{writer}-{}", std::process::id()));
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
