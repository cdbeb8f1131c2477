//! Purpose of a shot: the result of the end for which a skip would call it.
//!
//! Compared with a stone thrown through the house, a good shot makes some results of the end more
//! likely and others less. The purpose is the change that is worth most: a result that is gained
//! ("take two"), or one that is avoided ("bail out"), by the probabilities that the player's own
//! values give to the results, and their utilities. Only the last stone has no such comparison
//! where it changes nothing: then the likeliest result is its purpose, such as a blank end.
//!
//! Purposes are data; sentences are made of them here and nowhere else.

use super::super::end_utility::EndUtility;
use super::super::value_model::{Chances, LEAST, RESULTS};
use arena::Words;
use lookahead::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// Changes of value below this have no purpose worth telling.
const LITTLE: f64 = 0.004;

/// An avoided result is the purpose where it is worth this many times the best gained one.
const DEFENSIVE: f64 = 1.25;

/// The number of results told apart: fewer than the least points, and from each threshold on.
const KINDS: usize = RESULTS + 1;

/// The result of the end that a shot is thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingPurpose")]
pub enum Purpose {
    /// With the hammer: no points for anybody, and the hammer again in the next end.
    BlankAndKeep,
    /// No points for anybody.
    Blank,
    /// With the hammer: one point.
    TakeOne,
    /// With the hammer: two points or more.
    TakeTwo,
    /// With the hammer: no points for the other team.
    BailOut,
    /// Without the hammer: points of one's own.
    Steal,
    /// Without the hammer: one point for the other team, and the hammer in the next end.
    Force,
    /// Without the hammer and ahead: no two points for the other team.
    Protect,
    /// Without the hammer: no two points for the other team.
    HoldToOne,
}

/// A group of results, in the words of a skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Stolen,
    Blank,
    One,
    Two,
}

const GROUPS: [Group; 4] = [Group::Stolen, Group::Blank, Group::One, Group::Two];

impl Group {
    /// Returns the group of the hammer's points.
    fn of(points: i8) -> Self {
        match points {
            ..0 => Group::Stolen,
            0 => Group::Blank,
            1 => Group::One,
            2.. => Group::Two,
        }
    }
}

/// The end as the team that throws sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The side that throws.
    pub side: Side,
    /// The utility of the results for the hammer.
    pub utility: EndUtility,
    /// Whether a blank end leaves the hammer where it is, for another end.
    pub blank_keeps_hammer: bool,
    /// Whether the team that throws leads the match.
    pub ahead: bool,
    /// Whether nothing follows in this end.
    pub last: bool,
}

/// Returns the points of a kind of result; the lowest kind stands for all below the thresholds.
fn points_of(kind: usize) -> i8 {
    LEAST - 1 + kind as i8
}

/// Returns the probability of each kind of result, from those of reaching the thresholds.
fn shares(chances: &Chances) -> [f64; KINDS] {
    let at_least = |kind: usize| match kind.checked_sub(1) {
        None => 1.0,
        Some(result) => chances.get(result).copied().unwrap_or(0.0),
    };
    std::array::from_fn(|kind| at_least(kind) - at_least(kind + 1))
}

impl Situation {
    /// Returns the purpose of a shot, from the distributions of the end's results after it and
    /// after a stone thrown through the house.
    pub(super) fn purpose(&self, after: &Chances, through: &Chances) -> Option<Purpose> {
        let (after, through) = (shares(after), shares(through));
        let value = |kind: usize| self.value(points_of(kind));
        let change: [f64; KINDS] = std::array::from_fn(|kind| after[kind] - through[kind]);
        let gain: f64 = (0..KINDS).map(|kind| change[kind] * value(kind)).sum();
        if gain < LITTLE {
            return self.last.then(|| self.gained(likeliest(&after)));
        }
        // What was lost is worth this on average, and so is what was gained.
        let mean = |sign: f64| {
            let parts = || change.iter().map(move |one| (sign * one).max(0.0));
            let weighted = parts().enumerate().map(|(kind, part)| part * value(kind));
            weighted.sum::<f64>() / parts().sum::<f64>()
        };
        let (lost, won) = (mean(-1.0), mean(1.0));
        let worth = |group: Group, sign: f64, other: f64| -> f64 {
            let of_group = (0..KINDS).filter(|&kind| Group::of(points_of(kind)) == group);
            of_group
                .map(|kind| (sign * change[kind]).max(0.0) * sign * (value(kind) - other))
                .sum()
        };
        let most = |sign: f64, other: f64| {
            let rated = GROUPS.map(|group| (worth(group, sign, other), group));
            rated.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let (gained, avoided) = (most(1.0, lost)?, most(-1.0, won)?);
        let defensive = self.avoided(avoided.1, gained.1);
        let defensive = defensive.filter(|_| avoided.0 > DEFENSIVE * gained.0);
        Some(defensive.unwrap_or_else(|| self.gained(gained.1)))
    }

    /// Returns the value of the hammer's points for the team that throws.
    fn value(&self, points: i8) -> f64 {
        match self.side {
            Side::Max => self.utility.of(points),
            Side::Min => 1.0 - self.utility.of(points),
        }
    }

    fn gained(&self, group: Group) -> Purpose {
        match (self.side, group) {
            (Side::Max, Group::Stolen) => Purpose::BailOut,
            (Side::Max, Group::Blank) if self.blank_keeps_hammer => Purpose::BlankAndKeep,
            (_, Group::Blank) => Purpose::Blank,
            (Side::Max, Group::One) => Purpose::TakeOne,
            (Side::Max, Group::Two) => Purpose::TakeTwo,
            (Side::Min, Group::Stolen) => Purpose::Steal,
            (Side::Min, Group::One) => Purpose::Force,
            (Side::Min, Group::Two) => Purpose::HoldToOne,
        }
    }

    /// Returns the purpose of a shot that avoids a group, where a skip has a word for it.
    fn avoided(&self, group: Group, gained: Group) -> Option<Purpose> {
        // In a last end two points may be no worse than one.
        let is_worse = group != Group::Two || self.value(1) - self.value(2) > LITTLE;
        if !is_worse {
            return None;
        }
        match (self.side, group) {
            (Side::Max, Group::Stolen) => Some(Purpose::BailOut),
            (Side::Min, Group::Two) if self.ahead => Some(Purpose::Protect),
            (Side::Min, Group::Two) if gained == Group::One => Some(Purpose::Force),
            (Side::Min, Group::Two) => Some(Purpose::HoldToOne),
            _ => None,
        }
    }
}

fn likeliest(shares: &[f64; KINDS]) -> Group {
    let all = (0..KINDS).max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
    Group::of(points_of(all.unwrap_or_default()))
}

impl Purpose {
    /// Returns the purpose in words.
    pub fn words(self) -> Words {
        let (en, ja) = match self {
            Purpose::BlankAndKeep => (
                "blank the end and keep the hammer",
                "ブランクエンドにして後攻を保つ",
            ),
            Purpose::Blank => ("blank the end", "ブランクエンドにする"),
            Purpose::TakeOne => ("take one", "1点を取る"),
            Purpose::TakeTwo => ("take two or more", "2点以上を取る"),
            Purpose::BailOut => ("bail out: give up no steal", "スチールを許さない"),
            Purpose::Steal => ("steal", "スチールを狙う"),
            Purpose::Force => ("force them to one", "相手に1点だけ取らせる"),
            Purpose::Protect => (
                "protect the lead: hold them below two",
                "リードを守り、相手に2点以上を取らせない",
            ),
            Purpose::HoldToOne => ("hold them below two", "相手に2点以上を取らせない"),
        };
        Words {
            en: en.to_owned(),
            ja: ja.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the thresholds of a distribution of the hammer's points.
    fn chances(shares: &[(i8, f64)]) -> Chances {
        std::array::from_fn(|result| {
            let least = LEAST + result as i8;
            let reached = shares.iter().filter(|(points, _)| *points >= least);
            reached.map(|(_, share)| share).sum()
        })
    }

    fn situation(side: Side) -> Situation {
        Situation {
            side,
            utility: EndUtility::points(),
            blank_keeps_hammer: true,
            ahead: false,
            last: false,
        }
    }

    #[test]
    fn shares_of_thresholds_are_those_they_were_made_of() {
        let told = [
            (-3, 0.1),
            (-1, 0.2),
            (0, 0.3),
            (1, 0.15),
            (2, 0.2),
            (5, 0.05),
        ];
        let shares = shares(&chances(&told));
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (points, share) in told {
            let kind = usize::try_from(points - points_of(0)).unwrap();
            assert!((shares[kind] - share).abs() < 1e-12, "{points}");
        }
    }

    #[test]
    fn the_result_that_gains_most_is_the_purpose() {
        let through = chances(&[(-1, 0.2), (0, 0.2), (1, 0.5), (2, 0.1)]);
        let of = |side, after: &[(i8, f64)]| situation(side).purpose(&chances(after), &through);
        let two = [(-1, 0.2), (0, 0.2), (1, 0.2), (2, 0.4)];
        assert_eq!(of(Side::Max, &two), Some(Purpose::TakeTwo));
        let safe = [(-1, 0.02), (0, 0.3), (1, 0.58), (2, 0.1)];
        assert_eq!(of(Side::Max, &safe), Some(Purpose::BailOut));
        let sure = [(0, 0.02), (1, 0.98)];
        assert_eq!(of(Side::Max, &sure), Some(Purpose::TakeOne));
        let steal = [(-1, 0.45), (0, 0.1), (1, 0.35), (2, 0.1)];
        assert_eq!(of(Side::Min, &steal), Some(Purpose::Steal));
        let held = [(-1, 0.2), (0, 0.245), (1, 0.545), (2, 0.01)];
        assert_eq!(of(Side::Min, &held), Some(Purpose::HoldToOne));
        let forced = [(-1, 0.2), (0, 0.21), (1, 0.58), (2, 0.01)];
        assert_eq!(of(Side::Min, &forced), Some(Purpose::Force));
        let ahead = Situation {
            ahead: true,
            ..situation(Side::Min)
        };
        let protect = ahead.purpose(&chances(&held), &through);
        assert_eq!(protect, Some(Purpose::Protect));
    }

    #[test]
    fn two_points_are_not_avoided_where_one_is_as_bad() {
        let last_end = Situation {
            utility: EndUtility::any_score(0.7),
            ..situation(Side::Min)
        };
        let through = chances(&[(2, 1.0)]);
        let after = chances(&[(-1, 0.3), (0, 0.2), (1, 0.5)]);
        assert_eq!(last_end.purpose(&after, &through), Some(Purpose::Steal));
    }

    #[test]
    fn without_a_gain_only_a_last_stone_has_a_purpose() {
        let blank = chances(&[(0, 1.0)]);
        let purpose = |last, keeps| {
            let end = Situation {
                last,
                blank_keeps_hammer: keeps,
                ..situation(Side::Max)
            };
            end.purpose(&blank, &blank)
        };
        assert_eq!(purpose(true, true), Some(Purpose::BlankAndKeep));
        assert_eq!(purpose(true, false), Some(Purpose::Blank));
        assert_eq!(purpose(false, true), None);
    }
}
