//! Diagrams of boards: the hands around the table, the auction and the play as HTML.
//!
//! The diagram has its own colours and no scripts. Cards that are played are pale. Names and titles
//! come from files of others, so they are escaped.
//!
//! ```
//! use bridge::{Line, picture};
//!
//! let line: Line = serde_json::from_str(
//!     r#"{"number": 2, "dealer": "S", "vulnerable": "None", "auction": ["1H", "1S"],
//!         "names": ["<b>", "", "", ""],
//!         "deal": "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"}"#,
//! )?;
//! let html = picture::html(&line.position()?, &line);
//! assert!(html.contains("Board 2") && html.contains("&lt;b&gt;") && !html.contains("<b>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::hand::from_the_top;
use crate::rules::Position;
use crate::{Ascii, Bid, Call, Hand, Line, Play, Seat, Side, Suit, Vulnerability, table};
use std::fmt::Write as _;

/// Suits as they stand in a hand.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
/// Seats as they stand above an auction.
const COLUMNS: [Seat; 4] = [Seat::West, Seat::North, Seat::East, Seat::South];

/// Returns a board after its calls and cards so far as HTML; title and names are those of `line`.
pub fn html(position: &Position, line: &Line) -> String {
    let mut text = "<div style=\"display:inline-block;background:#fff;color:#1d1d1d;\
                    font-family:Helvetica,Arial,sans-serif;font-size:14px;padding:8px\">\n"
        .to_owned();
    compass(&mut text, position, line);
    auction(&mut text, position);
    if let Some(play) = position.play() {
        tricks(&mut text, play);
    }
    text.push_str("</div>\n");
    text
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns a suit's symbol in its colour.
fn symbol(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "♠",
        Suit::Hearts => "<span style=\"color:#c1121f\">♥</span>",
        Suit::Diamonds => "<span style=\"color:#c1121f\">♦</span>",
        Suit::Clubs => "♣",
    }
}

fn bid(bid: Bid) -> String {
    let level = bid.level;
    match bid.strain.suit() {
        Some(suit) => format!("{level}{}", symbol(suit)),
        None => format!("{level}NT"),
    }
}

fn call(call: Call) -> String {
    match call {
        Call::Bid(made) => bid(made),
        other => Ascii(other).to_string(),
    }
}

/// Writes the hands around the table.
fn compass(text: &mut String, position: &Position, line: &Line) {
    let left = position
        .play()
        .map_or(position.board().hands, |play| *play.left());
    let hand = |seat: Seat| hand(position, line, seat, left[seat as usize]);
    text.push_str("<table style=\"border-collapse:collapse;margin:0\">\n");
    let _ = writeln!(
        text,
        "<tr>{}{}{}</tr>\n<tr>{}{}{}</tr>\n<tr>{}{}{}</tr>",
        cell(&heading(position, line)),
        cell(&hand(Seat::North)),
        cell(""),
        cell(&hand(Seat::West)),
        cell(&middle(position)),
        cell(&hand(Seat::East)),
        cell(""),
        cell(&hand(Seat::South)),
        cell(&standing(position)),
    );
    text.push_str("</table>\n");
}

fn cell(content: &str) -> String {
    format!(
        "<td style=\"border:none;padding:4px 10px;text-align:left;vertical-align:middle;\
         background:#fff;color:#1d1d1d\">{content}</td>"
    )
}

/// Number, title, dealer and vulnerability.
fn heading(position: &Position, line: &Line) -> String {
    let board = position.board();
    let mut lines = Vec::new();
    if board.number > 0 {
        lines.push(format!("Board {}", board.number));
    }
    if !line.title.is_empty() {
        lines.push(escaped(&line.title));
    }
    lines.push(format!("Dealer {}", table::name(board.dealer)));
    let vulnerable = match board.vulnerability {
        Vulnerability::None => "none",
        Vulnerability::NorthSouth => "North-South",
        Vulnerability::EastWest => "East-West",
        Vulnerability::All => "all",
    };
    lines.push(format!("Vulnerable: {vulnerable}"));
    lines.join("<br>")
}

/// The name and the cards of a seat; cards that are played are pale.
fn hand(position: &Position, line: &Line, seat: Seat, left: Hand) -> String {
    let turn = position.turn() == Some(seat);
    let name = escaped(&line.names[seat as usize]);
    let mut text = format!(
        "<div><strong>{}</strong> {name}{}</div>",
        table::name(seat),
        if turn { " ◂" } else { "" }
    );
    let dealt = position.board().hands[seat as usize];
    for suit in SUITS {
        let _ = write!(text, "<div>{} ", symbol(suit));
        let cards = from_the_top(dealt).filter(|card| card.suit == suit);
        let mut none = true;
        for card in cards {
            none = false;
            let rank = card.rank.letter();
            if left.contains(card) {
                text.push(rank);
            } else {
                let _ = write!(text, "<span style=\"opacity:.3\">{rank}</span>");
            }
        }
        text.push_str(if none { "–</div>" } else { "</div>" });
    }
    text
}

/// The table, with the cards of the current trick.
fn middle(position: &Position) -> String {
    let trick = position.play().map_or(&[][..], Play::trick);
    let at = |seat: Seat| {
        let card = trick.iter().find(|(player, _)| *player == seat);
        let letter = &table::name(seat)[..1];
        card.map_or(letter.to_owned(), |(_, card)| {
            format!("{}{}", symbol(card.suit), card.rank.letter())
        })
    };
    format!(
        "<div style=\"width:88px;border:1px solid #888;background:#e7f1e7;text-align:center;\
         padding:6px\">{}<div style=\"display:flex;justify-content:space-between\">\
         <span>{}</span><span>{}</span></div>{}</div>",
        at(Seat::North),
        at(Seat::West),
        at(Seat::East),
        at(Seat::South)
    )
}

/// The contract and the tricks so far.
fn standing(position: &Position) -> String {
    let Some(agreed) = position.final_contract() else {
        return String::new();
    };
    let doubled = Ascii(agreed.contract).to_string();
    let doubled = doubled
        .trim_start_matches(&Ascii(agreed.contract.bid).to_string())
        .to_owned();
    let mut lines = vec![format!(
        "{}{doubled} by {}",
        bid(agreed.contract.bid),
        table::name(agreed.declarer)
    )];
    if let Some(play) = position.play() {
        let [ours, theirs] = Side::BOTH.map(|side| play.tricks(side));
        lines.push(format!("Tricks: North-South {ours}, East-West {theirs}"));
    }
    lines.extend(
        position
            .points(Side::NorthSouth)
            .map(|points| format!("North-South {points:+}")),
    );
    lines.join("<br>")
}

fn row(text: &mut String, tag: &str, cells: impl IntoIterator<Item = String>) {
    text.push_str("<tr>");
    for content in cells {
        let _ = write!(
            text,
            "<{tag} style=\"border:none;padding:1px 10px;text-align:left;background:#fff;\
             color:#1d1d1d\">{content}</{tag}>"
        );
    }
    text.push_str("</tr>\n");
}

/// Writes the calls, West in the first column.
fn auction(text: &mut String, position: &Position) {
    let calls: Vec<Call> = position.auction().iter().copied().collect();
    if calls.is_empty() {
        return;
    }
    text.push_str("<table style=\"border-collapse:collapse;margin:4px 0\">\n");
    row(text, "th", COLUMNS.map(|seat| table::name(seat).to_owned()));
    let first = COLUMNS
        .into_iter()
        .position(|seat| seat == position.board().dealer);
    let empty = std::iter::repeat_n(String::new(), first.unwrap_or(0));
    let cells: Vec<_> = empty.chain(calls.into_iter().map(call)).collect();
    for cells in cells.chunks(COLUMNS.len()) {
        row(text, "td", cells.iter().cloned());
    }
    text.push_str("</table>\n");
}

/// Writes the finished tricks, each with its leader.
fn tricks(text: &mut String, play: &Play) {
    let finished: Vec<_> = play
        .tricks_played()
        .filter(|trick| trick.len() == 4)
        .collect();
    if finished.is_empty() {
        return;
    }
    text.push_str("<table style=\"border-collapse:collapse;margin:4px 0\">\n");
    for (number, trick) in (1..).zip(finished) {
        let winner = crate::play::winner(trick, play.strain());
        let cards = trick.iter().map(|(seat, card)| {
            let card = format!("{}{}", symbol(card.suit), card.rank.letter());
            if *seat == winner {
                format!("<strong>{card}</strong>")
            } else {
                card
            }
        });
        let leader = trick.first().map_or("", |(seat, _)| table::name(*seat));
        let heading = [format!("{number}."), leader.to_owned()];
        row(text, "td", heading.into_iter().chain(cards));
    }
    text.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardAtStep;

    fn board(play: &str) -> Line {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Line {
            number: 2,
            title: "one & <two>".to_owned(),
            names: ["N\"", "E", "S", "W"].map(str::to_owned),
            dealer: Seat::South.into(),
            vulnerable: Vulnerability::NorthSouth,
            deal: "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"
                .to_owned(),
            auction: words("1H 1S X Pass 4H Pass Pass Pass"),
            made_up: false,
            play: words(play),
            result: None,
        }
    }

    fn drawn(line: &Line, step: u32) -> String {
        let at = BoardAtStep {
            board: line.clone(),
            step,
        };
        html(&at.position().unwrap(), line)
    }

    #[test]
    fn texts_of_others_are_escaped() {
        let html = drawn(&board(""), 0);
        assert!(html.contains("one &amp; &lt;two&gt;") && html.contains("N&quot;"));
        assert!(html.contains("Dealer South<br>Vulnerable: North-South"));
    }

    #[test]
    fn the_dealer_calls_in_its_column_and_played_cards_are_pale() {
        let line = board("DA D6 D9 D3 DK");
        let html = drawn(&line, 13);
        let calls = html.split("<table").nth(2).unwrap();
        let first = calls.lines().nth(2).unwrap();
        assert_eq!(first.matches("<td").count(), 4);
        assert!(
            first.ends_with("1<span style=\"color:#c1121f\">♥</span></td></tr>"),
            "{first}"
        );
        assert_eq!(html.matches("opacity").count(), 5);
        assert!(html.contains("by South<br>Tricks: North-South 0, East-West 1"));
        assert!(html.contains("<strong><span style=\"color:#c1121f\">♦</span>A</strong>"));
    }

    #[test]
    fn every_step_of_a_board_is_drawn_well_formed() {
        let line = board("DA D6 D9 D3 DK D7 D2 D4");
        for step in 0..=16 {
            let html = drawn(&line, step);
            for tag in ["div", "table", "tr", "td", "span"] {
                let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
                assert_eq!(
                    html.matches(&open).count(),
                    html.matches(&close).count(),
                    "{tag}"
                );
            }
        }
    }
}
