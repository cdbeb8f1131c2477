//! The identity of a match of Digital Curling 3: its identifier and the time of its set-up.

use std::time::{SystemTime, UNIX_EPOCH};

/// The identity of a match, the same for both teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A UUID.
    pub game_id: String,
    /// The time of its set-up: ISO 8601, UTC.
    pub date_time: String,
}

impl Identity {
    /// The identity of a match set up now.
    pub fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Identity {
            game_id: uuid::Uuid::new_v4().to_string(),
            date_time: date_time(since.unwrap_or_default().as_secs()),
        }
    }

    /// The identity of a match that was set up at a time, in seconds since 1970: always the same
    /// for the same text, which is that of its record.
    pub fn of_text(text: &str, seconds: u64) -> Self {
        // FNV-1a with 128 bits.
        let hash = text.bytes().fold(
            0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128,
            |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b),
        );
        let id = uuid::Builder::from_random_bytes(hash.to_be_bytes()).into_uuid();
        Identity {
            game_id: id.to_string(),
            date_time: date_time(seconds),
        }
    }

    /// The name of the folder of its log: `20240309T001000_` and the identifier.
    pub fn folder(&self) -> String {
        let date: String = self.date_time.chars().take(19).collect();
        format!("{}_{}", date.replace(['-', ':'], ""), self.game_id)
    }
}

impl Default for Identity {
    fn default() -> Self {
        Self::new()
    }
}

/// Seconds since 1970 as ISO 8601.
pub(super) fn date_time(seconds: u64) -> String {
    let (days, second) = (seconds / 86400, seconds % 86400);
    // Years begin in March here, so that the odd day comes last; 719468 days lie between the first
    // of them and 1970.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}+00:00",
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00+00:00"),
            (951_782_399, "2000-02-28T23:59:59+00:00"),
            (951_782_400, "2000-02-29T00:00:00+00:00"),
            (1_709_943_000, "2024-03-09T00:10:00+00:00"),
            (4_107_542_400, "2100-03-01T00:00:00+00:00"),
        ] {
            assert_eq!(date_time(seconds), text);
        }
    }

    #[test]
    fn the_folder_of_a_log_is_named_by_date_and_identifier() {
        let identity = Identity::of_text("a record", 1_709_943_000);
        assert_eq!(identity, Identity::of_text("a record", 1_709_943_000));
        assert_ne!(
            identity.game_id,
            Identity::of_text("another", 1_709_943_000).game_id
        );
        let folder = identity.folder();
        assert!(folder.starts_with("20240309T001000_"), "{folder}");
        assert!(uuid::Uuid::parse_str(&folder[16..]).is_ok(), "{folder}");
    }
}
