//! `curling import`: championships of people as logs.

use crate::cli::Common;
use crate::client::answer;
use crate::exit::usage;
use crate::{input, show};
use anyhow::Context;
use arena::report::{Column, Table, table_text};
use clap::Args;
use operations::curling::CurlingImported;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import a championship that was recorded shot by shot, a log for every match
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Import {
    /// Folder with the tables Games.csv, Ends.csv and Stones.csv
    dir: PathBuf,
    /// Folder for the logs; it is made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

const FORMS: &str = "\
Reads the tables that Curlit publishes of championships of mixed doubles; Teams.csv and \
Competition.csv give names, if they are there. The logs have the sheet after every shot, its task \
and its mark, but not how it was thrown: they can be shown, estimated and counted, not simulated \
again. Ice and hands are those of Digital Curling 4. What the tables leave open or contradict is \
told on standard error and left out.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling import tables/ --out championship/
  sakiyomi curling stats championship/
  sakiyomi curling replay championship/001-*.jsonl --chances";

/// The most warnings that are printed.
const MOST_WARNINGS: usize = 20;

pub(super) fn run(asked: &Import, common: &Common) -> anyhow::Result<ExitCode> {
    let input = tables(&asked.dir)?;
    let imported: CurlingImported = answer("curling/import", input, common)?;
    let out = &asked.out;
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for played in &imported.matches {
        let path = out.join(&played.file);
        std::fs::write(&path, &played.text)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if common.json() {
        show::print_json(&imported)?;
        return Ok(ExitCode::SUCCESS);
    }
    warn(&imported.warnings);
    show::print(&table_text(&summary(&imported, out)))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the tables of a folder, as operations read them.
pub(super) fn tables(dir: &Path) -> anyhow::Result<Value> {
    let read = |name: &str| table(dir, name);
    let required = |name: &str| {
        read(name)?.ok_or_else(|| usage(format!("{} has no {name}.csv", dir.display())))
    };
    Ok(json!({
        "games": required("Games")?,
        "ends": required("Ends")?,
        "stones": required("Stones")?,
        "teams": read("Teams")?,
        "competitions": read("Competition")?,
    }))
}

/// Prints the first warnings about tables.
pub(super) fn warn(warnings: &[String]) {
    for warning in warnings.iter().take(MOST_WARNINGS) {
        eprintln!("warning: {warning}");
    }
    let more = warnings.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        eprintln!("warning: and {more} more (all with --json)");
    }
}

/// The text of a table of the folder, if it is there; the case of its name does not matter.
fn table(dir: &Path, name: &str) -> anyhow::Result<Option<String>> {
    let listed = std::fs::read_dir(dir)
        .map_err(|why| usage(format!("cannot read {}: {why}", dir.display())))?;
    let wanted = format!("{name}.csv");
    for entry in listed {
        let entry = entry.with_context(|| format!("cannot read {}", dir.display()))?;
        let found = entry.file_name();
        if found.to_string_lossy().eq_ignore_ascii_case(&wanted) {
            return input::file(&entry.path()).map(Some);
        }
    }
    Ok(None)
}

/// A table of the matches, or their number if there are many.
fn summary(imported: &CurlingImported, out: &Path) -> Table {
    let matches = &imported.matches;
    let columns = [
        Column::number("matches"),
        Column::number("ends"),
        Column::number("shots"),
    ];
    let total = |count: fn(&operations::curling::CurlingImportedMatch) -> usize| {
        matches.iter().map(count).sum::<usize>().to_string()
    };
    Table::new(format!("Written to {}", out.display()), columns).row([
        matches.len().to_string(),
        total(|played| played.ends),
        total(|played| played.shots),
    ])
}
