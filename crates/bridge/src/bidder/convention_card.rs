//! Choice among the calls that the conventions explain.

use super::auction_state::ShownHand;
use super::context::Context;
use super::hand_evaluation::EvaluatedHand;
use crate::bidding::calls;
use crate::knowledge::{Conventions, Interpretation, Shapes};
use crate::{Bid, Call, Strain, Suit};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// A call that a convention explains, and how well the hand fits.
pub(super) struct Entry<'a> {
    pub(super) call: Call,
    pub(super) interpretation: Interpretation<'a>,
    /// 1 if the hand is just what it promises, 0 if the hand breaks the promise.
    pub(super) fit: f64,
    /// The probability that a random hand keeps the promise: the smaller, the more descriptive the
    /// call.
    width: f64,
}

impl Entry<'_> {
    fn bid(&self) -> Option<Bid> {
        match self.call {
            Call::Bid(bid) => Some(bid),
            _ => None,
        }
    }
}

/// Returns the legal calls that the conventions explain.
pub(super) fn entries<'a>(
    context: &Context<'_>,
    held: &EvaluatedHand,
    vulnerable: bool,
    conventions: &'a Conventions,
) -> Vec<Entry<'a>> {
    let auction = &context.state.auction;
    let explained = calls(auction).filter_map(|call| {
        let interpretation = Interpretation::of(auction, call, conventions)?;
        let fit = interpretation.fit(held.hand, counted(context, held, call));
        let fit = fit * discretion(context, held, call, vulnerable);
        let width = if fit > 0.0 {
            width(&interpretation)
        } else {
            1.0
        };
        Some(Entry {
            call,
            interpretation,
            fit,
            width,
        })
    });
    explained.collect()
}

/// Returns the high-card points, plus one where length makes up for it: an opening by the rule of
/// twenty, acceptance of an invitation.
fn counted(context: &Context<'_>, held: &EvaluatedHand, call: Call) -> u8 {
    // A player who opened with eleven continues as with twelve.
    if context.own_shown().acted && context.own_shown().points.0 == held.points + 1 {
        return held.points + 1;
    }
    let opening = context.last.is_none();
    let one =
        matches!(call, Call::Bid(bid) if bid.level.get() == 1 && bid.strain != Strain::Notrump);
    held.points
        + u8::from(
            opening && held.points == 11 && held.rule_of_twenty() && (one || call == Call::Pass),
        )
}

/// Returns a factor below 1 for calls that the conventions allow and no player would make.
fn discretion(context: &Context<'_>, held: &EvaluatedHand, call: Call, vulnerable: bool) -> f64 {
    let Call::Bid(bid) = call else { return 1.0 };
    let Some(suit) = bid.strain.suit() else {
        // Eight trumps in a major suit are better than none.
        let fit = |suit: Suit| {
            context.partner_shown().least(suit) >= 5 && held.length(suit) >= context.needed(suit)
        };
        let fits = context.own_shown().acted && (fit(Suit::Hearts) || fit(Suit::Spades));
        return if fits { 0.4 } else { 1.0 };
    };
    let level = bid.level.get();
    // A jump over their jump is not what the convention means.
    if context.contested()
        && level >= 4
        && level > context.cheapest(bid.strain)
        && context.unbid(suit)
    {
        return 0.0;
    }
    let weak = held.points < 10 && level > context.cheapest(bid.strain);
    let fourth = context.last.is_none() && context.state.auction.len() == 3;
    let long = held.length(suit);
    // There is no opponent left to be kept out.
    if fourth && weak && long <= 7 {
        return 0.4;
    }
    // A jump over their opening on a bad suit, or on nothing.
    let over = context.contested() && weak && long >= 6 && !context.theirs(suit);
    if over && (held.points < 5 || !held.good(suit) && (vulnerable || level >= 3)) {
        return 0.0;
    }
    // Balanced opposite notrump: there is no better place.
    let notrump = context
        .last
        .is_some_and(|last| last.strain == Strain::Notrump);
    if notrump
        && context.partner_bid()
        && context.own_shown().acted
        && held.balanced
        && context.unbid(suit)
    {
        return 0.4;
    }
    // Four of a minor suit goes past three notrump.
    if level == 4 && suit <= Suit::Diamonds && context.partner_shown().acted {
        return 0.4;
    }
    1.0
}

/// Returns the best of the calls with at least this fit.
pub(super) fn best<'e, 'a>(
    entries: &'e [Entry<'a>],
    least: f64,
    context: &Context<'_>,
    held: &EvaluatedHand,
) -> Option<&'e Entry<'a>> {
    let fitting = entries.iter().filter(|entry| entry.fit >= least);
    // `max_by` prefers the last of equals, and calls come in order: so reverse it.
    fitting.min_by(|one, other| better(one, other, context, held))
}

/// `Less` if `one` is the better description.
fn better(
    one: &Entry<'_>,
    other: &Entry<'_>,
    context: &Context<'_>,
    held: &EvaluatedHand,
) -> Ordering {
    let fit = other.fit.total_cmp(&one.fit);
    let trust = |entry: &Entry<'_>| entry.interpretation.reliability();
    let preferred = preference(context, held, one)
        .cmp(&preference(context, held, other))
        .reverse();
    let suits = match (new_suit(context, one), new_suit(context, other)) {
        (Some(this), Some(that)) if this != that => suit_order(held, one, other, this, that),
        _ => Ordering::Equal,
    };
    let narrow = one.width.total_cmp(&other.width);
    fit.then(trust(other).total_cmp(&trust(one)))
        .then(preferred)
        .then(suits)
        .then(narrow)
}

/// Returns the unbid suit that a call shows, if it does.
fn new_suit(context: &Context<'_>, entry: &Entry<'_>) -> Option<Suit> {
    let suit = entry.bid()?.strain.suit()?;
    let jump = entry.bid()?.level.get() > context.cheapest(suit.into());
    (context.unbid(suit) && !(jump && context.last.is_some())).then_some(suit)
}

/// Returns the exceptions from "the narrower the better".
fn preference(context: &Context<'_>, held: &EvaluatedHand, entry: &Entry<'_>) -> i32 {
    let own: &ShownHand = context.own_shown();
    match entry.call {
        // With shape for it an invitation is accepted.
        Call::Pass if context.partner_bid() && context.partner_shown().acted && own.acted => {
            let trumps = context.last.and_then(|bid| bid.strain.suit());
            let worth = trumps.map_or(held.points, |suit| {
                held.points_for(super::hand_evaluation::Purpose::Trumps(suit))
            });
            if worth >= 14 { -1 } else { 1 }
        }
        Call::Bid(bid) => {
            let low_major =
                bid.level.get() == 1 && matches!(bid.strain, Strain::Hearts | Strain::Spades);
            // Four cards of a major at the one level come before notrump and a minor suit again.
            let major = low_major && own.acted && held.points <= 17 && context.partner_bid();
            // A third-hand opening comes before a pass.
            let opening = context.last.is_none() && bid.level.get() == 1;
            // And a fit in a major comes before anything.
            let suit = bid.strain.suit().filter(|suit| *suit >= Suit::Hearts);
            let fit = suit.is_some_and(|suit| {
                context.partner_shown().bid[suit as usize]
                    && held.length(suit) >= context.needed(suit)
            });
            let strong = context.contested() && bid.strain == Strain::Notrump;
            i32::from(major)
                + i32::from(strong)
                + i32::from(opening && held.points < 15)
                + 2 * i32::from(fit)
        }
        // A suit of one's own is shown before asking for the others.
        Call::Double => {
            let suit = |suit: Suit| held.length(suit) >= if suit >= Suit::Hearts { 5 } else { 6 };
            let has = crate::notation::SUITS
                .into_iter()
                .any(|s| suit(s) && !context.theirs(s));
            if has && held.points < 17 { -1 } else { 1 }
        }
        _ => 0,
    }
}

/// Orders two new suits: the longer first, majors before minors unless there is time for both,
/// five-five the higher, four-four up the line.
fn suit_order(
    held: &EvaluatedHand,
    one: &Entry<'_>,
    other: &Entry<'_>,
    this: Suit,
    that: Suit,
) -> Ordering {
    let hurry = held.points < 12;
    let rank = |suit: Suit| held.length(suit) + u8::from(hurry && suit >= Suit::Hearts);
    let longer = rank(that).cmp(&rank(this));
    let major = (that >= Suit::Hearts).cmp(&(this >= Suit::Hearts));
    let both = held.length(this).min(held.length(that)) >= 5;
    let order = if both {
        that.cmp(&this)
    } else {
        one.bid().cmp(&other.bid())
    };
    longer
        .then(if both { Ordering::Equal } else { major })
        .then(order)
}

/// Returns the distortion of a call: points and cards amiss; less with support for a major, or in
/// notrump with a suitable hand.
pub(super) fn distortion(context: &Context<'_>, entry: &Entry<'_>, held: &EvaluatedHand) -> i32 {
    let excuse = match entry.bid().map(|bid| bid.strain) {
        Some(Strain::Notrump) => {
            let stopped = |suit: &Suit| !context.theirs(*suit) || held.stops(*suit);
            3 * i32::from(held.balanced && crate::notation::SUITS.iter().all(stopped))
        }
        Some(strain) => i32::from(strain.suit().is_some_and(|suit| {
            suit >= Suit::Hearts
                && context.partner_shown().bid[suit as usize]
                && held.length(suit) >= context.needed(suit)
        })),
        None => 0,
    };
    2 * i32::from(distance(&entry.interpretation, held)) - excuse
}

/// Returns the distance of a hand from the promise of a call: points and cards amiss.
fn distance(interpretation: &Interpretation<'_>, held: &EvaluatedHand) -> u8 {
    let alternatives = interpretation.alternatives();
    let miss = alternatives.iter().map(|alternative| {
        let (least, most) = alternative.points;
        let points = least.saturating_sub(held.points) + held.points.saturating_sub(most);
        let cards = alternative.shapes.iter().map(|shape| {
            let apart = shape.iter().zip(held.lengths).map(|(a, b)| a.abs_diff(b));
            apart.sum::<u8>() / 2
        });
        points + 3 * cards.min().unwrap_or(13)
    });
    miss.min().unwrap_or(u8::MAX)
}

/// Estimates the share of all hands that keep a promise: shape and points are taken as independent.
fn width(interpretation: &Interpretation<'_>) -> f64 {
    let alternatives = interpretation.alternatives();
    alternatives
        .iter()
        .map(|alternative| {
            let shapes = shape_share(&alternative.shapes);
            let points: f64 = (alternative.points.0..=alternative.points.1.min(37))
                .map(|p| ODDS.points[usize::from(p)])
                .sum();
            alternative.weight * shapes * points
        })
        .sum()
}

fn shape_share(shapes: &Shapes) -> f64 {
    let combinations = |length: u8| ODDS.choose[usize::from(length)];
    shapes
        .iter()
        .map(|shape| shape.into_iter().map(combinations).product::<f64>())
        .sum::<f64>()
        / ODDS.hands
}

/// Frequencies of dealt hands.
struct Odds {
    /// The number of ways to hold a number of cards of a suit.
    choose: [f64; 14],
    /// The number of all hands.
    hands: f64,
    /// The share of hands by points.
    points: [f64; 38],
}

static ODDS: LazyLock<Odds> = LazyLock::new(|| {
    let choose =
        |n: u32, k: u32| (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    let hands = choose(52, 13);
    // The number of ways to hold honours with given points, honour by honour.
    let mut ways = vec![[0.0; 38]; 14];
    ways[0][0] = 1.0;
    for value in (1..=4).flat_map(|value| [value; 4]) {
        for count in (0..13).rev() {
            for points in (0..38 - value).rev() {
                let more = ways[count][points];
                ways[count + 1][points + value] += more;
            }
        }
    }
    let points = std::array::from_fn(|points| {
        let honours = ways.iter().zip(0u32..);
        honours
            .map(|(row, count)| row[points] * choose(36, 13 - count))
            .sum::<f64>()
            / hands
    });
    Odds {
        choose: std::array::from_fn(|length| choose(13, length as u32)),
        hands,
        points,
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_are_those_of_the_books() {
        assert!((shape_share(&Shapes::ALL) - 1.0).abs() < 1e-9);
        assert!((ODDS.points.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((ODDS.points[10] - 0.0941).abs() < 1e-4);
        let flat = Shapes::of(|shape| shape.iter().all(|length| (3..=4).contains(length)));
        assert!((shape_share(&flat) - 0.1054).abs() < 1e-4);
    }
}
