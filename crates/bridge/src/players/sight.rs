//! What one player can imagine: deals that fit what he sees and how he reads it.

use crate::dealing::{NothingFits, Sampler};
use crate::knowledge::{Bidding, Conventions, Knowledge};
use crate::{Hand, View};
use rand_pcg::Pcg64Mcg;

/// A player's view, read.
pub(super) struct Sight {
    sampler: Sampler,
    /// What he had to give up because nothing fitted, in words.
    pub(super) given_up: Vec<String>,
}

impl Sight {
    pub(super) fn of(
        view: &View,
        bidding: &Bidding,
        conventions: &Conventions,
    ) -> Result<Self, NothingFits> {
        let mut knowledge = Knowledge::with(view, bidding, conventions);
        let draw = |knowledge: &Knowledge| Sampler::new(knowledge.known(), knowledge.beliefs());
        let (sampler, given_up) = knowledge.settle(draw)?;
        Ok(Sight { sampler, given_up })
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
}
