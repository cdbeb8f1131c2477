//! `curling stats`: what the logs of many matches add up to.

use crate::cli::Common;
use crate::fail::{FAILED, usage};
use crate::show;
use arena::report::{Table, table_text};
use clap::{Args, ValueEnum};
use digital_curling::games::standing::{By, Standing};
use digital_curling::games::{self, Found, LogError};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Count matches from their logs: wins, and points an end with the last stone and without
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Stats {
    /// Logs, and folders that are searched for logs
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// What a line of the tables is
    #[arg(long, value_enum, default_value_t = ByName::Team)]
    by: ByName,
    /// How many ends of a match count for the points an end, from the first [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    ends: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ByName {
    /// Every team by its name
    Team,
    /// Every team against every opponent
    Pairing,
}

const FORMS: &str = "\
Logs may be records of ours, games of `match --records` and `tournament --records`, .dcl logs of the first two platforms, or those of Digital Curling 3; each is known by what it begins with. A file that cannot be read \
is named and left out, and the exit code is then 1. Within folders, what is no log is passed over.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling stats logs/
  sakiyomi curling stats match1.dcl match2.dcl --by pairing
  sakiyomi curling stats logs/ --ends 5 --json";

pub(super) fn run(asked: &Stats, common: &Common) -> anyhow::Result<ExitCode> {
    let search = games::find(&asked.files);
    let mut failed: Vec<(PathBuf, String)> = search
        .failed
        .into_iter()
        .map(|(path, why)| (path, why.to_string()))
        .collect();
    if search.logs.is_empty() && failed.is_empty() {
        return Err(usage(
            "there are no logs in there: name files or folders that hold some",
        ));
    }
    // In their order, whoever read them.
    let read: Vec<_> = search
        .logs
        .par_iter()
        .flat_map_iter(|path| all(path).into_iter().map(move |found| (path, found)))
        .collect();
    let by = match asked.by {
        ByName::Team => By::Team,
        ByName::Pairing => By::Pairing,
    };
    let mut standing = Standing::new(by, asked.ends.map(usize::from));
    for (path, log) in read {
        match log {
            Ok(Found {
                played, complaints, ..
            }) => {
                standing.add(&played);
                if !common.quiet() {
                    for complaint in complaints {
                        show::note(&format!("{}: {complaint}", path.display()));
                    }
                }
            }
            Err(why) => failed.push((path.clone(), why.to_string())),
        }
    }
    tell(common, &standing, &failed)?;
    Ok(if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        FAILED.into()
    })
}

/// All matches of a log.
fn all(path: &Path) -> Vec<Result<Found, LogError>> {
    let found = games::read_all(path).unwrap_or_else(|why| vec![Err(why)]);
    found
        .into_iter()
        .map(|found| found.map(without_shots))
        .collect()
}

/// What is counted of a log. Shots would fill the memory with thousands of matches.
fn without_shots(mut found: Found) -> Found {
    for end in &mut found.played.ends {
        end.shots = Vec::new();
    }
    found
}

fn tell(common: &Common, standing: &Standing, failed: &[(PathBuf, String)]) -> anyhow::Result<()> {
    for (path, why) in failed {
        show::note(&format!("{}: {why}", path.display()));
    }
    if common.json() {
        let mut all = standing.json();
        let failed = failed
            .iter()
            .map(|(path, why)| json!({ "path": path.display().to_string(), "why": why }));
        all["failed"] = failed.collect::<Value>();
        return show::print_json(&all);
    }
    for table in standing.tables() {
        show::print(&(words(&table) + "\n"))?;
    }
    let matches = match standing.matches() {
        1 => "1 match".to_owned(),
        matches => format!("{matches} matches"),
    };
    let failed = match failed.len() {
        0 => String::new(),
        1 => "; 1 log could not be read".to_owned(),
        many => format!("; {many} logs could not be read"),
    };
    show::print(&format!("{matches}{failed}\n"))
}

/// A table with its notes.
fn words(table: &Table) -> String {
    let mut text = table_text(table);
    for note in &table.notes {
        text.push_str(note);
        text.push('\n');
    }
    text
}
