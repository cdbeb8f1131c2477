//! Plane vectors in single or double precision.
//!
//! The official simulators compute in single precision and ours must follow them digit by digit,
//! while searches want double precision; the same disc-contact code serves both. That needs one
//! vector type over a [`Real`], which the usual vector libraries do not offer (their single and
//! double types share no trait).

// Inlined into loops over several stones or not vectorised at all.
#![expect(clippy::inline_always)]

mod power;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A floating-point number in single or double precision.
pub trait Real:
    Copy
    + Default
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Send
    + Sync
    + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The change below which an iteration has converged. Single precision has to repeat an engine
    /// that makes every pass: zero.
    const NOTICEABLE: Self;
    /// An angle below which the cosine is rounded to one and the sine to the angle.
    const SLIGHT: Self;
    /// Returns the nearest number of this precision.
    fn of(number: f64) -> Self;
    /// Converts to double precision.
    fn wide(self) -> f64;
    /// Returns the square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Returns the absolute value.
    #[must_use]
    fn abs(self) -> Self;
    /// Returns the larger of two numbers.
    #[must_use]
    fn max(self, other: Self) -> Self;
    /// Returns the number clamped between two others.
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self;
    /// Returns the number to the power -0.8, the exponent being the nearest number of this
    /// precision; for numbers from 1e-7 to 1e7. Rounded as well as a good mathematical library
    /// would, and made of plain arithmetic, so that several can be computed side by side.
    #[must_use]
    fn minus_four_fifths(self) -> Self;
    /// The power of one number, from which that of a number near it is found sooner.
    type NearPower: Copy + Debug;
    /// Returns [`Real::minus_four_fifths`] of this number, for numbers near it.
    #[must_use]
    fn near_power(self) -> Self::NearPower;
    /// Returns [`Real::minus_four_fifths`], to the bit, from that of a number near this one, and
    /// leaves its own.
    #[must_use]
    fn minus_four_fifths_from(self, near: &mut Self::NearPower) -> Self;
}

macro_rules! real {
    ($kind:ty, $noticeable:literal, $slight:expr, { $($power:tt)* }) => {
        impl Real for $kind {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NOTICEABLE: Self = $noticeable;
            const SLIGHT: Self = $slight;
            #[inline]
            fn of(number: f64) -> Self {
                number as $kind
            }
            #[inline]
            fn wide(self) -> f64 {
                f64::from(self)
            }
            #[inline]
            fn sqrt(self) -> Self {
                <$kind>::sqrt(self)
            }
            #[inline]
            fn abs(self) -> Self {
                <$kind>::abs(self)
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                if self < low {
                    low
                } else if self > high {
                    high
                } else {
                    self
                }
            }
            $($power)*
        }
    };
}

real!(f32, 0.0, 1.0 / 8192.0, {
    type NearPower = power::NearPower;
    #[inline(always)]
    fn minus_four_fifths(self) -> Self {
        power::single(self)
    }
    #[inline(always)]
    fn near_power(self) -> power::NearPower {
        power::NearPower::new(self)
    }
    #[inline(always)]
    fn minus_four_fifths_from(self, near: &mut power::NearPower) -> Self {
        near.step(self).unwrap_or_else(|| {
            *near = power::NearPower::new(self);
            power::single(self)
        })
    }
});

// Nothing simulates many steps in double precision.
real!(f64, 1e-10, 1.0 / 134_217_728.0, {
    type NearPower = ();
    #[inline(always)]
    fn minus_four_fifths(self) -> Self {
        power::double(self)
    }
    #[inline(always)]
    fn near_power(self) {}
    #[inline(always)]
    fn minus_four_fifths_from(self, (): &mut ()) -> Self {
        power::double(self)
    }
});

/// A point, displacement or velocity in the plane; in metres or metres a second, and where nothing
/// else is said in the house frame (see [`crate::frame`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPoint")]
#[serde(deny_unknown_fields)]
pub struct Vector<R = f64> {
    /// To the right of the thrower.
    pub x: R,
    /// Along the sheet.
    pub y: R,
}

impl<R> Vector<R> {
    /// Creates the vector with these coordinates.
    #[inline]
    pub const fn new(x: R, y: R) -> Self {
        Vector { x, y }
    }
}

impl<R: Real> Vector<R> {
    /// The zero vector.
    pub const ZERO: Self = Vector {
        x: R::ZERO,
        y: R::ZERO,
    };

    /// Returns the inner product.
    #[inline]
    #[must_use]
    pub fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y
    }

    /// Returns the outer product: positive if `other` lies counter-clockwise of this vector.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> R {
        self.x * other.y - self.y * other.x
    }

    /// Returns the square of the length.
    #[inline]
    #[must_use]
    pub fn length_squared(self) -> R {
        self.dot(self)
    }

    /// Returns the length.
    #[inline]
    #[must_use]
    pub fn length(self) -> R {
        self.length_squared().sqrt()
    }

    /// Returns the vector rotated by a right angle, counter-clockwise.
    #[inline]
    #[must_use]
    pub fn left(self) -> Self {
        Vector::new(-self.y, self.x)
    }

    /// Returns this vector rotated and scaled by another, both taken as complex numbers.
    #[inline]
    #[must_use]
    pub fn turned(self, by: Self) -> Self {
        Vector::new(self.x * by.x - self.y * by.y, self.x * by.y + self.y * by.x)
    }

    /// Returns the reflection at the x axis: the complex conjugate.
    #[inline]
    #[must_use]
    pub fn conjugate(self) -> Self {
        Vector::new(self.x, -self.y)
    }

    /// Converts to double precision.
    #[inline]
    #[must_use]
    pub fn wide(self) -> Vector<f64> {
        Vector::new(self.x.wide(), self.y.wide())
    }

    /// Converts to this precision, rounded.
    #[inline]
    #[must_use]
    pub fn of(vector: Vector<f64>) -> Self {
        Vector::new(R::of(vector.x), R::of(vector.y))
    }
}

impl Vector<f64> {
    /// Returns whether both coordinates are finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl<R: Real> Add for Vector<R> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Vector::new(self.x + other.x, self.y + other.y)
    }
}

impl<R: Real> Sub for Vector<R> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Vector::new(self.x - other.x, self.y - other.y)
    }
}

impl<R: Real> AddAssign for Vector<R> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<R: Real> SubAssign for Vector<R> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<R: Real> Mul<R> for Vector<R> {
    type Output = Self;
    #[inline]
    fn mul(self, factor: R) -> Self {
        Vector::new(self.x * factor, self.y * factor)
    }
}

impl<R: Real> Neg for Vector<R> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Vector::new(-self.x, -self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_by_a_unit_vector_keeps_the_length() {
        let turned = Vector::new(3.0, 4.0).turned(Vector::new(0.6, 0.8));
        assert!((turned.length() - 5.0).abs() < 1e-12);
        assert_eq!(
            Vector::new(1.0, 0.0).turned(Vector::new(0.0, 1.0)),
            Vector::new(1.0, 0.0).left()
        );
    }

    #[test]
    fn single_precision_is_rounded_once() {
        let single: Vector<f32> = Vector::of(Vector::new(4.88, 0.1));
        assert_eq!(single, Vector::new(4.88_f32, 0.1_f32));
        assert_eq!(Vector::<f32>::of(single.wide()), single);
    }
}
