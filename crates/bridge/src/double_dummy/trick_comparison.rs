//! Comparison of cards within one trick.

use super::deck::{all_of, down_to, lane, of_suit, suit_of};
use super::search::Trick;

/// Returns whether `card` beats `best`; 0 is no card: it beats none, and any card beats it.
pub(super) fn beats(card: u64, best: u64, trump: usize) -> bool {
    if card == 0 || best == 0 {
        return card != 0;
    }
    let (suit, other) = (suit_of(card), suit_of(best));
    if suit == other {
        card < best
    } else {
        suit == trump
    }
}

/// Returns the ranks of a suit that beat `best`: all of them if it is 0.
pub(super) fn beating(best: u64, suit: usize, trump: usize) -> u32 {
    if best == 0 || (suit == trump && suit_of(best) != trump) {
        return 0xFFFF;
    }
    if suit_of(best) == suit {
        lane(best, suit) - 1
    } else {
        0
    }
}

/// Returns the strongest card of a hand when `led` is led: of that suit, or a trump; 0 if it has
/// neither.
pub(super) fn best_reply(hand: u64, led: usize, trump: usize) -> u64 {
    let following = hand & all_of(led);
    let cards = if following == 0 {
        hand & all_of(trump)
    } else {
        following
    };
    cards & cards.wrapping_neg()
}

/// Returns the best card of the side that does not play next, played or still to come, unless the
/// partner of the hand to play beats it.
pub(super) fn threat(hands: &[u64; 4], trick: &Trick, trump: usize) -> Option<u64> {
    let seat = trick.turn();
    let reply = |n: usize| best_reply(hands[(seat + n) & 3], trick.led, trump);
    let next = if trick.cards < 3 { reply(1) } else { 0 };
    let beaten = beats(next, trick.best, trump);
    if trick.best_seat == (seat + 2) & 3 {
        return beaten.then_some(next);
    }
    let threat = if beaten { next } else { trick.best };
    let saved = trick.cards == 1 && beats(reply(2), threat, trump);
    (!saved).then_some(threat)
}

/// Returns the win ranks if a side (0 for North-South, 1 for East-West) can win the trick whatever
/// the opponents play.
pub(super) fn can_win(side: usize, hands: &[u64; 4], trick: &Trick, trump: usize) -> Option<u64> {
    let (mut best, mut winner, mut ranked) = (trick.best, trick.best_seat, trick.rivals > 1);
    for seat in (trick.cards..4).map(|n| (trick.leader + n) & 3) {
        let card = best_reply(hands[seat], trick.led, trump);
        let same = card != 0 && suit_of(card) == suit_of(best);
        if beats(card, best, trump) {
            (best, winner, ranked) = (card, seat, same);
        } else {
            ranked |= same;
        }
    }
    if winner & 1 != side {
        return None;
    }
    let suit = suit_of(best);
    let ranks = if ranked { down_to(lane(best, suit)) } else { 0 };
    Some(of_suit(ranks, suit))
}
