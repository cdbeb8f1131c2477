//! Pictures of positions: the board as SVG.
//!
//! The same position is the same text on every machine. The picture has its own background and
//! colours, so that it looks the same on a dark page; a colour-blind reader tells the sides by a
//! dot on every second one's squares. There are no scripts.
//!
//! ```
//! use blokus::{Line, picture};
//!
//! let line: Line = "Be9,d10,e10,f10,e11 Wj5".parse()?;
//! let svg = picture::svg(&line.position()?, None, 420);
//! assert!(svg.starts_with("<svg") && svg.contains("Black 5, White 1 · Black to move"));
//! # Ok::<(), blokus::LineError>(())
//! ```

use crate::colour::Colour;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::position::{Position, Scoring};
use crate::square::{SIDE, Square};
use std::fmt::Write as _;

/// The side of a square, in units of the picture.
const CELL: i32 = 20;
/// The space around the board.
const MARGIN: i32 = 18;
/// The height of a line of text below the board.
const LINE: i32 = 18;
/// The narrowest and the widest picture, in pixels.
const WIDTHS: (u32, u32) = (16, 16_384);

/// Returns the position as SVG, `width` pixels wide (16 to 16,384), with the last placement
/// marked. Below the board are the squares covered, the side to move and the pieces left.
pub fn svg(position: &Position, last: Option<Placement>, width: u32) -> String {
    let board = CELL * i32::from(SIDE);
    let (wide, high) = (board + 2 * MARGIN, board + 2 * MARGIN + 3 * LINE);
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let height = u64::from(width) * u64::from(high.unsigned_abs()) / u64::from(wide.unsigned_abs());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" \
         font-size=\"11\" role=\"img\">\n<title>{}</title>\n",
        summary(position)
    );
    let _ = writeln!(
        text,
        "<rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>"
    );
    grid(&mut text, board);
    for colour in Colour::BOTH {
        for placement in position.placements(colour) {
            piece(&mut text, colour, placement, last == Some(placement));
        }
    }
    words(&mut text, position, MARGIN + board + MARGIN);
    text.push_str("</svg>\n");
    text
}

/// Returns the position in words.
fn summary(position: &Position) -> String {
    let [black, white] = position.points(Scoring::Basic);
    let next = match position.turn() {
        Some(colour) => format!("{colour} to move"),
        None => "the game is over".to_owned(),
    };
    format!("Black {black}, White {white} · {next}")
}

fn fill(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "#2f6db5",
        Colour::White => "#f0a23a",
    }
}

/// Draws the empty board with the names of its rows and columns and the start squares.
fn grid(text: &mut String, board: i32) {
    let _ = writeln!(
        text,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"#f4f1ea\"/>"
    );
    let mut lines = String::new();
    for step in 0..=i32::from(SIDE) {
        let at = MARGIN + CELL * step;
        let _ = write!(lines, "M{at} {MARGIN}v{board}M{MARGIN} {at}h{board}");
    }
    let _ = writeln!(
        text,
        "<path d=\"{lines}\" stroke=\"#c9c2b2\" stroke-width=\"0.7\"/>"
    );
    for step in 0..SIDE {
        let at = MARGIN + CELL * i32::from(step) + CELL / 2;
        let (column, row) = (char::from(b'a' + step), SIDE - step);
        let _ = writeln!(
            text,
            "<text x=\"{at}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{column}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#555\">{row}</text>",
            MARGIN - 5,
            MARGIN - 4,
            at + 4
        );
    }
    for colour in Colour::BOTH {
        let (x, y) = middle(colour.start());
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
            fill(colour)
        );
    }
}

fn corner(square: Square) -> (i32, i32) {
    let at = |step: u8| MARGIN + CELL * i32::from(step);
    (at(square.x()), at(square.y()))
}

fn middle(square: Square) -> (i32, i32) {
    let (x, y) = corner(square);
    (x + CELL / 2, y + CELL / 2)
}

/// Draws a piece with its outline.
fn piece(text: &mut String, colour: Colour, placement: Placement, last: bool) {
    let squares = placement.squares();
    let (mut area, mut outline) = (String::new(), String::new());
    for square in squares.iter() {
        let (x, y) = corner(square);
        let _ = write!(area, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        let open = |dx, dy| {
            !square
                .moved(dx, dy)
                .is_some_and(|next| squares.contains(next))
        };
        let (right, below) = (x + CELL, y + CELL);
        let edges = [
            (open(0, -1), x, y, 'h'),
            (open(0, 1), x, below, 'h'),
            (open(-1, 0), x, y, 'v'),
            (open(1, 0), right, y, 'v'),
        ];
        for (_, x, y, way) in edges.into_iter().filter(|(open, ..)| *open) {
            let _ = write!(outline, "M{x} {y}{way}{CELL}");
        }
    }
    let (stroke, thick) = if last {
        ("#c1121f", "3")
    } else {
        ("#1d1d1d", "1.6")
    };
    let _ = writeln!(
        text,
        "<path d=\"{area}\" fill=\"{}\"/>\n<path d=\"{outline}\" stroke=\"{stroke}\" \
         stroke-width=\"{thick}\" stroke-linecap=\"square\"/>",
        fill(colour)
    );
    if colour == Colour::White {
        for square in squares.iter() {
            let (x, y) = middle(square);
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"#1d1d1d\"/>"
            );
        }
    }
}

/// Writes the summary and the pieces left.
fn words(text: &mut String, position: &Position, top: i32) {
    let mut line = |number: i32, words: String, size: i32| {
        let _ = writeln!(
            text,
            "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"{size}\" fill=\"#1d1d1d\">{words}</text>",
            top + LINE * number
        );
    };
    line(0, summary(position), 12);
    for (number, colour) in (1..).zip(Colour::BOTH) {
        let left = position.hand(colour).pieces().map(Piece::name);
        let left: Vec<_> = left.collect();
        let left = if left.is_empty() {
            "none".to_owned()
        } else {
            left.join(" ")
        };
        line(number, format!("{colour} has left: {left}"), 9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_has_one_outline_and_the_last_one_is_marked() {
        let mut position = Position::start();
        let first: Placement = "e9,d10,e10,f10,e11".parse().unwrap();
        position.play(first);
        let svg = svg(&position, Some(first), 420);
        // A cross of five squares has twelve open edges.
        let outline = svg.lines().find(|line| line.contains("#c1121f")).unwrap();
        assert_eq!(outline.matches('M').count(), 12);
        assert!(svg.contains("White to move"));
        assert!(
            svg.contains("width=\"420\" height=\"491\""),
            "{}",
            &svg[..200]
        );
    }

    #[test]
    fn every_position_of_a_game_is_drawn_well_formed() {
        let mut position = Position::start();
        loop {
            let svg = svg(&position, None, 0);
            assert!(svg.ends_with("</svg>\n") && svg.contains("width=\"16\""));
            assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
            let Some(next) = position.moves().last() else {
                break;
            };
            position.play(next);
        }
        assert!(svg(&position, None, 100).contains("the game is over"));
    }
}
