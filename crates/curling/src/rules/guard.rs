//! Free guard zone and no-tick rule: fouls of the first stones of an end.
//!
//! Between the tee line and the hog line, outside the house, guards are protected while the first
//! stones of an end are thrown. How many stones, whose guards, and what counts as a violation has
//! changed over the years and differs between platforms; all of it is in [`GuardRule`], and the
//! newer no-tick rule in [`TickRule`]. What happens after a violation is the same everywhere: all
//! stones go back to where they lay, the delivered stone is removed, and the shot counts as thrown.
//!
//! | rule set | deliveries | protected | violated by |
//! |---|---|---|---|
//! | legacy | 4 | opponent's stones in the zone | leaving play |
//! | DC2 | 5 | any stone in the zone | leaving play |
//! | DC2 mixed doubles | 3 | any stone in play | leaving play |
//! | DC3 | 5, or 4 | opponent's stones in the zone | leaving play |
//! | DC4 | 5 | opponent's stones in the zone | leaving the zone, even for the house |
//! | sport | 5 (4 until 2018) | opponent's stones in the zone | leaving play |
//! | sport and DC4 mixed doubles | 3 | any stone in play | leaving play |
//!
//! The sport's rows follow the World Curling rulebook (R6, R7, and R16 for mixed doubles); the
//! older thesis on DC2 (Mori, 2019) counts the stones that may *not* remove a guard before the
//! first that may, and so says three and four. One sentence of the rulebook is beyond this module:
//! a stone that touches the hog line after striking another is in play there, which is for the
//! physics to say.
//!
//! ```
//! use curling::rules::{Foul, Rules, guard};
//! use curling::{Stones, Vector};
//!
//! let mut before = Stones::none();
//! before.place(0, Vector::new(0.0, -3.0)); // a guard of the team that threw first
//! let mut after = Stones::none();
//! after.place(1, Vector::new(0.4, -2.0)); // the second stone has knocked it off the sheet
//!
//! let verdict = guard::judge(&Rules::dc3(), &before, &after, 1);
//! assert_eq!(verdict.foul, Some(Foul::Guard));
//! assert_eq!(verdict.stones, before);
//! ```

use super::{Geometry, Rules};
use crate::stones::{Stone, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The free guard zone rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingGuardRule")]
#[serde(deny_unknown_fields)]
pub struct GuardRule {
    /// The number of deliveries of an end it applies to, counted over both teams; 0 switches it
    /// off.
    pub deliveries: u8,
    /// The protected area.
    pub area: ProtectedArea,
    /// The protected stones.
    pub stones: Protected,
    /// The violation.
    pub violated_by: Violation,
}

/// The protected area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingProtectedArea")]
#[serde(rename_all = "kebab-case")]
pub enum ProtectedArea {
    /// In the free guard zone.
    GuardZone,
    /// Anywhere in play, the house included.
    InPlay,
}

/// The protected stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingProtected")]
#[serde(rename_all = "kebab-case")]
pub enum Protected {
    /// Those of the opponent.
    Opponents,
    /// Those of both teams.
    All,
}

/// The fouls against a protected stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingViolation")]
#[serde(rename_all = "kebab-case")]
pub enum Violation {
    /// Its removal from play.
    LeavingPlay,
    /// A move out of the protected area, be it into the house.
    LeavingArea,
}

impl GuardRule {
    /// Returns the rule of the legacy platform, of DC3 and of the sport: an opponent's guard must
    /// stay in play. Four-rock rule with 4, five-rock rule with 5.
    pub const fn rocks(deliveries: u8) -> Self {
        GuardRule {
            deliveries,
            area: ProtectedArea::GuardZone,
            stones: Protected::Opponents,
            violated_by: Violation::LeavingPlay,
        }
    }

    /// DC2: any guard must stay in play, the thrower's own too.
    pub const fn dc2() -> Self {
        GuardRule {
            stones: Protected::All,
            ..Self::rocks(5)
        }
    }

    /// DC4: an opponent's guard must stay a guard.
    pub const fn dc4() -> Self {
        GuardRule {
            violated_by: Violation::LeavingArea,
            ..Self::rocks(5)
        }
    }

    /// Mixed doubles: until the fourth delivery every stone must stay in play.
    pub const fn doubles() -> Self {
        GuardRule {
            area: ProtectedArea::InPlay,
            stones: Protected::All,
            ..Self::rocks(3)
        }
    }
}

/// The no-tick rule: an opponent's guard that touches the centre line must keep touching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTickRule")]
#[serde(deny_unknown_fields)]
pub struct TickRule {
    /// The number of deliveries of an end it applies to, counted over both teams; 0 switches it
    /// off.
    pub deliveries: u8,
    /// Whether the guard must also stay in the zone, rather than anywhere on the line.
    pub must_stay_in_zone: bool,
    /// Whether the other team may leave the stones where they came to rest.
    pub may_be_waived: bool,
}

impl TickRule {
    /// The rule is switched off.
    pub const OFF: TickRule = TickRule {
        deliveries: 0,
        must_stay_in_zone: false,
        may_be_waived: false,
    };

    /// DC4's.
    pub const DC4: TickRule = TickRule {
        deliveries: 5,
        ..TickRule::OFF
    };

    /// The rulebook's R7.
    pub const SPORT: TickRule = TickRule {
        deliveries: 5,
        must_stay_in_zone: true,
        may_be_waived: true,
    };
}

/// The violated rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Foul {
    /// The free guard zone rule.
    Guard,
    /// The no-tick rule, and not the free guard zone rule.
    Tick,
}

/// The judgement of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The stones with which the end continues.
    pub stones: Stones,
    /// The violated rule, if any; the stones are then restored, unless the violation was
    /// [waived](super::Game::waive).
    pub foul: Option<Foul>,
}

/// Judges the shot that delivered the stone of `slot`, given the stones in play before and after
/// it.
pub fn judge(rules: &Rules, before: &Stones, after: &Stones, slot: usize) -> Verdict {
    let foul = violation(rules, before, after, slot);
    let mut stones = *after;
    if foul.is_some() {
        stones = *before;
        stones.remove(slot);
    }
    Verdict { stones, foul }
}

/// Returns the rule that a shot violated. Removal from play comes before being moved off the line,
/// as the rulebook says.
fn violation(rules: &Rules, before: &Stones, after: &Stones, slot: usize) -> Option<Foul> {
    let delivery = slot.saturating_sub(rules.first_slot());
    let binds = |deliveries: u8| delivery < usize::from(deliveries);
    let others = || before.iter().filter(|(other, _)| *other != slot);
    let theirs = |other: usize| other % 2 != slot % 2;
    let (geometry, guard, tick) = (rules.geometry, rules.guard, rules.tick);
    let guard_moved = |(other, was): (usize, Stone)| {
        (guard.stones == Protected::All || theirs(other))
            && guard.is_violated(geometry, was, after.get(other))
    };
    let ticked = |(other, was): (usize, Stone)| {
        theirs(other) && tick.is_violated(geometry, was, after.get(other))
    };
    if binds(guard.deliveries) && others().any(guard_moved) {
        Some(Foul::Guard)
    } else if binds(tick.deliveries) && others().any(ticked) {
        Some(Foul::Tick)
    } else {
        None
    }
}

impl GuardRule {
    /// Returns whether the rule is violated for one stone.
    fn is_violated(self, geometry: Geometry, was: Stone, is: Option<Stone>) -> bool {
        let protects = |stone: Stone| match self.area {
            ProtectedArea::GuardZone => geometry.in_guard_zone(stone.at),
            ProtectedArea::InPlay => geometry.in_play(stone.at),
        };
        protects(was)
            && match self.violated_by {
                Violation::LeavingPlay => !is.is_some_and(|is| geometry.in_play(is.at)),
                Violation::LeavingArea => !is.is_some_and(protects),
            }
    }
}

impl TickRule {
    /// Returns whether the rule is violated for one stone.
    fn is_violated(self, geometry: Geometry, was: Stone, is: Option<Stone>) -> bool {
        let stays = |is: Stone| {
            geometry.on_centre_line(is.at)
                && (!self.must_stay_in_zone || geometry.in_guard_zone(is.at))
        };
        geometry.in_guard_zone(was.at) && geometry.on_centre_line(was.at) && !is.is_some_and(stays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::LegacyPoint;
    use crate::vector::Vector;

    const GUARD: Vector = Vector::new(0.05, -3.0);
    const IN_THE_HOUSE: Vector = Vector::new(0.05, -0.5);
    const BESIDE_THE_LINE: Vector = Vector::new(0.6, -3.0);

    /// Returns the foul for a stone of `theirs`, lying at `was`, by the shot of `slot`, which stays
    /// in play itself.
    fn foul(
        rules: &Rules,
        theirs: usize,
        was: Vector,
        is: Option<Vector>,
        slot: usize,
    ) -> Option<Foul> {
        let mut before = Stones::none();
        before.place(theirs, was);
        let mut after = Stones::none();
        after.place(slot, Vector::new(1.5, -2.5));
        if let Some(is) = is {
            after.place(theirs, is);
        }
        let verdict = judge(rules, &before, &after, slot);
        let expected = if verdict.foul.is_some() {
            before
        } else {
            after
        };
        assert_eq!(verdict.stones, expected);
        verdict.foul
    }

    /// Returns the last slot for which removing an opponent's guard is a foul.
    fn last_bound(rules: &Rules) -> Option<usize> {
        (rules.first_slot()..16)
            .filter(|&slot| foul(rules, 1 - slot % 2, GUARD, None, slot).is_some())
            .max()
    }

    #[test]
    fn the_rule_binds_as_many_deliveries_as_it_says() {
        for (name, last) in [
            ("legacy", 3),
            ("dc2", 4),
            ("dc2-mixed-doubles", 8),
            ("dc3", 4),
            ("dc3-four-rock", 3),
            ("dc4", 4),
            ("dc4-mixed-doubles", 8),
            ("sport", 4),
            ("sport-four-rock", 3),
            ("sport-mixed-doubles", 8),
        ] {
            assert_eq!(
                last_bound(&Rules::named(name).unwrap()),
                Some(last),
                "{name}"
            );
        }
        let mut free = Rules::dc3();
        free.guard.deliveries = 0;
        assert_eq!(last_bound(&free), None);
    }

    #[test]
    fn an_own_guard_is_protected_on_dc2_and_in_mixed_doubles_only() {
        for (name, protected) in [
            ("legacy", false),
            ("dc2", true),
            ("dc3", false),
            ("dc4", false),
            ("sport", false),
        ] {
            let rules = Rules::named(name).unwrap();
            let found = foul(&rules, 0, GUARD, None, 2).is_some();
            assert_eq!(found, protected, "{name}");
        }
        for name in [
            "dc2-mixed-doubles",
            "dc4-mixed-doubles",
            "sport-mixed-doubles",
        ] {
            let rules = Rules::named(name).unwrap();
            assert_eq!(foul(&rules, 0, GUARD, None, 6), Some(Foul::Guard), "{name}");
        }
    }

    #[test]
    fn a_stone_in_the_house_is_protected_in_mixed_doubles_only() {
        for name in Rules::NAMES {
            let rules = Rules::named(name).unwrap();
            let slot = rules.first_slot();
            let found = foul(&rules, 1, IN_THE_HOUSE, None, slot).is_some();
            assert_eq!(found, rules.doubles.is_some(), "{name}");
        }
    }

    #[test]
    fn pushing_a_guard_into_the_house_is_a_foul_on_dc4_only() {
        for (name, expected) in [
            ("legacy", None),
            ("dc2", None),
            ("dc3", None),
            ("dc4", Some(Foul::Guard)),
            ("sport", Some(Foul::Tick)),
            ("sport-four-rock", None),
            ("sport-mixed-doubles", None),
        ] {
            let rules = Rules::named(name).unwrap();
            let slot = rules.first_slot();
            assert_eq!(
                foul(&rules, 1, GUARD, Some(IN_THE_HOUSE), slot),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn a_guard_off_the_line_may_be_pushed_into_the_house_in_the_sport() {
        let rules = Rules::sport();
        assert_eq!(
            foul(&rules, 1, BESIDE_THE_LINE, Some(IN_THE_HOUSE), 2),
            None
        );
    }

    #[test]
    fn ticking_a_guard_off_the_line_is_a_foul_where_the_rule_is_played() {
        for (name, expected) in [
            ("dc4", None),
            ("dc4-no-tick", Some(Foul::Tick)),
            ("sport", Some(Foul::Tick)),
            ("dc3", None),
        ] {
            let rules = Rules::named(name).unwrap();
            for (slot, bound) in [(4, true), (6, false)] {
                assert_eq!(
                    foul(&rules, 1, GUARD, Some(BESIDE_THE_LINE), slot),
                    expected.filter(|_| bound),
                    "{name}, slot {slot}"
                );
            }
            assert_eq!(
                foul(&rules, 2, GUARD, Some(BESIDE_THE_LINE), 4),
                None,
                "an own guard"
            );
        }
    }

    #[test]
    fn a_centre_guard_may_move_along_the_line() {
        let along = Vector::new(-0.1, -2.6);
        for name in ["dc4-no-tick", "sport"] {
            let rules = Rules::named(name).unwrap();
            assert_eq!(foul(&rules, 1, GUARD, Some(along), 2), None, "{name}");
        }
    }

    #[test]
    fn a_centre_guard_put_out_of_play_is_the_older_foul() {
        assert_eq!(foul(&Rules::sport(), 1, GUARD, None, 2), Some(Foul::Guard));
    }

    #[test]
    fn a_legacy_guard_knocked_back_over_the_hog_line_is_gone_though_it_lies_there() {
        let behind = LegacyPoint::new(2.4, 11.135).into();
        let just_inside = LegacyPoint::new(2.4, 11.134).into();
        let rules = Rules::legacy();
        assert_eq!(foul(&rules, 1, GUARD, Some(behind), 2), Some(Foul::Guard));
        assert_eq!(foul(&rules, 1, GUARD, Some(just_inside), 2), None);
    }

    #[test]
    fn everything_goes_back_and_the_delivered_stone_is_removed() {
        let mut before = Stones::none();
        before.place(0, GUARD);
        before.place(1, IN_THE_HOUSE);
        before.place(2, BESIDE_THE_LINE);
        let mut after = Stones::none();
        after.place(1, Vector::new(0.0, 0.0));
        after.place(2, BESIDE_THE_LINE);
        after.place(3, IN_THE_HOUSE);
        let verdict = judge(&Rules::dc3(), &before, &after, 3);
        assert_eq!((verdict.foul, verdict.stones), (Some(Foul::Guard), before));
    }
}
