//! Everything a belief says of one hand, asked once.

use super::open::{Holder, subsets, usable};
use crate::hand::{lengths, points as hand_points, suit_points as points};
use crate::notation::SUITS;
use crate::{Hand, Holding, Seat};

/// Values of the points of a hand, and more.
const POINTS: usize = 41;

/// What a belief says of every hand that unknown cards may make of the known ones.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub seat: Seat,
    /// How many cards are not known.
    pub size: usize,
    /// Of each suit, by the unknown cards that are held.
    suits: [Vec<f64>; 4],
    /// By the lengths of clubs, diamonds and hearts, and the points, in unknown cards.
    hand: Vec<f64>,
    /// Whether all of it is 0 or 1.
    pub plain: bool,
}

fn place(held: Holding) -> usize {
    usize::from(held.to_bits() >> 2)
}

fn cell(lengths: [usize; 4], points: usize) -> usize {
    let [c, d, h, _] = lengths;
    ((c * 14 + d) * 14 + h) * POINTS + points
}

impl Opinion {
    pub(super) fn new(seat: Seat, unknown: Hand, holder: &Holder<'_>) -> Self {
        let mut plain = true;
        let mut ask = |weight: f64| {
            let weight = usable(weight);
            plain &= weight == 0.0 || weight == 1.0;
            weight
        };
        let suits = SUITS.map(|suit| {
            let mut weights = vec![0.0; 1 << 13];
            for held in subsets(unknown[suit]) {
                let all = holder.known[suit] | held;
                weights[place(held)] = ask(holder.belief.suit(suit, all));
            }
            weights
        });
        let size = 13 - holder.known.len();
        let mut hand = vec![0.0; 14 * 14 * 14 * POINTS];
        let (base, worth) = (lengths(holder.known), hand_points(holder.known));
        for more in shapes(unknown, size) {
            let all = std::array::from_fn(|suit| base[suit] + more[suit] as u8);
            for points in 0..=hand_points(unknown) {
                let weight = ask(holder.belief.hand(all, worth + points));
                hand[cell(more, usize::from(points))] = weight;
            }
        }
        Opinion {
            seat,
            size,
            suits,
            hand,
            plain,
        }
    }

    /// Of these unknown cards of a suit.
    pub(super) fn suit(&self, suit: usize, held: Holding) -> f64 {
        self.suits[suit][place(held)]
    }

    /// Of these lengths and points in unknown cards.
    pub(super) fn hand(&self, lengths: [usize; 4], points: usize) -> f64 {
        self.hand[cell(lengths, points)]
    }

    /// Of a whole hand of unknown cards.
    pub(super) fn weight(&self, hand: Hand) -> f64 {
        let held = SUITS.map(|suit| hand[suit]);
        let points: u8 = held.map(points).iter().sum();
        let whole = self.hand(held.map(Holding::len), usize::from(points));
        let suits = (0..4).map(|suit| self.suit(suit, held[suit]));
        whole * suits.product::<f64>()
    }

    /// A bound of all weights of whole hands.
    pub(super) fn highest(&self) -> f64 {
        let highest = |weights: &Vec<f64>| weights.iter().copied().fold(0.0, f64::max);
        highest(&self.hand) * self.suits.each_ref().map(highest).iter().product::<f64>()
    }
}

/// All lengths of `size` cards out of these.
fn shapes(unknown: Hand, size: usize) -> impl Iterator<Item = [usize; 4]> {
    let most = lengths(unknown).map(usize::from);
    let minors = (0..=most[0]).flat_map(move |c| (0..=most[1]).map(move |d| [c, d]));
    let three = minors.flat_map(move |[c, d]| (0..=most[2]).map(move |h| [c, d, h]));
    three.filter_map(move |[c, d, h]| {
        let s = size.checked_sub(c + d + h)?;
        (s <= most[3]).then_some([c, d, h, s])
    })
}

/// Every way to take `size` cards out of a set.
pub(super) fn choices(cards: Hand, size: usize) -> impl Iterator<Item = Hand> {
    let cards: Vec<_> = cards.iter().collect();
    let first = (size <= cards.len()).then_some((1_u64 << size) - 1);
    let end = 1_u64 << cards.len();
    // The next larger number with as many bits (Gosper's hack).
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

/// All ways to deal the unknown cards to these hands, with their weights.
pub(super) fn each<'a>(
    opinions: &'a [Opinion],
    unknown: Hand,
    deal: [Hand; 4],
) -> Box<dyn Iterator<Item = ([Hand; 4], f64)> + 'a> {
    let Some((opinion, others)) = opinions.split_first() else {
        return Box::new(std::iter::once((deal, 1.0)));
    };
    let hands = choices(unknown, opinion.size).map(|hand| (hand, opinion.weight(hand)));
    let possible = hands.filter(|&(_, weight)| weight > 0.0);
    Box::new(possible.flat_map(move |(hand, weight)| {
        let mut deal = deal;
        deal[opinion.seat as usize] |= hand;
        each(others, unknown - hand, deal).map(move |(deal, more)| (deal, weight * more))
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
