//! Conditions of a match, as one value: rules, ice, and the skill of each player of each team.
//!
//! A tournament, a file or a form in a browser [overrides](Conditions::changed) single values and
//! keeps the rest. The platforms' own conditions have names.
//!
//! ```
//! use curling::conditions::Conditions;
//!
//! let paper = Conditions::named("paper").unwrap();
//! assert_eq!((paper.rules.ends, paper.ice), (10, Conditions::legacy().ice));
//! ```

mod ice_changes;
mod overrides;
mod thinking_time;

pub use ice_changes::{Drift, IceChanges};
pub use thinking_time::ThinkingTime;

use crate::delivery::{Excess, Noise, Skill, TeamSkills};
use crate::physics::{Mode, Parameters};
use crate::rules::{IfLevel, Rules, Spots};
use serde::{Deserialize, Serialize};
use toml::Table;

/// The conditions of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// The rules.
    pub rules: Rules,
    /// The ice.
    pub ice: Parameters,
    /// The skill of the players of team 0 and team 1.
    pub teams: [TeamSkills; 2],
    /// The referee's kind of simulation.
    #[serde(default)]
    pub referee: Mode,
    /// The changes of the ice during the match.
    #[serde(default, skip_serializing_if = "IceChanges::is_off")]
    pub changes: IceChanges,
}

impl Conditions {
    /// The names of conditions.
    pub const NAMES: [&'static str; 9] = [
        "paper",
        "legacy",
        "gat",
        "dc2",
        "dc2-mixed-doubles",
        "dc2-mixed-doubles-unlimited",
        "dc3",
        "dc4",
        "dc4-mixed-doubles",
    ];

    /// Returns the conditions of this name.
    pub fn named(name: &str) -> Option<Self> {
        let rules = || Rules::named(name);
        Some(match name {
            "paper" => Self::paper(),
            "legacy" => Self::legacy(),
            "gat" => Self::gat(),
            "dc2" | "dc2-mixed-doubles" | "dc2-mixed-doubles-unlimited" => Conditions {
                rules: rules()?,
                ice: Parameters::dc2(),
                ..Self::legacy()
            },
            "dc3" | "dc4" | "dc4-mixed-doubles" => Conditions {
                rules: rules()?,
                ..Self::dc3()
            },
            _ => return None,
        })
    }

    /// Returns the name of the conditions with this model of the ice and this sheet from which
    /// these can be reached by [overrides](Conditions::changed).
    pub fn nearest(&self) -> &'static str {
        let same = |name: &&str| {
            Self::named(name).is_some_and(|named| {
                let ice = &named.ice;
                let set = |mut ice: Parameters, from: &Parameters| {
                    for name in from.names() {
                        let value = from.get(name).expect("it is one of its names");
                        ice.set(name, value).ok();
                    }
                    ice
                };
                set(ice.clone(), &self.ice) == self.ice
            })
        };
        Self::NAMES.into_iter().find(same).unwrap_or("dc3")
    }

    /// Returns the completed table of conditions of a record of the arena. Version 0.1 wrote none
    /// of the limit of power plays and played DC2's mixed doubles without one: such a table gets
    /// `power_plays = "unlimited"`.
    pub fn recorded(table: &Table) -> Table {
        let mut table = table.clone();
        let rules = table.get("rules").or_else(|| table.get("rule_set"));
        let said = table.contains_key("power_plays")
            || rules.is_some_and(|rules| rules.get("doubles").is_some())
            || table.get("rule_set").is_some();
        if !said {
            let known = |(key, _): &(&String, &toml::Value)| {
                ["platform", "rules", "teams"].contains(&key.as_str())
                    || table.contains_key("teams")
            };
            let naming: Table = table
                .iter()
                .filter(known)
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            let doubles = Self::paper()
                .changed(&naming)
                .ok()
                .and_then(|conditions| conditions.rules.doubles);
            if doubles.is_some_and(|doubles| doubles.spots == Spots::Dc2) {
                table.insert("power_plays".to_owned(), "unlimited".into());
            }
        }
        table
    }

    /// Returns the conditions of the experiment of Kato, Iizuka and Yamamoto (2016, section 4.1):
    /// the legacy platform, ten ends, and extra ends until a team scores.
    pub fn paper() -> Self {
        Conditions {
            rules: Rules {
                ends: 10,
                if_level: IfLevel::ExtraEndsUntil(255),
                ..Rules::legacy()
            },
            ..Self::legacy()
        }
    }

    /// Returns the conditions of the legacy platform with the noise of its contests until November
    /// 2015.
    pub fn legacy() -> Self {
        let noise = Noise::Rectangular { x: 0.145, y: 0.145 };
        let skill = Skill::new(noise, None, Excess::Allowed).expect("a sound player");
        Conditions {
            rules: Rules::legacy(),
            ice: Parameters::legacy(),
            teams: [TeamSkills::of(skill); 2],
            referee: Mode::Exact,
            changes: IceChanges::default(),
        }
    }

    /// Returns the conditions of the legacy platform as in the GAT contests from 2016 on.
    pub fn gat() -> Self {
        let skill = Skill::gat(0.145).expect("a sound player");
        Conditions {
            teams: [TeamSkills::of(skill); 2],
            ..Self::legacy()
        }
    }

    /// Digital Curling 3 with its usual players.
    pub fn dc3() -> Self {
        Conditions {
            rules: Rules::dc3(),
            ice: Parameters::fcv1(),
            teams: [TeamSkills::of(Skill::dc3()); 2],
            referee: Mode::Exact,
            changes: IceChanges::default(),
        }
    }
}

impl Default for Conditions {
    fn default() -> Self {
        Self::paper()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PowerPlays;

    #[test]
    fn all_names_are_known_and_survive_json() {
        for name in Conditions::NAMES {
            let conditions = Conditions::named(name).expect(name);
            conditions.rules.check().unwrap();
            let text = serde_json::to_string(&conditions).unwrap();
            assert_eq!(
                serde_json::from_str::<Conditions>(&text).unwrap(),
                conditions
            );
        }
        assert_eq!(Conditions::named("ice hockey"), None);
    }

    #[test]
    fn a_table_of_an_old_record_keeps_the_power_plays_it_was_played_with() {
        let limit = |text: &str| {
            let table = Conditions::recorded(&text.parse().unwrap());
            let conditions = Conditions::paper().changed(&table).unwrap();
            conditions.rules.doubles.map(|doubles| doubles.power_plays)
        };
        let unlimited = Some(PowerPlays::Unlimited);
        assert_eq!(limit("platform = 'dc2-mixed-doubles'\nends = 2"), unlimited);
        assert_eq!(
            limit("platform = 'dc2'\nrules = 'dc2-mixed-doubles'"),
            unlimited
        );
        let written = crate::notation::Conditions {
            power_plays: None,
            ..crate::notation::Conditions::of(&Conditions::named("dc2-mixed-doubles").unwrap())
        };
        assert_eq!(limit(&written.to_table().to_string()), unlimited);
        let said = "platform = 'dc2-mixed-doubles'\npower_plays = 'once-else-centre'";
        assert_eq!(limit(said), Some(PowerPlays::OnceElseCentre));
        assert_eq!(
            limit("platform = 'dc4-mixed-doubles'"),
            Some(PowerPlays::OnceElseCentre)
        );
        assert_eq!(limit("ends = 3"), None);
    }
}
