//! Written conditions: a platform, and the differences from it.

use super::ice::{self, Ice};
use super::players::{self, Team};
use super::{NotationError, from_value, json_of, table_of};
use crate::arena_game::Curling;
use crate::conditions::{self, IceChanges, ThinkingTime};
use crate::delivery::Noise;
use crate::physics::{Mode, Parameters};
use crate::rules::{GuardSpot, IfLevel, PowerPlays, Rules, Spots};
use crate::words;
use arena::Phrase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The limit of extra ends: practically none.
const FOR_EVER: IfLevel = IfLevel::ExtraEndsUntil(255);
/// The default guard spot.
const USUAL_SPOT: u8 = 2;
/// The name of this part in [`NotationError`].
pub(super) const PART: &str = "conditions";

/// A platform: its ice, sheet and players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPlatform")]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// The experiment of Kato, Iizuka and Yamamoto (2016).
    Paper,
    /// The legacy platform.
    Legacy,
    /// The GAT contests from 2016 on.
    Gat,
    /// Digital Curling 2.
    Dc2,
    /// Digital Curling 3.
    Dc3,
    /// Digital Curling 4.
    Dc4,
}

impl Platform {
    /// Every platform.
    pub const ALL: [Platform; 6] = [
        Platform::Paper,
        Platform::Legacy,
        Platform::Gat,
        Platform::Dc2,
        Platform::Dc3,
        Platform::Dc4,
    ];

    /// Returns the name of its [conditions](conditions::Conditions::named).
    pub fn name(self) -> &'static str {
        match self {
            Platform::Paper => "paper",
            Platform::Legacy => "legacy",
            Platform::Gat => "gat",
            Platform::Dc2 => "dc2",
            Platform::Dc3 => "dc3",
            Platform::Dc4 => "dc4",
        }
    }

    /// Returns its conditions.
    pub fn conditions(self) -> conditions::Conditions {
        conditions::Conditions::named(self.name()).expect("every platform has conditions")
    }

    /// Returns the platform with the shortest form of these conditions.
    fn nearest(conditions: &conditions::Conditions) -> Self {
        let noise = conditions.teams[0].player(0).noise();
        match (conditions.nearest(), noise) {
            ("dc2" | "dc2-mixed-doubles", _) => Platform::Dc2,
            ("dc3" | "dc4" | "dc4-mixed-doubles", noise) => {
                let dc4 = matches!(noise, Noise::Dc4 { .. })
                    || conditions.rules.doubles.is_some()
                    || conditions.rules.guard == Rules::dc4().guard;
                if dc4 { Platform::Dc4 } else { Platform::Dc3 }
            }
            (_, Noise::Gat { .. }) => Platform::Gat,
            _ if conditions.rules.if_level == IfLevel::Draw => Platform::Legacy,
            _ => Platform::Paper,
        }
    }
}

/// The discipline: teams of four or mixed doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRules")]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// Eight stones a team, by the platform's rules.
    Normal,
    /// Mixed doubles: two stones placed, five thrown by each team.
    MixedDoubles,
}

/// The conditions of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingConditions")]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// The platform: its ice, sheet, rules and players; everything else overrides them.
    pub platform: Platform,
    /// The discipline: teams of four or mixed doubles.
    pub rules: Discipline,
    /// The number of ends, from 1 to 32.
    pub ends: u8,
    /// Whether a level match continues with extra ends.
    pub extra_ends: bool,
    /// The guard spot of mixed doubles: 0, nearest the house, to 5. Digital Curling 2 has one spot
    /// only.
    pub spot: u8,
    /// The limit of power plays in mixed doubles; the platform's if absent. Always written for
    /// Digital Curling 2, whose published program and manual differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_plays: Option<PowerPlays>,
    /// A factor on the friction of the ice: 1.2 is slower ice.
    pub friction: f64,
    /// A factor on the curl: 0 is straight ice.
    pub curl: f64,
    /// A factor on the execution error: 0 is none.
    pub noise: f64,
    /// The two teams.
    pub teams: (Team, Team),
    /// A whole rule set other than the platform's; `ends`, `extra_ends` and `spot` still apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_set: Option<Rules>,
    /// The differences from the platform's ice, before the factors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ice: Option<Ice>,
    /// The referee's kind of simulation; exact if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<Mode>,
    /// The changes of the ice during the match: drift, wear and sweeping; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<IceChanges>,
    /// The thinking time of team 0 and team 1; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<(ThinkingTime, ThinkingTime)>,
}

impl Conditions {
    /// Returns the default conditions of a platform.
    pub fn usual(platform: Platform) -> Self {
        let rules = platform.conditions().rules;
        Conditions {
            platform,
            rules: Discipline::Normal,
            ends: rules.ends,
            extra_ends: rules.if_level != IfLevel::Draw,
            spot: USUAL_SPOT,
            power_plays: None,
            friction: 1.0,
            curl: 1.0,
            noise: 1.0,
            teams: (Team::usual(), Team::usual()),
            rule_set: None,
            ice: None,
            referee: None,
            changes: None,
            clocks: None,
        }
    }

    /// Converts conditions to the written form, without loss.
    pub fn of(conditions: &conditions::Conditions) -> Self {
        let mut written = Conditions::usual(Platform::nearest(conditions));
        let base = written.platform.conditions();
        written.write_rules(&conditions.rules);
        written.write_ice(&base.ice, &conditions.ice);
        let usual = base.teams[0].player(0);
        (written.noise, written.teams) = players::write_teams(usual, &conditions.teams);
        written.referee = (conditions.referee != Mode::default()).then_some(conditions.referee);
        let changes = &conditions.changes;
        written.changes = (!changes.is_off()).then(|| changes.clone());
        written
    }

    /// Adds clocks, where there are any.
    #[must_use]
    pub fn with_clocks(self, time: [ThinkingTime; 2]) -> Self {
        let limited = time != [ThinkingTime::default(); 2];
        Conditions {
            clocks: limited.then_some(time.into()),
            ..self
        }
    }

    /// Returns the thinking time of each team.
    pub fn time(&self) -> [ThinkingTime; 2] {
        self.clocks
            .map(<[ThinkingTime; 2]>::from)
            .unwrap_or_default()
    }

    fn write_rules(&mut self, rules: &Rules) {
        let spot = match rules.doubles.map(|doubles| doubles.spots) {
            Some(Spots::Dc4(spot)) => u8::from(spot),
            _ => USUAL_SPOT,
        };
        self.rules = match rules.doubles {
            Some(_) => Discipline::MixedDoubles,
            None => Discipline::Normal,
        };
        (self.ends, self.spot) = (rules.ends, spot);
        self.extra_ends = rules.if_level != IfLevel::Draw;
        let dc2 = rules.doubles.filter(|doubles| doubles.spots == Spots::Dc2);
        self.power_plays = dc2.map(|doubles| doubles.power_plays);
        if self.to_rules().as_ref() != Ok(rules) {
            self.rule_set = Some(*rules);
        }
    }

    fn write_ice(&mut self, base: &Parameters, ice: &Parameters) {
        if let Some((friction, curl)) = ice::factors(base, ice) {
            (self.friction, self.curl) = (friction, curl);
        } else {
            self.ice = Some(Ice::of(base, ice));
        }
    }

    /// Reads conditions from JSON in this form, or in that of a record.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn from_json(value: Value) -> Result<Self, NotationError> {
        if value.pointer("/ice/contact/velocity_passes").is_some()
            && value.get("platform").is_none()
        {
            let whole: conditions::Conditions = from_value(PART, value)?;
            return Ok(Conditions::of(&whole));
        }
        let written: Conditions = from_value(PART, value)?;
        written.to_conditions()?;
        Ok(written)
    }

    /// Reads conditions from a TOML table in this form.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn from_table(table: &toml::Table) -> Result<Self, NotationError> {
        Self::from_json(json_of(table)?)
    }

    /// Returns whether a table is in this form, and not a list of overrides.
    pub fn fits(table: &toml::Table) -> bool {
        table.contains_key("teams")
    }

    /// Converts to a TOML table.
    pub fn to_table(&self) -> toml::Table {
        table_of(self)
    }

    /// Converts to conditions.
    ///
    /// # Errors
    /// If a value is out of range; the error has its path.
    pub fn to_conditions(&self) -> Result<conditions::Conditions, NotationError> {
        let platform = self.platform.conditions();
        let usual = *platform.teams[0].player(0);
        let changes = self.changes.clone().unwrap_or_default();
        changes.check()?;
        Ok(conditions::Conditions {
            rules: self.to_rules()?,
            ice: self.to_ice(platform.ice)?,
            teams: players::to_teams(&usual, self.noise, &self.teams)?,
            referee: self.referee.unwrap_or_default(),
            changes,
        })
    }

    fn to_ice(&self, platform: Parameters) -> Result<Parameters, NotationError> {
        within("friction", self.friction, ice::FRICTION)?;
        within("curl", self.curl, ice::CURL)?;
        let ice = match &self.ice {
            None => platform,
            Some(ice) => ice.to_parameters(platform)?,
        };
        let ice = ice.with_friction(self.friction).with_curl(self.curl);
        let checked = ice.check();
        checked.map_err(|why| NotationError::new(PART, "ice", why))?;
        Ok(ice)
    }

    fn to_rules(&self) -> Result<Rules, NotationError> {
        let invalid = |place: &str, why: Phrase| Err(NotationError::new(PART, place, why));
        let mut rules = match &self.rule_set {
            Some(rules) => *rules,
            None => self.platform_rules(),
        };
        if rules.doubles.is_some() != (self.rules == Discipline::MixedDoubles) {
            return invalid(
                "rule_set",
                (
                    "the rule set does not match the discipline in `rules`",
                    "ルールが`rules`の種目と合いません",
                )
                    .into(),
            );
        }
        rules.ends = self.ends;
        if self.extra_ends != (rules.if_level != IfLevel::Draw) {
            rules.if_level = if self.extra_ends {
                FOR_EVER
            } else {
                IfLevel::Draw
            };
        }
        if let Some(doubles) = &mut rules.doubles
            && doubles.spots != Spots::Dc2
        {
            match GuardSpot::try_from(self.spot) {
                Ok(spot) => doubles.spots = Spots::Dc4(spot),
                Err(why) => return invalid("spot", why.into()),
            }
        }
        // As `spot`, it has no meaning in the other discipline.
        if let (Some(limit), Some(doubles)) = (self.power_plays, &mut rules.doubles) {
            doubles.power_plays = limit;
        }
        match rules.check() {
            Ok(()) => Ok(rules),
            Err(why) => invalid("ends", why.into()),
        }
    }

    fn platform_rules(&self) -> Rules {
        let doubles = self.rules == Discipline::MixedDoubles;
        match self.platform {
            Platform::Dc3 | Platform::Dc4 if doubles => {
                Rules::dc4_mixed_doubles(GuardSpot::default())
            }
            _ if doubles => Rules::dc2_mixed_doubles(),
            platform => platform.conditions().rules,
        }
    }

    /// Creates the match under these conditions.
    ///
    /// # Errors
    /// If a value is out of range, or the tee cannot be reached.
    pub fn curling(&self) -> Result<Curling, NotationError> {
        Curling::new(self.to_conditions()?).map_err(|why| NotationError::new(PART, "", why))
    }
}

/// Checks that a number is within a range; errors have its path.
pub(super) fn within(
    place: impl std::fmt::Display,
    value: f64,
    range: (f64, f64),
) -> Result<(), NotationError> {
    if (range.0..=range.1).contains(&value) {
        return Ok(());
    }
    let (low, high) = range;
    Err(NotationError::new(
        PART,
        place,
        words::out_of_range(value, low, high),
    ))
}
