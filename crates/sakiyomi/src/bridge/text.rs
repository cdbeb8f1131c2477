//! Text of hands, auctions and tricks for a terminal.

use bridge::bidder::ExplainedCall;
use bridge::hand::points;
use bridge::notation::SUITS;
use bridge::players::{Advice, Candidate, CardValue};
use bridge::table::name;
use bridge::{Ascii, Auction, Card, Hand, Seat, View, Vulnerability};
use std::fmt::Write;

/// A hand on one line, spades first.
pub(super) fn hand(hand: Hand) -> String {
    let mut suits = SUITS;
    suits.reverse();
    let suits = suits.map(|suit| {
        let held = hand[suit].to_string();
        let held = if held.is_empty() { "-" } else { &held };
        format!("{} {held}", suit.letter())
    });
    suits.join("  ")
}

/// The heading of a board: the facts before the first call.
pub(super) fn title(number: u32, view: &View) -> String {
    let vulnerable = match view.vulnerability {
        Vulnerability::None => "nobody",
        Vulnerability::NorthSouth => "North-South",
        Vulnerability::EastWest => "East-West",
        Vulnerability::All => "everybody",
    };
    format!(
        "Board {number}, dealer {}, {vulnerable} vulnerable\nYou are {}: {} ({} points)\n",
        name(view.dealer),
        name(view.seat),
        hand(view.hand),
        points(view.hand)
    )
}

/// The calls in columns, West's first.
pub(super) fn auction(auction: &Auction, dealer: Seat) -> String {
    let mut text = String::from("West   North  East   South\n");
    let before = (dealer as usize + 1) % 4;
    let cells = std::iter::repeat_n(String::new(), before);
    let cells = cells.chain(auction.iter().map(|call| Ascii(*call).to_string()));
    for row in cells.collect::<Vec<_>>().chunks(4) {
        let cells: Vec<_> = row.iter().map(|cell| format!("{cell:6}")).collect();
        let _ = writeln!(text, "{}", cells.join(" ").trim_end());
    }
    text
}

/// The tricks, each from its leader on.
pub(super) fn tricks(cards: &[(Seat, Card)]) -> String {
    let mut text = String::new();
    for (number, trick) in (1..).zip(cards.chunks(4)) {
        let cards: Vec<_> = trick
            .iter()
            .map(|(_, card)| Ascii(*card).to_string())
            .collect();
        let leader = trick[0].0.letter();
        let _ = writeln!(text, "{number:2}. {leader}: {}", cards.join(" "));
    }
    text
}

/// Formats a call with its reason.
pub(super) fn called(called: &ExplainedCall) -> String {
    format!("{}: {}\n", Ascii(called.call), called.why)
}

/// A player's values of the cards.
pub(super) fn advice(advice: &Advice) -> String {
    let mut text = format!("{} is best.\n", advice.card_text());
    for candidate in &advice.candidates {
        let _ = writeln!(text, "  {}", considered(candidate));
    }
    for reason in &advice.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    text
}

fn considered(candidate: &Candidate) -> String {
    let opinions = [
        ("double dummy", candidate.double_dummy),
        ("with models", candidate.with_models),
    ];
    let opinions = opinions.into_iter();
    let said = opinions.filter_map(|(method, opinion)| Some(thought(method, &opinion?)));
    let said: Vec<_> = said.collect();
    format!("{}  {}", Ascii(candidate.card), said.join("; "))
}

fn thought(method: &str, opinion: &CardValue) -> String {
    let error = opinion
        .error
        .map_or_else(String::new, |e| format!(" ± {e:.0}"));
    let success = 100.0 * opinion.success;
    format!(
        "{method} {:+.0}{error} points, good in {success:.0} %",
        opinion.points
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::notation;

    #[test]
    fn calls_stand_under_who_made_them() {
        let calls = auction(&"1NT - 3NT - - -".parse().unwrap(), Seat::South);
        let lines: Vec<_> = calls.lines().collect();
        assert_eq!(lines[1], "                     1NT");
        assert_eq!(lines[2], "Pass   3NT    Pass   Pass");
        let west = auction(&"1C".parse().unwrap(), Seat::West);
        assert_eq!(west.lines().nth(1), Some("1C"));
    }

    #[test]
    fn a_void_is_a_dash() {
        let held = notation::hand("AK4..T987.653").unwrap();
        assert_eq!(hand(held), "S AK4  H -  D T987  C 653");
    }
}
