//! Entries of arrays: stones by slot, shots by row.
//!
//! Slot k is the stone of the end's k-th shot, so even slots belong to the team that throws first:
//! the form of [`Stones`], which needs no table of owners. A slot without a stone has no numbers.

use super::super::Wrong;
use curling::physics::ThrowError;
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Stones, Sweep, Turn, Vector};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods as _};
use pyo3::PyResult;

/// Numbers of a position.
const NUMBERS: usize = 2 * SLOTS;
/// The largest distance of a stone from the tee along an axis, in metres.
const FAR: f64 = 60.0;

/// Reads a team.
pub(super) fn team(argument: &'static str, index: &[usize], number: i64) -> Result<Team, Wrong> {
    let team = usize::try_from(number)
        .ok()
        .and_then(|number| Team::BOTH.get(number));
    let wrong = || Wrong::at(argument, index, format!("team {number} is neither 0 nor 1"));
    team.copied().ok_or_else(wrong)
}

/// Reads a turn.
pub(super) fn turn(argument: &'static str, index: &[usize], sign: f64) -> Result<Turn, Wrong> {
    known_turn(sign).ok_or_else(|| Wrong::at(argument, index, no_turn(sign)))
}

fn known_turn(sign: f64) -> Option<Turn> {
    Turn::BOTH.into_iter().find(|turn| turn.sign() == sign)
}

fn no_turn(sign: f64) -> String {
    format!("the turn is {sign}: write 1 (counter-clockwise) or -1 (clockwise)")
}

/// The stones of positions, and the slot that is thrown next in each.
pub(super) struct Positions<'a> {
    stones: &'a [f64],
    /// Whether there is an axis of positions.
    listed: bool,
    /// None if all stones are thrown.
    slots: Option<&'a [i64]>,
}

impl<'a> Positions<'a> {
    /// Returns positions with these slots to come, each at least `first` and at most `last`.
    pub(super) fn new(
        stones: &'a PyReadonlyArrayDyn<'_, f64>,
        slots: &'a [i64],
        (first, last): (usize, usize),
    ) -> PyResult<Self> {
        let all = Positions::all_thrown(stones)?;
        let allowed = first as i64..=last as i64;
        if let Some(index) = slots.iter().position(|slot| !allowed.contains(slot)) {
            let why = format!(
                "slot {} is out of range: expected {first} to {last}",
                slots[index]
            );
            let index = if all.listed { vec![index] } else { Vec::new() };
            return Err(Wrong::at("slot", &index, why).into());
        }
        Ok(Positions {
            slots: Some(slots),
            ..all
        })
    }

    /// Returns positions in which any slot may have a stone.
    pub(super) fn all_thrown(stones: &'a PyReadonlyArrayDyn<'_, f64>) -> PyResult<Self> {
        Ok(Positions {
            listed: stones.ndim() > 2,
            stones: stones.as_slice()?,
            slots: None,
        })
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.stones.len() / NUMBERS
    }

    /// Returns the slot that is thrown next in a position.
    pub(super) fn slot(&self, position: usize) -> usize {
        self.slots.map_or(SLOTS, |slots| slots[position] as usize)
    }

    /// Reads the stones of a position.
    pub(super) fn read(&self, position: usize) -> Result<Stones, Wrong> {
        let mut stones = Stones::none();
        self.read_into(position, &mut stones)?;
        Ok(stones)
    }

    /// Reads the stones of a position onto an empty sheet.
    pub(super) fn read_into(&self, position: usize, stones: &mut Stones) -> Result<(), Wrong> {
        let next = self.slot(position);
        let numbers = &self.stones[position * NUMBERS..][..NUMBERS];
        for (slot, at) in numbers.chunks_exact(2).enumerate() {
            let at = Vector::new(at[0], at[1]);
            if at.x.is_nan() && at.y.is_nan() {
                continue;
            }
            if at.x.abs() <= FAR && at.y.abs() <= FAR && slot < next {
                stones.place(slot, at);
            } else {
                return Err(self.wrong(position, slot, refusal(at, slot, next)));
            }
        }
        Ok(())
    }

    /// Returns the error of a stone.
    pub(super) fn wrong(&self, position: usize, slot: usize, why: impl std::fmt::Display) -> Wrong {
        let index = [position, slot];
        Wrong::at("stones", &index[usize::from(!self.listed)..], why)
    }
}

/// Returns why a stone cannot be read.
fn refusal(at: Vector, slot: usize, next: usize) -> String {
    if at.x.is_nan() || at.y.is_nan() {
        "one of two coordinates is missing: a slot without a stone has none".to_owned()
    } else if slot >= next {
        format!("the stone has not been thrown when slot {next} comes next")
    } else {
        format!(
            "the stone at ({}, {}) is more than {FAR} m from the tee",
            at.x, at.y
        )
    }
}

/// Shots, one a row.
pub(super) struct Shots<'a> {
    rows: &'a [f64],
    /// The axes before the numbers of a shot: none, shots, or positions and shots.
    axes: usize,
    columns: usize,
    /// Shots in each position.
    pub(super) each: usize,
}

impl<'a> Shots<'a> {
    /// Returns the shots of an array, `each` in every position.
    pub(super) fn new(shots: &'a PyReadonlyArrayDyn<'_, f64>, each: usize) -> PyResult<Self> {
        Ok(Shots {
            axes: shots.ndim() - 1,
            columns: shots.shape()[shots.ndim() - 1],
            rows: shots.as_slice()?,
            each: each.max(1),
        })
    }

    /// Returns the numbers of a shot.
    pub(super) fn row(&self, index: usize) -> &'a [f64] {
        let row = if self.axes == 2 {
            index
        } else {
            index % self.each
        };
        &self.rows[row * self.columns..][..self.columns]
    }

    /// Returns the number of numbers of a shot.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Reads a shot: velocity, turn, and where there are columns for them its rate of rotation
    /// and its sweeping.
    pub(super) fn read(&self, index: usize) -> Result<Shot, Wrong> {
        let row = self.row(index);
        let velocity = Vector::new(row[0], row[1]);
        if !velocity.is_finite() {
            return Err(self.wrong(index, "the velocity is not two finite numbers"));
        }
        let turn = known_turn(row[2]).ok_or_else(|| self.wrong(index, no_turn(row[2])))?;
        let mut shot = Shot::new(velocity, turn);
        shot.rate = row.get(3).copied().filter(|rate| !rate.is_nan());
        if let [from, to, effort] = row[row.len().min(4)..]
            && !(from.is_nan() && to.is_nan() && effort.is_nan())
        {
            shot.sweep = Some(Sweep { from, to, effort });
        }
        Ok(shot)
    }

    /// Returns the error of a shot.
    pub(super) fn wrong(&self, index: usize, why: impl std::fmt::Display) -> Wrong {
        Wrong::at("shots", &self.place(index), why)
    }

    fn place(&self, index: usize) -> Vec<usize> {
        let place = [index / self.each, index % self.each];
        place[2 - self.axes.min(2)..].to_vec()
    }
}

/// Returns the error of a throw, at the stone or the shot that it is about.
pub(super) fn refused(
    positions: &Positions<'_>,
    shots: &Shots<'_>,
    index: usize,
    why: &ThrowError,
) -> Wrong {
    match *why {
        ThrowError::FarOff { slot, .. } => positions.wrong(index / shots.each, slot, why),
        _ => shots.wrong(index, why),
    }
}
