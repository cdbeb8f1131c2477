//! The stones of an end, as a plain value.

use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of stones of an end.
pub const SLOTS: usize = 16;

/// A stone: its position and the angle of its handle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stone {
    /// The centre, in the house frame.
    pub at: Vector,
    /// The rotation of its handle, in radians counter-clockwise; no result depends on it.
    pub angle: f64,
}

/// Sixteen slots, each with a stone in play or empty. By convention of the rules, the slot of a
/// stone is the number of the shot that delivered it, so that even slots belong to the team that
/// throws first in the end.
///
/// Written as a list of the stones in play, each with its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingStones")]
#[serde(try_from = "Vec<Written>", into = "Vec<Written>")]
pub struct Stones {
    present: u16,
    places: Positions,
    angles: [f64; SLOTS],
}

/// Positions of all slots: coordinate by coordinate, so that several slots can be examined
/// together. Slots without a stone are at the tee.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Positions {
    pub(crate) x: [f64; SLOTS],
    pub(crate) y: [f64; SLOTS],
}

/// Bounds of positions: the largest |x|, the smallest and the largest y.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Extent {
    pub(crate) side: f64,
    pub(crate) front: f64,
    pub(crate) back: f64,
}

impl Positions {
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Vector {
        Vector::new(self.x[slot], self.y[slot])
    }

    #[inline]
    pub(crate) fn put(&mut self, slot: usize, at: Vector) {
        (self.x[slot], self.y[slot]) = (at.x, at.y);
    }

    /// Returns the bounds of the positions, if all are finite and not extremely large.
    #[inline]
    pub(crate) fn extent(&self) -> Option<Extent> {
        // In pairs, as SIMD units can: a sum or maximum over all would have to be computed in
        // sequence.
        let (mut side, mut front, mut back, mut sum) = ([0.0; 2], [0.0; 2], [0.0; 2], [0.0; 2]);
        for (x, y) in self.x.chunks_exact(2).zip(self.y.chunks_exact(2)) {
            for lane in 0..2 {
                let (x, y) = (x[lane], y[lane]);
                side[lane] = larger(x.abs(), side[lane]);
                front[lane] = -larger(-y, -front[lane]);
                back[lane] = larger(y, back[lane]);
                sum[lane] += x + y;
            }
        }
        let extent = Extent {
            side: larger(side[0], side[1]),
            front: -larger(-front[0], -front[1]),
            back: larger(back[0], back[1]),
        };
        f64::is_finite(sum[0] + sum[1]).then_some(extent)
    }

    /// Returns the slots whose position satisfies a predicate. No branches: the compiler evaluates
    /// several at a time if it can.
    #[inline]
    pub(crate) fn mask_where(&self, so: impl Fn(Vector) -> bool) -> u16 {
        const BITS: [u64; SLOTS] = {
            let mut bits = [0; SLOTS];
            let mut slot = 0;
            while slot < SLOTS {
                bits[slot] = 1 << slot;
                slot += 1;
            }
            bits
        };
        let places = self.x.iter().zip(&self.y).zip(BITS);
        let mask = places.fold(0, |mask, ((&x, &y), bit)| {
            mask | if so(Vector::new(x, y)) { bit } else { 0 }
        });
        mask as u16
    }
}

impl Stones {
    /// Returns an empty sheet.
    pub const fn none() -> Self {
        Stones {
            present: 0,
            places: Positions {
                x: [0.0; SLOTS],
                y: [0.0; SLOTS],
            },
            angles: [0.0; SLOTS],
        }
    }

    /// Returns the stone in a slot, if any.
    pub fn get(&self, slot: usize) -> Option<Stone> {
        self.holds(slot).then(|| self.stone(slot))
    }

    /// Returns the contents of a slot, occupied or not.
    #[inline]
    fn stone(&self, slot: usize) -> Stone {
        Stone {
            at: self.places.get(slot),
            angle: self.angles[slot],
        }
    }

    /// Returns whether a slot has a stone.
    #[inline]
    pub fn holds(&self, slot: usize) -> bool {
        slot < SLOTS && self.present & (1 << slot) != 0
    }

    /// Puts a stone into a slot.
    ///
    /// # Panics
    /// If the slot is out of range.
    pub fn put(&mut self, slot: usize, stone: Stone) {
        self.places.put(slot, stone.at);
        self.angles[slot] = stone.angle;
        self.present |= 1 << slot;
    }

    /// Puts a stone with angle zero into a slot.
    ///
    /// # Panics
    /// If the slot is out of range.
    pub fn place(&mut self, slot: usize, at: Vector) {
        self.put(slot, Stone { at, angle: 0.0 });
    }

    /// Empties a slot.
    pub fn remove(&mut self, slot: usize) {
        if slot < SLOTS {
            self.places.put(slot, Vector::ZERO);
            self.angles[slot] = 0.0;
            self.present &= !(1 << slot);
        }
    }

    /// Returns the positions of all slots.
    #[inline]
    pub(crate) fn positions(&self) -> &Positions {
        &self.places
    }

    /// Returns the angles of all slots; zero where there is no stone.
    #[inline]
    pub(crate) fn angles(&self) -> &[f64; SLOTS] {
        &self.angles
    }

    /// Returns the occupied slots, one bit each.
    #[inline]
    pub fn mask(&self) -> u16 {
        self.present
    }

    /// Returns the number of stones.
    pub fn count(&self) -> usize {
        self.present.count_ones() as usize
    }

    /// Returns the stones with their slots, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Stone)> + '_ {
        bits(self.present).map(|slot| (slot, self.stone(slot)))
    }
}

impl FromIterator<(usize, Stone)> for Stones {
    fn from_iter<I: IntoIterator<Item = (usize, Stone)>>(stones: I) -> Self {
        let mut all = Stones::none();
        for (slot, stone) in stones {
            all.put(slot, stone);
        }
        all
    }
}

/// The written form of a stone in play.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingStoneInSlot")]
#[serde(deny_unknown_fields)]
struct Written {
    slot: usize,
    x: f64,
    y: f64,
    #[serde(default)]
    angle: f64,
}

/// An invalid list of stones.
#[derive(Debug, thiserror::Error)]
enum WrittenError {
    #[error("slot {0} is out of range: an end has {SLOTS} slots")]
    NoSuchSlot(usize),
    #[error("two stones in slot {0}")]
    Twice(usize),
}

impl From<Stones> for Vec<Written> {
    fn from(stones: Stones) -> Self {
        let written = |(slot, Stone { at, angle })| Written {
            slot,
            x: at.x,
            y: at.y,
            angle,
        };
        stones.iter().map(written).collect()
    }
}

impl TryFrom<Vec<Written>> for Stones {
    type Error = WrittenError;

    fn try_from(list: Vec<Written>) -> Result<Self, WrittenError> {
        let mut stones = Stones::none();
        for Written { slot, x, y, angle } in list {
            if slot >= SLOTS {
                return Err(WrittenError::NoSuchSlot(slot));
            }
            if stones.holds(slot) {
                return Err(WrittenError::Twice(slot));
            }
            let at = Vector::new(x, y);
            stones.put(slot, Stone { at, angle });
        }
        Ok(stones)
    }
}

/// Returns the larger of two numbers, in one instruction.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Returns the set bits of a mask, lowest first.
#[inline]
pub(crate) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    Bits(u32::from(mask))
}

/// The remaining bits of a mask. Wider than the mask: processors count zeros in words.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_found_where_they_were_put() {
        let mut stones = Stones::none();
        stones.place(3, Vector::new(1.0, -2.0));
        stones.place(15, Vector::ZERO);
        assert_eq!((stones.count(), stones.mask()), (2, 1 << 3 | 1 << 15));
        assert_eq!(stones.get(3).unwrap().at, Vector::new(1.0, -2.0));
        assert_eq!(
            stones.iter().map(|(slot, _)| slot).collect::<Vec<_>>(),
            [3, 15]
        );
        stones.remove(3);
        assert_eq!((stones.get(3), stones.get(99)), (None, None));
    }

    #[test]
    fn stones_are_written_as_a_list_and_read_back() {
        let mut stones = Stones::none();
        stones.place(3, Vector::new(0.1, -2.0));
        let text = serde_json::to_string(&stones).unwrap();
        assert_eq!(text, r#"[{"slot":3,"x":0.1,"y":-2.0,"angle":0.0}]"#);
        assert_eq!(serde_json::from_str::<Stones>(&text).unwrap(), stones);
        for impossible in [
            r#"[{"slot":16,"x":0.1,"y":-2.0}]"#,
            r#"[{"slot":1,"x":0,"y":0},{"slot":1,"x":1,"y":0}]"#,
        ] {
            assert!(serde_json::from_str::<Stones>(impossible).is_err());
        }
    }

    #[test]
    fn the_extent_is_that_of_the_farthest_stones_and_of_numbers_only() {
        let mut places = *Stones::none().positions();
        places.put(4, Vector::new(-1.5, -3.0));
        places.put(9, Vector::new(1.0, 2.0));
        let extent = Extent {
            side: 1.5,
            front: -3.0,
            back: 2.0,
        };
        assert_eq!(places.extent(), Some(extent));
        for nonsense in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for slot in 0..SLOTS {
                let mut places = places;
                places.put(slot, Vector::new(0.0, nonsense));
                assert_eq!(places.extent(), None);
            }
        }
    }

    #[test]
    fn places_of_which_something_is_so_are_named_by_their_slots() {
        let mut stones = Stones::none();
        stones.place(0, Vector::new(1.0, 1.0));
        stones.place(15, Vector::new(2.0, -1.0));
        let named = stones.positions().mask_where(|at| at.x > 0.5 && at.y < 0.0);
        assert_eq!(named, 1 << 15);
        assert_eq!(stones.positions().mask_where(|at| at.x < 1.5), 0x7fff);
    }

    #[test]
    fn an_emptied_slot_leaves_no_trace() {
        let mut stones = Stones::none();
        stones.place(7, Vector::new(1.0, 1.0));
        stones.remove(7);
        assert_eq!(stones, Stones::none());
    }
}
