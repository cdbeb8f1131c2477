//! Files of a training run: weights, checkpoint, curve, snapshots.

use crate::exit::usage;
use anyhow::Context;
use blokus::features::{NAMES, Sides};
use blokus::learn::SavedRun;
use blokus::{Colour, FeatureOptions, weights};
use lookahead::learn::{Linear, Update};
use serde::{Deserialize, Serialize, Serializer};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

/// The files of a training: the weights, and the rest beside them.
pub(super) struct Files {
    weights: PathBuf,
}

impl Files {
    /// The files of the weights at `out`; its folder is made if it is missing.
    pub(super) fn new(out: &Path) -> anyhow::Result<Self> {
        if out.is_dir() || out.file_name().is_none() {
            let out = out.display();
            return Err(usage(format!("--out {out}: this is a folder, name a file")));
        }
        if let Some(folder) = out.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let weights = out.to_owned();
        Ok(Files { weights })
    }

    pub(super) fn weights(&self) -> &Path {
        &self.weights
    }

    /// The name of the weights without the folder.
    pub(super) fn name(&self) -> String {
        let name = self.weights.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    pub(super) fn checkpoint(&self) -> PathBuf {
        beside(&self.weights, "checkpoint")
    }

    pub(super) fn curve(&self) -> PathBuf {
        beside(&self.weights, "curve.jsonl")
    }

    /// The file of the weights after this many updates.
    pub(super) fn snapshot(&self, updates: u64) -> PathBuf {
        beside(&self.weights, &updates.to_string())
    }

    /// Removes the checkpoint.
    pub(super) fn forget(&self) -> anyhow::Result<()> {
        let path = self.checkpoint();
        match fs::remove_file(&path) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                Err(why).with_context(|| format!("cannot remove {}", path.display()))
            }
            _ => Ok(()),
        }
    }
}

/// The path with another ending after all it has.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Writes a file beside its place and then moves it there: whatever happens, the place has the old
/// content or the new.
pub(super) fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let new = beside(path, "new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a run that was stopped.
pub(super) fn saved(path: &Path) -> anyhow::Result<SavedRun> {
    let text =
        arena::text_file::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let wrong = || {
        let path = path.display();
        format!("{path} is no checkpoint of this program; begin anew with --restart")
    };
    let saved: SavedRun = serde_json::from_str(&text).with_context(wrong)?;
    saved.checked().with_context(wrong)
}

/// Keeps a run that may be stopped.
pub(super) fn save(saved: &SavedRun, path: &Path) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec(saved)?;
    text.push(b'\n');
    replace(path, &text)
}

/// The learning curve: a line for every update, written as it comes.
pub(super) struct Curve {
    file: File,
    path: PathBuf,
    reading: FeatureOptions,
}

/// A line of the curve.
#[derive(Serialize)]
struct Point<'a> {
    update: u64,
    epsilon: f64,
    rmse: f64,
    mean_error: f64,
    changes: ByKind<'a, Option<f64>>,
    shared: ByKind<'a, f64>,
    /// White's, where they are not Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared_white: Option<ByKind<'a, f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tempo: Option<f64>,
}

/// A value for every kind of feature.
struct ByKind<'a, T>(&'a [T]);

impl<T: Serialize> Serialize for ByKind<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(NAMES.iter().zip(self.0))
    }
}

/// The field of a curve that tells the number of updates.
#[derive(Deserialize)]
struct Place {
    update: u64,
}

impl Curve {
    /// Opens the file for this run alone.
    pub(super) fn open(path: PathBuf, reading: FeatureOptions) -> anyhow::Result<Self> {
        let options = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let file = options.with_context(|| format!("cannot write {}", path.display()))?;
        file.try_lock()
            .with_context(|| format!("another run is writing {}", path.display()))?;
        Ok(Curve {
            file,
            path,
            reading,
        })
    }

    /// Truncates the curve after this many updates; lines after a gap or a half-written one go too.
    pub(super) fn keep(&mut self, updates: u64) -> anyhow::Result<()> {
        let length = covered(BufReader::new(&self.file), updates);
        let cut = length.and_then(|length| {
            self.file.set_len(length)?;
            self.file.seek(std::io::SeekFrom::Start(length))
        });
        cut.with_context(|| format!("cannot cut {}", self.path.display()))?;
        Ok(())
    }

    /// Adds an update, after which the model is `model`.
    pub(super) fn add(&mut self, update: &Update, model: &Linear) -> anyhow::Result<()> {
        let reading = &self.reading;
        let [black, white] = Colour::BOTH.map(|colour| weights::shared(model, reading, colour));
        let separate = reading.sides == Sides::Separate;
        let point = Point {
            update: update.update,
            epsilon: update.epsilon,
            rmse: update.rmse,
            mean_error: update.mean_error,
            changes: ByKind(&update.changes),
            shared: ByKind(&black),
            shared_white: separate.then_some(ByKind(&white)),
            tempo: model.weights.last().copied().filter(|_| reading.tempo),
        };
        let mut line = serde_json::to_vec(&point)?;
        line.push(b'\n');
        let written = self.file.write_all(&line);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Returns the length in bytes of the first `updates` updates of a curve, or of all there are.
fn covered(mut lines: impl BufRead, updates: u64) -> std::io::Result<u64> {
    let (mut length, mut line) = (0, Vec::new());
    for update in 1..=updates {
        line.clear();
        let read = lines.read_until(b'\n', &mut line)?;
        let place = serde_json::from_slice::<Place>(&line);
        if !line.ends_with(b"\n") || !place.is_ok_and(|place| place.update == update) {
            break;
        }
        length += read as u64;
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_added_to_the_whole_name() {
        let files = Files {
            weights: "a.b/w.txt".into(),
        };
        assert_eq!(files.checkpoint(), Path::new("a.b/w.txt.checkpoint"));
        assert_eq!(files.curve(), Path::new("a.b/w.txt.curve.jsonl"));
        assert_eq!(files.snapshot(1000), Path::new("a.b/w.txt.1000"));
        assert_eq!(files.name(), "w.txt");
    }

    #[test]
    fn a_curve_is_covered_as_far_as_it_is_whole() {
        let line = |update: u64| format!("{{\"update\":{update},\"rmse\":0.1}}\n");
        let three = [1, 2, 3].map(line).concat();
        let covered = |text: &str, updates| covered(text.as_bytes(), updates).unwrap();
        let each = line(1).len() as u64;
        for updates in 0..=3 {
            assert_eq!(covered(&three, updates), updates * each);
        }
        assert_eq!(covered(&three, 9), 3 * each);
        assert_eq!(covered(three.trim_end(), 3), 2 * each, "half a line");
        let gap = [1, 3, 4].map(line).concat();
        assert_eq!(covered(&gap, 3), each);
        assert_eq!(covered("", 3), 0);
        assert_eq!(covered("nonsense\n", 3), 0);
    }
}
