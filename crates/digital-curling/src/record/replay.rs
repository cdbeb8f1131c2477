//! A record gone through again: once without simulating, to see it, and once with, to check it.

use super::{Closing, Record};
use crate::bout::{Act, Bout, Came, News, RedoError};
use curling::arena_game::ConditionsError;
use curling::rules::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A step of a match that is gone through again.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// What happened, and the match before it.
    pub news: News,
    /// The match after it.
    pub after: Game,
    /// What team 0 and team 1 have left after it; nothing if they have all the time they like.
    pub left: [Option<Duration>; 2],
}

/// A record that cannot be gone through.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// No match can be played so.
    #[error("no match can be played under the conditions of the record: {0}")]
    Conditions(#[from] ConditionsError),
    /// An entry does not fit.
    #[error("entry {number} of the record does not fit: {why}")]
    Entry {
        /// Which, from 1.
        number: usize,
        /// Why not.
        why: RedoError,
    },
}

/// What came of simulating everything again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingVerification")]
pub struct Verification {
    /// How many shots were simulated.
    pub shots: usize,
    /// What is otherwise.
    pub differences: Vec<Difference>,
}

impl Verification {
    /// Whether the record is what this program would have written.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Something that is not as the record says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingDifference")]
pub struct Difference {
    /// Which entry, from 1; after all of them for the result.
    pub entry: usize,
    /// In which end, from 1.
    pub end: u32,
    /// Before which stone, from 1.
    pub shot: u32,
    /// What is otherwise.
    pub what: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference {
            entry,
            end,
            shot,
            what,
        } = self;
        write!(f, "entry {entry} (end {end}, shot {shot}): {what}")
    }
}

impl Record {
    /// The match before anything was done.
    ///
    /// # Errors
    /// If none can be played under its conditions.
    pub fn start(&self) -> Result<Bout, ConditionsError> {
        Bout::new(self.setup.clone())
    }

    /// Everything that happened, with the match before and after it. Nothing is simulated, but the
    /// dice are thrown again, and must fall as they did.
    ///
    /// # Errors
    /// If the entries do not fit each other or the setup.
    pub fn replay(&self) -> Result<Vec<Replayed>, ReplayError> {
        self.replay_from(self.start()?)
    }

    /// The same from the match before anything was done, for a caller that has its ice ready.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_from(&self, mut bout: Bout) -> Result<Vec<Replayed>, ReplayError> {
        let steps = self.entries.iter().zip(1..).map(|(entry, number)| {
            let redone = bout.redo(entry.clone());
            let news = redone.map_err(|why| ReplayError::Entry { number, why })?;
            Ok(Replayed {
                news,
                after: *bout.game(),
                left: curling::rules::Team::BOTH.map(|team| bout.time_left(team).game),
            })
        });
        steps.collect()
    }

    /// Simulates every shot again and says where the record differs. After a shot that differs, the
    /// next is simulated from where the record has the stones, so that each is judged for itself.
    ///
    /// # Errors
    /// If no match can be played under its conditions.
    pub fn verify(&self) -> Result<Verification, ConditionsError> {
        let mut bout = self.start()?;
        let mut found = Verification {
            shots: 0,
            differences: Vec::new(),
        };
        for (entry, number) in self.entries.iter().zip(1..) {
            let before = *bout.game();
            let mut tell = |what: String| found.differences.push(difference(number, &before, what));
            if let Act::Throw(_) = entry.act {
                let spent = Duration::try_from_secs_f64(entry.seconds).unwrap_or_default();
                let again = bout.clone().act(entry.team, entry.act.clone(), spent);
                match again {
                    Ok(news) if news.entry.act != entry.act => {
                        tell("the clock had run out".to_owned());
                    }
                    Ok(news) => {
                        otherwise(entry.came.as_ref(), news.entry.came.as_ref()).map(&mut tell);
                    }
                    Err(refusal) => tell(format!("it is refused: {refusal}")),
                }
            }
            if let Err(why) = bout.redo(entry.clone()) {
                // What comes after cannot be judged.
                tell(why.to_string());
                return Ok(found);
            }
            found.shots += usize::from(matches!(entry.act, Act::Throw(_)));
        }
        let result = Closing::of(bout.game());
        if let Some(recorded) = self.result.filter(|recorded| Some(*recorded) != result) {
            let what = format!(
                "the record has the result `{recorded}`, its entries have {}",
                result.map_or_else(|| "none".to_owned(), |result| format!("`{result}`"))
            );
            let number = self.entries.len() + 1;
            found
                .differences
                .push(difference(number, bout.game(), what));
        }
        Ok(found)
    }
}

fn difference(entry: usize, game: &Game, what: String) -> Difference {
    Difference {
        entry,
        end: u32::from(game.end) + 1,
        shot: u32::from(game.shot) + 1,
        what,
    }
}

/// How what came of a shot differs from what is recorded, if it does.
fn otherwise(recorded: Option<&Came>, simulated: Option<&Came>) -> Option<String> {
    if recorded == simulated {
        return None;
    }
    let (Some(recorded), Some(simulated)) = (recorded, simulated) else {
        return Some("nothing is said of what came of the shot".to_owned());
    };
    if recorded.shot != simulated.shot {
        return Some("the dice fall otherwise: another shot was thrown".to_owned());
    }
    let (old, new) = (recorded.stones, simulated.stones);
    if old.mask() != new.mask() {
        let slots = |mask: u16| {
            let numbers = (0..16).filter(|slot| mask & (1 << slot) != 0);
            let numbers: Vec<_> = numbers.map(|slot| (slot + 1).to_string()).collect();
            numbers.join(", ")
        };
        let changed = slots(old.mask() ^ new.mask());
        return Some(format!(
            "stone {changed} is in play in only one of record and simulation"
        ));
    }
    let far = old.iter().zip(new.iter()).map(|((slot, a), (_, b))| {
        let by = (a.at - b.at).length();
        (slot, by)
    });
    let (slot, by) = far.max_by(|a, b| a.1.total_cmp(&b.1))?;
    if by > 0.0 {
        return Some(format!("stone {} stops {by:.6} m away", slot + 1));
    }
    Some("the handle of a stone points elsewhere".to_owned())
}
