//! Games of the arena as records of matches: what was asked for is thrown again, with the same
//! dice.

use super::{Closing, Record, Tail};
use crate::bout::{Act, Bout};
use crate::setup::Setup;
use arena::{Ending, Fault, GameRecord};
use curling::arena_game::{Action, Curling};
use curling::rules::Team;
use std::time::Duration;

/// A game of the arena that is no match of curling, or does not fit its conditions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// Another game.
    #[error("this is a game of {0}, not of curling: read it with `replay`")]
    OtherGame(String),
    /// Its conditions make no sense.
    #[error("conditions: {0}")]
    Conditions(String),
    /// A move that does not fit.
    #[error("move {number}, `{action}`: {why}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// What was done.
        action: String,
        /// Why it cannot be.
        why: String,
    },
    /// Another score.
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

/// Curling under the conditions of a record, which change the usual ones of a match.
fn curling_of(record: &GameRecord) -> Result<Curling, ArenaError> {
    if record.game != "curling" {
        return Err(ArenaError::OtherGame(record.game.clone()));
    }
    let usual = curling::lineup();
    let changed = usual.game().conditions().changed(&record.conditions);
    let changed = changed.map_err(ArenaError::Conditions)?;
    Curling::new(changed).map_err(|why| ArenaError::Conditions(why.to_string()))
}

impl Record {
    /// The match of a game that the arena recorded, simulated again.
    ///
    /// # Errors
    /// If it is of another game, or does not fit its conditions.
    pub fn from_arena(record: &GameRecord) -> Result<Self, ArenaError> {
        let curling = curling_of(record)?;
        let setup = Setup {
            names: record.players.clone(),
            ..Setup::new(curling.conditions().clone(), record.seed)
        };
        let mut bout = Bout::of(curling, setup);
        let mut entries = Vec::with_capacity(record.moves.len() + 1);
        for (number, one) in (1..).zip(&record.moves) {
            let wrong = |why: String| ArenaError::Move {
                number,
                action: one.action.clone(),
                why,
            };
            let act = match one.action.parse::<Action>() {
                Ok(Action::Throw(shot)) => Act::Throw(shot),
                Ok(Action::Place(wish)) => Act::Place(wish),
                Err(why) => return Err(wrong(why.to_string())),
            };
            let spent = Duration::try_from_secs_f64(one.seconds).unwrap_or_default();
            let news = bout.act(team(one.seat), act, spent);
            entries.push(news.map_err(|why| wrong(why.to_string()))?.entry);
        }
        if let Ending::Forfeit { seat, fault } = &record.ending
            && let Ok(news) = bout.act(team(*seat), stopped(fault), Duration::ZERO)
        {
            entries.push(news.entry);
        } else if let Some(error) = other_score(record, &bout) {
            return Err(error);
        }
        Ok(Record {
            started: String::new(),
            setup: bout.setup().clone(),
            entries,
            result: Closing::of(bout.game()),
            tail: Tail::Whole,
        })
    }
}

fn team(seat: usize) -> Team {
    Team::BOTH[seat % 2]
}

fn stopped(fault: &Fault) -> Act {
    match fault {
        Fault::Resigned => Act::Concede,
        Fault::OutOfTime { .. } => Act::TimeOut,
        fault => Act::Fault(fault.clone()),
    }
}

/// A finished match whose points are not those of the record.
fn other_score(record: &GameRecord, bout: &Bout) -> Option<ArenaError> {
    let recorded = record.score.points.map(|points| points as u16);
    let replayed = Team::BOTH.map(|team| bout.game().total(team));
    let forfeit = matches!(record.ending, Ending::Forfeit { .. });
    (recorded != replayed && !forfeit).then_some(ArenaError::Score { recorded, replayed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PlayedMatch;
    use crate::platform::Platform;
    use arena::{Contest, PlayerSpec, Terms};
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
        let told = PlayedMatch::from_record(&record).unwrap();
        assert_eq!(told.points.map(f64::from), game.score.points);
        assert_eq!(told.ends.len(), 2);
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
