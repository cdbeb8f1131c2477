//! Downloads: reports and results as files.

use super::{LabChosen, LabState, lab_fault};
use crate::Trust;
use crate::fault::{Fault, FaultCode};
use arena::report::{Report, html, markdown};
use arena::store::{RunId, Store};
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
    /// The task whose record is wanted, instead of all of them.
    #[serde(default)]
    pub task: Option<u64>,
    /// The field of that record, such as `weights`; a text is written as it is.
    #[serde(default)]
    pub field: Option<String>,
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
    /// The records that were kept with the results, one JSON object a line.
    Records,
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
            LabForm::Records => match asked.task {
                None => ("jsonl", records(self, &chosen)?),
                Some(task) => ("txt", record(self, &chosen, task, asked.field.as_deref())?),
            },
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
    let (store, run) = run(state, chosen)?;
    let mut csv = Vec::new();
    store.write_csv(run, &mut csv).map_err(Fault::failed)?;
    String::from_utf8(csv).map_err(Fault::failed)
}

fn records(state: &LabState, chosen: &LabChosen) -> Result<String, Fault> {
    let (store, run) = run(state, chosen)?;
    let mut lines = Vec::new();
    let written = store.write_records(run, &mut lines);
    written.map_err(Fault::failed)?;
    String::from_utf8(lines).map_err(Fault::failed)
}

/// Returns the record of a task, or a field of it.
fn record(
    state: &LabState,
    chosen: &LabChosen,
    task: u64,
    field: Option<&str>,
) -> Result<String, Fault> {
    let (store, run) = run(state, chosen)?;
    let record = store.record(run, task).map_err(Fault::failed)?;
    let record = record.ok_or_else(|| {
        let why = format!("no record was kept of task {task}: it has no result, or its kind of experiment keeps none");
        Fault::missing(why).at("task")
    })?;
    let value = match field {
        None => &record,
        Some(field) => record.get(field).ok_or_else(|| {
            let known = record.as_object().into_iter().flatten();
            let known: Vec<_> = known.map(|(key, _)| key.as_str()).collect();
            let known = known.join(", ");
            Fault::missing(format!("the record has no `{field}` (there: {known})")).at("field")
        })?,
    };
    Ok(match value {
        serde_json::Value::String(text) => text.clone(),
        value => format!("{value}\n"),
    })
}

/// Returns the store with the run of an experiment in it.
fn run(state: &LabState, chosen: &LabChosen) -> Result<(Store, RunId), Fault> {
    let experiment = state.find(chosen)?;
    let nothing = || {
        let name = experiment.name();
        Fault::missing(format!("`{name}` has no results yet: run it first"))
            .code(FaultCode::NoResults)
            .value("name", name)
    };
    let store = state.results()?.ok_or_else(nothing)?;
    let run = state.lab().find(&experiment, &store).map_err(lab_fault)?;
    let run = run.ok_or_else(nothing)?;
    Ok((store, run))
}
