//! The state of a match as Digital Curling 4 tells it, made of a [`Bout`](crate::Bout) by the
//! server and made a [`Game`] again by the client.
//!
//! A [`State`] is what an event of the stream carries. A [`Narrator`] makes them: one for the
//! beginning, one after most of what is done, two after the last stone of an end (the board that
//! was scored, then the empty one). It keeps the clocks as the platform shows them, those of the
//! match and those of extra ends side by side.
//!
//! *Spelling.* The count of a team's shots and the part about mixed doubles have two names each, by
//! age of the program; both are written, either is read.
//!
//! *Precision.* Stones are told in single precision, as the platform's simulator has them: from an
//! exact referee they come back bit by bit.

mod narrator;
mod written;

pub use narrator::Narrator;

use super::message::ShotMessage;
use curling::conditions::Conditions;
use curling::frame::HackPoint;
use curling::rules::doubles::FIRST_SLOT;
use curling::rules::{Game, GuardSpot, MAX_ENDS, Phase, Rules, Team};
use curling::stones::{SLOTS, Stones};
use serde::{Deserialize, Serialize};

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "written::Written", try_from = "written::Written")]
pub struct State {
    /// Who has won, once it is over.
    pub winner: Option<Team>,
    /// The end, from 0.
    pub end: u8,
    /// Stones delivered in it; none before the stones of mixed doubles are placed.
    pub thrown: Option<u8>,
    /// Who throws next; nobody after the last stone and before a placement.
    pub next: Option<Team>,
    /// Seconds each team has left.
    pub left: [f64; 2],
    /// Seconds each team has left in this or the next extra end.
    pub left_in_extra_end: [f64; 2],
    /// What only mixed doubles has.
    pub doubles: Option<Doubles>,
    /// The shot that led here, as it was really thrown.
    pub last_move: Option<ShotMessage>,
    /// The stones of each team, a place for each in the order they are thrown; a placed stone comes
    /// first.
    pub stones: [Vec<Option<HackPoint>>; 2],
    /// The points of each team by end, and in the extra ends together.
    pub score: [Vec<u8>; 2],
}

/// What a state says of mixed doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubles {
    /// Who places, or placed, the stones of this end.
    pub chooser: Team,
    /// Where the guard goes, 0 to 5.
    pub pattern: u8,
    /// In which end each team had its power play.
    pub power_play_ends: [Option<u8>; 2],
}

/// What comes next, as far as a state says.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// A shot or a placement.
    ToAct(Box<Game>),
    /// The next end: this is the last board of one.
    EndOver,
    /// Nothing.
    Over {
        /// Who has won.
        winner: Team,
    },
}

/// A state that no match comes to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no match comes to this state: {0}")]
pub struct StateError(pub String);

impl State {
    /// What comes next in a match by these rules.
    ///
    /// # Errors
    /// If it is not of a match by these rules.
    pub fn standing(&self, rules: &Rules) -> Result<Standing, StateError> {
        if let Some(winner) = self.winner {
            return Ok(Standing::Over { winner });
        }
        let wrong = |why: &dyn std::fmt::Display| StateError(why.to_string());
        let mut game = Game::new(rules).map_err(|why| wrong(&why))?;
        if self.doubles.is_some() != rules.doubles.is_some() {
            return Err(wrong(
                &"mixed doubles is played where it is not, or the other way round",
            ));
        }
        game.end = self.end;
        game.chooser = self.doubles.map(|doubles| doubles.chooser);
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
            _ => return Ok(Standing::EndOver),
        }
        game.check(rules).map_err(|why| wrong(&why))?;
        Ok(Standing::ToAct(Box::new(game)))
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

    fn read_stones(&self, rules: &Rules, lead: Team) -> Stones {
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

    /// The conditions that such a state is most likely of: its number of ends, the guard's spot,
    /// and `usual` for all that it does not say.
    ///
    /// # Errors
    /// If no match has so many ends.
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
        Ok(Conditions {
            rules: Rules { ends, ..rules },
            ..usual.clone()
        })
    }

    /// What a team has left on the clock that runs now, in seconds.
    pub fn left_now(&self, team: Team) -> f64 {
        let ends = self.score[0].len().saturating_sub(1);
        if usize::from(self.end) < ends {
            self.left[team.index()]
        } else {
            self.left_in_extra_end[team.index()]
        }
    }

    /// All points of a team.
    pub fn total(&self, team: Team) -> u32 {
        let points = self.score[team.index()].iter();
        points.map(|&points| u32::from(points)).sum()
    }
}

/// The places of the stones in play.
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
