//! The library of experiments: those of a folder, or those built into the program.
//!
//! Pages and the command line share it. A [folder](Host::experiments) named by the user must exist.
//! Without one, the folder `experiments` in the working directory is used, and if it does not
//! exist, the [built-in](Host::built_in) files of the project: the program works from an empty
//! folder.

use crate::Host;
use arena::experiment::{Experiment, ExperimentError};
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The default folder.
pub const USUAL_FOLDER: &str = "experiments";

#[derive(RustEmbed)]
#[folder = "../../experiments"]
struct BuiltIn;

/// The origin of experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabOrigin {
    /// The folder.
    Folder,
    /// The program itself, because there is no such folder.
    BuiltIn,
}

/// An experiment's file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The experiment's name: the file's without the ending.
    pub name: String,
    /// The path, for messages.
    path: PathBuf,
    /// The text, or the error of reading it.
    text: Result<String, String>,
}

impl Entry {
    /// Returns the experiment, full or in its short variant.
    ///
    /// # Errors
    /// If the file cannot be read or is invalid.
    pub fn experiment(&self, short: bool) -> Result<Experiment, String> {
        let path = self.path.display();
        let text = self.text.as_ref();
        let text = text.map_err(|why| format!("cannot read {path}: {why}"))?;
        let read = || -> Result<Experiment, ExperimentError> {
            let whole = Experiment::parse(&self.path, text)?;
            if short { whole.short() } else { Ok(whole) }
        };
        read().map_err(|error| error.to_string())
    }
}

/// All experiments by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The origin.
    pub origin: LabOrigin,
    /// The folder.
    pub folder: PathBuf,
    /// The experiments, sorted by name.
    pub entries: Vec<Entry>,
}

impl Library {
    /// Opens the library of a host.
    ///
    /// # Errors
    /// If the folder cannot be read and there are no built-in experiments instead.
    pub fn open(host: &Host) -> Result<Self, ExperimentError> {
        let folder = host.experiments.as_deref();
        let folder = folder.unwrap_or(Path::new(USUAL_FOLDER)).to_owned();
        let (origin, entries) = match Experiment::files(&folder) {
            Ok(files) => {
                let entries = files.into_iter().filter_map(of_file);
                (LabOrigin::Folder, entries.collect())
            }
            Err(_) if host.experiments.is_none() && host.built_in && !folder.exists() => {
                (LabOrigin::BuiltIn, built_in())
            }
            Err(error) => return Err(error),
        };
        Ok(Library {
            origin,
            folder,
            entries,
        })
    }

    /// Returns the experiment of exactly this name.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

fn of_file(path: PathBuf) -> Option<Entry> {
    let name = path.file_stem()?.to_str()?.to_owned();
    let text = arena::text_file::read(&path).map_err(|why| why.to_string());
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

#[cfg(test)]
mod tests {
    use super::*;
    use arena::study::Outline;

    /// Every experiment of the project can be run, and lists know its runs by the key that running
    /// gives them.
    #[test]
    fn the_outline_of_every_built_in_experiment_is_that_of_its_plan() {
        let host = Host::house();
        for entry in built_in() {
            let whole = entry.experiment(false).unwrap();
            for short in [false, true] {
                if short && !whole.has_short() {
                    continue;
                }
                let experiment = entry.experiment(short).unwrap();
                let study = host.studies.iter().find(|s| s.kind() == experiment.kind());
                let study = study.unwrap_or_else(|| panic!("{}", experiment.kind()));
                let plan = study.plan(&experiment, &host.playables).unwrap();
                let planned = Outline::of(&*plan, &experiment).unwrap();
                let outline = study.outline(&experiment, &host.playables).unwrap();
                assert_eq!(outline, planned, "{}", entry.name);
            }
        }
    }

    #[test]
    fn every_built_in_experiment_has_a_japanese_title_and_description() {
        let is_japanese = |text: &str| text.chars().any(|c| ('ぁ'..='ヿ').contains(&c));
        for entry in built_in() {
            let experiment = entry.experiment(false).unwrap();
            for phrase in [experiment.title(), experiment.about()] {
                assert!(is_japanese(phrase.ja()), "{}", entry.name);
                assert!(!is_japanese(phrase.en()), "{}", entry.name);
            }
        }
    }

    #[test]
    fn a_folder_that_was_asked_for_must_be_there_and_the_usual_one_need_not() {
        let nowhere = tempfile::tempdir().unwrap().path().join("nowhere");
        let host = Host {
            experiments: Some(nowhere),
            ..Host::house()
        };
        let error = Library::open(&host).unwrap_err().to_string();
        assert!(error.contains("nowhere"), "{error}");
        // Tests are run in the folder of their crate, which has no experiments.
        let library = Library::open(&Host::house()).unwrap();
        assert_eq!(library.origin, LabOrigin::BuiltIn);
        assert!(library.find("blokus-first-look").is_some());
        assert!(library.find("blokus-first-look.toml").is_none());
        assert!(
            Library::open(&Host::default()).is_err(),
            "nothing is built in"
        );
    }
}
