//! Tests of the cards held in one suit, implied by a card or a call.
//!
//! These tests run for every possible holding of every suit whenever deals are drawn: they are a
//! few integer operations each and look at nothing but the holding.

use super::leads::LeadTable;
use crate::{Holding, Rank};
use std::sync::Arc;

pub(super) const ACE: u16 = 1 << 14;
pub(super) const KING: u16 = 1 << 13;
pub(super) const QUEEN: u16 = 1 << 12;
const JACK: u16 = 1 << 11;
const TEN: u16 = 1 << 10;

/// A kind of holding that a call promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Two of the three top honours, or three of the five.
    Good,
    /// Ace, guarded king, twice guarded queen, or jack with three more.
    Stopper,
    /// Ace, king or queen.
    Honour,
}

impl Quality {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "good" => Quality::Good,
            "stopper" => Quality::Stopper,
            "honour" => Quality::Honour,
            _ => return None,
        })
    }

    /// Returns whether these cards (bit 2 the two, bit 14 the ace) are of that kind.
    pub(crate) fn holds(self, held: u16) -> bool {
        let count = |cards: u16| (held & cards).count_ones();
        match self {
            Quality::Good => {
                count(ACE | KING | QUEEN) >= 2 || count(ACE | KING | QUEEN | JACK | TEN) >= 3
            }
            Quality::Stopper => {
                let length = held.count_ones();
                let guarded = |card: u16, least: u32| held & card != 0 && length >= least;
                guarded(ACE, 1) || guarded(KING, 2) || guarded(QUEEN, 3) || guarded(JACK, 4)
            }
            Quality::Honour => count(ACE | KING | QUEEN) > 0,
        }
    }
}

/// A test of the cards a seat was dealt in one suit. `before` are the cards of the suit it had
/// played earlier.
#[derive(Clone, Debug)]
pub enum Test {
    /// An odd or even number was left; with `card`, also that it is the card to show it.
    Parity {
        /// Odd, or else even.
        odd: bool,
        /// Cards played earlier.
        before: Holding,
        /// The card, if its choice is interpreted as well.
        card: Option<Rank>,
    },
    /// Attitude: ace, king or queen, or (`short`) at most two cards; or the opposite.
    Liking {
        /// Welcome or not.
        likes: bool,
        /// Whether shortness makes a suit welcome, as it does with trumps.
        short: bool,
        /// Cards played earlier.
        before: Holding,
    },
    /// Ace or king: a suit asked for by suit preference.
    Entry,
    /// Not exactly the king and this card, which would have bared the king.
    KingNotBared {
        /// The small card.
        card: Rank,
        /// Cards played earlier.
        before: Holding,
    },
    /// The card is led from the holding by the agreements on leads.
    Lead {
        /// The card led.
        card: Rank,
        /// The lead table.
        table: Arc<LeadTable>,
    },
    /// Not this card.
    Without(Rank),
    /// A kind of holding promised by a call.
    Promised(Quality),
}

impl Test {
    /// Returns the weight of a holding if a violation weighs `broken`.
    #[inline]
    pub(super) fn weight(&self, held: Holding, broken: f64) -> f64 {
        let fits = match *self {
            Test::Parity { odd, before, card } => {
                let left = held - before;
                (left.len() % 2 == 1) == odd
                    && card.is_none_or(|card| count_card(left) == Some(card))
            }
            Test::Liking {
                likes,
                short,
                before,
            } => likes_suit(held - before, short) == likes,
            Test::Entry => held.to_bits() & (ACE | KING) != 0,
            Test::KingNotBared { card, before } => {
                (held - before).to_bits() != KING | Holding::from_rank(card).to_bits()
            }
            Test::Lead { card, ref table } => return table.weight(held, card),
            Test::Without(rank) => !held.contains(rank),
            Test::Promised(quality) => quality.holds(held.to_bits()),
        };
        if fits { 1.0 } else { broken }
    }

    /// Returns the lengths, as bits, with which the test can be passed.
    pub(super) fn lengths(&self) -> u16 {
        match *self {
            Test::Parity { odd, before, .. } => {
                let even: u16 = 0x5555;
                if (before.len() % 2 == 1) == odd {
                    even
                } else {
                    !even
                }
            }
            _ => !0,
        }
    }
}

/// Returns whether partner's lead of the suit is welcome with this holding.
pub(super) fn likes_suit(held: Holding, short: bool) -> bool {
    held.to_bits() & (ACE | KING | QUEEN) != 0 || short && held.len() <= 2
}

/// Returns the card that shows count: the lowest of an odd number, the top of two, the second
/// highest of four and more.
pub(super) fn count_card(held: Holding) -> Option<Rank> {
    let nth = match held.len() {
        2 => 0,
        even if even % 2 == 0 => 1,
        odd => odd - 1,
    };
    held.iter().nth(nth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hand, Suit, notation};

    fn held(text: &str) -> Holding {
        let hand: Hand = notation::hand(&format!("{text}...")).unwrap();
        hand[Suit::Spades]
    }

    #[test]
    fn count_is_shown_as_agreed() {
        for (holding, card) in [
            ("8", '8'),
            ("92", '9'),
            ("643", '3'),
            ("J852", '8'),
            ("98765", '5'),
            ("KJ9842", 'J'),
        ] {
            assert_eq!(
                count_card(held(holding)).map(Rank::letter),
                Some(card),
                "{holding}"
            );
        }
        assert_eq!(count_card(Holding::EMPTY), None);
    }

    #[test]
    fn a_strict_count_wants_the_right_card_too() {
        let test = |card| Test::Parity {
            odd: false,
            before: Holding::EMPTY,
            card,
        };
        assert_eq!(test(None).weight(held("8752"), 0.2), 1.0);
        assert_eq!(test(Some(Rank::new(8))).weight(held("8752"), 0.2), 0.2);
        assert_eq!(test(Some(Rank::new(8))).weight(held("J852"), 0.2), 1.0);
    }

    #[test]
    fn parity_counts_what_was_left() {
        let test = Test::Parity {
            odd: true,
            before: held("2"),
            card: None,
        };
        assert_eq!(test.weight(held("8632"), 0.2), 1.0);
        assert_eq!(test.weight(held("832"), 0.2), 0.2);
        assert_eq!(test.lengths() & 0b11110, 0b10100);
    }

    #[test]
    fn only_king_and_one_is_bared() {
        let test = Test::KingNotBared {
            card: Rank::new(2),
            before: Holding::EMPTY,
        };
        assert_eq!(test.weight(held("K2"), 0.2), 0.2);
        for other in ["K32", "K3", "2", "Q2"] {
            assert_eq!(test.weight(held(other), 0.2), 1.0, "{other}");
        }
    }

    #[test]
    fn qualities_are_what_players_mean() {
        for (quality, yes, no) in [
            (Quality::Good, "KQ4 AJT9 QJT42", "AJ42 K8765 JT9"),
            (Quality::Stopper, "A K2 Q32 J432", "K Q2 J32 T987"),
            (Quality::Honour, "A K Q2", "JT9 2"),
        ] {
            assert!(
                yes.split(' ')
                    .all(|text| quality.holds(held(text).to_bits())),
                "{quality:?}"
            );
            assert!(
                !no.split(' ')
                    .any(|text| quality.holds(held(text).to_bits())),
                "{quality:?}"
            );
        }
    }

    #[test]
    fn a_suit_is_welcome_with_an_honour_or_for_a_ruff() {
        for (text, notrump, suit) in [
            ("Q93", true, true),
            ("92", false, true),
            ("J93", false, false),
        ] {
            assert_eq!(
                (likes_suit(held(text), false), likes_suit(held(text), true)),
                (notrump, suit)
            );
        }
    }
}
