//! Move codes in four characters, and host messages of the FPGA design contests (ICFPT 2013 and
//! 2014, HEART 2014).
//!
//! A move is the column and the row of the piece's reference square, hexadecimal from 1 in the top
//! left corner, the letter of the piece from `a` for the single square to `u` for the X, and one of
//! eight orientations. An even orientation 2k is the base shape after k quarter-turns clockwise,
//! the odd one after it its mirror image, left for right. `0000` is a pass. A piece with symmetries
//! has several codes for the same squares: all are read, the smallest is written.
//!
//! [`HostMessage`] is a message from the host of a contest to a player. Serial lines, sockets and
//! clocks are not part of this module.
//!
//! ```
//! use blokus::fpga_contest::{self, HostMessage};
//! use blokus::Colour;
//!
//! let cross = "f9,e10,f10,g10,f11".parse().ok();
//! assert_eq!(fpga_contest::write(cross), "65u0");
//! assert_eq!(fpga_contest::read("65U7")?, cross);
//! assert_eq!(fpga_contest::read("0000")?, None);
//!
//! let message: HostMessage = "3A65u0".parse()?;
//! let opponent = fpga_contest::read("65u0")?.unwrap();
//! assert_eq!(message, HostMessage::Reply { colour: Colour::White, opponent });
//! # Ok::<(), fpga_contest::FpgaContestError>(())
//! ```

use crate::colour::Colour;
use crate::piece::{Offset, PIECES, normalised};
use crate::placement::Placement;
use crate::square::Square;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The code of a pass.
const PASS: &str = "0000";

/// The squares of every piece in orientation 0, right of and below its reference square.
const BASES: [&[Offset]; PIECES] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(0, -1), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -1), (0, 0), (0, 1), (-1, 1)],
    &[(0, -1), (0, 0), (0, 1), (1, 0)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(-1, 0), (0, 0), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -2), (0, -1), (0, 0), (0, 1), (-1, 1)],
    &[(0, -2), (0, -1), (0, 0), (-1, 0), (-1, 1)],
    &[(0, -1), (0, 0), (0, 1), (-1, 0), (-1, 1)],
    &[(0, -1), (0, 0), (0, 1), (-1, -1), (-1, 1)],
    &[(0, -1), (0, 0), (0, 1), (0, 2), (1, 0)],
    &[(0, -1), (0, 0), (0, 1), (-1, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (1, 0), (2, 0)],
    &[(-1, -1), (0, -1), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
    &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
];

/// A piece in one of its orientations.
struct Orientation {
    /// The squares as offsets from the reference square.
    around: Vec<Offset>,
    /// The squares as offsets from the top left corner.
    normalised: Vec<Offset>,
}

/// The eight orientations of every piece.
static ORIENTATIONS: LazyLock<Vec<[Orientation; 8]>> = LazyLock::new(|| {
    let all = BASES.iter();
    all.map(|base| std::array::from_fn(|number| Orientation::new(base, number)))
        .collect()
});

impl Orientation {
    fn new(base: &[Offset], number: usize) -> Self {
        let turned = |square| (0..number / 2).fold(square, |(x, y): Offset, _| (-y, x));
        let mirrored = |(x, y): Offset| if number % 2 == 1 { (-x, y) } else { (x, y) };
        let around: Vec<_> = base.iter().map(|&s| mirrored(turned(s))).collect();
        let normalised = normalised(&around);
        Orientation { around, normalised }
    }
}

/// Error for text that is not a move or not a message of a contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FpgaContestError {
    /// The text does not have four characters.
    #[error("`{text}` is not a move: expected column, row, piece and orientation, such as 65u0")]
    Length {
        /// The text.
        text: String,
    },
    /// An invalid character.
    #[error("`{letter}` is not {what}")]
    Character {
        /// The character.
        letter: char,
        /// The expected kind of character.
        what: &'static str,
    },
    /// The piece would lie off the board.
    #[error("`{text}` lies off the board")]
    OffBoard {
        /// The text.
        text: String,
    },
    /// A pass on the first move.
    #[error("a pass is not allowed on the first move")]
    FirstPass,
    /// The text is not a message of a host.
    #[error(
        "`{text}` is not a message: expected 0, 25, 2A, 35 or 3A and a move, 4 and a move, or 9"
    )]
    Message {
        /// The text.
        text: String,
    },
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Reads a move; `None` for a pass. Letters may be upper or lower case.
///
/// # Errors
/// If the text is not a move, or the piece would lie off the board.
pub fn read(text: &str) -> Result<Option<Placement>, FpgaContestError> {
    if text == PASS {
        return Ok(None);
    }
    let letters: Vec<_> = text.chars().take(5).collect();
    let [x, y, piece, orientation] = letters[..] else {
        let text = shortened(text);
        return Err(FpgaContestError::Length { text });
    };
    let digit = |letter, radix, range: std::ops::Range<u32>, what| {
        let value = char::to_digit(letter, radix).filter(|value| range.contains(value));
        value.ok_or(FpgaContestError::Character { letter, what })
    };
    let x = digit(x, 16, 1..15, "a column from 1 to e")?;
    let y = digit(y, 16, 1..15, "a row from 1 to e")?;
    let piece = digit(piece, 36, 10..31, "a piece from a to u")? - 10;
    let orientation = digit(orientation, 10, 0..8, "an orientation from 0 to 7")?;
    let reference = Square::at(x as u8 - 1, y as u8 - 1);
    let way = &ORIENTATIONS[piece as usize][orientation as usize];
    let squares = way.around.iter().map(|&(x, y)| reference.moved(x, y));
    let squares: Option<Vec<_>> = squares.collect();
    let squares = squares.ok_or_else(|| FpgaContestError::OffBoard {
        text: shortened(text),
    })?;
    Ok(Some(
        Placement::covering(&squares).expect("a base turned and mirrored is a piece"),
    ))
}

/// Writes a move, or a pass.
pub fn write(placement: Option<Placement>) -> String {
    let Some(placement) = placement else {
        return PASS.to_owned();
    };
    let squares: Vec<Offset> = placement
        .squares()
        .iter()
        .map(|square| (square.x() as i8, square.y() as i8))
        .collect();
    let shape = normalised(&squares);
    let ways = &ORIENTATIONS[placement.piece().index()];
    let orientation = ways.iter().position(|way| way.normalised == shape);
    let orientation = orientation.expect("a piece lies in one of its orientations");
    let (left, top) = corner(&squares);
    let (dx, dy) = corner(&ways[orientation].around);
    let letter = char::from(b'a' + placement.piece().index() as u8);
    format!("{:x}{:x}{letter}{orientation}", left - dx + 1, top - dy + 1)
}

/// Returns the top left corner of the bounding box of some squares.
fn corner(squares: &[Offset]) -> Offset {
    let least = |of: fn(&Offset) -> i8| squares.iter().map(of).min().unwrap_or(0);
    (least(|s| s.0), least(|s| s.1))
}

/// A message from the host of a contest to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostMessage {
    /// `0`: a request for the team code, answered by three characters of which the last two are the
    /// code.
    TeamCode,
    /// `25` or `2A`: the game begins; a request for the first move of the game.
    Open {
        /// The colour whose start square is the player's; White may move first.
        colour: Colour,
    },
    /// `35` or `3A` and a move: the opponent's first move, and a request for the player's first
    /// move.
    Reply {
        /// The colour whose start square is the player's.
        colour: Colour,
        /// The opponent's move.
        opponent: Placement,
    },
    /// `4` and a move: a request for the next move.
    Turn {
        /// The opponent's move; `None` for a pass.
        opponent: Option<Placement>,
    },
    /// `9`: the game is over.
    GameOver,
}

impl fmt::Display for HostMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = |colour: &Colour| match colour {
            Colour::Black => '5',
            Colour::White => 'A',
        };
        f.pad(&match self {
            HostMessage::TeamCode => "0".to_owned(),
            HostMessage::Open { colour } => format!("2{}", start(colour)),
            HostMessage::Reply { colour, opponent } => {
                format!("3{}{}", start(colour), write(Some(*opponent)))
            }
            HostMessage::Turn { opponent } => format!("4{}", write(*opponent)),
            HostMessage::GameOver => "9".to_owned(),
        })
    }
}

impl FromStr for HostMessage {
    type Err = FpgaContestError;

    fn from_str(text: &str) -> Result<Self, FpgaContestError> {
        let unknown = || FpgaContestError::Message {
            text: shortened(text),
        };
        let mut letters = text.chars();
        let kind = letters.next().ok_or_else(unknown)?;
        let rest = letters.as_str();
        let start = letters.next();
        let colour = || match start {
            Some('5') => Ok(Colour::Black),
            Some('a' | 'A') => Ok(Colour::White),
            _ => Err(unknown()),
        };
        let after = letters.as_str();
        match kind {
            '0' if rest.is_empty() => Ok(HostMessage::TeamCode),
            '9' if rest.is_empty() => Ok(HostMessage::GameOver),
            '2' if after.is_empty() => Ok(HostMessage::Open { colour: colour()? }),
            '3' => Ok(HostMessage::Reply {
                colour: colour()?,
                opponent: read(after)?.ok_or(FpgaContestError::FirstPass)?,
            }),
            '4' => Ok(HostMessage::Turn {
                opponent: read(rest)?,
            }),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Piece;
    use proptest::prelude::*;

    /// Every text of four characters that could be a move.
    fn codes() -> impl Iterator<Item = (Square, Piece, usize, String)> {
        let ways = |square: Square| {
            Piece::all().flat_map(move |piece| (0..8).map(move |number| (square, piece, number)))
        };
        Square::all().flat_map(ways).map(|(square, piece, number)| {
            let letter = char::from(b'a' + piece.index() as u8);
            let (x, y) = (square.x() + 1, square.y() + 1);
            (square, piece, number, format!("{x:x}{y:x}{letter}{number}"))
        })
    }

    #[test]
    fn every_placement_is_read_back() {
        for placement in Placement::all() {
            let text = write(Some(placement));
            assert_eq!(read(&text), Ok(Some(placement)), "{text}");
            assert_eq!(read(&text.to_uppercase()), Ok(Some(placement)), "{text}");
        }
        assert_eq!((read("0000"), write(None).as_str()), (Ok(None), "0000"));
    }

    #[test]
    fn every_code_on_the_board_is_a_move_of_its_piece_and_written_as_the_smallest() {
        let mut smallest = vec![usize::MAX; crate::PLACEMENTS];
        for (square, piece, number, text) in codes() {
            let way = &ORIENTATIONS[piece.index()][number];
            let fits = way
                .around
                .iter()
                .all(|&(x, y)| square.moved(x, y).is_some());
            let Ok(Some(placement)) = read(&text) else {
                assert!(!fits, "{text}");
                assert!(matches!(
                    read(&text),
                    Err(FpgaContestError::OffBoard { .. })
                ));
                continue;
            };
            assert!(fits && placement.piece() == piece && placement.squares().contains(square));
            let least = &mut smallest[placement.number()];
            *least = number.min(*least);
        }
        for placement in Placement::all() {
            let written = write(Some(placement));
            assert!(written.ends_with(&smallest[placement.number()].to_string()));
        }
    }

    #[test]
    fn the_f_lies_as_the_contest_draws_it() {
        let drawn: [(usize, [Offset; 5]); 6] = [
            (0, [(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]),
            (1, [(1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]),
            (2, [(0, -1), (1, -1), (-1, 0), (0, 0), (0, 1)]),
            (3, [(-1, -1), (0, -1), (0, 0), (1, 0), (0, 1)]),
            (4, [(0, -1), (-1, 0), (0, 0), (1, 0), (1, 1)]),
            (6, [(0, -1), (0, 0), (1, 0), (-1, 1), (0, 1)]),
        ];
        for (number, offsets) in drawn {
            let squares = offsets.map(|(x, y)| Square::at(6, 6).moved(x, y).unwrap());
            let placement = Placement::covering(&squares).unwrap();
            assert_eq!(read(&format!("77t{number}")), Ok(Some(placement)));
            assert_eq!(write(Some(placement)), format!("77t{number}"));
        }
    }

    #[test]
    fn start_squares_are_five_five_and_a_a() {
        for (text, colour) in [("55a0", Colour::Black), ("aaa0", Colour::White)] {
            let placement = Placement::covering(&[colour.start()]).unwrap();
            assert_eq!(read(text), Ok(Some(placement)));
            assert_eq!(write(Some(placement)), text);
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        let cases = [
            ("", "is not a move"),
            ("65u", "is not a move"),
            ("65u00", "is not a move"),
            ("00000", "is not a move"),
            ("0000\n", "is not a move"),
            ("05u0", "`0` is not a column"),
            ("f5u0", "`f` is not a column"),
            ("6\u{e9}u0", "is not a row"),
            ("65v0", "`v` is not a piece"),
            ("6590", "`9` is not a piece"),
            ("65u8", "`8` is not an orientation"),
            ("000a", "`0` is not a column"),
            ("11u0", "`11u0` lies off the board"),
            ("eee0", "lies off the board"),
        ];
        for (text, words) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn messages_are_read_back() {
        let opponent = read("65u0").unwrap().unwrap();
        let mut messages = vec![
            ("0", HostMessage::TeamCode),
            ("9", HostMessage::GameOver),
            ("40000", HostMessage::Turn { opponent: None }),
            (
                "465u0",
                HostMessage::Turn {
                    opponent: Some(opponent),
                },
            ),
        ];
        for (colour, open, reply) in [
            (Colour::Black, "25", "3565u0"),
            (Colour::White, "2A", "3A65u0"),
        ] {
            messages.push((open, HostMessage::Open { colour }));
            messages.push((reply, HostMessage::Reply { colour, opponent }));
        }
        for (text, message) in messages {
            assert_eq!(text.parse(), Ok(message));
            assert_eq!(text.to_lowercase().parse(), Ok(message));
            assert_eq!(message.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        for text in [
            "", "1", "00", "90", "2", "26", "255", "3", "35", "350000", "365u0", "4", "465", "é",
            "465u05", "25\n",
        ] {
            assert!(text.parse::<HostMessage>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>(), near in "[0-9a-vA-V]{3,6}") {
            for text in [text, near] {
                if let Ok(placement) = read(&text) {
                    prop_assert_eq!(read(&write(placement)), Ok(placement));
                }
                if let Ok(message) = text.parse::<HostMessage>() {
                    prop_assert_eq!(message.to_string().parse(), Ok(message));
                }
            }
        }
    }
}
