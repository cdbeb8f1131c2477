//! Overrides of the players' execution errors and limits.

use super::{invalid, number};
use crate::conditions::Conditions;
use crate::delivery::noise::Dc3Noise;
use crate::delivery::{Noise, Skill, TeamSkills};
use crate::notation::{MOST_NOISE, scaled};
use crate::words::parser;
use arena::Phrase;
use serde::Deserialize;
use toml::{Table, Value};

impl Conditions {
    pub(super) fn change_skills(&mut self, table: &Table) -> Result<(), Phrase> {
        for (key, teams) in [("noise", 0..2), ("noise0", 0..1), ("noise1", 1..2)] {
            if let Some(value) = table.get(key) {
                for team in &mut self.teams[teams] {
                    let players = team
                        .players()
                        .each_ref()
                        .map(|player| noisy(key, value, player));
                    *team = team_of(key, players)?;
                }
            }
        }
        for (key, team) in ["players0", "players1"].into_iter().zip(&mut self.teams) {
            if let Some(value) = table.get(key) {
                let list = value.as_array();
                let list = list.ok_or_else(|| {
                    let why = (
                        "expected a list of players, as in [0.1, 0.2]",
                        "選手の一覧で書いてください（例: [0.1, 0.2]）",
                    );
                    invalid(key, why)
                })?;
                let players = list.iter().enumerate();
                *team = team_of(
                    key,
                    players.map(|(place, value)| match value {
                        Value::Table(_) => Skill::deserialize(value.clone())
                            .map_err(|why| invalid(key, parser(why.message()))),
                        value => noisy(key, value, team.player(place)),
                    }),
                )?;
            }
        }
        self.scale_noise(table)
    }

    /// Multiplies the execution error of teams.
    fn scale_noise(&mut self, table: &Table) -> Result<(), Phrase> {
        for (key, teams) in [
            ("noise_scale", 0..2),
            ("noise_scale0", 0..1),
            ("noise_scale1", 1..2),
        ] {
            let Some(value) = table.get(key) else {
                continue;
            };
            let factor = number(key, value)?;
            if !(0.0..=MOST_NOISE).contains(&factor) {
                let why = (
                    format!("{factor} is not a factor from 0 to {MOST_NOISE}"),
                    format!("係数{factor}は範囲外です（0〜{MOST_NOISE}）"),
                );
                return Err(invalid(key, why));
            }
            for team in &mut self.teams[teams] {
                let players = team.players().each_ref().map(|player| {
                    let noise = scaled(*player.noise(), factor);
                    Skill::new(noise, player.max_weight(), player.excess())
                        .map_err(|why| invalid(key, why))
                });
                *team = team_of(key, players)?;
            }
        }
        Ok(())
    }
}

/// Returns a player with other noise.
fn noisy(key: &str, value: &Value, player: &Skill) -> Result<Skill, Phrase> {
    let noise = match value {
        Value::Table(_) => {
            Noise::deserialize(value.clone()).map_err(|why| invalid(key, parser(why.message())))?
        }
        value => of_size(*player.noise(), number(key, value)?),
    };
    Skill::new(noise, player.max_weight(), player.excess()).map_err(|why| invalid(key, why))
}

/// Returns noise of the same kind and this size.
fn of_size(noise: Noise, size: f64) -> Noise {
    let scaled = |deviations: Dc3Noise| Dc3Noise {
        stddev_speed: deviations.stddev_speed * size,
        stddev_angle: deviations.stddev_angle * size,
        ..deviations
    };
    match noise {
        Noise::None | Noise::Rectangular { .. } => Noise::Rectangular { x: size, y: size },
        Noise::Gat { .. } => Noise::Gat { size },
        Noise::Polar {
            speed,
            heading,
            loses_turn,
        } => Noise::Polar {
            speed: speed * size,
            heading: heading * size,
            loses_turn,
        },
        Noise::Dc3(deviations) => Noise::Dc3(scaled(deviations)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: scaled(cw),
            ccw: scaled(ccw),
        },
    }
}

fn team_of(
    key: &str,
    players: impl IntoIterator<Item = Result<Skill, Phrase>>,
) -> Result<TeamSkills, Phrase> {
    let players = players.into_iter().map(|player| player.map(Some));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    TeamSkills::new(&players).map_err(|why| invalid(key, why))
}
