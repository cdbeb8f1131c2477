//! Fallback calls when partner's call is forcing and nothing fits: the smallest distortion.

use super::candidates::Candidate;
use super::context::Context;
use super::reason::Judgement;
use crate::notation::{STRAINS, SUITS};
use crate::{Strain, Suit};

/// Adds the fallback calls, better ones first; the last ones fit any hand.
pub(super) fn all(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let (own, partner) = (*context.own_shown(), *context.partner_shown());
    let cheapest = |strain: Strain, why: Judgement| {
        let call = context.bid(context.cheapest(strain), strain);
        // The cheapest bid shows no more than had to be shown already.
        let most = own.points.0.saturating_add(4).min(own.points.1);
        call.map(|call| Candidate::new(call, why).limits(most).fallback())
    };
    let suits = |wanted: &dyn Fn(Suit) -> bool| -> Vec<Suit> {
        let downwards = SUITS.into_iter().rev();
        downwards
            .filter(|suit| wanted(*suit) && !context.theirs(*suit))
            .collect()
    };
    for suit in suits(&|suit| partner.least(suit) >= 4) {
        let length = 8u8.saturating_sub(partner.least(suit)).max(2);
        let candidate = cheapest(suit.into(), Judgement::Support);
        candidates.extend(candidate.map(|candidate| candidate.at_least(suit, length)));
    }
    for suit in suits(&|suit| own.bid[suit as usize]) {
        let candidate = cheapest(suit.into(), Judgement::OwnSuitAgain);
        candidates.extend(candidate.map(|candidate| candidate.at_least(suit, own.least(suit) + 1)));
    }
    if context.cheapest(Strain::Notrump) <= 3 {
        let candidate = cheapest(Strain::Notrump, Judgement::NotrumpForWant);
        candidates.extend(candidate.map(|candidate| {
            let candidate = candidate.stopped(context.their_suits());
            candidate.only(|held| held.lengths.iter().all(|length| *length >= 2))
        }));
    }
    let mut new = suits(&|suit| context.unbid(suit) && context.cheapest(suit.into()) <= 3);
    new.sort_by_key(|suit| context.cheapest((*suit).into()));
    for suit in new {
        let candidate = cheapest(suit.into(), Judgement::AnotherSuit);
        candidates.extend(candidate.map(|candidate| candidate.at_least(suit, 4)));
    }
    for suit in suits(&|suit| partner.least(suit) >= 3) {
        let candidate = cheapest(suit.into(), Judgement::PartnersSuitForWant);
        candidates.extend(candidate.map(|candidate| candidate.at_least(suit, 2)));
    }
    for suit in suits(&|suit| own.bid[suit as usize]) {
        candidates.extend(cheapest(suit.into(), Judgement::OwnSuitForWant));
    }
    let last = STRAINS.into_iter().rev();
    candidates.extend(last.filter_map(|strain| cheapest(strain, Judgement::Forced)));
}
