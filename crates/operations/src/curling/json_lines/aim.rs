//! `curling aim`: shots to targets line by line.

use super::super::aiming::{Aiming, CurlingAimWay};
use super::platform_form::{PlatformForm, legacy_triple, shot_number, sweep, turn_of};
use super::{LineIce, notation};
use crate::json_lines::{Field, Object, Responder};
use curling::conditions::Conditions;
use curling::delivery::aim::Weight;
use curling::frame::{HackPoint, LegacyPoint};
use curling::{Shot, Sweep, Turn, Vector};
use serde::Deserialize;

/// The aiming of shots as a responder to JSON lines.
pub struct AimLines {
    form: PlatformForm,
    way: CurlingAimWay,
    ice: LineIce,
    /// The way to aim on the ice of the conditions, before any change.
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
            ice: LineIce::new(conditions)?,
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
    /// The sweeping of the stone.
    sweep: Option<Sweep>,
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
        let (shot, arrives) = self.aimed(&object, &target)?;
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
    /// Returns the shot to the target of a line on its ice, and whether it gets there.
    fn aimed(&self, object: &Object<'_>, target: &Target) -> Result<(Shot, bool), String> {
        let there;
        let aiming = if self.ice.of_all().is_some() {
            &self.aiming
        } else {
            let physics = self.ice.of(object, shot_number_or_first(object)?)?;
            if self.way == CurlingAimWay::Classic && physics.surface().wear.is_some() {
                return Err(
                    "`passages`: a rule of thumb knows no worn ice: use --form exact".into(),
                );
            }
            there = Aiming::on(self.way, &physics).map_err(|why| why.to_string())?;
            &there
        };
        let &Target {
            at,
            turn,
            hit,
            sweep,
        } = target;
        if let Some(sweep) = sweep {
            let shot = aiming.swept(at, turn, hit, sweep);
            return shot
                .map(|shot| (shot, true))
                .map_err(|why| format!("`sweep`: {why}"));
        }
        aiming.shot(at, turn, hit).map_err(|why| match self.way {
            CurlingAimWay::Exact => format!("`pos`: {why}"),
            CurlingAimWay::Classic => why,
        })
    }

    fn read(&self, object: &Object<'_>) -> Result<Target, String> {
        let hit = match object.need("fn")? {
            "\"draw\"" => None,
            "\"hit\"" => Some(hardness(object)?),
            other => return Err(format!("`fn` is {other}: it must be \"draw\" or \"hit\"")),
        };
        let (at, turn) = self.point(object)?;
        let sweep = sweep(object)?;
        Ok(Target {
            at,
            turn,
            hit,
            sweep,
        })
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

/// Reads the number of the shot, by default the first of the end.
fn shot_number_or_first(object: &Object<'_>) -> Result<usize, String> {
    object.get("shot_num")?.map_or(Ok(0), shot_number)
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
