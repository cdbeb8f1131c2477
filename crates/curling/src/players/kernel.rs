//! Outcome probabilities of candidates: the table p(m, m') of Kato, Iizuka and Yamamoto (2016,
//! section 3.3).
//!
//! The paper throws every candidate 100,000 times and counts. Here the same numbers come from
//! integration, so they have no noise of their own and are the same on every machine. Two standard
//! normal *deviates* of a throw decide where a stone stops ([`Noise::perturbed`]); that
//! map is smooth and nearly straight, so the stones that are rounded to one point of the
//! [lattice](super::lattice) are those whose deviates lie in a slightly bent quadrangle, and the
//! probability is the normal mass of that quadrangle: see `mass` for the integral and `scatter` for
//! the map.
//!
//! * The outcomes of a draw are the draws of its turn within the lattice's margin (29 points by
//!   default). Mass outside belongs to the nearest of them.
//! * The outcomes of a hit are the hits along its row within the margin, by the x of the resting
//!   place; as in the paper its weight counts as exact.
//! * A shot that the player's limit slows down is placed where it then stops; one that counts as a
//!   pass is no candidate.
//!
//! Other stones are not considered here: the search simulates the shots.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::kernel::{self, Kernel};
//! use curling::players::lattice::{Lattice, Settings};
//!
//! let game = Curling::new(Conditions::paper())?;
//! let few = Settings { columns: 1, rows_behind: 1, rows_in_front: 1, hits: 1, ..Settings::default() };
//! let lattice = Lattice::new(&game, &few)?;
//! let skill = game.conditions().teams[0].player(0);
//! let Kernel { candidates, matrix } = kernel::matrix(&game, &lattice, skill, true);
//! assert_eq!((candidates.len(), matrix.row(4).outcomes().len()), (20, 29));
//! let meant = matrix.row(4).entries().find(|(m, _)| *m == candidates[4] as usize);
//! assert!((meant.unwrap().1 - 0.147).abs() < 0.01); // within half a standard deviation in x and in y: 0.383 squared
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Noise::perturbed`]: crate::delivery::Noise::perturbed

mod mass;
mod scatter;

use super::lattice::{Cell, Kind, Lattice};
use crate::arena_game::Curling;
use crate::delivery::Skill;
use crate::shot::Shot;
use crate::vector::Vector;
use lookahead::expectimax::{MatrixBuilder, OutcomeMatrix};
use mass::Stencil;
use rayon::prelude::*;
use scatter::{Scatter, noticeable};
use serde::{Deserialize, Serialize};

/// Smaller probabilities are left out.
const NEGLIGIBLE: f64 = 1e-12;

/// The candidates of a player with their outcome probabilities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// The lattice indices of the candidates, one for each row of the matrix.
    pub candidates: Vec<u32>,
    /// A column for each executed shot of the lattice.
    pub matrix: OutcomeMatrix,
}

/// Returns the outcome probabilities of all candidates for a player of this skill; with `uncertain`
/// false, those of exact throws.
pub fn matrix(curling: &Curling, lattice: &Lattice, skill: &Skill, uncertain: bool) -> Kernel {
    let model = OutcomeModel::new(curling, lattice, skill, uncertain);
    let row = |&candidate: &u32| {
        let executed = &lattice.executed()[candidate as usize];
        model.of(&executed.shot?, executed.kind)
    };
    let rows: Vec<_> = lattice.candidates().par_iter().map(row).collect();
    let mut matrix = MatrixBuilder::new(lattice.executed().len());
    let mut candidates = Vec::with_capacity(rows.len());
    for (&candidate, row) in lattice.candidates().iter().zip(rows) {
        let Some(row) = row else { continue };
        matrix
            .weights(row)
            .expect("masses are weights, each point is named once");
        candidates.push(candidate);
    }
    Kernel {
        candidates,
        matrix: matrix.build(),
    }
}

/// The outcome probabilities of any shot of a player, on the lattice or between its points.
pub struct OutcomeModel<'a> {
    curling: &'a Curling,
    lattice: &'a Lattice,
    skill: &'a Skill,
    uncertain: bool,
    draws: Stencil,
    hits: Stencil,
    /// For every cell of the window around a draw, row by row: the step from the middle to the
    /// nearest member, where all members can be thrown.
    members: Vec<(i64, i64)>,
}

/// Returns the lines between this many cells to the left and to the right of the middle one.
fn lines(cells: i64, spacing: f64) -> Vec<f64> {
    (-cells..cells)
        .map(|cell| (cell as f64 + 0.5) * spacing)
        .collect()
}

impl<'a> OutcomeModel<'a> {
    /// Creates the model of a player of this skill; with `uncertain` false, that of exact throws.
    pub fn new(
        curling: &'a Curling,
        lattice: &'a Lattice,
        skill: &'a Skill,
        uncertain: bool,
    ) -> Self {
        let settings = lattice.settings();
        let reach = lattice.margin().max(1);
        let square = lines(reach + 1, settings.spacing);
        // Along the sheet only to follow the bend of the strips, in steps of about a standard
        // deviation.
        let along = lines(4, reach as f64 * settings.spacing / 3.0);
        let across = lines(lattice.hit_margin().max(1), settings.hit_spacing);
        let window = Window {
            half: reach + 1,
            margin: lattice.margin(),
        };
        OutcomeModel {
            curling,
            lattice,
            skill,
            uncertain: uncertain && noticeable(skill.noise()).is_some(),
            draws: Stencil::new(square.clone(), square),
            hits: Stencil::new(across, along),
            members: window.members(|_, _| true).unwrap_or_default(),
        }
    }

    /// Returns the outcomes of a shot as lattice indices with weights; `None` if the player cannot
    /// throw it.
    pub fn of(&self, shot: &Shot, kind: Kind) -> Option<Vec<(usize, f64)>> {
        let tried = self.skill.attempted(shot)?;
        let scatter = Scatter::new(self.curling, self.skill, tried);
        let middle = self.lattice.within(self.middle(&scatter, kind));
        // Noise that does not determine the place is ignored.
        if !self.uncertain || !scatter.is_regular() {
            let certain = (self.simulated(self.lattice.index(middle)), 1.0);
            return self.throwable(middle).then(|| vec![certain]);
        }
        match middle.kind {
            Kind::Draw => self.draw(&scatter, middle),
            Kind::Hit => self.hit(&scatter, middle),
        }
    }

    /// Returns the cell of a shot without noise. A hit that the player's limit makes a draw is a
    /// draw.
    fn middle(&self, scatter: &Scatter<'_>, kind: Kind) -> Cell {
        let at = scatter.middle();
        let top = self.lattice.executed()[0].target.y;
        let short = at.y < f64::midpoint(top, self.lattice.settings().hit_behind);
        let kind = if kind == Kind::Hit && short {
            Kind::Draw
        } else {
            kind
        };
        self.lattice.cell_at(at, scatter.turn(), kind)
    }

    fn throwable(&self, cell: Cell) -> bool {
        self.lattice.has(cell)
            && self.lattice.executed()[self.lattice.index(cell) as usize]
                .shot
                .is_some()
    }

    fn simulated(&self, index: u32) -> usize {
        self.lattice.thinned()[index as usize] as usize
    }

    fn draw(&self, scatter: &Scatter<'_>, middle: Cell) -> Option<Vec<(usize, f64)>> {
        let window = Window {
            half: self.lattice.margin().max(1) + 1,
            margin: self.lattice.margin(),
        };
        let at = |column: i64, row: i64| Cell {
            column: middle.column + column,
            row: middle.row + row,
            ..middle
        };
        let all = window.disc().all(|(x, y)| self.throwable(at(x, y)));
        let found;
        let members = if all {
            &self.members
        } else {
            found = window.members(|x, y| self.throwable(at(x, y)))?;
            &found
        };
        let masses = self.draws.masses(scatter, self.lattice.place(middle));
        // The stencil's rows run down the sheet, the lattice's up.
        let wide = 2 * window.half + 1;
        let sums = masses.iter().enumerate().map(|(place, &mass)| {
            let (column, row) = (place as i64 % wide, wide - 1 - place as i64 / wide);
            let (x, y) = members[(row * wide + column) as usize];
            (self.simulated(self.lattice.index(at(x, y))), mass)
        });
        Some(summed(sums.collect()))
    }

    fn hit(&self, scatter: &Scatter<'_>, middle: Cell) -> Option<Vec<(usize, f64)>> {
        let half = self.lattice.hit_margin().max(1);
        let member = |step: i64| Cell {
            column: middle.column + step,
            ..middle
        };
        let usable =
            |step: &i64| step.abs() <= self.lattice.hit_margin() && self.throwable(member(*step));
        let nearest = |step: i64| {
            (-half..=half)
                .filter(usable)
                .min_by_key(|s| (s - step).abs())
        };
        let masses = self.hits.masses(scatter, self.lattice.place(middle));
        let wide = 2 * half + 1;
        // Indices grow to the right for clockwise hits, to the left for the others.
        let sign = -(middle.turn.sign() as i64);
        let mut sums = Vec::with_capacity(masses.len());
        for (place, &mass) in masses.iter().enumerate() {
            let step = nearest(sign * (place as i64 % wide - half))?;
            sums.push((self.simulated(self.lattice.index(member(step))), mass));
        }
        Some(summed(sums))
    }
}

/// The cells around the middle one for which a mass is computed, and the disc of those that count.
struct Window {
    half: i64,
    margin: i64,
}

impl Window {
    fn cells(half: i64) -> impl Iterator<Item = (i64, i64)> {
        (-half..=half).flat_map(move |row| (-half..=half).map(move |column| (column, row)))
    }

    fn disc(&self) -> impl Iterator<Item = (i64, i64)> {
        let square = self.margin * self.margin;
        Self::cells(self.margin).filter(move |(x, y)| x * x + y * y <= square)
    }

    /// Returns for every cell its nearest usable member; of several the one farthest down the
    /// sheet, then the one nearest the middle. `None` if there is none at all.
    fn members(&self, usable: impl Fn(i64, i64) -> bool) -> Option<Vec<(i64, i64)>> {
        let usable: Vec<(i64, i64)> = self.disc().filter(|&(x, y)| usable(x, y)).collect();
        let nearest = |(column, row): (i64, i64)| {
            let rank = |&(x, y): &(i64, i64)| {
                let (across, along) = (x - column, y - row);
                (across * across + along * along, y, x.abs(), x)
            };
            usable.iter().copied().min_by_key(rank)
        };
        Self::cells(self.half).map(nearest).collect()
    }
}

/// Adds up the masses of each shot in order, without negligible ones.
fn summed(mut masses: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    masses.sort_by_key(|(index, _)| *index);
    let mut sums: Vec<(usize, f64)> = Vec::new();
    for (index, mass) in masses {
        match sums.last_mut() {
            Some((last, sum)) if *last == index => *sum += mass,
            _ => sums.push((index, mass)),
        }
    }
    sums.retain(|(_, mass)| *mass > NEGLIGIBLE);
    sums
}

impl mass::SmoothMap for Scatter<'_> {
    fn deviates(&self, at: Vector) -> Vector {
        self.luck_for(at)
    }

    fn steps(&self) -> [Vector; 2] {
        self.inverse()
    }
}

#[cfg(test)]
mod tests;
