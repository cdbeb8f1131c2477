//! The power -4/5, by which the path of a stone on FCV1's ice turns at its speed.
//!
//! Plain arithmetic, so that all machines agree and several can be computed side by side. A library
//! computes it by a logarithm and an exponential; here the exponent's bits give a rough fifth root,
//! which is refined. A stone that is followed step by step has nearly the same speed again:
//! [`NearPower`] starts from the power of the step before, with the same result to the bit.

// Inlined into loops over several stones or not vectorised at all.
#![expect(clippy::inline_always)]

/// How much the exponent is off -0.8 in single precision.
const OFF: f64 = 0.8 - 0.8_f32 as f64;

/// Returns a number to the power -0.8, the exponent being the nearest number of single precision.
#[inline(always)]
pub(super) fn single(number: f32) -> f32 {
    let power = refined(
        f64::from(number),
        f64::from(rough_inverse_fifth_root(number)),
    );
    (power * (1.0 + OFF * rough_logarithm(number))) as f32
}

/// Returns a number to the power -0.8.
#[inline(always)]
pub(super) fn double(number: f64) -> f64 {
    refined(number, f64::from(rough_inverse_fifth_root(number as f32)))
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

/// The power of one number, to find that of a number near it in a third of the time: three terms of
/// the binomial series instead of the root.
///
/// Both ways are exact to parts in 10^11, and single precision to one in 10^7. They can differ only
/// where a result lies that near the middle of two numbers; there `step` returns none.
#[derive(Clone, Copy, Debug)]
pub struct NearPower {
    /// To the power -1/5.
    root: f64,
    /// To the power -1.
    inverse: f64,
    /// To the power of the exponent.
    power: f64,
}

impl NearPower {
    /// The relative distance of the next number up to which the series is exact enough: its fourth
    /// term is 0.64 of the fourth power of this.
    const NEAR: f64 = 1.0 / 1024.0;
    /// The distance from the middle of two numbers of single precision within which rounding is in
    /// doubt, in units of the last place of double precision. The series is off by 6e-13, the
    /// exponent's correction, which is that of the number before, by 2.3e-11: 2^18 of them.
    const DOUBT: u64 = 1 << 19;

    /// Returns the power of a number, for numbers near it.
    #[inline(always)]
    pub(super) fn new(number: f32) -> Self {
        let root = f64::from(rough_inverse_fifth_root(number));
        Self::of(number, root)
    }

    #[inline(always)]
    fn of(number: f32, root: f64) -> Self {
        let square = root * root;
        let fourth = square * square;
        NearPower {
            root,
            inverse: fourth * root,
            power: fourth * (1.0 + OFF * rough_logarithm(number)),
        }
    }

    /// Returns the power of the next number as [`single`] does, if that is certain, and is then
    /// the power of that number.
    #[inline(always)]
    pub(super) fn step(&mut self, number: f32) -> Option<f32> {
        // The bits that single precision has not, and their value in the middle of two numbers.
        const LOST: u64 = (1 << 29) - 1;
        const MIDDLE: u64 = 1 << 28;
        let rest = 1.0 - f64::from(number) * self.inverse;
        let square = rest * rest;
        let power = self.power * ((1.0 + 0.8 * rest) + square * (0.72 + 0.672 * rest));
        let root = self.root * ((1.0 + 0.2 * rest) + square * (0.12 + 0.088 * rest));
        *self = Self::of(number, root);
        let certain = (power.to_bits() & LOST).abs_diff(MIDDLE) > Self::DOUBT;
        (rest.abs() < Self::NEAR && certain).then_some(power as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_power_of_minus_four_fifths_is_the_librarys() {
        let (mut speed, mut off) = (1e-7_f32, 0);
        while speed < 10.0 {
            let ours = single(speed);
            let theirs = libm::pow(f64::from(speed), f64::from(-0.8_f32)) as f32;
            assert!((ours - theirs).abs() <= theirs * 1.2e-7, "{speed}");
            off += usize::from(ours != theirs);
            let theirs = libm::pow(f64::from(speed), -0.8);
            assert!(
                (double(f64::from(speed)) - theirs).abs() < 1e-10 * theirs,
                "{speed}"
            );
            speed *= 1.001;
        }
        assert!(off < 20, "{off} of 18,000 are rounded the other way");
    }

    #[test]
    fn a_step_that_is_too_long_is_refused() {
        let mut near = NearPower::new(2.0);
        assert!(near.step(1.99).is_none());
        assert!(NearPower::new(2.0).step(0.0).is_none());
        assert!(NearPower::new(0.0).step(0.0).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

        #[test]
        fn steps_find_the_power_to_the_bit(
            first in 1e-3_f32..8.0, loss in 0.0_f32..8e-4, up in any::<bool>(),
        ) {
            let factor = if up { 1.0 + loss } else { 1.0 - loss };
            let (mut number, mut near) = (first, NearPower::new(first));
            let mut refused = 0;
            for _ in 0..1000 {
                number *= factor;
                if let Some(power) = near.step(number) {
                    prop_assert_eq!(power.to_bits(), single(number).to_bits());
                } else {
                    refused += 1;
                    near = NearPower::new(number);
                }
            }
            prop_assert!(refused < 20, "{refused} of 1000 refused");
        }
    }
}
