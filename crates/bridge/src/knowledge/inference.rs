//! An inference from one call or card.

use super::belief::Facts;
use super::holdings::Test;
use super::meaning::Meaning;
use super::statement::{Promises, RuleName, Statement, StatementKind};
use crate::{Call, Card, Holding, Seat, Suit};
use std::sync::Arc;

/// The restriction of an inference.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// Lengths and points.
    Hand(Arc<Meaning>),
    /// The cards of one suit.
    Suit(Suit, Test),
    /// Nothing: the card is deliberately not interpreted.
    Nothing,
}

/// The source of an inference.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A call and its promises.
    Call(Call, Arc<Promises>),
    /// A card.
    Card(Card),
}

/// An inference about a hidden hand.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The seat of the hand.
    pub seat: Seat,
    /// The name of the rule.
    pub rule: RuleName,
    /// The reliability of the rule: a hand that violates it keeps a weight of one minus this.
    pub reliability: f64,
    /// The restriction.
    pub constraint: Constraint,
    pub(super) source: Source,
}

impl Inference {
    /// Returns the weight of a hand that violates the rule.
    pub(super) fn broken(&self) -> f64 {
        1.0 - self.reliability
    }

    /// Returns its statement for an observer with these facts of the seat.
    pub(super) fn statement(&self, facts: &Facts) -> Statement {
        let kind = match (&self.source, &self.constraint) {
            (Source::Call(call, _), Constraint::Suit(suit, Test::Promised(quality))) => {
                StatementKind::Holding(*call, self.rule.clone(), *quality, *suit)
            }
            (Source::Call(call, promises), _) => {
                StatementKind::Promise(*call, self.rule.clone(), promises.clone())
            }
            (Source::Card(card), Constraint::Suit(suit, test)) => {
                card_statement(*card, *suit, test, facts)
            }
            (Source::Card(card), Constraint::Hand(_)) => {
                StatementKind::Choice(card.suit, self.rule.clone())
            }
            (Source::Card(card), Constraint::Nothing) => StatementKind::FaceValue(*card),
        };
        Statement {
            seat: self.seat,
            kind,
        }
    }
}

/// Returns the statement of a card about the holding in a suit.
fn card_statement(card: Card, suit: Suit, test: &Test, facts: &Facts) -> StatementKind {
    match test {
        Test::Parity { odd, before, .. } => StatementKind::Count {
            card,
            odd: *odd,
            left: !before.is_empty(),
        },
        Test::Liking { likes, short, .. } => StatementKind::Attitude {
            card,
            likes: *likes,
            short: *short,
        },
        Test::Entry => StatementKind::Preference(card, suit),
        Test::KingNotBared { .. } => StatementKind::KingNotBared(card),
        Test::Lead { card: led, table } => {
            let may = facts.may[suit] | Holding::from_rank(*led);
            StatementKind::Lead(card, table.reasons(*led, facts.must[suit], may))
        }
        Test::Without(lacking) => StatementKind::Denies(card, *lacking),
        Test::Promised(_) => StatementKind::FaceValue(card),
    }
}
