//! The Digital Curling platform around the game: a referee that programs of four generations can play under, and the logs they leave.
//!
//! ```text
//! setup -> bout                      a match as one value: conditions, clocks, dice; anybody may drive it
//! contestant -> table                who sits at it, asked in turn (programs, connections, our own players, a person)
//! text                               the protocols of the legacy platform and of DC2: programs, the old network server, and the client side
//! ```
//!
//! Physics and rules are those of [`curling`]; clocks, programs and faults those of [`arena`]. What a match is played under is one value ([`Setup`]), whether it came from
//! a file, a command line or a message.
//!
//! What is absent: the command line.

pub mod bout;
pub mod contestant;
pub mod house;
pub mod setup;
pub mod table;
pub mod text;

pub use bout::{Act, Bout, Entry, News, Refusal};
pub use contestant::Contestant;
pub use setup::{Allowance, Setup};
