//! Skill of a player: noise and maximum weight; and the skills of a team of four.
//!
//! A shot is first checked against the player's maximum weight, then perturbed. Platforms differ in
//! a shot that is too fast: Digital Curling 3 slows it down, the GAT contests from 2016 on counted
//! it as a pass, and DC2 has a limit that never acts. Which player throws which stone is a matter
//! of the rules, not of this module.
//!
//! ```
//! use curling::delivery::classic::Classic;
//! use curling::delivery::{Delivered, Skill, TeeDraws};
//! use curling::{Shot, Turn, Vector};
//! use rand_pcg::Pcg64Mcg;
//!
//! let tee = TeeDraws::classic(Classic::legacy());
//! let too_fast = Shot::new(Vector::new(0.0, 33.8), Turn::Clockwise);
//! let delivered = Skill::gat(0.145)?.deliver(&too_fast, &tee, &mut Pcg64Mcg::new(1));
//! assert_eq!(delivered, Delivered::Pass);
//! # Ok::<(), curling::delivery::skill::SkillError>(())
//! ```

use super::noise::{Dc3Noise, Noise, NoiseError, limit};
use super::tee::TeeDraws;
use crate::shot::Shot;
use crate::vector::Vector;
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum weight of the GAT contests from 2016 on, in m/s along the sheet.
pub const GAT_WEIGHT: f64 = 33.7149;

/// The number of players of a team.
pub const PLAYERS: usize = 4;

/// The treatment of a shot above the maximum weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingExcess")]
#[serde(rename_all = "kebab-case")]
pub enum Excess {
    /// A throw as it is: the maximum is informative.
    #[default]
    Allowed,
    /// A throw in the same direction, with the maximum as its speed.
    Capped,
    /// A pass. Weight is the speed along the sheet here.
    Pass,
}

/// The skill of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSkill")]
#[serde(try_from = "UncheckedSkill")]
pub struct Skill {
    noise: Noise,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_weight: Option<f64>,
    excess: Excess,
}

/// The written form of a skill, before it is checked.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSkill")]
#[serde(deny_unknown_fields, default)]
struct UncheckedSkill {
    noise: Noise,
    max_weight: Option<f64>,
    excess: Excess,
}

impl Default for UncheckedSkill {
    fn default() -> Self {
        let Skill {
            noise,
            max_weight,
            excess,
        } = Skill::default();
        UncheckedSkill {
            noise,
            max_weight,
            excess,
        }
    }
}

impl TryFrom<UncheckedSkill> for Skill {
    type Error = SkillError;

    fn try_from(claim: UncheckedSkill) -> Result<Self, SkillError> {
        Skill::new(claim.noise, claim.max_weight, claim.excess)
    }
}

/// An invalid player or team.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkillError {
    /// An invalid number.
    #[error(transparent)]
    Number(#[from] NoiseError),
    /// A team without players.
    #[error("a team needs at least one player: the others are like the first")]
    NobodyFirst,
    /// A team with too many players.
    #[error("a team has at most {PLAYERS} players, not {0}")]
    TooMany(usize),
}

/// The result of a delivery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Delivered {
    /// The stone was released with this shot.
    Thrown(Shot),
    /// A pass: no stone was delivered.
    Pass,
}

impl Skill {
    /// Creates a player with this noise and this maximum weight in m/s.
    ///
    /// # Errors
    /// If a standard deviation is negative or not finite, or the weight is negative or not a
    /// number.
    pub fn new(noise: Noise, max_weight: Option<f64>, excess: Excess) -> Result<Self, SkillError> {
        noise.check()?;
        if let Some(weight) = max_weight {
            limit(weight, ("the maximum weight", "最大のウェイト"))?;
        }
        Ok(Skill {
            noise,
            max_weight,
            excess,
        })
    }

    /// Returns a player without error.
    pub fn perfect() -> Self {
        Skill::default()
    }

    /// Returns a player of the GAT contests from 2016 on.
    ///
    /// # Errors
    /// If the size is negative or not finite.
    pub fn gat(size: f64) -> Result<Self, SkillError> {
        Skill::new(Noise::Gat { size }, Some(GAT_WEIGHT), Excess::Pass)
    }

    /// Returns the default player of Digital Curling 3.
    pub fn dc3() -> Self {
        let noise = Noise::Dc3(Dc3Noise::default());
        Skill {
            noise,
            ..Skill::default()
        }
    }

    /// Returns the noise.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// Returns the maximum weight, if any, in m/s.
    pub fn max_weight(&self) -> Option<f64> {
        self.max_weight
    }

    /// Returns the treatment of a shot above the maximum weight.
    pub fn excess(&self) -> Excess {
        self.excess
    }

    /// Returns the attempted shot for an intended one, before the noise; none if it counts as a
    /// pass.
    pub fn attempted(&self, shot: &Shot) -> Option<Shot> {
        let Some(most) = self.max_weight else {
            return Some(*shot);
        };
        match self.excess {
            Excess::Allowed => Some(*shot),
            Excess::Capped => Some(capped(shot, most)),
            Excess::Pass => (shot.velocity.y.abs() <= most).then_some(*shot),
        }
    }

    /// Samples the actual delivery of an intended shot.
    pub fn deliver(&self, shot: &Shot, tee: &TeeDraws, rng: &mut impl Rng) -> Delivered {
        match self.attempted(shot) {
            Some(tried) => Delivered::Thrown(self.noise.disturb(&tried, tee, rng)),
            None => Delivered::Pass,
        }
    }
}

fn capped(shot: &Shot, most: f64) -> Shot {
    let Vector { x, y } = shot.velocity;
    let speed = libm::hypot(x, y);
    if speed > most {
        let velocity = shot.velocity * (most / speed);
        return Shot { velocity, ..*shot };
    }
    *shot
}

/// The skills of a team's players, up to four; missing ones are like the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Option<Skill>>", into = "Vec<Option<Skill>>")]
pub struct TeamSkills([Skill; PLAYERS]);

impl TeamSkills {
    /// Creates a team; missing players are copies of the first.
    ///
    /// # Errors
    /// If there is no first player or more than four.
    pub fn new(players: &[Option<Skill>]) -> Result<Self, SkillError> {
        if players.len() > PLAYERS {
            return Err(SkillError::TooMany(players.len()));
        }
        let first = players.first().copied().flatten();
        let mut team = TeamSkills::of(first.ok_or(SkillError::NobodyFirst)?);
        for (player, skill) in team.0.iter_mut().zip(players) {
            *player = skill.unwrap_or(*player);
        }
        Ok(team)
    }

    /// Creates a team of four equal players.
    pub fn of(skill: Skill) -> Self {
        TeamSkills([skill; PLAYERS])
    }

    /// Returns a player, counted from 0; a missing one is like the first.
    pub fn player(&self, index: usize) -> &Skill {
        self.0.get(index).unwrap_or(&self.0[0])
    }

    /// Returns all four players.
    pub fn players(&self) -> &[Skill; PLAYERS] {
        &self.0
    }
}

impl TryFrom<Vec<Option<Skill>>> for TeamSkills {
    type Error = SkillError;

    fn try_from(players: Vec<Option<Skill>>) -> Result<Self, SkillError> {
        TeamSkills::new(&players)
    }
}

impl From<TeamSkills> for Vec<Option<Skill>> {
    fn from(team: TeamSkills) -> Self {
        team.0.map(Some).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::classic::Classic;
    use crate::shot::Turn;
    use rand_pcg::Pcg64Mcg;

    fn shot(y: f64) -> Shot {
        Shot::new(Vector::new(0.6, y), Turn::Clockwise)
    }

    fn limited(excess: Excess) -> Skill {
        Skill::new(Noise::None, Some(2.0), excess).unwrap()
    }

    #[test]
    fn a_shot_above_the_maximum_is_slowed_passed_or_thrown() {
        let fast = shot(2.5);
        assert_eq!(limited(Excess::Allowed).attempted(&fast), Some(fast));
        assert_eq!(limited(Excess::Pass).attempted(&fast), None);
        let slowed = limited(Excess::Capped).attempted(&fast).unwrap().velocity;
        assert!((slowed.length() - 2.0).abs() < 1e-12);
        assert!(slowed.cross(fast.velocity).abs() < 1e-12);
    }

    #[test]
    fn a_shot_within_the_maximum_is_left_alone() {
        for excess in [Excess::Allowed, Excess::Capped, Excess::Pass] {
            assert_eq!(limited(excess).attempted(&shot(1.9)), Some(shot(1.9)));
        }
    }

    #[test]
    fn a_pass_looks_at_the_speed_along_the_sheet_only() {
        let skewed = Shot::new(Vector::new(1.0, 1.99), Turn::Clockwise);
        assert!(skewed.velocity.length() > 2.0);
        assert!(limited(Excess::Pass).attempted(&skewed).is_some());
    }

    #[test]
    fn the_maximum_holds_before_the_noise() {
        let skill = Skill::new(
            Noise::Polar {
                speed: 0.5,
                heading: 0.0,
                loses_turn: false,
            },
            Some(2.0),
            Excess::Capped,
        );
        let tee = TeeDraws::classic(Classic::legacy());
        let mut rng = Pcg64Mcg::new(3);
        let speeds =
            (0..50).map(
                |_| match skill.as_ref().unwrap().deliver(&shot(9.0), &tee, &mut rng) {
                    Delivered::Thrown(shot) => shot.velocity.length(),
                    Delivered::Pass => panic!("no shot is a pass here"),
                },
            );
        let fastest = speeds.fold(0.0, f64::max);
        assert!(fastest > 2.2 && fastest < 5.0, "{fastest}");
    }

    #[test]
    fn impossible_players_are_refused_in_words() {
        let nan = Skill::new(Noise::None, Some(f64::NAN), Excess::Pass).unwrap_err();
        assert_eq!(
            nan.to_string(),
            "the maximum weight is NaN: it must be a number and not negative"
        );
        assert!(Skill::gat(-1.0).is_err() && Skill::gat(f64::INFINITY).is_err());
        let text = r#"{"noise":{"kind":"rectangular","x":0.1,"y":-2.0}}"#;
        let error = serde_json::from_str::<Skill>(text).unwrap_err().to_string();
        assert!(error.contains("along the sheet is -2"), "{error}");
    }

    #[test]
    fn missing_players_are_like_the_first() {
        let gat = Skill::gat(0.145).unwrap();
        let team = TeamSkills::new(&[Some(gat), None, Some(Skill::perfect())]).unwrap();
        assert_eq!(team.players(), &[gat, gat, Skill::perfect(), gat]);
        assert_eq!(team.player(99), &gat);
    }

    #[test]
    fn a_team_has_one_to_four_players() {
        assert_eq!(TeamSkills::new(&[]), Err(SkillError::NobodyFirst));
        assert_eq!(TeamSkills::new(&[None]), Err(SkillError::NobodyFirst));
        let five = [Some(Skill::dc3()); 5];
        assert_eq!(TeamSkills::new(&five), Err(SkillError::TooMany(5)));
    }

    #[test]
    fn settings_read_as_they_are_written() {
        let team = TeamSkills::new(&[Some(Skill::gat(0.1).unwrap()), Some(Skill::dc3())]).unwrap();
        let text = serde_json::to_string(&team).unwrap();
        assert_eq!(
            serde_json::from_str::<TeamSkills>(&text).unwrap(),
            team,
            "{text}"
        );
        let short: TeamSkills =
            serde_json::from_str(r#"[{"noise":{"kind":"gat","size":0.1}},null]"#).unwrap();
        assert_eq!(short.player(1).noise(), &Noise::Gat { size: 0.1 });
        assert!(serde_json::from_str::<TeamSkills>("[]").is_err());
        let kept = toml::to_string(&Skill::gat(0.1).unwrap()).unwrap();
        assert_eq!(
            toml::from_str::<Skill>(&kept).unwrap(),
            Skill::gat(0.1).unwrap()
        );
    }
}
