//! `curling predict`: the points of ends of people, predicted before every stone.

use super::import::{tables, warn};
use super::stats::words;
use crate::cli::Common;
use crate::client::answer;
use crate::exit::usage;
use crate::show;
use anyhow::Context;
use arena::text_file;
use clap::Args;
use operations::curling::CurlingPredicted;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Predict the hammer's points before every stone of a championship, and compare with the results
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Predict {
    /// Folder with the tables Games.csv, Ends.csv and Stones.csv
    dir: PathBuf,
    /// File with the model [default: the one that comes with the program]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fit", "crossed"])]
    model: Option<PathBuf>,
    /// Fit a model to these tables and write it to this file
    #[arg(long, value_name = "FILE", conflicts_with = "crossed")]
    fit: Option<PathBuf>,
    /// Predict each competition by a model fitted to the others
    #[arg(long)]
    crossed: bool,
    /// Execution errors to choose from in a fit, as multiples of Digital Curling 4's [default: 2,3]
    #[arg(long, value_name = "FACTORS", value_delimiter = ',')]
    hands: Option<Vec<f64>>,
}

const FORMS: &str = "\
Reads the tables that `curling import` reads, of mixed doubles. Ends count that were played out and \
have points. The prediction is the distribution of the hammer's points, from four stolen to five or \
more, from the sheet, the score and the placement. Before the last stone it looks ahead with the \
execution error that explains people's last stones best. The log loss is compared with that of \
frequencies. A model that predicts what it was fitted to is too good: --crossed is not.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling predict tables/
  sakiyomi curling predict tables/ --crossed
  sakiyomi curling predict tables/ --fit model.txt --hands 1.5,2,3
  sakiyomi curling predict other/ --model model.txt";

pub(super) fn run(asked: &Predict, common: &Common) -> anyhow::Result<ExitCode> {
    let mut input = json!({ "tables": tables(&asked.dir)?, "by": asked.by() });
    if let Some(path) = &asked.model {
        let text = text_file::read(path);
        input["model"] = json!(text.with_context(|| format!("cannot read {}", path.display()))?);
    }
    if let Some(hands) = &asked.hands {
        if asked.by() == "model" {
            return Err(usage("--hands belongs to --fit or --crossed"));
        }
        input["hands"] = json!(hands);
    }
    let predicted: CurlingPredicted = answer("curling/predict", input, common)?;
    if let (Some(path), Some(model)) = (&asked.fit, &predicted.model) {
        write(path, &asked.named(model))?;
    }
    if common.json() {
        show::print_json(&predicted)?;
        return Ok(ExitCode::SUCCESS);
    }
    warn(&predicted.warnings);
    let [ends, others] = predicted.ends;
    show::print(&format!(
        "{ends} ends, {others} more without points or not played out\n\n"
    ))?;
    for table in &predicted.tables {
        show::print(&(words(table) + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, model: &str) -> anyhow::Result<()> {
    fs::write(path, model).with_context(|| format!("cannot write {}", path.display()))?;
    show::note(&format!("fitted: {}", path.display()));
    Ok(())
}

impl Predict {
    /// Returns the model that predicts, as the operation calls it.
    fn by(&self) -> &'static str {
        match (&self.fit, self.crossed) {
            (Some(_), _) => "fit",
            (None, true) => "crossed",
            (None, false) => "model",
        }
    }

    /// Returns the text of a fitted model with the command that fits the same; folders are not
    /// told.
    fn named(&self, model: &str) -> String {
        let hands = self.hands.as_ref().map(|hands| {
            let hands: Vec<_> = hands.iter().map(f64::to_string).collect();
            format!(" --hands {}", hands.join(","))
        });
        let command = format!(
            "command: sakiyomi curling predict DIR --fit FILE{}",
            hands.unwrap_or_default()
        );
        let lines = model.lines().map(|line| match line {
            line if line.starts_with("command: ") => command.as_str(),
            line => line,
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    }
}
