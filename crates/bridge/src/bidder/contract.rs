//! Where to play: slams, games, invitations, and ways out.

use super::held::{Held, Worth};
use super::offers::Offer;
use super::picture::{Kind, Shown};
use super::turn::{Turn, game_level};
use super::why::Thought;
use crate::notation::SUITS;
use crate::{Bid, Strain, Suit};

/// Points of both hands together for game, in a minor suit, for a small slam and a grand slam.
const GAME: u8 = 25;
const MINOR_GAME: u8 = 28;
const SLAM: u8 = 33;
const GRAND: u8 = 37;

const MAJORS: [Suit; 2] = [Suit::Spades, Suit::Hearts];
const MINORS: [Suit; 2] = [Suit::Diamonds, Suit::Clubs];

/// The suits in which partners may have a fit, the likelier first.
fn trumps(turn: &Turn<'_>, mut suits: [Suit; 2]) -> impl Iterator<Item = Suit> {
    let shown = |suit: Suit| {
        (
            turn.his().least(suit) + turn.own().least(suit),
            turn.his().least(suit),
        )
    };
    suits.sort_by_key(|suit| std::cmp::Reverse(shown(*suit)));
    let theirs = turn.their_suits();
    suits
        .into_iter()
        .filter(move |suit| !theirs[*suit as usize])
}

/// Partner's long trumps are worth more than his points.
fn length_bonus(turn: &Turn<'_>, suit: Suit) -> u8 {
    turn.his().least(suit).saturating_sub(5)
}

/// A bid in a suit with a fit.
fn fit(turn: &Turn<'_>, level: u8, suit: Suit, why: Thought) -> Option<Offer> {
    let call = turn.bid(level, suit.into())?;
    Some(Offer::new(call, why).at_least(suit, turn.needed(suit)))
}

/// A bid in notrump, with everything of theirs stopped and no fit in a major suit.
fn notrump(turn: &Turn<'_>, level: u8, why: Thought) -> Option<Offer> {
    let call = turn.bid(level, Strain::Notrump)?;
    let his = *turn.his();
    let asked = turn.last.is_some_and(|bid| bid.strain == Strain::Notrump) && turn.partner_bid();
    let mut offer = Offer::new(call, why);
    for suit in trumps(turn, MAJORS).filter(|suit| his.least(*suit) >= 3) {
        offer = offer.at_most(suit, 7 - his.least(suit).min(7));
    }
    // Partner has looked after the other suits if he has bid notrump.
    if asked {
        return Some(offer);
    }
    let fine = move |held: &Held| SUITS.into_iter().all(|suit| covered(held, &his, suit));
    let offer = offer.stopped(turn.their_suits());
    Some(offer.only(move |held| his.balanced() || fine(held)))
}

/// Whether a suit is not what notrump fails by, as far as one can see.
fn covered(held: &Held, his: &Shown, suit: Suit) -> bool {
    let helped = his.least(suit) >= 4;
    match held.length(suit) {
        0 | 1 => helped,
        2 => helped || held.balanced || held.stops(suit),
        _ => true,
    }
}

/// Slams, when partner's least is enough. Aces are not asked for: high cards that make up 33 points
/// cannot lack two, and other hands have to hold some.
pub(super) fn slams(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    if turn.game_reached() && turn.last.is_some_and(|bid| bid.level.get() >= 6) {
        return;
    }
    let least = turn.his().points.0;
    for (level, together) in [(7, GRAND), (6, SLAM)] {
        let fits = trumps(turn, MAJORS).chain(trumps(turn, MINORS));
        for suit in fits.filter(|suit| turn.his().least(*suit) >= 3) {
            let needed = together.saturating_sub(least + length_bonus(turn, suit));
            let aces =
                move |held: &Held| held.aces() >= 2 || held.points >= needed && held.aces() >= 1;
            let slam = fit(turn, level, suit, Thought::SlamWithFit);
            offers.extend(slam.map(|slam| {
                let worth = Worth::Trumps(suit);
                slam.points(needed, 40, worth).only(aces)
            }));
        }
        let needed = together.saturating_sub(least);
        let slam = notrump(turn, level, Thought::SlamInPoints);
        offers.extend(slam.map(|slam| slam.points(needed, 40, Worth::Notrump)));
    }
    quantitative(turn, offers);
}

/// Four notrump over partner's notrump invites to a slam, and is accepted with more than the least.
fn quantitative(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let notrump = |bid: &Bid| turn.partner_bid() && bid.strain == Strain::Notrump;
    let Some(last) = turn.last.filter(notrump) else {
        return;
    };
    // Whoever has told all leaves it to the other.
    let limited = turn.own().acted && turn.own().points.1 - turn.own().points.0 <= 6;
    let (least, most) = turn.his().points;
    let (from, to) = (SLAM.saturating_sub(most), (SLAM - 1).saturating_sub(least));
    match last.level.get() {
        2 | 3 if !limited && most < 30 && from.max(14) <= to => {
            let ask = turn.bid(4, Strain::Notrump);
            offers.extend(ask.map(|call| {
                let ask = Offer::new(call, Thought::SlamInvitation);
                ask.points(from.max(14), to, Worth::Notrump).balanced()
            }));
        }
        4 => {
            let needed = SLAM.saturating_sub(turn.middle());
            let accept = turn.bid(6, Strain::Notrump);
            offers.extend(accept.map(|call| {
                let accept = Offer::new(call, Thought::MoreThanShown);
                accept.points(needed, 40, Worth::Notrump)
            }));
        }
        _ => {}
    }
}

/// Out of three notrump into a major suit with eight cards.
pub(super) fn corrections(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    if turn.last == Some(Bid::new(3, Strain::Notrump)) && turn.partner_bid() {
        for suit in trumps(turn, MAJORS).filter(|suit| turn.his().least(*suit) >= 3) {
            offers.extend(fit(turn, 4, suit, Thought::EightTrumps));
        }
    }
}

/// Whether partner has asked for a bid and there is none below: what has to be bid anyway invites
/// to nothing.
fn pushed(turn: &Turn<'_>, strain: Strain, level: u8) -> bool {
    let asked = turn.forced() && turn.his_kind() != Kind::Natural;
    asked && turn.cheapest(strain) == level
}

/// Whether something below game is left that invites to it.
fn room(turn: &Turn<'_>, strain: Strain) -> bool {
    let invitation = game_level(strain) - 1;
    let raised = |bid: Bid| bid.strain == strain && bid.level.get() == invitation;
    turn.cheapest(strain) <= invitation
        && !pushed(turn, strain, invitation)
        && !turn.last.is_some_and(raised)
        && !turn.contested()
}

/// What is needed for game in a strain: for sure if it can be asked for, else most likely.
fn needed_for_game(turn: &Turn<'_>, strain: Strain, together: u8) -> u8 {
    let ask = room(turn, strain) && !turn.his().preempted;
    let partner = if ask {
        turn.low
    } else {
        turn.middle().max(turn.low)
    };
    together.saturating_sub(partner)
}

/// The most a hand has that bids no slam.
fn below_slam(turn: &Turn<'_>) -> u8 {
    (SLAM - 1).saturating_sub(turn.his().points.0)
}

/// Points with which one does not stop below game.
pub(super) fn enough_for_game(turn: &Turn<'_>) -> u8 {
    needed_for_game(turn, Strain::Notrump, GAME) + 1
}

/// Game in a major suit with a fit, or a slower raise once game is certain.
pub(super) fn major_games(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    for suit in trumps(turn, MAJORS) {
        let level = turn.cheapest(suit.into());
        if turn.must_reach_game() && level <= 3 && turn.his().least(suit) >= 4 {
            let least = (SLAM - 2).saturating_sub(turn.low);
            let more = fit(turn, level, suit, Thought::FitBeyondGame);
            offers.extend(more.map(|more| more.points(least, 40, Worth::Trumps(suit)).forcing()));
        }
        let bonus = length_bonus(turn, suit);
        let needed = needed_for_game(turn, suit.into(), GAME).saturating_sub(bonus);
        let game = fit(turn, 4, suit, Thought::GameInMajorFit);
        let most = below_slam(turn).max(needed);
        offers.extend(game.map(|game| game.points(needed, most, Worth::Trumps(suit))));
    }
}

/// A new suit on the way to game, where a fit may still be.
pub(super) fn explorations(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let (own, his) = (turn.own(), turn.his());
    let told = own.balanced() || turn.contested() && own.acted;
    if told || his.preempted || his.points.0 < 5 || own.points.1 <= 10 || !his.acted {
        return;
    }
    let needed = needed_for_game(turn, Strain::Notrump, GAME);
    for suit in [Suit::Hearts, Suit::Spades, Suit::Clubs, Suit::Diamonds] {
        // Opposite notrump the two level is for weak hands.
        let level = turn
            .cheapest(suit.into())
            .max(if his.balanced() { 3 } else { 1 });
        let minor = suit <= Suit::Diamonds;
        let possible = turn.unbid(suit) && his.lengths[suit as usize].1 >= 4;
        let told = own.least(suit) >= 4;
        // Over their jumps there may be no other way to show a strong hand.
        let highest = if turn.contested() && minor { 4 } else { 3 };
        if !possible || told || level > highest || own.points.1 < needed {
            continue;
        }
        let call = turn.bid(level, suit.into());
        offers.extend(call.map(|call| {
            let new = Offer::new(call, Thought::NewSuitToGame);
            let new = new.points(needed, 40, Worth::Cards).forcing();
            let four = !minor && !his.balanced() && !turn.contested();
            new.at_least(suit, if four { 4 } else { 5 })
        }));
        // With support for partner's major, which is raised next time, four cards will do.
        let majors = MAJORS.map(|major| turn.needed(major).max(3));
        offers.extend(call.filter(|_| turn.contested()).map(|call| {
            let new = Offer::new(call, Thought::NewSuitThenSupport).at_least(suit, 4);
            let new = new.points(needed, 40, Worth::Cards).forcing();
            new.only(move |held| {
                MAJORS
                    .into_iter()
                    .zip(majors)
                    .any(|(m, length)| m != suit && held.length(m) >= length)
            })
        }));
    }
}

/// Game in notrump, or failing that in a minor suit.
pub(super) fn games(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let needed = needed_for_game(turn, Strain::Notrump, GAME);
    let game = notrump(turn, 3, Thought::GameInNotrump);
    let most = below_slam(turn).max(needed);
    offers.extend(game.map(|game| game.points(needed, most, Worth::Notrump)));
    if turn.cheapest(Strain::Notrump) == 3 {
        let call = turn.bid(3, Strain::Notrump);
        offers.extend(call.map(|call| {
            let game = Offer::new(call, Thought::GameInNotrumpForWant);
            let game = game.points(needed + 1, most.max(needed + 1), Worth::Cards);
            game.stopped(turn.their_suits())
                .only(|held| !held.lengths.contains(&0))
        }));
    }
    for suit in trumps(turn, MAJORS).filter(|suit| turn.his().least(*suit) < 3) {
        let call = turn.bid(4, suit.into());
        offers.extend(call.map(|call| {
            let game = Offer::new(call, Thought::GameInOwnMajor).at_least(suit, 6);
            game.points(needed, most, Worth::Trumps(suit))
        }));
    }
    for suit in trumps(turn, MINORS).filter(|suit| turn.his().least(*suit) >= 3) {
        let bonus = length_bonus(turn, suit);
        let needed = needed_for_game(turn, suit.into(), MINOR_GAME).saturating_sub(bonus);
        let game = fit(turn, 5, suit, Thought::GameInMinorFit);
        offers.extend(game.map(|game| {
            let game = game.points(needed, 40, Worth::Trumps(suit));
            game.only(|held| !held.balanced)
        }));
    }
}

/// Just below game: partner goes on with more than the least he has shown.
pub(super) fn invitations(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    if turn.his().preempted || turn.must_reach_game() {
        return;
    }
    let from = GAME.saturating_sub(turn.high);
    let to = (GAME - 1).saturating_sub(turn.low);
    for suit in trumps(turn, MAJORS).filter(|suit| room(turn, (*suit).into())) {
        let offer = fit(turn, 3, suit, Thought::InvitationWithFit);
        offers.extend(offer.map(|offer| offer.points(from, to, Worth::Trumps(suit))));
    }
    for suit in trumps(turn, MAJORS).filter(|suit| turn.own().bid[*suit as usize]) {
        let jump = turn.cheapest(suit.into()) == 2 && turn.his().least(suit) < 2;
        let call = turn
            .bid(3, suit.into())
            .filter(|_| jump && !turn.contested());
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::InvitationInOwnSuit);
            offer.at_least(suit, 6).points(from, to, Worth::Cards)
        }));
    }
    if turn.cheapest(Strain::Notrump) <= 2 && room(turn, Strain::Notrump) {
        let offer = notrump(turn, 2, Thought::InvitationInNotrump);
        offers.extend(offer.map(|offer| offer.points(from, to, Worth::Notrump)));
    }
    let shown = |suit: &Suit| {
        let strain = (*suit).into();
        turn.his().least(*suit) >= 3 && turn.cheapest(strain) <= 3 && !pushed(turn, strain, 3)
    };
    for suit in trumps(turn, MINORS).filter(shown) {
        let offer = fit(turn, 3, suit, Thought::MinorFitHope);
        offers.extend(offer.map(|offer| {
            let offer = offer.points(from, 40, Worth::Trumps(suit));
            offer.limits(to)
        }));
    }
    if turn.cheapest(Strain::Notrump) == 1 {
        let offer = notrump(turn, 1, Thought::NotrumpLowEnough);
        offers.extend(offer.map(|offer| offer.points(5, from.saturating_sub(1), Worth::Cards)));
    }
}

/// A pre-empt of partner's raised to the level of the trumps: it makes the same trouble one level
/// higher.
pub(super) fn raised_preempt(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let his = turn.his();
    for suit in SUITS
        .into_iter()
        .filter(|suit| his.preempted && his.least(*suit) >= 6)
    {
        let level = turn.cheapest(suit.into());
        let top = if suit >= Suit::Hearts { 4 } else { 3 };
        let call = turn.bid(level, suit.into()).filter(|_| level <= top);
        let length = (level + 6).saturating_sub(his.least(suit)).max(2);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::TricksAsTrumps).at_least(suit, length);
            offer.points(3, 15, Worth::Cards)
        }));
    }
}

/// A better part score than the one partner has bid.
pub(super) fn retreats(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let partner = turn.partner_bid() && !turn.his().preempted;
    let Some(last) = turn.last.filter(|_| partner) else {
        return;
    };
    let weak = (GAME - 1).saturating_sub(turn.low);
    let current = last.strain.suit();
    if let Some(current) = current.filter(|suit| !turn.own().bid[*suit as usize]) {
        preferences(turn, current, offers);
    }
    let his = *turn.his();
    for suit in trumps(turn, MAJORS).filter(|suit| current.is_none() && his.least(*suit) >= 4) {
        let offer = fit(turn, turn.cheapest(suit.into()), suit, Thought::EightTrumps);
        offers.extend(offer.map(|offer| offer.points(0, weak, Worth::Cards)));
    }
    for suit in SUITS.into_iter().rev().filter(|suit| is_own(turn, *suit)) {
        let level = turn.cheapest(suit.into());
        let call = turn.bid(level, suit.into()).filter(|_| level <= 2);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::OwnSuitBetter).at_least(suit, 5);
            let offer = offer.points(0, weak, Worth::Cards);
            offer.only(move |held| misfit(held, suit, last, &his))
        }));
    }
}

/// Partner's suit against another one of his: what is longer together.
fn preferences(turn: &Turn<'_>, current: Suit, offers: &mut Vec<Offer>) {
    let his = *turn.his();
    let together = move |held: &Held, suit: Suit| held.length(suit) + his.least(suit);
    let other = |suit: &Suit| *suit != current && his.bid[*suit as usize];
    for suit in SUITS.into_iter().rev().filter(other) {
        let level = turn.cheapest(suit.into());
        let enough = if level <= 2 { 7 } else { 8 };
        let call = turn.bid(level, suit.into()).filter(|_| level <= 3);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::PartnersOtherSuit).at_least(suit, 2);
            let offer = offer.points(0, (GAME - 1).saturating_sub(turn.low), Worth::Cards);
            offer.only(move |held| {
                let (this, that) = (together(held, suit), together(held, current));
                let first = his.least(suit) > his.least(current);
                this >= enough && (this > that || this == that && first)
            })
        }));
    }
}

/// Whether bidding the suit now ends the matter: it was bid before, or partner is limited by
/// notrump.
fn is_own(turn: &Turn<'_>, suit: Suit) -> bool {
    let (own, his) = (turn.own(), turn.his());
    let told = own.bid[suit as usize] || own.least(suit) >= 4 || his.balanced();
    told && !turn.theirs(suit) && !his.bid[suit as usize]
}

/// Six cards, or five and a shortness, against a contract that is not ours by cards.
fn misfit(held: &Held, suit: Suit, last: Bid, his: &Shown) -> bool {
    let short = held.lengths.iter().any(|length| *length <= 1);
    let length = held.length(suit);
    let long = length >= 6 || length == 5 && short && his.balanced();
    let bad = |current: Suit| held.length(current) + his.least(current) <= 6;
    long && last.strain.suit().is_none_or(bad)
}
