//! Card sets of the solver, as bits.
//!
//! A set of cards is a word of four lanes of sixteen bits, clubs lowest, as in
//! [`Hand::to_bits`](crate::Hand::to_bits); but within a lane the ace is the *lowest* bit and the
//! two is bit 12. The solver often needs the highest card of a suit, and the lowest bit of a word
//! is the cheapest to find. Functions on a single suit take its lane alone.
//!
//! The three highest bits of a lane are never cards, which leaves room to compute on all four suits
//! at once.

/// No trump suit.
pub(super) const NOTRUMP: usize = 4;

/// The place of the ace in every lane.
pub(super) const ACES: u64 = 0x0001_0001_0001_0001;

/// A bit of every lane that is no card, lower than all cards.
const FLOOR: u64 = ACES << 15;

/// Bits of [`Hand::to_bits`](crate::Hand::to_bits) as the solver's.
pub(super) fn from_bits(bits: u64) -> u64 {
    (0..4).fold(0, |all, suit| {
        let lane = (bits >> (16 * suit)) as u16;
        all | of_suit(u32::from(lane.reverse_bits() >> 1), suit)
    })
}

/// Returns the cards of one suit, as a lane of their own.
pub(super) fn lane(cards: u64, suit: usize) -> u32 {
    (cards >> (16 * suit)) as u32 & 0xFFFF
}

/// Cards of a lane as cards of a suit.
pub(super) fn of_suit(lane: u32, suit: usize) -> u64 {
    u64::from(lane) << (16 * suit)
}

/// Every place of a suit; 0 for [`NOTRUMP`].
pub(super) fn all_of(suit: usize) -> u64 {
    0xFFFFu64.checked_shl(16 * suit as u32).unwrap_or(0)
}

/// Returns the suit of a single card.
pub(super) fn suit_of(card: u64) -> usize {
    card.trailing_zeros() as usize / 16
}

/// Returns the highest card of a lane; 0 if it is empty.
pub(super) fn top(lane: u32) -> u32 {
    lane & lane.wrapping_neg()
}

/// Returns the lowest card of a lane; 0 if it is empty.
pub(super) fn bottom(lane: u32) -> u32 {
    (1 << 31u32 >> (lane | 1).leading_zeros()) & lane
}

/// Every rank from the ace down to the highest card of a lane; 0 if it is empty.
pub(super) fn down_to(lane: u32) -> u32 {
    let top = top(lane);
    top | top.saturating_sub(1)
}

/// Returns the cards of a lane that are higher than every one of `others`.
pub(super) fn above(lane: u32, others: u32) -> u32 {
    lane & top(others).wrapping_sub(1)
}

/// Returns the cards of a lane that are higher than a card of the suit.
pub(super) fn over(lane: u32, card: u32) -> u32 {
    lane & (card - 1)
}

/// Returns the highest card of every group of equivalent cards of a hand: no card of `others` lies
/// between them. All suits at once.
///
/// Subtracting one from the place below each of the others borrows from the next card further down,
/// in any hand.
pub(super) fn heads(held: u64, others: u64) -> u64 {
    let cards = held | others | FLOOR;
    held & !(cards - (others << 1 | ACES))
}

/// Returns the cards of a hand that are higher than all cards of `others` in their suits. All suits
/// at once.
pub(super) fn winners(held: u64, others: u64) -> u64 {
    held & ((others | FLOOR) - ACES) & !others
}

/// Returns the lowest card of the last suit that has one; 0 if there is none.
pub(super) fn lowest(cards: u64) -> u64 {
    (1 << 63 >> (cards | 1).leading_zeros()) & cards
}

/// Returns the cards equivalent to `head`, itself included.
pub(super) fn group(head: u32, held: u32, others: u32) -> u32 {
    let from_head = !(head - 1);
    above(held, others & from_head) & from_head
}

/// Returns the number of cards of each suit, as lanes.
pub(super) fn lengths(cards: u64) -> u64 {
    let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (eights + (eights >> 8)) & 0x001F_001F_001F_001F
}

/// Returns all places of the lanes that hold a card.
pub(super) fn suits_with(cards: u64) -> u64 {
    let some = (cards + (FLOOR - ACES)) & FLOOR;
    some | (some - (some >> 15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cards of a suit from text.
    fn cards(text: &str) -> u32 {
        let place = |c| "AKQJT98765432".find(c).unwrap();
        text.chars().map(|c| 1 << place(c)).sum()
    }

    #[test]
    fn cards_with_nothing_between_them_are_one_group() {
        let (held, others) = (cards("AKJ982"), cards("Q3"));
        let heads = heads(held.into(), others.into());
        assert_eq!(heads, u64::from(cards("AJ2")));
        assert_eq!(group(cards("A"), held, others), cards("AK"));
        assert_eq!(group(cards("J"), held, others), cards("J98"));
        assert_eq!(group(cards("2"), held, others), cards("2"));
    }

    #[test]
    fn the_highest_and_the_lowest_of_a_suit() {
        assert_eq!(top(cards("T93")), cards("T"));
        assert_eq!(bottom(cards("T93")), cards("3"));
        assert_eq!((top(0), bottom(0), down_to(0)), (0, 0, 0));
        assert_eq!(down_to(cards("J5")), cards("AKQJ"));
        assert_eq!(above(cards("AT5"), cards("K93")), cards("A"));
        assert_eq!(above(cards("AT5"), 0), cards("AT5"));
        assert_eq!(over(cards("AT5"), cards("T")), cards("A"));
    }

    #[test]
    fn the_ace_of_spades_is_where_the_solver_expects_it() {
        assert_eq!(from_bits(1 << (48 + 14)), 1 << 48);
        assert_eq!(from_bits(1 << 2), 1 << 12);
    }

    proptest! {
        #[test]
        fn all_suits_at_once_are_as_each_alone(held: u64, others: u64) {
            let held = held & (0x1FFF * ACES);
            let others = others & (0x1FFF * ACES) & !held;
            for suit in 0..4 {
                let (held_here, others_here) = (lane(held, suit), lane(others, suit));
                let mut expected = 0;
                let mut rest = held_here;
                while rest != 0 {
                    expected |= top(rest);
                    rest &= !group(top(rest), held_here, others_here);
                }
                prop_assert_eq!(lane(heads(held, others), suit), expected);
                let winners = lane(winners(held, others), suit);
                prop_assert_eq!(winners, above(held_here, others_here));
                prop_assert_eq!(lane(lengths(held), suit), held_here.count_ones());
                prop_assert_eq!(lane(suits_with(held), suit) == 0xFFFF, held_here != 0);
                prop_assert_eq!(lane(suits_with(held), suit) == 0, held_here == 0);
            }
        }
    }
}
