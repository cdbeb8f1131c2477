//! What beliefs tell apart.
//!
//! Two states of a hand that its belief cannot tell apart, whatever is still to come, are one
//! class. Equality is of all the weights that may follow, compared one by one: there is nothing
//! approximate in it.

use super::opinion::Opinion;
use crate::Hand;
use crate::hand::suit_points as points;
use crate::notation::SUITS;
use std::collections::BTreeMap;

/// Values of the points of a suit, and of two.
pub(super) const SUIT_POINTS: usize = 11;
const PAIR_POINTS: usize = 21;
/// The class of what cannot be.
pub(super) const DEAD: u16 = 0;
/// What one belief tells apart of two suits together, while the other two are open.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// By two lengths and points; [`DEAD`] if the belief forbids all that can come of it.
    pub of: Vec<u16>,
    /// Lengths and points of one member of each class; nothing for the dead.
    example: Vec<([usize; 2], usize)>,
}

pub(super) fn state((lengths, points): ([usize; 2], usize)) -> usize {
    (lengths[0] * 14 + lengths[1]) * PAIR_POINTS + points
}

/// How many cards of each suit are divided, and how many points.
pub(super) struct Stock {
    cards: [usize; 4],
    points: [usize; 4],
}

impl Stock {
    pub(super) fn new(unknown: Hand) -> Self {
        Stock {
            cards: SUITS.map(|suit| unknown[suit].len()),
            points: SUITS.map(|suit| usize::from(points(unknown[suit]))),
        }
    }

    fn pair_points(&self, pair: usize) -> usize {
        self.points[2 * pair] + self.points[2 * pair + 1]
    }

    /// All lengths and points that a hand of this size may have in two suits.
    fn states(&self, pair: usize, size: usize) -> impl Iterator<Item = ([usize; 2], usize)> {
        let (most, other) = (self.cards[2 * pair], self.cards[2 * pair + 1]);
        let lengths = (0..=most).flat_map(move |l| (0..=other).map(move |m| [l, m]));
        let points = self.pair_points(pair);
        let possible = lengths.filter(move |[l, m]| l + m <= size);
        possible.flat_map(move |lengths| (0..=points).map(move |points| (lengths, points)))
    }
}

/// Four lengths from those of two pairs.
fn joined(pair: usize, here: [usize; 2], there: [usize; 2]) -> [usize; 4] {
    let [[c, d], [h, s]] = if pair == 0 {
        [here, there]
    } else {
        [there, here]
    };
    [c, d, h, s]
}

impl Classes {
    pub(super) fn new(opinion: &Opinion, stock: &Stock, pair: usize) -> Self {
        let mut classes = Classes {
            of: vec![DEAD; 14 * 14 * PAIR_POINTS],
            example: vec![([0, 0], 0)],
        };
        let mut numbers = BTreeMap::new();
        for (lengths, points) in stock.states(pair, opinion.size) {
            let Some(seen) = outlook(opinion, stock, pair, lengths, points) else {
                continue;
            };
            let next = classes.example.len() as u16;
            let number = *numbers.entry(seen).or_insert(next);
            if number == next {
                classes.example.push((lengths, points));
            }
            classes.of[state((lengths, points))] = number;
        }
        classes
    }

    pub(super) fn count(&self) -> usize {
        self.example.len()
    }

    /// The same of one suit of the pair: lengths and points that make no difference to the class,
    /// whatever the other suit brings. Gives the number of each length and points, [`DEAD`] again
    /// for what cannot be.
    pub(super) fn suit_classes(&self, stock: &Stock, pair: usize, place: usize) -> Vec<u16> {
        let [here, there] = [2 * pair + place, 2 * pair + 1 - place];
        let mut numbers = BTreeMap::new();
        let mut of = vec![DEAD; 14 * SUIT_POINTS];
        for length in 0..=stock.cards[here] {
            for points in 0..=stock.points[here] {
                let others = (0..=stock.cards[there])
                    .flat_map(|other| (0..=stock.points[there]).map(move |p| (other, p)));
                let class = |(other, more)| {
                    let mut lengths = [other; 2];
                    lengths[place] = length;
                    self.of[state((lengths, points + more))]
                };
                let seen: Vec<_> = others.map(class).collect();
                if seen.iter().any(|&class| class != DEAD) {
                    let next = numbers.len() as u16 + 1;
                    of[length * SUIT_POINTS + points] = *numbers.entry(seen).or_insert(next);
                }
            }
        }
        of
    }
}

/// What a belief says of all that can come of a state, as bits to be compared; the first is the
/// number of cards. None if all is forbidden.
fn outlook(
    opinion: &Opinion,
    stock: &Stock,
    pair: usize,
    lengths: [usize; 2],
    points: usize,
) -> Option<Vec<u64>> {
    let other = 1 - pair;
    let have = lengths[0] + lengths[1];
    let rest = opinion.size - have;
    let mut seen = vec![have as u64];
    for length in 0..=stock.cards[2 * other].min(rest) {
        let possible = rest - length <= stock.cards[2 * other + 1];
        let all = joined(pair, lengths, [length, rest - length]);
        for more in 0..=stock.pair_points(other) {
            let weight = if possible {
                opinion.hand(all, points + more)
            } else {
                0.0
            };
            seen.push(weight.to_bits());
        }
    }
    seen[1..].iter().any(|&weight| weight != 0).then_some(seen)
}

/// What one belief says of a class of the first pair with one of the second.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    weights: Vec<f64>,
    width: usize,
}

impl Verdicts {
    pub(super) fn new(opinion: &Opinion, classes: [&Classes; 2]) -> Self {
        let width = classes[1].count();
        let mut weights = vec![0.0; classes[0].count() * width];
        for (one, (l, p)) in classes[0].example.iter().enumerate().skip(1) {
            for (two, (m, q)) in classes[1].example.iter().enumerate().skip(1) {
                if l.iter().chain(m).sum::<usize>() == opinion.size {
                    weights[one * width + two] = opinion.hand(joined(0, *l, *m), p + q);
                }
            }
        }
        Verdicts { weights, width }
    }

    pub(super) fn of(&self, one: u16, two: u16) -> f64 {
        self.weights[usize::from(one) * self.width + usize::from(two)]
    }
}
