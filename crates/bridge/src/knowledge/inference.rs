//! One thing inferred from one call or card.

use super::belief::Facts;
use super::holdings::Test;
use super::meaning::Meaning;
use super::statement::{Promises, RuleName, Said, Statement};
use crate::{Call, Card, Holding, Seat, Suit};
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
    /// A call and all it promises.
    Call(Call, Arc<Promises>),
    /// A card.
    Card(Card),
}

/// Something that a call or a card says of a hand nobody sees.
#[derive(Clone, Debug)]
pub struct Inference {
    /// Whose hand.
    pub seat: Seat,
    /// The name of the rule.
    pub rule: RuleName,
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

    /// What it says, to a looker for whom these are the facts of the seat.
    pub(super) fn statement(&self, facts: &Facts) -> Statement {
        let said = match (&self.source, &self.constraint) {
            (Source::Call(call, _), Constraint::Suit(suit, Test::Promised(quality))) => {
                Said::Holding(*call, self.rule.clone(), *quality, *suit)
            }
            (Source::Call(call, promises), _) => {
                Said::Promise(*call, self.rule.clone(), promises.clone())
            }
            (Source::Card(card), Constraint::Suit(suit, test)) => said(*card, *suit, test, facts),
            (Source::Card(card), Constraint::Hand(_)) => Said::Choice(card.suit, self.rule.clone()),
            (Source::Card(card), Constraint::Nothing) => Said::FaceValue(*card),
        };
        Statement {
            seat: self.seat,
            said,
        }
    }
}

/// What a card says of the holding in a suit.
fn said(card: Card, suit: Suit, test: &Test, facts: &Facts) -> Said {
    match test {
        Test::Parity { odd, before, .. } => Said::Count {
            card,
            odd: *odd,
            left: !before.is_empty(),
        },
        Test::Liking { likes, short, .. } => Said::Attitude {
            card,
            likes: *likes,
            short: *short,
        },
        Test::Entry => Said::Preference(card, suit),
        Test::KingNotBared { .. } => Said::KingNotBared(card),
        Test::Lead { card: led, table } => {
            let may = facts.may[suit] | Holding::from_rank(*led);
            Said::Lead(card, table.reasons(*led, facts.must[suit], may))
        }
        Test::Without(lacking) => Said::Denies(card, *lacking),
        Test::Promised(_) => Said::FaceValue(card),
    }
}
