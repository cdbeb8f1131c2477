//! Words on the terminal: colours where there is one, plain text in a pipe, progress on standard error.

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use arena::report::{Block, Report};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Prints to standard output. A reader that went away (`| head`) is no error: the program ends.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.context("cannot write to standard output"),
    }
}

/// Prints a value as JSON, on one line.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Says something on standard error.
pub(crate) fn note(words: &str) {
    anstream::eprintln!("{words}");
}

/// Prints a report as text, its headings set off.
pub(crate) fn print_report(report: &Report) -> anyhow::Result<()> {
    let width = comfy_table::Table::new().width().unwrap_or(120);
    print(&coloured(report, &arena::report::text(report, width)))
}

fn coloured(report: &Report, text: &str) -> String {
    let mut heads = BTreeSet::from([report.title.as_str()]);
    heads.extend(report.blocks.iter().filter_map(|block| match block {
        Block::Heading(words) => Some(words.as_str()),
        Block::Table(table) => Some(table.caption.as_str()),
        Block::Text(_) | Block::Plot(_) => None,
    }));
    let style = |line: &str| match line {
        _ if line.is_empty() => Style::new(),
        _ if heads.contains(line) => AnsiColor::Cyan.on_default().bold(),
        _ if line.starts_with("! ") => AnsiColor::Yellow.on_default(),
        _ if line.starts_with('─') => Style::new().dimmed(),
        _ => Style::new(),
    };
    text.lines().fold(String::new(), |mut all, line| {
        let style = style(line);
        let _ = writeln!(all, "{style}{line}{style:#}");
        all
    })
}

/// Writes a report into `folder` and says where.
pub(crate) fn save_report(report: &Report, folder: &Path) -> anyhow::Result<()> {
    let page = arena::report::save(report, folder)
        .with_context(|| format!("cannot write a report into {}", folder.display()))?;
    note(&format!("report: {}", page.display()));
    Ok(())
}

/// How often a pipe is told.
const PLAIN_EVERY: Duration = Duration::from_secs(2);

/// Progress on standard error: a bar with rate and time left on a terminal, lines in a pipe.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    unit: &'static str,
    quiet: bool,
    started: Instant,
    told: Instant,
    before: Option<u64>,
}

impl Progress {
    pub(crate) fn new(unit: &'static str, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let bar = terminal.then(|| {
            let bar = ProgressBar::new(0);
            let template =
                "{bar:30.cyan} {pos}/{len} {msg} {per_sec:.dim} left: {eta} {prefix:.yellow}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_message(unit);
            bar
        });
        let now = Instant::now();
        Progress {
            bar,
            unit,
            quiet,
            started: now,
            told: now,
            before: None,
        }
    }

    /// `done` of `total` are done; `aside` is said beside it.
    pub(crate) fn tell(&mut self, done: u64, total: u64, aside: &str) {
        let before = *self.before.get_or_insert_with(|| {
            // What earlier sittings did has no part in the rate.
            self.bar.iter().for_each(|bar| {
                bar.set_length(total);
                bar.set_position(done.saturating_sub(1));
                bar.reset_eta();
            });
            done.saturating_sub(1)
        });
        if let Some(bar) = &self.bar {
            bar.set_prefix(aside.to_owned());
            bar.set_position(done);
        } else if !self.quiet && (self.told.elapsed() >= PLAIN_EVERY || done == total) {
            self.told = Instant::now();
            let rate = (done - before) as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
            let left = (total - done) as f64 / rate.max(1e-9);
            let unit = self.unit;
            note(
                format!("{done}/{total} {unit}, {rate:.1}/s, {left:.0} s left {aside}").trim_end(),
            );
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}
