//! Move list of a node, ordered by score.

use super::deck::{bottom, down_to, lane, lowest, of_suit, suit_of, suits_with};

/// The legal cards, best first; of equivalent cards only the highest.
#[derive(Default)]
pub(super) struct Moves {
    /// Score and card in one word, so that the greatest is the best; of equal scores the lowest bit
    /// of the deck.
    list: [u32; 16],
    len: usize,
    /// Deferred cards without a score, tried after the list, from the lowest up.
    deferred: u64,
    /// All cards added so far, tried or not.
    pub(super) heads: u64,
}

/// Returns the card of an entry of the list.
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

    /// Adds cards to be tried last, without a score.
    pub(super) fn defer(&mut self, cards: u64) {
        self.deferred |= cards;
        self.heads |= cards;
    }

    /// Removes and returns the best card left.
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.len == 0 {
            let card = lowest(self.deferred);
            self.deferred ^= card;
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

    /// Drops the cards that are equivalent to `card`, which failed: if its rank is no win rank, any
    /// other card of its suit below the win ranks fails as well.
    pub(super) fn drop_equivalent(&mut self, card: u64, win_ranks: u64) {
        if card & win_ranks != 0 {
            return;
        }
        let suit = suit_of(card);
        let low = of_suit(!lane(win_ranks, suit) & 0xFFFF, suit);
        self.deferred &= !low;
        let mut kept = 0;
        for index in 0..self.len {
            let entry = self.list[index & 15];
            self.list[kept & 15] = entry;
            kept += usize::from(low >> card_of(entry) & 1 == 0);
        }
        self.len = kept;
    }
}

/// Returns the additional win ranks when every card of `heads` has failed: where only a high card
/// of a suit was tried, the proof depends on the ranks of the lower cards that it stood for.
pub(super) fn implied_ranks(heads: u64, hand: u64, win_ranks: u64) -> u64 {
    let spoken = suits_with(heads & !win_ranks);
    let silent = suits_with(heads) & suits_with(win_ranks) & !spoken;
    let cards = hand & !win_ranks & silent;
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
        moves.drop_equivalent(1 << 7, 0b11_1111);
        assert_eq!(taken(moves), [4, 20]);
        let mut moves = list();
        assert_eq!(moves.next(), Some(1 << 7));
        moves.drop_equivalent(1 << 7, 0b1111_1111);
        assert_eq!(taken(moves), [4, 20, 11]);
    }

    #[test]
    fn cards_put_off_come_last_and_from_below_and_are_dropped_like_others() {
        let mut moves = list();
        moves.defer(1 << 2 | 1 << 9);
        assert_eq!(taken(moves), [7, 4, 20, 11, 9, 2]);
        let mut moves = list();
        moves.defer(1 << 2 | 1 << 9);
        assert_ne!(moves.heads & 1 << 9, 0);
        assert_eq!(moves.next(), Some(1 << 7));
        moves.drop_equivalent(1 << 7, 0b11_1111);
        assert_eq!(taken(moves), [4, 20, 2]);
    }

    #[test]
    fn a_low_card_without_a_speaker_matters() {
        assert_eq!(implied_ranks(1 << 2, 1 << 2 | 1 << 3, 0b111), 0b1111);
        let (heads, hand) = (1 << 2 | 1 << 9, 1 << 2 | 1 << 3 | 1 << 9);
        assert_eq!(implied_ranks(heads, hand, 0b111), 0);
    }
}
