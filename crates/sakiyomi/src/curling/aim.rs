//! `curling aim`: shots to targets line by line.

use super::conditions_args::{self, ConditionsArgs};
use super::ice::settings_help;
use crate::exit::usage;
use crate::lines;
use clap::{Args, ValueEnum};
use operations::curling::aiming::CurlingAimWay;
use operations::curling::json_lines::AimLines;
use std::process::ExitCode;

/// Find the shots that stop at a point or pass it
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct Aim {
    #[command(flatten)]
    conditions: ConditionsArgs,
    /// Method of aiming
    #[arg(long, value_enum, default_value_t = Way::Classic)]
    form: Way,
}

/// The method of aiming.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    /// As the platforms' programs aim: a rule of thumb, a few millimetres off
    Classic,
    /// Exact, on any ice
    Exact,
}

fn help() -> String {
    [FORMS, &settings_help(), EXAMPLES].join("\n\n")
}

const FORMS: &str = "\
Each line of standard input is a JSON object. The same object is written with the shot. Other \
fields are copied, and invalid lines are answered as by `curling simulate`.

legacy, dc2: {\"fn\":\"draw\",\"pos\":[x,y,angle]} gets `vec`, the shot that stops there.
  {\"fn\":\"hit\",\"pos\":[x,y,angle],\"power\":p} gets `vec`, the shot that passes there with \
the platform's power from 0 to 16, and `ret`: 1, or 0 if the stone would stop before that point \
and `vec` is only a first guess.
fcv1: {\"fn\":\"draw\",\"pos\":{\"x\":…,\"y\":…},\"rotation\":\"ccw\"} gets `shot`; \
\"fn\":\"hit\" passes the point with `speed`, in m/s there.
  Where the conditions change the ice, lines of these forms may also have `end`, `shot_num`, \
`passages` and, with --form exact, `sweep`, as for `curling simulate`.
workbench: {\"conditions\":{…},\"at\":{\"x\":…,\"y\":…},\"turn\":\"cw\",\"weight\":{\"power\":7}} \
gets `shot`
  Metres from the tee, y away from the hack. Without `conditions`, those of the command apply; \
without `weight` the stone stops there.

--form exact reaches the target on any ice, and accepts `power` or `speed` for hits in all forms. \
A target out of reach is an error.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"fn\":\"draw\",\"pos\":[2.375,4.88,0]}' | sakiyomi curling aim
  echo '{\"fn\":\"hit\",\"pos\":[2.0,6.5,1],\"power\":7}' \\
    | sakiyomi curling aim --form exact --friction-scale 1.2
  echo '{\"fn\":\"draw\",\"pos\":{\"x\":0,\"y\":38.405},\"rotation\":\"ccw\"}' \\
    | sakiyomi curling aim --model fcv1";

pub(super) fn run(asked: &Aim) -> anyhow::Result<ExitCode> {
    let plan = asked.conditions.on_any_ice("legacy")?;
    conditions_args::warn(&plan);
    let way = match asked.form {
        Way::Classic => CurlingAimWay::Classic,
        Way::Exact => CurlingAimWay::Exact,
    };
    lines::run(&AimLines::new(&plan.conditions, way).map_err(usage)?)
}
