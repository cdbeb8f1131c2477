//! Choosing among the calls that the card explains.

use super::held::Held;
use super::picture::Shown;
use super::turn::Turn;
use crate::bidding::calls;
use crate::knowledge::{Conventions, Reading, Shapes};
use crate::{Bid, Call, Strain, Suit};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// A call the card explains, and how well the hand fits.
pub(super) struct Entry<'a> {
    pub(super) call: Call,
    pub(super) reading: Reading<'a>,
    /// 1 if it says just what the hand is, 0 if the hand breaks the promise.
    pub(super) fit: f64,
    /// How likely any hand is to keep the promise: the less, the more the call tells.
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

/// All legal calls that the card explains.
pub(super) fn entries<'a>(
    turn: &Turn<'_>,
    held: &Held,
    vulnerable: bool,
    conventions: &'a Conventions,
) -> Vec<Entry<'a>> {
    let auction = &turn.picture.auction;
    let explained = calls(auction).filter_map(|call| {
        let reading = Reading::of(auction, call, conventions)?;
        let fit = reading.fit(held.hand, counted(turn, held, call));
        let fit = fit * discretion(turn, held, call, vulnerable);
        let width = if fit > 0.0 { width(&reading) } else { 1.0 };
        Some(Entry {
            call,
            reading,
            fit,
            width,
        })
    });
    explained.collect()
}

/// High-card points, with one more where length makes up for it: an opening by the rule of twenty,
/// acceptance of an invitation.
fn counted(turn: &Turn<'_>, held: &Held, call: Call) -> u8 {
    // Whoever has opened with eleven goes on as if they were twelve.
    if turn.own().acted && turn.own().points.0 == held.points + 1 {
        return held.points + 1;
    }
    let opening = turn.last.is_none();
    let one =
        matches!(call, Call::Bid(bid) if bid.level.get() == 1 && bid.strain != Strain::Notrump);
    held.points
        + u8::from(
            opening && held.points == 11 && held.rule_of_twenty() && (one || call == Call::Pass),
        )
}

/// What the card allows and no player would do: a factor below 1.
fn discretion(turn: &Turn<'_>, held: &Held, call: Call, vulnerable: bool) -> f64 {
    let Call::Bid(bid) = call else { return 1.0 };
    let Some(suit) = bid.strain.suit() else {
        // Eight trumps in a major suit are better than none.
        let fit =
            |suit: Suit| turn.his().least(suit) >= 5 && held.length(suit) >= turn.needed(suit);
        let fits = turn.own().acted && (fit(Suit::Hearts) || fit(Suit::Spades));
        return if fits { 0.4 } else { 1.0 };
    };
    let level = bid.level.get();
    // A jump over their jump is no longer what the card had in mind.
    if turn.contested() && level >= 4 && level > turn.cheapest(bid.strain) && turn.unbid(suit) {
        return 0.0;
    }
    let weak = held.points < 10 && level > turn.cheapest(bid.strain);
    let fourth = turn.last.is_none() && turn.picture.auction.len() == 3;
    let long = held.length(suit);
    // Nobody is left to be kept out.
    if fourth && weak && long <= 7 {
        return 0.4;
    }
    // A jump over their opening on a bad suit, or on nothing.
    let over = turn.contested() && weak && long >= 6 && !turn.theirs(suit);
    if over && (held.points < 5 || !held.good(suit) && (vulnerable || level >= 3)) {
        return 0.0;
    }
    // Balanced opposite notrump: there is no better place.
    let notrump = turn.last.is_some_and(|last| last.strain == Strain::Notrump);
    if notrump && turn.partner_bid() && turn.own().acted && held.balanced && turn.unbid(suit) {
        return 0.4;
    }
    // Four of a minor suit goes past three notrump.
    if level == 4 && suit <= Suit::Diamonds && turn.his().acted {
        return 0.4;
    }
    1.0
}

/// The best of those that fit at least so well.
pub(super) fn best<'e, 'a>(
    entries: &'e [Entry<'a>],
    least: f64,
    turn: &Turn<'_>,
    held: &Held,
) -> Option<&'e Entry<'a>> {
    let fitting = entries.iter().filter(|entry| entry.fit >= least);
    // Later ones win ties, and calls come in order: so turn it round.
    fitting.min_by(|one, other| better(one, other, turn, held))
}

/// `Less` if `one` is the better description.
fn better(one: &Entry<'_>, other: &Entry<'_>, turn: &Turn<'_>, held: &Held) -> Ordering {
    let fit = other.fit.total_cmp(&one.fit);
    let trust = |entry: &Entry<'_>| entry.reading.reliability();
    let preferred = preference(turn, held, one)
        .cmp(&preference(turn, held, other))
        .reverse();
    let suits = match (new_suit(turn, one), new_suit(turn, other)) {
        (Some(this), Some(that)) if this != that => suit_order(held, one, other, this, that),
        _ => Ordering::Equal,
    };
    let narrow = one.width.total_cmp(&other.width);
    fit.then(trust(other).total_cmp(&trust(one)))
        .then(preferred)
        .then(suits)
        .then(narrow)
}

/// A suit nobody has bid, named and meant.
fn new_suit(turn: &Turn<'_>, entry: &Entry<'_>) -> Option<Suit> {
    let suit = entry.bid()?.strain.suit()?;
    let jump = entry.bid()?.level.get() > turn.cheapest(suit.into());
    (turn.unbid(suit) && !(jump && turn.last.is_some())).then_some(suit)
}

/// Exceptions from "the narrower the better".
fn preference(turn: &Turn<'_>, held: &Held, entry: &Entry<'_>) -> i32 {
    let own: &Shown = turn.own();
    match entry.call {
        // With shape for it an invitation is accepted.
        Call::Pass if turn.partner_bid() && turn.his().acted && own.acted => {
            let trumps = turn.last.and_then(|bid| bid.strain.suit());
            let worth = trumps.map_or(held.points, |suit| {
                held.worth(super::held::Worth::Trumps(suit))
            });
            if worth >= 14 { -1 } else { 1 }
        }
        Call::Bid(bid) => {
            let low_major =
                bid.level.get() == 1 && matches!(bid.strain, Strain::Hearts | Strain::Spades);
            // Four cards of a major at the one level come before notrump and a minor suit again.
            let major = low_major && own.acted && held.points <= 17 && turn.partner_bid();
            // A third-hand opening comes before a pass.
            let opening = turn.last.is_none() && bid.level.get() == 1;
            // And a fit in a major comes before anything.
            let suit = bid.strain.suit().filter(|suit| *suit >= Suit::Hearts);
            let fit = suit.is_some_and(|suit| {
                turn.his().bid[suit as usize] && held.length(suit) >= turn.needed(suit)
            });
            let strong = turn.contested() && bid.strain == Strain::Notrump;
            i32::from(major)
                + i32::from(strong)
                + i32::from(opening && held.points < 15)
                + 2 * i32::from(fit)
        }
        // A suit of one's own is shown before the others are asked for.
        Call::Double => {
            let suit = |suit: Suit| held.length(suit) >= if suit >= Suit::Hearts { 5 } else { 6 };
            let has = crate::notation::SUITS
                .into_iter()
                .any(|s| suit(s) && !turn.theirs(s));
            if has && held.points < 17 { -1 } else { 1 }
        }
        _ => 0,
    }
}

/// Which of two new suits first: the longer, majors before minors unless there is time for both,
/// five-five the higher, four-four up the line.
fn suit_order(held: &Held, one: &Entry<'_>, other: &Entry<'_>, this: Suit, that: Suit) -> Ordering {
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

/// How bad a lie a call is: points and cards amiss; less bad with support for a major, or in
/// notrump with a hand for it.
pub(super) fn lie(turn: &Turn<'_>, entry: &Entry<'_>, held: &Held) -> i32 {
    let excuse = match entry.bid().map(|bid| bid.strain) {
        Some(Strain::Notrump) => {
            let stopped = |suit: &Suit| !turn.theirs(*suit) || held.stops(*suit);
            3 * i32::from(held.balanced && crate::notation::SUITS.iter().all(stopped))
        }
        Some(strain) => i32::from(strain.suit().is_some_and(|suit| {
            suit >= Suit::Hearts
                && turn.his().bid[suit as usize]
                && held.length(suit) >= turn.needed(suit)
        })),
        None => 0,
    };
    2 * i32::from(distance(&entry.reading, held)) - excuse
}

/// How far a hand is from what a call promises: points and cards amiss.
fn distance(reading: &Reading<'_>, held: &Held) -> u8 {
    let ways = reading.ways();
    let miss = ways.iter().map(|way| {
        let (least, most) = way.points;
        let points = least.saturating_sub(held.points) + held.points.saturating_sub(most);
        let cards = way.shapes.iter().map(|shape| {
            let apart = shape.iter().zip(held.lengths).map(|(a, b)| a.abs_diff(b));
            apart.sum::<u8>() / 2
        });
        points + 3 * cards.min().unwrap_or(13)
    });
    miss.min().unwrap_or(u8::MAX)
}

/// How many of all hands keep a promise, about: shape and points are counted as if independent.
fn width(reading: &Reading<'_>) -> f64 {
    let ways = reading.ways();
    ways.iter()
        .map(|way| {
            let shapes = shape_share(&way.shapes);
            let points: f64 = (way.points.0..=way.points.1.min(37))
                .map(|p| ODDS.points[usize::from(p)])
                .sum();
            way.weight * shapes * points
        })
        .sum()
}

fn shape_share(shapes: &Shapes) -> f64 {
    let ways = |length: u8| ODDS.choose[usize::from(length)];
    shapes
        .iter()
        .map(|shape| shape.into_iter().map(ways).product::<f64>())
        .sum::<f64>()
        / ODDS.hands
}

/// How often what is dealt.
struct Odds {
    /// Ways to hold so many cards of a suit.
    choose: [f64; 14],
    /// All hands.
    hands: f64,
    /// The share of hands with so many points.
    points: [f64; 38],
}

static ODDS: LazyLock<Odds> = LazyLock::new(|| {
    let choose =
        |n: u32, k: u32| (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    let hands = choose(52, 13);
    // Ways to take so many honours with so many points, honour by honour.
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
