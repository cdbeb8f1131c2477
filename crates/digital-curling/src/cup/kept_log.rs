//! The log of a cup, in memory and in a file beside its journal.
//!
//! The organiser reads it after a restart as before. It decides nothing: lines that cannot be read
//! are left out, and a disk that is full stops no match.

use arena::Words;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The name of the file in the folder of a cup.
const FILE: &str = "log.jsonl";

/// The most lines that are kept for the organiser's page.
const LINES: usize = 500;

/// The most bytes that are read of an earlier log: more than its last lines have.
const TAIL: u64 = 1 << 20;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LogLine {
    /// The time.
    pub(crate) time: String,
    /// The text.
    pub(crate) text: Words,
}

/// The last lines of the log, and the file that has all of them.
pub(crate) struct KeptLog {
    lines: VecDeque<LogLine>,
    file: Option<File>,
}

impl KeptLog {
    /// Opens the log in the folder of a cup, with the last lines of earlier runs. Without a file
    /// the log begins anew and is kept in memory only.
    pub(crate) fn open(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let opened = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut file| Ok((last_lines(&mut file)?, file)));
        match opened {
            Ok((lines, file)) => KeptLog {
                lines,
                file: Some(file),
            },
            Err(why) => {
                tracing::warn!("{}: the log is not kept: {why}", path.display());
                KeptLog {
                    lines: VecDeque::new(),
                    file: None,
                }
            }
        }
    }

    /// Adds a line.
    pub(crate) fn push(&mut self, line: LogLine) {
        if let Some(file) = &mut self.file
            && let Err(why) = write(file, &line)
        {
            tracing::warn!("a line of the log is not kept: {why}");
        }
        self.lines.push_back(line);
        if self.lines.len() > LINES {
            self.lines.pop_front();
        }
    }

    /// Returns the last lines.
    pub(crate) fn lines(&self) -> Vec<LogLine> {
        self.lines.iter().cloned().collect()
    }
}

/// Writes a line at once: a kill tears the last line at most.
fn write(file: &mut File, line: &LogLine) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// Reads the last lines, and ends a torn one.
fn last_lines(file: &mut File) -> io::Result<VecDeque<LogLine>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    if bytes.last().is_some_and(|byte| *byte != b'\n') {
        file.write_all(b"\n")?;
    }
    let text = String::from_utf8_lossy(&bytes);
    let read = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let mut lines: VecDeque<LogLine> = read.collect();
    lines.drain(..lines.len().saturating_sub(LINES));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: usize) -> LogLine {
        let text = format!("line {number}");
        LogLine {
            time: "2026-11-18T13:00:00Z".to_owned(),
            text: Words {
                ja: format!("{number}行"),
                en: text,
            },
        }
    }

    #[test]
    fn lines_of_an_earlier_run_are_kept_and_a_torn_one_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = KeptLog::open(folder.path());
        (0..LINES + 20).for_each(|number| log.push(line(number)));
        assert_eq!(log.lines().len(), LINES);
        drop(log);
        let path = folder.path().join(FILE);
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"{\"time\":\"2026").unwrap();
        let mut log = KeptLog::open(folder.path());
        assert_eq!(log.lines().first(), Some(&line(20)));
        assert_eq!(log.lines().last(), Some(&line(LINES + 19)));
        log.push(line(7));
        let again = KeptLog::open(folder.path()).lines();
        assert_eq!(again.last(), Some(&line(7)));
        assert_eq!(again[LINES - 2], line(LINES + 19));
    }

    #[test]
    fn a_log_without_a_folder_is_kept_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = KeptLog::open(&folder.path().join("none"));
        log.push(line(1));
        assert_eq!(log.lines(), [line(1)]);
    }
}
