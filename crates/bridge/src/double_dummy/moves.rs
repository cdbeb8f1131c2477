//! A short list of cards to try.

use super::deck::{bottom, lane, of_suit, suit_of};

/// A card that may be played.
#[derive(Clone, Copy, Default)]
struct Move {
    score: i16,
    card: u8,
}

/// The cards that may be played, best first; of cards worth the same only the highest.
#[derive(Default)]
pub(super) struct Moves {
    list: [Move; 13],
    len: usize,
    next: usize,
    /// Every card that was ever in the list.
    heads: u64,
}

impl Moves {
    pub(super) fn push(&mut self, card: u64, score: i32) {
        self.list[self.len] = Move {
            score: score as i16,
            card: card.trailing_zeros() as u8,
        };
        self.len += 1;
        self.heads |= card;
    }

    /// The best of those not yet taken.
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.next == self.len {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..self.len {
            if self.list[index].score > self.list[best].score {
                best = index;
            }
        }
        self.list.swap(self.next, best);
        self.next += 1;
        Some(1 << self.list[self.next - 1].card)
    }

    /// Drops the cards that do no better than `card`, which failed: if no card of its suit as low mattered, it could as well have
    /// been any other one as low.
    pub(super) fn drop_alike(&mut self, card: u64, matters: u64) {
        if self.next == self.len {
            return;
        }
        let suit = suit_of(card);
        let lowest = bottom(lane(matters, suit));
        if lowest != 0 && lane(card, suit) >= lowest {
            return;
        }
        let low = of_suit(lowest.wrapping_sub(1) & 0xFFFF, suit);
        let mut kept = self.next;
        for index in self.next..self.len {
            if low >> self.list[index].card & 1 == 0 {
                self.list[kept] = self.list[index];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// What else matters when every card has failed: that the low cards of a suit are worth as much as a high one, if no other low
    /// card of the hand speaks for them.
    pub(super) fn unspoken(&self, hand: u64, matters: u64) -> u64 {
        let mut more = 0;
        for suit in 0..4 {
            let lowest = bottom(lane(matters, suit));
            let heads = lane(self.heads, suit);
            if lowest == 0 || heads == 0 || heads & (lowest - 1) != 0 {
                continue;
            }
            more |= of_suit(bottom(lane(hand, suit) & (lowest - 1)), suit);
        }
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(mut moves: Moves) -> Vec<u32> {
        std::iter::from_fn(|| moves.next())
            .map(u64::trailing_zeros)
            .collect()
    }

    fn list() -> Moves {
        let mut moves = Moves::default();
        for (card, score) in [(5, 1), (9, 7), (12, 3), (20, 3)] {
            moves.push(1 << card, score);
        }
        moves
    }

    #[test]
    fn the_best_comes_first_and_equals_in_their_order() {
        assert_eq!(taken(list()), [9, 12, 20, 5]);
    }

    #[test]
    fn cards_as_low_as_one_that_failed_are_dropped_if_none_so_low_mattered() {
        let mut moves = list();
        assert_eq!(moves.next(), Some(1 << 9));
        moves.drop_alike(1 << 9, 1 << 11);
        assert_eq!(taken(moves), [12, 20]);
        let mut moves = list();
        assert_eq!(moves.next(), Some(1 << 9));
        moves.drop_alike(1 << 9, 1 << 9);
        assert_eq!(taken(moves), [12, 20, 5]);
    }

    #[test]
    fn a_low_card_without_a_speaker_matters() {
        let mut moves = Moves::default();
        moves.push(1 << 12, 0);
        assert_eq!(moves.unspoken(1 << 12 | 1 << 11, 1 << 12), 1 << 11);
        moves.push(1 << 5, 0);
        assert_eq!(moves.unspoken(1 << 12 | 1 << 11 | 1 << 5, 1 << 12), 0);
    }
}
