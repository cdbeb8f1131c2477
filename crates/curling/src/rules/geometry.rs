//! Zones of the sheet: house, free guard zone and centre line, in each platform's own arithmetic.
//!
//! Whether a stone is in the house or in the free guard zone is decided in single precision, in the
//! platform's own frame and with its own strictness: a millionth of a metre must not make our
//! referee and the official one disagree. That is why these tests do not share
//! [`sheet::Region`](crate::sheet::Region), which is in double precision and in the house frame.
//!
//! Which stones *leave play* is decided by the physics ([`sheet::Bounds`](crate::sheet::Bounds)),
//! with one exception: see [`Geometry::in_play`].
//!
//! ```
//! use curling::frame::LegacyPoint;
//! use curling::rules::Geometry;
//!
//! let hanging_over_the_back_line = LegacyPoint::new(2.375, 3.0).into();
//! assert!(Geometry::Legacy.in_house(hanging_over_the_back_line));
//! assert!(!Geometry::Dc2.in_house(hanging_over_the_back_line));
//! ```

use crate::frame::{HACK_TEE, HackPoint, LEGACY_TEE, LegacyPoint};
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The radius of a stone.
const RADIUS: f32 = 0.145;

/// The platform whose arithmetic is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingMeasure")]
#[serde(rename_all = "kebab-case")]
pub enum Geometry {
    /// The legacy platform's.
    Legacy,
    /// DC2's: a stone that touches the back line is in no zone.
    Dc2,
    /// The sheet of Digital Curling 3 and 4, which is also the sport's.
    Dc3,
}

impl Geometry {
    /// Returns the distance from the tee to the stone's centre, in metres.
    #[inline]
    pub fn distance(self, at: Vector) -> f32 {
        let from_tee = match self {
            Geometry::Legacy | Geometry::Dc2 => LegacyPoint::from(at).0 - LEGACY_TEE,
            Geometry::Dc3 => HackPoint::from(at).0 - HACK_TEE,
        };
        from_tee.length()
    }

    /// Returns the distance below which a stone touches the house: its radius and a stone's.
    pub const fn house(self) -> f32 {
        match self {
            Geometry::Legacy | Geometry::Dc2 => 1.975,
            Geometry::Dc3 => 1.829 + RADIUS,
        }
    }

    /// Returns whether a stone touches the house.
    pub fn in_house(self, at: Vector) -> bool {
        self.distance(at) < self.house() && (self != Geometry::Dc2 || self.in_play(at))
    }

    /// Returns whether a stone is in the free guard zone: before the tee line, clear of it, and not
    /// in the house. Being in play is implied on DC3 and tested on the older platforms.
    pub fn in_guard_zone(self, at: Vector) -> bool {
        if self.in_house(at) {
            return false;
        }
        match self {
            Geometry::Legacy => {
                let LegacyPoint(Vector { x, y }) = at.into();
                between_sides(x) && 5.025 < y && y < 11.135
            }
            Geometry::Dc2 => self.in_play(at) && LegacyPoint::from(at).0.y > 5.025,
            Geometry::Dc3 => HackPoint::from(at).0.y + RADIUS < HACK_TEE.y,
        }
    }

    /// Returns whether a stone that the physics has left on the sheet is in play. The legacy
    /// platform removes only the delivered stone when it has not cleared the hog line; one knocked
    /// back there stays for a shot, and counts as gone. On DC3 every stone on the sheet is in play.
    pub fn in_play(self, at: Vector) -> bool {
        let LegacyPoint(Vector { x, y }) = at.into();
        match self {
            Geometry::Legacy => between_sides(x) && 2.905 < y && y < 11.135,
            Geometry::Dc2 => between_sides(x) && 3.195 < y && y < 11.135,
            Geometry::Dc3 => true,
        }
    }

    /// Returns whether a stone touches the centre line.
    pub fn on_centre_line(self, at: Vector) -> bool {
        let across = match self {
            Geometry::Legacy | Geometry::Dc2 => LegacyPoint::from(at).0.x - LEGACY_TEE.x,
            Geometry::Dc3 => HackPoint::from(at).0.x,
        };
        across.abs() < RADIUS
    }
}

/// Returns whether a stone clears the side lines of the legacy sheet.
fn between_sides(x: f32) -> bool {
    0.145 < x && x < 4.605
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legacy(x: f32, y: f32) -> Vector {
        LegacyPoint::new(x, y).into()
    }

    fn hack(x: f32, y: f32) -> Vector {
        HackPoint::new(x, y).into()
    }

    /// Returns a test of one coordinate: holds at the last number inside, not at the edge itself.
    fn is_an_open_edge(edge: f32, inside: f32, holds: impl Fn(f32) -> bool) {
        assert!(holds(inside), "{inside} should be inside");
        assert!(!holds(edge), "{edge} is the edge and should be outside");
    }

    #[test]
    fn the_legacy_play_area_is_open_on_all_four_sides() {
        let in_play = |x, y| Geometry::Legacy.in_play(legacy(x, y));
        is_an_open_edge(0.145, 0.145_f32.next_up(), |x| in_play(x, 8.0));
        is_an_open_edge(4.605, 4.605_f32.next_down(), |x| in_play(x, 8.0));
        is_an_open_edge(2.905, 2.905_f32.next_up(), |y| in_play(2.0, y));
        is_an_open_edge(11.135, 11.135_f32.next_down(), |y| in_play(2.0, y));
    }

    #[test]
    fn the_play_area_of_dc2_ends_before_the_back_line() {
        let in_play = |x, y| Geometry::Dc2.in_play(legacy(x, y));
        is_an_open_edge(0.145, 0.145_f32.next_up(), |x| in_play(x, 8.0));
        is_an_open_edge(4.605, 4.605_f32.next_down(), |x| in_play(x, 8.0));
        is_an_open_edge(3.195, 3.195_f32.next_up(), |y| in_play(2.0, y));
        is_an_open_edge(11.135, 11.135_f32.next_down(), |y| in_play(2.0, y));
    }

    #[test]
    fn the_older_guard_zones_end_a_stone_before_the_tee_line_and_the_hog_line() {
        for geometry in [Geometry::Legacy, Geometry::Dc2] {
            let zone = |x, y| geometry.in_guard_zone(legacy(x, y));
            is_an_open_edge(5.025, 5.025_f32.next_up(), |y| zone(0.2, y));
            is_an_open_edge(11.135, 11.135_f32.next_down(), |y| zone(2.0, y));
            is_an_open_edge(0.145, 0.145_f32.next_up(), |x| zone(x, 8.0));
            is_an_open_edge(4.605, 4.605_f32.next_down(), |x| zone(x, 8.0));
        }
    }

    #[test]
    fn a_stone_is_in_the_older_house_below_1_975_and_in_the_zone_from_there() {
        // 6.855 - 4.88 is exactly 1.975 in single precision's neighbourhood: walk over the edge
        // number by number.
        for geometry in [Geometry::Legacy, Geometry::Dc2] {
            let mut y = 6.8549_f32;
            while y < 6.8551 {
                let at = legacy(2.375, y);
                assert_eq!(geometry.in_house(at), y - 4.88_f32 < 1.975);
                assert_eq!(geometry.in_guard_zone(at), y - 4.88_f32 >= 1.975);
                y = y.next_up();
            }
        }
    }

    #[test]
    fn the_house_of_dc3_ends_at_1_974() {
        let mut y = 36.4309_f32;
        let mut seen = [false; 2];
        while y < 36.4312 {
            let at = hack(0.0, y);
            let inside = 38.405_f32 - y < 1.829 + 0.145;
            seen[usize::from(inside)] = true;
            assert_eq!(Geometry::Dc3.in_house(at), inside);
            assert_eq!(Geometry::Dc3.in_guard_zone(at), !inside);
            y = y.next_up();
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn a_stone_of_dc3_that_reaches_the_tee_line_is_out_of_the_zone() {
        let beside_the_house = |y| Geometry::Dc3.in_guard_zone(hack(2.1, y));
        assert!(beside_the_house(38.2599));
        assert!(!beside_the_house(38.2601));
    }

    #[test]
    fn a_stone_touches_the_centre_line_when_it_is_less_than_its_radius_off() {
        for side in [-1.0, 1.0] {
            let touches = |x: f32| Geometry::Dc3.on_centre_line(hack(side * x, 35.0));
            is_an_open_edge(0.145, 0.145_f32.next_down(), touches);
        }
        assert!(Geometry::Legacy.on_centre_line(legacy(2.515, 8.0)));
        assert!(!Geometry::Dc2.on_centre_line(legacy(2.525, 8.0)));
    }
}
