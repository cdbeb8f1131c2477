//! What can be seen of a position: the numbers that experience is learned from.
//!
//! Two house scores, as it stands and with the best stone of the team that is not to throw taken
//! out, and for each team sums over its stones: the parts of the paper's evaluation (k, h, T and D,
//! see [`Evaluation::terms`](super::Evaluation::terms)) one by one and multiplied, and how many
//! stones lie in each [`Zone`]. What a sign means for the end is for
//! [`experience`](crate::players::experience) to find out; here nothing is weighed.

use crate::vector::Vector;

/// Where a stone lies: rings of the house in front of the tee line and behind it, and before the
/// house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Zone {
    /// Within the 4-foot ring, in front of the tee line.
    FourFootFront,
    /// The same, behind it.
    FourFootBack,
    /// Within the 8-foot ring, in front.
    EightFootFront,
    /// The same, behind.
    EightFootBack,
    /// Within the 12-foot ring, in front.
    TwelveFootFront,
    /// The same, behind.
    TwelveFootBack,
    /// A guard on the centre line, near the house.
    CentreTight,
    /// The same, farther out.
    CentreLong,
    /// A guard at the side, near the house.
    CornerTight,
    /// The same, farther out.
    CornerLong,
    /// Behind the house or beside it, where it does nothing.
    Elsewhere,
}

/// How many zones there are.
pub const ZONES: usize = Zone::Elsewhere as usize + 1;
/// The zones of the house come first.
pub const HOUSE: usize = Zone::CentreTight as usize;

/// The radii of the rings, squared, with a stone's radius for the outermost; and where centre
/// guards end and long ones begin.
const RINGS: [f64; 3] = [0.61 * 0.61, 1.22 * 1.22, 1.975 * 1.975];
const CENTRE: f64 = 0.6;
const LONG: f64 = -3.4;

impl Zone {
    /// The zone of a place.
    #[inline]
    pub fn of(at: Vector) -> Zone {
        let square = at.length_squared();
        let front = at.y <= 0.0;
        if square < RINGS[2] {
            match (square < RINGS[0], square < RINGS[1], front) {
                (true, _, true) => Zone::FourFootFront,
                (true, _, false) => Zone::FourFootBack,
                (_, true, true) => Zone::EightFootFront,
                (_, true, false) => Zone::EightFootBack,
                (.., true) => Zone::TwelveFootFront,
                (.., false) => Zone::TwelveFootBack,
            }
        } else if front {
            match (at.x.abs() < CENTRE, at.y > LONG) {
                (true, true) => Zone::CentreTight,
                (true, false) => Zone::CentreLong,
                (false, true) => Zone::CornerTight,
                (false, false) => Zone::CornerLong,
            }
        } else {
            Zone::Elsewhere
        }
    }
}

/// The hammer's points, as the house stands and with the best stone of the team that is not to
/// throw taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// As it stands.
    pub now: i8,
    /// After the best stone has been taken out.
    pub threatened: i8,
}

/// Scores from so many points for the lead to so many for the hammer are told apart.
pub const TOLD_APART: i8 = 3;
/// How many different scores that are.
pub const SCORES: usize = 2 * TOLD_APART as usize + 1;

/// A score as one of those told apart.
#[inline]
pub(super) fn score_index(points: i8) -> usize {
    (points.clamp(-TOLD_APART, TOLD_APART) + TOLD_APART) as usize
}

/// What is seen of one stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stone {
    pub(super) k: f64,
    pub(super) h: f64,
    pub(super) t: f64,
    pub(super) d: f64,
    pub(super) zone: Zone,
}

/// The signs of a team: k, h, k·T·D, h·T·D, and in the house T and k·T; then how many stones lie in
/// each zone but the last.
pub const OF_TEAM: usize = 6 + ZONES - 1;
/// How many signs there are.
pub const SIGNS: usize = 2 * SCORES + 2 * OF_TEAM;

/// The signs of a position: 1 for the score as it stands, 1 for the threatened one, then the lead's
/// stones, then the hammer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signs(pub [f64; SIGNS]);

impl Signs {
    /// Of an empty sheet with this score.
    pub(super) fn of(standing: Standing) -> Self {
        let mut signs = Signs([0.0; SIGNS]);
        signs.0[score_index(standing.now)] = 1.0;
        signs.0[SCORES + score_index(standing.threatened)] = 1.0;
        signs
    }

    /// Adds a stone of a team.
    pub(super) fn count(&mut self, team: usize, stone: &Stone) {
        let first = 2 * SCORES + team * OF_TEAM;
        let of_team = &mut self.0[first..first + OF_TEAM];
        let &Stone { k, h, t, d, zone } = stone;
        let zone = zone as usize;
        let in_house = if zone < HOUSE { 1.0 } else { 0.0 };
        let seen = [k, h, k * t * d, h * t * d, in_house * t, in_house * k * t];
        for (sum, more) in of_team.iter_mut().zip(seen) {
            *sum += more;
        }
        if let Some(count) = of_team[seen.len()..].get_mut(zone) {
            *count += 1.0;
        }
    }
}
