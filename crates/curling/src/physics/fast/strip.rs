//! A strip along a line: where stones can lie that a path comes near.

use crate::stones::{Places, bits};
use crate::vector::Vector;

/// A strip along a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    pub(super) start: Vector,
    /// A unit vector.
    pub(super) along: Vector,
    /// From where to where on the line, in metres from its start.
    pub(super) from: f64,
    pub(super) to: f64,
    /// How far it reaches to the left and to the right of the line.
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Strip {
    #[inline]
    pub(super) fn contains(&self, place: Vector) -> bool {
        let there = place - self.start;
        let (ahead, aside) = (there.dot(self.along), self.along.cross(there));
        ahead > self.from && ahead < self.to && aside > -self.right && aside < self.left
    }

    /// The first of some slots along the line, with how far along it is.
    #[inline]
    pub(super) fn first(&self, places: &Places, slots: u16) -> Option<(usize, f64)> {
        let ahead = |slot| (slot, (places.get(slot) - self.start).dot(self.along));
        bits(slots).map(ahead).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
