//! The protocol of bridge table managers (Blue Chip Bridge, version 18), by which programs play
//! each other.
//!
//! Four clients talk to one manager, each in plain lines: the manager deals, hands calls and cards
//! on, and keeps the order. [`Said`] is what clients say, [`Told`] what the manager tells; both are
//! written with `to_string` and read with `parse`, strictly the one and generously the other.
//! [`Host`] is the manager's side of the conversation and [`Guest`] a client's. All of it is words:
//! connections, line ends (CR LF) and clocks belong to whoever uses it.
//!
//! The protocol has no claims and no time limits. A line is refused if it is longer than
//! [`LONGEST`].
//!
//! ```
//! use bridge::manager::{Said, Told, Who};
//! use bridge::{Seat, notation};
//!
//! let card = notation::card("H6")?;
//! let lead = Said::Plays(Who::Seat(Seat::North), card);
//! assert_eq!(lead.to_string(), "North plays 6H");
//! assert_eq!(" north PLAYS h6.\r\n".parse(), Ok(lead));
//!
//! let error = "North folds".parse::<Told>().unwrap_err();
//! assert!(error.to_string().starts_with("`North folds` is not understood: expected"));
//! # Ok::<(), bridge::NotationError>(())
//! ```

mod fault;
mod guest;
mod host;
mod lines;
mod read;
mod table;
mod words;

pub use fault::{BoardError, Fault, Reason, Refusal};
pub use guest::{Guest, GuestError, Need};
pub use host::{Effect, Host};
pub use lines::{Note, Ready, Said, Spoken, Time, Told, VERSION, Who};
pub use words::{LONGEST, LineError, Words};

#[cfg(test)]
mod tests;
