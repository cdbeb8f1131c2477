//! The rules of curling, as the sport and each platform play them.
//!
//! [`Rules`] is one plain value: number of ends, protected guards, scoring, delivery rotation. Each
//! platform's rule set is a constructor, and so are the sport's; for other rules, change a field or
//! a line in a file.
//!
//! | module | contents |
//! |---|---|
//! | [`geometry`] | whether a stone is in the house, in the free guard zone, on the centre line |
//! | [`guard`] | fouls: free guard zone, no-tick rule |
//! | [`score`] | points of an end |
//! | [`doubles`] | stones placed before an end of mixed doubles |
//! | [`rotation`] | which player throws |
//! | [`game`] | state of a match: shots, ends, hammer, extra ends, result |
//!
//! The rules are independent of the physics: they are given the stones before and after a shot, and
//! stones that left play are missing already (see [`sheet::Bounds`](crate::sheet::Bounds)). They
//! are independent of clocks too: a team that runs out of time [forfeits](Game::forfeit). Sources:
//! the World Curling rulebook; for DC2 Mori (2019), section 4.3.5 and the appendix on rules;
//! otherwise the published programs of the platforms. Where these differ, a platform's rule set
//! does what its program does; but power plays on DC2 are limited as printed, and the program's are
//! a rule set of their own.
//!
//! ```
//! use curling::rules::{Game, Rules, Team};
//! use curling::{Stones, Vector};
//!
//! let rules = Rules { ends: 1, ..Rules::dc3() };
//! let mut game = Game::new(&rules)?;
//! while let Some(slot) = game.slot() {
//!     let mut after = game.stones;
//!     if slot == 15 {
//!         after.place(slot, Vector::new(0.2, 0.1)); // the last stone is drawn to the tee
//!     } // the others went through the house
//!     game.apply(&rules, &after)?;
//! }
//! assert_eq!(game.outcome().unwrap().winner, Some(Team::One));
//! assert_eq!(game.total(Team::One), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod doubles;
pub mod game;
pub mod geometry;
pub mod guard;
#[cfg(test)]
mod properties;
pub mod rotation;
pub mod score;
pub mod scoreboard;
pub mod team;

pub use doubles::{Chooser, Doubles, GuardSpot, Placement, PowerPlays, Spots};
pub use game::{Game, GameError, Outcome, Phase, Reason, Step};
pub use geometry::Geometry;
pub use guard::{Foul, GuardRule, TickRule, Verdict};
pub use rotation::{Order, Rotation};
pub use score::{Scoring, Ties};
pub use scoreboard::Scoreboard;
pub use team::Team;

use crate::stones::SLOTS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number of ends of a match, extra ends apart. No platform plays more than ten.
pub const MAX_ENDS: u8 = 32;

/// The rules of a match: everything that a tournament might change.
///
/// ```
/// use curling::rules::Rules;
///
/// let rules: Rules = toml::from_str("ends = 4\nguard = { deliveries = 4, area = 'guard-zone', stones = 'all', violated_by = 'leaving-play' }")?;
/// assert_eq!(rules.ends, 4);
/// assert_eq!(rules.scoring, Rules::dc3().scoring); // what is not said is as on DC3
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRuleSet")]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The number of ends, extra ends apart.
    pub ends: u8,
    /// Whether a match stops as soon as the trailing team cannot draw level in the remaining ends.
    pub stops_when_decided: bool,
    /// The continuation when the score is level after the last end.
    pub if_level: IfLevel,
    /// Whether conceding or running out of time uses up the shot, as on DC3: the count of shots
    /// goes on as if a stone had been thrown through the house, and an end may be completed and
    /// scored.
    pub stopping_takes_a_shot: bool,
    /// The arithmetic of house, free guard zone and centre line.
    #[serde(rename = "measure")]
    pub geometry: Geometry,
    /// The stones that count.
    pub scoring: Scoring,
    /// The free guard zone rule.
    pub guard: GuardRule,
    /// The no-tick rule.
    pub tick: TickRule,
    /// The delivery rotation of a team.
    #[serde(rename = "rota")]
    pub rotation: Rotation,
    /// Mixed doubles; if absent, sixteen stones an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubles: Option<Doubles>,
}

/// The continuation when the score is level after the last end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingIfLevel")]
#[serde(rename_all = "kebab-case")]
pub enum IfLevel {
    /// The match is drawn.
    Draw,
    /// Extra ends are played until a team scores; the match is drawn when this total number of ends
    /// is exceeded.
    ExtraEndsUntil(u8),
}

/// Invalid rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// An invalid number of ends.
    #[error("a match of {0} ends is not possible: it must be 1 to {MAX_ENDS}")]
    Ends(u8),
    /// A rotation that does not match the discipline.
    #[error("mixed doubles needs `rota = \"doubles\"`, and no other discipline may have it")]
    Rotation,
}

impl Rules {
    /// The names of the rule sets.
    pub const NAMES: [&'static str; 13] = [
        "legacy",
        "dc2",
        "dc2-mixed-doubles",
        "dc2-mixed-doubles-unlimited",
        "dc3",
        "dc3-four-rock",
        "dc4",
        "dc4-no-tick",
        "dc4-mixed-doubles",
        "sport",
        "sport-five-rock",
        "sport-four-rock",
        "sport-mixed-doubles",
    ];

    /// Returns the rule set of this name.
    ///
    /// ```
    /// use curling::rules::Rules;
    ///
    /// assert_eq!(Rules::named("dc3"), Some(Rules::dc3()));
    /// assert_eq!(Rules::named("ice hockey"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "legacy" => Self::legacy(),
            "dc2" => Self::dc2(),
            "dc2-mixed-doubles" => Self::dc2_mixed_doubles(),
            "dc2-mixed-doubles-unlimited" => Self::dc2_mixed_doubles_unlimited(),
            "dc3" => Self::dc3(),
            "dc3-four-rock" => Self::dc3_four_rock(),
            "dc4" => Self::dc4(),
            "dc4-no-tick" => Self::dc4_no_tick(),
            "dc4-mixed-doubles" => Self::dc4_mixed_doubles(GuardSpot::default()),
            "sport" => Self::sport(),
            "sport-five-rock" => Self::sport_five_rock(),
            "sport-four-rock" => Self::sport_four_rock(),
            "sport-mixed-doubles" => Self::sport_mixed_doubles(),
            _ => return None,
        })
    }

    /// Returns the rules of the legacy platform: four-rock rule, one player a team, a level match
    /// is drawn.
    pub const fn legacy() -> Self {
        Rules {
            ends: 8,
            stops_when_decided: false,
            if_level: IfLevel::Draw,
            stopping_takes_a_shot: false,
            geometry: Geometry::Legacy,
            scoring: Scoring::LEGACY,
            guard: GuardRule::rocks(4),
            tick: TickRule::OFF,
            rotation: Rotation::Alone,
            doubles: None,
        }
    }

    /// DC2 as published: its setting for extra ends has no effect.
    pub const fn dc2() -> Self {
        Rules {
            geometry: Geometry::Dc2,
            scoring: Scoring::DC2,
            guard: GuardRule::dc2(),
            rotation: Rotation::Cycle,
            ..Self::legacy()
        }
    }

    /// DC2's mixed doubles as printed (Mori 2019, section 4.3.5): one power play a team and match;
    /// another choice of it is a centre placement. It is not for extra ends, as in the sport: the
    /// thesis does not mention them.
    pub const fn dc2_mixed_doubles() -> Self {
        Self::dc2_doubles(PowerPlays::OnceElseCentre)
    }

    /// DC2's mixed doubles as its published program plays it: power plays without a limit.
    pub const fn dc2_mixed_doubles_unlimited() -> Self {
        Self::dc2_doubles(PowerPlays::Unlimited)
    }

    const fn dc2_doubles(power_plays: PowerPlays) -> Self {
        Rules {
            guard: GuardRule::doubles(),
            rotation: Rotation::Doubles,
            doubles: Some(Doubles {
                spots: Spots::Dc2,
                power_plays,
                after_blank: Chooser::Hammer,
            }),
            ..Self::dc2()
        }
    }

    /// Digital Curling 3 with its five-rock rule.
    pub const fn dc3() -> Self {
        Rules {
            ends: 10,
            stops_when_decided: false,
            if_level: IfLevel::ExtraEndsUntil(255),
            stopping_takes_a_shot: true,
            geometry: Geometry::Dc3,
            scoring: Scoring::DC3,
            guard: GuardRule::rocks(5),
            tick: TickRule::OFF,
            rotation: Rotation::Pairs,
            doubles: None,
        }
    }

    /// Digital Curling 3 without its five-rock rule: the four-rock rule.
    pub const fn dc3_four_rock() -> Self {
        Rules {
            guard: GuardRule::rocks(4),
            ..Self::dc3()
        }
    }

    /// Digital Curling 4.
    pub const fn dc4() -> Self {
        Rules {
            ends: 8,
            stopping_takes_a_shot: false,
            guard: GuardRule::dc4(),
            ..Self::dc3()
        }
    }

    /// Digital Curling 4 with its no-tick rule besides.
    pub const fn dc4_no_tick() -> Self {
        Rules {
            tick: TickRule::DC4,
            ..Self::dc4()
        }
    }

    /// Digital Curling 4's mixed doubles, with the guard on one of its six spots.
    pub const fn dc4_mixed_doubles(spot: GuardSpot) -> Self {
        Rules {
            guard: GuardRule::doubles(),
            rotation: Rotation::Doubles,
            doubles: Some(Doubles {
                spots: Spots::Dc4(spot),
                power_plays: PowerPlays::OnceElseCentre,
                after_blank: Chooser::Other,
            }),
            ..Self::dc4()
        }
    }

    /// Returns the rules of the sport: five-rock and no-tick rule, extra ends, and the match stops
    /// when it is decided (R11).
    pub const fn sport() -> Self {
        Rules {
            stops_when_decided: true,
            stopping_takes_a_shot: false,
            tick: TickRule::SPORT,
            ..Self::dc3()
        }
    }

    /// Returns the rules of the sport before the no-tick rule, and where it is not played.
    pub const fn sport_five_rock() -> Self {
        Rules {
            tick: TickRule::OFF,
            ..Self::sport()
        }
    }

    /// Returns the rules of the sport until 2018.
    pub const fn sport_four_rock() -> Self {
        Rules {
            guard: GuardRule::rocks(4),
            ..Self::sport_five_rock()
        }
    }

    /// Returns the rulebook's mixed doubles (R16).
    pub fn sport_mixed_doubles() -> Self {
        Rules {
            ends: 8,
            guard: GuardRule::doubles(),
            rotation: Rotation::Doubles,
            doubles: Some(Doubles {
                spots: Spots::Dc4(GuardSpot::default()),
                power_plays: PowerPlays::Once,
                after_blank: Chooser::Lead,
            }),
            ..Self::sport_five_rock()
        }
    }

    /// Returns the slot of the first stone delivered in an end; the last is slot 15.
    pub const fn first_slot(&self) -> usize {
        match self.doubles {
            None => 0,
            Some(_) => doubles::FIRST_SLOT,
        }
    }

    /// Returns the number of stones a team delivers in an end.
    pub const fn deliveries(&self) -> usize {
        (SLOTS - self.first_slot()) / 2
    }

    /// Returns the largest score of an end: every delivered stone and the placed one.
    pub const fn most_points(&self) -> u8 {
        self.deliveries() as u8 + self.doubles.is_some() as u8
    }

    /// Checks the rules.
    ///
    /// # Errors
    /// The first invalid rule.
    pub fn check(&self) -> Result<(), RulesError> {
        if self.ends == 0 || self.ends > MAX_ENDS {
            return Err(RulesError::Ends(self.ends));
        }
        if self.doubles.is_some() != (self.rotation == Rotation::Doubles) {
            return Err(RulesError::Rotation);
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::dc3()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_rule_set_can_be_played_and_no_two_are_the_same() {
        let sets = Rules::NAMES.map(|name| Rules::named(name).expect(name));
        for (i, rules) in sets.iter().enumerate() {
            assert_eq!(rules.check(), Ok(()));
            assert!(!sets[..i].contains(rules), "{}", Rules::NAMES[i]);
        }
    }

    #[test]
    fn rule_sets_survive_json_and_toml() {
        for name in Rules::NAMES {
            let rules = Rules::named(name).unwrap();
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
            let toml = toml::to_string(&rules).unwrap();
            assert_eq!(toml::from_str::<Rules>(&toml).unwrap(), rules, "{toml}");
        }
    }

    #[test]
    fn a_misspelt_rule_is_refused() {
        assert!(toml::from_str::<Rules>("end = 4").is_err());
        assert!(serde_json::from_str::<GuardSpot>("6").is_err());
    }

    #[test]
    fn mixed_doubles_has_five_deliveries_and_at_most_six_points() {
        let rules = Rules::sport_mixed_doubles();
        assert_eq!((rules.deliveries(), rules.most_points()), (5, 6));
        assert_eq!(
            (Rules::dc3().deliveries(), Rules::dc3().most_points()),
            (8, 8)
        );
    }

    #[test]
    fn unplayable_rules_are_named() {
        let rules = |ends| Rules {
            ends,
            ..Rules::dc3()
        };
        assert_eq!(rules(0).check(), Err(RulesError::Ends(0)));
        assert_eq!(rules(33).check(), Err(RulesError::Ends(33)));
        let rules = Rules {
            rotation: Rotation::Doubles,
            ..Rules::dc3()
        };
        assert_eq!(rules.check(), Err(RulesError::Rotation));
    }
}
