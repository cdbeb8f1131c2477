//! Hand evaluation of the bidder's own hand.

use crate::hand::{self, is_balanced};
use crate::knowledge::Quality;
use crate::notation::SUITS;
use crate::{Hand, Rank, Suit};

/// The purpose of a point count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// High cards alone.
    Cards,
    /// Notrump: a long suit is worth something.
    Notrump,
    /// A trump suit: shortness and length are worth something.
    Trumps(Suit),
}

/// A hand with its precomputed features.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvaluatedHand {
    pub(super) hand: Hand,
    pub(super) lengths: [u8; 4],
    /// High-card points.
    pub(super) points: u8,
    pub(super) balanced: bool,
}

impl EvaluatedHand {
    pub(super) fn new(hand: Hand) -> Self {
        let lengths = hand::lengths(hand);
        EvaluatedHand {
            hand,
            lengths,
            points: hand::points(hand),
            balanced: is_balanced(lengths),
        }
    }

    pub(super) fn length(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize]
    }

    pub(super) fn aces(&self) -> usize {
        let ace = |suit: &&Suit| self.hand[**suit].contains(Rank::A);
        SUITS.iter().filter(ace).count()
    }

    pub(super) fn stops(&self, suit: Suit) -> bool {
        Quality::Stopper.holds(self.hand[suit].to_bits())
    }

    pub(super) fn good(&self, suit: Suit) -> bool {
        Quality::Good.holds(self.hand[suit].to_bits())
    }

    /// Returns whether the rule of twenty holds: high-card points and the two longest suits make
    /// twenty, worth an opening with a point less.
    pub(super) fn rule_of_twenty(&self) -> bool {
        let mut lengths = self.lengths;
        lengths.sort_unstable();
        self.points + lengths[2] + lengths[3] >= 20
    }

    /// Returns the points for a purpose.
    pub(super) fn points_for(&self, purpose: Purpose) -> u8 {
        match purpose {
            Purpose::Cards => self.points,
            Purpose::Notrump => {
                let running = |suit: &Suit| self.length(*suit) >= 5 && self.good(*suit);
                self.points + u8::from(SUITS.iter().any(running))
            }
            Purpose::Trumps(trumps) => self.points + self.shape_points(trumps),
        }
    }

    /// Returns the points for ruffs and long trumps: a shortness counts more with more trumps.
    fn shape_points(&self, trumps: Suit) -> u8 {
        let long = self.length(trumps);
        let ruffs = |suit: &Suit| match (self.length(*suit), long) {
            (0, 4..) => 4,
            (0, 3) | (1, 4..) => 2,
            (1, 3) => 1,
            _ => 0,
        };
        let side = || SUITS.iter().filter(|suit| **suit != trumps);
        let shorts: u8 = side().map(ruffs).sum();
        // All doubletons together are worth one ruff.
        let doubleton = long >= 4 && side().any(|suit| self.length(*suit) == 2);
        shorts + u8::from(doubleton) + long.saturating_sub(5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn held(text: &str) -> EvaluatedHand {
        EvaluatedHand::new(notation::hand(text).unwrap())
    }

    #[test]
    fn shortness_counts_with_trumps_to_ruff_with() {
        for (text, purpose) in [
            ("K842.Q952.J762.3", 8),
            ("K842.3.J762.Q952", 8),
            ("K84.Q9652.J762.3", 7),
            ("K8.Q9652.J7632.3", 6),
            ("KQJ842.A3.J62.93", 13),
            ("K842.Q95.J76.Q53", 8),
        ] {
            let count = held(text).points_for(Purpose::Trumps(Suit::Spades));
            assert_eq!(count, purpose, "{text}");
        }
    }

    #[test]
    fn an_opening_may_be_made_of_length() {
        assert!(held("AQ942.KJ853.7.92").rule_of_twenty());
        assert!(!held("AQ94.KJ85.73.J92").rule_of_twenty());
    }
}
