//! `curling score`: ends scored line by line.

use super::notation;
use super::platform_form::{PlatformForm, StoneOrder};
use crate::json_lines::{Object, Responder};
use curling::Stones;
use curling::conditions::Conditions;
use curling::rules::{Rules, Team, score};

/// The scoring of ends as a responder to JSON lines.
pub struct ScoreLines {
    rules: Rules,
    /// For lines in the notation of curling without conditions of their own.
    conditions: curling::notation::Conditions,
}

impl ScoreLines {
    /// Scores by the rules of these conditions.
    pub fn new(conditions: &Conditions) -> Self {
        ScoreLines {
            rules: conditions.rules,
            conditions: curling::notation::Conditions::of(conditions),
        }
    }
}

impl Responder for ScoreLines {
    fn answer(&self, _: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let object = Object::read(line)?;
        if object.get("game")?.is_some() {
            let points = notation::score(&object, &self.conditions)?;
            object.write(&[("score", notation::json(&points))], out);
            return Ok(());
        }
        let form = PlatformForm::of(&object)?;
        let listed = form.stones(&object)?;
        let (order, lead) = match form {
            PlatformForm::Legacy => (StoneOrder::ByShot, last_thrower(&object)?.other()),
            PlatformForm::Hack => (StoneOrder::ByTeam { first: 0 }, Team::Zero),
        };
        let stones: Stones = order.by_slot(&listed);
        let points = score::points_of_team_zero(&self.rules, &stones, lead);
        object.write(&[("score", points.to_string().into_bytes())], out);
        Ok(())
    }
}

fn last_thrower(object: &Object<'_>) -> Result<Team, String> {
    match object.need("last_thrower")? {
        "0" => Ok(Team::Zero),
        "1" => Ok(Team::One),
        other => Err(format!("`last_thrower` is {other}: it must be 0 or 1")),
    }
}
