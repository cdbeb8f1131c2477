//! `curling score`: ends scored line by line.

use super::conditions_args::{self, ConditionsArgs};
use crate::lines;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use curling::rules::Rules;
use operations::curling::json_lines::ScoreLines;
use std::process::ExitCode;

/// Score ends as the stones lie
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Score {
    /// The rules for the reach of the house and for ties [default: those of the conditions: legacy]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    rules: Option<Rules>,
    #[command(flatten)]
    conditions: ConditionsArgs,
}

fn rules() -> impl TypedValueParser<Value = Rules> {
    let names = PossibleValuesParser::new(Rules::NAMES);
    names.map(|name| Rules::named(&name).expect("the parser lets only names of rules through"))
}

const FORMS: &str = "\
Each line of standard input is a JSON object. The same object is written with `score`, the points \
of player 0 if positive and of player 1 if negative. Other fields are copied, and invalid lines \
are answered as by `curling simulate`.

{\"stones\":[[x,y],null,…],\"last_thrower\":1}
  16 stones by shot in the frame of legacy and dc2; `last_thrower` (0 or 1) throws the last \
stone, and so owns those of odd number.
{\"stones\":[{\"x\":…,\"y\":…},null,…]}
  team0's eight stones, then team1's, in the frame of fcv1; player 0 is team0.
{\"conditions\":{…},\"game\":{…}}
  a position as the pages save it; without `conditions`, those of the command apply.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling score < ends.jsonl
  sakiyomi curling score --rules dc3 < ends.jsonl";

pub(super) fn run(asked: &Score) -> anyhow::Result<ExitCode> {
    let plan = asked.conditions.on_any_ice("legacy")?;
    conditions_args::warn(&plan);
    let mut conditions = plan.conditions;
    conditions.rules = asked.rules.unwrap_or(conditions.rules);
    lines::run(&ScoreLines::new(&conditions))
}
