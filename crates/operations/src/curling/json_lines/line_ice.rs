//! The ice of a line in a form of the platforms.
//!
//! The platforms' forms describe one end. Where the conditions change the ice, optional fields say
//! the rest: `end`, from 0, which with the number of the shot decides its friction, and `passages`,
//! the stones that have run over each part of the sheet, as a saved position has them. Without them
//! a line is of the first end, and on ice that no stone has run on. Sweeping is the field `sweep`
//! of a [shot](super::PlatformForm::shot).

use super::match_form::field;
use crate::json_lines::Object;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::passages::Passages;
use curling::physics::Physics;
use curling::rules::{Game, Phase};
use std::borrow::Cow;

/// The ice of the lines under some conditions.
pub struct LineIce {
    physics: Physics,
    /// The match, where its ice changes.
    changing: Option<Curling>,
}

impl LineIce {
    /// Prepares the ice of these conditions.
    ///
    /// # Errors
    /// If stones cannot run on this ice, or, where it changes, cannot reach the tee.
    pub fn new(conditions: &Conditions) -> Result<Self, String> {
        let physics = Physics::new(conditions.ice.clone()).map_err(|why| why.to_string())?;
        let changing = (!conditions.changes.is_off()).then(|| Curling::new(conditions.clone()));
        Ok(LineIce {
            physics,
            changing: changing.transpose().map_err(|why| why.to_string())?,
        })
    }

    /// Returns the ice of all lines; none where it depends on the line.
    pub fn of_all(&self) -> Option<&Physics> {
        self.changing.is_none().then_some(&self.physics)
    }

    /// Returns the ice of the conditions, before any change.
    pub fn unchanged(&self) -> &Physics {
        &self.physics
    }

    /// Returns the ice of the shot of a line, which has this slot.
    ///
    /// # Errors
    /// If a field is invalid; the message names it.
    pub fn of(&self, object: &Object<'_>, slot: usize) -> Result<Cow<'_, Physics>, String> {
        let Some(curling) = &self.changing else {
            return Ok(Cow::Borrowed(&self.physics));
        };
        let mut game = Game::new(curling.rules()).map_err(|why| why.to_string())?;
        game.end = field(object, "end", "the number of the end, from 0")?.unwrap_or(0);
        (game.shot, game.phase) = (slot as u8, Phase::Throwing);
        game.passages = passages(object)?;
        Ok(curling.physics_of(&game))
    }
}

/// Reads the passages of a line; none if it has no such field.
///
/// # Errors
/// If they are invalid.
pub(super) fn passages(object: &Object<'_>) -> Result<Passages, String> {
    let form = "23 rows of 20 numbers from 0 to 255, as in a saved position";
    Ok(field(object, "passages", form)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::super::aiming::CurlingAimWay;
    use super::super::{AimLines, SimulateLines, SimulateOptions};
    use super::*;
    use crate::json_lines::Responder;
    use curling::delivery::Noise;
    use curling::physics::Mode;
    use lookahead::Seed;
    use serde_json::{Value, json};

    /// Conditions of a platform with these changes.
    fn conditions(platform: &str, changes: &str) -> Conditions {
        let table = format!("platform = '{platform}'\n{changes}");
        Conditions::paper()
            .changed(&table.parse().unwrap())
            .unwrap()
    }

    fn answer(lines: &dyn Responder, line: &Value) -> Result<Value, String> {
        let mut out = Vec::new();
        lines.answer(0, &line.to_string(), &mut out)?;
        Ok(serde_json::from_slice(&out).unwrap())
    }

    fn simulator(conditions: &Conditions) -> SimulateLines {
        let options = SimulateOptions {
            mode: Mode::Exact,
            noise: Noise::None,
            seed: Seed(1),
            trajectory: None,
        };
        SimulateLines::new(conditions, &options).unwrap()
    }

    /// A draw to the tee on ice that does not change, in the form of a platform, with more fields.
    fn draw(platform: &str, more: &Value) -> Value {
        let mut line = json!({ "stones": vec![Value::Null; 16], "shot_num": 4 });
        if platform == "dc3" {
            line["next_team"] = json!("team0");
            line["shot"] = json!({ "vx": 0.13172, "vy": 2.39969, "rotation": "ccw" });
        } else {
            line["vec"] = json!([-0.99074, -29.559_775, 0]);
        }
        for (key, value) in more.as_object().unwrap() {
            line[key] = value.clone();
        }
        line
    }

    /// Returns how far the stone of a draw runs beyond the tee, in metres.
    fn beyond(platform: &str, changes: &str, more: &Value) -> Result<f64, String> {
        let lines = simulator(&conditions(platform, changes));
        let done = answer(&lines, &draw(platform, more))?;
        let mut result = done["result"].as_array().unwrap().iter();
        let stone = result.find(|stone| !stone.is_null());
        let stone = stone.unwrap();
        Ok(match platform {
            "dc3" => stone["y"].as_f64().unwrap() - 38.405,
            _ => 4.88 - stone[1].as_f64().unwrap(),
        })
    }

    #[test]
    fn a_line_runs_on_the_ice_of_its_shot() {
        let slow = "friction_drift = 1.1";
        let late = json!({ "end": 5 });
        let passages = vec![vec![9_u8; 20]; 23];
        let worn = json!({ "passages": passages });
        let swept = json!({ "sweep": { "from": -10, "to": 5 } });
        for platform in ["legacy", "dc2", "dc3"] {
            let ran = |changes: &str, more: &Value| beyond(platform, changes, more).unwrap();
            let usual = ran("", &json!({}));
            assert!(usual.abs() < 0.05, "{platform}: {usual}");
            assert_eq!(ran("", &late), usual, "{platform}");
            let (early, late) = (ran(slow, &json!({})), ran(slow, &late));
            assert!(
                early < usual && late < early - 0.5,
                "{platform}: {early} {late}"
            );
            let wear = "wear = 0.002";
            assert_eq!(ran(wear, &json!({})), usual, "{platform}: fresh ice");
            assert!(ran(wear, &worn) < usual - 0.2, "{platform}");
            let sweeping = "sweeping = true";
            assert!(ran(sweeping, &swept) > usual + 0.1, "{platform}");
            assert_eq!(ran(sweeping, &json!({})), usual, "{platform}");
        }
    }

    #[test]
    fn lines_of_one_batch_may_be_of_several_shots() {
        let lines = simulator(&conditions("legacy", "friction_drift = 1.1"));
        let texts = [0, 7, 3].map(|end| draw("legacy", &json!({ "end": end })).to_string());
        let numbered: Vec<_> = (0..).zip(texts.iter().map(String::as_str)).collect();
        for (answered, text) in lines.answer_all(&numbered).into_iter().zip(&texts) {
            let mut alone = Vec::new();
            lines.answer(0, text, &mut alone).unwrap();
            assert_eq!(answered.unwrap(), alone);
        }
    }

    #[test]
    fn a_shot_is_aimed_on_the_ice_of_its_line_and_stops_there() {
        let changes = "friction_drift = 1.1\nwear = 0.002\nsweeping = true";
        let passages = vec![vec![5_u8; 20]; 23];
        let conditions = conditions("dc3", changes);
        let aims = AimLines::new(&conditions, CurlingAimWay::Exact).unwrap();
        let simulated = simulator(&conditions);
        for sweep in [Value::Null, json!({ "from": -20, "to": 0, "effort": 0.5 })] {
            let mut line = json!({
                "fn": "draw", "pos": { "x": 0.4, "y": 38.0 }, "rotation": "cw",
                "stones": vec![Value::Null; 16], "next_team": "team0",
                "end": 6, "shot_num": 8, "passages": passages,
            });
            if !sweep.is_null() {
                line["sweep"] = sweep;
            }
            let aimed = answer(&aims, &line).unwrap();
            let stopped = answer(&simulated, &aimed).unwrap()["result"][4].clone();
            let off = |key: &str, at: f64| (stopped[key].as_f64().unwrap() - at).abs();
            assert!(off("x", 0.4) < 0.03 && off("y", 38.0) < 0.03, "{stopped}");
        }
    }

    #[test]
    fn what_cannot_be_said_is_refused_by_its_field() {
        let swept = json!({ "sweep": { "from": -10, "to": 0 } });
        let refused = |changes: &str, more: &Value| beyond("legacy", changes, more).unwrap_err();
        let not_allowed = refused("wear = 0.002", &swept);
        assert!(
            not_allowed.starts_with("`sweep`: sweeping is not allowed"),
            "{not_allowed}"
        );
        let wild = json!({ "sweep": { "from": -10, "to": 0, "effort": 2 } });
        assert!(refused("sweeping = true", &wild).starts_with("`sweep`: "));
        for (more, words) in [
            (json!({ "sweep": 7 }), "`sweep` is 7: write {\"from\":-10"),
            (
                json!({ "end": -1 }),
                "`end` is -1: write the number of the end",
            ),
            (
                json!({ "passages": [[1]] }),
                "`passages` is [[1]]: write 23 rows",
            ),
        ] {
            let error = refused("wear = 0.002\nsweeping = true", &more);
            assert!(error.starts_with(words), "{error}");
        }
        let classic = CurlingAimWay::Classic;
        let lines = AimLines::new(
            &conditions("legacy", "wear = 0.01\nsweeping = true"),
            classic,
        );
        let lines = lines.unwrap();
        let aim = |more: Value| {
            let mut line = json!({ "fn": "draw", "pos": [2.375, 4.88, 0] });
            line.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            answer(&lines, &line)
        };
        assert!(aim(json!({})).is_ok());
        let worn = aim(json!({ "passages": vec![vec![1_u8; 20]; 23] })).unwrap_err();
        assert!(
            worn.starts_with("`passages`: a rule of thumb knows no worn ice"),
            "{worn}"
        );
        assert!(
            aim(swept)
                .unwrap_err()
                .starts_with("`sweep`: sweeping is for exact aims")
        );
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
        #[test]
        fn any_fields_of_the_ice_are_used_or_refused(
            end in "-?[0-9]{1,4}|null|\"1\"|1e3",
            sweep in "\\{(\"from\":-?[0-9.]{1,4},?)?(\"to\":-?[0-9e]{1,4})?\\}|[0-9]|\\[\\]",
            passages in "\\[(\\[[0-9,]{0,6}\\],?){0,3}\\]|7",
        ) {
            let conditions = conditions("legacy", "friction_drift = 1.1\nwear = 0.01\nsweeping = true");
            let lines = simulator(&conditions);
            let nulls = vec!["null"; 16].join(",");
            for fields in [
                format!(r#""end":{end}"#),
                format!(r#""sweep":{sweep}"#),
                format!(r#""passages":{passages}"#),
            ] {
                let line = format!(
                    r#"{{"stones":[{nulls}],"shot_num":3,"vec":[-1,-29.5,0],{fields}}}"#
                );
                let _ = lines.answer(0, &line, &mut Vec::new());
            }
        }
    }
}
