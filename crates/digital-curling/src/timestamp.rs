//! Timestamps: milliseconds since 1970 in Greenwich, and their written form.

use std::time::{SystemTime, UNIX_EPOCH};

/// The current time, in milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// The written form of a time in milliseconds since 1970.
///
/// ```
/// use digital_curling::timestamp::written;
///
/// assert_eq!(written(1_530_000_000_250), "2018-06-26T08:00:00.250Z");
/// ```
pub fn written(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = clock(seconds);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z")
}

/// The hour, minute and second of a time in seconds since 1970.
pub(crate) fn clock(seconds: u64) -> (u64, u64, u64) {
    let rest = seconds % 86_400;
    (rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date of a day counted from 1 January 1970. Years begin in March here, so that a leap day is
/// their last.
pub(crate) fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // from 1 March of the year 0
    let (era, day) = (days / 146_097, days % 146_097); // 400 years
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153; // from March
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (year + 400 * era + late, month, date)
}
