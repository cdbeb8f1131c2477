//! Kinds of experiments that only this game has.
//!
//! [`Ends`] plays players against opponents and looks at the ends as well as at the matches: tables 2 to 4 of Kato, Iizuka and Yamamoto, "Game tree search
//! in digital curling with uncertainty" (in Japanese, 2016).

mod ends;

pub use ends::Ends;
