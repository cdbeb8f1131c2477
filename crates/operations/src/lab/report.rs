//! What an experiment has shown so far, block by block: prose, tables, figures.

use super::{LabChosen, Room, export, lab_fault};
use crate::Operation;
use crate::fault::Fault;
use arena::report::{Block, Estimate, Facts, Intervals, Lines, Plot, Report, Table};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

pub(super) fn operations(room: &Arc<Room>) -> [Operation; 2] {
    let [shown, saved] = [(); 2].map(|()| Arc::clone(room));
    [
        Operation::quick(
            "lab/report",
            (
                "Reports the results of an experiment so far.",
                "実験のこれまでの結果を報告します。",
            ),
            move |chosen: LabChosen, _| Ok(LabReport::of(shown.report(&chosen)?)),
        ),
        Operation::quick(
            "lab/export",
            (
                "Exports the report or the raw results of an experiment as a file.",
                "実験の報告または生の結果をファイルとして書き出します。",
            ),
            move |asked: export::LabExport, _| export::file(&saved, &asked),
        ),
    ]
}

/// A report.
#[derive(Debug, Serialize, JsonSchema)]
struct LabReport {
    /// The question.
    title: String,
    /// What it is about; blank lines separate paragraphs.
    about: String,
    /// The paper compared with.
    paper: Option<String>,
    /// How it came about.
    facts: LabFacts,
    /// What was found, in the order of reading.
    blocks: Vec<LabBlock>,
}

/// What is needed to judge and repeat a run.
#[derive(Debug, Serialize, JsonSchema)]
struct LabFacts {
    /// The command that repeats it.
    command: String,
    /// How many tasks are done.
    done: u64,
    /// How many there are.
    total: u64,
    /// What a task is called, in the plural.
    unit: String,
    /// What a reader must be warned of.
    warnings: Vec<String>,
    /// Names and values of the rest.
    lines: Vec<(String, String)>,
}

/// A part of a report.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum LabBlock {
    /// A heading.
    Heading {
        /// Its words.
        text: String,
    },
    /// Prose; blank lines separate paragraphs.
    Text {
        /// The words.
        text: String,
    },
    /// A table.
    Table {
        /// What it shows.
        caption: String,
        /// Its columns.
        columns: Vec<LabColumn>,
        /// Its rows, each with a cell for every column.
        rows: Vec<Vec<String>>,
        /// Explanations below it.
        notes: Vec<String>,
        /// Whether it shows measured times.
        timing: bool,
    },
    /// Values with intervals, one row below the other.
    Intervals {
        /// What it shows.
        title: String,
        /// What is measured.
        axis: String,
        /// The lower end of the axis.
        low: f64,
        /// The upper end.
        high: f64,
        /// A value worth a line.
        middle: Option<f64>,
        /// The rows.
        rows: Vec<LabInterval>,
    },
    /// Lines through points.
    Lines {
        /// What it shows.
        title: String,
        /// What is measured to the right.
        x: String,
        /// What is measured upwards.
        y: String,
        /// The lines.
        series: Vec<LabSeries>,
    },
}

/// A column of a table.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct LabColumn {
    /// Its heading.
    title: String,
    /// Numbers stand to the right.
    numeric: bool,
}

/// A row of values with intervals.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct LabInterval {
    /// Its name.
    label: String,
    /// What was measured here.
    ours: Option<LabEstimate>,
    /// What the paper says.
    paper: Option<LabEstimate>,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct LabEstimate {
    /// The value.
    pub(super) value: f64,
    /// The lower end.
    pub(super) low: f64,
    /// The upper end.
    pub(super) high: f64,
}

/// A line.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct LabSeries {
    /// Its name.
    name: String,
    /// Its points from left to right.
    points: Vec<[f64; 2]>,
}

impl Room {
    pub(super) fn report(&self, chosen: &LabChosen) -> Result<Report, Fault> {
        let (_, experiment) = self.find(chosen)?;
        let store = self.results_or_none()?;
        self.lab().report(&experiment, &store).map_err(lab_fault)
    }
}

impl LabReport {
    fn of(report: Report) -> Self {
        let facts = report.facts;
        LabReport {
            title: report.title,
            about: report.about,
            paper: report.paper,
            facts: LabFacts::of(&facts),
            blocks: report.blocks.into_iter().map(LabBlock::of).collect(),
        }
    }
}

impl LabFacts {
    fn of(facts: &Facts) -> Self {
        let lines = facts.lines();
        LabFacts {
            command: facts.command.clone(),
            done: facts.done,
            total: facts.total,
            unit: facts.unit.clone(),
            warnings: facts.warnings(),
            lines: lines
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }
}

impl LabBlock {
    pub(super) fn of(block: Block) -> Self {
        match block {
            Block::Heading(text) => LabBlock::Heading { text },
            Block::Text(text) => LabBlock::Text { text },
            Block::Table(table) => Self::table(&table),
            Block::Plot(Plot::Intervals(plot)) => Self::intervals(plot),
            Block::Plot(Plot::Lines(plot)) => Self::lines(plot),
        }
    }

    fn table(table: &Table) -> Self {
        let columns = table.columns.iter().map(|column| LabColumn {
            title: column.title.clone(),
            numeric: column.numeric,
        });
        let row =
            |cells: Vec<(_, &str)>| cells.iter().map(|(_, text)| (*text).to_owned()).collect();
        LabBlock::Table {
            caption: table.caption.clone(),
            columns: columns.collect(),
            rows: table.cells().map(row).collect(),
            notes: table.all_notes().map(str::to_owned).collect(),
            timing: table.timing,
        }
    }

    fn intervals(plot: Intervals) -> Self {
        let rows = plot.rows.into_iter().map(|row| LabInterval {
            label: row.label,
            ours: row.ours.and_then(LabEstimate::of),
            paper: row.paper.and_then(LabEstimate::of),
        });
        LabBlock::Intervals {
            title: plot.title,
            axis: plot.axis,
            low: plot.range.0,
            high: plot.range.1,
            middle: plot.middle,
            rows: rows.collect(),
        }
    }

    fn lines(plot: Lines) -> Self {
        let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
        let series = plot.series.into_iter().map(|series| LabSeries {
            name: series.name,
            points: series
                .points
                .into_iter()
                .filter(finite)
                .map(<[f64; 2]>::from)
                .collect(),
        });
        LabBlock::Lines {
            title: plot.title,
            x: plot.x,
            y: plot.y,
            series: series.collect(),
        }
    }
}

impl LabEstimate {
    /// The numbers, if they are numbers.
    fn of(estimate: Estimate) -> Option<Self> {
        let Estimate { value, low, high } = estimate;
        let all = [value, low, high].iter().all(|number| number.is_finite());
        all.then_some(LabEstimate { value, low, high })
    }
}
