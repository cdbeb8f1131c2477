//! Import of block files into the store.

use super::{LabChosen, LabFile, LabPlaces, LabState, lab_fault};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use crate::{Operation, Trust};
use arena::lab::LabError;
use arena::store::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 1] {
    let state = Arc::clone(state);
    [Operation::task(
        "lab/import",
        (
            "Imports the results of blocks into the store; files that cannot be used are named.",
            "ブロックの結果を保存先に取り込み、使えないファイルがあれば示します。",
        ),
        move |asked: LabImport, task: &TaskHandle| state.import(&asked, task),
    )]
}

/// Results to import.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabImport {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The files of its blocks.
    pub files: Vec<LabFile>,
    /// Other places of experiments and results than the program's own.
    #[serde(default)]
    pub places: Option<LabPlaces>,
}

/// The result of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabImported {
    /// The files, in order.
    pub files: Vec<LabImportedFile>,
}

/// The result of importing one file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabImportedFile {
    /// The name of the file.
    pub name: String,
    /// Results that were new to the store.
    pub new: u64,
    /// Results that the store had already.
    pub known: u64,
    /// What is wrong with the file, if it was refused as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl LabState {
    /// Imports results of blocks into the store, each file as a whole; a file that is damaged or of
    /// another run is refused and the others are imported.
    ///
    /// # Errors
    /// If there is no such experiment, the store fails, or a page asks.
    pub fn import(&self, asked: &LabImport, task: &TaskHandle) -> Result<LabImported, Fault> {
        if self.host.trust == Trust::Page {
            let why = "results are taken in by the owner of the machine: use `sakiyomi lab import`";
            return Err(Fault::forbidden(why));
        }
        let state = self.at(asked.places.as_ref())?;
        let (experiment, lab) = (state.find(&asked.chosen())?, state.lab());
        let key = lab.key(&experiment).map_err(Fault::wrong)?;
        let mut store = Store::open(&state.host.store).map_err(Fault::failed)?;
        let mut import = |file: &LabFile| {
            let name = file.name.clone();
            let (new, known, refused) =
                match lab.import(&key, &mut store, Path::new(&name), &file.text) {
                    Ok(imported) => (imported.new, imported.known, None),
                    Err(error @ LabError::Store(_)) => return Err(lab_fault(error)),
                    Err(error) => (0, 0, Some(error.to_string())),
                };
            Ok(LabImportedFile {
                name,
                new,
                known,
                refused,
            })
        };
        let mut files = Vec::new();
        for (number, file) in (1..).zip(&asked.files) {
            task.check()?;
            files.push(import(file)?);
            task.progress(number, asked.files.len() as u64);
        }
        Ok(LabImported { files })
    }

    /// Returns the beginning of the names of an experiment's block files.
    ///
    /// # Errors
    /// If there is no such experiment, or its file is invalid.
    pub fn block_prefix(&self, chosen: &LabChosen) -> Result<String, Fault> {
        let prefix = self.lab().block_prefix(&self.find(chosen)?);
        prefix.map_err(Fault::wrong)
    }
}

impl LabImport {
    fn chosen(&self) -> LabChosen {
        LabChosen {
            name: self.name.clone(),
            short: self.short,
            seed: self.seed,
        }
    }
}
