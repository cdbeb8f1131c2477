//! Unknown cards divided among three, suit by suit.
//!
//! The plan of two hands: ways to divide a suit are grouped, two suits make a pair, two pairs make
//! a deal. With three hands the lengths and points of two of them would make far too many cells.
//! But beliefs tell few of them apart: to a hand of which nothing is believed only the number of
//! its cards matters, to one known by its points only these. So for each hand the states (two
//! lengths and points of a pair of suits) that its belief cannot tell apart, whatever the other two
//! suits bring, become one class; likewise the lengths and points of a suit. Weights of ways are
//! added over classes, which loses nothing: sums of products stay what they were. Beliefs that tell
//! too much apart are left to [`Peel`](super::peel::Peel).

use super::classes::{Classes, DEAD, SUIT_POINTS, Stock, Verdicts, state};
use super::open::{Open, subsets};
use super::opinion::Opinion;
use super::pick;
use crate::hand::suit_points as points;
use crate::notation::SUITS;
use crate::{Hand, Holding};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The largest number of pairs of groups, or of states, that is worth going through: it keeps the
/// set-up within fractions of a second.
const LIMIT: usize = 1 << 23;
/// The largest number of states of two suits; beyond it their pairs are too many anyway.
const STATES: usize = 1 << 16;

/// Ways to divide a suit that no belief tells apart.
#[derive(Clone, Debug)]
struct Group {
    /// Lengths and points of one of them, for each hand.
    example: [(usize, usize); 3],
    total: f64,
    places: Range<usize>,
}

/// The ways to divide one suit among three, in groups.
#[derive(Clone, Debug)]
struct Ways {
    groups: Vec<Group>,
    /// What the first and the second get, and the weight, group by group.
    held: Vec<([Holding; 2], f64)>,
    upto: Vec<f64>,
}

/// What is known of the group of some lengths and points.
#[derive(Clone, Copy)]
enum Found {
    NotYet,
    Forbidden,
    Group(u16),
}

/// Groups as they are found.
struct Grouping<'a> {
    classes: &'a [Vec<u16>; 3],
    numbers: BTreeMap<[u16; 3], u16>,
    groups: Vec<Group>,
    /// By length and points of the first two hands, which decide the third's.
    of: Vec<Found>,
}

impl<'a> Grouping<'a> {
    fn new(classes: &'a [Vec<u16>; 3]) -> Self {
        Grouping {
            classes,
            numbers: BTreeMap::new(),
            groups: Vec::new(),
            of: vec![Found::NotYet; (14 * SUIT_POINTS).pow(2)],
        }
    }

    /// The group of a way to divide the suit.
    fn group(&mut self, held: [Holding; 3]) -> Option<u16> {
        let tallies = held.map(|h| (h.len(), usize::from(points(h))));
        let [one, two, _] = tallies.map(|(length, points)| length * SUIT_POINTS + points);
        let place = one * 14 * SUIT_POINTS + two;
        match self.of[place] {
            Found::Group(number) => Some(number),
            Found::Forbidden => None,
            Found::NotYet => {
                let number = self.find(tallies);
                self.of[place] = number.map_or(Found::Forbidden, Found::Group);
                number
            }
        }
    }

    fn find(&mut self, example: [(usize, usize); 3]) -> Option<u16> {
        let class = |hand: usize| {
            let (length, points) = example[hand];
            self.classes[hand][length * SUIT_POINTS + points]
        };
        let key = [0, 1, 2].map(class);
        if key.contains(&DEAD) {
            return None;
        }
        let next = self.groups.len() as u16;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.groups.push(Group {
                example,
                total: 0.0,
                places: 0..0,
            });
        }
        Some(number)
    }
}

impl Ways {
    fn new(suit: usize, cards: Holding, opinions: &[Opinion], classes: &[Vec<u16>; 3]) -> Self {
        let mut grouping = Grouping::new(classes);
        let mut found = Vec::new();
        for one in subsets(cards) {
            let first = opinions[0].suit(suit, one);
            if first == 0.0 {
                continue;
            }
            for two in subsets(cards - one) {
                let held = [one, two, cards - one - two];
                let others = opinions[1].suit(suit, two) * opinions[2].suit(suit, held[2]);
                if others == 0.0 {
                    continue;
                }
                if let Some(number) = grouping.group(held) {
                    grouping.groups[usize::from(number)].places.end += 1;
                    found.push((number, [one, two], first * others));
                }
            }
        }
        Ways::sorted(grouping.groups, &found)
    }

    /// Puts the ways in the order of their groups; until now the ends of `places` are counts.
    fn sorted(mut groups: Vec<Group>, found: &[(u16, [Holding; 2], f64)]) -> Self {
        let mut start = 0;
        for group in &mut groups {
            let count = group.places.end;
            group.places = start..start;
            start += count;
        }
        let mut held = vec![([Holding::EMPTY; 2], 0.0); found.len()];
        let mut upto = vec![0.0; found.len()];
        for &(number, way, weight) in found {
            let group = &mut groups[usize::from(number)];
            let place = group.places.end;
            group.places.end += 1;
            group.total += weight;
            held[place] = (way, weight);
            upto[place] = group.total;
        }
        Ways { groups, held, upto }
    }

    fn draw(&self, group: u16, rng: &mut Pcg64Mcg) -> [Holding; 2] {
        let places = self.groups[usize::from(group)].places.clone();
        let place = places.start + pick::place(&self.upto[places], rng);
        self.held[place].0
    }
}

/// Two suits together: a class for each hand, and the pairs of groups it comes from.
#[derive(Clone, Debug)]
struct State {
    classes: [u16; 3],
    /// How many cards of the two suits the first and the second hand have.
    cards: [u8; 2],
    total: f64,
    links: Range<usize>,
}

/// All that two suits can be.
#[derive(Clone, Debug, Default)]
struct Pair {
    /// Ordered by `cards`.
    states: Vec<State>,
    /// A group of each of the two suits, state by state.
    links: Vec<[u16; 2]>,
    upto: Vec<f64>,
    /// Where the states with each `cards` are.
    begins: BTreeMap<[u8; 2], Range<usize>>,
}

impl Pair {
    /// None if there are too many states.
    fn new(ways: [&Ways; 2], classes: [&Classes; 3]) -> Option<Self> {
        // Only looked up, never gone through: the order of its entries does not matter.
        let mut numbers = HashMap::new();
        let mut states: Vec<State> = Vec::new();
        let mut found = Vec::new();
        for (one, first) in ways[0].groups.iter().enumerate() {
            for (two, second) in ways[1].groups.iter().enumerate() {
                let tally = |hand: usize| {
                    let [(l, p), (m, q)] = [first.example[hand], second.example[hand]];
                    ([l, m], p + q)
                };
                let class = |hand: usize| classes[hand].of[state(tally(hand))];
                let key = [0, 1, 2].map(class);
                if key.contains(&DEAD) {
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
        Some(Pair::sorted(&states, &found, ways))
    }

    fn sorted(states: &[State], found: &[(u32, [u16; 2])], ways: [&Ways; 2]) -> Self {
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
        pair.upto = vec![0.0; found.len()];
        for &(number, link) in found {
            let state = &mut pair.states[place_of[number as usize]];
            let [one, two] = [0, 1].map(|i: usize| ways[i].groups[usize::from(link[i])].total);
            let place = state.links.end;
            state.links.end += 1;
            state.total += one * two;
            pair.links[place] = link;
            pair.upto[place] = state.total;
        }
        pair
    }

    fn draw(&self, state: usize, rng: &mut Pcg64Mcg) -> [u16; 2] {
        let links = self.states[state].links.clone();
        self.links[links.start + pick::place(&self.upto[links], rng)]
    }
}

/// Unknown cards divided among three.
#[derive(Clone, Debug)]
pub(super) struct Thirds {
    opinions: Vec<Opinion>,
    ways: [Ways; 4],
    pairs: [Pair; 2],
    verdicts: [Verdicts; 3],
    /// What all states of the second pair together are worth to each of the first.
    rest: Vec<f64>,
    /// Running sums over the states of the first pair.
    upto: Vec<f64>,
}

impl Thirds {
    /// None if the beliefs tell too much apart. The opinions must be of the three hidden hands.
    pub(super) fn new(open: &Open, opinions: Vec<Opinion>) -> Option<Self> {
        debug_assert_eq!(opinions.len(), 3, "three hidden hands");
        let stock = Stock::new(open.unknown);
        let hands = [0, 1, 2];
        let classes = [0, 1].map(|pair| hands.map(|h| Classes::new(&opinions[h], &stock, pair)));
        let size = |hand: usize| classes[0][hand].count() * classes[1][hand].count();
        if hands.iter().any(|&hand| size(hand) > LIMIT) {
            return None;
        }
        let ways: [Ways; 4] = std::array::from_fn(|suit| {
            let (pair, place) = (suit / 2, suit % 2);
            let classes = hands.map(|h| classes[pair][h].suit_classes(&stock, pair, place));
            Ways::new(suit, open.unknown[SUITS[suit]], &opinions, &classes)
        });
        let groups = ways.each_ref().map(|ways| ways.groups.len());
        if groups.chunks(2).any(|pair| pair[0] * pair[1] > LIMIT) {
            return None;
        }
        let pair = |pair: usize| {
            let ways = [&ways[2 * pair], &ways[2 * pair + 1]];
            Pair::new(ways, classes[pair].each_ref())
        };
        let pairs = [pair(0)?, pair(1)?];
        let verdicts = hands.map(|h| Verdicts::new(&opinions[h], [&classes[0][h], &classes[1][h]]));
        let mut thirds = Thirds {
            opinions,
            ways,
            pairs,
            verdicts,
            rest: Vec::new(),
            upto: Vec::new(),
        };
        let work = |state| thirds.partners(state).len();
        let work: usize = thirds.pairs[0].states.iter().map(work).sum();
        if work > 4 * LIMIT {
            return None;
        }
        thirds.join();
        Some(thirds)
    }

    /// The states of the second pair that have the right number of cards.
    fn partners(&self, state: &State) -> Range<usize> {
        let left = [0, 1]
            .map(|hand: usize| (self.opinions[hand].size as u8).wrapping_sub(state.cards[hand]));
        self.pairs[1].begins.get(&left).cloned().unwrap_or(0..0)
    }

    /// What the three beliefs say of two states together.
    fn verdict(&self, one: &State, two: &State) -> f64 {
        let of = |hand: usize| self.verdicts[hand].of(one.classes[hand], two.classes[hand]);
        of(0) * of(1) * of(2)
    }

    /// Each partner of a state with what both together are worth, but for the weight of the state
    /// itself.
    fn terms(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let one = &self.pairs[0].states[state];
        self.partners(one).map(move |partner| {
            let two = &self.pairs[1].states[partner];
            (partner, self.verdict(one, two) * two.total)
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
            self.upto.push(total);
        }
    }

    /// What is believed of each hidden hand.
    pub(super) fn opinions(&self) -> &[Opinion] {
        &self.opinions
    }

    /// The weight of all divisions.
    pub(super) fn weight(&self) -> f64 {
        self.upto.last().copied().unwrap_or(0.0)
    }

    /// How many divisions there are, if every weight is 0 or 1.
    ///
    /// Two suits can be divided in at most 3^26 ways, below 2^53: both factors are exact, and their
    /// products are added as integers.
    pub(super) fn layouts(&self) -> Option<u128> {
        let states = self.pairs[0].states.iter().zip(&self.rest);
        let products = states.map(|(state, rest)| state.total as u128 * *rest as u128);
        let plain = self.opinions.iter().all(|opinion| opinion.plain);
        plain.then(|| products.sum())
    }

    /// What the first and the second of the three get.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> [Hand; 2] {
        let state = pick::place(&self.upto, rng);
        let partner = pick::term(self.terms(state), self.rest[state], rng);
        let [c, d] = self.pairs[0].draw(state, rng);
        let [h, s] = self.pairs[1].draw(partner, rng);
        let mut held = [[Holding::EMPTY; 2]; 4];
        for (suit, group) in [c, d, h, s].into_iter().enumerate() {
            held[suit] = self.ways[suit].draw(group, rng);
        }
        [0, 1].map(|hand| {
            let [c, d, h, s] = held.map(|both| both[hand]);
            Hand::new(c, d, h, s)
        })
    }

    /// The weight of all divisions that give a card to the first, and to the second, by suit and
    /// rank.
    ///
    /// As with two hands, derivatives go from states to groups to ways.
    pub(super) fn holds(&self) -> [[[f64; 15]; 4]; 2] {
        let mut holds = [[[0.0; 15]; 4]; 2];
        for (pair, slopes) in [self.rest.clone(), self.slopes_of_partners()]
            .iter()
            .enumerate()
        {
            for (suit, slopes) in (2 * pair..).zip(self.slopes_of_groups(pair, slopes)) {
                for (group, slope) in self.ways[suit].groups.iter().zip(slopes) {
                    for (held, weight) in &self.ways[suit].held[group.places.clone()] {
                        for hand in 0..2 {
                            for rank in held[hand] {
                                holds[hand][suit][usize::from(rank.get())] += slope * weight;
                            }
                        }
                    }
                }
            }
        }
        holds
    }

    fn slopes_of_partners(&self) -> Vec<f64> {
        let mut slopes = vec![0.0; self.pairs[1].states.len()];
        for one in &self.pairs[0].states {
            for partner in self.partners(one) {
                let two = &self.pairs[1].states[partner];
                slopes[partner] += one.total * self.verdict(one, two);
            }
        }
        slopes
    }

    fn slopes_of_groups(&self, pair: usize, slopes: &[f64]) -> [Vec<f64>; 2] {
        let groups = [0, 1].map(|place| &self.ways[2 * pair + place].groups);
        let mut found = groups.map(|groups| vec![0.0; groups.len()]);
        for (state, slope) in self.pairs[pair].states.iter().zip(slopes) {
            for &[one, two] in &self.pairs[pair].links[state.links.clone()] {
                let [one, two] = [usize::from(one), usize::from(two)];
                found[0][one] += slope * groups[1][two].total;
                found[1][two] += slope * groups[0][one].total;
            }
        }
        found
    }
}
