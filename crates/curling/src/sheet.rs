//! The sheet: its lines, and the areas in which a stone is in play.
//!
//! Lengths are in the house frame (see [`crate::frame`]): the tee is the origin, the far end of the
//! sheet has positive y. The platforms draw their sheets a few millimetres differently and disagree
//! about a stone that touches a line, so both are values.

use crate::stones::Extent;
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The radius of a stone on every platform, in metres.
pub const RADIUS: f64 = 0.145;

/// Lines and rings of a sheet, as distances in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSheet")]
#[serde(deny_unknown_fields, default)]
pub struct Sheet {
    /// From side line to side line.
    pub width: f64,
    /// From the tee forward to the near edge of the play area, the hog line.
    pub hog: f64,
    /// From the tee to the back line.
    pub back: f64,
    /// Radius of the house: the 12-foot ring.
    pub house: f64,
    /// Radius of the 8-foot ring.
    pub eight_foot: f64,
    /// Radius of the 4-foot ring.
    pub four_foot: f64,
    /// From the tee to the point of release.
    pub delivery: f64,
}

impl Sheet {
    /// The sheet of the legacy platform and of DC2.
    pub const LEGACY: Sheet = Sheet {
        width: 4.75,
        hog: 6.40,
        back: 1.83,
        house: 1.83,
        eight_foot: 1.22,
        four_foot: 0.61,
        delivery: 36.40,
    };

    /// The sheet of Digital Curling 3 and 4.
    pub const DC3: Sheet = Sheet {
        width: 4.75,
        hog: 6.401,
        back: 1.829,
        house: 1.829,
        eight_foot: 1.219,
        four_foot: 0.610,
        // In single precision, as in the frame of the hack: the exact simulation must start at the
        // engine's own number, not at its neighbour.
        delivery: 38.405_f32 as f64,
    };

    /// Returns the point of release.
    pub fn hack(&self) -> Vector {
        Vector::new(0.0, -self.delivery)
    }
}

impl Default for Sheet {
    fn default() -> Self {
        Sheet::DC3
    }
}

/// A rectangle of the sheet, in the house frame; its edges do not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRegion")]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Upper bound of |x|.
    pub side: f64,
    /// Lower bound of y.
    pub front: f64,
    /// Upper bound of y.
    pub back: f64,
}

impl Region {
    /// Returns whether a stone with its centre here is inside.
    #[inline]
    pub fn contains(&self, at: Vector) -> bool {
        at.x.abs() < self.side && at.y > self.front && at.y < self.back
    }

    /// Returns whether everything within these bounds is inside.
    #[inline]
    pub(crate) fn holds(&self, extent: &Extent) -> bool {
        extent.side < self.side && extent.front > self.front && extent.back < self.back
    }
}

/// The stones that delay the removal of one that has left the sheet while others still move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingHeldUpBy")]
#[serde(rename_all = "kebab-case")]
pub enum RemovalDelay {
    /// Nothing: the stone is removed at once.
    Nothing,
    /// Any moving stone of a lower slot.
    Moving,
    /// Any stone of a lower slot that moves or moved within the last half second.
    Awake,
}

/// The bounds of play: which stones leave play, and when.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingBounds")]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// While stones move, a stone outside this region leaves play.
    pub moving: Region,
    /// The delay of a removal.
    #[serde(rename = "held_up_by")]
    pub removal_delay: RemovalDelay,
    /// The region outside which a stone leaves play when all have stopped.
    pub resting: Region,
    /// Whether `resting` applies to all stones; otherwise only to the delivered stone.
    pub all_must_rest_inside: bool,
    /// Whether stones outside `resting` are removed before a shot.
    pub dropped_before: bool,
}

impl Bounds {
    /// Returns the bounds of the legacy platform: a stone may hang over the back line; only the
    /// delivered stone must clear the hog line, a stone knocked back over it lies there for one
    /// more shot.
    pub fn legacy(sheet: &Sheet) -> Self {
        let moving = Region {
            side: sheet.width / 2.0 - RADIUS,
            front: -(sheet.delivery + 4.27) + RADIUS,
            back: sheet.back + RADIUS,
        };
        Bounds {
            moving,
            removal_delay: RemovalDelay::Awake,
            resting: Region {
                front: -sheet.hog + RADIUS,
                ..moving
            },
            all_must_rest_inside: false,
            dropped_before: true,
        }
    }

    /// DC2: a stone that touches the back line when all have stopped is out.
    pub fn dc2(sheet: &Sheet) -> Self {
        let moving = Region {
            side: sheet.width / 2.0 - RADIUS,
            front: -(sheet.delivery + 4.27) + RADIUS,
            back: sheet.back + 3.05 - RADIUS,
        };
        Bounds {
            moving,
            removal_delay: RemovalDelay::Moving,
            resting: Region {
                front: -sheet.hog + RADIUS,
                back: sheet.back - RADIUS,
                ..moving
            },
            all_must_rest_inside: true,
            dropped_before: false,
        }
    }

    /// Digital Curling 3 and 4, and the sport: a stone that touches the back line is in, one that
    /// touches the hog line or a side line is out.
    pub fn dc3(sheet: &Sheet) -> Self {
        let moving = Region {
            side: sheet.width / 2.0 - RADIUS,
            front: -(sheet.delivery + 1.829) + RADIUS,
            back: sheet.back + RADIUS,
        };
        Bounds {
            moving,
            removal_delay: RemovalDelay::Nothing,
            resting: Region {
                front: -sheet.hog + RADIUS,
                ..moving
            },
            all_must_rest_inside: true,
            dropped_before: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{HackPoint, LegacyPoint};

    fn legacy(x: f32, y: f32) -> Vector {
        LegacyPoint::new(x, y).into()
    }

    #[test]
    fn the_platforms_disagree_about_the_back_line() {
        let hanging = legacy(2.375, 3.0);
        assert!(Bounds::legacy(&Sheet::LEGACY).resting.contains(hanging));
        assert!(!Bounds::dc2(&Sheet::LEGACY).resting.contains(hanging));
        assert!(
            Bounds::dc2(&Sheet::LEGACY)
                .resting
                .contains(legacy(2.375, 3.2))
        );
        let hanging = HackPoint::new(0.0, 40.3).into();
        assert!(Bounds::dc3(&Sheet::DC3).resting.contains(hanging));
    }

    #[test]
    fn a_stone_must_clear_the_hog_line() {
        let bounds = Bounds::legacy(&Sheet::LEGACY);
        assert!(bounds.resting.contains(legacy(2.0, 11.13)));
        assert!(!bounds.resting.contains(legacy(2.0, 11.14)));
        assert!(bounds.moving.contains(legacy(2.0, 11.14)));
    }

    #[test]
    fn a_stone_that_touches_the_side_line_is_out() {
        for bounds in [
            Bounds::legacy(&Sheet::LEGACY),
            Bounds::dc2(&Sheet::LEGACY),
            Bounds::dc3(&Sheet::DC3),
        ] {
            assert!(bounds.moving.contains(Vector::new(2.22, 0.0)));
            assert!(!bounds.moving.contains(Vector::new(-2.24, 0.0)));
        }
    }
}
