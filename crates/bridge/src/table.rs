//! Seats, sides, vulnerability and boards.

use crate::{Hand, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A partnership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// North and South.
    #[serde(rename = "NS")]
    NorthSouth,
    /// East and West.
    #[serde(rename = "EW")]
    EastWest,
}

impl Side {
    /// Both, in the order of their numbers.
    pub const BOTH: [Side; 2] = [Side::NorthSouth, Side::EastWest];

    /// Returns the opponents.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Side::NorthSouth => Side::EastWest,
            Side::EastWest => Side::NorthSouth,
        }
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        Side::BOTH[seat as usize % 2]
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::NorthSouth => "NS",
            Side::EastWest => "EW",
        })
    }
}

/// Returns the name of a seat.
pub fn name(seat: Seat) -> &'static str {
    ["North", "East", "South", "West"][seat as usize]
}

/// Returns the seat `steps` places to the left of `seat`: clockwise, the way play goes round.
pub fn after(seat: Seat, steps: usize) -> Seat {
    Seat::ALL[(seat as usize + steps) % 4]
}

/// Which sides are vulnerable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BridgeVulnerability")]
pub enum Vulnerability {
    /// Neither side.
    #[default]
    None,
    /// North and South.
    #[serde(rename = "NS")]
    NorthSouth,
    /// East and West.
    #[serde(rename = "EW")]
    EastWest,
    /// Both sides.
    All,
}

impl Vulnerability {
    /// Returns whether a side is vulnerable.
    pub fn of(self, side: Side) -> bool {
        match self {
            Vulnerability::None => false,
            Vulnerability::NorthSouth => side == Side::NorthSouth,
            Vulnerability::EastWest => side == Side::EastWest,
            Vulnerability::All => true,
        }
    }
}

/// Tricks of every declarer in every strain: seats in the order of [`Seat::ALL`], strains in that
/// of [`STRAINS`](crate::notation::STRAINS).
pub type TricksTable = [[u8; 5]; 4];

/// A board: hands, dealer and vulnerability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number in a session, from 1.
    pub number: u32,
    /// The dealer, who calls first.
    pub dealer: Seat,
    /// The vulnerability.
    pub vulnerability: Vulnerability,
    /// The four hands, in the order of [`Seat::ALL`].
    pub hands: [Hand; 4],
}

impl Board {
    /// Returns a board with the dealer and vulnerability of its number, as usual in duplicate
    /// bridge.
    pub fn numbered(number: u32, hands: [Hand; 4]) -> Self {
        Board {
            number,
            dealer: dealer(number),
            vulnerability: vulnerability(number),
            hands,
        }
    }
}

/// Returns the dealer of board `number`, counted from 1.
pub fn dealer(number: u32) -> Seat {
    after(Seat::North, number.wrapping_sub(1) as usize % 4)
}

/// Returns the vulnerability of board `number`, counted from 1: a cycle of sixteen.
pub fn vulnerability(number: u32) -> Vulnerability {
    use Vulnerability::{All, EastWest, None, NorthSouth};
    let place = number.wrapping_sub(1) as usize % 16;
    // Each group of four boards begins one later than the last.
    [None, NorthSouth, EastWest, All][(place + place / 4) % 4]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cycle_of_sixteen_boards_is_the_standard_one() {
        let cycle = "- N E B N E B - E B - N B - N E";
        for (number, expected) in (1..).zip(cycle.split(' ')) {
            let found = match vulnerability(number) {
                Vulnerability::None => "-",
                Vulnerability::NorthSouth => "N",
                Vulnerability::EastWest => "E",
                Vulnerability::All => "B",
            };
            assert_eq!(found, expected, "board {number}");
            assert_eq!(vulnerability(number + 16), vulnerability(number));
        }
        let dealers: String = (1..=5).map(|n| dealer(n).letter()).collect();
        assert_eq!(dealers, "NESWN");
    }

    #[test]
    fn partners_sit_opposite() {
        for seat in Seat::ALL {
            assert_eq!(after(seat, 2), seat.partner());
            assert_eq!(Side::from(seat), Side::from(seat.partner()));
            assert_eq!(Side::from(seat.lho()), Side::from(seat).other());
            assert!(!Vulnerability::NorthSouth.of(Side::EastWest));
        }
    }
}
