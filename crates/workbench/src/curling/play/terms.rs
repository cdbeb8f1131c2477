//! What a game of the page is played under, and against whom: few choices, each with a name.

use crate::fault::Fault;
use arena::PlayerSpec;
use curling::conditions::Conditions;
use curling::delivery::noise::Hand;
use curling::delivery::{Noise, Skill, Team as Hands};
use curling::rules::{IfLevel, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The longest a player of the page may think about a shot, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// Who can be played against.
const PLAYERS: [&str; 8] = [
    "draw", "random", "sample", "greedy", "ayumu", "gccs", "krucb", "jiritsu",
];

/// Conditions in few words.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingTerms {
    /// The platform whose rules and ice it is: `paper`, `gat`, `dc2`, `dc2-mixed-doubles`, `dc3`, `dc4`, `dc4-mixed-doubles`.
    pub platform: String,
    /// How many ends.
    pub ends: u8,
    /// How unsteady the hands are: 1 as usual there, 0 not at all.
    pub noise: f64,
    /// Whether a level match goes on.
    pub extra_ends: bool,
}

impl CurlingTerms {
    /// The conditions.
    ///
    /// # Errors
    /// If there are none like that.
    pub(in super::super) fn conditions(&self) -> Result<Conditions, Fault> {
        let known = || {
            let names = Conditions::NAMES.join(", ");
            Fault::wrong_at("terms.platform", format!("write one of {names}"))
        };
        let mut conditions = Conditions::named(&self.platform).ok_or_else(known)?;
        conditions.rules.ends = self.ends;
        conditions.rules.if_level = if self.extra_ends {
            IfLevel::ExtraEndsUntil(255)
        } else {
            IfLevel::Draw
        };
        let checked = conditions.rules.check();
        checked.map_err(|why| Fault::wrong_at("terms.ends", why))?;
        if !(0.0..=5.0).contains(&self.noise) {
            return Err(Fault::wrong_at("terms.noise", "write a factor from 0 to 5"));
        }
        for hands in &mut conditions.teams {
            *hands = unsteady(hands, self.noise)?;
        }
        Ok(conditions)
    }
}

/// The same hands, so many times as unsteady.
fn unsteady(hands: &Hands, factor: f64) -> Result<Hands, Fault> {
    let mut players = Vec::new();
    for skill in hands.players() {
        let noise = scaled(*skill.noise(), factor);
        let skill = Skill::new(noise, skill.max_weight(), skill.excess());
        players.push(Some(skill.map_err(Fault::failed)?));
    }
    Hands::new(&players).map_err(Fault::failed)
}

fn scaled(noise: Noise, factor: f64) -> Noise {
    let hand = |hand: Hand| Hand {
        stddev_speed: hand.stddev_speed * factor,
        stddev_angle: hand.stddev_angle * factor,
        ..hand
    };
    match noise {
        Noise::Dc3(one) => Noise::Dc3(hand(one)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: hand(cw),
            ccw: hand(ccw),
        },
        _ if factor == 0.0 => Noise::None,
        Noise::None => Noise::None,
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
    }
}

/// A player of ours to play against, or to ask.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingOpponent {
    /// Who: `draw`, `random`, `sample`, `greedy`, `ayumu`, `gccs`, `krucb` or `jiritsu`.
    pub name: String,
    /// How strong `jiritsu` is to play, from 1, a beginner, to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// How long it may think about a shot, in seconds.
    pub seconds: f64,
}

impl CurlingOpponent {
    /// The player as the lineup knows it. Only what is listed here can be said: some settings of players name files.
    pub(in super::super) fn spec(&self, _rules: &Rules) -> Result<PlayerSpec, Fault> {
        if !PLAYERS.contains(&self.name.as_str()) {
            let names = PLAYERS.join(", ");
            return Err(Fault::wrong_at("player.name", format!("write one of {names}")));
        }
        let spec: PlayerSpec = self.name.parse().map_err(Fault::wrong)?;
        match self.level {
            Some(level) if self.name == "jiritsu" => Ok(spec.with("level", level)),
            _ => Ok(spec),
        }
    }

    /// How long it may think.
    pub(in super::super) fn time(&self) -> Result<Duration, Fault> {
        if (0.02..=MOST_SECONDS).contains(&self.seconds) {
            Ok(Duration::from_secs_f64(self.seconds))
        } else {
            let words = format!("write 0.02 to {MOST_SECONDS} seconds");
            Err(Fault::wrong_at("player.seconds", words))
        }
    }
}

impl fmt::Display for CurlingOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) if self.name == "jiritsu" => write!(f, "{} ({level})", self.name),
            _ => f.write_str(&self.name),
        }
    }
}
