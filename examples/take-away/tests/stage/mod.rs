//! Where the end-to-end tests play: a folder of its own for each, and the program run in it with
//! bounded patience.

#![allow(dead_code, reason = "every test file uses a part of it")]

use arena::GameRecord;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far longer than anything here takes, for machines with much else to do.
pub(crate) const BOUND: Duration = Duration::from_mins(1);
/// How often a condition is looked at.
const POLL: Duration = Duration::from_millis(2);

/// A folder in which the program runs.
pub(crate) struct Stage {
    folder: TempDir,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Stage {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// The path of something in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file; its folder is made.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }

    /// The names of what is in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The records in a file, one a line.
    pub(crate) fn records(&self, name: &str) -> Vec<GameRecord> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        self.read(name).lines().map(read).collect()
    }

    /// The program with `words` behind it, one argument a word.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(cargo_bin!("take-away"));
        command.args(words.split_whitespace());
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        for habit in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "SAKIYOMI_LOG"] {
            command.env_remove(habit);
        }
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, words: &str) -> Ended {
        finish(self.command(words))
    }

    /// What the program prints when all goes well.
    pub(crate) fn say(&self, words: &str) -> String {
        self.run(words).succeeded().stdout
    }

    /// The JSON the program prints when all goes well.
    pub(crate) fn json(&self, words: &str) -> Value {
        self.run(&format!("{words} --json")).succeeded().json()
    }

    /// Starts the program and does not wait for it.
    pub(crate) fn start(&self, words: &str) -> Running {
        launch(self.command(words))
    }
}

/// Runs a command to its end.
pub(crate) fn finish(command: Command) -> Ended {
    let output = assert_cmd::Command::from_std(command)
        .timeout(BOUND)
        .output()
        .unwrap();
    output.into()
}

/// Starts a command and does not wait for it.
pub(crate) fn launch(mut command: Command) -> Running {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Running(Some(command.spawn().unwrap()))
}

/// A program that was started; killed when it is dropped.
pub(crate) struct Running(Option<Child>);

impl Running {
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let child = self.0.as_ref().unwrap();
        rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
    }

    /// Waits until it says something on standard error, which is then gone.
    pub(crate) fn await_stderr(&mut self) {
        let child = self.0.as_mut().unwrap();
        let read = child.stderr.as_mut().unwrap().read(&mut [0; 1024]).unwrap();
        assert_ne!(read, 0, "it ended without a word");
    }

    /// Whether it has not ended.
    pub(crate) fn runs(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    /// Waits for its end.
    pub(crate) fn wait(mut self) -> Ended {
        until("the program ends", || !self.runs());
        let child = self.0.take().unwrap();
        child.wait_with_output().unwrap().into()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ended {
    #[track_caller]
    pub(crate) fn succeeded(self) -> Self {
        self.ended_with(0)
    }

    #[track_caller]
    pub(crate) fn ended_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// The program refused: asked for wrongly, all of `names` named, nothing printed.
    #[track_caller]
    pub(crate) fn refused(self, names: &[&str]) -> Self {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        for name in names {
            assert!(self.stderr.contains(name), "no `{name}` in {self:#?}");
        }
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|why| panic!("{why} in {self:#?}"))
    }
}

/// Waits until something holds.
#[track_caller]
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < BOUND, "waited in vain until {what}");
        std::thread::sleep(POLL);
    }
}

/// A report, on the terminal or in Markdown, without what another run does not repeat: measured
/// times and dates.
pub(crate) fn without_times(report: &str) -> String {
    let mut measured = false;
    let repeats = |line: &&str| {
        measured |= ["Time", "**Time**"].contains(line);
        let date = line.starts_with("Run: ") || line.starts_with("* Run: ");
        let keep = !measured && !date;
        measured &= !line.starts_with("Times depend on the machine");
        keep
    };
    let lines: Vec<_> = report.lines().filter(repeats).collect();
    lines.join("\n")
}

/// An export without measured times. For results without commas in them.
pub(crate) fn without_seconds(csv: &str) -> Vec<Vec<&str>> {
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let timeless = |column: &usize| !rows[0][*column].starts_with("seconds");
    let columns: Vec<usize> = (0..rows[0].len()).filter(timeless).collect();
    rows.iter()
        .map(|row| columns.iter().map(|&column| row[column]).collect())
        .collect()
}

/// A game without measured times.
pub(crate) fn timeless(mut record: GameRecord) -> GameRecord {
    record.seconds = [0.0; 2];
    record.moves.iter_mut().for_each(|m| m.seconds = 0.0);
    record
}

/// The files in a folder with this ending, sorted.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}
