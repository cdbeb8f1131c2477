//! Cards as bits, as the solver sees them.
//!
//! A set of cards is a word of four lanes of sixteen bits, clubs lowest; within a lane the ace is bit 14 and the two is bit 2, as in
//! [`Hand::to_bits`](crate::Hand::to_bits). Functions on a single suit take its lane alone.

/// No trump suit.
pub(super) const NOTRUMP: usize = 4;

/// The cards of one suit, as a lane of their own.
pub(super) fn lane(cards: u64, suit: usize) -> u32 {
    (cards >> (16 * suit)) as u32 & 0xFFFF
}

/// Cards of a lane as cards of a suit.
pub(super) fn of_suit(lane: u32, suit: usize) -> u64 {
    u64::from(lane) << (16 * suit)
}

/// The suit of a single card.
pub(super) fn suit_of(card: u64) -> usize {
    card.trailing_zeros() as usize / 16
}

/// The highest card of a lane; 0 of none.
pub(super) fn top(lane: u32) -> u32 {
    (1 << 31u32 >> (lane | 1).leading_zeros()) & lane
}

/// The lowest card of a lane; 0 of none.
pub(super) fn bottom(lane: u32) -> u32 {
    lane & lane.wrapping_neg()
}

/// Every card up to and with the highest of a lane.
fn up_to(lane: u32) -> u32 {
    (2 * top(lane)).saturating_sub(1)
}

/// The cards of a lane that are higher than every one of `others`.
pub(super) fn above(lane: u32, others: u32) -> u32 {
    lane & !up_to(others)
}

/// The highest card of every group of cards of a hand that are worth the same: no card of `others` lies between them.
pub(super) fn heads(held: u32, others: u32) -> u32 {
    let mut heads = 0;
    let mut rest = held;
    while rest != 0 {
        let head = top(rest);
        heads |= head;
        rest &= top(others & (head - 1)).saturating_sub(1);
    }
    heads
}

/// The lowest card worth the same as `head`.
pub(super) fn tail(head: u32, held: u32, others: u32) -> u32 {
    let limit = up_to(others & (head - 1));
    bottom(held & !limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_with_nothing_between_them_are_one_group() {
        // Held A K J 9 8 2; the others have Q and 3.
        let (held, others) = (0b110_1011_0000_0100, 0b001_0000_0000_1000);
        assert_eq!(heads(held, others), 0b100_1000_0000_0100);
        assert_eq!(tail(1 << 14, held, others), 1 << 13);
        assert_eq!(tail(1 << 11, held, others), 1 << 8);
        assert_eq!(tail(1 << 2, held, others), 1 << 2);
        assert_eq!(heads(held, 0), 1 << 14);
        assert_eq!(tail(1 << 14, held, 0), 1 << 2);
    }

    #[test]
    fn winners_are_what_is_above_all_others() {
        assert_eq!(above(0b1101, 0b0010), 0b1100);
        assert_eq!(above(0b1101, 0), 0b1101);
        assert_eq!(above(0, 0b1), 0);
        assert_eq!([top(0), bottom(0), top(6), bottom(6)], [0, 0, 4, 2]);
    }
}
