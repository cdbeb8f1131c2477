//! Deal diagram as newspapers print it: North above, West and East at the sides.

use bridge::hand::points;
use bridge::notation::SUITS;
use bridge::record::Record;
use bridge::{Hand, Seat, Vulnerability};
use std::fmt::Write;

/// Columns of one hand.
const WIDTH: usize = 16;

/// The board with its hands, and an empty line.
pub(in crate::bridge) fn diagram(record: &Record) -> String {
    let hands = record.hands.map(Option::unwrap_or_default);
    let mut text = heading(record, &hands);
    let [north, east, south, west] = hands.map(lines);
    let none = || std::array::from_fn(|_| String::new());
    for [left, middle, right] in [
        [none(), north, none()],
        [west, none(), east],
        [none(), south, none()],
    ] {
        for row in 0..4 {
            let line = format!("{:WIDTH$}{:WIDTH$}{}", left[row], middle[row], right[row]);
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text.push('\n');
    text
}

fn heading(record: &Record, hands: &[Hand; 4]) -> String {
    let held = Seat::ALL.into_iter().zip(hands);
    let held: Vec<_> = held
        .map(|(seat, hand)| format!("{seat} {}", points(*hand)))
        .collect();
    let vulnerable = match record.vulnerability {
        Some(Vulnerability::NorthSouth) => "North-South",
        Some(Vulnerability::EastWest) => "East-West",
        Some(Vulnerability::All) => "all",
        Some(Vulnerability::None) | None => "nobody",
    };
    let (number, dealer) = (
        record.number.unwrap_or_default(),
        record.dealer.map_or('-', Seat::letter),
    );
    format!(
        "Board {number}, dealer {dealer}, {vulnerable} vulnerable, points {}\n",
        held.join(", ")
    )
}

/// The suits of a hand, spades first.
fn lines(hand: Hand) -> [String; 4] {
    let mut suits = SUITS;
    suits.reverse();
    suits.map(|suit| {
        let held = hand[suit].to_string();
        let held = if held.is_empty() { "-" } else { &held };
        format!("{} {held}", suit.letter())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::notation;

    #[test]
    fn hands_are_where_players_sit() {
        let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
        let record = Record {
            number: Some(3),
            dealer: Some(Seat::South),
            vulnerability: Some(Vulnerability::EastWest),
            hands: notation::deal(deal).unwrap().map(Some),
            ..Record::default()
        };
        let text = diagram(&record);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[0],
            "Board 3, dealer S, East-West vulnerable, points N 11, E 3, S 14, W 12"
        );
        assert_eq!(lines[1], "                S K4");
        assert_eq!(lines[5], "S J9875                         S QT62");
        assert_eq!((lines[12], lines[13]), ("                C K6", ""));
    }
}
