//! Replay of a recorded match: who threw first in each end, and its score.
//!
//! A record holds the intended shots and the seed of the dice, not the motion of the stones.
//! Replayed under the same conditions, every shot has the same error as then, so the ends can be
//! read off. The final score is compared with the recorded one: a record made under other
//! conditions, or by another version of the ice, is rejected rather than misread.
//!
//! ```
//! use arena::{PlayableGame, Terms};
//! use curling::{lineup, replay};
//! use lookahead::{Cancel, Seed};
//!
//! let draw = "draw".parse().unwrap();
//! let lineup = lineup();
//! let record = lineup.play([&draw, &draw], &Terms::default(), Seed(3), &Cancel::new()).unwrap();
//! let ends = replay::ends(lineup.game(), &record)?;
//! assert!(ends.len() >= 10);
//! let ahead: i32 = ends.iter().map(|end| i32::from(end.points)).sum();
//! assert_eq!(f64::from(ahead), record.score.points[0] - record.score.points[1]);
//! # Ok::<(), replay::ReplayError>(())
//! ```

use crate::arena_game::Curling;
use crate::rules::{Game, Team};
use crate::stones::SLOTS;
use arena::game::{Game as _, Score};
use arena::{Ending, GameRecord, referee};

/// A finished end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndResult {
    /// The number, from 0.
    pub end: u8,
    /// The team that threw first; the other had the hammer.
    pub lead: Team,
    /// The points, positive for team 0.
    pub points: i8,
}

impl EndResult {
    /// Returns its points, positive for this team.
    pub fn points_of(&self, team: Team) -> i8 {
        team.signed(self.points)
    }

    /// Returns the team that threw last.
    pub fn hammer(&self) -> Team {
        self.lead.other()
    }
}

/// A record that cannot be replayed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// An invalid move.
    #[error("the record does not match these conditions: {0}")]
    Move(String),
    /// A different score.
    #[error(
        "the recorded score is {} : {}, but a replay under these conditions gives {} : {}",
        recorded[0], recorded[1], replayed[0], replayed[1]
    )]
    Score {
        /// The recorded points.
        recorded: [f64; 2],
        /// The points of the replay.
        replayed: [f64; 2],
    },
}

/// Returns the completed ends of a recorded match. `curling` must have the conditions of the match.
///
/// # Errors
/// If the record does not match the conditions.
pub fn ends(curling: &Curling, record: &GameRecord) -> Result<Vec<EndResult>, ReplayError> {
    let positions = referee::replay(curling, record.seed, &record.moves);
    let positions = positions.map_err(ReplayError::Move)?;
    let last = positions.last().map(|position| curling.score(position));
    if let Some(Score { points, .. }) = last
        && !matches!(record.ending, Ending::Forfeit { .. })
        && points != record.score.points
    {
        return Err(ReplayError::Score {
            recorded: record.score.points,
            replayed: points,
        });
    }
    let moves = positions.windows(2);
    Ok(moves
        .filter_map(|pair| finished(&pair[0], &pair[1]))
        .collect())
}

/// Returns the end completed between two positions, if any.
fn finished(before: &Game, after: &Game) -> Option<EndResult> {
    let last_stone = before.slot() == Some(SLOTS - 1);
    last_stone.then(|| EndResult {
        end: before.end,
        lead: before.lead,
        points: (after.scores.difference() - before.scores.difference()) as i8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{PlayableGame, Terms};
    use lookahead::{Cancel, Seed};

    fn record(conditions: &str, terms: Terms) -> (Curling, GameRecord) {
        let table: toml::Table = conditions.parse().unwrap();
        let curling = crate::lineup::under(crate::lineup().game().conditions(), &table).unwrap();
        let players = ["draw", "draw:turn=ccw"].map(|name| name.parse().unwrap());
        let game = crate::lineup().with_conditions(&table).unwrap();
        let played = game.play([&players[0], &players[1]], &terms, Seed(5), &Cancel::new());
        (curling, played.unwrap())
    }

    #[test]
    fn the_ends_add_up_to_the_recorded_score_and_the_hammer_moves_as_the_rules_say() {
        for conditions in [
            "referee = 'fast'",
            "ends = 3",
            "platform = 'dc3'\nends = 4\nreferee = 'fast'",
        ] {
            let (curling, record) = record(conditions, Terms::default());
            let ends = ends(&curling, &record).unwrap();
            assert!(ends.len() >= usize::from(curling.rules().ends));
            assert_eq!(ends[0].hammer(), Team::One);
            let mut totals = [0.0; 2];
            for (number, end) in ends.iter().enumerate() {
                assert_eq!(usize::from(end.end), number);
                for team in Team::BOTH {
                    totals[team.index()] += f64::from(end.points_of(team).max(0));
                }
            }
            assert_eq!(totals, record.score.points);
            for pair in ends.windows(2) {
                let lead = match pair[0].points {
                    0 => pair[0].lead,
                    1.. => Team::Zero,
                    _ => Team::One,
                };
                assert_eq!(pair[1].lead, lead);
            }
        }
    }

    #[test]
    fn an_end_that_was_not_finished_does_not_count() {
        let terms = Terms {
            longest: Some(39),
            ..Terms::default()
        };
        let (curling, record) = record("referee = 'fast'", terms);
        assert_eq!(record.ending, Ending::TooLong);
        assert_eq!(ends(&curling, &record).unwrap().len(), 2);
    }

    #[test]
    fn a_record_of_other_conditions_is_refused() {
        let (_, record) = record("referee = 'fast'\nends = 2", Terms::default());
        let (other, _) = self::record("referee = 'fast'\nends = 1\nnoise = 1", Terms::default());
        assert!(matches!(
            ends(&other, &record),
            Err(ReplayError::Move(_) | ReplayError::Score { .. })
        ));
        let mut forged = record.clone();
        forged.score.points[0] += 1.0;
        let (same, _) = self::record("referee = 'fast'\nends = 2", Terms::default());
        let error = ends(&same, &forged).unwrap_err().to_string();
        assert!(error.contains("a replay"), "{error}");
        forged.score = record.score;
        forged.moves[3].action = "throw 1".to_owned();
        let error = ends(&same, &forged).unwrap_err().to_string();
        assert!(error.contains("move 4"), "{error}");
    }
}
