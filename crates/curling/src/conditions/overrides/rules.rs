//! Overrides of rules.

use super::{invalid, named, no_flag};
use crate::conditions::Conditions;
use crate::rules::{GuardSpot, IfLevel, PowerPlays, Rules, Spots};
use crate::words::parser;
use arena::Phrase;
use toml::{Table, Value};

/// The limit of extra ends: as on Digital Curling 3, practically none.
const FOR_EVER: IfLevel = IfLevel::ExtraEndsUntil(255);

impl Conditions {
    pub(super) fn change_rules(&mut self, table: &Table) -> Result<(), Phrase> {
        if let Some(value) = table.get("rules") {
            self.rules = match value {
                Value::Table(fields) => fields_of(&self.rules, fields)?,
                value => named("rules", value, Rules::named, &Rules::NAMES)?,
            };
            self.rules.check().map_err(|why| invalid("rules", why))?;
        }
        if let Some(value) = table.get("ends") {
            let ends = value.as_integer().and_then(|ends| u8::try_from(ends).ok());
            self.rules.ends = ends.ok_or_else(|| {
                let why = (
                    format!("expected a number of ends from 1 to 32, got {value}"),
                    format!("エンド数は1〜32で書いてください（{value}があります）"),
                );
                invalid("ends", why)
            })?;
            self.rules.check().map_err(|why| invalid("ends", why))?;
        }
        if let Some(value) = table.get("extra_ends") {
            let goes_on = value.as_bool();
            let goes_on = goes_on.ok_or_else(|| no_flag("extra_ends"))?;
            self.rules.if_level = if goes_on { FOR_EVER } else { IfLevel::Draw };
        }
        if let Some(value) = table.get("power_plays") {
            let limit = named("power_plays", value, PowerPlays::named, &PowerPlays::NAMES)?;
            let doubles = self.rules.doubles.as_mut();
            let why = (
                "only mixed doubles has power plays",
                "パワープレーがあるのはミックスダブルスだけです",
            );
            let only = || invalid("power_plays", why);
            doubles.ok_or_else(only)?.power_plays = limit;
        }
        table
            .get("spot")
            .map_or(Ok(()), |value| self.change_spot(value))
    }

    fn change_spot(&mut self, value: &Value) -> Result<(), Phrase> {
        let number = value.as_integer().and_then(|spot| u8::try_from(spot).ok());
        let spot = number.and_then(|number| GuardSpot::try_from(number).ok());
        let spot = spot.ok_or_else(|| {
            let why = (
                format!("expected a guard spot from 0 to 5, got {value}"),
                format!("ガードの位置は0〜5で書いてください（{value}があります）"),
            );
            invalid("spot", why)
        })?;
        match &mut self.rules.doubles {
            Some(doubles) if doubles.spots != Spots::Dc2 => doubles.spots = Spots::Dc4(spot),
            _ => {
                let why = (
                    "only mixed doubles of DC4 and of the sport has a guard spot",
                    "ガードの位置があるのはDC4と競技のミックスダブルスだけです",
                );
                return Err(invalid("spot", why));
            }
        }
        Ok(())
    }
}

/// Returns the rules with some fields replaced.
fn fields_of(rules: &Rules, fields: &Table) -> Result<Rules, Phrase> {
    let mut all = Table::try_from(rules).map_err(|why| invalid("rules", parser(why)))?;
    all.extend(fields.clone());
    all.try_into()
        .map_err(|why: toml::de::Error| invalid("rules", parser(why.message())))
}
