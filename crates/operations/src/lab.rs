//! Lab operations: experiments, matches, tournaments, trainings.
//!
//! A page chooses an experiment by its name in the list: no part of a request is used as a path,
//! and no player may start a program or open a file (`crate::player_policy`). The owner of the
//! machine may name files and programs: the [trust](Host::trust) of the host decides. Results are
//! kept in the store of the lab, so that the command line can continue a run of a page, and the
//! reverse. Runs in progress are registered by name (`running`), so that every page can see and
//! stop them.

mod blocks;
mod experiments;
mod export;
mod imports;
pub mod library;
mod report;
mod requests;
mod running;
mod session;
mod standings;
mod tournament;
mod training;
mod weights;

#[cfg(test)]
mod tests;

pub use blocks::{LabBlockDone, LabBlockRun, LabExpected, LabPlan, LabPlanned};
pub use experiments::{LabExperiment, LabExperiments, LabExtent, LabRun, LabSitting};
pub use export::{LabExport, LabFile, LabForm};
pub use imports::{LabImport, LabImported, LabImportedFile};
pub use report::LabReport;
pub use requests::RequestsStudy;
pub use session::{Keep, Session};
pub use standings::{LabMatch, LabStandings};
pub use tournament::LabTournament;

use crate::fault::{Fault, FaultCode};
use crate::task_handle::{Count, TaskHandle};
use crate::{Host, Operation, Trust, former_names};
use arena::experiment::Experiment;
use arena::lab::{Lab, LabError, LabProgress, RunOptions};
use arena::origin::Machine;
use arena::process::quote;
use arena::store::{Store, StoreError};
use library::{LabOrigin, Library, USUAL_FOLDER};
use lookahead::Seed;
use running::{Running, Sitting};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most threads.
const MOST_THREADS: u16 = 1024;

/// The operations of the lab.
pub fn operations(host: &Host) -> Vec<Operation> {
    let state = Arc::new(LabState::new(host.clone()));
    let mut all = Vec::new();
    all.extend(experiments::operations(&state));
    all.extend(blocks::operations(&state));
    all.extend(imports::operations(&state));
    all.extend(report::operations(&state));
    all.extend(tournament::operations(&state));
    all.extend(training::operations(&state));
    all
}

/// The shared state of the lab's operations.
pub struct LabState {
    host: Host,
    running: Running,
}

/// An experiment, full or in its short variant.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabChosen {
    /// The name of the experiment, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// Places of experiments and results.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabPlaces {
    /// The folder of the experiment files.
    #[serde(default)]
    pub experiments: Option<PathBuf>,
    /// The file of the results.
    #[serde(default)]
    pub store: Option<PathBuf>,
}

impl LabChosen {
    /// Returns an experiment in the chosen variant, with the chosen seed.
    fn variant(&self, whole: Experiment) -> Result<Experiment, Fault> {
        let experiment = if self.short {
            whole.short().map_err(Fault::wrong)?
        } else {
            whole
        };
        Ok(match self.seed {
            Some(seed) => experiment.with_seed(Seed(seed)),
            None => experiment,
        })
    }

    /// The path of the experiment's file, if that is how it is named.
    fn path(&self) -> Option<&Path> {
        let path = Path::new(&self.name);
        path.extension()
            .is_some_and(|ending| ending == "toml")
            .then_some(path)
    }
}

impl LabState {
    /// Creates the lab of a host.
    pub fn new(host: Host) -> Self {
        LabState {
            host,
            running: Running::default(),
        }
    }

    /// Returns the lab at other places than the host's, which only the owner may name.
    fn at(&self, places: Option<&LabPlaces>) -> Result<LabState, Fault> {
        let mut host = self.host.clone();
        if let Some(places) = places {
            if host.trust == Trust::Page {
                let why = "the places of experiments and results are chosen by the server";
                return Err(Fault::forbidden(why).at("places"));
            }
            if let Some(store) = &places.store {
                host.store.clone_from(store);
            }
            host.experiments = places.experiments.clone().or(host.experiments);
        }
        Ok(LabState {
            host,
            running: self.running.clone(),
        })
    }

    fn lab(&self) -> Lab<'_> {
        Lab {
            studies: &self.host.studies,
            playables: &self.host.playables,
            command: format!("{} lab run", self.host.name),
            version: self.host.version.clone(),
            machine: self.machine(),
        }
    }

    /// Returns the machine; pages are not told its name.
    fn machine(&self) -> Machine {
        let mut machine = self.host.machine.clone();
        if self.host.trust == Trust::Page {
            machine.host.clear();
        }
        machine
    }

    /// Returns the lab for an experiment; its reports name the folder of the file.
    fn lab_of(&self, chosen: &LabChosen) -> Lab<'_> {
        let folder = chosen.path().and_then(Path::parent);
        let option = match folder.or(self.host.experiments.as_deref()) {
            None => String::new(),
            Some(folder) if folder == USUAL_FOLDER => String::new(),
            Some(folder) if folder.as_os_str().is_empty() => " --experiments .".to_owned(),
            Some(folder) => format!(" --experiments {}", quote(&folder.display().to_string())),
        };
        let mut lab = self.lab();
        if self.host.trust == Trust::Owner {
            lab.command += &option;
        }
        lab
    }

    /// Returns the experiment of exactly this name, in this variant; for the owner also that of a
    /// file.
    fn find(&self, chosen: &LabChosen) -> Result<Experiment, Fault> {
        let path = chosen.path().filter(|_| self.host.trust == Trust::Owner);
        let whole = match path {
            Some(path) => Experiment::load(path).map_err(Fault::wrong)?,
            None => self.named(chosen)?,
        };
        chosen.variant(whole)
    }

    /// Returns a warning for each former name of a setting in an experiment, with its file.
    ///
    /// # Errors
    /// If there is no such experiment, or its file is invalid.
    pub fn former_names(&self, chosen: &LabChosen) -> Result<Vec<String>, Fault> {
        let experiment = self.find(chosen)?;
        let settings: toml::Value = experiment.settings().map_err(Fault::wrong)?;
        let texts = former_names::texts(&settings);
        let warnings = former_names::warnings(texts, &self.host.playables);
        let path = experiment.path().display();
        Ok(warnings
            .into_iter()
            .map(|warning| format!("{path}: {warning}"))
            .collect())
    }

    /// Returns the experiment of this name in the library.
    fn named(&self, chosen: &LabChosen) -> Result<Experiment, Fault> {
        let library = self.library()?;
        if let Some(entry) = library.find(&chosen.name) {
            return entry.experiment(false).map_err(Fault::wrong);
        }
        let place = match library.origin {
            LabOrigin::Folder => library.folder.display().to_string(),
            LabOrigin::BuiltIn => "this program".to_owned(),
        };
        let names: Vec<_> = library.entries.iter().map(|e| e.name.as_str()).collect();
        let (name, known) = (&chosen.name, names.join(", "));
        Err(Fault::missing(format!(
            "no experiment `{name}` in {place} (there: {known})"
        ))
        .code(FaultCode::UnknownExperiment)
        .value("name", name)
        .value("known", known))
    }

    fn library(&self) -> Result<Library, Fault> {
        Library::open(&self.host).map_err(Fault::missing)
    }

    /// Returns the store if there is one; no file is created.
    fn results(&self) -> Result<Option<Store>, Fault> {
        match Store::open_existing(&self.host.store) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(Fault::failed(error)),
        }
    }

    /// Returns the store, or an empty one in memory.
    fn results_or_none(&self) -> Result<Store, Fault> {
        match self.results()? {
            Some(store) => Ok(store),
            None => Store::open(Path::new(":memory:")).map_err(Fault::failed),
        }
    }
}

/// Does tasks on threads, with progress, until they end or the task is cancelled.
fn work<T>(
    threads: usize,
    task: &TaskHandle,
    sitting: Option<&Sitting>,
    work: impl FnOnce(&mut RunOptions<'_>) -> Result<T, LabError>,
) -> Result<T, Fault> {
    let worked = work(&mut RunOptions {
        threads,
        cancel: &task.cancel(),
        progress: &mut |at: LabProgress| {
            if let Some(sitting) = sitting {
                sitting.tell(at.done, at.failed, at.total);
            }
            let (done, failed, total) = (at.done, at.failed, at.total);
            task.count(Count {
                done,
                failed,
                total,
            });
        },
    });
    worked.map_err(lab_fault)
}

/// As many as there are cores.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns the number of threads; by default the number of cores.
pub(crate) fn threads(asked: Option<u16>) -> Result<usize, Fault> {
    match asked {
        None => Ok(cores()),
        Some(threads @ 1..=MOST_THREADS) => Ok(usize::from(threads)),
        Some(_) => Err(Fault::out_of_range("threads", (1, MOST_THREADS), "")),
    }
}

/// Converts an error of the lab into a fault.
fn lab_fault(error: LabError) -> Fault {
    match error {
        LabError::Experiment(error) => Fault::wrong(error),
        error @ LabError::NoBlock { .. } => Fault::wrong_at("block", error),
        LabError::Interrupted => Fault::cancelled(),
        error => Fault::failed(error),
    }
}
