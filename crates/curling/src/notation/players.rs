//! Written players: factors on the platform's players, or a whole skill.

use super::NotationError;
use super::conditions::{PART, within};
use crate::delivery::noise::Hand as NoiseHand;
use crate::delivery::{Excess, Noise, Skill, Team as Hands};
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
    pub players: Vec<Hand>,
}

impl Team {
    /// Returns a team of the platform's default players.
    pub fn usual() -> Self {
        Team {
            players: vec![Hand::usual()],
        }
    }
}

/// The skill of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingHand")]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// A factor on the noise of the match: 0.5 is twice as steady.
    pub noise: f64,
    /// The maximum weight, in m/s; the platform's if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_weight: Option<f64>,
    /// The skill to which the factors apply; the platform's default if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
}

impl Hand {
    /// Returns the platform's default player.
    pub fn usual() -> Self {
        Hand {
            noise: 1.0,
            max_weight: None,
            skill: None,
        }
    }

    /// Converts a player to the written form, for a factor of the match of 1.
    fn of(usual: &Skill, skill: &Skill) -> Self {
        let factors = factors(usual.noise(), skill.noise());
        let scaled = factors.map(|noise| Hand {
            noise,
            ..Hand::usual()
        });
        let fits = |hand: &Hand| hand.core(usual, 1.0, "").as_ref() == Ok(skill);
        scaled.into_iter().find(fits).unwrap_or(Hand {
            skill: Some(*skill),
            ..Hand::usual()
        })
    }

    fn core(&self, usual: &Skill, noise: f64, place: &str) -> Result<Skill, NotationError> {
        within(format!("{place}.noise"), self.noise, (0.0, MOST_NOISE))?;
        if let Some(weight) = self.max_weight {
            within(format!("{place}.max_weight"), weight, WEIGHTS)?;
        }
        let usual = self.skill.as_ref().unwrap_or(usual);
        let noise = scaled(*usual.noise(), noise * self.noise);
        let (noise, limit, excess) = match (noise, self.max_weight) {
            (Noise::Dc3(hand), Some(max_speed)) => {
                let hand = NoiseHand { max_speed, ..hand };
                (Noise::Dc3(hand), None, usual.excess())
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
pub(super) fn written(usual: &Skill, teams: &[Hands; 2]) -> (f64, (Team, Team)) {
    let first = teams[0].player(0);
    for noise in factors(usual.noise(), first.noise()) {
        let both = (Team::usual(), Team::usual());
        if core(usual, noise, &both).as_ref() == Ok(teams) {
            return (noise, both);
        }
    }
    (1.0, (team(usual, &teams[0]), team(usual, &teams[1])))
}

fn team(usual: &Skill, hands: &Hands) -> Team {
    let players = hands.players();
    let alike = players.iter().all(|player| player == &players[0]);
    let listed = if alike { 1 } else { PLAYERS };
    let players = players[..listed].iter();
    Team {
        players: players.map(|player| Hand::of(usual, player)).collect(),
    }
}

/// Converts to both teams.
pub(super) fn core(
    usual: &Skill,
    noise: f64,
    teams: &(Team, Team),
) -> Result<[Hands; 2], NotationError> {
    within("noise", noise, (0.0, MOST_NOISE))?;
    let one = |number: usize, team: &Team| {
        let place = format!("teams[{number}].players");
        if team.players.len() > PLAYERS {
            let why = "a team has at most four players";
            return Err(NotationError::new(PART, place, why));
        }
        let skill = |(index, hand): (usize, &Hand)| {
            let skill = hand.core(usual, noise, &format!("{place}[{index}]"));
            skill.map(Some)
        };
        let skills = team.players.iter().enumerate().map(skill);
        let skills: Vec<_> = skills.collect::<Result<_, _>>()?;
        Hands::new(&skills).map_err(|why| NotationError::new(PART, &place, why))
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
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => hand.stddev_speed,
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
    let hand = |hand: NoiseHand| NoiseHand {
        stddev_speed: hand.stddev_speed * factor,
        stddev_angle: hand.stddev_angle * factor,
        ..hand
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
        Noise::Dc3(one) => Noise::Dc3(hand(one)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: hand(cw),
            ccw: hand(ccw),
        },
    }
}
