//! Terminal output: colours on a terminal, plain text in a pipe, progress on standard error.

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use arena::report::{Block, Report};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Prints to standard output. A closed pipe (`| head`) is not an error: the program ends.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    write(anstream::stdout().lock(), text.as_bytes())
}

/// Prints bytes to standard output as they are, without filtering colours.
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    write(std::io::stdout().lock(), bytes)
}

fn write(mut out: impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.context("cannot write to standard output"),
    }
}

/// Prints a value as JSON, on one line.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Prints a line to standard error.
pub(crate) fn note(words: &str) {
    // A closed standard error ends no match.
    let _ = writeln!(anstream::stderr(), "{words}");
}

/// Prints an error to standard error.
pub(crate) fn error(words: &impl std::fmt::Display) {
    let style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error:{style:#} {words}");
}

/// Prints a report as text, its headings highlighted.
pub(crate) fn print_report(report: &Report) -> anyhow::Result<()> {
    let width = comfy_table::Table::new().width().unwrap_or(120);
    print(&coloured(report, &arena::report::text(report, width)))
}

fn coloured(report: &Report, text: &str) -> String {
    let mut heads = BTreeSet::from([report.title.en()]);
    heads.extend(report.blocks.iter().filter_map(|block| match block {
        Block::Heading(words) => Some(words.en()),
        Block::Table(table) => Some(table.caption.en()),
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

/// Writes a report into `folder` and prints its path.
pub(crate) fn save_report(report: &Report, folder: &Path) -> anyhow::Result<()> {
    let page = arena::report::save(report, folder)
        .with_context(|| format!("cannot write a report into {}", folder.display()))?;
    note(&format!("report: {}", page.display()));
    Ok(())
}

/// The time between two lines of progress in a pipe.
const PLAIN_EVERY: Duration = Duration::from_secs(2);

/// Progress on standard error: a bar with rate and time left on a terminal, lines in a pipe.
/// Dropping it leaves the terminal as it was.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    unit: &'static str,
    quiet: bool,
    started: Instant,
    /// The time of the last line in a pipe.
    told: Instant,
    /// The steps done before the first report, which do not count for the rate.
    before: Option<u64>,
}

impl Progress {
    pub(crate) fn new(unit: &'static str, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let bar = terminal.then(|| {
            // Nothing is drawn before the length is known.
            let bar = ProgressBar::new(0).with_message(unit);
            let template =
                "{bar:30.cyan} {pos}/{len} {msg} {per_sec:.dim} left: {eta} {prefix:.yellow}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
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

    /// Sets the text beside the bar.
    pub(crate) fn remark(&self, words: impl Into<String>) {
        if let Some(bar) = &self.bar {
            bar.set_prefix(words.into());
        }
    }

    /// Sets the progress. The first call must come before the work begins.
    pub(crate) fn tell(&mut self, done: u64, failed: u64, total: u64) {
        let worked = done + failed;
        let first = self.before.is_none();
        let before = *self.before.get_or_insert(worked);
        if let Some(bar) = &self.bar {
            if failed > 0 {
                bar.set_prefix(format!("{failed} failed"));
            }
            if first {
                bar.set_length(total);
            }
            bar.set_position(worked);
            if first {
                bar.reset_eta();
                // Shows that it lives while a task takes its time.
                bar.enable_steady_tick(Duration::from_secs(1));
            }
        } else if !self.quiet && (first || worked == total || self.told.elapsed() >= PLAIN_EVERY) {
            self.told = Instant::now();
            let pace = pace(worked - before, total - worked, self.started.elapsed());
            let failed = match failed {
                0 => String::new(),
                failed => format!(", {failed} failed"),
            };
            note(&format!("{worked}/{total} {}{pace}{failed}", self.unit));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// Returns the rate of `new` steps in `time` and the time that `rest` will take; empty without
/// steps.
fn pace(new: u64, rest: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64().max(1e-9);
    let rate = new as f64 / seconds;
    let mut text = match new {
        0 => return String::new(),
        _ if rate < 1.0 => format!(", {:.1}/min", rate * 60.0),
        _ => format!(", {rate:.1}/s"),
    };
    if let Some(left) = Duration::try_from_secs_f64(rest as f64 / rate)
        .ok()
        .filter(|_| rest > 0)
    {
        let _ = write!(text, ", {:#} left", HumanDuration(left));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_has_its_unit_and_ends_with_the_work() {
        let minute = Duration::from_mins(1);
        assert_eq!(pace(0, 10, minute), "");
        assert_eq!(pace(30, 30, minute), ", 30.0/min, 60s left");
        assert_eq!(pace(120, 0, minute), ", 2.0/s");
        assert_eq!(pace(60, 3600 * 5, minute), ", 1.0/s, 5h left");
        pace(u64::MAX, u64::MAX, Duration::ZERO);
    }
}
