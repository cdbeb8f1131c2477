//! The text form of a position, on one line.
//!
//! Fourteen rows from the top, separated by `/`: `x` for Black, `o` for White, a number for that
//! many free squares. Then the side to move (`b`, `w`, or `-` when the game is over) and the
//! colours whose last piece was the single square (`x`, `o`, `xo` or `-`; it decides a bonus). The
//! pieces need not be named: own pieces never touch along an edge, so every connected group is a
//! piece.

use super::{IllegalMove, Position, SideState};
use crate::colour::Colour;
use crate::piece::Piece;
use crate::placement::{Placement, PlacementError};
use crate::square::{SIDE, Square};
use crate::squares::Squares;
use crate::words;
use arena::Phrase;
use std::fmt;
use std::str::FromStr;

fn mark(colour: Colour) -> char {
    match colour {
        Colour::Black => 'x',
        Colour::White => 'o',
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = (0..SIDE).map(|y| row(self, y)).collect();
        let turn = match self.turn {
            Some(Colour::Black) => "b",
            Some(Colour::White) => "w",
            None => "-",
        };
        let last: String = Colour::BOTH
            .into_iter()
            .filter(|&c| self.side(c).single_last)
            .map(mark)
            .collect();
        let last = if last.is_empty() { "-" } else { &last };
        f.pad(&format!("{} {turn} {last}", rows.join("/")))
    }
}

fn row(position: &Position, y: u8) -> String {
    let mut text = String::new();
    let mut free = 0;
    for x in 0..SIDE {
        match position.at(Square::at(x, y)) {
            None => free += 1,
            Some(colour) => {
                if free > 0 {
                    text += &free.to_string();
                }
                free = 0;
                text.push(mark(colour));
            }
        }
    }
    if free > 0 {
        text += &free.to_string();
    }
    text
}

/// Error for text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text does not have the form of a position.
    #[error("{why}")]
    Form {
        /// The fault, with its place.
        why: Phrase,
    },
    /// A group of squares is not a piece.
    #[error(transparent)]
    Shape(#[from] PlacementError),
    /// The pieces cannot have been placed legally.
    #[error("{colour}'s pieces cannot have been placed: {placement}: {why}")]
    Unreachable {
        /// The colour of the pieces.
        colour: Colour,
        /// A piece that cannot have been placed.
        placement: Placement,
        /// The rule it breaks.
        why: IllegalMove,
    },
    /// The side said to move has no move, or the game said to be over is not.
    #[error("wrong side to move `{text}`, expected {turn}")]
    Turn {
        /// The side to move in the text.
        text: String,
        /// The actual side to move.
        turn: Phrase,
    },
}

fn invalid<T>(why: impl Into<Phrase>) -> Result<T, PositionError> {
    Err(PositionError::Form { why: why.into() })
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let parts: Vec<_> = text.split_whitespace().take(4).collect();
        let [board, turn, last] = parts[..] else {
            return invalid((
                "expected a board, the side to move and the colours that placed the single square last",
                "盤、手番、最後に1マスのピースを置いた色の3つが必要です",
            ));
        };
        let mut position = Position::start();
        for (colour, squares) in Colour::BOTH.into_iter().zip(board_squares(board)?) {
            for placement in in_order(colour, squares)? {
                position.play_as(colour, placement);
            }
        }
        for colour in Colour::BOTH {
            let single = last.contains(mark(colour));
            let side = &mut position.sides[colour.index()];
            if single && side.hand.has(Piece::SINGLE) {
                return invalid((
                    format!("{colour} has not placed the single square"),
                    format!("{}は1マスのピースを置いていません", words::side(colour)),
                ));
            }
            side.single_last = single;
        }
        if !matches!(last, "x" | "o" | "xo" | "-") {
            return invalid((
                format!(
                    "`{last}`: expected x, o, xo or - as the colours that placed the single square \
                     last"
                ),
                format!(
                    "「{last}」: 最後に1マスのピースを置いた色はx、o、xo、-のどれかで書いてください"
                ),
            ));
        }
        position.with_turn(turn)
    }
}

impl Position {
    fn with_turn(mut self, text: &str) -> Result<Self, PositionError> {
        let next = match text {
            "b" => Some(Colour::Black),
            "w" => Some(Colour::White),
            "-" => None,
            _ => {
                return invalid((
                    format!("`{text}`: expected b, w or - as the side to move"),
                    format!("「{text}」: 手番はb、w、-のどれかで書いてください"),
                ));
            }
        };
        self.pass_turn_to(next.unwrap_or(Colour::Black));
        if self.turn == next {
            return Ok(self);
        }
        let turn = match self.turn {
            None => Phrase::from(("`-` (game over)", "「-」（終局）")),
            Some(colour) => (colour.to_string(), words::side(colour)).into(),
        };
        Err(PositionError::Turn {
            text: text.to_owned(),
            turn,
        })
    }

    /// Returns the position with these pieces on the board, placed in any order, and `next` to move
    /// if it has a move. The last piece of each list counts as the last one placed.
    ///
    /// # Errors
    /// If the pieces cannot have been placed legally.
    pub fn of_placements(
        black: &[Placement],
        white: &[Placement],
        next: Colour,
    ) -> Result<Self, PositionError> {
        let mut position = Position::start();
        for (colour, placements) in [(Colour::Black, black), (Colour::White, white)] {
            for placement in ordered(colour, placements.to_vec())? {
                position.check_free(colour, placement)?;
                position.place(colour, placement);
            }
            let last = placements.last().map(|placement| placement.piece());
            position.sides[colour.index()].single_last = last == Some(Piece::SINGLE);
        }
        position.pass_turn_to(next);
        Ok(position)
    }

    fn check_free(&self, colour: Colour, placement: Placement) -> Result<(), PositionError> {
        let taken = placement.squares() & self.occupied();
        taken.iter().next().map_or(Ok(()), |square| {
            Err(PositionError::Unreachable {
                colour,
                placement,
                why: IllegalMove::Occupied { square },
            })
        })
    }

    /// Returns the pieces of a colour on the board, in an order in which they can have been placed.
    pub fn placements(&self, colour: Colour) -> Vec<Placement> {
        in_order(colour, self.side(colour).cells).expect("pieces on the board were placed")
    }
}

fn board_squares(text: &str) -> Result<[Squares; 2], PositionError> {
    let rows: Vec<_> = text.split('/').take(20).collect();
    if rows.len() != usize::from(SIDE) {
        let text = shortened(text);
        return invalid((
            format!("expected a board of 14 rows, found `{text}`"),
            format!("14行の盤が必要ですが、「{text}」です"),
        ));
    }
    let mut sets = [Squares::NONE; 2];
    for (y, row) in (0..SIDE).zip(rows) {
        let mut x: u8 = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            let colour = match letter {
                'x' => Some(Colour::Black),
                'o' => Some(Colour::White),
                '1'..='9' => None,
                _ => {
                    let row = y + 1;
                    return invalid((
                        format!("row {row}: expected x, o or a number, found `{letter}`"),
                        format!("{row}行目: x、o、数字のどれかが必要ですが、「{letter}」です"),
                    ));
                }
            };
            let mut count = letter.to_digit(10).unwrap_or(1) as u8;
            if let (None, Some(next)) = (colour, letters.peek().and_then(|c| c.to_digit(10))) {
                count = count.saturating_mul(10).saturating_add(next as u8);
                letters.next();
            }
            for at in x..x.saturating_add(count).min(SIDE) {
                if let Some(colour) = colour {
                    sets[colour.index()].insert(Square::at(at, y));
                }
            }
            x = x.saturating_add(count);
            if x > SIDE {
                let row = y + 1;
                return invalid((
                    format!("row {row}: more than 14 squares"),
                    format!("{row}行目: 14マスを超えています"),
                ));
            }
        }
        if x < SIDE {
            let row = y + 1;
            return invalid((
                format!("row {row}: expected 14 squares, found {x}"),
                format!("{row}行目: 14マスが必要ですが、{x}マスです"),
            ));
        }
    }
    Ok(sets)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Returns the pieces that make up `squares`, in an order in which a colour can have placed them.
fn in_order(colour: Colour, squares: Squares) -> Result<Vec<Placement>, PositionError> {
    let pieces = groups(squares)
        .iter()
        .map(|group| Placement::covering(&group.iter().collect::<Vec<_>>()))
        .collect::<Result<Vec<_>, _>>()?;
    ordered(colour, pieces)
}

/// Sorts pieces into an order in which a colour can have placed them.
fn ordered(colour: Colour, mut waiting: Vec<Placement>) -> Result<Vec<Placement>, PositionError> {
    // Only this colour's own pieces matter, not those of the opponent in between.
    let mut alone = Position {
        sides: Colour::BOTH.map(SideState::new),
        turn: None,
        key: 0,
        lists: [Vec::new(), Vec::new()],
    };
    let mut placed = Vec::new();
    while !waiting.is_empty() {
        let next = waiting.iter().position(|&p| alone.check(colour, p).is_ok());
        let Some(next) = next else {
            let placement = waiting[0];
            let why = alone
                .check(colour, placement)
                .expect_err("none can be placed");
            return Err(PositionError::Unreachable {
                colour,
                placement,
                why,
            });
        };
        let placement = waiting.remove(next);
        alone.place(colour, placement);
        placed.push(placement);
    }
    Ok(placed)
}

/// Returns the connected groups of a set.
fn groups(mut rest: Squares) -> Vec<Squares> {
    let mut groups = Vec::new();
    while let Some(first) = rest.iter().next() {
        let mut group = Squares::of(first);
        loop {
            let grown = group | (group.edges() & rest);
            if grown == group {
                break;
            }
            group = grown;
        }
        rest &= !group;
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_game;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn positions_are_read_back(seed in any::<u64>()) {
            for position in random_game(seed) {
                let read: Position = position.to_string().parse().unwrap();
                prop_assert_eq!(&read, &position);
                prop_assert_eq!(read.key(), position.key());
                let count = |p: &Position| p.moves().len();
                prop_assert_eq!(count(&read), count(&position));
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[xo0-9/ bw-]{0,80}", rows in proptest::collection::vec("[xo]{0,3}[0-9]{0,2}", 14)) {
            for text in [text, format!("{} b -", rows.join("/"))] {
                stands_the_text(&text)?;
            }
        }

        #[test]
        fn no_spoilt_position_makes_it_panic(seed in any::<u64>(), at in any::<prop::sample::Index>(), new in "[xo1-9/ bw-]{0,2}") {
            let game = random_game(seed);
            let mut text = game[at.index(game.len())].to_string();
            let place = at.index(text.len());
            text.replace_range(place..=place, &new);
            stands_the_text(&text)?;
        }
    }

    /// Checks that a valid text round-trips and that its pieces can be listed.
    fn stands_the_text(text: &str) -> Result<(), TestCaseError> {
        if let Ok(position) = text.parse::<Position>() {
            let read = position.to_string().parse();
            prop_assert_eq!(read.as_ref(), Ok(&position));
            let placed = Colour::BOTH.map(|colour| position.placements(colour).len());
            prop_assert!(placed.iter().all(|&pieces| pieces <= 21));
        }
        Ok(())
    }

    #[test]
    fn mistakes_are_named() {
        let empty = ["14"; 14].join("/");
        let with = |row: &str| {
            let mut rows = ["14"; 14];
            rows[4] = row;
            rows.join("/")
        };
        let cases = [
            ("x", "expected a board, the side"),
            ("14 b -", "expected a board of 14 rows"),
            (
                &format!("{empty} c -"),
                "`c`: expected b, w or - as the side to move",
            ),
            (
                &format!("{empty} - -"),
                "wrong side to move `-`, expected Black",
            ),
            (&format!("{empty} b z"), "`z`: expected x, o, xo or -"),
            (
                &format!("{empty} b x"),
                "Black has not placed the single square",
            ),
            (
                &format!("{} b -", with("13")),
                "row 5: expected 14 squares, found 13",
            ),
            (&format!("{} b -", with("15")), "row 5: more than 14"),
            (
                &format!("{} b -", with("13?")),
                "row 5: expected x, o or a number, found `?`",
            ),
            (
                &format!("{} b -", with("xxxxxx8")),
                "do not have the shape of a piece",
            ),
            (
                &format!("{} w -", with("x13")),
                "Black's pieces cannot have been placed: a10: ",
            ),
        ];
        for (text, words) in cases {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
