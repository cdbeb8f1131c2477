//! Random deals that are consistent with known cards and beliefs.
//!
//! The information about a hand is of two kinds: its known cards, and a weight on everything else,
//! through [`HandBelief`]. A [`Sampler`] draws each deal with probability exactly proportional to
//! the product of all weights. Placing cards one by one at random until the constraints are met, as
//! Otawa and Uehara do ("abc algorithm", 2006), favours some deals over others; this sampler does
//! not. It also counts deals, lists them and computes the probability that a seat holds a card.
//!
//! The method depends on the number of hidden hands:
//!
//! * **two**, whenever dummy is on the table: suit by suit over cells of lengths and points, always
//!   exact (`two_hands.rs`). One and none are special cases.
//! * **three**, before dummy is seen: suit by suit over equivalence classes of lengths and points,
//!   those the beliefs distinguish (`three_hands.rs`). Exact, with a set-up of some tens of
//!   milliseconds; beliefs that distinguish too many classes are handled as with four.
//! * **four**, without a seat to see from: one hand exactly, the others by rejection sampling
//!   (`rejection.rs`). Unbiased too, but the tries may run out, and total weight and probabilities
//!   are unknown.
//!
//! Weights that do not factor into suits and hands are applied on top, by importance sampling
//! ([`Sampler::draw_weighted`]) or rejection ([`Sampler::accept`]). Which beliefs follow from calls
//! and cards is decided in [`knowledge`](crate::knowledge).
//!
//! ```
//! use bridge::dealing::{Sampler, HandBelief};
//! use bridge::hand::is_balanced;
//! use bridge::{Seat, notation};
//! use lookahead::Seed;
//!
//! /// Fifteen to seventeen points, balanced.
//! struct Notrump;
//! impl HandBelief for Notrump {
//!     fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
//!         f64::from(u8::from(is_balanced(lengths) && (15..=17).contains(&points)))
//!     }
//! }
//!
//! // North and East are seen, South opened one notrump.
//! let known = notation::deal("N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 - -")?;
//! let sampler = Sampler::new(known, [&(), &(), &Notrump, &()])?;
//! assert_eq!(sampler.layouts(), Some(1_338_511)); // of 10,400,600
//! let deal = sampler.draw(&mut Seed(1).rng()).unwrap();
//! assert_eq!(deal[..2], known[..2]);
//! let ace = notation::card("SA")?;
//! assert!((sampler.probability(Seat::South, ace).unwrap() - 0.623_092).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equivalence;
mod hand_weights;
mod importance;
mod partial_deal;
mod rejection;
mod suit_splits;
#[cfg(test)]
mod tests;
mod three_hands;
mod two_hands;
mod weighted_choice;

pub use importance::{Accepted, WeightedSample, effective_sample_size};

use crate::{Card, Hand, Holding, NotationError, Seat, Suit};
use hand_weights::HandWeights;
use partial_deal::{PartialDeal, PartialHand};
use rand_pcg::Pcg64Mcg;
use rejection::RejectionSampler;
use std::sync::OnceLock;
use three_hands::ThreeHandSampler;
use two_hands::TwoHandSampler;

/// A belief about one hand of thirteen cards, as a weight: 0 forbids a hand, 1 is neutral.
///
/// Hands are as dealt, including the cards played since. The weight of a hand is the product of the
/// weights of its four suits and of [`HandBelief::hand`]; the weight of a deal is the product over
/// the hands.
pub trait HandBelief: Sync {
    /// Returns the weight of holding exactly these cards of a suit.
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let _ = (suit, held);
        1.0
    }

    /// Returns the weight of these suit lengths (clubs first) together with these high-card points.
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let _ = (lengths, points);
        1.0
    }
}

/// The neutral belief: every hand has weight 1.
impl HandBelief for () {}

/// Reasons why no deal can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealingError {
    /// The known cards are not part of one deal.
    #[error("inconsistent known cards: {0}")]
    Cards(#[from] NotationError),
    /// Every division of a suit's unknown cards has weight 0.
    #[error("no division of suit {} satisfies the constraints on it", .0.letter())]
    Suit(Suit),
    /// Every possible hand of one seat has weight 0.
    #[error("no possible hand of {0} satisfies the constraints on it")]
    Seat(Seat),
    /// Each belief can be met alone, but not all together.
    #[error("the constraints on the hands contradict each other")]
    Together,
}

impl DealingError {
    /// Names a seat as the cause if the error names none.
    fn or_seat(self, seat: Seat) -> Self {
        if self == DealingError::Together {
            DealingError::Seat(seat)
        } else {
            self
        }
    }
}

/// The sampling method, by number of hidden hands.
#[derive(Clone, Debug)]
enum Scheme {
    Two(Box<TwoHandSampler>, [Seat; 2]),
    Three(Box<ThreeHandSampler>),
    Rejection(Box<RejectionSampler>),
}

/// The total weight of the deals that give a card to a seat, by seat, suit and rank.
type CardWeights = [[[f64; 15]; 4]; 4];

/// A sampler of deals with known cards in each hand, by weight.
///
/// Only the beliefs about hidden hands count, those with fewer than thirteen known cards. A weight
/// that is negative, infinite or not a number counts as 0, and so does one below 1e-12; one above
/// 1e12 counts as 1e12.
#[derive(Clone, Debug)]
pub struct Sampler {
    partial: PartialDeal,
    scheme: Scheme,
    card_weights: OnceLock<CardWeights>,
}

impl Sampler {
    /// Builds a sampler. `known` are the cards known to be dealt to each seat, including those
    /// already played; thirteen of them are a visible hand.
    ///
    /// The set-up takes ten to a hundred microseconds with two hidden hands or fewer, some tens of
    /// milliseconds with three, some milliseconds with four.
    ///
    /// # Errors
    /// If every deal has weight 0. Where only one hand is drawn exactly, only contradictions within
    /// a single hand are detected.
    pub fn new(known: [Hand; 4], beliefs: [&dyn HandBelief; 4]) -> Result<Self, DealingError> {
        Sampler::build(Box::default(), known, beliefs)
    }

    /// Builds a sampler in the memory of an earlier one, which saves allocations.
    ///
    /// # Errors
    /// As [`Sampler::new`].
    pub fn rebuild(
        self,
        known: [Hand; 4],
        beliefs: [&dyn HandBelief; 4],
    ) -> Result<Self, DealingError> {
        let sampler = match self.scheme {
            Scheme::Two(sampler, _) => sampler,
            Scheme::Three(_) | Scheme::Rejection(_) => Box::default(),
        };
        Sampler::build(sampler, known, beliefs)
    }

    fn build(
        sampler: Box<TwoHandSampler>,
        known: [Hand; 4],
        beliefs: [&dyn HandBelief; 4],
    ) -> Result<Self, DealingError> {
        let partial = PartialDeal::new(known)?;
        let scheme = match partial.hidden().count() {
            0..=2 => two_hand_scheme(sampler, &partial, beliefs)?,
            3 => three_hand_scheme(&partial, beliefs)?,
            _ => Scheme::Rejection(Box::new(RejectionSampler::new(&partial, beliefs)?)),
        };
        Ok(Sampler {
            partial,
            scheme,
            card_weights: OnceLock::new(),
        })
    }

    /// Draws a deal. Returns `None` only with rejection sampling (four hidden hands, sometimes
    /// three), after a million failed tries.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        match &self.scheme {
            Scheme::Two(sampler, seats) => Some(self.completed(*seats, sampler.draw(rng)?)),
            Scheme::Three(sampler) => {
                let [one, two] = sampler.draw(rng);
                let seats = [0, 1, 2].map(|hand| sampler.weights_by_hand()[hand].seat);
                let mut deal = self.completed([seats[0], seats[2]], one);
                deal[seats[1] as usize] |= two;
                deal[seats[2] as usize] -= two;
                Some(deal)
            }
            Scheme::Rejection(sampler) => sampler.draw(&self.partial, rng),
        }
    }

    /// Returns the deal in which one seat has these unknown cards and the other the rest.
    fn completed(&self, [one, other]: [Seat; 2], hand: Hand) -> [Hand; 4] {
        let mut deal = self.partial.known;
        deal[one as usize] |= hand;
        deal[other as usize] |= self.partial.unknown - hand;
        deal
    }

    /// Returns the sum of the weights of all deals; `None` with rejection sampling.
    pub fn weight(&self) -> Option<f64> {
        match &self.scheme {
            Scheme::Two(sampler, _) => Some(sampler.weight()),
            Scheme::Three(sampler) => Some(sampler.weight()),
            Scheme::Rejection(_) => None,
        }
    }

    /// Returns the exact number of deals if every weight is 0 or 1; `None` with rejection sampling.
    pub fn layouts(&self) -> Option<u128> {
        match &self.scheme {
            Scheme::Two(sampler, _) => sampler.layouts(),
            Scheme::Three(sampler) => sampler.layouts(),
            Scheme::Rejection(_) => None,
        }
    }

    /// Returns the number of deals without any beliefs, an upper bound on what [`Sampler::deals`]
    /// lists. Callers decide by it whether to list or to draw.
    ///
    /// ```
    /// use bridge::dealing::Sampler;
    /// use bridge::Hand;
    ///
    /// let sampler = Sampler::new([Hand::EMPTY; 4], [&(), &(), &(), &()])?;
    /// assert_eq!(sampler.max_layouts(), 53_644_737_765_488_792_839_237_440_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_layouts(&self) -> u128 {
        let mut left = self.partial.unknown.len();
        let hidden = self.partial.hidden().map(|seat| {
            let size = self.partial.missing(seat);
            left -= size;
            binomial(left + size, size)
        });
        hidden.product()
    }

    /// Iterates lazily over all deals of positive weight, with their weights, in a fixed order.
    pub fn deals(&self) -> impl Iterator<Item = ([Hand; 4], f64)> + '_ {
        let deals: Box<dyn Iterator<Item = _>> = match &self.scheme {
            Scheme::Two(sampler, seats) => {
                let deal = |(hand, weight)| (self.completed(*seats, hand), weight);
                Box::new(sampler.divisions().map(deal))
            }
            Scheme::Three(sampler) => self.deals_by_hand(sampler.weights_by_hand()),
            Scheme::Rejection(sampler) => self.deals_by_hand(sampler.weights_by_hand()),
        };
        deals
    }

    fn deals_by_hand<'a>(
        &self,
        weights_by_hand: &'a [HandWeights],
    ) -> Box<dyn Iterator<Item = ([Hand; 4], f64)> + 'a> {
        hand_weights::deals(weights_by_hand, self.partial.unknown, self.partial.known)
    }

    /// Returns the exact probability that a seat was dealt a card; `None` with rejection sampling,
    /// unless the card is known.
    ///
    /// The first call costs about as much as building the sampler; later calls look the result up.
    pub fn probability(&self, seat: Seat, card: Card) -> Option<f64> {
        if !self.partial.unknown.contains(card) {
            let known = self.partial.known[seat as usize].contains(card);
            return Some(f64::from(u8::from(known)));
        }
        let weight = self.weight()?;
        let card_weights = self
            .card_weights
            .get_or_init(|| self.compute_card_weights(weight));
        let place = usize::from(card.rank.get());
        let held = card_weights[seat as usize][card.suit as usize][place];
        Some((held / weight).clamp(0.0, 1.0))
    }

    fn compute_card_weights(&self, weight: f64) -> CardWeights {
        let mut card_weights = [[[0.0; 15]; 4]; 4];
        let mut left = [[weight; 15]; 4];
        let mut give = |seat: Seat, held: [[f64; 15]; 4]| {
            card_weights[seat as usize] = held;
            for (left, held) in left.iter_mut().flatten().zip(held.iter().flatten()) {
                *left -= held;
            }
        };
        let last = match &self.scheme {
            Scheme::Two(sampler, [one, other]) => {
                give(*one, sampler.card_weights());
                *other
            }
            Scheme::Three(sampler) => {
                let [one, two] = sampler.card_weights();
                give(sampler.weights_by_hand()[0].seat, one);
                give(sampler.weights_by_hand()[1].seat, two);
                sampler.weights_by_hand()[2].seat
            }
            Scheme::Rejection(_) => return card_weights,
        };
        card_weights[last as usize] = left;
        card_weights
    }
}

fn two_hand_scheme(
    mut sampler: Box<TwoHandSampler>,
    partial: &PartialDeal,
    beliefs: [&dyn HandBelief; 4],
) -> Result<Scheme, DealingError> {
    let mut hidden = partial.hidden();
    let (one, other) = (hidden.next(), hidden.next());
    // With one hidden hand or none, a visible hand serves as the second one and gets no card.
    let visible = |not: Seat| Seat::ALL.into_iter().find(|&seat| seat != not);
    let one = one.unwrap_or(Seat::North);
    let other = other.or_else(|| visible(one)).unwrap_or(Seat::East);
    let partial_hands = [one, other].map(|seat| match partial.missing(seat) {
        0 => PartialHand::UNCONSTRAINED,
        _ => PartialHand::new(partial, beliefs, seat),
    });
    let divided = sampler.fill(partial.unknown, partial.missing(one), &partial_hands);
    divided.map_err(|error| error.for_seats([one, other]))?;
    Ok(Scheme::Two(sampler, [one, other]))
}

fn three_hand_scheme(
    partial: &PartialDeal,
    beliefs: [&dyn HandBelief; 4],
) -> Result<Scheme, DealingError> {
    let hand_weights = |seat| {
        HandWeights::new(
            seat,
            partial.unknown,
            &PartialHand::new(partial, beliefs, seat),
        )
    };
    let weights_by_hand = partial.hidden().map(hand_weights).collect();
    match ThreeHandSampler::new(partial, weights_by_hand) {
        Some(sampler) if sampler.weight() > 0.0 => Ok(Scheme::Three(Box::new(sampler))),
        // Examines each hand alone, and so names the seat if one belief is the cause.
        Some(_) => Err(RejectionSampler::new(partial, beliefs)
            .err()
            .unwrap_or(DealingError::Together)),
        None => Ok(Scheme::Rejection(Box::new(RejectionSampler::new(
            partial, beliefs,
        )?))),
    }
}

/// Returns the binomial coefficient `n` over `k`.
fn binomial(n: usize, k: usize) -> u128 {
    let step = |ways: u128, i: usize| ways * (n - i) as u128 / (i + 1) as u128;
    (0..k.min(n)).fold(1, step)
}
