//! Responses to partner's questions: transfers, strong artificial openings, take-out doubles.

use super::auction_state::CallKind;
use super::candidates::Candidate;
use super::context::Context;
use super::hand_evaluation::{EvaluatedHand, Purpose};
use super::reason::Judgement;
use crate::notation::SUITS;
use crate::{Bid, Call, Strain, Suit};

/// Adds the responses to partner's question, if there is one; returns whether no other calls need
/// to be considered.
pub(super) fn question(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let undisturbed = context.is_asked();
    let first = !context.own_shown().acted;
    if context.state.game[context.me % 2]
        && context.own_shown().points.0 >= 20
        && opened_artificially(context)
    {
        strong_rebid(context, candidates);
        return false;
    }
    match context.partner_kind() {
        CallKind::Artificial if !undisturbed || !context.partner_bid() => false,
        CallKind::Artificial if context.partner_shown().points.0 >= 20 && first => {
            strong_opening(context, candidates)
        }
        CallKind::Artificial => transfer(context, candidates),
        CallKind::Takeout if context.ago(2) == Some(Call::Double) && first => {
            takeout(context, undisturbed, candidates)
        }
        CallKind::Takeout if context.ago(2) == Some(Call::Double) && undisturbed => {
            majors_shown_by_double(context, candidates)
        }
        _ => false,
    }
}

/// Completes a transfer into the suit above the one partner bid.
fn transfer(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let Some(last) = context.last.filter(|_| context.own_shown().balanced()) else {
        return false;
    };
    let next = |suit: Suit| SUITS.get(suit as usize + 1).copied();
    let target = last.strain.suit().and_then(next);
    let target = target.filter(|suit| context.partner_shown().least(*suit) >= 5);
    let call = target.and_then(|suit| context.bid(last.level.get(), suit.into()));
    candidates.extend(call.map(|call| Candidate::new(call, Judgement::TransferCompleted)));
    call.is_some()
}

/// Responds to a strong artificial opening: a good suit or points if there are some, else the
/// cheapest suit as a waiting bid.
fn strong_opening(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let Some(last) = context.last else {
        return false;
    };
    let next = |suit: Suit| SUITS.get(suit as usize + 1).copied();
    let waiting = last.strain.suit().and_then(next).unwrap_or(Suit::Clubs);
    for suit in SUITS.into_iter().rev() {
        let level = context.cheapest(suit.into()) + u8::from(suit == waiting);
        let call = context.bid(level, suit.into());
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::GoodSuitForStrength);
            let candidate = candidate.points(8, 40, Purpose::Cards).at_least(suit, 5);
            candidate.forcing().only(move |held| held.good(suit))
        }));
    }
    let level = context.cheapest(Strain::Notrump);
    candidates.extend(context.bid(level, Strain::Notrump).map(|call| {
        let candidate = Candidate::new(call, Judgement::BalancedWithPoints).balanced();
        candidate.points(8, 40, Purpose::Cards).forcing()
    }));
    let wait = context.bid(context.cheapest(waiting.into()), waiting.into());
    candidates.extend(
        wait.map(|call| Candidate::new(call, Judgement::Waiting).kind(CallKind::Artificial)),
    );
    true
}

/// Returns whether this player has bid only a strong artificial opening.
fn opened_artificially(context: &Context<'_>) -> bool {
    context.state.kinds[context.me] == CallKind::Artificial
}

/// Rebids after one's own strong artificial opening: notrump if balanced, else the longest suit.
fn strong_rebid(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    for (level, least, most) in [(2, 22, 24), (3, 25, 27)] {
        let call = context.bid(level, Strain::Notrump);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::BalancedStrong).balanced();
            candidate.points(least, most, Purpose::Cards)
        }));
    }
    let suits = SUITS.into_iter().rev();
    for suit in
        suits.filter(|suit| !context.theirs(*suit) && !context.partner_shown().bid[*suit as usize])
    {
        let level = context.cheapest(suit.into());
        let call = context.bid(level, suit.into()).filter(|_| level <= 3);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::LongestOfStrong).at_least(suit, 5);
            let longest = move |held: &EvaluatedHand| {
                held.lengths
                    .iter()
                    .all(|length| *length <= held.length(suit))
            };
            candidate.forcing().only(longest)
        }));
    }
}

/// Returns the suit for the response to a take-out double: the longest, a major before a minor, a
/// lower level before a higher one.
fn best(held: &EvaluatedHand, levels: [Option<u8>; 4]) -> Option<Suit> {
    let suits = SUITS.into_iter().filter_map(|suit| {
        let level = levels[suit as usize]?;
        let length = held.length(suit);
        let major = if suit >= Suit::Hearts && length >= 4 {
            3
        } else {
            0
        };
        Some((4 * length + major + 14 - 2 * level.min(7), suit))
    });
    suits.max_by_key(|(value, _)| *value).map(|(_, suit)| suit)
}

/// Responds to partner's double as opener: a four-card major.
fn majors_shown_by_double(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let least = context.own_shown().points.0;
    let possible = |suit: &Suit| {
        context.unbid(*suit) && (3..=4).contains(&context.partner_shown().least(*suit))
    };
    for suit in [Suit::Hearts, Suit::Spades].into_iter().filter(possible) {
        let cheap = context.cheapest(suit.into());
        for (level, least, most) in [
            (4, least + 7, 40),
            (cheap + 1, least + 4, least + 6),
            (cheap, 0, least + 3),
        ] {
            let call = context.bid(level, suit.into()).filter(|_| level <= 4);
            candidates.extend(call.map(|call| {
                let candidate = Candidate::new(call, Judgement::MajorAskedFor);
                let candidate = candidate.points(least, most, Purpose::Trumps(suit));
                candidate.at_least(suit, 4)
            }));
        }
    }
    false
}

/// Responds to a take-out double: the cheapest bid with nothing, a jump with nine points, game with
/// twelve.
fn takeout(context: &Context<'_>, undisturbed: bool, candidates: &mut Vec<Candidate>) -> bool {
    let Some(last) = context.last else {
        return false;
    };
    let open = SUITS.map(|suit| !context.theirs(suit));
    let levels =
        SUITS.map(|suit| Some(context.cheapest(suit.into())).filter(|_| open[suit as usize]));
    penalty_pass(last, candidates);
    for suit in [Suit::Spades, Suit::Hearts] {
        let game = context.bid(4, suit.into()).filter(|_| open[suit as usize]);
        candidates.extend(game.map(|call| {
            let candidate = Candidate::new(call, Judgement::GameOppositeDouble).at_least(suit, 4);
            let candidate = candidate.points(12, 40, Purpose::Trumps(suit));
            candidate.only(move |held| {
                let longest = held.lengths.into_iter().max().unwrap_or(0);
                best(held, levels) == Some(suit) || held.length(suit) + 1 >= longest
            })
        }));
    }
    for (level, least, most) in [(3, 13, 40), (2, 11, 12), (1, 6, 10)] {
        let call = context.bid(level, Strain::Notrump);
        candidates.extend(
            call.map(|call| {
                stopped_notrump(context, call, open).points(least, most, Purpose::Cards)
            }),
        );
    }
    suit_answers(context, levels, undisturbed, candidates);
    true
}

/// Bids the best suit, cheaply or with a jump.
fn suit_answers(
    context: &Context<'_>,
    levels: [Option<u8>; 4],
    undisturbed: bool,
    candidates: &mut Vec<Candidate>,
) {
    let open = levels.map(|level| level.is_some());
    for suit in SUITS.into_iter().rev().filter(|suit| open[*suit as usize]) {
        let cheap = context.cheapest(suit.into());
        let least = if undisturbed { 0 } else { 6 };
        let most = if cheap >= 3 { 11 } else { 8 };
        // Four of a minor suit bypasses three notrump.
        let top = if suit >= Suit::Hearts { 4 } else { 3 };
        for (level, least, most) in [(cheap + 1, most + 1, 40), (cheap, least, most)] {
            let jump = level > cheap;
            let call = context.bid(level, suit.into());
            let call = call.filter(|_| level <= top || !jump && undisturbed);
            candidates.extend(call.map(|call| {
                let candidate = Candidate::new(call, Judgement::SuitAskedFor).at_least(suit, 4);
                let candidate = if jump {
                    candidate.points(least, most, Purpose::Trumps(suit))
                } else {
                    candidate.points(least, most, Purpose::Cards).limits(most)
                };
                candidate.only(move |held| best(held, levels) == Some(suit))
            }));
        }
    }
    // Three cards if there is no four-card suit.
    for suit in SUITS
        .into_iter()
        .filter(|suit| open[*suit as usize] && undisturbed)
    {
        let call = context.bid(context.cheapest(suit.into()), suit.into());
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::SuitAsked);
            candidate
                .fallback()
                .only(move |held| best(held, levels) == Some(suit))
        }));
    }
}

fn stopped_notrump(context: &Context<'_>, call: Call, open: [bool; 4]) -> Candidate {
    let candidate = Candidate::new(call, Judgement::NotrumpStopped);
    let majors = [Suit::Hearts, Suit::Spades].into_iter();
    let candidate = candidate.stopped(context.their_suits());
    majors
        .filter(|suit| open[*suit as usize])
        .fold(candidate, |candidate, suit| candidate.at_most(suit, 3))
}

/// Converts partner's double to penalties with good trumps and some points.
fn penalty_pass(last: Bid, candidates: &mut Vec<Candidate>) {
    if let Some(suit) = last.strain.suit() {
        let pass = Candidate::new(Call::Pass, Judgement::TheyWillFail).at_least(suit, 5);
        let pass = pass.points(5, 40, Purpose::Cards);
        let strong = move |held: &EvaluatedHand| held.points >= 7 || held.length(suit) >= 6;
        candidates.push(pass.only(move |held| held.good(suit) && strong(held)));
    }
}
