//! `curling stats`: statistics of the logs of many matches.

use crate::cli::Common;
use crate::client::answer;
use crate::exit::{FAILED, usage};
use crate::show;
use arena::report::{Table, table_text};
use clap::{Args, ValueEnum};
use digital_curling::games;
use operations::curling::{CurlingCounted, CurlingLogRemark};
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Count matches from their logs: wins, and points per end with and without the hammer
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Stats {
    /// Log files, or folders to search for them
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Unit of a table row
    #[arg(long, value_enum, default_value_t = ByName::Team)]
    by: ByName,
    /// Number of ends, from the first, that count for the points per end [default: all]
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

/// The most bytes of logs in one call.
const MOST: usize = 4 << 30;

impl ByName {
    fn word(self) -> &'static str {
        match self {
            ByName::Team => "team",
            ByName::Pairing => "pairing",
        }
    }
}

const FORMS: &str = "\
Reads Sakiyomi records, games of `match --records` and `tournament --records`, .dcl logs of the \
first two platforms, logs of Digital Curling 3, journals and dc4client logs of Digital Curling \
4, and matches of `curling import`; the format is recognised by the beginning of a file. An unreadable file is named and \
skipped, and the exit code is then 1. Within folders, files that are not logs are ignored.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling stats logs/
  sakiyomi curling stats match1.dcl match2.dcl --by pairing
  sakiyomi curling stats logs/ --ends 5 --json";

pub(super) fn run(asked: &Stats, common: &Common) -> anyhow::Result<ExitCode> {
    let search = games::find(&asked.files);
    let mut failed: Vec<_> = search
        .failed
        .iter()
        .map(|(path, why)| remark(path, why))
        .collect();
    if search.logs.is_empty() && failed.is_empty() {
        return Err(usage(
            "there are no logs in there: name files or folders that hold some",
        ));
    }
    let logs = texts(&search.logs, &mut failed)?;
    let input = json!({ "logs": logs, "by": asked.by.word(), "ends": asked.ends });
    let mut counted: CurlingCounted = answer("curling/stats", input, common)?;
    failed.append(&mut counted.failed);
    counted.failed = failed;
    tell(common, &counted)?;
    Ok(if counted.failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        FAILED.into()
    })
}

fn remark(path: &Path, why: &impl Display) -> CurlingLogRemark {
    CurlingLogRemark {
        path: path.display().to_string(),
        why: why.to_string(),
    }
}

/// Reads the texts of logs; those that cannot be read are added to `failed`.
fn texts(logs: &[PathBuf], failed: &mut Vec<CurlingLogRemark>) -> anyhow::Result<Vec<Value>> {
    let mut texts = Vec::new();
    let mut bytes = 0;
    for path in logs {
        match games::text_of(path) {
            Ok(text) => {
                bytes += text.len();
                texts.push(json!({ "path": path.display().to_string(), "text": text }));
            }
            Err(why) => failed.push(remark(path, &why)),
        }
        if bytes > MOST {
            return Err(usage(format!(
                "the logs have more than {MOST} bytes: count them in parts"
            )));
        }
    }
    Ok(texts)
}

fn tell(common: &Common, counted: &CurlingCounted) -> anyhow::Result<()> {
    let complaints = counted.complaints.iter().filter(|_| !common.quiet());
    for CurlingLogRemark { path, why } in complaints.chain(&counted.failed) {
        show::note(&format!("{path}: {why}"));
    }
    if common.json() {
        return show::print_json(counted);
    }
    for table in &counted.tables {
        show::print(&(words(table) + "\n"))?;
    }
    let matches = match counted.counts.matches {
        1 => "1 match".to_owned(),
        matches => format!("{matches} matches"),
    };
    let failed = match counted.failed.len() {
        0 => String::new(),
        1 => "; 1 log could not be read".to_owned(),
        many => format!("; {many} logs could not be read"),
    };
    show::print(&format!("{matches}{failed}\n"))
}

/// Returns the text of a table with its notes.
pub(super) fn words(table: &Table) -> String {
    let mut text = table_text(table);
    for note in &table.notes {
        text.push_str(note.en());
        text.push('\n');
    }
    text
}
