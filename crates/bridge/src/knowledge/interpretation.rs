//! Interpretation of a call that has still to be chosen.
//!
//! [`Bidding`](super::Bidding) interprets calls that were made. A bidder asks the reverse: which of
//! my legal calls would be interpreted as a hand like mine? Nothing is widened here, because
//! nothing has been called yet that could contradict.

use super::calls::Situation;
use super::conventions::{CallRule, Conventions, Promise};
use super::shapes::Shapes;
use super::statement::{Promises, RuleName};
use super::terms::{Range, Shape, SuitBindings};
use crate::hand::lengths;
use crate::{Call, Hand};

/// The rule about a call, and the suits of its letters.
pub(crate) struct Interpretation<'a> {
    rule: &'a CallRule,
    bindings: SuitBindings,
}

/// One alternative of a promise.
pub(crate) struct PromisedAlternative {
    /// Least and greatest high-card points.
    pub(crate) points: (u8, u8),
    pub(crate) shapes: Shapes,
    /// The frequency of the call with such a hand, relative to the best alternative.
    pub(crate) weight: f64,
}

impl<'a> Interpretation<'a> {
    /// Interprets `call` after `before`, if a rule is about it.
    pub(crate) fn of(before: &[Call], call: Call, conventions: &'a Conventions) -> Option<Self> {
        let (rule, bindings) = Situation::of(before, call).rule(conventions)?;
        Some(Interpretation { rule, bindings })
    }

    /// Returns the name of the rule.
    pub(crate) fn rule(&self) -> &'a RuleName {
        &self.rule.name
    }

    /// Returns the reliability of the rule.
    pub(crate) fn reliability(&self) -> f64 {
        self.rule.reliability
    }

    /// Returns the promise for sentences.
    pub(crate) fn promises(&self) -> Promises {
        self.rule.promises(&self.bindings)
    }

    /// Returns the alternatives of the promise.
    pub(crate) fn alternatives(&self) -> Vec<PromisedAlternative> {
        let alternatives = self.rule.meaning(&self.bindings).alternatives.into_iter();
        alternatives
            .map(|alternative| PromisedAlternative {
                points: (alternative.points.min, alternative.points.max),
                shapes: alternative.shapes,
                weight: alternative.weight,
            })
            .collect()
    }

    /// Returns how well a hand keeps the promise if its high cards count as `points`: 1 in the
    /// usual alternative, less in another one or one point off, 0 if it breaks it.
    pub(crate) fn fit(&self, hand: Hand, points: u8) -> f64 {
        let promised = |(name, quality): &(_, super::Quality)| {
            let suit = self.bindings.suit(*name);
            suit.is_none_or(|suit| quality.holds(hand[suit].to_bits()))
        };
        if !self.rule.holdings.iter().all(promised) {
            return 0.0;
        }
        let alternatives = self.rule.promises.iter();
        alternatives
            .map(|alternative| self.fit_of(alternative, lengths(hand), points))
            .fold(0.0, f64::max)
    }

    fn fit_of(&self, alternative: &Promise, lengths: [u8; 4], points: u8) -> f64 {
        let long = |(name, range): &(_, Range)| {
            let suit = self.bindings.suit(*name);
            suit.is_none_or(|suit| range.contains(lengths[suit as usize]))
        };
        let shaped = |shape: &Shape| shape.holds(lengths, &self.bindings);
        if !alternative.lengths.iter().all(long) || !alternative.shape.as_ref().is_none_or(shaped) {
            0.0
        } else if alternative.points.contains(points) {
            alternative.weight
        } else if alternative.points.widened(1).contains(points) {
            alternative.weight * self.rule.edge
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::points;
    use crate::{Auction, notation};

    #[test]
    fn a_hand_fits_the_call_it_is_meant_for_and_nearly_one_a_point_off() {
        let conventions = Conventions::standard();
        let auction: Auction = "1S -".parse().unwrap();
        let raise = notation::call("2S").unwrap();
        let reading = Interpretation::of(&auction, raise, &conventions).unwrap();
        assert_eq!(&**reading.rule(), "single raise");
        for (text, fit) in [
            ("K84.Q52.Q762.J83", 1.0),
            ("K84.Q52.Q762.983", 1.0),
            ("K84.952.Q762.983", 0.3),
            ("K84.952.9762.983", 0.0),
            ("K4.Q852.Q762.J83", 0.0),
        ] {
            let hand = notation::hand(text).unwrap();
            assert_eq!(reading.fit(hand, points(hand)), fit, "{text}");
        }
        let strange = notation::call("6C").unwrap();
        assert!(Interpretation::of(&auction, strange, &conventions).is_none());
    }
}
