//! `curling conditions`: what would be played under, and who said so.

use super::planned::{self, Planned};
use crate::cli::Common;
use crate::fail::usage;
use crate::show;
use clap::Args;
use digital_curling::plan::Plan;
use serde_json::json;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Show the conditions a match would be played under, and where each comes from
#[derive(Args, Debug)]
#[command(after_help = [planned::KEYS, EXAMPLES].join("\n\n"))]
pub(super) struct Conditions {
    #[command(flatten)]
    planned: Planned,
    /// Write a TOML file of the conditions instead, to be given to --conditions
    #[arg(long)]
    toml: bool,
}

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling conditions
  sakiyomi curling conditions --conditions server_config.json --match match_mix
  sakiyomi curling conditions --platform dc3 --set ends=4 --set noise1=2 --json";

pub(super) fn run(asked: &Conditions, common: &Common) -> anyhow::Result<ExitCode> {
    if asked.toml && common.json() {
        return Err(usage("write either --toml or --json"));
    }
    let plan = asked.planned.plan("dc2")?;
    planned::warn(&plan);
    if asked.toml {
        show::print(&as_toml(&plan)?)?;
    } else if common.json() {
        let parts = plan.parts().into_iter().map(|part| {
            json!({ "name": part.name, "value": part.value, "source": part.source.to_string() })
        });
        let parts: Vec<_> = parts.collect();
        show::print_json(
            &json!({ "parts": parts, "conditions": plan.conditions, "warnings": plan.warnings }),
        )?;
    } else {
        show::print(&as_text(&plan))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Three columns: name, value, source.
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
        let (name, value, source) = (part.name, &part.value, part.source);
        let _ = writeln!(
            text,
            "{bold}{name:names$}{bold:#}  {value:values$}  {dim}{source}{dim:#}"
        );
    }
    text
}

fn as_toml(plan: &Plan) -> anyhow::Result<String> {
    Ok(toml::to_string(&plan.table())?)
}
