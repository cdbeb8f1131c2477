//! A short list of cards to try.

use super::deck::{bottom, down_to, lane, lowest, of_suit, suit_of, suits_with};

/// The cards that may be played, best first; of cards worth the same only the highest.
#[derive(Default)]
pub(super) struct Moves {
    /// Score and card in one word, so that the greatest is the best; of equal scores the lowest bit
    /// of the deck.
    list: [u32; 16],
    len: usize,
    /// Cards without a score, which come after the list, from the lowest up.
    later: u64,
    /// Every card that was ever in the list or is to come.
    pub(super) heads: u64,
}

/// The card of an entry of the list.
fn card_of(entry: u32) -> u32 {
    63 - (entry & 63)
}

impl Moves {
    /// Adds a card; scores are between -30,000 and 30,000.
    pub(super) fn push(&mut self, card: u64, score: i32) {
        self.list[self.len & 15] = ((score + 0x8000) as u32) << 16 | (63 - card.trailing_zeros());
        self.len += 1;
        self.heads |= card;
    }

    /// Adds cards that are hardly ever worth a score.
    pub(super) fn put_off(&mut self, cards: u64) {
        self.later |= cards;
        self.heads |= cards;
    }

    /// Takes the best of those left.
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.len == 0 {
            let card = lowest(self.later);
            self.later ^= card;
            return (card != 0).then_some(card);
        }
        let (mut best, mut at) = (self.list[0], 0);
        for index in 1..self.len {
            let entry = self.list[index & 15];
            if entry > best {
                (best, at) = (entry, index);
            }
        }
        self.len -= 1;
        self.list[at & 15] = self.list[self.len & 15];
        Some(1 << card_of(best))
    }

    /// Drops the cards that do no better than `card`, which failed: if no card of its suit as low
    /// mattered, it could as well have been any other one as low.
    pub(super) fn drop_alike(&mut self, card: u64, matters: u64) {
        if card & matters != 0 {
            return;
        }
        let suit = suit_of(card);
        let low = of_suit(!lane(matters, suit) & 0xFFFF, suit);
        self.later &= !low;
        let mut kept = 0;
        for index in 0..self.len {
            let entry = self.list[index & 15];
            self.list[kept & 15] = entry;
            kept += usize::from(low >> card_of(entry) & 1 == 0);
        }
        self.len = kept;
    }
}

/// What else matters when every card of `heads` has failed: that the low cards of a suit are worth
/// as much as a high one, if no other low card of the hand speaks for them.
pub(super) fn unspoken(heads: u64, hand: u64, matters: u64) -> u64 {
    let spoken = suits_with(heads & !matters);
    let silent = suits_with(heads) & suits_with(matters) & !spoken;
    let cards = hand & !matters & silent;
    if cards == 0 {
        return 0;
    }
    (0..4).fold(0, |more, suit| {
        more | of_suit(down_to(bottom(lane(cards, suit))), suit)
    })
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
        for (card, score) in [(11, 1), (7, 7), (4, 3), (20, 3)] {
            moves.push(1 << card, score);
        }
        moves
    }

    #[test]
    fn the_best_comes_first_and_of_equals_the_highest() {
        assert_eq!(taken(list()), [7, 4, 20, 11]);
    }

    #[test]
    fn cards_as_low_as_one_that_failed_are_dropped_if_none_so_low_mattered() {
        let mut moves = list();
        assert_eq!(moves.next(), Some(1 << 7));
        moves.drop_alike(1 << 7, 0b11_1111);
        assert_eq!(taken(moves), [4, 20]);
        let mut moves = list();
        assert_eq!(moves.next(), Some(1 << 7));
        moves.drop_alike(1 << 7, 0b1111_1111);
        assert_eq!(taken(moves), [4, 20, 11]);
    }

    #[test]
    fn cards_put_off_come_last_and_from_below_and_are_dropped_like_others() {
        let mut moves = list();
        moves.put_off(1 << 2 | 1 << 9);
        assert_eq!(taken(moves), [7, 4, 20, 11, 9, 2]);
        let mut moves = list();
        moves.put_off(1 << 2 | 1 << 9);
        assert_ne!(moves.heads & 1 << 9, 0);
        assert_eq!(moves.next(), Some(1 << 7));
        moves.drop_alike(1 << 7, 0b11_1111);
        assert_eq!(taken(moves), [4, 20, 2]);
    }

    #[test]
    fn a_low_card_without_a_speaker_matters() {
        assert_eq!(unspoken(1 << 2, 1 << 2 | 1 << 3, 0b111), 0b1111);
        let (heads, hand) = (1 << 2 | 1 << 9, 1 << 2 | 1 << 3 | 1 << 9);
        assert_eq!(unspoken(heads, hand, 0b111), 0);
    }
}
