//! The stones of an end, as a plain value.

use crate::vector::Vector;
use serde::{Deserialize, Serialize};

/// How many stones an end can have.
pub const SLOTS: usize = 16;

/// Where a stone lies and how far it has turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stone {
    /// Its centre, in the house frame.
    pub at: Vector,
    /// How far its handle has turned, in radians counter-clockwise; nothing depends on it.
    pub angle: f64,
}

/// Sixteen slots, each with a stone in play or empty. By convention of the rules, the slot of a stone is the number of the
/// shot that delivered it, so that even slots belong to the team that throws first in the end.
///
/// Written as a list of the stones in play, each with its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Written>", into = "Vec<Written>")]
pub struct Stones {
    present: u16,
    slots: [Stone; SLOTS],
}

impl Stones {
    /// An empty sheet.
    pub const fn none() -> Self {
        let stone = Stone {
            at: Vector::new(0.0, 0.0),
            angle: 0.0,
        };
        Stones {
            present: 0,
            slots: [stone; SLOTS],
        }
    }

    /// The stone in a slot, if one is there.
    pub fn get(&self, slot: usize) -> Option<Stone> {
        self.holds(slot).then(|| self.slots[slot])
    }

    /// Whether a slot has a stone.
    #[inline]
    pub fn holds(&self, slot: usize) -> bool {
        slot < SLOTS && self.present & (1 << slot) != 0
    }

    /// Puts a stone into a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn put(&mut self, slot: usize, stone: Stone) {
        self.slots[slot] = stone;
        self.present |= 1 << slot;
    }

    /// Puts a stone that has not turned into a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn place(&mut self, slot: usize, at: Vector) {
        self.put(slot, Stone { at, angle: 0.0 });
    }

    /// Empties a slot.
    pub fn remove(&mut self, slot: usize) {
        if slot < SLOTS {
            self.slots[slot] = Stone::default();
            self.present &= !(1 << slot);
        }
    }

    /// The occupied slots, one bit each.
    #[inline]
    pub fn mask(&self) -> u16 {
        self.present
    }

    /// How many stones there are.
    pub fn count(&self) -> usize {
        self.present.count_ones() as usize
    }

    /// The stones with their slots, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Stone)> + '_ {
        bits(self.present).map(|slot| (slot, self.slots[slot]))
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

/// A stone in play as it is written down.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    slot: usize,
    x: f64,
    y: f64,
    #[serde(default)]
    angle: f64,
}

/// A list of stones that cannot lie on a sheet.
#[derive(Debug, thiserror::Error)]
enum WrittenError {
    #[error("there is no slot {0}: an end has {SLOTS} stones")]
    NoSuchSlot(usize),
    #[error("there are two stones in slot {0}")]
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

/// The set bits of a mask, lowest first.
#[inline]
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lowest = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lowest
        })
    })
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
    fn an_emptied_slot_leaves_no_trace() {
        let mut stones = Stones::none();
        stones.place(7, Vector::new(1.0, 1.0));
        stones.remove(7);
        assert_eq!(stones, Stones::none());
    }
}
