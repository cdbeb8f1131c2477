//! Score of an end.
//!
//! One team scores: the one with the stone nearest the tee, a point for each of its stones nearer
//! than the other team's best. The platforms differ in how far from the tee a stone still counts,
//! and in what happens when the two best stones are equally far; see [`Scoring`]. Distances are
//! taken by the platform's own arithmetic ([`Geometry`]).
//!
//! The score of an unfinished end is computed alike; the legacy platform shows it after every shot.
//! Nothing here allocates: searches call it millions of times.
//!
//! ```
//! use curling::rules::{Rules, score};
//! use curling::{Stones, Vector};
//!
//! let mut stones = Stones::none();
//! stones.place(0, Vector::new(0.3, 0.0)); // thrown first
//! stones.place(1, Vector::new(0.0, -0.2)); // thrown second, nearer
//! stones.place(3, Vector::new(0.0, 1.0)); // also second's, but not nearer than 0.3 m
//! assert_eq!(score::points(&Rules::dc3(), &stones), -1);
//! ```

use super::{Geometry, Rules, Team};
use crate::stones::{SLOTS, Stones, bits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Slots of the team that throws first in the end.
const LEAD: u16 = 0x5555;

/// The stones that count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingScoring")]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// The distance from the tee, in metres, below which a stone counts.
    pub reach: f32,
    /// The treatment of stones of both teams at equal distance from the tee.
    pub ties: Ties,
}

/// The treatment of stones of both teams at equal distance from the tee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTies")]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// Neither is nearer: equal best stones blank the end, and a stone as far as the other team's
    /// best does not count. The legacy platform, DC3, DC4, and the rulebook when no measurement can
    /// separate two stones.
    NeitherIsNearer,
    /// The stone thrown earlier goes first, as when stones are sorted by distance and counted until
    /// the first of the other team: DC2.
    EarlierIsNearer,
}

impl Scoring {
    /// The legacy platform: 1.83 m and 0.15 m, not the radius of a stone.
    pub const LEGACY: Scoring = Scoring {
        reach: 1.98,
        ties: Ties::NeitherIsNearer,
    };

    /// DC2.
    pub const DC2: Scoring = Scoring {
        reach: 1.975,
        ties: Ties::EarlierIsNearer,
    };

    /// Digital Curling 3 and 4, and the sport.
    pub const DC3: Scoring = Scoring {
        reach: Geometry::Dc3.house(),
        ties: Ties::NeitherIsNearer,
    };
}

/// Returns the points of the stones as they lie, positive for the team that throws first in the
/// end, negative for the other.
pub fn points(rules: &Rules, stones: &Stones) -> i8 {
    let mut distances = [f32::INFINITY; SLOTS];
    // A team without a stone has its best at the end of the reach, where no slot comes before it.
    let mut best = [(rules.scoring.reach, 0); 2];
    for (slot, stone) in stones.iter() {
        let distance = rules.geometry.distance(stone.at);
        distances[slot] = distance;
        // Slots come in order, so of a team's equally near stones the earliest stays its best.
        if distance < best[slot % 2].0 {
            best[slot % 2] = (distance, slot);
        }
    }
    let nearer = |stone: (f32, usize), than: (f32, usize)| {
        stone.0 < than.0
            || (stone.0 == than.0
                && rules.scoring.ties == Ties::EarlierIsNearer
                && stone.1 < than.1)
    };
    let count = |side: u16, other: (f32, usize)| {
        bits(stones.mask() & side)
            .filter(|&slot| nearer((distances[slot], slot), other))
            .count() as i8
    };
    if nearer(best[0], best[1]) {
        count(LEAD, best[1])
    } else {
        -count(!LEAD, best[0])
    }
}

/// Returns the points, positive for team 0, in an end that `lead` throws first in.
pub fn points_of_team_zero(rules: &Rules, stones: &Stones, lead: Team) -> i8 {
    lead.signed(points(rules, stones))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{HackPoint, LegacyPoint};
    use crate::vector::Vector;
    use proptest::prelude::*;

    fn legacy(stones: &[(usize, f32, f32)]) -> Stones {
        let mut all = Stones::none();
        for &(slot, x, y) in stones {
            all.place(slot, LegacyPoint::new(x, y).into());
        }
        all
    }

    fn hack(stones: &[(usize, f32, f32)]) -> Stones {
        let mut all = Stones::none();
        for &(slot, x, y) in stones {
            all.place(slot, HackPoint::new(x, y).into());
        }
        all
    }

    /// Walks a lone stone over the edge of scoring, number by number, and finds it where it should
    /// be.
    fn the_edge_is(rules: &Rules, reach: f32, place: impl Fn(f32) -> Stones) {
        let mut seen = [false; 2];
        let mut away = reach - 2e-5;
        while away < reach + 2e-5 {
            let stones = place(away);
            let at = stones.get(0).unwrap().at;
            let counts = rules.geometry.distance(at) < reach;
            assert_eq!(points(rules, &stones), i8::from(counts), "{away} m off");
            seen[usize::from(counts)] = true;
            away = away.next_up();
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn a_legacy_stone_counts_below_1_98() {
        the_edge_is(&Rules::legacy(), 1.98, |away| {
            legacy(&[(0, 2.375 + away, 4.88)])
        });
        let outside_the_house = legacy(&[(0, 2.375 + 1.978, 4.88)]);
        assert_eq!(points(&Rules::legacy(), &outside_the_house), 1);
    }

    #[test]
    fn a_stone_of_dc2_counts_below_1_975() {
        the_edge_is(&Rules::dc2(), 1.975, |away| {
            legacy(&[(0, 2.375, 4.88 + away)])
        });
        let outside_the_house = legacy(&[(0, 2.375 + 1.978, 4.88)]);
        assert_eq!(points(&Rules::dc2(), &outside_the_house), 0);
    }

    #[test]
    fn a_stone_of_dc3_and_the_sport_counts_below_1_974() {
        for rules in [Rules::dc3(), Rules::dc4(), Rules::sport()] {
            the_edge_is(&rules, 1.829 + 0.145, |away| {
                hack(&[(0, 0.0, 38.405 - away)])
            });
        }
    }

    #[test]
    fn equal_best_stones_blank_the_end_except_on_dc2() {
        let level = [(0, 2.375 - 0.5, 4.88), (1, 2.375 + 0.5, 4.88)];
        assert_eq!(points(&Rules::legacy(), &legacy(&level)), 0);
        assert_eq!(points(&Rules::dc2(), &legacy(&level)), 1);
        let level = [(0, -0.5, 38.405), (1, 0.5, 38.405), (3, 0.0, 38.0)];
        assert_eq!(points(&Rules::dc3(), &hack(&level)), -1);
        assert_eq!(points(&Rules::dc3(), &hack(&level[..2])), 0);
        assert_eq!(points(&Rules::sport(), &hack(&level[..2])), 0);
    }

    #[test]
    fn a_stone_as_far_as_the_others_best_does_not_count() {
        let stones = hack(&[(0, 0.1, 38.405), (2, 0.5, 38.405), (1, -0.5, 38.405)]);
        assert_eq!(points(&Rules::dc3(), &stones), 1);
    }

    #[test]
    fn a_stone_exactly_at_the_end_of_the_reach_does_not_count_beside_one_that_does() {
        for mut rules in [Rules::legacy(), Rules::dc2(), Rules::dc3()] {
            let mut stones = Stones::none();
            stones.place(3, Vector::new(0.0, 0.5));
            stones.place(1, Vector::new(1.2, 1.2));
            assert_eq!(points(&rules, &stones), -2);
            rules.scoring.reach = rules.geometry.distance(Vector::new(1.2, 1.2));
            assert_eq!(points(&rules, &stones), -1);
        }
    }

    #[test]
    fn eight_stones_against_none_are_eight_points() {
        let stones = (0..16)
            .step_by(2)
            .map(|slot| (slot, 2.0, 4.5 + 0.05 * slot as f32))
            .collect::<Vec<_>>();
        assert_eq!(points(&Rules::legacy(), &legacy(&stones)), 8);
        assert_eq!(
            points_of_team_zero(&Rules::legacy(), &legacy(&stones), Team::One),
            -8
        );
    }

    #[test]
    fn an_empty_house_and_a_stone_nowhere_are_worth_nothing() {
        let mut stones = Stones::none();
        assert_eq!(points(&Rules::dc3(), &stones), 0);
        stones.place(4, Vector::new(f64::NAN, 0.0));
        assert_eq!(points(&Rules::dc3(), &stones), 0);
    }

    /// Reference implementation by sorting, as a person would do it.
    fn sorted(rules: &Rules, stones: &Stones) -> i8 {
        let mut near: Vec<_> = stones
            .iter()
            .map(|(slot, stone)| (rules.geometry.distance(stone.at), slot))
            .filter(|(distance, _)| *distance < rules.scoring.reach)
            .collect();
        near.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let Some(&(_, nearest)) = near.first() else {
            return 0;
        };
        let first_other = near.iter().find(|(_, slot)| slot % 2 != nearest % 2);
        let ours = near.iter().filter(|(distance, slot)| {
            slot % 2 == nearest % 2
                && first_other.is_none_or(|other| match rules.scoring.ties {
                    Ties::NeitherIsNearer => *distance < other.0,
                    Ties::EarlierIsNearer => (*distance, *slot) < *other,
                })
        });
        let count = ours.count() as i8;
        if nearest % 2 == 0 { count } else { -count }
    }

    proptest! {
        #[test]
        fn counting_agrees_with_sorting(
            // A coarse grid, so that ties are common.
            places in prop::collection::vec(prop::option::of((-5_i8..=5, -5_i8..=5)), 16)
        ) {
            let mut stones = Stones::none();
            for (slot, place) in places.into_iter().enumerate() {
                if let Some((x, y)) = place {
                    stones.place(slot, Vector::new(f64::from(x) / 4.0, f64::from(y) / 4.0));
                }
            }
            for name in Rules::NAMES {
                let rules = Rules::named(name).unwrap();
                prop_assert_eq!(points(&rules, &stones), sorted(&rules, &stones), "{}", name);
            }
        }
    }
}
