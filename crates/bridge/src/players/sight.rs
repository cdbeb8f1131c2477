//! What one player can imagine: deals that fit what he sees and how he reads it.

use crate::dealing::{NothingFits, Sampler};
use crate::hand::{lengths, points};
use crate::knowledge::{Bidding, Conventions, Knowledge, Statement};
use crate::notation::SUITS;
use crate::{Hand, Seat, View};
use rand_pcg::Pcg64Mcg;

/// A player's view, read.
pub(super) struct Sight {
    knowledge: Knowledge,
    sampler: Sampler,
    /// What he had to give up because nothing fitted.
    pub(super) given_up: Vec<Statement>,
}

impl Sight {
    pub(super) fn of(
        view: &View,
        bidding: &Bidding,
        conventions: &Conventions,
    ) -> Result<Self, NothingFits> {
        let mut knowledge = Knowledge::with(view, bidding, conventions);
        let draw = |knowledge: &Knowledge| Sampler::new(knowledge.known(), knowledge.beliefs());
        let (sampler, given_up) = knowledge.relax_until(draw)?;
        Ok(Sight {
            knowledge,
            sampler,
            given_up,
        })
    }

    /// A deal he may imagine.
    pub(super) fn imagine(&self, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        self.sampler.draw(rng)
    }

    /// All deals he may imagine, with their weights, if there are at most so many.
    pub(super) fn all(&self, at_most: usize) -> Option<Vec<([Hand; 4], f64)>> {
        let few = self.sampler.at_most() <= at_most as u128;
        few.then(|| self.sampler.each().collect())
    }

    /// Whether he sees this hand.
    pub(super) fn sees(&self, seat: Seat) -> bool {
        self.knowledge.facts()[seat as usize].seen
    }

    /// How likely he finds a deal, compared with others; the hands he sees are taken to be right.
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
