//! Answers to partner's questions: transfers, strong artificial openings, take-out doubles.

use super::held::{Held, Worth};
use super::offers::Offer;
use super::picture::Kind;
use super::turn::Turn;
use super::why::Thought;
use crate::notation::SUITS;
use crate::{Bid, Call, Strain, Suit};

/// Offers the answers if partner has asked; whether there is nothing else to think of.
pub(super) fn question(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let undisturbed = turn.is_asked();
    let first = !turn.own().acted;
    if turn.picture.game[turn.me % 2] && turn.own().points.0 >= 20 && opened_artificially(turn) {
        strong_rebid(turn, offers);
        return false;
    }
    match turn.his_kind() {
        Kind::Artificial if !undisturbed || !turn.partner_bid() => false,
        Kind::Artificial if turn.his().points.0 >= 20 && first => strong_opening(turn, offers),
        Kind::Artificial => transfer(turn, offers),
        Kind::Takeout if turn.ago(2) == Some(Call::Double) && first => {
            takeout(turn, undisturbed, offers)
        }
        Kind::Takeout if turn.ago(2) == Some(Call::Double) && undisturbed => {
            asked_suits(turn, offers)
        }
        _ => false,
    }
}

/// The suit partner has shown by bidding the one below it.
fn transfer(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let Some(last) = turn.last.filter(|_| turn.own().balanced()) else {
        return false;
    };
    let next = |suit: Suit| SUITS.get(suit as usize + 1).copied();
    let target = last.strain.suit().and_then(next);
    let target = target.filter(|suit| turn.his().least(*suit) >= 5);
    let call = target.and_then(|suit| turn.bid(last.level.get(), suit.into()));
    offers.extend(call.map(|call| Offer::new(call, Thought::TransferCompleted)));
    call.is_some()
}

/// Over a strong artificial opening: a good suit or points if there are some, else the cheapest
/// suit, which waits.
fn strong_opening(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let Some(last) = turn.last else { return false };
    let next = |suit: Suit| SUITS.get(suit as usize + 1).copied();
    let waiting = last.strain.suit().and_then(next).unwrap_or(Suit::Clubs);
    for suit in SUITS.into_iter().rev() {
        let level = turn.cheapest(suit.into()) + u8::from(suit == waiting);
        let call = turn.bid(level, suit.into());
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::GoodSuitForStrength);
            let offer = offer.points(8, 40, Worth::Cards).at_least(suit, 5);
            offer.forcing().only(move |held| held.good(suit))
        }));
    }
    let level = turn.cheapest(Strain::Notrump);
    offers.extend(turn.bid(level, Strain::Notrump).map(|call| {
        let offer = Offer::new(call, Thought::BalancedWithPoints).balanced();
        offer.points(8, 40, Worth::Cards).forcing()
    }));
    let wait = turn.bid(turn.cheapest(waiting.into()), waiting.into());
    offers.extend(wait.map(|call| Offer::new(call, Thought::Waiting).kind(Kind::Artificial)));
    true
}

/// Whether nothing but a strong artificial opening was bid by this player.
fn opened_artificially(turn: &Turn<'_>) -> bool {
    turn.picture.kinds[turn.me] == Kind::Artificial
}

/// After one's own strong artificial opening: notrump if balanced, else the longest suit.
fn strong_rebid(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    for (level, least, most) in [(2, 22, 24), (3, 25, 27)] {
        let call = turn.bid(level, Strain::Notrump);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::BalancedStrong).balanced();
            offer.points(least, most, Worth::Cards)
        }));
    }
    let suits = SUITS.into_iter().rev();
    for suit in suits.filter(|suit| !turn.theirs(*suit) && !turn.his().bid[*suit as usize]) {
        let level = turn.cheapest(suit.into());
        let call = turn.bid(level, suit.into()).filter(|_| level <= 3);
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::LongestOfStrong).at_least(suit, 5);
            let longest = move |held: &Held| {
                held.lengths
                    .iter()
                    .all(|length| *length <= held.length(suit))
            };
            offer.forcing().only(longest)
        }));
    }
}

/// The suit to answer a take-out double in: the longest, a major before a minor, a lower level
/// before a higher one.
fn best(held: &Held, levels: [Option<u8>; 4]) -> Option<Suit> {
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

/// Partner's double asked the opener: four cards of a major he may have.
fn asked_suits(turn: &Turn<'_>, offers: &mut Vec<Offer>) -> bool {
    let least = turn.own().points.0;
    let asked = |suit: &Suit| turn.unbid(*suit) && (3..=4).contains(&turn.his().least(*suit));
    for suit in [Suit::Hearts, Suit::Spades].into_iter().filter(asked) {
        let cheap = turn.cheapest(suit.into());
        for (level, least, most) in [
            (4, least + 7, 40),
            (cheap + 1, least + 4, least + 6),
            (cheap, 0, least + 3),
        ] {
            let call = turn.bid(level, suit.into()).filter(|_| level <= 4);
            offers.extend(call.map(|call| {
                let offer = Offer::new(call, Thought::MajorAskedFor);
                let offer = offer.points(least, most, Worth::Trumps(suit));
                offer.at_least(suit, 4)
            }));
        }
    }
    false
}

/// Partner asks for a suit. With nothing the cheapest bid, with nine points a jump, with twelve
/// game.
fn takeout(turn: &Turn<'_>, undisturbed: bool, offers: &mut Vec<Offer>) -> bool {
    let Some(last) = turn.last else { return false };
    let open = SUITS.map(|suit| !turn.theirs(suit));
    let levels = SUITS.map(|suit| Some(turn.cheapest(suit.into())).filter(|_| open[suit as usize]));
    penalty_pass(last, offers);
    for suit in [Suit::Spades, Suit::Hearts] {
        let game = turn.bid(4, suit.into()).filter(|_| open[suit as usize]);
        offers.extend(game.map(|call| {
            let offer = Offer::new(call, Thought::GameOppositeDouble).at_least(suit, 4);
            let offer = offer.points(12, 40, Worth::Trumps(suit));
            offer.only(move |held| {
                let longest = held.lengths.into_iter().max().unwrap_or(0);
                best(held, levels) == Some(suit) || held.length(suit) + 1 >= longest
            })
        }));
    }
    for (level, least, most) in [(3, 13, 40), (2, 11, 12), (1, 6, 10)] {
        let call = turn.bid(level, Strain::Notrump);
        offers.extend(
            call.map(|call| stopped_notrump(turn, call, open).points(least, most, Worth::Cards)),
        );
    }
    suit_answers(turn, levels, undisturbed, offers);
    true
}

/// The best suit, cheaply or with a jump.
fn suit_answers(
    turn: &Turn<'_>,
    levels: [Option<u8>; 4],
    undisturbed: bool,
    offers: &mut Vec<Offer>,
) {
    let open = levels.map(|level| level.is_some());
    for suit in SUITS.into_iter().rev().filter(|suit| open[*suit as usize]) {
        let cheap = turn.cheapest(suit.into());
        let least = if undisturbed { 0 } else { 6 };
        let most = if cheap >= 3 { 11 } else { 8 };
        // Four of a minor suit would go past three notrump.
        let top = if suit >= Suit::Hearts { 4 } else { 3 };
        for (level, least, most) in [(cheap + 1, most + 1, 40), (cheap, least, most)] {
            let jump = level > cheap;
            let call = turn.bid(level, suit.into());
            let call = call.filter(|_| level <= top || !jump && undisturbed);
            offers.extend(call.map(|call| {
                let offer = Offer::new(call, Thought::SuitAskedFor).at_least(suit, 4);
                let offer = if jump {
                    offer.points(least, most, Worth::Trumps(suit))
                } else {
                    offer.points(least, most, Worth::Cards).limits(most)
                };
                offer.only(move |held| best(held, levels) == Some(suit))
            }));
        }
    }
    // Three cards will have to do if there are no four.
    for suit in SUITS
        .into_iter()
        .filter(|suit| open[*suit as usize] && undisturbed)
    {
        let call = turn.bid(turn.cheapest(suit.into()), suit.into());
        offers.extend(call.map(|call| {
            let offer = Offer::new(call, Thought::SuitAsked);
            offer
                .resort()
                .only(move |held| best(held, levels) == Some(suit))
        }));
    }
}

fn stopped_notrump(turn: &Turn<'_>, call: Call, open: [bool; 4]) -> Offer {
    let offer = Offer::new(call, Thought::NotrumpStopped);
    let majors = [Suit::Hearts, Suit::Spades].into_iter();
    let offer = offer.stopped(turn.their_suits());
    majors
        .filter(|suit| open[*suit as usize])
        .fold(offer, |offer, suit| offer.at_most(suit, 3))
}

/// Good trumps of theirs and some points: their contract is the best for us.
fn penalty_pass(last: Bid, offers: &mut Vec<Offer>) {
    if let Some(suit) = last.strain.suit() {
        let pass = Offer::new(Call::Pass, Thought::TheyWillFail).at_least(suit, 5);
        let pass = pass.points(5, 40, Worth::Cards);
        let strong = move |held: &Held| held.points >= 7 || held.length(suit) >= 6;
        offers.push(pass.only(move |held| held.good(suit) && strong(held)));
    }
}
