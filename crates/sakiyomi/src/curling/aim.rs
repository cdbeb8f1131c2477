//! `curling aim`: from a target to the shot that goes there.

use super::form::{Form, legacy_triple, turn_of};
use super::ice::settings_help;
use super::planned::{self, Planned};
use crate::lines::{self, Answer};
use crate::object::{Field, Object};
use clap::{Args, ValueEnum};
use curling::delivery::aim::{self, Weight};
use curling::delivery::classic::{Classic, ExampleClient};
use curling::frame::{HackPoint, LegacyPoint};
use curling::physics::{self, Physics};
use curling::{Shot, Turn, Vector};
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
    let parameters = plan.conditions.ice;
    let aiming = match (asked.form, parameters.ice) {
        (Way::Exact, _) => Aiming::Exact(Physics::new(parameters)?),
        (Way::Classic, physics::Ice::Even(ice)) => {
            // Only DC2's engine divides by the speed; its programs swap in the first guess of a hit.
            Aiming::Classic(Classic::on(&ice, !ice.reciprocal))
        }
        (Way::Classic, physics::Ice::Fcv1(ice)) => Aiming::Example(ExampleClient::on(ice)),
    };
    lines::run(&Aimer { form, aiming })
}

struct Aimer {
    form: Form,
    aiming: Aiming,
}

enum Aiming {
    Classic(Classic),
    Example(ExampleClient),
    Exact(Physics),
}

/// What a line wants.
struct Wish {
    target: Vector,
    turn: Turn,
    /// How hard to pass the target; nothing to stop there.
    hit: Option<Hardness>,
}

enum Hardness {
    Power(f32),
    Speed(f32),
}

#[derive(Deserialize)]
struct HackTarget {
    x: f32,
    y: f32,
}

impl Answer for Aimer {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        let wish = self.read(&object)?;
        let (shot, arrives) = self.aiming.shot(&wish)?;
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
fn hardness(object: &Object<'_>) -> Result<Hardness, String> {
    let read = |name: &str| -> Result<Option<f32>, String> {
        let Some(text) = object.get(name)? else {
            return Ok(None);
        };
        let value = serde_json::from_str(text);
        value.map_err(|_| format!("`{name}` is {text}: it must be a number"))
    };
    match (read("power")?, read("speed")?) {
        (Some(power), None) => Ok(Hardness::Power(power)),
        (None, Some(speed)) => Ok(Hardness::Speed(speed)),
        (None, None) => Err("a hit needs `power` or `speed`".to_owned()),
        (Some(_), Some(_)) => Err("a hit has `power` or `speed`, not both".to_owned()),
    }
}

impl Aiming {
    /// The shot, and whether it gets there.
    fn shot(&self, wish: &Wish) -> Result<(Shot, bool), String> {
        let (target, turn) = (wish.target, wish.turn);
        match (self, &wish.hit) {
            (Aiming::Classic(classic), None) => Ok((classic.draw(target.into(), turn), true)),
            (Aiming::Classic(classic), Some(Hardness::Power(power))) => {
                let hit = classic.hit(target.into(), *power, turn);
                Ok((hit.shot, hit.arrives))
            }
            (Aiming::Example(client), None) => example(client, target, 0.0, turn),
            (Aiming::Example(client), Some(Hardness::Speed(speed))) => {
                example(client, target, *speed, turn)
            }
            (Aiming::Classic(_), Some(Hardness::Speed(_))) => {
                Err("a classic hit needs `power`; `speed` is for --form exact".to_owned())
            }
            (Aiming::Example(_), Some(Hardness::Power(_))) => {
                Err("a classic hit of fcv1 needs `speed`; `power` is for --form exact".to_owned())
            }
            (Aiming::Exact(physics), hit) => exact(physics, target, turn, hit.as_ref()),
        }
    }
}

fn example(
    client: &ExampleClient,
    target: Vector,
    speed: f32,
    turn: Turn,
) -> Result<(Shot, bool), String> {
    let shot = client.shot(target.into(), speed, turn);
    let shot = shot.ok_or("the example client has no shot to such a target: try --form exact")?;
    Ok((shot, true))
}

fn exact(
    physics: &Physics,
    target: Vector,
    turn: Turn,
    hit: Option<&Hardness>,
) -> Result<(Shot, bool), String> {
    let ways = physics.deliveries();
    let sheet = &physics.parameters().sheet;
    let shot = match hit {
        None => aim::draw(&ways, sheet, target, turn),
        Some(hit) => {
            let weight = match *hit {
                Hardness::Power(power) => Weight::Power(power.into()),
                Hardness::Speed(speed) => Weight::SpeedThere(speed.into()),
            };
            aim::through(&ways, sheet, target, turn, weight)
        }
    };
    let shot = shot.map_err(|error| format!("`pos`: {error}"))?;
    Ok((shot, true))
}
