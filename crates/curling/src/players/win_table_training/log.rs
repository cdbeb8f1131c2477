//! Log of the played ends of a win-table training, one line per batch.
//!
//! A line is a JSON object; the first is a heading with the identity of the run (player,
//! conditions, seed), each other one is an [`Entry`]. Lines are only ever appended, so a killed
//! program leaves at worst half a line, which is ignored. Any other invalid line is an error with
//! its number: a log with a gap would bias the estimate. The caller reads and writes the files.
//!
//! An entry has a fingerprint of the utility its ends were played for. If the utility changes,
//! because more ends were played in an earlier step, its ends no longer count.
//!
//! ```
//! use curling::players::end_utility::EndUtility;
//! use curling::players::self_play::Scenario;
//! use curling::players::win_table_training::log::{self, EndLog, Entry, UtilityFingerprint};
//!
//! let identity = serde_json::json!({ "seed": 1 });
//! let utility = UtilityFingerprint::of(&EndUtility::points());
//! let entry = Entry { scenario: Scenario::Points, utility, from: 0, points: vec![1, -2] };
//! let text = log::heading(&identity) + &entry.line() + "{\"occasion\":\"poi"; // killed here
//! let read = EndLog::read(text.as_bytes(), &identity)?;
//! assert_eq!(read.find(Scenario::Points, utility, 0, 2), Some(&[1, -2][..]));
//! # Ok::<(), log::LogError>(())
//! ```

use crate::players::end_utility::{EndUtility, MOST};
use crate::players::self_play::Scenario;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the format; logs of other versions are not read.
const VERSION: u32 = 1;

/// An unusable log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// An invalid line.
    #[error("line {line}: {why}")]
    Line {
        /// The line number, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// The log of another run.
    #[error("log of another run: {what} differs")]
    Other {
        /// The parts of the identity that differ.
        what: String,
    },
}

/// The fingerprint of an [`EndUtility`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UtilityFingerprint(u64);

impl UtilityFingerprint {
    /// Returns the fingerprint of these utilities.
    pub fn of(utility: &EndUtility) -> Self {
        let results = (-MOST..=MOST).map(|points| utility.of(points));
        let bytes = results.flat_map(|value| value.to_bits().to_le_bytes());
        UtilityFingerprint(arena::fingerprint::of(bytes))
    }
}

impl Serialize for UtilityFingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for UtilityFingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&text, 16);
        number
            .map(UtilityFingerprint)
            .map_err(serde::de::Error::custom)
    }
}

/// A batch of ends of one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The scenario.
    #[serde(rename = "occasion")]
    pub scenario: Scenario,
    /// The fingerprint of the utility.
    #[serde(rename = "mark")]
    pub utility: UtilityFingerprint,
    /// The number of the first end.
    pub from: u64,
    /// The hammer's points in each end.
    pub points: Vec<i8>,
}

impl Entry {
    /// Returns the line of the entry, with its line break.
    ///
    /// # Panics
    /// Never: every entry can be serialised.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an entry can be serialised") + "\n"
    }

    fn check(&self) -> Result<(), String> {
        match self.points.iter().find(|points| points.abs() > MOST) {
            Some(points) => Err(format!("impossible number of points {points}")),
            None if self.points.is_empty() => Err("entry without ends".to_owned()),
            None => Ok(()),
        }
    }
}

/// Returns the first line of a log, with its line break.
pub fn heading(identity: &Value) -> String {
    json!({ "win-table": VERSION, "of": identity }).to_string() + "\n"
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    #[serde(rename = "win-table")]
    version: u32,
    of: Value,
}

/// The played ends by scenario, utility and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndLog {
    entries: BTreeMap<(Scenario, UtilityFingerprint, u64), Vec<i8>>,
}

impl EndLog {
    /// Reads the log of a run with this identity; one without a complete line is empty.
    ///
    /// # Errors
    /// If it is the log of another run, or a complete line is invalid.
    pub fn read(text: &[u8], identity: &Value) -> Result<Self, LogError> {
        let mut log = EndLog::default();
        for (index, line) in text[..complete_length(text)]
            .split_inclusive(|&b| b == b'\n')
            .enumerate()
        {
            let invalid = |why: String| LogError::Line {
                line: index + 1,
                why,
            };
            if index == 0 {
                let heading: Heading =
                    serde_json::from_slice(line).map_err(|why| invalid(why.to_string()))?;
                heading.check(identity)?;
                continue;
            }
            let entry: Entry =
                serde_json::from_slice(line).map_err(|why| invalid(why.to_string()))?;
            entry.check().map_err(invalid)?;
            log.add(entry);
        }
        Ok(log)
    }

    /// Adds a batch; one of the same scenario, utility and first number is replaced.
    pub fn add(&mut self, entry: Entry) {
        let key = (entry.scenario, entry.utility, entry.from);
        self.entries.insert(key, entry.points);
    }

    /// Returns the points of exactly these ends, if they are in the log.
    pub fn find(
        &self,
        scenario: Scenario,
        utility: UtilityFingerprint,
        from: u64,
        count: usize,
    ) -> Option<&[i8]> {
        let found = self.entries.get(&(scenario, utility, from))?;
        (found.len() == count).then_some(found)
    }
}

/// Returns the length of the complete lines of a log: what to keep when lines are appended.
pub fn complete_length(text: &[u8]) -> usize {
    let last = text.iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |last| last + 1)
}

impl Heading {
    fn check(&self, identity: &Value) -> Result<(), LogError> {
        if self.version != VERSION {
            return Err(LogError::Other {
                what: "version".to_owned(),
            });
        }
        let expected = identity.as_object().into_iter().flatten();
        let differing = expected.filter(|&(key, value)| self.of.get(key) != Some(value));
        let what: Vec<_> = differing.map(|(key, _)| key.as_str()).collect();
        if what.is_empty() {
            return Ok(());
        }
        let what = what.join(", ");
        Err(LogError::Other { what })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::win_table::State;
    use proptest::prelude::*;

    fn identity() -> Value {
        json!({ "seed": 3, "mode": "fast" })
    }

    fn entry(from: u64) -> Entry {
        Entry {
            scenario: Scenario::Match(State {
                ends_left: 3,
                difference: -2,
            }),
            utility: UtilityFingerprint::of(&EndUtility::points()),
            from,
            points: vec![0, -8, 8],
        }
    }

    fn why(text: &str) -> String {
        let error = EndLog::read(text.as_bytes(), &identity()).unwrap_err();
        error.to_string()
    }

    #[test]
    fn a_log_cut_anywhere_has_its_complete_lines() {
        let head = heading(&identity());
        let text = head.clone() + &entry(0).line() + &entry(3).line();
        for cut in 0..=text.len() {
            let part = &text.as_bytes()[..cut];
            let log = EndLog::read(part, &identity()).unwrap();
            let lines = text[..cut].matches('\n').count();
            assert_eq!(log.entries.len(), lines.saturating_sub(1));
            assert!(complete_length(part) <= cut);
        }
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
        let head = heading(&identity());
        let line = entry(0).line();
        for (more, reason) in [
            ("nonsense\n", "line 3: expected ident"),
            ("\n", "line 3: EOF"),
            ("{\"occasion\":\"points\"}\n", "line 3: missing field"),
        ] {
            assert!(why(&format!("{head}{line}{more}")).starts_with(reason));
        }
        let far = line.replace("-8", "-9");
        assert_eq!(
            why(&(head.clone() + &far)),
            "line 2: impossible number of points -9"
        );
        let none = line.replace("[0,-8,8]", "[]");
        assert_eq!(why(&(head + &none)), "line 2: entry without ends");
        assert!(why(&line).starts_with("line 1: "));
    }

    #[test]
    fn a_log_of_another_run_is_refused() {
        let other = json!({ "seed": 4, "mode": "fast" });
        assert_eq!(why(&heading(&other)), "log of another run: seed differs");
        let later = heading(&identity()).replace("\"win-table\":1", "\"win-table\":2");
        assert_eq!(why(&later), "log of another run: version differs");
    }

    #[test]
    fn ends_for_something_else_or_of_another_number_do_not_count() {
        let mut log = EndLog::default();
        let one = entry(3);
        log.add(one.clone());
        let find = |utility, from, count| log.find(one.scenario, utility, from, count).is_some();
        assert!(find(one.utility, 3, 3));
        assert!(!find(one.utility, 3, 2) && !find(one.utility, 0, 3));
        let other = UtilityFingerprint::of(&EndUtility::any_score(0.5));
        assert!(!find(other, 3, 3));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = EndLog::read(&bytes, &identity());
            let mut text = heading(&identity()).into_bytes();
            text.extend(bytes);
            let _ = EndLog::read(&text, &identity());
        }
    }
}
