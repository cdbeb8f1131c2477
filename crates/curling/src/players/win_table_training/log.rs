//! What has been played of a season, one line for every few ends.
//!
//! A line is a JSON object; the first says what the ends depend on (player, conditions, seed), each
//! other one is an [`Entry`]. Lines are only ever added, so a program that is killed leaves at
//! worst half a line, which is passed over. Anything else that does not read is an error with the
//! number of its line: a ledger with a hole would be a season with a bias. Files are the caller's
//! business.
//!
//! An entry has a mark of what the ends were played for. If that changes, because more ends were
//! played in an earlier step, its ends do not count any more.
//!
//! ```
//! use curling::players::self_play::ledger::{self, Entry, Ledger};
//! use curling::players::self_play::Occasion;
//! use curling::players::stakes::Stakes;
//!
//! let identity = serde_json::json!({ "seed": 1 });
//! let mark = ledger::mark(&Stakes::points());
//! let entry = Entry { occasion: Occasion::Points, mark, from: 0, points: vec![1, -2] };
//! let text = ledger::heading(&identity) + &entry.line() + "{\"occasion\":\"poi"; // killed here
//! let read = Ledger::read(text.as_bytes(), &identity)?;
//! assert_eq!(read.find(Occasion::Points, mark, 0, 2), Some(&[1, -2][..]));
//! # Ok::<(), ledger::LedgerError>(())
//! ```

use super::Occasion;
use crate::players::stakes::{MOST, Stakes};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Changes whenever an earlier program's ledgers should not be read any more.
const VERSION: u32 = 1;

/// A ledger that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// Not a line of a ledger.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Of other ends than these.
    #[error("it is of another season: {what} differs")]
    Other {
        /// What is different.
        what: String,
    },
}

/// What ends are played for, in short: equal stakes have equal marks, others hardly ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(u64);

/// The mark of stakes.
pub fn mark(stakes: &Stakes) -> Mark {
    let results = (-MOST..=MOST).map(|points| stakes.of(points));
    let bytes = results.flat_map(|worth| worth.to_bits().to_le_bytes());
    Mark(arena::fingerprint::of(bytes))
}

impl Serialize for Mark {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&text, 16);
        number.map(Mark).map_err(serde::de::Error::custom)
    }
}

/// Some ends of an occasion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Why they were played.
    pub occasion: Occasion,
    /// What for.
    pub mark: Mark,
    /// The number of the first.
    pub from: u64,
    /// The hammer's points in each.
    pub points: Vec<i8>,
}

impl Entry {
    /// The line of it, with its end.
    ///
    /// # Panics
    /// Never: an entry can be written.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an entry can be written") + "\n"
    }

    fn check(&self) -> Result<(), String> {
        match self.points.iter().find(|points| points.abs() > MOST) {
            Some(points) => Err(format!("no end gives {points} points")),
            None if self.points.is_empty() => Err("an entry without ends".to_owned()),
            None => Ok(()),
        }
    }
}

/// The first line of a ledger, with its end.
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

/// What has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: BTreeMap<(Occasion, Mark, u64), Vec<i8>>,
}

impl Ledger {
    /// Reads a ledger of ends that depend on `identity`; one without a whole line is empty.
    ///
    /// # Errors
    /// If it is of other ends, or a whole line is not one of a ledger.
    pub fn read(text: &[u8], identity: &Value) -> Result<Self, LedgerError> {
        let mut ledger = Ledger::default();
        for (index, line) in text[..whole(text)]
            .split_inclusive(|&b| b == b'\n')
            .enumerate()
        {
            let wrong = |why: String| LedgerError::Line {
                line: index + 1,
                why,
            };
            if index == 0 {
                let heading: Heading =
                    serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
                heading.check(identity)?;
                continue;
            }
            let entry: Entry =
                serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
            entry.check().map_err(wrong)?;
            ledger.add(entry);
        }
        Ok(ledger)
    }

    /// Adds some ends; those known of the same beginning are replaced.
    pub fn add(&mut self, entry: Entry) {
        let key = (entry.occasion, entry.mark, entry.from);
        self.entries.insert(key, entry.points);
    }

    /// The points of exactly these ends, if they were played.
    pub fn find(&self, occasion: Occasion, mark: Mark, from: u64, count: usize) -> Option<&[i8]> {
        let found = self.entries.get(&(occasion, mark, from))?;
        (found.len() == count).then_some(found)
    }
}

/// How much of a ledger is whole lines: what is to be kept when more is added.
pub fn whole(text: &[u8]) -> usize {
    let last = text.iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |last| last + 1)
}

impl Heading {
    fn check(&self, identity: &Value) -> Result<(), LedgerError> {
        if self.version != VERSION {
            return Err(LedgerError::Other {
                what: "the version".to_owned(),
            });
        }
        let asked = identity.as_object().into_iter().flatten();
        let differing = asked.filter(|&(key, value)| self.of.get(key) != Some(value));
        let what: Vec<_> = differing.map(|(key, _)| key.as_str()).collect();
        if what.is_empty() {
            return Ok(());
        }
        let what = what.join(", ");
        Err(LedgerError::Other { what })
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
            occasion: Occasion::Match(State {
                ends_left: 3,
                difference: -2,
            }),
            mark: mark(&Stakes::points()),
            from,
            points: vec![0, -8, 8],
        }
    }

    fn why(text: &str) -> String {
        let error = Ledger::read(text.as_bytes(), &identity()).unwrap_err();
        error.to_string()
    }

    #[test]
    fn a_ledger_cut_anywhere_has_its_whole_lines() {
        let head = heading(&identity());
        let text = head.clone() + &entry(0).line() + &entry(3).line();
        for cut in 0..=text.len() {
            let part = &text.as_bytes()[..cut];
            let ledger = Ledger::read(part, &identity()).unwrap();
            let lines = text[..cut].matches('\n').count();
            assert_eq!(ledger.entries.len(), lines.saturating_sub(1));
            assert!(whole(part) <= cut);
        }
    }

    #[test]
    fn what_is_no_line_is_told_with_its_number() {
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
            "line 2: no end gives -9 points"
        );
        let none = line.replace("[0,-8,8]", "[]");
        assert_eq!(why(&(head + &none)), "line 2: an entry without ends");
        assert!(why(&line).starts_with("line 1: "));
    }

    #[test]
    fn a_ledger_of_another_season_is_refused() {
        let other = json!({ "seed": 4, "mode": "fast" });
        assert_eq!(
            why(&heading(&other)),
            "it is of another season: seed differs"
        );
        let later = heading(&identity()).replace("\"win-table\":1", "\"win-table\":2");
        assert_eq!(why(&later), "it is of another season: the version differs");
    }

    #[test]
    fn ends_for_something_else_or_of_another_number_do_not_count() {
        let mut ledger = Ledger::default();
        let one = entry(3);
        ledger.add(one.clone());
        let find = |mark, from, count| ledger.find(one.occasion, mark, from, count).is_some();
        assert!(find(one.mark, 3, 3));
        assert!(!find(one.mark, 3, 2) && !find(one.mark, 0, 3));
        assert!(!find(mark(&Stakes::any_score(0.5)), 3, 3));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Ledger::read(&bytes, &identity());
            let mut text = heading(&identity()).into_bytes();
            text.extend(bytes);
            let _ = Ledger::read(&text, &identity());
        }
    }
}
