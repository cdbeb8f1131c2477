//! Protection tables: the tables Of and Ob of Kato, Iizuka and Yamamoto (2016, section 3.4.2), by
//! which one stone protects another from being taken out.
//!
//! A stone *b* lies at the tee, another one, *b'*, somewhere before or behind it. For each turn, 24
//! stones are thrown to take *b* out, along lines a sixth of a stone's radius apart: together the
//! whole width in which a thrown stone touches *b*. Each gives a bit. With *b'* in front (Of) it is
//! one if the thrown stone touches *b*; with *b'* behind (Ob), if *b* moves far enough. Over
//! several stones the bits are joined by AND: what is left are the lines that still work, and the
//! longest run of ones is how wide the gap is.
//!
//! Our readings where the paper is silent. A thrown stone that first rubs on the guard and leaves
//! its line still counts if it touches *b*, but a guard run back onto *b* does not: that is why Of
//! traces the path of the thrown stone instead of checking which stones have moved. In Ob a line
//! that would not move *b* far enough even alone (a thin hit) is a one, so that a stone which makes
//! no difference has all ones, as one outside the table has. A place where the two stones would
//! overlap stands for the nearest where they touch. Not covered: what three stones do together, and
//! that a stone near the sides is hit from another angle than one at the tee.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::protection::{ALL, Settings, Tables};
//! use curling::{Turn, Vector};
//!
//! let game = Curling::new(Conditions::paper())?;
//! let coarse = Settings { step: 0.29, ..Settings::default() };
//! let tables = Tables::new(game.physics(), &coarse)?;
//! let guard = tables.of(Turn::Clockwise, Vector::new(0.0, -1.0));
//! assert!(guard.count_ones() < 24); // a stone one metre before it is in the way
//! assert_eq!(tables.of(Turn::Clockwise, Vector::new(2.0, -1.0)), ALL); // one far to the side is not
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::delivery::{AimError, Weight, aim, crossing};
use crate::physics::{Ice, Mode, Physics, Throw};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of lines along which a stone is hit.
pub const LINES: usize = 24;
/// All lines: nothing is in the way.
pub const ALL: u32 = (1 << LINES) - 1;

/// Slots of the stones in a trial: the one to be hit, the other, and the thrown one.
const HIT: usize = 0;
const OTHER: usize = 1;
const THROWN: usize = 2;
/// Stones put side by side are this far from touching, in metres.
const CLEARANCE: f64 = 1e-6;
/// The most cells of a table.
const MOST_CELLS: f64 = 1e6;

/// The settings of protection tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The step between two places of the other stone, in metres.
    pub step: f64,
    /// The range of the other stone to either side when in front, in metres.
    pub across_front: f64,
    /// The range in front, in metres; not beyond the hog line.
    pub front: f64,
    /// The range of the other stone to either side when behind, in metres.
    pub across_back: f64,
    /// The range behind, in metres; not out of play.
    pub back: f64,
    /// The weight of the hits.
    pub weight: Weight,
    /// The distance that a stone must move to count as taken out, in metres; or out of play.
    pub taken_out: f64,
}

impl Default for Settings {
    /// Steps of half a stone's radius; hits that would stop 10.919 m behind the tee, as those of
    /// the paper's row of hits; a stone is taken out when it has gone as far as from the tee out of
    /// the house.
    fn default() -> Self {
        Settings {
            step: RADIUS / 2.0,
            across_front: 1.45,
            front: 6.4,
            across_back: 1.975,
            back: 1.975,
            weight: Weight::Beyond(10.919),
            taken_out: 1.83,
        }
    }
}

/// Tables that cannot be computed or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProtectionError {
    /// An invalid setting.
    #[error("invalid setting {what} = {value} of the protection tables")]
    Setting {
        /// The name of the setting.
        what: &'static str,
        /// The value.
        value: f64,
    },
    /// A hit that cannot be thrown.
    #[error("cannot throw the hits of the protection tables: {0}")]
    Aim(#[from] AimError),
    /// A table whose entries do not fit its shape.
    #[error(
        "invalid protection table: {columns} by {rows} places with steps of {step} m, and {cells} entries of {LINES} bits"
    )]
    Grid {
        /// Places across.
        columns: usize,
        /// Places along.
        rows: usize,
        /// The step.
        step: f64,
        /// Entries.
        cells: usize,
    },
}

/// Bits for the places of a lattice around the stone that is hit. Columns run from the left,
/// symmetric about the middle; rows along the sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenGrid", into = "WrittenGrid")]
pub struct Grid {
    step: f64,
    columns: usize,
    rows: usize,
    /// The row of the stone that is hit.
    level: usize,
    cells: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGrid {
    step: f64,
    columns: usize,
    rows: usize,
    level: usize,
    cells: Vec<u32>,
}

impl From<Grid> for WrittenGrid {
    fn from(grid: Grid) -> Self {
        WrittenGrid {
            step: grid.step,
            columns: grid.columns,
            rows: grid.rows,
            level: grid.level,
            cells: grid.cells,
        }
    }
}

impl TryFrom<WrittenGrid> for Grid {
    type Error = ProtectionError;

    fn try_from(written: WrittenGrid) -> Result<Self, ProtectionError> {
        let WrittenGrid {
            step,
            columns,
            rows,
            level,
            cells,
        } = written;
        let valid = step.is_finite()
            && step > 0.0
            && columns % 2 == 1
            && level < rows
            && columns.checked_mul(rows) == Some(cells.len())
            && cells.iter().all(|&bits| bits <= ALL);
        if !valid {
            let cells = cells.len();
            return Err(ProtectionError::Grid {
                columns,
                rows,
                step,
                cells,
            });
        }
        Ok(Grid {
            step,
            columns,
            rows,
            level,
            cells,
        })
    }
}

impl Grid {
    /// Creates a grid with these bits at the places of the other stone, computed on all cores.
    fn new(
        step: f64,
        side: usize,
        (front, back): (usize, usize),
        bits: impl Fn(Vector) -> u32 + Sync,
    ) -> Self {
        let (columns, rows) = (2 * side + 1, front + 1 + back);
        let place = |index: usize| {
            let across = (index % columns) as f64 - side as f64;
            let along = (index / columns) as f64 - front as f64;
            Vector::new(across * step, along * step)
        };
        let indices = (0..columns * rows).into_par_iter().with_min_len(16);
        Grid {
            step,
            columns,
            rows,
            level: front,
            cells: indices.map(|index| bits(place(index))).collect(),
        }
    }

    /// Returns the grid for the other turn, on symmetric ice.
    fn mirrored(&self) -> Self {
        let rows = self.cells.chunks(self.columns);
        let flipped = |&bits: &u32| bits.reverse_bits() >> (32 - LINES);
        Grid {
            cells: rows.flat_map(|row| row.iter().rev().map(flipped)).collect(),
            ..self.clone()
        }
    }

    /// Returns the bits at the place nearest to this one, relative to the stone that is hit; all
    /// ones outside the grid.
    pub fn at(&self, away: Vector) -> u32 {
        self.cell(away).map_or(ALL, |cell| self.cells[cell])
    }

    /// Returns the index of the nearest place, if there is one within half a step.
    fn cell(&self, away: Vector) -> Option<usize> {
        let per_metre = 1.0 / self.step;
        let column = away.x * per_metre + ((self.columns / 2) as f64 + 0.5);
        let row = away.y * per_metre + (self.level as f64 + 0.5);
        let inside =
            column >= 0.0 && column < self.columns as f64 && row >= 0.0 && row < self.rows as f64;
        inside.then(|| row as usize * self.columns + column as usize)
    }

    /// Returns all bits, row by row.
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns the number of places across, along, and before the row of the stone that is hit; and
    /// the step.
    pub(super) fn layout(&self) -> (usize, usize, usize, f64) {
        (self.columns, self.rows, self.level, self.step)
    }
}

/// The tables Of and Ob for both turns, in the order of [`Turn::BOTH`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    of: [Grid; 2],
    ob: [Grid; 2],
}

impl Tables {
    /// Computes the tables for this ice.
    ///
    /// # Errors
    /// If a setting is invalid, or the hits cannot be thrown on this ice.
    pub fn new(physics: &Physics, settings: &Settings) -> Result<Self, ProtectionError> {
        settings.check()?;
        let [clockwise, counter] = Turn::BOTH;
        let (of, ob) = tables_of(physics, settings, clockwise)?;
        let (of_counter, ob_counter) = if is_asymmetric(physics) {
            tables_of(physics, settings, counter)?
        } else {
            (of.mirrored(), ob.mirrored())
        };
        Ok(Tables {
            of: [of, of_counter],
            ob: [ob, ob_counter],
        })
    }

    /// Returns the lines on which a stone is touched although another lies at this offset, x to the
    /// right and y behind (in front: negative). All for one that is not in front.
    pub fn of(&self, turn: Turn, away: Vector) -> u32 {
        if away.y < 0.0 {
            self.of[turn as usize].at(away)
        } else {
            ALL
        }
    }

    /// Returns the lines on which a stone is taken out although another lies at this offset. All
    /// for one that is in front.
    pub fn ob(&self, turn: Turn, away: Vector) -> u32 {
        if away.y < 0.0 {
            ALL
        } else {
            self.ob[turn as usize].at(away)
        }
    }

    /// Returns the grids of stones in front, by turn.
    pub(super) fn in_front(&self) -> &[Grid; 2] {
        &self.of
    }

    /// Returns the grids of stones behind, by turn.
    pub(super) fn behind(&self) -> &[Grid; 2] {
        &self.ob
    }
}

impl Settings {
    /// Checks the settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), ProtectionError> {
        let lengths = [
            ("step", self.step),
            ("across_front", self.across_front),
            ("front", self.front),
            ("across_back", self.across_back),
            ("back", self.back),
            ("taken_out", self.taken_out),
        ];
        for (what, value) in lengths {
            if !(value.is_finite() && value > 0.0) {
                return Err(ProtectionError::Setting { what, value });
            }
        }
        let cells =
            |across: f64, along: f64| (2.0 * across / self.step + 1.0) * (along / self.step + 1.0);
        let most = cells(self.across_front, self.front).max(cells(self.across_back, self.back));
        if most > MOST_CELLS {
            let (what, value) = ("step", self.step);
            return Err(ProtectionError::Setting { what, value });
        }
        Ok(())
    }

    fn steps(&self, length: f64) -> usize {
        (length / self.step) as usize
    }
}

/// Returns whether the two turns are not mirror images of each other on this ice.
fn is_asymmetric(physics: &Physics) -> bool {
    matches!(&physics.parameters().ice, Ice::Coulomb(ice) if ice.skewed)
}

/// Computes the tables of one turn.
fn tables_of(
    physics: &Physics,
    settings: &Settings,
    turn: Turn,
) -> Result<(Grid, Grid), ProtectionError> {
    let hits = hits(physics, settings, turn)?;
    let resting = physics.parameters().bounds.resting;
    let front = settings.steps(settings.front.min(-resting.front - settings.step / 2.0));
    let paths = paths(physics, settings, &hits, front)?;
    let of = Grid::new(
        settings.step,
        settings.steps(settings.across_front),
        (front, 0),
        |place| paths.bits(clear(place)),
    );
    let back = settings.steps(settings.back.min(resting.back));
    let alone = taken_out(physics, settings, &hits, None);
    let ob = Grid::new(
        settings.step,
        settings.steps(settings.across_back),
        (0, back),
        |place| taken_out(physics, settings, &hits, Some(clear(place))) | !alone & ALL,
    );
    Ok((of, ob))
}

/// Returns the nearest place where the other stone does not overlap the one at the tee; straight in
/// front of it for the tee itself.
fn clear(place: Vector) -> Vector {
    let distance = place.length();
    let nearest = 2.0 * RADIUS + CLEARANCE;
    if distance >= nearest {
        place
    } else if distance > 0.0 {
        place * (nearest / distance)
    } else {
        Vector::new(0.0, -nearest)
    }
}

/// Returns the 24 hits from left to right, by where an unobstructed stone's centre crosses the tee
/// line.
fn hits(
    physics: &Physics,
    settings: &Settings,
    turn: Turn,
) -> Result<[Shot; LINES], ProtectionError> {
    let sheet = physics.parameters().sheet;
    let mut hits = [Shot::new(Vector::ZERO, turn); LINES];
    for (line, hit) in hits.iter_mut().enumerate() {
        let across = (line as f64 + 0.5) * RADIUS / 6.0 - 2.0 * RADIUS;
        let target = Vector::new(across, 0.0);
        *hit = aim::through(&physics.deliveries(), &sheet, target, turn, settings.weight)?;
    }
    Ok(hits)
}

/// Returns the lines on which the stone at the tee is taken out.
fn taken_out(
    physics: &Physics,
    settings: &Settings,
    hits: &[Shot; LINES],
    other: Option<Vector>,
) -> u32 {
    let mut stones = Stones::none();
    stones.place(HIT, Vector::ZERO);
    if let Some(other) = other {
        stones.place(OTHER, other);
    }
    let goes = |shot: &Shot| {
        let throw = Throw {
            stones,
            slot: THROWN,
            shot: *shot,
        };
        let outcome = physics.throw(Mode::Fast, &throw);
        outcome.is_ok_and(|outcome| {
            let left = outcome.stones.get(HIT);
            left.is_none_or(|stone| stone.at.length() >= settings.taken_out)
        })
    };
    let lines = hits.iter().enumerate();
    lines.fold(0, |bits, (line, shot)| bits | u32::from(goes(shot)) << line)
}

/// The crossing of a thrown stone with a line across the sheet: place and direction.
#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    at: Vector,
    direction: Vector,
}

/// The unobstructed paths of the 24 hits: their crossings with the tee line and with lines one step
/// after another in front of it.
struct Paths {
    step: f64,
    /// The y of the resting place of each hit, in metres.
    beyond: [f64; LINES],
    /// Row by row, the tee line first.
    crossings: Vec<[Crossing; LINES]>,
}

fn paths(
    physics: &Physics,
    settings: &Settings,
    hits: &[Shot; LINES],
    rows: usize,
) -> Result<Paths, ProtectionError> {
    let runs = physics.deliveries();
    let mut beyond = [0.0; LINES];
    let mut crossings = vec![[Crossing::default(); LINES]; rows + 2];
    for (line, shot) in hits.iter().enumerate() {
        beyond[line] = crossing::rest_of(&runs, shot)?.y;
        for (row, crossings) in crossings.iter_mut().enumerate() {
            let y = -(row as f64) * settings.step;
            if let Some(passed) = crossing::over_line(&runs, shot, y)? {
                let direction = passed.velocity * (1.0 / passed.speed().max(1e-9));
                crossings[line] = Crossing {
                    at: passed.at,
                    direction,
                };
            }
        }
    }
    Ok(Paths {
        step: settings.step,
        beyond,
        crossings,
    })
}

impl Crossing {
    /// Returns the distance past the crossing (before: negative) at which a stone on a straight
    /// path touches another one, if it does.
    fn touches(&self, stone: Vector) -> Option<f64> {
        let away = stone - self.at;
        let beside = self.direction.cross(away);
        let depth = 4.0 * RADIUS * RADIUS - beside * beside;
        (depth > 0.0).then(|| self.direction.dot(away) - depth.sqrt())
    }

    /// Returns the place at this distance past the crossing.
    fn place(&self, past: f64) -> Vector {
        self.at + self.direction * past
    }
}

impl Paths {
    /// Returns the lines on which the thrown stone touches the one at the tee although another is
    /// there.
    fn bits(&self, other: Vector) -> u32 {
        let row = (-other.y / self.step + 0.5) as usize;
        let row = row.min(self.crossings.len() - 1);
        (0..LINES).fold(0, |bits, line| {
            bits | u32::from(self.touches(line, row, other)) << line
        })
    }

    /// Returns whether the stone on a line touches the one at the tee: the other, near a row of
    /// crossings, is not in its path or only later, or it rubs on the other and still touches.
    /// Stones are of equal mass and elastic: one that rubs keeps its motion along the tangent.
    fn touches(&self, line: usize, row: usize, other: Vector) -> bool {
        let (near, last) = (&self.crossings[row][line], &self.crossings[0][line]);
        let Some(rubs) = near.touches(other) else {
            return true;
        };
        let contact = near.place(rubs);
        let tee = last.touches(Vector::ZERO);
        if tee.is_some_and(|past| last.place(past).y <= contact.y) {
            return true;
        }
        let normal = (other - contact) * (0.5 / RADIUS);
        let kept = near.direction - normal * normal.dot(near.direction);
        let share = kept.length_squared(); // of the energy, and so of the distance that it has left
        if share < 1e-9 {
            return false;
        }
        let onward = Crossing {
            at: contact,
            direction: kept * (1.0 / share.sqrt()),
        };
        let left = share * (self.beyond[line] - contact.y);
        onward
            .touches(Vector::ZERO)
            .is_some_and(|distance| (0.0..=left).contains(&distance))
    }
}

#[cfg(test)]
mod tests;
