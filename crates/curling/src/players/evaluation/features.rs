//! Features of a position, the input of the [value model](crate::players::value_model).
//!
//! Two scores of the house, as it stands and with the best stone of the team that is not to throw
//! taken out, and for each team sums over its stones: the terms of the paper's evaluation (k, h, T
//! and D, see [`Evaluation::terms`](super::Evaluation::terms)) singly and multiplied, and the
//! number of stones in each [`Zone`]. Weights are not part of this module.

use crate::vector::Vector;

/// The zone of a stone: a ring of the house in front of the tee line or behind it, or a guard
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Zone {
    /// Within the 4-foot ring, in front of the tee line.
    FourFootFront,
    /// Within the 4-foot ring, behind the tee line.
    FourFootBack,
    /// Within the 8-foot ring, in front.
    EightFootFront,
    /// Within the 8-foot ring, behind.
    EightFootBack,
    /// Within the 12-foot ring, in front.
    TwelveFootFront,
    /// Within the 12-foot ring, behind.
    TwelveFootBack,
    /// A tight centre guard.
    CentreTight,
    /// A long centre guard.
    CentreLong,
    /// A tight corner guard.
    CornerTight,
    /// A long corner guard.
    CornerLong,
    /// Behind the house or beside it, without effect.
    Elsewhere,
}

/// The number of zones.
pub const ZONES: usize = Zone::Elsewhere as usize + 1;
/// The number of zones of the house, which come first.
pub const HOUSE_ZONES: usize = Zone::CentreTight as usize;

/// The squared radii of the rings, the outermost with a stone's radius added.
const RINGS: [f64; 3] = [0.61 * 0.61, 1.22 * 1.22, 1.975 * 1.975];
/// The largest distance of a centre guard from the centre line, in metres.
const CENTRE: f64 = 0.6;
/// The y from which on a guard is long, in metres.
const LONG: f64 = -3.4;

impl Zone {
    /// Returns the zone of a place.
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

/// The hammer's points in the house, as it stands and with the best stone of the team that is not
/// to throw taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseScore {
    /// The score as the house stands.
    pub now: i8,
    /// The score after the best stone has been taken out.
    pub threatened: i8,
}

/// Scores beyond this many points, for either team, count as this many.
pub const SCORE_LIMIT: i8 = 3;
/// The number of distinct scores.
pub const SCORES: usize = 2 * SCORE_LIMIT as usize + 1;

/// Returns the index of a score.
#[inline]
pub(super) fn score_index(points: i8) -> usize {
    (points.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT) as usize
}

/// The terms and the zone of one stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoneTerms {
    pub(super) k: f64,
    pub(super) h: f64,
    pub(super) t: f64,
    pub(super) d: f64,
    pub(super) zone: Zone,
}

/// The number of features of a team: k, h, k·T·D, h·T·D, and in the house T and k·T; then the
/// number of stones in each zone but the last.
pub const TEAM_FEATURES: usize = 6 + ZONES - 1;
/// The number of features.
pub const FEATURES: usize = 2 * SCORES + 2 * TEAM_FEATURES;

/// The features of a position: indicators of the score as it stands and of the threatened one, then
/// those of the lead's stones, then of the hammer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features(pub [f64; FEATURES]);

impl Features {
    /// Returns the features of an empty sheet with this score.
    pub(super) fn of(score: HouseScore) -> Self {
        let mut features = Features([0.0; FEATURES]);
        features.0[score_index(score.now)] = 1.0;
        features.0[SCORES + score_index(score.threatened)] = 1.0;
        features
    }

    /// Adds a stone of a team.
    pub(super) fn add(&mut self, team: usize, stone: &StoneTerms) {
        let first = 2 * SCORES + team * TEAM_FEATURES;
        let of_team = &mut self.0[first..first + TEAM_FEATURES];
        let &StoneTerms { k, h, t, d, zone } = stone;
        let zone = zone as usize;
        let in_house = if zone < HOUSE_ZONES { 1.0 } else { 0.0 };
        let terms = [k, h, k * t * d, h * t * d, in_house * t, in_house * k * t];
        for (sum, more) in of_team.iter_mut().zip(terms) {
            *sum += more;
        }
        if let Some(count) = of_team[terms.len()..].get_mut(zone) {
            *count += 1.0;
        }
    }
}
