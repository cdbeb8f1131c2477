//! `curling conditions`: the conditions of a match, and the source of each.

use super::conditions_args::{self, ConditionsArgs};
use crate::cli::Common;
use crate::exit::usage;
use crate::show;
use anyhow::Context;
use clap::Args;
use digital_curling::plan::{Plan, contest};
use operations::{Host, TaskHandle};
use serde_json::Value;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Show the conditions of a match, each with its source
#[derive(Args, Debug)]
#[command(after_help = [conditions_args::KEYS, &contests(), EXAMPLES].join("\n\n"))]
pub(super) struct Conditions {
    #[command(flatten)]
    conditions: ConditionsArgs,
    /// Print the conditions as a TOML file for --conditions
    #[arg(long)]
    toml: bool,
}

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling conditions
  sakiyomi curling conditions --conditions server_config.json --match match_mix
  sakiyomi curling conditions --set contest=gpw2018
  sakiyomi curling conditions --platform dc3 --set ends=4 --set noise1=2 --json";

fn contests() -> String {
    format!("Contests of --set contest=NAME:\n{}", contest::list())
}

pub(super) fn run(asked: &Conditions, common: &Common) -> anyhow::Result<ExitCode> {
    if asked.toml && common.json() {
        return Err(usage("write either --toml or --json"));
    }
    let plan = asked.conditions.plan("dc2")?;
    conditions_args::warn(&plan);
    if asked.toml {
        show::print(&plan.toml())?;
    } else if common.json() {
        show::print_json(&read(&asked.conditions)?)?;
    } else {
        show::print(&as_text(&plan))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Calls the operation `curling/conditions`.
fn read(arguments: &ConditionsArgs) -> anyhow::Result<Value> {
    let operations = operations::all(&Host::default());
    let operation = operations.find("curling/conditions");
    let operation = operation.context("the operation `curling/conditions`")?;
    let read = operation.run(arguments.input("dc2")?, &TaskHandle::idle());
    read.map_err(usage)
}

/// Returns the parts of a plan in three columns: name, value, source.
fn as_text(plan: &Plan) -> String {
    let parts = plan.parts();
    let width = |text: &str| text.chars().count();
    let names = parts.iter().map(|part| width(part.name)).max();
    let values = parts
        .iter()
        .map(|part| width(&part.value))
        .filter(|&width| width <= 60)
        .max();
    let (names, values) = (names.unwrap_or(0), values.unwrap_or(0));
    let mut text = String::new();
    let (bold, dim) = (anstyle::Style::new().bold(), anstyle::Style::new().dimmed());
    for part in &parts {
        let (name, value, source) = (part.name, &part.value, &part.source);
        let _ = writeln!(
            text,
            "{bold}{name:names$}{bold:#}  {value:values$}  {dim}{source}{dim:#}"
        );
    }
    text
}
