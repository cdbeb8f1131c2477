//! Lattice of shots, for candidates and for their outcomes.
//!
//! A shot is a target and a turn. Candidates aim at the points of a grid around the play area, a
//! stone's radius apart, and at one fine row far behind the house (hits). With noise the executed
//! shot differs from the intended one; it is rounded to a point of the same lattice, extended by a
//! margin, so that all candidates share their outcomes (Kato, Iizuka and Yamamoto 2016, section
//! 3.2, equations 8 to 15). The probabilities of the outcomes are those of
//! [`kernel`](super::kernel).
//!
//! Two departures. The paper prints the row of hits at y = 6.039, inside the house; its text puts
//! it far beyond the play area, so the sign is assumed to be lost. And the points that the paper
//! drops for speed (section 4.1) are only in a figure; see [`Thinning`] for ours.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::lattice::{Kind, Lattice, Settings};
//! use curling::{Turn, Vector};
//!
//! let game = Curling::new(Conditions::paper())?;
//! let lattice = Lattice::new(&game, &Settings::default())?;
//! assert_eq!((lattice.executed().len(), lattice.candidates().len()), (4458, 3330));
//! let button = lattice.nearest(Vector::new(0.01, -0.02), Turn::Clockwise, Kind::Draw);
//! assert_eq!(lattice.executed()[button as usize].target, Vector::ZERO);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doc)]
use super::shots::HitWeight;
use super::shots::heaviest_hit;
use crate::arena_game::Curling;
use crate::delivery::{Skill, TeamSkills};
use crate::physics::Glide;
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest margin of [`Settings::for_noise`]: with more, the lattice would reach the hog line
/// at the other end.
pub const WIDEST: u32 = 24;

/// The most points of a lattice.
const MOST_POINTS: u64 = 1 << 20;

/// The kind of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingShotKind")]
pub enum Kind {
    /// A draw: to stop at the target, or to push a stone there.
    Draw,
    /// A hit on a stone in the path; the target lies far behind the house.
    Hit,
}

/// The points of a lattice. The defaults are the paper's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The spacing of draws, in metres.
    pub spacing: f64,
    /// The number of columns of draws on either side of the middle.
    pub columns: u32,
    /// The number of rows of draws behind the tee.
    pub rows_behind: u32,
    /// The number of rows of draws in front of the tee.
    pub rows_in_front: u32,
    /// The distance of the row of hits behind the tee, in metres.
    pub hit_behind: f64,
    /// The spacing of hits, in metres.
    pub hit_spacing: f64,
    /// The x of the first clockwise hit, in metres; the others follow to the right.
    /// Counter-clockwise hits are their mirror image.
    pub hit_first: f64,
    /// The number of hits of each turn.
    pub hits: u32,
    /// The margin of executed shots around the candidates, in spacings; also the largest distance
    /// of an outcome from its candidate.
    pub margin: u32,
    /// The margin of the row of hits, in its own spacings; as many metres as for draws if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit_margin: Option<u32>,
    /// The draws that are not simulated, for speed; `None` simulates all.
    pub thinning: Option<Thinning>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            spacing: RADIUS,
            columns: 13,
            rows_behind: 17,
            rows_in_front: 41,
            hit_behind: 4.88 + 6.039, // equations 10 and 11, the sign mended
            hit_spacing: RADIUS / 2.0,
            hit_first: 0.5 - 2.375, // equation 10
            hits: 72,
            margin: 3,
            hit_margin: None,
            thinning: None,
        }
    }
}

/// A coarser set of draws: every point near the house is kept; of the others (guards, the sides,
/// the back) one in four, in every second row and column counted from the tee. A dropped point
/// borrows its nearest kept one; of several the one farthest down the sheet, then the one nearest
/// the middle. With the defaults 953 draws are kept for each turn, and 2074 shots in all; the paper
/// keeps 957 and 2082. Candidates are not thinned: what they may become is shared anyway.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Thinning {
    /// The distance from the tee within which all points are kept, in metres.
    pub radius: f64,
}

impl Default for Thinning {
    fn default() -> Self {
        Thinning { radius: 1.89 }
    }
}

/// Invalid settings of a lattice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LatticeError {
    /// An invalid distance.
    #[error("invalid {what} {value}: give a finite number{more}")]
    Number {
        /// The name of the setting.
        what: &'static str,
        /// The rejected value.
        value: f64,
        /// A further requirement.
        more: &'static str,
    },
    /// Too many points.
    #[error("lattice of {points} points too large: at most {MOST_POINTS} are allowed")]
    TooLarge {
        /// The number of points.
        points: u64,
    },
}

impl Settings {
    /// Returns the paper's settings with its thinner lattice (section 4.1).
    pub fn thinned() -> Self {
        Settings {
            thinning: Some(Thinning::default()),
            ..Settings::default()
        }
    }

    /// Returns the settings with the margin that covers three standard deviations of the resting
    /// place of any player's draw to the tee, in either direction: 3 for the noise of the paper. At
    /// least 1 and at most [`WIDEST`].
    #[must_use]
    pub fn for_noise(&self, curling: &Curling) -> Self {
        let teams = curling.conditions().teams.iter();
        let skills = teams.flat_map(TeamSkills::players);
        let sizes = skills.flat_map(|skill| Turn::BOTH.map(|turn| scatter(curling, skill, turn)));
        let steps = (3.0 * sizes.fold(0.0, f64::max) / self.spacing).round();
        let margin = (steps as u32).clamp(1, WIDEST);
        Settings {
            margin,
            ..self.clone()
        }
    }

    /// Returns the settings with the row of hits as far behind the house as all players of the
    /// match can throw, up to [`HitWeight::Heavy`], if that is farther. Seen from the hack the hits
    /// keep their directions, and the margin covers the same share of the noise.
    #[must_use]
    pub fn with_heavy_hits(&self, curling: &Curling) -> Self {
        let start = -curling.physics().parameters().sheet.hack().y;
        let behind = heaviest_hit(curling);
        if behind <= self.hit_behind {
            return self.clone();
        }
        let farther = (start + behind) / (start + self.hit_behind);
        let hit_spacing = self.hit_spacing * farther;
        // The noise is given at the tee, and grows on the way behind it.
        let strays = f64::from(self.margin) * self.spacing * (start + behind) / start;
        Settings {
            hit_behind: behind,
            hit_spacing,
            hit_first: self.hit_first * farther,
            hit_margin: Some((strays / hit_spacing).round() as u32),
            ..self.clone()
        }
    }

    /// Returns the settings with `times` the resolution, without thinning; every point of this
    /// lattice is a point of that.
    #[must_use]
    pub fn refined(&self, times: u32) -> Self {
        let parts = f64::from(times.max(1));
        let closer = |steps: u32| steps.saturating_mul(times.max(1));
        Settings {
            spacing: self.spacing / parts,
            columns: closer(self.columns),
            rows_behind: closer(self.rows_behind),
            rows_in_front: closer(self.rows_in_front),
            hit_spacing: self.hit_spacing / parts,
            hits: closer(self.hits),
            margin: closer(self.margin),
            hit_margin: self.hit_margin.map(closer),
            thinning: self.thinning.filter(|_| times <= 1),
            ..self.clone()
        }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), LatticeError> {
        positive(self.spacing, "spacing of draws")?;
        positive(self.hit_spacing, "spacing of hits")?;
        finite(self.hit_behind, "distance of the hits")?;
        finite(self.hit_first, "place of the first hit")?;
        let wide = u64::from(self.columns) + u64::from(self.margin);
        let long = u64::from(self.rows_behind)
            + u64::from(self.rows_in_front)
            + 2 * u64::from(self.margin);
        let hits = u64::from(self.hits) + 2 * self.hit_margin();
        let draws = (2 * wide + 1).saturating_mul(long + 1);
        let points = draws.saturating_add(hits).saturating_mul(2);
        if points > MOST_POINTS {
            return Err(LatticeError::TooLarge { points });
        }
        Ok(())
    }

    /// Returns the margin in steps of the row of hits.
    fn hit_margin(&self) -> u64 {
        if let Some(margin) = self.hit_margin {
            return margin.into();
        }
        // Slightly less, so that a margin that fits is not rounded up.
        (f64::from(self.margin) * self.spacing / self.hit_spacing - 1e-6).ceil() as u64
    }
}

/// Returns the larger standard deviation, across the sheet or along it, of the resting place of a
/// draw to the tee; 0 without noise.
fn scatter(curling: &Curling, skill: &Skill, turn: Turn) -> f64 {
    let tried = curling.draw(Vector::ZERO, turn).ok();
    let Some(shot) = tried.and_then(|shot| skill.attempted(&shot)) else {
        return 0.0;
    };
    let rest = |deviates| {
        let strayed = skill.noise().perturbed(&shot, curling.tee(), deviates);
        curling.physics().released(&strayed).rest()
    };
    let first = (rest([1.0, 0.0]) - rest([-1.0, 0.0])) * 0.5;
    let second = (rest([0.0, 1.0]) - rest([0.0, -1.0])) * 0.5;
    libm::hypot(first.x, second.x).max(libm::hypot(first.y, second.y))
}

fn finite(value: f64, what: &'static str) -> Result<(), LatticeError> {
    let more = "";
    let error = LatticeError::Number { what, value, more };
    value.is_finite().then_some(()).ok_or(error)
}

fn positive(value: f64, what: &'static str) -> Result<(), LatticeError> {
    let more = " of at least a millimetre";
    let error = LatticeError::Number { what, value, more };
    (value.is_finite() && value >= 1e-3)
        .then_some(())
        .ok_or(error)
}

/// An executed shot: an outcome of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Executed {
    /// The resting place if nothing is in its way.
    pub target: Vector,
    /// The turn.
    pub turn: Turn,
    /// Draw or hit.
    pub kind: Kind,
    /// The shot; `None` if no shot reaches the target on this ice.
    pub shot: Option<Shot>,
}

impl Executed {
    /// Returns the shot; one without speed if no shot reaches the target.
    pub fn thrown(&self) -> Shot {
        self.shot.unwrap_or(Shot::new(Vector::ZERO, self.turn))
    }
}

/// The cell of a point: its column and row in the grid of draws, both from 0; or its column in the
/// row of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) turn: Turn,
    pub(super) kind: Kind,
    pub(super) column: i64,
    pub(super) row: i64,
}

/// The shots of a match: candidates and all their outcomes.
///
/// Points have an index: first the clockwise ones, then the others; of each the draws row by row
/// from the back of the house to the front, every row from left to right, then the hits (clockwise
/// from left to right, counter-clockwise from right to left).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lattice {
    settings: Settings,
    executed: Vec<Executed>,
    candidates: Vec<u32>,
    representatives: Vec<u32>,
}

impl Lattice {
    /// Creates the lattice of a match: every shot aimed on its ice.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn new(curling: &Curling, settings: &Settings) -> Result<Self, LatticeError> {
        settings.check()?;
        let mut lattice = Lattice {
            settings: settings.clone(),
            executed: Vec::new(),
            candidates: Vec::new(),
            representatives: Vec::new(),
        };
        let points = 0..2 * lattice.points_of_a_turn();
        let aimed = points
            .into_par_iter()
            .map(|index| lattice.aimed(curling, index as u32));
        lattice.executed = aimed.collect();
        let all = 0..lattice.executed.len() as u32;
        let chosen = all.clone().filter(|&index| lattice.is_candidate(index));
        lattice.candidates = chosen.collect();
        lattice.representatives = all.map(|index| lattice.representative(index)).collect();
        Ok(lattice)
    }

    /// Returns its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns all executed shots, by index.
    pub fn executed(&self) -> &[Executed] {
        &self.executed
    }

    /// Returns the indices of the shots that a player may choose, ascending.
    pub fn candidates(&self) -> &[u32] {
        &self.candidates
    }

    /// For every executed shot the index of the one simulated in its place: itself, unless the
    /// lattice is thinned.
    pub fn thinned(&self) -> &[u32] {
        &self.representatives
    }

    /// Returns the index of the shot of a kind whose target is nearest; of a hit only x counts.
    pub fn nearest(&self, target: Vector, turn: Turn, kind: Kind) -> u32 {
        self.index(self.within(self.cell_at(target, turn, kind)))
    }

    /// Returns the index of the mirror image: mirrored about the centre line, with the other turn.
    pub fn reflected(&self, index: u32) -> u32 {
        let cell = self.cell(index);
        let column = match cell.kind {
            Kind::Draw => self.width() - 1 - cell.column,
            Kind::Hit => cell.column,
        };
        let turn = cell.turn.reversed();
        self.index(Cell {
            turn,
            column,
            ..cell
        })
    }

    /// Returns the number of columns of draws.
    fn width(&self) -> i64 {
        2 * (i64::from(self.settings.columns) + self.margin()) + 1
    }

    /// Returns the number of rows of draws.
    fn height(&self) -> i64 {
        self.middle_row() + i64::from(self.settings.rows_in_front) + self.margin() + 1
    }

    fn hits(&self) -> i64 {
        match self.settings.hits {
            0 => 0,
            hits => i64::from(hits) + 2 * self.hit_margin(),
        }
    }

    /// Returns the row of the tee.
    fn middle_row(&self) -> i64 {
        i64::from(self.settings.rows_behind) + self.margin()
    }

    pub(super) fn margin(&self) -> i64 {
        i64::from(self.settings.margin)
    }

    pub(super) fn hit_margin(&self) -> i64 {
        self.settings.hit_margin() as i64
    }

    fn points_of_a_turn(&self) -> i64 {
        self.width() * self.height() + self.hits()
    }

    /// Returns the cell of an index, which must be below the number of points.
    pub(super) fn cell(&self, index: u32) -> Cell {
        let (index, half) = (i64::from(index), self.points_of_a_turn());
        let turn = Turn::BOTH[usize::from(index >= half)];
        let place = index % half;
        let hit = place - self.width() * self.height();
        let (kind, column, row) = if hit >= 0 {
            (Kind::Hit, hit, 0)
        } else {
            (Kind::Draw, place % self.width(), place / self.width())
        };
        Cell {
            turn,
            kind,
            column,
            row,
        }
    }

    /// Returns the index of a cell of the lattice.
    pub(super) fn index(&self, cell: Cell) -> u32 {
        let first = match cell.turn {
            Turn::Clockwise => 0,
            Turn::CounterClockwise => self.points_of_a_turn(),
        };
        let place = match cell.kind {
            Kind::Draw => cell.row * self.width() + cell.column,
            Kind::Hit => self.width() * self.height() + cell.column,
        };
        (first + place) as u32
    }

    /// Returns whether the lattice has this cell.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.within(cell) == cell
    }

    /// Returns the cell of the lattice nearest to this one of the infinite lattice.
    pub(super) fn within(&self, cell: Cell) -> Cell {
        let (columns, rows) = match cell.kind {
            Kind::Hit if self.hits() > 0 => (self.hits(), 1),
            _ => (self.width(), self.height()),
        };
        Cell {
            column: cell.column.clamp(0, columns - 1),
            row: cell.row.clamp(0, rows - 1),
            ..cell
        }
    }

    /// Returns the cell of the infinite lattice nearest to a place.
    pub(super) fn cell_at(&self, at: Vector, turn: Turn, kind: Kind) -> Cell {
        let Settings {
            spacing,
            hit_spacing,
            hit_first,
            ..
        } = self.settings;
        // Places off the sheet are clamped.
        let near = |steps: i64| steps.clamp(-1 << 40, 1 << 40);
        let steps = |metres: f64, spacing: f64| near((metres / spacing).round() as i64);
        let kind = if self.hits() == 0 { Kind::Draw } else { kind };
        let (column, row) = match kind {
            Kind::Draw => (
                (self.width() - 1) / 2 + steps(at.x, spacing),
                self.middle_row() - steps(at.y, spacing),
            ),
            Kind::Hit => {
                let along = -turn.sign() * at.x - hit_first;
                (self.hit_margin() + steps(along, hit_spacing), 0)
            }
        };
        Cell {
            turn,
            kind,
            column,
            row,
        }
    }

    /// Returns the place of a cell of the infinite lattice.
    pub(super) fn place(&self, cell: Cell) -> Vector {
        let settings = &self.settings;
        match cell.kind {
            Kind::Draw => Vector::new(
                settings.spacing * (cell.column - (self.width() - 1) / 2) as f64,
                settings.spacing * (self.middle_row() - cell.row) as f64,
            ),
            Kind::Hit => {
                let steps = (cell.column - self.hit_margin()) as f64;
                let along = settings.hit_first + settings.hit_spacing * steps;
                Vector::new(-cell.turn.sign() * along, settings.hit_behind)
            }
        }
    }

    fn aimed(&self, curling: &Curling, index: u32) -> Executed {
        let cell = self.cell(index);
        let target = self.place(cell);
        Executed {
            target,
            turn: cell.turn,
            kind: cell.kind,
            shot: curling.draw(target, cell.turn).ok(),
        }
    }

    fn is_candidate(&self, index: u32) -> bool {
        let cell = self.cell(index);
        let inside = |place: i64, size: i64, margin: i64| (margin..size - margin).contains(&place);
        let chosen = match cell.kind {
            Kind::Draw => {
                inside(cell.column, self.width(), self.margin())
                    && inside(cell.row, self.height(), self.margin())
            }
            Kind::Hit => inside(cell.column, self.hits(), self.hit_margin()),
        };
        chosen && self.executed[index as usize].shot.is_some()
    }

    /// Returns whether a draw is simulated in a thinned lattice.
    fn is_kept(&self, cell: Cell, thinning: Thinning) -> bool {
        let even = |steps: i64| steps % 2 == 0;
        let middle = (self.width() - 1) / 2;
        self.place(cell).length() <= thinning.radius
            || (even(cell.column - middle) && even(cell.row - self.middle_row()))
    }

    /// Returns the index of the shot simulated instead of a shot.
    fn representative(&self, index: u32) -> u32 {
        let cell = self.cell(index);
        let Some(thinning) = self.settings.thinning.filter(|_| cell.kind == Kind::Draw) else {
            return index;
        };
        if self.is_kept(cell, thinning) {
            return index;
        }
        let middle = (self.width() - 1) / 2;
        let around = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (column, row)));
        let others = around.map(|(column, row)| Cell {
            column: cell.column + column,
            row: cell.row + row,
            ..cell
        });
        let good = |other: &Cell| {
            let has = self.has(*other) && self.is_kept(*other, thinning);
            has && self.executed[self.index(*other) as usize].shot.is_some()
        };
        let rank = |other: &Cell| {
            let (x, y) = (other.column - cell.column, other.row - cell.row);
            (
                x * x + y * y,
                other.row,
                (other.column - middle).abs(),
                other.column,
            )
        };
        let best = others.filter(good).min_by_key(rank);
        best.map_or(index, |other| self.index(other))
    }
}

#[cfg(test)]
mod tests;
