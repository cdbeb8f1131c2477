//! Hand counts (points, lengths) and random deals.
//!
//! Points are high-card points: four for an ace, three for a king, two for a queen, one for a jack.
//! Lengths are listed clubs first.

use crate::notation::SUITS;
use crate::{Card, Hand, Holding, Rank};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Points by the four bits of jack, queen, king and ace.
const POINTS: [u8; 16] = [0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10];

/// The small cards of a suit, two to nine, as bits of a holding.
pub(crate) const SPOTS: u16 = 0x3FC;

/// Returns the points of a suit's cards.
pub fn suit_points(held: Holding) -> u8 {
    POINTS[usize::from(held.to_bits() >> 11 & 15)]
}

/// Returns the points of a hand.
pub fn points(hand: Hand) -> u8 {
    SUITS.map(|suit| suit_points(hand[suit])).iter().sum()
}

/// Returns the number of cards of each suit.
pub fn lengths(hand: Hand) -> [u8; 4] {
    SUITS.map(|suit| hand[suit].len() as u8)
}

/// Returns whether these are the lengths of a balanced hand, 4333, 4432 or 5332: of all shapes
/// those with the smallest sums of squares.
///
/// ```
/// use bridge::hand::is_balanced;
///
/// assert!(is_balanced([3, 2, 3, 5]) && !is_balanced([2, 2, 4, 5]) && !is_balanced([4, 4, 4, 1]));
/// ```
pub fn is_balanced(lengths: [u8; 4]) -> bool {
    let squares = lengths.map(|length| u32::from(length).pow(2));
    squares.iter().sum::<u32>() <= 47
}

/// Returns the cards of a hand, spades first, each suit from the top.
pub fn from_the_top(hand: Hand) -> impl Iterator<Item = Card> {
    let mut rest = hand.to_bits();
    std::iter::from_fn(move || {
        let highest = 63_u32.checked_sub(rest.leading_zeros())?;
        rest ^= 1 << highest;
        Some(Card {
            suit: SUITS[highest as usize / 16],
            rank: Rank::new((highest % 16) as u8),
        })
    })
}

/// Draws a card uniformly; `None` from an empty hand.
pub fn by_lot(cards: Hand, rng: &mut Pcg64Mcg) -> Option<Card> {
    let number = rng.random_range(0..cards.len().max(1));
    cards.iter().nth(number)
}

/// Draws a whole deal uniformly.
pub fn shuffled(rng: &mut Pcg64Mcg) -> [Hand; 4] {
    let mut deck: Vec<Card> = Hand::ALL.iter().collect();
    deck.shuffle(rng);
    std::array::from_fn(|seat| deck[13 * seat..][..13].iter().copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Ascii};
    use lookahead::Seed;

    #[test]
    fn by_lot_every_card_comes_up() {
        let hand = notation::hand("A2.K.Q.J9").unwrap();
        let mut rng = Seed(1).rng();
        let drawn: Hand = (0..200).filter_map(|_| by_lot(hand, &mut rng)).collect();
        assert_eq!(drawn, hand);
        assert_eq!(by_lot(Hand::EMPTY, &mut rng), None);
    }

    #[test]
    fn points_are_four_three_two_one() {
        for (rank, worth) in (2..=14).zip([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]) {
            assert_eq!(suit_points(Holding::from_rank(Rank::new(rank))), worth);
        }
        assert_eq!(points(Hand::ALL), 40);
    }

    #[test]
    fn cards_come_from_the_top() {
        let hand = notation::hand("K2.A.-.T9").unwrap();
        let cards: Vec<_> = from_the_top(hand).map(|c| Ascii(c).to_string()).collect();
        assert_eq!(cards, ["SK", "S2", "HA", "CT", "C9"]);
        assert_eq!((lengths(hand), points(hand)), ([2, 0, 1, 2], 7));
        assert_eq!(from_the_top(Hand::EMPTY).count(), 0);
    }

    #[test]
    fn a_deal_has_every_card_once() {
        let hands = shuffled(&mut Seed(1).rng());
        assert_eq!(hands.map(Hand::len), [13; 4]);
        assert_eq!(
            hands.into_iter().fold(Hand::EMPTY, |all, h| all | h),
            Hand::ALL
        );
    }
}
