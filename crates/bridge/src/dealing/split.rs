//! Unknown cards divided between two, suit by suit.
//!
//! A suit's unknown cards can be divided in at most 2^13 ways. Each way has a weight, and the ways
//! are grouped by how many cards and how many points the first of the two gets. Two suits together
//! make a pair, known by both lengths and the points of both; a cell is two pairs, that is four
//! lengths and the points of the whole hand, which is all that [`Weigh::hand`] asks of either hand.
//! The weight of a cell is a product of what both hands say of it and the sum of all ways to come
//! by it. To draw: a cell, the points of each pair, the points of each suit, a way of each suit.

use super::open::{Holder, usable};
use super::ways::{GROUPS, Ways, group, group_of, splits};
use super::{NothingFits, Weigh, pick};
use crate::hand::{lengths, points as hand_points};
use crate::notation::SUITS;
use crate::{Hand, Holding, Suit};
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// Values of the points of two suits.
const PAIR_POINTS: usize = 21;

/// The weights of one pair of lengths, by points.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The lowest points with a weight, and the highest; the other way round if there are none.
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

    fn of(ways: [&Ways; 2], lengths: [usize; 2]) -> Self {
        let mut row = Row::NONE;
        let spans = (ways[0].span(lengths[0]), ways[1].span(lengths[1]));
        let (Some(one), Some(other)) = spans else {
            return row;
        };
        (row.low, row.high) = (one.0 + other.0, one.1 + other.1);
        for first in one.0..=one.1 {
            let weight = ways[0].total(lengths[0], first);
            for second in other.0..=other.1 {
                row.weights[first + second] += weight * ways[1].total(lengths[1], second);
            }
        }
        row
    }

    fn is_empty(&self) -> bool {
        self.low > self.high
    }
}

/// How points of a hand can be divided: what the first two suits can have.
fn shares(points: usize, rows: [&Row; 2]) -> RangeInclusive<usize> {
    let low = rows[0].low.max(points.saturating_sub(rows[1].high));
    low..=rows[0].high.min(points - rows[1].low)
}

/// The sum over all ways to come by these points.
fn both(points: usize, rows: [&Row; 2]) -> f64 {
    let term = |share| rows[0].weights[share] * rows[1].weights[points - share];
    shares(points, rows).map(term).sum()
}

/// Four lengths and the points of the hand of the first of the two, in unknown cards.
#[derive(Clone, Copy, Debug)]
struct Cell {
    lengths: [u8; 4],
    points: u8,
    /// What both hands say of it.
    belief: f64,
    /// All ways to come by it.
    ways: f64,
}

impl Cell {
    fn lengths(&self) -> [usize; 4] {
        self.lengths.map(usize::from)
    }
}

/// Unknown cards divided between two.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    ways: [Ways; 4],
    /// By the lengths of clubs and diamonds; by those of hearts and spades.
    pairs: [Vec<Row>; 2],
    cells: Vec<Cell>,
    /// Running sums of the weights of the cells.
    upto: Vec<f64>,
    /// Whether every weight met was 0 or 1.
    plain: bool,
}

/// Why nothing is left, without saying whose fault it is.
pub(super) enum Nothing {
    /// No way to divide this suit.
    Suit(Suit),
    /// Nothing that one of the two allows, whatever the other says.
    Holder(usize),
    /// Everything is possible, but not together.
    Together,
}

impl Nothing {
    /// The same about these two seats.
    pub(super) fn between(self, seats: [crate::Seat; 2]) -> NothingFits {
        match self {
            Nothing::Suit(suit) => NothingFits::Suit(suit),
            Nothing::Holder(who) => NothingFits::Seat(seats[who]),
            Nothing::Together => NothingFits::Together,
        }
    }
}

/// Lengths and points, in unknown cards.
type Tally = ([u8; 4], u8);

/// What a hand becomes by unknown cards.
struct Asking<'a> {
    belief: &'a dyn Weigh,
    lengths: [u8; 4],
    points: u8,
}

impl<'a> Asking<'a> {
    fn new(holder: &Holder<'a>) -> Self {
        Asking {
            belief: holder.belief,
            lengths: lengths(holder.known),
            points: hand_points(holder.known),
        }
    }

    fn weight(&self, (more, points): Tally) -> f64 {
        let lengths = std::array::from_fn(|suit| self.lengths[suit] + more[suit]);
        usable(self.belief.hand(lengths, self.points + points))
    }
}

impl Split {
    /// Divides `unknown`, `size` cards of it to the first holder and the rest to the second, in the
    /// space of an earlier division.
    pub(super) fn fill(
        &mut self,
        unknown: Hand,
        size: usize,
        holders: &[Holder<'_>; 2],
    ) -> Result<(), Nothing> {
        self.cells.clear();
        self.upto.clear();
        self.plain = true;
        for (suit, ways) in SUITS.into_iter().zip(&mut self.ways) {
            self.plain &= ways.fill(suit, unknown[suit], holders);
            if ways.held.is_empty() {
                return Err(Nothing::Suit(suit));
            }
        }
        self.fill_pairs();
        self.fill_cells(unknown, size, holders);
        if self.cells.is_empty() {
            return Err(self.blame(unknown, size, holders));
        }
        Ok(())
    }

    fn fill_pairs(&mut self) {
        for (pair, ways) in self.pairs.iter_mut().zip(self.ways.chunks(2)) {
            pair.clear();
            let ways = [&ways[0], &ways[1]];
            for length in 0..=ways[0].cards {
                let rows = (0..=ways[1].cards).map(|other| Row::of(ways, [length, other]));
                pair.extend(rows);
            }
        }
    }

    fn row(&self, pair: usize, one: usize, other: usize) -> &Row {
        &self.pairs[pair][one * (self.ways[2 * pair + 1].cards + 1) + other]
    }

    /// Both rows of a cell.
    fn rows(&self, lengths: [usize; 4]) -> [&Row; 2] {
        let [c, d, h, s] = lengths;
        [self.row(0, c, d), self.row(1, h, s)]
    }

    /// All lengths of `size` cards that some ways have.
    fn each_lengths(&self, size: usize) -> impl Iterator<Item = [usize; 4]> + '_ {
        let most = [0, 1, 2, 3].map(|suit| self.ways[suit].cards);
        let minors = (0..=most[0]).flat_map(move |c| (0..=most[1].min(size)).map(move |d| (c, d)));
        let minors = minors.filter(move |&(c, d)| c + d <= size && !self.row(0, c, d).is_empty());
        minors.flat_map(move |(c, d)| {
            let left = size - c - d;
            let hearts = left.saturating_sub(most[3])..=left.min(most[2]);
            let majors = hearts.map(move |h| [c, d, h, left - h]);
            majors.filter(|&[_, _, h, s]| !self.row(1, h, s).is_empty())
        })
    }

    /// Every cell that lengths and points allow: what the first of the two gets, and what is left
    /// to the second.
    fn each_cell(&self, unknown: Hand, size: usize) -> impl Iterator<Item = [Tally; 2]> + '_ {
        let (all, worth) = (lengths(unknown), hand_points(unknown));
        self.each_lengths(size).flat_map(move |lengths| {
            let [minors, majors] = self.rows(lengths);
            let gets = lengths.map(|length| length as u8);
            let leaves = std::array::from_fn(|suit| all[suit] - gets[suit]);
            let points = (minors.low + majors.low) as u8..=(minors.high + majors.high) as u8;
            points.map(move |points| [(gets, points), (leaves, worth - points)])
        })
    }

    fn fill_cells(&mut self, unknown: Hand, size: usize, holders: &[Holder<'_>; 2]) {
        let asking = holders.each_ref().map(Asking::new);
        let mut cells = std::mem::take(&mut self.cells);
        let mut upto = std::mem::take(&mut self.upto);
        let (mut total, mut plain) = (0.0, self.plain);
        for [gets, leaves] in self.each_cell(unknown, size) {
            let one = asking[0].weight(gets);
            if one == 0.0 {
                continue;
            }
            let other = asking[1].weight(leaves);
            if other == 0.0 {
                continue;
            }
            let (lengths, points) = gets;
            let ways = both(usize::from(points), self.rows(lengths.map(usize::from)));
            if ways > 0.0 {
                plain &= one == 1.0 && other == 1.0;
                let belief = one * other;
                total += belief * ways;
                upto.push(total);
                cells.push(Cell {
                    lengths,
                    points,
                    belief,
                    ways,
                });
            }
        }
        (self.cells, self.upto, self.plain) = (cells, upto, plain);
    }

    /// Looks for a holder who forbids every cell by himself.
    fn blame(&self, unknown: Hand, size: usize, holders: &[Holder<'_>; 2]) -> Nothing {
        let asking = holders.each_ref().map(Asking::new);
        let mut allows = [false; 2];
        let mut possible = false;
        for [gets, leaves] in self.each_cell(unknown, size) {
            let (lengths, points) = gets;
            if both(usize::from(points), self.rows(lengths.map(usize::from))) > 0.0 {
                possible = true;
                allows[0] |= asking[0].weight(gets) > 0.0;
                allows[1] |= asking[1].weight(leaves) > 0.0;
            }
        }
        match allows.iter().position(|&allows| !allows) {
            Some(who) if possible => Nothing::Holder(who),
            _ => Nothing::Together,
        }
    }

    /// The weight of all divisions; 0 before anything was divided.
    pub(super) fn weight(&self) -> f64 {
        self.upto.last().copied().unwrap_or(0.0)
    }

    /// How many divisions there are, if every weight is 0 or 1.
    ///
    /// A cell counts at most the C(52, 13) hands there are, far below 2^53, so its sum is exact.
    pub(super) fn layouts(&self) -> Option<u128> {
        let count = || self.cells.iter().map(|cell| cell.ways as u128).sum();
        self.plain.then(count)
    }

    /// What the first of the two gets.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> Option<Hand> {
        if self.cells.is_empty() {
            return None;
        }
        let cell = &self.cells[pick::place(&self.upto, rng)];
        let lengths = cell.lengths();
        let points = usize::from(cell.points);
        let rows = self.rows(lengths);
        let term = |share| rows[0].weights[share] * rows[1].weights[points - share];
        let terms = shares(points, rows).map(|share| (share, term(share)));
        let share = pick::term(terms, cell.ways, rng);
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
        let ways = [&self.ways[2 * pair], &self.ways[2 * pair + 1]];
        let total = self.row(pair, lengths[0], lengths[1]).weights[points];
        let term = |p| ways[0].total(lengths[0], p) * ways[1].total(lengths[1], points - p);
        let terms = splits(points).map(|p| (p, term(p)));
        let first = pick::term(terms, total, rng);
        [
            ways[0].draw(lengths[0], first, rng),
            ways[1].draw(lengths[1], points - first, rng),
        ]
    }

    /// Everything the first of the two may get, with its weight.
    pub(super) fn each(&self) -> impl Iterator<Item = (Hand, f64)> + '_ {
        self.cells.iter().flat_map(move |cell| {
            let points = usize::from(cell.points);
            let [c, d, h, s] = cell.lengths();
            let shares = shares(points, self.rows(cell.lengths()));
            shares.flat_map(move |share| {
                let minors = self.each_pair(0, [c, d], share);
                minors.flat_map(move |([c, d], weight)| {
                    let majors = self.each_pair(1, [h, s], points - share);
                    let hand = move |[h, s]: [Holding; 2]| Hand::new(c, d, h, s);
                    majors.map(move |(majors, more)| (hand(majors), cell.belief * weight * more))
                })
            })
        })
    }

    fn each_pair(
        &self,
        pair: usize,
        lengths: [usize; 2],
        points: usize,
    ) -> impl Iterator<Item = ([Holding; 2], f64)> + '_ {
        let ways = [&self.ways[2 * pair], &self.ways[2 * pair + 1]];
        splits(points).flat_map(move |first| {
            let one = ways[0].each(lengths[0], first);
            one.flat_map(move |(one, weight)| {
                let other = ways[1].each(lengths[1], points - first);
                other.map(move |(other, more)| ([one, other], weight * more))
            })
        })
    }

    /// The weight of all divisions that give a card to the first of the two, for each of the
    /// unknown cards: by suit and rank.
    ///
    /// The derivative of the whole by the weight of a way, times that weight, is the weight of all
    /// divisions that contain the way. Derivatives go the way the sums came, backwards: from cells
    /// to pairs, from pairs to groups.
    pub(super) fn holds(&self) -> [[f64; 15]; 4] {
        let mut holds = [[0.0; 15]; 4];
        for (pair, slopes) in self.slopes_of_pairs().iter().enumerate() {
            for (suit, slopes) in (2 * pair..).zip(self.slopes_of_groups(pair, slopes)) {
                let ways = &self.ways[suit];
                for (held, weight) in ways.held.iter().zip(&ways.weights) {
                    for rank in *held {
                        holds[suit][usize::from(rank.get())] += slopes[group_of(*held)] * weight;
                    }
                }
            }
        }
        holds
    }

    fn slopes_of_pairs(&self) -> [Vec<[f64; PAIR_POINTS]>; 2] {
        let mut slopes = [0, 1].map(|pair| vec![[0.0; PAIR_POINTS]; self.pairs[pair].len()]);
        for cell in &self.cells {
            let [c, d, h, s] = cell.lengths();
            let rows = self.rows(cell.lengths());
            let points = usize::from(cell.points);
            let places = [
                c * (self.ways[1].cards + 1) + d,
                h * (self.ways[3].cards + 1) + s,
            ];
            for share in shares(points, rows) {
                let rest = points - share;
                slopes[0][places[0]][share] += cell.belief * rows[1].weights[rest];
                slopes[1][places[1]][rest] += cell.belief * rows[0].weights[share];
            }
        }
        slopes
    }

    fn slopes_of_groups(&self, pair: usize, slopes: &[[f64; PAIR_POINTS]]) -> [[f64; GROUPS]; 2] {
        let mut found = [[0.0; GROUPS]; 2];
        let ways = [&self.ways[2 * pair], &self.ways[2 * pair + 1]];
        for (place, row) in slopes.iter().enumerate() {
            let lengths = [place / (ways[1].cards + 1), place % (ways[1].cards + 1)];
            for (points, slope) in row.iter().enumerate().filter(|(_, slope)| **slope > 0.0) {
                for first in splits(points) {
                    let groups = [group(lengths[0], first), group(lengths[1], points - first)];
                    found[0][groups[0]] += slope * ways[1].total[groups[1]];
                    found[1][groups[1]] += slope * ways[0].total[groups[0]];
                }
            }
        }
        found
    }
}
