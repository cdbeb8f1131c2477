//! Hand weights: tables of a belief's weights of one hand, evaluated once.

use super::partial_deal::{PartialHand, clamped, subsets};
use crate::hand::{lengths, points as hand_points, suit_points as points};
use crate::notation::SUITS;
use crate::{Hand, Holding, Seat};

/// An upper bound of the number of values that the points of a hand can have.
const POINTS: usize = 41;

/// The weights of every completion of a hand's known cards by unknown ones.
#[derive(Clone, Debug)]
pub(super) struct HandWeights {
    pub seat: Seat,
    /// The number of unknown cards.
    pub size: usize,
    /// Weights of each suit, by the unknown cards held.
    suits: [Vec<f64>; 4],
    /// Weights of the whole hand, by the lengths of clubs, diamonds and hearts, and the points,
    /// counting unknown cards only.
    hand: Vec<f64>,
    /// Whether all weights are 0 or 1.
    pub binary: bool,
}

fn place(held: Holding) -> usize {
    usize::from(held.to_bits() >> 2)
}

fn cell(lengths: [usize; 4], points: usize) -> usize {
    let [c, d, h, _] = lengths;
    ((c * 14 + d) * 14 + h) * POINTS + points
}

impl HandWeights {
    pub(super) fn new(seat: Seat, unknown: Hand, partial_hand: &PartialHand<'_>) -> Self {
        let mut binary = true;
        let mut record = |weight: f64| {
            let weight = clamped(weight);
            binary &= weight == 0.0 || weight == 1.0;
            weight
        };
        let suits = SUITS.map(|suit| {
            let mut weights = vec![0.0; 1 << 13];
            for held in subsets(unknown[suit]) {
                let all = partial_hand.known[suit] | held;
                weights[place(held)] = record(partial_hand.belief.suit(suit, all));
            }
            weights
        });
        let size = 13 - partial_hand.known.len();
        let mut hand = vec![0.0; 14 * 14 * 14 * POINTS];
        let (base, worth) = (lengths(partial_hand.known), hand_points(partial_hand.known));
        for more in shapes(unknown, size) {
            let all = std::array::from_fn(|suit| base[suit] + more[suit] as u8);
            for points in 0..=hand_points(unknown) {
                let weight = record(partial_hand.belief.hand(all, worth + points));
                hand[cell(more, usize::from(points))] = weight;
            }
        }
        HandWeights {
            seat,
            size,
            suits,
            hand,
            binary,
        }
    }

    /// Returns the weight of these unknown cards of a suit.
    pub(super) fn suit(&self, suit: usize, held: Holding) -> f64 {
        self.suits[suit][place(held)]
    }

    /// Returns the weight of these lengths and points, counting unknown cards only.
    pub(super) fn hand(&self, lengths: [usize; 4], points: usize) -> f64 {
        self.hand[cell(lengths, points)]
    }

    /// Returns the weight of a whole hand of unknown cards.
    pub(super) fn weight(&self, hand: Hand) -> f64 {
        let held = SUITS.map(|suit| hand[suit]);
        let points: u8 = held.map(points).iter().sum();
        let whole = self.hand(held.map(Holding::len), usize::from(points));
        let suits = (0..4).map(|suit| self.suit(suit, held[suit]));
        whole * suits.product::<f64>()
    }

    /// Returns an upper bound of the weights of whole hands.
    pub(super) fn max_weight(&self) -> f64 {
        let highest = |weights: &Vec<f64>| weights.iter().copied().fold(0.0, f64::max);
        highest(&self.hand) * self.suits.each_ref().map(highest).iter().product::<f64>()
    }
}

/// Iterates over the suit lengths of `size` cards out of these.
fn shapes(unknown: Hand, size: usize) -> impl Iterator<Item = [usize; 4]> {
    let most = lengths(unknown).map(usize::from);
    let minors = (0..=most[0]).flat_map(move |c| (0..=most[1]).map(move |d| [c, d]));
    let three = minors.flat_map(move |[c, d]| (0..=most[2]).map(move |h| [c, d, h]));
    three.filter_map(move |[c, d, h]| {
        let s = size.checked_sub(c + d + h)?;
        (s <= most[3]).then_some([c, d, h, s])
    })
}

/// Iterates over the subsets of `size` cards.
pub(super) fn choices(cards: Hand, size: usize) -> impl Iterator<Item = Hand> {
    let cards: Vec<_> = cards.iter().collect();
    let first = (size <= cards.len()).then_some((1_u64 << size) - 1);
    let end = 1_u64 << cards.len();
    // The next larger number with the same number of bits (Gosper's hack).
    let next = move |&now: &u64| {
        if now == 0 {
            return None;
        }
        let low = now & now.wrapping_neg();
        let high = now + low;
        let next = high | (((now ^ high) >> 2) / low);
        (next < end).then_some(next)
    };
    std::iter::successors(first, next).map(move |chosen| {
        let is_chosen = |place: &usize| chosen >> place & 1 == 1;
        let places = (0..cards.len()).filter(is_chosen);
        places.map(|place| cards[place]).collect()
    })
}

/// Iterates over the deals of the unknown cards to these hands, with their weights.
pub(super) fn deals<'a>(
    weights_by_hand: &'a [HandWeights],
    unknown: Hand,
    deal: [Hand; 4],
) -> Box<dyn Iterator<Item = ([Hand; 4], f64)> + 'a> {
    let Some((hand_weights, others)) = weights_by_hand.split_first() else {
        return Box::new(std::iter::once((deal, 1.0)));
    };
    let hands = choices(unknown, hand_weights.size).map(|hand| (hand, hand_weights.weight(hand)));
    let possible = hands.filter(|&(_, weight)| weight > 0.0);
    Box::new(possible.flat_map(move |(hand, weight)| {
        let mut deal = deal;
        deal[hand_weights.seat as usize] |= hand;
        deals(others, unknown - hand, deal).map(move |(deal, more)| (deal, weight * more))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn choices_are_all_of_their_size_once() {
        let cards = notation::hand("AT2.7.K9.Q5").unwrap();
        for (size, count) in (0..=9).zip([1, 8, 28, 56, 70, 56, 28, 8, 1, 0]) {
            let mut found: Vec<_> = choices(cards, size).map(Hand::to_bits).collect();
            assert!(choices(cards, size).all(|hand| hand & cards == hand && hand.len() == size));
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), count);
        }
        assert_eq!(choices(Hand::EMPTY, 0).count(), 1);
    }

    #[test]
    fn all_shapes_are_the_known_number() {
        assert_eq!(shapes(Hand::ALL, 13).count(), 560);
    }
}
