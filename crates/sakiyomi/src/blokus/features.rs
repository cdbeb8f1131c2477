//! `blokus features`: the features of games, counted line by line.

use super::reading;
use crate::lines;
use blokus::FeatureOptions;
use clap::Args;
use operations::blokus::json_lines::FeatureLines;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the nine kinds of features after every move of games
#[derive(Args, Debug)]
#[command(after_help = [FORMS, reading::FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Features {
    /// A file of games, one JSON object a line [default: standard input]
    file: Option<PathBuf>,
    /// Interpretation of the features' open questions; see below
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true, value_parser = reading::parse)]
    reading: FeatureOptions,
}

const FORMS: &str = "\
Each line is a JSON object, {\"moves\":[\"e9,d10,e10,f10,e11\",…],\"colors\":\"BW…\"}. The same \
object is written with `totals_BW`: for every move two lists, Black's and White's, of how often \
each kind of feature marks a square after that move, in the order score, effective (d0), dead, \
fixed, d1, d2, d3, d4, d5. `colors` has the side of each move, B or W, and is optional; the same \
letter twice in a row means that the other side had no move. Other fields are copied. An invalid \
line is answered with {\"error\":…,\"line\":n}, and the exit code is then 1; an empty line is \
answered with an empty line.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"moves\":[\"f7,f8,f9,e10,f10\",\"j4,k4,l4,j5,j6\"]}' | sakiyomi blokus features
  sakiyomi blokus features games.jsonl > features.jsonl
  sakiyomi blokus features games.jsonl --reading path=any,dead_for=either";

pub(super) fn run(asked: &Features) -> anyhow::Result<ExitCode> {
    lines::run_file(asked.file.as_deref(), &FeatureLines(asked.reading))
}
