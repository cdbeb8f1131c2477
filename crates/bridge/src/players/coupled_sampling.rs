//! Coupled sampling of a modelled player's deals after different cards, with common random numbers.
//!
//! A card reveals something about the hand it came from, so the consistent deals differ from card
//! to card. Independent samples for every card would have no deal in common, and comparing cards
//! would mean comparing noise. Here deals are drawn from the information before the card, and each
//! is accepted by the likelihood of the card in it (rejection). The random numbers are the same for
//! every card, so a deal that is consistent with two cards is drawn after both, which reduces the
//! variance of their difference, and the solver's table entries serve both.
//!
//! A small card in another hidden hand is exchanged for any small card of its suit, and the deal is
//! weighted by the share of the small cards that the playing hand had. So the sample is unbiased:
//! its distribution is that of the information after the card (a test compares them).

use super::deal_sampler::DealSampler;
use super::player_model::swap_cards;
use crate::hand::{SPOTS, by_lot};
use crate::{Card, Hand, Holding, Seat};
use lookahead::Seed;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The maximum number of draws per deal wanted; the missing deals are then drawn from the
/// information after the card.
const TRIES: usize = 8;

/// A coupled sampler: a player's deal samplers before and after a card.
pub(super) struct CoupledSampler<'a> {
    pub(super) before: &'a DealSampler,
    pub(super) after: &'a DealSampler,
    /// The seat that played the card.
    pub(super) turn: Seat,
    pub(super) card: Card,
    /// The cards each hand had played before.
    pub(super) played: &'a [Hand; 4],
}

impl CoupledSampler<'_> {
    /// Draws `count` deals consistent with the information after the card; fewer only if drawing
    /// fails.
    pub(super) fn draw(&self, count: usize, rng: &mut Pcg64Mcg) -> Vec<[Hand; 4]> {
        let mut drawn = Vec::with_capacity(TRIES * count);
        for _ in 0..TRIES * count {
            let Some(deal) = self.before.draw(rng) else {
                break;
            };
            // The same count of random numbers, whether the deal is accepted or not.
            let (threshold, exchange) = (rng.random::<f64>(), Seed(rng.random()));
            drawn.push((threshold, self.fit(&deal, exchange)));
        }
        let max_probability = drawn
            .iter()
            .filter_map(|(_, fitted)| Some(fitted.as_ref()?.1));
        let max_probability = max_probability.fold(0.0, f64::max);
        let taken = drawn.iter().filter_map(|(threshold, fitted)| {
            let (deal, probability) = fitted.as_ref()?;
            (threshold * max_probability < *probability).then_some(*deal)
        });
        let mut deals: Vec<_> = taken.take(count).collect();
        let rest = count - deals.len();
        deals.extend((0..rest).map_while(|_| self.after.draw(rng)));
        deals
    }

    /// Returns the deal with the card in the hand that played it, and its likelihood; `None` if it
    /// is impossible.
    fn fit(&self, deal: &[Hand; 4], exchange: Seed) -> Option<([Hand; 4], f64)> {
        let (fitted, share) = if self.before.sees(self.turn) {
            (*deal, 1.0)
        } else if self.card.rank.get() <= 9 {
            self.exchange(deal, exchange)?
        } else {
            deal[self.turn as usize]
                .contains(self.card)
                .then_some((*deal, 1.0))?
        };
        let fits = self.after.weight(&fitted) / self.before.weight(deal);
        Some((fitted, share * fits))
    }

    /// Returns the deal with a small card in the hand that played it, and that hand's share of the
    /// hidden small cards of the suit.
    fn exchange(&self, deal: &[Hand; 4], exchange: Seed) -> Option<([Hand; 4], f64)> {
        let card = self.card;
        let hidden = Seat::ALL
            .into_iter()
            .filter(|seat| !self.before.sees(*seat));
        let small = |seat: usize| {
            let mut small = Hand::EMPTY;
            let left = deal[seat] - self.played[seat];
            small[card.suit] = left[card.suit] & Holding::from_bits_truncate(SPOTS);
            small
        };
        let all: usize = hidden.map(|seat| small(seat as usize).len()).sum();
        let own = small(self.turn as usize);
        let mut fitted = *deal;
        if !own.contains(card) {
            let given = by_lot(own, &mut exchange.rng())?;
            swap_cards(&mut fitted, self.turn, card, given).then_some(())?;
        }
        Some((fitted, own.len() as f64 / all as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Bidding, Conventions};
    use crate::{Board, Play, Strain, View, Vulnerability, notation};

    const DEAL: &str = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";

    /// East's view of a deal after these cards.
    fn east(cards: &[&str]) -> View {
        let board = Board {
            number: 1,
            dealer: Seat::South,
            vulnerability: Vulnerability::None,
            hands: notation::deal(DEAL).unwrap(),
        };
        let mut play = Play::new(board.hands, Strain::Hearts, Seat::West).unwrap();
        for card in cards {
            play.play(notation::card(card).unwrap()).unwrap();
        }
        let auction = "1H 1S 3H - 4H - - -".parse().unwrap();
        View::of(&board, &auction, &play, Seat::East)
    }

    fn sampler(view: &View) -> DealSampler {
        let conventions = Conventions::standard();
        let bidding = Bidding::of(&view.auction, view.dealer, &conventions);
        DealSampler::of(view, &bidding, &conventions).unwrap()
    }

    const PLAYED: [&str; 4] = ["DA", "D6", "D9", "D3"];

    fn played() -> [Hand; 4] {
        let cards = [1, 2, 3, 0].map(|index| notation::card(PLAYED[index]).unwrap());
        cards.map(|card| std::iter::once(card).collect())
    }

    /// Deals drawn for East after West's second card, 8 at a time.
    fn sampled(card: &str, count: usize) -> Vec<[Hand; 4]> {
        let (before, after) = (
            sampler(&east(&PLAYED)),
            sampler(&east(&[&PLAYED[..], &[card]].concat())),
        );
        let sampler = CoupledSampler {
            before: &before,
            after: &after,
            turn: Seat::West,
            card: notation::card(card).unwrap(),
            played: &played(),
        };
        let some = |seed: usize| sampler.draw(8, &mut Seed(seed as u64).rng());
        (0..count / 8).flat_map(some).collect()
    }

    #[test]
    fn deals_are_as_if_drawn_from_what_is_known_after_the_card() {
        for card in ["S5", "DK", "S9", "CA", "H6"] {
            let deals = sampled(card, 8000);
            let after = sampler(&east(&[&PLAYED[..], &[card]].concat()));
            let mut rng = Seed(7).rng();
            let drawn: Vec<_> = (0..8000).filter_map(|_| after.draw(&mut rng)).collect();
            assert_eq!((deals.len(), drawn.len()), (8000, 8000));
            for other in Hand::ALL {
                let west = |deals: &[[Hand; 4]]| {
                    let holds = |deal: &&[Hand; 4]| deal[Seat::West as usize].contains(other);
                    deals.iter().filter(holds).count() as f64 / 8000.0
                };
                let (one, two) = (west(&deals), west(&drawn));
                // Deals drawn eight at a time are not quite independent: five errors, and a little.
                let error = (one * (1.0 - one) / 4000.0).sqrt();
                assert!(
                    (one - two).abs() <= 5.0 * error + 0.005,
                    "{card} {other:?} {one} {two}"
                );
            }
        }
    }

    #[test]
    fn after_different_cards_much_the_same_is_imagined() {
        let alike = |a: &[Hand; 4], b: &[Hand; 4]| {
            let west = Seat::West as usize;
            (a[west] - b[west]).len() <= 1
        };
        let (five, seven) = (sampled("S5", 800), sampled("S7", 800));
        let pairs = five.chunks(8).zip(seven.chunks(8));
        let common = pairs.map(|(a, b)| a.iter().filter(|x| b.iter().any(|y| alike(x, y))).count());
        assert!(common.sum::<usize>() > 600);
    }
}
