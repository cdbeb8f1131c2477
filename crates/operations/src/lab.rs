//! What the page of the lab asks for: experiments, tournaments, and what was learned.
//!
//! An experiment is chosen by its name in the list and by nothing else: nothing of a request is ever used as a path, and no player is
//! taken from one that would start a program or open a file (`crate::admission`). Results are kept in the store of the lab, so that what was
//! started here can be continued on the command line and the other way round. What is under way is known by name (`running`), so that
//! every page can see and stop it.

mod experiments;
mod export;
pub mod library;
mod report;
mod running;
mod standings;
mod tournament;
mod training;
mod weights;

#[cfg(test)]
mod tests;

use crate::Host;
use crate::Operation;
use crate::fault::Fault;
use arena::experiment::Experiment;
use arena::lab::{Lab, LabError};
use arena::store::{Store, StoreError};
use library::{Entry, Library};
use running::Running;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// The operations of the page.
pub fn operations(host: &Host) -> Vec<Operation> {
    let room = Arc::new(Room::new(host.clone()));
    let mut all = Vec::new();
    all.extend(experiments::operations(&room));
    all.extend(report::operations(&room));
    all.extend(tournament::operations(&room));
    all.extend(training::operations(&room));
    all
}

/// Everything the operations of the lab share.
struct Room {
    host: Host,
    running: Running,
}

/// One of the experiments, whole or its quick variant.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabChosen {
    /// Its name, as in the list.
    name: String,
    /// Whether the quick variant is meant.
    #[serde(default)]
    short: bool,
}

impl Room {
    fn new(host: Host) -> Self {
        Room {
            host,
            running: Running::default(),
        }
    }

    fn lab(&self) -> Lab<'_> {
        Lab {
            studies: &self.host.studies,
            contests: &self.host.contests,
            command: "sakiyomi lab run".to_owned(),
            version: self.host.version.clone(),
        }
    }

    /// The experiment of exactly this name, in this variant.
    fn find(&self, chosen: &LabChosen) -> Result<(Entry, Experiment), Fault> {
        let entry = self.library()?.find(&chosen.name).cloned();
        let entry = entry.ok_or_else(|| {
            Fault::missing("there is no experiment of this name: lab/experiments lists them")
        })?;
        let experiment = entry.experiment(chosen.short).map_err(Fault::wrong)?;
        Ok((entry, experiment))
    }

    fn library(&self) -> Result<Library, Fault> {
        Library::open(&self.host).map_err(Fault::missing)
    }

    /// The store if there is one. Looking at the lab makes no files.
    fn results(&self) -> Result<Option<Store>, Fault> {
        match Store::open_existing(&self.host.store) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(Fault::failed(error)),
        }
    }

    /// The store, or one of no results that is forgotten again.
    fn results_or_none(&self) -> Result<Store, Fault> {
        match self.results()? {
            Some(store) => Ok(store),
            None => Store::open(Path::new(":memory:")).map_err(Fault::failed),
        }
    }
}

/// Errors of the lab as the page is told them.
fn lab_fault(error: LabError) -> Fault {
    match error {
        LabError::Experiment(error) => Fault::wrong(error),
        error => Fault::failed(error),
    }
}
