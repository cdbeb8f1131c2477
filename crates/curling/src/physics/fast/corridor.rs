//! A corridor along a line: the area in which a path can touch a resting stone.

use crate::stones::{Positions, bits};
use crate::vector::Vector;

/// A corridor along a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corridor {
    pub(super) start: Vector,
    /// A unit vector.
    pub(super) along: Vector,
    /// Start and end along the line, in metres from its start point.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The extent to the left and to the right of the line.
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Corridor {
    #[inline]
    pub(super) fn contains(&self, place: Vector) -> bool {
        let there = place - self.start;
        let (ahead, aside) = (there.dot(self.along), self.along.cross(there));
        ahead > self.from && ahead < self.to && aside > -self.right && aside < self.left
    }

    /// Returns the first of some slots along the line, with its distance along it.
    #[inline]
    pub(super) fn first(&self, places: &Positions, slots: u16) -> Option<(usize, f64)> {
        let ahead = |slot| (slot, (places.get(slot) - self.start).dot(self.along));
        bits(slots).map(ahead).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_ends_on_all_sides_and_its_first_place_is_the_nearest_to_its_start() {
        let corridor = Corridor {
            start: Vector::new(1.0, 1.0),
            along: Vector::new(0.0, 1.0),
            from: -0.5,
            to: 3.0,
            left: 0.2,
            right: 0.4,
        };
        let mut places = Positions::default();
        // Left of a line up the sheet is where x is smaller.
        let inside = [(0.9, 3.9), (1.3, 0.6), (0.81, 1.0)];
        let outside = [(0.7, 2.0), (1.5, 2.0), (1.0, 0.4), (1.0, 4.1)];
        for (slot, &(x, y)) in inside.iter().chain(&outside).enumerate() {
            places.put(slot, Vector::new(x, y));
        }
        let within = places.mask_where(|place| corridor.contains(place));
        assert_eq!(within, 0b111);
        let (slot, ahead) = corridor.first(&places, within).unwrap();
        assert!(slot == 1 && (ahead + 0.4).abs() < 1e-12);
        assert_eq!(corridor.first(&places, 0), None);
    }
}
