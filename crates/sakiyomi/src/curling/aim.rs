//! `curling aim`: from a target to the shot that goes there.

use super::form::{Form, legacy_triple, turn_of};
use super::ice::settings_help;
use super::planned::{self, Planned};
use super::written;
use crate::lines::{self, Answer};
use crate::object::{Field, Object};
use clap::{Args, ValueEnum};
use curling::delivery::aim::Weight;
use curling::frame::{HackPoint, LegacyPoint};
use curling::notation::Conditions;
use curling::{Turn, Vector};
use operations::curling::aiming::{Aiming, CurlingAimWay};
use serde::Deserialize;
use std::process::ExitCode;

/// Tell which shots stop at a point or pass it
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct Aim {
    #[command(flatten)]
    planned: Planned,
    /// How to aim
    #[arg(long, value_enum, default_value_t = Way::Classic)]
    form: Way,
}

/// How to aim.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    /// As the platforms' programs: a rule of thumb, a few millimetres off
    Classic,
    /// So that the stone gets there, on any ice
    Exact,
}

fn help() -> String {
    [FORMS, &settings_help(), EXAMPLES].join("\n\n")
}

const FORMS: &str = "\
Each line of standard input is an object; the same object is written with the shot. Other fields are passed on, and lines that make no \
sense are answered as in `curling simulate`.

legacy, dc2: {\"fn\":\"draw\",\"pos\":[x,y,angle]} gets `vec`, the shot that stops there.
  {\"fn\":\"hit\",\"pos\":[x,y,angle],\"power\":p} gets `vec`, the shot that passes there with the platform's power from 0 to 16, and `ret`: 1, \
or 0 if the stone would stop before and `vec` is only the first guess.
fcv1: {\"fn\":\"draw\",\"pos\":{\"x\":…,\"y\":…},\"rotation\":\"ccw\"} gets `shot`; \"fn\":\"hit\" passes the point with `speed`, in m/s there.

The one notation: {\"conditions\":{…},\"at\":{\"x\":…,\"y\":…},\"turn\":\"cw\",\"weight\":{\"power\":7}} gets `shot`; metres from the tee, y away \
from the hack. Without `conditions` those of the command hold, without `weight` the stone stops there.

--form exact reaches the target on any ice, and its hits take `power` or `speed` on all of them. What cannot be reached is an error.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"fn\":\"draw\",\"pos\":[2.375,4.88,0]}' | sakiyomi curling aim
  echo '{\"fn\":\"hit\",\"pos\":[2.0,6.5,1],\"power\":7}' | sakiyomi curling aim --form exact --friction-scale 1.2
  echo '{\"fn\":\"draw\",\"pos\":{\"x\":0,\"y\":38.405},\"rotation\":\"ccw\"}' | sakiyomi curling aim --model fcv1";

pub(super) fn run(asked: &Aim) -> anyhow::Result<ExitCode> {
    let plan = asked.planned.on_any_ice("legacy")?;
    planned::warn(&plan);
    let form = Planned::form(&plan);
    let way = match asked.form {
        Way::Classic => CurlingAimWay::Classic,
        Way::Exact => CurlingAimWay::Exact,
    };
    lines::run(&Aimer {
        form,
        way,
        aiming: Aiming::new(way, plan.conditions.ice.clone())?,
        conditions: Conditions::of(&plan.conditions),
    })
}

struct Aimer {
    form: Form,
    way: CurlingAimWay,
    aiming: Aiming,
    /// For lines in the one notation that do not have their own.
    conditions: Conditions,
}

/// What a line wants.
struct Wish {
    target: Vector,
    turn: Turn,
    /// How hard to pass the target; nothing to stop there.
    hit: Option<Weight>,
}

#[derive(Deserialize)]
struct HackTarget {
    x: f32,
    y: f32,
}

impl Answer for Aimer {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        if object.get("at")?.is_some() {
            let shot = written::aim(&object, &self.conditions, self.way)?;
            object.write(&[("shot", shot)], out);
            return Ok(());
        }
        let wish = self.read(&object)?;
        let found = self.aiming.shot(wish.target, wish.turn, wish.hit);
        let (shot, arrives) = found.map_err(|why| match self.way {
            CurlingAimWay::Exact => format!("`pos`: {why}"),
            CurlingAimWay::Classic => why,
        })?;
        let mut new: Vec<Field<'_>> = Vec::with_capacity(2);
        if wish.hit.is_some() && self.form == Form::Legacy {
            new.push(("ret", vec![b'0' + u8::from(arrives)]));
        }
        new.push((self.form.shot_field(), self.form.write_shot(&shot)));
        object.write(&new, out);
        Ok(())
    }
}

impl Aimer {
    fn read(&self, object: &Object<'_>) -> Result<Wish, String> {
        let hit = match object.need("fn")? {
            "\"draw\"" => None,
            "\"hit\"" => Some(hardness(object)?),
            other => return Err(format!("`fn` is {other}: it must be \"draw\" or \"hit\"")),
        };
        let (target, turn) = self.target(object)?;
        Ok(Wish { target, turn, hit })
    }

    fn target(&self, object: &Object<'_>) -> Result<(Vector, Turn), String> {
        let text = object.need("pos")?;
        if self.form == Form::Legacy {
            let (x, y, turn) = legacy_triple("pos", text, "[x, y, angle]")?;
            return Ok((LegacyPoint::new(x, y).into(), turn));
        }
        let HackTarget { x, y } = serde_json::from_str(text)
            .map_err(|_| format!("`pos` is {text}: write {{\"x\": …, \"y\": …}} in metres"))?;
        let rotation = object.need("rotation")?;
        let turn = turn_of(rotation.trim_matches('"'))
            .ok_or_else(|| format!("`rotation` is {rotation}: it must be \"cw\" or \"ccw\""))?;
        Ok((HackPoint::new(x, y).into(), turn))
    }
}

/// `power` or `speed`.
fn hardness(object: &Object<'_>) -> Result<Weight, String> {
    let read = |name: &str| -> Result<Option<f32>, String> {
        let Some(text) = object.get(name)? else {
            return Ok(None);
        };
        let value = serde_json::from_str(text);
        value.map_err(|_| format!("`{name}` is {text}: it must be a number"))
    };
    match (read("power")?, read("speed")?) {
        (Some(power), None) => Ok(Weight::Power(power.into())),
        (None, Some(speed)) => Ok(Weight::SpeedThere(speed.into())),
        (None, None) => Err("a hit needs `power` or `speed`".to_owned()),
        (Some(_), Some(_)) => Err("a hit has `power` or `speed`, not both".to_owned()),
    }
}
