//! `curling simulate`: what a shot does.

use super::form::{Asked, Form};
use super::ice::{ModeName, settings_help};
use super::noise;
use super::planned::{self, Planned};
use super::{trajectory, written};
use crate::cli::Common;
use crate::fail::usage;
use crate::lines::{self, Answer};
use crate::object::{Field, Object};
use clap::Args;
use curling::Vector;
use curling::delivery::{Noise, TeeDraws};
use curling::notation::Conditions;
use curling::physics::{Mode, Physics, Throw, ThrowError};
use curling::rules::Rules;
use curling::rules::guard::{self, Verdict};
use lookahead::Seed;
use operations::curling::simulator::judged;
use std::process::ExitCode;

/// Tell what shots do: positions and shots in, positions out
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct Simulate {
    #[command(flatten)]
    planned: Planned,
    #[command(flatten)]
    how: How,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Shot")]
struct How {
    /// How to simulate
    #[arg(long, value_enum, default_value_t = ModeName::Exact)]
    mode: ModeName,
    /// How many shots of an end the guard zone is protected, or `none` [default: the platform's: 4,
    /// 5, 5]
    #[arg(long, value_name = "SHOTS", value_parser = guard_zone)]
    guard_zone: Option<u8>,
    /// How the shot thrown differs from the shot asked for; see below
    #[arg(long, value_name = "NOISE", default_value = "none", value_parser = noise::parse)]
    noise: Noise,
    /// Add the ways of the stones, with a picture every so many seconds
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "0.1", value_parser = trajectory::seconds())]
    trajectory: Option<f64>,
}

fn guard_zone(text: &str) -> Result<u8, String> {
    match text.parse() {
        _ if text == "none" => Ok(0),
        Ok(shots @ 0..=16) => Ok(shots),
        _ => Err("write a number of shots from 0 to 16, or none".to_owned()),
    }
}

fn help() -> String {
    [
        FORMS,
        noise::FORMS,
        trajectory::FORM,
        &settings_help(),
        EXAMPLES,
    ]
    .join("\n\n")
}

const FORMS: &str = "\
Each line of standard input is an object; the same object is written with `result`, the stones afterwards, and `fgz_foul`, \
whether the guard zone's rule put the stones back. Other fields are passed on. Line n of the output answers line n of the input, as \
soon as it can; a line that makes no sense is answered with {\"error\":…,\"line\":n}, and the exit code is 1 in the end; an empty line \
is answered with an empty one.

legacy, dc2: {\"stones\":[[x,y],null,…],\"shot_num\":n,\"vec\":[vx,vy,angle]}
  `stones` has 16 entries, entry i the stone thrown as shot i, null if it is not in play. Metres, origin top left, y towards the \
thrower, tee at (2.375, 4.88). `shot_num` is the shot thrown now; angle 0 curls to larger x, 1 to smaller.
fcv1: {\"stones\":[{\"x\":…,\"y\":…,\"angle\":…},null,…],\"shot_num\":n,\"next_team\":\"team0\", \
\"shot\":{\"vx\":…,\"vy\":…,\"rotation\":\"cw\"}}
  `stones` has team0's eight, then team1's; origin at the hack, y towards the house, tee at (0, 38.405). The shot may say speed \
and angle instead of vx and vy.
the one notation: {\"conditions\":{…},\"game\":{…},\"shot\":{\"velocity\":{\"x\":…,\"y\":…},\"turn\":\"cw\"}}, as the pages save a position; without \
`conditions` those of the command hold. `result` is the list of stones, and `score` what the end gives then. Not with --noise or --trajectory.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling simulate < shots.jsonl > results.jsonl
  sakiyomi curling simulate --mode fast --model dc2 --repaired --guard-zone none < shots.jsonl
  sakiyomi curling simulate --friction-scale 1.2 --set restitution=0.8 --trajectory 0.5 < shots.jsonl
  sakiyomi curling simulate --noise rectangular:0.145,0.145 --seed 7 < shots.jsonl";

/// Everything needed to answer a line.
pub(super) struct Simulator {
    physics: Physics,
    rules: Rules,
    mode: Mode,
    form: Form,
    /// With what it needs to know of draws to the tee.
    noise: Option<(Noise, TeeDraws)>,
    seed: Seed,
    trajectory: Option<f64>,
    /// For lines in the one notation that do not have their own.
    conditions: Conditions,
}

pub(super) fn run(asked: &Simulate, common: &Common) -> anyhow::Result<ExitCode> {
    if let Some(set) = asked
        .planned
        .said("noise")
        .or(asked.planned.said("players"))
    {
        let why = "shots are thrown exactly unless --noise says otherwise";
        return Err(usage(format!("--set {set}: {why}")));
    }
    let plan = asked.planned.on_any_ice("legacy")?;
    planned::warn(&plan);
    let form = Planned::form(&plan);
    let mut conditions = plan.conditions;
    if let Some(shots) = asked.how.guard_zone {
        conditions.rules.guard.deliveries = shots;
    }
    let physics = Physics::new(conditions.ice.clone())?;
    lines::run(&Simulator {
        noise: noise(asked.how.noise, &physics)?,
        physics,
        rules: conditions.rules,
        conditions: Conditions::of(&conditions),
        mode: asked.how.mode.into(),
        form,
        seed: common.seed(),
        trajectory: asked.how.trajectory,
    })
}

fn noise(noise: Noise, physics: &Physics) -> anyhow::Result<Option<(Noise, TeeDraws)>> {
    if noise == Noise::None {
        return Ok(None);
    }
    let tee = TeeDraws::new(physics.parameters(), &physics.deliveries());
    let tee = tee.map_err(|error| usage(format!("no draw to the tee on this ice: {error}")))?;
    Ok(Some((noise, tee)))
}

/// A line that has been understood, or is answered already.
enum Line<'a> {
    Thrown(Box<Read<'a>>),
    Written(Vec<u8>),
}

/// A throw in a form of the platforms.
struct Read<'a> {
    object: Object<'a>,
    asked: Asked,
    throw: Throw,
    /// What is to be added to the object.
    new: Vec<Field<'a>>,
}

impl Answer for Simulator {
    fn answer(&self, index: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let answers = self.answer_all(&[(index, line)]);
        let answer = answers.into_iter().next().ok_or("no answer")?;
        out.extend_from_slice(&answer?);
        Ok(())
    }

    fn answer_all(&self, lines: &[(u64, &str)]) -> Vec<Result<Vec<u8>, String>> {
        let read: Vec<_> = lines
            .iter()
            .map(|(index, line)| self.read(*index, line))
            .collect();
        let mut verdicts = self.run(&read).into_iter();
        let answer = |read: Result<Line<'_>, String>| match read? {
            Line::Written(answer) => Ok(answer),
            Line::Thrown(mut read) => {
                let verdict = match self.trajectory {
                    None => verdicts.next().ok_or("no outcome")?,
                    Some(seconds) => self.film(&mut read, seconds),
                };
                self.write(*read, verdict)
            }
        };
        read.into_iter().map(answer).collect()
    }
}

impl Simulator {
    /// The throws without pictures, side by side.
    fn run(&self, lines: &[Result<Line<'_>, String>]) -> Vec<Result<Verdict, ThrowError>> {
        let throws = lines.iter().filter_map(|line| match line {
            Ok(Line::Thrown(read)) if self.trajectory.is_none() => Some(read.throw),
            _ => None,
        });
        let throws: Vec<_> = throws.collect();
        judged(&self.physics, &self.rules, self.mode, &throws)
    }

    fn read<'a>(&self, index: u64, line: &'a str) -> Result<Line<'a>, String> {
        let object = Object::read(line)?;
        if object.get("game")?.is_some() {
            return self.written(&object).map(Line::Written);
        }
        let asked = self.form.throw(&object)?;
        let mut new = Vec::with_capacity(4);
        let mut throw = Throw {
            stones: asked.stones,
            slot: asked.slot,
            shot: asked.shot,
        };
        if let Some((noise, tee)) = &self.noise {
            throw.shot = noise.disturb(&throw.shot, tee, &mut self.seed.stream(index).rng());
            // What is told and what is thrown are the same, to the last digit.
            throw.shot.velocity = Vector::<f32>::of(throw.shot.velocity).wide();
            new.push(("run", self.form.write_shot(&throw.shot)));
        }
        Ok(Line::Thrown(Box::new(Read {
            object,
            asked,
            throw,
            new,
        })))
    }

    /// The answer to a line in the one notation.
    fn written(&self, object: &Object<'_>) -> Result<Vec<u8>, String> {
        if self.noise.is_some() || self.trajectory.is_some() {
            return Err("`game`: --noise and --trajectory are for the platforms' forms".to_owned());
        }
        let shot = written::shot(object)?;
        let outcome = written::simulate(object, &self.conditions, shot, self.mode)?;
        let new = [
            ("result", written::json(&outcome.stones)),
            ("fgz_foul", written::json(&outcome.foul)),
            ("score", written::json(&outcome.points)),
        ];
        let mut out = Vec::with_capacity(1024);
        object.write(&new, &mut out);
        Ok(out)
    }

    fn write(
        &self,
        mut read: Read<'_>,
        verdict: Result<Verdict, ThrowError>,
    ) -> Result<Vec<u8>, String> {
        let verdict = verdict.map_err(|error| self.words(&error))?;
        let result = self.form.write_stones(&verdict.stones, read.asked.seats);
        read.new.push(("result", result));
        let foul = verdict.foul.is_some().to_string().into_bytes();
        read.new.push(("fgz_foul", foul));
        let mut out = Vec::with_capacity(1024);
        read.object.write(&read.new, &mut out);
        Ok(out)
    }

    fn film(&self, read: &mut Read<'_>, seconds: f64) -> Result<Verdict, ThrowError> {
        let Read { asked, throw, .. } = &*read;
        let (outcome, text) =
            trajectory::film(&self.physics, self.mode, self.form, asked, throw, seconds)?;
        let verdict = guard::judge(&self.rules, &asked.stones, &outcome.stones, asked.slot);
        read.new.push(("trajectory", text));
        Ok(verdict)
    }

    /// Why a throw was refused, with the field to look at.
    fn words(&self, error: &ThrowError) -> String {
        let field = match error {
            ThrowError::FarOff { .. } => "stones",
            ThrowError::NoSuchSlot(_) => "shot_num",
            _ => self.form.shot_field(),
        };
        format!("`{field}`: {error}")
    }
}
