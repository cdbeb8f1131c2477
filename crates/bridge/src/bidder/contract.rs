//! Choice of the contract: slams, games, invitations, and sign-offs.

use super::auction_state::{CallKind, ShownHand};
use super::candidates::Candidate;
use super::context::{Context, game_level};
use super::hand_evaluation::{EvaluatedHand, Purpose};
use super::reason::Judgement;
use crate::notation::SUITS;
use crate::{Bid, Strain, Suit};

/// Points of both hands together for game, game in a minor suit, a small slam and a grand slam.
const GAME: u8 = 25;
const MINOR_GAME: u8 = 28;
const SLAM: u8 = 33;
const GRAND: u8 = 37;

const MAJORS: [Suit; 2] = [Suit::Spades, Suit::Hearts];
const MINORS: [Suit; 2] = [Suit::Diamonds, Suit::Clubs];

/// Returns the suits with a possible fit, the likelier first.
fn trumps(context: &Context<'_>, mut suits: [Suit; 2]) -> impl Iterator<Item = Suit> {
    let shown = |suit: Suit| {
        (
            context.partner_shown().least(suit) + context.own_shown().least(suit),
            context.partner_shown().least(suit),
        )
    };
    suits.sort_by_key(|suit| std::cmp::Reverse(shown(*suit)));
    let theirs = context.their_suits();
    suits
        .into_iter()
        .filter(move |suit| !theirs[*suit as usize])
}

/// Returns the bonus for partner's long trumps.
fn length_bonus(context: &Context<'_>, suit: Suit) -> u8 {
    context.partner_shown().least(suit).saturating_sub(5)
}

/// Returns a bid in a suit with a fit.
fn fit(context: &Context<'_>, level: u8, suit: Suit, why: Judgement) -> Option<Candidate> {
    let call = context.bid(level, suit.into())?;
    Some(Candidate::new(call, why).at_least(suit, context.needed(suit)))
}

/// Returns a bid in notrump, with their suits stopped and no fit in a major suit.
fn notrump(context: &Context<'_>, level: u8, why: Judgement) -> Option<Candidate> {
    let call = context.bid(level, Strain::Notrump)?;
    let partner = *context.partner_shown();
    let partner_bid_notrump = context
        .last
        .is_some_and(|bid| bid.strain == Strain::Notrump)
        && context.partner_bid();
    let mut candidate = Candidate::new(call, why);
    for suit in trumps(context, MAJORS).filter(|suit| partner.least(*suit) >= 3) {
        candidate = candidate.at_most(suit, 7 - partner.least(suit).min(7));
    }
    // Partner has the other suits stopped after bidding notrump.
    if partner_bid_notrump {
        return Some(candidate);
    }
    let fine =
        move |held: &EvaluatedHand| SUITS.into_iter().all(|suit| covered(held, &partner, suit));
    let candidate = candidate.stopped(context.their_suits());
    Some(candidate.only(move |held| partner.balanced() || fine(held)))
}

/// Returns whether a suit is safe for notrump, as far as known.
fn covered(held: &EvaluatedHand, partner: &ShownHand, suit: Suit) -> bool {
    let helped = partner.least(suit) >= 4;
    match held.length(suit) {
        0 | 1 => helped,
        2 => helped || held.balanced || held.stops(suit),
        _ => true,
    }
}

/// Slams, when partner's minimum is enough. Aces are not asked for: 33 high-card points cannot lack
/// two aces, and other hands must hold some.
pub(super) fn slams(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    if context.game_reached() && context.last.is_some_and(|bid| bid.level.get() >= 6) {
        return;
    }
    let least = context.partner_shown().points.0;
    for (level, together) in [(7, GRAND), (6, SLAM)] {
        let fits = trumps(context, MAJORS).chain(trumps(context, MINORS));
        for suit in fits.filter(|suit| context.partner_shown().least(*suit) >= 3) {
            let needed = together.saturating_sub(least + length_bonus(context, suit));
            let aces = move |held: &EvaluatedHand| {
                held.aces() >= 2 || held.points >= needed && held.aces() >= 1
            };
            let slam = fit(context, level, suit, Judgement::SlamWithFit);
            candidates.extend(slam.map(|slam| {
                let purpose = Purpose::Trumps(suit);
                slam.points(needed, 40, purpose).only(aces)
            }));
        }
        let needed = together.saturating_sub(least);
        let slam = notrump(context, level, Judgement::SlamInPoints);
        candidates.extend(slam.map(|slam| slam.points(needed, 40, Purpose::Notrump)));
    }
    quantitative(context, candidates);
}

/// A quantitative four notrump over partner's notrump invites to a slam; it is accepted with more
/// than the minimum.
fn quantitative(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let notrump = |bid: &Bid| context.partner_bid() && bid.strain == Strain::Notrump;
    let Some(last) = context.last.filter(notrump) else {
        return;
    };
    // A limited hand leaves the decision to partner.
    let limited = context.own_shown().acted
        && context.own_shown().points.1 - context.own_shown().points.0 <= 6;
    let (least, most) = context.partner_shown().points;
    let (from, to) = (SLAM.saturating_sub(most), (SLAM - 1).saturating_sub(least));
    match last.level.get() {
        2 | 3 if !limited && most < 30 && from.max(14) <= to => {
            let ask = context.bid(4, Strain::Notrump);
            candidates.extend(ask.map(|call| {
                let ask = Candidate::new(call, Judgement::SlamInvitation);
                ask.points(from.max(14), to, Purpose::Notrump).balanced()
            }));
        }
        4 => {
            let needed = SLAM.saturating_sub(context.middle());
            let accept = context.bid(6, Strain::Notrump);
            candidates.extend(accept.map(|call| {
                let accept = Candidate::new(call, Judgement::MoreThanShown);
                accept.points(needed, 40, Purpose::Notrump)
            }));
        }
        _ => {}
    }
}

/// Corrects three notrump to a major suit with an eight-card fit.
pub(super) fn corrections(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    if context.last == Some(Bid::new(3, Strain::Notrump)) && context.partner_bid() {
        for suit in trumps(context, MAJORS).filter(|suit| context.partner_shown().least(*suit) >= 3)
        {
            candidates.extend(fit(context, 4, suit, Judgement::EightTrumps));
        }
    }
}

/// Returns whether partner's call forces a bid and there is none below: a forced bid is no
/// invitation.
fn pushed(context: &Context<'_>, strain: Strain, level: u8) -> bool {
    let forced = context.forced() && context.partner_kind() != CallKind::Natural;
    forced && context.cheapest(strain) == level
}

/// Returns whether there is room for an invitation below game.
fn room(context: &Context<'_>, strain: Strain) -> bool {
    let invitation = game_level(strain) - 1;
    let raised = |bid: Bid| bid.strain == strain && bid.level.get() == invitation;
    context.cheapest(strain) <= invitation
        && !pushed(context, strain, invitation)
        && !context.last.is_some_and(raised)
        && !context.contested()
}

/// Returns the points needed for game in a strain: certain if an invitation is possible, else
/// likely.
fn needed_for_game(context: &Context<'_>, strain: Strain, together: u8) -> u8 {
    let ask = room(context, strain) && !context.partner_shown().preempted;
    let partner = if ask {
        context.low
    } else {
        context.middle().max(context.low)
    };
    together.saturating_sub(partner)
}

/// Returns the largest number of points without a slam bid.
fn below_slam(context: &Context<'_>) -> u8 {
    (SLAM - 1).saturating_sub(context.partner_shown().points.0)
}

/// Returns the points with which game must be reached.
pub(super) fn enough_for_game(context: &Context<'_>) -> u8 {
    needed_for_game(context, Strain::Notrump, GAME) + 1
}

/// Game in a major suit with a fit, or a slower raise once game is certain.
pub(super) fn major_games(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    for suit in trumps(context, MAJORS) {
        let level = context.cheapest(suit.into());
        if context.must_reach_game() && level <= 3 && context.partner_shown().least(suit) >= 4 {
            let least = (SLAM - 2).saturating_sub(context.low);
            let more = fit(context, level, suit, Judgement::FitBeyondGame);
            candidates
                .extend(more.map(|more| more.points(least, 40, Purpose::Trumps(suit)).forcing()));
        }
        let bonus = length_bonus(context, suit);
        let needed = needed_for_game(context, suit.into(), GAME).saturating_sub(bonus);
        let game = fit(context, 4, suit, Judgement::GameInMajorFit);
        let most = below_slam(context).max(needed);
        candidates.extend(game.map(|game| game.points(needed, most, Purpose::Trumps(suit))));
    }
}

/// New suits on the way to game, where a fit is still possible.
pub(super) fn explorations(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let (own, partner) = (context.own_shown(), context.partner_shown());
    let shown = own.balanced() || context.contested() && own.acted;
    if shown || partner.preempted || partner.points.0 < 5 || own.points.1 <= 10 || !partner.acted {
        return;
    }
    let needed = needed_for_game(context, Strain::Notrump, GAME);
    for suit in [Suit::Hearts, Suit::Spades, Suit::Clubs, Suit::Diamonds] {
        // Opposite notrump the two level is for weak hands.
        let level = context
            .cheapest(suit.into())
            .max(if partner.balanced() { 3 } else { 1 });
        let minor = suit <= Suit::Diamonds;
        let possible = context.unbid(suit) && partner.lengths[suit as usize].1 >= 4;
        let shown = own.least(suit) >= 4;
        // Over their jumps there may be no other way to show a strong hand.
        let highest = if context.contested() && minor { 4 } else { 3 };
        if !possible || shown || level > highest || own.points.1 < needed {
            continue;
        }
        let call = context.bid(level, suit.into());
        candidates.extend(call.map(|call| {
            let new = Candidate::new(call, Judgement::NewSuitToGame);
            let new = new.points(needed, 40, Purpose::Cards).forcing();
            let four = !minor && !partner.balanced() && !context.contested();
            new.at_least(suit, if four { 4 } else { 5 })
        }));
        // With support for partner's major, which is raised next time, four cards will do.
        let majors = MAJORS.map(|major| context.needed(major).max(3));
        candidates.extend(call.filter(|_| context.contested()).map(|call| {
            let new = Candidate::new(call, Judgement::NewSuitThenSupport).at_least(suit, 4);
            let new = new.points(needed, 40, Purpose::Cards).forcing();
            new.only(move |held| {
                MAJORS
                    .into_iter()
                    .zip(majors)
                    .any(|(m, length)| m != suit && held.length(m) >= length)
            })
        }));
    }
}

/// Game in notrump, or else in a minor suit.
pub(super) fn games(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let needed = needed_for_game(context, Strain::Notrump, GAME);
    let game = notrump(context, 3, Judgement::GameInNotrump);
    let most = below_slam(context).max(needed);
    candidates.extend(game.map(|game| game.points(needed, most, Purpose::Notrump)));
    if context.cheapest(Strain::Notrump) == 3 {
        let call = context.bid(3, Strain::Notrump);
        candidates.extend(call.map(|call| {
            let game = Candidate::new(call, Judgement::GameInNotrumpForWant);
            let game = game.points(needed + 1, most.max(needed + 1), Purpose::Cards);
            game.stopped(context.their_suits())
                .only(|held| !held.lengths.contains(&0))
        }));
    }
    for suit in trumps(context, MAJORS).filter(|suit| context.partner_shown().least(*suit) < 3) {
        let call = context.bid(4, suit.into());
        candidates.extend(call.map(|call| {
            let game = Candidate::new(call, Judgement::GameInOwnMajor).at_least(suit, 6);
            game.points(needed, most, Purpose::Trumps(suit))
        }));
    }
    for suit in trumps(context, MINORS).filter(|suit| context.partner_shown().least(*suit) >= 3) {
        let bonus = length_bonus(context, suit);
        let needed = needed_for_game(context, suit.into(), MINOR_GAME).saturating_sub(bonus);
        let game = fit(context, 5, suit, Judgement::GameInMinorFit);
        candidates.extend(game.map(|game| {
            let game = game.points(needed, 40, Purpose::Trumps(suit));
            game.only(|held| !held.balanced)
        }));
    }
}

/// Invitations: partner continues with more than the minimum shown.
pub(super) fn invitations(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    if context.partner_shown().preempted || context.must_reach_game() {
        return;
    }
    let from = GAME.saturating_sub(context.high);
    let to = (GAME - 1).saturating_sub(context.low);
    for suit in trumps(context, MAJORS).filter(|suit| room(context, (*suit).into())) {
        let candidate = fit(context, 3, suit, Judgement::InvitationWithFit);
        candidates
            .extend(candidate.map(|candidate| candidate.points(from, to, Purpose::Trumps(suit))));
    }
    for suit in trumps(context, MAJORS).filter(|suit| context.own_shown().bid[*suit as usize]) {
        let jump = context.cheapest(suit.into()) == 2 && context.partner_shown().least(suit) < 2;
        let call = context
            .bid(3, suit.into())
            .filter(|_| jump && !context.contested());
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::InvitationInOwnSuit);
            candidate.at_least(suit, 6).points(from, to, Purpose::Cards)
        }));
    }
    if context.cheapest(Strain::Notrump) <= 2 && room(context, Strain::Notrump) {
        let candidate = notrump(context, 2, Judgement::InvitationInNotrump);
        candidates.extend(candidate.map(|candidate| candidate.points(from, to, Purpose::Notrump)));
    }
    let shown = |suit: &Suit| {
        let strain = (*suit).into();
        context.partner_shown().least(*suit) >= 3
            && context.cheapest(strain) <= 3
            && !pushed(context, strain, 3)
    };
    for suit in trumps(context, MINORS).filter(shown) {
        let candidate = fit(context, 3, suit, Judgement::MinorFitHope);
        candidates.extend(candidate.map(|candidate| {
            let candidate = candidate.points(from, 40, Purpose::Trumps(suit));
            candidate.limits(to)
        }));
    }
    if context.cheapest(Strain::Notrump) == 1 {
        let candidate = notrump(context, 1, Judgement::NotrumpLowEnough);
        candidates.extend(
            candidate.map(|candidate| candidate.points(5, from.saturating_sub(1), Purpose::Cards)),
        );
    }
}

/// Raises partner's pre-empt to the level of the trumps: the same obstruction one level higher.
pub(super) fn raised_preempt(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let partner = context.partner_shown();
    for suit in SUITS
        .into_iter()
        .filter(|suit| partner.preempted && partner.least(*suit) >= 6)
    {
        let level = context.cheapest(suit.into());
        let top = if suit >= Suit::Hearts { 4 } else { 3 };
        let call = context.bid(level, suit.into()).filter(|_| level <= top);
        let length = (level + 6).saturating_sub(partner.least(suit)).max(2);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::TricksAsTrumps).at_least(suit, length);
            candidate.points(3, 15, Purpose::Cards)
        }));
    }
}

/// A better part score than the one partner has bid.
pub(super) fn retreats(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let partner = context.partner_bid() && !context.partner_shown().preempted;
    let Some(last) = context.last.filter(|_| partner) else {
        return;
    };
    let weak = (GAME - 1).saturating_sub(context.low);
    let current = last.strain.suit();
    if let Some(current) = current.filter(|suit| !context.own_shown().bid[*suit as usize]) {
        preferences(context, current, candidates);
    }
    let partner = *context.partner_shown();
    for suit in
        trumps(context, MAJORS).filter(|suit| current.is_none() && partner.least(*suit) >= 4)
    {
        let candidate = fit(
            context,
            context.cheapest(suit.into()),
            suit,
            Judgement::EightTrumps,
        );
        candidates.extend(candidate.map(|candidate| candidate.points(0, weak, Purpose::Cards)));
    }
    for suit in SUITS
        .into_iter()
        .rev()
        .filter(|suit| is_own(context, *suit))
    {
        let level = context.cheapest(suit.into());
        let call = context.bid(level, suit.into()).filter(|_| level <= 2);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::OwnSuitBetter).at_least(suit, 5);
            let candidate = candidate.points(0, weak, Purpose::Cards);
            candidate.only(move |held| misfit(held, suit, last, &partner))
        }));
    }
}

/// Preference between partner's suits: the longer fit.
fn preferences(context: &Context<'_>, current: Suit, candidates: &mut Vec<Candidate>) {
    let partner = *context.partner_shown();
    let together = move |held: &EvaluatedHand, suit: Suit| held.length(suit) + partner.least(suit);
    let other = |suit: &Suit| *suit != current && partner.bid[*suit as usize];
    for suit in SUITS.into_iter().rev().filter(other) {
        let level = context.cheapest(suit.into());
        let enough = if level <= 2 { 7 } else { 8 };
        let call = context.bid(level, suit.into()).filter(|_| level <= 3);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::PartnersOtherSuit).at_least(suit, 2);
            let candidate =
                candidate.points(0, (GAME - 1).saturating_sub(context.low), Purpose::Cards);
            candidate.only(move |held| {
                let (this, that) = (together(held, suit), together(held, current));
                let first = partner.least(suit) > partner.least(current);
                this >= enough && (this > that || this == that && first)
            })
        }));
    }
}

/// Returns whether bidding the suit now is a sign-off: it was bid before, or partner is limited by
/// notrump.
fn is_own(context: &Context<'_>, suit: Suit) -> bool {
    let (own, partner) = (context.own_shown(), context.partner_shown());
    let shown = own.bid[suit as usize] || own.least(suit) >= 4 || partner.balanced();
    shown && !context.theirs(suit) && !partner.bid[suit as usize]
}

/// Returns whether a long suit is a better contract: six cards, or five and a shortness.
fn misfit(held: &EvaluatedHand, suit: Suit, last: Bid, partner: &ShownHand) -> bool {
    let short = held.lengths.iter().any(|length| *length <= 1);
    let length = held.length(suit);
    let long = length >= 6 || length == 5 && short && partner.balanced();
    let bad = |current: Suit| held.length(current) + partner.least(current) <= 6;
    long && last.strain.suit().is_none_or(bad)
}
