//! Logarithm, exponential and circular functions for narrow ranges, to about 1e-10.
//!
//! A glide evaluates one or two of them for each position, always near the same argument, and a
//! tenth of a micrometre is more than enough: half the terms of a library function do. Only sums
//! and products in a fixed order, so all machines agree; outside their ranges they fall back to
//! `libm`.

/// The largest argument for the short series of the exponential and the circular functions.
const NARROW: f64 = 0.6;

/// Returns the ceiling of a number from 0 to 2⁶³, in fewer instructions than the general function
/// on processors that have none for it.
#[inline]
pub(in crate::physics) fn ceil(x: f64) -> f64 {
    let whole = x as i64 as f64;
    whole + f64::from(u8::from(whole < x))
}

/// Returns the natural logarithm.
#[inline]
pub(super) fn ln(x: f64) -> f64 {
    /// The bits of √½: a number between it and √2 has exponent zero here.
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const EXPONENT: u64 = 0xfff0_0000_0000_0000;
    if !(f64::MIN_POSITIVE..=f64::MAX).contains(&x) {
        return far_ln(x);
    }
    let bits = x.to_bits();
    let shift = bits.wrapping_sub(ROOT_HALF) & EXPONENT;
    let exponent = (shift.cast_signed() >> 52) as f64;
    let mantissa = f64::from_bits(bits.wrapping_sub(shift));
    // ln m = 2 artanh s
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let (s2, s4) = (s * s, s * s * s * s);
    let low = 2.0 + s2 * (2.0 / 3.0);
    let middle = 2.0 / 5.0 + s2 * (2.0 / 7.0);
    let high = 2.0 / 9.0 + s2 * (2.0 / 11.0);
    exponent * std::f64::consts::LN_2 + s * (low + s4 * (middle + s4 * high))
}

/// Returns the exponential.
#[inline]
pub(super) fn exp(x: f64) -> f64 {
    if x.abs() > NARROW {
        return far_exp(x);
    }
    let x2 = x * x;
    let even =
        1.0 + x2 * (1.0 / 2.0 + x2 * (1.0 / 24.0 + x2 * (1.0 / 720.0 + x2 * (1.0 / 40320.0))));
    let odd =
        1.0 + x2 * (1.0 / 6.0 + x2 * (1.0 / 120.0 + x2 * (1.0 / 5040.0 + x2 * (1.0 / 362_880.0))));
    even + x * odd
}

/// Sine and cosine.
#[inline]
pub(super) fn sincos(x: f64) -> (f64, f64) {
    if x.abs() > NARROW {
        return far_sincos(x);
    }
    let x2 = x * x;
    let cos =
        1.0 - x2 * (1.0 / 2.0 - x2 * (1.0 / 24.0 - x2 * (1.0 / 720.0 - x2 * (1.0 / 40320.0))));
    let sin =
        1.0 - x2 * (1.0 / 6.0 - x2 * (1.0 / 120.0 - x2 * (1.0 / 5040.0 - x2 * (1.0 / 362_880.0))));
    (x * sin, cos)
}

#[cold]
fn far_ln(x: f64) -> f64 {
    libm::log(x)
}

#[cold]
fn far_exp(x: f64) -> f64 {
    libm::exp(x)
}

#[cold]
fn far_sincos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_series_agree_with_the_library() {
        for index in -4000..=4000 {
            let x = f64::from(index) / 2000.0;
            assert!((exp(x) - libm::exp(x)).abs() < 2e-9, "e to the {x}");
            let ((sin, cos), (sine, cosine)) = (sincos(x), libm::sincos(x));
            assert!(
                (sin - sine).abs() < 2e-9 && (cos - cosine).abs() < 2e-9,
                "{x}"
            );
            let y = libm::exp(5.0 * x) * 1.01;
            assert!((ln(y) - libm::log(y)).abs() < 1e-10, "logarithm of {y}");
        }
    }

    #[test]
    fn numbers_are_rounded_up() {
        for (x, whole) in [(0.0, 0.0), (1e-9, 1.0), (2.0, 2.0), (2.001, 3.0)] {
            assert_eq!(ceil(x), whole);
        }
    }

    #[test]
    fn odd_arguments_get_the_library_s_answers() {
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert_eq!(ln(f64::INFINITY), f64::INFINITY);
        assert!(ln(-1.0).is_nan() && ln(f64::NAN).is_nan());
        assert!(exp(f64::NAN).is_nan() && sincos(f64::NAN).0.is_nan());
        assert_eq!(ln(5e-324), libm::log(5e-324));
    }
}
