//! When opponents have bid: coming in, bidding on, doubling.

use super::held::{Held, Worth};
use super::offers::Offer;
use super::picture::Kind;
use super::turn::Turn;
use super::why::Thought;
use crate::notation::SUITS;
use crate::{Call, Strain, Suit};

/// Spades first: the suit that outbids the others.
const HIGHEST_FIRST: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

/// Neither of us has said anything yet: a good suit, or notrump with what they bid stopped.
pub(super) fn enter(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let Some(last) = turn.last else { return };
    if (2..=3).contains(&last.level.get()) && last.strain != Strain::Notrump {
        strong_notrump(turn, offers);
    }
    // Whoever would pass it out may come in with a little less: partner has some of the missing
    // points.
    let less = if turn.ago(1) == Some(Call::Pass) && turn.ago(2) == Some(Call::Pass) {
        2
    } else {
        0
    };
    for suit in HIGHEST_FIRST.into_iter().filter(|suit| !turn.theirs(*suit)) {
        let level = turn.cheapest(suit.into());
        let (least, length): (u8, u8) = match level {
            1 => (8, 5),
            2 if last.strain != Strain::Notrump => (11, 5),
            2 => (10, 6),
            3 => (13, 5),
            4 => (15, 6),
            _ => continue,
        };
        let call = turn.bid(level, suit.into());
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::GoodSuit).at_least(suit, length);
            let offer = offer.points(least - less, 18, Worth::Cards);
            offer.only(move |held| worth_a_bid(held, suit, level) && is_longest(held, suit))
        }));
    }
    if turn.picture.auction.can_push(Call::Double).is_ok() {
        takeout(turn, less, offers);
    }
}

/// Good enough for an overcall: high up with six cards or more than an opening.
fn worth_a_bid(held: &Held, suit: Suit, level: u8) -> bool {
    let strong = held.length(suit) >= 6 && held.points >= 14;
    let long = held.length(suit) >= 6 || held.points >= 15;
    (held.good(suit) || strong) && (level <= 2 || long)
}

/// A double for take-out where the card has none: of high openings, and in the balancing seat.
fn takeout(turn: &Turn<'_>, less: u8, offers: &mut Vec<Offer>) {
    let Some(last) = turn.last.filter(|bid| bid.level.get() <= 4) else {
        return;
    };
    let Some(theirs) = last.strain.suit() else {
        return;
    };
    let high = last.level.get() == 4;
    let kind = if high { Kind::Penalty } else { Kind::Takeout };
    let double = |why: Thought| {
        let double = Offer::new(Call::Double, why).kind(kind);
        if high { double } else { double.forcing() }
    };
    let least = if high { 15 } else { 13 - less };
    let mut shaped = double(Thought::ShortWithOthers).points(least, 40, Worth::Cards);
    for suit in SUITS.into_iter().filter(|suit| !turn.theirs(*suit)) {
        shaped = shaped.at_least(suit, 3);
    }
    offers.push(shaped.at_most(theirs, 2));
    offers.push(double(Thought::TooStrongToPass).points(18, 40, Worth::Cards));
}

fn strong_notrump(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let flat = |held: &Held| held.lengths.iter().all(|length| *length >= 2);
    let game = turn.bid(3, Strain::Notrump);
    offers.extend(game.map(|call| {
        let game = Offer::new(call, Thought::GameInNotrumpAlone).points(19, 40, Worth::Notrump);
        game.stopped(turn.their_suits()).only(flat)
    }));
    let level = turn.cheapest(Strain::Notrump);
    let (least, most) = if level == 2 { (15, 18) } else { (16, 40) };
    let call = turn.bid(level, Strain::Notrump);
    offers.extend(call.map(|call| {
        let offer = Offer::new(call, Thought::StrongBalancedStopped);
        let offer = offer.points(least, most, Worth::Cards).balanced();
        offer.stopped(turn.their_suits())
    }));
}

fn is_longest(held: &Held, suit: Suit) -> bool {
    let longest = held.lengths.into_iter().max();
    longest == Some(held.length(suit))
}

/// Doubles: for penalties with clear values, or asking for the major suits nobody has bid.
pub(super) fn doubles(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let legal = turn.picture.auction.can_push(Call::Double).is_ok();
    let Some(last) = turn.last.filter(|_| legal) else {
        return;
    };
    let (level, his) = (last.level.get(), turn.his());
    let high = level >= 2 || last.strain == Strain::Notrump && his.points.0 >= 10;
    if negative(turn, offers) {
        return;
    }
    if high && his.acted && !his.preempted {
        let together = [25, 25, 25, 23, 22, 21, 20][usize::from(level) - 1];
        let double = Offer::new(Call::Double, Thought::TheyBidTooMuch).kind(Kind::Penalty);
        let double = double.points(together - his.points.0.min(14), 40, Worth::Cards);
        let trumps = if level <= 3 { 4 } else { 3 };
        offers.push(match last.strain.suit() {
            Some(suit) => double
                .at_least(suit, trumps)
                .stopped(SUITS.map(|other| other == suit)),
            None => double,
        });
        if level >= 4 {
            values(turn, 27, offers);
        }
    }
    reopening(turn, offers);
}

/// A double that says no more than whose points they are; partner may pass it or not.
pub(super) fn values(turn: &Turn<'_>, together: u8, offers: &mut Vec<Offer>) {
    let his = turn.his();
    let legal = turn.picture.auction.can_push(Call::Double).is_ok();
    // A double that means something else already is not for this.
    let asks = offers.iter().any(|offer| offer.kind == Kind::Takeout);
    let high = turn.last.is_some_and(|bid| bid.level.get() >= 2);
    if legal && high && !asks && his.acted && !his.preempted {
        let double = Offer::new(Call::Double, Thought::MostPointsOurs);
        let double = double.points(together - his.points.0.min(15), 40, Worth::Cards);
        offers.push(double.kind(Kind::Penalty));
    }
}

/// Partner opened, they came in with a suit: a double asks for the major suits nobody has bid.
fn negative(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let calls = turn.picture.auction.iter();
    let second = calls.filter(|call| **call != Call::Pass).count() == 2;
    let his = turn.his();
    let opened = second && his.acted && his.points.0 >= 10;
    let Some(last) = turn
        .last
        .filter(|last| opened && turn.ago(1) == Some(Call::Bid(*last)))
    else {
        return false;
    };
    let majors = [Suit::Hearts, Suit::Spades].into_iter();
    let open: Vec<Suit> = majors.filter(|suit| turn.unbid(*suit)).collect();
    let (Some(theirs), 1..=3, false) = (last.strain.suit(), last.level.get(), open.is_empty())
    else {
        return false;
    };
    let least = [6, 8, 10][usize::from(last.level.get()) - 1];
    let double = Offer::new(Call::Double, Thought::UnbidMajors).forcing();
    let double = double.points(least, 40, Worth::Cards).kind(Kind::Takeout);
    offers.push(match (his.balanced(), open.as_slice()) {
        (true, _) => double.at_most(theirs, 3),
        (_, [suit]) => double.at_least(*suit, 4),
        (_, both) => {
            let four =
                |held: &Held| held.length(Suit::Hearts) >= 4 || held.length(Suit::Spades) >= 4;
            let three = |double: Offer, suit: &Suit| double.at_least(*suit, 3);
            both.iter().fold(double, three).only(four)
        }
    });
    true
}

/// Their overcall comes back to the opener: with more than a minimum and short in their suit,
/// partner is asked once more.
fn reopening(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let Some(last) = turn.last else { return };
    let silent = turn.ago(1) == Some(Call::Pass) && turn.ago(2) == Some(Call::Pass);
    let least = match last.level.get() {
        1 | 2 if silent => 14,
        3 if silent => 17,
        1..=3 => 18,
        _ => return,
    };
    let Some(suit) = last.strain.suit() else {
        return;
    };
    if turn.own().acted && !turn.his().acted {
        let why = Thought::ShortAndHope;
        let double = Offer::new(Call::Double, why).points(least, 40, Worth::Cards);
        let open = SUITS.map(|suit| turn.unbid(suit));
        // A second suit of five cards is bid instead.
        let no_suit = move |held: &Held| {
            let mut others = SUITS.into_iter().filter(|suit| open[*suit as usize]);
            others.all(|suit| held.length(suit) <= 4)
        };
        let double = double.at_most(suit, 2).only(no_suit);
        offers.push(double.kind(Kind::Takeout).forcing());
    }
}

/// Bidding on over their bid to the level of the fit: as many tricks as trumps together.
pub(super) fn bids(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let (own, his) = (turn.own(), turn.his());
    for suit in HIGHEST_FIRST.into_iter().filter(|suit| !turn.theirs(*suit)) {
        let level = turn.cheapest(suit.into());
        let (Some(call), 1..=4) = (turn.bid(level, suit.into()), level) else {
            continue;
        };
        let together = [14, 17, 20, 21][usize::from(level) - 1];
        let least = together - turn.low.min(together);
        let shown = his.least(suit);
        if shown >= 3 {
            let length = (level + 6).saturating_sub(shown).max(2);
            let offer = Offer::new(call, Thought::HeightOfFit).at_least(suit, length);
            offers.push(offer.points(least, 40, Worth::Trumps(suit)));
            if level == 3 {
                let offer = Offer::new(call, Thought::FitAndPoints);
                let offer = offer.at_least(suit, turn.needed(suit));
                let least = 23 - turn.low.min(23);
                offers.push(offer.points(least, 40, Worth::Trumps(suit)));
            }
        }
        let again = own.bid[suit as usize] && level <= 3;
        let new = !own.bid[suit as usize] && level <= 2 && shown < 3;
        if again || new {
            let more = if again { own.least(suit) + 1 } else { 5 };
            let level_needs = if his.balanced() { level + 3 } else { level + 4 };
            let together = [12, 15, 19, 21][usize::from(level) - 1];
            let least = together - turn.low.min(together);
            let offer = Offer::new(call, Thought::LongSuit);
            let offer = offer.at_least(suit, more.max(level_needs.min(6)));
            let offer = offer.points(least, 40, Worth::Cards);
            offers.push(offer.limits(least.max(own.points.0) + 4));
        }
    }
}

/// A double that was stronger than it said: now the suit is shown, or the notrump.
pub(super) fn after_double(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    if turn.picture.kinds[turn.me] != Kind::Takeout || turn.ago(4) != Some(Call::Double) {
        return;
    }
    for suit in HIGHEST_FIRST.into_iter().filter(|suit| turn.unbid(*suit)) {
        let level = turn.cheapest(suit.into());
        let call = turn.bid(level, suit.into()).filter(|_| level <= 3);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::StrongWithSuit);
            offer.points(17, 40, Worth::Cards).at_least(suit, 5)
        }));
    }
    let level = turn.cheapest(Strain::Notrump);
    let call = turn.bid(level, Strain::Notrump).filter(|_| level <= 2);
    offers.extend(call.map(|call| {
        let offer = Offer::new(call, Thought::TooStrongForNotrump).balanced();
        let least = if level == 1 { 18 } else { 19 };
        offer
            .points(least, 40, Worth::Cards)
            .stopped(turn.their_suits())
    }));
}

/// Partner's opening of one in a suit is doubled. A redouble says that the points are ours;
/// everything else is below that, and raises are for trumps.
pub(super) fn over_double(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let legal = turn.picture.auction.can_push(Call::Redouble).is_ok();
    let one = turn
        .last
        .filter(|bid| bid.level.get() == 1 && turn.partner_bid());
    let opened = turn.his().points.0 >= 10 && !turn.own().acted && legal;
    let Some(suit) = one.and_then(|bid| bid.strain.suit()).filter(|_| opened) else {
        return false;
    };
    let needed = turn
        .needed(suit)
        .max(if suit >= Suit::Hearts { 3 } else { 4 });
    for (level, length, least) in [(4, needed + 2, 0), (3, needed + 1, 4), (2, needed, 5)] {
        let call = turn
            .bid(level, suit.into())
            .filter(|_| level < 4 || suit >= Suit::Hearts);
        offers.extend(call.map(|call| {
            let raise = Offer::new(call, Thought::TrumpsOverDouble).at_least(suit, length);
            raise.points(least, 9, Worth::Cards)
        }));
    }
    let redouble = Offer::new(Call::Redouble, Thought::MostPointsOurs);
    offers.push(redouble.points(10, 40, Worth::Cards).kind(Kind::Penalty));
    for suit in SUITS.into_iter().filter(|suit| turn.unbid(*suit)) {
        let level = turn.cheapest(suit.into());
        let call = turn.bid(level, suit.into());
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::SuitOverDouble).at_least(suit, 3 + level);
            let offer = offer.points(5, 9, Worth::Cards);
            offer.only(move |held| is_longest(held, suit) || level == 1)
        }));
    }
    let call = turn.bid(1, Strain::Notrump);
    offers.extend(call.map(|call| {
        let offer = Offer::new(call, Thought::NotrumpOverDouble).balanced();
        offer.points(7, 9, Worth::Cards)
    }));
    true
}
