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

/// Reads a written time with its offset, as in `2018-06-26T17:00:00+09:00`, in milliseconds since
/// 1970; seconds and their fraction may be left out.
///
/// ```
/// use digital_curling::timestamp::{read, written};
///
/// assert_eq!(read("2018-06-26T17:00:00.250+09:00"), Some(1_530_000_000_250));
/// assert_eq!(read("2018-06-26T08:00Z").map(written).as_deref(), Some("2018-06-26T08:00:00.000Z"));
/// assert_eq!(read("2018-06-26"), None);
/// ```
pub fn read(text: &str) -> Option<u64> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let at = time.find(['Z', 'z', '+', '-'])?;
    let (time, offset) = time.split_at(at);
    let [year, month, day] = numbers(date, '-')?;
    let (hours, seconds) = time
        .rsplit_once(':')
        .filter(|(rest, _)| rest.contains(':'))
        .unwrap_or((time, "0"));
    let [hour, minute] = numbers(hours, ':')?;
    let seconds: f64 = seconds.parse().ok()?;
    let offset = match offset.split_at(1) {
        ("Z" | "z", "") => 0,
        (sign, rest) => {
            let [hours, minutes] = numbers(rest, ':')?;
            let minutes = i64::from(hours * 60 + minutes);
            if sign == "-" { -minutes } else { minutes }
        }
    };
    let valid = (1970..10_000).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && (0.0..61.0).contains(&seconds);
    // The day after 1 January 1970 by search: no second calendar.
    let days = valid.then(|| day_of(year.into(), month.into(), day.into()))??;
    let minutes = i64::try_from(days).ok()? * 1440 + i64::from(hour * 60 + minute) - offset;
    let milliseconds = minutes * 60_000 + (seconds * 1000.0).round() as i64;
    u64::try_from(milliseconds).ok()
}

/// The numbers of a text, separated by a character.
fn numbers<const N: usize>(text: &str, separator: char) -> Option<[u32; N]> {
    let parts = text.split(separator).map(|part| part.parse().ok());
    let parts: Option<Vec<u32>> = parts.collect();
    parts?.try_into().ok()
}

/// The day of a date, counted from 1 January 1970; none if there is no such date.
fn day_of(year: u64, month: u64, day: u64) -> Option<u64> {
    let around = (year - 1970) * 365 + (year - 1969) / 4 + (month - 1) * 30;
    let days = around.saturating_sub(30)..around + 62;
    days.into_iter()
        .find(|days| civil(*days) == (year, month, day))
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
