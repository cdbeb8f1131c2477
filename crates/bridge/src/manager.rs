//! The protocol of bridge table managers (Blue Chip Bridge, version 18), by which programs play
//! each other.
//!
//! Four clients are connected to one manager by plain lines: the manager deals, relays calls and
//! cards, and enforces the order. [`ClientMessage`] is a message of a client, [`ManagerMessage`]
//! one of the manager; both are written with `to_string`, strictly, and read with `parse`,
//! tolerantly. [`TableManager`] is the server side and [`TableClient`] the client side of the
//! protocol. Connections, line ends (CR LF) and clocks are left to the caller.
//!
//! The protocol has no claims and no time limits. A line is refused if it is longer than
//! [`MAX_LINE`].
//!
//! ```
//! use bridge::manager::{ClientMessage, HandName, ManagerMessage};
//! use bridge::{Seat, notation};
//!
//! let card = notation::card("H6")?;
//! let lead = ClientMessage::Plays(HandName::Seat(Seat::North), card);
//! assert_eq!(lead.to_string(), "North plays 6H");
//! assert_eq!(" north PLAYS h6.\r\n".parse(), Ok(lead));
//!
//! let error = "North folds".parse::<ManagerMessage>().unwrap_err();
//! assert!(error.to_string().starts_with("invalid message `North folds`: expected"));
//! # Ok::<(), bridge::NotationError>(())
//! ```

mod board_state;
mod client;
mod error;
mod messages;
mod parse;
mod scanner;
mod server;

pub use client::{Prompt, TableClient, TableClientError};
pub use error::{BoardError, ClientFault, Reason, Refusal};
pub use messages::{
    AnnouncedCall, ClientMessage, HandName, ManagerMessage, Note, Ready, Time, VERSION,
};
pub use scanner::{FreeText, LineError, MAX_LINE};
pub use server::{Effect, TableManager};

#[cfg(test)]
mod tests;
