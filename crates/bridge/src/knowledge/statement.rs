//! Statements of calls and cards, as values. Their sentences are in [`words`](crate::words).

use super::holdings::Quality;
use super::terms::{Range, Shape, SuitBindings};
use crate::{Call, Card, Rank, Seat, Suit};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The name of a rule, in English, and in Japanese if its file gives one. Rules are identified by
/// the English name.
#[derive(Clone)]
pub struct RuleName(Arc<(String, Option<String>)>);

impl RuleName {
    pub(super) fn new(english: String, japanese: Option<String>) -> Self {
        RuleName(Arc::new((english, japanese)))
    }

    /// Returns the name in Japanese, if there is one.
    pub fn japanese(&self) -> Option<&str> {
        self.0.1.as_deref()
    }
}

impl PartialEq for RuleName {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Deref for RuleName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.0
    }
}

impl fmt::Debug for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// The kinds of hand that a call promises: one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Promises {
    pub(crate) kinds: Vec<HandType>,
    /// Whether it was widened, because it contradicts the earlier calls.
    pub(crate) widened: bool,
}

/// A kind of hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HandType {
    pub(crate) points: Range,
    pub(crate) lengths: Vec<(Suit, Range)>,
    /// A condition on the lengths, and the suits of its letters.
    pub(crate) shape: Option<(Shape, SuitBindings)>,
}

/// A statement about the hand of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The seat.
    pub seat: Seat,
    /// The statement.
    pub kind: StatementKind,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// The hand has shown out of a suit.
    ShownOut {
        /// The suit.
        suit: Suit,
        /// The number of cards of it that were dealt.
        dealt: usize,
    },
    /// A call promises kinds of hand by a rule.
    Promise(Call, RuleName, Arc<Promises>),
    /// A call promises a holding in a suit by a rule.
    Holding(Call, RuleName, Quality, Suit),
    /// A call without a rule.
    Unread(Call),
    /// A card shows an odd or even number of its suit.
    Count {
        /// The card.
        card: Card,
        /// Odd, or else even.
        odd: bool,
        /// Whether cards of the suit were played before.
        left: bool,
    },
    /// A card shows whether its suit is welcome.
    Attitude {
        /// The card.
        card: Card,
        /// Welcome or not.
        likes: bool,
        /// Whether two cards or fewer make it welcome too.
        short: bool,
    },
    /// A card asks for a suit.
    Preference(Card, Suit),
    /// A card was not the only one beside the king of its suit.
    KingNotBared(Card),
    /// A card led, and the rules by which it is led from holdings that are possible.
    Lead(Card, Vec<RuleName>),
    /// A suit was chosen to lead, by a rule.
    Choice(Suit, RuleName),
    /// A card led denies another of its suit.
    Denies(Card, Rank),
    /// A card led is taken at face value and denies nothing.
    FaceValue(Card),
}
