//! `curling simulate`: shots simulated line by line.

use super::conditions_args::{self, ConditionsArgs};
use super::ice::{ModeName, settings_help};
use super::noise;
use crate::cli::Common;
use crate::exit::usage;
use crate::lines;
use clap::Args;
use clap::builder::TypedValueParser;
use curling::delivery::Noise;
use operations::curling::json_lines::{SimulateLines, SimulateOptions};
use std::process::ExitCode;

/// Simulate shots: positions and shots in, positions out
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct Simulate {
    #[command(flatten)]
    conditions: ConditionsArgs,
    #[command(flatten)]
    how: How,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Shot")]
struct How {
    /// Kind of simulation
    #[arg(long, value_enum, default_value_t = ModeName::Exact)]
    mode: ModeName,
    /// Number of shots of an end for which guards are protected, or `none` [default: the
    /// platform's: 4, 5, 5]
    #[arg(long, value_name = "SHOTS", value_parser = guard_zone)]
    guard_zone: Option<u8>,
    /// Noise added to the shots; see below
    #[arg(long, value_name = "NOISE", default_value = "none", value_parser = noise::parse)]
    noise: Noise,
    /// Add the trajectories of the stones, with a frame every SECONDS
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "0.1", value_parser = seconds())]
    trajectory: Option<f64>,
}

fn guard_zone(text: &str) -> Result<u8, String> {
    match text.parse() {
        _ if text == "none" => Ok(0),
        Ok(shots @ 0..=16) => Ok(shots),
        _ => Err("write a number of shots from 0 to 16, or none".to_owned()),
    }
}

/// Returns the parser of the seconds between frames.
fn seconds() -> impl TypedValueParser<Value = f64> {
    clap::builder::NonEmptyStringValueParser::new().try_map(|text| {
        let seconds = text.parse().ok().filter(|s| (0.0001..=100.0).contains(s));
        seconds.ok_or("write seconds between 0.0001 and 100, as in 0.1")
    })
}

fn help() -> String {
    [FORMS, noise::FORMS, TRAJECTORY, &settings_help(), EXAMPLES].join("\n\n")
}

const FORMS: &str = "\
Each line of standard input is a JSON object. The same object is written with `result`, the \
stones after the shot, and `fgz_foul`, whether the free guard zone rule put the stones back. \
Other fields are copied. Line n of the output answers line n of the input, as soon as possible. \
An invalid line is answered with {\"error\":…,\"line\":n}, and the exit code is then 1; an empty \
line is answered with an empty line.

legacy, dc2: {\"stones\":[[x,y],null,…],\"shot_num\":n,\"vec\":[vx,vy,angle]}
  `stones` has 16 entries; entry i is the stone of shot i, null if it is not in play. Metres, \
origin top left, y towards the thrower, tee at (2.375, 4.88). `shot_num` is the shot to throw; \
angle 0 curls to larger x, 1 to smaller.
fcv1: {\"stones\":[{\"x\":…,\"y\":…,\"angle\":…},null,…],\"shot_num\":n,\"next_team\":\"team0\", \
\"shot\":{\"vx\":…,\"vy\":…,\"rotation\":\"cw\"}}
  `stones` has team0's eight stones, then team1's; origin at the hack, y towards the house, tee \
at (0, 38.405). The shot may have speed and angle instead of vx and vy.
  Where the conditions change the ice, lines of these two forms may also have `end`, from 0, and \
`passages`, as in a saved position: by default the first end, on ice that no stone has run on. \
`sweep`:{\"from\":-10,\"to\":0,\"effort\":1} sweeps a stretch in metres from the tee.
workbench: \
{\"conditions\":{…},\"game\":{…},\"shot\":{\"velocity\":{\"x\":…,\"y\":…},\"turn\":\"cw\"}}
  A position as the pages save it; without `conditions`, those of the command apply. `result` \
is the list of stones, and `score` the score of the end as they lie. Not with --noise or \
--trajectory.";

/// The format of a trajectory, for the help.
const TRAJECTORY: &str = "\
With --trajectory the object gets \"trajectory\":{\"seconds_per_frame\":0.1,\"frames\":[…]}. The \
first frame is the release, the last one the moment when all stones have stopped, before rules \
put any back. A frame lists the stones that have moved since the frame before (in the first \
frame: that differ from `stones`), each as [i,x,y] ([i,x,y,angle] for fcv1) with its index i in \
`stones`, rounded to 0.1 mm; [i] alone is a stone that left the sheet. With --mode fast such a \
shot is simulated in time steps with double precision.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling simulate < shots.jsonl > results.jsonl
  sakiyomi curling simulate --mode fast --model dc2 --repaired --guard-zone none < shots.jsonl
  sakiyomi curling simulate --friction-scale 1.2 --set restitution=0.8 < shots.jsonl
  sakiyomi curling simulate --trajectory 0.5 < shots.jsonl
  sakiyomi curling simulate --noise rectangular:0.145,0.145 --seed 7 < shots.jsonl";

pub(super) fn run(asked: &Simulate, common: &Common) -> anyhow::Result<ExitCode> {
    if let Some(set) = asked
        .conditions
        .setting("noise")
        .or(asked.conditions.setting("players"))
    {
        let why = "shots are thrown exactly unless --noise says otherwise";
        return Err(usage(format!("--set {set}: {why}")));
    }
    let plan = asked.conditions.on_any_ice("legacy")?;
    conditions_args::warn(&plan);
    let mut conditions = plan.conditions;
    if let Some(shots) = asked.how.guard_zone {
        conditions.rules.guard.deliveries = shots;
    }
    let options = SimulateOptions {
        mode: asked.how.mode.into(),
        noise: asked.how.noise,
        seed: common.seed(),
        trajectory: asked.how.trajectory,
    };
    lines::run(&SimulateLines::new(&conditions, &options).map_err(usage)?)
}
