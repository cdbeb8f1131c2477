//! One hand drawn exactly, the others dealt at random and kept by weight.
//!
//! With four hidden hands, or three with beliefs too particular to be grouped, cells are too many.
//! Then the most particular hand is drawn from its own exact weights against all the others
//! together, the rest of the cards is shuffled among the others, and the deal is kept with the
//! probability that is the product of their weights, each divided by a bound. The chance to end
//! with a deal is then the first hand's weight times theirs, divided by what is the same for all
//! deals: no deal is favoured. The number of tries has a bound.

use super::open::{Holder, Open};
use super::opinion::Opinion;
use super::split::Split;
use super::{NothingFits, Weigh, binomial};
use crate::{Card, Hand, Rank, Suit};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// How often a deal is tried before drawing is given up.
const TRIES: u32 = 1_000_000;

/// One hand against the others together, and what is believed of these.
#[derive(Clone, Debug)]
pub(super) struct Peel {
    split: Split,
    /// The hand drawn exactly, then the others, the most particular first.
    opinions: Vec<Opinion>,
    /// The bound of each one's weights.
    highest: Vec<f64>,
}

impl Peel {
    pub(super) fn new(open: &Open, beliefs: [&dyn Weigh; 4]) -> Result<Self, NothingFits> {
        let mut hands = Vec::new();
        for seat in open.hidden() {
            let holder = Holder::new(open, beliefs, seat);
            let opinion = Opinion::new(seat, open.unknown, &holder);
            let mut split = Split::default();
            let divided = split.fill(open.unknown, opinion.size, &[holder, Holder::ANYBODY]);
            // Nothing to blame but this hand, or a suit.
            divided.map_err(|nothing| nothing.between([seat; 2]).or_seat(seat))?;
            let highest = opinion.highest();
            let all = binomial(open.unknown.len(), opinion.size) as f64;
            hands.push((split.weight() / highest / all, highest, split, opinion));
        }
        hands.sort_by(|a, b| a.0.total_cmp(&b.0));
        let highest = hands.iter().map(|(_, highest, _, _)| *highest).collect();
        let (mut splits, opinions): (Vec<_>, Vec<_>) = hands
            .into_iter()
            .map(|(_, _, split, opinion)| (split, opinion))
            .unzip();
        Ok(Peel {
            split: std::mem::take(&mut splits[0]),
            opinions,
            highest,
        })
    }

    /// What is believed of each hidden hand.
    pub(super) fn opinions(&self) -> &[Opinion] {
        &self.opinions
    }

    pub(super) fn draw(&self, open: &Open, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        (0..TRIES).find_map(|_| self.attempt(open, rng))
    }

    fn attempt(&self, open: &Open, rng: &mut Pcg64Mcg) -> Option<[Hand; 4]> {
        let first = self.split.draw(rng)?;
        let mut deal = open.known;
        deal[self.opinions[0].seat as usize] |= first;
        let mut left = Cards::new(open.unknown - first);
        for (opinion, highest) in self.opinions.iter().zip(&self.highest).skip(1) {
            let hand = left.take(opinion.size, rng);
            if rng.random::<f64>() * highest >= opinion.weight(hand) {
                return None;
            }
            deal[opinion.seat as usize] |= hand;
        }
        Some(deal)
    }
}

/// Cards in a row, to be taken at random.
struct Cards {
    row: [Card; 52],
    count: usize,
}

impl Cards {
    fn new(cards: Hand) -> Self {
        let any = Card {
            suit: Suit::Clubs,
            rank: Rank::A,
        };
        let mut row = [any; 52];
        for (place, card) in row.iter_mut().zip(cards) {
            *place = card;
        }
        Cards {
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
