//! Exact sampler of two hidden hands.
//!
//! The unknown cards are divided suit by suit. A suit has at most 2^13 splits between two hands.
//! Each split has a weight, and splits are grouped by length and points of the first hand. Two
//! suits together make a pair, identified by both lengths and the sum of their points; a cell is
//! two pairs, that is four lengths and the points of the whole hand, which is all that
//! [`HandBelief::hand`] depends on. The weight of a cell is the product of both hands' weights and
//! of the summed weight of all splits that lead to it. A draw chooses a cell, the points of each
//! pair, the points of each suit, and a split of each suit.

use super::partial_deal::{PartialHand, clamped};
use super::suit_splits::{GROUPS, SuitSplits, group, group_of, point_splits};
use super::{DealingError, HandBelief, weighted_choice};
use crate::hand::{lengths, points as hand_points};
use crate::notation::SUITS;
use crate::{Hand, Holding, Suit};
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// The number of values that the points of two suits can have.
const PAIR_POINTS: usize = 21;

/// The weights of one pair of suit lengths, by points.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The lowest and the highest points of positive weight; `low > high` if all weights are 0.
    low: usize,
    high: usize,
    weights: [f64; PAIR_POINTS],
}

impl Row {
    const NONE: Self = Row {
        low: 1,
        high: 0,
        weights: [0.0; PAIR_POINTS],
    };

    fn of(splits: [&SuitSplits; 2], lengths: [usize; 2]) -> Self {
        let mut row = Row::NONE;
        let spans = (
            splits[0].point_range(lengths[0]),
            splits[1].point_range(lengths[1]),
        );
        let (Some(one), Some(other)) = spans else {
            return row;
        };
        (row.low, row.high) = (one.0 + other.0, one.1 + other.1);
        for first in one.0..=one.1 {
            let weight = splits[0].total(lengths[0], first);
            for second in other.0..=other.1 {
                row.weights[first + second] += weight * splits[1].total(lengths[1], second);
            }
        }
        row
    }

    fn is_empty(&self) -> bool {
        self.low > self.high
    }
}

/// Returns the possible shares of the first pair in the points of a hand.
fn shares(points: usize, rows: [&Row; 2]) -> RangeInclusive<usize> {
    let low = rows[0].low.max(points.saturating_sub(rows[1].high));
    low..=rows[0].high.min(points - rows[1].low)
}

/// Returns the summed weight of all divisions of these points between two pairs: a term of a
/// convolution.
fn convolved(points: usize, rows: [&Row; 2]) -> f64 {
    let term = |share| rows[0].weights[share] * rows[1].weights[points - share];
    shares(points, rows).map(term).sum()
}

/// Four suit lengths and the points of the first hand, counting unknown cards only.
#[derive(Clone, Copy, Debug)]
struct Cell {
    lengths: [u8; 4],
    points: u8,
    /// The product of both hands' weights of these lengths and points.
    belief: f64,
    /// The summed weight of all splits that lead to it.
    split_weight: f64,
}

impl Cell {
    fn lengths(&self) -> [usize; 4] {
        self.lengths.map(usize::from)
    }
}

/// The exact sampler of two hidden hands.
#[derive(Clone, Debug, Default)]
pub(super) struct TwoHandSampler {
    splits: [SuitSplits; 4],
    /// Rows by the lengths of clubs and diamonds; rows by the lengths of hearts and spades.
    pairs: [Vec<Row>; 2],
    cells: Vec<Cell>,
    /// Cumulative weights of the cells.
    cumulative: Vec<f64>,
    /// Whether all weights are 0 or 1.
    binary: bool,
}

/// Reasons why no division exists, with hands by index instead of by seat.
pub(super) enum Infeasible {
    /// Every split of this suit has weight 0.
    Suit(Suit),
    /// One hand, first or second, allows no cell, whatever the other allows.
    Hand(usize),
    /// Each hand allows some cell, but no cell is allowed by both.
    Together,
}

impl Infeasible {
    /// Converts to the error about these two seats.
    pub(super) fn for_seats(self, seats: [crate::Seat; 2]) -> DealingError {
        match self {
            Infeasible::Suit(suit) => DealingError::Suit(suit),
            Infeasible::Hand(index) => DealingError::Seat(seats[index]),
            Infeasible::Together => DealingError::Together,
        }
    }
}

/// Suit lengths and points, counting unknown cards only.
type LengthsAndPoints = ([u8; 4], u8);

/// A belief with lengths and points of the known cards, which unknown cards are added to.
struct HandEvaluator<'a> {
    belief: &'a dyn HandBelief,
    lengths: [u8; 4],
    points: u8,
}

impl<'a> HandEvaluator<'a> {
    fn new(partial_hand: &PartialHand<'a>) -> Self {
        HandEvaluator {
            belief: partial_hand.belief,
            lengths: lengths(partial_hand.known),
            points: hand_points(partial_hand.known),
        }
    }

    fn weight(&self, (more, points): LengthsAndPoints) -> f64 {
        let lengths = std::array::from_fn(|suit| self.lengths[suit] + more[suit]);
        clamped(self.belief.hand(lengths, self.points + points))
    }
}

impl TwoHandSampler {
    /// Prepares the division of `unknown`, `size` cards to the first hand and the rest to the
    /// second, reusing the memory of an earlier division.
    pub(super) fn fill(
        &mut self,
        unknown: Hand,
        size: usize,
        partial_hands: &[PartialHand<'_>; 2],
    ) -> Result<(), Infeasible> {
        self.cells.clear();
        self.cumulative.clear();
        self.binary = true;
        for (suit, splits) in SUITS.into_iter().zip(&mut self.splits) {
            self.binary &= splits.fill(suit, unknown[suit], partial_hands);
            if splits.held.is_empty() {
                return Err(Infeasible::Suit(suit));
            }
        }
        self.fill_pairs();
        self.fill_cells(unknown, size, partial_hands);
        if self.cells.is_empty() {
            return Err(self.infeasibility(unknown, size, partial_hands));
        }
        Ok(())
    }

    fn fill_pairs(&mut self) {
        for (pair, splits) in self.pairs.iter_mut().zip(self.splits.chunks(2)) {
            pair.clear();
            let splits = [&splits[0], &splits[1]];
            for length in 0..=splits[0].cards {
                let rows = (0..=splits[1].cards).map(|other| Row::of(splits, [length, other]));
                pair.extend(rows);
            }
        }
    }

    fn row(&self, pair: usize, one: usize, other: usize) -> &Row {
        &self.pairs[pair][one * (self.splits[2 * pair + 1].cards + 1) + other]
    }

    /// Returns both rows of a cell.
    fn rows(&self, lengths: [usize; 4]) -> [&Row; 2] {
        let [c, d, h, s] = lengths;
        [self.row(0, c, d), self.row(1, h, s)]
    }

    /// Iterates over the suit lengths of `size` cards for which splits exist.
    fn possible_lengths(&self, size: usize) -> impl Iterator<Item = [usize; 4]> + '_ {
        let most = [0, 1, 2, 3].map(|suit| self.splits[suit].cards);
        let minors = (0..=most[0]).flat_map(move |c| (0..=most[1].min(size)).map(move |d| (c, d)));
        let minors = minors.filter(move |&(c, d)| c + d <= size && !self.row(0, c, d).is_empty());
        minors.flat_map(move |(c, d)| {
            let left = size - c - d;
            let hearts = left.saturating_sub(most[3])..=left.min(most[2]);
            let majors = hearts.map(move |h| [c, d, h, left - h]);
            majors.filter(|&[_, _, h, s]| !self.row(1, h, s).is_empty())
        })
    }

    /// Iterates over the cells that lengths and points allow, as the first hand's share and the
    /// rest.
    fn possible_cells(
        &self,
        unknown: Hand,
        size: usize,
    ) -> impl Iterator<Item = [LengthsAndPoints; 2]> + '_ {
        let (all, worth) = (lengths(unknown), hand_points(unknown));
        self.possible_lengths(size).flat_map(move |lengths| {
            let [minors, majors] = self.rows(lengths);
            let first = lengths.map(|length| length as u8);
            let rest = std::array::from_fn(|suit| all[suit] - first[suit]);
            let points = (minors.low + majors.low) as u8..=(minors.high + majors.high) as u8;
            points.map(move |points| [(first, points), (rest, worth - points)])
        })
    }

    fn fill_cells(&mut self, unknown: Hand, size: usize, partial_hands: &[PartialHand<'_>; 2]) {
        let evaluators = partial_hands.each_ref().map(HandEvaluator::new);
        let mut cells = std::mem::take(&mut self.cells);
        let mut cumulative = std::mem::take(&mut self.cumulative);
        let (mut total, mut binary) = (0.0, self.binary);
        for [first, rest] in self.possible_cells(unknown, size) {
            let one = evaluators[0].weight(first);
            if one == 0.0 {
                continue;
            }
            let other = evaluators[1].weight(rest);
            if other == 0.0 {
                continue;
            }
            let (lengths, points) = first;
            let split_weight = convolved(usize::from(points), self.rows(lengths.map(usize::from)));
            if split_weight > 0.0 {
                binary &= one == 1.0 && other == 1.0;
                let belief = one * other;
                total += belief * split_weight;
                cumulative.push(total);
                cells.push(Cell {
                    lengths,
                    points,
                    belief,
                    split_weight,
                });
            }
        }
        (self.cells, self.cumulative, self.binary) = (cells, cumulative, binary);
    }

    /// Finds a hand that alone forbids every cell.
    fn infeasibility(
        &self,
        unknown: Hand,
        size: usize,
        partial_hands: &[PartialHand<'_>; 2],
    ) -> Infeasible {
        let evaluators = partial_hands.each_ref().map(HandEvaluator::new);
        let mut allows = [false; 2];
        let mut possible = false;
        for [first, rest] in self.possible_cells(unknown, size) {
            let (lengths, points) = first;
            if convolved(usize::from(points), self.rows(lengths.map(usize::from))) > 0.0 {
                possible = true;
                allows[0] |= evaluators[0].weight(first) > 0.0;
                allows[1] |= evaluators[1].weight(rest) > 0.0;
            }
        }
        match allows.iter().position(|&allows| !allows) {
            Some(index) if possible => Infeasible::Hand(index),
            _ => Infeasible::Together,
        }
    }

    /// Returns the weight of all divisions; 0 before the first `fill`.
    pub(super) fn weight(&self) -> f64 {
        self.cumulative.last().copied().unwrap_or(0.0)
    }

    /// Returns the number of divisions if all weights are 0 or 1.
    ///
    /// A cell counts at most the C(52, 13) hands there are, far below 2^53, so its sum is exact.
    pub(super) fn layouts(&self) -> Option<u128> {
        let count = || {
            self.cells
                .iter()
                .map(|cell| cell.split_weight as u128)
                .sum()
        };
        self.binary.then(count)
    }

    /// Draws the unknown cards of the first hand.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> Option<Hand> {
        if self.cells.is_empty() {
            return None;
        }
        let cell = &self.cells[weighted_choice::index(&self.cumulative, rng)];
        let lengths = cell.lengths();
        let points = usize::from(cell.points);
        let rows = self.rows(lengths);
        let term = |share| rows[0].weights[share] * rows[1].weights[points - share];
        let terms = shares(points, rows).map(|share| (share, term(share)));
        let share = weighted_choice::term(terms, cell.split_weight, rng);
        let [c, d] = self.draw_pair(0, [lengths[0], lengths[1]], share, rng);
        let [h, s] = self.draw_pair(1, [lengths[2], lengths[3]], points - share, rng);
        Some(Hand::new(c, d, h, s))
    }

    fn draw_pair(
        &self,
        pair: usize,
        lengths: [usize; 2],
        points: usize,
        rng: &mut Pcg64Mcg,
    ) -> [Holding; 2] {
        let splits = [&self.splits[2 * pair], &self.splits[2 * pair + 1]];
        let total = self.row(pair, lengths[0], lengths[1]).weights[points];
        let term = |p| splits[0].total(lengths[0], p) * splits[1].total(lengths[1], points - p);
        let terms = point_splits(points).map(|p| (p, term(p)));
        let first = weighted_choice::term(terms, total, rng);
        [
            splits[0].draw(lengths[0], first, rng),
            splits[1].draw(lengths[1], points - first, rng),
        ]
    }

    /// Iterates over the possible unknown cards of the first hand, with their weights.
    pub(super) fn divisions(&self) -> impl Iterator<Item = (Hand, f64)> + '_ {
        self.cells.iter().flat_map(move |cell| {
            let points = usize::from(cell.points);
            let [c, d, h, s] = cell.lengths();
            let shares = shares(points, self.rows(cell.lengths()));
            shares.flat_map(move |share| {
                let minors = self.pair_splits(0, [c, d], share);
                minors.flat_map(move |([c, d], weight)| {
                    let majors = self.pair_splits(1, [h, s], points - share);
                    let hand = move |[h, s]: [Holding; 2]| Hand::new(c, d, h, s);
                    majors.map(move |(majors, more)| (hand(majors), cell.belief * weight * more))
                })
            })
        })
    }

    fn pair_splits(
        &self,
        pair: usize,
        lengths: [usize; 2],
        points: usize,
    ) -> impl Iterator<Item = ([Holding; 2], f64)> + '_ {
        let splits = [&self.splits[2 * pair], &self.splits[2 * pair + 1]];
        point_splits(points).flat_map(move |first| {
            let one = splits[0].group_splits(lengths[0], first);
            one.flat_map(move |(one, weight)| {
                let other = splits[1].group_splits(lengths[1], points - first);
                other.map(move |(other, more)| ([one, other], weight * more))
            })
        })
    }

    /// Returns the weight of all divisions that give a card to the first hand, by suit and rank.
    ///
    /// The derivative of the total weight by the weight of a split, times that weight, is the
    /// weight of all divisions that contain the split. Derivatives propagate backwards through the
    /// sums: from cells to pairs, from pairs to groups.
    pub(super) fn card_weights(&self) -> [[f64; 15]; 4] {
        let mut card_weights = [[0.0; 15]; 4];
        for (pair, gradients) in self.pair_gradients().iter().enumerate() {
            for (suit, gradients) in (2 * pair..).zip(self.group_gradients(pair, gradients)) {
                let splits = &self.splits[suit];
                for (held, weight) in splits.held.iter().zip(&splits.weights) {
                    for rank in *held {
                        card_weights[suit][usize::from(rank.get())] +=
                            gradients[group_of(*held)] * weight;
                    }
                }
            }
        }
        card_weights
    }

    fn pair_gradients(&self) -> [Vec<[f64; PAIR_POINTS]>; 2] {
        let mut gradients = [0, 1].map(|pair| vec![[0.0; PAIR_POINTS]; self.pairs[pair].len()]);
        for cell in &self.cells {
            let [c, d, h, s] = cell.lengths();
            let rows = self.rows(cell.lengths());
            let points = usize::from(cell.points);
            let places = [
                c * (self.splits[1].cards + 1) + d,
                h * (self.splits[3].cards + 1) + s,
            ];
            for share in shares(points, rows) {
                let rest = points - share;
                gradients[0][places[0]][share] += cell.belief * rows[1].weights[rest];
                gradients[1][places[1]][rest] += cell.belief * rows[0].weights[share];
            }
        }
        gradients
    }

    fn group_gradients(&self, pair: usize, gradients: &[[f64; PAIR_POINTS]]) -> [[f64; GROUPS]; 2] {
        let mut found = [[0.0; GROUPS]; 2];
        let splits = [&self.splits[2 * pair], &self.splits[2 * pair + 1]];
        for (place, row) in gradients.iter().enumerate() {
            let lengths = [place / (splits[1].cards + 1), place % (splits[1].cards + 1)];
            for (points, gradient) in row
                .iter()
                .enumerate()
                .filter(|(_, gradient)| **gradient > 0.0)
            {
                for first in point_splits(points) {
                    let groups = [group(lengths[0], first), group(lengths[1], points - first)];
                    found[0][groups[0]] += gradient * splits[1].total[groups[1]];
                    found[1][groups[1]] += gradient * splits[0].total[groups[0]];
                }
            }
        }
        found
    }
}
