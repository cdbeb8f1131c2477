//! Static evaluation of a position before the end is over, after Kato, Iizuka and Yamamoto (2016,
//! section 3.4, equations 16 to 29).
//!
//! A value is the utility of the score as it stands
//! ([`EndUtility`](super::end_utility::EndUtility)) and, while stones are still to come, a small
//! sum over the stones: N = J · T · D, the potential of a stone (J), the difficulty of taking it
//! out (T) and of taking it out together with another (D). The hammer's stones count positive, the
//! lead's negative. Before the hammer throws, the lead's stone nearest the tee is scored as the
//! hammer's: it will be hit. After the last stone only the score counts (our reading).
//!
//! Three functions with the same result: [`Evaluation::terms`] is the definition, stone by stone,
//! for explanations and heat maps; [`Evaluation::value`] evaluates a whole position quickly; a
//! [`PreparedPosition`] evaluates incrementally one more stone at many places
//! ([`PreparedPosition::value_with`]), which is what most shots of a search come to. Nothing here
//! looks ahead.
//!
//! An [`Objective`] holds the utility of the end; one with a [value model](super::value_model)
//! replaces the paper's sum by the learned weights of the [`features`] of the position.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::evaluation::{Objective, Evaluation, Weights};
//! use curling::players::protection::{Settings, Tables};
//! use curling::players::end_utility::EndUtility;
//! use curling::{Stones, Vector};
//! use std::sync::Arc;
//!
//! let game = Curling::new(Conditions::paper())?;
//! let coarse = Settings { step: 0.29, ..Settings::default() };
//! let tables = Tables::new(game.physics(), &coarse)?;
//! let evaluation = Evaluation::new(&game, Arc::new(tables), Weights::default())?;
//! let mut stones = Stones::none();
//! stones.place(0, Vector::new(0.0, -3.0)); // the lead's guard
//! let prepared = evaluation.prepare(&stones);
//! let points = Objective::new(EndUtility::points());
//! let draw = prepared.value_with(1, Vector::new(0.0, -0.5), &points);
//! let through = prepared.value(2, &points);
//! assert!(draw > through); // a stone behind the guard is better than none
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod features;
mod incremental;
mod objective;
mod weights;

pub use incremental::PreparedPosition;
pub use objective::Objective;
pub use weights::{Weights, WeightsError};

use super::protection::{ALL, LINES, Tables};
use crate::arena_game::Curling;
use crate::rules::{Rules, score};
use crate::shot::Turn;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;
use incremental::Runs;
use std::sync::Arc;

/// The terms of a stone's value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// The rank by distance from the tee: 1/(1 + opposing stones nearer).
    pub k: f64,
    /// The quality of its place.
    pub h: f64,
    /// The potential: w1 k + w2 h.
    pub j: f64,
    /// The difficulty of taking it out.
    pub t: f64,
    /// The difficulty of taking it out together with another one.
    pub d: f64,
    /// J · T · D.
    pub n: f64,
}

/// The evaluation of positions of an end. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Evaluation {
    rules: Rules,
    weights: Weights,
    tables: Arc<Tables>,
    /// The tables with both turns side by side.
    front: Arc<Shields>,
    back: Arc<Shields>,
    runs: Arc<Runs>,
}

impl Evaluation {
    /// Creates an evaluation under the rules of a match, with tables made for its ice.
    ///
    /// # Errors
    /// If a weight is invalid.
    pub fn new(
        game: &Curling,
        tables: Arc<Tables>,
        weights: Weights,
    ) -> Result<Self, WeightsError> {
        weights.check()?;
        Ok(Evaluation {
            rules: *game.rules(),
            weights,
            front: Arc::new(Shields::new(tables.in_front())),
            back: Arc::new(Shields::new(tables.behind())),
            runs: Arc::new(Runs::new(&weights)),
            tables,
        })
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the value of a position for the hammer when slot `next` is thrown next; 16 if the
    /// end is over.
    pub fn value(&self, stones: &Stones, next: usize, objective: &Objective) -> f64 {
        if next >= SLOTS {
            return objective.utility().of(-score::points(&self.rules, stones));
        }
        self.prepare(stones).value(next, objective)
    }

    /// Prepares a position for the evaluation of one more stone.
    pub fn prepare(&self, stones: &Stones) -> PreparedPosition<'_> {
        PreparedPosition::new(self, stones)
    }

    /// Returns the terms of a stone's value, by the definition; all 0 if there is no stone in the
    /// slot.
    pub fn terms(&self, stones: &Stones, slot: usize) -> Terms {
        let Some(stone) = stones.get(slot) else {
            return Terms::default();
        };
        let at = stone.at;
        let nearer = stones.iter().filter(|(other, stone)| {
            opposed(slot, *other) && stone.at.length_squared() < at.length_squared()
        });
        let k = 1.0 / (1.0 + nearer.count() as f64);
        let h = self.weights.place(at);
        let j = self.weights.w1 * k + self.weights.w2 * h;
        let t = self.takeout_difficulty(stones, slot, at);
        let d = self.double_takeout_difficulty(stones, slot, at);
        Terms {
            k,
            h,
            j,
            t,
            d,
            n: j * t * d,
        }
    }

    /// T: larger the narrower the gap along which the stone can be hit, and moved once hit; for the
    /// turn with the wider gap.
    fn takeout_difficulty(&self, stones: &Stones, slot: usize, at: Vector) -> f64 {
        let of_turn = |turn: Turn| {
            let others = || stones.iter().filter(|(other, _)| *other != slot);
            let front = others().fold(ALL, |bits, (_, stone)| {
                bits & self.tables.of(turn, stone.at - at)
            });
            let back = others()
                .filter(|(other, _)| opposed(slot, *other))
                .fold(ALL, |bits, (_, stone)| {
                    bits & self.tables.ob(turn, stone.at - at)
                });
            self.weights.w3 / (f64::from(longest_run(front)) + 1.0)
                + self.weights.w4 / (f64::from(longest_run(back)) + 1.0)
        };
        let [one, other] = Turn::BOTH.map(of_turn);
        one.min(other) + self.weights.c
    }

    /// D: larger the farther from its own team's stones, and the less in line with them.
    fn double_takeout_difficulty(&self, stones: &Stones, slot: usize, at: Vector) -> f64 {
        let others = stones.iter();
        others
            .filter(|(other, _)| *other != slot && !opposed(slot, *other))
            .map(|(_, stone)| self.weights.separation(stone.at - at))
            .fold(1.0, f64::min)
    }
}

/// Returns whether the stones of two slots are of different teams.
fn opposed(slot: usize, other: usize) -> bool {
    (slot ^ other) & 1 == 1
}

/// Returns the length of the longest run of ones.
fn longest_run(bits: u32) -> u32 {
    let (mut left, mut run) = (bits, 0);
    while left != 0 {
        left &= left << 1;
        run += 1;
    }
    run
}

/// A protection table with both turns side by side: one look-up instead of two.
#[derive(Clone, Debug)]
struct Shields {
    per_metre: f64,
    /// The number of places to the left, and in front, plus a half: truncation then rounds to the
    /// nearest.
    left: f64,
    before: f64,
    columns: f64,
    rows: f64,
    width: usize,
    cells: Vec<u64>,
}

/// All lines of both turns.
const BOTH: u64 = ALL as u64 | (ALL as u64) << TURN;
/// The first bit of the lines of the second turn; the bits between stay 0, so that no run spans
/// both turns.
const TURN: u32 = 32;
const _: () = assert!(LINES < TURN as usize);

impl Shields {
    fn new(grids: &[super::protection::Grid; 2]) -> Self {
        let (columns, rows, level, step) = grids[0].layout();
        // Grids read from a file may differ in shape: the places of the first are looked up in the
        // second.
        let place = |index: usize| {
            let across = (index % columns) as f64 - (columns / 2) as f64;
            let along = (index / columns) as f64 - level as f64;
            Vector::new(across * step, along * step)
        };
        let cell = |(index, &bits): (usize, &u32)| {
            u64::from(bits) | u64::from(grids[1].at(place(index))) << TURN
        };
        Shields {
            per_metre: 1.0 / step,
            left: (columns / 2) as f64 + 0.5,
            before: level as f64 + 0.5,
            columns: columns as f64,
            rows: rows as f64,
            width: columns,
            cells: grids[0].cells().iter().enumerate().map(cell).collect(),
        }
    }

    /// Returns the lines of both turns that remain open with another stone there.
    #[inline]
    fn at(&self, x: f64, y: f64) -> u64 {
        let column = x * self.per_metre + self.left;
        let row = y * self.per_metre + self.before;
        let inside = column >= 0.0 && column < self.columns && row >= 0.0 && row < self.rows;
        if !inside {
            return BOTH;
        }
        let cell = row as u32 as usize * self.width + column as u32 as usize;
        self.cells.get(cell).copied().unwrap_or(BOTH)
    }
}

#[cfg(test)]
mod tests;
