//! Plane vectors in single or double precision.
//!
//! The official simulators compute in single precision and ours must follow them digit by digit,
//! while searches want double precision; the same disc-contact code serves both. That needs one
//! vector type over a [`Real`], which the usual vector libraries do not offer (their single and
//! double types share no trait).

// Inlined into loops over several stones or not vectorised at all.
#![expect(clippy::inline_always)]

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
}

/// `number` to the power -1/5, to three parts in a hundred thousand: the exponent divided by five
/// in the integer that represents the number, and two steps of Newton's method.
#[inline(always)]
fn rough_inverse_fifth_root(number: f32) -> f32 {
    // 6/5 of 1.0 as an integer, less what makes the largest error smallest
    const ORIGIN: f32 = 1_278_423_859.0 - 495_000.0;
    let guess = ORIGIN - number.to_bits().cast_signed() as f32 * 0.2;
    let mut root = f32::from_bits(guess as u32);
    for _ in 0..2 {
        let square = root * root;
        root *= 1.2 - 0.2 * number * (square * square * root);
    }
    root
}

/// `number` to the power -4/5, to one part in 10^11, from a rough inverse fifth root: three terms
/// of the binomial series.
#[inline(always)]
fn refined(number: f64, root: f64) -> f64 {
    let square = root * root;
    let rest = 1.0 - number * (square * square * root);
    let root = root * (1.0 + rest * (0.2 + rest * (0.12 + rest * 0.088)));
    let square = root * root;
    square * square
}

/// Returns the natural logarithm, to one part in a hundred.
#[inline(always)]
fn rough_logarithm(number: f32) -> f64 {
    let bits = number.to_bits().cast_signed();
    let part = (bits & 0x007f_ffff) as f32 * (1.0 / 8_388_608.0);
    let whole = ((bits >> 23) - 127) as f32;
    f64::from(whole + part + 0.344 * part * (1.0 - part)) * std::f64::consts::LN_2
}

macro_rules! real {
    ($kind:ty, $noticeable:literal) => {
        impl Real for $kind {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NOTICEABLE: Self = $noticeable;
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
            #[inline(always)]
            fn minus_four_fifths(self) -> Self {
                // How much the exponent is off -0.8 in this precision.
                const OFF: f64 = 0.8 - 0.8 as $kind as f64;
                let single = self as f32;
                let power = refined(f64::from(self), f64::from(rough_inverse_fifth_root(single)));
                (power * (1.0 + OFF * rough_logarithm(single))) as $kind
            }
        }
    };
}

real!(f32, 0.0);
real!(f64, 1e-10);

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
    fn the_power_of_minus_four_fifths_is_the_librarys() {
        let (mut speed, mut off) = (1e-7_f32, 0);
        while speed < 10.0 {
            let (ours, theirs) = (
                speed.minus_four_fifths(),
                libm::pow(f64::from(speed), f64::from(-0.8_f32)) as f32,
            );
            assert!((ours - theirs).abs() <= theirs * 1.2e-7, "{speed}");
            off += usize::from(ours != theirs);
            let double = f64::from(speed);
            let theirs = libm::pow(double, -0.8);
            assert!(
                (double.minus_four_fifths() - theirs).abs() < 1e-10 * theirs,
                "{speed}"
            );
            speed *= 1.001;
        }
        assert!(off < 20, "{off} of 18,000 are rounded the other way");
    }

    #[test]
    fn single_precision_is_rounded_once() {
        let single: Vector<f32> = Vector::of(Vector::new(4.88, 0.1));
        assert_eq!(single, Vector::new(4.88_f32, 0.1_f32));
        assert_eq!(Vector::<f32>::of(single.wide()), single);
    }
}
