//! A cup: a contest of many matches, from its file to its tables, on one server.
//!
//! ```text
//! file -> plan               the cup file: divisions, conditions, entrants
//! pairing                    who meets whom: round robin, Swiss
//! journal -> state           decisions on disk, and the matches that follow from them
//! result, tables             results; standings, cross table, table of results
//! seats -> driver            the entrants' programs, and a match with them
//! snapshot, contest -> run   running matches, decisions, the loop that begins matches
//! untold, kept_log           conditions that programs are not told; the log and its file
//! answers -> server          the contest over HTTP, for pages
//! ```
//!
//! Every match is a session of the [Digital Curling 4 server](crate::dc4), whatever its entrants
//! speak: its journal lets it go on after a kill, its dice are secret until it is over, its states
//! can be read and watched. Clients of Digital Curling 4 play in it by their own protocol; for all
//! others a driver asks a [contestant](crate::Contestant). The pages are not here.

pub(crate) mod answers;
pub(crate) mod contest;
pub(crate) mod driver;
pub mod file;
pub mod journal;
mod kept_log;
pub mod pairing;
pub mod plan;
pub mod result;
mod run;
pub(crate) mod seats;
pub(crate) mod server;
pub(crate) mod snapshot;
pub mod state;
pub mod tables;
mod untold;

pub use answers::Overview;
pub use contest::Say;
pub use plan::Cup;
pub use run::{CupError, Finish, RunOptions, peek, run};
pub use seats::DoorError;
pub use state::CupState;

#[cfg(test)]
pub(crate) mod tests;
