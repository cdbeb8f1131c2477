//! What the ends of a season come to: the chance of a level match, the first table, the table, and
//! how uncertain it is.
//!
//! Whoever has counted ends can ask, wherever they were played: a [season](super::play) in one go,
//! or an experiment in tasks that know nothing of each other. Nothing is played here.
//!
//! ```
//! use curling::players::self_play::season::Season;
//! use curling::players::win_table::{EndScores, Shape};
//! use std::collections::BTreeMap;
//!
//! // Hammers who score one point in three ends of four, and lose one in the fourth.
//! let scores = EndScores::new(&[(1, 3.0), (-1, 1.0)])?;
//! let played = Shape { ends: 1, difference: 5 };
//! let season = Season::new(played, scores, Some(scores), BTreeMap::new())?;
//! assert_eq!(season.level(), 0.75);
//! assert_eq!(season.table.chance(1, 0, true), 0.75);
//! # Ok::<(), curling::players::win_table::TableError>(())
//! ```

use crate::players::stakes::{MOST, Stakes};
use crate::players::win_table::{EndScores, Shape, State, TableError, WinTable};
use lookahead::Seed;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// How many times ends are drawn again for standard errors, usually.
pub const DRAWN_AGAIN: u32 = 400;

/// What came of a season.
#[derive(Clone, Debug, PartialEq)]
pub struct Season {
    /// What was played: the most ends left and the largest difference.
    played: Shape,
    /// Ends played for points.
    pub points: EndScores,
    /// Extra ends, if there are any.
    pub extra: Option<EndScores>,
    /// Ends played to win, by state; without those in which all comes to the same.
    pub states: BTreeMap<State, EndScores>,
    /// The table after step 2.
    pub first: WinTable,
    /// The table after step 4.
    pub table: WinTable,
}

/// The hammer's share of the ends in which somebody scored.
pub(crate) fn scoring(scores: &EndScores) -> Option<f64> {
    let weight = |sign: i8| {
        (1..=MOST)
            .map(|points| scores.weight(sign * points))
            .sum::<f64>()
    };
    let (hammers, steals) = (weight(1), weight(-1));
    let all = hammers + steals;
    (all > 0.0).then(|| hammers / all)
}

/// The chance of the team that has the hammer when a match is level after its last end.
fn level(points: &EndScores, extra: Option<&EndScores>) -> f64 {
    match extra {
        None => 0.5,
        // If nobody ever scored in an extra end, what was thought before stands.
        Some(extra) => scoring(extra).or(scoring(points)).unwrap_or(0.5),
    }
}

/// How much the table covers: at least as much as a table usually does.
pub(super) fn covered(played: Shape) -> Shape {
    Shape {
        difference: played.difference.max(Shape::default().difference),
        ..played
    }
}

/// Step 2.
pub(super) fn first(
    played: Shape,
    points: &EndScores,
    extra: Option<&EndScores>,
) -> Result<WinTable, TableError> {
    WinTable::from_scores(covered(played), level(points, extra), |_| points)
}

/// Step 4.
fn second(
    played: Shape,
    points: &EndScores,
    extra: Option<&EndScores>,
    states: &BTreeMap<State, EndScores>,
) -> Result<WinTable, TableError> {
    let reach = played.difference as i32;
    WinTable::from_scores(covered(played), level(points, extra), |state| {
        let nearest = State {
            difference: state.difference.clamp(-reach, reach),
            ..state
        };
        states.get(&nearest).unwrap_or(points)
    })
}

/// What an end before which a match stands so is played for.
pub(crate) fn stakes(table: &WinTable, state: State) -> Stakes {
    Stakes::new(|points| {
        let ahead = state.difference + i32::from(points);
        table.chance(state.ends_left - 1, ahead, points <= 0)
    })
}

/// Whether something can be won or lost.
pub(crate) fn matters(stakes: &Stakes) -> bool {
    (-MOST..=MOST).any(|points| stakes.of(points) != stakes.of(0))
}

impl Season {
    /// What ends that were counted come to. `extra` is nothing where a level match is drawn; states
    /// that are missing take the distribution of the ends for points.
    ///
    /// # Errors
    /// If there are no ends for points, those of a state are none, or so much makes no table.
    pub fn new(
        played: Shape,
        points: EndScores,
        extra: Option<EndScores>,
        states: BTreeMap<State, EndScores>,
    ) -> Result<Self, TableError> {
        let first = first(played, &points, extra.as_ref())?;
        let table = second(played, &points, extra.as_ref(), &states)?;
        Ok(Season {
            played,
            points,
            extra,
            states,
            first,
            table,
        })
    }

    /// The most ends left and the largest difference that were played.
    pub fn played(&self) -> Shape {
        self.played
    }

    /// The ends of all states together.
    pub fn to_win(&self) -> EndScores {
        let mut all = EndScores::default();
        self.states.values().for_each(|scores| all.add(scores));
        all
    }

    /// The chance of the team with the hammer when the match is level after its last end.
    pub fn level(&self) -> f64 {
        level(&self.points, self.extra.as_ref())
    }

    /// How uncertain the table is for want of more ends: the standard deviation of the hammer's
    /// chance, by [`State`], over tables made of ends drawn again, with replacement, from those
    /// that were played (the bootstrap). That the players' goal, the first table, is itself
    /// uncertain is not in it.
    ///
    /// # Errors
    /// Never for a season that has a table.
    pub fn errors(&self, times: u32, seed: Seed) -> Result<Errors, TableError> {
        let shape = self.table.shape();
        let mut moments = vec![vec![(0.0, 0.0); 2 * shape.difference + 1]; shape.ends + 1];
        for time in 0..times {
            let table = self.again(&mut seed.stream(time.into()).rng())?;
            each_cell(shape, |row, column, state| {
                // From the table's own value: no difference of large numbers.
                let hammers =
                    |table: &WinTable| table.chance(state.ends_left, state.difference, true);
                let off = hammers(&table) - hammers(&self.table);
                let (sum, squares) = &mut moments[row][column];
                *sum += off;
                *squares += off * off;
            });
        }
        let n = f64::from(times.max(1));
        let deviation = |(sum, squares): (f64, f64)| {
            let variance: f64 = squares / n - (sum / n) * (sum / n);
            libm::sqrt(variance.max(0.0) * n / (n - 1.0).max(1.0))
        };
        let row = |row: Vec<(f64, f64)>| row.into_iter().map(deviation).collect();
        Ok(Errors {
            rows: moments.into_iter().map(row).collect(),
        })
    }

    /// The table of ends drawn again from those that were played.
    fn again(&self, rng: &mut Pcg64Mcg) -> Result<WinTable, TableError> {
        let points = drawn(&self.points, rng);
        let extra = self.extra.as_ref().map(|extra| drawn(extra, rng));
        let states = self.states.iter();
        let states = states.map(|(state, scores)| (*state, drawn(scores, rng)));
        second(self.played, &points, extra.as_ref(), &states.collect())
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

/// As many ends as were counted, drawn from them.
fn drawn(scores: &EndScores, rng: &mut Pcg64Mcg) -> EndScores {
    let mut again = EndScores::default();
    let total = scores.total();
    for _ in 0..total as u64 {
        let mut at = rng.random::<f64>() * total;
        let beyond = |points: &i8| {
            at -= scores.weight(*points);
            at < 0.0
        };
        let points = (-MOST..=MOST).find(beyond);
        again.count(points.unwrap_or(MOST));
    }
    again
}

/// Standard errors of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    rows: Vec<Vec<f64>>,
}

impl Errors {
    /// Of the hammer's chance; nought outside the table.
    pub fn of(&self, ends_left: usize, difference: i32) -> f64 {
        let row = self.rows.get(ends_left);
        let column = |row: &Vec<f64>| {
            let index = usize::try_from(difference + (row.len() / 2) as i32).ok()?;
            row.get(index).copied()
        };
        row.and_then(column).unwrap_or(0.0)
    }

    /// All, as the chances of a [`WinTable`] are written.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
}
