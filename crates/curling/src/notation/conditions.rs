//! Conditions as they are written: a platform, and what differs from it.

use super::ice::{self, Ice};
use super::players::{self, Team};
use super::{NotationError, from_value, json_of, table_of};
use crate::arena_game::Curling;
use crate::conditions::{Allowance, Conditions as Core};
use crate::delivery::Noise;
use crate::physics::{Mode, Parameters};
use crate::rules::{GuardSpot, IfLevel, Rules, Spots};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most ends of a match with extra ends: as good as for ever.
const FOR_EVER: IfLevel = IfLevel::ExtraEndsUntil(255);
/// The spot of a guard that is not said.
const USUAL_SPOT: u8 = 2;
/// What [`NotationError`] calls this part.
pub(super) const PART: &str = "conditions";

/// Whose ice, sheet and players a match is played with.
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

    /// The name of its [conditions](Core::named).
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

    /// Its conditions.
    pub fn conditions(self) -> Core {
        Core::named(self.name()).expect("every platform has conditions")
    }

    /// The platform whose few words say most of these conditions.
    fn nearest(core: &Core) -> Self {
        let noise = core.teams[0].player(0).noise();
        match (core.nearest(), noise) {
            ("dc2" | "dc2-mixed-doubles", _) => Platform::Dc2,
            ("dc3" | "dc4" | "dc4-mixed-doubles", noise) => {
                let dc4 = matches!(noise, Noise::Dc4 { .. })
                    || core.rules.doubles.is_some()
                    || core.rules.guard == Rules::dc4().guard;
                if dc4 { Platform::Dc4 } else { Platform::Dc3 }
            }
            (_, Noise::Gat { .. }) => Platform::Gat,
            _ if core.rules.if_level == IfLevel::Draw => Platform::Legacy,
            _ => Platform::Paper,
        }
    }
}

/// Fours or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRules")]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// Eight stones a team, by the platform's rules.
    Normal,
    /// Mixed doubles: two stones placed, five thrown by each team.
    MixedDoubles,
}

/// What a match is played under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingConditions")]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Whose ice, sheet, rules and players; everything else changes them.
    pub platform: Platform,
    /// Fours or pairs.
    pub rules: Discipline,
    /// How many ends, from 1 to 32.
    pub ends: u8,
    /// Whether a level match goes on.
    pub extra_ends: bool,
    /// Where the guard of mixed doubles is placed: 0, nearest the house, to 5. Digital Curling 2
    /// has one spot only.
    pub spot: u8,
    /// A factor on the friction of the ice: 1.2 is slower ice.
    pub friction: f64,
    /// A factor on the curl: 0 is straight ice.
    pub curl: f64,
    /// A factor on how unsteady the hands are: 0 is not at all.
    pub noise: f64,
    /// The two teams.
    pub teams: (Team, Team),
    /// Rules that are not the platform's, whole; `ends`, `extra_ends` and `spot` hold beside them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_set: Option<Rules>,
    /// What differs from the platform's ice, before the factors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ice: Option<Ice>,
    /// How the referee runs a shot; exactly if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<Mode>,
    /// How long team 0 and team 1 may think; for ever if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<(Allowance, Allowance)>,
}

impl Conditions {
    /// The usual conditions of a platform.
    pub fn usual(platform: Platform) -> Self {
        let rules = platform.conditions().rules;
        Conditions {
            platform,
            rules: Discipline::Normal,
            ends: rules.ends,
            extra_ends: rules.if_level != IfLevel::Draw,
            spot: USUAL_SPOT,
            friction: 1.0,
            curl: 1.0,
            noise: 1.0,
            teams: (Team::usual(), Team::usual()),
            rule_set: None,
            ice: None,
            referee: None,
            clocks: None,
        }
    }

    /// Conditions as they are written, without loss.
    pub fn of(core: &Core) -> Self {
        let mut written = Conditions::usual(Platform::nearest(core));
        let base = written.platform.conditions();
        written.write_rules(&core.rules);
        written.write_ice(&base.ice, &core.ice);
        let usual = base.teams[0].player(0);
        (written.noise, written.teams) = players::written(usual, &core.teams);
        written.referee = (core.referee != Mode::default()).then_some(core.referee);
        written
    }

    /// The same with clocks, where there are any.
    #[must_use]
    pub fn with_clocks(self, time: [Allowance; 2]) -> Self {
        let limited = time != [Allowance::default(); 2];
        Conditions {
            clocks: limited.then_some(time.into()),
            ..self
        }
    }

    /// The time of each team.
    pub fn time(&self) -> [Allowance; 2] {
        self.clocks.map(<[Allowance; 2]>::from).unwrap_or_default()
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
        if self.core_rules().as_ref() != Ok(rules) {
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

    /// Conditions from JSON in this form, or as a record has them.
    ///
    /// # Errors
    /// The place of what does not fit or cannot be.
    pub fn from_json(value: Value) -> Result<Self, NotationError> {
        if value.pointer("/ice/contact/velocity_passes").is_some()
            && value.get("platform").is_none()
        {
            let core: Core = from_value(PART, value)?;
            return Ok(Conditions::of(&core));
        }
        let written: Conditions = from_value(PART, value)?;
        written.core()?;
        Ok(written)
    }

    /// Conditions from a table of TOML in this form.
    ///
    /// # Errors
    /// The place of what does not fit or cannot be.
    pub fn from_table(table: &toml::Table) -> Result<Self, NotationError> {
        Self::from_json(json_of(table)?)
    }

    /// Whether a table is conditions in this form, and not a list of changes.
    pub fn fits(table: &toml::Table) -> bool {
        table.contains_key("teams")
    }

    /// The same as a table of TOML.
    pub fn to_table(&self) -> toml::Table {
        table_of(self)
    }

    /// The conditions.
    ///
    /// # Errors
    /// If something is out of its range; the error says where.
    pub fn core(&self) -> Result<Core, NotationError> {
        let platform = self.platform.conditions();
        let usual = *platform.teams[0].player(0);
        Ok(Core {
            rules: self.core_rules()?,
            ice: self.core_ice(platform.ice)?,
            teams: players::core(&usual, self.noise, &self.teams)?,
            referee: self.referee.unwrap_or_default(),
        })
    }

    fn core_ice(&self, platform: Parameters) -> Result<Parameters, NotationError> {
        within("friction", self.friction, ice::FRICTION)?;
        within("curl", self.curl, ice::CURL)?;
        let ice = match &self.ice {
            None => platform,
            Some(ice) => ice.core(platform)?,
        };
        let ice = ice.with_friction(self.friction).with_curl(self.curl);
        let checked = ice.check();
        checked.map_err(|why| NotationError::new(PART, "ice", why))?;
        Ok(ice)
    }

    fn core_rules(&self) -> Result<Rules, NotationError> {
        let wrong =
            |place: &str, why: &dyn std::fmt::Display| Err(NotationError::new(PART, place, why));
        let mut rules = match &self.rule_set {
            Some(rules) => *rules,
            None => self.platform_rules(),
        };
        if rules.doubles.is_some() != (self.rules == Discipline::MixedDoubles) {
            return wrong("rule_set", &"these are not the rules that `rules` says");
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
                Err(why) => return wrong("spot", &why),
            }
        }
        match rules.check() {
            Ok(()) => Ok(rules),
            Err(why) => wrong("ends", &why),
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

    /// The match under these conditions.
    ///
    /// # Errors
    /// If something is out of its range, or no stone reaches the tee.
    pub fn curling(&self) -> Result<Curling, NotationError> {
        Curling::new(self.core()?).map_err(|why| NotationError::new(PART, "", why))
    }
}

/// Checks that a number is within a range, named by its place.
pub(super) fn within(
    place: impl std::fmt::Display,
    value: f64,
    range: (f64, f64),
) -> Result<(), NotationError> {
    if (range.0..=range.1).contains(&value) {
        return Ok(());
    }
    let (low, high) = range;
    let why = format!("{value} is out of range: from {low} to {high}");
    Err(NotationError::new(PART, place, why))
}
