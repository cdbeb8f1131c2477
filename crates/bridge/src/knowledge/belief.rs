//! Facts and beliefs about one hand, for sampling deals.

use super::holdings::Test;
use super::inference::{Constraint, Inference};
use super::meaning::Meaning;
use super::shapes::number;
use crate::dealing::HandBelief;
use crate::notation::SUITS;
use crate::{Hand, Holding, Seat, Suit, View};
use std::sync::Arc;

/// The hard facts of one hand: cards it was dealt, and cards it may have been dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Certainly dealt to it.
    pub must: Hand,
    /// Possibly dealt to it, from the observer's view; includes `must`.
    pub may: Hand,
    /// Whether the observer sees the hand.
    pub seen: bool,
}

impl Facts {
    /// Returns the facts of all hands in a view.
    pub(super) fn of(view: &View) -> [Facts; 4] {
        let known = view.known();
        let unseen = !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
        let dummy = view
            .final_contract()
            .filter(|_| view.dummy.is_some())
            .map(|final_contract| final_contract.dummy());
        let mut facts = Seat::ALL.map(|seat| {
            let must = known[seat as usize];
            let seen = seat == view.seat || Some(seat) == dummy || must.len() >= 13;
            Facts {
                must,
                may: if seen { must } else { must | unseen },
                seen,
            }
        });
        for trick in view.cards.chunks(4) {
            let led = trick[0].1.suit;
            for (seat, _) in trick.iter().filter(|(_, card)| card.suit != led) {
                let shown = &mut facts[*seat as usize];
                shown.may[led] = shown.must[led];
            }
        }
        facts
    }

    /// Returns the facts for known cards; thirteen are a visible hand.
    pub(super) fn of_known(known: [Hand; 4]) -> [Facts; 4] {
        let unseen = !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
        known.map(|must| {
            let seen = must.len() >= 13;
            let may = if seen { must } else { must | unseen };
            Facts { must, may, seen }
        })
    }

    /// Returns the suits shown out of: all cards of them are known although others are not.
    pub fn shown_out(&self) -> impl Iterator<Item = Suit> + '_ {
        let exact = |suit: &Suit| self.may[*suit] == self.must[*suit];
        SUITS
            .into_iter()
            .filter(move |suit| !self.seen && exact(suit))
    }
}

/// Facts and rules about one hand, compiled: a test of a holding or of a shape is a few integer
/// operations.
#[derive(Clone, Debug)]
pub struct Belief {
    facts: Facts,
    /// The tests in order of suits, with the weight of a violation.
    tests: Vec<(Test, f64)>,
    /// The first test of each suit, and the end of the last.
    starts: [usize; 5],
    meanings: Vec<(Arc<Meaning>, f64)>,
}

impl Belief {
    pub(super) fn new<'a>(
        facts: Facts,
        inferences: impl Iterator<Item = &'a Inference> + Clone,
    ) -> Self {
        let mut belief = Belief {
            facts,
            tests: Vec::new(),
            starts: [0; 5],
            meanings: Vec::new(),
        };
        if facts.seen {
            return belief;
        }
        for suit in SUITS {
            for inference in inferences.clone() {
                match &inference.constraint {
                    Constraint::Suit(about, test) if *about == suit => {
                        belief.tests.push((test.clone(), inference.broken()));
                    }
                    _ => {}
                }
            }
            belief.starts[suit as usize + 1] = belief.tests.len();
        }
        for inference in inferences {
            if let Constraint::Hand(meaning) = &inference.constraint {
                belief.meanings.push((meaning.clone(), inference.broken()));
            }
        }
        belief
    }

    /// Returns the hard facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl HandBelief for Belief {
    #[inline]
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let (must, may) = (self.facts.must[suit], self.facts.may[suit]);
        if held & must != must || !(held - may).is_empty() {
            return 0.0;
        }
        let tests = &self.tests[self.starts[suit as usize]..self.starts[suit as usize + 1]];
        tests.iter().fold(1.0, |weight, (test, broken)| {
            weight * test.weight(held, *broken)
        })
    }

    /// Calls are about hands of thirteen cards: hands of another size are not weighed.
    #[inline]
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        if self.meanings.is_empty() {
            return 1.0;
        }
        let Some(shape) = number(lengths) else {
            return 1.0;
        };
        let meanings = self.meanings.iter();
        meanings.fold(1.0, |weight, (meaning, broken)| {
            weight * meaning.weight(shape, points, *broken)
        })
    }
}
