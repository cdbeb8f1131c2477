//! Outcome matrix: the sparse matrix of outcome probabilities, one row per candidate and one column
//! per outcome.
//!
//! Candidates with neighbouring targets mostly share their outcomes. Numbering the outcomes once
//! for all candidates, and evaluating each once, makes the cost of a node the number of outcomes
//! instead of candidates times samples, and no sampling noise enters (Kato, Iizuka and Yamamoto
//! 2016, sections 3.2 and 3.3). The meaning of an outcome and the source of its probability belong
//! to the game.
//!
//! A row is always summed in ascending order of outcomes, so a sum has the same bits however the
//! values were computed.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Tolerance of the sum of a row: far more than rounding, far less than a missing entry.
pub const TOLERANCE: f64 = 1e-9;

/// An error in an [`OutcomeMatrix`] or its use. Rows and entries count from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// An entry names an outcome that does not exist.
    #[error(
        "row {row}, entry {entry}: outcome {outcome} is out of range: the matrix has {outcomes} outcomes"
    )]
    OutOfRange {
        /// The row.
        row: usize,
        /// The entry within the row.
        entry: usize,
        /// The number it names.
        outcome: usize,
        /// The number of outcomes of the matrix.
        outcomes: usize,
    },
    /// A probability or weight that is negative, infinite or not a number.
    #[error(
        "row {row}, entry {entry}: invalid weight {weight}: expected a finite number of at least 0"
    )]
    BadWeight {
        /// The row.
        row: usize,
        /// The entry within the row.
        entry: usize,
        /// The given weight.
        weight: f64,
    },
    /// One row names an outcome twice.
    #[error("row {row}, entry {entry}: duplicate outcome {outcome}")]
    Repeated {
        /// The row.
        row: usize,
        /// The later of the two entries.
        entry: usize,
        /// The outcome.
        outcome: usize,
    },
    /// The probabilities of a row do not sum to 1.
    #[error("row {row}: the probabilities sum to {sum} instead of 1")]
    Sum {
        /// The row.
        row: usize,
        /// The sum.
        sum: f64,
    },
    /// The weights of a row sum to nothing, or to more than a number can hold.
    #[error("row {row}: weights sum to {sum}: expected a positive finite sum")]
    Weightless {
        /// The row.
        row: usize,
        /// The sum.
        sum: f64,
    },
    /// The stored beginnings of the rows do not cut the entries into rows.
    #[error("invalid offset {offset}: offsets must ascend from 0 to the number of entries")]
    Offsets {
        /// The first offset (counted from 0) that is wrong or missing.
        offset: usize,
    },
    /// Not as many actions as rows.
    #[error("{actions} actions do not match a matrix of {candidates} candidates")]
    Actions {
        /// Actions given.
        actions: usize,
        /// Rows of the matrix.
        candidates: usize,
    },
}

/// A candidate-by-outcome matrix of probabilities in compressed rows. Every row sums to 1.
///
/// ```
/// use lookahead::expectimax::{MatrixBuilder, OutcomeMatrix};
///
/// // Three neighbouring targets; aiming at one may hit the next.
/// let mut rows = MatrixBuilder::new(3);
/// rows.row([(0, 0.75), (1, 0.25)])?;
/// rows.weights([(0, 1.0), (1, 2.0), (2, 1.0)])?;
/// let matrix: OutcomeMatrix = rows.build();
///
/// let kernel = matrix.evaluate(|outcome| [8.0, 0.0, 4.0][outcome]);
/// assert_eq!(kernel.expected, [6.0, 3.0]);
/// assert_eq!(kernel.variance[0], 12.0);
/// # Ok::<(), lookahead::expectimax::MatrixError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct OutcomeMatrix {
    outcomes: usize,
    /// Row `i` is `offsets[i]..offsets[i + 1]` of the next two.
    offsets: Vec<usize>,
    /// Strictly ascending within a row.
    indices: Vec<u32>,
    /// Positive: entries of probability zero are not stored.
    probabilities: Vec<f64>,
    /// The distinct `indices`, ascending.
    #[serde(skip_serializing)]
    used: Vec<u32>,
}

/// Result of [`OutcomeMatrix::evaluate`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The value of every outcome; NaN where no candidate has the outcome.
    pub values: Vec<f64>,
    /// The expected value of every candidate.
    pub expected: Vec<f64>,
    /// The variance of every candidate's value.
    pub variance: Vec<f64>,
}

impl OutcomeMatrix {
    /// Creates the identity matrix: `n` candidates, each with its own certain outcome.
    ///
    /// # Panics
    /// If `n` does not fit 32 bits.
    pub fn identity(n: usize) -> Self {
        let n32 = u32::try_from(n).expect("outcomes are numbered with 32 bits");
        OutcomeMatrix {
            outcomes: n,
            offsets: (0..=n).collect(),
            indices: (0..n32).collect(),
            probabilities: vec![1.0; n],
            used: (0..n32).collect(),
        }
    }

    /// Returns the number of rows.
    pub fn candidates(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the number of columns, unused ones included.
    pub fn outcomes(&self) -> usize {
        self.outcomes
    }

    /// Returns the outcomes with a positive probability for some candidate, ascending.
    pub fn used(&self) -> &[u32] {
        &self.used
    }

    /// Returns the outcomes of candidate number `candidate`.
    ///
    /// # Panics
    /// If there is no such candidate.
    pub fn row(&self, candidate: usize) -> Row<'_> {
        let range = self.offsets[candidate]..self.offsets[candidate + 1];
        Row {
            outcomes: &self.indices[range.clone()],
            probabilities: &self.probabilities[range],
        }
    }

    /// Returns all rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        (0..self.candidates()).map(|i| self.row(i))
    }

    /// Replaces the contents of `into` by the expected value of every candidate, given the value
    /// of every outcome. Values of outcomes that are not [`used`](Self::used) have no influence.
    ///
    /// # Panics
    /// If there is not one value per outcome.
    pub fn expectation(&self, values: &[f64], into: &mut Vec<f64>) {
        self.fill(values, into, |row| row.expectation(values));
    }

    /// Replaces the contents of `into` by the variance of every candidate's value, given the
    /// value of every outcome.
    ///
    /// # Panics
    /// If there is not one value per outcome.
    pub fn variance(&self, values: &[f64], into: &mut Vec<f64>) {
        self.fill(values, into, |row| row.variance(values));
    }

    /// Evaluates every used outcome exactly once, however many candidates share it, in parallel;
    /// then sums the rows. The result has the same bits on any number of threads.
    pub fn evaluate(&self, evaluate: impl Fn(usize) -> f64 + Sync) -> Evaluation {
        let of_used = self.used.par_iter().map(|&o| evaluate(o as usize));
        let of_used: Vec<f64> = of_used.collect();
        let mut found = Evaluation {
            values: vec![f64::NAN; self.outcomes],
            ..Evaluation::default()
        };
        for (&outcome, value) in self.used.iter().zip(of_used) {
            found.values[outcome as usize] = value;
        }
        self.expectation(&found.values, &mut found.expected);
        self.variance(&found.values, &mut found.variance);
        found
    }

    fn fill(&self, values: &[f64], into: &mut Vec<f64>, of: impl Fn(Row<'_>) -> f64) {
        assert_eq!(values.len(), self.outcomes, "one value per outcome");
        into.clear();
        into.extend(self.rows().map(of));
    }
}

impl From<OutcomeMatrix> for Cow<'_, OutcomeMatrix> {
    fn from(matrix: OutcomeMatrix) -> Self {
        Cow::Owned(matrix)
    }
}

impl<'a> From<&'a OutcomeMatrix> for Cow<'a, OutcomeMatrix> {
    fn from(matrix: &'a OutcomeMatrix) -> Self {
        Cow::Borrowed(matrix)
    }
}

/// One candidate's outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    outcomes: &'a [u32],
    probabilities: &'a [f64],
}

impl<'a> Row<'a> {
    /// Returns the numbers of the possible outcomes, ascending.
    pub fn outcomes(&self) -> &'a [u32] {
        self.outcomes
    }

    /// Returns their probabilities, all positive.
    pub fn probabilities(&self) -> &'a [f64] {
        self.probabilities
    }

    /// Returns pairs of outcome and probability, outcomes ascending.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (usize, f64)> + use<'a> {
        let outcomes = self.outcomes.iter().map(|&o| o as usize);
        outcomes.zip(self.probabilities.iter().copied())
    }

    /// Returns the most probable outcome, the first of several.
    pub fn most_probable(&self) -> usize {
        let better =
            |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
        self.entries().reduce(better).expect("no row is empty").0
    }

    /// Returns the expected value, where `values[o]` is the value of outcome `o`.
    ///
    /// # Panics
    /// If a possible outcome has no value.
    pub fn expectation(&self, values: &[f64]) -> f64 {
        self.entries().fold(0.0, |sum, (o, p)| sum + p * values[o])
    }

    /// Returns the variance of the value, where `values[o]` is the value of outcome `o`.
    ///
    /// # Panics
    /// If a possible outcome has no value.
    pub fn variance(&self, values: &[f64]) -> f64 {
        let mean = self.expectation(values);
        let square = |o: usize| (values[o] - mean) * (values[o] - mean);
        self.entries().fold(0.0, |sum, (o, p)| sum + p * square(o))
    }
}

/// Builder of an [`OutcomeMatrix`], which checks each row.
#[derive(Clone, Debug)]
pub struct MatrixBuilder {
    outcomes: usize,
    offsets: Vec<usize>,
    indices: Vec<u32>,
    probabilities: Vec<f64>,
    /// The row under inspection, kept for its memory.
    row: Vec<Entry>,
}

/// An entry of the row under inspection.
#[derive(Clone, Copy, Debug)]
struct Entry {
    outcome: u32,
    /// The index in the given row, for error messages.
    place: usize,
    weight: f64,
}

impl MatrixBuilder {
    /// Creates a builder without rows, for outcomes numbered from 0 to `outcomes - 1`.
    pub fn new(outcomes: usize) -> Self {
        MatrixBuilder {
            outcomes,
            offsets: vec![0],
            indices: Vec::new(),
            probabilities: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Appends a candidate with the given probabilities of outcomes, in any order; a probability of
    /// zero is the same as no entry.
    ///
    /// # Errors
    /// If an outcome is out of range or named twice, if a probability is negative or not finite,
    /// or if they do not sum to 1 within [`TOLERANCE`]. The row is then not appended.
    pub fn row(
        &mut self,
        entries: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<&mut Self, MatrixError> {
        let sum = self.inspect(entries)?;
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(MatrixError::Sum {
                row: self.offsets.len() - 1,
                sum,
            });
        }
        Ok(self.append(1.0))
    }

    /// Appends a candidate whose outcomes have probabilities in proportion to the given weights
    /// (counts, for instance).
    ///
    /// # Errors
    /// As for [`row`](Self::row), but the weights may have any sum that is positive and finite.
    pub fn weights(
        &mut self,
        entries: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<&mut Self, MatrixError> {
        let sum = self.inspect(entries)?;
        if sum <= 0.0 || sum.is_infinite() {
            return Err(MatrixError::Weightless {
                row: self.offsets.len() - 1,
                sum,
            });
        }
        Ok(self.append(sum))
    }

    /// Appends a candidate that shares no outcome with those before it: its outcomes are new
    /// ones, numbered on from the last, with the given probabilities.
    ///
    /// # Errors
    /// As for [`row`](Self::row).
    pub fn private_row(
        &mut self,
        probabilities: impl IntoIterator<Item = f64>,
    ) -> Result<&mut Self, MatrixError> {
        // The numbers are assigned as the list is read, so none is out of range meanwhile.
        let first = std::mem::replace(&mut self.outcomes, usize::MAX);
        let mut next = first;
        let entries = probabilities.into_iter().map(|p| {
            next += 1;
            (next - 1, p)
        });
        let result = self.row(entries).map(|_| ());
        self.outcomes = if result.is_ok() { next } else { first };
        result.map(|()| self)
    }

    /// Returns the matrix of the rows so far.
    pub fn build(self) -> OutcomeMatrix {
        let mut used = self.indices.clone();
        used.sort_unstable();
        used.dedup();
        OutcomeMatrix {
            outcomes: self.outcomes,
            offsets: self.offsets,
            indices: self.indices,
            probabilities: self.probabilities,
            used,
        }
    }

    /// Copies a row into `self.row`, sorted and checked except for its sum, which is returned.
    fn inspect(
        &mut self,
        entries: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<f64, MatrixError> {
        self.row.clear();
        for (place, (outcome, weight)) in entries.into_iter().enumerate() {
            let entry = self.entry(place, outcome, weight)?;
            self.row.push(entry);
        }
        self.row.sort_unstable_by_key(|e| (e.outcome, e.place));
        let pairs = self.row.windows(2);
        match pairs.into_iter().find(|w| w[0].outcome == w[1].outcome) {
            Some(twins) => Err(MatrixError::Repeated {
                row: self.offsets.len() - 1,
                entry: twins[1].place,
                outcome: twins[1].outcome as usize,
            }),
            None => Ok(self.row.iter().fold(0.0, |sum, e| sum + e.weight)),
        }
    }

    fn entry(&self, place: usize, outcome: usize, weight: f64) -> Result<Entry, MatrixError> {
        let row = self.offsets.len() - 1;
        if !(weight.is_finite() && weight >= 0.0) {
            return Err(MatrixError::BadWeight {
                row,
                entry: place,
                weight,
            });
        }
        match u32::try_from(outcome) {
            Ok(number) if outcome < self.outcomes => Ok(Entry {
                outcome: number,
                place,
                weight,
            }),
            _ => Err(MatrixError::OutOfRange {
                row,
                entry: place,
                outcome,
                outcomes: self.outcomes,
            }),
        }
    }

    /// Appends the inspected row, divided by `sum`.
    fn append(&mut self, sum: f64) -> &mut Self {
        for entry in &self.row {
            let probability = entry.weight / sum;
            if probability > 0.0 {
                self.indices.push(entry.outcome);
                self.probabilities.push(probability);
            }
        }
        self.offsets.push(self.indices.len());
        self
    }
}

/// The serialised form of an [`OutcomeMatrix`], unchecked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    outcomes: usize,
    offsets: Vec<usize>,
    indices: Vec<u32>,
    probabilities: Vec<f64>,
}

impl Unchecked {
    /// Returns the first invalid offset, if any.
    fn invalid_offset(&self) -> Option<usize> {
        let entries = self.indices.len();
        let invalid = |i: usize| match i {
            0 => self.offsets[0] != 0,
            _ => self.offsets[i] < self.offsets[i - 1] || self.offsets[i] > entries,
        };
        let complete = self.offsets.last() == Some(&entries) && self.probabilities.len() == entries;
        (0..self.offsets.len())
            .find(|&i| invalid(i))
            .or((!complete).then_some(self.offsets.len()))
    }
}

impl TryFrom<Unchecked> for OutcomeMatrix {
    type Error = MatrixError;

    fn try_from(stored: Unchecked) -> Result<Self, MatrixError> {
        if let Some(offset) = stored.invalid_offset() {
            return Err(MatrixError::Offsets { offset });
        }
        let mut rows = MatrixBuilder::new(stored.outcomes);
        for ends in stored.offsets.windows(2) {
            let indices = stored.indices[ends[0]..ends[1]].iter();
            let probabilities = &stored.probabilities[ends[0]..ends[1]];
            rows.row(
                indices
                    .map(|&o| o as usize)
                    .zip(probabilities.iter().copied()),
            )?;
        }
        Ok(rows.build())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use crate::test_games::on_threads;
    use proptest::prelude::*;
    use rand::RngExt;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Rows of weights with gaps: up to `candidates` rows over up to 20 outcomes, each with at
    /// least one positive weight.
    fn weights(candidates: usize) -> impl Strategy<Value = (usize, Vec<Vec<f64>>)> {
        (1..20usize).prop_flat_map(move |outcomes| {
            let weight = prop_oneof![2 => Just(0.0), 1 => 0.01..5.0];
            let row = prop::collection::vec(weight, outcomes)
                .prop_filter("some weight", |row| row.iter().any(|&w| w > 0.0));
            (Just(outcomes), prop::collection::vec(row, 0..=candidates))
        })
    }

    fn matrix((outcomes, rows): &(usize, Vec<Vec<f64>>)) -> OutcomeMatrix {
        let mut builder = MatrixBuilder::new(*outcomes);
        for row in rows {
            builder.weights(row.iter().copied().enumerate()).unwrap();
        }
        builder.build()
    }

    fn value(outcome: usize) -> f64 {
        Seed(5)
            .stream(outcome as u64)
            .rng()
            .random_range(-10.0..10.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn the_kernel_agrees_with_one_sum_per_candidate(rows in weights(12)) {
            let found = matrix(&rows).evaluate(value);
            for (i, row) in rows.1.iter().enumerate() {
                let total: f64 = row.iter().sum();
                let moment = |n| -> f64 {
                    row.iter().enumerate().map(|(o, w)| w / total * f64::powi(value(o), n)).sum()
                };
                prop_assert!((found.expected[i] - moment(1)).abs() < 1e-12);
                let variance = moment(2) - moment(1) * moment(1);
                prop_assert!((found.variance[i] - variance).abs() < 1e-10);
            }
        }

        #[test]
        fn each_used_outcome_is_evaluated_once_and_no_other(rows in weights(12)) {
            let counts: Vec<_> = (0..rows.0).map(|_| AtomicUsize::new(0)).collect();
            let matrix = matrix(&rows);
            let found = matrix.evaluate(|o| { counts[o].fetch_add(1, Relaxed); value(o) });
            for (o, count) in counts.iter().enumerate() {
                let used = rows.1.iter().any(|row| row[o] > 0.0);
                prop_assert_eq!(count.load(Relaxed), usize::from(used));
                prop_assert_eq!(found.values[o].is_nan(), !used);
                prop_assert_eq!(matrix.used().contains(&(o as u32)), used);
            }
        }

        #[test]
        fn a_matrix_survives_serialisation(rows in weights(12)) {
            let matrix = matrix(&rows);
            let text = serde_json::to_string(&matrix).unwrap();
            prop_assert_eq!(serde_json::from_str::<OutcomeMatrix>(&text).unwrap(), matrix);
        }

        #[test]
        fn a_spoilt_entry_is_rejected_wherever_it_is(
            rows in weights(6).prop_filter("rows", |(_, rows)| !rows.is_empty()),
            at in any::<prop::sample::Index>(),
            spoil in 0..6usize,
        ) {
            let stored = serde_json::to_value(matrix(&rows)).unwrap();
            let mut spoilt = stored.clone();
            let entry = at.index(stored["indices"].as_array().unwrap().len());
            match spoil {
                0 => spoilt["indices"][entry] = rows.0.into(),
                1 => spoilt["probabilities"][entry] = (-0.25).into(),
                2 => spoilt["probabilities"][entry] = 1.5.into(),
                3 => { spoilt["probabilities"].as_array_mut().unwrap().remove(entry); }
                4 => { spoilt["indices"].as_array_mut().unwrap().remove(entry); }
                _ => spoilt["offsets"][at.index(rows.1.len()) + 1] = 1000.into(),
            }
            prop_assert!(serde_json::from_value::<OutcomeMatrix>(stored).is_ok());
            prop_assert!(serde_json::from_value::<OutcomeMatrix>(spoilt).is_err());
        }

        #[test]
        fn arbitrary_stored_text_never_panics(
            outcomes in 0..5usize,
            offsets in prop::collection::vec(0..6usize, 0..4),
            indices in prop::collection::vec(0..6u32, 0..4),
            probabilities in prop::collection::vec(prop_oneof![Just(0.5), Just(1.0), any::<f64>()], 0..4),
        ) {
            let stored = Unchecked { outcomes, offsets, indices, probabilities };
            if let Ok(matrix) = OutcomeMatrix::try_from(stored) {
                for row in matrix.rows() {
                    let sum: f64 = row.probabilities().iter().sum();
                    prop_assert!((sum - 1.0).abs() <= 2.0 * TOLERANCE);
                    prop_assert!(row.outcomes().iter().all(|&o| (o as usize) < outcomes));
                }
            }
        }
    }

    #[test]
    fn every_number_of_threads_gives_the_same_bits() {
        let mut builder = MatrixBuilder::new(1500);
        for i in 0..1000 {
            let entry = |k: usize| ((i + k * k) % 1500, value(i * k).abs());
            builder.weights((0..29).map(entry)).unwrap();
        }
        let matrix = builder.build();
        let bits = |threads| {
            let found = on_threads(threads, || matrix.evaluate(value));
            let numbers = found
                .values
                .into_iter()
                .chain(found.expected)
                .chain(found.variance);
            numbers.map(f64::to_bits).collect::<Vec<_>>()
        };
        assert_eq!(bits(1), bits(2));
        assert_eq!(bits(1), bits(4));
    }

    #[test]
    fn a_bad_row_is_named_and_not_appended() {
        let mut rows = MatrixBuilder::new(3);
        rows.row([(2, 0.5), (0, 0.5)]).unwrap();
        let bad = |entries: &[(usize, f64)]| {
            let error = rows.clone().row(entries.iter().copied()).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            bad(&[(0, 0.5), (3, 0.5)]),
            "row 1, entry 1: outcome 3 is out of range: the matrix has 3 outcomes"
        );
        assert_eq!(
            bad(&[(0, f64::NAN)]),
            "row 1, entry 0: invalid weight NaN: expected a finite number of at least 0"
        );
        assert_eq!(
            bad(&[(0, 0.5), (1, 0.25), (0, 0.25)]),
            "row 1, entry 2: duplicate outcome 0"
        );
        assert_eq!(
            bad(&[(0, 0.75)]),
            "row 1: the probabilities sum to 0.75 instead of 1"
        );
        assert_eq!(bad(&[]), "row 1: the probabilities sum to 0 instead of 1");
        assert!(rows.row([(0, 0.75)]).is_err());
        rows.row([(1, 1.0)]).unwrap();
        let matrix = rows.build();
        assert_eq!(matrix.candidates(), 2);
        assert_eq!(matrix.row(0).outcomes(), [0, 2]);
        assert_eq!(matrix.row(1).outcomes(), [1]);
    }

    #[test]
    fn weights_without_a_usable_sum_are_rejected() {
        let mut rows = MatrixBuilder::new(2);
        let weightless = |e| matches!(e, Err(MatrixError::Weightless { row: 0, .. }));
        assert!(weightless(rows.weights([(0, 0.0), (1, 0.0)]).map(|_| ())));
        assert!(weightless(
            rows.weights([(0, f64::MAX), (1, f64::MAX)]).map(|_| ())
        ));
        assert!(rows.weights([(0, f64::MIN_POSITIVE / 4.0)]).is_ok());
    }

    #[test]
    fn private_rows_have_outcomes_of_their_own() {
        let mut rows = MatrixBuilder::new(2);
        rows.row([(0, 0.5), (1, 0.5)]).unwrap();
        rows.private_row([0.5, 0.0, 0.5]).unwrap();
        assert!(rows.private_row([0.5, 0.0]).is_err());
        rows.private_row([1.0]).unwrap();
        assert!(rows.row([(6, 1.0)]).is_err());
        let matrix = rows.build();
        assert_eq!(matrix.outcomes(), 6);
        assert_eq!(matrix.row(1).outcomes(), [2, 4]);
        assert_eq!(matrix.used(), [0, 1, 2, 4, 5]);
    }

    #[test]
    fn certain_outcomes_are_worth_what_they_are() {
        let matrix = OutcomeMatrix::identity(4);
        let found = matrix.evaluate(|o| o as f64);
        assert_eq!(found.expected, found.values);
        assert_eq!(found.variance, [0.0; 4]);
        assert_eq!(matrix.used(), [0, 1, 2, 3]);
        assert_eq!(OutcomeMatrix::identity(0).candidates(), 0);
    }

    #[test]
    fn the_first_of_equally_probable_outcomes_counts_as_the_most_probable() {
        let mut rows = MatrixBuilder::new(4);
        rows.row([(3, 0.375), (1, 0.375), (0, 0.25)]).unwrap();
        assert_eq!(rows.build().row(0).most_probable(), 1);
    }
}
