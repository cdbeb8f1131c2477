//! Report of an experiment so far, block by block: prose, tables, figures.

use super::{LabChosen, LabState, export, lab_fault};
use crate::Operation;
use crate::fault::Fault;
use arena::report::{Phrase, Report};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 2] {
    let [shown, saved] = [(); 2].map(|()| Arc::clone(state));
    [
        Operation::quick(
            "lab/report",
            (
                "Reports the results of an experiment so far.",
                "実験のこれまでの結果を報告します。",
            ),
            move |chosen: LabChosen, _| shown.report(&chosen).map(LabReport::of),
        ),
        Operation::quick(
            "lab/export",
            (
                "Exports the report or the raw results of an experiment as a file.",
                "実験の報告または生の結果をファイルとして書き出します。",
            ),
            move |asked: export::LabExport, _| saved.export(&asked),
        ),
    ]
}

/// A report, with what its facts say to a reader.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabReport {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// What a reader must be warned of.
    pub warnings: Vec<Phrase>,
    /// Names and values of the facts that are to be shown.
    pub lines: Vec<(Phrase, Phrase)>,
}

impl LabReport {
    /// A report as it is told.
    pub fn of(report: Report) -> Self {
        LabReport {
            warnings: report.facts.warnings(),
            lines: report.facts.lines(),
            report,
        }
    }
}

impl LabState {
    /// What the results at hand say; all of them may be missing.
    ///
    /// # Errors
    /// If there is no such experiment, or its results cannot be read.
    pub fn report(&self, chosen: &LabChosen) -> Result<Report, Fault> {
        let experiment = self.find(chosen)?;
        let store = self.results_or_none()?;
        let report = self.lab_of(chosen).report(&experiment, &store);
        report.map_err(lab_fault)
    }
}
