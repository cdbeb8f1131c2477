//! Where experiments come from: the folder of the project if there is one, otherwise those that are built in.
//!
//! The workbench may be started anywhere. The files of the project's own experiments are therefore part of the program; a folder
//! `experiments` where it is started takes their place, as on the command line.

use arena::experiment::{Experiment, ExperimentError};
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(RustEmbed)]
#[folder = "../../experiments"]
struct BuiltIn;

/// Where the experiments of a list come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LabOrigin {
    /// The folder.
    Folder,
    /// The program itself, because there is no such folder.
    BuiltIn,
}

/// An experiment's file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    /// Its name without the ending.
    pub(super) name: String,
    /// Where it is, for messages.
    path: PathBuf,
    /// What it says; or why it cannot be read.
    text: Result<String, String>,
}

impl Entry {
    /// The experiment it describes, or the quick variant of it.
    ///
    /// # Errors
    /// What is wrong with the file, in words.
    pub(super) fn experiment(&self, short: bool) -> Result<Experiment, String> {
        let text = self.text.as_ref().map_err(Clone::clone)?;
        let read = || -> Result<Experiment, ExperimentError> {
            let whole = Experiment::parse(&self.path, text)?;
            if short { whole.short() } else { Ok(whole) }
        };
        read().map_err(|error| error.to_string())
    }
}

/// All experiments by name.
pub(super) fn entries(folder: &Path) -> (LabOrigin, Vec<Entry>) {
    match Experiment::files(folder) {
        Ok(files) => (
            LabOrigin::Folder,
            files.into_iter().filter_map(of_file).collect(),
        ),
        Err(_) => (LabOrigin::BuiltIn, built_in()),
    }
}

fn of_file(path: PathBuf) -> Option<Entry> {
    let name = path.file_stem()?.to_str()?.to_owned();
    let text = std::fs::read_to_string(&path).map_err(|why| why.to_string());
    Some(Entry { name, path, text })
}

fn built_in() -> Vec<Entry> {
    let mut names: Vec<_> = BuiltIn::iter().collect();
    names.sort();
    let entry = |file: &str| {
        let text = BuiltIn::get(file)?.data.into_owned();
        Some(Entry {
            name: file.strip_suffix(".toml")?.to_owned(),
            path: PathBuf::from(file),
            text: String::from_utf8(text).map_err(|why| why.to_string()),
        })
    };
    names.iter().filter_map(|file| entry(file)).collect()
}
