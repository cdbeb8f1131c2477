//! Kinds of experiments that only this game has.
//!
//! [`Ends`] plays players against opponents and looks at the ends as well as at the matches: tables
//! 2 to 4 of Kato, Iizuka and Yamamoto, "Game tree search in digital curling with uncertainty" (in
//! Japanese, 2016). [`WinTable`] has a player play ends against itself and makes the chances of
//! winning a match of them: its table 1.

mod ends;
pub mod win_table;

pub use ends::{CLASSES, Ends, Points, Shares};
pub use win_table::WinTable;
