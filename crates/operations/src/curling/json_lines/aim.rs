//! `curling aim`: shots to targets line by line.

use super::super::aiming::{Aiming, CurlingAimWay};
use super::notation;
use super::platform_form::{PlatformForm, legacy_triple, turn_of};
use crate::json_lines::{Field, Object, Responder};
use curling::conditions::Conditions;
use curling::delivery::aim::Weight;
use curling::frame::{HackPoint, LegacyPoint};
use curling::{Turn, Vector};
use serde::Deserialize;

/// The aiming of shots as a responder to JSON lines.
pub struct AimLines {
    form: PlatformForm,
    way: CurlingAimWay,
    aiming: Aiming,
    /// For lines in the notation of curling without conditions of their own.
    conditions: curling::notation::Conditions,
}

impl AimLines {
    /// Prepares the ice of these conditions.
    ///
    /// # Errors
    /// If that way of aiming is not defined on this ice.
    pub fn new(conditions: &Conditions, way: CurlingAimWay) -> Result<Self, String> {
        Ok(AimLines {
            form: PlatformForm::of_ice(&conditions.ice),
            way,
            aiming: Aiming::new(way, conditions.ice.clone()).map_err(|why| why.to_string())?,
            conditions: curling::notation::Conditions::of(conditions),
        })
    }
}

/// The target of a line.
struct Target {
    at: Vector,
    turn: Turn,
    /// The weight to pass it with; none to stop there.
    hit: Option<Weight>,
}

#[derive(Deserialize)]
struct HackTarget {
    x: f32,
    y: f32,
}

impl Responder for AimLines {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        if object.get("at")?.is_some() {
            let shot = notation::aim(&object, &self.conditions, self.way)?;
            object.write(&[("shot", shot)], out);
            return Ok(());
        }
        let target = self.read(&object)?;
        let found = self.aiming.shot(target.at, target.turn, target.hit);
        let (shot, arrives) = found.map_err(|why| match self.way {
            CurlingAimWay::Exact => format!("`pos`: {why}"),
            CurlingAimWay::Classic => why,
        })?;
        let mut new: Vec<Field<'_>> = Vec::with_capacity(2);
        if target.hit.is_some() && self.form == PlatformForm::Legacy {
            new.push(("ret", vec![b'0' + u8::from(arrives)]));
        }
        new.push((self.form.shot_field(), self.form.write_shot(&shot)));
        object.write(&new, out);
        Ok(())
    }
}

impl AimLines {
    fn read(&self, object: &Object<'_>) -> Result<Target, String> {
        let hit = match object.need("fn")? {
            "\"draw\"" => None,
            "\"hit\"" => Some(hardness(object)?),
            other => return Err(format!("`fn` is {other}: it must be \"draw\" or \"hit\"")),
        };
        let (at, turn) = self.point(object)?;
        Ok(Target { at, turn, hit })
    }

    fn point(&self, object: &Object<'_>) -> Result<(Vector, Turn), String> {
        let text = object.need("pos")?;
        if self.form == PlatformForm::Legacy {
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

/// Reads `power` or `speed`.
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
