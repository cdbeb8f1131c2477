//! Passages: the number of stones that have run over each part of the sheet.
//!
//! Mori's thesis (2019, section 7) notes that the ice changes where stones have run. The count is
//! part of a match: the referee keeps it from shot to shot, players see it, and a saved position
//! has it. Its effect on friction is a matter of the conditions
//! ([`physics::Wear`](crate::physics::Wear)); without wear nothing is counted.

use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The columns, from the left to the thrower's right.
pub const COLUMNS: usize = 20;
/// The rows, from the hack to behind the house.
pub const ROWS: usize = 23;
/// The width of a column, in metres.
pub const COLUMN: f64 = 0.25;
/// The length of a row, in metres.
pub const ROW: f64 = 2.0;
/// The y of the near edge of the first row, in metres; the x of the left edge of the first column
/// is -2.5.
pub const FIRST: f64 = -42.0;

/// The number of stones that have run over each cell of the sheet: 23 rows of 2 m from y = -42 to
/// y = 4, each of 20 columns of 0.25 m from x = -2.5 to x = 2.5. A count stays at 255.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPassages")]
#[serde(transparent)]
pub struct Passages([[u8; COLUMNS]; ROWS]);

/// A cell: row and column.
pub(crate) type Cell = (usize, usize);

impl Passages {
    /// Fresh ice.
    pub const NONE: Passages = Passages([[0; COLUMNS]; ROWS]);

    /// Returns whether no stone has run on this ice.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Returns the number of stones that have run over the cell of a place; none outside of the
    /// grid.
    pub fn at(&self, at: Vector) -> u8 {
        cell(at).map_or(0, |(row, column)| self.0[row][column])
    }

    /// Returns the passages at a place, interpolated between the middles of the four nearest cells:
    /// ice has no steps, and a shot that is aimed a little differently stops a little elsewhere.
    pub fn near(&self, at: Vector) -> f64 {
        let row = (at.y - FIRST) / ROW - 0.5;
        let column = at.x / COLUMN + (COLUMNS / 2) as f64 - 0.5;
        let (below, left) = (row.floor(), column.floor());
        let (up, right) = (row - below, column - left);
        let count = |row: f64, column: f64| {
            let inside =
                (0.0..ROWS as f64).contains(&row) && (0.0..COLUMNS as f64).contains(&column);
            if inside {
                f64::from(self.0[row as usize][column as usize])
            } else {
                0.0
            }
        };
        let between = |row: f64| count(row, left) * (1.0 - right) + count(row, left + 1.0) * right;
        between(below) * (1.0 - up) + between(below + 1.0) * up
    }

    fn count(&mut self, (row, column): Cell) {
        let passages = &mut self.0[row][column];
        *passages = passages.saturating_add(1);
    }
}

impl Default for Passages {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Passages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.0.iter().flatten().map(|&count| u32::from(count));
        write!(f, "Passages({})", all.sum::<u32>())
    }
}

/// Returns the cell of a place; none outside of the grid.
pub(crate) fn cell(at: Vector) -> Option<Cell> {
    let row = ((at.y - FIRST) / ROW).floor();
    let column = (at.x / COLUMN).floor() + (COLUMNS / 2) as f64;
    let inside = (0.0..ROWS as f64).contains(&row) && (0.0..COLUMNS as f64).contains(&column);
    inside.then_some((row as usize, column as usize))
}

/// The counter of one shot: follows all stones from frame to frame and counts every cell that a
/// stone enters.
#[derive(Debug)]
pub(crate) struct PassageCounter<'a> {
    passages: &'a mut Passages,
    last: [Option<Cell>; SLOTS],
}

impl<'a> PassageCounter<'a> {
    /// Creates the counter of a shot with these stones at rest.
    pub(crate) fn new(passages: &'a mut Passages, resting: &Stones) -> Self {
        let mut last = [None; SLOTS];
        for (slot, stone) in resting.iter() {
            last[slot] = cell(stone.at);
        }
        PassageCounter { passages, last }
    }

    /// Counts the cells entered since the frame before.
    pub(crate) fn frame(&mut self, stones: &Stones) {
        for (slot, stone) in stones.iter() {
            let here = cell(stone.at);
            if here != self.last[slot]
                && let Some(cell) = here
            {
                self.passages.count(cell);
            }
            self.last[slot] = here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stones::Stone;

    fn stones(at: &[(usize, f64, f64)]) -> Stones {
        at.iter()
            .map(|&(slot, x, y)| {
                let at = Vector::new(x, y);
                (slot, Stone { at, angle: 0.0 })
            })
            .collect()
    }

    #[test]
    fn a_cell_counts_once_for_each_stone_that_enters_it() {
        let mut passages = Passages::NONE;
        let resting = stones(&[(3, 1.1, 1.0)]);
        let mut counter = PassageCounter::new(&mut passages, &resting);
        for y in [-38.4, -38.3, -36.0, -35.9] {
            counter.frame(&stones(&[(4, 0.1, y), (3, 1.1, 1.0)]));
        }
        let counted = |x, y| passages.at(Vector::new(x, y));
        assert_eq!(counted(0.1, -38.4), 1, "one stone, two frames");
        assert_eq!(counted(0.1, -36.0), 1);
        assert_eq!(counted(1.1, 1.0), 0, "a stone at rest wears nothing");
        assert_eq!(format!("{passages:?}"), "Passages(2)");
    }

    #[test]
    fn counts_stay_at_their_limit_and_outside_nothing_is_counted() {
        let mut passages = Passages::NONE;
        let there = stones(&[(0, 0.1, 0.1), (1, 9.0, f64::NAN)]);
        for _ in 0..300 {
            PassageCounter::new(&mut passages, &Stones::none()).frame(&there);
        }
        assert_eq!(passages.at(Vector::new(0.1, 0.1)), 255);
        assert_eq!(passages.at(Vector::new(9.0, f64::NAN)), 0);
        assert_eq!(passages.at(Vector::new(2.6, 0.0)), 0);
    }

    #[test]
    fn between_the_middles_of_cells_passages_change_evenly() {
        let mut passages = Passages::NONE;
        let middle = Vector::new(0.125, -1.0);
        PassageCounter::new(&mut passages, &Stones::none()).frame(&stones(&[(0, 0.1, -0.5)]));
        let near = |x: f64, y: f64| passages.near(middle + Vector::new(x, y));
        assert_eq!(
            (near(0.0, 0.0), near(0.25, 0.0), near(0.0, -2.0)),
            (1.0, 0.0, 0.0)
        );
        assert!((near(0.125, 0.0) - 0.5).abs() < 1e-12);
        assert!((near(-0.125, 1.0) - 0.25).abs() < 1e-12);
        for edge in [
            Vector::new(9.0, 0.0),
            Vector::new(0.1, 6.0),
            Vector::new(-2.6, -42.0),
        ] {
            assert_eq!(passages.near(edge), 0.0);
        }
    }

    #[test]
    fn passages_are_rows_of_numbers_and_other_shapes_are_refused() {
        let mut passages = Passages::NONE;
        PassageCounter::new(&mut passages, &Stones::none()).frame(&stones(&[(0, -2.4, -41.0)]));
        let text = serde_json::to_string(&passages).unwrap();
        assert!(text.starts_with("[[1,0,0,"), "{text}");
        assert_eq!(serde_json::from_str::<Passages>(&text).unwrap(), passages);
        for wrong in ["[]", "[[1]]", "7", &text.replace('1', "256")] {
            assert!(serde_json::from_str::<Passages>(wrong).is_err(), "{wrong}");
        }
    }
}
