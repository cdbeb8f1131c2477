//! Seats and cards in words.

use super::terms::suit_words;
use crate::{Card, Rank};

/// A rank in words.
pub(super) fn rank_words(rank: Rank) -> String {
    match rank.get() {
        14 => "ace".to_owned(),
        13 => "king".to_owned(),
        12 => "queen".to_owned(),
        11 => "jack".to_owned(),
        number => number.to_string(),
    }
}

/// A card in words.
pub(super) fn card_words(card: Card) -> String {
    format!("{} of {}", rank_words(card.rank), suit_words(card.suit))
}
