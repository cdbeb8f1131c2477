//! The scoreboard: points by end.
//!
//! Only one team scores in an end, so one signed number an end is enough. Of extra ends only the
//! deciding one has points, so they share a number, as on DC3 and DC4; that keeps the board small
//! enough to be copied by searches.

use super::{MAX_ENDS, Team};
use serde::{Deserialize, Serialize};

/// Points by end, positive for team 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scoreboard {
    /// The ends of the match, from the first.
    pub ends: [i8; MAX_ENDS as usize],
    /// All extra ends together.
    pub extra: i8,
}

impl Scoreboard {
    /// Records an end of a match of `regular` ends.
    pub(super) fn record(&mut self, end: u8, regular: u8, points: i8) {
        match self.ends.get_mut(usize::from(end)) {
            Some(entry) if end < regular => *entry = points,
            _ => self.extra = points,
        }
    }

    /// Returns the points of a team in an end of the match, extra ends apart.
    pub fn of(&self, team: Team, end: u8) -> u8 {
        let points = self.ends.get(usize::from(end)).copied().unwrap_or(0);
        team.signed(points).max(0).unsigned_abs()
    }

    /// Returns the points of a team in extra ends.
    pub fn extra_of(&self, team: Team) -> u8 {
        team.signed(self.extra).max(0).unsigned_abs()
    }

    /// Returns the total points of a team.
    pub fn total(&self, team: Team) -> u16 {
        let ends = (0..MAX_ENDS).map(|end| u16::from(self.of(team, end)));
        ends.sum::<u16>() + u16::from(self.extra_of(team))
    }

    /// Returns the lead of team 0.
    pub fn difference(&self) -> i16 {
        self.ends
            .iter()
            .map(|&points| i16::from(points))
            .sum::<i16>()
            + i16::from(self.extra)
    }
}
