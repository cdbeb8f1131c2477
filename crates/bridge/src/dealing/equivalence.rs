//! Equivalence classes of states that a belief cannot distinguish.
//!
//! Two states of a hand (lengths and points of two suits) are equivalent if the belief gives the
//! same weights to every completion by the other two suits. Weights are compared bit by bit, so the
//! classes are exact.

use super::hand_weights::HandWeights;
use crate::Hand;
use crate::hand::suit_points as points;
use crate::notation::SUITS;
use std::collections::BTreeMap;

/// The numbers of values that the points of one suit and of two suits can have.
pub(super) const SUIT_POINTS: usize = 11;
const PAIR_POINTS: usize = 21;
/// The class of impossible states.
pub(super) const IMPOSSIBLE: u16 = 0;
/// The equivalence classes of two suits under one belief, with the other two suits undecided.
#[derive(Clone, Debug)]
pub(super) struct EquivalenceClasses {
    /// Classes by two lengths and points; [`IMPOSSIBLE`] if the belief forbids every completion.
    pub class_of: Vec<u16>,
    /// Lengths and points of one member of each class; unused for [`IMPOSSIBLE`].
    representative: Vec<([usize; 2], usize)>,
}

pub(super) fn state((lengths, points): ([usize; 2], usize)) -> usize {
    (lengths[0] * 14 + lengths[1]) * PAIR_POINTS + points
}

/// The numbers of unknown cards and of their points in each suit.
pub(super) struct UnknownCounts {
    cards: [usize; 4],
    points: [usize; 4],
}

impl UnknownCounts {
    pub(super) fn new(unknown: Hand) -> Self {
        UnknownCounts {
            cards: SUITS.map(|suit| unknown[suit].len()),
            points: SUITS.map(|suit| usize::from(points(unknown[suit]))),
        }
    }

    fn pair_points(&self, pair: usize) -> usize {
        self.points[2 * pair] + self.points[2 * pair + 1]
    }

    /// Iterates over the lengths and points that a hand of this size can have in two suits.
    fn states(&self, pair: usize, size: usize) -> impl Iterator<Item = ([usize; 2], usize)> {
        let (most, other) = (self.cards[2 * pair], self.cards[2 * pair + 1]);
        let lengths = (0..=most).flat_map(move |l| (0..=other).map(move |m| [l, m]));
        let points = self.pair_points(pair);
        let possible = lengths.filter(move |[l, m]| l + m <= size);
        possible.flat_map(move |lengths| (0..=points).map(move |points| (lengths, points)))
    }
}

/// Joins the lengths of two pairs to four.
fn joined(pair: usize, here: [usize; 2], there: [usize; 2]) -> [usize; 4] {
    let [[c, d], [h, s]] = if pair == 0 {
        [here, there]
    } else {
        [there, here]
    };
    [c, d, h, s]
}

impl EquivalenceClasses {
    pub(super) fn new(hand_weights: &HandWeights, counts: &UnknownCounts, pair: usize) -> Self {
        let mut classes = EquivalenceClasses {
            class_of: vec![IMPOSSIBLE; 14 * 14 * PAIR_POINTS],
            representative: vec![([0, 0], 0)],
        };
        let mut numbers = BTreeMap::new();
        for (lengths, points) in counts.states(pair, hand_weights.size) {
            let Some(signature) = continuation_weights(hand_weights, counts, pair, lengths, points)
            else {
                continue;
            };
            let next = classes.representative.len() as u16;
            let number = *numbers.entry(signature).or_insert(next);
            if number == next {
                classes.representative.push((lengths, points));
            }
            classes.class_of[state((lengths, points))] = number;
        }
        classes
    }

    pub(super) fn count(&self) -> usize {
        self.representative.len()
    }

    /// Returns the equivalence classes of one suit of the pair: lengths and points that lead to the
    /// same class of the pair, whatever the other suit brings.
    pub(super) fn suit_classes(
        &self,
        counts: &UnknownCounts,
        pair: usize,
        place: usize,
    ) -> Vec<u16> {
        let [here, there] = [2 * pair + place, 2 * pair + 1 - place];
        let mut numbers = BTreeMap::new();
        let mut class_of = vec![IMPOSSIBLE; 14 * SUIT_POINTS];
        for length in 0..=counts.cards[here] {
            for points in 0..=counts.points[here] {
                let others = (0..=counts.cards[there])
                    .flat_map(|other| (0..=counts.points[there]).map(move |p| (other, p)));
                let class = |(other, more)| {
                    let mut lengths = [other; 2];
                    lengths[place] = length;
                    self.class_of[state((lengths, points + more))]
                };
                let signature: Vec<_> = others.map(class).collect();
                if signature.iter().any(|&class| class != IMPOSSIBLE) {
                    let next = numbers.len() as u16 + 1;
                    class_of[length * SUIT_POINTS + points] =
                        *numbers.entry(signature).or_insert(next);
                }
            }
        }
        class_of
    }
}

/// Returns the weights of all completions of a state, as bits to be compared, preceded by the
/// number of cards; `None` if every completion is forbidden.
fn continuation_weights(
    hand_weights: &HandWeights,
    counts: &UnknownCounts,
    pair: usize,
    lengths: [usize; 2],
    points: usize,
) -> Option<Vec<u64>> {
    let other = 1 - pair;
    let have = lengths[0] + lengths[1];
    let rest = hand_weights.size - have;
    let mut signature = vec![have as u64];
    for length in 0..=counts.cards[2 * other].min(rest) {
        let possible = rest - length <= counts.cards[2 * other + 1];
        let all = joined(pair, lengths, [length, rest - length]);
        for more in 0..=counts.pair_points(other) {
            let weight = if possible {
                hand_weights.hand(all, points + more)
            } else {
                0.0
            };
            signature.push(weight.to_bits());
        }
    }
    signature[1..]
        .iter()
        .any(|&weight| weight != 0)
        .then_some(signature)
}

/// A belief's weights of a class of the first pair together with a class of the second.
#[derive(Clone, Debug)]
pub(super) struct ClassPairWeights {
    weights: Vec<f64>,
    width: usize,
}

impl ClassPairWeights {
    pub(super) fn new(hand_weights: &HandWeights, classes: [&EquivalenceClasses; 2]) -> Self {
        let width = classes[1].count();
        let mut weights = vec![0.0; classes[0].count() * width];
        for (one, (l, p)) in classes[0].representative.iter().enumerate().skip(1) {
            for (two, (m, q)) in classes[1].representative.iter().enumerate().skip(1) {
                if l.iter().chain(m).sum::<usize>() == hand_weights.size {
                    weights[one * width + two] = hand_weights.hand(joined(0, *l, *m), p + q);
                }
            }
        }
        ClassPairWeights { weights, width }
    }

    pub(super) fn weight(&self, one: u16, two: u16) -> f64 {
        self.weights[usize::from(one) * self.width + usize::from(two)]
    }
}
