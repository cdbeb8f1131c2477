//! What is left when partner must not be passed and nothing fits: the smallest lie.

use super::offers::Offer;
use super::turn::Turn;
use super::why::Thought;
use crate::notation::{STRAINS, SUITS};
use crate::{Strain, Suit};

/// Better ones first; the last ones fit any hand.
pub(super) fn all(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let (own, his) = (*turn.own(), *turn.his());
    let cheapest = |strain: Strain, why: Thought| {
        let call = turn.bid(turn.cheapest(strain), strain);
        // The cheapest bid shows no more than had to be shown already.
        let most = own.points.0.saturating_add(4).min(own.points.1);
        call.map(|call| Offer::new(call, why).limits(most).resort())
    };
    let suits = |wanted: &dyn Fn(Suit) -> bool| -> Vec<Suit> {
        let downwards = SUITS.into_iter().rev();
        downwards
            .filter(|suit| wanted(*suit) && !turn.theirs(*suit))
            .collect()
    };
    for suit in suits(&|suit| his.least(suit) >= 4) {
        let length = 8u8.saturating_sub(his.least(suit)).max(2);
        let offer = cheapest(suit.into(), Thought::Support);
        offers.extend(offer.map(|offer| offer.at_least(suit, length)));
    }
    for suit in suits(&|suit| own.bid[suit as usize]) {
        let offer = cheapest(suit.into(), Thought::OwnSuitAgain);
        offers.extend(offer.map(|offer| offer.at_least(suit, own.least(suit) + 1)));
    }
    if turn.cheapest(Strain::Notrump) <= 3 {
        let offer = cheapest(Strain::Notrump, Thought::NotrumpForWant);
        offers.extend(offer.map(|offer| {
            let offer = offer.stopped(turn.their_suits());
            offer.only(|held| held.lengths.iter().all(|length| *length >= 2))
        }));
    }
    let mut new = suits(&|suit| turn.unbid(suit) && turn.cheapest(suit.into()) <= 3);
    new.sort_by_key(|suit| turn.cheapest((*suit).into()));
    for suit in new {
        let offer = cheapest(suit.into(), Thought::AnotherSuit);
        offers.extend(offer.map(|offer| offer.at_least(suit, 4)));
    }
    for suit in suits(&|suit| his.least(suit) >= 3) {
        let offer = cheapest(suit.into(), Thought::PartnersSuitForWant);
        offers.extend(offer.map(|offer| offer.at_least(suit, 2)));
    }
    for suit in suits(&|suit| own.bid[suit as usize]) {
        offers.extend(cheapest(suit.into(), Thought::OwnSuitForWant));
    }
    let last = STRAINS.into_iter().rev();
    offers.extend(last.filter_map(|strain| cheapest(strain, Thought::Forced)));
}
