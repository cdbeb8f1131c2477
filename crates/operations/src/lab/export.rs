//! Downloads: reports and results as files.

use super::{LabChosen, LabState, lab_fault};
use crate::Trust;
use crate::fault::Fault;
use arena::report::{Report, html, markdown};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A longer file is not sent to a page; the command line writes it.
const LONGEST: usize = 30_000_000;

/// What to take away.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabExport {
    /// The experiment's name, as in the list.
    pub name: String,
    /// Whether the quick variant is meant.
    #[serde(default)]
    pub short: bool,
    /// Another seed than its own.
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
    /// A name for it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl LabState {
    /// The report or the results of an experiment as a file.
    ///
    /// # Errors
    /// If there is no such experiment, or nothing to be written, or too much for a page.
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
            return Err(Fault::too_much(why));
        }
        let short = if asked.short { "-short" } else { "" };
        Ok(LabFile {
            name: format!("{}{short}.{ending}", asked.name),
            text,
        })
    }
}

/// A report as one file of Markdown: its figures stand in it.
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
    };
    let store = state.results()?.ok_or_else(nothing)?;
    let run = state.lab().find(&experiment, &store).map_err(lab_fault)?;
    let mut csv = Vec::new();
    let written = store.write_csv(run.ok_or_else(nothing)?, &mut csv);
    written.map_err(Fault::failed)?;
    String::from_utf8(csv).map_err(Fault::failed)
}
