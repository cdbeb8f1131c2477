//! Splits of one suit's unknown cards between two hands, grouped by length and points.

use super::partial_deal::{PartialHand, clamped, subsets};
use super::weighted_choice;
use crate::hand::suit_points as points;
use crate::{Holding, Suit};
use rand_pcg::Pcg64Mcg;
use std::ops::{Range, RangeInclusive};

/// The number of values that the points of a suit can have: 0 to 10.
pub(super) const SUIT_POINTS: usize = 11;
/// The number of groups of a suit: lengths 0 to 13 times points.
pub(super) const GROUPS: usize = 14 * SUIT_POINTS;
/// The splits of one suit, grouped by length and points of the first hand.
#[derive(Clone, Debug)]
pub(super) struct SuitSplits {
    /// The number of cards divided.
    pub cards: usize,
    /// The first hand's cards, group by group; splits of weight 0 are left out.
    pub held: Vec<Holding>,
    pub weights: Vec<f64>,
    /// Cumulative weights, starting at 0 in each group.
    cumulative: Vec<f64>,
    /// The start index of each group, and the end of the last.
    first: [u32; GROUPS + 1],
    pub total: [f64; GROUPS],
    /// The splits in the order they are generated, before grouping.
    found: Vec<(Holding, f64)>,
}

pub(super) fn group(length: usize, points: usize) -> usize {
    length * SUIT_POINTS + points
}

pub(super) fn group_of(held: Holding) -> usize {
    group(held.len(), usize::from(points(held)))
}

impl Default for SuitSplits {
    fn default() -> Self {
        SuitSplits {
            cards: 0,
            held: Vec::new(),
            weights: Vec::new(),
            cumulative: Vec::new(),
            first: [0; GROUPS + 1],
            total: [0.0; GROUPS],
            found: Vec::new(),
        }
    }
}

impl SuitSplits {
    /// Lists the splits of `cards` of a suit. Returns whether all weights are 0 or 1.
    pub(super) fn fill(
        &mut self,
        suit: Suit,
        cards: Holding,
        partial_hands: &[PartialHand<'_>; 2],
    ) -> bool {
        let mut binary = true;
        self.cards = cards.len();
        self.found.clear();
        self.first = [0; GROUPS + 1];
        for held in subsets(cards) {
            let [one, other] = [(0, held), (1, cards - held)].map(|(index, gets)| {
                let PartialHand { known, belief } = partial_hands[index];
                clamped(belief.suit(suit, known[suit] | gets))
            });
            let weight = one * other;
            binary &= [one, other].iter().all(|&w| w == 0.0 || w == 1.0);
            if weight > 0.0 {
                self.found.push((held, weight));
                self.first[group_of(held) + 1] += 1;
            }
        }
        self.sort();
        binary
    }

    /// Sorts the generated splits into groups.
    fn sort(&mut self) {
        for group in 0..GROUPS {
            self.first[group + 1] += self.first[group];
        }
        let mut next = self.first;
        self.total = [0.0; GROUPS];
        self.held.resize(self.found.len(), Holding::EMPTY);
        self.weights.resize(self.found.len(), 0.0);
        self.cumulative.resize(self.found.len(), 0.0);
        for &(held, weight) in &self.found {
            let group = group_of(held);
            let place = next[group] as usize;
            next[group] += 1;
            self.total[group] += weight;
            self.held[place] = held;
            self.weights[place] = weight;
            self.cumulative[place] = self.total[group];
        }
    }

    fn places(&self, group: usize) -> Range<usize> {
        self.first[group] as usize..self.first[group + 1] as usize
    }

    pub(super) fn total(&self, length: usize, points: usize) -> f64 {
        self.total[group(length, points)]
    }

    pub(super) fn draw(&self, length: usize, points: usize, rng: &mut Pcg64Mcg) -> Holding {
        let places = self.places(group(length, points));
        let cumulative = &self.cumulative[places.clone()];
        self.held[places.start + weighted_choice::index(cumulative, rng)]
    }

    /// Iterates over the splits of this length and these points, with their weights.
    pub(super) fn group_splits(
        &self,
        length: usize,
        points: usize,
    ) -> impl Iterator<Item = (Holding, f64)> + '_ {
        let places = self.places(group(length, points));
        places.map(|place| (self.held[place], self.weights[place]))
    }

    /// Returns the lowest and the highest points of positive weight for one length.
    pub(super) fn point_range(&self, length: usize) -> Option<(usize, usize)> {
        let row = &self.total[group(length, 0)..group(length + 1, 0)];
        let low = row.iter().position(|&w| w > 0.0)?;
        let high = row.iter().rposition(|&w| w > 0.0)?;
        Some((low, high))
    }
}

/// Returns the possible shares of the first suit in the points of two suits.
pub(super) fn point_splits(points: usize) -> RangeInclusive<usize> {
    points.saturating_sub(SUIT_POINTS - 1)..=points.min(SUIT_POINTS - 1)
}
