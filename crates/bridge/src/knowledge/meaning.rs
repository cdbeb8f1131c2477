//! Promises about lengths and points together.

use super::shapes::Shapes;
use super::terms::Range;

/// One alternative of a promise.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) points: Range,
    pub(super) shapes: Shapes,
    /// How likely the call is with such a hand, relative to the best alternative.
    pub(super) weight: f64,
}

/// A promise about lengths and high-card points, with several alternatives.
///
/// A hand that misses the points by one keeps part of its weight (the soft edge); everything else
/// violates the rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    pub(super) ways: Vec<Way>,
    pub(super) edge: f64,
}

impl Meaning {
    /// Returns the weight of a hand with this shape number and these points, if a violation weighs
    /// `broken`.
    #[inline]
    pub(super) fn weight(&self, shape: usize, points: u8, broken: f64) -> f64 {
        let mut best = broken;
        for way in &self.ways {
            if way.shapes.contains(shape) {
                let fit = if way.points.contains(points) {
                    way.weight
                } else if way.points.widened(1).contains(points) {
                    way.weight * self.edge
                } else {
                    0.0
                };
                best = best.max(fit);
            }
        }
        best
    }

    /// Returns the points, as bits, with which a hand of this shape keeps the promise without the
    /// soft edge.
    pub(super) fn points(&self, shape: usize) -> u64 {
        let ways = self.ways.iter().filter(|way| way.shapes.contains(shape));
        ways.fold(0, |bits, way| bits | way.points.bits())
    }

    /// Returns the promise with wider ranges of points; past all points the shapes are dropped as
    /// well.
    pub(super) fn widened(&self, by: u8) -> Self {
        let mut wide = self.clone();
        for way in &mut wide.ways {
            way.points = way.points.widened(by);
            if by >= 40 {
                way.shapes = Shapes::ALL;
            }
        }
        wide
    }

    /// Whether it promises anything.
    pub(super) fn is_empty(&self) -> bool {
        let anything =
            |way: &Way| way.shapes == Shapes::ALL && way.points == Range::ANY && way.weight == 1.0;
        self.ways.iter().any(anything)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::shapes::number;

    #[test]
    fn one_point_off_is_the_soft_edge_and_more_is_a_violation() {
        let way = Way {
            points: Range { min: 15, max: 17 },
            shapes: Shapes::of(|[c, ..]| c == 4),
            weight: 1.0,
        };
        let meaning = Meaning {
            ways: vec![way],
            edge: 0.3,
        };
        let shape = number([4, 3, 3, 3]).unwrap();
        let weights: Vec<f64> = (13..=19)
            .map(|points| meaning.weight(shape, points, 0.1))
            .collect();
        assert_eq!(weights, [0.1, 0.3, 1.0, 1.0, 1.0, 0.3, 0.1]);
        let other = number([5, 2, 3, 3]).unwrap();
        assert_eq!(meaning.weight(other, 16, 0.1), 0.1);
        assert_eq!(
            (meaning.points(shape), meaning.points(other)),
            (0b111 << 15, 0)
        );
        assert_eq!(meaning.widened(40).points(other), Range::ANY.bits());
    }
}
