//! The two teams, and the ownership of stones.
//!
//! Stones carry no colour: the parity of a stone's slot (see [`Stones`](crate::stones::Stones))
//! says whether it belongs to the team that throws first in the end, the **lead**, or to the team
//! that throws second and so has the last stone, the **hammer**.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two teams of a match; named as on the platforms. Team 0 throws first in the first
/// end, unless a mixed doubles placement says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTeamName")]
pub enum Team {
    /// Team 0.
    #[serde(rename = "team0")]
    Zero,
    /// Team 1.
    #[serde(rename = "team1")]
    One,
}

impl Team {
    /// Both teams, in order.
    pub const BOTH: [Team; 2] = [Team::Zero, Team::One];

    /// Returns the other team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Team::Zero => Team::One,
            Team::One => Team::Zero,
        }
    }

    /// Returns 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the owner of a slot, in an end that `lead` throws first in.
    ///
    /// ```
    /// use curling::rules::Team;
    ///
    /// assert_eq!(Team::of_slot(0, Team::One), Team::One);
    /// assert_eq!(Team::of_slot(15, Team::One), Team::Zero);
    /// ```
    pub const fn of_slot(slot: usize, lead: Team) -> Self {
        if slot.is_multiple_of(2) {
            lead
        } else {
            lead.other()
        }
    }

    /// Converts points between team 0's perspective and this team's, either way.
    pub const fn signed(self, points: i8) -> i8 {
        match self {
            Team::Zero => points,
            Team::One => points.saturating_neg(),
        }
    }
}

impl std::fmt::Display for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "team{}", self.index())
    }
}
