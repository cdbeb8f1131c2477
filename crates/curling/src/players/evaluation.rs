//! What a position is worth before the end is over: the evaluation of Kato, Iizuka and Yamamoto
//! (2016, section 3.4, equations 16 to 29).
//!
//! A value is the worth of the house as it stands ([`Stakes`](super::stakes::Stakes)) and, while
//! stones are still to come, a small sum over the stones: N = J · T · D, what a stone may bring
//! (J), how hard it is to take out (T) and to take out together with another (D). The hammer's
//! stones count for, the lead's against. Before the hammer throws, the lead's stone nearest the tee
//! is scored as the hammer's: it will be hit. After the last stone only the score counts (our
//! reading).
//!
//! Three ways to ask, one answer: [`Evaluation::terms`] is the definition, stone by stone, for
//! explanations and heat maps; [`Evaluation::value`] the whole of a position, quickly; a [`Ground`]
//! is a position prepared so that one more stone can be put down at many places ([`Ground::with`]),
//! which is what most shots of a search come to. Nothing here looks ahead.
//!
//! An [`Appraisal`] says what the end is played for; one with [experience](super::experience)
//! replaces the paper's sum by what was learned of [`signs`] of the position.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::evaluation::{Appraisal, Evaluation, Weights};
//! use curling::players::protection::{Settings, Tables};
//! use curling::players::stakes::Stakes;
//! use curling::{Stones, Vector};
//! use std::sync::Arc;
//!
//! let game = Curling::new(Conditions::paper())?;
//! let coarse = Settings { step: 0.29, ..Settings::default() };
//! let tables = Tables::new(game.physics(), &coarse)?;
//! let evaluation = Evaluation::new(&game, Arc::new(tables), Weights::default())?;
//! let mut stones = Stones::none();
//! stones.place(0, Vector::new(0.0, -3.0)); // the lead's guard
//! let ground = evaluation.ground(&stones);
//! let points = Appraisal::new(Stakes::points());
//! let draw = ground.with(1, Vector::new(0.0, -0.5), &points);
//! let through = ground.without(2, &points);
//! assert!(draw > through); // a stone behind the guard is better than none
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod appraisal;
mod ground;
pub mod signs;
mod weights;

pub use appraisal::Appraisal;
pub use ground::Ground;
pub use weights::{Weights, WeightsError};

use super::protection::{ALL, LINES, Tables};
use crate::arena_game::Curling;
use crate::rules::{Rules, score};
use crate::shot::Turn;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;
use ground::Runs;
use std::sync::Arc;

/// The parts of a stone's worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// How near the tee it is among the stones: 1/(1 + opposing stones nearer).
    pub k: f64,
    /// How good its place is.
    pub h: f64,
    /// What it may bring: w1 k + w2 h.
    pub j: f64,
    /// How hard it is to take out.
    pub t: f64,
    /// How hard it is to take out together with another one.
    pub d: f64,
    /// J · T · D.
    pub n: f64,
}

/// Evaluates positions of an end. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Evaluation {
    rules: Rules,
    weights: Weights,
    tables: Arc<Tables>,
    /// The tables again, both turns side by side.
    front: Arc<Shields>,
    back: Arc<Shields>,
    runs: Arc<Runs>,
}

impl Evaluation {
    /// An evaluation under the rules of a match, with tables made for its ice.
    ///
    /// # Errors
    /// If a weight makes no sense.
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

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What the position is worth to the hammer when slot `next` is thrown next; 16 if the end is
    /// over.
    pub fn value(&self, stones: &Stones, next: usize, appraisal: &Appraisal) -> f64 {
        if next >= SLOTS {
            return appraisal.stakes().of(-score::points(&self.rules, stones));
        }
        self.ground(stones).without(next, appraisal)
    }

    /// The position, prepared for one more stone.
    pub fn ground(&self, stones: &Stones) -> Ground<'_> {
        Ground::new(self, stones)
    }

    /// The parts of a stone's worth, by the definition; all nought if there is no stone in the
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
        let t = self.hard_to_take_out(stones, slot, at);
        let d = self.hard_to_take_out_twice(stones, slot, at);
        Terms {
            k,
            h,
            j,
            t,
            d,
            n: j * t * d,
        }
    }

    /// T: the less a stone can be hit along its gap, and moved on once hit, the more; for the turn
    /// with the wider gap.
    fn hard_to_take_out(&self, stones: &Stones, slot: usize, at: Vector) -> f64 {
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

    /// D: the farther from its own team's stones, and the less in line with them, the more.
    fn hard_to_take_out_twice(&self, stones: &Stones, slot: usize, at: Vector) -> f64 {
        let others = stones.iter();
        others
            .filter(|(other, _)| *other != slot && !opposed(slot, *other))
            .map(|(_, stone)| self.weights.apart(stone.at - at))
            .fold(1.0, f64::min)
    }
}

/// Whether the stones of two slots are of different teams.
fn opposed(slot: usize, other: usize) -> bool {
    (slot ^ other) & 1 == 1
}

/// The longest run of ones.
fn longest_run(bits: u32) -> u32 {
    let (mut left, mut run) = (bits, 0);
    while left != 0 {
        left &= left << 1;
        run += 1;
    }
    run
}

/// A table of protection with both turns side by side: one look-up instead of two.
#[derive(Clone, Debug)]
struct Shields {
    per_metre: f64,
    /// Half a step more than the places to the left, and before: nearest by cutting off.
    left: f64,
    before: f64,
    columns: f64,
    rows: f64,
    width: usize,
    cells: Vec<u64>,
}

/// All lines of both turns.
const BOTH: u64 = ALL as u64 | (ALL as u64) << TURN;
/// Where the lines of the second turn begin; the bits between stay nought, so that no run crosses
/// over.
const TURN: u32 = 32;
const _: () = assert!(LINES < TURN as usize);

impl Shields {
    fn new(grids: &[super::protection::Grid; 2]) -> Self {
        let (columns, rows, level, step) = grids[0].layout();
        // Grids read from a file may differ in shape; the first one's places are then looked up in
        // the second.
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

    /// The lines of both turns that are left with another stone there.
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
