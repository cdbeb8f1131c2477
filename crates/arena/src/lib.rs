//! Who plays whom, and what it means.
//!
//! The arena knows no game. A game crate describes its rules to the referee through
//! [`game::Game`], its players through [`player::Player`], and bundles both into a
//! [`contest::Lineup`]; everything else here works on that:
//!
//! * [`referee`] plays one game: truth, dice, [`clock`]s, and faults that cost the game and nothing
//!   else;
//! * [`tournament`] plays many: pairs with sides swapped and shared seeds, round robins, gauntlets;
//!   [`standings`] is the table of it;
//! * [`program`] makes a player of any program that reads and writes lines, [`gtp`] speaks to those
//!   that know the Go Text Protocol;
//! * [`experiment`] files ask questions, [`study`] says what kinds there are ([`mod@matches`] is
//!   built in), [`lab`] runs them, [`store`] keeps the results;
//! * [`statistics`] says what results mean and [`report`] shows it;
//! * [`conformance`] is the suite of tests that every game passes, and its golden playthroughs;
//! * [`record`], [`spec`] and [`contender`] are the forms in which games and players are written
//!   down; [`description`] is what players say of themselves, and a [`roster`] checks what is asked
//!   for by it.
//!
//! Files, threads, clocks and other processes are allowed here; search and rules are not.

pub mod analyst;
pub mod clock;
pub mod conformance;
pub mod contender;
pub mod contest;
pub mod description;
pub mod experiment;
pub mod fingerprint;
pub mod game;
pub mod gtp;
pub mod lab;
pub mod matches;
pub mod player;
pub mod process;
pub mod program;
pub mod record;
pub mod referee;
pub mod replay;
pub mod report;
pub mod roster;
pub mod seen;
pub mod spec;
pub mod standings;
pub mod statistics;
pub mod store;
pub mod study;
pub mod text;
pub mod tournament;
pub mod workers;

pub use analyst::{Analyst, Seated};
pub use contender::{Contender, ContenderError};
pub use contest::{Contest, Lineup, PlayError};
pub use description::{Description, Setting};
pub use game::{Duplicate, Game, Score};
pub use player::{Choice, Fault, Player, Random, Thinking};
pub use record::{Ending, GameRecord, MoveRecord};
pub use referee::{Terms, play_game};
pub use roster::Roster;
pub use spec::{PlayerSpec, SpecError};
pub use text::{Text, Words};

#[cfg(test)]
mod toys;
