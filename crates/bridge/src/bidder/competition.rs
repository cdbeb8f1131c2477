//! Competitive bidding: overcalls, raises, doubles.

use super::auction_state::CallKind;
use super::candidates::Candidate;
use super::context::Context;
use super::hand_evaluation::{EvaluatedHand, Purpose};
use super::reason::Judgement;
use crate::notation::SUITS;
use crate::{Call, Strain, Suit};

/// The suits, highest first.
const HIGHEST_FIRST: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

/// First action of our side: a good suit, or notrump with their suits stopped.
pub(super) fn enter(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let Some(last) = context.last else { return };
    if (2..=3).contains(&last.level.get()) && last.strain != Strain::Notrump {
        strong_notrump(context, candidates);
    }
    // The balancing seat may act with a little less: partner has some of the missing points.
    let less = if context.ago(1) == Some(Call::Pass) && context.ago(2) == Some(Call::Pass) {
        2
    } else {
        0
    };
    for suit in HIGHEST_FIRST
        .into_iter()
        .filter(|suit| !context.theirs(*suit))
    {
        let level = context.cheapest(suit.into());
        let (least, length): (u8, u8) = match level {
            1 => (8, 5),
            2 if last.strain != Strain::Notrump => (11, 5),
            2 => (10, 6),
            3 => (13, 5),
            4 => (15, 6),
            _ => continue,
        };
        let call = context.bid(level, suit.into());
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::GoodSuit).at_least(suit, length);
            let candidate = candidate.points(least - less, 18, Purpose::Cards);
            candidate.only(move |held| worth_a_bid(held, suit, level) && is_longest(held, suit))
        }));
    }
    if context.state.auction.can_push(Call::Double).is_ok() {
        takeout(context, less, candidates);
    }
}

/// Returns whether a suit is good enough for an overcall: at a high level with six cards or more
/// than an opening.
fn worth_a_bid(held: &EvaluatedHand, suit: Suit, level: u8) -> bool {
    let strong = held.length(suit) >= 6 && held.points >= 14;
    let long = held.length(suit) >= 6 || held.points >= 15;
    (held.good(suit) || strong) && (level <= 2 || long)
}

/// A take-out double where the conventions have none: of high openings, and in the balancing seat.
fn takeout(context: &Context<'_>, less: u8, candidates: &mut Vec<Candidate>) {
    let Some(last) = context.last.filter(|bid| bid.level.get() <= 4) else {
        return;
    };
    let Some(theirs) = last.strain.suit() else {
        return;
    };
    let high = last.level.get() == 4;
    let kind = if high {
        CallKind::Penalty
    } else {
        CallKind::Takeout
    };
    let double = |why: Judgement| {
        let double = Candidate::new(Call::Double, why).kind(kind);
        if high { double } else { double.forcing() }
    };
    let least = if high { 15 } else { 13 - less };
    let mut shaped = double(Judgement::ShortWithOthers).points(least, 40, Purpose::Cards);
    for suit in SUITS.into_iter().filter(|suit| !context.theirs(*suit)) {
        shaped = shaped.at_least(suit, 3);
    }
    candidates.push(shaped.at_most(theirs, 2));
    candidates.push(double(Judgement::TooStrongToPass).points(18, 40, Purpose::Cards));
}

fn strong_notrump(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let flat = |held: &EvaluatedHand| held.lengths.iter().all(|length| *length >= 2);
    let game = context.bid(3, Strain::Notrump);
    candidates.extend(game.map(|call| {
        let game =
            Candidate::new(call, Judgement::GameInNotrumpAlone).points(19, 40, Purpose::Notrump);
        game.stopped(context.their_suits()).only(flat)
    }));
    let level = context.cheapest(Strain::Notrump);
    let (least, most) = if level == 2 { (15, 18) } else { (16, 40) };
    let call = context.bid(level, Strain::Notrump);
    candidates.extend(call.map(|call| {
        let candidate = Candidate::new(call, Judgement::StrongBalancedStopped);
        let candidate = candidate.points(least, most, Purpose::Cards).balanced();
        candidate.stopped(context.their_suits())
    }));
}

fn is_longest(held: &EvaluatedHand, suit: Suit) -> bool {
    let longest = held.lengths.into_iter().max();
    longest == Some(held.length(suit))
}

/// Doubles: for penalties with clear values, or for the unbid majors.
pub(super) fn doubles(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let legal = context.state.auction.can_push(Call::Double).is_ok();
    let Some(last) = context.last.filter(|_| legal) else {
        return;
    };
    let (level, partner) = (last.level.get(), context.partner_shown());
    let high = level >= 2 || last.strain == Strain::Notrump && partner.points.0 >= 10;
    if negative(context, candidates) {
        return;
    }
    if high && partner.acted && !partner.preempted {
        let together = [25, 25, 25, 23, 22, 21, 20][usize::from(level) - 1];
        let double =
            Candidate::new(Call::Double, Judgement::TheyBidTooMuch).kind(CallKind::Penalty);
        let double = double.points(together - partner.points.0.min(14), 40, Purpose::Cards);
        let trumps = if level <= 3 { 4 } else { 3 };
        candidates.push(match last.strain.suit() {
            Some(suit) => double
                .at_least(suit, trumps)
                .stopped(SUITS.map(|other| other == suit)),
            None => double,
        });
        if level >= 4 {
            values(context, 27, candidates);
        }
    }
    reopening(context, candidates);
}

/// A double that shows values only; partner may pass it or not.
pub(super) fn values(context: &Context<'_>, together: u8, candidates: &mut Vec<Candidate>) {
    let partner = context.partner_shown();
    let legal = context.state.auction.can_push(Call::Double).is_ok();
    // Not a double that already has another meaning.
    let asks = candidates
        .iter()
        .any(|candidate| candidate.kind == CallKind::Takeout);
    let high = context.last.is_some_and(|bid| bid.level.get() >= 2);
    if legal && high && !asks && partner.acted && !partner.preempted {
        let double = Candidate::new(Call::Double, Judgement::MostPointsOurs);
        let double = double.points(together - partner.points.0.min(15), 40, Purpose::Cards);
        candidates.push(double.kind(CallKind::Penalty));
    }
}

/// Adds a negative double: partner opened, they overcalled in a suit; it asks for the unbid
/// majors.
fn negative(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let calls = context.state.auction.iter();
    let second = calls.filter(|call| **call != Call::Pass).count() == 2;
    let partner = context.partner_shown();
    let opened = second && partner.acted && partner.points.0 >= 10;
    let Some(last) = context
        .last
        .filter(|last| opened && context.ago(1) == Some(Call::Bid(*last)))
    else {
        return false;
    };
    let majors = [Suit::Hearts, Suit::Spades].into_iter();
    let open: Vec<Suit> = majors.filter(|suit| context.unbid(*suit)).collect();
    let (Some(theirs), 1..=3, false) = (last.strain.suit(), last.level.get(), open.is_empty())
    else {
        return false;
    };
    let least = [6, 8, 10][usize::from(last.level.get()) - 1];
    let double = Candidate::new(Call::Double, Judgement::UnbidMajors).forcing();
    let double = double
        .points(least, 40, Purpose::Cards)
        .kind(CallKind::Takeout);
    candidates.push(match (partner.balanced(), open.as_slice()) {
        (true, _) => double.at_most(theirs, 3),
        (_, [suit]) => double.at_least(*suit, 4),
        (_, both) => {
            let four = |held: &EvaluatedHand| {
                held.length(Suit::Hearts) >= 4 || held.length(Suit::Spades) >= 4
            };
            let three = |double: Candidate, suit: &Suit| double.at_least(*suit, 3);
            both.iter().fold(double, three).only(four)
        }
    });
    true
}

/// A reopening double: their overcall comes back to the opener, who has more than a minimum and is
/// short in their suit.
fn reopening(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let Some(last) = context.last else { return };
    let silent = context.ago(1) == Some(Call::Pass) && context.ago(2) == Some(Call::Pass);
    let least = match last.level.get() {
        1 | 2 if silent => 14,
        3 if silent => 17,
        1..=3 => 18,
        _ => return,
    };
    let Some(suit) = last.strain.suit() else {
        return;
    };
    if context.own_shown().acted && !context.partner_shown().acted {
        let why = Judgement::ShortAndHope;
        let double = Candidate::new(Call::Double, why).points(least, 40, Purpose::Cards);
        let open = SUITS.map(|suit| context.unbid(suit));
        // A second suit of five cards is bid instead.
        let no_suit = move |held: &EvaluatedHand| {
            let mut others = SUITS.into_iter().filter(|suit| open[*suit as usize]);
            others.all(|suit| held.length(suit) <= 4)
        };
        let double = double.at_most(suit, 2).only(no_suit);
        candidates.push(double.kind(CallKind::Takeout).forcing());
    }
}

/// Bids over theirs up to the level of the fit: as many tricks as trumps together.
pub(super) fn bids(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let (own, partner) = (context.own_shown(), context.partner_shown());
    for suit in HIGHEST_FIRST
        .into_iter()
        .filter(|suit| !context.theirs(*suit))
    {
        let level = context.cheapest(suit.into());
        let (Some(call), 1..=4) = (context.bid(level, suit.into()), level) else {
            continue;
        };
        let together = [14, 17, 20, 21][usize::from(level) - 1];
        let least = together - context.low.min(together);
        let shown = partner.least(suit);
        if shown >= 3 {
            let length = (level + 6).saturating_sub(shown).max(2);
            let candidate = Candidate::new(call, Judgement::HeightOfFit).at_least(suit, length);
            candidates.push(candidate.points(least, 40, Purpose::Trumps(suit)));
            if level == 3 {
                let candidate = Candidate::new(call, Judgement::FitAndPoints);
                let candidate = candidate.at_least(suit, context.needed(suit));
                let least = 23 - context.low.min(23);
                candidates.push(candidate.points(least, 40, Purpose::Trumps(suit)));
            }
        }
        let again = own.bid[suit as usize] && level <= 3;
        let new = !own.bid[suit as usize] && level <= 2 && shown < 3;
        if again || new {
            let more = if again { own.least(suit) + 1 } else { 5 };
            let level_needs = if partner.balanced() {
                level + 3
            } else {
                level + 4
            };
            let together = [12, 15, 19, 21][usize::from(level) - 1];
            let least = together - context.low.min(together);
            let candidate = Candidate::new(call, Judgement::LongSuit);
            let candidate = candidate.at_least(suit, more.max(level_needs.min(6)));
            let candidate = candidate.points(least, 40, Purpose::Cards);
            candidates.push(candidate.limits(least.max(own.points.0) + 4));
        }
    }
}

/// The second bid after a strong double: a suit, or notrump.
pub(super) fn after_double(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    if context.state.kinds[context.me] != CallKind::Takeout || context.ago(4) != Some(Call::Double)
    {
        return;
    }
    for suit in HIGHEST_FIRST
        .into_iter()
        .filter(|suit| context.unbid(*suit))
    {
        let level = context.cheapest(suit.into());
        let call = context.bid(level, suit.into()).filter(|_| level <= 3);
        candidates.extend(call.map(|call| {
            let candidate = Candidate::new(call, Judgement::StrongWithSuit);
            candidate.points(17, 40, Purpose::Cards).at_least(suit, 5)
        }));
    }
    let level = context.cheapest(Strain::Notrump);
    let call = context.bid(level, Strain::Notrump).filter(|_| level <= 2);
    candidates.extend(call.map(|call| {
        let candidate = Candidate::new(call, Judgement::TooStrongForNotrump).balanced();
        let least = if level == 1 { 18 } else { 19 };
        candidate
            .points(least, 40, Purpose::Cards)
            .stopped(context.their_suits())
    }));
}

/// Calls over their double of partner's opening of one in a suit. A redouble shows that the points
/// are ours; other calls are weaker, and raises show trumps.
pub(super) fn over_double(context: &Context<'_>, candidates: &mut Vec<Candidate>) -> bool {
    let legal = context.state.auction.can_push(Call::Redouble).is_ok();
    let one = context
        .last
        .filter(|bid| bid.level.get() == 1 && context.partner_bid());
    let opened = context.partner_shown().points.0 >= 10 && !context.own_shown().acted && legal;
    let Some(suit) = one.and_then(|bid| bid.strain.suit()).filter(|_| opened) else {
        return false;
    };
    let needed = context
        .needed(suit)
        .max(if suit >= Suit::Hearts { 3 } else { 4 });
    for (level, length, least) in [(4, needed + 2, 0), (3, needed + 1, 4), (2, needed, 5)] {
        let call = context
            .bid(level, suit.into())
            .filter(|_| level < 4 || suit >= Suit::Hearts);
        candidates.extend(call.map(|call| {
            let raise = Candidate::new(call, Judgement::TrumpsOverDouble).at_least(suit, length);
            raise.points(least, 9, Purpose::Cards)
        }));
    }
    let redouble = Candidate::new(Call::Redouble, Judgement::MostPointsOurs);
    candidates.push(
        redouble
            .points(10, 40, Purpose::Cards)
            .kind(CallKind::Penalty),
    );
    for suit in SUITS.into_iter().filter(|suit| context.unbid(*suit)) {
        let level = context.cheapest(suit.into());
        let call = context.bid(level, suit.into());
        candidates.extend(call.map(|call| {
            let candidate =
                Candidate::new(call, Judgement::SuitOverDouble).at_least(suit, 3 + level);
            let candidate = candidate.points(5, 9, Purpose::Cards);
            candidate.only(move |held| is_longest(held, suit) || level == 1)
        }));
    }
    let call = context.bid(1, Strain::Notrump);
    candidates.extend(call.map(|call| {
        let candidate = Candidate::new(call, Judgement::NotrumpOverDouble).balanced();
        candidate.points(7, 9, Purpose::Cards)
    }));
    true
}
