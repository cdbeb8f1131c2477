//! One thing inferred from one call or card.

use super::belief::Facts;
use super::holdings::Test;
use super::meaning::Meaning;
use super::terms::suit_words;
use super::words::{card_words, rank_words};
use crate::table::name;
use crate::{Card, Holding, Seat, Suit};
use std::sync::Arc;

/// What an inference restricts.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// Lengths and points.
    Hand(Arc<Meaning>),
    /// The cards of one suit.
    Suit(Suit, Test),
    /// Nothing: the card was noticed and deliberately not read.
    Nothing,
}

/// Where an inference comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A call, explained already.
    Call(Arc<str>),
    /// A card: explained when somebody asks, because cards are read far more often than explained.
    Card(Card),
}

/// Something that a call or a card says of a hand nobody sees.
#[derive(Clone, Debug)]
pub struct Inference {
    /// Whose hand.
    pub seat: Seat,
    /// The name of the rule.
    pub rule: Arc<str>,
    /// How far the rule is trusted: a hand that violates it keeps a weight of one minus this.
    pub reliability: f64,
    /// What it restricts.
    pub constraint: Constraint,
    pub(super) source: Source,
}

impl Inference {
    /// The weight of a hand that violates the rule.
    pub(super) fn broken(&self) -> f64 {
        1.0 - self.reliability
    }

    /// In words, short. `facts` are those of the seat.
    pub(super) fn words(&self, facts: &Facts) -> String {
        match (&self.source, &self.constraint) {
            (Source::Call(words), _) => words.to_string(),
            (Source::Card(card), Constraint::Suit(suit, test)) => {
                self.test_words(*card, *suit, test, facts)
            }
            (Source::Card(card), Constraint::Hand(_)) => {
                format!(
                    "{} led {}: {}",
                    name(self.seat),
                    suit_words(card.suit),
                    self.rule
                )
            }
            (Source::Card(card), Constraint::Nothing) => format!(
                "{}'s {} is read at face value: it denies nothing above it",
                name(self.seat),
                card_words(*card)
            ),
        }
    }

    fn test_words(&self, card: Card, suit: Suit, test: &Test, facts: &Facts) -> String {
        let seat = name(self.seat);
        let (rank, named, suit_name) = (rank_words(card.rank), card_words(card), suit_words(suit));
        match test {
            Test::Parity { odd, before, .. } => {
                let parity = if *odd { "odd" } else { "even" };
                let left = if before.is_empty() { "" } else { " left" };
                format!("{seat} shows an {parity} number of {suit_name}{left}: played the {rank}")
            }
            Test::Liking {
                likes: true, short, ..
            } => {
                let or = if *short { ", or at most two cards" } else { "" };
                format!("{seat} likes {suit_name}: played the {rank}, has ace, king or queen{or}")
            }
            Test::Liking { .. } => format!(
                "{seat} does not like {suit_name}: played the {rank}, has no ace, king or queen"
            ),
            Test::Entry => format!(
                "{seat} asks for {suit_name}: played the {named}, has ace or king of {suit_name}"
            ),
            Test::KingNotBared { .. } => {
                format!(
                    "{seat} did not bare the king of {suit_name}: played the {rank} and did not have just king and {rank}"
                )
            }
            Test::Lead { card: led, table } => {
                let reasons = table.reasons(
                    *led,
                    facts.must[suit],
                    facts.may[suit] | Holding::from_rank(*led),
                );
                match reasons.as_slice() {
                    [] => format!("{seat} led the {named}, which no rule explains"),
                    reasons => format!("{seat} led the {named}: {}", reasons.join(", or ")),
                }
            }
            Test::Without(lacking) => format!(
                "{seat} led the {named}, so the {} is elsewhere",
                rank_words(*lacking)
            ),
            Test::Promised(quality) => format!("{seat} has {} in {suit_name}", quality.words()),
        }
    }
}
