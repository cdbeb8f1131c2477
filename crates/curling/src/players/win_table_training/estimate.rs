//! Estimate of a win table from counted ends: the chance of a level match, the first table, the
//! final table and its standard errors.
//!
//! The ends may come from one [run](super::run) or from the independent tasks of an experiment.
//! Nothing is played here.
//!
//! ```
//! use curling::players::win_table_training::Estimate;
//! use curling::players::win_table::{EndScores, Shape};
//! use std::collections::BTreeMap;
//!
//! // Hammers who score one point in three ends of four, and give up a steal of one in the fourth.
//! let scores = EndScores::new(&[(1, 3.0), (-1, 1.0)])?;
//! let played = Shape { ends: 1, difference: 5, ..Shape::default() };
//! let estimate = Estimate::new(played, scores, Some(scores), BTreeMap::new())?;
//! assert_eq!(estimate.level(), 0.75);
//! assert_eq!(estimate.table.chance(1, 0, true), 0.75);
//! # Ok::<(), curling::players::win_table::TableError>(())
//! ```

use crate::players::end_utility::{EndUtility, MOST};
use crate::players::win_table::{AfterBlank, EndScores, Shape, State, TableError, WinTable};
use lookahead::Seed;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// The default number of bootstrap samples for standard errors.
pub const BOOTSTRAP_SAMPLES: u32 = 400;

/// The weight, in the smoothed table, of the distribution of a state one end earlier or later, in
/// ends.
const NEXT_ENDS: f64 = 1.5;
/// The weight of the distribution of a state one point away, in ends.
const NEXT_POINTS: f64 = 0.75;
/// The weight of the distribution of the ends for points, in ends.
const POINTS_WEIGHT: f64 = 1.0;

/// The distributions of ends and the tables estimated from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The range of states that were played.
    played: Shape,
    /// The results of ends played for points.
    pub points: EndScores,
    /// The results of extra ends, if there are any.
    pub extra: Option<EndScores>,
    /// The results of ends played to win, by state; without states in which all results have equal
    /// utility.
    pub states: BTreeMap<State, EndScores>,
    /// The first table, after step 2.
    pub first: WinTable,
    /// The final table, after step 4.
    pub table: WinTable,
    /// The table for players: from distributions that borrow from those of neighbouring states, and
    /// rising with the difference.
    pub smoothed: WinTable,
}

/// Returns the hammer's share of the ends that were not blank.
pub(crate) fn hammer_share(scores: &EndScores) -> Option<f64> {
    let weight = |sign: i8| {
        (1..=MOST)
            .map(|points| scores.weight(sign * points))
            .sum::<f64>()
    };
    let (hammers, steals) = (weight(1), weight(-1));
    let all = hammers + steals;
    (all > 0.0).then(|| hammers / all)
}

/// Returns the chance of the team with the hammer in an extra end whose blank is followed by
/// another, under the same conditions.
pub(crate) fn extra_end_chance(scores: &EndScores, blank: AfterBlank) -> Option<f64> {
    let share = hammer_share(scores)?;
    let blanks = scores.weight(0) / scores.total();
    Some(match blank {
        AfterBlank::Keeps => share,
        // c = (1 - b) s + b (1 - c)
        AfterBlank::Passes => ((1.0 - blanks) * share + blanks) / (1.0 + blanks),
    })
}

/// Returns the utility of a blank extra end for its hammer, from its chance in the next.
pub(crate) fn value_of_blank(chance: f64, blank: AfterBlank) -> f64 {
    match blank {
        AfterBlank::Keeps => chance,
        AfterBlank::Passes => 1.0 - chance,
    }
}

/// Returns the chance of the team with the hammer when a match is level after its last end.
fn level(points: &EndScores, extra: Option<&EndScores>, blank: AfterBlank) -> f64 {
    let chance = |scores| extra_end_chance(scores, blank);
    match extra {
        None => 0.5,
        // If all extra ends were blank, that of the ends for points.
        Some(extra) => chance(extra).or(chance(points)).unwrap_or(0.5),
    }
}

/// Returns the range of the table: at least that of a default table.
pub(super) fn covered(played: Shape) -> Shape {
    Shape {
        difference: played.difference.max(Shape::default().difference),
        ..played
    }
}

/// Step 2: the first table.
pub(super) fn first_table(
    played: Shape,
    points: &EndScores,
    extra: Option<&EndScores>,
) -> Result<WinTable, TableError> {
    let level = level(points, extra, played.after_blank);
    WinTable::from_scores(covered(played), level, |_| points)
}

/// Step 4: the final table.
fn final_table(
    played: Shape,
    points: &EndScores,
    extra: Option<&EndScores>,
    states: &BTreeMap<State, EndScores>,
) -> Result<WinTable, TableError> {
    let reach = played.difference as i32;
    let level = level(points, extra, played.after_blank);
    WinTable::from_scores(covered(played), level, |state| {
        let nearest = State {
            difference: state.difference.clamp(-reach, reach),
            ..state
        };
        states.get(&nearest).unwrap_or(points)
    })
}

/// Returns the smoothed table: the ends of a state count together with a few ends distributed like
/// those of its neighbours and those for points, so that few ends give no chances of 0 or 1; then
/// every row is made to rise with the difference.
fn smoothed_table(
    played: Shape,
    points: &EndScores,
    extra: Option<&EndScores>,
    states: &BTreeMap<State, EndScores>,
) -> Result<WinTable, TableError> {
    let reach = played.difference as i32;
    let worth = |scores: &EndScores, ends: f64| scores.scaled(ends / scores.total().max(1.0));
    let usual = worth(points, POINTS_WEIGHT);
    let level = level(points, extra, played.after_blank);
    WinTable::rising_from_scores(covered(played), level, |state| {
        let at = |ends_left: Option<usize>, difference: i32| {
            states.get(&State {
                ends_left: ends_left?,
                difference,
            })
        };
        let difference = state.difference.clamp(-reach, reach);
        let (here, mut scores) = (Some(state.ends_left), usual);
        if let Some(counted) = at(here, difference) {
            scores.add(counted);
        }
        let neighbours = [
            (at(state.ends_left.checked_sub(1), difference), NEXT_ENDS),
            (at(here.map(|left| left + 1), difference), NEXT_ENDS),
            (at(here, difference - 1), NEXT_POINTS),
            (at(here, difference + 1), NEXT_POINTS),
        ];
        for (counted, ends) in neighbours {
            if let Some(counted) = counted {
                scores.add(&worth(counted, ends));
            }
        }
        scores
    })
}

/// Returns the utility of an end before which a match is in this state.
pub(crate) fn utility(table: &WinTable, state: State, blank: AfterBlank) -> EndUtility {
    EndUtility::new(|points| {
        let ahead = state.difference + i32::from(points);
        table.chance(state.ends_left - 1, ahead, blank.keeps_hammer(points))
    })
}

/// Returns whether the utilities of the results differ.
pub(crate) fn has_effect(utility: &EndUtility) -> bool {
    (-MOST..=MOST).any(|points| utility.of(points) != utility.of(0))
}

/// A way to make a table of counted ends.
type MakeTable = fn(
    Shape,
    &EndScores,
    Option<&EndScores>,
    &BTreeMap<State, EndScores>,
) -> Result<WinTable, TableError>;

impl Estimate {
    /// Estimates the tables from counted ends. `extra` is `None` where a level match is drawn;
    /// missing states take the distribution of the ends for points.
    ///
    /// # Errors
    /// If the ends for points or those of a state are none, or the range is invalid.
    pub fn new(
        played: Shape,
        points: EndScores,
        extra: Option<EndScores>,
        states: BTreeMap<State, EndScores>,
    ) -> Result<Self, TableError> {
        let first = first_table(played, &points, extra.as_ref())?;
        let table = final_table(played, &points, extra.as_ref(), &states)?;
        let smoothed = smoothed_table(played, &points, extra.as_ref(), &states)?;
        Ok(Estimate {
            played,
            points,
            extra,
            states,
            first,
            table,
            smoothed,
        })
    }

    /// Returns the range of states that were played.
    pub fn played(&self) -> Shape {
        self.played
    }

    /// Returns the results of the ends of all states together.
    pub fn to_win(&self) -> EndScores {
        let mut all = EndScores::default();
        self.states.values().for_each(|scores| all.add(scores));
        all
    }

    /// Returns the chance of the team with the hammer when the match is level after its last end.
    pub fn level(&self) -> f64 {
        level(&self.points, self.extra.as_ref(), self.played.after_blank)
    }

    /// Returns the standard errors of the table by the bootstrap: the standard deviation of the
    /// hammer's chance, by [`State`], over tables of ends resampled with replacement. The
    /// uncertainty of the players' goal, the first table, is not included.
    ///
    /// # Errors
    /// Never for an estimate that has a table.
    pub fn errors(&self, samples: u32, seed: Seed) -> Result<StandardErrors, TableError> {
        self.errors_of(&self.table, final_table, samples, seed)
    }

    /// Returns the standard errors of the smoothed table, likewise; what smoothing itself misses is
    /// not included.
    ///
    /// # Errors
    /// Never for an estimate that has a table.
    pub fn errors_of_smoothed(
        &self,
        samples: u32,
        seed: Seed,
    ) -> Result<StandardErrors, TableError> {
        self.errors_of(&self.smoothed, smoothed_table, samples, seed)
    }

    fn errors_of(
        &self,
        own: &WinTable,
        make: MakeTable,
        samples: u32,
        seed: Seed,
    ) -> Result<StandardErrors, TableError> {
        let shape = own.shape();
        let mut moments = vec![vec![(0.0, 0.0); 2 * shape.difference + 1]; shape.ends + 1];
        for sample in 0..samples {
            let table = self.resampled(make, &mut seed.stream(sample.into()).rng())?;
            each_cell(shape, |row, column, state| {
                // Relative to the table's own value, against cancellation.
                let hammers =
                    |table: &WinTable| table.chance(state.ends_left, state.difference, true);
                let off = hammers(&table) - hammers(own);
                let (sum, squares) = &mut moments[row][column];
                *sum += off;
                *squares += off * off;
            });
        }
        let n = f64::from(samples.max(1));
        let deviation = |(sum, squares): (f64, f64)| {
            let variance: f64 = squares / n - (sum / n) * (sum / n);
            libm::sqrt(variance.max(0.0) * n / (n - 1.0).max(1.0))
        };
        let row = |row: Vec<(f64, f64)>| row.into_iter().map(deviation).collect();
        Ok(StandardErrors {
            rows: moments.into_iter().map(row).collect(),
        })
    }

    /// Returns the table of resampled ends.
    fn resampled(&self, make: MakeTable, rng: &mut Pcg64Mcg) -> Result<WinTable, TableError> {
        let points = resample(&self.points, rng);
        let extra = self.extra.as_ref().map(|extra| resample(extra, rng));
        let states = self.states.iter();
        let states = states.map(|(state, scores)| (*state, resample(scores, rng)));
        make(self.played, &points, extra.as_ref(), &states.collect())
    }
}

fn each_cell(shape: Shape, mut visit: impl FnMut(usize, usize, State)) {
    for ends_left in 0..=shape.ends {
        for column in 0..=2 * shape.difference {
            let difference = column as i32 - shape.difference as i32;
            let state = State {
                ends_left,
                difference,
            };
            visit(ends_left, column, state);
        }
    }
}

/// Draws as many ends as were counted, with replacement.
fn resample(scores: &EndScores, rng: &mut Pcg64Mcg) -> EndScores {
    let mut sample = EndScores::default();
    let total = scores.total();
    for _ in 0..total as u64 {
        let mut at = rng.random::<f64>() * total;
        let beyond = |points: &i8| {
            at -= scores.weight(*points);
            at < 0.0
        };
        let points = (-MOST..=MOST).find(beyond);
        sample.count(points.unwrap_or(MOST));
    }
    sample
}

/// The standard errors of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct StandardErrors {
    rows: Vec<Vec<f64>>,
}

impl StandardErrors {
    /// Returns the standard error of the hammer's chance; 0 outside the table.
    pub fn of(&self, ends_left: usize, difference: i32) -> f64 {
        let row = self.rows.get(ends_left);
        let column = |row: &Vec<f64>| {
            let index = usize::try_from(difference + (row.len() / 2) as i32).ok()?;
            row.get(index).copied()
        };
        row.and_then(column).unwrap_or(0.0)
    }

    /// Returns all standard errors, in the layout of a [`WinTable`].
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extra_end_after_a_blank_begins_with_the_other_hammer_where_blanks_pass_it() {
        // Half of the ends are blank; of the others the hammer scores in three of four.
        let scores = EndScores::new(&[(0, 4.0), (1, 3.0), (-1, 1.0)]).unwrap();
        assert_eq!(extra_end_chance(&scores, AfterBlank::Keeps), Some(0.75));
        let chance = extra_end_chance(&scores, AfterBlank::Passes).unwrap();
        let value = value_of_blank(chance, AfterBlank::Passes);
        assert!((chance - (3.0 / 8.0 + 0.5 * value)).abs() < 1e-12);
        let blank = EndScores::new(&[(0, 4.0)]).unwrap();
        assert_eq!(extra_end_chance(&blank, AfterBlank::Passes), None);
    }
}
