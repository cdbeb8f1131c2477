//! Partial deals: the known cards of each seat, the unknown cards, and the belief about a hand.

use super::{DealingError, HandBelief};
use crate::notation;
use crate::{Hand, Holding, Seat};

/// The largest weight; larger ones are clamped, because ten to twenty weights are multiplied.
const MAX_WEIGHT: f64 = 1e12;

/// Returns a weight clamped to the valid range; invalid weights and those too small to be
/// multiplied often are 0.
pub(super) fn clamped(weight: f64) -> f64 {
    if weight.is_finite() && weight >= 1.0 / MAX_WEIGHT {
        weight.min(MAX_WEIGHT)
    } else {
        0.0
    }
}

/// Iterates over the subsets of a suit's cards, from none to all.
pub(super) fn subsets(cards: Holding) -> impl Iterator<Item = Holding> {
    let mask = cards.to_bits();
    let next = move |sub: &u16| (*sub != mask).then(|| sub.wrapping_sub(mask) & mask);
    std::iter::successors(Some(0), next).map(Holding::from_bits_retain)
}

/// Known cards that are part of one deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialDeal {
    /// The known cards of each seat.
    pub known: [Hand; 4],
    /// The unknown cards.
    pub unknown: Hand,
}

impl PartialDeal {
    pub(super) fn new(known: [Hand; 4]) -> Result<Self, DealingError> {
        notation::check(&known)?;
        let all = known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
        Ok(PartialDeal {
            known,
            unknown: !all,
        })
    }

    /// Iterates over the seats with fewer than thirteen known cards.
    pub(super) fn hidden(&self) -> impl Iterator<Item = Seat> + Clone {
        let known = self.known;
        let is_hidden = move |seat: &Seat| known[*seat as usize].len() < 13;
        Seat::ALL.into_iter().filter(is_hidden)
    }

    /// Returns the number of unknown cards of a seat.
    pub(super) fn missing(&self, seat: Seat) -> usize {
        13 - self.known[seat as usize].len()
    }
}

/// The known cards of a hand and the belief about the whole hand.
#[derive(Clone, Copy)]
pub(super) struct PartialHand<'a> {
    pub known: Hand,
    pub belief: &'a dyn HandBelief,
}

impl<'a> PartialHand<'a> {
    /// A hand without known cards and with a neutral belief: stands for several hands together.
    pub(super) const UNCONSTRAINED: Self = PartialHand {
        known: Hand::EMPTY,
        belief: &(),
    };

    pub(super) fn new(partial: &PartialDeal, beliefs: [&'a dyn HandBelief; 4], seat: Seat) -> Self {
        PartialHand {
            known: partial.known[seat as usize],
            belief: beliefs[seat as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_comes_once() {
        let cards = Holding::from_bits_truncate(0b100_0010_0011_0100);
        let found: Vec<_> = subsets(cards).collect();
        assert_eq!(found.len(), 32);
        assert!(found.windows(2).all(|w| w[0].to_bits() < w[1].to_bits()));
        assert!(found.iter().all(|&sub| sub & cards == sub));
        assert_eq!(subsets(Holding::EMPTY).count(), 1);
        assert_eq!(subsets(Holding::ALL).count(), 8192);
    }

    #[test]
    fn what_is_no_weight_is_none() {
        let none = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e-13, 0.0];
        assert_eq!(none.map(clamped), [0.0; 6]);
        assert_eq!(
            [1e-12, 0.5, 7.0, 1e13].map(clamped),
            [1e-12, 0.5, 7.0, 1e12]
        );
    }
}
