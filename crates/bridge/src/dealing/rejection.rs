//! Rejection sampler: one hand drawn exactly, the others shuffled and accepted by weight.
//!
//! With four hidden hands, or three with beliefs that distinguish too many classes, cells are too
//! many. Then the most constrained hand is drawn by its exact weights against all others together,
//! the remaining cards are shuffled among the others, and the deal is accepted with a probability
//! that is the product of their weights, each divided by its bound. The probability of a deal is
//! then proportional to the product of all weights, so the sampler is unbiased. The number of tries
//! is bounded.

use super::hand_weights::HandWeights;
use super::partial_deal::{PartialDeal, PartialHand};
use super::two_hands::TwoHandSampler;
use super::{DealingError, HandBelief, binomial};
use crate::{Card, Hand, Rank, Suit};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The maximum number of tries per deal.
const TRIES: u32 = 1_000_000;

/// A rejection sampler: the exact sampler of the first hand, and the weights of all hidden hands.
#[derive(Clone, Debug)]
pub(super) struct RejectionSampler {
    first_hand: TwoHandSampler,
    /// The hand drawn exactly, then the others, the most constrained first.
    weights_by_hand: Vec<HandWeights>,
    /// Upper bounds of each hand's weights.
    max_weights: Vec<f64>,
}

impl RejectionSampler {
    pub(super) fn new(
        partial: &PartialDeal,
        beliefs: [&dyn HandBelief; 4],
    ) -> Result<Self, DealingError> {
        let mut hands = Vec::new();
        for seat in partial.hidden() {
            let partial_hand = PartialHand::new(partial, beliefs, seat);
            let hand_weights = HandWeights::new(seat, partial.unknown, &partial_hand);
            let mut sampler = TwoHandSampler::default();
            let divided = sampler.fill(
                partial.unknown,
                hand_weights.size,
                &[partial_hand, PartialHand::UNCONSTRAINED],
            );
            // The cause is this hand or a suit.
            divided.map_err(|error| error.for_seats([seat; 2]).or_seat(seat))?;
            let max_weight = hand_weights.max_weight();
            let all = binomial(partial.unknown.len(), hand_weights.size) as f64;
            hands.push((
                sampler.weight() / max_weight / all,
                max_weight,
                sampler,
                hand_weights,
            ));
        }
        hands.sort_by(|a, b| a.0.total_cmp(&b.0));
        let max_weights = hands
            .iter()
            .map(|(_, max_weight, _, _)| *max_weight)
            .collect();
        let (mut samplers, weights_by_hand): (Vec<_>, Vec<_>) = hands
            .into_iter()
            .map(|(_, _, sampler, hand_weights)| (sampler, hand_weights))
            .unzip();
        Ok(RejectionSampler {
            first_hand: std::mem::take(&mut samplers[0]),
            weights_by_hand,
            max_weights,
        })
    }

    /// Returns the weights of each hidden hand.
    pub(super) fn weights_by_hand(&self) -> &[HandWeights] {
        &self.weights_by_hand
    }

    pub(super) fn draw(&self, partial: &PartialDeal, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        (0..TRIES).find_map(|_| self.attempt(partial, rng))
    }

    fn attempt(&self, partial: &PartialDeal, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        let first = self.first_hand.draw(rng)?;
        let mut deal = partial.known;
        deal[self.weights_by_hand[0].seat as usize] |= first;
        let mut left = CardPool::new(partial.unknown - first);
        for (hand_weights, max_weight) in self.weights_by_hand.iter().zip(&self.max_weights).skip(1)
        {
            let hand = left.take(hand_weights.size, rng);
            if rng.random::<f64>() * max_weight >= hand_weights.weight(hand) {
                return None;
            }
            deal[hand_weights.seat as usize] |= hand;
        }
        Some(deal)
    }
}

/// A pool of cards to draw from at random.
struct CardPool {
    row: [Card; 52],
    count: usize,
}

impl CardPool {
    fn new(cards: Hand) -> Self {
        let any = Card {
            suit: Suit::Clubs,
            rank: Rank::A,
        };
        let mut row = [any; 52];
        for (place, card) in row.iter_mut().zip(cards) {
            *place = card;
        }
        CardPool {
            row,
            count: cards.len(),
        }
    }

    fn take(&mut self, size: usize, rng: &mut Pcg64Mcg) -> Hand {
        let mut hand = Hand::EMPTY;
        for _ in 0..size {
            let place = rng.random_range(0..self.count);
            self.count -= 1;
            self.row.swap(place, self.count);
            hand.insert(self.row[self.count]);
        }
        hand
    }
}
