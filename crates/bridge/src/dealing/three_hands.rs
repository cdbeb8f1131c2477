//! Exact sampler of three hidden hands.
//!
//! As with two hands, the splits of a suit are grouped, two suits make a pair, two pairs make a
//! deal. With three hands the lengths and points of two of them would make far too many cells. But
//! beliefs distinguish few of them: for a hand with a neutral belief only the number of its cards
//! matters, for one constrained by points only these. So for each hand the states (two lengths and
//! the points of a pair of suits) that its belief cannot distinguish, whatever the other two suits
//! bring, form one equivalence class; likewise the lengths and points of a suit. Weights of splits
//! are summed over classes, which is exact: sums of products do not change. Beliefs that
//! distinguish too many classes are left to
//! [`RejectionSampler`](super::rejection::RejectionSampler).

use super::equivalence::{
    ClassPairWeights, EquivalenceClasses, IMPOSSIBLE, SUIT_POINTS, UnknownCounts, state,
};
use super::hand_weights::HandWeights;
use super::partial_deal::{PartialDeal, subsets};
use super::weighted_choice;
use crate::hand::suit_points as points;
use crate::notation::SUITS;
use crate::{Hand, Holding};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The maximum number of pairs of groups, or of states, to process: it bounds the set-up to
/// fractions of a second.
const LIMIT: usize = 1 << 23;
/// The maximum number of states of two suits; with more, their pairs exceed [`LIMIT`] anyway.
const STATES: usize = 1 << 16;

/// Splits of a suit that no belief distinguishes.
#[derive(Clone, Debug)]
struct Group {
    /// Length and points of one member, for each hand.
    representative: [(usize, usize); 3],
    total: f64,
    places: Range<usize>,
}

/// The splits of one suit among three hands, in groups.
#[derive(Clone, Debug)]
struct ThreeWaySplits {
    groups: Vec<Group>,
    /// The first and the second hand's cards, and the weight, group by group.
    held: Vec<([Holding; 2], f64)>,
    cumulative: Vec<f64>,
}

/// The cached group of some lengths and points.
#[derive(Clone, Copy)]
enum GroupLookup {
    Unknown,
    Forbidden,
    Group(u16),
}

/// A builder of groups that numbers them in the order they are found.
struct GroupBuilder<'a> {
    classes: &'a [Vec<u16>; 3],
    numbers: BTreeMap<[u16; 3], u16>,
    groups: Vec<Group>,
    /// Groups by length and points of the first two hands, which determine the third's.
    of: Vec<GroupLookup>,
}

impl<'a> GroupBuilder<'a> {
    fn new(classes: &'a [Vec<u16>; 3]) -> Self {
        GroupBuilder {
            classes,
            numbers: BTreeMap::new(),
            groups: Vec::new(),
            of: vec![GroupLookup::Unknown; (14 * SUIT_POINTS).pow(2)],
        }
    }

    /// Returns the group of a split of the suit; `None` if a belief forbids it.
    fn group(&mut self, held: [Holding; 3]) -> Option<u16> {
        let tallies = held.map(|h| (h.len(), usize::from(points(h))));
        let [one, two, _] = tallies.map(|(length, points)| length * SUIT_POINTS + points);
        let place = one * 14 * SUIT_POINTS + two;
        match self.of[place] {
            GroupLookup::Group(number) => Some(number),
            GroupLookup::Forbidden => None,
            GroupLookup::Unknown => {
                let number = self.find(tallies);
                self.of[place] = number.map_or(GroupLookup::Forbidden, GroupLookup::Group);
                number
            }
        }
    }

    fn find(&mut self, representative: [(usize, usize); 3]) -> Option<u16> {
        let class = |hand: usize| {
            let (length, points) = representative[hand];
            self.classes[hand][length * SUIT_POINTS + points]
        };
        let key = [0, 1, 2].map(class);
        if key.contains(&IMPOSSIBLE) {
            return None;
        }
        let next = self.groups.len() as u16;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.groups.push(Group {
                representative,
                total: 0.0,
                places: 0..0,
            });
        }
        Some(number)
    }
}

impl ThreeWaySplits {
    fn new(
        suit: usize,
        cards: Holding,
        weights_by_hand: &[HandWeights],
        classes: &[Vec<u16>; 3],
    ) -> Self {
        let mut grouping = GroupBuilder::new(classes);
        let mut found = Vec::new();
        for one in subsets(cards) {
            let first = weights_by_hand[0].suit(suit, one);
            if first == 0.0 {
                continue;
            }
            for two in subsets(cards - one) {
                let held = [one, two, cards - one - two];
                let others =
                    weights_by_hand[1].suit(suit, two) * weights_by_hand[2].suit(suit, held[2]);
                if others == 0.0 {
                    continue;
                }
                if let Some(number) = grouping.group(held) {
                    grouping.groups[usize::from(number)].places.end += 1;
                    found.push((number, [one, two], first * others));
                }
            }
        }
        ThreeWaySplits::sorted(grouping.groups, &found)
    }

    /// Sorts the splits by group; on entry the ends of `places` are counts.
    fn sorted(mut groups: Vec<Group>, found: &[(u16, [Holding; 2], f64)]) -> Self {
        let mut start = 0;
        for group in &mut groups {
            let count = group.places.end;
            group.places = start..start;
            start += count;
        }
        let mut held = vec![([Holding::EMPTY; 2], 0.0); found.len()];
        let mut cumulative = vec![0.0; found.len()];
        for &(number, way, weight) in found {
            let group = &mut groups[usize::from(number)];
            let place = group.places.end;
            group.places.end += 1;
            group.total += weight;
            held[place] = (way, weight);
            cumulative[place] = group.total;
        }
        ThreeWaySplits {
            groups,
            held,
            cumulative,
        }
    }

    fn draw(&self, group: u16, rng: &mut Pcg64Mcg) -> [Holding; 2] {
        let places = self.groups[usize::from(group)].places.clone();
        let place = places.start + weighted_choice::index(&self.cumulative[places], rng);
        self.held[place].0
    }
}

/// A state of two suits: an equivalence class for each hand, and the pairs of groups that lead to
/// it.
#[derive(Clone, Debug)]
struct State {
    classes: [u16; 3],
    /// The numbers of cards of the two suits in the first and in the second hand.
    cards: [u8; 2],
    total: f64,
    links: Range<usize>,
}

/// All states of two suits.
#[derive(Clone, Debug, Default)]
struct Pair {
    /// States, ordered by `cards`.
    states: Vec<State>,
    /// Pairs of groups, one of each suit, state by state.
    links: Vec<[u16; 2]>,
    cumulative: Vec<f64>,
    /// The range of the states with each value of `cards`.
    begins: BTreeMap<[u8; 2], Range<usize>>,
}

impl Pair {
    /// Returns `None` if there are too many states.
    fn new(splits: [&ThreeWaySplits; 2], classes: [&EquivalenceClasses; 3]) -> Option<Self> {
        // Only looked up, never iterated over: the order of its entries does not matter.
        let mut numbers = HashMap::new();
        let mut states: Vec<State> = Vec::new();
        let mut found = Vec::new();
        for (one, first) in splits[0].groups.iter().enumerate() {
            for (two, second) in splits[1].groups.iter().enumerate() {
                let tally = |hand: usize| {
                    let [(l, p), (m, q)] =
                        [first.representative[hand], second.representative[hand]];
                    ([l, m], p + q)
                };
                let class = |hand: usize| classes[hand].class_of[state(tally(hand))];
                let key = [0, 1, 2].map(class);
                if key.contains(&IMPOSSIBLE) {
                    continue;
                }
                let number = *numbers.entry(key).or_insert(states.len());
                if number == states.len() {
                    states.push(State {
                        classes: key,
                        cards: [0, 1].map(|hand| tally(hand).0.iter().sum::<usize>() as u8),
                        total: 0.0,
                        links: 0..0,
                    });
                }
                states[number].links.end += 1;
                found.push((number as u32, [one as u16, two as u16]));
            }
            if states.len() > STATES {
                return None;
            }
        }
        Some(Pair::sorted(&states, &found, splits))
    }

    fn sorted(states: &[State], found: &[(u32, [u16; 2])], splits: [&ThreeWaySplits; 2]) -> Self {
        let mut order: Vec<_> = (0..states.len()).collect();
        order.sort_by_key(|&number| states[number].cards);
        let mut place_of = vec![0; states.len()];
        let mut pair = Pair::default();
        let mut start = 0;
        for (place, &number) in order.iter().enumerate() {
            let mut state = states[number].clone();
            let count = state.links.end;
            state.links = start..start;
            start += count;
            place_of[number] = place;
            let range = pair.begins.entry(state.cards).or_insert(place..place);
            range.end = place + 1;
            pair.states.push(state);
        }
        pair.links = vec![[0; 2]; found.len()];
        pair.cumulative = vec![0.0; found.len()];
        for &(number, link) in found {
            let state = &mut pair.states[place_of[number as usize]];
            let [one, two] = [0, 1].map(|i: usize| splits[i].groups[usize::from(link[i])].total);
            let place = state.links.end;
            state.links.end += 1;
            state.total += one * two;
            pair.links[place] = link;
            pair.cumulative[place] = state.total;
        }
        pair
    }

    fn draw(&self, state: usize, rng: &mut Pcg64Mcg) -> [u16; 2] {
        let links = self.states[state].links.clone();
        self.links[links.start + weighted_choice::index(&self.cumulative[links], rng)]
    }
}

/// The exact sampler of three hidden hands.
#[derive(Clone, Debug)]
pub(super) struct ThreeHandSampler {
    weights_by_hand: Vec<HandWeights>,
    splits: [ThreeWaySplits; 4],
    pairs: [Pair; 2],
    class_weights: [ClassPairWeights; 3],
    /// For each state of the first pair, the summed weight of its partners in the second pair.
    rest: Vec<f64>,
    /// Cumulative weights of the states of the first pair.
    cumulative: Vec<f64>,
}

impl ThreeHandSampler {
    /// Returns `None` if the beliefs distinguish too many classes. The weights must be those of the
    /// three hidden hands.
    pub(super) fn new(partial: &PartialDeal, weights_by_hand: Vec<HandWeights>) -> Option<Self> {
        debug_assert_eq!(weights_by_hand.len(), 3, "three hidden hands");
        let counts = UnknownCounts::new(partial.unknown);
        let hands = [0, 1, 2];
        let classes = [0, 1]
            .map(|pair| hands.map(|h| EquivalenceClasses::new(&weights_by_hand[h], &counts, pair)));
        let size = |hand: usize| classes[0][hand].count() * classes[1][hand].count();
        if hands.iter().any(|&hand| size(hand) > LIMIT) {
            return None;
        }
        let splits: [ThreeWaySplits; 4] = std::array::from_fn(|suit| {
            let (pair, place) = (suit / 2, suit % 2);
            let classes = hands.map(|h| classes[pair][h].suit_classes(&counts, pair, place));
            ThreeWaySplits::new(
                suit,
                partial.unknown[SUITS[suit]],
                &weights_by_hand,
                &classes,
            )
        });
        let groups = splits.each_ref().map(|splits| splits.groups.len());
        if groups.chunks(2).any(|pair| pair[0] * pair[1] > LIMIT) {
            return None;
        }
        let pair = |pair: usize| {
            let splits = [&splits[2 * pair], &splits[2 * pair + 1]];
            Pair::new(splits, classes[pair].each_ref())
        };
        let pairs = [pair(0)?, pair(1)?];
        let class_weights = hands
            .map(|h| ClassPairWeights::new(&weights_by_hand[h], [&classes[0][h], &classes[1][h]]));
        let mut sampler = ThreeHandSampler {
            weights_by_hand,
            splits,
            pairs,
            class_weights,
            rest: Vec::new(),
            cumulative: Vec::new(),
        };
        let work = |state| sampler.partners(state).len();
        let work: usize = sampler.pairs[0].states.iter().map(work).sum();
        if work > 4 * LIMIT {
            return None;
        }
        sampler.join();
        Some(sampler)
    }

    /// Returns the states of the second pair that complete the hands to their sizes.
    fn partners(&self, state: &State) -> Range<usize> {
        let left = [0, 1].map(|hand: usize| {
            (self.weights_by_hand[hand].size as u8).wrapping_sub(state.cards[hand])
        });
        self.pairs[1].begins.get(&left).cloned().unwrap_or(0..0)
    }

    /// Returns the product of the three hands' weights of two states together.
    fn pair_weight(&self, one: &State, two: &State) -> f64 {
        let of =
            |hand: usize| self.class_weights[hand].weight(one.classes[hand], two.classes[hand]);
        of(0) * of(1) * of(2)
    }

    /// Iterates over the partners of a state with their weights, without the weight of the state
    /// itself.
    fn terms(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let one = &self.pairs[0].states[state];
        self.partners(one).map(move |partner| {
            let two = &self.pairs[1].states[partner];
            (partner, self.pair_weight(one, two) * two.total)
        })
    }

    fn join(&mut self) {
        let states = 0..self.pairs[0].states.len();
        self.rest = states
            .map(|state| self.terms(state).map(|(_, weight)| weight).sum())
            .collect();
        let mut total = 0.0;
        for (state, rest) in self.pairs[0].states.iter().zip(&self.rest) {
            total += state.total * rest;
            self.cumulative.push(total);
        }
    }

    /// Returns the weights of each hidden hand.
    pub(super) fn weights_by_hand(&self) -> &[HandWeights] {
        &self.weights_by_hand
    }

    /// Returns the weight of all divisions.
    pub(super) fn weight(&self) -> f64 {
        self.cumulative.last().copied().unwrap_or(0.0)
    }

    /// Returns the number of divisions if all weights are 0 or 1.
    ///
    /// Two suits have at most 3^26 splits, below 2^53: both factors are exact, and their products
    /// are added as integers.
    pub(super) fn layouts(&self) -> Option<u128> {
        let states = self.pairs[0].states.iter().zip(&self.rest);
        let products = states.map(|(state, rest)| state.total as u128 * *rest as u128);
        let binary = self
            .weights_by_hand
            .iter()
            .all(|hand_weights| hand_weights.binary);
        binary.then(|| products.sum())
    }

    /// Draws the unknown cards of the first and of the second hand.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> [Hand; 2] {
        let state = weighted_choice::index(&self.cumulative, rng);
        let partner = weighted_choice::term(self.terms(state), self.rest[state], rng);
        let [c, d] = self.pairs[0].draw(state, rng);
        let [h, s] = self.pairs[1].draw(partner, rng);
        let mut held = [[Holding::EMPTY; 2]; 4];
        for (suit, group) in [c, d, h, s].into_iter().enumerate() {
            held[suit] = self.splits[suit].draw(group, rng);
        }
        [0, 1].map(|hand| {
            let [c, d, h, s] = held.map(|both| both[hand]);
            Hand::new(c, d, h, s)
        })
    }

    /// Returns the weights of all divisions that give a card to the first and to the second hand,
    /// by suit and rank.
    ///
    /// As with two hands, derivatives propagate from states to groups to splits.
    pub(super) fn card_weights(&self) -> [[[f64; 15]; 4]; 2] {
        let mut card_weights = [[[0.0; 15]; 4]; 2];
        for (pair, gradients) in [self.rest.clone(), self.partner_gradients()]
            .iter()
            .enumerate()
        {
            for (suit, gradients) in (2 * pair..).zip(self.group_gradients(pair, gradients)) {
                for (group, gradient) in self.splits[suit].groups.iter().zip(gradients) {
                    for (held, weight) in &self.splits[suit].held[group.places.clone()] {
                        for hand in 0..2 {
                            for rank in held[hand] {
                                card_weights[hand][suit][usize::from(rank.get())] +=
                                    gradient * weight;
                            }
                        }
                    }
                }
            }
        }
        card_weights
    }

    fn partner_gradients(&self) -> Vec<f64> {
        let mut gradients = vec![0.0; self.pairs[1].states.len()];
        for one in &self.pairs[0].states {
            for partner in self.partners(one) {
                let two = &self.pairs[1].states[partner];
                gradients[partner] += one.total * self.pair_weight(one, two);
            }
        }
        gradients
    }

    fn group_gradients(&self, pair: usize, gradients: &[f64]) -> [Vec<f64>; 2] {
        let groups = [0, 1].map(|place| &self.splits[2 * pair + place].groups);
        let mut found = groups.map(|groups| vec![0.0; groups.len()]);
        for (state, gradient) in self.pairs[pair].states.iter().zip(gradients) {
            for &[one, two] in &self.pairs[pair].links[state.links.clone()] {
                let [one, two] = [usize::from(one), usize::from(two)];
                found[0][one] += gradient * groups[1][two].total;
                found[1][two] += gradient * groups[0][one].total;
            }
        }
        found
    }
}
