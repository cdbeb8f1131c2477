//! How likely each executed shot is when a candidate is tried: the table p(m, m') of Kato, Iizuka
//! and Yamamoto (2016, section 3.3).
//!
//! The paper throws every candidate 100,000 times and counts. Here the same numbers come from
//! integration, so they have no noise of their own and are the same on every machine. Two standard
//! normal numbers, the *luck* of a throw, decide where a stone stops ([`Noise::perturbed`]); that
//! map is smooth and nearly straight, so the stones that are rounded to one point of the
//! [lattice](super::lattice) are those whose luck lies in a slightly bent quadrangle, and the
//! probability is the normal mass of that quadrangle: see `mass` for the integral and `scatter` for
//! the map.
//!
//! * A draw may become any draw of its turn within the lattice's margin (29 points by default).
//!   What falls outside belongs to the nearest of them.
//! * A hit may become any hit along its row within the margin, by the x where the stone would stop;
//!   as in the paper its weight counts as exact.
//! * A shot that the player's limit slows down is looked for where it then stops; one that counts
//!   as a pass is not offered.
//!
//! Not here: other stones. What a shot does is for the search to simulate.
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

/// What is less likely than this is left out.
const NEVER: f64 = 1e-12;

/// The shots a player can try, and what may come of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// The lattice's numbers of the candidates, one for each row of the matrix.
    pub candidates: Vec<u32>,
    /// A column for each executed shot of the lattice.
    pub matrix: OutcomeMatrix,
}

/// What comes of every candidate when a player of this skill tries it; with `uncertain` false, as
/// if the hand were steady.
pub fn matrix(curling: &Curling, lattice: &Lattice, skill: &Skill, uncertain: bool) -> Kernel {
    let maker = Rows::new(curling, lattice, skill, uncertain);
    let row = |&candidate: &u32| {
        let executed = &lattice.executed()[candidate as usize];
        maker.of(&executed.shot?, executed.kind)
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

/// What may come of any shot of a player, whether the lattice has it or not.
pub struct Rows<'a> {
    curling: &'a Curling,
    lattice: &'a Lattice,
    skill: &'a Skill,
    uncertain: bool,
    draws: Stencil,
    hits: Stencil,
    /// For every cell of the window around a draw, row by row: the step from the middle to the
    /// nearest member, all members being there.
    members: Vec<(i64, i64)>,
}

/// Lines between this many cells to the left and to the right of the middle one.
fn lines(cells: i64, spacing: f64) -> Vec<f64> {
    (-cells..cells)
        .map(|cell| (cell as f64 + 0.5) * spacing)
        .collect()
}

impl<'a> Rows<'a> {
    /// Of a player of this skill; with `uncertain` false, as if the hand were steady.
    pub fn new(
        curling: &'a Curling,
        lattice: &'a Lattice,
        skill: &'a Skill,
        uncertain: bool,
    ) -> Self {
        let settings = lattice.settings();
        let reach = lattice.margin().max(1);
        let square = lines(reach + 1, settings.spacing);
        // Along the sheet only to follow the bend of the strips: about a standard deviation at a
        // time.
        let along = lines(4, reach as f64 * settings.spacing / 3.0);
        let across = lines(lattice.hit_margin().max(1), settings.hit_spacing);
        let window = Window {
            half: reach + 1,
            margin: lattice.margin(),
        };
        Rows {
            curling,
            lattice,
            skill,
            uncertain: uncertain && noticeable(skill.noise()).is_some(),
            draws: Stencil::new(square.clone(), square),
            hits: Stencil::new(across, along),
            members: window.members(|_, _| true).unwrap_or_default(),
        }
    }

    /// What may come of a shot, by the lattice's numbers and with weights; nothing if the player
    /// cannot throw it.
    pub fn of(&self, shot: &Shot, kind: Kind) -> Option<Vec<(usize, f64)>> {
        let tried = self.skill.attempted(shot)?;
        let scatter = Scatter::new(self.curling, self.skill, tried);
        let middle = self.lattice.within(self.middle(&scatter, kind));
        // Luck that says nothing about the place counts as none.
        if !self.uncertain || !scatter.is_regular() {
            let certain = (self.simulated(self.lattice.index(middle)), 1.0);
            return self.throwable(middle).then(|| vec![certain]);
        }
        match middle.kind {
            Kind::Draw => self.draw(&scatter, middle),
            Kind::Hit => self.hit(&scatter, middle),
        }
    }

    /// Where a shot goes without luck, good or bad. A hit that the player's limit makes a draw is
    /// one.
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
        Some(gathered(sums.collect()))
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
        // Numbers grow to the right for clockwise hits, to the left for the others.
        let sign = -(middle.turn.sign() as i64);
        let mut sums = Vec::with_capacity(masses.len());
        for (place, &mass) in masses.iter().enumerate() {
            let step = nearest(sign * (place as i64 % wide - half))?;
            sums.push((self.simulated(self.lattice.index(member(step))), mass));
        }
        Some(gathered(sums))
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

    /// For every cell its nearest usable member; of several the one farthest down the sheet, then
    /// the one nearest the middle. Nothing if there is none at all.
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

/// Masses of the same shot added up in order; what never happens is left out.
fn gathered(mut masses: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    masses.sort_by_key(|(index, _)| *index);
    let mut sums: Vec<(usize, f64)> = Vec::new();
    for (index, mass) in masses {
        match sums.last_mut() {
            Some((last, sum)) if *last == index => *sum += mass,
            _ => sums.push((index, mass)),
        }
    }
    sums.retain(|(_, mass)| *mass > NEVER);
    sums
}

impl mass::Bent for Scatter<'_> {
    fn luck(&self, at: Vector) -> Vector {
        self.luck_for(at)
    }

    fn steps(&self) -> [Vector; 2] {
        self.inverse()
    }
}

#[cfg(test)]
mod tests;
