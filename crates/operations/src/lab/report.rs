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

/// A report with its warnings and facts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabReport {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// The warnings.
    pub warnings: Vec<Phrase>,
    /// The names and values of the facts.
    pub lines: Vec<(Phrase, Phrase)>,
}

impl LabReport {
    /// Creates the answer from a report.
    pub fn of(report: Report) -> Self {
        LabReport {
            warnings: report.facts.warnings(),
            lines: report.facts.lines(),
            report,
        }
    }
}

impl LabState {
    /// Returns the report on the results so far; there may be none.
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
