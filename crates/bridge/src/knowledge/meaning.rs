//! Promises about lengths and points together.

use super::shapes::Shapes;
use super::terms::Range;

/// One alternative of a promise.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Alternative {
    pub(super) points: Range,
    pub(super) shapes: Shapes,
    /// The probability of the call with such a hand, relative to the best alternative.
    pub(super) weight: f64,
}

/// A promise about lengths and high-card points, with several alternatives.
///
/// A hand that misses the points by one keeps part of its weight (the soft edge); everything else
/// violates the rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    pub(super) alternatives: Vec<Alternative>,
    pub(super) edge: f64,
}

impl Meaning {
    /// Returns the weight of a hand with this shape number and these points, if a violation weighs
    /// `broken`.
    #[inline]
    pub(super) fn weight(&self, shape: usize, points: u8, broken: f64) -> f64 {
        let mut best = broken;
        for alternative in &self.alternatives {
            if alternative.shapes.contains(shape) {
                let fit = if alternative.points.contains(points) {
                    alternative.weight
                } else if alternative.points.widened(1).contains(points) {
                    alternative.weight * self.edge
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
        let alternatives = self
            .alternatives
            .iter()
            .filter(|alternative| alternative.shapes.contains(shape));
        alternatives.fold(0, |bits, alternative| bits | alternative.points.bits())
    }

    /// Returns the promise with wider ranges of points; past all points the shapes are dropped as
    /// well.
    pub(super) fn widened(&self, by: u8) -> Self {
        let mut wide = self.clone();
        for alternative in &mut wide.alternatives {
            alternative.points = alternative.points.widened(by);
            if by >= 40 {
                alternative.shapes = Shapes::ALL;
            }
        }
        wide
    }

    /// Returns whether it promises anything.
    pub(super) fn is_empty(&self) -> bool {
        let anything = |alternative: &Alternative| {
            alternative.shapes == Shapes::ALL
                && alternative.points == Range::ANY
                && alternative.weight == 1.0
        };
        self.alternatives.iter().any(anything)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::shapes::number;

    #[test]
    fn one_point_off_is_the_soft_edge_and_more_is_a_violation() {
        let alternative = Alternative {
            points: Range { min: 15, max: 17 },
            shapes: Shapes::of(|[c, ..]| c == 4),
            weight: 1.0,
        };
        let meaning = Meaning {
            alternatives: vec![alternative],
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
