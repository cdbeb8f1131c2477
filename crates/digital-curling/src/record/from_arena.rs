//! Conversion of arena games to match records: the shots are simulated again with the same dice.

use super::{MatchResult, Record, Tail};
use crate::match_state::{Command, Match};
use crate::plan::MATCH_KEYS;
use crate::setup::Setup;
use arena::{Ending, Fault, GameRecord};
use curling::arena_game::{Action, Curling};
use curling::conditions::Conditions;
use curling::notation::Conditions as Written;
use curling::rules::Team;
use std::time::Duration;

/// An arena game that is not a match of curling, or inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// Not a game of curling.
    #[error("this is a game of {0}, not of curling: read it with `replay`")]
    OtherGame(String),
    /// Invalid conditions.
    #[error("conditions: {0}")]
    Conditions(String),
    /// An invalid move.
    #[error("move {number}, `{action}`: {why}")]
    Move {
        /// The number, from 1.
        number: usize,
        /// The action.
        action: String,
        /// The reason.
        why: String,
    },
    /// A different score.
    #[error(
        "the record has a score of {} : {}, and played again under its conditions it gives {} : {}",
        recorded[0], recorded[1], replayed[0], replayed[1]
    )]
    Score {
        /// The recorded points.
        recorded: [u16; 2],
        /// The points it gives now.
        replayed: [u16; 2],
    },
}

/// Curling under the conditions of a record, over the defaults.
fn curling_of(record: &GameRecord) -> Result<Curling, ArenaError> {
    if record.game != "curling" {
        return Err(ArenaError::OtherGame(record.game.clone()));
    }
    let usual = curling::lineup();
    let mut conditions = Conditions::recorded(&record.conditions);
    if !Written::fits(&conditions) {
        conditions.retain(|key, _| !MATCH_KEYS.contains(&key));
    }
    let changed = usual.game().conditions().changed(&conditions);
    let changed = changed.map_err(|why| ArenaError::Conditions(why.into()))?;
    Curling::new(changed).map_err(|why| ArenaError::Conditions(why.to_string()))
}

impl Record {
    /// The match of a game that the arena recorded, simulated again.
    ///
    /// # Errors
    /// If it is of another game, or inconsistent.
    pub fn from_arena(record: &GameRecord) -> Result<Self, ArenaError> {
        let curling = curling_of(record)?;
        let setup = Setup {
            names: record.players.clone(),
            ..Setup::new(curling.conditions().clone(), record.seed)
        };
        let mut curling_match = Match::with_curling(curling, setup);
        let mut entries = Vec::with_capacity(record.moves.len() + 1);
        for (number, one) in (1..).zip(&record.moves) {
            let wrong = |why: String| ArenaError::Move {
                number,
                action: one.action.clone(),
                why,
            };
            let command = match one.action.parse::<Action>() {
                Ok(Action::Throw(shot)) => Command::Throw(shot),
                Ok(Action::Place(placement)) => Command::Place(placement),
                Err(why) => return Err(wrong(why.to_string())),
            };
            let spent = Duration::try_from_secs_f64(one.seconds).unwrap_or_default();
            let event = curling_match.apply(team(one.seat), command, spent);
            entries.push(event.map_err(|why| wrong(why.to_string()))?.entry);
        }
        if let Ending::Forfeit { seat, fault } = &record.ending
            && let Ok(event) = curling_match.apply(team(*seat), stopped(fault), Duration::ZERO)
        {
            entries.push(event.entry);
        } else if let Some(error) = other_score(record, &curling_match) {
            return Err(error);
        }
        Ok(Record {
            started: String::new(),
            setup: curling_match.setup().clone(),
            entries,
            result: MatchResult::of(curling_match.game()),
            revealed: None,
            tail: Tail::Whole,
        })
    }
}

fn team(seat: usize) -> Team {
    Team::BOTH[seat % 2]
}

fn stopped(fault: &Fault) -> Command {
    match fault {
        Fault::Resigned => Command::Concede,
        Fault::OutOfTime { .. } => Command::TimeOut,
        fault => Command::Fault(fault.clone()),
    }
}

/// The error for a finished match whose points are not those of the record.
fn other_score(record: &GameRecord, curling_match: &Match) -> Option<ArenaError> {
    let recorded = record.score.points.map(|points| points as u16);
    let replayed = Team::BOTH.map(|team| curling_match.game().total(team));
    let forfeit = matches!(record.ending, Ending::Forfeit { .. });
    (recorded != replayed && !forfeit).then_some(ArenaError::Score { recorded, replayed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PlayedMatch;
    use crate::platform::Platform;
    use arena::{PlayableGame, PlayerSpec, Terms};
    use lookahead::{Cancel, Seed};

    fn played(terms: &Terms) -> GameRecord {
        let conditions = "platform = 'gat'\nends = 2\nextra_ends = false\nreferee = 'fast'";
        let platform = Platform::new().with_conditions(&conditions.parse().unwrap());
        let players: [PlayerSpec; 2] = ["draw", "draw:turn=ccw"].map(|spec| spec.parse().unwrap());
        let [one, two] = players.each_ref();
        let record = platform
            .unwrap()
            .play([one, two], terms, Seed(6), &Cancel::new());
        record.unwrap()
    }

    #[test]
    fn a_game_of_the_arena_becomes_a_match_with_the_same_shots_and_points() {
        let game = played(&Terms::default());
        let record = Record::from_arena(&game).unwrap();
        assert_eq!(record.entries.len(), game.moves.len());
        assert_eq!(record.setup.names, game.players);
        assert!(record.verify().unwrap().holds());
        let replayed_match = PlayedMatch::from_record(&record).unwrap();
        assert_eq!(replayed_match.points.map(f64::from), game.score.points);
        assert_eq!(replayed_match.ends.len(), 2);
        let dcl = Platform::new().export(&game, "dcl").unwrap();
        assert!(dcl.contains("[GameInfo]"), "{dcl}");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place() {
        let game = played(&Terms::default());
        let mut wrong = game.clone();
        wrong.moves[2].action = "throw 1".to_owned();
        let error = Record::from_arena(&wrong).unwrap_err().to_string();
        assert!(error.starts_with("move 3, `throw 1`"), "{error}");
        let mut wrong = game.clone();
        wrong.score.points[0] += 3.0;
        assert!(matches!(
            Record::from_arena(&wrong),
            Err(ArenaError::Score { .. })
        ));
        let mut wrong = game;
        wrong.game = "blokus".to_owned();
        let error = Record::from_arena(&wrong).unwrap_err().to_string();
        assert!(error.contains("blokus"), "{error}");
    }
}
