//! Two ways to choose a card without thinking about it: baselines, and fillers for empty seats.

use crate::notation::SUITS;
use crate::players::{Advice, Choose, NoChoice};
use crate::{Card, Hand, Suit, View};
use lookahead::{Control, Stop};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Any legal card, by lot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByLot;

impl Choose for ByLot {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        said(view, control, |legal| {
            by_lot(legal, &mut control.seed.rng())
        })
    }
}

/// The lowest card: of the suit led, else of the longest suit that is not trumps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Low;

impl Choose for Low {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        let trump = view.agreed().and_then(|a| a.contract.bid.strain.suit());
        said(view, control, |legal| low(legal, trump))
    }
}

/// One of the legal cards as advice without opinions.
fn said(
    view: &View,
    control: &Control<'_>,
    pick: impl FnOnce(Hand) -> Option<Card>,
) -> Result<Advice, NoChoice> {
    let (seat, turn) = (view.seat, view.turn());
    let turn = turn.ok_or(match view.agreed() {
        Some(_) if view.auction.has_ended() => NoChoice::Over,
        _ => NoChoice::NoContract,
    })?;
    if view.decider() != Some(seat) {
        return Err(NoChoice::NotYours { seat, turn });
    }
    Ok(Advice {
        seat: turn,
        card: pick(view.legal()).ok_or(NoChoice::NoCard(turn))?,
        candidates: Vec::new(),
        reasons: Vec::new(),
        effort: control.start().effort(0, Stop::Done),
    })
}

/// One of several cards; none of none.
pub(super) fn by_lot(cards: Hand, rng: &mut Pcg64Mcg) -> Option<Card> {
    let number = rng.random_range(0..cards.len().max(1));
    cards.iter().nth(number)
}

fn low(legal: Hand, trump: Option<Suit>) -> Option<Card> {
    let merit = |suit: &Suit| (Some(*suit) != trump, legal[*suit].len());
    let held = SUITS.into_iter().filter(|suit| !legal[*suit].is_empty());
    let suit = held.max_by_key(merit)?;
    let rank = legal[suit].iter().min()?;
    Some(Card { suit, rank })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use lookahead::Seed;

    #[test]
    fn low_is_low_and_keeps_trumps() {
        let chosen = |hand: &str| low(notation::hand(hand).unwrap(), Some(Suit::Spades));
        let card = |text| Some(notation::card(text).unwrap());
        assert_eq!(chosen("AKQJ32.K7.A65.98"), card("D5"));
        assert_eq!(chosen("A2..."), card("S2"));
        assert_eq!(chosen("..."), None);
    }

    #[test]
    fn by_lot_every_card_comes_up() {
        let hand = notation::hand("A2.K.Q.J9").unwrap();
        let mut rng = Seed(1).rng();
        let drawn: Hand = (0..200).filter_map(|_| by_lot(hand, &mut rng)).collect();
        assert_eq!(drawn, hand);
        assert_eq!(by_lot(Hand::EMPTY, &mut rng), None);
    }
}
