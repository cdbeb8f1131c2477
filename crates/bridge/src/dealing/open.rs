//! What the known cards leave open, and what beliefs say of it.

use super::{NothingFits, Weigh};
use crate::notation;
use crate::{Hand, Holding, Seat};

/// The largest weight that counts as it is; ten to twenty of them are multiplied.
const LARGEST: f64 = 1e12;

/// A weight as it counts: what is no weight at all, or too small to be multiplied often, is 0.
pub(super) fn usable(weight: f64) -> f64 {
    if weight.is_finite() && weight >= 1.0 / LARGEST {
        weight.min(LARGEST)
    } else {
        0.0
    }
}

/// The subsets of a suit's cards, from none to all.
pub(super) fn subsets(cards: Holding) -> impl Iterator<Item = Holding> {
    let mask = cards.to_bits();
    let next = move |sub: &u16| (*sub != mask).then(|| sub.wrapping_sub(mask) & mask);
    std::iter::successors(Some(0), next).map(Holding::from_bits_retain)
}

/// Known cards that can be part of one deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// The known cards of each seat.
    pub known: [Hand; 4],
    /// The cards that are not known.
    pub unknown: Hand,
}

impl Open {
    pub(super) fn new(known: [Hand; 4]) -> Result<Self, NothingFits> {
        notation::check(&known)?;
        let all = known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
        Ok(Open {
            known,
            unknown: !all,
        })
    }

    /// The seats of which not all thirteen cards are known.
    pub(super) fn hidden(&self) -> impl Iterator<Item = Seat> + Clone {
        let known = self.known;
        let is_hidden = move |seat: &Seat| known[*seat as usize].len() < 13;
        Seat::ALL.into_iter().filter(is_hidden)
    }

    /// How many cards of a seat are not known.
    pub(super) fn missing(&self, seat: Seat) -> usize {
        13 - self.known[seat as usize].len()
    }
}

/// Known cards and what is believed of the whole: one of those among whom the unknown cards are
/// divided.
#[derive(Clone, Copy)]
pub(super) struct Holder<'a> {
    pub known: Hand,
    pub belief: &'a dyn Weigh,
}

impl<'a> Holder<'a> {
    /// Somebody of whom nothing is known nor believed: several hands taken together.
    pub(super) const ANYBODY: Self = Holder {
        known: Hand::EMPTY,
        belief: &(),
    };

    pub(super) fn new(open: &Open, beliefs: [&'a dyn Weigh; 4], seat: Seat) -> Self {
        Holder {
            known: open.known[seat as usize],
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
        assert_eq!(none.map(usable), [0.0; 6]);
        assert_eq!([1e-12, 0.5, 7.0, 1e13].map(usable), [1e-12, 0.5, 7.0, 1e12]);
    }
}
