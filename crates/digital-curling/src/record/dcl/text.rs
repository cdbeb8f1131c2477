//! Number, name and date formats of `.dcl` logs.

use super::Variant;
use crate::timestamp::{civil, clock};

/// A number as the platform's programs print it: six decimals, or six significant digits.
pub(super) fn number(variant: Variant, value: f64) -> String {
    // Zero has no sign in any log.
    let value = if value == 0.0 { 0.0 } else { value };
    match variant {
        Variant::Legacy => format!("{value:.6}"),
        Variant::Dc2 => significant(value),
    }
}

/// Six significant digits without trailing zeros, as C++ streams write them.
fn significant(value: f64) -> String {
    let exact = format!("{value:.5e}");
    let Some((digits, exponent)) = exact.split_once('e') else {
        return exact; // not finite
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if (-4..6).contains(&exponent) {
        let decimals = usize::try_from(5 - exponent).unwrap_or(0);
        return trimmed(&format!("{value:.decimals$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// A name that fits on a line.
pub(super) fn one_line(name: &str) -> String {
    let clean = name.chars().filter(|c| !c.is_control());
    clean.collect::<String>().trim().to_owned()
}

/// The file name of a log: `alpha_vs_beta[1530000000].dcl`, on DC2
/// `alpha_beta(20180626_080000).dcl`. Time is in seconds since 1970; the date is that of Greenwich.
/// Characters that file systems do not allow become `_`.
///
/// ```
/// use digital_curling::record::dcl::{Variant, file_name};
///
/// let names = ["alpha".to_owned(), "b/eta".to_owned()];
/// assert_eq!(file_name(&names, Variant::Legacy, 1_530_000_000), "alpha_vs_b_eta[1530000000].dcl");
/// assert_eq!(file_name(&names, Variant::Dc2, 1_530_000_000), "alpha_b_eta(20180626_080000).dcl");
/// ```
pub fn file_name(names: &[String; 2], variant: Variant, seconds: u64) -> String {
    let [first, second] = names.each_ref().map(|name| portable(name));
    match variant {
        Variant::Legacy => format!("{first}_vs_{second}[{seconds}].dcl"),
        Variant::Dc2 => format!("{first}_{second}({}).dcl", date(seconds)),
    }
}

/// A name as part of a file's name.
fn portable(name: &str) -> String {
    let safe = |c: char| {
        let bad = c.is_control() || "/\\:*?\"<>|".contains(c);
        if bad { '_' } else { c }
    };
    let name: String = name.trim().chars().map(safe).take(60).collect();
    if name.trim_matches('.').is_empty() {
        return "player".to_owned();
    }
    name
}

/// `YYYYMMDD_HHMMSS`, in Greenwich.
fn date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = clock(seconds);
    format!("{year:04}{month:02}{day:02}_{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_on_either_platform() {
        for (value, legacy, dc2) in [
            (0.0, "0.000000", "0"),
            (-0.0, "0.000000", "0"),
            (2.375, "2.375000", "2.375"),
            (-29.559774, "-29.559774", "-29.5598"),
            (0.145, "0.145000", "0.145"),
            (100_000.0, "100000.000000", "100000"),
            (1_234_567.0, "1234567.000000", "1.23457e+06"),
            (0.000_012_345, "0.000012", "1.2345e-05"),
            (0.999_999_9, "1.000000", "1"),
        ] {
            assert_eq!(number(Variant::Legacy, value), legacy);
            assert_eq!(number(Variant::Dc2, value), dc2);
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (seconds, text) in [
            (0, "19700101_000000"),
            (951_782_400, "20000229_000000"),
            (951_868_799, "20000229_235959"),
            (1_709_164_800, "20240229_000000"),
            (4_107_542_399, "21000228_235959"),
            (4_107_542_400, "21000301_000000"),
        ] {
            assert_eq!(date(seconds), text);
        }
    }

    #[test]
    fn a_file_has_a_name_whatever_the_players_are_called() {
        let names = ["..".to_owned(), "a\nb".repeat(60)];
        let name = file_name(&names, Variant::Legacy, 1);
        assert!(name.starts_with("player_vs_a_ba_b"), "{name}");
        assert!(name.len() < 200);
    }
}
