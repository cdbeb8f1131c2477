//! Overrides of conditions by a table: from a command line, an experiment file or a form.
//!
//! The keys and their meaning are here; what they do is in `rules`, `ice` and `skills`.

mod ice;
mod rules;
mod skills;

use super::Conditions;
use crate::notation::Conditions as Written;
use crate::physics::Mode;
use arena::Phrase;
use toml::{Table, Value};

/// The keys besides the parameters of the ice.
const KEYS: [&str; 25] = [
    "platform",
    "rules",
    "ends",
    "extra_ends",
    "spot",
    "power_plays",
    "referee",
    "friction_scale",
    "curl_scale",
    "skewed",
    "friction_by_shot",
    "friction_drift",
    "wear",
    "wear_most",
    "sweeping",
    "sweep_friction",
    "sweep_curl",
    "noise",
    "noise0",
    "noise1",
    "players0",
    "players1",
    "noise_scale",
    "noise_scale0",
    "noise_scale1",
];

impl Conditions {
    /// Returns whether this is a valid key of a table of overrides.
    pub fn knows(&self, key: &str) -> bool {
        KEYS.contains(&key) || self.ice.names().contains(&key)
    }

    /// Returns these conditions with the overrides of a table.
    ///
    /// | key | value |
    /// |---|---|
    /// | `platform` | one of [`Conditions::NAMES`]; everything else is changed from there |
    /// | `rules` | one of [`Rules::NAMES`](crate::rules::Rules::NAMES), or a table of its fields |
    /// | `ends` | the number of ends, from 1 to 32 |
    /// | `extra_ends` | whether a level match continues |
    /// | `spot` | 0 to 5: the guard spot of mixed doubles, on DC4 and in the sport |
    /// | `power_plays` | `once-else-centre`, `once` or `unlimited`: the limit of power plays of a team in mixed doubles |
    /// | `referee` | `exact` or `fast`: the referee's kind of simulation |
    /// | a parameter's name, such as `friction` or `restitution` | its value; the names depend on the ice ([`Parameters::names`](crate::physics::Parameters::names)) |
    /// | `friction_scale`, `curl_scale` | factors on any ice, after its parameters: 1.2 is slower ice, 0 straight ice |
    /// | `skewed` | false repairs DC2's ice, published with a lateral force that is not at a right angle to the path |
    /// | `friction_by_shot` | factors on friction, a list with one for each shot of the match; after the last of them the ice stays as it is |
    /// | `friction_drift` | a factor on friction that is reached evenly at the last shot of the last end, from 1 at the first: 1.1 is ice that slows down by a tenth |
    /// | `wear` | relative change of friction by each stone that has run over a place, as in 0.002; 0 for none |
    /// | `wear_most` | the largest change by wear; 0.1 by default |
    /// | `sweeping` | whether the delivered stone may be swept |
    /// | `sweep_friction`, `sweep_curl` | factors of sweeping with full effort, 0.9 and 0.67 by default; either allows sweeping |
    /// | `noise` | the execution error of every player: a number or a table, see below |
    /// | `noise0`, `noise1` | the execution error of one team |
    /// | `players0`, `players1` | one to four players of a team in their order, each a number or a table; those missing are like the first |
    /// | `noise_scale`, `noise_scale0`, `noise_scale1` | factors on the execution error of any platform, after its size: 0.5 is twice as steady, 0 exact |
    ///
    /// A table with `teams` is not a list of overrides but [written
    /// conditions](crate::notation::Conditions), which replace these conditions as a whole.
    ///
    /// Noise given as a number is of the kind the players have already: for rectangular noise the
    /// standard deviation in metres, across and along; for that of the GAT contests its size; for
    /// noise in speed and heading (DC3, DC4) a factor on the present standard deviations;
    /// `noise_scale` is a factor everywhere. A player without noise gets the rectangular kind. A
    /// table gives the kind itself: `{ kind = "gat", size = 0.29 }`, as
    /// [`Noise`](crate::delivery::Noise) is written. Limits of weight stay as they are, except for
    /// a player given by a table, which is a whole [`Skill`](crate::delivery::Skill): `{ noise = {
    /// kind = "gat", size = 0.29 }, max_weight = 33.7, excess = "pass" }`.
    ///
    /// ```
    /// use curling::conditions::Conditions;
    /// use curling::delivery::Noise;
    ///
    /// let slow = "platform = 'gat'\nends = 4\nfriction_scale = 1.2\nnoise1 = 0.29".parse().unwrap();
    /// let conditions = Conditions::paper().changed(&slow)?;
    /// assert_eq!(conditions.rules.ends, 4);
    /// assert_eq!(*conditions.teams[1].player(0).noise(), Noise::Gat { size: 0.29 });
    /// let error = Conditions::paper().changed(&"end = 4".parse().unwrap()).unwrap_err();
    /// assert!(error.en().starts_with("unknown condition `end`"));
    /// # Ok::<(), arena::Phrase>(())
    /// ```
    ///
    /// # Errors
    /// A message with the unknown key or the invalid value, and what is allowed.
    pub fn changed(&self, table: &Table) -> Result<Self, Phrase> {
        if Written::fits(table) {
            let written = Written::from_table(table)?;
            return Ok(written.to_conditions()?);
        }
        let mut conditions = match table.get("platform") {
            None => self.clone(),
            Some(value) => named("platform", value, Conditions::named, &Conditions::NAMES)?,
        };
        let names = conditions.ice.names();
        for key in table.keys() {
            if !conditions.knows(key) {
                let (keys, names) = (KEYS.join(", "), names.join(", "));
                return Err(Phrase::from((
                    format!("unknown condition `{key}` (known: {keys}; of this ice: {names})"),
                    format!(
                        "条件「{key}」はありません（使えるもの: {keys}、このアイスでは: {names}）"
                    ),
                )));
            }
        }
        conditions.change_rules(table)?;
        conditions.change_ice(table)?;
        conditions.change_changes(table)?;
        conditions.change_skills(table)?;
        if let Some(value) = table.get("referee") {
            let mode = |name: &str| match name {
                "exact" => Some(Mode::Exact),
                "fast" => Some(Mode::Fast),
                _ => None,
            };
            conditions.referee = named("referee", value, mode, &["exact", "fast"])?;
        }
        Ok(conditions)
    }
}

fn invalid(key: &str, why: impl Into<Phrase>) -> Phrase {
    why.into().map(
        |why| format!("condition `{key}`: {why}"),
        |why| format!("条件「{key}」: {why}"),
    )
}

/// Returns the error of a value that is neither true nor false.
fn no_flag(key: &str) -> Phrase {
    let why = ("expected true or false", "trueかfalseで書いてください");
    invalid(key, why)
}

/// Looks up a name.
fn named<T>(
    key: &str,
    value: &Value,
    find: impl Fn(&str) -> Option<T>,
    names: &[&str],
) -> Result<T, Phrase> {
    let found = value.as_str().and_then(find);
    found.ok_or_else(|| {
        let given = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let names = names.join(", ");
        let why = (
            format!("unknown value `{given}` (known: {names})"),
            format!("「{given}」はありません（使えるもの: {names}）"),
        );
        invalid(key, why)
    })
}

fn number(key: &str, value: &Value) -> Result<f64, Phrase> {
    let number = value
        .as_float()
        .or_else(|| value.as_integer().map(|whole| whole as f64));
    number.ok_or_else(|| {
        let why = (
            format!("expected a number, got {value}"),
            format!("数で書いてください（{value}があります）"),
        );
        invalid(key, why)
    })
}

#[cfg(test)]
mod tests;
