//! Reports: the results of a run as a document.
//!
//! A study returns its results as a list of [`Block`]s; the lab adds what a reader needs to judge
//! and repeat them ([`Facts`]). The document is then rendered as one self-contained [HTML
//! page](html), as [Markdown](markdown) with its plots beside it, or as [plain text](text) for a
//! terminal. A renderer computes no statistics and is independent of studies.
//!
//! Texts are [`Phrase`]s: where a heading, label or note is made, it is made in English and in
//! Japanese. The renderers here write English; pages choose a language.
//!
//! The date is that of the run, never that of the report, and everything measured with a clock
//! stands in tables marked
//! [`Table::timing`]: apart from those two, the same results give the same bytes.
//!
//! ```
//! use arena::report::{Block, Column, Facts, Report, Table};
//!
//! let table = Table::new("Tosses", [Column::words("coin"), Column::number("heads")])
//!     .row(["euro".to_owned(), "0.51".to_owned()]);
//! let report = Report {
//!     title: "Fair coins?".into(),
//!     about: "An old question.".into(),
//!     paper: None,
//!     facts: Facts { command: "lab run coins".into(), done: 37, total: 100, unit: "tosses".into(), ..Facts::default() },
//!     blocks: vec![Block::Table(table)],
//! };
//! assert!(arena::report::html(&report).contains("37 of 100 tosses"));
//! assert!(arena::report::markdown(&report, "coins").text.contains("| coin | heads |"));
//! ```

pub mod headings;
mod html;
mod markdown;
mod plot;
mod text;

pub use html::html;
pub use markdown::{Markdown, markdown};
pub use plot::svg;
pub use text::{table_text, text};

pub use crate::text::Phrase;

use crate::origin::MachineKind;
use crate::statistics;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The question.
    pub title: Phrase,
    /// The introduction; blank lines separate paragraphs.
    pub about: Phrase,
    /// The paper and table used for comparison.
    pub paper: Option<String>,
    /// The facts of the run.
    pub facts: Facts,
    /// The results.
    pub blocks: Vec<Block>,
}

/// The facts needed to judge and repeat a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportFacts")]
pub struct Facts {
    /// The exact command that repeats it.
    pub command: String,
    /// `full` or `short`.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// The fingerprint of everything the results depend on; empty if they are not in a store.
    pub fingerprint: String,
    /// The versions of the program that made the results.
    pub versions: Vec<String>,
    /// Times of the first and the last result; `None` without results.
    pub when: Option<(String, String)>,
    /// Number of finished tasks.
    pub done: u64,
    /// Number of all tasks.
    pub total: u64,
    /// Name of the tasks, in the plural.
    pub unit: Phrase,
    /// The tasks that failed, with the reasons.
    pub failures: Vec<(u64, String)>,
    /// The kinds of machines that made the results, as far as they are known.
    pub machines: Vec<MachineKind>,
}

impl Facts {
    /// Returns the progress of the run: `100 games`, or `37 of 100 games`.
    pub fn extent(&self) -> Phrase {
        let Facts { done, total, .. } = self;
        if done == total {
            let (en, ja) = (
                |unit: &_| format!("{total} {unit}"),
                |unit: &_| format!("{total}{unit}"),
            );
            self.unit.map(en, ja)
        } else {
            let en = |unit: &_| format!("{done} of {total} {unit}");
            self.unit.map(en, |unit| format!("{done} / {total}{unit}"))
        }
    }

    /// Returns warnings about missing results, failed tasks and mixed program versions.
    pub fn warnings(&self) -> Vec<Phrase> {
        let mut warnings = Vec::new();
        if self.done < self.total {
            let en = |extent: &_| format!("The run is not complete: {extent}.");
            let ja = |extent: &_| format!("実行は終わっていません（{extent}）。");
            warnings.push(self.extent().map(en, ja));
        }
        if self.variant == "short" {
            let en = "This is the short variant, for a quick look.";
            warnings.push((en, "手早く様子を見るための短縮版です。").into());
        }
        if self.versions.len() > 1 {
            let en = "Several versions of the program made these results.";
            warnings.push(
                (
                    en,
                    "結果には複数の版のプログラムによるものが混ざっています。",
                )
                    .into(),
            );
        }
        warnings.extend(self.mixed_machines());
        for (task, why) in self.failures.iter().take(5) {
            let en = format!("Task {task} failed: {why}.");
            warnings.push((en, format!("課題{task}が失敗しました: {why}")).into());
        }
        if self.failures.len() > 5 {
            let more = self.failures.len() - 5;
            let en = format!("{more} more tasks failed.");
            warnings.push((en, format!("ほかに{more}件の課題が失敗しました。")).into());
        }
        warnings
    }

    /// Returns a warning if the results come from different processors.
    fn mixed_machines(&self) -> Option<Phrase> {
        let first = self.machines.first()?;
        let same = |kind: &MachineKind| kind.processor == first.processor;
        let en = "Different processors made these results: players limited by time are not equally strong on them.";
        let ja = "異なる処理装置による結果が混ざっています。時間で制限されたプレイヤーの強さは処理装置によって変わります。";
        (!self.machines.iter().all(same)).then(|| (en, ja).into())
    }

    /// Returns the time of the run with the machines, which are as little part of the result.
    fn with_machines(&self, when: Phrase) -> Phrase {
        if self.machines.is_empty() {
            return when;
        }
        let machines = self.machines();
        let en = format!("{} on {}", when.en(), machines.en());
        (en, format!("{}（{}）", when.ja(), machines.ja())).into()
    }

    /// Returns the machines, with the numbers of their results if there are several kinds.
    fn machines(&self) -> Phrase {
        let described = self.machines.iter().map(|kind| {
            let results = kind.results;
            match self.machines.len() {
                1 => kind.describe(),
                _ => kind.describe().map(
                    |kind: &str| format!("{kind}: {results}"),
                    |kind: &str| format!("{kind}: {results}"),
                ),
            }
        });
        let described: Vec<Phrase> = described.collect();
        let joined = |text: fn(&Phrase) -> &str, between: &str| {
            let texts: Vec<_> = described.iter().map(text).collect();
            texts.join(between)
        };
        (joined(Phrase::en, "; "), joined(Phrase::ja, "、")).into()
    }

    /// Returns the facts as names and values, without the command.
    pub fn lines(&self) -> Vec<(Phrase, Phrase)> {
        let version: Phrase = match self.versions.as_slice() {
            [] => ("none yet", "まだありません").into(),
            versions => versions.join(", ").into(),
        };
        let when: Phrase = match &self.when {
            None if self.done == 0 => ("not yet", "未実行").into(),
            None => Phrase::default(),
            Some((first, last)) if first == last => format!("{first} UTC").into(),
            Some((first, last)) => {
                let en = format!("{first} to {last} UTC");
                (en, format!("{first} 〜 {last} UTC")).into()
            }
        };
        let mut lines = vec![
            (("Extent", "規模").into(), self.extent()),
            (("Seed", "乱数の種").into(), self.seed.to_string().into()),
            (("Version", "プログラムの版").into(), version),
            (
                ("Fingerprint", "指紋").into(),
                self.fingerprint.clone().into(),
            ),
            (("Run", "実行日時").into(), self.with_machines(when)),
        ];
        lines.retain(|(_, value): &(Phrase, Phrase)| !value.en().is_empty());
        lines
    }
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReportBlock")]
pub enum Block {
    /// A heading below the title.
    Heading(Phrase),
    /// Prose; blank lines separate paragraphs.
    Text(Phrase),
    /// A table.
    Table(Table),
    /// A figure.
    Plot(Plot),
}

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReportTable")]
pub struct Table {
    /// The caption.
    pub caption: Phrase,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; a short row is filled with empty cells, a long one is truncated.
    pub rows: Vec<Vec<Phrase>>,
    /// Explanations below it.
    pub notes: Vec<Phrase>,
    /// Whether it shows measured times, which another run will not repeat.
    pub timing: bool,
    /// Whether it is secondary, such as the list of players.
    #[serde(default)]
    pub aside: bool,
    /// Indices of the rows that hold the paper's values.
    #[serde(default)]
    pub paper_rows: Vec<usize>,
}

/// Note of every table of measured times.
const TIMING_NOTE: (&str, &str) = (
    "Times depend on the machine and its load: another run will not repeat them.",
    "時間は計算機とその負荷によって変わり、再実行しても同じにはなりません。",
);

impl Table {
    /// Creates an empty table.
    pub fn new(caption: impl Into<Phrase>, columns: impl IntoIterator<Item = Column>) -> Self {
        Table {
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            ..Table::default()
        }
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, cells: impl IntoIterator<Item: Into<Phrase>>) -> Self {
        self.rows.push(cells.into_iter().map(Into::into).collect());
        self
    }

    /// Adds a row: its name, then the other cells.
    #[must_use]
    pub fn named_row(
        self,
        name: impl Into<Phrase>,
        cells: impl IntoIterator<Item: Into<Phrase>>,
    ) -> Self {
        let cells = cells.into_iter().map(Into::into);
        self.row(std::iter::once(name.into()).chain(cells))
    }

    /// Marks the last row as the paper's.
    #[must_use]
    pub fn from_paper(mut self) -> Self {
        self.paper_rows.extend(self.rows.len().checked_sub(1));
        self
    }

    /// Marks the table as secondary.
    #[must_use]
    pub fn aside(mut self) -> Self {
        self.aside = true;
        self
    }

    /// Adds a note below the table.
    #[must_use]
    pub fn note(mut self, note: impl Into<Phrase>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Marks the table as measured with a clock.
    #[must_use]
    pub fn timing(mut self) -> Self {
        self.timing = true;
        self.note(TIMING_NOTE)
    }

    /// Returns the English cells of every row with their columns: exactly one for each column.
    pub fn cells(&self) -> impl Iterator<Item = Vec<(&Column, &str)>> {
        self.rows.iter().map(|row| {
            let texts = row.iter().map(Phrase::en).chain(std::iter::repeat(""));
            self.columns.iter().zip(texts).collect()
        })
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReportColumn")]
pub struct Column {
    /// The heading.
    pub title: Phrase,
    /// Whether cells are aligned to the right, as numbers are.
    pub numeric: bool,
    /// Whether it holds the paper's values.
    #[serde(default)]
    pub paper: bool,
}

impl Column {
    /// Returns a column of words.
    pub fn words(title: impl Into<Phrase>) -> Self {
        Column {
            title: title.into(),
            numeric: false,
            paper: false,
        }
    }

    /// Returns a column of numbers.
    pub fn number(title: impl Into<Phrase>) -> Self {
        Column {
            numeric: true,
            ..Column::words(title)
        }
    }

    /// The column, marked as the paper's values.
    #[must_use]
    pub fn from_paper(mut self) -> Self {
        self.paper = true;
        self
    }
}

/// A figure. Values that are not finite are left out.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReportPlot")]
pub enum Plot {
    /// One value with its interval for each row, one row below the other.
    Intervals(Intervals),
    /// Lines through points.
    Lines(Lines),
}

impl Plot {
    /// Returns the title.
    pub fn title(&self) -> &Phrase {
        match self {
            Plot::Intervals(plot) => &plot.title,
            Plot::Lines(plot) => &plot.title,
        }
    }
}

/// Values with intervals, beside those of a paper.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportIntervals")]
pub struct Intervals {
    /// The title.
    pub title: Phrase,
    /// Label of the axis.
    pub axis: Phrase,
    /// The ends of the axis.
    pub range: (f64, f64),
    /// A reference value drawn as a line, such as an even score.
    pub middle: Option<f64>,
    /// The rows from top to bottom.
    pub rows: Vec<Interval>,
}

impl Intervals {
    /// Win rates from 0 to 1 with 95 % intervals.
    pub fn win_rates(rows: Vec<Interval>) -> Self {
        Intervals {
            title: ("Win rates with 95 % intervals", "勝率と95%信頼区間").into(),
            axis: headings::WIN_RATE.into(),
            range: (0.0, 1.0),
            middle: Some(0.5),
            rows,
        }
    }
}

/// A row of [`Intervals`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportInterval")]
pub struct Interval {
    /// The row's name.
    pub label: Phrase,
    /// The measured value; omitted from JSON if it is not finite.
    #[serde(serialize_with = "finite")]
    pub ours: Option<Estimate>,
    /// The paper's value, drawn hollow.
    #[serde(serialize_with = "finite")]
    pub paper: Option<Estimate>,
}

/// A value and the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportEstimate")]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Serialises an estimate, or `null` for one that is not finite.
#[expect(clippy::ref_option, reason = "serde hands over the field")]
fn finite<S: serde::Serializer>(estimate: &Option<Estimate>, out: S) -> Result<S::Ok, S::Error> {
    let is_finite = |e: &&Estimate| [e.value, e.low, e.high].iter().all(|n| n.is_finite());
    estimate.as_ref().filter(is_finite).serialize(out)
}

impl Estimate {
    /// Creates an estimate from a value and its interval, or the value alone.
    pub fn new(value: f64, interval: Option<statistics::Interval>) -> Self {
        Estimate {
            value,
            low: interval.map_or(value, |interval| interval.low),
            high: interval.map_or(value, |interval| interval.high),
        }
    }
}

/// Lines through points, such as learning curves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportLines")]
pub struct Lines {
    /// The title.
    pub title: Phrase,
    /// Label of the horizontal axis.
    pub x: Phrase,
    /// Label of the vertical axis.
    pub y: Phrase,
    /// Whether a page draws the vertical axis on a logarithmic scale.
    pub log: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of [`Lines`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReportSeries")]
pub struct Series {
    /// The name in the legend.
    pub name: Phrase,
    /// The points, from left to right; JSON contains the finite ones.
    #[serde(serialize_with = "finite_points")]
    pub points: Vec<(f64, f64)>,
}

fn finite_points<S: serde::Serializer>(points: &[(f64, f64)], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(
        points
            .iter()
            .filter(|(x, y)| x.is_finite() && y.is_finite()),
    )
}

/// Writes the report into `folder`, which is created if missing: `index.html`, and `report.md` with
/// its plots. Returns the path of the page.
///
/// # Errors
/// If a file cannot be written.
pub fn save(report: &Report, folder: &Path) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let page = folder.join("index.html");
    std::fs::write(&page, html(report))?;
    let Markdown { text, plots } = markdown(report, "report");
    std::fs::write(folder.join("report.md"), text)?;
    for (name, plot) in plots {
        std::fs::write(folder.join(name), plot)?;
    }
    Ok(page)
}

/// Returns the paragraphs of a text: the parts between blank lines.
fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut lines = text.lines().map(str::trim).peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|line| line.is_empty()).is_some() {}
        let mut paragraph = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            paragraph.push(line);
        }
        (!paragraph.is_empty()).then(|| paragraph.join(" "))
    })
}

#[cfg(test)]
mod tests;
