//! Number formats of the platforms' programs: C's `%f`, and the default of C++ streams.

/// Six decimals.
pub(super) fn decimals(number: f32) -> String {
    format!("{number:.6}")
}

/// Six significant digits, without zeros at the end; very large and very small numbers with an
/// exponent.
pub(super) fn significant(number: f32) -> String {
    const DIGITS: i32 = 6;
    let number = f64::from(number);
    if number == 0.0 {
        return "0".to_owned();
    }
    // The exponent is that of the rounded number: 999999.7 is a million.
    let scientific = format!("{number:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent) as usize;
        return trimmed(&format!("{number:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let (mantissa, exponent) = (trimmed(mantissa), exponent.abs());
    format!("{mantissa}e{sign}{exponent:02}")
}

/// Without trailing zeros after the decimal point.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn six_significant_digits_look_as_in_a_stream() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-33.3821, "-33.3821"),
            (2.375, "2.375"),
            (100_000.0, "100000"),
            (999_999.7, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (0.0001, "0.0001"),
            (0.00001234, "1.234e-05"),
            (-29.559775, "-29.5598"),
            (3.0e38, "3e+38"),
        ] {
            assert_eq!(significant(number), text);
        }
        assert_eq!(decimals(-33.401688), "-33.401688");
        assert_eq!(decimals(0.0), "0.000000");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_within_what_was_promised(number in prop::num::f32::NORMAL) {
            let read: f64 = significant(number).parse().unwrap();
            let meant = f64::from(number);
            prop_assert!((read - meant).abs() <= meant.abs() * 5.1e-6);
        }
    }
}
