//! The states of Digital Curling 4: built from a [`Match`](crate::Match) by the server and
//! converted to a [`Game`] by the client.
//!
//! A [`State`] is the content of an event of the stream. A [`StateBuilder`] makes them: one for the
//! beginning, one after most commands, two after the last stone of an end (the scored stones, then
//! the empty sheet). It keeps the clocks as the platform has them, those of the match and those of
//! extra ends side by side.
//!
//! *Spelling.* The count of a team's shots and the part about mixed doubles have two names each, by
//! age of the program; both are written, either is read.
//!
//! *Precision.* Stones are in single precision, as in the platform's simulator: those of the exact
//! simulation round-trip exactly.

mod builder;
mod json;

pub use builder::StateBuilder;
pub(super) use json::Coordinates;

use super::message::ShotMessage;
use crate::shot_ice::ShotIce;
use curling::conditions::Conditions;
use curling::frame::HackPoint;
use curling::rules::doubles::FIRST_SLOT;
use curling::rules::{Game, GuardSpot, MAX_ENDS, Phase, Rules, Team};
use curling::stones::{SLOTS, Stones};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "json::JsonState", try_from = "json::JsonState")]
pub struct State {
    /// The winner, once the match is over.
    pub winner: Option<Team>,
    /// The names of team 0 and team 1; older servers do not tell them.
    pub names: Option<Arc<[String; 2]>>,
    /// The end, from 0.
    pub end: u8,
    /// Stones delivered in it; none before the stones of mixed doubles are placed.
    pub thrown: Option<u8>,
    /// The team to throw; none after the last stone and before a placement.
    pub next: Option<Team>,
    /// Seconds each team has left.
    pub left: [f64; 2],
    /// Seconds each team has left in this or the next extra end.
    pub left_in_extra_end: [f64; 2],
    /// The fields of mixed doubles.
    pub doubles: Option<Doubles>,
    /// The last shot, after noise, as [reported](ShotMessage::reported).
    pub last_move: Option<ShotMessage>,
    /// The stones of each team, a place for each in the order they are thrown; a placed stone comes
    /// first.
    pub stones: [Vec<Option<HackPoint>>; 2],
    /// The points of each team by end, and in the extra ends together.
    pub score: [Vec<u8>; 2],
    /// The ice of the next shot with the changes of the match, an extension for ice that changes.
    pub ice: Option<ShotIce>,
}

/// The fields of mixed doubles in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubles {
    /// The team that places, or placed, the stones of this end.
    pub chooser: Team,
    /// The guard's spot, 0 to 5.
    pub pattern: u8,
    /// The end of each team's power play.
    pub power_play_ends: [Option<u8>; 2],
}

/// The stage of a match in a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// A shot or a placement is next.
    ToAct(Box<Game>),
    /// An end is over, with its scored stones.
    EndOver,
    /// The match is over.
    Over {
        /// The winner.
        winner: Team,
    },
}

/// An impossible state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible state: {0}")]
pub struct StateError(pub String);

impl State {
    /// The stage of the match by these rules.
    ///
    /// # Errors
    /// If the state is impossible by these rules.
    pub fn stage(&self, rules: &Rules) -> Result<Stage, StateError> {
        if let Some(winner) = self.winner {
            return Ok(Stage::Over { winner });
        }
        let wrong = |why: &dyn std::fmt::Display| StateError(why.to_string());
        let mut game = Game::new(rules).map_err(|why| wrong(&why))?;
        if self.doubles.is_some() != rules.doubles.is_some() {
            return Err(wrong(&"the state and the rules disagree on mixed doubles"));
        }
        game.end = self.end;
        game.chooser = self.doubles.map(|doubles| doubles.chooser);
        game.passages = ShotIce::passages_of(self.ice.as_ref());
        game.power_play_ends = self.doubles.map_or([None; 2], |it| it.power_play_ends);
        self.read_scores(rules, &mut game);
        match (self.thrown, self.next, game.chooser) {
            (Some(thrown), Some(next), _) => {
                game.lead = if thrown % 2 == 0 { next } else { next.other() };
                game.shot = thrown.saturating_add(rules.first_slot() as u8);
                game.phase = Phase::Throwing;
                game.stones = self.read_stones(rules, game.lead);
            }
            (None, _, Some(chooser)) => {
                game.lead = chooser.other();
                game.phase = Phase::Placing;
            }
            _ => return Ok(Stage::EndOver),
        }
        game.check(rules).map_err(|why| wrong(&why))?;
        Ok(Stage::ToAct(Box::new(game)))
    }

    fn read_scores(&self, rules: &Rules, game: &mut Game) {
        let points = |end: usize| {
            let of = |team: usize| self.score[team].get(end).copied().unwrap_or(0).min(100) as i8;
            of(0) - of(1)
        };
        for (end, entry) in game.scores.ends.iter_mut().enumerate() {
            if end < usize::from(rules.ends) {
                *entry = points(end);
            }
        }
        game.scores.extra = points(rules.ends.into());
    }

    /// The stones on the sheet, if this team throws first.
    pub(crate) fn read_stones(&self, rules: &Rules, lead: Team) -> Stones {
        let mut stones = Stones::none();
        for team in Team::BOTH {
            for (number, point) in self.stones[team.index()].iter().enumerate() {
                let slot = slot(rules, number, team == lead);
                if let (Some(point), true) = (point, slot < SLOTS) {
                    stones.place(slot, (*point).into());
                }
            }
        }
        stones
    }

    /// The conditions of a state: its number of ends, the guard's spot, the changes of the ice, and
    /// `usual` for the rest.
    ///
    /// # Errors
    /// If the number of ends is impossible.
    pub fn conditions(&self, usual: &Conditions) -> Result<Conditions, StateError> {
        let ends = self.score[0].len().saturating_sub(1);
        let ends = match u8::try_from(ends) {
            Ok(ends) if (1..=MAX_ENDS).contains(&ends) => ends,
            _ => return Err(StateError(format!("it has {ends} ends"))),
        };
        let rules = match self.doubles {
            Some(doubles) => {
                let spot = GuardSpot::try_from(doubles.pattern);
                Rules::dc4_mixed_doubles(spot.map_err(|why| StateError(why.to_string()))?)
            }
            None => usual.rules,
        };
        let told = self.ice.as_ref().and_then(|ice| ice.changes.clone());
        Ok(Conditions {
            rules: Rules { ends, ..rules },
            changes: told.unwrap_or_else(|| usual.changes.clone()),
            ..usual.clone()
        })
    }

    /// The time a team has left on the clock in use, in seconds.
    pub fn left_now(&self, team: Team) -> f64 {
        let ends = self.score[0].len().saturating_sub(1);
        if usize::from(self.end) < ends {
            self.left[team.index()]
        } else {
            self.left_in_extra_end[team.index()]
        }
    }

    /// The total points of a team.
    pub fn total(&self, team: Team) -> u32 {
        let points = self.score[team.index()].iter();
        points.map(|&points| u32::from(points)).sum()
    }
}

/// The positions of the stones in play.
fn write_stones(rules: &Rules, lead: Team, stones: &Stones) -> [Vec<Option<HackPoint>>; 2] {
    let many = usize::from(rules.most_points());
    let mut written = [vec![None; many], vec![None; many]];
    for team in Team::BOTH {
        for (number, place) in written[team.index()].iter_mut().enumerate() {
            let stone = stones.get(slot(rules, number, team == lead));
            *place = stone.map(|stone| HackPoint::from(stone.at));
        }
    }
    written
}

/// The slot of a team's stone of this number, counted from 0 with the placed one.
fn slot(rules: &Rules, number: usize, leads: bool) -> usize {
    let pair = match (rules.doubles, number) {
        (Some(_), 1..) => FIRST_SLOT / 2 + number - 1,
        _ => number,
    };
    2 * pair + usize::from(!leads)
}

#[cfg(test)]
mod tests;
