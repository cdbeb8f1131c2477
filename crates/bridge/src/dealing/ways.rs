//! The ways to divide one suit between two.

use super::open::{Holder, subsets, usable};
use super::pick;
use crate::hand::suit_points as points;
use crate::{Holding, Suit};
use rand_pcg::Pcg64Mcg;
use std::ops::{Range, RangeInclusive};

/// Values of the points of a suit: 0 to 10.
pub(super) const SUIT_POINTS: usize = 11;
/// Groups of ways of a suit: lengths 0 to 13 with points.
pub(super) const GROUPS: usize = 14 * SUIT_POINTS;
/// The ways to divide one suit, grouped by the first one's length and points.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// How many cards are divided.
    pub cards: usize,
    /// What the first one gets, group by group; ways of no weight are left out.
    pub held: Vec<Holding>,
    pub weights: Vec<f64>,
    /// Running sums of the weights, beginning anew with each group.
    upto: Vec<f64>,
    /// Where each group begins, and the end of all.
    first: [u32; GROUPS + 1],
    pub total: [f64; GROUPS],
    /// Every way as it is found, before it goes to its group.
    found: Vec<(Holding, f64)>,
}

pub(super) fn group(length: usize, points: usize) -> usize {
    length * SUIT_POINTS + points
}

pub(super) fn group_of(held: Holding) -> usize {
    group(held.len(), usize::from(points(held)))
}

impl Default for Ways {
    fn default() -> Self {
        Ways {
            cards: 0,
            held: Vec::new(),
            weights: Vec::new(),
            upto: Vec::new(),
            first: [0; GROUPS + 1],
            total: [0.0; GROUPS],
            found: Vec::new(),
        }
    }
}

impl Ways {
    /// Lists the ways to divide `cards` of a suit. Tells whether all weights are 0 or 1.
    pub(super) fn fill(&mut self, suit: Suit, cards: Holding, holders: &[Holder<'_>; 2]) -> bool {
        let mut plain = true;
        self.cards = cards.len();
        self.found.clear();
        self.first = [0; GROUPS + 1];
        for held in subsets(cards) {
            let [one, other] = [(0, held), (1, cards - held)].map(|(who, gets)| {
                let Holder { known, belief } = holders[who];
                usable(belief.suit(suit, known[suit] | gets))
            });
            let weight = one * other;
            plain &= [one, other].iter().all(|&w| w == 0.0 || w == 1.0);
            if weight > 0.0 {
                self.found.push((held, weight));
                self.first[group_of(held) + 1] += 1;
            }
        }
        self.sort();
        plain
    }

    /// Brings what was found into groups.
    fn sort(&mut self) {
        for group in 0..GROUPS {
            self.first[group + 1] += self.first[group];
        }
        let mut next = self.first;
        self.total = [0.0; GROUPS];
        self.held.resize(self.found.len(), Holding::EMPTY);
        self.weights.resize(self.found.len(), 0.0);
        self.upto.resize(self.found.len(), 0.0);
        for &(held, weight) in &self.found {
            let group = group_of(held);
            let place = next[group] as usize;
            next[group] += 1;
            self.total[group] += weight;
            self.held[place] = held;
            self.weights[place] = weight;
            self.upto[place] = self.total[group];
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
        let upto = &self.upto[places.clone()];
        self.held[places.start + pick::place(upto, rng)]
    }

    /// The ways with this length and these points.
    pub(super) fn each(
        &self,
        length: usize,
        points: usize,
    ) -> impl Iterator<Item = (Holding, f64)> + '_ {
        let places = self.places(group(length, points));
        places.map(|place| (self.held[place], self.weights[place]))
    }

    /// Of one length, the lowest and the highest points that have a weight; none if there are none.
    pub(super) fn span(&self, length: usize) -> Option<(usize, usize)> {
        let row = &self.total[group(length, 0)..group(length + 1, 0)];
        let low = row.iter().position(|&w| w > 0.0)?;
        let high = row.iter().rposition(|&w| w > 0.0)?;
        Some((low, high))
    }
}

/// How the points of two suits can be divided: what the first can have.
pub(super) fn splits(points: usize) -> RangeInclusive<usize> {
    points.saturating_sub(SUIT_POINTS - 1)..=points.min(SUIT_POINTS - 1)
}
