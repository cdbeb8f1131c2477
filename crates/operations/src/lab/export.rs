//! Downloads: reports and results as files.

use super::{LabChosen, LabState, lab_fault};
use crate::Trust;
use crate::fault::{Fault, FaultCode};
use arena::report::{Report, html, markdown};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest file for a page, in bytes; the command line writes longer ones.
const LONGEST: usize = 30_000_000;

/// A request for a file of an experiment.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabExport {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether to take the short variant.
    #[serde(default)]
    pub short: bool,
    /// A seed that overrides the experiment's.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The form of the file.
    pub form: LabForm,
}

/// The form of a file.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabForm {
    /// The report with its figures inside it.
    Markdown,
    /// The report as one page.
    Html,
    /// The result of every task.
    Csv,
}

/// A file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabFile {
    /// The name of the file.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl LabState {
    /// Returns the report or the results of an experiment as a file.
    ///
    /// # Errors
    /// If there is no such experiment, it has no results, or the file is too long for a page.
    pub fn export(&self, asked: &LabExport) -> Result<LabFile, Fault> {
        let chosen = LabChosen {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
        };
        let (ending, text) = match asked.form {
            LabForm::Markdown => ("md", one_file(&self.report(&chosen)?)),
            LabForm::Html => ("html", html(&self.report(&chosen)?)),
            LabForm::Csv => ("csv", csv(self, &chosen)?),
        };
        if self.host.trust == Trust::Page && text.len() > LONGEST {
            let why = "the file is too long for a page: `sakiyomi lab export` writes it";
            return Err(Fault::too_long(why, LONGEST, "bytes"));
        }
        let short = if asked.short { "-short" } else { "" };
        Ok(LabFile {
            name: format!("{}{short}.{ending}", asked.name),
            text,
        })
    }
}

/// Returns a report as one Markdown file with embedded figures.
pub(super) fn one_file(report: &Report) -> String {
    let written = markdown(report, "figure");
    let figures = written.plots.iter();
    figures.fold(written.text, |text, (name, svg)| {
        let data = format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg));
        text.replace(&format!("(<{name}>)"), &format!("({data})"))
    })
}

fn csv(state: &LabState, chosen: &LabChosen) -> Result<String, Fault> {
    let experiment = state.find(chosen)?;
    let nothing = || {
        let name = experiment.name();
        Fault::missing(format!("`{name}` has no results yet: run it first"))
            .code(FaultCode::NoResults)
            .value("name", name)
    };
    let store = state.results()?.ok_or_else(nothing)?;
    let run = state.lab().find(&experiment, &store).map_err(lab_fault)?;
    let mut csv = Vec::new();
    let written = store.write_csv(run.ok_or_else(nothing)?, &mut csv);
    written.map_err(Fault::failed)?;
    String::from_utf8(csv).map_err(Fault::failed)
}
