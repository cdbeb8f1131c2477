//! Win table: the chance of winning a match between two ends.
//!
//! A state is the ends left and the score difference of the team with the hammer; the other team's
//! chance is the complement. The table is computed by backward induction from the end of the match
//! with a distribution of the points of an end (Kato, Iizuka and Yamamoto 2016, section 3.5, steps
//! 2 and 4): [`WinTable::from_scores`]. The distributions come from self-play, which is
//! [`win_table_training`](super::win_table_training).
//!
//! Differences beyond the table count as its last one, more ends than it has as its most.
//!
//! ```
//! use curling::players::win_table::{EndScores, Shape, WinTable};
//!
//! // In every end the hammer takes one point or, as likely, two.
//! let scores = EndScores::new(&[(1, 1.0), (2, 1.0)])?;
//! let table = WinTable::from_scores(Shape::default(), 0.75, |_| &scores)?;
//! // One end left and one behind: two points win, one point levels the match without the hammer.
//! assert_eq!(table.chance(1, -1, true), 0.5 + 0.5 * 0.25);
//! assert_eq!(table.chance(1, 1, false), 1.0 - table.chance(1, -1, true));
//! # Ok::<(), curling::players::win_table::TableError>(())
//! ```

mod library;

pub use library::{shipped_for, table_for};

use super::end_utility::MOST;
use crate::conditions::Conditions;
use crate::notation;
use crate::rules::{Chooser, Rules};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

const RESULTS: usize = 2 * MOST as usize + 1;
/// The largest number of ends left and of points of difference.
const LARGEST: usize = 100;

/// An invalid table or distribution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// A wrong number of entries.
    #[error("invalid win table: {what} (expected 1 to 101 rows of the same odd length, 3 to 201)")]
    Shape {
        /// The reason.
        what: String,
    },
    /// A value that is no chance.
    #[error(
        "invalid chance {value}: expected a number from 0 to 1 ({ends_left} ends left, difference {difference})"
    )]
    NotAChance {
        /// The row.
        ends_left: usize,
        /// The column.
        difference: i32,
        /// The rejected value.
        value: f64,
    },
    /// An invalid weight of a distribution.
    #[error("invalid weight {weight} of {points} points in a distribution of an end's points")]
    Scores {
        /// The points.
        points: i8,
        /// The weight.
        weight: f64,
    },
    /// Invalid conditions of its training.
    #[error("invalid conditions of a win table: {why}")]
    Conditions {
        /// The reason.
        why: String,
    },
    /// An empty distribution.
    #[error("empty distribution of an end's points: give at least one positive weight")]
    NoScores,
}

/// The distribution of an end's points for the hammer, as counts or weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(i8, f64)>", into = "Vec<(i8, f64)>")]
pub struct EndScores {
    weights: [f64; RESULTS],
}

impl EndScores {
    /// Creates a distribution from points and their weights; the same points may be given more than
    /// once.
    ///
    /// # Errors
    /// If points are impossible, a weight is negative or not finite, or none is positive.
    pub fn new(weights: &[(i8, f64)]) -> Result<Self, TableError> {
        let mut scores = EndScores::default();
        for &(points, weight) in weights {
            let valid = weight.is_finite() && weight >= 0.0;
            if points.unsigned_abs() > MOST as u8 || !valid {
                return Err(TableError::Scores { points, weight });
            }
            scores.weights[(points + MOST) as usize] += weight;
        }
        if scores.total() > 0.0 {
            Ok(scores)
        } else {
            Err(TableError::NoScores)
        }
    }

    /// Counts one more end with this many points (at most eight either way).
    pub fn count(&mut self, points: i8) {
        self.weights[(points.clamp(-MOST, MOST) + MOST) as usize] += 1.0;
    }

    /// Adds another distribution.
    pub fn add(&mut self, more: &EndScores) {
        for (weight, more) in self.weights.iter_mut().zip(more.weights) {
            *weight += more;
        }
    }

    /// Returns the distribution with all weights times a factor.
    #[must_use]
    pub(crate) fn scaled(&self, factor: f64) -> Self {
        EndScores {
            weights: self.weights.map(|weight| weight * factor),
        }
    }

    /// Returns the weight of this many points.
    pub fn weight(&self, points: i8) -> f64 {
        let index = usize::try_from(i16::from(points) + i16::from(MOST));
        index.map_or(0.0, |index| self.weights.get(index).copied().unwrap_or(0.0))
    }

    /// Returns the total weight.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// Returns the results with positive weight and their probabilities; none if nothing was
    /// counted.
    pub fn shares(&self) -> impl Iterator<Item = (i8, f64)> + '_ {
        let total = self.total();
        let results = (-MOST..=MOST).zip(self.weights);
        results
            .filter(|&(_, weight)| weight > 0.0)
            .map(move |(points, weight)| (points, weight / total))
    }

    /// Returns the mean number of points.
    pub fn mean(&self) -> f64 {
        self.shares().map(|(points, p)| f64::from(points) * p).sum()
    }
}

impl TryFrom<Vec<(i8, f64)>> for EndScores {
    type Error = TableError;

    fn try_from(weights: Vec<(i8, f64)>) -> Result<Self, TableError> {
        EndScores::new(&weights)
    }
}

impl From<EndScores> for Vec<(i8, f64)> {
    fn from(scores: EndScores) -> Self {
        (-MOST..=MOST)
            .zip(scores.weights)
            .filter(|&(_, weight)| weight > 0.0)
            .collect()
    }
}

/// The team with the hammer after a blank end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterBlank {
    /// The team that had it.
    #[default]
    Keeps,
    /// The other team: mixed doubles of Digital Curling 4 and of the rulebook.
    Passes,
}

impl AfterBlank {
    /// Returns the rule of a match, if in mixed doubles every chooser takes the hammer.
    pub fn of(rules: &Rules) -> Self {
        match rules.doubles {
            Some(doubles) if doubles.after_blank != Chooser::Hammer => AfterBlank::Passes,
            _ => AfterBlank::Keeps,
        }
    }

    /// Returns whether the hammer of an end has it in the next after these points of its own.
    pub fn keeps_hammer(self, points: i8) -> bool {
        points < 0 || (points == 0 && self == AfterBlank::Keeps)
    }

    fn is_usual(&self) -> bool {
        *self == AfterBlank::default()
    }
}

/// The range of a table, and the rule of blank ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shape {
    /// The most ends left.
    pub ends: usize,
    /// The largest score difference either way. The paper's tables end at 5.
    pub difference: usize,
    /// The hammer after a blank end.
    #[serde(skip_serializing_if = "AfterBlank::is_usual")]
    pub after_blank: AfterBlank,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            ends: 10,
            difference: 9,
            after_blank: AfterBlank::Keeps,
        }
    }
}

impl Shape {
    /// Returns all states with an end to play.
    pub fn states(self) -> impl Iterator<Item = State> + use<> {
        let reach = self.difference as i32;
        (1..=self.ends).flat_map(move |ends_left| {
            (-reach..=reach).map(move |difference| State {
                ends_left,
                difference,
            })
        })
    }
}

/// The state of a match before an end, for the team with the hammer in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Ends left, this one included.
    pub ends_left: usize,
    /// Points ahead.
    pub difference: i32,
}

/// The chances of winning by ends left and score difference, for the team with the hammer.
///
/// Written as a list of rows, one for each number of ends left from none up, each from the most
/// points behind to the most ahead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct WinTable {
    rows: Vec<Vec<f64>>,
    learned_for: Option<Box<Conditions>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    chances: Vec<Vec<f64>>,
    /// The conditions of the ends it was learned from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conditions: Option<toml::Table>,
    /// The standard errors of the chances; players do not use them.
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "for readers of the file")]
    errors: Vec<Vec<f64>>,
}

impl From<WinTable> for Written {
    fn from(table: WinTable) -> Self {
        let conditions = table.learned_for.as_deref();
        Written {
            conditions: conditions
                .map(|conditions| notation::Conditions::of(conditions).to_table()),
            chances: table.rows,
            errors: Vec::new(),
        }
    }
}

impl TryFrom<Written> for WinTable {
    type Error = TableError;

    fn try_from(written: Written) -> Result<Self, TableError> {
        let mut table = WinTable::from_rows(written.chances)?;
        if let Some(conditions) = written.conditions {
            let read = notation::Conditions::from_table(&conditions);
            let learned_for = read.and_then(|written| written.to_conditions());
            let invalid = |why: notation::NotationError| TableError::Conditions {
                why: why.to_string(),
            };
            table.learned_for = Some(Box::new(learned_for.map_err(invalid)?));
        }
        Ok(table)
    }
}

impl WinTable {
    /// Returns a table of these chances, from no ends left up, each row from the most points behind
    /// to the most ahead.
    ///
    /// # Errors
    /// If the number of entries is wrong, or one is not a chance.
    pub fn from_rows(rows: Vec<Vec<f64>>) -> Result<Self, TableError> {
        let width = rows.first().map_or(0, Vec::len);
        let invalid = |what: String| Err(TableError::Shape { what });
        if rows.is_empty() || rows.len() > LARGEST + 1 {
            return invalid(format!("it has {} rows", rows.len()));
        }
        if width < 3 || width.is_multiple_of(2) || width > 2 * LARGEST + 1 {
            return invalid(format!("the first row has {width} entries"));
        }
        for (ends_left, row) in rows.iter().enumerate() {
            if row.len() != width {
                return invalid(format!(
                    "the row of {ends_left} ends left has {} entries, the first {width}",
                    row.len()
                ));
            }
            for (index, &value) in row.iter().enumerate() {
                if !(0.0..=1.0).contains(&value) {
                    return Err(TableError::NotAChance {
                        ends_left,
                        difference: index as i32 - (width / 2) as i32,
                        value,
                    });
                }
            }
        }
        Ok(WinTable {
            rows,
            learned_for: None,
        })
    }

    /// Computes a table by backward induction from the end of a match. `level` is the chance of the
    /// team that would have the hammer next when the score is level after the last end: its chance
    /// to win an extra end, or 1/2 for a drawn match. `scores` gives the distribution of an end's
    /// points in a state.
    ///
    /// # Errors
    /// If the range is invalid, `level` is not a chance, or a distribution is empty.
    pub fn from_scores<'a>(
        shape: Shape,
        level: f64,
        scores: impl Fn(State) -> &'a EndScores,
    ) -> Result<Self, TableError> {
        Self::backwards(shape, level, |state| *scores(state), |_| {})
    }

    /// Computes a table as [`from_scores`](Self::from_scores) and makes every row rise with the
    /// difference before the rows above it are computed from it: neighbours that fall are replaced
    /// by their mean, weighted by the number of ends behind each (isotonic regression).
    ///
    /// # Errors
    /// As of [`from_scores`](Self::from_scores).
    pub fn rising_from_scores(
        shape: Shape,
        level: f64,
        scores: impl Fn(State) -> EndScores,
    ) -> Result<Self, TableError> {
        Self::backwards(shape, level, scores, make_rising)
    }

    fn backwards(
        shape: Shape,
        level: f64,
        scores: impl Fn(State) -> EndScores,
        adjust: impl Fn(&mut [(f64, f64)]),
    ) -> Result<Self, TableError> {
        let reach = shape.difference.min(LARGEST + 1) as i32;
        let over = (-reach..=reach).map(|difference| match difference {
            0 => level,
            1.. => 1.0,
            _ => 0.0,
        });
        let mut table = Self::from_rows(vec![over.collect()])?;
        for ends_left in 1..=shape.ends {
            let state = |difference| State {
                ends_left,
                difference,
            };
            let cell = |difference| {
                let scores = scores(state(difference));
                let chance = table.before(state(difference), shape.after_blank, &scores)?;
                Ok((chance, scores.total()))
            };
            let row: Result<Vec<(f64, f64)>, TableError> = (-reach..=reach).map(cell).collect();
            let mut row = row?;
            adjust(&mut row);
            table
                .rows
                .push(row.into_iter().map(|(chance, _)| chance).collect());
        }
        Self::from_rows(table.rows)
    }

    /// Returns the chance before an end with this distribution of points, from the chances after
    /// it.
    fn before(
        &self,
        state: State,
        blank: AfterBlank,
        scores: &EndScores,
    ) -> Result<f64, TableError> {
        if scores.total() <= 0.0 {
            return Err(TableError::NoScores);
        }
        let after = |(points, share): (i8, f64)| {
            let ahead = state.difference + i32::from(points);
            share * self.chance(state.ends_left - 1, ahead, blank.keeps_hammer(points))
        };
        // Rounded shares may add up to slightly more than 1.
        Ok(scores.shares().map(after).sum::<f64>().clamp(0.0, 1.0))
    }

    /// Returns the standard table: from one distribution for all states, fitted to the 28 printed
    /// cells of table 1 of Kato, Iizuka and Yamamoto (2016), with their 73 % for a level match
    /// after the last end. The fit is within 0.2 percentage points in the mean square and 0.5 at
    /// worst, little more than their rounding; it does not determine the states that are not
    /// printed. Self-play under the conditions of a match gives a better table.
    pub fn standard() -> Self {
        let scores = EndScores::new(&STANDARD).expect("a valid distribution");
        Self::from_scores(Shape::default(), 0.73, |_| &scores).expect("a valid table")
    }

    /// Returns the [standard](Self::standard) table, computed once.
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<WinTable> = LazyLock::new(WinTable::standard);
        &USUAL
    }

    /// Returns the conditions it was learned for, where they are known.
    pub fn learned_for(&self) -> Option<&Conditions> {
        self.learned_for.as_deref()
    }

    /// Returns the range of the table.
    pub fn shape(&self) -> Shape {
        Shape {
            ends: self.rows.len() - 1,
            difference: self.rows[0].len() / 2,
            ..Shape::default()
        }
    }

    /// Returns the chance of a team that is `difference` points ahead, with or without the hammer
    /// in the next end.
    #[inline]
    pub fn chance(&self, ends_left: usize, difference: i32, has_hammer: bool) -> f64 {
        if has_hammer {
            self.hammer_chance(ends_left, difference)
        } else {
            1.0 - self.hammer_chance(ends_left, difference.saturating_neg())
        }
    }

    fn hammer_chance(&self, ends_left: usize, difference: i32) -> f64 {
        let row = &self.rows[ends_left.min(self.rows.len() - 1)];
        let reach = (row.len() / 2) as i32;
        row[(difference.clamp(-reach, reach) + reach) as usize]
    }
}

/// Makes values with weights rise, by pooling neighbours that fall.
fn make_rising(row: &mut [(f64, f64)]) {
    // Blocks of equal value: the value, the weight and the number of cells.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in row.iter() {
        let mut block = (value, weight, 1);
        while let Some(&(before, weight, count)) = blocks.last()
            && before > block.0
        {
            let both = weight + block.1;
            block = (
                (before * weight + block.0 * block.1) / both,
                both,
                count + block.2,
            );
            blocks.pop();
        }
        blocks.push(block);
    }
    let values = blocks
        .iter()
        .flat_map(|&(value, _, count)| std::iter::repeat_n(value, count));
    for (cell, value) in row.iter_mut().zip(values) {
        cell.0 = value;
    }
}

/// Points of an end for the hammer and their probabilities: see [`WinTable::standard`].
const STANDARD: [(i8, f64); 10] = [
    (-4, 0.0074),
    (-3, 0.0182),
    (-2, 0.0541),
    (-1, 0.1879),
    (0, 0.0008),
    (1, 0.3587),
    (2, 0.1844),
    (3, 0.1494),
    (4, 0.0362),
    (5, 0.0029),
];

/// Table 1 of Kato, Iizuka and Yamamoto (2016): the hammer's chance by difference, with 3, 2, 1 and
/// 0 ends left, in percent.
pub const PRINTED: [(i32, [f64; 4]); 7] = [
    (3, [94.0, 97.0, 99.0, 100.0]),
    (2, [88.0, 91.0, 96.0, 100.0]),
    (1, [77.0, 80.0, 87.0, 100.0]),
    (0, [62.0, 61.0, 73.0, 73.0]),
    (-1, [45.0, 39.0, 47.0, 0.0]),
    (-2, [29.0, 22.0, 24.0, 0.0]),
    (-3, [16.0, 10.0, 8.0, 0.0]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_table_is_near_the_printed_one() {
        let table = WinTable::standard();
        let mut squares = 0.0;
        for (difference, row) in PRINTED {
            for (column, printed) in row.into_iter().enumerate() {
                let off = 100.0 * table.chance(3 - column, difference, true) - printed;
                assert!(off.abs() < 0.6, "{off} at {difference}, {}", 3 - column);
                squares += off * off;
            }
        }
        let off = (squares / 28.0).sqrt();
        assert!(off < 0.2, "{off}");
    }

    #[test]
    fn being_ahead_is_better_and_so_is_the_hammer() {
        let table = WinTable::standard();
        for ends_left in 0..=10 {
            for difference in -8..9 {
                let chance = |ahead, hammer| table.chance(ends_left, ahead, hammer);
                assert!(chance(difference + 1, true) >= chance(difference, true));
                let both = chance(difference, true) + chance(-difference, false);
                assert!((both - 1.0).abs() < 1e-12);
            }
            assert!(table.chance(ends_left, 0, true) > 0.5);
        }
    }

    #[test]
    fn a_rising_table_pools_neighbours_that_fall() {
        let mut row = [(0.1, 1.0), (0.5, 3.0), (0.3, 1.0), (0.2, 1.0), (0.9, 1.0)];
        make_rising(&mut row);
        let pooled = (1.5 + 0.3 + 0.2) / 5.0;
        let expected = [0.1, pooled, pooled, pooled, 0.9];
        for (cell, expected) in row.iter().zip(expected) {
            assert!((cell.0 - expected).abs() < 1e-12, "{row:?}");
        }
        // The hammer steals from itself at every other difference: as few ends would have it.
        let [good, bad] = [(3, 1.0), (-3, 1.0)].map(|one| EndScores::new(&[one]).unwrap());
        let of = |state: State| if state.difference % 2 == 0 { good } else { bad };
        let table = WinTable::rising_from_scores(Shape::default(), 0.7, of).unwrap();
        for ends_left in 0..=10 {
            for ahead in -9..9 {
                let chance = |ahead| table.chance(ends_left, ahead, true);
                assert!(chance(ahead + 1) >= chance(ahead), "{ends_left} {ahead}");
            }
        }
    }

    #[test]
    fn a_table_keeps_the_conditions_it_was_learned_for() {
        let mut table = WinTable::standard();
        assert!(!toml::to_string(&table).unwrap().contains("conditions"));
        table.learned_for = Conditions::named("dc4").map(Box::new);
        let text = toml::to_string(&table).unwrap();
        let read: WinTable = toml::from_str(&text).unwrap();
        assert_eq!(read, table);
        let with_errors = format!("errors = [[0.1]]\n{text}");
        assert_eq!(toml::from_str::<WinTable>(&with_errors).unwrap(), table);
        let wrong = text.replacen("noise = 1.0", "noise = -1.0", 1);
        let why = toml::from_str::<WinTable>(&wrong).unwrap_err().to_string();
        assert!(why.contains("invalid conditions of a win table"), "{why}");
    }

    #[test]
    fn the_hammer_goes_to_the_team_that_did_not_score() {
        let blank = EndScores::new(&[(0, 7.0)]).unwrap();
        let table = WinTable::from_scores(Shape::default(), 0.8, |_| &blank).unwrap();
        assert_eq!(table.chance(10, 0, true), 0.8);
        let one = EndScores::new(&[(1, 3.0)]).unwrap();
        let table = WinTable::from_scores(Shape::default(), 0.8, |_| &one).unwrap();
        // One behind: one point levels it, and the other team has the hammer.
        assert!((table.chance(1, -1, true) - 0.2).abs() < 1e-12);
        let steal = EndScores::new(&[(-1, 1.0)]).unwrap();
        let table = WinTable::from_scores(Shape::default(), 0.8, |_| &steal).unwrap();
        assert_eq!(table.chance(1, 1, true), 0.8);
    }

    #[test]
    fn in_mixed_doubles_a_blank_end_may_pass_the_hammer() {
        let rules = |name| Conditions::named(name).unwrap().rules;
        assert_eq!(AfterBlank::of(&rules("dc4")), AfterBlank::Keeps);
        assert_eq!(
            AfterBlank::of(&rules("dc2-mixed-doubles")),
            AfterBlank::Keeps
        );
        let passes = AfterBlank::of(&rules("dc4-mixed-doubles"));
        assert_eq!(passes, AfterBlank::Passes);
        let shape = Shape {
            after_blank: passes,
            ..Shape::default()
        };
        let blank = EndScores::new(&[(0, 1.0)]).unwrap();
        let table = WinTable::from_scores(shape, 0.8, |_| &blank).unwrap();
        assert!((table.chance(1, 0, true) - 0.2).abs() < 1e-12);
        assert!((table.chance(2, 0, true) - 0.8).abs() < 1e-12);
    }

    #[test]
    fn every_state_has_its_own_distribution() {
        let (one, blank) = (
            EndScores::new(&[(1, 1.0)]).unwrap(),
            EndScores::new(&[(0, 1.0)]).unwrap(),
        );
        let scores = |state: State| if state.difference < 0 { &one } else { &blank };
        let table = WinTable::from_scores(Shape::default(), 0.5, scores).unwrap();
        assert_eq!(table.chance(1, -1, true), 0.5);
        assert_eq!(table.chance(1, 1, true), 1.0);
    }

    #[test]
    fn outside_the_table_its_edge_counts() {
        let table = WinTable::standard();
        assert_eq!(table.chance(99, 1, true), table.chance(10, 1, true));
        assert_eq!(
            table.chance(4, i32::MIN, false),
            1.0 - table.chance(4, 9, true)
        );
    }

    #[test]
    fn a_table_survives_json_and_toml() {
        let table = WinTable::standard();
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<WinTable>(&text).unwrap(), table);
        let text = toml::to_string(&table).unwrap();
        assert_eq!(toml::from_str::<WinTable>(&text).unwrap(), table);
        let scores = EndScores::new(&[(-1, 3.0), (2, 0.5)]).unwrap();
        let text = serde_json::to_string(&scores).unwrap();
        assert_eq!(text, "[[-1,3.0],[2,0.5]]");
        assert_eq!(serde_json::from_str::<EndScores>(&text).unwrap(), scores);
    }

    #[test]
    fn what_is_no_table_is_refused_with_a_reason() {
        for (text, reason) in [
            (r#"{"chances":[]}"#, "0 rows"),
            (r#"{"chances":[[0.5,0.5]]}"#, "2 entries"),
            (r#"{"chances":[[0,0.5,1],[0,1]]}"#, "1 ends left has 2"),
            (r#"{"chances":[[0,0.5,1.5]]}"#, "invalid chance 1.5"),
            (r#"{"chances":[[0,0.5,1]],"x":1}"#, "unknown field"),
        ] {
            let error = serde_json::from_str::<WinTable>(text).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert!(EndScores::new(&[(9, 1.0)]).is_err());
        assert!(EndScores::new(&[(1, f64::NAN)]).is_err());
        assert_eq!(EndScores::new(&[(1, 0.0)]), Err(TableError::NoScores));
        let nothing = EndScores::default();
        let table = WinTable::from_scores(Shape::default(), 0.5, |_| &nothing);
        assert_eq!(table, Err(TableError::NoScores));
        let scores = EndScores::new(&[(1, 1.0)]).unwrap();
        assert!(WinTable::from_scores(Shape::default(), 1.5, |_| &scores).is_err());
    }

    #[test]
    fn counted_ends_make_a_distribution() {
        let mut scores = EndScores::default();
        for points in [1, 1, 2, -1] {
            scores.count(points);
        }
        assert_eq!((scores.weight(1), scores.weight(100)), (2.0, 0.0));
        assert_eq!(scores.mean(), 0.75);
    }
}
