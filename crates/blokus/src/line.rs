//! The written form of a position: the start of the game and the moves since.
//!
//! Pages, links, operations and the command line all name a position by a [`Line`]. As JSON it has
//! the fields `start` and `moves`; as text it is the start, if there is one, and the moves, each
//! prefixed with the letter of its colour. Reading and writing leaves both forms unchanged.
//!
//! ```
//! use blokus::Line;
//!
//! let line: Line = "Be9,d10,e10,f10,e11 Wj5".parse()?;
//! assert_eq!(line.to_string(), "Be9,d10,e10,f10,e11 Wj5");
//! assert_eq!(line.position()?.pieces_placed(), 2);
//! # Ok::<(), blokus::LineError>(())
//! ```

use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{Position, PositionError};
use crate::words;
use arena::Phrase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The largest number of moves in a game: each side has 21 pieces.
const LONGEST: usize = 42;
/// The number of words of a start position: the board, the side to move, the colours that placed
/// the single square last.
const START_WORDS: usize = 3;

/// A move: a colour and the squares it covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlokusMove")]
pub struct Move {
    /// The colour that moves. It need not be its turn: records may omit moves.
    pub colour: Colour,
    /// The squares the piece covers, such as `e9,d10,e10,f10,e11`.
    pub squares: String,
}

/// The start of a game and the moves that were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlokusLine")]
pub struct Line {
    /// The start position on one line; `None` for the empty board.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves since then.
    pub moves: Vec<Move>,
}

/// Error in a line, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct LineError {
    /// The place of the error, such as `moves[3]` or `start`.
    pub place: String,
    /// The reason, in English and Japanese.
    pub why: Phrase,
}

impl LineError {
    fn at(place: impl Into<String>, why: impl Into<Phrase>) -> Self {
        LineError {
            place: place.into(),
            why: why.into(),
        }
    }
}

impl Move {
    /// Plays the move if it is legal for its colour.
    ///
    /// # Errors
    /// A message if it is illegal.
    pub fn make(&self, position: &mut Position) -> Result<Placement, Phrase> {
        let colour = self.colour;
        let placement: Placement = self.squares.parse()?;
        let legal = position.check(colour, placement);
        legal.map_err(|why| words::illegal_move(colour, placement, &why))?;
        position.play_as(colour, placement);
        Ok(placement)
    }
}

impl Line {
    /// Returns the line without moves that starts with a position.
    pub fn of(position: &Position) -> Self {
        Line {
            start: Some(position.to_string()),
            moves: Vec::new(),
        }
    }

    /// Returns the position of a start.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn begin(start: Option<&str>) -> Result<Position, LineError> {
        let Some(text) = start else {
            return Ok(Position::start());
        };
        text.parse()
            .map_err(|why: PositionError| LineError::at("start", why))
    }

    /// Returns the position at the end of the line; `visit` is called with every position on the
    /// way, the first one included, and the move that led there.
    ///
    /// # Errors
    /// If the start is not a position, or a move is illegal.
    pub fn follow(
        &self,
        mut visit: impl FnMut(&Position, Option<(Colour, Placement)>),
    ) -> Result<Position, LineError> {
        if self.moves.len() > LONGEST {
            let why = (
                format!("a game has at most {LONGEST} moves"),
                format!("1局は{LONGEST}手までです"),
            );
            return Err(LineError::at("moves", why));
        }
        let mut position = Line::begin(self.start.as_deref())?;
        visit(&position, None);
        for (number, step) in self.moves.iter().enumerate() {
            let placement = step
                .make(&mut position)
                .map_err(|why| LineError::at(format!("moves[{number}]"), why))?;
            visit(&position, Some((step.colour, placement)));
        }
        Ok(position)
    }

    /// Returns the position at the end of the line.
    ///
    /// # Errors
    /// As [`Line::follow`].
    pub fn position(&self) -> Result<Position, LineError> {
        self.follow(|_, _| {})
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = |step: &Move| format!("{}{}", step.colour.letter(), step.squares);
        let moves = self.moves.iter().map(step);
        let words: Vec<_> = self.start.iter().cloned().chain(moves).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Line {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let begins = words.first().is_some_and(|word| word.contains('/'));
        let (start, moves) = words.split_at(if begins {
            START_WORDS.min(words.len())
        } else {
            0
        });
        let moves = moves.iter().enumerate().map(|(number, word)| {
            read(word).ok_or_else(|| {
                let english = format!(
                    "`{word}` is not a move: expected B or W and the squares, such as Be10"
                );
                let japanese = format!("「{word}」は手ではありません（BかWとマス、例: Be10）");
                LineError::at(format!("moves[{number}]"), (english, japanese))
            })
        });
        Ok(Line {
            start: begins.then(|| start.join(" ")),
            moves: moves.collect::<Result<_, _>>()?,
        })
    }
}

/// Reads a move of the text form.
fn read(word: &str) -> Option<Move> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let colour = Colour::BOTH
        .into_iter()
        .find(|colour| colour.letter() == first)?;
    let squares = letters.as_str().to_owned();
    Some(Move { colour, squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_back_as_they_were_written() {
        let start = "14/14/14/14/4x9/14/14/14/14/9o4/14/14/14/14 w xo";
        for text in ["", "Be10 Wj5", start, &format!("{start} Wk6,k7 Bf9,f8")] {
            let line: Line = text.parse().unwrap();
            assert_eq!(line.to_string(), text);
            let json = serde_json::to_string(&line).unwrap();
            assert_eq!(serde_json::from_str::<Line>(&json).unwrap(), line);
            line.position().unwrap();
        }
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, place, words) in [
            ("Be10 x", "moves[1]", "`x` is not a move"),
            ("Be10 Wa1", "moves[1]", "White cannot play a1"),
            ("14/14 b -", "start", "expected a board of 14 rows"),
            ("14/14", "start", "expected a board, the side"),
            (&["Be10"; 43].join(" "), "moves", "at most 42"),
        ] {
            let found = text.parse::<Line>().and_then(|line| line.position());
            let error = found.unwrap_err();
            assert_eq!(error.place, place, "{error}");
            assert!(error.why.en().contains(words), "{error}");
        }
    }

    #[test]
    fn a_position_is_a_line_without_moves() {
        let line: Line = "Be10 Wj5".parse().unwrap();
        let position = line.position().unwrap();
        assert_eq!(Line::of(&position).position().unwrap(), position);
    }
}
