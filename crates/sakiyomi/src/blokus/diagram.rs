//! The board as text: X for the first player, O for the second, `>` before the squares of the last
//! move, `+` on start squares that are free. At the right, what each side has: its points (with `!`
//! behind them if it has no move any more) and the pieces left.

use blokus::square::SIDE;
use blokus::{Colour, Piece, Placement, Position, Scoring, Square};

/// Names of pieces in one line of a hand.
const ROW: usize = 7;

/// Draws a position and the move that led to it.
pub(super) fn diagram(position: &Position, last: Option<Placement>) -> String {
    let letters: String = (0..SIDE)
        .flat_map(|x| [' ', char::from(b'a' + x)])
        .collect();
    let mut notes = notes(position).into_iter();
    let rows = (0..SIDE).map(|y| {
        let squares: String = (0..SIDE)
            .flat_map(|x| square(position, last, Square::at(x, y)))
            .collect();
        let note = notes.next().unwrap_or_default();
        let number = SIDE - y;
        let line = format!("{number:>2}{squares} {number:<2}  {note}");
        line.trim_end().to_owned()
    });
    let edge = || std::iter::once(format!("  {letters}"));
    let lines: Vec<_> = edge().chain(rows).chain(edge()).collect();
    lines.join("\n")
}

fn square(position: &Position, last: Option<Placement>, square: Square) -> [char; 2] {
    let moved = last.is_some_and(|placement| placement.squares().contains(square));
    let is_start = Colour::BOTH.into_iter().any(|c| c.start() == square);
    let mark = match position.at(square) {
        Some(colour) => mark(colour),
        None if is_start => '+',
        None => '.',
    };
    [if moved { '>' } else { ' ' }, mark]
}

fn mark(colour: Colour) -> char {
    match colour {
        Colour::Black => 'X',
        Colour::White => 'O',
    }
}

/// The lines at the right.
fn notes(position: &Position) -> Vec<String> {
    let points = position.points(Scoring::Advanced);
    let mut notes = Vec::new();
    for colour in Colour::BOTH {
        let out = position.moves_of(colour).is_empty();
        let (mark, points) = (mark(colour), points[colour.index()]);
        notes.push(format!(
            "{colour} ({mark}): {points}{}",
            if out { "!" } else { "" }
        ));
        let pieces: Vec<_> = position.hand(colour).pieces().map(Piece::name).collect();
        notes.extend(pieces.chunks(ROW).map(|row| format!("  {}", row.join(" "))));
        notes.push(String::new());
    }
    notes.push(match position.turn() {
        Some(colour) => format!("{colour} to move"),
        None => "The game is over".to_owned(),
    });
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_is_marked_and_hands_stand_at_the_right() {
        let mut position = Position::start();
        let cross: Placement = "f9,e10,f10,g10,f11".parse().unwrap();
        position.play(cross);
        let text = diagram(&position, Some(cross));
        let expected = "
   a b c d e f g h i j k l m n
14 . . . . . . . . . . . . . . 14  Black (X): 5
13 . . . . . . . . . . . . . . 13    1 2 I3 V3 I4 L4 T4
12 . . . . . . . . . . . . . . 12    O Z4 I5 L5 N P U
11 . . . . .>X . . . . . . . . 11    Y T5 V5 W Z5 F
10 . . . .>X>X>X . . . . . . . 10
 9 . . . . .>X . . . . . . . . 9   White (O): 0
 8 . . . . . . . . . . . . . . 8     1 2 I3 V3 I4 L4 T4
 7 . . . . . . . . . . . . . . 7     O Z4 I5 L5 N P U
 6 . . . . . . . . . . . . . . 6     Y T5 V5 W Z5 F X
 5 . . . . . . . . . + . . . . 5
 4 . . . . . . . . . . . . . . 4   White to move
 3 . . . . . . . . . . . . . . 3
 2 . . . . . . . . . . . . . . 2
 1 . . . . . . . . . . . . . . 1
   a b c d e f g h i j k l m n";
        assert_eq!(text, &expected[1..], "\n{text}");
    }

    #[test]
    fn a_side_without_moves_is_marked_and_every_line_shows_the_board() {
        let mut position = Position::start();
        loop {
            let Some(next) = position.moves().next() else {
                break;
            };
            position.play(next);
            let text = diagram(&position, None);
            assert_eq!(text.lines().count(), 16);
            let points = position.points(Scoring::Advanced);
            for colour in Colour::BOTH {
                let out = position.moves_of(colour).is_empty();
                let marked = format!("): {}!", points[colour.index()]);
                let line = text
                    .lines()
                    .find(|line| line.contains(&format!("{colour} (")));
                assert_eq!(line.unwrap().ends_with(&marked), out, "{text}");
            }
        }
        assert!(diagram(&position, None).contains("The game is over"));
    }
}
