//! Replay and verification of records: without simulation to show a match, with simulation to check
//! it.

use super::{MatchResult, Record};
use crate::dice::Dice;
use crate::match_state::{Command, Delivery, EntryError, Event, Match};
use curling::arena_game::ConditionsError;
use curling::rules::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A step of a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayStep {
    /// The event, with the match before it.
    pub event: Event,
    /// The match after it.
    pub after: Game,
    /// The time left of team 0 and team 1 after it; none if unlimited.
    pub left: [Option<Duration>; 2],
}

/// A record that cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Unplayable conditions.
    #[error("unplayable conditions in the record: {0}")]
    Conditions(#[from] ConditionsError),
    /// An inconsistent entry.
    #[error("entry {number} of the record is inconsistent: {why}")]
    Entry {
        /// The number, from 1.
        number: usize,
        /// The reason.
        why: EntryError,
    },
}

/// The result of simulating a record again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingVerification")]
pub struct Verification {
    /// The number of simulated shots.
    pub shots: usize,
    /// The dice they were simulated with.
    pub dice: DiceCheck,
    /// The differences.
    pub differences: Vec<Difference>,
}

impl Verification {
    /// Whether the simulation agrees with the record.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }
}

/// The dice of a simulated record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingDiceCheck")]
pub enum DiceCheck {
    /// From a seed in the record's first line.
    Given,
    /// From a seed that was revealed after the match and has the hash told at the start.
    Revealed,
    /// Not known: the revealed seed does not have the hash told at the start. Shots are simulated
    /// as they were recorded.
    Forged,
    /// Not known: no seed was revealed. Shots are simulated as they were recorded.
    Hidden,
}

/// A difference between record and simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingDifference")]
pub struct Difference {
    /// The entry, from 1; one past the last for the result, 0 for the seed.
    pub entry: usize,
    /// The end, from 1.
    pub end: u32,
    /// The stone about to be thrown, from 1.
    pub shot: u32,
    /// The difference.
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
        if *entry == 0 {
            return f.write_str(what);
        }
        write!(f, "entry {entry} (end {end}, shot {shot}): {what}")
    }
}

impl Record {
    /// The match at its beginning.
    ///
    /// # Errors
    /// If the conditions are not playable.
    pub fn start(&self) -> Result<Match, ConditionsError> {
        Match::new(self.setup.clone())
    }

    /// Replays the entries, each with the match before and after it. Nothing is simulated, but the
    /// noise is drawn again and must agree.
    ///
    /// # Errors
    /// If the entries are inconsistent.
    pub fn replay(&self) -> Result<Vec<ReplayStep>, ReplayError> {
        self.replay_from(self.start()?)
    }

    /// Replays the entries from the beginning of a match that the caller has built.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_from(&self, mut curling_match: Match) -> Result<Vec<ReplayStep>, ReplayError> {
        let steps = self.entries.iter().zip(1..).map(|(entry, number)| {
            let replayed = curling_match.replay(entry.clone());
            let event = replayed.map_err(|why| ReplayError::Entry { number, why })?;
            Ok(ReplayStep {
                event,
                after: *curling_match.game(),
                left: curling::rules::Team::BOTH.map(|team| curling_match.time_left(team).game),
            })
        });
        steps.collect()
    }

    /// Simulates every shot again and lists the differences. After a shot that differs, the next is
    /// simulated from the recorded stones, so that each is judged for itself.
    ///
    /// A drawn seed must have been revealed and have the hash told at the start; without it the
    /// shots are simulated as they were recorded, and that is a difference too.
    ///
    /// # Errors
    /// If the conditions are not playable.
    pub fn verify(&self) -> Result<Verification, ConditionsError> {
        let mut curling_match = self.start()?;
        let (dice, wrong) = self.check_seed();
        let wrong = wrong.map(|what| difference(0, curling_match.game(), what));
        let mut found = Verification {
            shots: 0,
            dice,
            differences: wrong.into_iter().collect(),
        };
        for (entry, number) in self.entries.iter().zip(1..) {
            let before = *curling_match.game();
            let mut tell = |what: String| found.differences.push(difference(number, &before, what));
            if let Command::Throw(_) = entry.command {
                match curling_match.simulate_again(entry) {
                    Ok(event) if event.entry.command != entry.command => {
                        tell("the clock had run out".to_owned());
                    }
                    Ok(event) => {
                        describe_difference(entry.delivery.as_ref(), event.entry.delivery.as_ref())
                            .map(&mut tell);
                    }
                    Err(refusal) => tell(format!("refused: {refusal}")),
                }
            }
            if let Err(why) = curling_match.replay(entry.clone()) {
                // Later entries cannot be judged.
                tell(why.to_string());
                return Ok(found);
            }
            found.shots += usize::from(matches!(entry.command, Command::Throw(_)));
        }
        let result = MatchResult::of(curling_match.game());
        if let Some(recorded) = self.result.filter(|recorded| Some(*recorded) != result) {
            let what = format!(
                "the record has the result `{recorded}`, its entries have {}",
                result.map_or_else(|| "none".to_owned(), |result| format!("`{result}`"))
            );
            let number = self.entries.len() + 1;
            found
                .differences
                .push(difference(number, curling_match.game(), what));
        }
        Ok(found)
    }
}

impl Record {
    /// Returns the state of the dice, and the fault of the seed if there is one.
    fn check_seed(&self) -> (DiceCheck, Option<String>) {
        match (&self.setup.dice, &self.revealed) {
            (Dice::Given(_) | Dice::Open(_), _) => (DiceCheck::Given, None),
            (dice, Some(seed)) => match dice.clone().reveal(seed.clone()) {
                Ok(()) => (DiceCheck::Revealed, None),
                Err(why) => (DiceCheck::Forged, Some(format!("forged seed: {why}"))),
            },
            (_, None) => {
                let why = if self.result.is_some() {
                    "the record has a result but no seed"
                } else {
                    "the match is not over"
                };
                let what = format!("the dice cannot be checked: {why}");
                (DiceCheck::Hidden, Some(what))
            }
        }
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

/// The difference between a recorded and a simulated delivery, if any.
fn describe_difference(
    recorded: Option<&Delivery>,
    simulated: Option<&Delivery>,
) -> Option<String> {
    if recorded == simulated {
        return None;
    }
    let (Some(recorded), Some(simulated)) = (recorded, simulated) else {
        return Some("the delivery of the throw is missing".to_owned());
    };
    if recorded.shot != simulated.shot {
        return Some("the dice differ: another shot was thrown".to_owned());
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
