//! What a match is played under, as somebody sets it at a page.

use crate::Fault;
use curling::conditions::Conditions;
use curling::contest::Curling;
use curling::delivery::noise::Hand;
use curling::delivery::{Excess, Noise, Skill, Team as Hands};
use curling::rules::{GuardSpot, IfLevel, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match goes on for ever, or as good as.
const FOR_EVER: IfLevel = IfLevel::ExtraEndsUntil(255);
/// How far friction and curl may be from the platform's, as factors.
const ICE: (f64, f64) = (0.2, 3.0);
/// How unsteady a hand may be, as a factor on the platform's.
const MOST_NOISE: f64 = 10.0;
/// The weights that may be set as a limit, in m/s.
const WEIGHTS: (f64, f64) = (0.5, 60.0);

/// Whose ice, sheet and players a match is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CurlingPlatform {
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

impl CurlingPlatform {
    fn name(self) -> &'static str {
        match self {
            CurlingPlatform::Paper => "paper",
            CurlingPlatform::Legacy => "legacy",
            CurlingPlatform::Gat => "gat",
            CurlingPlatform::Dc2 => "dc2",
            CurlingPlatform::Dc3 => "dc3",
            CurlingPlatform::Dc4 => "dc4",
        }
    }
}

/// Fours or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CurlingRules {
    /// Eight stones a team, by the platform's rules.
    Normal,
    /// Mixed doubles: two stones placed, five thrown by each team.
    MixedDoubles,
}

/// What a match is played under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingConditions {
    /// Whose ice, sheet, rules and players; everything else changes them.
    pub(crate) platform: CurlingPlatform,
    /// Fours or pairs.
    pub(crate) rules: CurlingRules,
    /// How many ends, from 1 to 32.
    pub(crate) ends: u8,
    /// Whether a level match goes on.
    pub(crate) extra_ends: bool,
    /// Where the guard of mixed doubles is placed: 0, nearest the house, to 5. Digital Curling 2 has one spot only.
    pub(crate) spot: u8,
    /// A factor on the friction of the ice: 1.2 is slower ice.
    pub(crate) friction: f64,
    /// A factor on the curl: 0 is straight ice.
    pub(crate) curl: f64,
    /// A factor on how unsteady the platform's hands are: 0 is not at all.
    pub(crate) noise: f64,
    /// The two teams.
    pub(crate) teams: (CurlingTeam, CurlingTeam),
}

/// The players of a team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingTeam {
    /// One to four players in their order; those missing are like the first.
    pub(crate) players: Vec<CurlingHand>,
}

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingHand {
    /// A factor on the noise of the match: 0.5 is twice as steady.
    pub(crate) noise: f64,
    /// The fastest throw, in m/s; as on the platform if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_weight: Option<f64>,
}

impl CurlingConditions {
    /// The usual conditions of a platform.
    pub(crate) fn usual(platform: CurlingPlatform) -> Self {
        let hand = CurlingHand {
            noise: 1.0,
            max_weight: None,
        };
        let team = CurlingTeam {
            players: vec![hand],
        };
        let rules = Conditions::named(platform.name()).map(|named| named.rules);
        let rules = rules.unwrap_or_else(Rules::legacy);
        CurlingConditions {
            platform,
            rules: CurlingRules::Normal,
            ends: rules.ends,
            extra_ends: rules.if_level != IfLevel::Draw,
            spot: 2,
            friction: 1.0,
            curl: 1.0,
            noise: 1.0,
            teams: (team.clone(), team),
        }
    }

    /// The conditions in the core's words.
    ///
    /// # Errors
    /// If something is out of its range; the fault says where.
    pub(crate) fn core(&self) -> Result<Conditions, Fault> {
        within("conditions.friction", self.friction, ICE)?;
        within("conditions.curl", self.curl, (0.0, ICE.1))?;
        within("conditions.noise", self.noise, (0.0, MOST_NOISE))?;
        let named = Conditions::named(self.platform.name());
        let mut core = named.ok_or_else(|| Fault::failed("a platform without a name"))?;
        core.rules = self.core_rules(core.rules)?;
        core.ice = core.ice.with_friction(self.friction).with_curl(self.curl);
        let usual = *core.teams[0].player(0);
        for (number, team) in [&self.teams.0, &self.teams.1].into_iter().enumerate() {
            core.teams[number] = self.hands(&usual, number, team)?;
        }
        Ok(core)
    }

    fn core_rules(&self, usual: Rules) -> Result<Rules, Fault> {
        let mut rules = match (self.rules, self.platform) {
            (CurlingRules::Normal, _) => usual,
            (CurlingRules::MixedDoubles, CurlingPlatform::Dc3 | CurlingPlatform::Dc4) => {
                let spot = GuardSpot::try_from(self.spot);
                Rules::dc4_mixed_doubles(
                    spot.map_err(|why| Fault::wrong_at("conditions.spot", why))?,
                )
            }
            (CurlingRules::MixedDoubles, _) => Rules::named("dc2-mixed-doubles")
                .ok_or_else(|| Fault::failed("rules without a name"))?,
        };
        rules.ends = self.ends;
        rules.if_level = if self.extra_ends {
            FOR_EVER
        } else {
            IfLevel::Draw
        };
        let checked = rules.check();
        checked.map_err(|why| Fault::wrong_at("conditions.ends", why))?;
        Ok(rules)
    }

    fn hands(&self, usual: &Skill, number: usize, team: &CurlingTeam) -> Result<Hands, Fault> {
        let place = format!("conditions.teams[{number}].players");
        if team.players.len() > 4 {
            return Err(Fault::wrong_at(place, "a team has at most four players"));
        }
        let skill = |(index, hand): (usize, &CurlingHand)| {
            let place = format!("{place}[{index}]");
            self.skill(usual, hand, &place).map(Some)
        };
        let skills = team.players.iter().enumerate().map(skill);
        let skills: Vec<_> = skills.collect::<Result<_, _>>()?;
        Hands::new(&skills).map_err(|why| Fault::wrong_at(place, why))
    }

    fn skill(&self, usual: &Skill, hand: &CurlingHand, place: &str) -> Result<Skill, Fault> {
        within(format!("{place}.noise"), hand.noise, (0.0, MOST_NOISE))?;
        if let Some(weight) = hand.max_weight {
            within(format!("{place}.max_weight"), weight, WEIGHTS)?;
        }
        let noise = scaled(*usual.noise(), self.noise * hand.noise);
        let (noise, limit, excess) = match (noise, hand.max_weight) {
            (Noise::Dc3(hand), Some(max_speed)) => {
                (Noise::Dc3(Hand { max_speed, ..hand }), None, usual.excess())
            }
            (noise, None) => (noise, usual.max_weight(), usual.excess()),
            (noise, Some(weight)) if usual.excess() == Excess::Pass => {
                (noise, Some(weight), Excess::Pass)
            }
            (noise, Some(weight)) => (noise, Some(weight), Excess::Capped),
        };
        Skill::new(noise, limit, excess).map_err(|why| Fault::wrong_at(place, why))
    }

    /// The match under these conditions.
    ///
    /// # Errors
    /// If something is out of its range, or nobody gets a stone to the tee.
    pub(crate) fn curling(&self) -> Result<Curling, Fault> {
        let core = self.core()?;
        Curling::new(core).map_err(|why| Fault::wrong_at("conditions", why))
    }
}

fn within(place: impl std::fmt::Display, value: f64, range: (f64, f64)) -> Result<(), Fault> {
    if (range.0..=range.1).contains(&value) {
        return Ok(());
    }
    let (low, high) = range;
    let words = format!("{value} is out of range: from {low} to {high}");
    Err(Fault::wrong_at(place, words))
}

/// Noise of the same kind, so many times as large.
fn scaled(noise: Noise, factor: f64) -> Noise {
    let hand = |hand: Hand| Hand {
        stddev_speed: hand.stddev_speed * factor,
        stddev_angle: hand.stddev_angle * factor,
        ..hand
    };
    match noise {
        Noise::None => Noise::None,
        Noise::Rectangular { .. } | Noise::Gat { .. } if factor == 0.0 => Noise::None,
        Noise::Rectangular { x, y } => Noise::Rectangular {
            x: x * factor,
            y: y * factor,
        },
        Noise::Gat { size } => Noise::Gat {
            size: size * factor,
        },
        Noise::Polar {
            speed,
            heading,
            loses_turn,
        } => Noise::Polar {
            speed: speed * factor,
            heading: heading * factor,
            loses_turn,
        },
        Noise::Dc3(one) => Noise::Dc3(hand(one)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: hand(cw),
            ccw: hand(ccw),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_usual_conditions_are_those_of_the_platform() {
        for platform in [
            CurlingPlatform::Paper,
            CurlingPlatform::Legacy,
            CurlingPlatform::Gat,
            CurlingPlatform::Dc2,
            CurlingPlatform::Dc3,
            CurlingPlatform::Dc4,
        ] {
            let usual = CurlingConditions::usual(platform).core().unwrap();
            let named = Conditions::named(platform.name()).unwrap();
            assert_eq!(usual.ice, named.ice);
            assert_eq!(usual.teams, named.teams);
            assert_eq!(usual.rules.ends, named.rules.ends);
        }
    }

    #[test]
    fn a_limit_of_weight_is_the_hands_own_on_digital_curling_3() {
        let mut conditions = CurlingConditions::usual(CurlingPlatform::Dc3);
        conditions.teams.1.players[0].max_weight = Some(2.5);
        let core = conditions.core().unwrap();
        let Noise::Dc3(hand) = core.teams[1].player(3).noise() else {
            panic!("another noise");
        };
        assert!((hand.max_speed - 2.5).abs() < 1e-12);
        conditions.platform = CurlingPlatform::Gat;
        conditions.teams.1.players[0].max_weight = Some(31.0);
        let skill = *conditions.core().unwrap().teams[1].player(0);
        assert_eq!(
            (skill.max_weight(), skill.excess()),
            (Some(31.0), Excess::Pass)
        );
    }

    #[test]
    fn mixed_doubles_is_played_on_every_ice() {
        for platform in [CurlingPlatform::Paper, CurlingPlatform::Dc4] {
            let mut conditions = CurlingConditions::usual(platform);
            conditions.rules = CurlingRules::MixedDoubles;
            assert!(conditions.core().unwrap().rules.doubles.is_some());
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        let usual = || CurlingConditions::usual(CurlingPlatform::Dc4);
        let place = |conditions: CurlingConditions| conditions.core().unwrap_err().place.unwrap();
        let friction = CurlingConditions {
            friction: 0.0,
            ..usual()
        };
        assert_eq!(place(friction), "conditions.friction");
        let noise = CurlingConditions {
            noise: f64::NAN,
            ..usual()
        };
        assert_eq!(place(noise), "conditions.noise");
        let ends = CurlingConditions { ends: 0, ..usual() };
        assert_eq!(place(ends), "conditions.ends");
        let spot = CurlingConditions {
            spot: 6,
            rules: CurlingRules::MixedDoubles,
            ..usual()
        };
        assert_eq!(place(spot), "conditions.spot");
        let mut nobody = usual();
        nobody.teams.0.players.clear();
        assert_eq!(place(nobody), "conditions.teams[0].players");
        let mut unknown = serde_json::to_value(usual()).unwrap();
        unknown["wind"] = json!(3);
        let refused = CurlingConditions::deserialize(unknown).unwrap_err();
        assert!(refused.to_string().contains("`wind`"), "{refused}");
    }
}
