//! Deals that fit what is known, drawn at random.
//!
//! What is known of a hand is of two kinds: cards that are certainly in it, and a weight for
//! everything else, through [`Weigh`]. A [`Sampler`] draws deals with exactly the probability that
//! is proportional to the product of all weights: no deal that fits is favoured over another,
//! unlike with cards placed one by one at random until the constraints are met, as Otawa and Uehara
//! do ("abc algorithm", 2006). It also counts deals, lists them and tells where a card is likely to
//! be.
//!
//! How it is done depends on how many hands are hidden:
//!
//! * **two**, whenever dummy is on the table: suit by suit over cells of lengths and points, always
//!   exact. One and none are special cases.
//! * **three**, before that: the same over classes of lengths and points that the beliefs tell
//!   apart. Exact, with a set-up of some tens of milliseconds; with beliefs that tell too much
//!   apart, as with four.
//! * **four**, when nobody looks: one hand exactly, the others by trial and error. Fair too, but
//!   tries may run out, and weights and chances of the whole are not known.
//!
//! Weights that do not factor into suits and hands are put on top: [`Sampler::draw_weighted`] and
//! [`Sampler::accept`]. What beliefs follow from calls and cards is not decided here.
//!
//! ```
//! use bridge::dealing::{Sampler, Weigh};
//! use bridge::hand::is_balanced;
//! use bridge::{Seat, notation};
//! use lookahead::Seed;
//!
//! /// Fifteen to seventeen points, balanced.
//! struct Notrump;
//! impl Weigh for Notrump {
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
//! assert!((sampler.chance(Seat::South, ace).unwrap() - 0.623_092).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod open;
mod opinion;
mod peel;
mod pick;
mod soft;
mod split;
#[cfg(test)]
mod tests;
mod thirds;
mod ways;

pub use soft::{Kept, Weighted, effective};

use crate::{Card, Hand, Holding, NotationError, Seat, Suit};
use open::{Holder, Open};
use opinion::Opinion;
use peel::Peel;
use rand_pcg::Pcg64Mcg;
use split::Split;
use std::sync::OnceLock;
use thirds::Thirds;

/// What is believed of one hand of thirteen cards, as a weight: 0 forbids, 1 is indifferent.
///
/// Hands are meant as they were dealt, with the cards played since. The weight of a hand is the
/// product of the weights of its four suits and of [`Weigh::hand`]; the weight of a deal is the
/// product over the hands.
pub trait Weigh: Sync {
    /// The weight of holding exactly these cards of a suit.
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let _ = (suit, held);
        1.0
    }

    /// The weight of these lengths (clubs first) together with these high-card points.
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let _ = (lengths, points);
        1.0
    }
}

/// Nothing is believed.
impl Weigh for () {}

/// Why there is no deal to draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingFits {
    /// The known cards are not part of one deal.
    #[error("the known cards do not add up: {0}")]
    Cards(#[from] NotationError),
    /// The weights of a suit leave no way to divide its unknown cards.
    #[error("no way to divide the {} suit fits what is believed of it", .0.letter())]
    Suit(Suit),
    /// The weight of one hand is 0 with whatever cards it can have.
    #[error("no hand that {0} can have fits what is believed of it")]
    Seat(Seat),
    /// Each belief can be met, but not all at once.
    #[error("what is believed of the hands cannot all be true")]
    Together,
}

impl NothingFits {
    /// Puts the blame on a seat if it is on nobody.
    fn or_seat(self, seat: Seat) -> Self {
        if self == NothingFits::Together {
            NothingFits::Seat(seat)
        } else {
            self
        }
    }
}

/// How the unknown cards are dealt.
#[derive(Clone, Debug)]
enum Scheme {
    Two(Box<Split>, [Seat; 2]),
    Three(Box<Thirds>),
    Peel(Box<Peel>),
}

/// The weight of all deals, and of those that give a card to a seat, by seat, suit and rank.
type Holds = [[[f64; 15]; 4]; 4];

/// Draws deals with given cards in each hand, by weight.
///
/// Only the weights of hidden hands count, those with fewer than thirteen known cards: what is seen
/// needs no belief. A weight that is negative, infinite or not a number counts as 0, and so does
/// one below 1e-12; one above 1e12 counts as 1e12.
#[derive(Clone, Debug)]
pub struct Sampler {
    open: Open,
    scheme: Scheme,
    holds: OnceLock<Holds>,
}

impl Sampler {
    /// Prepares to draw deals. `known` are the cards certainly dealt to each seat, those already
    /// played too; thirteen of them are a hand that is seen.
    ///
    /// With two hidden hands or fewer this takes some ten to a hundred microseconds, with three
    /// some tens of milliseconds, with four some milliseconds.
    ///
    /// # Errors
    /// If no deal has a weight. Where one hand alone is drawn exactly, only what a single hand
    /// makes impossible is noticed.
    pub fn new(known: [Hand; 4], beliefs: [&dyn Weigh; 4]) -> Result<Self, NothingFits> {
        Sampler::with(Box::default(), known, beliefs)
    }

    /// The same in the space of an earlier sampler, which saves memory being asked for and given
    /// back.
    ///
    /// # Errors
    /// As [`Sampler::new`].
    pub fn again(self, known: [Hand; 4], beliefs: [&dyn Weigh; 4]) -> Result<Self, NothingFits> {
        let split = match self.scheme {
            Scheme::Two(split, _) => split,
            Scheme::Three(_) | Scheme::Peel(_) => Box::default(),
        };
        Sampler::with(split, known, beliefs)
    }

    fn with(
        split: Box<Split>,
        known: [Hand; 4],
        beliefs: [&dyn Weigh; 4],
    ) -> Result<Self, NothingFits> {
        let open = Open::new(known)?;
        let scheme = match open.hidden().count() {
            0..=2 => two(split, &open, beliefs)?,
            3 => three(&open, beliefs)?,
            _ => Scheme::Peel(Box::new(Peel::new(&open, beliefs)?)),
        };
        Ok(Sampler {
            open,
            scheme,
            holds: OnceLock::new(),
        })
    }

    /// A deal. None only where one hand alone is drawn exactly (four hidden hands, sometimes three)
    /// and a million tries for the others have failed.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        match &self.scheme {
            Scheme::Two(split, seats) => Some(self.dealt(*seats, split.draw(rng)?)),
            Scheme::Three(thirds) => {
                let [one, two] = thirds.draw(rng);
                let seats = [0, 1, 2].map(|hand| thirds.opinions()[hand].seat);
                let mut deal = self.dealt([seats[0], seats[2]], one);
                deal[seats[1] as usize] |= two;
                deal[seats[2] as usize] -= two;
                Some(deal)
            }
            Scheme::Peel(peel) => peel.draw(&self.open, rng),
        }
    }

    /// One seat gets these cards, the other the rest.
    fn dealt(&self, [one, other]: [Seat; 2], hand: Hand) -> [Hand; 4] {
        let mut deal = self.open.known;
        deal[one as usize] |= hand;
        deal[other as usize] |= self.open.unknown - hand;
        deal
    }

    /// The sum of the weights of all deals. None where one hand alone is drawn exactly.
    pub fn weight(&self) -> Option<f64> {
        match &self.scheme {
            Scheme::Two(split, _) => Some(split.weight()),
            Scheme::Three(thirds) => Some(thirds.weight()),
            Scheme::Peel(_) => None,
        }
    }

    /// The exact number of deals, if every weight is 0 or 1. None where one hand alone is drawn
    /// exactly.
    pub fn layouts(&self) -> Option<u128> {
        match &self.scheme {
            Scheme::Two(split, _) => split.layouts(),
            Scheme::Three(thirds) => thirds.layouts(),
            Scheme::Peel(_) => None,
        }
    }

    /// The number of deals if nothing were believed: the most that [`Sampler::each`] can list.
    /// Tells whether to list or to draw.
    ///
    /// ```
    /// use bridge::dealing::Sampler;
    /// use bridge::Hand;
    ///
    /// let sampler = Sampler::new([Hand::EMPTY; 4], [&(), &(), &(), &()])?;
    /// assert_eq!(sampler.at_most(), 53_644_737_765_488_792_839_237_440_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_most(&self) -> u128 {
        let mut left = self.open.unknown.len();
        let hidden = self.open.hidden().map(|seat| {
            let size = self.open.missing(seat);
            left -= size;
            binomial(left + size, size)
        });
        hidden.product()
    }

    /// Every deal that has a weight, with its weight, in an order that is always the same. Nothing
    /// is listed ahead of need.
    pub fn each(&self) -> impl Iterator<Item = ([Hand; 4], f64)> + '_ {
        let each: Box<dyn Iterator<Item = _>> = match &self.scheme {
            Scheme::Two(split, seats) => {
                let deal = |(hand, weight)| (self.dealt(*seats, hand), weight);
                Box::new(split.each().map(deal))
            }
            Scheme::Three(thirds) => self.each_of(thirds.opinions()),
            Scheme::Peel(peel) => self.each_of(peel.opinions()),
        };
        each
    }

    fn each_of<'a>(
        &self,
        opinions: &'a [Opinion],
    ) -> Box<dyn Iterator<Item = ([Hand; 4], f64)> + 'a> {
        opinion::each(opinions, self.open.unknown, self.open.known)
    }

    /// The probability that a seat was dealt a card, exactly, without drawing. None where one hand
    /// alone is drawn exactly, unless the card is known.
    ///
    /// The first question costs about as much as making the sampler, any other nothing.
    pub fn chance(&self, seat: Seat, card: Card) -> Option<f64> {
        if !self.open.unknown.contains(card) {
            let known = self.open.known[seat as usize].contains(card);
            return Some(f64::from(u8::from(known)));
        }
        let weight = self.weight()?;
        let holds = self.holds.get_or_init(|| self.count_holds(weight));
        let place = usize::from(card.rank.get());
        let held = holds[seat as usize][card.suit as usize][place];
        Some((held / weight).clamp(0.0, 1.0))
    }

    fn count_holds(&self, weight: f64) -> Holds {
        let mut holds = [[[0.0; 15]; 4]; 4];
        let mut left = [[weight; 15]; 4];
        let mut give = |seat: Seat, held: [[f64; 15]; 4]| {
            holds[seat as usize] = held;
            for (left, held) in left.iter_mut().flatten().zip(held.iter().flatten()) {
                *left -= held;
            }
        };
        let last = match &self.scheme {
            Scheme::Two(split, [one, other]) => {
                give(*one, split.holds());
                *other
            }
            Scheme::Three(thirds) => {
                let [one, two] = thirds.holds();
                give(thirds.opinions()[0].seat, one);
                give(thirds.opinions()[1].seat, two);
                thirds.opinions()[2].seat
            }
            Scheme::Peel(_) => return holds,
        };
        holds[last as usize] = left;
        holds
    }
}

fn two(
    mut split: Box<Split>,
    open: &Open,
    beliefs: [&dyn Weigh; 4],
) -> Result<Scheme, NothingFits> {
    let mut hidden = open.hidden();
    let (one, other) = (hidden.next(), hidden.next());
    // With one hidden hand or none somebody who is seen gets nothing.
    let seen = |not: Seat| Seat::ALL.into_iter().find(|&seat| seat != not);
    let one = one.unwrap_or(Seat::North);
    let other = other.or_else(|| seen(one)).unwrap_or(Seat::East);
    let holders = [one, other].map(|seat| match open.missing(seat) {
        0 => Holder::ANYBODY,
        _ => Holder::new(open, beliefs, seat),
    });
    let divided = split.fill(open.unknown, open.missing(one), &holders);
    divided.map_err(|nothing| nothing.between([one, other]))?;
    Ok(Scheme::Two(split, [one, other]))
}

fn three(open: &Open, beliefs: [&dyn Weigh; 4]) -> Result<Scheme, NothingFits> {
    let opinion = |seat| Opinion::new(seat, open.unknown, &Holder::new(open, beliefs, seat));
    let opinions = open.hidden().map(opinion).collect();
    match Thirds::new(open, opinions) {
        Some(thirds) if thirds.weight() > 0.0 => Ok(Scheme::Three(Box::new(thirds))),
        // Looks at each hand alone, and so finds whom to blame if it is one alone.
        Some(_) => Err(Peel::new(open, beliefs)
            .err()
            .unwrap_or(NothingFits::Together)),
        None => Ok(Scheme::Peel(Box::new(Peel::new(open, beliefs)?))),
    }
}

/// The number of ways to choose `k` of `n`.
fn binomial(n: usize, k: usize) -> u128 {
    let step = |ways: u128, i: usize| ways * (n - i) as u128 / (i + 1) as u128;
    (0..k.min(n)).fold(1, step)
}
