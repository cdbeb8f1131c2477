//! Game records: `.blksgf` files with variations, comments and set-up positions.
//!
//! The files are SGF trees in UTF-8 whose `GM` is `Blokus Duo`. A move is `B[...]` or `W[...]` with
//! the squares it covers; a pass is not written, the other colour just moves again. `AB` and `AW`
//! set up pieces, one in each value, `AE` removes them, and `PL` sets the side to move. The first
//! of several children is the main line: the game as it was played.
//!
//! [`GameTree`] is a game: read from text, written as text, replayed to a position at any node, and
//! continued by new moves. [`sgf`] is the plain tree below it, which keeps every property, known or
//! not: reading and writing a file loses nothing but the text outside its parentheses and the
//! layout. Opening and saving files is left to the caller, as is the clock for the date.
//!
//! ```
//! use blokus::Colour;
//! use blokus::record::GameTree;
//!
//! let text = "(;GM[Blokus Duo]PB[alpha];B[e9,d10,e10,f10,e11]C[a cross](;W[j5])(;W[j5,k5]))";
//! let mut game: GameTree = text.parse()?;
//! let cross = game.children(game.root())[0];
//! assert_eq!(game.comment(cross).as_deref(), Some("a cross"));
//! assert_eq!(game.main_line().count(), 3);
//!
//! let third = game.play(cross, Colour::White, "i5,j5,k5".parse().unwrap())?;
//! assert_eq!(game.position_at(third)?.squares_placed(), [5, 3]);
//! assert_eq!(game.to_string().parse(), Ok(game));
//!
//! let error = "(;GM[Blokus Duo]\n;B[a1])".parse::<GameTree>()?;
//! let error = error.position_at(error.main_line().last().unwrap()).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 4: Black cannot play a1: Black's first piece must cover e10");
//! # Ok::<(), blokus::record::RecordError>(())
//! ```

mod from_arena;
mod game;
mod reader;
mod replay;
pub mod sgf;

pub use from_arena::from_arena;
pub use game::{GameTree, RecordError, RecordFault, read_all};
pub use replay::{MoveNumberError, PlayedMove};
pub use sgf::{NodeId, Place};

/// Returns the result of a game as written in records, from Black's points minus White's: `B+7`,
/// `W+7`, or `0` for a draw.
pub fn result(margin: i32) -> String {
    match margin {
        1.. => format!("B+{margin}"),
        0 => "0".to_owned(),
        ..0 => format!("W+{}", margin.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests;
