//! A match at a moment: stones, score, whose turn it is.

use super::rounded;
use crate::Fault;
use curling::rules::{Game, Outcome, Phase, Reason, Rules, Scoreboard, Team};
use curling::stones::SLOTS;
use curling::{Stone, Stones, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stones of a team in an end.
const NUMBERS: u8 = (SLOTS / 2) as u8;
/// The farthest from the tee a stone may be said to lie, in metres.
const FAR: f64 = 60.0;

/// A stone in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingStone {
    /// Whose it is: 0 or 1.
    pub(crate) team: u8,
    /// Which of the team's stones, from 1 to 8 in the order they are thrown. In mixed doubles 1 is the placed one and 4 to 8 are thrown.
    pub(crate) number: u8,
    /// Metres right of the tee.
    pub(crate) x: f64,
    /// Metres behind the tee; negative before it.
    pub(crate) y: f64,
    /// How far its handle has turned, in radians.
    #[serde(default)]
    pub(crate) angle: f64,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum CurlingPhase {
    /// A placement of mixed doubles.
    Placing,
    /// A shot.
    Throwing,
    /// Nothing: the match is over.
    Over {
        /// Who won; nobody if it is drawn.
        #[serde(default)]
        winner: Option<u8>,
        /// Why: score, draw, concession, time or fault.
        reason: CurlingReason,
    },
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CurlingReason {
    /// One team has more points.
    Score,
    /// They have equally many.
    Draw,
    /// A team gave up.
    Concession,
    /// A team ran out of time.
    Time,
    /// A team could not go on.
    Fault,
}

/// A match at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingGame {
    /// The end being played, from 0.
    pub(crate) end: u8,
    /// The number of the next shot, from 0 to 15; in mixed doubles from 6.
    pub(crate) shot: u8,
    /// The team with the last stone of the end; before a placement the team that chooses it.
    pub(crate) hammer: u8,
    /// What comes next.
    pub(crate) phase: CurlingPhase,
    /// The stones in play.
    pub(crate) stones: Vec<CurlingStone>,
    /// Points of the ends so far, positive for team 0.
    pub(crate) scores: Vec<i8>,
    /// Points of the extra ends, positive for team 0.
    #[serde(default)]
    pub(crate) extra: i8,
    /// The team that chose the placement, in mixed doubles; if not said, the one with the hammer.
    #[serde(default)]
    pub(crate) chooser: Option<u8>,
    /// In which end each team had its power play.
    #[serde(default)]
    pub(crate) power_plays: (Option<u8>, Option<u8>),
    /// The players of each team in the order they throw, if it is not that of their numbers.
    #[serde(default)]
    pub(crate) orders: Option<(Vec<u8>, Vec<u8>)>,
}

/// The stone in a slot, by team and number.
pub(crate) fn name_of(slot: usize, lead: Team) -> (u8, u8) {
    let team = Team::of_slot(slot, lead).index() as u8;
    (team, (slot / 2) as u8 + 1)
}

fn slot_of(team: Team, number: u8, lead: Team) -> usize {
    usize::from(number - 1) * 2 + usize::from(team != lead)
}

/// Stones of the core, as they are written.
pub(crate) fn stones_of(stones: &Stones, lead: Team) -> Vec<CurlingStone> {
    let written = |(slot, stone): (usize, Stone)| {
        let (team, number) = name_of(slot, lead);
        CurlingStone {
            team,
            number,
            x: rounded(stone.at.x),
            y: rounded(stone.at.y),
            angle: rounded(stone.angle),
        }
    };
    stones.iter().map(written).collect()
}

fn team(place: &str, number: u8) -> Result<Team, Fault> {
    let team = Team::BOTH.get(usize::from(number)).copied();
    team.ok_or_else(|| Fault::wrong_at(place, format!("there is no team {number}: 0 or 1")))
}

impl CurlingGame {
    /// A match of the core, as it is written.
    pub(crate) fn of(game: &Game, rules: &Rules) -> Self {
        let index = |team: Team| team.index() as u8;
        let phase = match game.phase {
            Phase::Placing => CurlingPhase::Placing,
            Phase::Throwing => CurlingPhase::Throwing,
            Phase::Over(Outcome { winner, reason }) => CurlingPhase::Over {
                winner: winner.map(index),
                reason: match reason {
                    Reason::Score => CurlingReason::Score,
                    Reason::Draw => CurlingReason::Draw,
                    Reason::Concession => CurlingReason::Concession,
                    Reason::Time => CurlingReason::Time,
                    Reason::Fault => CurlingReason::Fault,
                },
            },
        };
        let played = usize::from(game.end.min(rules.ends)).min(game.scores.ends.len());
        let usual = [[0, 1, 2, 3]; 2];
        CurlingGame {
            end: game.end,
            shot: game.shot,
            hammer: index(game.lead.other()),
            phase,
            stones: stones_of(&game.stones, game.lead),
            scores: game.scores.ends[..played].to_vec(),
            extra: game.scores.extra,
            chooser: game.chooser.map(index),
            power_plays: game.power_play_ends.into(),
            orders: (game.orders != usual)
                .then(|| (game.orders[0].to_vec(), game.orders[1].to_vec())),
        }
    }

    /// The match in the core's words.
    ///
    /// # Errors
    /// If no match by these rules comes to it; the fault says where.
    pub(crate) fn core(&self, rules: &Rules) -> Result<Game, Fault> {
        let lead = team("game.hammer", self.hammer)?.other();
        let first = rules.first_slot();
        if !(first..SLOTS).contains(&usize::from(self.shot)) {
            let words = format!("{} is no shot: from {first} to {}", self.shot, SLOTS - 1);
            return Err(Fault::wrong_at("game.shot", words));
        }
        let chooser = match (rules.doubles.is_some(), self.chooser) {
            (false, _) => None,
            (true, None) => Some(lead.other()),
            (true, Some(number)) => Some(team("game.chooser", number)?),
        };
        let orders = match &self.orders {
            None => [[0, 1, 2, 3]; 2],
            Some((zero, one)) => [order(zero)?, order(one)?],
        };
        let game = Game {
            end: self.end,
            shot: self.shot,
            lead,
            chooser,
            phase: self.core_phase()?,
            stones: self.core_stones(rules, lead)?,
            scores: self.scoreboard(rules)?,
            power_play_ends: self.power_plays.into(),
            orders,
        };
        let checked = game.check(rules);
        checked.map_err(|why| Fault::wrong_at("game", why))?;
        Ok(game)
    }

    fn core_phase(&self) -> Result<Phase, Fault> {
        let CurlingPhase::Over { winner, reason } = self.phase else {
            return Ok(match self.phase {
                CurlingPhase::Placing => Phase::Placing,
                _ => Phase::Throwing,
            });
        };
        let winner = winner.map(|number| team("game.phase.winner", number));
        Ok(Phase::Over(Outcome {
            winner: winner.transpose()?,
            reason: match reason {
                CurlingReason::Score => Reason::Score,
                CurlingReason::Draw => Reason::Draw,
                CurlingReason::Concession => Reason::Concession,
                CurlingReason::Time => Reason::Time,
                CurlingReason::Fault => Reason::Fault,
            },
        }))
    }

    fn core_stones(&self, rules: &Rules, lead: Team) -> Result<Stones, Fault> {
        let mut stones = Stones::none();
        for (index, stone) in self.stones.iter().enumerate() {
            let place = format!("game.stones[{index}]");
            let wrong = |words: String| Err(Fault::wrong_at(&place, words));
            let CurlingStone {
                number,
                x,
                y,
                angle,
                ..
            } = *stone;
            let owner = team(&place, stone.team)?;
            if !(1..=NUMBERS).contains(&number) {
                return wrong(format!("there is no stone {number}: from 1 to {NUMBERS}"));
            }
            let at = Vector::new(x, y);
            if !at.is_finite() || !angle.is_finite() || at.length() > FAR {
                return wrong(format!("it lies more than {FAR} m from the tee"));
            }
            let slot = slot_of(owner, number, lead);
            if stones.holds(slot) {
                return wrong(format!("team {} has two stones {number}", stone.team));
            }
            let placed = rules.doubles.is_some() && slot < 2;
            if !placed && !(rules.first_slot()..usize::from(self.shot)).contains(&slot) {
                return wrong(format!(
                    "stone {number} of team {} has not been thrown when the next shot is number {}",
                    stone.team,
                    usize::from(self.shot) + 1 - rules.first_slot()
                ));
            }
            stones.put(slot, Stone { at, angle });
        }
        Ok(stones)
    }

    fn scoreboard(&self, rules: &Rules) -> Result<Scoreboard, Fault> {
        let mut board = Scoreboard {
            extra: self.extra,
            ..Scoreboard::default()
        };
        let played = usize::from(self.end.min(rules.ends)).min(board.ends.len());
        if self.scores.len() > played {
            let words = format!(
                "points of {} ends, but {played} are over",
                self.scores.len()
            );
            return Err(Fault::wrong_at("game.scores", words));
        }
        board.ends[..self.scores.len()].copy_from_slice(&self.scores);
        Ok(board)
    }
}

/// The players of a team in the order they throw.
fn order(players: &[u8]) -> Result<[u8; 4], Fault> {
    let wrong = || Fault::wrong_at("game.orders", "name each of the players 0 to 3 once");
    let order: [u8; 4] = players.try_into().map_err(|_| wrong())?;
    if !(0..4).all(|player| order.contains(&player)) {
        return Err(wrong());
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::super::{CurlingConditions, CurlingPlatform, CurlingRules};
    use super::*;
    use curling::rules::Placement;
    use proptest::prelude::*;

    fn rules(doubles: bool) -> Rules {
        let mut conditions = CurlingConditions::usual(CurlingPlatform::Dc4);
        if doubles {
            conditions.rules = CurlingRules::MixedDoubles;
        }
        conditions.core().unwrap().rules
    }

    #[test]
    fn a_match_comes_back_as_it_was_written() {
        let rules = rules(false);
        let mut game = Game::new(&rules).unwrap();
        (game.end, game.shot, game.lead) = (3, 5, Team::One);
        game.scores.ends[..3].copy_from_slice(&[2, -1, 0]);
        game.stones.place(4, Vector::new(0.5, -1.25));
        game.stones.place(1, Vector::new(-0.5, 0.0));
        let written = CurlingGame::of(&game, &rules);
        let names: Vec<_> = written.stones.iter().map(|s| (s.team, s.number)).collect();
        assert_eq!(names, [(0, 1), (1, 3)]);
        assert_eq!(written.core(&rules).unwrap(), game);
    }

    #[test]
    fn mixed_doubles_comes_back_before_and_after_the_placement() {
        let rules = rules(true);
        let mut game = Game::new(&rules).unwrap();
        assert_eq!(CurlingGame::of(&game, &rules).core(&rules).unwrap(), game);
        game.place(&rules, Placement::POWER_PLAY_LEFT).unwrap();
        let back = CurlingGame::of(&game, &rules).core(&rules).unwrap();
        assert_eq!(
            (back.shot, back.lead, back.power_play_ends),
            (6, game.lead, game.power_play_ends)
        );
    }

    #[test]
    fn a_stone_that_was_not_thrown_is_refused_with_its_place() {
        let rules = rules(false);
        let mut game = CurlingGame::of(&Game::new(&rules).unwrap(), &rules);
        let stone = CurlingStone {
            team: 1,
            number: 1,
            x: 0.0,
            y: 0.0,
            angle: 0.0,
        };
        game.stones.push(stone);
        let place = |game: &CurlingGame| game.core(&rules).unwrap_err().place.unwrap();
        assert_eq!(place(&game), "game.stones[0]");
        game.shot = 2;
        assert!(game.core(&rules).is_ok());
        game.stones.push(stone);
        assert_eq!(place(&game), "game.stones[1]");
        game.stones[1] = CurlingStone { team: 2, ..stone };
        assert_eq!(place(&game), "game.stones[1]");
        game.stones[1] = CurlingStone {
            team: 0,
            x: f64::NAN,
            ..stone
        };
        assert_eq!(place(&game), "game.stones[1]");
        game.stones.pop();
        game.scores.push(1);
        assert_eq!(place(&game), "game.scores");
        game.scores.clear();
        game.shot = 16;
        assert_eq!(place(&game), "game.shot");
    }

    proptest! {
        #[test]
        fn no_match_that_is_sent_breaks_anything(
            end in 0_u8..=40, shot in 0_u8..=20, hammer in 0_u8..=3, extra: i8,
            scores in prop::collection::vec(any::<i8>(), 0..40),
            stones in prop::collection::vec((0_u8..3, 0_u8..10, -9.0_f64..9.0, -9.0_f64..9.0), 0..20),
            doubles: bool,
        ) {
            let rules = rules(doubles);
            let stones = stones.into_iter().map(|(team, number, x, y)| CurlingStone { team, number, x, y, angle: 0.0 });
            let game = CurlingGame {
                end, shot, hammer, scores, extra, stones: stones.collect(),
                phase: CurlingPhase::Throwing, chooser: None, power_plays: (None, None), orders: None,
            };
            if let Ok(core) = game.core(&rules) {
                prop_assert_eq!(core.check(&rules), Ok(()));
                let _ = CurlingGame::of(&core, &rules);
            }
        }
    }
}
