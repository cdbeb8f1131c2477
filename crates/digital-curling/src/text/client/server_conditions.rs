//! Conditions from the messages of a server, over assumed ones.

use super::super::commands::GameInfo;
use curling::conditions::Conditions;
use curling::delivery::skill::SkillError;
use curling::delivery::{Noise, Skill, TeamSkills};
use curling::rules::{Rotation, Rules};

/// The assumed conditions and those of the server.
#[derive(Clone, Debug)]
pub(super) struct ServerConditions {
    assumed: Conditions,
    conditions: Conditions,
    polar: bool,
    team_size: Option<u8>,
}

impl ServerConditions {
    pub(super) fn new(assumed: Conditions) -> Self {
        ServerConditions {
            conditions: assumed.clone(),
            assumed,
            polar: false,
            team_size: None,
        }
    }

    /// The known conditions.
    pub(super) fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Resets to the assumed conditions for another match.
    pub(super) fn forget(&mut self) {
        *self = ServerConditions::new(self.assumed.clone());
    }

    /// The number of players in an order. Only teams of several are asked.
    pub(super) fn team_size(&self) -> u8 {
        let rules = &self.conditions.rules;
        let by_rules = match rules.rotation {
            Rotation::Alone => 4,
            rota => rota.players() as u8,
        };
        self.team_size.unwrap_or(by_rules)
    }

    /// `GAMEINFO`.
    pub(super) fn game(&mut self, info: &GameInfo) {
        let rules = &mut self.conditions.rules;
        if info.doubles != rules.doubles.is_some() {
            let others = if info.doubles {
                // The published server lets a team have another power play.
                Rules::dc2_mixed_doubles_unlimited()
            } else {
                Rules::dc2()
            };
            *rules = Rules {
                ends: rules.ends,
                if_level: rules.if_level,
                ..others
            };
        }
        if !info.doubles {
            rules.rotation = match (info.players, rules.rotation) {
                (Some(1), _) => Rotation::Alone,
                (Some(_), Rotation::Alone) => Rotation::Cycle,
                (_, rota) => rota,
            };
        }
        self.polar = info.polar;
        self.team_size = info.players;
    }

    /// `PLAYERINFO`: the skills of our own players. Those of the opponent are not sent; they are
    /// taken to be equal.
    pub(super) fn players(&mut self, players: &[[f32; 3]]) {
        if players.is_empty() {
            return;
        }
        let skills: Result<Vec<_>, _> = players
            .iter()
            .map(|numbers| self.skill(*numbers).map(Some))
            .collect();
        match skills.and_then(|skills| TeamSkills::new(&skills)) {
            Ok(hands) => self.conditions.teams = [hands; 2],
            Err(error) => tracing::warn!(%error, "invalid PLAYERINFO ignored"),
        }
    }

    fn skill(&self, numbers: [f32; 3]) -> Result<Skill, SkillError> {
        let [first, second, most] = numbers.map(as_written);
        let usual = self.assumed.teams[0].player(0);
        let noise = if self.polar {
            let loses_turn = matches!(
                usual.noise(),
                Noise::Polar {
                    loses_turn: true,
                    ..
                }
            );
            Noise::Polar {
                speed: first,
                heading: second,
                loses_turn,
            }
        } else {
            Noise::Rectangular {
                x: first,
                y: second,
            }
        };
        // Velocities down the sheet are negative there; zero is no limit.
        let most = Some(most.abs()).filter(|most| *most > 0.0);
        Skill::new(noise, most, usual.excess())
    }
}

/// The decimal number that was written, not its nearest value in single precision.
fn as_written(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(doubles: bool, polar: bool, players: Option<u8>) -> GameInfo {
        GameInfo {
            doubles,
            polar,
            players,
        }
    }

    #[test]
    fn rules_follow_what_the_server_plays() {
        let mut server_conditions = ServerConditions::new(Conditions::legacy());
        server_conditions.game(&info(true, false, Some(2)));
        let rules = server_conditions.conditions().rules;
        assert_eq!((rules.doubles.is_some(), rules.check()), (true, Ok(())));
        assert_eq!(server_conditions.team_size(), 2);
        server_conditions.game(&info(false, false, Some(4)));
        let rules = server_conditions.conditions().rules;
        assert_eq!((rules.rotation, rules.check()), (Rotation::Cycle, Ok(())));
        server_conditions.game(&info(false, false, Some(1)));
        assert_eq!(
            server_conditions.conditions().rules.rotation,
            Rotation::Alone
        );
        server_conditions.forget();
        assert_eq!(*server_conditions.conditions(), Conditions::legacy());
    }

    #[test]
    fn a_server_that_does_not_count_players_leaves_them_as_they_were() {
        let mut server_conditions = ServerConditions::new(Conditions::named("dc2").unwrap());
        server_conditions.game(&info(false, false, None));
        assert_eq!(
            server_conditions.conditions().rules.rotation,
            Rotation::Cycle
        );
        assert_eq!(server_conditions.team_size(), 4);
    }

    #[test]
    fn players_are_of_the_kind_the_match_is_of() {
        let mut server_conditions = ServerConditions::new(Conditions::legacy());
        server_conditions.players(&[[0.145, 0.29, 0.0]]);
        let skill = *server_conditions.conditions().teams[1].player(3);
        assert_eq!(*skill.noise(), Noise::Rectangular { x: 0.145, y: 0.29 });
        assert_eq!(skill.max_weight(), None);
        server_conditions.game(&info(false, true, Some(4)));
        server_conditions.players(&[[0.5, 0.01, 33.0], [0.25, 0.02, 34.0]]);
        let second = server_conditions.conditions().teams[0].player(1);
        let polar = Noise::Polar {
            speed: 0.25,
            heading: 0.02,
            loses_turn: false,
        };
        assert_eq!((*second.noise(), second.max_weight()), (polar, Some(34.0)));
    }

    #[test]
    fn players_that_cannot_be_are_passed_over() {
        let mut server_conditions = ServerConditions::new(Conditions::legacy());
        server_conditions.players(&[[-1.0, 0.1, 0.0]]);
        assert_eq!(*server_conditions.conditions(), Conditions::legacy());
    }
}
