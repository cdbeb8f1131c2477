//! Deal sampler of a seat: deals consistent with the view of a player and its interpretation.

use crate::dealing::{DealingError, Sampler};
use crate::hand::{lengths, points};
use crate::knowledge::{Bidding, Conventions, Knowledge, Statement};
use crate::notation::SUITS;
use crate::{Hand, Seat, View};
use rand_pcg::Pcg64Mcg;

/// The interpreted view of a seat, with a sampler of consistent deals.
pub(super) struct DealSampler {
    knowledge: Knowledge,
    sampler: Sampler,
    /// The inferences dropped because no deal satisfied them all.
    pub(super) dropped: Vec<Statement>,
}

impl DealSampler {
    pub(super) fn of(
        view: &View,
        bidding: &Bidding,
        conventions: &Conventions,
    ) -> Result<Self, DealingError> {
        let mut knowledge = Knowledge::with(view, bidding, conventions);
        let draw = |knowledge: &Knowledge| Sampler::new(knowledge.known(), knowledge.beliefs());
        let (sampler, dropped) = knowledge.relax_until(draw)?;
        Ok(DealSampler {
            knowledge,
            sampler,
            dropped,
        })
    }

    /// Draws a consistent deal.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        self.sampler.draw(rng)
    }

    /// Returns all consistent deals with their weights, if there are at most `at_most`.
    pub(super) fn all_deals(&self, at_most: usize) -> Option<Vec<([Hand; 4], f64)>> {
        let few = self.sampler.max_layouts() <= at_most as u128;
        few.then(|| self.sampler.deals().collect())
    }

    /// Returns whether the seat sees this hand.
    pub(super) fn sees(&self, seat: Seat) -> bool {
        self.knowledge.facts()[seat as usize].seen
    }

    /// Returns the relative likelihood of a deal; visible hands are assumed to match.
    pub(super) fn weight(&self, deal: &[Hand; 4]) -> f64 {
        let beliefs = self.knowledge.beliefs();
        let hidden = Seat::ALL.into_iter().filter(|seat| !self.sees(*seat));
        let of_hand = |seat: Seat| {
            let (belief, hand) = (beliefs[seat as usize], deal[seat as usize]);
            let suits = SUITS.map(|suit| belief.suit(suit, hand[suit]));
            suits.iter().product::<f64>() * belief.hand(lengths(hand), points(hand))
        };
        hidden.map(of_hand).product()
    }
}
