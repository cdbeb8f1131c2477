//! Frames of reference: the house frame and those of the platforms.
//!
//! Everything in this crate that does not say otherwise is in the **house frame**: metres, origin
//! at the tee, x to the thrower's right, y down the sheet, away from the thrower. Guards have
//! negative y, the back line positive y; angles grow counter-clockwise, as in mathematics.
//!
//! The platforms have frames of their own, in single precision. A point of theirs converted to the
//! house frame and back is the same point, bit by bit: the house frame is kept in double precision
//! for that reason too.

use crate::vector::Vector;

/// A point of the legacy platform and of its successor DC2: origin at the top left corner of the
/// sheet seen from above, x to the thrower's right, y *towards* the thrower; the tee is at (2.375,
/// 4.88).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegacyPoint(pub Vector<f32>);

/// A point of Digital Curling 3 and 4: origin at the thrower's hack, x to the thrower's right, y
/// down the sheet; the tee is at (0, 38.405).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HackPoint(pub Vector<f32>);

/// The tee in the legacy frame.
pub const LEGACY_TEE: Vector<f32> = Vector::new(2.375, 4.88);

/// The tee in the hack frame.
pub const HACK_TEE: Vector<f32> = Vector::new(0.0, 38.405);

impl LegacyPoint {
    /// Creates the point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        LegacyPoint(Vector::new(x, y))
    }
}

impl HackPoint {
    /// Creates the point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        HackPoint(Vector::new(x, y))
    }
}

impl From<LegacyPoint> for Vector {
    fn from(LegacyPoint(point): LegacyPoint) -> Self {
        (point.wide() - LEGACY_TEE.wide()).conjugate()
    }
}

impl From<Vector> for LegacyPoint {
    fn from(point: Vector) -> Self {
        LegacyPoint(Vector::of(point.conjugate() + LEGACY_TEE.wide()))
    }
}

impl From<HackPoint> for Vector {
    fn from(HackPoint(point): HackPoint) -> Self {
        point.wide() - HACK_TEE.wide()
    }
}

impl From<Vector> for HackPoint {
    fn from(point: Vector) -> Self {
        HackPoint(Vector::of(point + HACK_TEE.wide()))
    }
}

/// Converts a velocity between the legacy frame and the house frame, either way: the long axis
/// points the other way.
pub fn flip<R: crate::vector::Real>(velocity: Vector<R>) -> Vector<R> {
    velocity.conjugate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_tee_is_the_origin() {
        assert_eq!(Vector::from(LegacyPoint(LEGACY_TEE)), Vector::ZERO);
        assert_eq!(Vector::from(HackPoint(HACK_TEE)), Vector::ZERO);
    }

    #[test]
    fn a_guard_lies_towards_the_thrower() {
        assert!(Vector::from(LegacyPoint::new(2.375, 8.0)).y < 0.0);
        assert!(Vector::from(HackPoint::new(0.0, 35.0)).y < 0.0);
    }

    proptest! {
        #[test]
        fn points_come_back_bit_by_bit(x in -5.0_f32..50.0, y in -5.0_f32..50.0) {
            let legacy = LegacyPoint::new(x, y);
            prop_assert_eq!(LegacyPoint::from(Vector::from(legacy)), legacy);
            let hack = HackPoint::new(x, y);
            prop_assert_eq!(HackPoint::from(Vector::from(hack)), hack);
        }
    }
}
