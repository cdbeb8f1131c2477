//! Written players: factors on the platform's players, or a whole skill.

use super::NotationError;
use super::conditions::{PART, within};
use crate::delivery::noise::Dc3Noise;
use crate::delivery::{Excess, Noise, Skill, TeamSkills};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest factor on the noise.
pub(crate) const MOST_NOISE: f64 = 10.0;
/// The range of maximum weights, in m/s.
const WEIGHTS: (f64, f64) = (0.5, 60.0);
/// The number of players of a team.
const PLAYERS: usize = 4;

/// The players of a team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTeam")]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// One to four players in their order; missing ones are like the first.
    pub players: Vec<Player>,
}

impl Team {
    /// Returns a team of the platform's default players.
    pub fn usual() -> Self {
        Team {
            players: vec![Player::usual()],
        }
    }
}

/// The skill of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingHand")]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// A factor on the noise of the match: 0.5 is twice as steady.
    pub noise: f64,
    /// The maximum weight, in m/s; the platform's if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_weight: Option<f64>,
    /// The skill to which the factors apply; the platform's default if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
}

impl Player {
    /// Returns the platform's default player.
    pub fn usual() -> Self {
        Player {
            noise: 1.0,
            max_weight: None,
            skill: None,
        }
    }

    /// Converts a player to the written form, for a factor of the match of 1.
    fn of(usual: &Skill, skill: &Skill) -> Self {
        let factors = factors(usual.noise(), skill.noise());
        let scaled = factors.map(|noise| Player {
            noise,
            ..Player::usual()
        });
        let fits = |player: &Player| player.to_skill(usual, 1.0, "").as_ref() == Ok(skill);
        scaled.into_iter().find(fits).unwrap_or(Player {
            skill: Some(*skill),
            ..Player::usual()
        })
    }

    /// Converts to a skill, for a factor of the match.
    fn to_skill(self, usual: &Skill, noise: f64, place: &str) -> Result<Skill, NotationError> {
        within(format!("{place}.noise"), self.noise, (0.0, MOST_NOISE))?;
        if let Some(weight) = self.max_weight {
            within(format!("{place}.max_weight"), weight, WEIGHTS)?;
        }
        let usual = self.skill.as_ref().unwrap_or(usual);
        let noise = scaled(*usual.noise(), noise * self.noise);
        let (noise, limit, excess) = match (noise, self.max_weight) {
            (Noise::Dc3(deviations), Some(max_speed)) => {
                let capped = Dc3Noise {
                    max_speed,
                    ..deviations
                };
                (Noise::Dc3(capped), None, usual.excess())
            }
            (noise, None) => (noise, usual.max_weight(), usual.excess()),
            (noise, Some(weight)) if usual.excess() == Excess::Pass => {
                (noise, Some(weight), Excess::Pass)
            }
            (noise, Some(weight)) => (noise, Some(weight), Excess::Capped),
        };
        Skill::new(noise, limit, excess).map_err(|why| NotationError::new(PART, place, why))
    }
}

/// Returns the factor of the match and the written form of the two teams.
pub(super) fn write_teams(usual: &Skill, teams: &[TeamSkills; 2]) -> (f64, (Team, Team)) {
    let first = teams[0].player(0);
    for noise in factors(usual.noise(), first.noise()) {
        let both = (Team::usual(), Team::usual());
        if to_teams(usual, noise, &both).as_ref() == Ok(teams) {
            return (noise, both);
        }
    }
    (
        1.0,
        (write_team(usual, &teams[0]), write_team(usual, &teams[1])),
    )
}

fn write_team(usual: &Skill, skills: &TeamSkills) -> Team {
    let players = skills.players();
    let alike = players.iter().all(|player| player == &players[0]);
    let listed = if alike { 1 } else { PLAYERS };
    let players = players[..listed].iter();
    Team {
        players: players.map(|player| Player::of(usual, player)).collect(),
    }
}

/// Converts both written teams to the skills of their players.
pub(super) fn to_teams(
    usual: &Skill,
    noise: f64,
    teams: &(Team, Team),
) -> Result<[TeamSkills; 2], NotationError> {
    within("noise", noise, (0.0, MOST_NOISE))?;
    let one = |number: usize, team: &Team| {
        let place = format!("teams[{number}].players");
        if team.players.len() > PLAYERS {
            let why = (
                "a team has at most four players",
                "チームの選手は4人までです",
            );
            return Err(NotationError::new(PART, place, why));
        }
        let skill = |(index, player): (usize, &Player)| {
            let skill = player.to_skill(usual, noise, &format!("{place}[{index}]"));
            skill.map(Some)
        };
        let skills = team.players.iter().enumerate().map(skill);
        let skills: Vec<_> = skills.collect::<Result<_, _>>()?;
        TeamSkills::new(&skills).map_err(|why| NotationError::new(PART, &place, why))
    };
    Ok([one(0, &teams.0)?, one(1, &teams.1)?])
}

/// Returns candidate factors from one noise to another, the simplest first: rounded, then exact.
fn factors(usual: &Noise, noise: &Noise) -> [f64; 3] {
    let size = |noise: &Noise| match noise {
        Noise::None => 0.0,
        Noise::Rectangular { x, .. } => *x,
        Noise::Gat { size } => *size,
        Noise::Polar { speed, .. } => *speed,
        Noise::Dc3(deviations) | Noise::Dc4 { cw: deviations, .. } => deviations.stddev_speed,
    };
    plain_factors(size(usual), size(noise))
}

/// Returns candidate factors from one number to another, the simplest first.
pub(super) fn plain_factors(from: f64, to: f64) -> [f64; 3] {
    let factor = if from == to { 1.0 } else { to / from };
    [1e3, 1e6]
        .map(|digits| (factor * digits).round() / digits)
        .into_iter()
        .chain([factor])
        .collect::<Vec<_>>()
        .try_into()
        .expect("two and one")
}

/// Returns noise of the same kind multiplied by a factor.
pub(crate) fn scaled(noise: Noise, factor: f64) -> Noise {
    let scaled = |deviations: Dc3Noise| Dc3Noise {
        stddev_speed: deviations.stddev_speed * factor,
        stddev_angle: deviations.stddev_angle * factor,
        ..deviations
    };
    match noise {
        noise if factor == 1.0 => noise,
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
        Noise::Dc3(one) => Noise::Dc3(scaled(one)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: scaled(cw),
            ccw: scaled(ccw),
        },
    }
}
